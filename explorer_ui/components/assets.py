"""The components, registered with Streamlit; their files can be read without it (`files`)."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit import runtime

from explorer_ui.components.files import component_css, component_js
from explorer_ui.root import IS_INSTALLED


def component(path: str) -> Any:
    """Register the component whose files lie at `path` ("player/merge_player") and return what mounts it.

    To be called once, at import: registering again on a rerun would mount a new component, which begins again.
    """
    name = path.rpartition("/")[2]
    css = component_css(path)
    if IS_INSTALLED and runtime.exists():
        # A file that the server hands out: setup.py made it and put it on the list that Streamlit reads of installed packages.
        return st.components.v2.component(f"bpe-explorer.{name}", css=css, js=f"{name}.js")
    return st.components.v2.component(f"bpe_{name}", css=css, js=component_js(path))
