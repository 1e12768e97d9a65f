"""Where the app is on its server."""

import streamlit as st


def base_path() -> str:
    """Return the path before that of every page, from `server.baseUrlPath`: "" or, for "bpe", "/bpe"."""
    path = st.get_option("server.baseUrlPath").strip("/")
    return f"/{path}" if path else ""
