"""The depth of chunks: a text split by a pattern, two patterns compared, and which merges pre-tokenization prevents."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpe_core import BRANCHES, TrainingHistory, pretokenize
from bpe_core.lessons.tokens.chunking import (
    ChunkComparison,
    ChunkSummary,
    CutAndUncut,
    Pretokenized,
    compare_chunks,
    pattern_of,
    summarize_chunks,
    train_cut_and_uncut,
    with_branches,
)
from bpe_core.sandbox.safe_split import (
    MAX_PATTERN,
    MAX_PATTERN_TEXT,
    OwnSplit,
    PatternRefused,
    split_safely,
)
from bpe_core.types import Chunk
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.question import choose, choose_one
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.parts.token_row.strip.token_strip import Cut
from explorer_ui.places.tokens.text_to_ids.pipeline import draw_chunks, show_passes
from explorer_ui.places.tokens.text_to_ids.tokenized import Tokenized
from explorer_ui.tokenizers.choice import CHOICE_WIDTH
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.visit.names import CHUNKS_TABS, OTHER_PATTERNS, PATTERNS
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.training_settings import offer_training
from explorer_ui.visit.words import and_more, counted, point_at, readable

_NO_BRANCH = 255
# A chunk can be as long as the text, and there can be as many chunks as characters.
_BOUNDS = {"most_rows": 1_000, "longest": 200}
_COMPARED = {"most_chunks": 1_200, "most_characters": 20_000}
_LEGIBLE = 60  # characters of a chunk that is too long to be shown
_TRAINED_TEXT = 20_000
_TRAINED_MERGES = 200


@dataclass(frozen=True, slots=True)
class Split:
    """How a text is split: the name of a pattern in `PATTERNS`, your own pattern if it is that, and the text it splits."""

    name: str
    own: str
    text: str


def choose_split(row: DeltaGenerator, text: str) -> Split:
    """Draw the choice of the split pattern in a row, and the box for your own one."""
    name = choose(row.selectbox, "Split pattern", PATTERNS, key="split_pattern", width=CHOICE_WIDTH)
    if name != "own":
        return Split(name, "", text)
    own = _own_editor()
    if len(text) > MAX_PATTERN_TEXT:
        text = text[:MAX_PATTERN_TEXT]
        st.caption(
            f"Your own pattern splits only the first {MAX_PATTERN_TEXT:,} characters, here and in the "
            "comparison below."
        )
    return Split(name, own, text)


def cut_of(split: Split, tokenized: Tokenized) -> tuple[Cut | None, int]:
    """Return what the strip is told of the chunks, and their number; a refused pattern leaves the text whole."""
    try:
        return _cut_and_summary(split, tokenized)[:2]
    except _RefusedError:
        whole = [0] if split.text else []
        branches = base64_of(bytes([_NO_BRANCH] * len(whole)))
        return Cut(starts=_packed(whole), branches=branches, listed=[]), len(whole)


def _cut_and_summary(split: Split, tokenized: Tokenized) -> tuple[Cut, int, ChunkSummary]:
    return tokenized.once(("chunks", split), lambda: _summarized(split, _pretokenized(split, tokenized)))


def _summarized(split: Split, pretokenized: Pretokenized) -> tuple[Cut, int, ChunkSummary]:
    chunks = pretokenized.chunks
    uses = Counter(chunk.branch for chunk in chunks)
    starts = accumulate((len(chunk.text.encode("utf-8")) for chunk in chunks), initial=0)
    cut = Cut(
        starts=None if split.name == "tokenizer" else _packed([*starts][:-1]),
        branches=base64_of(bytes(_NO_BRANCH if one.branch < 0 else one.branch for one in chunks)),
        listed=[(*branch, uses[number]) for number, branch in enumerate(pretokenized.branches)],
    )
    return cut, len(chunks), summarize_chunks(pretokenized, **_BOUNDS)


def _packed(starts: Sequence[int]) -> str:
    return base64_of(np.array(starts, "<u4").tobytes())


def show_below_chunks(split: Split, tokenized: Tokenized, request: TrainingRequest) -> None:
    """Draw the chunks with their counts, the comparison, the two trainings and the passes of the tokenizer."""
    if not split.text:
        return
    with _refusals(split.own):
        *_, summary = _cut_and_summary(split, tokenized)
        if split.name != "tokenizer":
            _warnings(summary)
        below = choose_one("About the chunks", CHUNKS_TABS, key="chunks_tab")
        counts, other, without, _ = CHUNKS_TABS
        if below == counts:
            _counts(summary)
        elif below == other:
            with _refusals(st.session_state.own_pattern):
                _beside(split, tokenized)
        elif below == without:
            _without_cut(split, tokenized, request)
        else:
            show_passes(tokenized.tokenizer, request.text)


def _own_editor() -> str:
    st.text_area(
        "Your pattern: a regular expression; its branches, separated by |, are tried in order",
        key="own_pattern",
        height=90,
        max_chars=MAX_PATTERN,
        help="\\p{L} is a letter, \\p{N} a digit of any kind, \\s white space; "
        "it means what it means in tiktoken, and what may mean something else is refused.",
    )
    own: str = st.session_state.own_pattern
    return own


class _RefusedError(Exception):
    def __init__(self, refused: PatternRefused) -> None:
        super().__init__(refused.message)
        self.refused = refused


@contextmanager
def _refusals(pattern: str) -> Iterator[None]:
    try:
        yield
    except _RefusedError as error:
        show_verbatim(error.refused.message)
        if error.refused.position is not None:
            st.code(point_at(pattern, error.refused.position), language=None)


def _warnings(cut: ChunkSummary) -> None:
    if cut.fallen:
        st.warning(
            f"No branch matches {cut.fallen:,} of the characters. A tokenizer that keeps only what the "
            "pattern matches would lose them. Decoding must return every byte, so here each unmatched "
            "stretch is a chunk of its own, drawn with a dashed edge. To fix the pattern, add a last branch "
            "that matches anything, such as (?s:.)."
        )
    if cut.empty_matches:
        st.info(
            f"At {counted(cut.empty_matches, 'place')} the pattern matched an empty string, which does not "
            "split the text."
        )
    if not cut.branches_known:
        st.info(
            "This pattern contains backreferences, so the app cannot tell which branch matched "
            "a chunk: it is shown as one branch."
        )


def _counts(cut: ChunkSummary) -> None:
    patterns = [pattern for pattern, _, _ in cut.branches]
    rows = [
        (
            _beginning_of(text, size),
            count,
            size,
            patterns[branch] if branch >= 0 else "unmatched" if patterns else "",
        )
        for text, branch, count, size in cut.frequent
    ]
    st.dataframe(pd.DataFrame(rows, columns=["chunk", "count", "bytes", "matched by"]), hide_index=True)
    if len(rows) < cut.kinds:
        st.caption(f"The {len(rows):,} most frequent of {cut.kinds:,}.")
    st.caption(
        "Training processes each distinct chunk once and multiplies by its count; this is one reason why "
        "splitting makes training fast."
    )


def _beginning_of(text: str, size: int) -> str:
    """Return the beginning of a chunk of `size` bytes as a table shows it, with the number of the remaining bytes."""
    beginning = text.encode("utf-8")
    if len(beginning) == size:
        return readable(beginning)
    beginning = text[:_LEGIBLE].encode("utf-8")
    return readable(beginning) + and_more(size - len(beginning))


def _beside(split: Split, tokenized: Tokenized) -> None:
    others = [other for other in OTHER_PATTERNS if other != split.name]
    if st.session_state.other_pattern not in others:
        st.session_state.other_pattern = others[0]
    other = st.selectbox("Compare with", others, key="other_pattern", format_func=PATTERNS.__getitem__)
    own = st.session_state.own_pattern if "own" in (other, split.name) else ""
    found = tokenized.once(("comparison", split, other, own), lambda: _comparison(split, tokenized, other))
    if not found.stretches:
        st.info("Both patterns split this text at the same places.")
        return
    st.markdown(
        f"The two patterns split **{counted(found.stretches, 'stretch', 'stretches')}** of the text differently, as marked "
        "here."
    )
    sides = ((split.name, found.left, found.marked_left), (other, found.right, found.marked_right))
    for column, (side, chunks, marked) in zip(st.columns(2), sides, strict=True):
        with column:
            st.markdown(f"**{PATTERNS[side]}**")
            shown = [chunk.text for chunk in chunks]
            draw_chunks(shown, differs=sorted(marked), label=PATTERNS[side], key=f"compare_{side}")
    if not found.all_drawn:
        st.caption("Only the first chunks of each are drawn; the stretches are counted in the whole text.")
    rows = [(_trace_merged(left), _trace_merged(right), count) for left, right, count in found.kinds]
    columns = [PATTERNS[split.name], PATTERNS[other], "times"]
    st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True)
    if len(rows) < found.different:
        st.caption(f"The {len(rows):,} most frequent of {found.different:,}.")


def _comparison(split: Split, tokenized: Tokenized, other: str) -> ChunkComparison:
    """Compare the chunks with those of another pattern; both split what the tokenizer works on, or the typed text."""
    left = _pretokenized(split, tokenized).chunks
    text = "".join(chunk.text for chunk in left)
    if other == "own" and len(text) > MAX_PATTERN_TEXT:
        text = text[:MAX_PATTERN_TEXT]
        left = _first(left, MAX_PATTERN_TEXT)
    right = _of_pattern(Split(other, st.session_state.own_pattern, text)).chunks
    return compare_chunks(left, right, **_COMPARED, **_BOUNDS)


def _first(chunks: Sequence[Chunk], most: int) -> list[Chunk]:
    """Return the chunks of the first characters; the last one may be shortened.

    >>> [chunk.text for chunk in _first(pretokenize("hello world", "gpt2"), 8)]
    ['hello', ' wo']
    """
    return [chunk._replace(text=chunk.text[: most - chunk.start]) for chunk in chunks if chunk.start < most]


def _trace_merged(chunks: Sequence[str]) -> str:
    return " | ".join(readable(chunk[:200].encode("utf-8")) for chunk in chunks[:20]) + " …" * (
        len(chunks) > 20
    )


def _without_cut(split: Split, tokenized: Tokenized, request: TrainingRequest) -> None:
    offer_training()
    merges = min(request.num_merges, _TRAINED_MERGES)
    tie_break, min_count = request.recipe.tie_break, request.min_count

    def trained() -> CutAndUncut:
        chunks = _first(_pretokenized(split, tokenized).chunks, _TRAINED_TEXT)
        text = "".join(chunk.text for chunk in chunks)
        return train_cut_and_uncut(text, chunks, num_merges=merges, tie_break=tie_break, min_count=min_count)

    both = tokenized.once(("trainings", split, merges, tie_break, min_count), trained)
    st.markdown(
        f"Two trainings on {'the beginning of ' if len(request.text) > _TRAINED_TEXT else ''}this text, "
        f"with {counted(merges, 'merge')} each (at most {_TRAINED_MERGES} here): one on the whole text, one "
        f"on its chunks. Without chunks, training learned {counted(len(both.whole.merges), 'merge')}; "
        f"**{len(both.across):,}** of them {'crosses' if len(both.across) == 1 else 'cross'} a chunk boundary of the pattern."
    )
    left, right = st.columns(2)
    with left:
        st.markdown("**Without chunks**")
        st.dataframe(learned_table(both.whole, both.across), hide_index=True)
    with right:
        st.markdown("**With chunks**")
        st.dataframe(learned_table(both.cut, None), hide_index=True)
    st.markdown(
        "A vocabulary with “dog.”, “dog!” and “dog?” uses three ids for one word, and the model learns each "
        "from fewer examples. Chunks keep punctuation out of word tokens and words apart, so the ids go to "
        "tokens that occur in many texts."
    )


def learned_table(history: TrainingHistory, across: Mapping[int, int] | None) -> pd.DataFrame:
    """Return the tokens that a training learned, and, given `across`, how many chunk boundaries each merge crossed."""
    rows = [(merge.rank, readable(history.vocab[merge.new_id]), merge.count) for merge in history.merges]
    table = pd.DataFrame(rows, columns=["rank", "token", "pair counted"])
    if across is not None:
        table["merged across boundaries"] = [across.get(merge.rank, 0) for merge in history.merges]
    return table


# Errors are not cached, so a pattern that was stopped only because the server was busy is tried again.
@cached
def _own_split(text: str, pattern: str) -> OwnSplit:
    context = get_script_run_ctx()
    split = split_safely(text, pattern, visitor=context and context.session_id)
    if isinstance(split, PatternRefused):
        raise _RefusedError(split)
    return split


def _pretokenized(split: Split, tokenized: Tokenized) -> Pretokenized:
    """Return the chunks of a text: by a pattern those of the typed text, by the tokenizer those that it works on."""
    if split.name != "tokenizer":
        return _of_pattern(split)
    tokenizer, name = tokenized.tokenizer, pattern_of(tokenized.tokenizer)
    parts = [*while_wanted(tokenized.chunks, every=1_000)]
    whole = {*tokenizer.special_tokens.values(), *(one.token_id for one in tokenizer.steps.added_tokens)}
    first = tokenized.ids[tokenized.starts] if parts else tokenized.ids
    known = with_branches(
        parts, name, apart=[number for number, one in enumerate(first) if int(one) in whole]
    )
    if known is None or name is None:
        starts = accumulate(map(len, parts), initial=0)
        return Pretokenized([Chunk(part, start, -1) for part, start in zip(parts, starts, strict=False)], ())
    return Pretokenized(known, _branches_of(name))


def _of_pattern(split: Split) -> Pretokenized:
    if split.name != "own":
        return Pretokenized(pretokenize(split.text, split.name), _branches_of(split.name))
    found = _own_split(split.text, split.own)
    chunks, patterns = found.chunks(), found.branches
    if len(patterns) > _NO_BRANCH:  # the strip has one byte for a branch
        patterns = (split.own,)
        chunks = [chunk._replace(branch=min(chunk.branch, 0)) for chunk in chunks]
    branches = tuple((pattern, "") for pattern in patterns)
    return Pretokenized(chunks, branches, found.empty_matches, found.branches_known)


def _branches_of(name: str) -> tuple[tuple[str, str], ...]:
    return tuple((branch.pattern, branch.meaning) for branch in BRANCHES[name])
