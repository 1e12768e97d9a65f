"""Finds the matches of regular expressions of Hugging Face tokenizers, which are in Oniguruma's dialect."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import regex

from bpe_core import dialects
from bpe_core.branch_numbers import matches
from bpe_core.dialects import ONIGURUMA, translated
from bpe_core.unicode16 import as_unicode16


@lru_cache(maxsize=64)
def compiled(pattern: str) -> "regex.Pattern[str]":
    """Return a pattern, translated and compiled; raises `BpeError` for an invalid one."""
    return dialects.compiled(translated(pattern, ONIGURUMA).written)


def spans(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the matches of a pattern, one after another; some may be empty (see `matches`).

    Raises `BpeError` for an invalid pattern.

    >>> list(spans("a*", "baac")), list(spans(r"\s+$", "a  "))
    ([(0, 0), (1, 3), (4, 4)], [(1, 3)])
    """
    if pattern in _IN_THREES:
        runs, only_cuts = _IN_THREES[pattern]
        yield from _in_threes(as_unicode16(text), runs, only_cuts=only_cuts)
        return
    pattern = _AS_QUICK.get(pattern, pattern)
    # A pattern without a character class is matched against the original text.
    if translated(pattern, ONIGURUMA).names_class:
        text = as_unicode16(text)
    yield from (match.span() for match in matches(compiled(pattern), text))


def quoted(pattern: str) -> str:
    r"""Return a pattern or a string in quotes, for people: backslashes are not doubled, as `repr` would.

    >>> print(quoted(r"\s+"), quoted("\n"), quoted("it's"))
    '\s+' '\n' 'it's'
    """
    return f"'{''.join(one if one.isprintable() else repr(one)[1:-1] for one in pattern)}'"


def replacement(pattern: str, content: str) -> str:
    """Return the title of a step that replaces the matches of a pattern.

    >>> print(replacement(" {2,}", "▁"), replacement("##", ""), sep="; ")
    ' {2,}' becomes '▁'; '##' is removed
    """
    return f"{quoted(pattern)} becomes {quoted(content)}" if content else f"{quoted(pattern)} is removed"


def string_spans(string: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the occurrences of a string, one after another; an empty string occurs everywhere.

    >>> list(string_spans("aa", "aaab aa")), list(string_spans("", "a"))
    ([(0, 2), (5, 7)], [(0, 0), (1, 1)])
    """
    # This does not use `as_unicode16`, which replaces the characters that Unicode 16 does not have.
    return (match.span() for match in regex.finditer(regex.escape(string), text))


# Equivalents of three patterns that would scan the rest of a run of blanks from every blank in it. DeepSeek's
# and SeamlessM4T's need to search only from the first blank of a run. Jais 2's searches a run for line ends;
# if there are none, it matches a fixed number of blanks, and need not search the rest again.
JAIS_2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s{512}(?!\S)|\s{256}(?!\S)|\s{128}(?!\S)|\s{64}(?!\S)|\s{32}(?!\S)|\s{16}(?!\S)|\s{8}(?!\S)|\s{4}(?!\S)"
    r"|\s{1,2}(?!\S)|\s{1}"
)
"""The split pattern of Jais 2, as llama.cpp states it."""
_AS_QUICK = {
    r"\s+$": r"(?<!\s)\s+$",
    " +▁": "(?<! ) +▁",
    JAIS_2: JAIS_2.replace(r"|\s*[\r\n]+|", r"|(?<![^\S\r\n])\s*[\r\n]+|"),
}
# Patterns that group digits in threes from the right (Tiny Aya's, and two notations of SuperBPE's): each
# match would look at all later digits. For each: the runs to which it applies, and whether its matches are
# the places between the groups.
_IN_THREES = {
    r"\d{1,3}(?=(?:\d{3})*\b)": (r"(?<!\d)\d++\b", False),
    r"(?=(\d{3})+(?!\d))": (r"\d+", True),
    r"(?=(?:\d{3})+(?!\d))": (r"\d+", True),
}


def _in_threes(text: str, runs: str, *, only_cuts: bool) -> Iterator[tuple[int, int]]:
    for run in compiled(runs).finditer(text):
        start, end = run.span()
        threes = range(start + (end - start) % 3, end, 3)
        if only_cuts:
            yield from ((at, at) for at in threes)
        else:
            yield from pairwise([*([start] if start not in threes else []), *threes, end])
