"""What the browser does when another page of the app is reached."""

from pathlib import Path

import streamlit as st

_ARRIVAL = st.components.v2.component(
    "bpe_arrival", js=(Path(__file__).parent / "arrival.js").read_text("utf-8")
)


def arrive(page: str) -> None:
    """Begin a page at its top; drawn on every run, it acts when the page is another than before."""
    _ARRIVAL(data={"page": page}, key="arrival_page")
