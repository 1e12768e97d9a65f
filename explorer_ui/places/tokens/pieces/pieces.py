"""The view of the pieces: a text split into pieces of at most so many tokens, each to be encoded separately later."""

import hashlib
from collections.abc import Sequence
from functools import partial
from itertools import chain, islice
from typing import TypedDict

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.chat.chat import Policy
from bpe_core.formats import table_csv, table_jsonl
from bpe_core.tokenizer.decoding import bytes_of_ids
from bpe_core.tokenizer.special_tokens import SpecialPolicy, first_special
from bpe_core.tokenizer.token_chunks import TokenChunk, token_chunks
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import Display, base64_of, display_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.choice import choose_policy, choose_tokenizer
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizers import encode_by_policy
from explorer_ui.visit.beginning import remember_step
from explorer_ui.visit.limits import MAX_TEXT, MAX_TOKEN_CHUNKS
from explorer_ui.visit.state import Settings, player_alone
from explorer_ui.visit.words import counted, readable

MAX_DRAWN = 1_000
"""How many tokens of a text are drawn."""

_LISTED = 1_000

_mount = component("places/tokens/pieces/pieces")


class PiecesData(TypedDict):
    """All that the component takes."""

    pieces_id: str  # the same for the same tokens and pieces
    text: str  # Base64 of the bytes of the tokens that are drawn
    bounds: list[int]  # the first byte of each of them, and the end of the last one
    pieces: list[tuple[int, int]]  # the first token of each piece, and the token after its last one
    display: Display


def show_pieces(settings: Settings) -> None:
    """Draw the choice of tokenizer, the tokens with the pieces, and what is known of each piece."""
    tokenizer = choose_tokenizer(settings.training, ask("Pieces"))
    if not settings.text:
        st.info("Type or paste a text above to split it into pieces.")
        return
    if first_special(settings.text, tokenizer.special_tokens):
        choose_policy("This text contains special tokens")
    look_here("Pieces")
    ids = np.fromiter(
        chain.from_iterable(encode_by_policy(tokenizer, settings.text, where="above")), np.int32
    )
    _show_pieces(tokenizer, settings.text, ids, policy=st.session_state.special_policy)


@cached_fragment
def _show_pieces(tokenizer: Tokenizer, text: str, ids: IntArray, *, policy: Policy) -> None:
    state = st.session_state
    # A hostile client may send 0.
    limit = state.token_limit = max(state.token_limit, 1)
    overlap, split = min(state.chunk_overlap, limit // 2), state.split_characters
    kept_as = f"chunks {limit} {overlap} {split} {policy} {hashlib.sha256(text.encode()).hexdigest()}"
    chunks: list[TokenChunk] = []
    try:
        chunks = cached_with(
            tokenizer,
            kept_as,
            lambda: _chunks(tokenizer, text, ids, limit, overlap=overlap, split=split, policy=policy),
        )
    except BpeError as error:
        show_verbatim(str(error))
    else:
        if len(chunks) <= MAX_TOKEN_CHUNKS:
            _draw(tokenizer, ids, chunks)
        else:
            chunks = []
            show_verbatim(
                f"There would be more than {MAX_TOKEN_CHUNKS:,} pieces, which is the limit: raise the number of tokens."
            )
    if not player_alone():
        _ask_for_limit(limit)
        _list(chunks, limit)
    remember_step()


def _draw(tokenizer: Tokenizer, ids: IntArray, chunks: Sequence[TokenChunk]) -> None:
    _mount(key="pieces", data=pieces_data(tokenizer, ids, chunks))
    if len(ids) > MAX_DRAWN:
        st.caption(f"The first {MAX_DRAWN:,} of {len(ids):,} tokens are drawn.")
    st.markdown(_sentence(chunks, len(ids)))


def _ask_for_limit(limit: int) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="piece_settings"):
        st.number_input("Tokens per piece", 1, MAX_TEXT, key="token_limit", width=150)
        st.number_input(
            f"Overlap, up to {limit // 2:,}", 0, MAX_TEXT, key="chunk_overlap", width=150,
            help="The maximum number of tokens that a piece repeats from the end of the previous piece.",
        )  # fmt: skip
        st.checkbox(
            "Split characters",
            key="split_characters",
            help="A piece may end inside a character of several tokens.",
        )
    if st.session_state.chunk_overlap > limit // 2:
        st.warning(
            f"The overlap is at most half of a piece, so {counted(limit // 2, 'token')} or fewer are repeated."
        )


