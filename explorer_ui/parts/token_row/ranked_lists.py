"""Lists of merges next to each other, in the order in which they were learned."""

from collections.abc import Sequence
from typing import TypedDict

from bpe_core import Tokenizer
from explorer_ui.browser.assets import component
from explorer_ui.visit.words import readable

_mount = component("parts/token_row/ranked_lists")


class RankedList(TypedDict):
    """A list of merges."""

    title: str
    # for each the id of the token, its two parts and the token, as text
    merges: list[tuple[int, str, str, str]]


def ranked_list(title: str, tokenizer: Tokenizer, ids: Sequence[int]) -> RankedList:
    """Return the merges that make the given tokens of a tokenizer.

    >>> from bpe_core import load_published
    >>> ranked_list("GPT-2", load_published("gpt2"), [262])["merges"]
    [(262, '·t', 'he', '·the')]
    """
    merges = []
    for token_id in ids:
        parts = tokenizer.parts(token_id) or (token_id, token_id)
        left, right, token = (readable(tokenizer.vocab[one]) for one in (*parts, token_id))
        merges.append((token_id, left, right, token))
    return {"title": title, "merges": merges}


def ranked_lists(lists: Sequence[RankedList], *, key: str) -> None:
    """Draw the lists."""
    _mount(data={"lists": lists}, key=key)
