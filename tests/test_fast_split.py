"""The tables in C split like the patterns; without C, only the use of the patterns' chunks is tested."""

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import SPLIT_PATTERNS
from bpe_core.fast import split as fast_split
from bpe_core.fast.split import blocks, distinct_chunks
from bpe_core.pretokenization import split
from tests.ways import BOTH_WAYS

NAMES = tuple(SPLIT_PATTERNS)
SAMPLES = sorted((Path(__file__).parent.parent / "sample_texts").rglob("*.txt"))

# A character of each class, and the characters that patterns name.
REPRESENTATIVES = "§Àà\u01c5ʰª\u0301² \n\t'sLſ/"

# With each of these, matches of the same or of two branches are adjacent.
ALPHABETS = [
    *(REPRESENTATIVES, "aB'sS", "a!/\n", "!\u0301/\n'sa", "ªaB\u0301", "'srelLvtdmſK A1", "a \n\t!", "'st"),
    *("12 a", "é字🙂\u088f \U000e0100"),
]
TEXTS = st.sampled_from(ALPHABETS).flatmap(lambda alphabet: st.text(alphabet, max_size=60))
ANY_CHARACTERS = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


def assert_cut_as_by_the_pattern(text: str, name: str | None) -> None:
    expected = split(text, name)
    distinct = distinct_chunks([text], name)
    chunks = distinct.chunks
    assert chunks == list(dict.fromkeys(expected))
    assert [chunks[number] for number in distinct.numbers] == expected, ascii(text)


@pytest.mark.parametrize("name", NAMES)
def test_every_short_text_of_representatives(name):
    for length in range(4):
        for characters in product(REPRESENTATIVES, repeat=length):
            assert_cut_as_by_the_pattern("".join(characters), name)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150)
@given(text=TEXTS | ANY_CHARACTERS)
def test_random_texts(name, text):
    assert_cut_as_by_the_pattern(text, name)


@BOTH_WAYS
@pytest.mark.parametrize("name", NAMES)
def test_sample_texts_twice_and_in_small_blocks(name, monkeypatch):
    for block in (fast_split._BLOCK, 20):
        monkeypatch.setattr(fast_split, "_BLOCK", block)
        for path in SAMPLES:
            assert_cut_as_by_the_pattern(path.read_text("utf-8") * 2, name)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150)
@given(text=TEXTS)
def test_a_block_begins_where_a_chunk_does(name, text):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_split, "_BLOCK", 5)
        assert [piece for block in blocks(text, name) for piece in split(block, name)] == split(text, name)


@BOTH_WAYS
@settings(max_examples=150)
@given(chunks=st.lists(st.text("ab\x00\x07é", min_size=5, max_size=40), min_size=2, max_size=12))
def test_chunks_alike_up_to_some_byte_are_told_apart(chunks):
    assert_cut_as_by_the_pattern(" ".join([*chunks, *chunks]), "gpt2")
    assert_cut_as_by_the_pattern("1".join([*chunks, *chunks]), "o200k_base")
