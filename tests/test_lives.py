"""The lives of tokens, compared with their counts in the text after every step."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_one_go import growth
from strategies import TEXTS

from bpe_core import RECIPES, load_published, train
from bpe_core.lessons.vocabulary.lives import lives

SAMPLES = Path(__file__).parents[1] / "sample_texts"


def check(history):
    found = lives(history)
    standing = [Counter(history.ids_at(step)) for step in range(len(history.merges) + 1)]
    assert sorted(found.token_ids.tolist()) == sorted(set().union(*standing))
    for token_id, life, born, final, highest in zip(
        found.token_ids.tolist(), found.changes, found.born, found.final, found.highest, strict=True
    ):
        counts = [counter[token_id] for counter in standing]
        changed = [step for step in range(len(counts)) if counts[step] != (counts[step - 1] if step else 0)]
        assert (life.steps, life.counts) == (changed, [counts[step] for step in changed])
        assert (born, final, highest) == (changed[0], counts[-1], max(counts))
    for token_id, part, at in zip(
        found.token_ids.tolist(), found.swallowed, found.swallowed_at.tolist(), strict=True
    ):
        taken = {
            step + 1: merge.replaced * merge.pair.count(token_id) / standing[step][token_id]
            for step, merge in enumerate(history.merges)
            if token_id in merge.pair
        }
        assert part == max(taken.values(), default=0.0)
        assert at == max(taken, key=taken.__getitem__, default=0)


@given(text=TEXTS, recipe=st.sampled_from(sorted(RECIPES)), num_merges=st.integers(0, 30))
def test_the_lives_of_a_training_are_the_counts_in_its_text(text, recipe, num_merges):
    check(train(text, recipe=recipe, num_merges=num_merges))


@given(text=TEXTS)
def test_so_are_those_of_a_growing_vocabulary(text):
    check(growth(load_published("gpt2"), text).history)


@pytest.mark.parametrize(
    ("name", "num_merges", "scaffolds"), [("prose.txt", 500, 38), ("code_python.txt", 380, 191)]
)
def test_how_many_tokens_stand_nowhere_in_the_end(name, num_merges, scaffolds):
    history = train((SAMPLES / name).read_text("utf-8"), recipe="gpt2", num_merges=num_merges)
    assert len(lives(history).scaffolds()) == scaffolds


def test_a_lower_threshold_drops_more_and_a_whole_one_only_what_went_at_once():
    history = train((SAMPLES / "prose.txt").read_text("utf-8"), recipe="gpt2", num_merges=300)
    found = lives(history)
    dropped = [set(found.dropped_at(threshold)) for threshold in (0.6, 0.8, 1.0)]
    assert dropped[0] > dropped[1] > dropped[2]
    assert dropped[2] <= set(found.scaffolds())


def test_a_base_unit_is_never_dropped():
    found = lives(train("ababab", recipe="bytes", num_merges=1))
    assert dict(zip(found.token_ids.tolist(), found.swallowed.tolist(), strict=True)) == {
        97: 1,
        98: 1,
        256: 0,
    }
    assert found.dropped_at(0.6) == []


def test_words_with_counts_live_as_often_as_they_count():
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    found = lives(train(counts, recipe="characters", num_merges=7))
    apart = lives(
        train([word for word in counts for _ in range(counts[word])], recipe="characters", num_merges=7)
    )
    assert found.changes == apart.changes
    assert found.token_ids.tolist() == apart.token_ids.tolist()
