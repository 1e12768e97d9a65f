"""First merges: every step is a naive count of the words."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.train.word_counts import read_word_counts
from bpe_core.pairs import merge_pair
from explorer_ui.places.start.your_turn import NUM_MERGES


@given(
    counts=st.dictionaries(st.text("ab", min_size=1, max_size=5), st.integers(1, 3), min_size=1, max_size=4)
)
@example(counts=read_word_counts(PRINTED["hug"].words))
@example(counts={"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2})
def test_every_step_is_a_naive_count_of_the_words(counts):
    rows = [(list(word), count) for word, count in counts.items()]
    for step in counted_pairs(counts, NUM_MERGES):
        assert step.words == tuple((tuple(tokens), count) for tokens, count in rows)
        addends = {}
        for tokens, count in rows:
            for pair in pairwise(tokens):
                addends.setdefault(pair, []).append(count)
        assert dict(zip(step.pairs, map(list, step.addends), strict=True)) == addends
        # Among equal counts the first pair wins: a dictionary keeps the order, and `max` returns the first.
        best = max(addends, key=lambda pair: sum(addends[pair]))
        assert step.pairs[step.answer] == best
        rows = [(merge_pair(tokens, best, "".join(best)), count) for tokens, count in rows]
