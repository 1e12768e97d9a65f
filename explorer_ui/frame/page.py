"""The frame that every page opens first: title, navigation, the sidebar with the text and the settings."""

from typing import Any

import streamlit as st

from bpe_core import RECIPES
from explorer_ui.components.arrival.arrival import arrive
from explorer_ui.components.paste_guard.paste_guard import paste_guard
from explorer_ui.frame.course import PAGES, page_of
from explorer_ui.frame.failures import contained
from explorer_ui.frame.guide import show_guide, tour_button
from explorer_ui.frame.links import MAX_LINK_TEXT, link_query, read_query
from explorer_ui.frame.samples import sample_names, sample_text
from explorer_ui.frame.state import (
    DEFAULTS,
    MAX_MERGES,
    MAX_TEXT,
    MAX_UPLOAD_MB,
    TIE_BREAKS,
    Settings,
    current_settings,
    keep_state,
)

# Our own constant: Streamlit leaves six rem of air above the first line, which a laptop lacks.
_STYLE = """<style>
.stMainBlockContainer {padding: 1.2rem clamp(1rem, 2.5vw, 3rem) 2rem; max-width: 100rem}
.stMainBlockContainer > div > .stVerticalBlock {gap: .6rem}
[data-testid="stSidebarUserContent"] {padding-top: 0}
[data-testid="stSidebarHeader"] {height: 2.6rem; margin: 0}
/* The header lies over the first line: it lets clicks through, its own buttons do not. */
header[data-testid="stHeader"] {height: 2.2rem; background: transparent; pointer-events: none}
header[data-testid="stHeader"] * {pointer-events: none}
header[data-testid="stHeader"] button, header[data-testid="stHeader"] button * {pointer-events: auto}
[data-testid="stLayoutWrapper"]:has(> .st-key-guide) {position: sticky; top: 2.3rem; z-index: 90}
.st-key-guide {background: light-dark(#fcfcfa, #14181c); padding: .4rem .9rem; gap: .2rem .9rem; box-shadow: 0 4px 14px rgb(0 0 0 / 14%)}
[data-testid="stLayoutWrapper"]:has(> .st-key-arrival) {display: none}
.st-key-guide > :first-child {flex: 1 1 18rem; width: auto; min-width: 0}
.st-key-guide [data-testid="stMarkdownContainer"] {margin-bottom: 0}
.st-key-guide p {margin-bottom: 0}
@media (max-width: 640px) {.st-key-guide p {font-size: .94rem; line-height: 1.4}}
.st-key-navigation {gap: .2rem .4rem; padding-left: 1.8rem}
/* Streamlit writes white on a primary button in either theme: too pale on the dark one. */
[data-testid="stBaseButton-primary"] {color: light-dark(white, #0b0e10)}
.st-key-navigation a[aria-current="page"] {font-weight: 600}
/* On a telephone a link that names a question takes two lines; Streamlit would cut it off. */
[data-testid="stPageLink-NavLink"] span:has(> [data-testid="stMarkdownContainer"]) {overflow: visible}
[data-testid="stPageLink-NavLink"] :is(p, [data-testid="stMarkdownContainer"]) {white-space: normal}
.st-key-course [data-testid="stHorizontalBlock"] {flex-wrap: nowrap}
.st-key-course [data-testid="stHorizontalBlock"] > :first-child {flex: none}
.st-key-course [data-testid="stHorizontalBlock"] > :last-child {flex: 1; min-width: 0}
/* A table's own download writes cells as they are, and a spreadsheet runs those that begin with "=". */
[data-testid="stElementToolbarButton"]:has([aria-label="Download as CSV"]) {display: none}
</style>"""


