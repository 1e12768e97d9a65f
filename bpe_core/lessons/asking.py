"""Which question to ask: the kinds in turn, each on what the text and the tokenizer give."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from bpe_core.history import TrainingHistory
from bpe_core.lessons.challenge import (
    Question,
    chunk_branch,
    dearer_text,
    next_pair,
    passages,
    token_cost,
    word_cut,
    words,
)
from bpe_core.patterns import BRANCHES
from bpe_core.tokenizer import Tokenizer

QuestionKind = Literal["pair", "cut", "cost", "dearer", "branch"]


@dataclass(frozen=True, eq=False, slots=True)
class Material:
    """What questions are made from: a text, its training, a tokenizer, and texts in other languages."""

    text: str
    history: TrainingHistory
    tokenizer: Tokenizer
    foreign: Sequence[str] = ()


def make_question(kind: QuestionKind, material: Material, rng: Random) -> Question | None:
    """Return a question of a kind, or None where the material has none in it.

    >>> from bpe_core import train
    >>> history = train("she sells sea shells", recipe="gpt2", num_merges=4)
    >>> material = Material("she sells sea shells", history, Tokenizer.from_history(history))
    >>> question = make_question("pair", material, Random(1))
    >>> question.counts[question.answer] == max(question.counts)
    True
    """
    text, tokenizer = material.text, material.tokenizer
    if kind == "pair":
        return next_pair(material.history, rng)
    if kind == "cut":
        return word_cut(tokenizer, words(text), rng)
    if kind == "cost":
        return token_cost(tokenizer, passages(text), rng)
    if kind == "dearer":
        own = passages(text)
        foreign = [passage for other in material.foreign for passage in passages(other)]
        return dearer_text(tokenizer, rng.sample(own, min(len(own), len(foreign))) + foreign, rng)
    return chunk_branch(published_pattern(tokenizer), text, rng)


def kinds_in_turn(kinds: Sequence[QuestionKind], number: int) -> list[QuestionKind]:
    """Return the kinds to try for question `number`, from 0: another one comes first each time.

    >>> kinds_in_turn(["pair", "cut", "cost"], 4)
    ['cut', 'cost', 'pair']
    """
    first = number % len(kinds)
    return [*kinds[first:], *kinds[:first]]


def published_pattern(tokenizer: Tokenizer) -> str:
    """Return the name of the published pattern that a tokenizer cuts by; GPT-2's where it has another or none.

    >>> from bpe_core import load_published
    >>> published_pattern(load_published("o200k_base"))
    'o200k_base'
    """
    pattern = tokenizer.recipe.split_pattern
    return pattern if pattern and pattern in BRANCHES else "gpt2"
