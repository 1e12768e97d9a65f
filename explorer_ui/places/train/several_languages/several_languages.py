"""The view of several languages: a training in which the most expensive language chooses each merge, and one by count."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, TypedDict

import streamlit as st

from bpe_core import Recipe, TrainingHistory, iter_merges
from bpe_core.formats import FORMATS
from bpe_core.training.parity import ParityTraining, token_counts_of_texts
from explorer_ui.browser.answers import drawn_place, index_below
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.save import in_format
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.limits import MAX_PARITY, MAX_PARITY_TEXTS
from explorer_ui.visit.names import PARITY_TEXTS
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.state import Settings

MERGES = 600
"""How many merges are learned: after these, the tokens of each parallel paragraph are nearly its chunks."""

_PARALLEL = "The paragraphs say the same, so the language with the most tokens is worst off."
_PER_BYTE = (
    "Lines are not translations of each other, so the one with the most tokens per byte is worst off; the "
    "figures are tokens per byte."
)
_RULE = (
    "Outlined: the text that chooses the next merge. The line across a bar: the tokens under the other rule after the same number of merges. The rule is "
    "the base variant of parity-aware BPE (Foroutan, Meister and others, 2025). Its authors measure texts other "
    "than those they train on, break ties by the greatest pair, and stop when the chosen pair occurs only once; here "
    "ties follow the recipe, and training goes on. Their hybrid and moving-window variants are not shown."
)

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

    data_id: str
    texts: list[str]  # their names
    # the length of each text in bytes, if tokens per byte are compared; otherwise null
    bytes: list[int] | None
    rules: dict[Rule, LearnedMerges]


def show_parity_training(settings: Settings) -> None:
    """Draw the choice of texts, and two trainings on them: by the most expensive text, and by count."""
    row, request = ask("Several languages"), settings.training
    per_byte = choose(row.selectbox, "Texts", PARITY_TEXTS, key="parity_texts", width=260) == "lines"
    texts = _lines(request.text) if per_byte else parallel_texts()
    if len(texts) < 2:
        st.info("Type a text of two or more lines: each line is a separate text.")
        return
    recipe = replace(request.recipe, second_stage=None)
    with busy("Training on all texts, by both rules"):
        by_parity, chosen_by, by_count = _trained(texts, recipe, per_byte=per_byte)
    look_here("Several languages")
    data = parity_data(texts, by_parity, chosen_by, by_count, per_byte=per_byte)
    # No training on several texts continues from a vocabulary.
    as_on_train = "" if request.start_from else ", as on Train"
    words = f"{_PER_BYTE if per_byte else _PARALLEL} Recipe{as_on_train}: {recipe.title}."
    _picture(data, by_parity, by_count, words=words)


def _lines(text: str) -> dict[str, str]:
    """Return the lines of a text that are not blank, each with its number."""
    whole = text.encode()
    used = whole[:MAX_PARITY].decode("utf-8", "ignore")
    lines = [(number, line) for number, line in enumerate(used.splitlines(), 1) if line.strip()]
    shown = lines[:MAX_PARITY_TEXTS]
    if len(whole) > MAX_PARITY or len(shown) < len(lines):
        st.caption(
            f"Only the first {MAX_PARITY_TEXTS} lines and the first {MAX_PARITY:,} bytes of the text are used."
        )
    return {f"Line {number}": line for number, line in shown}


def _trained(
    texts: dict[str, str], recipe: Recipe, *, per_byte: bool
) -> tuple[TrainingHistory, list[int], TrainingHistory]:
    """Return the training in which the most expensive text chooses, the texts that chose, and the training by count."""
    rows = list(texts.values())
    key = ("parity", tuple(rows), recipe, per_byte)
    known: tuple[TrainingHistory, list[int], TrainingHistory] | None = CACHE.get(key)
    if known is not None:
        return known
    by_parity = ParityTraining(rows, recipe=recipe, worst_off="tokens-per-byte" if per_byte else "tokens")
    by_count = iter_merges(rows, recipe=recipe)
    for training in (by_parity, by_count):
        for _ in while_wanted(islice(training, MERGES)):
            pass
    found = by_parity.history(), by_parity.chosen_by, by_count.history()
    CACHE.put(key, found)
    return found


@cached_fragment
def _picture(data: ParityData, by_parity: TrainingHistory, by_count: TrainingHistory, *, words: str) -> None:
    state = st.session_state
    most = max(len(by_parity.merges), len(by_count.merges))
    place = show_parity(data, ParityPlace(state.parity_rule, min(state.parity_step, most)), key="parity")
    state.parity_rule, state.parity_step = place
    st.caption(f"{words} {_RULE}")
    files = st.expander("Save this tokenizer", key="parity_files", on_change="rerun")
    if files.open:
        history = (by_parity if place.rule == "parity" else by_count).first(place.step)
        with files:
            for file_format in FORMATS.values():
                in_format(tokenizer_of(history), file_format)


def show_parity(data: ParityData, start: ParityPlace, *, key: str) -> ParityPlace:
    """Draw a bar for each text under a slider for the number of merges; return where it was left.

    Data with a new `data_id` begins at `start`; an answer to other data is ignored.
    """
    place = drawn_place(_mount, data, start._asdict(), key=key)
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
        "data_id": hashlib.blake2b(repr((names, rules, per_byte)).encode(), digest_size=12).hexdigest(),
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
