"""What a file format is, as a value: a new one is a module that ends in such a value, and a row in `FORMATS`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from bpe_core.formats.checks import MAX_FILE
from bpe_core.formats.split_patterns import NOT_GIVEN, NotGiven
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
class ReadOptions:
    """What the caller of `read` says in addition to the files; see there."""

    split_pattern: str | NotGiven | None = NOT_GIVEN
    special_tokens: Mapping[str, int] | None = None
    max_bytes: int = MAX_FILE
    own_patterns: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFormat:
    """A file format that is read: how its files are called and told.

    `suffixes` are the ends of its file names, one for each file that is read, `files` how a person names them all.
    `keeps_pattern` says whether the split pattern is in the files; else the reader must be told. `matches` is given
    the name of the first file in lower case and its first bytes without what is blank. `read` is given the contents
    and the names, in the order of `suffixes`.
    """

    name: str
    files: str
    suffixes: tuple[str, ...]
    keeps_pattern: bool
    matches: Callable[[str, bytes], Sure]
    read: Callable[[Sequence[bytes], Sequence[str], ReadOptions], Tokenizer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(ReadFormat):
    """One that is written too: `write` returns the files by name, `note` says what to know before saving."""

    title: str
    mime: str
    note: str
    write: Callable[[Tokenizer], dict[str, bytes]]


def reads_one(
    reader: Callable[..., Tokenizer],
) -> Callable[[Sequence[bytes], Sequence[str], ReadOptions], Tokenizer]:
    r"""Return the `read` of a format whose one file holds all: only the bounds of the caller count.

    >>> from bpe_core.formats.minbpe import read_minbpe
    >>> reads_one(read_minbpe)([b"minbpe v1\n\n0\n108 111\n"], ["a.model"], ReadOptions()).encode("lo")
    [256]
    """

    def read(contents: Sequence[bytes], names: Sequence[str], options: ReadOptions) -> Tokenizer:
        return reader(
            contents[0], name=names[0], max_bytes=options.max_bytes, own_patterns=options.own_patterns
        )

    return read
