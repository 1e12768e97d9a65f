"""When should walls fall? One text trained several times, the walls falling sooner or later."""

from dataclasses import dataclass, replace
from itertools import islice

from bpe_core.history import TrainingHistory
from bpe_core.in_parts import InParts, finished
from bpe_core.tokenizer import Tokenizer
from bpe_core.training import iter_merges
from bpe_core.types import Recipe

SHARES = (None, 0.75, 0.5, 0.25, 0.0)
"""At which part of all merges the walls fall; None: never. The models of SuperBPE's authors have 0.9."""


@dataclass(frozen=True, eq=False, slots=True)
class Fall:
    """A training whose walls fell after a share of its merges; `share` is None where they stood to the end."""

    share: float | None
    history: TrainingHistory

    @property
    def across(self) -> list[int]:
        """The ranks of the merges that made a token which reaches across a wall, for the first time.

        >>> from bpe_core import RECIPES
        >>> fall = falls("by the way, by the way, by the way", replace(RECIPES["gpt2"], walls_fall="blanks"), 8)[2]
        >>> [fall.history.vocab[fall.history.merges[rank].new_id] for rank in fall.across]
        [b'by the', b'by the ', b'by the w', b'by the wa']
        """
        history = self.history
        stream = history.stream
        closed = stream.closed_at[stream.fallen]
        first = set(closed[closed < len(history.merges)].tolist())
        known: set[int] = set()
        ranks = []
        for merge in history.merges:
            if (merge.rank in first or not known.isdisjoint(merge.pair)) and merge.new_id not in known:
                known.add(merge.new_id)
                ranks.append(merge.rank)
        return ranks


def falls(
    text: str,
    recipe: Recipe,
    num_merges: int,
    *,
    min_count: int = 1,
    max_learned: int | None = None,
) -> list[Fall]:
    """Return what `falls_in_parts` learns.

    >>> from bpe_core import RECIPES
    >>> sooner = falls("by the way, by the way, by the way", replace(RECIPES["gpt2"], walls_fall="all"), 10)
    >>> [int(fall.history.token_counts()[-1]) for fall in sooner]
    [11, 6, 5, 5, 5]
    """
    work = falls_in_parts(text, recipe, num_merges, min_count=min_count, max_learned=max_learned)
    return finished(work)


def falls_in_parts(
    text: str,
    recipe: Recipe,
    num_merges: int,
    *,
    min_count: int = 1,
    max_learned: int | None = None,
) -> InParts[list[Fall]]:
    """Train a text once for each of `SHARES`, with as many merges each; the recipe says which walls fall.

    Yields each merge. Raises `BpeError` as `iter_merges` does.

    >>> from bpe_core import RECIPES
    >>> falling = replace(RECIPES["gpt2"], walls_fall="all")
    >>> next(falls_in_parts("by the way, by the way", falling, 10)).rank
    0
    """
    trainings = []
    for share in SHARES:
        at = 0 if share is None else round(share * num_merges)
        falling = replace(recipe, walls_fall=None if share is None else recipe.walls_fall, walls_fall_at=at)
        training = iter_merges(text, recipe=falling, min_count=min_count, max_learned=max_learned)
        yield from islice(training, num_merges)
        trainings.append(Fall(share, training.history()))
    return trainings


def tokens_in_one_pass(history: TrainingHistory) -> int:
    """Return how many tokens the text of a training has when it is encoded without the walls that fell.

    SuperBPE's authors encode so. Rules that were learned within walls may then act across them: GPT-4's pattern
    cuts 991|2, and the rule for 12 acts there only where it need not mind the wall.

    >>> from bpe_core import RECIPES, train
    >>> falling = replace(RECIPES["gpt4"], walls_fall="all", walls_fall_at=1)
    >>> history = train("12 12 12 9912 9912", recipe=falling, num_merges=4)
    >>> int(history.token_counts()[-1]), tokens_in_one_pass(history)
    (9, 6)
    """
    return len(Tokenizer.from_history(history).in_one_pass().encode_ordinary(history.text))
