"""Training in the app: shows progress, can be stopped, and caches the result."""

import time
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import streamlit as st

from bpe_core import BpeError, Recipe, Training, TrainingHistory, iter_merges
from bpe_core.alphabets import counts_bytes
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.progress import progress_place
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizer_files import FILE, opened
from explorer_ui.visit.limits import MAX_CONTINUED, MAX_DIFFERENT, MAX_LEARNED
from explorer_ui.visit.training_request import TrainingRequest

_SHOW_AFTER = 0.4
_SHOW_EVERY = 0.15


NOTHING_TO_TRAIN_ON = (
    "Type or paste a text above (press Edit), or choose a sample: there is nothing to train on yet."
)
"""What is said of a training without a text."""

NOTHING_REPEATS = (
    "No pair of this text repeats, so the tie-break rule alone decides every merge. Use a text with repetitions to "
    "see more."
)


def train_with_progress(request: TrainingRequest) -> TrainingHistory:
    """Train as requested; shows progress and a stop button if it takes a while.

    If every pair occurs only once from the start, training continues with ties nevertheless, so that there is
    something to see; `nothing_repeats` reports this case. A training that was stopped returns what it has
    learned so far. Raises `BpeError` for a text that the recipe cannot encode.
    """
    if request.start_from == "file":
        request = replace(request, start_from=f"{FILE}{st.session_state.tokenizer_file}")
    for one in (request, replace(request, min_count=1)):
        history = _trained(one)
        if history.merges or history.stopped != "pairs-too-rare":
            break
    return history


def nothing_repeats(history: TrainingHistory) -> bool:
    """Return whether every pair occurred only once when a training began."""
    return bool(history.merges) and history.merges[0].count == 1


def _trained(request: TrainingRequest) -> TrainingHistory:
    stopped, learned = st.session_state.get("stopped_training", (None, 0))
    wanted = replace(request, num_merges=learned) if stopped == request else request
    known: TrainingHistory | None = CACHE.get(wanted)
    if known is not None:
        return known
    history = _run(_begun(request), wanted.num_merges, request)
    CACHE.put(wanted, history)
    return history


def _begun(request: TrainingRequest) -> Training:
    recipe, trained_on = request.recipe, request.trained_on
    how: dict[str, Any] = {"min_count": request.min_count, "max_learned": MAX_LEARNED}
    if request.start_from:
        if (size := len(request.text.encode("utf-8", "replace"))) > MAX_CONTINUED:
            raise BpeError(
                f"Training continues from a vocabulary on at most {MAX_CONTINUED:,} bytes, and this text has {size:,}. "
                "Use a shorter text, or another recipe."
            )
        return iter_merges(
            trained_on, start_from=opened(request.start_from), tie_break=recipe.tie_break, **how
        )
    _check_different(request.text, recipe)
    # The words of a list with counts have no neighbours, so there are no boundaries to lift.
    stage = recipe.second_stage if isinstance(trained_on, str) else None
    return iter_merges(trained_on, recipe=replace(recipe, second_stage=stage), **how)


def _check_different(text: str, recipe: Recipe) -> None:
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


def _run(training: Training, num_merges: int, asked: TrainingRequest) -> TrainingHistory:
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
        bar.progress(done / num_merges, f"Training: merge {done} of {num_merges}")
    place.empty()
    running.clear()
    return training.history()


def _stop(asked: TrainingRequest, running: list[Training]) -> None:
    if not running:
        return
    # The session stores a number and not the history: a closed session stays in memory for minutes.
    history = running[0].history()
    learned = len(history.merges)
    CACHE.put(replace(asked, num_merges=learned), history)
    st.session_state.stopped_training = (asked, learned)
