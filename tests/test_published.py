"""The published vocabularies are the published ones, and give tiktoken's ids."""

import base64
import hashlib
import inspect
import json
import zlib

import pytest
import tiktoken_ext.openai_public
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BpeError, load_published, to_glyphs
from bpe_core.published import DATA, SPECIAL_TOKENS, mergeable_ranks, recovered_merges
from bpe_core.published.build_data import compress_merges, read_tiktoken, recover_merges
from tests.peers import published_by_tiktoken, tiktoken_encoding

NAMES = tuple(SPECIAL_TOKENS)


def tiktoken_file(name: str) -> bytes:
    return b"".join(
        b"%s %d\n" % (base64.b64encode(token), id_) for token, id_ in mergeable_ranks(name).items()
    )


def vocab_bpe() -> bytes:
    tokens = list(mergeable_ranks("gpt2"))
    lines = [f"{to_glyphs(tokens[a])} {to_glyphs(tokens[b])}\n" for a, b in recovered_merges("gpt2").tolist()]
    return "".join(["#version: 0.2\n", *lines]).encode()


def encoder_json() -> bytes:
    ids = {to_glyphs(token): id_ for token, id_ in mergeable_ranks("gpt2").items()}
    return json.dumps(ids | SPECIAL_TOKENS["gpt2"]).encode()


@pytest.mark.parametrize(
    ("function", "file"),
    [
        ("gpt2", vocab_bpe),
        ("gpt2", encoder_json),
        ("r50k_base", lambda: tiktoken_file("gpt2")),
        ("cl100k_base", lambda: tiktoken_file("cl100k_base")),
        ("o200k_base", lambda: tiktoken_file("o200k_base")),
    ],
)
def test_the_files_as_published_have_the_hashes_that_tiktoken_expects(function, file):
    expected = inspect.getsource(getattr(tiktoken_ext.openai_public, function))
    digest = hashlib.sha256(file()).hexdigest()
    assert digest in expected
    assert digest in (DATA / "NOTICE.md").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_special_tokens_are_tiktokens(name):
    assert published_by_tiktoken(name)["special_tokens"] == SPECIAL_TOKENS[name]
    assert load_published(name).n_vocab == len(mergeable_ranks(name)) + len(SPECIAL_TOKENS[name])


def test_the_data_follow_from_the_published_file():
    tokens = read_tiktoken(tiktoken_file("gpt2"))
    pairs = recover_merges(tokens)
    assert pairs == [tuple(pair) for pair in recovered_merges("gpt2").tolist()]
    assert zlib.decompress(compress_merges(pairs)) == zlib.decompress(
        (DATA / "gpt2.merges.zlib").read_bytes()
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_recovered_pair_is_made_of_earlier_tokens_and_spells_the_token(name):
    tokens = list(mergeable_ranks(name))
    assert len(set(tokens)) == len(tokens)
    for token_id, (left, right) in enumerate(recovered_merges(name).tolist(), 256):
        assert left < token_id > right
        assert tokens[left] + tokens[right] == tokens[token_id]


@pytest.mark.parametrize("name", NAMES)
def test_a_recovered_pair_is_what_the_lower_ranks_leave(name):
    tokenizer = load_published(name)
    merges = recovered_merges(name)
    for token_id in range(256, len(merges) + 256, 97):
        assert tokenizer.parts(token_id) == tuple(merges[token_id - 256].tolist())
    assert tokenizer.parts(0) is None
    assert tokenizer.parts(SPECIAL_TOKENS[name]["<|endoftext|>"]) is None


@pytest.mark.parametrize(
    ("name", "text", "ids"),
    [
        ("gpt2", "This's some text.", [1212, 338, 617, 2420, 13]),
        ("gpt2", "hello world!", [31373, 995, 0]),
        ("cl100k_base", "hello world", [15339, 1917]),
        ("cl100k_base", "rer", [38149]),
        ("cl100k_base", "'rer", [2351, 81]),
        ("cl100k_base", "today\n ", [31213, 198, 220]),
        ("cl100k_base", "today\n \n", [31213, 27907]),
        ("cl100k_base", "today\n  \n", [31213, 14211]),
        ("cl100k_base", " \x850", [220, 126, 227, 15]),
        ("o200k_base", "ʕAb", [134, 243, 4292]),
    ],
)
def test_ids_that_are_known(name, text, ids):
    assert load_published(name).encode(text) == ids


@pytest.mark.parametrize("name", NAMES)
def test_every_token_is_decoded_and_encoded_alone_as_tiktoken(name):
    tokenizer, theirs = load_published(name), tiktoken_encoding(name)
    tokens = tokenizer.decode_tokens_bytes(tokenizer.vocab)
    assert tokens == theirs.decode_tokens_bytes(list(tokenizer.vocab))
    texts = [token.decode("utf-8", "ignore") for token in tokens[::3]]
    assert [tokenizer.encode_ordinary(text) for text in texts] == [
        theirs.encode_ordinary(text) for text in texts
    ]


def test_special_tokens_by_each_policy_as_tiktoken():
    text = "a<|endoftext|> b<|fim_prefix|><|endofprompt|"
    tokenizer, theirs = load_published("cl100k_base"), tiktoken_encoding("cl100k_base")
    for allowed in ("all", set(), {"<|fim_prefix|>"}):
        ids = tokenizer.encode(text, allowed_special=allowed, disallowed_special=())
        assert ids == theirs.encode(text, allowed_special=allowed, disallowed_special=())
    assert load_published("gpt2").encode("<|endoftext|>", allowed_special="all") == [50256]
    with pytest.raises(BpeError, match=r"'<\|endoftext\|>' at position 1"):
        tokenizer.encode(text)


@pytest.mark.parametrize("name", NAMES)
@given(ids=st.lists(st.integers(0, 50_000), max_size=30))
def test_decoding_any_ids_as_tiktoken(name, ids):
    tokenizer, theirs = load_published(name), tiktoken_encoding(name)
    assert tokenizer.decode(ids) == theirs.decode(ids)
    assert tokenizer.decode_bytes(ids) == theirs.decode_bytes(ids)
    try:
        expected = theirs.decode_with_offsets(ids)
    except UnicodeDecodeError:
        with pytest.raises(UnicodeDecodeError):
            tokenizer.decode_with_offsets(ids)
    else:
        assert tokenizer.decode_with_offsets(ids) == expected


def test_a_name_that_is_not_published_is_named():
    with pytest.raises(BpeError, match=r"'gpt5' is no published vocabulary; there are gpt2, cl100k_base"):
        load_published("gpt5")


def test_loading_gives_the_same_tokenizer_again():
    assert load_published("gpt2") is load_published("gpt2")
