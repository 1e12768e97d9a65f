"""Reads the split pattern of a file: a published pattern has a name, and a custom pattern is tested first."""

from collections.abc import Mapping
from enum import Enum

from bpe_core.formats.checks import FormatError, Part, shown, wrong
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import is_unknown_name
from bpe_core.sandbox.safe_split import PatternRefused, split_safely
from bpe_core.tables import TABLES, published_table


class NotGiven(Enum):
    """Marks a split pattern that the caller omitted, since None means that a text is one chunk.

    >>> NotGiven.NOT_GIVEN is not None
    True
    """

    NOT_GIVEN = "not given"


NOT_GIVEN = NotGiven.NOT_GIVEN
"""The default of `split_pattern` wherever a file is read."""


class NeedsPatternError(FormatError):
    """A file does not contain its split pattern, is not a published rank table, and the caller gave no pattern.

    >>> str(NeedsPatternError("mine.tiktoken"))[:60]
    'mine.tiktoken does not hold the split pattern that it was tr'
    """

    def __init__(self, file: str) -> None:
        super().__init__(
            f"{file} does not hold the split pattern that it was trained with, and any other gives wrong ids: pass "
            f"split_pattern, one of {', '.join(SPLIT_PATTERNS)}, a regular expression, or None to treat every "
            "text as one chunk."
        )
        self.file = file


_SAME_CUTS: Mapping[str, str] = {
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+": "gpt2",
    r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s": "gpt2",
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]"
    r"|\s+(?!\S)|\s+": "cl100k_base",
}
"""Other notations of published patterns, which split every text in the same way (minbpe, tiktoken)."""

_NAME_OF_PATTERN = {pattern: name for name, pattern in SPLIT_PATTERNS.items()} | dict(_SAME_CUTS)


def is_published(pattern: str) -> bool:
    r"""Return whether a pattern is a published one, in any of its known notations.

    >>> is_published(SPLIT_PATTERNS["gpt2"]), is_published("[a-z]+")
    (True, False)
    """
    return pattern in _NAME_OF_PATTERN


def named(pattern: str) -> str:
    """Return the name of a published pattern; any other pattern unchanged, or in a group if it is a bare word.

    In a recipe, a bare word is a name; here it is a regular expression that matches its letters.

    >>> named(SPLIT_PATTERNS["gpt2"]), named("[a-z]+"), named("gpt2")
    ('gpt2', '[a-z]+', '(?:gpt2)')
    """
    bare = pattern in SPLIT_PATTERNS or is_unknown_name(pattern)
    return _NAME_OF_PATTERN.get(pattern) or (f"(?:{pattern})" if bare else pattern)


def read_pattern(pattern: str, file: str, where: str, *, own_patterns: bool) -> str:
    """Return the name of a published pattern, or the pattern itself if `own_patterns` allows it.

    A custom pattern is first tested in its own process (see `split_safely`).
    """
    if is_published(pattern):
        return named(pattern)
    if not own_patterns:
        expected = f"the split pattern of {', '.join(SPLIT_PATTERNS)}"
        raise wrong(file, where, expected=expected, found=f"the pattern {shown(pattern)}")
    tried = split_safely("", pattern)
    if isinstance(tried, PatternRefused):
        found = f"{shown(pattern)} ({tried.message.rstrip('.')})"
        raise wrong(file, where, expected="a split pattern that can be used", found=found)
    return named(pattern)


def read_pattern_or_name(part: Part, *, own_patterns: bool) -> str | None:
    """Return a split pattern: None, the name of a published one, or a regular expression (see `read_pattern`)."""
    pattern = None if part.value is None else part.string()
    if pattern is None or pattern in SPLIT_PATTERNS:
        return pattern
    return read_pattern(pattern, part.file, part.where, own_patterns=own_patterns)


def pattern_beside(
    given: str | NotGiven | None, ranks: Mapping[bytes, int], file: str
) -> tuple[str | None, str | None]:
    """Return the split pattern for a file that lacks it, and the name of its published table, or None.

    The pattern is the given one, or otherwise that of the published table. Raises `NeedsPatternError` if
    there is neither, and `FormatError` for a pattern that cannot be used.

    >>> from bpe_core.tables import mergeable_ranks
    >>> pattern_beside(NOT_GIVEN, mergeable_ranks("cl100k_base"), "a.tiktoken")[0]
    'cl100k_base'
    """
    table = published_table(ranks)
    if given is not NOT_GIVEN:
        if isinstance(given, str) and is_unknown_name(given):
            expected = f"{', '.join(SPLIT_PATTERNS)} or a regular expression"
            raise wrong(file, "split pattern", expected=expected, found=f"{shown(given)}, an unknown name")
        return read_pattern_or_name(Part(given, file, "split pattern"), own_patterns=True), table
    if table is None:
        raise NeedsPatternError(file)
    return TABLES[table].split_pattern, table
