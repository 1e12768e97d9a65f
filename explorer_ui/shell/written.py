"""Reads the words that the app says from the files next to this one, which need no Python to be edited.

    course.toml     the pages, with the texts to try on each        puzzles.toml    what people ask about tokens
    tour.toml       the tour                                        lessons.toml    two lessons with the app

Where a row sets a text that is elsewhere, its `state` names it: `{ sample = "prose" }` is a sample text, of which
`characters` takes the beginning, `{ printed = "hug" }` the words of a printed example, `{ default = true }` the text that
the app begins with.
"""

import tomllib
from pathlib import Path
from typing import Any

from bpe_core.lessons.printed import PRINTED
from explorer_ui.shell.samples import sample_text
from explorer_ui.shell.settings import DEFAULT_TEXT


def written(name: str) -> dict[str, Any]:
    """Return what `name.toml` says, every `state` in it with the text that it names.

    >>> written("tour")["tour"][0]["page"]
    'Start'
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
