"""The depth of tokens: how the selected token came to be, the ids, and what the text costs."""

from collections.abc import Callable, Sequence

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.formats import tokens_csv, tokens_json
from explorer_ui.browser.packing import display_of
from explorer_ui.parts.token_row.tree.merge_tree import heading_of, merge_tree
from explorer_ui.places.tokens.text_to_ids.hardest_word import show_hardest_word
from explorer_ui.places.tokens.text_to_ids.pipeline import show_fallbacks
from explorer_ui.places.tokens.text_to_ids.tokenized import Tokenized
from explorer_ui.places.tokens.text_to_ids.why import show_costs
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.tokenizers import table_of

_SHOWN_IDS = 20_000


def show_selected(tokenizer: Tokenizer, ids: IntArray, selected: int | None) -> None:
    """Draw how the token with the index `selected` was made, next to the list of ids."""
    details, listing = st.columns([1, 1])
    with details:
        if selected is None:
            st.caption("Touch a token to see how it was made.")
        else:
            _details(tokenizer, int(ids[selected]))
    with listing:
        list_ids(tokenizer, ids)


def list_ids(tokenizer: Tokenizer, ids: IntArray) -> None:
    """Draw the ids as a list, and as files."""
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


def show_below_tokens(tokenized: Tokenized) -> None:
    """Draw what the tokens are spent on, the hardest word of the text, and the characters that are not in the vocabulary."""
    special = tokenized.policy == "special"
    show_costs(tokenized)
    show_hardest_word(tokenized.tokenizer, tokenized.text, special=special)
    show_fallbacks(tokenized.tokenizer, tokenized.text)


def _written(
    write: Callable[[Tokenizer, Sequence[int]], bytes], tokenizer: Tokenizer, ids: IntArray
) -> bytes:
    return write(tokenizer, ids.tolist())


def _details(tokenizer: Tokenizer, token_id: int) -> None:
    table = table_of(tokenizer)
    st.markdown(heading_of(table, token_id))
    if token_id in tokenizer.special_tokens.values():
        st.caption("A special token: its id was assigned by hand, and no merge produces it.")
    merge_tree(
        table,
        token_id,
        on_choose=_look_up,
        display=display_of(tokenizer.recipe.alphabet),
        key="token_tree",
    )


def _look_up(token_id: int) -> None:
    st.session_state.vocabulary_token = token_id
