"""The Chunks view: a text cut by a pattern, two patterns beside each other, and what the cut prevents."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from bpe_core import BRANCHES, Chunk, TieBreak, TrainingHistory, pretokenize, replace_lone_surrogates, train
from bpe_core.lessons.chunking import chunk_counts, differences, joins_across
from bpe_core.sandbox.safe_split import (
    MAX_PATTERN,
    MAX_PATTERN_TEXT,
    OwnSplit,
    PatternRefused,
    split_safely,
)
from explorer_ui.components.chunks.chunk_view import chunk_view
from explorer_ui.frame.state import Settings
from explorer_ui.frame.words import readable
from explorer_ui.views.figures import draw_figures

PATTERNS = {
    "gpt2": "GPT-2",
    "cl100k_base": "GPT-4 (cl100k_base)",
    "o200k_base": "GPT-4o (o200k_base)",
    "own": "one of your own",
}

_SHOWN_CHUNKS = 3_000
_SHOWN_CHARACTERS = 20_000
_SHOWN_COMPARED = 1_200
_SHOWN_ROWS = 1_000
_LONGEST_SHOWN = 200
_TRAINED_TEXT = 20_000
_TRAINED_MERGES = 200


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text cut by a pattern, with what is known of the pattern: branches as (pattern, meaning)."""

    chunks: Sequence[Chunk]
    branches: tuple[tuple[str, str], ...]
    empty_matches: int = 0
    branches_known: bool = True


