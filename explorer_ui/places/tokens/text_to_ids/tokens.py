"""The Tokens view: a text as coloured tokens, the figures next to it, and how one token came to be."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.formats import tokens_csv, tokens_json
from bpe_core.lessons.chat.chat import Policy
from bpe_core.tokenizer.special_tokens import first_special
from explorer_ui.browser.encoder.live import live_encoder
from explorer_ui.browser.packing import display_of
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.parts.token_row.strip.token_strip import Counts, strip_data, token_strip
from explorer_ui.parts.token_row.tree.merge_tree import merge_tree
from explorer_ui.places.tokens.text_to_ids.hardest_word import show_hardest_word
from explorer_ui.places.tokens.text_to_ids.pipeline import show_fallbacks
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.choice import choose_policy, choose_tokenizer, offer_special
from explorer_ui.tokenizers.tokenizers import encode_by_policy, table_of
from explorer_ui.visit.state import Settings

_POLICY_WORDS = {
    "refuse": (
        "The tokenizer rejects a text that contains a special token. This is the safe choice for untrusted "
        "text: nothing in it can act as a control token."
    ),
    "ordinary": (
        "The letters of a special token are encoded like any other letters. This is safe too: the model "
        "sees the text, not a control token."
    ),
    "special": (
        "A special token in the text becomes its reserved id. Do this only with text you wrote yourself: in "
        "untrusted text it could end the document or begin another role."
    ),
}

_SHOWN_IDS = 20_000


def show_tokens(settings: Settings) -> None:
    """Draw the choice of tokenizer, the strip, the figures, and the details of the selected token."""
    with contained():
        _show_strip(settings)
    # Drawn even if the rest fails, which may be because of a token in this box.
    offer_special()


def _show_strip(settings: Settings) -> None:
    tokenizer = choose_tokenizer(settings.training, ask("Tokens"))
    chunks = _encode(tokenizer, settings.text)
    # As arrays, since a fragment's arguments stay in the shared cache, and their size counts.
    lengths = array("i", [0])
    ids = np.fromiter(_one_by_one(chunks, lengths), np.int32)
    starts = np.cumsum(lengths, dtype=np.int32)[:-1]
    look_here("Tokens")
    size = len(settings.text.encode("utf-8", "replace"))
    counts = Counts(tokens=len(ids), characters=len(settings.text), bytes=size, chunks=len(starts))
    _strip(tokenizer, ids, starts, counts=counts, policy=st.session_state.special_policy)
    special = st.session_state.special_policy == "special"
    show_hardest_word(tokenizer, settings.text, special=special)
    show_fallbacks(tokenizer, settings.text)


def _encode(tokenizer: Tokenizer, text: str) -> Iterator[list[int]]:
    if first_special(text, tokenizer.special_tokens):
        choose_policy("This text contains special tokens")
        st.caption(_POLICY_WORDS[st.session_state.special_policy])
    return encode_by_policy(tokenizer, text, where="above")


def _one_by_one(chunks: Iterable[list[int]], lengths: "array[int]") -> Iterator[int]:
    """Yield every id, and record each chunk's length; a list for each of half a million chunks would take 50 MB."""
    for chunk in chunks:
        lengths.append(len(chunk))
        yield from chunk


@cached_fragment
def _strip(
    tokenizer: Tokenizer, ids: IntArray, chunk_starts: IntArray, *, counts: Counts, policy: Policy
) -> None:
    special = list(tokenizer.special_tokens.values())
    ranks = {token_id: tokenizer.rank_of_token(token_id) for token_id in np.unique(ids).tolist()}
    data = strip_data(
        ids,
        tokenizer.vocab,
        ranks={token_id: rank for token_id, rank in ranks.items() if rank is not None},
        chunk_starts=chunk_starts,
        special_ids=special,
        display=display_of(tokenizer.recipe.alphabet),
        label="The text in tokens",
        hint="Type or paste a text above to see its tokens.",
        height=420,
        counts=counts,
        live=live_encoder(tokenizer, policy),
    )
    selected = token_strip(data, ids, key="tokens_strip", tokenizer=tokenizer)
    if not len(ids):
        return
    details, listing = st.columns([1, 1])
    with details:
        if selected is None:
            st.caption("Touch a token to see how it was made.")
        else:
            _details(tokenizer, int(ids[selected]))
    with listing:
        st.markdown("**The ids**")
        # The keyboard reaches the scrolling area through the buttons in it.
        with st.container(height=260):
            with st.container(horizontal=True):
                # Written on request, since a long text makes long files.
                for name, written in (("tokens.csv", tokens_csv), ("tokens.json", tokens_json)):
                    st.download_button(
                        name, cached_call(name, _written, written, tokenizer, ids), name, on_click="ignore"
                    )
            # For a code block the browser would first load syntax highlighting for three hundred languages.
            st.text("[" + ", ".join(map(str, ids[:_SHOWN_IDS])) + "]")
        if len(ids) > _SHOWN_IDS:
            st.caption(f"The first {_SHOWN_IDS:,} of {len(ids):,}; “Copy ids” above copies all of them.")


def _written(
    write: Callable[[Tokenizer, Sequence[int]], bytes], tokenizer: Tokenizer, ids: IntArray
) -> bytes:
    return write(tokenizer, ids.tolist())


def _details(tokenizer: Tokenizer, token_id: int) -> None:
    st.markdown(f"**Token {token_id}**, and how merges made it")
    if token_id in tokenizer.special_tokens.values():
        st.caption("A special token: its id was assigned by hand, and no merge produces it.")
    merge_tree(
        table_of(tokenizer),
        token_id,
        on_choose=_look_up,
        display=display_of(tokenizer.recipe.alphabet),
        key="token_tree",
    )


def _look_up(token_id: int) -> None:
    st.session_state.vocabulary_token = token_id