def _chunks(
    tokenizer: Tokenizer,
    text: str,
    ids: IntArray,
    limit: int,
    *,
    overlap: int,
    split: bool,
    policy: Policy,
) -> list[TokenChunk]:
    special: SpecialPolicy = {"allowed_special": "all"} if policy == "special" else {"disallowed_special": ()}
    spelled = b"".join(bytes_of_ids(ids.tolist(), tokenizer.vocab))
    if tokenizer.steps.decodes_bytes and spelled == text.encode():
        found = token_chunks(
            tokenizer,
            ids.tolist(),
            limit,
            overlap=overlap,
            split_characters=split,
            encode=partial(tokenizer.encode, **special),
        )
    else:
        # The pieces are parts of the text, not of what a normalizer made of it, or of what the tokens decode to.
        found = tokenizer.split_by_tokens(text, limit, overlap=overlap, split_characters=split, **special)
    return list(islice(while_wanted(found, every=100), MAX_TOKEN_CHUNKS + 1))


def pieces_data(tokenizer: Tokenizer, ids: IntArray, chunks: Sequence[TokenChunk]) -> PiecesData:
    """Return the first tokens of a text as the component takes them, with their pieces."""
    tokens = bytes_of_ids(ids[:MAX_DRAWN].tolist(), tokenizer.vocab)
    pieces = [(chunk.start, min(chunk.end, len(tokens))) for chunk in chunks if chunk.start < len(tokens)]
    display = display_of(tokenizer.recipe.alphabet)
    return {
        "pieces_id": hashlib.blake2b(repr((tokens, pieces, display)).encode(), digest_size=12).hexdigest(),
        "text": base64_of(b"".join(tokens)),
        "bounds": np.cumsum([0, *map(len, tokens)]).tolist(),
        "pieces": pieces,
        "display": display,
    }


def _sentence(chunks: Sequence[TokenChunk], count: int) -> str:
    together = sum(chunk.end - chunk.start for chunk in chunks)
    more = sum(chunk.alone for chunk in chunks) - together
    halves = sum(chunk.splits_character for chunk in chunks)
    repeated = f", {together - count:,} of them repeated" if together > count else ""
    ends = "begins or ends" if halves == 1 else "begin or end"
    they = "it has" if len(chunks) == 1 else "they have"
    compared = f"{abs(more):,} {'more' if more > 0 else 'fewer'}" if more else "as many"
    return (
        f"**{counted(len(chunks), 'piece')}** with {counted(together, 'token')}{repeated}. Encoded separately, {they} "
        f"{compared}." + (f" {counted(halves, 'piece')} {ends} inside a character." if halves else "")
    )


def _list(chunks: Sequence[TokenChunk], limit: int) -> None:
    if not chunks:
        return
    shown = chunks[:_LISTED]
    frame = pd.DataFrame(
        {
            "tokens": [chunk.end - chunk.start for chunk in shown],
            "on its own": [chunk.alone for chunk in shown],
            "characters": [len(chunk.text) for chunk in shown],
            "begins": [readable(chunk.data[:60].decode("utf-8", "replace").encode()) for chunk in shown],
        },
        index=range(1, len(shown) + 1),
    )
    st.dataframe(frame, height=min(320, 38 + 35 * len(frame)))
    if len(chunks) > _LISTED:
        st.caption(f"These are the first {_LISTED:,}; the files contain all pieces.")
    with st.container(horizontal=True, vertical_alignment="center"):
        for name, write in (("chunks.csv", _csv), ("chunks.jsonl", _jsonl)):
            st.download_button(name, cached_call(name, write, chunks), name, on_click="ignore")
        st.download_button(
            "fits.txt", chunks[0].data, "fits.txt", "text/plain", on_click="ignore",
            help=f"The first piece: what fits into {counted(limit, 'token')}.",
        )  # fmt: skip


def _jsonl(chunks: Sequence[TokenChunk]) -> bytes:
    return table_jsonl(map(TokenChunk.row, chunks))


def _csv(chunks: Sequence[TokenChunk]) -> bytes:
    return table_csv(tuple(chunks[0].row()), map(TokenChunk.row, chunks))
