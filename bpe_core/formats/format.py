"""What defines a file format; to add a format, write a module with a `Format`, and add it to `FORMATS`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from bpe_core.tokenizer import Tokenizer


class Sure(IntEnum):
    """How certain it is that files are in a format; they are read in the format with the highest value.

    >>> Sure.BY_FIRST_BYTES > Sure.BY_OWN_NAME > Sure.BY_KIND > Sure.BY_NAME > Sure.NOT
    True
    """

    NOT = 0
    BY_NAME = 1
    """The file name has the format's suffix, which other formats use too."""
    BY_KIND = 2
    """The beginning of the file fits this format, but also others, such as any JSON."""
    BY_OWN_NAME = 3
    """The file name has a suffix that no other format uses."""
    BY_FIRST_BYTES = 4
    """The file itself names the format."""


def by_start_or_name(start: bytes, sure: Sure, suffix: str, by_name: Sure) -> Callable[[str, bytes], Sure]:
    r"""Return `matches` of a format: `sure` for a file that begins with a pattern, `by_name` for a suffix.

    >>> matches = by_start_or_name(rb"minbpe", Sure.BY_FIRST_BYTES, ".model", Sure.BY_NAME)
    >>> matches("a.txt", b"\n minbpe v1").name, matches("a.model", b"").name, matches("a.txt", b"").name
    ('BY_FIRST_BYTES', 'BY_NAME', 'NOT')
    """
    begins = re.compile(rb"\s*" + start, re.DOTALL)
    return lambda name, data: sure if begins.match(data) else by_name if name.endswith(suffix) else Sure.NOT


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFormat:
    """A file format that can be read: the names of its files and how to recognize them.

    `suffixes` has the end of each file's name, and `files` is what messages call the files. `keeps_pattern` says
    whether the files contain the split pattern, and `keeps_special` whether a token that was special is special
    in the tokenizer read from them.
    `matches` takes the name of the first file, in lower
    case, and its first bytes without a byte order mark. `read` takes the contents in the order of
    `suffixes`, and as keywords `name` (or `names` for several files), `max_bytes`, and options of
    `formats.read`: `own_patterns` if the pattern is in the files, otherwise `split_pattern` and
    `special_tokens`.
    """

    name: str
    files: str
    suffixes: tuple[str, ...]
    keeps_pattern: bool = True
    keeps_special: Callable[[str], bool] = lambda _: True
    matches: Callable[[str, bytes], Sure]
    read: Callable[..., Tokenizer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(ReadFormat):
    """A format that can be written too: `write` returns the files by name, `note` is shown before saving."""

    title: str
    mime: str = "application/json"
    note: str
    write: Callable[[Tokenizer], dict[str, bytes]]
