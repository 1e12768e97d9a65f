"""The view of unused tokens: those that a training learns, over its steps, and those of any other tokenizer, counted."""

import hashlib
from typing import TypedDict

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import Tokenizer, TrainingHistory
from bpe_core.lessons.vocabulary.lives import lives
from bpe_core.lessons.vocabulary.removed_merges import has_merges_to_remove
from bpe_core.lessons.vocabulary.used_tokens import UsedTokens, used_in_parts
from bpe_core.lessons.vocabulary.vocabulary import TokenTable
from explorer_ui.browser.answers import drawn_place, index_below
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.player.payload import steps_of
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here, say_if_special
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import CHOICE_WIDTH, offer_upload
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.tokenizers.removed_merge import offer_without
from explorer_ui.tokenizers.tokenizers import get_tokenizer, table_of, tokenizer_of
from explorer_ui.tokenizers.training_runs import NOTHING_REPEATS, nothing_repeats, train_with_progress
from explorer_ui.visit.limits import MAX_LIVES
from explorer_ui.visit.names import CHOOSABLE, TOKENIZERS
from explorer_ui.visit.state import Settings, player_alone
from explorer_ui.visit.training_settings import offer_training
from explorer_ui.visit.words import counted, percent

MAX_BANDS = 60
"""How many learned tokens are drawn: the most frequent ones, up to half of them scaffolds."""

PERCENT = range(50, 101)
"""The thresholds to choose from, in per cent; the paper uses 60 to 90."""

MAX_MADE = 100
"""How many tokens of another tokenizer are drawn."""

_mount = component("places/vocabulary/unused_tokens/lives")
_mount_made = component("places/vocabulary/unused_tokens/made")


class Band(TypedDict):
    """The life of a learned token."""

    id: int
    spelled: str  # Base64 of the token's bytes
    steps: list[int]  # after how many merges its count changed
    counts: list[int]  # its count from then on
    swallowed: float  # the largest fraction of its occurrences that one merge replaced, from 0 to 1
    swallowed_at: int  # the number of that merge, from 1; 0 if there was none
    eater: str  # Base64 of the bytes of the token which that merge made; "" if there was none


class LivesData(TypedDict):
    """All that the component takes."""

    data_id: str  # the same for the same lives: then what the visitor chose is kept
    num_merges: int
    num_learned: int
    num_scaffolds: int  # how many of them do not occur at the end
    dropped: list[int]  # how many Picky BPE would drop at a threshold of 50, 51, ... 100 per cent
    bands: list[Band]


class MadeToken(TypedDict):
    """A token that a text makes while it is encoded."""

    id: int
    spelled: str  # Base64 of the token's bytes
    made: int
    left_over: int


class MadeData(TypedDict):
    """All that the component of another tokenizer takes."""

    sentence: str
    tokens: list[MadeToken]


def show_token_lives(settings: Settings) -> None:
    """Draw the choice of a tokenizer, and the lives of the tokens of a training, or how often a text uses those of another."""
    row = ask("Lives")
    if not settings.text:
        st.info("Type or paste a text, or choose a sample, to see which tokens it uses.")
        return
    name = st.session_state.tokenizer
    if not player_alone():
        names = {one: TOKENIZERS[one].long for one in CHOOSABLE}
        name = choose(row.selectbox, "Tokenizer", names, key="tokenizer", width=CHOICE_WIDTH)
        if name == "file":
            offer_upload()
    if name == "trained":
        _show_training(settings, row)
    else:
        tokenizer = get_tokenizer(name, settings.training)
        used = _used(tokenizer, settings.text)
        say_if_special(settings.text, [tokenizer])
        look_here("Lives")
        _mount_made(key="made", data=made_data(table_of(tokenizer), used, TOKENIZERS[name].short))
        _offer_without(tokenizer, settings.text)


def _used(tokenizer: Tokenizer, text: str) -> UsedTokens:
    with busy("Counting tokens"):
        work = used_in_parts(tokenizer, table_of(tokenizer), text)
        return cached_with(tokenizer, f"used by {text}", lambda: result_while_wanted(work))


@cached_fragment
def _offer_without(tokenizer: Tokenizer, text: str) -> None:
    if player_alone() or not has_merges_to_remove(tokenizer):
        return
    if st.checkbox("Save the tokenizer without tokens that are never left over", key="without_unused"):
        st.caption(
            "Each of them is a step on the way to longer tokens, which can go with it: look at what that costs before you save."
        )
        rows = _used(tokenizer, text).steps_only()
        offer_without(tokenizer, table_of(tokenizer).token_ids[rows].tolist(), text)


