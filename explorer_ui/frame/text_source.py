"""Where the text comes from: typed, chosen among the samples, or uploaded."""

import streamlit as st

from explorer_ui.frame.limits import MAX_TEXT, MAX_UPLOAD_MB
from explorer_ui.frame.samples import sample_names, sample_text


def ask_for_text() -> None:
    """Draw the box for the text, and the two other ways to have one."""
    st.text_area(
        "Your text",
        key="text",
        height=180,
        help="Type or paste any text, then press Ctrl and Enter, or click or tap elsewhere.",
        on_change=new_text,
    )
    st.selectbox(
        "A sample",
        sample_names(),
        index=None,
        key="sample",
        placeholder="Or choose a sample text",
        label_visibility="collapsed",
        on_change=_take_sample,
    )
    with st.popover("Or upload a file", width="stretch"):
        st.file_uploader(
            f"A text file in UTF-8, up to {MAX_UPLOAD_MB} MB and {MAX_TEXT:,} characters",
            key="upload",
            max_upload_size=MAX_UPLOAD_MB,
            on_change=_take_upload,
        )


def new_text() -> None:
    """Forget what hung on the text of before: the step, the chosen token, and what was said of it."""
    st.session_state.update(step=0, selected=None, notice=None)


def _take_sample() -> None:
    name = st.session_state.sample
    if name:
        st.session_state.text = sample_text(name)
        new_text()


def _take_upload() -> None:
    upload = st.session_state.upload
    if upload is None:
        return
    data = upload.getvalue()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        st.session_state.notice = (
            f"{upload.name} is not a text file in UTF-8: byte {error.start} is 0x{data[error.start]:02X}. "
            "Save it as UTF-8 in your editor and upload it again. Your text is as it was."
        )
        return
    if len(text) > MAX_TEXT:
        st.session_state.notice = (
            f"{upload.name} has {len(text):,} characters; {MAX_TEXT:,} is the most. Your text is as it was."
        )
        return
    st.session_state.text = text
    new_text()
    if "\r" in text:
        st.session_state.notice = (
            f"{upload.name} ends its lines with CR LF, as Windows does, and each CR is a byte of the text. The box "
            "cannot hold them: they go when you edit the text there."
        )
