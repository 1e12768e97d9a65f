"""Splits a text by a pattern that a stranger typed, or searches texts with it.

A regular expression can take exponential time (`(a|aa)+$`) or fill the memory while it is compiled
(`(((a{100}){100}){100}){100}`), and meanwhile no other Python thread can run. So it is compiled and tried in
its own process, with limits on processor time, memory and wall-clock time. That process, `safe_split_child`,
returns positions in the text, never code.
"""

import hashlib
import json
import os
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from threading import Condition
from typing import Any, Generic, Literal, TypeAlias, TypeGuard, TypeVar

import numpy as np
import numpy.typing as npt
import regex

from bpe_core.alphabets import IntArray, replace_lone_surrogates
from bpe_core.dialects import FANCY, DialectError, translated
from bpe_core.pretokenization import split_branches
from bpe_core.types import Chunk
from bpe_core.unicode16 import as_unicode16

MAX_PATTERN = 2_000
"""The longest custom pattern, in characters."""

MAX_PATTERN_TEXT = 200_000
"""The longest text that a custom pattern can split, in characters."""

MAX_SEARCHED = 4_000_000
"""The maximum number of characters that a custom pattern can search; Gemma's vocabulary has 1.8 million."""

QUICK_SECONDS = 0.1
SCREEN_SECONDS = 0.1  # for a sample of a vocabulary, with which a search begins
SEARCH_SECONDS = 0.5  # enough to search a whole vocabulary with a fast pattern
CPU_SECONDS = 2
WALL_SECONDS = 6.0
MEMORY_BYTES = 2**28

RefusalKind: TypeAlias = Literal[
    "syntax",
    "pattern-too-long",
    "text-too-long",
    "dialect",
    "timeout",
    "memory",
    "too-nested",
    "crash",
    "busy",
    "unsupported-system",
]

_Found = TypeVar("_Found")

_CHILD = Path(__file__).with_name("safe_split_child.py")


class LeastDebtFirst:
    """A semaphore that wakes the waiter with the smallest debt first, and of equal ones the newest.

    The debt of a visitor is the time that was spent in vain on their patterns. So an honest pattern passes
    those that take long, and a new request need not wait for the ones that are already waiting.

    >>> slots = LeastDebtFirst(1)
    >>> slots.acquire(timeout=0), slots.acquire(timeout=0), slots.release(), slots.acquire(timeout=0)
    (True, False, None, True)
    """

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: set[tuple[float, int]] = set()  # debt, and minus a number that increases
        self._number = count()
        self._changed = Condition()

    def acquire(self, *, timeout: float, debt: float = 0.0) -> bool:
        """Wait for a slot; returns whether one became free in time."""
        with self._changed:
            me = debt, -next(self._number)
            self._waiting.add(me)
            came = self._changed.wait_for(lambda: self._free > 0 and min(self._waiting) == me, timeout)
            self._waiting.discard(me)
            self._free -= came
            self._changed.notify_all()
        return came

    def release(self) -> None:
        """Free the slot."""
        with self._changed:
            self._free += 1
            self._changed.notify_all()


_PROCESSORS = os.cpu_count() or 1
# Every pattern first gets a short time limit, which is enough for nearly all. Patterns that need longer wait
# in a separate queue, so that they do not delay others. `limit_slots` gives each queue as many slots as fit
# into memory.
_QUICK_SLOTS = LeastDebtFirst(max(2, _PROCESSORS))
_SLOTS = LeastDebtFirst(max(2, _PROCESSORS))
# Digests of patterns that exceeded a limit, the newest last; they are rejected without another try.
_STOPPED: OrderedDict[bytes, "PatternRefused"] = OrderedDict()
_MOST_STOPPED = 1_000
# The seconds spent in vain on the patterns of a visitor since the last one that finished, the newest last. A
# visitor with such a debt goes to the slow queue at once, so that one who sends one slow pattern after
# another blocks the fast slots only once. Negative if a pattern finished: such visitors come before unknown ones.
_DEBTS: OrderedDict[Hashable, float] = OrderedDict()
# Visitors whose pattern is running.
_VISITORS: set[Hashable] = set()
_TURNS = Condition()

