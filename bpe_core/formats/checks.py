"""What the readers of all formats check, and how they say what is wrong.

A file is a stranger's. Nothing is built from it before everything in it was checked, and whatever is wrong
ends in one sentence: which file, which line or key, what was expected, what was found.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bpe_core.types import BpeError

MAX_FILE = 40 * 2**20
"""The largest file that is read unless the caller says otherwise, in bytes; Gemma 3's has 33 MB."""

MAX_TOKEN = 2**16
"""The longest token, in bytes: 32 merges that double each other would make one of 4 GB."""

MAX_VOCAB = 4 * 2**20
"""The most bytes that all tokens together may have: GPT-4o's have 1.4 million, Command-R's 1.9.

Short lines can make many long tokens, so that a file of a few KB would cost seconds later.
"""

MAX_SPECIAL = 2_000
"""The most special tokens: every text is searched for all of them."""

MAX_STEPS = 16
"""How many steps may change a text before it is cut, and how many may cut it; those in use have five."""

MAX_STEP_TEXT = 256
"""The longest string that a step looks for or puts in, in characters."""

MAX_ADDED_TEXT = 1_000
"""The longest added or special token, in characters."""

MAX_ADDED_LENGTHS = 64
"""How many lengths the added or special tokens may have that begin with one character: all are tried where it stands."""

MAX_ADDED = 20_000
"""The most added tokens of a file with steps, which are found by their first characters; Gemma 3 has 6,415."""

MAX_VALUES = 2_000_000
"""The most commas in a JSON, and the most brackets: a list or a key takes a hundred times the memory of its two bytes.

Gemma 3's file has 1.3 million commas and half a million lists.
"""

MAX_ID = 2**31 - 1
"""The largest id: ids are kept in 32 bits with a sign."""


class FormatError(BpeError):
    """A file cannot be read, or a format cannot hold a tokenizer; the message is one sentence."""


class NeedsStepsError(FormatError):
    """A file asks for more than plain byte-level BPE; some reader may know what it asks for."""


def more(file: str, where: str, *, expected: str, found: str) -> NeedsStepsError:
    """Return the error of a reader of plain byte-level BPE for what goes beyond it; arguments as for `wrong`."""
    return NeedsStepsError(str(wrong(file, where, expected=expected, found=found)))


def wrong(file: str, where: str, *, expected: str, found: str) -> FormatError:
    """Return the error of a reader; `where` is a line or key, or empty if the whole file is meant.

    >>> print(wrong("a.tiktoken", "line 3", expected="a token and its rank", found="1 word"))
    a.tiktoken, line 3: expected a token and its rank, found 1 word.
    """
    place = f"{file}, {where}" if where else file
    return FormatError(f"{place}: expected {expected}, found {found}.")


def cannot_hold(title: str, reason: str) -> FormatError:
    """Return the error of a writer: the format of this title cannot hold the tokenizer, for this reason."""
    return FormatError(f"{title} cannot hold this tokenizer: {reason}.")


def shown(value: object) -> str:
    """Describe what was found, shortly, however large it is.

    >>> shown("low"), shown(True), shown([1, 2]), shown(None)
    ("'low'", 'true', 'a list of 2', 'null')
    """
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    # A long string is cut before it is quoted, so that quoting costs no more than what is shown.
    text = repr(value[:60] if isinstance(value, str | bytes) else value)
    return text if len(text) <= 40 else f"{text[:36]} ..."


def shown_token(token: bytes) -> str:
    r"""Quote a token: as text where its bytes are text, as bytes where they are not.

    >>> shown_token(b" the"), shown_token(b"\xe2")
    ("' the'", "b'\\xe2'")
    """
    try:
        return shown(token.decode("utf-8"))
    except UnicodeDecodeError:
        return shown(token)


# ---- text, lines, JSON


def check_size(data: bytes, file: str, max_bytes: int) -> None:
    """Raise `FormatError` for a file that is too large."""
    if len(data) > max_bytes:
        megabytes = f"{max_bytes / 2**20:,.0f} MB at most"
        raise wrong(file, "", expected=megabytes, found=f"{len(data) / 2**20:,.0f} MB")


def read_text(data: bytes, file: str, max_bytes: int) -> str:
    """Return the text of a file: not too large, not empty, strict UTF-8; a byte order mark is skipped."""
    check_size(data, file, max_bytes)
    if not data:
        raise wrong(file, "", expected="a tokenizer", found="an empty file")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{data[error.start]:02X}, which is none"
        raise wrong(file, f"line {line}", expected="text in UTF-8", found=found) from None


def numbered_lines(text: str) -> Iterator[tuple[str, str]]:
    r"""Yield ("line 1", first line), ("line 2", second line), ..., whether lines end in \n or \r\n.

    >>> list(numbered_lines("a\r\nb\n"))
    [('line 1', 'a'), ('line 2', 'b')]
    """
    lines = enumerate(io.StringIO(text, newline="\n"), 1)
    return ((f"line {number}", line.removesuffix("\n").removesuffix("\r")) for number, line in lines)


def read_json(data: bytes, file: str, max_bytes: int) -> dict[str, Any]:
    """Return the object that a JSON file holds; duplicate keys, NaN and deep nesting are refused."""

    def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
            raise wrong(file, f"key {shown(twice)}", expected="each key once", found="it twice")
        return found

    def no_constant(name: str) -> None:
        raise wrong(file, "", expected="JSON", found=f"{name}, which JSON does not have")

    text = read_text(data, file, max_bytes)
    if data.count(b",") > MAX_VALUES or data.count(b"[") + data.count(b"{") > MAX_VALUES:
        raise wrong(file, "", expected=f"{MAX_VALUES:,} keys and values at most", found="more")
    try:
        parsed = json.loads(text, object_pairs_hook=no_duplicates, parse_constant=no_constant)
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
    except ValueError:
        raise wrong(
            file, "", expected="ids of ten digits at most", found="a number of thousands of digits"
        ) from None
    return read_object(parsed, file, "")


def read_object(value: object, file: str, where: str) -> dict[str, Any]:
    """Return a value that must be a JSON object."""
    if not isinstance(value, dict):
        raise wrong(file, where, expected="an object", found=shown(value))
    return value


def read_list(value: object, file: str, where: str) -> list[Any]:
    """Return a value that must be a JSON list."""
    if not isinstance(value, list):
        raise wrong(file, where, expected="a list", found=shown(value))
    return value


def read_string(value: object, file: str, where: str) -> str:
    r"""Return a value that must be a string, without the lone surrogates that JSON can write as \ud800."""
    if not isinstance(value, str):
        raise wrong(file, where, expected="a string", found=shown(value))
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise wrong(
            file, where, expected="text", found=f"{shown(value)}, which holds half a character"
        ) from None
    return value


def read_id(value: object, file: str, where: str) -> int:
    """Return a value that must be an id: an integer, no truth value and no fraction, not out of range."""
    if type(value) is not int or not 0 <= value <= MAX_ID:
        raise wrong(file, where, expected=f"an id from 0 to {MAX_ID}", found=shown(value))
    return value


def read_flag(value: object, file: str, where: str) -> bool:
    """Return a value that must be true or false."""
    if not isinstance(value, bool):
        raise wrong(file, where, expected="true or false", found=shown(value))
    return value


def read_digits(digits: str, file: str, where: str) -> int:
    """Return an id that is written in decimal digits."""
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 10):
        raise wrong(file, where, expected=f"an id from 0 to {MAX_ID}", found=shown(digits))
    return read_id(int(digits), file, where)
