"""Published worked examples, checked figure by figure, and words with their counts in the forms in which they are printed."""

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import BpeError, Merge, Tokenizer, train
from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.merge_lists import read_merges
from bpe_core.lessons.train.printed import PRINTED, Difference, first_difference, parting_step
from bpe_core.lessons.train.word_counts import MOST_UNITS, read_word_counts
from bpe_core.pairs import count_pairs, merge_pair
from explorer_ui.places.start.your_turn import NUM_MERGES
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
COURSE = [
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
]


def test_the_wikipedia_string_with_bytes() -> None:
    history = train("aaabdaaabac", recipe="bytes", num_merges=3)
    assert [merge.pair for merge in history.merges] == [(97, 97), (256, 97), (257, 98)]
    assert history.ids_at(3) == [258, 100, 258, 97, 99]
    assert history.merges[0] == Merge(rank=0, pair=(97, 97), new_id=256, count=4, replaced=2)
    assert Tokenizer.from_history(history).encode("aaabdaaabac") == [258, 100, 258, 97, 99]


def test_the_hugging_face_course() -> None:
    history = train(COURSE, recipe="hf-course", vocab_size=50)
    tokenizer = Tokenizer.from_history(history)
    vocab = history.vocab
    assert vocab[0] == b"<|endoftext|>"
    assert len(history.base.id_of_unit) == 30
    assert len(vocab) == 50

    def spelled(pair: tuple[int, int]) -> str:
        return f"{vocab[pair[0]].decode()}+{vocab[pair[1]].decode()}"

    counts = {spelled(pair): count for pair, count in history.pair_counts_at(0).items()}
    assert counts[" +t"] == 7
    assert counts["i+s"] == 5
    assert counts["T+h"] == 3
    assert counts["h+i"] == 3
    learned = [vocab[merge.new_id].decode().replace(" ", "Ġ") for merge in history.merges]
    assert learned == [
        "Ġt", "is", "er", "Ġa", "Ġto", "en", "Th", "This", "ou", "se", "Ġtok", "Ġtoken", "nd", "Ġis", "Ġth", "Ġthe", "in", "Ġab",
        "Ġtokeni",
    ]  # fmt: skip
    tokens = [vocab[id_].decode().replace(" ", "Ġ") for id_ in tokenizer.encode("This is not a token.")]
    assert tokens == ["This", "Ġis", "Ġ", "n", "o", "t", "Ġa", "Ġtoken", "."]


def test_the_word_marker_alphabet() -> None:
    history = train(" ab ab\nab", recipe="word-marker", num_merges=1)
    marker = history.base.id_of_unit[ord("Ġ")]
    assert marker == 256
    assert history.base.id_of_unit[ord("a")] == ord("a")
    assert history.special_tokens == {"<|endoftext|>": 257}
    assert history.base_ids.tolist() == [32, 97, 98, marker, 97, 98, 10, 97, 98]
    assert history.merges[0] == Merge(rank=0, pair=(97, 98), new_id=258, count=3, replaced=3)


# ---- words with their counts, and five merges by hand


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
        *("", "hug 10", "hug, pug", "10, 5", "10 5, 7 3", "hug 10, pug 0"),
        *("hug 10, 5 pug", "two words 3, hug 4", " ".join(COURSE)),
    ],
)
def test_other_texts_are_no_list(text):
    assert read_word_counts(text) is None


def test_a_list_that_counts_too_much_is_refused():
    with pytest.raises(BpeError, match="limit is 2,147,483,647"):
        read_word_counts("hug 2000000000, pug 10")
    assert read_word_counts(f"a {MOST_UNITS - 1}, b 1") == {"a": MOST_UNITS - 1, "b": 1}


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
@pytest.mark.parametrize(
    ("name", "alphabet", "counts"), [("hug", "bghnpsu", [20, 16, 15]), ("low", "_deilnorstw", [9, 9, 8])]
)
def test_merges_and_counts_are_those_that_the_course_and_jurafsky_and_martin_print(
    name, alphabet, counts, recipe
):
    printed = PRINTED[name]
    history = train(read_word_counts(printed.words), recipe=recipe, num_merges=len(printed.merges))
    assert first_difference(history, printed.merges) is None
    assert [merge.count for merge in history.merges[:3]] == counts
    if recipe == "characters":
        assert [history.vocab[id_].decode() for id_ in sorted(history.base.vocab)] == list(alphabet)


def test_the_figure_of_the_paper_differs_at_its_first_merge_by_a_tie():
    printed = PRINTED["paper"]
    history = train(read_word_counts(printed.words), recipe="characters", num_merges=4)
    found = first_difference(history, printed.merges)
    assert found == Difference(0, (b"r", b"_"), 2, (b"l", b"o"), 2)
    assert found.tie
    # The book's figure breaks ties differently, but each of its merges was among the most frequent pairs.
    splits = [list(word) for word in ("low_", "lowest_", "newer_", "wider_")]
    for pair in printed.merges:
        counts = count_pairs(splits)
        assert counts[pair] == max(counts.values())
        splits = [merge_pair(split, pair, "".join(pair)) for split in splits]


def test_a_list_that_goes_on_or_errs_is_told():
    history = train(HUG, recipe="characters", num_merges=2)
    found = first_difference(history, PRINTED["hug"].merges)
    assert (found.step, found.learned, found.printed_count, found.tie) == (2, None, 15, False)
    wrong = first_difference(history, [("u", "g"), ("x", "y")])
    assert (wrong.step, wrong.printed_count, wrong.learned_count) == (1, 0, 16)
    ended = first_difference(
        train({"hug": 2}, recipe="characters", num_merges=5), [("h", "u"), ("hu", "g"), ("x", "y")]
    )
    assert (ended.step, ended.learned, ended.printed_count, ended.tie) == (2, None, 0, False)
    assert first_difference(history, []) is None
    longer = train(HUG, recipe="characters", num_merges=5)
    assert (parting_step(history, longer), parting_step(longer, history)) == (2, 2)


def test_merges_are_read_in_the_forms_in_which_they_are_printed():
    forms = ["u g", "u + g", "(u, g)", '("u", "g") -> "ug"', "u g → ug", "('u', 'g'): 'ug',", "1. u g"]
    assert read_merges("\n\n".join(forms)) == [("u", "g")] * len(forms)
    # In GPT-2's own file, + and → are ordinary tokens.
    assert read_merges("#version: 0.2\nu g\n+ →\n") == [(b"u", b"g"), ("+", "→")]
    assert read_merges("[('', 'a')]") == [("", "a")]
    with pytest.raises(BpeError, match="Line 1"):
        read_merges("('', 'a')")
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