_SENTENCES: dict[RefusalKind, str] = {
    "timeout": (
        f"The pattern was stopped after {CPU_SECONDS} seconds of work. Often there are too many "
        "ways to match, because a choice or a repetition is inside a repetition, as in (a|aa)+."
    ),
    "memory": (
        "The pattern was stopped because it needs more than 256 MB of memory, often because of large "
        "repetitions inside repetitions, as in (a{100}){100}."
    ),
    "too-nested": "The pattern has too many groups inside groups.",
    "crash": "The pattern crashed the program that tries it. Nothing else was affected; try another pattern.",
    "busy": "Too many patterns are being tried on this server right now. Try again in a moment.",
    "unsupported-system": (
        "A custom pattern runs in a process whose memory and time are limited, and Windows has no such "
        "limits. The published patterns work."
    ),
}


@dataclass(frozen=True, eq=False, slots=True)
class OwnSplit:
    """A text split by a custom pattern.

    `ends` int32 has the end of each chunk, in characters; the first chunk begins at 0, and each other chunk
    where the previous one ends, so no character is lost. `taken_by` int16 has the index of the branch that
    matched each chunk, or -1 for unmatched text. `empty_matches` counts the empty matches, which split
    nothing. `branches` are the top-level alternatives; if it is unknown which of them matched,
    `branches_known` is False, and `branches` has only the whole pattern.
    """

    text: str
    branches: tuple[str, ...]
    branches_known: bool
    ends: IntArray
    taken_by: npt.NDArray[np.int16]
    empty_matches: int

    def chunks(self) -> list[Chunk]:
        """Return the chunks as `pretokenize` does."""
        spans = pairwise([0, *self.ends.tolist()])
        return [
            Chunk(self.text[start:end], start, branch)
            for (start, end), branch in zip(spans, self.taken_by.tolist(), strict=True)
        ]


@dataclass(frozen=True, slots=True)
class PatternRefused:
    """Why a pattern was rejected: the kind of reason, a message, and the position of the error, if known."""

    kind: RefusalKind
    message: str
    position: int | None = None


def split_safely(
    text: str,
    pattern: str,
    *,
    cpu_seconds: int = CPU_SECONDS,
    wall_seconds: float = WALL_SECONDS,
    memory_bytes: int = MEMORY_BYTES,
    visitor: Hashable = None,
) -> OwnSplit | PatternRefused:
    """Split a text by a pattern that may be hostile, as `pretokenize` does.

    Always returns, a few seconds after `wall_seconds` at the latest.

    If `visitor` is given, only one pattern of that visitor runs at a time. Never raises for any pattern or
    text. Unpaired surrogates in them become U+FFFD. On Linux all limits apply; macOS limits only time, not
    memory; Windows limits neither, so every pattern is rejected there.

    >>> split = split_safely("no!", "[a-z]+")
    >>> split.chunks()
    [Chunk(text='no', start=0, branch=0), Chunk(text='!', start=2, branch=-1)]
    >>> split_safely("no!", "a|(b").position
    4
    """
    if too_long := _too_long(text, pattern, MAX_PATTERN_TEXT):
        return too_long
    text, pattern = replace_lone_surrogates(text), replace_lone_surrogates(pattern)
    result = partial(_read_split, text, pattern, split_branches(pattern))

    def run(seen: str, written: str) -> OwnSplit | PatternRefused:
        return _safely(
            _Task(seen, written, {"branches": split_branches(written)}, result),
            cpu_seconds=cpu_seconds,
            wall_seconds=wall_seconds,
            memory_bytes=memory_bytes,
            visitor=visitor,
        )

    def own_error(otherwise: PatternRefused) -> PatternRefused:
        """Return the error of the pattern itself, before its translation, if it has one."""
        tried = run("", pattern)
        return tried if isinstance(tried, PatternRefused) else otherwise

    try:
        own = translated(pattern, FANCY)
    except DialectError as error:
        refused = PatternRefused("dialect", str(error), error.index)
        return own_error(refused) if error.is_syntax else refused
    found = run(as_unicode16(text) if own.names_class else text, own.written)
    if isinstance(found, PatternRefused) and found.kind == "syntax" and own.written != pattern:
        # The position refers to the translation.
        return own_error(replace(found, position=None))
    return found


