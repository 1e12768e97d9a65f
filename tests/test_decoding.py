"""Reading pasted ids, and finding which bytes of a character are in which token."""

import json
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import BpeError, Tokenizer, UnknownIdError, train
from bpe_core.lessons.tokens.decoding import MAX_IDS_TEXT, SplitCharacters, parse_ids


@given(ids=st.lists(st.integers(0, 2**32 - 1)))
def test_ids_are_read_however_they_are_written(ids: list[int]) -> None:
    written = [json.dumps(ids), json.dumps({"input_ids": [ids]}), f"tensor([{ids}])", repr(tuple(ids))]
    written += [between.join(map(str, ids)) for between in " \n;"]
    for text in written:
        assert parse_ids(text, most=1_000).ids == ids
        # With a byte order mark, as in files of some editors.
        assert parse_ids("\ufeff" + text, most=1_000) == parse_ids(text, most=1_000)


@pytest.mark.parametrize(
    ("text", "word", "position"), [("[5, 6, -7]", "-7", 2), ("3.5", "3.5", 0), ('{"a": 7 12a}', "12a", 1)]
)
def test_what_is_no_id_is_named_with_its_place(text: str, word: str, position: int) -> None:
    with pytest.raises(BpeError, match=f"'{word}' at position {position} is not an id"):
        parse_ids(text, most=10)
    # The position of an id that does not exist means the same.
    with pytest.raises(UnknownIdError, match=f"id 999 at position {position} is not"):
        Tokenizer.from_history(train("", num_merges=0)).decode(
            parse_ids(text.replace(word, "999"), most=10).ids
        )


BYTES = [b"a", b"\x80", b"\xbf", b"\xc2", b"\xe0", b"\xa0", b"\xed", b"\xf0", b"\x90", b"\xf4", b"\xff"]
CHARACTERS = st.characters(exclude_categories=["Cs"]).map(str.encode)
NEAR_UTF8 = st.lists(st.sampled_from(BYTES) | CHARACTERS | st.binary(max_size=3), max_size=30)


def pythons_replacements(data: bytes) -> list[tuple[int, int, str]]:
    """Start, end and reason of each range that Python's decoder replaces, found one after another."""
    replaced = []
    done = 0
    while True:
        try:
            data[done:].decode()
        except UnicodeDecodeError as error:
            replaced.append((done + error.start, done + error.end, error.reason))
            done += error.end
        else:
            return replaced


@given(tokens=NEAR_UTF8)
@example(tokens=["é".encode(), b"\x80"])
@example(tokens=["🥖".encode()[:3], "🥖".encode()[3:]])
def test_broken_stretches_are_what_python_replaces_and_whole_ones_the_characters_across_a_border(tokens):
    data, split = b"".join(tokens), SplitCharacters(tokens)
    items = list(split)
    assert items == sorted(items, key=lambda item: item.start)
    sizes = [sum(len(part) for _, part in item.shares) for item in items]
    for item, size in zip(items, sizes, strict=True):
        assert b"".join(part for _, part in item.shares) == data[item.start : item.start + size]
    ends = [(item, item.start + size) for item, size in zip(items, sizes, strict=True)]
    broken = [(item.start, end, item.problem) for item, end in ends if item.text is None]
    assert broken == pythons_replacements(data)
    borders = {0, *accumulate(map(len, tokens))}
    expected = []
    start = 0
    # Python decodes each invalid byte to an unpaired surrogate, which no text contains.
    for character in data.decode("utf-8", "surrogateescape"):
        end = start + len(character.encode("utf-8", "surrogateescape"))
        if any(start < border < end for border in borders):
            expected.append((start, character))
        start = end
    assert [(item.start, item.text) for item in items if item.text is not None] == expected
    assert (split.broken, split.whole) == (len(broken), len(expected))


def test_bytes_that_are_no_characters_are_looked_at_once() -> None:
    """A text with an error at each byte is not copied for each error."""
    copied = 0

    class Counted(bytes):
        def __getitem__(self, index: Any) -> Any:
            nonlocal copied
            found = super().__getitem__(index)
            copied += len(found) if isinstance(found, bytes) else 1
            return found

    split = SplitCharacters([b"\x80"] * 20_000)
    split._data = Counted(split._data)
    assert sum(1 for _ in split) == len(split) == 20_000
    assert 0 < copied < 10 * 20_000


def test_no_more_words_are_passed_over_than_may_be():
    assert parse_ids("low " * 10_000, most=1).ignored == ["low"]
    with pytest.raises(BpeError, match="More than 10,000 words of this text are not ids"):
        parse_ids("low " * 100_000, most=1)


def test_no_more_ids_are_read_than_may_be() -> None:
    assert len(parse_ids("1 " * 10, most=10).ids) == 10
    with pytest.raises(BpeError, match="limit is 10 ids"):
        # The rest after the eleventh id is not read, or it would be an error.
        parse_ids("1 " * 11 + "-1", most=10)
    with pytest.raises(BpeError, match="characters"):
        parse_ids("x " * MAX_IDS_TEXT, most=10)
    assert parse_ids("1" * 10 + " " * (MAX_IDS_TEXT - 10), most=10).ids == [1_111_111_111]
