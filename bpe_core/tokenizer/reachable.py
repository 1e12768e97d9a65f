"""Which tokens result again from merging their own bytes, determined without merging them.

Encoding the bytes of a token alone need not give that token:

    b c -> bc,  a b -> ab,  ab c -> abc      "abc" becomes a | bc: the merge of b and c has the lowest rank

This is decided at the middle of the token, between its two parts, if both parts result from their own bytes.
Each part is built step by step; at every point one token of the left part touches the middle, and one of the
right:

    ab | c      the parts of abc, after all merges below its own
    b  | c      what touched before a b was merged: b c could merge, and its rank is lower. So abc never
    results.

The tokens that touch are the right side of the right side ... of the left part, and the left side of the left
side ... of the right one. For most tokens these are few, so a vocabulary is checked in one pass, without the
cost of merging the bytes of every token.
"""

from collections.abc import Iterable

from bpe_core.types import Pair

_NEVER_JOINED = 1 << 62


def reachable_ranks(merges: Iterable[tuple[Pair, int]]) -> list[bool]:
    """Return for each merge (pair, new id) whether its token results from merging its base units alone.

    Merges apply by lowest rank, the leftmost if there are several. They are given in the order of their
    ranks; each joins base units or results of earlier ones, none is listed twice, and no two make the same
    id.

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
    """Return whether some merge joins two tokens across the middle before both sides are complete.

    `rank_of` has the merges with ranks below that of the pair.
    """
    left, right = pair
    left_ends = right_ends = _NEVER_JOINED
    while True:
        # The two tokens that touch now, the latest first; each disappears when it is merged into its own
        # part. Among merges of equal rank the leftmost comes first: within the left part, then across the
        # middle, then within the right part.
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
