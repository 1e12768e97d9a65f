"""The attributes with which an element shows what the player shows, and a preview of it."""

import streamlit as st

from bpe_core import TrainingHistory
from explorer_ui.browser import assets
from explorer_ui.elements.elements import MAX_TEXT, VOCABULARIES, elements_js, training_attributes
from explorer_ui.parts.picture.shown import Played
from explorer_ui.present.take_along.handout import has_questions

_FILE = "elements/file"
assets.MORE[_FILE] = elements_js
_mount = assets.component("present/take_along/preview")


def attributes_of(shown: Played) -> dict[str, object] | None:
    """Return the attributes of the `<bpe-player>` that shows the same, or None if they cannot say it."""
    made, request, state = shown.made, shown.request, st.session_state
    text, how = request.text, None
    if isinstance(made, TrainingHistory):
        if has_questions(made):
            how = training_attributes(made, num_merges=request.num_merges, min_count=request.min_count)
    elif state.tokenizer in VOCABULARIES:
        text, how = state.encode_text, {"vocabulary": state.tokenizer}
    if how is None or len(text.encode("utf-16-le", "surrogatepass")) > 2 * MAX_TEXT:
        return None
    return {"text": text, **how, "step": shown.step}


def draw_preview(attributes: dict[str, object]) -> None:
    """Draw what the element shows on another page, with the file that it gets."""
    if assets.base_path:
        file = f"{assets.base_path}/{assets.component_address(_FILE)}"
        _mount(key="preview", data={"attributes": attributes, "file": file})
