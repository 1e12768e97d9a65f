"""A message to a component has one type on both sides: a TypedDict and a typedef of the same name.

mypy checks Python against one and tsc checks JavaScript against the other; these tests compare the two.
"""

import dataclasses
import importlib
import json
import pkgutil
import re
import types
import typing
from pathlib import Path

import pytest

from bpe_core.types import Recipe
from explorer_ui import components
from explorer_ui.components.growth.growth import GrowthData, GrowthPlace
from explorer_ui.components.languages.parity import ParityData, ParityPlace
from explorer_ui.components.lives.lives import LivesData
from explorer_ui.components.prompt.prompt import PromptData, Stretch
from explorer_ui.components.question.card import Card
from explorer_ui.components.seam.seam import SeamData
from explorer_ui.components.site.another_text import How
from explorer_ui.components.ways.ways import WaysData, WaysPlace

FOLDER = Path(components.__file__).parent
COMMENT = re.compile(r"/\*\*(.*?)\*/", re.DOTALL)
OBJECT = re.compile(r"@typedef \{object\} (\w+)(.*?)(?=@typedef|\Z)", re.DOTALL)
PROPERTY = re.compile(r"@property \{([^{}]+)\} (\[?)(\w+)")
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null"}
UNIONS = (types.UnionType, typing.Union)
LITERALS = re.compile(r"@typedef \{(\"[^{}]+)\} (\w+)")
BOTH = re.compile(r"@typedef \{(\w+) & (\w+)\} (\w+)")

# The step at which a picture begins is sent with its data, in one message.
BEGINS: dict[type, dict[str, object]] = {
    GrowthData: typing.get_type_hints(GrowthPlace),
    WaysData: typing.get_type_hints(WaysPlace),
    PromptData: typing.get_type_hints(Stretch),
    SeamData: {"at": int},
    LivesData: {"threshold": int},
    ParityData: typing.get_type_hints(ParityPlace),
}
# A recipe is sent as the fields of its dataclass.
SENT: dict[type, dict[str, object]] = {How: {"recipe": Recipe}}


def messages() -> list[type]:
    """Every TypedDict of the components that is a message or a named part of one."""
    modules = pkgutil.walk_packages(components.__path__, f"{components.__name__}.")
    return [
        value
        for module in modules
        for value in vars(importlib.import_module(module.name)).values()
        if typing.is_typeddict(value) and value.__module__ == module.name and value is not Stretch
    ]


def typedefs() -> dict[str, dict[str, tuple[str, bool]]]:
    """For every typedef of an object: its keys, the type of each, and whether it is required."""
    comments = [one for path in FOLDER.glob("*/*.js") for one in COMMENT.findall(path.read_text("utf-8"))]
    written_out = {name: values for comment in comments for values, name in LITERALS.findall(comment)}
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for comment in comments:
        for name, body in OBJECT.findall(comment):
            found[name] = {
                key: (re.sub(r"\b\w+\b", lambda word: written_out.get(word[0], word[0]), kind), not optional)
                for kind, optional, key in PROPERTY.findall(body)
            }
        for one, other, name in BOTH.findall(comment):
            found[name] = found.get(one, {}) | found.get(other, {})
    return found


def in_javascript(hint: object) -> str:
    """The type of a Python value after it is sent as JSON; the members of a union keep their order.

    >>> in_javascript(list[tuple[int, str | None]])
    '[number, string | null][]'
    """
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is None:
        return SIMPLE.get(hint, hint.__name__)
    if origin is typing.Literal:
        return " | ".join(map(json.dumps, inner))
    written = [in_javascript(one) for one in inner]
    if origin is list:
        return f"({written[0]})[]" if typing.get_origin(inner[0]) in UNIONS else f"{written[0]}[]"
    templates = {tuple: f"[{', '.join(written)}]", dict: f"Record<{', '.join(written)}>"}
    return " | ".join(written) if origin in UNIONS else templates[origin]


def in_python(message: type) -> dict[str, tuple[str, bool]]:
    """The same for a TypedDict."""
    begins = BEGINS.get(message, {})
    must = message.__required_keys__ | begins.keys()
    hints = typing.get_type_hints(message) | begins | SENT.get(message, {})
    return {key: (in_javascript(hint), key in must) for key, hint in hints.items()}


@pytest.mark.parametrize("message", messages(), ids=lambda message: message.__name__)
def test_a_message_is_of_one_type_in_python_and_javascript(message: type) -> None:
    assert typedefs().get(message.__name__) == in_python(message)


def test_a_card_has_the_same_fields_in_python_and_javascript() -> None:
    assert set(typedefs()["Card"]) == {field.name for field in dataclasses.fields(Card)}


def test_a_recipe_has_every_field_that_javascript_reads() -> None:
    assert typedefs()["Recipe"].keys() <= {field.name for field in dataclasses.fields(Recipe)}


def test_there_is_something_to_compare() -> None:
    names = [message.__name__ for message in messages()]
    assert {
        "TrainingData",
        "EncodingData",
        "Start",
        "GrowthData",
        "WaysData",
        "PromptData",
        "LivesData",
    } <= set(names)
    assert len(names) == len(set(names))
