"""Facts about chunks, compared with simple loops over the same texts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import BRANCHES, BpeError, Chunk, pretokenize, train
from bpe_core.lessons.tokens.chunking import applied_across, differences

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


def test_a_pattern_that_reads_from_the_right_is_refused() -> None:
    with pytest.raises(BpeError, match=re.escape("construct '(?r)' at position 0 of the pattern is not")):
        pretokenize("ab1ab", r"(?r)[a-z]+")
