"""Reads several texts from one file in JSON Lines, where each line has a text in a field."""

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import PurePath

from bpe_core.types import BpeError

DEFAULT_FIELD = "text"
"""The default name of the field that contains the text."""

MAX_OFFERED_FIELDS = 100
"""The maximum number of fields of a record that are offered to choose from."""

_UTF16_MARKS = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
_UTF32_MARKS = codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE
_FILLED = re.compile(r"\S[^\n]*")


def text_of_bytes(data: bytes, *, name: str) -> str:
    """Return the content of a text file: UTF-8, unchanged, or UTF-16 with a byte order mark, which is removed.

    Raises `BpeError` for any other encoding: it names UTF-32 and UTF-16, and otherwise the first invalid byte.
    `name` is the name of the file in errors.

    >>> text_of_bytes("low".encode("utf-16"), name="a.txt")
    'low'
    """
    if data.startswith(_UTF32_MARKS):
        raise BpeError(f"{name} is UTF-32, not UTF-8: convert it first, for example with iconv")
    wide = data.startswith(_UTF16_MARKS)
    if not wide and is_wide(data):
        raise BpeError(
            f"{name} looks like UTF-16 without a byte order mark: convert it first, for example with iconv"
        )
    try:
        return data.decode("utf-16" if wide else "utf-8")
    except UnicodeDecodeError as error:
        encoding = "UTF-16" if wide else "UTF-8"
        raise BpeError(
            f"{name} is not valid {encoding}: byte 0x{data[error.start]:02x} at offset {error.start}"
        ) from error


def is_wide(data: bytes) -> bool:
    """Return whether a file that begins with these bytes is, or looks like, UTF-16 or UTF-32.

    >>> is_wide("low".encode("utf-16-le")), is_wide(b"low")
    (True, False)
    """
    # In UTF-16 every second byte is small: 0 for Latin letters, 4 for Cyrillic ones. Names that end with a NUL
    # have fewer.
    even, odd = (len(half) - len(half.translate(None, bytes(range(9)))) for half in (data[::2], data[1::2]))
    return data.startswith(_UTF16_MARKS + _UTF32_MARKS) or 3 * abs(even - odd) > max(len(data), 3)


def is_jsonl(name: str) -> bool:
    """Return whether a file with this name is JSON Lines.

    >>> is_jsonl("a.JSONL"), is_jsonl("a.json")
    (True, False)
    """
    return PurePath(name).suffix.lower() in (".jsonl", ".ndjson")


def text_fields(lines: str) -> list[str]:
    """Return the names of the first fields of the first record that contain a text, at most `MAX_OFFERED_FIELDS`.

    There are none if the first line is not a record.

    >>> text_fields('{"id": 1, "text": "low"}')
    ['text']
    """
    try:
        _, record = next(_records(lines, "the file"), (0, None))
    except BpeError:
        return []
    items = record.items() if isinstance(record, dict) else ()
    return [name for name, value in items if isinstance(value, str)][:MAX_OFFERED_FIELDS]


def texts_of_jsonl(lines: str, field: str, *, name: str) -> Iterator[str]:
    r"""Yield the text that each line has in a field; blank lines are skipped. `name` is the name of the file in errors.

    Raises `BpeError` for a line that is not valid JSON or has no text in that field.

    >>> list(texts_of_jsonl('{"text": "low"}\n\n{"text": ""}\n', "text", name="a.jsonl"))
    ['low', '']
    """
    for number, record in _records(lines, name):
        text = record.get(field) if isinstance(record, dict) else None
        if not isinstance(text, str):
            raise BpeError(f"{name}: line {number} has no text in the field {field[:80]!r}.")
        yield text


def _records(lines: str, name: str) -> Iterator[tuple[int, object]]:
    lines = lines.removeprefix("\ufeff")
    number, counted = 1, 0
    # The regular expression passes over blank lines, of which a file can have millions.
    for found in _FILLED.finditer(lines):
        begin = lines.rfind("\n", 0, found.start()) + 1
        number, counted = number + lines.count("\n", counted, begin), begin
        try:
            yield number, json.loads(lines[begin : found.end()])
        except (ValueError, RecursionError) as error:
            reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise BpeError(f"{name}: line {number} is not valid JSON: {reason}.") from None
