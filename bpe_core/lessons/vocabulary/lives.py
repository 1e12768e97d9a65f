"""The lives of tokens: how often each occurs in the text after every step, computed from the merges alone.

A merge adds to the count of one token and subtracts from the counts of its two parts, so the text is not
needed:

    text aaabdaaabac     a   b   d   c   aa  aaa  aaab
    before               7   2   1   1
    0  a a    x2         3   2   1   1   2
    1  aa a   x2         1   2   1   1   0   2
    2  aaa b  x2         1   0   1   1   0   0    2        scaffolds (not in use at the end): aa, aaa
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.history import TrainingHistory
from bpe_core.stream import initial_tokens


class Life(NamedTuple):
    """How often a token occurs in the text: `counts[i]` after `steps[i]` merges and until the next change."""

    steps: list[int]
    counts: list[int]


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Lives:
    """The lives of all tokens of a history; each array has one element per token, in the order of `token_ids` (int32).

    `born` int32 is the number of merges after which the token first occurs in the text, 0 for base units.
    `final` and `highest` int64: its final and highest number of occurrences. `swallowed` float64: the largest
    fraction of its occurrences, from 0 to 1, that one merge replaced (see `lives`). `swallowed_at` int32: the
    number of merges up to and including that merge; 0 if no merge replaced any. `changes` has a
    `Life` for each token.
    """

    token_ids: IntArray
    born: IntArray
    final: npt.NDArray[np.int64]
    highest: npt.NDArray[np.int64]
    swallowed: npt.NDArray[np.float64]
    swallowed_at: IntArray
    changes: tuple[Life, ...]

    def scaffolds(self) -> list[int]:
        """Return the ids of the learned tokens that do not occur at the end.

        >>> from bpe_core import train
        >>> lives(train("aaabdaaabac", recipe="bytes", num_merges=3)).scaffolds()
        [256, 257]
        """
        ids: list[int] = self.token_ids[(self.born > 0) & (self.final == 0)].tolist()
        return ids

    def dropped_at(self, threshold: float) -> list[int]:
        """Return the ids of the learned tokens that lost at least this fraction of their occurrences to one merge.

        Picky BPE drops such tokens (with a threshold of 0.6 to 0.9 in the paper) and continues training without
        them, so its merges may differ from this history after the first drop.

        >>> from bpe_core import train
        >>> lives(train("aaabdaaabac", recipe="bytes", num_merges=3)).dropped_at(0.9)
        [256, 257]
        """
        ids: list[int] = self.token_ids[(self.born > 0) & (self.swallowed >= threshold)].tolist()
        return ids


def lives(history: TrainingHistory) -> Lives:
    """Return the lives of all tokens that ever occur in the text of a history.

    The fraction that a merge replaces is Picky BPE's `IoS`: occurrences of the pair / occurrences of the
    token, before the merge. If a token is both sides of a pair, the occurrences of the pair count twice.
    Source: Chizhov, Arnett, Korotkova and Yamshchikov, BPE Gets Picky: Efficient Vocabulary Refinement During
    Tokenizer Training, 2024.

    >>> from bpe_core import train
    >>> found = lives(train("aaabdaaabac", recipe="bytes", num_merges=3))
    >>> dict(zip(found.token_ids.tolist(), found.changes))[257]
    Life(steps=[2, 3], counts=[2, 0])
    """
    _, initial_ids, weights = initial_tokens(history.stream)
    ids, of_token = np.unique(initial_ids, return_inverse=True)
    places = np.bincount(of_token, weights=weights, minlength=len(ids)).astype(np.int64)
    changes = {id_: Life([0], [count]) for id_, count in zip(ids.tolist(), places.tolist(), strict=True)}
    swallowed: dict[int, tuple[float, int]] = {}

    def change(token_id: int, step: int, by: int) -> None:
        life = changes.setdefault(token_id, Life([], []))
        now = (life.counts[-1] if life.counts else 0) + by
        if life.steps and life.steps[-1] == step:
            life.counts[-1] = now
        else:
            life.steps.append(step)
            life.counts.append(now)

    for done, merge in enumerate(history.merges, 1):
        for side in set(merge.pair):
            taken = merge.replaced * merge.pair.count(side)
            part = taken / changes[side].counts[-1]
            if part > swallowed.get(side, (0.0, 0))[0]:
                swallowed[side] = (part, done)
            change(side, done, -taken)
        change(merge.new_id, done, merge.replaced)
    return Lives(
        token_ids=np.array(list(changes), np.int32),
        born=np.array([life.steps[0] for life in changes.values()], np.int32),
        final=np.array([life.counts[-1] for life in changes.values()], np.int64),
        highest=np.array([max(life.counts) for life in changes.values()], np.int64),
        swallowed=np.array([swallowed.get(id_, (0.0, 0))[0] for id_ in changes]),
        swallowed_at=np.array([swallowed.get(id_, (0.0, 0))[1] for id_ in changes], np.int32),
        changes=tuple(changes.values()),
    )
