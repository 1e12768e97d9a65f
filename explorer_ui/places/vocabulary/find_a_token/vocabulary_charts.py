"""The charts of the Vocabulary view; their labels contain no tokens."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core.lessons.vocabulary.vocabulary import KINDS, TokenTable
from bpe_core.lessons.vocabulary.vocabulary_figures import (
    LengthBand,
    kind_counts,
    lengths_by_rank,
    script_counts,
)
from explorer_ui.parts.say.figures import show_chart, text_colour
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.visit.words import percent

_RANK_BANDS = 60
_LEAST_MERGES = 20
_SCRIPT_BARS = 14
_BAR_AND_LABEL = 1.6
"""The width of the chart as a multiple of the longest bar: this leaves room for the label, even on a
phone.
"""


@cached_fragment
def show_charts(table: TokenTable) -> None:
    """Draw the lengths by rank, the kinds and the scripts, in an expander.

    The library for charts is half of what this page would load, so it waits until the expander is open.
    """
    charts = st.expander("Charts: length by rank, kinds, scripts", key="vocabulary_charts", on_change="rerun")
    if charts.open:
        with charts:
            _charts(table)


def _charts(table: TokenTable) -> None:
    left, right = st.columns(2, gap="medium")
    with left:
        st.markdown("**How long the tokens are, by rank**")
        bands = lengths_by_rank(table, bands=_RANK_BANDS, least=_LEAST_MERGES)
        if bands:
            show_chart(_length_chart(bands))
            st.caption("The line is the median length around that rank; 8 of 10 tokens are in the band.")
        else:
            more = " Use the button next to the tokenizer to learn more."
            st.caption(
                f"The chart needs at least {_LEAST_MERGES} merges."
                + more * (st.session_state.tokenizer == "trained")
            )
    with right:
        st.markdown("**What the tokens are**")
        show_chart(_kind_chart(table))
    st.markdown("**Which script they are in**, by the first letter")
    show_chart(_script_chart(table))


def _length_chart(bands: Sequence[LengthBand]) -> ChartType:
    frame = pd.DataFrame(bands)
    base = alt.Chart(frame, height=260).encode(x=alt.X("rank:Q", title="rank"))
    tooltip = [
        alt.Tooltip("rank:Q", title="rank, about", format=","),
        alt.Tooltip("low:Q", title="10th percentile"),
        alt.Tooltip("middle:Q", title="median"),
        alt.Tooltip("high:Q", title="90th percentile"),
    ]
    band = base.mark_area(opacity=0.3).encode(y=alt.Y("low:Q", title="bytes"), y2="high:Q", tooltip=tooltip)
    return alt.layer(band, base.mark_line().encode(y="middle:Q", tooltip=tooltip))


def _kind_chart(table: TokenTable) -> ChartType:
    rows = [
        (kind, "space first" if space else "no space first", tokens)
        for kind, space, tokens in kind_counts(table)
    ]
    frame = pd.DataFrame(rows, columns=["kind", "space", "tokens"])
    frame["share"] = frame["tokens"] / len(table.token_ids)
    chart: ChartType = (
        alt.Chart(frame, height=alt.Step(24))
        .mark_bar()
        .encode(
            x=alt.X("share:Q", title=None, axis=alt.Axis(format="%")),
            y=alt.Y("kind:N", title=None, sort=list(KINDS), axis=alt.Axis(labelLimit=200)),
            color=alt.Color("space:N", title=None, legend=alt.Legend(orient="top", columns=1)),
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
    frame = pd.DataFrame(script_counts(table, most=_SCRIPT_BARS), columns=["script", "tokens"])
    frame["share"] = frame["tokens"] / len(table.token_ids)
    frame["label"] = [
        f"{tokens:,} · {percent(share, decimals=1)}"
        for tokens, share in zip(frame["tokens"], frame["share"], strict=True)
    ]
    base = alt.Chart(frame, height=alt.Step(24)).encode(
        x=alt.X("share:Q", axis=None, scale=alt.Scale(domain=[0, _BAR_AND_LABEL * frame["share"].max()])),
        y=alt.Y("script:N", title=None, sort=None, axis=alt.Axis(labelLimit=200)),
        tooltip=["script:N", alt.Tooltip("tokens:Q", format=","), alt.Tooltip("share:Q", format=".2%")],
    )
    text = base.mark_text(align="left", dx=4, color=text_colour()).encode(text="label:N")
    return alt.layer(base.mark_bar(), text)
