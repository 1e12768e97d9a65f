"""A vocabulary growing over a text, drawn in the browser for every size at once."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

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


class PackedText(TypedDict):
    """A text under every size of a vocabulary; `growth.js` says what each value is, here and below."""

    closed_at: str
    sizes: str
    last_size: int


class PackedLanguage(TypedDict):
    """A paragraph in a language."""

    name: str
    text: PackedText


class PackedVocabulary(TypedDict):
    """A vocabulary, and all texts under it."""

    name: str
    text: PackedText
    languages: list[PackedLanguage]


class GrowthData(TypedDict):
    """All that the component takes."""

    growth_id: str
    text: str
    first_language: str
    vocabularies: list[PackedVocabulary]


def show_growth(vocabularies: Sequence[GrowingVocabulary], *, first_language: str, key: str) -> None:
    """Draw the text, the curve and the languages under one slider; all texts of the vocabularies are the same.

    `first_language` is the one that the others are held against.
    """
    _mount(key=key, data=growth_data(vocabularies, first_language=first_language))


def growth_data(vocabularies: Sequence[GrowingVocabulary], *, first_language: str) -> GrowthData:
    """Return what the component takes."""
    text = base64.b64encode(vocabularies[0].text.history.text.encode("utf-8")).decode("ascii")
    packed: list[PackedVocabulary] = [
        {
            "name": vocabulary.name,
            "text": _packed(vocabulary.text),
            "languages": [
                {"name": name, "text": _packed(grown)} for name, grown in vocabulary.languages.items()
            ],
        }
        for vocabulary in vocabularies
    ]
    of = repr((text, first_language, packed)).encode()
    return {
        "growth_id": hashlib.blake2b(of, digest_size=12).hexdigest(),
        "text": text,
        "first_language": first_language,
        "vocabularies": packed,
    }


def _packed(grown: Growth) -> PackedText:
    # OPEN and WALL become numbers above every step, in the order in which the browser compares them.
    closed_at = grown.history.closed_at.astype(np.int64)
    closed_at[closed_at >= len(grown.history.merges)] = 0xFFFFFFFF
    return {
        "closed_at": base64.b64encode(closed_at.astype("<u4").tobytes()).decode("ascii"),
        "sizes": base64.b64encode(grown.sizes.astype("<u4").tobytes()).decode("ascii"),
        "last_size": grown.last_size,
    }
