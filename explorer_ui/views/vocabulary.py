"""The Vocabulary view: the table of all tokens, one token and its tree, and what the whole looks like."""

from weakref import WeakKeyDictionary

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.lessons.vocabulary import (
    KINDS,
    SCRIPTS,
    Reach,
    SearchBy,
    TokenTable,
    find_reach,
    find_tokens,
    longest_tokens,
    oddest_tokens,
    tokens_made_of,
)
from explorer_ui.components.tree.merge_tree import merge_tree
from explorer_ui.frame.failures import contained
from explorer_ui.frame.state import MAX_QUERY, Settings
from explorer_ui.frame.words import counted, readable
from explorer_ui.views.figures import draw_figures
from explorer_ui.work.tokenizers import RANKS_OF_A_TABLE, choose_tokenizer, table_of

ROWS = 1_000
"""How many rows of a table the browser gets at once."""

SEARCH_BY: dict[SearchBy, str] = {"text": "text", "prefix": "beginning", "bytes": "bytes in hex", "id": "id"}

_EXAMPLES = {
    "text": "for example: ing",
    "prefix": "for example: str",
    "bytes": "for example: E4 BD",
    "id": "for example: 262 or 1000-1020",
}

SORTS = {"id": "by id", "longest": "longest first", "shortest": "shortest first", "alphabet": "by bytes"}

LISTS = {"longest": "The longest", "oddest": "The oddest", "reach": "Out of reach"}

_RANK_BINS = 60
_LEAST_MERGES = 20
_SCRIPT_BARS = 14
_FIRST_LENGTH = 9

# Shared by all sessions, like the tokenizers: what they are made from does not change.
_REACHES: WeakKeyDictionary[Tokenizer, Reach] = WeakKeyDictionary()


def show_vocabulary(settings: Settings) -> None:
    """Draw the choice of tokenizer, its table, the chosen token, the charts and the lists."""
    try:
        with st.columns([2, 3])[0]:
            tokenizer = choose_tokenizer(settings)
    except BpeError as error:
        # st.code, because the sentence quotes what somebody typed.
        st.code(str(error), language=None, wrap_lines=True)
        return
    table = table_of(tokenizer)
    if not len(table.token_ids):
        st.info(
            "This tokenizer has no tokens: it learns its characters from the text, and the text is empty."
        )
        return
    _figures(table)
    if tokenizer.mergeable_ranks is not None:
        st.caption(RANKS_OF_A_TABLE)
    _browse(table, glyphs=tokenizer.recipe.alphabet == "byte-glyphs")
    st.subheader("What the list is made of")
    _charts(table)
    _lists(tokenizer, table)


def _figures(table: TokenTable) -> None:
    figures = {
        "Tokens": f"{len(table.token_ids):,}",
        "Made by merges": f"{int((table.left >= 0).sum()):,}",
        "Begin with a space": f"{table.leading_space.mean():.0%}",
        "Bytes, on average": f"{table.lengths.mean():.1f}",
        "Bytes, the longest": f"{table.lengths.max():,}",
    }
    draw_figures(figures)


@st.fragment
@contained()
def _browse(table: TokenTable, *, glyphs: bool) -> None:
    listing, details = st.columns([3, 2], gap="medium")
    with listing:
        _search(table)
    with details:
        _details(table, glyphs=glyphs)


