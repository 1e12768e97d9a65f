"""Training for the app: shown while it runs, to be stopped, and remembered when it is done."""

import time
from collections import OrderedDict
from threading import Lock

import streamlit as st

from bpe_core import Training, TrainingHistory, iter_merges
from explorer_ui.state import Settings

_SHOW_AFTER = 0.4
_SHOW_EVERY = 0.15


class HistoryCache:
    """The histories used last, for all sessions, up to a number of base units in sum.

    A history never changes, and its key holds the whole text: who does not have the text cannot ask for
    its history.
    """

    def __init__(self, max_units: int) -> None:
        self._max_units = max_units
        self._kept: OrderedDict[tuple[object, ...], TrainingHistory] = OrderedDict()
        self._units = 0
        self._lock = Lock()

    def get(self, key: tuple[object, ...]) -> TrainingHistory | None:
        """Return the history of a key, or None if it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: tuple[object, ...], history: TrainingHistory) -> None:
        """Keep a history; those not used for longest go."""
        with self._lock:
            if key in self._kept:
                return
            self._kept[key] = history
            self._units += _size(history)
            while self._units > self._max_units and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self._units -= _size(gone)


def _size(history: TrainingHistory) -> int:
    # The text, its expanded arrays, and the merges, in units of roughly ten bytes.
    return len(history.text) + len(history.stream.base_ids) + 16 * len(history.merges) + 1000


@st.cache_resource
def _histories() -> HistoryCache:
    return HistoryCache(max_units=20_000_000)


def train_with_progress(settings: Settings) -> TrainingHistory:
    """Train as the settings say; show progress and a stop button where it takes a while.

    A training that was stopped gives what it has learned so far. Raises `BpeError` for a text that the
    recipe cannot write.
    """
    state = st.session_state
    what = (settings.text, settings.recipe, settings.tie_break, settings.min_count)
    key = (*what, settings.num_merges)
    known = _histories().get(key)
    if known is not None:
        return known
    if state.get("stopped_training", (None,))[0] == key:
        stopped: TrainingHistory = state.stopped_training[1]
        return stopped
    training = iter_merges(
        settings.text,
        recipe=settings.recipe,
        tie_break=settings.tie_break,
        min_count=settings.min_count,
    )
    history = _run(training, settings.num_merges, key)
    _histories().put(key, history)
    return history


def _run(training: Training, num_merges: int, key: tuple[object, ...]) -> TrainingHistory:
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
            box.button("Stop here", on_click=_stop, args=(key, training))
            bar = box.progress(0.0)
        bar.progress(done / num_merges, f"Training: merge {done:,} of {num_merges:,}")
    place.empty()
    return training.history()


def _stop(key: tuple[object, ...], training: Training) -> None:
    st.session_state.stopped_training = (key, training.history())
