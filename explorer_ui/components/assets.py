"""Registers the components with Streamlit; their files can be read without it (`files`)."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit import runtime

from explorer_ui.components.files import component_css, component_js
from explorer_ui.root import IS_INSTALLED


def component(path: str) -> Any:
    """Register the component in `path` ("player/merge_player") and return the function that mounts it.

    Call it once, at import: registering again on a rerun would mount a new component, without its state.
    """
    name = path.rpartition("/")[2]
    css = component_css(path)
    if IS_INSTALLED and runtime.exists():
        # A file served by the server: setup.py made it and listed it where Streamlit reads the assets of
        # installed packages.
        return st.components.v2.component(f"bpe-explorer.{name}", css=css, js=f"{name}.js")
    return st.components.v2.component(f"bpe_{name}", css=css, js=component_js(path))
