"""The comparison of two vocabularies, checked by published facts and set operations."""

import pytest

from bpe_core import load_published, train
from bpe_core.lessons.vocabulary.vocabulary_figures import overlap, tokens_in_order
from bpe_core.tables import mergeable_ranks
from bpe_core.tokenizer import Tokenizer


@pytest.mark.parametrize(
    ("left", "right", "shared", "begins"),
    [
        ("gpt2", "p50k_base", 50_256, 50_256),
        ("cl100k_base", "olmo2", 100_256, 100_256),
        ("qwen2.5", "qwen3", 151_643, 151_643),
        ("deepseek_v3", "deepseek_v4", 127_997, 127_997),
        ("cl100k_base", "qwen2.5", 99_156, 410),
    ],
)
def test_what_is_known_of_two_vocabularies(left, right, shared, begins):
    found = overlap(load_published(left), load_published(right))
    assert (found.shared, found.begins) == (shared, begins)
    back = overlap(load_published(right), load_published(left))
    assert (back.left_size, back.right_size) == (found.right_size, found.left_size)
    assert (back.only_left, back.shared, back.begins) == (found.only_right, shared, begins)


def test_what_one_alone_has_is_what_sets_leave():
    ours, theirs = mergeable_ranks("gpt2"), mergeable_ranks("cl100k_base")
    found = overlap(load_published("gpt2"), load_published("cl100k_base"), most=10**6)
    assert found.shared == len(ours.keys() & theirs.keys())
    assert list(found.only_left) == [token for token in ours if token not in theirs]
    assert list(found.only_right) == [token for token in theirs if token not in ours]


def test_a_longer_training_begins_with_a_shorter_one():
    short, long = (
        Tokenizer.from_history(train("low lower lowest slow", recipe="gpt2", num_merges=merges))
        for merges in (2, 5)
    )
    found = overlap(short, long, most=2)
    assert (found.begins, found.shared, found.only_left) == (258, 258, ())
    assert list(found.only_right) == tokens_in_order(long)[258:260]
