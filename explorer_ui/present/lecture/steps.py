"""How often Page Down can change a picture: a lecture that asks for more is refused."""

from collections.abc import Mapping
from typing import Any

from bpe_core import BpeError, Tokenizer, TrainingHistory, load_published, train
from explorer_ui.visit.limits import MAX_ENCODE

_FIXED = {"First merges": 5, "Languages": 4, "Growth": 12}
_OF_THE_TEXT = {"Tokens", "Bits", "Bytes", "Characters", "Chunks", "Decode", "Ways", "Prompt", "Seam"}
_WITHOUT = {"Compare", "Disguises", "Save", "Homework", "Tokenizer file", "Prices", "Family tree"}
_COUNTED = 5_000  # characters of a text that is trained on for this


def most_steps(page: str, state: Mapping[str, Any]) -> int | None:
    """Return how many steps the picture of a page has with these settings, at most; None if nothing is known.

    >>> how = {"text": "low lower", "recipe": "gpt2", "num_merges": 9, "skip_rare": True, "tokenizer": "trained"}
    >>> most_steps("Train", how), most_steps("Encode", {**how, "encode_text": "slow"}), most_steps("Compare", how)
    (2, 2, 0)
    """
    if page in _OF_THE_TEXT:
        return len(str(state["text"]).encode("utf-8", "replace"))
    if page not in {"Train", "Encode"}:
        return 0 if page in _WITHOUT else _FIXED.get(page)
    try:
        if page == "Encode" and len(state["encode_text"]) > MAX_ENCODE:
            raise BpeError("The page does not encode a text of this length.")
        if page == "Encode" and state["tokenizer"] != "trained":
            tokenizer = load_published(state["tokenizer"])
        elif history := _trained(state):
            if page == "Train":
                return len(history.merges)
            tokenizer = Tokenizer.from_history(history)
        else:
            return None
        return len(tokenizer.trace(state["encode_text"]).applied)
    except (BpeError, ValueError, KeyError):
        return None


def _trained(state: Mapping[str, Any]) -> TrainingHistory | None:
    if len(state["text"]) > _COUNTED:
        return None
    least = 2 if state["skip_rare"] else 1
    return train(state["text"], recipe=state["recipe"], num_merges=state["num_merges"], min_count=least)
