"""Published tokenizers with a pipeline encode texts of any length, in blocks, with the ids of Hugging Face tokenizers."""

import json
from functools import cache
from itertools import pairwise
from unicodedata import normalize

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFace

from bpe_core import load_published
from bpe_core.fast import split as fast_split
from bpe_core.fast.split import block_spans, has_block_end
from bpe_core.pipeline import aligned_text, steps
from bpe_core.published import WITH_PIPELINE
from tests.peers import read_by_hugging_face, tokenizer_json
from tests.sampling import IN_TURNS, SAMPLED, dice
from tests.ways import BOTH_WAYS

# In one module the tests of a name run one after another, since each loads the library's tokenizer.
EACH = pytest.mark.parametrize("name", WITH_PIPELINE, scope="module")
# Letters with marks in several orders, jamo that compose across any number of characters, singletons that
# normalize to another character, white space of all kinds, and what the split patterns treat in special ways.
ALPHABET = [
    *"aZ9é字一かガ가　。，、'’!/.", *" \n\r\t\x85\xa0\u2028\u3000\x1c\x00\u200d", "e\u0301", "\u0301", "\u0323", "\u0344",
    "\u1100", "\u1161", "\u11a8", "\uac00", "\u09c7", "\u09be", "\u212b", "\u2126", "\u0958", "\U0001d160", "\u3099",
    "🙂", "\ufb01", "\u088f", " a", "字\n", "9。", "'s", "  ", "\n\n", "١",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(ALPHABET), max_size=40).map("".join)


def assert_as_in_one_go(name: str, text: str, *, block: int = 1) -> None:
    ours, theirs = load_published(name), read_by_hugging_face(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_split, "_BLOCK", block)
        ids = ours.encode(text, allowed_special="all")
        ordinary = ours.encode_ordinary(text)
        chunks = ours.encode_chunks(text, allowed_special="all")
    assert ids == theirs.encode(text, add_special_tokens=False).ids
    assert [token_id for chunk in chunks for token_id in chunk] == ids
    assert ordinary == ours.encode_ordinary(text)


@IN_TURNS
@EACH
@settings(max_examples=30)
@given(
    text=TEXTS
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=60).map(lambda one: one + " ".join(one)),
    block=st.just(1) | st.integers(2, 9),
)
def test_every_place_where_a_block_may_end_is_one_where_nothing_is_joined(name, text, block):
    assert_as_in_one_go(name, text, block=block)


@IN_TURNS
@SAMPLED
@BOTH_WAYS
@EACH
def test_long_random_texts(name: str, language: str) -> None:
    # Plain Python encodes what C gives it to encode, whatever the blocks are.
    rng, (pieces, blocks) = dice(5), (4_000, (1, 7, 300)) if language == "C" else (800, (300,))
    tokenizer = load_published(name)
    added = [token.content for token in tokenizer.steps.added_tokens]
    tokens = sorted(tokenizer.special_tokens)[:30] + added[:40]
    text = "".join(rng.choice(rng.choice([ALPHABET, ALPHABET, tokens or ALPHABET])) for _ in range(pieces))
    for block in blocks:
        assert_as_in_one_go(name, text, block=block)


@IN_TURNS
@EACH
@pytest.mark.parametrize(
    "unit", ["a", "字", " ", "\n", "\u0301", "\u0344", "\u1100\u1161\u11a8", "🙂", "e\u0301", "!"]
)
def test_long_runs_in_which_no_block_can_end(name: str, unit: str) -> None:
    text = unit * 2_000
    assert len([*block_spans(text)]) == 1
    assert_as_in_one_go(name, text)
    assert_as_in_one_go(name, f"a b{text} c d")


@EACH
def test_no_added_token_contains_the_end_of_a_block(name: str) -> None:
    tokenizer = load_published(name)
    contents = [*tokenizer.special_tokens, *(token.content for token in tokenizer.steps.added_tokens)]
    assert not any(map(has_block_end, contents))
    # One that does is found all the same.
    more = tokenizer.with_special_tokens("x y", "字。")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast_split, "_BLOCK", 1)
        ids = more.encode("a x y字。 b", allowed_special="all")
    assert [more.special_tokens["x y"], more.special_tokens["字。"]] == ids[-3:-1]


