"""What one paragraph costs in many languages, in the tokenizers that are compared."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core import BpeError
from explorer_ui.parts.say.figures import show_chart
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.tokenizer_files import called
from explorer_ui.tokenizers.tokenizers import compared_tokenizers, cut_text
from explorer_ui.visit.names import COST_UNITS, TOKENIZERS
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import percent

# As high as a row of the table next to the chart, so that both end together.
_ROW_HEIGHT = 35


def show_costs(learning: TrainingRequest) -> None:
    """Draw what one paragraph costs in each language, in the tokenizers of the Compare page."""
    st.subheader("The same paragraph with the tokenizers you compare")
    _costs_of(compared_tokenizers(), learning)


@cached_fragment
def _costs_of(chosen: Sequence[str], learning: TrainingRequest) -> None:
    costs, unknown, failed = _costs(chosen, learning)
    for name in failed:
        st.caption(
            f"“{called(name).short}” is not in the table: its alphabet lacks characters of the other "
            "languages, or its tokens cannot be matched with the bytes of the text. Choose a recipe or "
            "tokenizer that starts from bytes."
        )
    if unknown:
        share = sum(unknown.values()) / len(unknown)
        st.caption(
            f"“{TOKENIZERS['words'].short}” cannot encode these texts: on average over the languages "
            f"{percent(share)} of the words are not in its list and become one unknown token, and the white "
            "space is lost. Its tokens do not represent the text, so it is not shown here."
        )
    if not costs.empty:
        unit = st.segmented_control(
            "What to show",
            COST_UNITS,
            key="compare_unit",
            required=True,
            label_visibility="collapsed",
        )
        shown = costs if unit == "tokens" else costs / costs.loc["English"]
        chart, table = st.columns([3, 2], gap="medium")
        with chart:
            show_chart(_language_chart(shown, unit or COST_UNITS[0]))
        digits = "%.2f" if unit != "tokens" else "localized"
        config = {str(name): st.column_config.NumberColumn(format=digits) for name in shown}
        table.dataframe(shown.reset_index(), hide_index=True, column_config=config, height="content")


def _costs(
    chosen: Sequence[str], learning: TrainingRequest
) -> tuple[pd.DataFrame, dict[str, float], list[str]]:
    columns: dict[str, list[int]] = {}
    unknown: dict[str, float] = {}
    failed = []
    for name in chosen:
        try:
            cuts = {language: cut_text(name, text, learning) for language, text in parallel_texts().items()}
        except BpeError:
            failed.append(name)
            continue
        if name == "words":  # the characters left out cost nothing, so the list of words would look cheapest
            unknown = {language: len(cut.unknown) / len(cut.ids) for language, cut in cuts.items()}
            continue
        columns[called(name).short] = [len(cut.ids) for cut in cuts.values()]
    frame = pd.DataFrame(columns, index=pd.Index(list(parallel_texts()), name="language"))
    return frame.sort_values(list(columns)[-1]) if columns else frame, unknown, failed


def _language_chart(costs: pd.DataFrame, unit: str) -> ChartType:
    long = costs.reset_index().melt("language", var_name="tokenizer", value_name="cost")
    order = list(costs.index)
    names = list(map(str, costs))
    base = alt.Chart(long, height=_ROW_HEIGHT * (len(order) + 1)).encode(
        y=alt.Y("language:N", title=None, sort=order)
    )
    lines = base.mark_line(opacity=0.35, color="gray").encode(x="cost:Q", detail="language:N")
    points = base.mark_point(size=90, filled=True, opacity=1).encode(
        x=alt.X("cost:Q", title=unit, axis=alt.Axis(orient="top")),
        color=alt.Color("tokenizer:N", title=None, sort=names, legend=alt.Legend(orient="top", columns=2)),
        shape=alt.Shape("tokenizer:N", title=None, sort=names),
        tooltip=["language:N", "tokenizer:N", alt.Tooltip("cost:Q", title=unit, format=",.2~f")],
    )
    return alt.layer(lines, points)
