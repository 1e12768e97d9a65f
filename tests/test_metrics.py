"""Figures and token boundaries, compared with naive loops and tiktoken."""

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import load_published
from bpe_core.lessons.metrics import WORD_PATTERN, bytes_per_token, count_words, fertility
from bpe_core.lessons.tokens.segmentations import Segmentation, compare, cut_positions
from bpe_core.lessons.tokens.token_boundaries import UNKNOWN_ID, encode_words, learn_words
from explorer_ui.visit.samples import parallel_texts
from tests.peers import tiktoken_encoding


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_bytes_per_token_of_each_language_is_what_tiktokens_ids_give(name):
    for text in parallel_texts().values():
        ids = load_published(name).encode(text)
        theirs = tiktoken_encoding(name).encode(text)
        assert bytes_per_token(text, len(ids)) == len(text.encode()) / len(theirs)


def test_a_text_without_tokens_costs_nothing():
    assert bytes_per_token("", 0) == 0.0


def test_english_words_are_what_one_counts_by_hand():
    assert regex.findall(WORD_PATTERN, "It's 9 o’clock; the well-known naïve café.") == [
        *("It's", "9", "o’clock", "the", "well", "known", "naïve", "café")
    ]
    assert regex.findall(WORD_PATTERN, "می‌خواهم हिन्दी") == ["می‌خواهم", "हिन्दी"]


def test_fertility_counts_all_tokens_for_each_word():
    assert fertility("a bc, d", 9) == 3.0


@pytest.mark.parametrize("language", ["Japanese", "Chinese", "Thai"])
def test_fertility_is_not_told_where_no_space_parts_words(language):
    assert fertility(parallel_texts()[language], 100) is None


@pytest.mark.parametrize("text", ["", " \n", "?!"])
def test_fertility_is_not_told_without_words(text):
    assert fertility(text, 3) is None


def test_one_foreign_word_does_not_take_the_figure_away():
    assert fertility("the word 東京 means eastern capital", 12) == 2.0


@st.composite
def cut_rows(draw):
    size = draw(st.integers(1, 30))
    cuts = st.sets(st.integers(1, size - 1)) if size > 1 else st.just(set())
    return size, draw(st.lists(cuts, min_size=1, max_size=4))


@given(cut_rows())
def test_agreement_equals_a_loop_over_every_byte(case):
    size, rows = case
    tokens = [[bytes(b - a) for a, b in pairwise([0, *sorted(cuts), size])] for cuts in rows]
    agreement = compare([Segmentation(cut_positions(row)) for row in tokens], size)
    shared = [byte for byte in range(1, size) if all(byte in cuts for cuts in rows)]
    assert agreement.shared.tolist() == shared
    assert agreement.all_cuts.tolist() == [b for b in range(1, size) if any(b in cuts for cuts in rows)]
    stretches = list(pairwise([0, *shared, size]))
    assert list(zip(agreement.starts.tolist(), agreement.ends.tolist(), strict=True)) == stretches
    assert agreement.alike.tolist() == [
        not any(byte in cuts for cuts in rows for byte in range(start + 1, end)) for start, end in stretches
    ]


@given(st.text(), st.text())
def test_word_pieces_cover_the_text_and_only_known_words_have_ids(training, text):
    vocabulary = learn_words(training)
    encoding = encode_words(text, vocabulary)
    if encoding.parts:
        assert "".join(encoding.parts) == text
    else:
        assert not regex.sub(r"\s", "", text)
    for token_id, piece in zip(encoding.ids, encoding.parts, strict=True):
        assert token_id == vocabulary.get(regex.sub(r"^\s+|\s+$", "", piece), UNKNOWN_ID)


@given(st.text())
def test_the_text_that_the_words_come_from_has_no_unknown_word(text):
    encoding = encode_words(text, learn_words(text))
    assert encoding.unknown == 0


def test_a_word_is_unknown_if_only_its_form_is_new():
    encoding = encode_words("The bakers bake.", learn_words("the baker bakes bread."))
    assert encoding.ids == [0, 0, 0, 5]
    assert encoding.unknown == 3


@pytest.mark.parametrize(
    ("text", "has_words"), [("abc 東京", True), ("ab 東京", False), ("a 東京", False), ("12", True)]
)
def test_there_are_words_if_more_than_half_of_the_letters_are_written_with_spaces(
    text: str, has_words: bool
) -> None:
    assert count_words(text).has_words == has_words
