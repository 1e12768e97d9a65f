"""What a visitor sees when a part of a page ends early: the engine refuses, or something fails that nobody foresaw."""

import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from bpe_core import BpeError
from explorer_ui.shell.notes import show_verbatim

_LOG = logging.getLogger("bpe_explorer")

# Where visitors report to: an address that whoever runs the app puts into the environment.
_CONTACT = os.environ.get("BPE_EXPLORER_CONTACT", "whoever runs this app")

BUG = "This is a bug in the app, not your fault."


@contextmanager
def contained() -> Iterator[None]:
    """Keep an error inside one part of a page: a sentence in its place, the rest as it was.

    What the engine refuses it says itself, in a `BpeError`. Of any other error the log gets the traceback, the visitor
    a number under which it stands there; neither a path nor a line of code. Also a decorator, for a fragment, which
    runs without the page around it.
    """
    try:
        yield
    except BpeError as error:
        show_verbatim(str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the page stands
        tell(error)


def tell(error: Exception) -> bool:
    """Write an error to the log and draw a sentence with its number; True, as Streamlit need say no more."""
    number = secrets.token_hex(4)
    _LOG.error("Error %s", number, exc_info=error)
    st.error(
        f"This part of the page failed. {BUG} Your text and settings are kept: change one of them, or go to "
        "another page."
    )
    st.caption("To report it, send this line and describe what you did:")
    st.code(f"To {_CONTACT}: error {number} in the BPE explorer", language=None)
    return True
