"""Limits the nesting of a request's JSON, rejects duplicate fields, and names the fields that are not read."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.types import BpeError

MAX_DEPTH = 60
"""How deep objects and lists may be nested in JSON."""

_NAME_CHARACTERS = 40


def object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object from its fields; raises `ValueError` for a field that occurs twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        # `dict` silently keeps only the last of them.
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"the field {shortened(twice)!r} occurs twice in one object")
    return fields


def parts_of(row: Mapping[str, Any]) -> list[Any]:
    """Return the parts of a message's content: a string is one part, null has none."""
    content = row.get("content")
    if content is None:
        return []
    return content if isinstance(content, list) else [content]


def list_at(fields: Mapping[str, Any], name: str) -> list[Any]:
    """Return a copy of the list in a field, an empty list if the field is missing; raises `BpeError` for another type."""
    value = fields.get(name) or []
    if not isinstance(value, list):
        raise BpeError(f"The field {name} in this JSON is not a list.")
    return [*value]


def not_read(fields: Mapping[str, Any], read: Collection[str]) -> list[str]:
    """Return the names of the nonempty fields that are not in `read`."""
    return [
        shortened(name)
        for name, value in fields.items()
        if name not in read and value not in (None, "", [], {})
    ]


def is_deeper(value: Any) -> bool:
    """Return whether a value is nested deeper than `MAX_DEPTH`.

    >>> is_deeper([[1], {"a": []}])
    False
    """
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return any(isinstance(one, dict | list) for one in level)


def shortened(name: str) -> str:
    """Return the beginning of a name, to quote in a sentence, without unpaired surrogates."""
    whole = replace_lone_surrogates(name)
    return whole if len(whole) <= _NAME_CHARACTERS else f"{whole[:_NAME_CHARACTERS]}…"
