"""Two trainings of the same text, side by side: where they part."""

from bpe_core.history import TrainingHistory


def parting_step(one: TrainingHistory, other: TrainingHistory) -> int | None:
    """Return the first step at which two trainings merge different things, or None if they never part.

    Merges are compared by the bytes they join, because ids may be numbered differently. Where one training
    is only shorter, they part at its end.

    >>> from bpe_core import train
    >>> text = "ab cd ab cd"
    >>> parting_step(train(text, recipe="bytes", num_merges=3), train(text, recipe="gpt2", num_merges=3))
    1
    """
    steps = zip(spelled_merges(one), spelled_merges(other), strict=False)
    for step, (mine, theirs) in enumerate(steps):
        if mine != theirs:
            return step
    shorter, longer = sorted((len(one.merges), len(other.merges)))
    return None if shorter == longer else shorter


def spelled_merges(history: TrainingHistory) -> list[tuple[bytes, bytes]]:
    """Return the bytes of both sides of every merge."""
    return [(history.vocab[merge.pair[0]], history.vocab[merge.pair[1]]) for merge in history.merges]
