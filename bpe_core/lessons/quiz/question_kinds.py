"""The kinds of question in one table: the label of each, and the function that makes such a question.

Each kind has a row in `QUESTION_KINDS`, and a function in `explorer_ui/places/quiz/challenge_cards.py` for its card.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeVar

from bpe_core.history import TrainingHistory
from bpe_core.lessons.quiz.challenge import (
    Question,
    chunk_branch,
    dearer_text,
    hand_cut,
    next_pair,
    passages,
    token_cost,
    word_cut,
    words,
)
from bpe_core.patterns import BRANCHES
from bpe_core.pretokenization import pretokenize
from bpe_core.tokenizer import Tokenizer

_READ_FOR_CHUNKS = 2_000


@dataclass(frozen=True, eq=False, slots=True)
class Material:
    """What questions are made from: a text, its training, a tokenizer, and texts in other languages."""

    text: str
    history: TrainingHistory
    tokenizer: Tokenizer
    foreign: Sequence[str] = ()


class QuestionKind(NamedTuple):
    """A kind of question: its label, and the function that makes one, or returns None if the material allows none."""

    name: str
    make: Callable[[Material, Random], Question | None]


Found = TypeVar("Found")


def _of_a_word(
    make: Callable[[Tokenizer, Sequence[str], Random], Found | None],
) -> Callable[[Material, Random], Found | None]:
    """Return a function that asks about a word of the text, or about a chunk if no word is suitable."""

    def ask(material: Material, rng: Random) -> Found | None:
        tokenizer = material.tokenizer
        chunks = pretokenize(material.text[:_READ_FOR_CHUNKS], published_pattern(tokenizer))
        return make(tokenizer, words(material.text), rng) or make(
            tokenizer, list(dict.fromkeys(chunk.text for chunk in chunks)), rng
        )

    return ask


def _dearer_text(material: Material, rng: Random) -> Question | None:
    own = passages(material.text)
    foreign = [passage for other in material.foreign for passage in passages(other)]
    return dearer_text(material.tokenizer, rng.sample(own, min(len(own), len(foreign))) + foreign, rng)


BY_HAND = "hand"
"""The kind without options to choose from, which is not asked on paper."""

QUESTION_KINDS = {
    "pair": QuestionKind(
        "the next pair", lambda material, rng: next_pair(material.text, material.history.recipe, rng)
    ),
    BY_HAND: QuestionKind("place the token boundaries", _of_a_word(hand_cut)),
    "cut": QuestionKind("how a word is tokenized", _of_a_word(word_cut)),
    "cost": QuestionKind("how many tokens", _of_a_word(token_cost)),
    "dearer": QuestionKind("which text takes more tokens", _dearer_text),
    "branch": QuestionKind(
        "which branch matches a chunk",
        lambda material, rng: chunk_branch(published_pattern(material.tokenizer), material.text, rng),
    ),
}
"""The kinds of question, by their names in links, in the order in which they are asked.

>>> from bpe_core import train
>>> history = train("she sells sea shells", recipe="gpt2", num_merges=4)
>>> material = Material("she sells sea shells", history, Tokenizer.from_history(history))
>>> question = QUESTION_KINDS["pair"].make(material, Random(1))
>>> question.counts[question.answer] == max(question.counts)
True
"""


def kinds_in_turn(kinds: Sequence[str], number: int) -> list[str]:
    """Return the kinds to try for question `number`, from 0; the kind that comes first changes each time.

    >>> kinds_in_turn(["pair", "cut", "cost"], 4)
    ['cut', 'cost', 'pair']
    """
    first = number % len(kinds)
    return [*kinds[first:], *kinds[:first]]


def published_pattern(tokenizer: Tokenizer) -> str:
    """Return the name of the published pattern that a tokenizer uses; GPT-2's if it has a custom pattern or none.

    >>> from bpe_core import load_published
    >>> published_pattern(load_published("o200k_base"))
    'o200k_base'
    """
    pattern = tokenizer.recipe.split_pattern
    return pattern if pattern and pattern in BRANCHES else "gpt2"
