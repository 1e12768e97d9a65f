"""Chunks in the tint of the branch of the pattern that took each."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from explorer_ui.components.assets import component

_mount = component("chunks/chunk_view")


class ChunkData(TypedDict):
    """What the component takes; `chunk_view.js` says what each value is."""

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
    """Draw chunks in the tint of the branch that took each, and the branches themselves.

    `chunks` are (text, branch), branch -1 for what fell through; `branches` are (pattern, meaning, number
    of chunks in the whole text). With `marked`, the numbers of chunks that another pattern cuts otherwise,
    only those are tinted and the branches are left out.
    """
    data: ChunkData = {
        "chunks": list(chunks),
        "branches": list(branches),
        "marked": None if marked is None else sorted(marked),
        "label": label,
    }
    _mount(data=data, key=key)
