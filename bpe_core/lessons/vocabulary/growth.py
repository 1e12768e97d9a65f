"""How a growing vocabulary splits a text: the tokens with the first k merges of a vocabulary, for every k at once.

A tokenizer that merges by lowest rank applies the merges of a chunk in the order of their ranks. So a gap
that the merge of rank r closes is closed in every vocabulary with that merge, and in no smaller vocabulary.
For example, ` lower` with GPT-2:

    text            ␣     l     o     w     e     r
    closed by rank    300  2793   322   789   263

    the first   256 tokens:  split at every gap           ␣|l|o|w|e|r
    the first 1,000 tokens:  split wherever rank >= 1000  ␣l|ower
    the first 2,794 tokens:  no split                     ␣lower

A merge can depend on the result of a merge with a higher rank; then its gap closes only if the vocabulary has
both merges. With the first k merges, a chunk is encoded as with all merges, up to the first merge of rank k or
more; encoding stops before it, since all remaining pairs have at least rank k. So a gap is closed if k exceeds
the ranks of all merges applied in its chunk, up to the merge that closes it.
"""

from dataclasses import dataclass

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.history import TrainingHistory
from bpe_core.in_parts import InParts
from bpe_core.lessons.rank_steps import steps_by_rank
from bpe_core.stream import Stream
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BOUNDARY, BpeError


@dataclass(frozen=True, eq=False, slots=True)
class Growth:
    """The tokens of a text at every size of one vocabulary.

    `history` has one step for each merge that applies in the text, in the order of the ranks. `Merge.rank` is
    the merge's rank in the tokenizer, while `closed_at` has step numbers. `sizes` int32 has one
    element more than there are steps: `sizes[i]` is the size, without special tokens, of the smallest
    vocabulary in which the first i steps are done, so `sizes[0]` counts only the base units. `last_size` is the
    size of the whole vocabulary without special tokens. `unit_bytes` int32 has the number of bytes of each base
    unit of the text.
    """

    history: TrainingHistory
    sizes: IntArray
    last_size: int
    unit_bytes: IntArray


def growth_in_parts(tokenizer: Tokenizer, text: str) -> InParts[Growth]:
    """Find the tokens of a text, encoded as ordinary text, at every size of a tokenizer's vocabulary.

    Raises `BpeError` if the tokens with a smaller vocabulary cannot be derived from those with the whole one:
    for a recipe that does not merge by rank or lifts chunk boundaries, and for a text with a token that no
    merge makes.
    Raises `UnknownCharacterError` as `Tokenizer.encode` does.

    >>> from bpe_core import load_published
    >>> from bpe_core.in_parts import finished
    >>> grown = finished(growth_in_parts(load_published("gpt2"), " lower"))
    >>> [merge.rank for merge in grown.history.merges], grown.sizes.tolist()
    ([263, 300, 322, 789, 2793], [256, 264, 301, 323, 790, 2794])
    >>> grown.history.closed_at.tolist()
    [1, 4, 2, 3, 0]
    """
    if tokenizer.recipe.encode_order == "passes":
        raise BpeError(
            "This tokenizer applies merges from left to right, regardless of their rank, so the tokens of a "
            "smaller vocabulary cannot be derived from those of the whole one."
        )
    if tokenizer.recipe.second_stage:
        raise BpeError(
            "This tokenizer was trained with lifted chunk boundaries, so a smaller vocabulary has other boundaries. "
            "Train with all boundaries kept, or watch this training on the Train page."
        )
    trace = tokenizer.trace(text)
    yield trace
    steps = steps_by_rank(trace, tokenizer.rules.vocab)
    yield steps
    history = TrainingHistory(
        recipe=tokenizer.recipe,
        text=tokenizer.written(text),
        base=tokenizer.base,
        merges=steps.merges,
        stopped="merges-reached",
        stream=_one_chunk_each(trace.base_ids, steps.closed_at),
    )
    base_size = _base_size(tokenizer)
    # For each rank, how many tokens are made by the merges up to and including that rank; several can make one.
    every = tokenizer.rules.made
    ranks = np.sort(every.ranks[np.unique(every.ids, return_index=True)[1]])
    made = np.searchsorted(ranks, steps.needed, side="right")
    sizes = np.concatenate(([0], made)) + base_size
    return Growth(
        history=history,
        sizes=sizes.astype(np.int32),
        last_size=base_size + len(ranks),
        unit_bytes=np.array([len(tokenizer.vocab[unit]) for unit in history.base_ids.tolist()], np.int32),
    )


def _base_size(tokenizer: Tokenizer) -> int:
    # Everything that no merge makes: characters, bytes written as <0x00>, units at the end of a word.
    rules, vocab = tokenizer.rules, tokenizer.vocab
    added = {token.token_id for token in tokenizer.steps.added_tokens} | {*tokenizer.special_tokens.values()}
    return (
        len(vocab) - rules.num_made - sum(id_ in vocab and rules.rank_of_token(id_) is None for id_ in added)
    )


def _one_chunk_each(base_ids: IntArray, closed_at: IntArray) -> Stream:
    starts = np.append(0, np.flatnonzero(closed_at == BOUNDARY) + 1)[: len(base_ids)].astype(np.int32)
    return Stream(
        base_ids=base_ids,
        closed_at=closed_at,
        chunk_starts=starts,
        weights=np.ones(len(starts), np.int64),
        chunks_of_text=np.arange(len(starts), dtype=np.int32),
    )
