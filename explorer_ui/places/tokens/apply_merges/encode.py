"""The Encode view: the player over an encoding, where every step applies one merge already learned."""

from itertools import pairwise

import streamlit as st

from bpe_core import Tokenizer, replace_lone_surrogates
from bpe_core.tokenizer.preparation import UNKNOWN
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Played, close_picture
from explorer_ui.parts.player.merge_player import merge_player
from explorer_ui.parts.player.payload import Start, encoding_data
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, say_if_special, show_verbatim
from explorer_ui.places.tokens.text_to_ids.hardest_word import show_hardest_word
from explorer_ui.tokenizers.choice import CHOICE_WIDTH, choose_tokenizer
from explorer_ui.tokenizers.removed_merge import offer_merges, show_without, switched_off, without_them
from explorer_ui.tokenizers.tokenizers import RANKS_OF_A_TABLE, Subject, get_tokenizer
from explorer_ui.tokenizers.training_runs import NOTHING_TO_TRAIN_ON
from explorer_ui.visit.limits import MAX_ENCODE
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.visit.state import Settings, begun_again, player_alone
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import readable
from explorer_ui.words.scripts import is_beyond_ascii, word_of

_MOST_UNKNOWN = 20

MAX_LINE = 200
"""How many characters of a line of the training text are encoded by default."""


def show_encode(settings: Settings) -> Subject | None:
    """Draw the choice of tokenizer, the box for the new text, and the player."""
    if st.session_state.encode_text == DEFAULTS["encode_text"] and _needs_own_word(settings.text):
        st.session_state.encode_text = word_of(settings.text) or DEFAULTS["encode_text"]
    if player_alone():
        text = st.session_state.encode_text
        tokenizer = get_tokenizer(st.session_state.tokenizer, settings.training)
    else:
        text, tokenizer = _ask(settings.training)
    if len(text) > MAX_ENCODE:
        st.error(f"The text has {len(text):,} characters; the limit is {MAX_ENCODE:,}. Shorten it.")
        return None
    if not text:
        st.info("Type a word or a sentence above. It does not have to occur in the training text.")
        return None
    say_if_special(text, [tokenizer])
    unknown = _unknown_in(tokenizer, replace_lone_surrogates(text))
    if unknown and UNKNOWN not in tokenizer.special_tokens:
        learned = tokenizer
        tokenizer = cached_with(learned, UNKNOWN, lambda: learned.with_special_tokens(UNKNOWN))
    _play(settings.training, tokenizer, text)
    if unknown:
        more = len(unknown) - _MOST_UNKNOWN
        show_verbatim(
            f"{UNKNOWN} stands for what did not occur in the training text, so it has no token: "
            f"{', '.join(readable(one.encode()) for one in unknown[:_MOST_UNKNOWN])}"
            f"{f', and {more:,} more' if more > 0 else ''}. Decoding gives {UNKNOWN}, not the character."
        )
    show_hardest_word(tokenizer, text)
    if stage := tokenizer.recipe.second_stage:
        st.caption(
            f"This training lifted chunk boundaries after merge {stage.after}. So the merges up to that "
            "one are applied first, within chunks; then the later merges are applied across the lifted "
            "boundaries."
        )
    if tokenizer.mergeable_ranks is not None:
        st.caption(RANKS_OF_A_TABLE)
    request = settings.training
    return request if request.text else request.on(text), lambda: tokenizer


def _unknown_in(tokenizer: Tokenizer, text: str) -> str:
    """Return the distinct characters of a text that are not in an alphabet of characters."""
    if tokenizer.recipe.alphabet != "characters":
        return ""
    known = tokenizer.base.id_of_unit
    return "".join(one for one in dict.fromkeys(text) if ord(one) not in known)


def _play(request: TrainingRequest, tokenizer: Tokenizer, text: str) -> None:
    off = switched_off(tokenizer)
    without = None if off is None else without_them(tokenizer, {off})
    data = encoding_data(without.tokenizer if without else tokenizer, text)
    if not data["merges"] and not without:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.info(
                "No merge of this tokenizer applies to this text, so there is nothing to step through. "
                "Choose another tokenizer, or a text like the one it was trained on."
                if request.text or st.session_state.tokenizer != "trained"
                else NOTHING_TO_TRAIN_ON
            )
            if request.text:
                st.button("Use the first line of my text", on_click=_take_line, args=(request.text,))
    look_here("Encode")
    if without:
        st.caption(
            "One merge is switched off: the player encodes without it. Below the player you can switch it on again."
        )
    start: Start = {
        "step": min(st.session_state.encode_step, len(data["merges"]) // 5),
        "selected": None,
        "revision": st.session_state.text_revision,
    }
    st.session_state.encode_step = merge_player(
        {**data, "data_id": begun_again(data["data_id"])},
        start,
        key="encoder",
    ).step
    close_picture(Played(data, request, st.session_state.encode_step))
    if not player_alone():
        offer_merges(tokenizer, data["merges"][2::5])
        if without:
            show_without(tokenizer, without, text)


def _ask(request: TrainingRequest) -> tuple[str, Tokenizer]:
    row = ask("Encode")
    text = row.text_input(
        "A new text to encode",
        key="encode_text",
        live=True,
        placeholder=f"Up to {MAX_ENCODE:,} characters",
        width=CHOICE_WIDTH,
    )
    return text, choose_tokenizer(request, row)


def _needs_own_word(text: str) -> bool:
    """Return whether merges learned from a text would not apply to the default new text."""
    new = DEFAULTS["encode_text"]
    return bool(text) and (is_beyond_ascii(text) or not any(a + b in text for a, b in pairwise(new)))


def _take_line(text: str) -> None:
    st.session_state.encode_text = text.strip().split("\n")[0][:MAX_LINE]
