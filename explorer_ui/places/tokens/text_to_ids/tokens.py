"""The Tokens view: a text as coloured tokens, the figures next to it, and how one token came to be."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import islice

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.formats import table_csv, table_jsonl, tokens_csv, tokens_json
from bpe_core.lessons.chat.chat import Policy
from bpe_core.tokenizer.decoding import bytes_of_ids, whole_characters
from bpe_core.tokenizer.special_tokens import first_special
from bpe_core.tokenizer.token_chunks import TokenChunk, token_chunks
from explorer_ui.browser.encoder.live import live_encoder
from explorer_ui.browser.packing import display_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.parts.token_row.strip.token_strip import Counts, Limit, strip_data, token_strip
from explorer_ui.parts.token_row.tree.merge_tree import merge_tree
from explorer_ui.places.tokens.text_to_ids.hardest_word import show_hardest_word
from explorer_ui.places.tokens.text_to_ids.pipeline import show_fallbacks
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.choice import choose_policy, choose_tokenizer, offer_special
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizers import encode_by_policy, table_of
from explorer_ui.visit.limits import MAX_TEXT, MAX_TOKEN_CHUNKS
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, readable

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

_SHOWN_CHUNKS = 1_000


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
        limit=chosen_limit(),
    )
    selected = token_strip(data, ids, key="tokens_strip", tokenizer=tokenizer)
    if not len(ids):
        return
    show_limit(tokenizer, ids, policy)
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
    shown = chunks[:_SHOWN_CHUNKS]
    frame = pd.DataFrame(
        {
            "tokens": [chunk.end - chunk.start for chunk in shown],
            "on its own": [chunk.alone for chunk in shown],
            "characters": [len(chunk.text) for chunk in shown],
            "begins": [readable(chunk.data[:60].decode("utf-8", "replace").encode()) for chunk in shown],
        }
    )
    st.dataframe(frame, height=min(320, 38 + 35 * len(frame)))
    if len(chunks) > _SHOWN_CHUNKS:
        st.caption(f"These are the first {_SHOWN_CHUNKS:,}; the files contain all chunks.")


def _jsonl(chunks: Sequence[TokenChunk]) -> bytes:
    return table_jsonl(map(TokenChunk.row, chunks))


def _csv(chunks: Sequence[TokenChunk]) -> bytes:
    return table_csv(tuple(chunks[0].row()), map(TokenChunk.row, chunks))
