"""Chunks, tinted by the branch of the pattern that matched them."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from explorer_ui.components.assets import component

_mount = component("chunks/chunk_view")


class ChunkData(TypedDict):
    """What the component takes; `chunk_view.js` documents each value."""

    chunks: list[tuple[str, int]]
    branches: list[tuple[str, str, int]]
    marked: list[int] | None
    label: str


def chunk_view(
    chunks: Sequence[tuple[str, int]],
    branches: Sequence[tuple[str, str, int]],
    *,
    label: str,
    key: str,
    marked: Collection[int] | None = None,
) -> None:
    """Draw chunks, tinted by the branch that matched each, and the branches themselves.

    `chunks` are (text, branch), with branch -1 for unmatched text; `branches` are (pattern, meaning, number
    of chunks in the whole text). `marked` are the indices of the chunks that another pattern splits
    differently: if it is given, only these are tinted, and the branches are left out.
    """
    data: ChunkData = {
        "chunks": list(chunks),
        "branches": list(branches),
        "marked": None if marked is None else sorted(marked),
        "label": label,
    }
    _mount(data=data, key=key)
