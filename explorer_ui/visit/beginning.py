"""How a session begins: with what the browser stored for its tab, with a link, or with the defaults.

A reload, a restart of the server and a long loss of connection all begin a new session. The browser stores
what was typed and chosen (`remember`), and a cookie that says only that it has done so. If there is such a
cookie, the first run requests the stored state and draws nothing else, so that no default text flashes up. A
link takes precedence over the stored state, unless its page is reloaded: then what was typed since is kept. A text that
a link replaces can be restored with undo.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

import streamlit as st

from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.visit.limits import MAX_TEXT
from explorer_ui.visit.links import read_query
from explorer_ui.visit.replacing import replace
from explorer_ui.visit.settings import DEFAULTS, SETTINGS, setting_of

COOKIE = "bpe_kept"

_LASTING = (
    "keep_progress",
    "challenge_score",
    "challenge_missed",
    "challenge_number",
    "challenge_seed",
)
"""What the browser keeps after the tab is closed if the visitor agreed. It includes no text."""

_mount = component("visit/tab_memory")


class Memory(TypedDict):
    """What is sent to the browser."""

    link: str  # the query of the link with which the session began
    chosen: dict[str, str]  # what differs from the defaults, each written as a string
    lasting: dict[str, str] | None  # what is stored beyond the tab; null if the visitor does not want that
    asked: str | None  # set while a new session waits for what was stored; each value is answered once


def begin() -> bool:
    """Begin the session if it has not begun; return whether the page can be drawn."""
    state = st.session_state
    if state.begun == "":
        if st.context.cookies.get(COOKIE) == "1":
            state.begun = secrets.token_hex(8)
        else:
            _follow_link()
    return bool(state.begun == "yes")


def remember_step() -> None:
    """Store the current choices; called at the end of a fragment, whose run does not draw the page's head."""
    state = st.session_state
    if state.goes_to:
        st.rerun()
    with st.container(key="arrival_step"):
        remember("step_memory")


def remember(key: str) -> None:
    """Store the current choices in the browser; in a fragment, use `remember_step`."""
    state = st.session_state
    asked = None if state.begun == "yes" else state.begun
    chosen = {} if asked else _chosen()
    lasting = {name: chosen[name] for name in _LASTING if name in chosen} if state.keep_progress else None
    data: Memory = {"link": state.link, "chosen": chosen, "lasting": lasting, "asked": asked}
    tab_memory(data, on_kept=_restore, key=key)


def _chosen() -> dict[str, str]:
    # The text box stores the text itself, as it is typed.
    return {
        key: setting.form.write(st.session_state[key])
        for key, setting in SETTINGS.items()
        if setting.form and key != "text" and st.session_state[key] != DEFAULTS[key]
    }


def _restore(kept: Mapping[str, Any]) -> None:
    state = st.session_state
    link = _fingerprint()
    lasting = kept.get("lasting")
    if isinstance(lasting, Mapping):
        _take({name: lasting[name] for name in _LASTING if name in lasting})
    chosen, text = kept.get("chosen"), kept.get("text")
    if link and (kept.get("isNew") is True or kept.get("link") != link):
        _follow_link(before=text)
        return
    if isinstance(text, str):
        chosen = {**(chosen if isinstance(chosen, Mapping) else {}), "text": text}
    elif link:
        _follow_link()
    _take(chosen if isinstance(chosen, Mapping) else {})
    state.update(begun="yes", link=link, text_revision=state.text_revision + 1)


def _take(chosen: Mapping[str, Any]) -> None:
    for name, written in chosen.items():
        setting = setting_of(name)
        if setting and setting.form and isinstance(written, str):
            try:
                st.session_state[setting.key] = setting.form.read(written)
            except ValueError:
                continue  # an invalid value from the browser: the default is used


def _follow_link(before: object = None) -> None:
    """Take what a link says; `before` is the text that the tab had, which undo restores."""
    chosen, problems = read_query(st.query_params.to_dict())
    text = chosen.get("text", DEFAULTS["text"])
    if isinstance(before, str) and before not in ("", text, DEFAULTS["text"]) and len(before) <= MAX_TEXT:
        st.session_state.text = before
        replace("the link", {"text": text})
    st.session_state.update(
        chosen,
        begun="yes",
        sharing="lecture" if chosen.get("lecture") else "",
        link=_fingerprint(),
        notice=_notice(chosen, problems),
        text_revision=st.session_state.text_revision + 1,
    )


def _notice(chosen: Mapping[str, Any], problems: Sequence[str]) -> str | None:
    if not problems:
        return None
    taken = ", ".join(SETTINGS[key].called for key in chosen)
    return "\n".join(
        [*problems, f"Applied from the link: {taken}." if taken else "Nothing else was in the link."]
    )


def _fingerprint() -> str:
    """Return a digest of the link in the address, or "" if there is none."""
    linked = {name: setting_of(name) for name in st.query_params}
    query = {name: st.query_params[name] for name, setting in linked.items() if setting and setting.linked}
    return hashlib.sha256(repr(sorted(query.items())).encode()).hexdigest()[:16] if query else ""


def tab_memory(data: Memory, *, on_kept: Callable[[Mapping[str, Any]], None], key: str) -> None:
    """Store the visitor's choices in the browser, or request what it has stored.

    `on_kept` is called before the next run with whatever the browser sent: `text`, `chosen`, `lasting` and `link`, as
    far as they exist, and `isNew`: whether the address was opened, not reloaded.
    """

    def hear() -> None:
        answer = heard(key, "kept")
        if isinstance(answer, Mapping) and answer.get("asked") == data["asked"]:
            on_kept(answer)

    _mount(key=key, data=data, on_kept_change=hear)
