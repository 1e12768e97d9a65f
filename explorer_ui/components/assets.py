"""The JavaScript and CSS of the components: the one place that reads their files.

The JavaScript modules beside each component are bundled into one file per component, `built/<name>.js`, which is
committed, so that the app runs without node; `tests/js/check.sh` proves that it is what the modules give.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent


def component(path: str, *looks: str) -> Any:
    """Register the component whose files lie at `path` ("player/merge_player") and return what mounts it.

    `looks` are the style sheets of its parts that are others' as well. To be called once, at import: registering
    again on a rerun would mount a new component, which begins anew.
    """
    name = path.rpartition("/")[2]
    return st.components.v2.component(f"bpe_{name}", css=component_css(path, *looks), js=component_js(path))


def component_js(path: str) -> str:
    """Return the JavaScript of a component: one module that imports nothing, with all that it needs."""
    return (_HERE / "built" / f"{path.rpartition('/')[2]}.js").read_text("utf-8")


def component_css(*paths: str) -> str | None:
    """Return the style sheets of components, after the looks that all share; None if they have none."""
    own = [sheet.read_text("utf-8") for path in paths if (sheet := _HERE / f"{path}.css").exists()]
    return "".join([(_HERE / "shared" / "shared.css").read_text("utf-8"), *own]) if own else None
