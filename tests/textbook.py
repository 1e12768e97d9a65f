"""The textbook loop on a text of any recipe."""

from collections.abc import Callable

from bpe_core import Pair, TrainingHistory, reference
from bpe_core.alphabets import base_ids
from bpe_core.history import tie_order
from bpe_core.pairs import count_pairs, merge_pair
from bpe_core.pretokenization import split
from bpe_core.types import Merge


def textbook(history: TrainingHistory, num_merges: int, min_count: int) -> list[reference.Step]:
    """Return every step of training on the text of a history, as the textbook loop takes them."""
    recipe = history.recipe
    steps = reference.train(
        _chunks(history),
        first_new_id=len(history.base.vocab),
        num_merges=num_merges,
        tie_break=recipe.tie_break,
        tie_order=tie_order(recipe),
        min_count=min_count,
        strings=history.base.vocab if recipe.same_string_same_token else None,
    )
    return list(steps)


def by_hand(history: TrainingHistory, pick: Callable[[list[Pair]], Pair], most: int) -> list[reference.Step]:
    """Return the steps of the same loop where `pick` says which of the pairs in the text is merged."""
    chunks = _chunks(history)
    strings = dict(history.base.vocab)
    steps = []
    while (counts := count_pairs(chunks)) and len(steps) < most:
        pair = pick(list(counts))
        string = strings[pair[0]] + strings[pair[1]]
        known = [id_ for id_, other in strings.items() if other == string]
        new_id = known[0] if known and history.recipe.same_string_same_token else max(strings) + 1
        strings[new_id] = string
        merged = [merge_pair(chunk, pair, new_id) for chunk in chunks]
        replaced = sum(map(len, chunks)) - sum(map(len, merged))
        merge = Merge(len(steps), pair, new_id, counts[pair], replaced)
        steps.append(reference.Step(chunks, counts, merge))
        chunks = merged
    return [*steps, reference.Step(chunks, counts, None)]


def _chunks(history: TrainingHistory) -> list[list[int]]:
    recipe = history.recipe
    texts = [history.text]
    if recipe.alphabet == "word-marker":
        # A space that begins the text is part of no word; all others are written as the marker.
        begins = history.text.startswith(" ")
        texts = [history.text[:begins], history.text[begins:].replace(" ", "Ġ")]
    cut = [chunk for text in texts for chunk in split(text, recipe.split_pattern)]
    return [base_ids(chunk, history.base).tolist() for chunk in cut]
