"""Files that are recognized and read but not written: tekken.json and Meta's tokenizer.model."""

import base64
import json

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import SPLIT_PATTERNS, Tokenizer, load_published, train
from bpe_core.formats import FormatError, detect, read
from bpe_core.tables import TABLES, mergeable_ranks
from tests.peers import written

TEXTS = st.text(st.one_of(st.sampled_from("aAß é1२12 \n/.!?'字🙂"), st.characters(exclude_categories=["Cs"])))


def tekken_file(tokens, *, pattern, reserved, size=None, special=None):
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(tokens)
    ]
    config = {
        "pattern": pattern,
        "num_vocab_tokens": len(vocab),
        "default_vocab_size": size or len(vocab) + reserved,
        "default_num_special_tokens": reserved,
        "version": "v3",
    }
    content = {"config": config, "vocab": vocab}
    if special is not None:
        content["special_tokens"] = [
            {"rank": rank, "token_str": token, "is_control": True} for rank, token in enumerate(special)
        ]
    return content


def read_content(content):
    return read({"tekken.json": json.dumps(content).encode()}, own_patterns=False)


@pytest.fixture(scope="module")
def small():
    """A small file: 5 special tokens, then the tokens of a training; its size excludes the last four of these."""
    history = train("the theme of the thesis is there", recipe="bytes", num_merges=20)
    learned = [Tokenizer.from_history(history).vocab[merge.new_id] for merge in history.merges]
    tokens = [*(bytes([byte]) for byte in range(256)), *learned]
    size = len(tokens) + 5 - 4
    content = tekken_file(
        tokens, pattern=SPLIT_PATTERNS["tekken"], reserved=5, size=size, special=["<unk>", "<s>", "[INST]"]
    )
    return content, tokens[:-4]


@given(text=TEXTS)
def test_a_tekken_file_gives_the_ids_of_tiktoken_after_the_special_ones(small, text):
    # As in mistral-common: tiktoken with the ranks, and every id increased by the number of special tokens.
    content, tokens = small
    ranks = {token: rank for rank, token in enumerate(tokens)}
    theirs = tiktoken.Encoding(
        "t", pat_str=content["config"]["pattern"], mergeable_ranks=ranks, special_tokens={}
    )
    ours = read_content(content)
    assert ours.encode_ordinary(text) == [5 + id_ for id_ in theirs.encode_ordinary(text)]


def test_special_tokens_of_a_tekken_file_are_filled_up(small):
    content, _ = small
    ours = read_content(content)
    assert ours.special_tokens == {
        "<unk>": 0, "<s>": 1, "[INST]": 2, "<SPECIAL_3>": 3, "<SPECIAL_4>": 4,
    }  # fmt: skip
    assert ours.encode("<s>the", allowed_special="all")[0] == 1


def test_a_tekken_file_without_special_tokens_means_the_fixed_list():
    published = load_published("tekken")
    content = tekken_file(mergeable_ranks("tekken"), pattern=SPLIT_PATTERNS["tekken"], reserved=1000)
    ours = read_content(content)
    assert ours.special_tokens == TABLES["tekken"].special_tokens
    assert ours.mergeable_ranks == published.mergeable_ranks
    assert ours.rules.known_pairs is published.rules.known_pairs


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vocab": None}, "key vocab: expected a list"),
        ({"config": None}, "key config: expected"),
        ({"config": {"pattern": "(a+)+b"}}, "key config.pattern: expected the split pattern of gpt2"),
        (
            {"config": {"default_num_special_tokens": 10**9}},
            "expected 2,000 special tokens at most, found 1,000,000,000",
        ),
        (
            {"config": {"default_vocab_size": 9999}},
            "expected 5 special tokens, and at most as many others as vocab has",
        ),
        (
            {"config": {"default_vocab_size": 2}},
            "expected 5 special tokens, and at most as many others as vocab has",
        ),
        ({"config": {"default_vocab_size": 100}}, "none for 0x5F"),
        ({"special_tokens": [{"rank": 1, "token_str": "a"}]}, r"special_tokens\[0\].rank: expected 0"),
        ({"special_tokens": [{"rank": n, "token_str": "a"} for n in range(2)]}, "2, 1 different"),
    ],
)
def test_what_is_wrong_in_a_tekken_file_is_named(small, change, message):
    content, _ = small
    merged = content | {
        key: content[key] | value if isinstance(value, dict) else value for key, value in change.items()
    }
    with pytest.raises(FormatError, match=message):
        read_content(merged)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"rank": 7, "token_bytes": "AA=="}, r"vocab\[0\].rank: expected 0, found 7"),
        ({"rank": 0, "token_bytes": "AQ=="}, r"vocab\[1\]: expected each token once"),
        ({"rank": 0, "token_bytes": "A"}, r"vocab\[0\]: expected a token in Base64"),
        ({"rank": 0}, r"vocab\[0\].token_bytes: expected"),
        (3, r"vocab\[0\]: expected"),
    ],
)
def test_a_wrong_entry_of_a_tekken_file_is_named(small, entry, message):
    content, _ = small
    with pytest.raises(FormatError, match=message):
        read_content(content | {"vocab": [entry, *content["vocab"][1:]]})


@pytest.mark.parametrize("name", ["tokenizer.model", "Tokenizer.MODEL", "ranks.txt", "ranks"])
def test_ranks_are_told_under_any_name(name):
    file = written("gpt2", "tokenizer.tiktoken")
    tokenizer = read({name: file})
    assert detect({name: file})[0].name == "tiktoken"
    assert tokenizer.encode("Hello world") == [15496, 995]


def test_ranks_with_a_gap_for_a_special_token_are_read():
    file = written("p50k_base", "tokenizer.tiktoken")
    assert b" 50256\n" not in file
    tokenizer = read({"p50k.tiktoken": file}, special_tokens={"<|endoftext|>": 50256})
    text = "def f():\n        return 1<|endoftext|>"
    ids = load_published("p50k_base").encode(text, allowed_special="all")
    assert tokenizer.encode(text, allowed_special="all") == ids
    assert ids[-1] == 50256
    assert max(ids) > 50256


def test_a_token_of_no_bytes_is_in_no_text_and_its_id_stays_unused():
    """Whisper's multilingual table ends in an empty token, written as a single equals sign."""
    file = written("gpt2", "tokenizer.tiktoken").rstrip(b"\n") + b"\n= 50256\n"
    tokenizer = read({"multilingual.tiktoken": file}, special_tokens={"<|endoftext|>": 50257})
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file.splitlines())}
    assert ranks[b""] == 50256
    theirs = tiktoken.Encoding("x", pat_str=SPLIT_PATTERNS["gpt2"], mergeable_ranks=ranks, special_tokens={})
    assert tokenizer.encode("Hello  wörld\n") == theirs.encode("Hello  wörld\n")
    assert 50256 not in tokenizer.vocab
    with pytest.raises(FormatError, match="50256"):
        read({"multilingual.tiktoken": file}, special_tokens={"<|endoftext|>": 50256})
    with pytest.raises(FormatError, match="each token once"):
        read({"multilingual.tiktoken": file + b"= 50258\n"})
