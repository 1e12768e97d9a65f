"""Reads several texts from one file in JSON Lines, where each line has a text in a field."""

import json
from collections.abc import Iterator
from pathlib import PurePath

from bpe_core.types import BpeError

DEFAULT_FIELD = "text"
"""The default name of the field that contains the text."""


def is_jsonl(name: str) -> bool:
    """Return whether a file with this name is JSON Lines.

    >>> is_jsonl("a.JSONL"), is_jsonl("a.json")
    (True, False)
    """
    return PurePath(name).suffix.lower() in (".jsonl", ".ndjson")


def text_fields(lines: str) -> list[str]:
    """Return the names of the fields of the first record that contain a text; none if the first line is not a record.

    >>> text_fields('{"id": 1, "text": "low"}')
    ['text']
    """
    try:
        _, record = next(_records(lines, "the file"), (0, None))
    except BpeError:
        return []
    return (
        [name for name, value in record.items() if isinstance(value, str)] if isinstance(record, dict) else []
    )


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
    for number, line in enumerate(lines.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError) as error:
                reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
                raise BpeError(f"{name}: line {number} is not valid JSON: {reason}.") from None
