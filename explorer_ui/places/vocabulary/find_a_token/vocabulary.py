"""The Vocabulary view: the table of all tokens, one token and its tree, and what the whole looks like."""

from itertools import chain

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import IntArray, replace_lone_surrogates
from bpe_core.lessons.vocabulary.vocabulary import (
    KINDS,
    SCRIPTS,
    TokenTable,
    oddest_tokens,
    rare_parts,
    tokens_made_of,
    whole_text,
)
from bpe_core.lessons.vocabulary.vocabulary_figures import sort_tokens, telling_token
from explorer_ui.parts.say.figures import draw_figures
from explorer_ui.parts.say.lists import draw_link
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.question import ask, choose_one
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.parts.token_row.tree.merge_tree import heading_of, merge_tree
from explorer_ui.places.vocabulary.find_a_token.vocabulary_charts import show_charts
from explorer_ui.places.vocabulary.find_a_token.vocabulary_search import (
    choose_filters,
    found_tokens,
    reachable_of,
    table_as_csv,
    table_as_jsonl,
)
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.tokenizers.removed_merge import offer_to_switch
from explorer_ui.tokenizers.tokenizers import RANKS_OF_A_TABLE, table_of
from explorer_ui.visit.limits import MAX_QUERY
from explorer_ui.visit.names import SEARCH_BY, SORTS, VOCABULARY_LISTS
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, hexadecimal, percent, readable

ROWS = 1_000
"""How many rows of a table are sent to the browser at once."""

_EXAMPLES = {
    "text": "for example: ing",
    "prefix": "for example: str",
    "regex": r"for example: ^ ?[A-Z]+\d$",
    "bytes": "for example: E4 BD",
    "id": "for example: 262 or 1000-1020",
}

_FIRST_LENGTH = 9

_MOST_LISTED = 100

_MAX_INSTEAD = 100
"""The longest text of an unreachable token, in characters, that is encoded to show what it becomes
instead.
"""

_SPELLED = (
    "No token contains this as typed: it was read as the files of a tokenizer write it. There a space is Ġ, and é is Ã© "
    "(one character for each byte, as in GPT-2's vocab.json), or a space is ▁ (SentencePiece)."
)

_WIDTHS = {"token": 130, "id": 90, "length": 70, "made of": 150, "rank": 90}
"""The widths of the columns, in pixels. By default a column keeps the width of its first row, and truncates figures on
the left.
"""


def show_vocabulary(settings: Settings) -> None:
    """Draw the choice of tokenizer, its table, the chosen token, the charts and the lists."""
    tokenizer = choose_tokenizer(settings.training, ask("Vocabulary"))
    with busy("Listing every token"):
        table = table_of(tokenizer)
    if not len(table.token_ids):
        st.info("This tokenizer has no tokens: it takes its characters from the text, and the text is empty.")
        return
    look_here("Vocabulary")
    _browse(tokenizer, table)
    if tokenizer.mergeable_ranks is not None:
        st.caption(RANKS_OF_A_TABLE)
    st.subheader("The vocabulary in figures")
    _figures(table)
    show_charts(table)
    _lists(tokenizer, table)


def _figures(table: TokenTable) -> None:
    figures = {
        "Tokens": f"{len(table.token_ids):,}",
        "Made by merges": f"{int((table.left >= 0).sum()):,}",
        "Begin with a space": percent(table.leading_space.mean()),
        "Bytes, on average": f"{table.lengths.mean():.1f}",
        "Bytes, the longest": f"{table.lengths.max():,}",
    }
    draw_figures(figures)


@cached_fragment
def _browse(tokenizer: Tokenizer, table: TokenTable) -> None:
    details, listing = st.columns([2, 3], gap="medium")
    with listing:
        found = _search(tokenizer, table)
    with details:
        _details(tokenizer, table, found)


