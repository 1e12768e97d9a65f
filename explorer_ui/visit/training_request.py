"""A training as a value: what to train on, and by which rule."""

from dataclasses import dataclass, replace
from typing import Any

from bpe_core import Recipe
from bpe_core.lessons.train.word_counts import read_word_counts


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRequest:
    """What to train on, and by which rule; equal requests have equal results.

    `recipe` has the tie-break rule, the special tokens and the second stage that were chosen. `min_count` is 2 if
    training is to end before merging pairs that occur once, otherwise 1. `as_counts` is whether a text that lists
    words with their counts is used as such. `start_from` is the name of the tokenizer that training continues from,
    or "" if it begins with the base units of `recipe`.

    >>> from bpe_core import RECIPES
    >>> request = TrainingRequest(text="low 5, lower 2", recipe=RECIPES["gpt2"], num_merges=9)
    >>> request.trained_on, request.on("low").trained_on
    ({'low': 5, 'lower': 2}, 'low')
    """

    text: str
    recipe: Recipe
    num_merges: int
    min_count: int = 2
    as_counts: bool = True
    start_from: str = ""

    @property
    def trained_on(self) -> str | dict[str, int]:
        """What to train on: words with their counts, if the text lists them and is to be read that way.

        Raises `BpeError` if their counts exceed the limit.
        """
        counts = read_word_counts(self.text) if self.as_counts else None
        return self.text if counts is None else counts

    def on(self, text: str) -> "TrainingRequest":
        """Return the same training on another text."""
        return replace(self, text=text)

    def by(self, **changes: Any) -> "TrainingRequest":
        """Return the training on the same text with some fields of the recipe changed."""
        return replace(self, recipe=replace(self.recipe, **changes))
