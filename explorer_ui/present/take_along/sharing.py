"""The link to the visitor's current state: the button, and the dialog that shows it."""

import html
from collections.abc import Callable

import streamlit as st

from explorer_ui.parts.say.failures import contained
from explorer_ui.present.take_along.scorm import scorm_package
from explorer_ui.visit.limits import MAX_LINK_TEXT
from explorer_ui.visit.state import current_link


def offer_saved_page(name: str, page: Callable[[], bytes], title: str) -> None:
    """Draw the buttons that save a page: as a file, for a learning platform, and as the markup of an iframe."""
    st.download_button(
        f"Save {name}.html", page, f"{name}.html", "text/html", type="primary", on_click="ignore"
    )
    st.download_button(
        f"Save {name}.zip for a learning platform (SCORM 1.2)",
        lambda: scorm_package(page(), title),
        f"{name}.zip",
        "application/zip",
        on_click="ignore",
    )
    _offer_iframe()


def _offer_iframe() -> None:
    # There is no address if the text is too long for a link.
    query = current_link()
    if query is None:
        return
    address = html.escape(f"{st.context.url or ''}?view=player&{query}")
    st.caption("Or show the player in an iframe, on a slide or a course page, while this app runs:")
    code = f'<iframe src="{address}" width="100%" height="720" title="Byte-pair encoding"></iframe>'
    st.code(code, language="html", wrap_lines=True)


def offer_link() -> None:
    """Draw the button that shows the link."""
    # A button, not a popover: a click makes a new link, with the player's step, which reached Python without a
    # run of the whole page.
    if st.button("Link to this view"):
        _show_link()


@st.dialog("Link to this view")
@contained()
def _show_link() -> None:
    query = current_link()
    if query is None:
        st.markdown(
            f"This text is too long for a link (more than {MAX_LINK_TEXT:,} characters after compression). "
            "Save it as a file instead; the recipient can upload it here."
        )
        st.download_button("Save the text", st.session_state.text, "text.txt", on_click="ignore")
    else:
        st.markdown(
            "Copy this link. It restores the page, the texts, the settings and the step, but not a "
            "tokenizer file, your own split pattern or your answers in the Challenge."
        )
        st.code(f"{st.context.url or ''}?{query}", language=None, wrap_lines=True)
