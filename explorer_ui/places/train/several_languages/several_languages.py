"""Training in which the most expensive language chooses each merge: the second part of the Languages view."""

from dataclasses import replace
from itertools import islice

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import Recipe, TrainingHistory, iter_merges, replace_lone_surrogates
from bpe_core.formats import FORMATS
from bpe_core.training.parity import ParityTraining
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.train.several_languages.parity import (
    ParityData,
    ParityPlace,
    parity_data,
    show_parity,
)
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.save import in_format
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.limits import MAX_PARITY, MAX_PARITY_TEXTS
from explorer_ui.visit.names import PARITY_TEXTS
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.training_request import TrainingRequest

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


def show_parity_training(request: TrainingRequest, row: DeltaGenerator) -> None:
    """Draw the choice of texts, and two trainings on them: by the most expensive text, and by count."""
    chosen = row.selectbox(
        "Texts",
        list(PARITY_TEXTS),
        key="parity_texts",
        format_func=PARITY_TEXTS.__getitem__,
        label_visibility="collapsed",
        width=260,
    )
    per_byte = chosen == "lines"
    texts = _lines(request.text) if per_byte else parallel_texts()
    if len(texts) < 2:
        st.info("Type a text of two or more lines: each line is a separate text.")
        return
    recipe = replace(request.recipe, second_stage=None)
    with busy("Training on all texts, by both rules"):
        by_parity, chosen_by, by_count = _trained(texts, recipe, per_byte=per_byte)
    look_here("Languages")
    data = parity_data(texts, by_parity, chosen_by, by_count, per_byte=per_byte)
    words = f"{_PER_BYTE if per_byte else _PARALLEL} Recipe, as on Train: {recipe.title}."
    _picture(data, by_parity, by_count, words=words)


def _lines(text: str) -> dict[str, str]:
    """Return the lines of a text that are not blank, each with a short name."""
    whole = replace_lone_surrogates(text).encode()
    used = whole[:MAX_PARITY].decode("utf-8", "ignore")
    lines = [line for line in used.splitlines() if line.strip()]
    shown = lines[:MAX_PARITY_TEXTS]
    if len(whole) > MAX_PARITY or len(shown) < len(lines):
        st.caption(
            f"Only the first {MAX_PARITY_TEXTS} lines and the first {MAX_PARITY:,} bytes of the text are used."
        )
    return {f"Line {number}": line for number, line in enumerate(shown, 1)}


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
