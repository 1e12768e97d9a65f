"""A tokenizer as a value: its size, equality, its short repr, type errors; what is copied or sent to other processes."""

import copy
import dataclasses
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial, reduce
from operator import add
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe_core
from bpe_core import (
    PUBLISHED,
    RECIPES,
    BpeError,
    Encoding,
    SecondStage,
    Tokenizer,
    count_chunks,
    load_published,
    pretokenize,
    published,
    train,
)
from bpe_core.formats import read
from bpe_core.tokenizer.decoding import UnknownIdError
from bpe_core.training.counted_chunks import ChunkCounts
from tests.format_samples import SAMPLES, learn
from tests.peers import read_by_hugging_face, written

LEARNED = learn("low lower lowest " * 9, "gpt2", 9)
IN_STAGES = dataclasses.replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all"))
KINDS: dict[str, Callable[[], Tokenizer]] = {
    "trained": lambda: LEARNED,
    "published table": lambda: load_published("gpt2"),
    "table from a file": lambda: read({"tokenizer.tiktoken": written("gpt2", "tokenizer.tiktoken")}),
    "with steps": lambda: load_published("qwen3"),
    "second stage": lambda: learn("a b a b a b", IN_STAGES, 4),
}


@cache
def made(kind: str) -> Tokenizer:
    return KINDS[kind]()


@pytest.fixture(params=KINDS)
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    return made(request.param)


