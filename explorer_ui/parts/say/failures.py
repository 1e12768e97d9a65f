"""What a visitor sees when a part of a page fails: because of an error from the engine, or an unexpected one."""

import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from bpe_core import BpeError
from explorer_ui.parts.say.verbatim import show_verbatim

_LOG = logging.getLogger("bpe_explorer")

# Where visitors can report a bug: an address in the environment of the app.
_CONTACT = os.environ.get("BPE_EXPLORER_CONTACT", "whoever runs this app")

BUG = "This is a bug in the app, not your fault."


@contextmanager
def contained() -> Iterator[None]:
    """Contain an error within one part of a page: a sentence replaces that part, and the rest is unchanged.

    Errors of the engine, `BpeError`, are shown with their own message. The traceback of any other error goes
    to the log; the visitor gets the number of the error in the log, without paths or code. It is also used as
    a decorator of fragments, which run without the page around them.
    """
    try:
        yield
    except BpeError as error:
        show_verbatim(str(error))
    except Exception as error:  # noqa: BLE001 - any error must leave the rest of the page intact
        tell(error)


def tell(error: Exception) -> bool:
    """Log an error and draw a sentence with its number; returns True, so that Streamlit does not report it too."""
    number = secrets.token_hex(4)
    _LOG.error("Error %s", number, exc_info=error)
    st.error(
        f"This part of the page failed. {BUG} Your text and settings are kept: change one of them, or go to "
        "another page."
    )
    st.caption("To report it, send this line and describe what you did:")
    st.code(f"To {_CONTACT}: error {number} in the BPE explorer", language=None)
    return True
