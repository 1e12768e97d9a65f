"""Chunks, tinted by the branch of the pattern that matched them."""

from collections.abc import Collection, Sequence
from typing import TypedDict

from explorer_ui.browser.assets import component

_mount = component("places/tokens/text_to_ids/chunk_view")


class ChunkData(TypedDict):
    """What the component takes."""

    chunks: list[tuple[str, int]]  # text and branch of each; -1: no branch matched it
    branches: list[tuple[str, str, int]]  # pattern, meaning, and how many chunks it matched in the whole text
    marked: list[int] | None  # the indices of the chunks to tint when two patterns are compared
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