def again(value: Any) -> Any:
    """A value that was pickled and read again."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301


def test_what_is_pickled_or_copied_comes_back_equal_and_no_other_is(tokenizer: Tokenizer) -> None:
    for found in (again(tokenizer), copy.deepcopy(tokenizer)):
        assert found == tokenizer
        assert hash(found) == hash(tokenizer)
        assert found.encode("low a b") == tokenizer.encode("low a b")
    assert tokenizer != dataclasses.replace(tokenizer, name="another")
    assert tokenizer != tokenizer.with_special_tokens("<another>")
    assert tokenizer != object()
    assert [tokenizer == made(kind) for kind in KINDS].count(True) == 1


def test_a_table_read_from_a_file_equals_the_published_one() -> None:
    gpt2 = load_published("gpt2")
    assert made("table from a file").rules == gpt2.rules == load_published("r50k_base").rules
    assert gpt2.rules != load_published("p50k_base").rules


def test_vocab_size_is_the_number_of_tokens() -> None:
    theirs = read_by_hugging_face("qwen3")
    assert load_published("qwen3").vocab_size == theirs.get_vocab_size(with_added_tokens=True)
    gapped = dataclasses.replace(LEARNED, special_tokens={"<e>": 1000})
    assert (gapped.vocab_size, gapped.n_vocab) == (LEARNED.vocab_size + 1, 1001)


def test_a_repr_is_one_short_line(tokenizer: Tokenizer) -> None:
    assert f"{tokenizer.name!r}, {tokenizer.vocab_size:,} tokens>" in repr(tokenizer)
    text = "low lower " * 500
    history = train(text, recipe="gpt2", num_merges=9)
    parts = [tokenizer.rules, tokenizer.base, tokenizer.trace(text)]
    for value in (tokenizer, *parts, history, history.stream, history.first(2)):
        assert len(repr(value)) < 500, type(value)
        assert "\n" not in repr(value)


def test_ids_may_come_in_any_row_of_whole_numbers(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("low a b")
    for row in (tuple(ids), iter(ids), np.array(ids), np.array(ids, np.uint32), dict.fromkeys(ids)):
        assert tokenizer.decode(row).startswith("low")
    unknown = tokenizer.n_vocab
    with pytest.raises(UnknownIdError, match=f"id {unknown} at position 1 is not"):
        tokenizer.decode([ids[0], unknown])


NO_SET = "{} must be \"all\" or a set of special tokens, not the string 'al'"


@pytest.mark.parametrize(
    ("calls", "wrong", "options", "message"),
    [
        *(
            ("encode encode_ordinary encode_chunks trace written", text, {}, f"a text must be a str, not {type(text).__name__}$")
            for text in (None, b"hi", ["a"], 5)
        ),
        *(
            ("decode decode_tokens_bytes", ids, {}, "ids must be whole numbers, not ")
            for ids in ([5.0], [True], ["5"], "5", [None], [np.float32(5)], [np.bool_(True)])
        ),
        ("decode", [5.0], {"skip_special": True}, "ids must be whole numbers, not "),
        *(("encode encode_chunks", "low", {option: "al"}, NO_SET.format(option)) for option in ("allowed_special", "disallowed_special")),
    ],
)  # fmt: skip
def test_what_is_of_a_wrong_type_is_told_so(
    tokenizer: Tokenizer, calls: str, wrong: object, options: dict[str, Any], message: str
) -> None:
    for call in calls.split():
        with pytest.raises(TypeError, match=f"^{message}"):
            getattr(tokenizer, call)(wrong, **options)


@pytest.mark.parametrize(
    ("changed", "options", "message"),
    [
        ({"alphabet": "byte"}, {}, r"^Unknown .*; the choices are "),
        ({"encode_order": "none"}, {}, r"^Unknown .*; the choices are "),
        ({"tie_break": "last"}, {}, r"^Unknown .*; the choices are "),
        *(({}, {"min_count": value}, "whole number") for value in (0, -1, 1.5, "3", True)),
        ({}, {"num_merges": True}, "whole number"),
        ({}, {"num_merges": None, "vocab_size": True}, "whole number"),
    ],
)
def test_what_no_training_can_be_asked_for_is_refused(
    changed: dict[str, Any], options: dict[str, Any], message: str
) -> None:
    recipe = dataclasses.replace(RECIPES["gpt2"], **changed)
    with pytest.raises(BpeError, match=message):
        train("low low", recipe=recipe, **({"num_merges": 1} | options))


SAME = {byte: byte for byte in range(256)}
RANKS = {bytes([byte]): byte for byte in range(256)}


CALLS: dict[str, Callable[[str], object]] = {
    "merges": lambda pattern: Tokenizer.from_merges([], id_of_byte=SAME, split_pattern=pattern),
    "ranks": lambda pattern: Tokenizer.from_ranks(RANKS, split_pattern=pattern),
    "recipe": lambda pattern: train(
        "low", recipe=dataclasses.replace(RECIPES["gpt2"], split_pattern=pattern), num_merges=1
    ),
    "chunks": lambda pattern: pretokenize("low", pattern),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_mistyped_name_of_a_split_pattern_is_no_regular_expression(call: Callable[[str], object]) -> None:
    message = "Unknown split pattern '{}'; the known ones are gpt2, .*o200k_base"
    for mistyped in ("gpt5", "cl100k-base", "o200k"):
        with pytest.raises(BpeError, match=message.format(mistyped)):
            call(mistyped)
    for pattern in ("gpt2", r"\w+", "(?:gpt5)", "low|er", " "):
        call(pattern)


FROM_MERGES = partial(Tokenizer.from_merges, id_of_byte=SAME, split_pattern=None)
FROM_RANKS = partial(Tokenizer.from_ranks, split_pattern=None)
ENCODING = partial(Encoding, "mine", pat_str=".")
TWICE, TAKEN = {b"ab": 99}, {"<s>": 5}


@pytest.mark.parametrize(
    ("make", "given", "special", "message"),
    [
        (FROM_MERGES, [((97, 300), 256)], {}, "Merge 0 uses the id 300, which belongs to no byte and no earlier merge"),
        (FROM_MERGES, [((256, 97), 257), ((97, 98), 256)], {}, "Merge 0 uses the id 256"),
        (FROM_MERGES, [((97, 98), 256), ((98, 99), 256)], {}, "Merge 1 makes the id 256, which another token already has"),
        (FROM_MERGES, [((97, 98), 99)], {}, "Merge 0 makes the id 99, which another token already has"),
        (FROM_MERGES, [((97, 98), 256)], {"<e>": 256}, "special token '<e>' has the id 256, which another token"),
        (FROM_MERGES, [], {"": 300}, "empty"),
        *((make, RANKS | TWICE, {}, "b'c' has the rank 99, which b'ab' also has") for make in (FROM_RANKS, ENCODING)),
        *((make, RANKS, TAKEN, "special token '<s>' has the id 5, which another token already has") for make in (FROM_RANKS, ENCODING)),
    ],
)  # fmt: skip
def test_ids_that_are_not_there_or_taken_are_refused(make, given, special, message):
    name = "merges" if make is FROM_MERGES else "mergeable_ranks"
    with pytest.raises(BpeError, match=message):
        make(**{name: given}, special_tokens=special)


def test_special_tokens_that_are_empty_or_without_ids_are_told_so() -> None:
    tokenizer = FROM_MERGES([], special_tokens={"<e>": 256})
    for call in (tokenizer.encode, tokenizer.encode_chunks):
        with pytest.raises(BpeError, match="disallowed_special contains an empty string"):
            call("a", disallowed_special={""})
        call("a", allowed_special={""})
    with pytest.raises(TypeError, match="special_tokens must map each special token to its id, not list"):
        read({"a.tiktoken": b""}, split_pattern="gpt2", special_tokens=["<e>"])  # type: ignore[arg-type]


TEXTS = ["hello world", "naïve 🥖 नमस्ते\n\n  1234 It's", "low lower " * 500, "e\u0301"]


def encoded(tokenizer: Tokenizer, text: str) -> tuple[list[int], bool]:
    """The ids of a text, and whether the tokenizer is the shared one of this process."""
    shared = tokenizer.name in PUBLISHED and tokenizer is load_published(tokenizer.name)
    return tokenizer.encode(text), shared


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_tokenizer_stays_loaded_and_is_pickled_as_its_name(name: str) -> None:
    tokenizer = load_published(name)
    assert len(pickle.dumps(tokenizer)) < 200
    assert again(tokenizer) is copy.copy(tokenizer) is copy.deepcopy(tokenizer) is tokenizer
    assert again([tokenizer, tokenizer])[1] is tokenizer
    for other in PUBLISHED:
        load_published(other)
    assert load_published(name) is tokenizer


def test_what_is_made_from_a_published_tokenizer_is_not_pickled_as_its_name() -> None:
    gpt2 = load_published("gpt2")
    changed = (dataclasses.replace(gpt2, special_tokens={}), gpt2.with_special_tokens("<e>"))
    for other in (*changed, Tokenizer(**gpt2.__getstate__())):
        found = again(other)
        assert found == other
        assert found is not other
        assert found is not gpt2


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_give_the_same_ids(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on this system")
    pairs = [(made(kind), text) for kind in KINDS for text in TEXTS]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        found = list(pool.map(encoded, *zip(*pairs, strict=True)))
    assert found == [encoded(*pair) for pair in pairs]


@pytest.mark.parametrize("kind", ["trained", "table from a file", "second stage"])
def test_threads_that_share_a_new_tokenizer_give_the_same_ids(kind: str) -> None:
    fresh, expected = again(made(kind)), made(kind)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(fresh.encode, TEXTS * 20))
    assert found == [expected.encode(text) for text in TEXTS] * 20


def test_threads_that_load_at_the_same_time_get_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "_LOADED", {})
    with ThreadPoolExecutor(8) as pool:
        found = set(map(id, pool.map(load_published, ["gpt2"] * 32)))
    assert len(found) == 1


def test_counts_of_parts_give_the_merges_of_the_whole() -> None:
    texts = [path.read_text("utf-8") for path in SAMPLES]
    whole, parts = count_chunks(texts), [count_chunks([text]) for text in texts]
    for total in (sum(parts, ChunkCounts()), reduce(add, again(parts))):
        assert list(total.items()) == list(whole.items())
        assert train(total, num_merges=50).merges == train(whole, num_merges=50).merges
    # Adding changes neither side, but adding in place does.
    first, second = ChunkCounts(a=1, b=2), {"b": 3, "c": 4}
    assert list((first + second).items()) == [("a", 1), ("b", 5), ("c", 4)]
    assert (first, second) == ({"a": 1, "b": 2}, {"b": 3, "c": 4})
    first += second
    assert first == {"a": 1, "b": 5, "c": 4}


@given(counts=st.dictionaries(st.text(), st.integers(-(2**62), 2**62)))
def test_counts_are_pickled_exactly(counts: dict[str, int]) -> None:
    found = again(ChunkCounts(counts))
    assert list(found.items()) == list(counts.items())
    assert type(found) is ChunkCounts
    assert copy.deepcopy(found) == copy.copy(found) == counts
    letters = sum(len(chunk.encode("utf-8", "surrogatepass")) for chunk in counts)
    assert len(pickle.dumps(ChunkCounts(counts))) < letters + 10 * len(counts) + 1000


ERRORS: list[BpeError] = [
    bpe_core.UnknownIdError(7, 2),
    bpe_core.UnknownTokenError(b"x"),
    bpe_core.UnknownModelError("GTP-4"),
    bpe_core.SpecialTokenError("<e>", 3),
    bpe_core.UnknownCharacterError("é", 3, "is not in this alphabet."),
    BpeError("wrong"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_of_a_worker_process_arrives_as_it_is(error: BpeError) -> None:
    for found in (again(error), copy.copy(error)):
        assert type(found) is type(error)
        assert str(found) == str(error)
        assert vars(found) == vars(error)