def search_safely(
    texts: Sequence[str],
    pattern: str,
    *,
    cpu_seconds: int = CPU_SECONDS,
    wall_seconds: float = WALL_SECONDS,
    memory_bytes: int = MEMORY_BYTES,
    visitor: Hashable = None,
) -> IntArray | PatternRefused:
    """Return the indices of the texts in which a pattern that may be hostile is found; int32, increasing.

    The same limits and guarantees as for `split_safely` apply. Each text is searched separately, so ^ and $
    match at its ends.

    >>> search_safely(["low", "slow", "lot"], "low$").tolist()
    [0, 1]
    """
    pattern = replace_lone_surrogates(pattern)
    text = replace_lone_surrogates("".join(texts))
    if too_long := _too_long(text, pattern, MAX_SEARCHED):
        return too_long
    return _safely(
        _Task(text, pattern, {"lengths": list(map(len, texts))}, _read_found, SEARCH_SECONDS),
        cpu_seconds=cpu_seconds,
        wall_seconds=wall_seconds,
        memory_bytes=memory_bytes,
        visitor=visitor,
    )


@dataclass(frozen=True, slots=True)
class _Task(Generic[_Found]):
    """The task of the child process: `more` is sent with the pattern, and `read` reads the answer."""

    text: str
    pattern: str
    more: Mapping[str, Any]
    read: Callable[[dict[str, Any], bytes], _Found]
    quick_seconds: float = QUICK_SECONDS


def _safely(
    task: _Task[_Found], *, cpu_seconds: int, wall_seconds: float, memory_bytes: int, visitor: Hashable
) -> _Found | PatternRefused:
    if sys.platform == "win32":
        return _refused("unsupported-system")
    asked = repr((task.pattern, task.more, cpu_seconds, memory_bytes)) + task.text
    digest = hashlib.blake2b(asked.encode(), digest_size=16).digest()
    if stopped := _STOPPED.get(digest):
        return stopped
    deadline = time.monotonic() + wall_seconds
    with _turn_of(visitor, deadline) as is_ours:
        if not is_ours:
            return _refused("busy")
        debt = _DEBTS.get(visitor, 0.0)
        queues = [(_QUICK_SLOTS, task.quick_seconds), (_SLOTS, float(cpu_seconds))]
        for slots, seconds in queues[debt > 0 :]:
            found = _try(task, slots, seconds, debt=debt, memory_bytes=memory_bytes, deadline=deadline)
            debt = max(debt, 0.0) + seconds
            _note_end(visitor, found, debt)
            if not _is_over_limit(found) or found.kind != "timeout":
                break
    if _is_over_limit(found):
        _keep_newest(_STOPPED, digest, found)
    return found


def _is_over_limit(found: object) -> TypeGuard[PatternRefused]:
    """Return whether a pattern was stopped by its own limits, and not because the server is busy."""
    limits = _SENTENCES["timeout"], _SENTENCES["memory"]
    return isinstance(found, PatternRefused) and found.message in limits


