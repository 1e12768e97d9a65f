"""What a file format is, as a value: a new one is a module that ends in such a value, and a row in `FORMATS`."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from bpe_core.tokenizer import Tokenizer


class Sure(IntEnum):
    """How sure it is that files are in a format; the surest format reads them.

    >>> Sure.BY_FIRST_BYTES > Sure.BY_OWN_NAME > Sure.BY_KIND > Sure.BY_NAME > Sure.NOT
    True
    """

    NOT = 0
    BY_NAME = 1
    """The name ends as such files do, and others may too."""
    BY_KIND = 2
    """The file begins as such files do, and others may too: a JSON."""
    BY_OWN_NAME = 3
    """The name ends as no other file does."""
    BY_FIRST_BYTES = 4
    """The file says so itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFormat:
    """A file format that is read: how its files are called and told.

    `suffixes` are the ends of its file names, one for each file that is read, `files` how a person names them all.
    `keeps_pattern` says whether the split pattern is in the files; else the reader must be told. `matches` is given
    the name of the first file in lower case and its first bytes without what is blank. `read` is given the contents
    in the order of `suffixes`, and by keyword their `name`, or `names` where they are several, `max_bytes`, and what
    `formats.read` says of the pattern: `own_patterns` where it is in the files, else `split_pattern` and `special_tokens`.
    """

    name: str
    files: str
    suffixes: tuple[str, ...]
    keeps_pattern: bool
    matches: Callable[[str, bytes], Sure]
    read: Callable[..., Tokenizer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(ReadFormat):
    """One that is written too: `write` returns the files by name, `note` says what to know before saving."""

    title: str
    mime: str
    note: str
    write: Callable[[Tokenizer], dict[str, bytes]]