def test_blocks_cover_a_text_and_are_short() -> None:
    text = "Well, 1\nnow. " * 60_000 + "这是一句话，很长。" * 60_000
    spans = [*block_spans(text)]
    assert [end for _, end in spans[:-1]] == [start for start, _ in spans[1:]]
    assert (spans[0][0], spans[-1][1]) == (0, len(text))
    assert max(end - start for start, end in spans) < fast_split._BLOCK + 20
    assert all(has_block_end(text[end - 1 : end + 1]) for _, end in spans[:-1])


@pytest.mark.parametrize("name", ["qwen3", "deepseek_v4"])
def test_a_text_of_any_length_is_encoded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Everything that is limited for other files has a small limit here.
    monkeypatch.setattr(steps, "MAX_WORK", 1_000)
    monkeypatch.setattr(aligned_text, "MAX_WRITTEN", 100)
    text = "cafe\u0301 \u0344\u0344 \U0001d160\U0001d160" * 400 + "\U0001d160" * 500
    assert load_published(name).max_characters is None
    assert_as_in_one_go(name, text, block=100)
    assert load_published(name).trace(text).ids == load_published(name).encode(text)


# ---- positions


@cache
def without_post_processor(name: str) -> HuggingFace:
    """The peer; that of GPT-NeoX would take white space out of the place of a token."""
    return HuggingFace.from_str(json.dumps(tokenizer_json(name) | {"post_processor": None}))


@pytest.mark.parametrize("name", ["qwen3", "gpt_neox"])
@settings(max_examples=50)
@given(text=TEXTS)
@example(text="\xe9\u0323\u0323")  # the dot changes its place with the accent
@example(text="a\u3099\u0301")  # what is composed has a mark in between
def test_positions_are_those_of_the_input(name: str, text: str) -> None:
    ours, theirs = load_published(name), without_post_processor(name)
    ids = ours.encode(text, allowed_special="all")
    spans = ours.offsets(ids, text=text)
    encoded = theirs.encode(text, add_special_tokens=False)
    for (start, end), (first, last) in zip(spans, encoded.offsets, strict=True):
        # Hugging Face gives a character that two were composed to the place of the first one.
        assert start == first
        with_marks = text[start : max(end, regex.match(r"(?s).\p{M}*", text, pos=start).end())]
        assert last == end or normalize("NFC", with_marks) != with_marks
    assert all(one[0] <= other[0] <= one[1] <= other[1] for one, other in pairwise(spans))
    assert not spans or (spans[0][0], spans[-1][1]) == (0, len(text))
    index_of = [index for index, character in enumerate(text) for _ in character.encode()]
    in_bytes = ours.offsets(ids, text=text, unit="bytes")
    assert [(index_of[start], index_of[end - 1] + 1) for start, end in in_bytes] == spans


@pytest.mark.parametrize("split_characters", [False, True])
@settings(max_examples=30)
@given(text=TEXTS, most=st.integers(9, 12))
def test_pieces_of_a_normalized_text_are_pieces_of_the_input(split_characters, text, most):
    qwen = load_published("qwen3")
    pieces = [*qwen.split_by_tokens(text, most, split_characters=split_characters, allowed_special="all")]
    assert b"".join(piece.data for piece in pieces) == text.encode()
    if not split_characters:
        assert "".join(piece.text for piece in pieces) == text
        assert not any(piece.splits_character for piece in pieces)
    assert [piece.alone for piece in pieces] == [
        len(qwen.encode(piece.text, allowed_special="all")) for piece in pieces
    ]


def test_a_token_inside_a_character_that_becomes_several() -> None:
    qwen = load_published("qwen3")
    text = "a\U0001d160b"
    ids = qwen.encode(text)
    assert set(qwen.offsets(ids, text=text)) == {(0, 1), (1, 2), (2, 3)}
    (first, *_, last) = qwen.split_by_tokens(text, len(ids) // 2, split_characters=True)
    assert first.splits_character
    assert last.splits_character
