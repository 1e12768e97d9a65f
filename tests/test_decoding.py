"""Reading pasted ids, and saying which bytes of a character lie in which token."""

import json
from itertools import pairwise

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import BpeError, Tokenizer, UnknownIdError, load_published, train
from bpe_core.lessons.decoding import character_spans, parse_ids, split_characters


@given(ids=st.lists(st.integers(0, 2**32 - 1)))
def test_ids_are_read_however_they_are_written(ids: list[int]) -> None:
    written = [
        json.dumps(ids),
        json.dumps({"input_ids": [ids]}),
        " ".join(map(str, ids)),
        "\n".join(map(str, ids)),
        ";".join(map(str, ids)),
        f"tensor([{ids}])",
        repr(tuple(ids)),
    ]
    assert all(parse_ids(text).ids == ids for text in written)


@pytest.mark.parametrize(
    ("text", "word", "position"), [("1, -2", "-2", 3), ("3.5", "3.5", 0), ("7 12a", "12a", 2)]
)
def test_what_is_no_id_is_named_with_its_place(text: str, word: str, position: int) -> None:
    with pytest.raises(BpeError, match=f"'{word}' at position {position} is no id"):
        parse_ids(text)


@given(data=st.binary(max_size=30))
def test_broken_pieces_are_what_python_replaces(data: bytes) -> None:
    spans = character_spans(data)
    assert "".join(span.text or "\ufffd" for span in spans) == data.decode("utf-8", "replace")
    assert b"".join(data[span.start : span.end] for span in spans) == data


@given(text=TEXTS, cuts=st.lists(st.integers(0, 80)))
def test_every_byte_of_a_split_character_is_in_one_share(text: str, cuts: list[int]) -> None:
    data = text.encode()
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    tokens = [data[a:b] for a, b in pairwise(places)]
    for character, shares in split_characters(tokens):
        assert b"".join(part for _, part in shares) == data[character.start : character.end]
        assert len(shares) > 1


@given(text=TEXTS)
def test_offsets_are_tiktokens(text: str) -> None:
    ours = load_published("gpt2")
    assert ours.mergeable_ranks is not None
    theirs = tiktoken.Encoding(
        "gpt2", pat_str=r"\s+|\S+", mergeable_ranks=dict(ours.mergeable_ranks), special_tokens={}
    )
    ids = ours.encode(text)
    assert ours.decode_with_offsets(ids) == theirs.decode_with_offsets(ids)


def test_an_unknown_id_is_named_with_its_position() -> None:
    tokenizer = Tokenizer.from_history(train("ab", recipe="bytes", num_merges=0))
    with pytest.raises(UnknownIdError, match="id 256 at position 2 "):
        tokenizer.decode([97, 98, 256])
