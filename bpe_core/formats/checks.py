"""The checks that all format readers share, and the wording of their errors.

Files come from strangers. The whole file is checked before anything is built, and every problem is reported
in one sentence: which file, which line or key, what was expected, what was found.
"""

import io
import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bpe_core.types import BpeError

MAX_FILE = 40 * 2**20
"""The default limit for the size of a file, in bytes; Gemma 3's has 33 MB."""

MAX_TOKEN = 2**16
"""The longest token, in bytes: without a limit, 32 merges could make a token of 4 GB by doubling."""

MAX_VOCAB = 4 * 2**20
"""The maximum number of bytes of all tokens together: GPT-4o has 1.4 million, Command-R 1.9 million.

Without a limit, a file of a few KB could define many long tokens, which would take seconds to process.
"""

MAX_SPECIAL = 2_000
"""The maximum number of special tokens, since every text is searched for all of them."""

MAX_STEPS = 16
"""The maximum number of normalizers, and of pre-tokenizers; real tokenizers have up to five."""

MAX_STEP_TEXT = 256
"""The longest string that a step searches for or inserts, in characters."""

MAX_ADDED_TEXT = 1_000
"""The longest added or special token, in characters."""

MAX_ADDED_LENGTHS = 64
"""The maximum number of lengths of added tokens with the same first character; a search tries each length."""

MAX_ADDED = 70_000
"""The maximum number of added tokens in a file with a pipeline; speech models have 65,536 and a few more."""

MAX_TOKENS = 600_000
"""The maximum number of tokens or merges, also in files with one per line; Gemma 3 has 514,906 merges."""

MAX_LINED = 16 * 2**20
"""The largest file with one line per token or merge, in bytes; `MAX_TOKENS` lines need less."""

MAX_VALUES = 1_600_000
"""The maximum number of commas in a JSON file, as values take more memory than text; Gemma 3 has 1.3 million."""

MAX_KEYS = 800_000
"""The maximum number of colons in a JSON file; a `tekken.json` has three for each of 150,000 tokens."""

MAX_LISTS = 800_000
"""The maximum number of lists in a JSON file; Gemma 3's has one for each of half a million merges."""

MAX_OBJECTS = 300_000
"""The maximum number of objects in a JSON file; a `tekken.json` has one for each of 150,000 tokens."""

MAX_DIGITS = 100
"""The longest integer in a JSON file, in digits."""

MAX_ID = 2**31 - 1
"""The largest id: ids are stored as signed 32-bit integers."""


_SHOWN_PROBLEMS = 5


class FormatError(BpeError):
    """A file cannot be read, or a format cannot represent a tokenizer; the message is one sentence."""


def wrong(file: str, where: str, *, expected: str, found: str) -> FormatError:
    """Return a reader's error; `where` is a line or key, or empty for the whole file.

    >>> print(wrong("a.tiktoken", "line 3", expected="a token and its rank", found="1 word"))
    a.tiktoken, line 3: expected a token and its rank, found 1 word.
    """
    place = f"{file}, {where}" if where else file
    return FormatError(f"{place}: expected {expected}, found {found}.")


def cannot_hold(title: str, reason: str) -> FormatError:
    """Return a writer's error: the format with this title cannot represent the tokenizer, for this reason."""
    return FormatError(f"{title} cannot represent this tokenizer: {reason}.")


def cannot_open(file: str, problems: Sequence[str]) -> FormatError:
    """Return a reader's error for several problems: the first five of them, and the total number.

    >>> print(cannot_open("a.model", ["one", "two"]))
    a.model cannot be opened: one; two.
    >>> print(cannot_open("a.model", list("abcdefg")))
    a.model cannot be opened: a; b; c; d; e; and 2 more.
    """
    listed = [*problems[:_SHOWN_PROBLEMS]]
    if len(problems) > _SHOWN_PROBLEMS:
        listed.append(f"and {len(problems) - _SHOWN_PROBLEMS} more")
    return FormatError(f"{file} cannot be opened: {'; '.join(listed)}.")


