"""Facts about chunks, words and the boundaries of tokens, compared with simple loops over the same texts."""

from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import BRANCHES, Chunk, pretokenize, train
from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.lessons.metrics import WORD_PATTERN, count_words
from bpe_core.lessons.tokens.chunking import applied_across, differences
from bpe_core.lessons.tokens.segmentations import Segmentation, compare, cut_positions
from bpe_core.lessons.tokens.token_boundaries import UNKNOWN_ID, WordList, cut_by_words
from explorer_ui.visit.samples import parallel_texts

patterns = st.sampled_from(list(BRANCHES))


def test_words_without_case_are_not_said_to_end_in_small_letters_alone() -> None:
    for pattern, branches in BRANCHES.items():
        for text in ("שלום", " سلام", "字"):
            (chunk,) = pretokenize(text, pattern)
            assert "small letters" not in branches[chunk.branch].meaning.replace(
                "small letters, or letters without case", ""
            )


def cuts(chunks: list[Chunk]) -> set[int]:
    return {chunk.start for chunk in chunks} - {0}


@given(TEXTS, patterns, patterns)
def test_differences_hold_every_cut_that_only_one_side_has(text: str, one: str, other: str) -> None:
    left, right = pretokenize(text, one), pretokenize(text, other)
    only_one = cuts(left) ^ cuts(right)
    found = differences(left, right)
    assert {cut for cut in only_one if any(d.start < cut < d.end for d in found)} == only_one
    for difference in found:
        assert (
            "".join(difference.left) == "".join(difference.right) == text[difference.start : difference.end]
        )
        last_left = difference.first_left + len(difference.left)
        last_right = difference.first_right + len(difference.right)
        assert tuple(chunk.text for chunk in left[difference.first_left : last_left]) == difference.left
        assert tuple(chunk.text for chunk in right[difference.first_right : last_right]) == difference.right
        # The difference is as small as possible: within it, the two sides never split at the same place.
        inside = set(range(difference.start + 1, difference.end))
        assert inside & only_one
        assert not inside & cuts(left) & cuts(right)


@given(TEXTS, patterns, st.integers(0, 20))
def test_merges_across_are_the_chunk_boundaries_inside_tokens(text, pattern, num_merges):
    history = train(text, recipe="bytes", num_merges=num_merges)
    chunks = pretokenize(text, pattern)
    at_cuts = {len(text[: chunk.start].encode()) for chunk in chunks} - {0}
    applied = applied_across(history, chunks)
    for step in range(len(history.merges) + 1):
        starts, _ = history.tokens_at(step)
        assert sum(cuts for rank, cuts in applied.items() if rank < step) == len(
            at_cuts - set(starts.tolist())
        )


# ---- words, and the boundaries of tokens


def test_english_words_are_what_one_counts_by_hand():
    assert regex.findall(WORD_PATTERN, "It's 9 o’clock; the well-known naïve café.") == [
        *("It's", "9", "o’clock", "the", "well", "known", "naïve", "café")
    ]
    assert regex.findall(WORD_PATTERN, "می‌خواهم हिन्दी") == ["می‌خواهم", "हिन्दी"]


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


ANY_TEXT = st.text().map(replace_lone_surrogates)


@given(ANY_TEXT, ANY_TEXT)
def test_word_pieces_cover_the_text_and_only_known_words_have_ids(training, text):
    words = WordList(training)
    assert cut_by_words(training, words).unknown == ()
    cut = cut_by_words(text, words)
    if cut.tokens:
        assert b"".join(cut.tokens).decode() == text
    else:
        assert not regex.sub(r"\s", "", text)
    for token_id, piece in zip(cut.ids, cut.tokens, strict=True):
        assert token_id == words.id_of_word.get(regex.sub(r"^\s+|\s+$", "", piece.decode()), UNKNOWN_ID)


def test_a_word_is_unknown_if_only_its_form_is_new():
    cut = cut_by_words("The bakers bake.", WordList("the baker bakes bread."))
    assert (cut.ids, cut.unknown) == ([0, 0, 0, 5], (0, 1, 2))


@pytest.mark.parametrize(
    ("text", "has_words"),
    [
        *(
            ("abc 東京", True),
            ("ab 東京", False),
            ("a 東京", False),
            ("12", True),
            ("", False),
            (" \n?!", False),
        ),
        *((parallel_texts()[language], False) for language in ("Japanese", "Chinese", "Thai")),
    ],
)
def test_there_are_words_if_more_than_half_of_the_letters_are_written_with_spaces(text, has_words):
    assert count_words(text).has_words == has_words
