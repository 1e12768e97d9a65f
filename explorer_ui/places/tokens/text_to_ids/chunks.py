"""The Chunks view: a text split by a pattern, two patterns compared, and which merges pre-tokenization prevents."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pandas as pd
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bpe_core import BRANCHES, TieBreak, TrainingHistory, pretokenize, replace_lone_surrogates
from bpe_core.lessons.tokens.chunking import (
    ChunkComparison,
    ChunkSummary,
    CutAndUncut,
    Pretokenized,
    compare_chunks,
    summarize_chunks,
    train_cut_and_uncut,
)
from bpe_core.sandbox.safe_split import (
    MAX_PATTERN,
    MAX_PATTERN_TEXT,
    OwnSplit,
    PatternRefused,
    split_safely,
)
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.figures import draw_figures
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.places.tokens.text_to_ids.chunk_view import chunk_view
from explorer_ui.places.tokens.text_to_ids.pipeline import show_passes
from explorer_ui.tokenizers.choice import CHOICE_WIDTH
from explorer_ui.visit.names import CHUNKS_TABS, PATTERNS
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.training_settings import offer_training
from explorer_ui.visit.words import counted, point_at, readable

# A chunk can be as long as the text, and there can be as many chunks as characters.
_BOUNDS = {"most_rows": 1_000, "most_characters": 20_000, "longest": 200}
_SHOWN_CHUNKS = 3_000
_SHOWN_COMPARED = 1_200
_TRAINED_TEXT = 20_000
_TRAINED_MERGES = 200


def show_chunks(settings: Settings) -> None:
    """Draw the choice of pattern and the chunks of the text, then the comparison and the two trainings."""
    row = ask("Chunks")
    name = choose(row.selectbox, "Split pattern", PATTERNS, key="split_pattern", width=CHOICE_WIDTH)
    own = _own_editor() if name == "own" else ""
    text = replace_lone_surrogates(settings.text)
    if name == "own" and len(text) > MAX_PATTERN_TEXT:
        text = text[:MAX_PATTERN_TEXT]
        st.caption(
            f"Your own pattern splits only the first {MAX_PATTERN_TEXT:,} characters, here and in the "
            "comparison below."
        )
    if not text:
        st.info("Type or paste a text above to see its chunks.")
        return
    look_here("Chunks")
    with _refusals(own):
        _show_cut(text, name, own, settings.training)


def _show_cut(text: str, name: str, own: str, request: TrainingRequest) -> None:
    cut = _cut(text, name, own)
    chunk_view(
        [(chunk.text, chunk.branch) for chunk in cut.first], cut.branches, label="Chunks", key="chunk_view"
    )
    _warnings(cut)
    _figures(cut)
    if len(cut.first) < cut.total:
        st.caption(
            f"The first {len(cut.first):,} of {cut.total:,} chunks are drawn; the figures count all of them."
        )
    counts, other, without, passes = st.tabs(CHUNKS_TABS, key="chunks_tab", on_change="rerun")
    # Only the open tab is computed, because each of the others splits or trains again.
    with counts:
        if counts.open:
            _counts(cut)
    with other, _refusals(st.session_state.own_pattern):
        if other.open:
            _beside(text, name, own)
    with without, _refusals(own):
        if without.open:
            _without_cut(text, name, own, request)
    with passes:
        if passes.open:
            show_passes(request.text)


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


def _figures(cut: ChunkSummary) -> None:
    used = sum(count > 0 for _, _, count in cut.branches)
    draw_figures(
        {
            "Chunks": f"{cut.total:,}",
            "Different chunks": f"{cut.distinct:,}",
            "Branches used": f"{used} of {len(cut.branches)}",
            "Unmatched characters": f"{cut.fallen:,}",
        }
    )


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
            readable(text.encode("utf-8")),
            count,
            len(text.encode("utf-8")),
            patterns[branch] if branch >= 0 else "unmatched",
        )
        for text, branch, count in cut.frequent
    ]
    st.dataframe(pd.DataFrame(rows, columns=["chunk", "count", "bytes", "matched by"]), hide_index=True)
    st.caption(
        "Training processes each distinct chunk once and multiplies by its count; this is one reason why "
        "splitting makes training fast."
    )


def _beside(text: str, name: str, own: str) -> None:
    others = [other for other in PATTERNS if other != name]
    if st.session_state.other_pattern not in others:
        st.session_state.other_pattern = others[0]
    other = st.selectbox("Compare with", others, key="other_pattern", format_func=PATTERNS.__getitem__)
    if other == "own":
        own = st.session_state.own_pattern
        text = text[:MAX_PATTERN_TEXT]
    found = _comparison(text, name, other, own)
    if not found.stretches:
        st.info("Both patterns split this text at the same places.")
        return
    st.markdown(
        f"The two patterns split **{counted(found.stretches, 'stretch', 'stretches')}** of the text differently, as marked "
        "here."
    )
    sides = ((name, found.left, found.marked_left), (other, found.right, found.marked_right))
    for column, (side, chunks, marked) in zip(st.columns(2), sides, strict=True):
        with column:
            st.markdown(f"**{PATTERNS[side]}**")
            shown = [(chunk.text, chunk.branch) for chunk in chunks]
            chunk_view(shown, (), marked=marked, label=PATTERNS[side], key=f"compare_{side}")
    rows = [(_trace_merged(left), _trace_merged(right), count) for left, right, count in found.kinds]
    st.dataframe(pd.DataFrame(rows, columns=[PATTERNS[name], PATTERNS[other], "times"]), hide_index=True)


def _trace_merged(chunks: Sequence[str]) -> str:
    return " | ".join(readable(chunk[:200].encode("utf-8")) for chunk in chunks[:20]) + " …" * (
        len(chunks) > 20
    )


def _without_cut(text: str, name: str, own: str, request: TrainingRequest) -> None:
    offer_training()
    text = text[:_TRAINED_TEXT]
    merges = min(request.num_merges, _TRAINED_MERGES)
    both = _two_trainings(
        text, name, own, num_merges=merges, tie_break=request.recipe.tie_break, min_count=request.min_count
    )
    st.markdown(
        f"Two trainings on {'the beginning of ' if len(request.text) > _TRAINED_TEXT else ''}this text, "
        f"with {counted(merges, 'merge')} each (at most {_TRAINED_MERGES} here): one on the whole text, one "
        f"on its chunks. Without chunks, {counted(len(both.whole.merges), 'merge')} were learned; "
        f"**{len(both.across):,}** of them cross a chunk boundary of the pattern."
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


def _pretokenized(text: str, name: str, own: str) -> Pretokenized:
    if name != "own":
        branches = tuple((branch.pattern, branch.meaning) for branch in BRANCHES[name])
        return Pretokenized(pretokenize(text, name), branches)
    split = _own_split(text, own)
    branches = tuple((pattern, "") for pattern in split.branches)
    return Pretokenized(split.chunks(), branches, split.empty_matches, split.branches_known)


@cached
def _cut(text: str, name: str, own: str) -> ChunkSummary:
    return summarize_chunks(_pretokenized(text, name, own), most_chunks=_SHOWN_CHUNKS, **_BOUNDS)


@cached
def _comparison(text: str, name: str, other: str, own: str) -> ChunkComparison:
    left, right = (_pretokenized(text, side, own).chunks for side in (name, other))
    return compare_chunks(left, right, most_chunks=_SHOWN_COMPARED, **_BOUNDS)


@cached
def _two_trainings(
    text: str, name: str, own: str, *, num_merges: int, tie_break: TieBreak, min_count: int
) -> CutAndUncut:
    chunks = _pretokenized(text, name, own).chunks
    return train_cut_and_uncut(text, chunks, num_merges=num_merges, tie_break=tie_break, min_count=min_count)
