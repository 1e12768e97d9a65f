"""Three visitors of “Size of each part” at once, each with the largest and most expensive request that is taken.

    python -m benchmarks.hostile_requests

The three paste at the same time into a fresh server, are answered, and disconnect; then three more. The peak is the
largest resident memory of the server's process so far, "after" is what is left when their sessions have been dropped.
Exits with 1 if the peak exceeds `MOST`, or if more than half of what was gained stays. Linux only.
"""

import asyncio
import json
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.load import DROPPED, megabytes, serve
from benchmarks.measure import machine
from benchmarks.visitor import Record, Visitor

MOST = 1_000.0  # megabytes
CHARACTERS = 4_000_000
_TOOLS = 10_000


def bodies() -> list[dict[str, str]]:
    """Return the requests of each three visitors, by what is expensive about them."""
    random = Random(1)

    def asked(content: str, **more: Any) -> dict[str, Any]:
        return {"model": "gpt-4o", "messages": [{"role": "user", "content": content}], **more}

    def tools(description: str, parameters: Any, times: int) -> list[Any]:
        function = {"description": description, "parameters": parameters}
        return [{"type": "function", "function": {"name": f"t{at}", **function}} for at in range(times)]

    def written(body: Any) -> str:
        return json.dumps(body, ensure_ascii=False)

    deep: Any = [1] * 1_200_000
    for _ in range(50):
        deep = {"a": deep}
    rare = "".join(chr(random.randrange(0x20000, 0x2A000)) for _ in range(3_900_000))
    said = [{"role": ("user", "assistant")[at % 2], "content": "a b " * 90} for at in range(9_000)]
    return [
        {
            "letters in any order": written(
                asked("".join(random.choices("etaoinshrdlu 0123456789{}", k=3_900_000)))
            ),
            "10,000 tools with one paragraph": written(asked("a", tools=tools("Do it. " * 40, {}, _TOOLS))),
            "numbers that a template indents": written(
                {**asked("a", tools=tools("", deep, 1)), "model": "llama-3.2"}
            ),
        },
        {
            "9,000 messages that repeat": written({"model": "qwen3", "messages": said}),
            "one letter": written(asked("a" * 3_900_000)),
            "rare ideographs": written(asked(rare)),
        },
    ]


class Guest(Visitor):
    """A visitor of “Size of each part”, who waits for the others' turns."""

    patience = 600.0

    async def paste_request(self, text: str) -> float:
        """Paste a request; return how many seconds the answer took."""
        self._page, self._query = "chat", "view=sizes"
        begun = time.monotonic()
        await self.paste(text)
        return time.monotonic() - begun


def peak_megabytes(pid: int) -> float:
    """Return the largest resident memory that a process has had."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


async def visits(port: int, pid: int) -> bool:
    """Print what each three visitors cost; return whether all of it is within the limits."""
    record = Record()
    await Guest(port, record, Random(0)).paste_request(
        '{"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}]}'
    )
    before = megabytes(pid)
    fits = True
    print("| three visitors | seconds until each is answered | before MB | peak MB | after they left MB |")
    print("|---" * 5 + "|")
    for number, three in enumerate(bodies()):
        guests = [
            Guest(port, record, Random(f"{number} {at}")).paste_request(text)
            for at, text in enumerate(three.values())
        ]
        took = await asyncio.gather(*guests)
        await asyncio.sleep(DROPPED)
        peak, after = peak_megabytes(pid), megabytes(pid)
        print(
            f"| {'; '.join(three)} | {', '.join(f'{one:.0f}' for one in took)} | {before:.0f} | {peak:.0f} | {after:.0f} |",
            flush=True,
        )
        fits = fits and peak < MOST and after - before < (peak - before) / 2
    for error in record.errors:
        print(f"    {error}")
    return fits and not record.errors


def main() -> int:
    """Print a table; return 1 if a limit is exceeded."""
    print(f"\n{machine()}\n")
    with serve() as (port, pid):
        return not asyncio.run(visits(port, pid))


if __name__ == "__main__":
    sys.exit(main())
