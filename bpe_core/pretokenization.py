"""Pre-tokenization: splits a text into chunks before any merge; no merge crosses a chunk boundary."""

from array import array
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain

import regex

from bpe_core.branch_numbers import branch_numbers, matches
from bpe_core.dialects import FANCY, DialectError, compiled, translated
from bpe_core.patterns import BRANCHES, SPLIT_PATTERNS
from bpe_core.types import BpeError, Chunk
from bpe_core.unicode16 import as_unicode16

_NAME = regex.compile(r"[A-Za-z0-9_-]+")


def pretokenize(text: str, split_pattern: str | None) -> list[Chunk]:
    """Split a text into chunks, and find the branch of the pattern that matched each chunk.

    `split_pattern` is a name in `SPLIT_PATTERNS`, a pattern, or None for a single chunk. A pattern has the
    meaning that it has in tiktoken (see `dialects`), also in its version of Unicode (see `unicode16`). Text
    that it does not match becomes chunks with branch -1, so that no character is lost. If the branches of a
    pattern cannot be distinguished, because it has backreferences, all matches have branch 0. Raises
    `BpeError` for an invalid regular expression, for one with a construct that may mean something else in
    tiktoken, and for a bare word that is not a known name.

    >>> [chunk.text for chunk in pretokenize("I'm in room 42a", "gpt2")]
    ['I', "'m", ' in', ' room', ' 42', 'a']
    >>> pretokenize("no!", r"[a-z]+")
    [Chunk(text='no', start=0, branch=0), Chunk(text='!', start=2, branch=-1)]
    """
    check_split_pattern(split_pattern)
    if split_pattern is None:
        return [Chunk(text, 0, 0)] if text else []
    if split_pattern in BRANCHES:
        found = _compile_branches(split_pattern).finditer(as_unicode16(text))
        spans: Iterable[tuple[int, int, int]] = (
            (*match.span(), (match.lastindex or 0) - 1) for match in found
        )
    else:
        spans = _spans(text, split_pattern, tell_branches=True)
    return [Chunk(text[start:end], start, branch) for start, end, branch in spans]


def split(text: str, split_pattern: str | None) -> list[str]:
    """Split a text into the same chunks as `pretokenize`, but faster, because the branches are not needed.

    >>> split("end   ", "gpt2"), split("a   b", "gpt2")
    (['end', '   '], ['a', '  ', ' b'])
    """
    if split_pattern is None:
        return [text] if text else []
    if split_pattern in SPLIT_PATTERNS and as_unicode16(text) is text:
        return _compile(split_pattern).findall(text)
    return [text[start:end] for start, end, _ in _spans(text, split_pattern, tell_branches=False)]


def is_unknown_name(split_pattern: str | None) -> bool:
    r"""Return whether a split pattern is a bare word but not a published name, so almost certainly mistyped.

    >>> is_unknown_name("gpt5"), is_unknown_name("gpt2"), is_unknown_name(r"\w+")
    (True, False, False)
    """
    if split_pattern is None or split_pattern in SPLIT_PATTERNS:
        return False
    return _NAME.fullmatch(split_pattern) is not None


def check_split_pattern(split_pattern: str | None) -> None:
    """Raise `BpeError` for a mistyped name, which as a pattern would match only its own letters.

    Also for a pattern with a construct that may mean something else in tiktoken.

    >>> try:
    ...     check_split_pattern("gpt5")
    ... except BpeError as error:
    ...     print(str(error)[:28])
    Unknown split pattern 'gpt5'
    """
    if is_unknown_name(split_pattern):
        raise BpeError(
            f"Unknown split pattern {split_pattern!r}; the known ones are {', '.join(SPLIT_PATTERNS)}. For a "
            "regular expression that is a bare word, write (?:word)."
        )
    if split_pattern is not None and split_pattern not in SPLIT_PATTERNS:
        try:
            translated(split_pattern, FANCY)
        except DialectError as error:
            if error.is_syntax:
                compiled(split_pattern)
            raise


def split_branches(pattern: str) -> list[str]:
    """Split a pattern at its top-level `|`.

    >>> split_branches("'s|[|a]+|(b|c)|")
    ["'s", '[|a]+', '(b|c)', '']
    """
    branches = [""]
    depth = 0
    class_start = -1
    index = 0
    while index < len(pattern):
        sign = pattern[index]
        if sign == "\\":
            sign = pattern[index : index + 2]
        elif class_start >= 0:
            # A `]` at the start of a class, also after `^`, is a literal: []a] and [^]a].
            if sign == "]" and pattern[class_start + 1 : index] not in ("", "^"):
                class_start = -1
        elif sign == "[":
            class_start = index
        elif sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
        elif sign == "|" and depth == 0:
            branches.append("")
            index += 1
            continue
        branches[-1] += sign
        index += len(sign)
    return branches


def _spans(text: str, split_pattern: str, *, tell_branches: bool) -> Iterator[tuple[int, int, int]]:
    matcher = _compile(split_pattern)
    if split_pattern in SPLIT_PATTERNS or translated(split_pattern, FANCY).names_class:
        text = as_unicode16(text)
    spans = array("I", chain.from_iterable(match.span() for match in matches(matcher, text) if match.group()))
    branches = None
    if tell_branches:
        branches = branch_numbers(regex, matcher, split_branches(matcher.pattern), text, spans)
    done = 0
    for index, branch in enumerate(branches or bytes(len(spans) // 2)):
        start, end = spans[2 * index], spans[2 * index + 1]
        if start > done:
            yield done, start, -1
        yield start, end, branch
        done = end
    if done < len(text):
        yield done, len(text), -1


@cache
def _compile_branches(name: str) -> "regex.Pattern[str]":
    """Compile a published pattern with each branch in its own group, whose number then gives the branch.

    The matches stay the same, because the branches contain no groups and no backreferences.
    """
    return regex.compile("|".join(f"({branch.pattern})" for branch in BRANCHES[name]))


@lru_cache(maxsize=32)
def _compile(split_pattern: str) -> "regex.Pattern[str]":
    if split_pattern in SPLIT_PATTERNS:
        return regex.compile(SPLIT_PATTERNS[split_pattern])
    check_split_pattern(split_pattern)
    return compiled(translated(split_pattern, FANCY).written)
