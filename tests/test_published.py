"""The included vocabularies equal the published ones, and give tiktoken's ids."""

import base64
import hashlib
import inspect
import json
import zlib
from collections.abc import Mapping

import pytest
import tiktoken_ext.openai_public
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.tokenizer_files import HARD
from bpe_core import from_glyphs, load_published, to_glyphs
from bpe_core.pipeline.known_patterns import is_known
from bpe_core.published import PUBLISHED, TABLES, WITH_PIPELINE
from bpe_core.published.build_data import compress_merges, pairs_of_json, read_tiktoken, recover_merges
from bpe_core.tables import DATA, mergeable_ranks, read_merges, recovered_merges
from tests.peers import (
    OF_TIKTOKEN,
    published_by_tiktoken,
    read_by_hugging_face,
    tiktoken_encoding,
    tokenizer_json,
)
from tests.sampling import IN_TURNS

NAMES = ("gpt2", "p50k_base", "cl100k_base", "o200k_base", "tekken")
# In one module the tests of a name run one after another, since each loads the peers' tokenizers.
EACH = pytest.mark.parametrize("name", NAMES, scope="module")
OF_MAKERS = pytest.mark.parametrize("name", WITH_PIPELINE, scope="module")
NOTICE = (DATA / "NOTICE.md").read_text("utf-8")
SAMPLES = sorted((DATA.parent.parent / "sample_texts").rglob("*.txt"))


def tiktoken_file(ranks: Mapping[bytes, int], less: int = 0) -> bytes:
    return b"".join(b"%s %d\n" % (base64.b64encode(token), id_ - less) for token, id_ in ranks.items())


def vocab_bpe() -> bytes:
    tokens = list(mergeable_ranks("gpt2"))
    lines = [f"{to_glyphs(tokens[a])} {to_glyphs(tokens[b])}\n" for a, b in recovered_merges("gpt2").tolist()]
    return "".join(["#version: 0.2\n", *lines]).encode()


def encoder_json() -> bytes:
    ids = {to_glyphs(token): id_ for token, id_ in mergeable_ranks("gpt2").items()}
    return json.dumps(ids | dict(TABLES["gpt2"].special_tokens)).encode()


def qwen_tiktoken() -> bytes:
    vocab = tokenizer_json("qwen2.5")["model"]["vocab"]
    return tiktoken_file({from_glyphs(string): id_ for string, id_ in vocab.items()})


@pytest.mark.parametrize(
    ("function", "file"),
    [
        ("gpt2", vocab_bpe),
        ("gpt2", encoder_json),
        ("r50k_base", lambda: tiktoken_file(mergeable_ranks("gpt2"))),
        ("p50k_base", lambda: tiktoken_file(mergeable_ranks("p50k_base"))),
        ("cl100k_base", lambda: tiktoken_file(mergeable_ranks("cl100k_base"))),
        ("o200k_base", lambda: tiktoken_file(mergeable_ranks("o200k_base"))),
        # Those of dashscope and mistral-common, whose hashes are in NOTICE.md alone.
        (None, qwen_tiktoken),
        (None, lambda: tiktoken_file(mergeable_ranks("tekken"), less=1000)),
    ],
)
def test_the_files_as_published_have_the_hashes_that_tiktoken_expects(function, file):
    digest = hashlib.sha256(file()).hexdigest()
    assert digest in NOTICE
    assert not function or digest in inspect.getsource(getattr(tiktoken_ext.openai_public, function))


@pytest.mark.parametrize("name", OF_TIKTOKEN)
def test_special_tokens_are_tiktokens(name):
    special = published_by_tiktoken(name)["special_tokens"]
    assert load_published(name).special_tokens == special
    # In o200k_harmony, two special tokens have the id 200018.
    assert load_published(name).vocab_size == len(mergeable_ranks(name)) + len(set(special.values()))


def test_the_data_follow_from_the_published_file():
    pairs = recover_merges(read_tiktoken(tiktoken_file(mergeable_ranks("gpt2"))))
    assert pairs == [tuple(pair) for pair in recovered_merges("gpt2").tolist()]
    assert_are_the_data_of("gpt2", pairs)


