"""The Train view: the merge player for a history, and the tables for its step."""

import inspect
from dataclasses import replace

import pandas as pd
import streamlit as st

from bpe_core import RECIPES, BpeError, TrainingHistory, pairs, reference
from bpe_core.lessons.train.printed import parting_step, spelled_merges
from explorer_ui.parts.picture.shown import Played, close_picture
from explorer_ui.parts.player.merge_player import merge_player
from explorer_ui.parts.player.payload import STOPPED, Start, ending_of, player_data, steps_of
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.places.train.trained import train_or_say_why_not, was_stopped
from explorer_ui.places.train.watch_it_learn.second_stage import show_second_stage
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import offer_upload
from explorer_ui.tokenizers.tokenizers import Subject, get_tokenizer
from explorer_ui.tokenizers.training_runs import train_with_progress
from explorer_ui.visit.names import MORE_ABOUT_TRAINING, TIE_BREAKS
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.visit.state import Settings, begun_again, player_alone
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.training_settings import ask_for_training
from explorer_ui.visit.words import readable
from explorer_ui.words.scripts import is_beyond_ascii

_FORK_TEXT = 50_000
_OF_CONTINUED = ("pairs", "merges", "fork")


def show_training(settings: Settings) -> Subject | None:
    """Draw the settings, train accordingly and draw the player, or say why that is not possible."""
    ask("Train")
    stage, below = st.container(key="stage"), st.container()
    if not player_alone():
        # Before the training, which can take a while.
        with below:
            _offer_characters(settings.training)
            ask_for_training()
            if st.session_state.recipe == "from_file":
                _offer_file()
    with stage:
        history = _train_and_play(settings)
    if history and not player_alone():
        with below:
            _say_why_fewer(history, settings.training)
            _say_what_the_rule_changes(history, settings.training)
    return (settings.training, lambda: get_tokenizer("trained", settings.training)) if history else None


def _say_why_fewer(history: TrainingHistory, request: TrainingRequest) -> None:
    """Say that fewer merges were learned than were asked for, next to the field that asks for them."""
    learned, asked = len(history.merges), request.num_merges
    if learned < asked:
        _, _, why = ending_of(history).partition(": ")
        why = "training was stopped here." if was_stopped(history, request) else f"then {why}"
        st.caption(f"{learned:,} of {asked:,} merges: {why}")


def _say_what_the_rule_changes(history: TrainingHistory, request: TrainingRequest) -> None:
    """Say from which merge on an unusual tie-break rule changes the result, since a phone may not show the stage."""
    usual = request.by(tie_break=DEFAULTS["tie_break"])
    if usual == request or len(request.text) > _FORK_TEXT:
        return
    parting = parting_step(history, train_with_progress(usual))
    rule, usual_rule = (TIE_BREAKS[one.recipe.tie_break] for one in (request, usual))
    rules = f"ties are broken by {rule} instead of {usual_rule}"
    if parting is None:
        st.caption(f"The merges are the same if {rules}.")
    else:
        st.caption(f"From merge {parting + 1} on, other pairs are merged, because {rules}.")


def _offer_file() -> None:
    try:
        offer_upload()
    except BpeError as error:
        show_verbatim(str(error))


def _offer_characters(request: TrainingRequest) -> None:
    """For a text with characters of several bytes, offer characters as base units; if they already are, offer bytes."""
    if request.start_from or not is_beyond_ascii(request.text):
        return
    if request.recipe.name == "characters":
        st.button("Show bytes", on_click=_train_by, args=(DEFAULTS["recipe"],))
    elif request.recipe.alphabet in ("bytes", "byte-glyphs"):
        st.button("Show characters", on_click=_train_by, args=("characters",))


def _train_by(recipe: str) -> None:
    st.session_state.recipe = recipe


def _train_and_play(settings: Settings) -> TrainingHistory | None:
    request, step = settings.training, settings.step
    history = train_or_say_why_not(request)
    if not history:
        return None
    earlier = steps_of(history).earlier
    state = st.session_state
    if request.start_from != state.continued_from:
        # The new merges begin after the vocabulary's own.
        state.continued_from = request.start_from
        step = step or earlier
    start: Start = {
        "step": min(step, earlier + len(history.merges)),
        "selected": settings.selected,
        "revision": state.text_revision,
        "by_hand": False,
    }
    look_here("Train")
    _player(history, request, start)
    return history


