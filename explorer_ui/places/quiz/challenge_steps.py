"""Leads from a Quiz question to the step that it asks about; the settings are changed until the visitor returns."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from bpe_core.lessons.quiz.by_hand import HandCut
from explorer_ui.places.quiz.challenge_cards import Asked, wrong_gaps
from explorer_ui.visit.replacing import OF_ONE_TEXT, replace
from explorer_ui.visit.state import go_to
from explorer_ui.words.course import page_of

_PAGES = {
    "longest": ("Encode", "encode_text"),
    "halves": ("Seam", "text"),
    "ties": ("Train", "text"),
    "overlaps": ("Train", "text"),
    **dict.fromkeys(("space", "decoding", "inside", "numbers", "per_word", "special"), ("Tokens", "text")),
}
"""Where a question is seen: the page, and the setting that takes what the question is about."""


def step_of(asked: Asked, picked: int) -> tuple[str, dict[str, Any]] | None:
    """Return the page, with its settings, that shows the step a wrong answer missed; None if no page shows it."""
    question = asked.question
    if isinstance(question, HandCut):
        work = question.work
        closed_by = [work.closed_by[gap] for gap in wrong_gaps(work, picked, question.answer)]
        missed = [merge.number + 1 for merge in closed_by if merge and merge.number is not None]
        last = sum(merge is not None for merge in work.closed_by)
        chosen = {"tokenizer": "gpt2"} if asked.from_sample else {}
        return "Encode", {**chosen, "encode_text": work.word, "encode_step": min(missed, default=last)}
    shown = next((shown for shown in question.subject if isinstance(shown, str)), "")
    page, setting = _PAGES.get(asked.kind, ("", ""))
    if not page or not shown:
        return None
    more: dict[str, Any] = {"tokenizer": "cl100k_base", "special_policy": "ordinary"}
    if page == "Train":
        more = {"recipe": "gpt2", "tie_break": "first-seen", "lifted": "stand", "num_merges": 10, "step": 1}
    elif asked.kind == "halves":
        more["seam_at"] = question.prompt.index("”") - question.prompt.index("“") - 1
    elif asked.kind == "inside":
        shown = f" {shown}"  # the question is about the word after a space
    return page, {setting: shown, **more}


def offer_step(asked: Asked, picked: int | None) -> None:
    """Draw the button that leads from a wrong answer to the step."""
    found = None if picked in (None, asked.question.answer) else step_of(asked, picked or 0)
    if found:
        st.button(
            f"See this step on {page_of(found[0]).known_as}", key="see_step", on_click=_lend, args=found
        )


def _lend(page: str, changes: Mapping[str, Any]) -> None:
    state = st.session_state
    words = "The Quiz asked for this step. Your text is restored when you go back there."
    replace("the step of a question", changes, look=(page, words))
    state.challenge_loan = tuple((key, state[key], old) for key, old in state.undone[-1].before.items())
    go_to(page)


def take_back() -> None:
    """Undo the temporary change of a step that was looked at, except for settings changed since."""
    state = st.session_state
    loan, state.challenge_loan = state.challenge_loan, ()
    unchanged = {key: old for key, value, old in loan if state[key] == value}
    # Another text that was typed since keeps its own name and positions.
    kept = () if "text" in unchanged else OF_ONE_TEXT
    before = {key: old for key, old in unchanged.items() if key not in kept and state[key] != old}
    if before:
        replace("the step of a question", before)
        st.rerun()
