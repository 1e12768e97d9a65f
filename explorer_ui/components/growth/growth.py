"""A vocabulary growing over a text, drawn in the browser for every size at once."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from bpe_core.lessons.growth import Growth
from explorer_ui.components.assets import component

_mount = component("growth/growth")


@dataclass(frozen=True, eq=False, slots=True)
class GrowingVocabulary:
    """A vocabulary with its name, the text grown under it, and one paragraph by language, grown under it too."""

    name: str
    text: Growth
    languages: Mapping[str, Growth]


def show_growth(vocabularies: Sequence[GrowingVocabulary], *, first_language: str, key: str) -> None:
    """Draw the text, the curve and the languages under one slider; all texts of the vocabularies are the same.

    `first_language` is the one that the others are held against.
    """
    _mount(key=key, data=growth_data(vocabularies, first_language=first_language))


def growth_data(vocabularies: Sequence[GrowingVocabulary], *, first_language: str) -> dict[str, Any]:
    """Return what the component takes: steps and sizes as base64 of 32-bit integers."""
    data: dict[str, Any] = {
        "text": base64.b64encode(vocabularies[0].text.history.text.encode("utf-8")).decode("ascii"),
        "first_language": first_language,
        "vocabularies": [
            {
                "name": vocabulary.name,
                "text": _packed(vocabulary.text),
                "languages": [
                    {"name": name, "text": _packed(grown)} for name, grown in vocabulary.languages.items()
                ],
            }
            for vocabulary in vocabularies
        ],
    }
    return data | {"growth_id": hashlib.blake2b(repr(data).encode(), digest_size=12).hexdigest()}


def _packed(grown: Growth) -> dict[str, Any]:
    # OPEN and WALL become numbers above every step, in the order in which the browser compares them.
    closed_at = grown.history.closed_at.astype(np.int64)
    closed_at[closed_at >= len(grown.history.merges)] = 0xFFFFFFFF
    return {
        "closed_at": base64.b64encode(closed_at.astype("<u4").tobytes()).decode("ascii"),
        "sizes": base64.b64encode(grown.sizes.astype("<u4").tobytes()).decode("ascii"),
        "last_size": grown.last_size,
    }
