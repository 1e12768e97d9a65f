"""Text to chunks: the cut that comes before byte-pair encoding, and that no merge crosses."""

from collections.abc import Iterator
from functools import lru_cache

import regex

from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.types import BpeError, Chunk
from bpe_core.unicode16 import as_unicode16


def pretokenize(text: str, split_pattern: str | None) -> list[Chunk]:
    """Cut a text into chunks and say which branch of the pattern took each.

    `split_pattern` is a name in `SPLIT_PATTERNS`, a pattern, or None for one single chunk. What the
    pattern leaves over becomes chunks with branch -1, so that no character is lost. The published
    patterns hold to Unicode 16, as tiktoken does (see `unicode16`). Raises `BpeError` for a pattern that
    is no regular expression.

    >>> [chunk.text for chunk in pretokenize("I'm in room 42a", "gpt2")]
    ['I', "'m", ' in', ' room', ' 42', 'a']
    >>> pretokenize("no!", r"[a-z]+")
    [Chunk(text='no', start=0, branch=0), Chunk(text='!', start=2, branch=-1)]
    """
    if split_pattern is None:
        return [Chunk(text, 0, 0)] if text else []
    return [
        Chunk(text[start:end], start, branch) for start, end, branch in _branch_spans(text, split_pattern)
    ]


def split(text: str, split_pattern: str | None) -> list[str]:
    """Cut a text into the pieces that `pretokenize` gives, without the branches: faster.

    >>> split("end   ", "gpt2"), split("a   b", "gpt2")
    (['end', '   '], ['a', '  ', ' b'])
    """
    if split_pattern is None:
        return [text] if text else []
    if split_pattern in SPLIT_PATTERNS and as_unicode16(text) is text:
        return _compile(SPLIT_PATTERNS[split_pattern]).findall(text)
    return [text[start:end] for start, end, _ in _branch_spans(text, split_pattern)]


def split_branches(pattern: str) -> list[str]:
    """Cut a pattern at its top-level `|`.

    >>> split_branches("'s|[|a]+|(b|c)|")
    ["'s", '[|a]+', '(b|c)', '']
    """
    branches = [""]
    depth = 0
    class_start = -1
    place = 0
    while place < len(pattern):
        sign = pattern[place]
        if sign == "\\":
            sign = pattern[place : place + 2]
        elif class_start >= 0:
            # The first sign of a class may be a literal `]`, also after `^`: []a] and [^]a].
            if sign == "]" and pattern[class_start + 1 : place] not in ("", "^"):
                class_start = -1
        elif sign == "[":
            class_start = place
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
        elif sign == "|" and depth == 0:
            branches.append("")
            place += 1
            continue
        branches[-1] += sign
        place += len(sign)
    return branches


def _branch_spans(text: str, split_pattern: str) -> Iterator[tuple[int, int, int]]:
    matcher, branch_of_group = _compile_branches(SPLIT_PATTERNS.get(split_pattern, split_pattern))
    if split_pattern in SPLIT_PATTERNS:
        text = as_unicode16(text)
    done = 0
    for match in matcher.finditer(text):
        start, end = match.span()
        if start == end:
            continue
        if start > done:
            yield done, start, -1
        yield start, end, branch_of_group[match.lastindex or 0]
        done = end
    if done < len(text):
        yield done, len(text), -1


@lru_cache(maxsize=32)
def _compile(pattern: str) -> "regex.Pattern[str]":
    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise BpeError(f"The split pattern is no regular expression: {error}.") from None


@lru_cache(maxsize=32)
def _compile_branches(pattern: str) -> tuple["regex.Pattern[str]", dict[int, int]]:
    # Each branch gets a capturing group; the outermost group closes last, so `lastindex` names it:
    # a(b)|c  becomes  (a(b))|(c)  with groups 1 and 3.
    _compile(pattern)
    branches = split_branches(pattern)
    branch_of_group = {0: 0}
    group = 1
    for number, branch in enumerate(branches):
        branch_of_group[group] = number
        group += 1 + _compile(branch).groups
    return _compile("|".join(f"({branch})" for branch in branches)), branch_of_group
