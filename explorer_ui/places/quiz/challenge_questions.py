"""The questions of the Challenge, made from a text, its training and a tokenizer; a number and a seed select each."""

from collections.abc import Sequence
from random import Random

from bpe_core import Tokenizer, TrainingHistory, replace_lone_surrogates
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS, Material, kinds_in_turn
from explorer_ui.places.quiz.challenge_cards import Asked
from explorer_ui.visit.samples import parallel_texts

_READ = 20_000
_LANGUAGES = ("English", "Spanish", "Greek", "Hindi", "Japanese")


def material_of(text: str, history: TrainingHistory, tokenizer: Tokenizer) -> Material:
    """Return what the questions about a text are made from; a long text is shortened."""
    foreign = [parallel_texts()[name] for name in _LANGUAGES]
    return Material(replace_lone_surrogates(text)[:_READ], history, tokenizer, foreign)


def ask_of(
    material: Material, kinds: Sequence[str], number: int, *, seed: int, from_sample: bool = False
) -> Asked | None:
    """Return question `number`, of the first kind that the material allows, beginning at the kind whose turn it is, or None."""
    for kind in kinds_in_turn(kinds, number):
        rng = Random(f"{seed} {number}")  # noqa: S311 - not used for security
        question = QUESTION_KINDS[kind].make(material, rng)
        if question:
            return Asked(kind, question, material.tokenizer, from_sample)
    return None
