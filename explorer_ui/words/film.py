"""The film of Start: its text, what is learned from it, and the sentences of its three acts."""

from typing import NamedTuple

from bpe_core import RECIPES, TrainingHistory, train
from explorer_ui.cache.bounded import cached

EXAMPLE = "the baker breaks the bread before breakfast"


class Act(NamedTuple):
    """The label of an act's button, the sentence above its picture, and the one below."""

    label: str
    sentence: str
    below: str


ACTS = {
    "learned": Act(
        "1 Learned once",
        "A language model reads numbers, one for each piece of text, called a token. Tokens are made by merging neighbours.",
        "· is a space. The method is called byte-pair encoding; here it learns from seven words, GPT-4o's tokens were "
        "learned from vastly more.",
    ),
    "merges": Act(
        "2 The merges",
        "What was learned is a list of merges, in order. It is complete: every other text is split into tokens with it.",
        "The number of a merge is the id of the token that it makes. A lower id was learned earlier, and is applied first; "
        "ids below 256 are for single bytes, in English one for each letter. GPT-4o has 199,742 merges.",
    ),
    "words": Act(
        "3 Your words",
        "In each word, GPT-4o's merge with the lowest rank, the one learned first, is applied first. Nothing new is learned.",
        "Your words go with you from page to page.",
    ),
}
"""The acts by their keys."""


@cached
def learned() -> TrainingHistory:
    """Train on the example with GPT-4o's recipe, until no pair repeats.

    >>> [merge.count for merge in learned().merges][:3]
    [5, 4, 3]
    """
    return train(EXAMPLE, recipe=RECIPES["gpt4o"], num_merges=len(EXAMPLE), min_count=2)
