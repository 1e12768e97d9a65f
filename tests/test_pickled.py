"""Tokenizers, counts and errors that are copied or sent to other processes give the same results."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bpe_core
from bpe_core import PUBLISHED, BpeError, Tokenizer, count_chunks, load_published, published, train
from bpe_core.formats import read
from bpe_core.training.counted_chunks import ChunkCounts
from tests.peers import written

TEXTS = ["hello world", "naïve 🥖 नमस्ते\n\n  1234 It's", "low lower " * 500, "e\u0301"]
SAMPLES = sorted((Path(__file__).parents[1] / "sample_texts").rglob("*.txt"))


def again(value: Any) -> Any:
    """A value that was pickled and read again."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301


def encoded(tokenizer: Tokenizer, text: str) -> tuple[list[int], bool]:
    """The ids of a text, and whether the tokenizer is the shared one of this process."""
    shared = tokenizer.name in PUBLISHED and tokenizer is load_published(tokenizer.name)
    return tokenizer.encode(text), shared


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_tokenizer_is_pickled_as_its_name(name: str) -> None:
    tokenizer = load_published(name)
    assert len(pickle.dumps(tokenizer)) < 200
    assert again(tokenizer) is copy.copy(tokenizer) is copy.deepcopy(tokenizer) is tokenizer
    assert again([tokenizer, tokenizer])[1] is tokenizer


def test_what_is_made_from_a_published_tokenizer_is_not_pickled_as_its_name() -> None:
    gpt2 = load_published("gpt2")
    for other in (
        replace(gpt2, special_tokens={}),
        gpt2.with_special_tokens("<e>"),
        Tokenizer(**vars_of(gpt2)),
    ):
        found = again(other)
        assert found == other
        assert found is not other
        assert found is not gpt2


def vars_of(tokenizer: Tokenizer) -> dict[str, Any]:
    return tokenizer.__getstate__()


def others() -> list[Tokenizer]:
    """Tokenizers of all kinds that are not published ones."""
    return [
        Tokenizer.from_history(train("low lower lowest " * 9, recipe="gpt2", num_merges=9)),
        read({"tokenizer.tiktoken": written("gpt2", "tokenizer.tiktoken")}),
        load_published("qwen3").with_special_tokens("<e>"),
    ]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_give_the_same_ids(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on this system")
    kinds = [load_published("gpt2"), load_published("qwen3"), *others()[:2]]
    pairs = [(tokenizer, text) for tokenizer in kinds for text in TEXTS]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context(method)) as pool:
        found = list(pool.map(encoded, *zip(*pairs, strict=True)))
    assert found == [encoded(*pair) for pair in pairs]


@pytest.mark.parametrize("number", range(3))
def test_threads_that_share_a_new_tokenizer_give_the_same_ids(number: int) -> None:
    fresh, expected = others()[number], others()[number]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(fresh.encode, TEXTS * 20))
    assert found == [expected.encode(text) for text in TEXTS] * 20


def test_threads_that_load_at_the_same_time_get_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published, "_LOADED", {})
    with ThreadPoolExecutor(8) as pool:
        found = set(map(id, pool.map(load_published, ["gpt2"] * 32)))
    assert len(found) == 1


# ---- counts


def test_counts_of_parts_give_the_merges_of_the_whole() -> None:
    texts = [path.read_text("utf-8") for path in SAMPLES]
    whole = count_chunks(texts)
    parts = [count_chunks([text]) for text in texts]
    for total in (sum(parts, ChunkCounts()), reduce(add, again(parts))):
        assert list(total.items()) == list(whole.items())
    assert train(total, num_merges=50).merges == train(whole, num_merges=50).merges


def test_adding_changes_neither_side_but_adding_in_place_does() -> None:
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


def test_pickled_counts_are_small() -> None:
    counts = count_chunks(path.read_text("utf-8") for path in SAMPLES)
    letters = sum(len(chunk.encode()) for chunk in counts)
    assert len(pickle.dumps(counts)) < letters + 4 * len(counts) + 1000


# ---- errors


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