def assert_are_the_data_of(name, pairs):
    assert zlib.decompress(compress_merges(pairs)) == zlib.decompress(
        (DATA / f"{name}.merges.zlib").read_bytes()
    )


@EACH
def test_a_recovered_pair_is_what_the_lower_ranks_leave(name):
    tokenizer = load_published(name)
    merges = recovered_merges(name)
    ids = list(mergeable_ranks(name).values())
    for index in range(0, len(merges), 97):
        assert tokenizer.parts(ids[256 + index]) == tuple(merges[index].tolist())
    assert tokenizer.parts(ids[0]) is None
    assert tokenizer.parts(next(iter(tokenizer.special_tokens.values()))) is None


@IN_TURNS
@EACH
def test_every_token_is_decoded_and_encoded_alone_as_tiktoken(name):
    tokenizer, theirs = load_published(name), tiktoken_encoding(name)
    tokens = tokenizer.decode_tokens_bytes(tokenizer.vocab)
    assert tokens == theirs.decode_tokens_bytes(list(tokenizer.vocab))
    for text in (token.decode("utf-8", "ignore") for token in tokens[::3]):
        assert tokenizer.encode_ordinary(text) == theirs.encode_ordinary(text)


@EACH
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


# ---- the files of the model makers, whose hashes are in NOTICE.md


@IN_TURNS
@OF_MAKERS
def test_a_tokenizer_is_the_tokenizer_json_of_its_maker_and_its_merges_follow_from_it(name):
    content = tokenizer_json(name)
    pairs = pairs_of_json(content)
    assert_are_the_data_of(WITH_PIPELINE[name], pairs)
    assert read_merges(WITH_PIPELINE[name]).tolist() == [list(pair) for pair in pairs]
    content["model"]["merges"] = [" ".join(sides) for sides in content["model"]["merges"]]
    whole = json.dumps(content, ensure_ascii=False, sort_keys=True).encode()
    assert hashlib.sha256(whole).hexdigest() in NOTICE
    patterns = [step.get("pattern") for step in content["pre_tokenizer"].get("pretokenizers", [])]
    assert all(is_known(pattern["Regex"]) for pattern in patterns if pattern)


@IN_TURNS
@OF_MAKERS
def test_a_tokenizer_gives_the_ids_of_hugging_face_tokenizers(name):
    theirs, ours = read_by_hugging_face(name), load_published(name)
    texts = [path.read_text("utf-8") for path in SAMPLES] + list(HARD) + [*ours.special_tokens][-30:]
    for text in texts:
        expected = theirs.encode(text, add_special_tokens=False).ids
        assert ours.encode(text, allowed_special="all") == expected
        assert ours.decode(expected) == theirs.decode(expected, skip_special_tokens=False)


@pytest.mark.parametrize(
    ("name", "text", "ids"),
    [
        # The results of dashscope 2.0.2 and mistral-common 1.13.1.
        ("qwen2.5", "Hello, 世界! 1234 e\u0301", [9707, 11, 220, 99489, 0, 220, 16, 17, 18, 19, 3958]),
        ("tekken", "Hello, 世界! 1234 é", [22177, 1044, 1032, 29659, 1033, 1032, 1049, 1050, 1051, 1052, 1782]),
        ("tekken", "[INST][SUFFIX]", [3, 16]),
        ("olmo2", "<|im_end|>", [100265]),
    ],
)  # fmt: skip
def test_ids_of_the_makers_own_libraries(name, text, ids):
    assert load_published(name).encode(text, allowed_special="all") == ids


def test_vocabularies_that_differ_in_special_tokens_alone_share_their_table():
    assert mergeable_ranks("olmo2") is mergeable_ranks("cl100k_base")
    assert mergeable_ranks("o200k_harmony") is mergeable_ranks("o200k_base")
    assert len(PUBLISHED) == len(set(PUBLISHED))
