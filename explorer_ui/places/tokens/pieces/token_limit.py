"""Below the strip of the Tokens view: what fits into a number of tokens, and the text in chunks of at most that many."""

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from itertools import islice

import pandas as pd
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.formats import table_csv, table_jsonl
from bpe_core.lessons.chat.chat import Policy
from bpe_core.tokenizer.decoding import bytes_of_ids, whole_characters
from bpe_core.tokenizer.token_chunks import TokenChunk, token_chunks
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.token_row.strip.token_strip import Limit
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.visit.limits import MAX_TEXT, MAX_TOKEN_CHUNKS
from explorer_ui.visit.words import counted, readable

_SHOWN = 1_000


def chosen_limit() -> Limit | None:
    """Return the limit that the visitor set; None if there is none."""
    state = st.session_state
    return (
        {"tokens": state.token_limit, "split_characters": state.split_characters}
        if state.token_limit
        else None
    )


def show_limit(tokenizer: Tokenizer, ids: IntArray, policy: Policy) -> None:
    """Draw the choice of a limit, what fits, and the chunks of the text."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        limit = st.number_input(
            "Token limit", 1, MAX_TEXT, None, key="token_limit", placeholder="none", width=150,
            help="Marks in the picture what fits, and splits the text into chunks of at most this many tokens.",
        )  # fmt: skip
        if not limit:
            return
        overlap = st.number_input(
            f"Overlap, up to {limit // 2:,}", 0, MAX_TEXT, key="chunk_overlap", width=150,
            help="The maximum number of tokens that a chunk repeats from the end of the previous chunk.",
        )  # fmt: skip
        split = st.toggle("Split characters", key="split_characters")
    overlap = min(overlap, limit // 2)
    fits = min(limit, len(ids))
    if not split:
        fits = whole_characters(bytes_of_ids(ids[: limit + 1].tolist(), tokenizer.vocab), fits)
    kept = tokenizer.decode_bytes(ids[:fits].tolist())
    written = kept.decode("utf-8", "replace")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**Fits: {fits:,} of {counted(len(ids), 'token')}**, {counted(len(written), 'character')}, "
            f"{counted(len(kept), 'byte')}." + (" Dashed: what does not fit." if fits < len(ids) else "")
        )
        st.download_button("fits.txt", kept, "fits.txt", "text/plain", on_click="ignore")
    kept_as = f"chunks {limit} {overlap} {split} {policy} {sha256(ids.tobytes()).hexdigest()}"
    chunks = cached_with(
        tokenizer,
        kept_as,
        lambda: _chunks(tokenizer, ids, limit, overlap=overlap, split=split, policy=policy),
    )
    if len(chunks) > MAX_TOKEN_CHUNKS:
        st.caption(
            f"There would be more than {MAX_TOKEN_CHUNKS:,} chunks, which is the limit: raise the token limit."
        )
        return
    _show_chunks(chunks)


def _chunks(
    tokenizer: Tokenizer, ids: IntArray, limit: int, *, overlap: int, split: bool, policy: Policy
) -> list[TokenChunk]:
    special = {"allowed_special": "all"} if policy == "special" else {"disallowed_special": ()}
    found = token_chunks(
        tokenizer,
        ids.tolist(),
        limit,
        overlap=overlap,
        split_characters=split,
        encode=partial(tokenizer.encode, **special),
    )
    return list(islice(while_wanted(found, every=100), MAX_TOKEN_CHUNKS + 1))


def _show_chunks(chunks: Sequence[TokenChunk]) -> None:
    together, alone = (
        sum(counts) for counts in zip(*((c.end - c.start, c.alone) for c in chunks), strict=True)
    )
    halves = sum(chunk.splits_character for chunk in chunks)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"**{counted(len(chunks), 'chunk')}** of {together:,} tokens in all. Encoded separately, the chunks have "
            f"{alone:,}, because no merge crosses from one to the next."
            + (f" {counted(halves, 'chunk')} begin or end inside a character." if halves else "")
        )
        for name, write in (("chunks.csv", _csv), ("chunks.jsonl", _jsonl)):
            st.download_button(name, cached_call(name, write, chunks), name, on_click="ignore")
    shown = chunks[:_SHOWN]
    frame = pd.DataFrame(
        {
            "tokens": [chunk.end - chunk.start for chunk in shown],
            "on its own": [chunk.alone for chunk in shown],
            "characters": [len(chunk.text) for chunk in shown],
            "begins": [readable(chunk.data[:60].decode("utf-8", "replace").encode()) for chunk in shown],
        }
    )
    st.dataframe(frame, height=min(320, 38 + 35 * len(frame)))
    if len(chunks) > _SHOWN:
        st.caption(f"These are the first {_SHOWN:,}; the files contain all chunks.")


def _jsonl(chunks: Sequence[TokenChunk]) -> bytes:
    return table_jsonl(map(TokenChunk.row, chunks))


def _csv(chunks: Sequence[TokenChunk]) -> bytes:
    return table_csv(tuple(chunks[0].row()), map(TokenChunk.row, chunks))
