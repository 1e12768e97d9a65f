"""The file with the elements, the files of vocabularies next to it, and what is written into a page to show a picture."""

import html
import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from itertools import groupby
from typing import Any, TypedDict, get_args

from bpe_core import RECIPES, TrainingHistory
from bpe_core.recipes import Recipe
from bpe_core.tables import DATA, TABLES
from bpe_core.types import Ending, TieBreak
from bpe_core.unicode16 import CLASS_OF_CATEGORY, TABLE
from explorer_ui.browser.encoder.live import EncoderParts, PatternParts, encoder_parts, pattern_parts
from explorer_ui.browser.files import joined_component, own_css, read_css, shared_css, smaller
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.player.payload import ENDINGS
from explorer_ui.parts.token_row.strip.payload import StripData, strip_data
from explorer_ui.visit.limits import MAX_ENCODE, MAX_LEARNED
from explorer_ui.visit.settings import DEFAULTS

FILE = "bpe-elements.js"
"""The name of the file."""

VOCABULARIES = ("gpt2", "cl100k_base", "o200k_base")
"""The published vocabularies that the elements can load, the smallest first."""

ELEMENTS = {"parts/player/merge_player": "bpe-player", "parts/token_row/strip/token_strip": "bpe-tokens"}
"""The elements, by the components of the app that draw the same."""

MAX_TEXT = 30_000
"""The longest text, in UTF-16 units: a phone trains on it in about the time of a page change."""

MAX_MERGES = 1_000
"""The largest number of merges."""


class How(TypedDict):
    """The settings of a training in the browser."""

    recipe: dict[str, object]  # the fields of a `Recipe`
    tieBreak: TieBreak
    numMerges: int
    minCount: int
    maxLearned: int  # the bytes of all learned tokens together, after which training ends


class ElementLimits(TypedDict):
    """The longest texts for a training and for an encoding, the most merges, and the bytes of all tokens."""

    text: int
    encode: int
    merges: int
    learned: int


class ElementParts(TypedDict):
    """What the elements need to train: the recipes with their patterns, and what holds if an attribute is missing."""

    recipes: dict[str, dict[str, object]]
    patterns: dict[str, PatternParts]
    classes: str  # the class of each code point, as a letter, and how many follow that have the same
    endings: dict[Ending, str]
    ties: list[TieBreak]  # the usual one first
    limits: ElementLimits
    strip: StripData  # without tokens
    recipe: str
    merges: int
    minCount: int


class Vocabulary(TypedDict):
    """A published vocabulary: the small parts of its encoder, and its files of merges as base64."""

    parts: EncoderParts
    merges: list[str]


def element_parts() -> ElementParts:
    """Return what the elements need; the defaults are those of the app.

    >>> parts = element_parts()
    >>> list(parts["patterns"]), parts["recipe"], parts["merges"], parts["minCount"], parts["ties"][0]
    (['gpt2', 'cl100k_base', 'o200k_base'], 'gpt2', 100, 2, 'first-seen')
    """
    usual = _usual()
    patterns = dict.fromkeys(recipe.split_pattern for recipe in RECIPES.values() if recipe.split_pattern)
    return {
        "recipes": {name: asdict(recipe) | {"title": "", "source": ""} for name, recipe in RECIPES.items()},
        "patterns": {name: {**pattern_parts(name), "classes": _OWN_CLASSES} for name in patterns},
        "classes": _packed_classes(),
        "endings": ENDINGS,
        "ties": sorted(get_args(TieBreak), key=lambda tie: tie != usual["ties"]),
        "strip": strip_data([], {}, ranks={}, chunk_starts=[], label="The text in tokens", height=240),
        "limits": {"text": MAX_TEXT, "encode": MAX_ENCODE, "merges": MAX_MERGES, "learned": MAX_LEARNED},
        "recipe": usual["recipe"],
        "merges": usual["merges"],
        "minCount": usual["min-count"],
    }


def _usual() -> dict[str, Any]:
    # What holds if an attribute is missing: the app's defaults.
    return {
        "recipe": DEFAULTS["recipe"],
        "merges": DEFAULTS["num_merges"],
        "ties": DEFAULTS["tie_break"],
        "min-count": 2 if DEFAULTS["skip_rare"] else 1,
    }


