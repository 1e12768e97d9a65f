"""What hostile inputs cost: the CPU seconds and the memory of each, checked against a limit.

    python -m benchmarks.hostile            every page input and every file
    python -m benchmarks.hostile Prompt     those whose description contains the word

Each input runs in its own process, after a run of the same page with a short text, which loads the tokenizer
and is not counted. A page runs without a browser, as in its tests. "unstopped" is the longest CPU time
between two points at which Streamlit can stop the run of a visitor who has left: a training may take longer
than the limit in total, but it must stop soon after its visitor has left. Exits with 1 if an input exceeds a
limit. Linux only: peak memory is read from /proc.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from benchmarks.hostile_files import FILES, PAIRS
from benchmarks.measure import machine
from bpe_core import BpeError
from bpe_core.formats import detect, read
from explorer_ui.cache.bounded import CACHE
from explorer_ui.visit.limits import MAX_CHAT, MAX_ENCODE, MAX_TEXT, MAX_TOKENIZER_MB
from tests.apps import open_app

CPU_SECONDS = 2.0
MEGABYTES = 100.0


def _noise(letters: str) -> str:
    return "".join(Random(1).choices(letters, k=MAX_TEXT))


TEXTS: dict[str, Callable[[], str]] = {
    "one letter": lambda: "a" * MAX_TEXT,
    "noise": lambda: _noise("etaoin shrdlucmfwypvbgkjqxz\n"),
    "a million different characters": lambda: "".join(
        chr(point) for point in range(0x100, 0x10FFFF) if not 0xD800 <= point < 0xE000
    )[:MAX_TEXT],
    "ligatures": lambda: "\ufdfa" * MAX_TEXT,
    "marks": lambda: "e" + "\u0301\u0323" * 100_000,
    "emoji sequences": lambda: ("\U0001f469\u200d\U0001f469\u200d\U0001f467" * MAX_TEXT)[:MAX_TEXT],
    "line ends": lambda: "\n" * MAX_TEXT,
    "lone surrogates": lambda: "\ud800" * MAX_TEXT,
    "alternating scripts": lambda: ("aЖ你ا가ก1" * MAX_TEXT)[:MAX_TEXT],
}

PAGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Bytes": ("bytes", "noise", {"tokenizer": "qwen2.5"}),
    "Chunks": ("chunks", "noise", {"chunks_tab": "Without the cut", "num_merges": 20_000}),
    "Train, all merges": ("train", "noise", {"num_merges": 20_000}),
    "Train without chunks": ("train", "noise", {"num_merges": 20_000, "recipe": "bytes"}),
    "Train, different characters": ("train", "a million different characters", {"recipe": "characters"}),
    "Train, every pair": ("train", "noise", {"below": "pairs"}),
    "Encode": ("encode", "noise", {"tokenizer": "o200k_base"}),
    "Tokens, GPT-4o": ("tokens", "noise", {"tokenizer": "o200k_base"}),
    "Tokens, Qwen": ("tokens", "noise", {"tokenizer": "qwen2.5"}),
    "Tokens, Qwen, ligatures": ("tokens", "ligatures", {"tokenizer": "qwen2.5"}),
    "Tokens, Qwen, marks": ("tokens", "marks", {"tokenizer": "qwen2.5"}),
    "Tokens, DeepSeek, scripts": ("tokens", "alternating scripts", {"tokenizer": "deepseek_v3"}),
    "Tokens, Qwen, emoji": ("tokens", "emoji sequences", {"tokenizer": "qwen2.5"}),
    "Tokens, characters": ("tokens", "one letter", {"tokenizer": "trained", "recipe": "characters"}),
    "Vocabulary": ("vocabulary", "one letter", {"tokenizer": "o200k_base", "vocabulary_list": "reach"}),
    "Compare": ("compare", "noise", {"compared": ["words", "o200k_base"]}),
    "Compare, Qwen": ("compare", "noise", {"compared": ["words", "qwen2.5"]}),
    "Compare, NeoX, ligatures": ("compare", "ligatures", {"compared": ["gpt_neox"]}),
    "Growth": ("growth", "noise", {"grown": ["o200k_base"]}),
    "Growth, Qwen": ("growth", "one letter", {"grown": ["qwen2.5"]}),
    "Ways": ("ways", "alternating scripts", {"tokenizer": "o200k_base"}),
    "Prompt, one letter": ("prompt", "one letter", {}),
    "Prompt, GPT-4o": ("prompt", "one letter", {"tokenizer": "o200k_base"}),
    "Prompt, line ends": ("prompt", "line ends", {"tokenizer": "cl100k_base"}),
    "Prompt, emoji": ("prompt", "emoji sequences", {"tokenizer": "o200k_base"}),
    "Prompt, ligatures": ("prompt", "ligatures", {"tokenizer": "cl100k_base"}),
    "Lives": ("lives", "noise", {"num_merges": 20_000}),
    "Chat": ("chat", "alternating scripts", {"tokenizer": "o200k_base"}),
    "Challenge": ("challenge", "noise", {"tokenizer": "o200k_base"}),
    "Decode": ("decode", "lone surrogates", {"tokenizer": "o200k_base", "ids_text": "1 " * 100_000}),
}
"""Description of each input -> the page, the text, and the other settings."""


def main(asked: str = "") -> int:
    """Print the table; returns 1 if an input exceeds a limit."""
    print(machine(), end="\n\n")
    print(f"{'':36}{'CPU s':>8}{'unstopped s':>13}{'MB':>8}  bounds: {CPU_SECONDS:g} s, {MEGABYTES:g} MB")
    over = 0
    for name in [*PAGES, *FILES, *PAIRS]:
        if asked not in name:
            continue
        ran = subprocess.run(
            [sys.executable, "-m", "benchmarks.hostile", "--one", name],
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            over += 1
            print(
                f"{name:36}  ended with {ran.returncode}: {ran.stderr.strip().splitlines()[-1:]}", flush=True
            )
            continue
        cost = json.loads(ran.stdout.splitlines()[-1])
        is_over = cost["unstopped"] > CPU_SECONDS or cost["megabytes"] > MEGABYTES
        over += is_over
        print(
            f"{name:36}{cost['cpu']:8.1f}{cost['unstopped']:13.1f}{cost['megabytes']:8.0f}{'  over' if is_over else ''}",
            flush=True,
        )
    return int(over > 0)


def _measure(name: str) -> dict[str, float]:
    """Return what an input costs in this process: CPU seconds, the longest unstopped time, megabytes."""
    if name in FILES:
        file, content = FILES[name]()
        run = partial(_read, {file: content})
    elif name in PAIRS:
        run = partial(_read, PAIRS[name]())
    else:
        page, text, chosen = PAGES[name]
        open_app(page.capitalize(), **{"text": "low lower", "encode_text": "low", **chosen})
        CACHE.clear()
        whole = TEXTS[text]()
        chosen = {
            "text": whole[:MAX_CHAT] if page == "chat" else whole,
            "encode_text": whole[:MAX_ENCODE],
            **chosen,
        }
        run = partial(open_app, page.capitalize(), **chosen)
    stretches = _stretches_between_stops()
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # reset the peak
    before, begun = _peak(), _cpu()
    run()
    cpu = _cpu() - begun
    unstopped = max(stretches) if name in PAGES else cpu
    return {"cpu": cpu, "unstopped": unstopped, "megabytes": _peak() - before}


def _read(files: dict[str, bytes]) -> None:
    with suppress(BpeError):
        given = {} if detect(files)[0].keeps_pattern else {"split_pattern": "gpt2"}
        read(files, max_bytes=MAX_TOKENIZER_MB * 1_000_000, own_patterns=False, **given)


def _stretches_between_stops() -> list[float]:
    """Collect the CPU seconds of the script between two points where Streamlit checks for a stop request."""
    stretches: list[float] = []
    name = "_maybe_handle_execution_control_request"
    looks = getattr(ScriptRunner, name)
    last: dict[int, float] = {}

    def look(self: ScriptRunner) -> None:
        now = time.thread_time()
        stretches.append(now - last.get(id(self), now))
        last[id(self)] = now
        looks(self)

    setattr(ScriptRunner, name, look)
    return stretches


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _peak() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1000


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(_measure(sys.argv[2])))
    else:
        sys.exit(main(*sys.argv[1:2]))