def _search(table: TokenTable) -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    query = left.text_input(
        "Search all tokens",
        key="vocabulary_query",
        max_chars=MAX_QUERY,
        placeholder=_EXAMPLES[st.session_state.vocabulary_by],
    )
    order = right.selectbox("Sort", list(SORTS), key="vocabulary_sort", format_func=SORTS.__getitem__)
    by = st.segmented_control(
        "Search in",
        list(SEARCH_BY),
        key="vocabulary_by",
        format_func=SEARCH_BY.__getitem__,
        required=True,
        label_visibility="collapsed",
    )
    try:
        found = _sorted(table, find_tokens(table, query, by or "text"), order)
    except BpeError as error:
        st.code(str(error), language=None, wrap_lines=True)
        return
    if not len(found):
        hint = " A space in front counts: the and ·the are two tokens." if by in ("text", "prefix") else ""
        st.info(f"No token is like that.{hint}")
        return
    pages = -(-len(found) // ROWS)
    place = st.container(horizontal=True, vertical_alignment="bottom")
    page = 1
    if pages > 1:
        page = place.number_input("Page of the table", 1, pages, key="vocabulary_page", width=130)
    shown = found[(page - 1) * ROWS : page * ROWS]
    first = (page - 1) * ROWS + 1
    place.caption(
        f"Rows {first:,} to {first + len(shown) - 1:,} of {len(found):,}. Click a row's box to see how the "
        "token was made." + (f" The table shows {ROWS:,} at a time." if pages > 1 else "")
    )
    _pick_from(table, shown, token_rows(table, shown), key="vocabulary_table", height=420)


def _sorted(table: TokenTable, rows: IntArray, order: str) -> IntArray:
    if order == "alphabet":
        return np.array(sorted(rows.tolist(), key=table.token_bytes.__getitem__), np.int32)
    if order == "id":
        return rows
    lengths = table.lengths[rows]
    return rows[np.argsort(lengths if order == "shortest" else -lengths, kind="stable")]


def token_rows(table: TokenTable, rows: IntArray) -> pd.DataFrame:
    """Return rows of a vocabulary as the tables show them."""
    tokens = [table.token_bytes[row] for row in rows]
    made_of = [
        f"{_readable_id(table, left)} + {_readable_id(table, right)}" if left >= 0 else ""
        for left, right in zip(table.left[rows].tolist(), table.right[rows].tolist(), strict=True)
    ]
    return pd.DataFrame(
        {
            "token": [readable(token) for token in tokens],
            "id": table.token_ids[rows],
            "length": table.lengths[rows],
            "made of": made_of,
            "rank": pd.Series(table.ranks[rows]).astype("Int64").where(table.ranks[rows] >= 0),
            "bytes": [token.hex(" ").upper() for token in tokens],
            "kind": [KINDS[kind] for kind in table.kinds[rows]],
            "script": [list(SCRIPTS)[script] for script in table.scripts[rows]],
            "space first": table.leading_space[rows],
        }
    )


def _readable_id(table: TokenTable, token_id: int) -> str:
    row = table.row_of(token_id)
    return "" if row is None else readable(table.token_bytes[row])


def _pick_from(table: TokenTable, rows: IntArray, frame: pd.DataFrame, *, key: str, height: int) -> None:
    def pick() -> None:
        chosen = st.session_state[key].selection.rows
        if chosen:
            st.session_state.vocabulary_token = int(table.token_ids[rows[chosen[0]]])

    st.dataframe(
        frame,
        hide_index=True,
        placeholder="",
        height=height,
        key=key,
        on_select=pick,
        selection_mode="single-row",
        # Left to itself a column keeps the width that the first text in it needed.
        column_config={
            "token": st.column_config.Column(width=130),
            "made of": st.column_config.Column(width=150),
        },
    )


def _details(table: TokenTable, *, glyphs: bool) -> None:
    token_id = st.session_state.vocabulary_token
    row = None if token_id is None else table.row_of(int(token_id))
    if row is None:
        # None was chosen yet, or in another vocabulary: a long word whose tree can be seen as a whole.
        fits = (table.kinds == KINDS.index("word")) & (table.lengths <= _FIRST_LENGTH)
        row = int(np.argmax(table.lengths * fits))
        token_id = int(table.token_ids[row])
    # Our own figures only: the token itself stands in the tree, drawn as text.
    st.markdown(f"**Token {token_id}**, and how merges made it")
    merge_tree(
        table, token_id, on_choose=_choose, display="glyphs" if glyphs else "text", key="vocabulary_tree"
    )
    facts = f"{counted(int(table.lengths[row]), 'byte')} · {KINDS[table.kinds[row]]}"
    if table.scripts[row]:
        facts += f" · {list(SCRIPTS)[table.scripts[row]]}"
    if table.ranks[row] >= 0:
        facts += f" · merge of rank {table.ranks[row]}"
    elif table.kinds[row] == KINDS.index("special"):
        facts += " · given by hand, not learned"
    else:
        facts += " · there before the first merge" if table.lengths[row] == 1 else " · made by no merge"
    st.caption(facts)
    later = tokens_made_of(table, token_id)
    if not len(later):
        st.markdown("**Part of no later token.** Nothing went on from here.")
        return
    more = f"; the first {ROWS:,}" if len(later) > ROWS else ""
    st.markdown(f"**Part of {counted(len(later), 'later token')}**{more}")
    shown = later[:ROWS]
    frame = token_rows(table, shown)[["token", "id", "made of", "length"]]
    _pick_from(table, shown, frame, key=f"vocabulary_later_{token_id}", height=180)


def _choose(token_id: int) -> None:
    st.session_state.vocabulary_token = token_id


# ---- charts: their words are ours, no token stands in them


def _charts(table: TokenTable) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**How long the tokens are, by rank**")
        if (table.ranks >= 0).sum() >= _LEAST_MERGES:
            st.altair_chart(_length_chart(table))
            st.caption("The line is the middle of the tokens of about that rank; 8 of 10 lie in the band.")
        else:
            st.caption(f"The chart takes {_LEAST_MERGES} merges or more. Learn more of them on the left.")
    with right:
        st.markdown("**What the tokens are**")
        st.altair_chart(_kind_chart(table))
    st.markdown("**In which script they are**, by the first letter")
    st.altair_chart(_script_chart(table))


def _length_chart(table: TokenTable) -> ChartType:
    made = np.flatnonzero(table.ranks >= 0)
    made = made[np.argsort(table.ranks[made], kind="stable")]
    rows = []
    for part in np.array_split(made, min(_RANK_BINS, len(made) // 4)):
        low, middle, high = np.percentile(table.lengths[part], [10, 50, 90])
        rows.append((int(table.ranks[part].mean()), low, middle, high))
    frame = pd.DataFrame(rows, columns=["rank", "low", "middle", "high"])
    base = alt.Chart(frame, height=260).encode(x=alt.X("rank:Q", title="rank"))
    tooltip = [
        alt.Tooltip("rank:Q", title="rank, about", format=","),
        alt.Tooltip("low:Q", title="a tenth has at most"),
        alt.Tooltip("middle:Q", title="half have at most"),
        alt.Tooltip("high:Q", title="nine tenths have at most"),
    ]
    band = base.mark_area(opacity=0.3).encode(y=alt.Y("low:Q", title="bytes"), y2="high:Q", tooltip=tooltip)
    return alt.layer(band, base.mark_line().encode(y="middle:Q", tooltip=tooltip))


def _kind_chart(table: TokenTable) -> ChartType:
    counts = [
        (KINDS[kind], "space first" if space else "no space first", int(number))
        for space in (False, True)
        for kind, number in enumerate(
            np.bincount(table.kinds[table.leading_space == space], minlength=len(KINDS))
        )
        if number
    ]
    frame = pd.DataFrame(counts, columns=["kind", "space", "tokens"])
    frame["share"] = frame["tokens"] / len(table.token_ids)
    chart: ChartType = (
        alt.Chart(frame, height=260)
        .mark_bar()
        .encode(
            x=alt.X("share:Q", title=None, axis=alt.Axis(format="%")),
            y=alt.Y("kind:N", title=None, sort=list(KINDS), axis=alt.Axis(labelLimit=200)),
            color=alt.Color("space:N", title=None, legend=alt.Legend(orient="top")),
            tooltip=[
                "kind:N",
                "space:N",
                alt.Tooltip("tokens:Q", format=","),
                alt.Tooltip("share:Q", format=".1%"),
            ],
        )
    )
    return chart


def _script_chart(table: TokenTable) -> ChartType:
    counts = np.bincount(table.scripts, minlength=len(SCRIPTS))
    names = [name if name != "none" else "no letter" for name in SCRIPTS]
    order = [place for place in np.argsort(-counts, kind="stable") if counts[place]]
    # A bar for "1 others" would take the room of the script itself.
    bars = _SCRIPT_BARS if len(order) > _SCRIPT_BARS + 1 else len(order)
    rows = [(names[place], int(counts[place])) for place in order[:bars]]
    rest = int(counts[order[bars:]].sum())
    rows += [(f"{len(order) - bars} others", rest)] if rest else []
    frame = pd.DataFrame(rows, columns=["script", "tokens"])
    frame["share"] = frame["tokens"] / len(table.token_ids)
    frame["label"] = [
        f"{tokens:,} · {share:.1%}" if share >= 0.0005 else f"{tokens:,} · under 0.1%"
        for tokens, share in zip(frame["tokens"], frame["share"], strict=True)
    ]
    base = alt.Chart(frame, height=alt.Step(24)).encode(
        x=alt.X("share:Q", axis=None, scale=alt.Scale(domain=[0, 1.25 * frame["share"].max()])),
        y=alt.Y("script:N", title=None, sort=None, axis=alt.Axis(labelLimit=200)),
        tooltip=["script:N", alt.Tooltip("tokens:Q", format=","), alt.Tooltip("share:Q", format=".2%")],
    )
    colour = st.get_option(
        "theme.dark.textColor" if st.context.theme.type == "dark" else "theme.light.textColor"
    )
    text = base.mark_text(align="left", dx=4, color=colour or "gray").encode(text="label:N")
    return alt.layer(base.mark_bar(), text)


# ---- lists


@st.fragment
@contained()
def _lists(tokenizer: Tokenizer, table: TokenTable) -> None:
    which = st.segmented_control(
        "Lists",
        list(LISTS),
        key="vocabulary_list",
        default="longest",
        format_func=LISTS.__getitem__,
        required=True,
        label_visibility="collapsed",
    )
    if which == "longest":
        st.dataframe(
            token_rows(table, longest_tokens(table)[:100]), hide_index=True, placeholder="", height=320
        )
        return
    if which == "oddest":
        st.markdown(
            "Tokens with a long part that no other token is made of. Such a part goes on in one way only, so "
            "it came from one string that stood often in the training texts: a long word, or else a name, a "
            "log, a template that somebody's machine wrote again and again."
        )
        odd = oddest_tokens(table)[:100]
        if len(odd):
            st.dataframe(token_rows(table, odd), hide_index=True, placeholder="", height=320)
        else:
            st.caption("This vocabulary has none.")
        return
    _out_of_reach(tokenizer, table)


def _out_of_reach(tokenizer: Tokenizer, table: TokenTable) -> None:
    if tokenizer not in _REACHES:
        with st.spinner("Trying every token with its own text"):
            _REACHES[tokenizer] = find_reach(tokenizer, table)
    reach = _REACHES[tokenizer]
    special = len(tokenizer.special_tokens)
    st.markdown(
        f"Every token was tried. **{len(reach.alone):,}** come back when their own text is encoded; "
        f"**{len(reach.inside):,}** do so only inside a longer text, most of them because they are parts of "
        f"characters. For **{len(reach.not_found):,}** no text was found, and **{len(reach.never):,}** are "
        f"in no text at all. The special tokens, {special:,} here, are reached only where the program that "
        "encodes allows it."
    )
    rows = [
        *((token_id, f"never: {reason}") for token_id, reason in reach.never.items()),
        *((token_id, "no text found") for token_id in reach.not_found),
        *((token_id, f"for example in {readable(text.encode())}") for token_id, text in reach.inside.items()),
    ][:ROWS]
    places = np.searchsorted(table.token_ids, [token_id for token_id, _ in rows]).astype(np.int32)
    frame = token_rows(table, places)[["token", "id", "bytes", "kind"]]
    frame.insert(1, "reached", [how for _, how in rows])
    st.dataframe(frame, hide_index=True, placeholder="", height=320)
