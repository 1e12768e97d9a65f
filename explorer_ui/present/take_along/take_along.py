"""What a visitor can save of a page: a link to it, and what it shows as a file or in a frame, each a row of a table."""

import html
import io
import zipfile
from collections.abc import Callable, Mapping
from string import Template
from xml.sax.saxutils import escape

import streamlit as st

from explorer_ui.elements.elements import FILE, element_html, elements_js
from explorer_ui.parts.picture.shown import Picture, Played
from explorer_ui.present.take_along.export_page import export_picture
from explorer_ui.present.take_along.handout import handout, has_questions
from explorer_ui.present.take_along.preview import attributes_of, draw_preview
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.visit.limits import MAX_HANDOUT_SENTENCE, MAX_HANDOUT_TITLE, MAX_LINK_TEXT
from explorer_ui.visit.state import current_link
from explorer_ui.words.course import Page, page_of, with_settings

SAVED = {"Train", "Encode", "Growth", "Ways", "Prompt", "Seam", "Lives"}
"""The pages whose pictures can be saved."""

_FILES: Mapping[str, tuple[str, str, Callable[[str, str], bytes]]] = {
    "html": (
        "One file with this text and the interactive picture, as it is now. It works offline: open it from a USB "
        "stick, send it, or put it on a course site.",
        "text/html",
        lambda page, _title: page.encode(),
    ),
    "zip": (
        "The web page of the picture, packaged as SCORM 1.2, which Moodle and other learning platforms import.",
        "application/zip",
        lambda page, title: scorm_package(page.encode(), title),
    ),
}
"""The files by their endings, each with what to say about it, its type, and how it is made of a page and its title."""

PAGE = "index.html"
_LONGEST_TITLE = 200
# An asset is a page that reports nothing: a platform counts it as completed when it was opened.
_MANIFEST = Template("""<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="bpe" version="1.1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>$title</title>
      <item identifier="item" identifierref="page"><title>$title</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="asset" href="$page"><file href="$page"/></resource>
  </resources>
</manifest>
""")


def offer_link(page: Page) -> None:
    """Draw the link to what the visitor sees on a page."""
    if url := _address(page, page.query):
        st.caption(
            "Copy this link. It restores the page, the texts, the settings and the step, but not a "
            "tokenizer file, your own split pattern or your answers in the Quiz."
        )
        st.code(url, language=None, wrap_lines=True)


def offer_markup(page: Page, shown: Picture | Played | None) -> None:
    """Draw the lines that show the picture on another page: an element, with a preview, and a frame."""
    attributes = attributes_of(shown) if isinstance(shown, Played) else None
    if attributes:
        line = element_html("bpe-player", attributes)
        st.caption(f"This works without the app, with the file {FILE} next to your page:")
        st.code(f'<script src="{FILE}" defer></script>\n{line}', language="html", wrap_lines=True)
        st.download_button(f"Save {FILE}", elements_js, FILE, "text/javascript", on_click="ignore")
        if "vocabulary" in attributes:
            st.caption(
                f"The vocabulary is the file {attributes['vocabulary']}.js, which `bpe-explorer site FOLDER` writes too."
            )
        else:
            draw_preview(attributes)
    if url := _address(page, page.alone):
        st.caption("While this app runs, this shows the picture in a frame:")
        frame = (
            f'<iframe src="{html.escape(url)}" width="100%" height="720" title="Byte-pair encoding"></iframe>'
        )
        st.code(frame, language="html", wrap_lines=True)


def _address(page: Page, query: Mapping[str, str]) -> str | None:
    """Return the address of what the visitor sees; None, and an offer to save the text, if it is too long for one."""
    restored = current_link(page.name)
    if restored is None:
        st.markdown(
            f"This text is too long for a link (more than {MAX_LINK_TEXT:,} characters after compression). "
            "Save it as a file instead; the recipient can upload it here."
        )
        st.download_button("Save the text", st.session_state.text, "text.txt", on_click="ignore")
        return None
    return f"{st.context.url}{with_settings(query, restored)}"


def offer_file(ending: str, shown: Picture | Played | None) -> None:
    """Draw the button that saves what the view has announced, if anything, as a file with this ending."""
    if shown is None:
        st.markdown("There is no picture to save yet.")
        return
    caption, mime, make = _FILES[ending]
    st.caption(caption)
    name, title, page = _picture(shown) if isinstance(shown, Picture) else _player(shown)
    # The file is made on download.
    st.download_button(
        f"Save {name}.{ending}",
        lambda: make(page(), title),
        f"{name}.{ending}",
        mime,
        type="primary",
        on_click="ignore",
    )


def _picture(shown: Picture) -> tuple[str, str, Callable[[], str]]:
    page = page_of(shown.page)
    words = f"{page.explanation} {page.more}"
    written = cached_call("picture", export_picture, shown.component, shown.data, page.question, words)
    return f"bpe_{shown.page.lower()}", page.question, written


def _player(shown: Played) -> tuple[str, str, Callable[[], str]]:
    title = st.text_input("Title", key="handout_title", max_chars=MAX_HANDOUT_TITLE, live=True)
    sentence = st.text_input(
        "A sentence below it", key="handout_sentence", max_chars=MAX_HANDOUT_SENTENCE, live=True
    )
    asks = has_questions(shown.made) and st.checkbox(
        "Add two Quiz questions below it, with folded answers", key="handout_asks"
    )
    words, asked_of = (title, sentence), shown.request.text if asks else ""
    written = cached_call("player", handout, shown.made, shown.request, shown.step, words, asked_of)
    return "bpe", title, written


def scorm_package(page: bytes, title: str) -> bytes:
    """Return a zip file with a self-contained page and its manifest, which learning platforms import; `title` is any text.

    It is a package of SCORM 1.2 (ADL, "SCORM Content Aggregation Model", 2001).

    >>> import io, zipfile
    >>> zipfile.ZipFile(io.BytesIO(scorm_package(b"<p>", "BPE"))).namelist()
    ['imsmanifest.xml', 'index.html']
    """
    # XML has no control characters, not even escaped ones; the schema allows 200 characters.
    printable = "".join(sign for sign in title if sign.isprintable())
    written = escape(printable[:_LONGEST_TITLE] or "Byte-pair encoding")
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in (
            ("imsmanifest.xml", _MANIFEST.substitute(title=written, page=PAGE).encode("utf-8")),
            (PAGE, page),
        ):
            # Without a time, so that the same page gives the same file.
            package.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return file.getvalue()
