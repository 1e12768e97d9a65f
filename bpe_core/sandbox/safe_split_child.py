"""The process in which `safe_split` tries a pattern: it limits its own time and memory first.

It is run by its path, and imports only `branch_numbers` from the engine. It reads from stdin a line of JSON
(limits and pattern, with the branches to split by, or the lengths of the texts to search), then the text. To
stdout it writes a line of JSON and, if the pattern was tried, the end of every chunk (uint32) and the branch
that matched it (int16, -1 for unmatched text), or the indices of the texts in which the pattern matches
(uint32).
"""

import json
import math
import os
import signal
import sys
from array import array
from heapq import nlargest
from importlib import import_module
from itertools import accumulate
from typing import Any, NoReturn

if sys.platform != "win32":
    import resource

SAMPLE = 500
"""How many of the longest texts, and how many others, a search begins with."""


def main() -> None:
    """Read the task, try the pattern, write the result."""
    task = json.loads(sys.stdin.buffer.readline())
    limit_resources(task["cpu_seconds"], task["memory_bytes"])
    if sys.platform != "win32":
        os.nice(task["niceness"])
    # Python was started without site-packages. The parent's folders of `regex` and `branch_numbers` are
    # searched after the standard library.
    sys.path += task["folders"]
    text = sys.stdin.buffer.read().decode("utf-8")
    try:
        if "lengths" in task:
            search(text, task["lengths"], task["pattern"], task["screen_seconds"], task["cpu_seconds"])
        split(text, task["pattern"], task["branches"], task["cpu_seconds"])
    except TimeoutError:
        answer({"outcome": "timeout"})
    except MemoryError:
        answer({"outcome": "memory"})
    except RecursionError:
        answer({"outcome": "too-nested"})


def limit_resources(cpu_seconds: float, memory_bytes: int) -> None:
    """Limit the time and memory of this process; on macOS, which refuses to limit memory, only the time."""
    if sys.platform == "win32":
        return
    # RLIMIT_CPU is in whole seconds; the timer is accurate to hundredths of a second.
    stop_after(cpu_seconds + 0.1)
    whole = math.ceil(cpu_seconds)
    limits = {
        resource.RLIMIT_CPU: (whole, whole + 1),
        resource.RLIMIT_AS: (memory_bytes, memory_bytes),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_FSIZE: (0, 0),
    }
    for kind, (soft, hard) in limits.items():
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):
            if sys.platform != "darwin":
                raise


def stop_after(cpu_seconds: float) -> None:
    """End this process when it has used this much processor time from now on."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, cpu_seconds)


def compiled(pattern: str, version: str) -> tuple[Any, Any]:
    """Return the module `regex` and the compiled pattern, or answer with its error."""
    # Not imported at the top of the file, since `main` first adds its folder to the path.
    regex: Any = import_module("regex")
    try:
        return regex, regex.compile(pattern, getattr(regex, version))
    except regex.error as error:
        answer({"outcome": "syntax", "message": error.msg, "position": error.pos})


def search(text: str, lengths: list[int], pattern: str, screen_seconds: float, cpu_seconds: float) -> None:
    """Answer with the indices of the joined texts that match the pattern; a timer stops a search that takes too long.

    The pattern is first tried on a sample, within a shorter time: a pattern that takes exponential time does so
    on the longest texts, and is stopped before it has delayed others.
    """
    texts = [text[end - length : end] for length, end in zip(lengths, accumulate(lengths), strict=True)]
    sample = [*nlargest(SAMPLE, texts, key=len), *texts[:: len(texts) // SAMPLE + 1]]
    stop_after(screen_seconds)
    _, matcher = compiled(pattern, "VERSION0")
    for one in sample:
        matcher.search(one)
    stop_after(cpu_seconds)
    found = array("I", (index for index, one in enumerate(texts) if matcher.search(one)))
    answer({"outcome": "found"}, found.tobytes())


def split(text: str, pattern: str, branches: list[str], cpu_seconds: float) -> None:
    """Split the text by the pattern and answer with the chunks."""
    regex, matcher = compiled(pattern, "VERSION1")
    finder = import_module("branch_numbers")
    spans = array("I")
    empty = 0
    for match in finder.matches(matcher, text, timeout=cpu_seconds):
        start, end = match.span()
        if start == end:
            empty += 1
            continue
        spans.append(start)
        spans.append(end)
    found = finder.branch_numbers(regex, matcher, branches, text, spans, timeout=cpu_seconds)
    ends = array("I")
    taken_by = array("h")
    done = 0
    for index, number in enumerate(found or array("h", bytes(len(spans)))):
        start, end = spans[2 * index], spans[2 * index + 1]
        if start > done:
            ends.append(start)
            taken_by.append(-1)
        ends.append(end)
        taken_by.append(number)
        done = end
    if done < len(text):
        ends.append(len(text))
        taken_by.append(-1)
    header = {"outcome": "found", "empty_matches": empty, "branches_known": found is not None}
    answer(header, ends.tobytes() + taken_by.tobytes())


def answer(header: dict[str, Any], body: bytes = b"") -> NoReturn:
    """Write the result and exit."""
    sys.stdout.buffer.write(json.dumps(header).encode("ascii") + b"\n" + body)
    sys.stdout.buffer.flush()
    sys.exit()


if __name__ == "__main__":
    main()
