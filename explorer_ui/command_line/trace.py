"""`bpe-explorer trace`: how a text is encoded, merge by merge."""

import os
import sys
from argparse import Namespace
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import numpy as np

from bpe_core.tokenizer import AppliedMerge, Tokenizer, Trace
from bpe_core.types import BOUNDARY
from explorer_ui.command_line.reading import naming, texts_of, tokenizer_of
from explorer_ui.command_line.writing import bare, say

_AROUND = 20
"""How many tokens a row shows on either side of the new token: a chunk may be a whole text."""


def run(options: Namespace) -> None:
    """Print a row per merge: its rank, the id of the new token, and the tokens of the chunk after it."""
    tokenizer = tokenizer_of(options)
    for name, text in texts_of(options):
        if name:
            say(f"file    {name}")
        with naming(name):
            trace = tokenizer.trace(text)
        for row in rows(tokenizer, trace, coloured=in_colour(options.color)):
            say(row)


def in_colour(wanted: str) -> bool:
    """Whether to print colours: `auto` means in a terminal that supports them, unless NO_COLOR is set (no-color.org).

    >>> in_colour("always"), in_colour("never")
    (True, False)
    """
    if wanted != "auto":
        return wanted == "always"
    dumb = os.environ.get("TERM") == "dumb" or (os.name == "nt" and "WT_SESSION" not in os.environ)
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and not dumb


def rows(tokenizer: Tokenizer, trace: Trace, *, coloured: bool) -> Iterator[str]:
    """Yield the rows, chunk by chunk: first its base units, then what each merge made, which is marked.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> for row in rows(tokenizer, tokenizer.trace("slow"), coloured=False):
    ...     print(row)
        rank        id  tokens
                        s|l|o|w
           0       256  s|[lo]|w
           1       257  s|[low]
    """
    yield f"{'rank':>8}  {'id':>8}  tokens"
    base: list[int] = trace.base_ids.tolist()
    ends = [*(np.flatnonzero(trace.closed_at == BOUNDARY) + 1).tolist(), len(base)] if base else []
    # If the training lifted chunk boundaries, the text between two remaining boundaries counts as a chunk here.
    merges_applied: list[list[AppliedMerge]] = [[] for _ in ends]
    for merge in trace.applied:
        merges_applied[bisect_right(ends, merge.gap)].append(merge)
    start = 0
    for end, applied in zip(ends, merges_applied, strict=True):
        chunk = _Chunk(tokenizer, base[start:end], start)
        yield f"{'':>8}  {'':>8}  {chunk.row(None, coloured=coloured)}"
        for merge in applied:
            made = chunk.apply(merge)
            yield f"{merge.rank:>8}  {merge.new_id:>8}  {chunk.row(made, coloured=coloured)}"
        start = end


class _Chunk:
    """A chunk as its merges are applied: the ids of its tokens, and the base unit at which each ends."""

    def __init__(self, tokenizer: Tokenizer, base: list[int], start: int) -> None:
        self._vocab = tokenizer.vocab
        self._ids = base
        self._ends = list(range(start + 1, start + len(base) + 1))

    def apply(self, merge: AppliedMerge) -> int:
        """Apply a merge and return the index of the token that it made."""
        left = bisect_left(self._ends, merge.gap + 1)
        self._ids[left : left + 2] = [merge.new_id]
        del self._ends[left]
        return left

    def row(self, made: int | None, *, coloured: bool) -> str:
        """Return the tokens with bars between them; the one that was just made is in brackets or in colour."""
        at = made or 0
        first, last = max(at - _AROUND, 0), at + _AROUND + 1
        words = [bare(self._vocab[token_id]) for token_id in self._ids[first:last]]
        bar = "\x1b[2m|\x1b[0m" if coloured else "|"
        if made is not None:
            word = words[made - first]
            words[made - first] = f"\x1b[1;30;46m{word}\x1b[0m" if coloured else f"[{word}]"
        before, after = "…" if first else "", "…" if last < len(self._ids) else ""
        return before + bar.join(words) + after