def _search(tokenizer: Tokenizer, table: TokenTable) -> IntArray:
    """Draw the search and its results; return the rows that are shown, none if nothing was found."""
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    query = left.text_input(
        "Search all tokens",
        key="vocabulary_query",
        max_chars=MAX_QUERY,
        live=True,
        on_change=_choose,
        args=(None,),
        placeholder=_EXAMPLES[st.session_state.vocabulary_by],
    )
    order = right.selectbox("Sort", list(SORTS), key="vocabulary_sort", format_func=SORTS.__getitem__)
    choices = st.container(horizontal=True, vertical_alignment="center")
    with choices:
        by = choose_one("Search in", SEARCH_BY, key="vocabulary_by")
    with choices.popover("Filter"):
        choose_filters()
    try:
        found = sort_tokens(table, found_tokens(tokenizer, table, query, by), order)
    except BpeError as error:
        show_verbatim(str(error))
        return np.array([], np.int32)
    if not len(found):
        hint = (
            " A leading space is part of the token: the and ·the are two tokens."
            if by in ("text", "prefix")
            else ""
        )
        st.info(f"No tokens match.{hint}")
        return found
    pages = -(-len(found) // ROWS)
    place = st.container(horizontal=True, vertical_alignment="bottom")
    page = 1
    if pages > 1:
        page = place.number_input("Page of the table", 1, pages, key="vocabulary_page", width=130)
    shown = found[(page - 1) * ROWS : page * ROWS]
    # All tokens that were found contain the query, or all contain what it spells in a tokenizer's files.
    if (
        by in ("text", "prefix")
        and replace_lone_surrogates(query).encode("utf-8") not in table.token_bytes[found[0]]
    ):
        st.caption(_SPELLED)
    first = (page - 1) * ROWS + 1
    place.caption(
        f"Rows {first:,} to {first + len(shown) - 1:,} of {len(found):,}. Tick a row's box to see how the "
        "token was made. On a touch screen, open the table in full screen to scroll it."
    )
    _pick_from(table, shown, token_rows(table, shown), key="vocabulary_table", height=420)
    with st.container(horizontal=True):
        for name, write in (("vocabulary.csv", table_as_csv), ("vocabulary.jsonl", table_as_jsonl)):
            st.download_button(name, cached_call(name, write, table, found), name, on_click="ignore")
    return shown


def token_rows(table: TokenTable, rows: IntArray) -> pd.DataFrame:
    """Return rows of a vocabulary as the tables show them."""
    tokens = [table.token_bytes[row] for row in rows]
    sides = list(zip(table.left[rows].tolist(), table.right[rows].tolist(), strict=True))
    # Most tokens are made of few others.
    names = {part: _readable_id(table, part) for part in set(chain.from_iterable(sides))}
    made_of = [f"{names[left]} + {names[right]}" if left >= 0 else "" for left, right in sides]
    return pd.DataFrame(
        {
            "token": [readable(token) for token in tokens],
            "id": table.token_ids[rows],
            "length": table.lengths[rows],
            "made of": made_of,
            "rank": pd.Series(table.ranks[rows]).astype("Int64").where(table.ranks[rows] >= 0),
            "bytes": [hexadecimal(token) for token in tokens],
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
        column_config={name: st.column_config.Column(width=width) for name, width in _WIDTHS.items()},
    )


def _details(tokenizer: Tokenizer, table: TokenTable, found: IntArray) -> None:
    token_id = st.session_state.vocabulary_token
    row = None if token_id is None else table.row_of(int(token_id))
    if row is None:
        # If no token was chosen in this vocabulary, show the first result of a search; without a search, a
        # long word whose whole tree fits.
        searched = bool(st.session_state.vocabulary_query)
        if searched and not len(found):
            return
        token_id = int(table.token_ids[found[0]]) if searched else telling_token(table, longest=_FIRST_LENGTH)
        row = table.row_of(token_id) or 0
    # Only the app's own figures: the token itself is in the tree, drawn as text.
    st.markdown(heading_of(table, token_id))
    glyphs = tokenizer.recipe.alphabet == "byte-glyphs"
    merge_tree(
        table, token_id, on_choose=_choose, display="glyphs" if glyphs else "text", key="vocabulary_tree"
    )
    facts = f"{counted(int(table.lengths[row]), 'byte')} · {KINDS[table.kinds[row]]}"
    if table.scripts[row]:
        facts += f" · {list(SCRIPTS)[table.scripts[row]]}"
    if table.ranks[row] >= 0:
        facts += f" · merge of rank {table.ranks[row]}"
    elif table.kinds[row] == KINDS.index("special"):
        facts += " · assigned by hand, not learned"
    else:
        facts += (
            " · a base unit, present before the first merge"
            if table.lengths[row] == 1
            else " · not produced by a merge"
        )
    st.caption(facts)
    if table.ranks[row] >= 0:
        offer_to_switch(tokenizer, token_id)
    later = tokens_made_of(table, token_id)
    if not len(later):
        st.markdown("**Joined into no later token.**")
        return
    more = f"; the first {ROWS:,}" if len(later) > ROWS else ""
    st.markdown(f"**Joined directly into {counted(len(later), 'later token')}**{more}")
    shown = later[:ROWS]
    frame = token_rows(table, shown)[["token", "id", "made of", "length"]]
    _pick_from(table, shown, frame, key=f"vocabulary_later_{token_id}", height=180)


def _choose(token_id: int | None) -> None:
    st.session_state.vocabulary_token = token_id


@cached_fragment
def _lists(tokenizer: Tokenizer, table: TokenTable) -> None:
    which = choose_one("Lists", VOCABULARY_LISTS, key="vocabulary_list")
    if which == "longest":
        every = np.arange(len(table.token_ids), dtype=np.int32)
        longest = sort_tokens(table, every, "longest")[:_MOST_LISTED]
        _show_first(token_rows(table, longest), len(every))
        return
    if which == "oddest":
        st.markdown(
            "Tokens with a long part that no other token is made of. Such a part comes from one string that "
            "was frequent in the training texts: a long word, a name, or a log line or template that a "
            "program wrote repeatedly."
        )
        odd = oddest_tokens(table)
        if len(odd):
            first = odd[:_MOST_LISTED]
            frame = token_rows(table, first)
            why = [f"no other token is made of {readable(part)}" for part in rare_parts(table, first)]
            frame.insert(1, "why", why)
            _show_first(frame, len(odd))
        else:
            st.caption("This vocabulary has none.")
        return
    _out_of_reach(tokenizer, table)


def _show_first(rows: pd.DataFrame, number: int) -> None:
    """Draw the first rows of a list, and how many it has if these are not all."""
    st.dataframe(rows, hide_index=True, placeholder="", height=300)
    if len(rows) < number:
        st.caption(f"The first {len(rows):,} of {number:,}.")


def _out_of_reach(tokenizer: Tokenizer, table: TokenTable) -> None:
    try:
        found = reachable_of(tokenizer, table)
    except BpeError as error:
        st.info(str(error))
        return
    special = len(tokenizer.special_tokens)
    parts = sum(whole_text(tokenizer.vocab[token_id]) is None for token_id in found.inside)
    st.markdown(
        f"**{len(found.alone):,}** are produced when their own text is encoded; **{len(found.inside):,}** "
        f"only inside a longer text, {parts:,} of them because they are parts of characters. For "
        f"**{len(found.not_found):,}** no text was found, and **{len(found.never):,}** cannot be produced by "
        f"any text. {_not_tried(len(found.not_tried))}The {special:,} special tokens are produced only where "
        "the program that encodes allows it."
    )
    every = [
        *((id_, f"never: {reason}{_instead(tokenizer, id_)}") for id_, reason in found.never.items()),
        *((id_, f"no text found{_instead(tokenizer, id_)}") for id_ in found.not_found),
        *((token_id, "not tried: too many long tokens") for token_id in found.not_tried),
        *((token_id, f"for example in {readable(text.encode())}") for token_id, text in found.inside.items()),
    ]
    rows = every[:ROWS]
    at = np.searchsorted(table.token_ids, [token_id for token_id, _ in rows]).astype(np.int32)
    frame = token_rows(table, at)[["token", "id", "bytes", "kind"]]
    frame.insert(1, "reached", [how for _, how in rows])
    _show_first(frame, len(every))
    draw_link("Lives", "With your own text: how a token falls out of use")


def _instead(tokenizer: Tokenizer, token_id: int) -> str:
    """Return the tokens that the text of a token is encoded as; "" for a part of a character."""
    text = whole_text(tokenizer.vocab[token_id])
    if text is None or len(text) > _MAX_INSTEAD:
        return ""
    try:
        tokens = tokenizer.decode_tokens_bytes(tokenizer.encode_ordinary(text))
    except BpeError:
        return ""
    return f"; its text is encoded as {' | '.join(map(readable, tokens[:20]))}"


def _not_tried(number: int) -> str:
    return f"**{number:,}** were not tried, because the tokens are too long in total. " if number else ""
