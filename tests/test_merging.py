"""The three orders of merging against the textbook loops, for small tables of merges that need not come from a training."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_core import Pair, reference
from bpe_core.tokenizer.merging import MERGE_BY_ORDER, AppliedMerge, close_the_rest, merged_ids
from bpe_core.types import EncodeOrder

BASE = 3

TEXTBOOK: dict[EncodeOrder, Callable[..., list[int]]] = {
    "lowest-rank": reference.encode_by_rank,
    "merge-list": reference.encode_by_merge_list,
    "passes": reference.encode_in_passes,
}


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[Pair, int]]:
    """Draw merges of ids that were made before, with the ids that they make, in any order of rank."""
    pairs: list[Pair] = []
    for known in range(BASE, BASE + draw(st.integers(1, 6))):
        side = st.integers(0, known - 1)
        pairs.append(draw(st.tuples(side, side).filter(lambda pair: pair not in pairs)))
    return draw(st.permutations([(pair, BASE + number) for number, pair in enumerate(pairs)]))


def replayed(ids: Sequence[int], applied: Sequence[AppliedMerge]) -> list[int]:
    """Return the ids after the merges, each found by the gap that it closes; its pair must be there."""
    tokens = [([one], one) for one in ids]
    for merge in applied:
        ends = [sum(len(units) for units, _ in tokens[: at + 1]) for at in range(len(tokens))]
        at = ends.index(merge.gap + 1)
        (left, first), (right, second) = tokens[at : at + 2]
        assert merge.pair == (first, second)
        tokens[at : at + 2] = [(left + right, merge.new_id)]
    return [token for _, token in tokens]


@pytest.mark.parametrize("order", TEXTBOOK)
@settings(max_examples=150)
@given(
    table=tables(),
    ids=st.lists(st.integers(0, BASE - 1) | st.just(1_000_000), max_size=12),
    # Short chunks and long ones are merged in different ways.
    times=st.sampled_from([1, 1, 30]),
)
# A merge may come before the one that makes its part.
@example(table=[((3, 0), 4), ((0, 2), 3), ((0, 0), 5)], ids=[0, 2], times=30)
# In passes, a token may merge with the one before it.
@example(table=[((1, 2), 3), ((0, 3), 4)], ids=[0, 1, 2], times=1)
@example(table=[((0, 0), 3), ((3, 0), 4), ((3, 3), 5)], ids=[0, 0, 0, 0, 0], times=1)
def test_each_order_merges_as_the_textbook_does(order, table, ids, times):
    ids = ids * times
    rank = {pair: number for number, (pair, _) in enumerate(table)}
    new_ids = [new_id for _, new_id in table]
    expected = TEXTBOOK[order](ids, {pair: (rank[pair], new_id) for pair, new_id in table})

    def rank_of(left: int, right: int) -> int | None:
        return rank.get((left, right))

    found, applied = MERGE_BY_ORDER[order](ids, rank_of, new_ids)
    assert found == expected == merged_ids(ids, rank_of, new_ids, order=order)
    assert replayed(ids, applied) == found
    assert [merge.rank for merge in applied] == [rank[merge.pair] for merge in applied]
    if found:
        whole, all_applied = close_the_rest(len(ids), found, applied, 99, rank=50)
        assert whole == [99]
        assert sorted(merge.gap for merge in all_applied) == [*range(len(ids) - 1)]
        assert all_applied[: len(applied)] == applied
