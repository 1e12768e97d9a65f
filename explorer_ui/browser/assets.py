"""Registers the components with Streamlit; the module `files` reads them without Streamlit."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import streamlit as st

from explorer_ui.browser.files import common_js, component_css, component_js, components

COMMON = "browser/common"
"""The file of what several components import."""

FIRST_SIGHT = "server/first_sight"
"""The script in the document itself, which runs before Streamlit's."""

MORE: dict[str, Callable[[], str]] = {}
"""Further scripts on the server, by their names: what rooms above this one join from modules."""

base_path: str | None = None
"""The path under which the modules are served, such as "/modules"; None if there is no route."""


def component(path: str) -> Any:
    """Register the component in `path` ("parts/player/merge_player") and return the function that mounts it.

    Call it once, at import: registering again on a rerun would mount a new component, without its state. If
    `base_path` is set, the page imports the module from there, and the browser caches it; otherwise the
    module is sent with every page.
    """
    if base_path is None:
        js = component_js(path)
    else:
        address = f"{base_path}/{component_address(path)}"
        js = f'const {{ default: mount }} = await import(location.origin + "{address}");\nexport default mount;\n'
    return st.components.v2.component(f"bpe_{_name(path)}", css=component_css(path), js=js)


def component_address(path: str) -> str:
    """Return the name of a module on the server, which contains a digest of the module.

    >>> component_address("page/pages_menu").partition(".")[0]
    'pages_menu'
    """
    return f"{_name(path)}.{sha256(_served(path).encode()).hexdigest()[:16]}.js"


def component_file(address: str) -> bytes | None:
    """Return the module with this name on the server, or None if it belongs to another version of the app."""
    served = (*components(), COMMON, FIRST_SIGHT, *MORE)
    path = next((path for path in served if _name(path) == address.partition(".")[0]), None)
    return _served(path).encode() if path and address == component_address(path) else None


def _served(path: str) -> str:
    if path == COMMON:
        return common_js()
    if path in MORE:
        return MORE[path]()
    # The first sight must not wait for a second file.
    return component_js(path, common=None if path == FIRST_SIGHT else f"./{component_address(COMMON)}")


def _name(path: str) -> str:
    return path.rpartition("/")[2]
