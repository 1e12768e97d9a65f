"""Reads the app's texts from the TOML files next to this one, which can be edited without Python.

    course.toml     the pages, with the texts to try on each        puzzles.toml    what people ask about tokens
    glossary.toml   the terms                                       lessons.toml    two lessons with the app

If a row sets a text that is stored elsewhere, its `state` names the text: `{ sample = "prose" }` is a sample text, with
`characters` only its beginning, `{ printed = "hug" }` the words of a printed example, `{ default = true }`
the app's default text.
"""

import tomllib
from pathlib import Path
from typing import Any

from bpe_core.lessons.train.printed import PRINTED
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.settings import DEFAULT_TEXT


def written(name: str) -> dict[str, Any]:
    """Return the content of `name.toml`, with the text in place of its name in every `state`.

    >>> written("lessons")["A lesson of ten minutes"][0]["page"]
    'Tokens'
    """
    found: dict[str, Any] = _with_texts(
        tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
    )
    return found


def _with_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_texts(one) for one in value]
    if not isinstance(value, dict):
        return value
    match value:
        case {"default": True}:
            return DEFAULT_TEXT
        case {"printed": example}:
            return PRINTED[example].words
        case {"sample": name}:
            return sample_text(name)[: value.get("characters")]
    return {key: _with_texts(one) for key, one in value.items()}
