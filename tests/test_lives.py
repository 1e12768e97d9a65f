"""The lives of tokens, compared with their counts in the text after every step."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from in_one_go import growth
from strategies import TEXTS

from bpe_core import RECIPES, load_published, train
from bpe_core.lessons.vocabulary.lives import lives
from explorer_ui.visit.samples import sample_text


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


def test_of_a_long_training_only_learned_tokens_are_scaffolds_or_dropped():
    history = train(sample_text("prose"), recipe="gpt2", num_merges=300)
    found = lives(history)
    rows = [*zip(found.token_ids.tolist(), found.final.tolist(), found.swallowed.tolist(), strict=True)]
    made = {merge.new_id for merge in history.merges}
    assert found.scaffolds() == [id_ for id_, final, _ in rows if id_ in made and not final]
    for threshold in (0.6, 0.8, 1.0):
        dropped = [id_ for id_, _, part in rows if id_ in made and part >= threshold]
        assert found.dropped_at(threshold) == dropped
        assert dropped


def test_words_with_counts_live_as_often_as_they_count():
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    one_by_one = [word for word in counts for _ in range(counts[word])]
    found, apart = (lives(train(given, recipe="characters", num_merges=7)) for given in (counts, one_by_one))
    assert found.changes == apart.changes
    assert found.token_ids.tolist() == apart.token_ids.tolist()
