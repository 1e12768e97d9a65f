"""Characters with their bytes."""

from collections.abc import Sequence
from typing import TypedDict

from bpe_core.lessons.tokens.characters import ByteRole, Character
from explorer_ui.browser.assets import component

_mount = component("places/tokens/text_to_ids/byte_table")


class ByteOfCharacter(TypedDict):
    """A byte as the component takes it."""

    value: int
    role: ByteRole
    marker: str  # the bits that give its role
    payload: str  # the bits of the code point


class CharacterOverBytes(TypedDict):
    """A code point."""

    text: str
    name: str  # in Unicode
    bytes: list[ByteOfCharacter]


class BytesData(TypedDict):
    """The component's data."""

    clusters: list[list[CharacterOverBytes]]  # the code points of each grapheme cluster


def byte_table(clusters: Sequence[Sequence[Character]], *, key: str) -> None:
    """Draw characters with their bytes; `clusters` are grapheme clusters, each a sequence of code points."""
    data: BytesData = {
        "clusters": [
            [
                {
                    "text": character.text,
                    "name": character.name,
                    "bytes": [
                        {
                            "value": byte.value,
                            "role": byte.role,
                            "marker": byte.marker,
                            "payload": byte.payload,
                        }
                        for byte in character.utf8
                    ],
                }
                for character in cluster
            ]
            for cluster in clusters
        ]
    }
    _mount(data=data, key=key)
