"""What stood side by side while a text was encoded, and which rule, if any, would have joined it."""

from bpe_core.tokenizer import Encoding, Tokenizer
from bpe_core.types import BOUNDARY, Pair


def pair_ranks(tokenizer: Tokenizer, encoding: Encoding, *, across: bool = False) -> dict[Pair, int | None]:
    """Return every pair of neighbours that existed at some moment of the encoding, with its rank.

    None means that no rule joins the two. The pairs are in the order in which they first existed. Where walls fell
    in the training, a rule acts before they fall or after: the ranks are those before, or, if `across`, after.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> pair_ranks(tokenizer, tokenizer.trace("low"))
    {(108, 111): 0, (111, 119): None, (256, 119): 1}
    """
    ids: list[int] = encoding.base_ids.tolist()
    walls: list[bool] = (encoding.closed_at == BOUNDARY).tolist()
    ends = list(range(1, len(ids) + 1))
    starts = list(range(len(ids)))  # of the token that ends before a gap: starts[gap]
    ranks: dict[Pair, int | None] = {}
    acting = _ranks_in_stage(tokenizer, across=across) if tokenizer.recipe.walls_fall else None

    def meet(left: int, right: int) -> None:
        pair = (ids[left], ids[right])
        if pair not in ranks:
            ranks[pair] = tokenizer.rank_of(*pair) if acting is None else acting.get(pair)

    for gap, wall in enumerate(walls):
        if not wall:
            meet(gap, gap + 1)
    for merge in encoding.applied:
        left, right = starts[merge.gap], merge.gap + 1
        end = ends[right]
        ids[left], ends[left], starts[end - 1] = merge.new_id, end, left
        if left > 0 and not walls[left - 1]:
            meet(starts[left - 1], left)
        if end < len(ids) and not walls[end - 1]:
            meet(left, end)
    return ranks


def _ranks_in_stage(tokenizer: Tokenizer, *, across: bool) -> dict[Pair, int]:
    """Return the ranks of the rules learned before walls fell, of each pair the first, or of those learned after."""
    first = tokenizer.recipe.walls_fall_at
    ranks: dict[Pair, int] = {}
    for rank, (pair, _) in enumerate(tokenizer.merges):
        if across and rank >= first:
            ranks[pair] = rank
        elif not across and rank < first:
            ranks.setdefault(pair, rank)
    return ranks
