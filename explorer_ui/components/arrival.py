"""What the browser does when one goes from page to page of the app."""

from pathlib import Path

import streamlit as st

_ARRIVAL = st.components.v2.component(
    "bpe_arrival", js=(Path(__file__).parent / "arrival.js").read_text("utf-8")
)


def arrive(page: str) -> None:
    """Begin a page at its top, name it in the navigation, and let what was typed come along.

    Drawn on every run, after the navigation.
    """
    _ARRIVAL(data={"page": page}, key="arrival_page")