def _packed_classes() -> str:
    # 0x110000 code points in 3,225 runs; their categories are of no use in a page.
    categories = zlib.decompress(TABLE.read_bytes())[:0x110000]
    runs = (
        (kind, len([*same])) for kind, same in groupby(CLASS_OF_CATEGORY[bits & 31] for bits in categories)
    )
    return "".join(f"{chr(ord('a') + kind)}{size if size > 1 else ''}" for kind, size in runs)


def _css() -> dict[str, str]:
    # Shared, and of each element.
    shared = f"{shared_css()}{read_css('browser/theme')}{read_css('browser/element')}"
    styles = {"shared": shared} | {name: own_css(path) for path, name in ELEMENTS.items()}
    return {name: _in_pixels(css) for name, css in styles.items()}


def _in_pixels(css: str) -> str:
    """Write lengths in rem as pixels, since a page around an element may have set any size for its root.

    >>> _in_pixels("--t1:0.875rem;gap:2px")
    '--t1:14px;gap:2px'
    """
    return re.sub(r"([\d.]+)rem\b", lambda length: f"{16 * float(length[1]):g}px", css)


_OWN_CLASSES = [*range(len(CLASS_OF_CATEGORY))]
"""The class of each value in that table, which is the value."""


@cached
def elements_js() -> str:
    """Return the file with both elements: a script that defines no global name."""
    given = ",".join(json.dumps(one, separators=(",", ":")) for one in (element_parts(), _css()))
    js = smaller(joined_component("elements/elements"))
    return f'(() => {{\n"use strict";\n{js}defineElements({given});\n}})();\n'


def packed_vocabulary(name: str) -> Vocabulary:
    """Return a published vocabulary, for the browser.

    >>> packed_vocabulary("gpt2")["parts"]["special"]
    {'<|endoftext|>': 50256}
    """
    files = [DATA / f"{file}.merges.zlib" for file in TABLES[name].merges]
    return {
        "parts": {**encoder_parts(name), "classes": _OWN_CLASSES},
        "merges": [base64_of(file.read_bytes()) for file in files],
    }


def data_file(data: Mapping[str, object]) -> str:
    r"""Return a file for `src`: it is read as data, or run where a page may load only scripts; see browser/element.js.

    >>> data_file({"parts": 1})
    'document.dispatchEvent(new CustomEvent("bpe-data", { detail: {"parts":1} }));\n'
    """
    return f'document.dispatchEvent(new CustomEvent("bpe-data", {{ detail: {json.dumps(data, separators=(",", ":"))} }}));\n'


def element_html(name: str, attributes: Mapping[str, object]) -> str:
    """Return an element as markup; the values are any text, and True is an attribute without a value.

    >>> element_html("bpe-player", {"text": 'a "b" <i>', "step": 3, "editable": True})
    '<bpe-player text="a &quot;b&quot; &lt;i&gt;" step="3" editable></bpe-player>'
    """
    written = "".join(
        f" {key}" if value is True else f' {key}="{_escaped(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}></{name}>"


def _escaped(text: str) -> str:
    # A parser turns a carriage return into a line feed.
    return html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")


def training_attributes(
    history: TrainingHistory, *, num_merges: int, min_count: int
) -> dict[str, object] | None:
    """Return the attributes with which an element trains as `history` was trained, or None if it cannot.

    The elements support the recipes of `RECIPES` with any tie-break rule, but no special tokens of your own, no second
    stage, no vocabulary to continue from, and no words with counts (which the caller must exclude). Values that hold
    anyway are left out.

    >>> from bpe_core import train
    >>> training_attributes(train("low", recipe="bytes", num_merges=1), num_merges=5000, min_count=2)
    {'recipe': 'bytes', 'merges': 1000}
    """
    recipe = history.recipe
    known = RECIPES.get(recipe.name)
    same = known and _without_ties(recipe) == _without_ties(known)
    if history.start or not same or tuple(history.special_tokens) != recipe.special_tokens:
        return None
    values = {
        "recipe": recipe.name,
        "merges": min(num_merges, MAX_MERGES),
        "ties": recipe.tie_break,
        "min-count": min_count,
    }
    usual = _usual()
    return {name: value for name, value in values.items() if value != usual[name]}


def _without_ties(recipe: Recipe) -> Recipe:
    return replace(recipe, tie_break="first-seen")
