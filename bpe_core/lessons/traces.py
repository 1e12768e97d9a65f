"""What stood side by side while a text was encoded, and which rule, if any, would have joined it."""

from bpe_core.tokenizer import Encoding, Tokenizer
from bpe_core.types import WALL, Pair


def pair_ranks(tokenizer: Tokenizer, encoding: Encoding) -> dict[Pair, int | None]:
    """Return every pair of neighbours that existed at some moment of the encoding, with its rank.

    None means that no rule joins the two. The pairs are in the order in which they first existed.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> pair_ranks(tokenizer, tokenizer.trace("low"))
    {(108, 111): 0, (111, 119): None, (256, 119): 1}
    """
    ids: list[int] = encoding.base_ids.tolist()
    walls: list[bool] = (encoding.closed_at == WALL).tolist()
    ends = list(range(1, len(ids) + 1))
    starts = list(range(len(ids)))  # of the token that ends before a gap: starts[gap]
    ranks: dict[Pair, int | None] = {}

    def meet(left: int, right: int) -> None:
        pair = (ids[left], ids[right])
        if pair not in ranks:
            ranks[pair] = tokenizer.rank_of(*pair)

    for gap, wall in enumerate(walls):
        if not wall:
            meet(gap, gap + 1)
    for join in encoding.joins:
        left, right = starts[join.gap], join.gap + 1
        end = ends[right]
        ids[left], ends[left], starts[end - 1] = join.new_id, end, left
        if left > 0 and not walls[left - 1]:
            meet(starts[left - 1], left)
        if end < len(ids) and not walls[end - 1]:
            meet(left, end)
    return ranks
