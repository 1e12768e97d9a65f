"""The player as an exported web page: at its step, with a title, a sentence, and two questions."""

from collections.abc import Mapping
from random import Random

from bpe_core import TrainingHistory
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS, Material
from explorer_ui.parts.player.payload import player_data
from explorer_ui.places.quiz.challenge_cards import Asked
from explorer_ui.places.quiz.challenge_sheet import LETTERS, question_with_answer
from explorer_ui.present.take_along.another_text import another_text
from explorer_ui.present.take_along.export_page import FoldedAnswer, export_page
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.limits import MAX_LEARNED
from explorer_ui.visit.training_request import TrainingRequest

_SEED = 1


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
    how = {"num_merges": request.num_merges, "min_count": request.min_count, "max_learned": MAX_LEARNED}
    return export_page(
        player_data(made),
        title,
        sentence=sentence,
        step=step,
        questions=two_questions(made, asked_of) if asked_of else [],
        another=another_text(made, **how) if has_questions(made) else None,
    )


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
