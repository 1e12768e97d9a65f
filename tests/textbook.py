"""The textbook loop on a text of any recipe."""

from bpe_core import TrainingHistory, reference
from bpe_core.alphabets import base_ids
from bpe_core.history import tie_order
from bpe_core.pretokenization import split


def textbook(history: TrainingHistory, num_merges: int, min_count: int) -> list[reference.Step]:
    """Return every step of training on the text of a history, as the textbook loop takes them."""
    recipe = history.recipe
    texts = [history.text]
    if recipe.alphabet == "word-marker":
        # A space that begins the text is part of no word; all others are written as the marker.
        begins = history.text.startswith(" ")
        texts = [history.text[:begins], history.text[begins:].replace(" ", "Ġ")]
    cut = [chunk for text in texts for chunk in split(text, recipe.split_pattern)]
    chunks = [base_ids(chunk, history.base).tolist() for chunk in cut]
    steps = reference.train(
        chunks,
        first_new_id=len(history.base.vocab),
        num_merges=num_merges,
        tie_break=recipe.tie_break,
        tie_order=tie_order(recipe),
        min_count=min_count,
        strings=history.base.vocab if recipe.same_string_same_token else None,
    )
    return list(steps)
