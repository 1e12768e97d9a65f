"""Words with their counts: which texts are read as such a list, and published examples in this form."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BpeError, train
from bpe_core.lessons.train.merge_lists import read_merges
from bpe_core.lessons.train.printed import PRINTED, Difference, first_difference, parting_step, spelled_merges
from bpe_core.lessons.train.word_counts import read_word_counts
from tests.test_worked_examples import COURSE

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@pytest.mark.parametrize(
    "text",
    [
        "hug 10, pug 5, pun 12, bun 4, hugs 5",
        "hug: 10\npug: 5\npun: 12\nbun: 4\nhugs: 5\n",
        '("hug", 10), ("pug", 5), ("pun", 12), ("bun", 4), ("hugs", 5)',
        "{'hug': 10, 'pug': 5, 'pun': 12, 'bun': 4, 'hugs': 5}",
        "10 h u g\n5 p u g\n12 p u n\n4 b u n\n5 h u g s",
        "hug ×10; pug ×5; pun × 12; bun=4; hugs 2; hugs 3",
    ],
)
def test_one_list_in_the_forms_in_which_it_is_printed(text):
    assert read_word_counts(text) == HUG


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hug 10",
        "hug, pug",
        "10, 5",
        "hug 10, pug 0",
        "hug 10, 5 pug",
        "two words 3, hug 4",
        " ".join(COURSE),
    ],
)
def test_other_texts_are_no_list(text):
    assert read_word_counts(text) is None


def test_a_list_that_counts_too_much_is_refused():
    with pytest.raises(BpeError, match="limit is 2,147,483,647"):
        read_word_counts("hug 2000000000, pug 10")


@given(
    st.dictionaries(st.text("ab_é'", min_size=1, max_size=4), st.integers(1, 10**6), min_size=2, max_size=9)
)
def test_what_is_written_as_a_list_is_read_back(counts):
    written = ", ".join(f'("{word}", {count})' for word, count in counts.items())
    assert read_word_counts(written) == counts


@given(st.text(max_size=60))
def test_any_text_is_read_or_is_none(text):
    counts = read_word_counts(text)
    assert counts is None or train(counts, recipe="gpt2", num_merges=3).token_counts()[0] > 0


@pytest.mark.parametrize("recipe", ["characters", "gpt2", "hf-course"])
@pytest.mark.parametrize("name", ["hug", "low"])
def test_the_printed_merges_are_learned(name, recipe):
    example = PRINTED[name]
    history = train(read_word_counts(example.words), recipe=recipe, num_merges=len(example.merges))
    assert first_difference(history, example.merges) is None


def test_the_counts_that_the_course_prints():
    history = train(HUG, recipe="characters", num_merges=3)
    assert [merge.count for merge in history.merges] == [20, 16, 15]
    assert [history.vocab[id_].decode() for id_ in sorted(history.base.vocab)] == list("bghnpsu")
    by_name = {
        (history.vocab[one], history.vocab[two]): count
        for (one, two), count in history.pair_counts_at(0).items()
    }
    assert by_name[b"h", b"u"] == 15


def test_the_counts_that_jurafsky_and_martin_print():
    history = train(read_word_counts(PRINTED["low"].words), recipe="characters", num_merges=8)
    assert [merge.count for merge in history.merges[:3]] == [9, 9, 8]
    ranked = list(history.pair_counts_at(0).values())
    assert ranked[0] == ranked[1] > ranked[2]  # e r and r _: a tie, as the book says


def test_the_figure_of_the_paper_differs_at_its_first_merge_by_a_tie():
    example = PRINTED["paper"]
    history = train(read_word_counts(example.words), recipe="characters", num_merges=4)
    found = first_difference(history, example.merges)
    assert found == Difference(0, (b"r", b"_"), 2, (b"l", b"o"), 2)
    assert found.tie
    # The book's figure breaks ties differently, but each of its merges was among the most frequent pairs.
    words = ["low_", "lowest_", "newer_", "wider_"]
    splits = [list(word) for word in words]
    for left, right in example.merges:
        counts = {}
        for split in splits:
            for pair in pairwise(split):
                counts[pair] = counts.get(pair, 0) + 1
        assert counts[left, right] == max(counts.values())
        splits = [" ".join(split).replace(f"{left} {right}", left + right).split() for split in splits]


def test_algorithm_1_of_the_paper_as_python_runs_it():
    words = {"l o w </w>": 5, "l o w e r </w>": 2, "n e w e s t </w>": 6, "w i d e s t </w>": 3}
    history = train(read_word_counts(str(words)), recipe="characters", num_merges=10)
    merges = []
    for _ in range(10):
        counts = {}
        for word, count in words.items():
            symbols = word.split()
            for pair in pairwise(symbols):
                counts[pair] = counts.get(pair, 0) + count
        best = max(counts, key=counts.get)
        merges.append(best)
        apart = re.compile(r"(?<!\S)" + re.escape(" ".join(best)) + r"(?!\S)")
        words = {apart.sub("".join(best), word): count for word, count in words.items()}
    as_read = [tuple(side.replace("</w>", "_").encode() for side in pair) for pair in merges]
    assert spelled_merges(history) == as_read
    assert merges[:3] == [("e", "s"), ("es", "t"), ("est", "</w>")]


def test_a_list_that_goes_on_or_errs_is_told():
    history = train(HUG, recipe="characters", num_merges=2)
    found = first_difference(history, PRINTED["hug"].merges)
    assert (found.step, found.learned, found.printed_count, found.tie) == (2, None, 15, False)
    wrong = first_difference(history, [("u", "g"), ("x", "y")])
    assert (wrong.step, wrong.printed_count, wrong.learned_count) == (1, 0, 16)
    assert first_difference(history, []) is None
    longer = train(HUG, recipe="characters", num_merges=5)
    assert (parting_step(history, longer), parting_step(longer, history)) == (2, 2)


def test_merges_are_read_in_the_forms_in_which_they_are_printed():
    forms = ["u g", "u + g", "(u, g)", '("u", "g") -> "ug"', "u g → ug", "('u', 'g'): 'ug',", "1. u g"]
    assert read_merges("\n\n".join(forms)) == [("u", "g")] * len(forms)
    # In GPT-2's own file, + and → are ordinary tokens.
    assert read_merges("#version: 0.2\nu g\n+ →\n") == [(b"u", b"g"), ("+", "→")]
    for wrong in ("ug", "u g h"):
        with pytest.raises(BpeError, match="Line 2"):
            read_merges("u g\n" + wrong)


@given(st.text(max_size=60))
def test_any_list_of_merges_is_read_or_refused(text):
    try:
        merges = read_merges(text)
    except BpeError:
        return
    first_difference(train(HUG, recipe="hf-course", num_merges=3), merges)
