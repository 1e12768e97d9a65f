"""Why a text has so many tokens: what they are spent on, sorted, each with its place in the text."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.chat.repeats import find_repeats_in_parts
from bpe_core.lessons.tokens.costs import Cost, CostBy, costs_by
from explorer_ui.cache.bounded import cached_with
from explorer_ui.places.tokens.text_to_ids.tokenized import Tokenized
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.visit.names import COSTS_BY
from explorer_ui.visit.words import percent, readable

MAX_ROWS = 200
"""The maximum number of rows."""

_SHOWN = 60  # characters of a row
_LEAST = 5  # tokens of a repeat

_BY: Mapping[str, CostBy] = {"kind": "kind", "script": "script", "line": "line"}


def show_costs(tokenized: Tokenized) -> None:
    """Draw what the tokens are spent on; a row that is selected is marked in the strip."""
    ids, tokenizer = tokenized.ids, tokenized.tokenizer
    if not len(ids):
        return
    by = st.segmented_control(
        "Why so many tokens?", list(COSTS_BY), key="costs_by", format_func=COSTS_BY.__getitem__
    )
    if by is None:
        return
    rows = cached_with(tokenizer, ("costs", by, ids.tobytes()), lambda: _rows(tokenizer, ids, by))
    shown = rows[:MAX_ROWS]
    st.dataframe(
        pd.DataFrame(
            {
                COSTS_BY[by]: cost.name,
                "tokens": cost.tokens,
                "share": percent(cost.tokens / len(ids)),
                "characters": cost.characters,
                "characters per token": round(cost.characters / cost.tokens, 2),
                "text": _text(tokenizer, ids, cost),
            }
            for cost in shown
        ),
        hide_index=True,
        height=min(240, 38 + 35 * len(shown)),
        key="costs_table",
        selection_mode="single-row",
        on_select=cached_call("costs", _look_at, [(cost.start, cost.end) for cost in shown], _mark(ids)),
    )
    if len(shown) < len(rows):
        st.caption(f"The {len(shown):,} with the most tokens, of {len(rows):,}.")


def looked_at(ids: IntArray) -> list[int] | None:
    """Return the tokens of the selected row, as [start, end], if it belongs to these ids."""
    mark, *place = st.session_state.get("costs_at") or ("", 0, 0)
    return place if mark == _mark(ids) else None


def _mark(ids: IntArray) -> int:
    return hash(ids.tobytes())


def _look_at(places: Sequence[tuple[int, int]], mark: int) -> None:
    rows = st.session_state.costs_table.selection.rows
    st.session_state.costs_at = (mark, *places[rows[0]]) if rows and rows[0] < len(places) else None


def _rows(tokenizer: Tokenizer, ids: IntArray, by: str) -> list[Cost]:
    if by in _BY:
        return costs_by(tokenizer, ids, _BY[by])
    found = result_while_wanted(find_repeats_in_parts(ids.tolist(), _LEAST, MAX_ROWS))
    return [
        Cost(
            f"{len(one.starts)} times",
            one.total,
            len(tokenizer.decode(ids[one.starts[0] : one.starts[0] + one.length].tolist())) * len(one.starts),
            one.starts[0],
            one.starts[0] + one.length,
        )
        for one in sorted(found, key=lambda one: -one.total)
    ]


def _text(tokenizer: Tokenizer, ids: IntArray, cost: Cost) -> str:
    some = ids[cost.start : min(cost.end, cost.start + _SHOWN)]
    return readable(tokenizer.decode_bytes(np.asarray(some).tolist()))[:_SHOWN]
