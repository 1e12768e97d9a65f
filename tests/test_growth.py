"""A text under every size of a vocabulary, against tiktoken with its table cut off and against training."""

import unicodedata
from functools import cache
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import OPEN, RECIPES, WALL, BpeError, Tokenizer, load_published, train
from bpe_core.lessons.growth import growth
from bpe_core.published.tables import mergeable_ranks
from tests.peers import published_by_tiktoken
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

SAMPLES = Path(__file__).parents[1] / "sample_texts"
SIZES = (256, 300, 1000, 5000, 40_000, 200_000)


@cache
def tiktoken_cut_off(name: str, size: int) -> tiktoken.Encoding:
    ranks = {token: rank for token, rank in mergeable_ranks(name).items() if rank < size}
    published = published_by_tiktoken(name)
    return tiktoken.Encoding(
        f"{name} {size}", pat_str=published["pat_str"], mergeable_ranks=ranks, special_tokens={}
    )


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3", "gpt_neox"])
def test_a_tokenizer_with_steps_grows_over_what_it_merges(name):
    text = "Cafe\u0301, 12345 strawberries."
    tokenizer = load_published(name)
    grown = growth(tokenizer, text)
    assert grown.history.ids_at(len(grown.history.merges)) == tokenizer.encode_ordinary(text)
    normalized = unicodedata.normalize("NFC", text) if name != "deepseek_v3" else text
    assert grown.history.text == normalized


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_every_size_is_tiktoken_with_the_table_cut_off(name):
    texts = [path.read_text("utf-8")[:5000] for path in sorted(SAMPLES.glob("*.txt"))]
    agreed = 0
    for text in texts:
        grown = growth(load_published(name), text)
        for size in SIZES:
            steps = grown.steps_under(size)
            expected = tiktoken_cut_off(name, size).encode_ordinary(text)
            assert grown.history.ids_at(steps) == expected
            assert grown.history.token_counts()[steps] == len(expected)
            agreed += 1
    # 216 of the three vocabularies.
    assert agreed == 6 * 12


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_every_language_under_every_size_is_too(name):
    text = "\n".join(path.read_text("utf-8") for path in SAMPLES.glob("parallel/*.txt"))
    grown = growth(load_published(name), text)
    for size in SIZES:
        assert grown.history.ids_at(grown.steps_under(size)) == tiktoken_cut_off(name, size).encode_ordinary(
            text
        )


@given(text=TEXTS, size=st.sampled_from((300, 1000)))
def test_hard_texts_at_any_size(text, size):
    grown = growth(load_published("gpt2"), text)
    expected = tiktoken_cut_off("gpt2", size).encode_ordinary(text)
    assert grown.history.ids_at(grown.steps_under(size)) == expected


@given(text=TEXTS, num_merges=st.integers(0, 30), recipe=st.sampled_from(sorted(RECIPES)))
def test_a_training_grown_over_its_own_text_is_the_training(text, num_merges, recipe):
    history = train(text, recipe=recipe, num_merges=num_merges)
    tokenizer = Tokenizer.from_history(history)
    if tokenizer.recipe.encode_order == "passes":
        with pytest.raises(BpeError, match="whatever its rank"):
            growth(tokenizer, text)
        return
    grown = growth(tokenizer, text).history
    rank_of_step = {step: merge.rank for step, merge in enumerate(grown.merges)} | {OPEN: OPEN, WALL: WALL}
    assert [rank_of_step[step] for step in grown.closed_at.tolist()] == history.closed_at.tolist()
    assert grown.merges == history.merges


def test_sizes_count_the_tokens_of_the_smallest_vocabulary_that_has_the_rule():
    text = "low lower lowest"
    history = train(text, recipe="gpt2", num_merges=4)
    assert growth(Tokenizer.from_history(history), text).sizes.tolist() == [256, 257, 258, 259, 260]
    grown = growth(load_published("gpt2"), text)
    assert [merge.rank + 1 for merge in grown.history.merges] == grown.sizes.tolist()[1:]
    assert (grown.last_size, grown.sizes[0]) == (50256, 256)


def test_a_table_in_which_a_lower_rank_is_made_of_a_higher_says_so():
    # abc (256) is made of ab (257) and c: under the first 257 tokens there is no ab, and so no abc.
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256, b"ab": 257}
    tokenizer = Tokenizer.from_ranks(ranks, split_pattern=None)
    with pytest.raises(BpeError, match="rank 256 acts on what the rule of rank 257 made"):
        growth(tokenizer, "xabc")
    assert growth(tokenizer, "ab c").history.ids_at(1) == [257, 32, 99]


def test_a_token_that_no_merge_makes_says_so():
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abcd": 256}
    with pytest.raises(BpeError, match="no merge makes it"):
        growth(Tokenizer.from_ranks(ranks, split_pattern=None), "abcd")


def test_a_pair_of_equal_sides_is_counted_with_its_overlaps():
    grown = growth(load_published("gpt2"), "======a===").history
    history = [(merge.rank, merge.count, merge.replaced) for merge in grown.merges]
    assert history[0] == (855, 7, 4)  # == in a run of six, and in one of three: 5 and 2 places, 3 and 1 taken
