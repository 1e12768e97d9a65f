"""The player as an exported web page: at its step, with a title, a sentence, and two questions."""

from random import Random

import streamlit as st

from bpe_core import TrainingHistory
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS, Material
from explorer_ui.parts.player.payload import StageData, player_data
from explorer_ui.parts.say.failures import contained
from explorer_ui.places.quiz.challenge_cards import Asked
from explorer_ui.places.quiz.challenge_sheet import LETTERS, question_with_answer
from explorer_ui.present.take_along.another_text import another_text
from explorer_ui.present.take_along.export_page import FoldedAnswer, export_page
from explorer_ui.present.take_along.sharing import offer_saved_page
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.limits import MAX_HANDOUT_SENTENCE, MAX_HANDOUT_TITLE, MAX_LEARNED
from explorer_ui.visit.training_request import TrainingRequest

_SEED = 1
_ASKED = "page_asked_for"


def ask_for_page() -> None:
    """Request the dialog for the next run: somebody chose the page in the player's menu."""
    st.session_state[_ASKED] = True


def page_is_asked_for() -> bool:
    """Return whether the dialog was requested since the last call."""
    return bool(st.session_state.pop(_ASKED, False))


@st.dialog("The player as a web page")
@contained()
def offer_page(made: TrainingHistory | StageData, request: TrainingRequest, step: int) -> None:
    """Draw the dialog for a training as requested, or for an encoding in the player's format."""
    st.caption(
        "One file with this text, its merges and the player, opened at the current step. It works offline: "
        "open it from a USB stick, send it, or put it on a course site."
    )
    title = st.text_input("Title", key="handout_title", max_chars=MAX_HANDOUT_TITLE, live=True)
    sentence = st.text_input(
        "A sentence below it", key="handout_sentence", max_chars=MAX_HANDOUT_SENTENCE, live=True
    )
    asks = False
    # The questions are about a text, not about words with counts.
    if isinstance(made, TrainingHistory) and player_data(made)["weights"] is None:
        asks = st.checkbox("Add two Challenge questions below it, with folded answers", key="handout_asks")
    asked_of = request.text if asks else ""
    learning = (request.num_merges, request.min_count)
    page = cached_call("handout", _written, made, asked_of, (title, sentence), step, learning)
    offer_saved_page("bpe", page, title)


def _written(
    made: TrainingHistory | StageData,
    asked_of: str,
    words: tuple[str, str],
    step: int,
    learning: tuple[int, int],
) -> bytes:
    title, sentence = words
    if not isinstance(made, TrainingHistory):
        return export_page(made, title, sentence=sentence, step=step).encode("utf-8")
    data = player_data(made)
    num_merges, min_count = learning
    another = None
    if data["weights"] is None:
        another = another_text(made, num_merges=num_merges, min_count=min_count, max_learned=MAX_LEARNED)
    return export_page(
        data,
        title,
        sentence=sentence,
        step=step,
        questions=two_questions(made, asked_of) if asked_of else [],
        another=another,
    ).encode("utf-8")


def two_questions(history: TrainingHistory, text: str) -> list[FoldedAnswer]:
    """Return the questions on a training's handout: the next pair, and how a word is split, if there are any."""
    tokenizer = tokenizer_of(history)
    material = Material(text, history, tokenizer)
    rng = Random(_SEED)  # noqa: S311 - not used for security
    asked = []
    for number, kind in enumerate(("pair", "cut")):
        question = QUESTION_KINDS[kind].make(material, rng)
        if question:
            asked_here = Asked(kind, question, tokenizer, from_sample=False, called="the tokenizer above")
            plain = question_with_answer(asked_here, number=number)
            answer = f"{LETTERS[plain.answer]}. {plain.reason}"
            stem = [f"{number + 1}. {plain.question}", plain.subject]
            asked.append(FoldedAnswer([*stem, *plain.options], answer))
    return asked
