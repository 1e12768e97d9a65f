"""Training for the app: shown while it runs, to be stopped, and remembered when it is done."""

import time

import streamlit as st

from bpe_core import Training, TrainingHistory, iter_merges
from explorer_ui.frame.state import Settings
from explorer_ui.work.bounded_cache import BoundedCache

_SHOW_AFTER = 0.4
_SHOW_EVERY = 0.15


def _size(history: TrainingHistory) -> int:
    # The text, its expanded arrays, and the merges, in units of roughly ten bytes.
    return len(history.text) + len(history.stream.base_ids) + 16 * len(history.merges) + 1000


@st.cache_resource
def _histories() -> BoundedCache[TrainingHistory]:
    return BoundedCache(max_size=20_000_000, size_of=_size)


def train_with_progress(settings: Settings) -> TrainingHistory:
    """Train as the settings say; show progress and a stop button where it takes a while.

    A training that was stopped gives what it has learned so far. Raises `BpeError` for a text that the
    recipe cannot write.
    """
    what = (settings.text, settings.recipe, settings.tie_break, settings.min_count)
    asked = (*what, settings.num_merges)
    stopped_at, learned = st.session_state.get("stopped_training", (None, 0))
    num_merges = learned if stopped_at == asked else settings.num_merges
    known = _histories().get((*what, num_merges))
    if known is not None:
        return known
    training = iter_merges(
        settings.text,
        recipe=settings.recipe,
        tie_break=settings.tie_break,
        min_count=settings.min_count,
    )
    history = _run(training, num_merges, asked)
    _histories().put((*what, num_merges), history)
    return history


def _run(training: Training, num_merges: int, asked: tuple[object, ...]) -> TrainingHistory:
    place = st.empty()
    bar = None
    shown = time.monotonic() + _SHOW_AFTER - _SHOW_EVERY
    done = 0
    while done < num_merges and next(training, None) is not None:
        done += 1
        if time.monotonic() - shown < _SHOW_EVERY:
            continue
        shown = time.monotonic()
        if bar is None:
            box = place.container(horizontal=True, vertical_alignment="center")
            box.button("Stop here", on_click=_stop, args=(asked, training))
            bar = box.progress(0.0)
        bar.progress(done / num_merges, f"Training: merge {done:,} of {num_merges:,}")
    place.empty()
    return training.history()


def _stop(asked: tuple[object, ...], training: Training) -> None:
    # The session keeps a number and not the history: a session that is closed stays in memory for minutes.
    history = training.history()
    learned = len(history.merges)
    _histories().put((*asked[:-1], learned), history)
    st.session_state.stopped_training = (asked, learned)
