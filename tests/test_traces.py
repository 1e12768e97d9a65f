"""The pairs of an encoding, compared with an encoder that stores every state."""

import itertools

from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import BOUNDARY, RECIPES, Recipe, Tokenizer, train
from bpe_core.lessons.tokens.traces import pair_ranks


@given(
    text=TEXTS, sample=TEXTS, recipe=st.sampled_from(list(RECIPES.values())), num_merges=st.integers(0, 25)
)
def test_every_pair_that_ever_stood_side_by_side_is_there(
    text: str, sample: str, recipe: Recipe, num_merges: int
) -> None:
    tokenizer = Tokenizer.from_history(train(text + sample, recipe=recipe, num_merges=num_merges))
    trace = tokenizer.trace(sample)
    expected = set()
    for step in range(len(trace.applied) + 1):
        # The state before merge `step`: tokens as (id, first unit), a gap open unless an earlier merge closed it.
        tokens: list[tuple[int, int]] = []
        for unit, base_id in enumerate(trace.base_ids.tolist()):
            if unit == 0 or trace.closed_at[unit - 1] >= step:
                tokens.append((base_id, unit))
        inside = {gap: number for gap, number in enumerate(trace.closed_at.tolist()) if number < step}
        state = []
        for place, (token_id, start) in enumerate(tokens):
            end = tokens[place + 1][1] if place + 1 < len(tokens) else len(trace.base_ids)
            last = max((inside[gap] for gap in range(start, end - 1)), default=None)
            state.append((token_id if last is None else trace.applied[last].new_id, start))
        for (left, _), (right, start) in itertools.pairwise(state):
            if trace.closed_at[start - 1] != BOUNDARY:
                expected.add((left, right))
    [ranks] = pair_ranks(tokenizer, trace)
    assert set(ranks) == expected
    assert all(rank == tokenizer.rank_of(*pair) for pair, rank in ranks.items())
