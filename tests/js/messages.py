"""Writes the types of the messages to the browser, TypedDicts in Python, for JavaScript as `Message.NAME`."""

import importlib
import inspect
import json
import pkgutil
import re
import types
import typing
from collections.abc import Sequence
from pathlib import Path

import explorer_ui
from bpe_core.recipes import Recipe
from bpe_core.types import SecondStage
from explorer_ui.elements.elements import ElementParts, How
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.tokens.other_splits.other_splits import WaysPlace
from explorer_ui.places.train.several_languages.several_languages import ParityPlace
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import GrowthPlace

FILE = Path(__file__).parents[2] / "build" / "messages.ts"
# Sent as dictionaries of their fields.
FIELDS = (Card, Recipe, SecondStage, GrowthPlace, ParityPlace, WaysPlace)
SENT: dict[type, dict[str, typing.Any]] = {
    How: {"recipe": Recipe},
    ElementParts: {"recipes": dict[str, Recipe]},
}
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}
UNIONS = (types.UnionType, typing.Union)
COMMENT_AND_FIELD = re.compile(r"((?:^    #.*\n)*)^    (\w+): .*?(?:  # (.*))?$", re.MULTILINE)


def messages() -> list[type]:
    """Return every TypedDict of `explorer_ui`, and the classes that are sent as their fields, by name."""
    modules = pkgutil.walk_packages(explorer_ui.__path__, "explorer_ui.")
    values = [value for module in modules for value in vars(importlib.import_module(module.name)).values()]
    # A module may import one that the engine keeps for its own functions.
    sent = {
        value
        for value in values
        if typing.is_typeddict(value) and value.__module__.startswith("explorer_ui.")
    }
    found = sorted({*sent, *FIELDS}, key=lambda message: message.__name__)
    # TypeScript would silently join two interfaces of one name.
    if len({message.__name__ for message in found}) < len(found):
        raise ValueError(f"two messages have the same name: {[message.__name__ for message in found]}")
    return found


def in_javascript(hint: typing.Any) -> str:
    """Return the type of a Python value after it is sent as JSON.

    >>> in_javascript(list[tuple[int, str | None]])
    '[number, string | null][]'
    >>> in_javascript(dict[str, typing.Literal["a", "b"]])
    'Record<string, "a" | "b">'
    """
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is None:
        return SIMPLE.get(hint) or hint.__name__
    if inner[1:] == (...,):
        origin, inner = list, inner[:1]
    if origin is typing.Literal:
        return " | ".join(map(json.dumps, inner))
    written = [in_javascript(one) for one in inner]
    if origin in UNIONS:
        return " | ".join(written)
    if origin in (list, Sequence):
        several = typing.get_origin(inner[0]) in (*UNIONS, typing.Literal)
        return f"({written[0]})[]" if several else f"{written[0]}[]"
    return f"[{', '.join(written)}]" if origin is tuple else f"Record<{', '.join(written)}>"


def interface(message: type) -> str:
    """Return the interface of a message; the comment at a field is its description."""
    comments = COMMENT_AND_FIELD.findall(inspect.getsource(message))
    said = {field: " ".join((*re.findall("# (.*)", above), beside)) for above, field, beside in comments}
    optional = getattr(message, "__optional_keys__", frozenset())
    # The browser gets no recipe with steps.
    hints = typing.get_type_hints(message, localns={"Pipeline": types.NoneType}) | SENT.get(message, {})
    rows = [
        f"  /** {said.get(field, '')} */ {field}{'?' * (field in optional)}: {in_javascript(hint)};"
        for field, hint in hints.items()
    ]
    return "\n".join((f"interface {message.__name__} {{", *rows, "}"))


def write() -> None:
    """Write the types."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("\n".join(("declare namespace Message {", *map(interface, messages()), "}\n")), "utf-8")
