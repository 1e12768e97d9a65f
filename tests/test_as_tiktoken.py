"""The library has tiktoken's interface: each call returns what tiktoken returns, for every published table."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import load_published
from bpe_core.tables import TABLES
from tests.peers import tiktoken_encoding

END = "<|endoftext|>"
TEXTS = ["", "hello world", "naïve 🥖🇫🇷 नमस्ते", "a\n\n  b\t", "1234 It's", "x" * 300, "\ud83d", " \u3000 é "]
BROKEN = ["hello", "a \n", "नम", "caf\u00e9 \u00a0"]

# In one module the tests of a name run one after another, since each loads tiktoken's encoding.
ALL = pytest.mark.parametrize("name", TABLES, scope="module")
ONE_OF_A_KIND = pytest.mark.parametrize("name", ["gpt2", "o200k_harmony", "tekken"], scope="module")


@ALL
def test_its_figures_and_names_of_tokens(name: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    for attribute in ("n_vocab", "max_token_value", "special_tokens_set"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert ours.token_byte_values() == theirs.token_byte_values()
    for token_id in (0, 255, 256, 5000, *theirs._special_tokens.values()):
        assert ours.is_special_token(token_id) == theirs.is_special_token(token_id)
        token = ours.decode_single_token_bytes(token_id)
        assert token == theirs.decode_single_token_bytes(token_id)
        assert ours.encode_single_token(token) == theirs.encode_single_token(token) == token_id
    assert ours.encode_single_token(" the") == theirs.encode_single_token(" the")
    if END in theirs.special_tokens_set:
        assert ours.eot_token == theirs.eot_token


@ALL
def test_both_raise_the_same_kind_of_error(name: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    for one in (ours, theirs):
        with pytest.raises(KeyError):
            one.encode_single_token("no token is spelled so")
        with pytest.raises(KeyError):
            one.decode_single_token_bytes(one.n_vocab + 7)
        with pytest.raises(UnicodeDecodeError):
            one.decode(one.encode("🥖")[:1], "strict")
        with pytest.raises(ValueError, match="special token"):
            one.encode_batch([min(one.special_tokens_set)])
        if END not in one.special_tokens_set:
            with pytest.raises(KeyError):
                one.eot_token  # noqa: B018


@ONE_OF_A_KIND
def test_batches(name: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    for num_threads in (1, 3):
        batch = ours.encode_batch(TEXTS, num_threads=num_threads)
        assert batch == theirs.encode_batch(TEXTS, num_threads=num_threads)
        assert ours.decode_batch(batch, num_threads=num_threads) == theirs.decode_batch(batch)
    spelled = [min(theirs.special_tokens_set), "a"]
    assert ours.encode_ordinary_batch(spelled) == theirs.encode_ordinary_batch(spelled)
    for option in ({"allowed_special": "all"}, {"disallowed_special": ()}):
        assert ours.encode_batch(spelled, **option) == theirs.encode_batch(spelled, **option)
    array = ours.encode_to_numpy(TEXTS[2])
    assert array.dtype == theirs.encode_to_numpy(TEXTS[2]).dtype == np.uint32
    assert np.array_equal(array, theirs.encode_to_numpy(TEXTS[2]))


@ONE_OF_A_KIND
@pytest.mark.parametrize("text", BROKEN)
def test_unstable_tokens(name: str, text: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    stable, completions = ours.encode_with_unstable(text)
    expected, expected_completions = theirs.encode_with_unstable(text)
    assert stable == expected
    assert completions == sorted(map(list, expected_completions))
    end = f"{text}{min(theirs.special_tokens_set)}"
    assert ours.encode_with_unstable(end, allowed_special="all") == (
        theirs.encode(end, allowed_special="all"),
        [],
    )


@ONE_OF_A_KIND
@settings(max_examples=25)
@given(text=st.text(max_size=30), max_tokens=st.integers(0, 40))
def test_truncation_never_cuts_a_character(name: str, text: str, max_tokens: int) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    ids = theirs.encode_ordinary(text)
    fitting = ids[:max_tokens]
    assert ours.truncate(text, max_tokens, disallowed_special=(), split_characters=True) == fitting
    while True:
        try:
            theirs.decode_bytes(fitting).decode("utf-8")
            break
        except UnicodeDecodeError:
            fitting = fitting[:-1]
    assert ours.truncate(text, max_tokens, disallowed_special=()) == fitting


@ONE_OF_A_KIND
@settings(max_examples=25)
@given(text=st.text(max_size=30))
def test_offsets_and_streams(name: str, text: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    ids = theirs.encode_ordinary(text)
    assert [start for start, _ in ours.offsets(ids)] == theirs.decode_with_offsets(ids)[1]
    encoded = theirs.decode_bytes(ids)
    spans = ours.offsets(ids, unit="bytes")
    assert [encoded[start:end] for start, end in spans] == theirs.decode_tokens_bytes(ids)
    index_of_byte = [index for index, character in enumerate(encoded.decode()) for _ in character.encode()]
    assert ours.offsets(ids) == [(index_of_byte[start], index_of_byte[end - 1] + 1) for start, end in spans]
    stream, came = ours.stream_decoder(), ""
    for count, token_id in enumerate(ids, start=1):
        came += stream.feed(token_id)
        # All complete characters so far, and no part of the next one.
        assert came == theirs.decode_bytes(ids[:count]).decode("utf-8", "ignore")
    assert came + stream.finish() == theirs.decode(ids)
