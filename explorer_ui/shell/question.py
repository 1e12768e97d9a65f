"""The question that a page answers, and the row that it shares with the page's controls."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from explorer_ui.shell.course import page_of
from explorer_ui.shell.sharing import player_alone


def ask(name: str) -> DeltaGenerator:
    """Draw the question of a page with its one sentence; return the row of both, which takes the page's controls.

    Each view calls this first. Where a picture is alone in an iframe the row stays empty.
    """
    row = st.container(horizontal=True, vertical_alignment="center", gap="small", key="question")
    if not player_alone():
        page = page_of(name)
        row.caption(f"**{page.question}** {page.explanation}", width="stretch")
    return row
