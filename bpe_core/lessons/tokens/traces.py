"""The pairs of tokens that were adjacent at some point of a trace, and the rank at which each pair merges."""

from bpe_core.tokenizer import Tokenizer, Trace
from bpe_core.types import BOUNDARY, Pair


def pair_ranks(tokenizer: Tokenizer, trace: Trace) -> list[dict[Pair, int | None]]:
    """Return for each stage every pair of tokens that was adjacent at some point of the trace, with its rank.

    The rank is None if no merge of the stage joins the pair. The pairs are in the order in which they first
    became adjacent. A tokenizer without a second stage has one stage.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> pair_ranks(tokenizer, tokenizer.trace("low"))
    [{(108, 111): 0, (111, 119): None, (256, 119): 1}]
    """
    ids: list[int] = trace.base_ids.tolist()
    boundaries: list[bool] = (trace.closed_at == BOUNDARY).tolist()
    ends = list(range(1, len(ids) + 1))
    starts = list(range(len(ids)))  # starts[gap]: where the token before the gap begins
    met = dict.fromkeys((ids[gap], ids[gap + 1]) for gap, is_one in enumerate(boundaries) if not is_one)
    for merge in trace.applied:
        left, right = starts[merge.gap], merge.gap + 1
        end = ends[right]
        ids[left], ends[left], starts[end - 1] = merge.new_id, end, left
        if left > 0 and not boundaries[left - 1]:
            met[ids[starts[left - 1]], ids[left]] = None
        if end < len(ids) and not boundaries[end - 1]:
            met[ids[left], ids[end]] = None
    stage = tokenizer.recipe.second_stage
    if stage is None:
        return [{pair: tokenizer.rank_of(*pair) for pair in met}]
    ranks = [(pair, rank) for rank, (pair, _) in enumerate(tokenizer.merges)]
    # If a pair was learned again in another stage, the first stage uses its first rank, and the second
    # stage its last rank.
    stages = dict(reversed(ranks[: stage.after])), dict(ranks[stage.after :])
    return [{pair: of_pair.get(pair) for pair in met} for of_pair in stages]
