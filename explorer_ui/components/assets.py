"""Registers the components with Streamlit; the module `files` reads them without Streamlit."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import streamlit as st

from explorer_ui.components.files import component_css, component_js, components

FIRST_SIGHT = "first_sight/first_sight"
"""The script in the document itself, which runs before Streamlit's."""

base_path: str | None = None
"""The path under which the modules are served, such as "/modules"; None if there is no route."""


def component(path: str) -> Any:
    """Register the component in `path` ("player/merge_player") and return the function that mounts it.

    Call it once, at import: registering again on a rerun would mount a new component, without its state. If
    `base_path` is set, the page imports the module from there, and the browser caches it; otherwise the
    module is sent with every page.
    """
    js = component_js(path)
    if base_path is not None:
        address = f"{base_path}/{component_address(path)}"
        js = f'const {{ default: mount }} = await import(location.origin + "{address}");\nexport default mount;\n'
    return st.components.v2.component(f"bpe_{_name(path)}", css=component_css(path), js=js)


def component_address(path: str) -> str:
    """Return the name of a module on the server, which contains a digest of the module.

    >>> component_address("menu/pages_menu").partition(".")[0]
    'pages_menu'
    """
    return f"{_name(path)}.{sha256(component_js(path).encode()).hexdigest()[:16]}.js"


def component_file(address: str) -> bytes | None:
    """Return the module with this name on the server, or None if it belongs to another version of the app."""
    path = next(
        (path for path in (*components(), FIRST_SIGHT) if _name(path) == address.partition(".")[0]), None
    )
    return component_js(path).encode() if path and address == component_address(path) else None


def _name(path: str) -> str:
    return path.rpartition("/")[2]
