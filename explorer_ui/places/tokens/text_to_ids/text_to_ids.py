"""One text at six depths: bits, bytes, characters, chunks, tokens and ids, each drawn by the same strip."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.tokenizer.special_tokens import first_special
from explorer_ui.browser.encoder.live import live_encoder
from explorer_ui.browser.packing import display_of
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.places.tokens.text_to_ids.characters import (
    show_below_bits,
    show_below_bytes,
    show_below_characters,
)
from explorer_ui.places.tokens.text_to_ids.chunks import Split, choose_split, cut_of, show_below_chunks
from explorer_ui.places.tokens.text_to_ids.ids import Pasted, pasted_ids, show_below_ids
from explorer_ui.places.tokens.text_to_ids.tokenized import Tokenized, names_in, note_on_bytes, original_of
from explorer_ui.places.tokens.text_to_ids.tokens import show_below_tokens, show_selected
from explorer_ui.places.tokens.text_to_ids.why import looked_at
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_policy, choose_tokenizer, offer_special
from explorer_ui.tokenizers.tokenizers import NO_TOKENS, encode_by_policy, get_tokenizer
from explorer_ui.visit.state import Settings, go_to
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.words.course import PAGES, Page

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

_Shown: TypeAlias = tuple[Tokenizer, IntArray, IntArray | None, Mapping[str, Any]]
"""What the strip shows: ids, the index of the first token of each chunk, and further arguments of `strip_data`."""

_BELOW_CHARACTERS = ("bits", "bytes")
_WITHOUT_TOKENS = (*_BELOW_CHARACTERS, "characters")
_LABELS = {"tokens": "The text in tokens", "ids": "The ids of the text"}


def show_text_to_ids(settings: Settings, *, page: Page) -> None:
    """Draw the question, the choice of tokenizer, the strip at the depth of the page, and what belongs to this depth."""
    with contained():
        _show(settings, page)
    if page.depth == "tokens":
        # Drawn even if the rest fails, which may be because of a token in this box.
        offer_special()


def _show(settings: Settings, page: Page) -> None:
    depth, request, text = page.depth, settings.training, settings.text
    row = ask(page.name)
    tokenized = None
    # One element, so that the strip after it has the same place at every depth: then the browser keeps it.
    with st.container():
        tokenizer = _choose(request, row, depth)
        split = choose_split(row, text) if depth == "chunks" else None
        look_here(page.name)
        pasted = pasted_ids(tokenizer) if depth == "ids" else None
        # A text that is refused has no tokens, but the strip leads to its other depths.
        nothing = np.empty(0, np.int32)
        shown: _Shown = tokenizer, nothing, nothing, {"hint": ""}
        with contained():
            if pasted and pasted.read.ids:
                shown = _of_pasted(tokenizer, pasted.read.ids)
            else:
                tokenized = _tokenized(tokenizer, request, split.text if split else text, depth, split)
                shown = _of_text(tokenized, depth, split, pasted)
    is_live = bool(tokenized) and not (split and split.name != "tokenizer")
    _strip(*shown, depth=depth, live=is_live)
    _show_below(depth, tokenizer, request, tokenized=tokenized, split=split, pasted=pasted, text=text)


def _choose(request: TrainingRequest, row: DeltaGenerator, depth: str) -> Tokenizer:
    """Draw the choice of tokenizer; where no tokens are shown, an error is only said."""
    try:
        return choose_tokenizer(request, row)
    except BpeError as error:
        if depth not in _WITHOUT_TOKENS:
            raise
        show_verbatim(str(error))
        return get_tokenizer("bytes", request)


def _tokenized(
    tokenizer: Tokenizer, request: TrainingRequest, text: str, depth: str, split: Split | None
) -> Tokenized:
    """Encode the text; where no tokens are shown, a text that cannot be encoded has its bytes as tokens."""
    policy: str = st.session_state.special_policy
    has_tokens = depth not in _WITHOUT_TOKENS and not (split and split.name != "tokenizer")
    try:
        return _encoded(tokenizer, text, policy, offers=has_tokens)
    except BpeError:
        if has_tokens:
            raise
        return _encoded(get_tokenizer("bytes", request), text, policy, offers=False)


def _encoded(tokenizer: Tokenizer, text: str, policy: str, *, offers: bool) -> Tokenized:
    if offers and first_special(text, tokenizer.special_tokens):
        choose_policy("This text contains special tokens")
        st.caption(_POLICY_WORDS[policy])
    # As arrays, since a fragment's arguments stay in the shared cache, and their size counts.
    lengths = array("i", [0])
    chunks = encode_by_policy(tokenizer, text, where="above" if offers else "at the depth of tokens")
    ids = np.fromiter(_one_by_one(chunks, lengths), np.int32)
    return Tokenized(tokenizer, text, ids, np.cumsum(lengths, dtype=np.int32)[:-1], policy)


def _one_by_one(chunks: Iterable[list[int]], lengths: "array[int]") -> Iterator[int]:
    """Yield every id, and record each chunk's length; a list for each of half a million chunks would take 50 MB."""
    for chunk in chunks:
        lengths.append(len(chunk))
        yield from chunk