def open_page(name: str, *, training_settings: bool = True) -> Settings:
    """Set the frame of a page and return what the visitor has chosen; the first act of every page.

    `training_settings` says whether the sidebar offers recipe, number of merges and tie rule.
    """
    st.set_page_config(page_title=f"{name} · BPE explorer", page_icon="🧩", layout="wide")
    _follow_link()
    keep_state()
    st.html(_STYLE)
    with st.container(horizontal=True, key="navigation"):
        for page in PAGES:
            st.page_link(page.file, label=page.name)
    with st.container(key="arrival"):
        arrive(name)
        half_character = paste_guard()
    show_guide(name)
    with st.sidebar:
        _text_widgets()
        if training_settings:
            _training_widgets()
        _link_widgets()
        tour_button("tour_from_sidebar")
    if st.session_state.notice:
        # st.code leaves the text alone; a notice may quote what somebody typed.
        st.code(st.session_state.notice, language=None, wrap_lines=True)
    settings = current_settings()
    if half_character and "\ufffd" in settings.text:
        st.warning(
            "What you typed held half a character (a lone surrogate). It is shown and encoded as U+FFFD."
        )
    if len(settings.text) > MAX_TEXT:
        st.error(
            f"The text has {len(settings.text):,} characters; {MAX_TEXT:,} is the most that fits here. "
            "Shorten it on the left, nothing of it is lost."
        )
        st.stop()
    if page_of(name).explanation:
        st.caption(f"**{page_of(name).question}** {page_of(name).explanation}")
    return settings


def close_page(name: str) -> None:
    """Draw what every page ends in: texts to try, and the way on."""
    page = page_of(name)
    st.subheader("Try this")
    columns = st.columns(max(len(page.tries), 1))
    for column, attempt in zip(columns, page.tries, strict=False):
        with column.container(border=True):
            st.button(
                attempt.label,
                key=f"try_{attempt.label}",
                on_click=take_try,
                args=(attempt.state,),
                wrap=True,
            )
            st.caption(attempt.notice)
    place = PAGES.index(page)
    if place + 1 < len(PAGES):
        onward = PAGES[place + 1]
        st.page_link(
            onward.file, label=f"Next: **{onward.name}**. {onward.question}", icon=":material/arrow_forward:"
        )


def take_try(state: dict[str, Any]) -> None:
    """Set what a prepared text sets, as if the visitor had chosen it."""
    st.session_state.update(state)
    _new_text()


def _follow_link() -> None:
    # A link counts once, when a session begins; afterwards the visitor's own choices do.
    if "link_followed" in st.session_state:
        return
    st.session_state.link_followed = True
    state, problems = read_query(st.query_params.to_dict())
    for key, value in state.items():
        st.session_state[key] = value
    st.session_state.notice = "\n".join(problems) or None


def _text_widgets() -> None:
    st.text_area(
        "Your text",
        key="text",
        height=180,
        help="Type or paste any text, then press Ctrl and Enter, or click or tap elsewhere.",
        on_change=_new_text,
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


def _training_widgets() -> None:
    st.selectbox("Training recipe", list(RECIPES), key="recipe", format_func=lambda name: RECIPES[name].title)
    # Without a maximum: the box would turn red, keep the old training, and say nothing of it.
    merges = st.number_input(f"Merges to learn (up to {MAX_MERGES:,})", 0, step=10, key="num_merges")
    if merges > MAX_MERGES:
        st.warning(f"{MAX_MERGES:,} merges are the most, so no more are learned.")
    st.selectbox(
        "At equal counts, take",
        list(TIE_BREAKS),
        key="tie_break",
        format_func=TIE_BREAKS.__getitem__,
    )
    st.checkbox("Stop when every pair occurs once", key="skip_rare")


def _link_widgets() -> None:
    # A button, not a popover: the player's step reaches Python without a run of the whole page, and the
    # link must hold it.
    if st.button("Link to what you see", width="stretch"):
        _show_link()


@st.dialog("Link to what you see")
@contained()
def _show_link() -> None:
    query = link_query({key: st.session_state[key] for key in DEFAULTS})
    if query is None:
        st.markdown(
            f"This text is too long for a link (more than {MAX_LINK_TEXT:,} characters after "
            "compression). Save it as a file instead; the one who gets it can upload it here."
        )
        st.download_button("Save the text", st.session_state.text, "text.txt", on_click="ignore")
    else:
        st.markdown(
            "Copy this link. It restores the page, the texts, the settings and the step. A tokenizer file, a "
            "pattern of your own and the answers in the challenge are not in it."
        )
        st.code(f"{st.context.url or ''}?{query}", language=None, wrap_lines=True)


def _new_text() -> None:
    st.session_state.update(step=0, selected=None, notice=None)


def _take_sample() -> None:
    name = st.session_state.sample
    if name:
        st.session_state.text = sample_text(name)
        _new_text()


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
    _new_text()
    if "\r" in text:
        st.session_state.notice = (
            f"{upload.name} ends its lines with CR LF, as Windows does, and each CR is a byte of the text. The box "
            "cannot hold them: they go when you edit the text there."
        )