@dataclass(frozen=True, slots=True)
class CutText:
    """What is shown of a text cut by one pattern: figures of all of it, and its first chunks.

    `branches` are (pattern, meaning, number of chunks), `frequent` the most frequent chunks as (text,
    branch, count). `fallen` counts the characters that no branch took.
    """

    total: int
    distinct: int
    fallen: int
    empty_matches: int
    branches_known: bool
    branches: tuple[tuple[str, str, int], ...]
    first: tuple[Chunk, ...]
    frequent: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where two patterns differ.

    `places` counts the stretches, `kinds` are (left pieces, right pieces, count), the most frequent first.
    `left` and `right` are the first chunks of each side, `marked_left` and `marked_right` the numbers of
    those that the other side cuts otherwise.
    """

    places: int
    kinds: tuple[tuple[tuple[str, ...], tuple[str, ...], int], ...]
    left: tuple[Chunk, ...]
    right: tuple[Chunk, ...]
    marked_left: frozenset[int]
    marked_right: frozenset[int]


def show_chunks(settings: Settings) -> None:
    """Draw the choice of pattern and the text cut by it, then the comparison and the two trainings."""
    st.segmented_control(
        "Cut by the pattern of",
        list(PATTERNS),
        required=True,
        key="split_pattern",
        format_func=PATTERNS.__getitem__,
    )
    name: str = st.session_state.split_pattern
    own = _own_editor() if name == "own" else ""
    text = replace_lone_surrogates(settings.text)
    if name == "own" and len(text) > MAX_PATTERN_TEXT:
        text = text[:MAX_PATTERN_TEXT]
        st.caption(
            f"A pattern of your own cuts the first {MAX_PATTERN_TEXT:,} characters, here and in the comparison below."
        )
    if not text:
        st.info("Type or paste a text on the left to see it cut.")
        return
    with _refusals(own):
        _show_cut(text, name, own, settings)


def _show_cut(text: str, name: str, own: str, settings: Settings) -> None:
    cut = _cut(text, name, own)
    _figures(cut)
    _warnings(cut)
    chunk_view(
        [(chunk.text, chunk.branch) for chunk in cut.first], cut.branches, label="Chunks", key="chunk_view"
    )
    if len(cut.first) < cut.total:
        st.caption(f"The first {len(cut.first):,} of {cut.total:,} chunks are drawn; the figures are of all.")
    counts, beside, without = st.tabs(
        ["Every chunk, counted", "Beside another pattern", "Training without the cut"],
        key="chunks_tab",
        on_change="rerun",
    )
    # Only the open one is computed: the other two cut or train anew.
    with counts:
        if counts.open:
            _counts(cut)
    with beside, _refusals(st.session_state.own_pattern):
        if beside.open:
            _beside(text, name, own)
    with without, _refusals(own):
        if without.open:
            _without_cut(text, name, own, settings)


def _own_editor() -> str:
    st.text_area(
        "Your pattern: a regular expression; its branches, between | signs, are tried in order",
        key="own_pattern",
        height=90,
        max_chars=MAX_PATTERN,
        help="Press Ctrl and Enter to try it. \\p{L} is a letter, \\p{N} a digit of any kind, \\s white space; "
        "the syntax is that of Python's regex package.",
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
        # st.code, because the sentence and the pattern quote what somebody typed.
        st.code(error.refused.message, language=None, wrap_lines=True)
        if error.refused.position is not None:
            st.code(point_at(pattern, error.refused.position), language=None)


def point_at(pattern: str, position: int) -> str:
    """Return the line of a pattern that holds a position, with a sign under the character there.

    >>> print(point_at("a|b)|c", 3))
    a|b)|c
       ^ character 4
    """
    line_start = pattern.rfind("\n", 0, position) + 1
    line = pattern[line_start:].split("\n", 1)[0].replace("\t", " ")
    column = position - line_start
    # Of a long line, what stands around the place.
    left = max(0, column - 60)
    where = f"character {position + 1}" if position < len(pattern) else "at its end"
    return f"{line[left : column + 30]}\n{' ' * (column - left)}^ {where}"


def _figures(cut: CutText) -> None:
    used = sum(count > 0 for _, _, count in cut.branches)
    draw_figures(
        {
            "Chunks": f"{cut.total:,}",
            "Different chunks": f"{cut.distinct:,}",
            "Branches used": f"{used} of {len(cut.branches)}",
            "Characters that fell through": f"{cut.fallen:,}",
        }
    )


def _warnings(cut: CutText) -> None:
    if cut.fallen:
        st.warning(
            f"No branch takes {cut.fallen:,} of the characters: they fall through, and a tokenizer that "
            "keeps only what the pattern finds would lose them. Byte-pair encoding must be able to give "
            "back every byte, so here each such stretch is a chunk of its own, drawn with a dashed edge. "
            "A last branch that takes anything, such as (?s:.), mends it."
        )
    if cut.empty_matches:
        st.info(
            f"At {cut.empty_matches:,} places the pattern matched no character at all. That cuts nothing, so "
            "these places are left as they are."
        )
    if not cut.branches_known:
        st.info(
            "Which branch took a chunk cannot be told for this pattern, because it refers to its own groups or "
            "has comments in it: it is shown as one branch."
        )


def cut_text(pieces: Pieces) -> CutText:
    """Count what the page shows of a text cut by one pattern."""
    uses = Counter(chunk.branch for chunk in pieces.chunks)
    counts = chunk_counts(pieces.chunks)
    return CutText(
        total=len(pieces.chunks),
        distinct=len({text for text, _, _ in counts}),
        fallen=sum(len(chunk.text) for chunk in pieces.chunks if chunk.branch < 0),
        empty_matches=pieces.empty_matches,
        branches_known=pieces.branches_known,
        branches=tuple((*branch, uses[number]) for number, branch in enumerate(pieces.branches)),
        first=_beginning(pieces.chunks, _SHOWN_CHUNKS),
        frequent=tuple(
            (text[:_LONGEST_SHOWN], branch, count) for text, branch, count in counts[:_SHOWN_ROWS]
        ),
    )


def compare(left: Sequence[Chunk], right: Sequence[Chunk]) -> Comparison:
    """Find where two ways of cutting the same text differ, and what the page shows of it."""
    found = differences(left, right)
    kinds = Counter((place.left, place.right) for place in found)
    return Comparison(
        places=len(found),
        kinds=tuple((*kind, count) for kind, count in kinds.most_common(_SHOWN_ROWS)),
        left=_beginning(left, _SHOWN_COMPARED),
        right=_beginning(right, _SHOWN_COMPARED),
        marked_left=frozenset(_numbers((place.first_left, len(place.left)) for place in found)),
        marked_right=frozenset(_numbers((place.first_right, len(place.right)) for place in found)),
    )


def _numbers(runs: Iterable[tuple[int, int]]) -> list[int]:
    return [
        number for first, length in runs if first < _SHOWN_COMPARED for number in range(first, first + length)
    ]


def _beginning(chunks: Sequence[Chunk], most: int) -> tuple[Chunk, ...]:
    # Chunks can be as long as the text: what is drawn is limited in both ways.
    left = _SHOWN_CHARACTERS
    beginning = []
    for chunk in chunks[:most]:
        if left <= 0:
            break
        shown = chunk.text if len(chunk.text) <= _LONGEST_SHOWN else chunk.text[:_LONGEST_SHOWN] + "…"
        left -= len(shown)
        beginning.append(chunk._replace(text=shown))
    return tuple(beginning)


def _counts(cut: CutText) -> None:
    patterns = [pattern for pattern, _, _ in cut.branches]
    rows = [
        (
            readable(text.encode("utf-8")),
            count,
            len(text.encode("utf-8")),
            patterns[branch] if branch >= 0 else "fell through",
        )
        for text, branch, count in cut.frequent
    ]
    st.dataframe(pd.DataFrame(rows, columns=["chunk", "count", "bytes", "taken by"]), hide_index=True)
    st.caption(
        "Training looks at each different chunk once and multiplies by its count; that is one reason why the "
        "cut makes training quick."
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
    if not found.places:
        st.info("Both patterns cut this text at the same places.")
        return
    st.markdown(
        f"The two cut differently at **{found.places:,}** place{'s' if found.places > 1 else ''}, marked here."
    )
    sides = ((name, found.left, found.marked_left), (other, found.right, found.marked_right))
    for column, (side, chunks, marked) in zip(st.columns(2), sides, strict=True):
        with column:
            st.markdown(f"**{PATTERNS[side]}**")
            shown = [(chunk.text, chunk.branch) for chunk in chunks]
            chunk_view(shown, (), marked=marked, label=PATTERNS[side], key=f"compare_{side}")
    rows = [(_joined(left), _joined(right), count) for left, right, count in found.kinds]
    st.dataframe(pd.DataFrame(rows, columns=[PATTERNS[name], PATTERNS[other], "times"]), hide_index=True)


def _joined(pieces: Sequence[str]) -> str:
    return " | ".join(readable(piece[:_LONGEST_SHOWN].encode("utf-8")) for piece in pieces[:20]) + " …" * (
        len(pieces) > 20
    )


def _without_cut(text: str, name: str, own: str, settings: Settings) -> None:
    text = text[:_TRAINED_TEXT]
    merges = min(settings.num_merges, _TRAINED_MERGES)
    whole, cut, across = _two_trainings(
        text, name, own, num_merges=merges, tie_break=settings.tie_break, min_count=settings.min_count
    )
    st.markdown(
        f"Two trainings on {'the beginning of ' if len(settings.text) > _TRAINED_TEXT else ''}this text, "
        f"with {merges:,} merges each, the number set on the Train page (at most {_TRAINED_MERGES} here): one on "
        "the whole text, one on its chunks. Without the cut, "
        f"**{len(across):,}** of the {len(whole.merges):,} merges learned join what the pattern keeps apart."
    )
    left, right = st.columns(2)
    with left:
        st.markdown("**Without the cut**")
        st.dataframe(learned_table(whole, across), hide_index=True)
    with right:
        st.markdown("**With the cut**")
        st.dataframe(learned_table(cut, None), hide_index=True)
    st.markdown(
        "A vocabulary that holds “dog.” and “dog!” and “dog?” has spent three places on one word, and knows "
        "each from fewer examples. The cut keeps punctuation from sticking to words and words from sticking "
        "to each other, so the places go to pieces that come back elsewhere."
    )


def learned_table(history: TrainingHistory, across: dict[int, int] | None) -> pd.DataFrame:
    """Return the tokens that a training learned; with `across`, at how many cuts each merge joined."""
    rows = [(merge.rank, readable(history.vocab[merge.new_id]), merge.count) for merge in history.merges]
    table = pd.DataFrame(rows, columns=["rank", "token", "pair counted"])
    if across is not None:
        table["joined across cuts"] = [across.get(merge.rank, 0) for merge in history.merges]
    return table


# What is refused raises, and what raises is not kept: a pattern that was stopped only because the server was
# busy is tried anew.
@st.cache_resource(max_entries=32, show_spinner=False)
def _own_split(text: str, pattern: str) -> OwnSplit:
    split = split_safely(text, pattern)
    if isinstance(split, PatternRefused):
        raise _RefusedError(split)
    return split


def _pieces(text: str, name: str, own: str) -> Pieces:
    if name != "own":
        branches = tuple((branch.pattern, branch.meaning) for branch in BRANCHES[name])
        return Pieces(pretokenize(text, name), branches)
    split = _own_split(text, own)
    branches = tuple((pattern, "") for pattern in split.branches)
    return Pieces(split.chunks(), branches, split.empty_matches, split.branches_known)


@st.cache_resource(max_entries=32, show_spinner=False)
def _cut(text: str, name: str, own: str) -> CutText:
    return cut_text(_pieces(text, name, own))


@st.cache_resource(max_entries=32, show_spinner=False)
def _comparison(text: str, name: str, other: str, own: str) -> Comparison:
    return compare(_pieces(text, name, own).chunks, _pieces(text, other, own).chunks)


@st.cache_resource(max_entries=16, show_spinner=False)
def _two_trainings(
    text: str, name: str, own: str, *, num_merges: int, tie_break: TieBreak, min_count: int
) -> tuple[TrainingHistory, TrainingHistory, dict[int, int]]:
    chunks = _pieces(text, name, own).chunks
    # The same recipe twice; the chunks are given as texts of their own, which no merge joins.
    whole, cut = (
        train(texts, recipe="bytes", num_merges=num_merges, tie_break=tie_break, min_count=min_count)
        for texts in (text, [chunk.text for chunk in chunks])
    )
    return whole, cut, {join.rank: join.cuts for join in joins_across(whole, chunks)}