def _of_text(tokenized: Tokenized, depth: str, split: Split | None, pasted: Pasted | None) -> _Shown:
    # Where single bytes replace a tokenizer that cannot encode the text, their number is not that of its tokens.
    counts = None if _is_replaced(tokenized.tokenizer) else tokenized.counts
    more: dict[str, Any] = {"original": original_of(tokenized)}
    if tokenized.text and not len(tokenized.ids):
        typed = depth in _WITHOUT_TOKENS or (split and split.name != "tokenizer")
        more["hint"] = "" if typed else NO_TOKENS
    if depth in _WITHOUT_TOKENS:
        more["names"] = names_in(tokenized.text)
    if depth in _BELOW_CHARACTERS:
        more["note"] = note_on_bytes(tokenized.tokenizer)
    if pasted and pasted.error:
        show_verbatim(pasted.error)
        more["note"] = "These are the ids of your text: those below could not be read."
    if split:
        more["cut"], chunks = cut_of(split, tokenized)
        counts = counts and {**counts, "chunks": chunks}
    if depth == "tokens":
        more["looked_at"] = looked_at(tokenized.ids)
    more |= {"label": _LABELS.get(depth, f"The text in {depth}"), "counts": counts}
    return tokenized.tokenizer, tokenized.ids, tokenized.starts, more


def _is_replaced(tokenizer: Tokenizer) -> bool:
    chosen: str = st.session_state.tokenizer
    return tokenizer.name == "bytes" != chosen


def _of_pasted(tokenizer: Tokenizer, ids: Sequence[int]) -> _Shown:
    note = "These are the ids that you pasted below, not those of your text."
    return tokenizer, np.array(ids, np.int32), None, {"label": "The tokens of these ids", "note": note}


@cached_fragment
def _strip(
    tokenizer: Tokenizer,
    ids: IntArray,
    starts: IntArray | None,
    more: Mapping[str, Any],
    *,
    depth: str,
    live: bool,
) -> None:
    if st.session_state.goes_to:
        st.rerun()  # another depth was chosen in the strip
    ranks = {token_id: tokenizer.rank_of_token(token_id) for token_id in np.unique(ids).tolist()}
    data = strip_data(
        ids,
        tokenizer.vocab,
        ranks={token_id: rank for token_id, rank in ranks.items() if rank is not None},
        chunk_starts=starts,
        special_ids=list(tokenizer.special_tokens.values()),
        display=display_of(tokenizer.recipe.alphabet),
        height=400,
        depth=depth,
        live=live_encoder(tokenizer, st.session_state.special_policy) if live else None,
        **{"hint": f"Type or paste a text above to see its {depth}.", **more},
    )
    selected = token_strip(data, ids, key="tokens_strip", tokenizer=tokenizer, on_depth=_go_to_depth)
    if depth == "tokens" and len(ids):
        show_selected(tokenizer, ids, selected)


def _go_to_depth(depth: str) -> None:
    go_to(next(page.name for page in PAGES if page.depth == depth))


def _show_below(
    depth: str,
    tokenizer: Tokenizer,
    request: TrainingRequest,
    *,
    tokenized: Tokenized | None,
    split: Split | None,
    pasted: Pasted | None,
    text: str,
) -> None:
    if depth == "bits":
        show_below_bits(text)
    elif depth == "bytes":
        show_below_bytes(text)
    elif depth == "characters":
        show_below_characters(tokenizer, text)
    elif split and tokenized:
        show_below_chunks(split, tokenized, request)
    elif pasted:
        show_below_ids(tokenizer, text, pasted, tokenized)
    elif tokenized:
        show_below_tokens(tokenized)
