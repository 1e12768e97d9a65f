"""A row of figures, as several pages begin with one."""

from collections.abc import Mapping

import streamlit as st


def draw_figures(figures: Mapping[str, str]) -> None:
    """Draw figures under their names, in a row that wraps on a narrow screen."""
    with st.container(horizontal=True, gap="medium", key="figures"):
        for label, figure in figures.items():
            st.metric(label, figure, width="content")
