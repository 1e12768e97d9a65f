"""Which tokens come back when their own bytes are merged, found without merging them.

A token's bytes, encoded alone, need not become that token:

    b c -> bc,  a b -> ab,  ab c -> abc      "abc" is a | bc: the merge of b and c was first

Whether it does is seen at the middle of the token, between its two parts, if both come back themselves. Each
part is made step by step; at every moment one token of the left part touches the middle, and one of the right:

    ab | c      the parts of abc, after all merges below its own
    b  | c      what touched before a b was merged: b c could merge, and its rank is lower. So abc never is.

The tokens that touch are the right side of the right side ... of the left part, and the left side of the left
side ... of the right one. For most tokens these are a few, so a vocabulary is told in one pass, where merging
the bytes of each would take as long as all of them together are.
"""

from collections.abc import Iterable

from bpe_core.types import Pair

_NEVER_JOINED = 1 << 62


def reachable_ranks(merges: Iterable[tuple[Pair, int]]) -> list[bool]:
    """Say of each merge (pair, new id) whether its token comes back when its base units are merged alone.

    By lowest rank, the leftmost of equals. The merges are in the order of their ranks; each joins base units
    or what earlier ones made, none is listed twice, and no two make the same id.

    >>> reachable_ranks([((98, 99), 256), ((97, 98), 257), ((257, 99), 258)])
    [True, True, False]
    """
    rank_of: dict[Pair, int] = {}
    rank_that_makes: dict[int, int] = {}
    parts: dict[int, Pair] = {}
    reachable: list[bool] = []
    for rank, (pair, new_id) in enumerate(merges):
        whole_parts = all(reachable[rank_that_makes[part]] for part in pair if part in parts)
        reachable.append(whole_parts and not _is_joined_across(pair, rank_of, rank_that_makes, parts))
        rank_of[pair], rank_that_makes[new_id], parts[new_id] = rank, rank, pair
    return reachable


def _is_joined_across(
    pair: Pair, rank_of: dict[Pair, int], rank_that_makes: dict[int, int], parts: dict[int, Pair]
) -> bool:
    """Say whether a merge joins what touches in the middle before both sides are whole.

    `rank_of` holds the merges before that of the pair.
    """
    left, right = pair
    left_ends = right_ends = _NEVER_JOINED
    while True:
        # The two that touch now, the latest moment first; each ends when it is merged into its own part. Of equal
        # ranks the leftmost goes first: that within the left part before the one across, this before the right's.
        across = rank_of.get((left, right))
        if across is not None and across < left_ends and across <= right_ends:
            return True
        left_made, right_made = rank_that_makes.get(left, -1), rank_that_makes.get(right, -1)
        if left_made < 0 and right_made < 0:
            return False
        if left_made > right_made:
            left, left_ends = parts[left][1], left_made
        else:
            right, right_ends = parts[right][0], right_made