def limit_slots(memory_bytes: int) -> int:
    """Limit how many patterns run at once to what fits into memory; returns the number of slots per queue.

    Each queue gets one slot per processor but at least two; fewer if memory is short, but at least one. Call
    this before the first pattern is tried: patterns that are already running are not counted.
    """
    global _QUICK_SLOTS, _SLOTS
    slots = max(1, min(max(2, _PROCESSORS), memory_bytes // (2 * MEMORY_BYTES)))
    _QUICK_SLOTS, _SLOTS = LeastDebtFirst(slots), LeastDebtFirst(slots)
    return slots


def _note_end(visitor: Hashable, found: object, debt: float) -> None:
    if visitor is not None and _is_over_limit(found):
        _keep_newest(_DEBTS, visitor, debt)
    # A pattern that got no slot, or too little time in it, says nothing about its visitor: the debt remains.
    elif visitor is not None and getattr(found, "kind", None) not in ("busy", "timeout"):
        _keep_newest(_DEBTS, visitor, -1.0)


def _keep_newest(kept: "OrderedDict[Any, Any]", key: Hashable, value: object) -> None:
    kept[key] = value
    while len(kept) > _MOST_STOPPED:
        kept.popitem(last=False)


@contextmanager
def _turn_of(visitor: Hashable, deadline: float) -> Iterator[bool]:
    # Yields whether the visitor's turn came before the deadline; without a visitor, there is no need to wait.
    if visitor is None:
        yield True
        return
    with _TURNS:
        came = _TURNS.wait_for(lambda: visitor not in _VISITORS, timeout=deadline - time.monotonic())
        if came:
            _VISITORS.add(visitor)
    try:
        yield came
    finally:
        if came:
            with _TURNS:
                _VISITORS.discard(visitor)
                _TURNS.notify_all()


def _try(
    task: _Task[_Found],
    slots: LeastDebtFirst,
    cpu_seconds: float,
    *,
    debt: float,
    memory_bytes: int,
    deadline: float,
) -> _Found | PatternRefused:
    asked = {
        **task.more,
        "pattern": task.pattern,
        "cpu_seconds": cpu_seconds,
        "screen_seconds": SCREEN_SECONDS if slots is _QUICK_SLOTS else cpu_seconds,
        "memory_bytes": memory_bytes,
        # Patterns that need longer run with low priority.
        "niceness": 19 if cpu_seconds > task.quick_seconds else 0,
        "folders": [str(Path(regex.__file__).parents[1]), str(_CHILD.parents[1])],
    }
    if not slots.acquire(timeout=max(deadline - time.monotonic(), 0), debt=debt):
        return _refused("busy")
    try:
        # A pattern that came late to its slot has some time too: its result is worth more than a refusal.
        done = _run_child(asked, task.text, timeout=max(deadline - time.monotonic(), WALL_SECONDS / 2))
    except subprocess.TimeoutExpired:
        return PatternRefused(
            "timeout",
            "The pattern was stopped before it finished. Either it has too many ways to match, or this server is busy; "
            "in that case, try again.",
        )
    finally:
        slots.release()
    if not done.stdout:
        return _refused(_kind_of_death(done.returncode, done.stderr))
    first_line, _, body = done.stdout.partition(b"\n")
    header = json.loads(first_line)
    outcome = header["outcome"]
    if outcome == "syntax":
        message = f"The pattern is not a valid regular expression: {header['message']}."
        return PatternRefused("syntax", message, header["position"])
    return task.read(header, body) if outcome == "found" else _refused(outcome)


def _run_child(task: dict[str, Any], text: str, *, timeout: float) -> "subprocess.CompletedProcess[bytes]":
    # -I: Python ignores the environment and this folder, where a module could shadow one of Python's own.
    # -S: Python does not load site-packages, which halves the startup time.
    return subprocess.run(  # noqa: S603 - our own file; the input is passed as data
        [sys.executable, "-I", "-S", "-W", "ignore", str(_CHILD)],
        input=json.dumps(task).encode("ascii") + b"\n" + text.encode("utf-8"),
        capture_output=True,
        timeout=timeout,
        check=False,
    )


def _too_long(text: str, pattern: str, most: int) -> PatternRefused | None:
    if len(pattern) > MAX_PATTERN:
        message = f"The pattern has {len(pattern):,} characters; the limit is {MAX_PATTERN:,}."
        return PatternRefused("pattern-too-long", message, MAX_PATTERN)
    if len(text) > most:
        message = f"The text has {len(text):,} characters; the limit for a custom pattern is {most:,}."
        return PatternRefused("text-too-long", message)
    return None


def _read_split(
    text: str, pattern: str, branches: list[str], header: dict[str, Any], body: bytes
) -> OwnSplit:
    count = len(body) // 6
    return OwnSplit(
        text=text,
        branches=tuple(branches) if header["branches_known"] else (pattern,),
        branches_known=header["branches_known"],
        ends=np.frombuffer(body, np.uint32, count).astype(np.int32),
        taken_by=np.frombuffer(body, np.int16, count, offset=4 * count),
        empty_matches=header["empty_matches"],
    )


def _read_found(_header: dict[str, Any], body: bytes) -> IntArray:
    return np.frombuffer(body, np.uint32).astype(np.int32)


def _kind_of_death(returncode: int, complaint: bytes) -> RefusalKind:
    # A process that exceeds its processor time is ended by SIGXCPU (24 on Linux and macOS), or by SIGPROF
    # (27) from the timer. A system short of memory sends SIGKILL (9), and a process that exceeds its own
    # memory limit may fail before it can report that.
    if returncode in (-24, -27):
        return "timeout"
    return "memory" if returncode == -9 or b"MemoryError" in complaint else "crash"


def _refused(kind: RefusalKind) -> PatternRefused:
    return PatternRefused(kind, _SENTENCES[kind])
