"""The merge tree of one token; a click on a part selects it."""

import hashlib
from collections.abc import Callable, Mapping
from typing import TypedDict

from bpe_core.lessons.vocabulary.vocabulary import TokenTable, merge_nodes
from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import Display, base64_of

MAX_NODES = 255
"""The maximum number of tokens in one tree; the parts furthest from the root are left out."""

MAX_NODE_BYTES = 400
"""How many bytes of each token are sent: more than are drawn; a token may have half a million."""

_mount = component("parts/token_row/tree/merge_tree")


class TreeData(TypedDict):
    """A tree as the component takes it."""

    tree_id: str  # the same for the same tree
    # the whole token first; for each its id, the indices of its two parts (-1: none), its bytes as base64,
    # and whether it has parts that are not drawn
    nodes: list[tuple[int, int, int, str, bool]]
    label: str
    display: Display  # how bytes are shown


def heading_of(table: TokenTable, token_id: int) -> str:
    """Return what is written above the tree of a token.

    >>> from bpe_core import Tokenizer, train
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> table = token_table(Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=1)))
    >>> heading_of(table, 256), heading_of(table, 97)
    ('**Token 256**, and how merges made it', '**Token 97**: no merge makes it')
    """
    row = table.row_of(token_id)
    made = row is not None and table.left[row] >= 0
    return f"**Token {token_id}**{', and how merges made it' if made else ': no merge makes it'}"


def merge_tree(
    table: TokenTable,
    token_id: int,
    *,
    on_choose: Callable[[int], None],
    key: str,
    display: Display = "text",
) -> None:
    """Draw how a token was made; `on_choose` is called before the next run with the id of a part that was clicked."""
    data = tree_data(table, token_id, display=display)

    def choose() -> None:
        answer = heard(key, "chosen")
        # The browser's answer counts only if it is a token of the tree that the browser was shown.
        if isinstance(answer, Mapping) and answer.get("tree_id") == data["tree_id"]:
            drawn = [node[0] for node in data["nodes"]]
            if answer.get("token_id") in drawn:
                on_choose(int(answer["token_id"]))

    _mount(key=key, data=data, default={"chosen": None}, on_chosen_change=choose)


def tree_data(table: TokenTable, token_id: int, *, display: Display = "text") -> TreeData:
    """Return the tree as the component takes it."""
    nodes = []
    for node in merge_nodes(table, token_id, max_nodes=MAX_NODES):
        row = table.row_of(node.token_id)
        token = b"" if row is None else table.token_bytes[row]
        more = row is not None and bool(table.left[row] >= 0) and node.left < 0
        beginning = base64_of(token[:MAX_NODE_BYTES])
        nodes.append((node.token_id, node.left, node.right, beginning, more))
    return {
        "tree_id": hashlib.sha1(repr(nodes).encode(), usedforsecurity=False).hexdigest()[:16],
        "nodes": nodes,
        "label": f"How merges made token {token_id}",
        "display": display,
    }
