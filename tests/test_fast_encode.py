"""The fast encoders, in C and in Python, give the ids of the simple encoder and of tiktoken."""

import random
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
import pytest

from bpe_core import PUBLISHED, RECIPES, SPLIT_PATTERNS, SecondStage, Tokenizer, load_published, train
from bpe_core.pretokenization import split
from bpe_core.tables import TABLES
from bpe_core.tokenizer import encoder as text_encoder
from tests.peers import tiktoken_encoding
from tests.sampling import IN_TURNS
from tests.ways import BOTH_WAYS

NAMES = tuple(name for name in SPLIT_PATTERNS if name in TABLES)
SAMPLES = sorted((Path(__file__).parent.parent / "sample_texts").rglob("*.txt"))
PROSE = next(path for path in SAMPLES if path.name == "prose.txt").read_text("utf-8")

pytestmark = BOTH_WAYS


@IN_TURNS
@pytest.mark.parametrize("name", NAMES)
def test_sample_texts_and_long_chunks_of_letters_as_tiktoken(name):
    rng = random.Random(0)
    texts = [path.read_text("utf-8") for path in SAMPLES]
    texts.append("".join(filter(str.isalpha, PROSE)))
    for alphabet in ("ab", "etaoin", "abcdefghijklmnopqrstuvwxyz", "äöüß", "字日本語"):
        texts += ["".join(rng.choices(alphabet, k=size)) for size in (100, 129, 1000, 5000)]
    for text in texts:
        ids = load_published(name).encode_ordinary(text)
        assert ids == tiktoken_encoding(name).encode_ordinary(text), text[:99]
        chunks = load_published(name).encode_chunks(text, disallowed_special=())
        assert list(chain.from_iterable(chunks)) == ids
        assert all(type(token_id) is int for token_id in ids)


@pytest.mark.parametrize("highest", [300, 2_000_000])
def test_a_list_of_many_ids(highest):
    """Equal ids of a long list share one object, unless there would be too many objects."""
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"ab": highest}
    ids = Tokenizer.from_ranks(ranks, split_pattern="gpt2").encode("abc" * 40_000)
    assert ids == [highest, 99] * 40_000
    assert {type(one) for one in ids} == {int}


@IN_TURNS
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("run", ["x", "^", "0", " ", "\n", "ab", "'s", "字", "🙂"])
def test_very_many_of_the_same(language, name, run):
    # tiktoken's splitter fails at 999,999 blanks, so only its merging of that chunk is used.
    ours, theirs = load_published(name), tiktoken_encoding(name)
    length = 100_000 if language == "C" else 5_000
    text = run * (length // len(run))
    if len(split(text, name)) == 1:
        assert ours.encode_ordinary(text) == theirs._core_bpe.encode_single_piece(text.encode())
    else:
        assert ours.encode_ordinary(text) == theirs.encode_ordinary(text)
    if run == " ":
        before = theirs._core_bpe.encode_single_piece(text[1:].encode())
        assert ours.encode_chunks(f"{text}x") == [before, theirs.encode_ordinary(" x")]


def test_what_is_kept_is_bounded_and_changes_nothing(monkeypatch):
    monkeypatch.setattr(text_encoder, "_KEPT", 50)
    ours = load_published("gpt2")
    ours.forget()
    for start in range(0, 5000, 500):
        text = PROSE[start : start + 500]
        assert ours.encode_ordinary(text) == tiktoken_encoding("gpt2").encode_ordinary(text)
    assert len(ours._encoder._chunks) <= 50


def test_a_cache_that_grows_changes_no_ids(language):
    if language == "Python":
        pytest.skip("only the cache in C grows")
    # More chunks than a new cache has room for, again and again: it grows twice, and old chunks are found in it.
    names = [f" {word:x}" for word in range(300_000, 450_000)]
    text = "".join(names)
    ours = load_published("cl100k_base")
    ours.forget()
    expected = tiktoken_encoding("cl100k_base").encode_ordinary(text)
    for _ in range(3):
        assert ours.encode_ordinary(text) == expected
    for start in range(0, len(names), 10_000):
        part = "".join(reversed(names[start : start + 10_000]))
        assert ours.encode_ordinary(part) == tiktoken_encoding("cl100k_base").encode_ordinary(part)


def test_a_long_chunk_of_characters_keeps_no_merge(monkeypatch):
    """Recording every merge of a chunk of a megabyte once took ten times the memory of the text."""
    history = train("ab" * 200 + "ac" * 100, recipe="characters", num_merges=20)
    tokenizer = Tokenizer.from_history(history)
    expected = tokenizer.trace("abac" * 500).ids
    monkeypatch.setattr(text_encoder.TextEncoder, "_trace_chunk", None)
    assert tokenizer.encode("abac" * 500) == expected


@pytest.mark.parametrize("name", ["gpt2", "o200k_base", "qwen3", "deepseek_v3", "characters", "two stages"])
def test_arrays_have_the_ids_of_lists(name):
    text = "So low, the lowest é字 low<|endoftext|> " * 4
    if name in PUBLISHED:
        tokenizer = load_published(name)
    else:
        stage = SecondStage(lifts="blanks", after=2) if name == "two stages" else None
        recipe = replace(RECIPES["gpt2" if stage else "characters"], second_stage=stage)
        tokenizer = Tokenizer.from_history(train(text, recipe=recipe, num_merges=4))
    texts = ["", "low", text, text * 50, "", text]
    for policy in ({"allowed_special": "all"}, {"disallowed_special": ()}):
        rows = [tokenizer.encode(one, **policy) for one in texts]
        arrays = [tokenizer.encode_to_numpy(one, **policy) for one in texts]
        assert [array.tolist() for array in arrays] == rows
        assert {(array.dtype, array.ndim, array.flags.writeable) for array in arrays} == {
            (np.dtype(np.uint32), 1, True)
        }
        for num_threads in (1, 3):
            ids, offsets = tokenizer.encode_batch_to_numpy(texts, num_threads=num_threads, **policy)
            assert (ids.dtype, offsets.dtype, len(offsets)) == (np.uint32, np.int64, len(texts) + 1)
            assert [ids[start:end].tolist() for start, end in pairwise(offsets.tolist())] == rows
    ids, offsets = tokenizer.encode_batch_to_numpy([])
    assert (ids.tolist(), offsets.tolist()) == ([], [0])
    with pytest.raises(TypeError, match="texts must be a list"):
        tokenizer.encode_batch_to_numpy("low")


def test_an_array_is_not_changed_by_the_next_text_and_holds_no_more_memory_than_its_ids():
    gpt2 = load_published("gpt2")
    first, expected = gpt2.encode_to_numpy("low lower"), gpt2.encode("low lower")
    gpt2.encode_to_numpy("something else that is longer")
    assert first.tolist() == expected
    for array in (first, gpt2.encode_to_numpy("word " * 100_000)):
        assert array.base is None
        assert array.nbytes == 4 * len(array)
