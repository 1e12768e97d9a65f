"""The player as an exported web page: at its step, with a title, a sentence, and two questions."""

from collections.abc import Mapping
from itertools import islice
from random import Random

from bpe_core import TrainingHistory
from bpe_core.lessons.quiz.misconceptions import lesson_question
from explorer_ui.elements.elements import training_attributes
from explorer_ui.parts.player.payload import player_data
from explorer_ui.places.quiz.challenge_cards import lesson_card
from explorer_ui.places.quiz.challenge_sheet import LETTERS, plain_question
from explorer_ui.present.take_along.export_page import FoldedAnswer, export_page
from explorer_ui.visit.training_request import TrainingRequest

_SEED = 1
_KINDS = ("ties", "counting", "overlaps", "numbers")
"""The kinds of question, the first two that a text allows: ties and the first merge need its words, the others none."""


def has_questions(made: TrainingHistory | Mapping[str, object]) -> bool:
    """Return whether Challenge questions can be asked about what the player shows: a training on a text."""
    return isinstance(made, TrainingHistory) and player_data(made)["weights"] is None


def handout(
    made: TrainingHistory | Mapping[str, object],
    request: TrainingRequest,
    step: int,
    words: tuple[str, str],
    asked_of: str,
) -> str:
    """Return the page for a training with these settings, or for an encoding in the player's format.

    `words` are the title and the sentence below it; `asked_of` is the text that questions are asked about,
    "" without questions.
    """
    title, sentence = words
    if not isinstance(made, TrainingHistory):
        return export_page(made, title, sentence=sentence, step=step)
    how = {"num_merges": request.num_merges, "min_count": request.min_count}
    return export_page(
        player_data(made),
        title,
        sentence=sentence,
        step=step,
        questions=two_questions(asked_of) if asked_of else [],
        another=training_attributes(made, **how) if has_questions(made) else None,
    )


def two_questions(text: str) -> list[FoldedAnswer]:
    """Return the questions on a training's handout.

    >>> [question.lines[0][:28] for question in two_questions("雨が降る")]
    ['1. The pair a + a is merged ', "2. How does GPT-4's tokenize"]
    """
    made = (lesson_question(kind, text, Random(_SEED)) for kind in _KINDS)  # noqa: S311 - not used for security
    asked = []
    for number, question in enumerate(islice(filter(None, made), 2), start=1):
        plain = plain_question(lesson_card(question))
        stem = [f"{number}. {plain.question}", plain.subject]
        asked.append(FoldedAnswer([*stem, *plain.options], f"{LETTERS[plain.answer]}. {plain.reason}"))
    return asked