def made_data(table: TokenTable, used: UsedTokens, name: str) -> MadeData:
    """Return what the component takes: the tokens that are made most often of those that are never left over, then others."""
    only, made = used.steps_only(), np.flatnonzero(used.made)
    rows = [*only[: MAX_MADE // 2].tolist()]
    others = made[used.left_over[made] > 0]
    rows += others[np.argsort(-used.made[others], kind="stable")][: MAX_MADE - len(rows)].tolist()
    share = percent(len(only) / len(made)) if len(made) else "none"
    sentence = (
        f"To encode this text, {name} makes {counted(len(made), 'different token')}. {len(only):,} of them ({share}) "
        + ("is only a step" if len(only) == 1 else "are only steps")
        + f" on the way to longer tokens and {'is' if len(only) == 1 else 'are'} never left over."
    )
    shown = " The most frequent of them come first." if len(only) > 1 else ""
    tokens: list[MadeToken] = [
        {
            "id": int(table.token_ids[row]),
            "spelled": base64_of(table.token_bytes[row]),
            "made": int(used.made[row]),
            "left_over": int(used.left_over[row]),
        }
        for row in rows
    ]
    if len(rows) < len(made):
        drawn = min(len(only), MAX_MADE // 2)
        shown = (
            f" The picture shows {drawn:,} of them, and {len(rows) - drawn:,} that are left over: the most frequent of "
            "each kind."
        )
    return {"sentence": sentence + shown, "tokens": tokens}


def _show_training(settings: Settings, row: DeltaGenerator) -> None:
    if not player_alone():
        with row:
            offer_training()
    if len(settings.text) > MAX_LIVES:
        st.caption(
            f"The text has {len(settings.text):,} characters; this page trains on the first {MAX_LIVES:,}."
        )
    history = steps_of(train_with_progress(settings.training.on(settings.text[:MAX_LIVES]))).history
    if not history.merges:
        st.info("No merge was made, so no token was learned: use a longer text, or more merges.")
        return
    if nothing_repeats(history):
        st.caption(NOTHING_REPEATS)
    look_here("Lives")
    _picture(cached_with(history, "lives", lambda: lives_data(history)))
    _offer_without(tokenizer_of(history), settings.text[:MAX_LIVES])


@cached_fragment
def _picture(data: LivesData) -> None:
    state = st.session_state
    state.lives_threshold = show_lives(data, state.lives_threshold, key="lives")
    close_picture(
        Picture(
            "Lives", "places/vocabulary/unused_tokens/lives", {**data, "threshold": state.lives_threshold}
        )
    )


def show_lives(data: LivesData, threshold: int, *, key: str) -> int:
    """Draw the lives of tokens, and return the chosen threshold, in per cent.

    New data begins at `threshold`; an answer that does not belong to `data` is ignored.
    """
    start = min(max(threshold, PERCENT.start), PERCENT[-1])
    place = drawn_place(_mount, data, {"threshold": start}, key=key)
    chosen = index_below(place.get("threshold"), PERCENT.stop)
    return start if chosen is None else max(chosen, PERCENT.start)


def lives_data(history: TrainingHistory) -> LivesData:
    """Return what the component takes, except for its initial state; the history must have at least one merge."""
    found = lives(history)
    learned = [index for index, born in enumerate(found.born.tolist()) if born]
    learned.sort(key=lambda index: -int(found.highest[index]))
    ended = [index for index in learned if not found.final[index]][: MAX_BANDS // 2]
    lasting = [index for index in learned if found.final[index]][: MAX_BANDS - len(ended)]
    vocab = history.vocab
    bands: list[Band] = []
    # In the order in which they were learned.
    for index in sorted(ended + lasting, key=lambda index: int(found.born[index])):
        life, at = found.changes[index], int(found.swallowed_at[index])
        token_id = int(found.token_ids[index])
        bands.append(
            {
                "id": token_id,
                "spelled": base64_of(vocab[token_id]),
                "steps": life.steps,
                "counts": life.counts,
                "swallowed": float(found.swallowed[index]),
                "swallowed_at": at,
                "eater": base64_of(vocab[history.merges[at - 1].new_id]) if at else "",
            }
        )
    of = repr((len(history.merges), bands)).encode()
    return {
        "data_id": hashlib.blake2b(of, digest_size=12).hexdigest(),
        "num_merges": len(history.merges),
        "num_learned": len(learned),
        "num_scaffolds": len(found.scaffolds()),
        "dropped": [len(found.dropped_at(percent / 100)) for percent in PERCENT],
        "bands": bands,
    }
