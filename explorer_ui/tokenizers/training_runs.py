"""Training in the app: shows progress, can be stopped, and caches the result."""

import time
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import streamlit as st

from bpe_core import (
    RECIPES,
    BpeError,
    Recipe,
    Tokenizer,
    Training,
    TrainingHistory,
    iter_merges,
    load_published,
)
from bpe_core.alphabets import counts_bytes
from bpe_core.lessons.train.word_counts import read_word_counts
from bpe_core.training.special_parts import with_special_tokens
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.progress import progress_place
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizer_files import uploaded_tokenizer
from explorer_ui.visit.limits import MAX_CONTINUED, MAX_DIFFERENT, MAX_LEARNED
from explorer_ui.visit.state import Settings

_SHOW_AFTER = 0.4
_SHOW_EVERY = 0.15


NOTHING_REPEATS = (
    "No pair of this text repeats, so all pairs are tied and the tie-break rule decides every merge. Use a "
    "text with repetitions to see more."
)


def train_with_progress(settings: Settings) -> TrainingHistory:
    """Train according to the settings; shows progress and a stop button if it takes a while.

    If every pair occurs only once from the start, training continues with ties nevertheless, so that there is
    something to see; `nothing_repeats` reports this case. A training that was stopped returns what it has
    learned so far. Raises `BpeError` for a text that the recipe cannot encode.
    """
    history = _trained(settings)
    if not history.merges and history.stopped == "pairs-too-rare":
        return _trained(replace(settings, min_count=1))
    return history


def trained_on(settings: Settings) -> str | dict[str, int]:
    """Return what to train on: words with their counts, if the text lists them and is to be read that way.

    Raises `BpeError` if their counts exceed the limit.
    """
    counts = read_word_counts(settings.text) if settings.as_counts else None
    return settings.text if counts is None else counts


def recipe_of(settings: Settings) -> Recipe:
    """Return the recipe as modified by the settings: special tokens, the tie-break rule, the second stage.

    The words of a list with counts have no neighbours, so there are no boundaries to lift.
    """
    has_neighbours = isinstance(trained_on(settings), str)
    return replace(
        with_special_tokens(RECIPES[settings.recipe], settings.special_tokens),
        tie_break=settings.tie_break,
        second_stage=settings.second_stage if has_neighbours else None,
    )


def start_of(settings: Settings) -> Tokenizer | None:
    """Return the tokenizer that training continues from, or None if it begins with base units.

    Raises `BpeError` if it comes from a file and none is loaded.
    """
    if settings.start_from != "file":
        return load_published(settings.start_from) if settings.start_from else None
    uploaded = uploaded_tokenizer(st.session_state.tokenizer_file)
    if uploaded is None:
        raise BpeError("No tokenizer file is loaded to continue from: upload one on the Train page.")
    return uploaded


def how_to_train(settings: Settings) -> dict[str, Any]:
    """Return the training options that the settings imply, except the number of merges.

    Raises `BpeError` for a text that is too long to continue on, and what `start_of` raises.
    """
    how: dict[str, Any] = {"min_count": settings.min_count, "max_learned": MAX_LEARNED}
    start = start_of(settings)
    if start is None:
        return {"recipe": recipe_of(settings), **how}
    if (size := len(settings.text.encode("utf-8", "replace"))) > MAX_CONTINUED:
        raise BpeError(
            f"Training continues from a vocabulary on at most {MAX_CONTINUED:,} bytes, and this text has {size:,}. "
            "Use a shorter text, or another recipe."
        )
    return {"start_from": start, "tie_break": settings.tie_break, **how}


def check_different(text: str, recipe: Recipe) -> None:
    """Raise `BpeError` if each character of a text becomes a token and there are too many distinct ones."""
    if counts_bytes(recipe.alphabet):
        return
    # A set of a million characters would take 100 MB.
    different = len(np.unique(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")))
    if different > MAX_DIFFERENT:
        raise BpeError(
            f"This text has {different:,} different characters, and each of them becomes a token; the limit "
            f"is {MAX_DIFFERENT:,}. Choose a recipe or tokenizer that starts from bytes, or a shorter text."
        )


def nothing_repeats(history: TrainingHistory) -> bool:
    """Return whether every pair occurred only once when a training began."""
    return bool(history.merges) and history.merges[0].count == 1


def _trained(settings: Settings) -> TrainingHistory:
    recipe = recipe_of(settings)
    start = st.session_state.tokenizer_file if settings.start_from == "file" else settings.start_from
    what = (settings.text, settings.as_counts, recipe, start, settings.min_count)
    asked = (*what, settings.num_merges)
    stopped_at, learned = st.session_state.get("stopped_training", (None, 0))
    num_merges = learned if stopped_at == asked else settings.num_merges
    known: TrainingHistory | None = CACHE.get(("training", *what, num_merges))
    if known is not None:
        return known
    check_different(settings.text, recipe)
    training = iter_merges(trained_on(settings), **how_to_train(settings))
    history = _run(training, num_merges, asked)
    CACHE.put(("training", *what, num_merges), history)
    return history


def _run(training: Training, num_merges: int, asked: tuple[object, ...]) -> TrainingHistory:
    place = progress_place()
    bar = None
    # The button outlives the run in its session; the training that it stops does not.
    running = [training]
    shown = time.monotonic() + _SHOW_AFTER - _SHOW_EVERY
    for done, _ in enumerate(while_wanted(islice(training, num_merges)), 1):
        if time.monotonic() - shown < _SHOW_EVERY:
            continue
        shown = time.monotonic()
        if bar is None:
            box = place.container(horizontal=True, vertical_alignment="center")
            # With a key: a page may run several trainings, one after another.
            box.button("Stop here", key=f"stop_{hash(asked)}", on_click=_stop, args=(asked, running))
            bar = box.progress(0.0)
        bar.progress(done / num_merges, f"Training: merge {done:,} of {num_merges:,}")
    place.empty()
    running.clear()
    return training.history()


def _stop(asked: tuple[object, ...], running: list[Training]) -> None:
    if not running:
        return
    # The session stores a number and not the history: a closed session stays in memory for minutes.
    history = running[0].history()
    learned = len(history.merges)
    CACHE.put(("training", *asked[:-1], learned), history)
    st.session_state.stopped_training = (asked, learned)