@cached_fragment
def _player(history: TrainingHistory, request: TrainingRequest, start: Start) -> None:
    data = player_data(history)
    if was_stopped(history, request):
        data = {**data, "data_id": f"{data['data_id']} stopped", "ending": STOPPED}
    shown = merge_player(
        {**data, "data_id": begun_again(data["data_id"])},
        start,
        key="player",
    )
    step = shown.step
    st.session_state.step = step
    st.session_state.selected = shown.selected
    close_picture(Played(history, request, step))
    if not player_alone():
        with st.container(key="below_player"):
            _below(history, request, step)


def _below(history: TrainingHistory, request: TrainingRequest, step: int) -> None:
    more = [name for name in MORE_ABOUT_TRAINING if not request.start_from or name in _OF_CONTINUED]
    if st.session_state.below not in more:
        st.session_state.below = None
    below = st.segmented_control(
        "More about this training",
        more,
        key="below",
        format_func=MORE_ABOUT_TRAINING.__getitem__,
    )
    if below == "pairs":
        st.dataframe(pair_table(steps_of(history).history, step), hide_index=True, height=320)
    elif below == "merges":
        st.dataframe(merge_table(steps_of(history).history), hide_index=True, height=320)
    elif below == "fork":
        _fork(history, request)
    elif below == "superbpe":
        show_second_stage(history, request)
    elif below == "algorithm":
        st.markdown("This is the training loop. The app runs a faster version with the same result.")
        for function in (pairs.count_pairs, pairs.merge_pair, reference.train):
            st.code(inspect.getsource(function), language="python")


def pair_table(history: TrainingHistory, step: int) -> pd.DataFrame:
    """Return the pairs after `step` merges, sorted by the merge rule, one row each."""
    counts = history.pair_counts_at(step)
    vocab = history.vocab
    rows = [
        (place, readable(vocab[left]), readable(vocab[right]), left, right, count)
        for place, ((left, right), count) in enumerate(counts.items(), start=1)
    ]
    return pd.DataFrame(rows, columns=["place", "left", "right", "left id", "right id", "count"])


def merge_table(history: TrainingHistory) -> pd.DataFrame:
    """Return the merges, one row each."""
    vocab = history.vocab
    rows = [
        (
            merge.rank,
            readable(vocab[merge.pair[0]]),
            readable(vocab[merge.pair[1]]),
            readable(vocab[merge.new_id]),
            merge.new_id,
            merge.count,
            merge.replaced,
        )
        for merge in history.merges
    ]
    return pd.DataFrame(rows, columns=["rank", "left", "right", "new token", "id", "counted", "replaced"])


def _fork(history: TrainingHistory, request: TrainingRequest) -> None:
    if len(request.text) > _FORK_TEXT:
        st.info(
            f"This compares two trainings; the limit for the text is {_FORK_TEXT:,} characters. Shorten it."
        )
        return
    recipe = history.recipe
    ways: dict[str, TrainingRequest] = {}
    if recipe.second_stage:
        ways["with chunk boundaries kept to the end"] = request.by(second_stage=None)
    if recipe.name == "bytes":
        ways["with the split into chunks"] = _like(request, "gpt2")
    elif recipe.alphabet == "bytes" and not request.start_from:
        ways["without the split into chunks"] = _like(request, "bytes")
    for rule, words in TIE_BREAKS.items():
        if rule != recipe.tie_break:
            ways[f"ties broken by {words}"] = request.by(tie_break=rule)
    way = st.selectbox("The same text and settings, but", list(ways), key="fork_way")
    other = train_with_progress(ways[way])
    parting = parting_step(history, other)
    if parting is None:
        st.markdown("Both trainings learn the same merges in the same order.")
    else:
        st.markdown(f"They first differ at **merge {parting + 1}**; before it they learn the same merges.")
    st.dataframe(_fork_table(history, other), hide_index=True, height=360)


def _like(request: TrainingRequest, name: str) -> TrainingRequest:
    recipe, tie_break, special_tokens = RECIPES[name], request.recipe.tie_break, request.recipe.special_tokens
    return replace(request, recipe=replace(recipe, tie_break=tie_break, special_tokens=special_tokens))


def _fork_table(one: TrainingHistory, other: TrainingHistory) -> pd.DataFrame:
    mine, theirs = ([*map(_spelled, spelled_merges(history))] for history in (one, other))
    longest = max(len(mine), len(theirs))
    columns = [column + [""] * (longest - len(column)) for column in (mine, theirs)]
    same = ["" if a == b else "differs" for a, b in zip(*columns, strict=True)]
    return pd.DataFrame(
        {"merge": range(1, longest + 1), "this training": columns[0], "the other": columns[1], "": same}
    )


def _spelled(merge: tuple[bytes, bytes]) -> str:
    return f"{readable(merge[0])} + {readable(merge[1])}"
