"""When should chunk boundaries be lifted? Trains on a text several times, lifting them after different numbers of merges."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from bpe_core.history import TrainingHistory
from bpe_core.in_parts import InParts
from bpe_core.recipes import Recipe
from bpe_core.tokenizer import Tokenizer
from bpe_core.training import iter_merges
from bpe_core.types import CLOSED, SecondStage

SHARES = (0.75, 0.5, 0.25, 0.0)
"""The fractions of all merges after which boundaries are lifted. SuperBPE's authors used 0.9."""


def trained_in_stages(
    text: str,
    recipe: Recipe,
    stage: SecondStage,
    num_merges: int,
    *,
    min_count: int = 1,
    max_learned: int | None = None,
) -> InParts[list[TrainingHistory]]:
    """Train once in one stage, and once in two stages for each of `SHARES`, all with the same number of merges.

    Yields each merge. Raises `BpeError` as `iter_merges` does.

    >>> from bpe_core import RECIPES
    >>> from bpe_core.in_parts import finished
    >>> stage = SecondStage(lifts="all")
    >>> sooner = finished(trained_in_stages("by the way, by the way, by the way", RECIPES["gpt2"], stage, 10))
    >>> [int(history.token_counts()[-1]) for history in sooner]
    [11, 6, 5, 5, 5]
    """
    trainings = []
    for second in (None, *(replace(stage, after=round(share * num_merges)) for share in SHARES)):
        in_stages = replace(recipe, second_stage=second)
        training = iter_merges(text, recipe=in_stages, min_count=min_count, max_learned=max_learned)
        yield from islice(training, num_merges)
        trainings.append(training.history())
    return trainings


def merges_across(history: TrainingHistory) -> Iterator[int]:
    """Yield, for each token that merges made across a lifted boundary, the rank of the first such merge.

    >>> from bpe_core import RECIPES, train
    >>> recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=4))
    >>> history = train("by the way, by the way, by the way", recipe=recipe, num_merges=8)
    >>> [history.vocab[history.merges[rank].new_id] for rank in merges_across(history)]
    [b'by the', b'by the ', b'by the w', b'by the wa']
    """
    stream = history.stream
    if stream.lifted is None or not len(stream.base_ids):
        return
    closed_at = stream.closed_at
    is_lifted = np.zeros(len(closed_at), bool)
    is_lifted[stream.lifted.gaps] = True
    # Of the token that ends with a unit, its first unit, and the other way round; of the token that begins with one,
    # whether it spans a lifted boundary.
    first, last = np.arange(len(stream.base_ids)), np.arange(len(stream.base_ids))
    starts = np.flatnonzero(np.concatenate(([True], closed_at != CLOSED)))
    ends = np.append(starts[1:], len(first)) - 1
    first[ends], last[starts] = starts, ends
    spans = np.zeros(len(first), bool)

    order = np.argsort(closed_at, kind="stable")
    at = np.searchsorted(closed_at, np.arange(len(history.merges) + 1), sorter=order)
    across: set[int] = set()
    for merge in history.merges:
        gaps = order[at[merge.rank] : at[merge.rank + 1]]
        start, end = first[gaps], last[gaps + 1]
        spans[start] |= spans[gaps + 1] | is_lifted[gaps]
        first[end], last[start] = start, end
        if merge.new_id not in across and spans[start].any():
            across.add(merge.new_id)
            yield merge.rank


def tokens_in_one_pass(history: TrainingHistory) -> int:
    """Return how many tokens the training text has when it is encoded in one pass, without the lifted boundaries.

    SuperBPE's authors encode this way. Merges learned inside chunks may then apply across a boundary: GPT-4's
    pattern splits 9912 into 991|2, and the merge that makes 12 applies across that split only in one pass.

    >>> from bpe_core import RECIPES, train
    >>> recipe = replace(RECIPES["gpt4"], second_stage=SecondStage(lifts="all", after=1))
    >>> history = train("12 12 12 9912 9912", recipe=recipe, num_merges=4)
    >>> int(history.token_counts()[-1]), tokens_in_one_pass(history)
    (9, 6)
    """
    tokenizer = Tokenizer.from_history(history).in_one_pass()
    return len(tokenizer.encode(history.text, allowed_special="all"))
