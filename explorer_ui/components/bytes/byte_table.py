"""Characters over their bytes."""

from collections.abc import Sequence

from bpe_core.lessons.characters import Character
from explorer_ui.components.assets import component

_mount = component("bytes/byte_table")


def byte_table(clusters: Sequence[Sequence[Character]], *, key: str) -> None:
    """Draw characters over their bytes; `clusters` are grapheme clusters, each a row of code points."""
    rows = [
        [
            [
                character.text,
                character.name,
                [[byte.value, byte.role, byte.marker, byte.payload] for byte in character.utf8],
            ]
            for character in cluster
        ]
        for cluster in clusters
    ]
    _mount(data={"clusters": rows}, key=key)
