"""Figures and charts that several pages show."""

from collections.abc import Mapping

import streamlit as st
from altair.typing import ChartType


def draw_figures(figures: Mapping[str, str], *, helps: Mapping[str, str] | None = None) -> None:
    """Draw figures under their labels, in a row that wraps on a narrow screen; `helps` explains labels."""
    with st.container(horizontal=True, gap="medium", key="figures"):
        for label, figure in figures.items():
            st.metric(label, figure, help=(helps or {}).get(label), width="content")


def text_colour() -> str:
    """Return the colour of text in the visitor's theme."""
    dark = st.context.theme.type == "dark"
    return str(st.get_option("theme.dark.textColor" if dark else "theme.light.textColor"))


def show_chart(chart: ChartType) -> None:
    """Draw a chart with labels that can be read from afar: Streamlit's are too pale for small text."""
    colour = text_colour()
    axes = chart.configure_axis(labelColor=colour, titleColor=colour)
    st.altair_chart(axes.configure_legend(labelColor=colour, titleColor=colour))
