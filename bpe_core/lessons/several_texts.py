"""Reads several texts from one file in JSON Lines, where each line has a text in a field."""

import json
import re
from collections.abc import Iterator
from pathlib import PurePath

from bpe_core.types import BpeError

DEFAULT_FIELD = "text"
"""The default name of the field that contains the text."""

MAX_OFFERED_FIELDS = 100
"""The maximum number of fields of a record that are offered to choose from."""

_FILLED = re.compile(r"\S[^\n]*")


def is_jsonl(name: str) -> bool:
    """Return whether a file with this name is JSON Lines.

    >>> is_jsonl("a.JSONL"), is_jsonl("a.json")
    (True, False)
    """
    return PurePath(name).suffix.lower() in (".jsonl", ".ndjson")


def text_fields(lines: str) -> list[str]:
    """Return the names of the first fields of the first record that contain a text, at most `MAX_OFFERED_FIELDS`.

    None if the first line is not a record.

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
