"""First merges: the counts, compared with a naive count and with the course from which the example is."""

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.places.start.your_turn import NUM_MERGES
from explorer_ui.words.course import page_of
from tests.apps import markup, open_app, visit

HUG = read_word_counts(PRINTED["hug"].words) or {}


@given(
    counts=st.dictionaries(st.text("ab", min_size=1, max_size=5), st.integers(1, 3), min_size=1, max_size=4)
)
@example(counts=HUG)
@example(counts={"low": 5, "lowest": 2, "newer": 6, "wider": 3, "new": 2})
def test_every_step_is_a_naive_count_of_the_words(counts: dict[str, int]) -> None:
    rows = [(list(word), count) for word, count in counts.items()]
    steps = list(counted_pairs(counts, NUM_MERGES))
    for step in steps:
        assert step.words == tuple((tuple(tokens), count) for tokens, count in rows)
        addends: dict[tuple[str, str], list[int]] = {}
        for tokens, count in rows:
            for pair in pairwise(tokens):
                addends.setdefault(pair, []).append(count)
        assert dict(zip(step.pairs, map(list, step.addends), strict=True)) == addends
        # Among equal counts the first pair wins: a dictionary keeps the order, and `max` returns the first.
        best = max(addends, key=lambda pair: sum(addends[pair]))
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
