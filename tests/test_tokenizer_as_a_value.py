"""A tokenizer as a value: its size as tiktoken counts it, equality, its short repr, and type errors."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest

from bpe_core import RECIPES, BpeError, Encoding, SecondStage, Tokenizer, load_published, train
from bpe_core.formats import read
from bpe_core.tokenizer.decoding import UnknownIdError
from tests.peers import read_by_hugging_face, written

LEARNED = Tokenizer.from_history(train("low lower lowest " * 9, recipe="gpt2", num_merges=9))
KINDS: dict[str, Callable[[], Tokenizer]] = {
    "trained": lambda: LEARNED,
    "published table": lambda: load_published("gpt2"),
    "table from a file": lambda: read({"tokenizer.tiktoken": written("gpt2", "tokenizer.tiktoken")}),
    "with steps": lambda: load_published("qwen3"),
    "second stage": lambda: Tokenizer.from_history(
        train(
            "a b a b a b",
            recipe=dataclasses.replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all")),
            num_merges=4,
        )
    ),
}


@cache
def made(kind: str) -> Tokenizer:
    return KINDS[kind]()


@pytest.fixture(params=KINDS)
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    return made(request.param)


# ---- its size


def test_vocab_size_is_the_number_of_tokens() -> None:
    qwen, theirs = load_published("qwen3"), read_by_hugging_face("qwen3")
    assert qwen.vocab_size == theirs.get_vocab_size(with_added_tokens=True)
    gapped = LEARNED.with_special_tokens("<e>")
    gapped = dataclasses.replace(gapped, special_tokens={"<e>": 1000})
    assert (gapped.vocab_size, gapped.n_vocab) == (LEARNED.vocab_size + 1, 1001)


# ---- equality


def test_what_is_pickled_or_copied_comes_back_equal(tokenizer: Tokenizer) -> None:
    for again in (pickle.loads(pickle.dumps(tokenizer)), copy.deepcopy(tokenizer)):  # noqa: S301
        assert again == tokenizer
        assert hash(again) == hash(tokenizer)
        assert again.encode("low a b") == tokenizer.encode("low a b")


def test_another_tokenizer_is_not_equal(tokenizer: Tokenizer) -> None:
    assert tokenizer != dataclasses.replace(tokenizer, name="another")
    assert tokenizer != tokenizer.with_special_tokens("<another>")
    assert tokenizer != object()
    assert [tokenizer == made(kind) for kind in KINDS].count(True) == 1


def test_a_table_read_from_a_file_equals_the_published_one() -> None:
    assert made("table from a file").rules == load_published("gpt2").rules
    assert load_published("gpt2").rules == load_published("r50k_base").rules
    assert load_published("gpt2").rules != load_published("p50k_base").rules


# ---- its repr


def test_a_repr_is_one_short_line(tokenizer: Tokenizer) -> None:
    assert f"{tokenizer.name!r}, {tokenizer.vocab_size:,} tokens>" in repr(tokenizer)
    history = train("low lower " * 500, recipe="gpt2", num_merges=9)
    values = [tokenizer, tokenizer.rules, tokenizer.base, history, history.stream, history.first(2)]
    values.append(tokenizer.trace("low lower " * 500))
    for value in values:
        assert len(repr(value)) < 500, type(value)
        assert "\n" not in repr(value)


# ---- wrong types


@pytest.mark.parametrize("text", [None, b"hi", ["a"], 5])
def test_what_is_no_text_is_told_so(tokenizer: Tokenizer, text: object) -> None:
    calls = (tokenizer.encode, tokenizer.encode_ordinary, tokenizer.encode_chunks, tokenizer.trace)
    for call in (*calls, tokenizer.written):
        with pytest.raises(TypeError, match=f"^a text must be a str, not {type(text).__name__}$"):
            call(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("ids", [[5.0], [True], ["5"], "5", [None], [np.float32(5)], [np.bool_(True)]])
def test_what_is_no_id_is_told_so(tokenizer: Tokenizer, ids: object) -> None:
    calls = [tokenizer.decode, tokenizer.decode_tokens_bytes]
    for call in [*calls, lambda ids: tokenizer.decode(ids, skip_special=True)]:
        with pytest.raises(TypeError, match=r"^ids must be whole numbers, not "):
            call(ids)  # type: ignore[arg-type]


def test_ids_may_come_in_any_row_of_whole_numbers(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("low a b")
    for row in (tuple(ids), iter(ids), np.array(ids), np.array(ids, np.uint32), dict.fromkeys(ids)):
        assert tokenizer.decode(row).startswith("low")
    with pytest.raises(UnknownIdError):
        tokenizer.decode([tokenizer.n_vocab])


@pytest.mark.parametrize("option", ["allowed_special", "disallowed_special"])
def test_a_string_is_no_set_of_special_tokens(tokenizer: Tokenizer, option: str) -> None:
    for call in (tokenizer.encode, tokenizer.encode_chunks):
        with pytest.raises(
            TypeError, match=f"{option} must be \"all\" or a set of special tokens, not the string 'al'"
        ):
            call("low", **{option: "al"})


# ---- a recipe with unknown names


@pytest.mark.parametrize(
    ("field", "value"), [("alphabet", "byte"), ("encode_order", "none"), ("tie_break", "last")]
)
def test_a_recipe_that_names_what_there_is_not_is_refused(field: str, value: object) -> None:
    recipe = dataclasses.replace(RECIPES["gpt2"], **{field: value})
    with pytest.raises(BpeError, match=r"^Unknown .*; the choices are "):
        train("low low", recipe=recipe, num_merges=1)


@pytest.mark.parametrize("min_count", [0, -1, 1.5, "3"])
def test_a_least_count_that_is_none_is_refused(min_count: object) -> None:
    with pytest.raises(BpeError, match="must be a whole number of at least 1"):
        train("low low", recipe="gpt2", num_merges=1, min_count=min_count)  # type: ignore[arg-type]


@pytest.mark.parametrize("option", ["num_merges", "vocab_size", "min_count"])
def test_a_truth_value_is_no_number(option: str) -> None:
    with pytest.raises(BpeError, match=r"whole number.* True"):
        train("low low", **{"num_merges": None if option == "vocab_size" else 1, option: True})  # type: ignore[arg-type]


# ---- mistyped names


SAME = {byte: byte for byte in range(256)}
RANKS = {bytes([byte]): byte for byte in range(256)}


@pytest.mark.parametrize(
    "call",
    [
        lambda pattern: Tokenizer.from_merges([], id_of_byte=SAME, split_pattern=pattern),
        lambda pattern: Tokenizer.from_ranks(RANKS, split_pattern=pattern),
        lambda pattern: train(
            "low", recipe=dataclasses.replace(RECIPES["gpt2"], split_pattern=pattern), num_merges=1
        ),
    ],
    ids=["merges", "ranks", "recipe"],
)
def test_a_mistyped_name_of_a_split_pattern_is_no_regular_expression(call: Callable[[str], object]) -> None:
    for mistyped in ("gpt5", "cl100k-base", "o200k"):
        with pytest.raises(
            BpeError, match=f"Unknown split pattern '{mistyped}'; the known ones are gpt2, .*o200k_base"
        ):
            call(mistyped)
    for pattern in ("gpt2", r"\w+", "(?:gpt5)", "low|er", " "):
        call(pattern)


@pytest.mark.parametrize(
    ("merges", "special", "message"),
    [
        ([((97, 300), 256)], {}, "Merge 0 uses the id 300, which belongs to no byte and no earlier merge"),
        ([((256, 97), 257), ((97, 98), 256)], {}, "Merge 0 uses the id 256"),
        ([((97, 98), 256), ((98, 99), 256)], {}, "Merge 1 makes the id 256, which another token already has"),
        ([((97, 98), 99)], {}, "Merge 0 makes the id 99, which another token already has"),
        (
            [((97, 98), 256)],
            {"<e>": 256},
            "special token '<e>' has the id 256, which another token already has",
        ),
    ],
)
def test_merges_of_ids_that_are_not_there_or_taken_are_refused(merges, special, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BpeError, match=message):
        Tokenizer.from_merges(merges, id_of_byte=SAME, split_pattern=None, special_tokens=special)


@pytest.mark.parametrize(
    ("more", "special", "message"),
    [
        ({b"ab": 99}, {}, "b'c' has the rank 99, which b'ab' also has"),
        ({}, {"<s>": 5}, "special token '<s>' has the id 5, which another token already has"),
    ],
)
def test_ranks_that_two_tokens_have_are_refused(
    more: dict[bytes, int], special: dict[str, int], message: str
) -> None:
    plain = partial(Tokenizer.from_ranks, split_pattern=None)
    for make in (plain, partial(Encoding, "mine", pat_str=".")):
        with pytest.raises(BpeError, match=message):
            make(mergeable_ranks=RANKS | more, special_tokens=special)


def test_two_merges_may_make_one_token() -> None:
    merges = [((97, 98), 256), ((98, 99), 257), ((256, 99), 258), ((97, 257), 258)]
    assert Tokenizer.from_merges(merges, id_of_byte=SAME, split_pattern=None).vocab[258] == b"abc"


def test_an_empty_string_that_is_disallowed_is_told_so() -> None:
    tokenizer = Tokenizer.from_merges([], id_of_byte=SAME, split_pattern=None, special_tokens={"<e>": 256})
    for call in (tokenizer.encode, tokenizer.encode_chunks):
        with pytest.raises(BpeError, match="disallowed_special contains an empty string"):
            call("a", disallowed_special={""})
        call("a", allowed_special={""})


def test_special_tokens_without_ids_are_told_so() -> None:
    with pytest.raises(TypeError, match="special_tokens must map each special token to its id, not list"):
        read({"a.tiktoken": b""}, split_pattern="gpt2", special_tokens=["<e>"])  # type: ignore[arg-type]
