"""Merges switched off, on Encode, Vocabulary and Lives: the tokens removed with it, a text before and after, and the files."""

from collections.abc import Collection, Iterable, Sequence

import pandas as pd
import streamlit as st

from bpe_core import BpeError, Tokenizer, from_glyphs, replace_lone_surrogates, to_glyphs
from bpe_core.formats import FORMATS
from bpe_core.lessons.tokens.seams import segmented
from bpe_core.lessons.tokens.segmentations import compare
from bpe_core.lessons.vocabulary.removed_merges import (
    WithoutMerges,
    has_merges_to_remove,
    without_merges_in_parts,
)
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.parts.token_row.token_rows import token_rows
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.tokenizers.save import in_format
from explorer_ui.visit.limits import MAX_QUERY
from explorer_ui.visit.words import counted, readable

MAX_OFFERED = 1_000
"""How many merges are offered to choose from, and how many rows a table has."""


MAX_REMOVED = 50
"""How many unused tokens can be removed at once."""


def switched_off(tokenizer: Tokenizer) -> int | None:
    """Return the token whose merge is switched off; None if all are on, or no merge of this tokenizer makes it."""
    if not has_merges_to_remove(tokenizer):
        return None
    try:
        token = from_glyphs(st.session_state.switched_off)
    except BpeError:
        return None
    token_id = tokenizer.id_of_bytes.get(token)
    return token_id if token_id is not None and tokenizer.rank_of_token(token_id) is not None else None


def without_them(tokenizer: Tokenizer, token_ids: Collection[int]) -> WithoutMerges | None:
    """Return the tokenizer without the merges that make some tokens; if they cannot be removed, say why and return None."""
    work = without_merges_in_parts(tokenizer, token_ids)
    try:
        with busy(f"Removing {counted(len(token_ids), 'merge')}"):
            return cached_with(tokenizer, f"without {sorted(token_ids)}", lambda: result_while_wanted(work))
    except BpeError as error:
        show_verbatim(str(error))
        return None


def offer_merges(tokenizer: Tokenizer, tokens: Iterable[int]) -> None:
    """Draw the choice of a merge to switch off, among the merges of some tokens."""
    if not has_merges_to_remove(tokenizer):
        return
    off = switched_off(tokenizer)
    offered = dict.fromkeys(tokens if off is None else (off, *tokens))
    names = {to_glyphs(tokenizer.vocab[token_id]): token_id for token_id in [*offered][:MAX_OFFERED]}
    st.selectbox(
        "Switch off a merge",
        ["", *(name for name in names if len(name) <= MAX_QUERY)],
        key="switched_off",
        format_func=lambda name: (
            _merge_in_words(tokenizer, names[name]) if name else "None: all merges are on"
        ),
    )


def offer_to_switch(tokenizer: Tokenizer, token_id: int) -> None:
    """Draw the button that switches the merge of one token off or on again, and the effect."""
    name = to_glyphs(tokenizer.vocab[token_id])
    named = tokenizer.id_of_bytes.get(tokenizer.vocab[token_id]) == token_id and len(name) <= MAX_QUERY
    if not named or not has_merges_to_remove(tokenizer):
        return
    if switched_off(tokenizer) != token_id:
        st.button("Switch its merge off", on_click=_switch, args=(name,))
        return
    st.button("Switch its merge on again", on_click=_switch, args=("",))
    if without := without_them(tokenizer, {token_id}):
        show_without(tokenizer, without, tokenizer.vocab[token_id].decode("utf-8", "ignore"))


def offer_without(tokenizer: Tokenizer, token_ids: Sequence[int], text: str) -> None:
    """Draw how many of some tokens to remove, the first ones, and what becomes of the tokenizer and the text."""
    if not token_ids:
        st.caption("There are none.")
        return
    most = min(len(token_ids), MAX_REMOVED)
    st.session_state.num_removed = min(st.session_state.get("num_removed", 1), most)  # of another text
    number = st.number_input(
        f"How many of {len(token_ids):,}, the most frequent first", 1, most, key="num_removed", width=320
    )
    if without := without_them(tokenizer, token_ids[:number]):
        show_without(tokenizer, without, text)


def _switch(name: str) -> None:
    st.session_state.switched_off = name


def _merge_in_words(tokenizer: Tokenizer, token_id: int) -> str:
    made = readable(tokenizer.vocab[token_id])
    pair = tokenizer.parts(token_id)
    return f"{_pair_in_words(tokenizer, pair)} → {made}" if pair else made


def _pair_in_words(tokenizer: Tokenizer, pair: Iterable[int]) -> str:
    return " + ".join(readable(token) for token in tokenizer.decode_tokens_bytes(pair))


@contained()
def show_without(tokenizer: Tokenizer, without: WithoutMerges, text: str) -> None:
    """Draw which tokens are removed with a switched-off merge, a text before and after, and the files."""
    _rows(tokenizer, without.tokenizer, replace_lone_surrogates(text))
    st.markdown(_in_words(tokenizer, without))
    rows = [
        *((token_id, "cannot be made") for token_id in without.also_gone),
        *(
            (token_id, f"from {_pair_in_words(tokenizer, pair)}")
            for token_id, pair in without.other_pair.items()
        ),
    ]
    if rows:
        tokens = tokenizer.decode_tokens_bytes(token_id for token_id, _ in rows[:MAX_OFFERED])
        table = [
            {"token": readable(token), "id": token_id, "without the merge": becomes}
            for token, (token_id, becomes) in zip(tokens, rows, strict=False)
        ]
        st.dataframe(
            pd.DataFrame(table), hide_index=True, placeholder="", height=min(250, 40 + 35 * len(table))
        )
    if len(rows) > MAX_OFFERED:
        st.caption(f"The first {MAX_OFFERED:,} of {len(rows):,}.")
    files = st.expander(
        "Save the tokenizer without the merges that are switched off", key="files_without", on_change="rerun"
    )
    if files.open:
        with files:
            for file_format in FORMATS.values():
                in_format(without.tokenizer, file_format)


def _in_words(tokenizer: Tokenizer, without: WithoutMerges) -> str:
    gone, other = len(without.also_gone), len(without.other_pair)
    if not gone and not other:
        return "No other token needs what was removed, so all others stay, with their ids."
    counts = f"Other tokens that can no longer be made, and are removed too: **{gone:,}**. "
    if tokenizer.merges:
        why = "In a list of merges, a token is made only from the pairs that are listed; those of these tokens contain a removed token."
    else:
        why = (
            f"Tokens now made from another pair: **{other:,}**. In a table of ranks any two neighbouring tokens merge if "
            "their bytes together are in the table."
        )
    return f"{counts}{why} All tokens that stay keep their ids."


def _rows(tokenizer: Tokenizer, without: Tokenizer, text: str) -> None:
    if not text:
        return
    (before, num_before), (after, num_after) = segmented(tokenizer, text), segmented(without, text)
    data = text.encode()
    names = {f"All merges: {num_before:,}": (), f"Without: {num_after:,}": ()}
    token_rows(data, names, compare([before, after], len(data)), key="without_rows")
