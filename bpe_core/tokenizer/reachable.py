"""Finds the tokens that result from encoding their own bytes, without encoding these bytes.

Encoding the bytes of a token alone may give other tokens:

    b c -> bc,  a b -> ab,  ab c -> abc      "abc" becomes a | bc: the merge of b and c has the lowest rank

If the two parts of a token result from their own bytes, so does the token, unless an earlier merge crosses
the middle, the border between the parts. The parts are built step by step; at every step, one token of each
part touches the middle:

    ab | c      the two parts of abc, after all merges of lower rank
    b  | c      the tokens at the middle before a b was merged: b c can merge, and has a lower rank than a b.
                So abc never results.

Before the middle, these tokens are the left part, its right half, the right half of that half, and so on;
after the middle, likewise, the right part and left halves. For most tokens they are few, so this is faster
than merging the bytes of every token.
"""

from collections.abc import Iterable

from bpe_core.types import Pair

_NEVER_JOINED = 1 << 62


def reachable_ranks(merges: Iterable[tuple[Pair, int]]) -> list[bool]:
    """Return for each merge (pair, new id) whether its token results from merging its base units alone.

    Merges apply by lowest rank, the leftmost if there are several. They are given in the order of their
    ranks; each joins base units or results of earlier merges, no pair is listed twice, and no two merges make
    the same id.

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
        # `left` and `right` touch the middle; the loop goes back in time. Each token exists until it is
        # merged within its own part, at the rank `left_ends` or `right_ends`. Among merges of equal rank the
        # leftmost comes first: within the left part, then across the middle, then within the right part.
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
