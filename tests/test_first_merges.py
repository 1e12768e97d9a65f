"""First merges: the counts, compared with a naive count and with the course from which the example is."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.places.start.your_turn import NUM_MERGES
from explorer_ui.words.course import page_of
from tests.apps import markup, open_app, visit

HUG = read_word_counts(PRINTED["hug"].words) or {}


@pytest.mark.parametrize(
    "counts", [HUG, {"aaaa": 3, "aab": 2}, {"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2}]
)
def test_every_step_is_a_naive_count_of_the_words(counts: dict[str, int]) -> None:
    rows = [(list(word), count) for word, count in counts.items()]
    steps = list(counted_pairs(counts, NUM_MERGES))
    for step in steps:
        assert step.words == tuple((tuple(tokens), count) for tokens, count in rows)
        sums = Counter[tuple[str, str]]()
        for tokens, count in rows:
            for pair in pairwise(tokens):
                sums[pair] += count
        assert dict(zip(step.pairs, map(sum, step.addends), strict=True)) == sums
        # Among equal counts the first pair wins: a Counter keeps the order, and `max` returns the first.
        best = max(sums, key=lambda pair: sums[pair])
        assert step.pairs[step.answer] == best
        rows = [(_merged(tokens, best), count) for tokens, count in rows]


def test_the_merges_are_those_that_the_course_prints() -> None:
    steps = list(counted_pairs(HUG, NUM_MERGES))
    learned = [step.pairs[step.answer] for step in steps]
    assert tuple(learned[:3]) == PRINTED["hug"].merges
    assert len(learned) == NUM_MERGES


def test_the_page_opens_and_leads_to_train() -> None:
    app = open_app("First merges")
    assert not app.exception
    assert "Which pair occurs most often?" in markup(app)
    assert f'href="./{page_of("Train").address}"' in markup(app)
    visit(app, "Train").run()
    assert not app.exception
    assert "How are tokens learned?" in markup(app)


def _merged(tokens: list[str], pair: tuple[str, str]) -> list[str]:
    merged: list[str] = []
    before = None
    for token in tokens:
        if before is not None and (before, token) == pair:
            merged[-1], before = before + token, None
        else:
            merged.append(token)
            before = token
    return merged


@given(
    counts=st.dictionaries(st.text("ab", min_size=1, max_size=5), st.integers(1, 3), min_size=1, max_size=4)
)
def test_the_addends_of_a_pair_are_the_counts_of_the_words_in_which_it_occurs(counts: dict[str, int]) -> None:
    for counted in counted_pairs(counts, 3):
        naive: dict[tuple[str, str], list[int]] = {}
        for tokens, count in counted.words:
            for pair in pairwise(tokens):
                naive.setdefault(pair, []).append(count)
        assert dict(zip(counted.pairs, map(list, counted.addends), strict=True)) == naive
        assert sum(counted.addends[counted.answer]) == max(map(sum, naive.values()))
