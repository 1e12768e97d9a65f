"""A training on several texts, drawn in the browser for every number of merges, under two rules."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from bpe_core import TrainingHistory
from bpe_core.training.parity import token_counts_of_texts
from explorer_ui.browser.answers import index_below, place_of, read_again
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of

_mount = component("places/train/several_languages/parity")

Rule: TypeAlias = Literal["parity", "count"]
"""Which pair is merged next: the most frequent one in the most expensive text, or in all texts together."""


class ParityPlace(NamedTuple):
    """Where the slider was left: the rule, and the number of merges."""

    rule: Rule
    step: int


class LearnedMerges(TypedDict):
    """What one rule learned."""

    # Base64 of uint32: the tokens of the first text after 0, 1, ... merges, then of the second, ...
    counts: str
    chosen_by: list[int]  # the text that chose each merge; empty if the count in all texts did
    # Base64 of the bytes of both sides, how often the pair occurred in all texts, and how often it was
    # replaced
    merges: list[tuple[str, str, int, int]]


class ParityData(TypedDict):
    """All that the component takes, except for its initial state."""

    parity_id: str
    texts: list[str]  # their names
    # the length of each text in bytes, if tokens per byte are compared; otherwise null
    bytes: list[int] | None
    rules: dict[Rule, LearnedMerges]


def show_parity(data: ParityData, start: ParityPlace, *, key: str) -> ParityPlace:
    """Draw a bar for each text under a slider for the number of merges; return where it was left.

    Data with a new `parity_id` begins at `start`; an answer to other data is ignored.
    """
    answer = _mount(
        key=key, data={**data, **start._asdict()}, default={"place": None}, on_place_change=read_again
    )
    place = place_of(answer, "parity_id", data)
    step = index_below(place.get("step"), 1 + max(len(rule["merges"]) for rule in data["rules"].values()))
    rule = place.get("rule")
    return start if step is None or rule not in data["rules"] else ParityPlace(rule, step)


def parity_data(
    texts: Mapping[str, str],
    by_parity: TrainingHistory,
    chosen_by: Sequence[int],
    by_count: TrainingHistory,
    *,
    per_byte: bool,
) -> ParityData:
    """Return what the component takes: two trainings on the same texts, and the text that chose each merge of the first."""
    rules: dict[Rule, LearnedMerges] = {
        "parity": _learned(by_parity, texts, chosen_by),
        "count": _learned(by_count, texts, []),
    }
    names = list(texts)
    return {
        "parity_id": hashlib.blake2b(repr((names, rules, per_byte)).encode(), digest_size=12).hexdigest(),
        "texts": names,
        "bytes": [len(text.encode()) for text in texts.values()] if per_byte else None,
        "rules": rules,
    }


def _learned(history: TrainingHistory, texts: Mapping[str, str], chosen_by: Sequence[int]) -> LearnedMerges:
    vocab = {token_id: base64_of(token) for token_id, token in history.vocab.items()}
    return {
        "counts": base64_of(token_counts_of_texts(history, [*texts.values()]).astype("<u4").tobytes()),
        "chosen_by": list(chosen_by),
        "merges": [
            (vocab[merge.pair[0]], vocab[merge.pair[1]], merge.count, merge.replaced)
            for merge in history.merges
        ],
    }