def shown(value: object) -> str:
    """Describe a value for an error message, in a few words, however large it is.

    >>> shown("low"), shown(True), shown([1, 2]), shown(None)
    ("'low'", 'true', 'a list of 2', 'null')
    """
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    # A long string is truncated before it is quoted, since quoting takes time too.
    text = repr(value[:60] if isinstance(value, str | bytes) else value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def shown_token(token: bytes) -> str:
    r"""Quote a token: as text if its bytes are valid UTF-8, otherwise as bytes.

    >>> shown_token(b" the"), shown_token(b"\xe2")
    ("' the'", "b'\\xe2'")
    """
    try:
        return shown(token.decode("utf-8"))
    except UnicodeDecodeError:
        return shown(token)


# ---- text, lines, JSON


def check_size(data: bytes, file: str, max_bytes: int) -> None:
    """Raise `FormatError` for a file that is empty or too large."""
    if not data:
        raise wrong(file, "", expected="a tokenizer", found="an empty file")
    if len(data) > max_bytes:
        megabytes = f"{max_bytes / 2**20:,.0f} MB at most"
        raise wrong(file, "", expected=megabytes, found=f"{len(data) / 2**20:,.0f} MB")


def read_text(data: bytes, file: str, max_bytes: int) -> str:
    """Return the text of a file without its byte order mark; rejects an empty or too large file and invalid UTF-8."""
    check_size(data, file, max_bytes)
    return _decoded(data.removeprefix(BOM_UTF8), file, 1)


def _decoded(data: bytes, file: str, first_line: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = first_line + data.count(b"\n", 0, error.start)
        found = f"the invalid byte 0x{data[error.start]:02X}"
        raise wrong(file, f"line {line}", expected="text in UTF-8", found=found) from None


def check_special_mapping(given: object) -> None:
    """Raise `TypeError` if a caller gives special tokens without their ids.

    >>> check_special_mapping({"<e>": 9})
    """
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f"special_tokens must map each special token to its id, not {type(given).__name__}")


def check_count(count: int, most: int, what: str, file: str, where: str) -> None:
    """Raise `FormatError` if there are more of something than the limit."""
    if count > most:
        raise wrong(file, where, expected=f"{most:,} {what} at most", found=f"{count:,}")


def read_lines(data: bytes, file: str, max_bytes: int) -> Iterator[tuple[str, str]]:
    r"""Yield ("line 1", first line), ("line 2", second line), ..., whether lines end in \n or \r\n.

    Raises `FormatError` as `read_text` does, and for more than `MAX_LINED` bytes or `MAX_TOKENS` lines. Lines
    are decoded one by one: a single emoji makes Python store every character of a string in four bytes.

    >>> list(read_lines(b"a\r\nb\n", "merges.txt", 100))
    [('line 1', 'a'), ('line 2', 'b')]
    """
    check_size(data, file, min(max_bytes, MAX_LINED))
    check_count(data.count(b"\n"), MAX_TOKENS, "lines", file, "")
    for number, line in enumerate(io.BytesIO(data.removeprefix(BOM_UTF8)), 1):
        yield f"line {number}", _decoded(line.removesuffix(b"\n").removesuffix(b"\r"), file, number)


def read_json(data: bytes, file: str, max_bytes: int) -> "Part":
    """Return the object in a JSON file; duplicate keys, NaN and deep nesting are rejected."""

    def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            raise wrong(file, f"key {shown(twice)}", expected="each key once", found="the key twice")
        return found

    def no_constant(name: str) -> None:
        raise wrong(file, "", expected="JSON", found=f"{name}, which is not valid JSON")

    check_size(data, file, max_bytes)
    for sign, most, what in (
        (b",", MAX_VALUES, "values"),
        (b":", MAX_KEYS, "keys"),
        (b"[", MAX_LISTS, "lists"),
        (b"{", MAX_OBJECTS, "objects"),
    ):
        check_count(data.count(sign), most, what, file, "")

    def whole_number(digits: str) -> int:
        # Parsing digits takes quadratic time.
        if len(digits) > MAX_DIGITS:
            expected = f"numbers of {MAX_DIGITS} digits at most"
            raise wrong(file, "", expected=expected, found=f"one of {len(digits):,}")
        return int(digits)

    text = read_text(data, file, max_bytes)
    try:
        parsed = json.loads(
            text, object_pairs_hook=no_duplicates, parse_constant=no_constant, parse_int=whole_number
        )
    except FormatError:
        raise
    except json.JSONDecodeError as error:
        near = shown(text[error.pos : error.pos + 20]) if error.pos < len(text) else "the end of the file"
        where = f"line {error.lineno}, column {error.colno}"
        raise wrong(file, where, expected="JSON", found=near) from None
    except RecursionError:
        raise wrong(
            file, "", expected="JSON of a few levels", found="lists or objects nested too deep"
        ) from None
    part = Part(parsed, file)
    part.object()
    return part


class Part(NamedTuple):
    """A value in a file with its location, for error messages, and methods that check its type.

    >>> merges = Part({"merges": [[1, "2"]]}, "a.json").at("merges")
    >>> [entry.where for entry in merges.entries()], merges.where
    (['merges[0]'], 'key merges')
    >>> print(merges.wrong("an object"))
    a.json, key merges: expected an object, found a list of 1.
    """

    value: Any
    file: str
    where: str = ""

    def wrong(self, expected: str, found: str = "") -> FormatError:
        """Return the error for an unexpected value, described by `shown` unless `found` is given."""
        return wrong(self.file, self.where, expected=expected, found=found or shown(self.value))

    def at(self, key: str, otherwise: object = None) -> "Part":
        """Return the value under a key; raises `FormatError` if the part is not an object."""
        path = f"{self._path}.{key}" if self.where else key
        where = path if "[" in path else f"key {path}"
        return Part(self.object().get(key, otherwise), self.file, where)

    def list(self, most: int = MAX_VALUES, what: str = "values") -> "list[Any]":
        """Return the value as a JSON list of at most `most` entries."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        check_count(len(self.value), most, what, self.file, self.where)
        return self.value

    def entry(self, number: int) -> "Part":
        """Return an entry of a list."""
        return Part(self.value[number], self.file, f"{self._path}[{number}]")

    def entries(self, most: int = MAX_VALUES, what: str = "values") -> Iterator["Part"]:
        """Yield the entries of a list of at most `most` entries."""
        return map(self.entry, range(len(self.list(most, what))))

    def items(self) -> Iterator["Part"]:
        """Yield the values of an object, each located by its key; raises `FormatError` for a non-object."""
        for key, value in self.object().items():
            yield Part(value, self.file, f"{self._path}, key {shown(key)}")

    @property
    def _path(self) -> str:
        return self.where.removeprefix("key ")

    def object(self) -> dict[str, Any]:
        """Return the value as a JSON object."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return self.value

    def string(self) -> str:
        r"""Return the value as a string; rejects unpaired surrogates, which JSON can write as \ud800."""
        if not isinstance(self.value, str):
            raise self.wrong("a string")
        try:
            self.value.encode("utf-8")
        except UnicodeEncodeError:
            raise self.wrong("text", f"{shown(self.value)}, which contains an unpaired surrogate") from None
        return self.value

    def id(self) -> int:
        """Return the value as an id: an integer in range, not a boolean and not a fraction."""
        if type(self.value) is not int or not 0 <= self.value <= MAX_ID:
            raise self.wrong(f"an id from 0 to {MAX_ID}")
        return self.value

    def flag(self) -> bool:
        """Return the value as a boolean."""
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def short(self) -> str:
        """Return the value as a string of at most `MAX_STEP_TEXT` characters, for use in a step."""
        text = self.string()
        check_count(len(text), MAX_STEP_TEXT, "characters", self.file, self.where)
        return text

    def character(self) -> str:
        """Return the value as a string of one character."""
        text = self.short()
        if len(text) != 1:
            raise self.wrong("one character")
        return text


def read_digits(digits: str, file: str, where: str) -> int:
    """Return an id written in decimal digits."""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise wrong(file, where, expected=f"an id from 0 to {MAX_ID}", found=shown(digits))
    return Part(int(digits), file, where).id()
