"""Calls that tiktoken does not have: files by path, offsets and streams of tokenizers with decoders, wrong types."""

import json
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core import BpeError, Tokenizer, load_published
from bpe_core.formats import FORMATS, FormatError, read_huggingface
from bpe_core.formats.split_patterns import NeedsPatternError
from tests.peers import like_llama, read_by_hugging_face

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
GPT2 = load_published("gpt2")
TEXT = "naïve 🥖🇫🇷 नमस्ते, 1234 it's\n"


def test_every_public_name_is_loaded_when_it_is_asked_for() -> None:
    for name in dir(bpe_core):
        assert getattr(bpe_core, name) is not None
    assert bpe_core.__version__.startswith(tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"])
    with pytest.raises(AttributeError, match=r"^module 'bpe_core' has no attribute 'tokenise'$"):
        bpe_core.tokenise  # noqa: B018


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_file_that_was_saved_is_read_again(format_name: str, tmp_path: Path) -> None:
    learned = Tokenizer.from_history(bpe_core.train("low lower lowest", recipe="gpt2", num_merges=3))
    path = tmp_path / {"gpt2": "folder"}.get(format_name, f"mine{FORMATS[format_name].suffixes[0]}")
    learned.save(path, format_name=format_name if format_name == "gpt2" else None)
    learned.save(str(path), format_name=format_name)
    paths = sorted(path.iterdir()) if path.is_dir() else [path]
    pattern = {} if FORMATS[format_name].keeps_pattern else {"split_pattern": "gpt2"}
    assert Tokenizer.from_file(*paths, **pattern).encode("slow lower") == learned.encode("slow lower")


def test_what_cannot_be_saved_or_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"Cannot tell a format from the name 'mine.txt'"):
        GPT2.save(tmp_path / "mine.txt")
    with pytest.raises(FormatError, match="Unknown format 'hf'"):
        GPT2.save(tmp_path / "mine.txt", format_name="hf")
    with pytest.raises(FormatError, match="cannot represent"):
        load_published("qwen3").save(tmp_path / "mine.tiktoken")
    assert not list(tmp_path.iterdir())
    path = tmp_path / "mine.tiktoken"
    Tokenizer.from_history(bpe_core.train("low", recipe="gpt2", num_merges=1)).save(path)
    with pytest.raises(NeedsPatternError, match=r"mine.tiktoken"):
        Tokenizer.from_file(path)
    with pytest.raises(FormatError, match="the same name"):
        Tokenizer.from_file(path, path)


@pytest.mark.parametrize("name", ["qwen3", "deepseek_v3", "gpt_neox"])
def test_a_stream_comes_as_that_of_hugging_face(name: str) -> None:
    ours, theirs = load_published(name), read_by_hugging_face(name)
    decoded, stream = tokenizers.decoders.DecodeStream(skip_special_tokens=False), ours.stream_decoder()
    came = they_came = ""
    for token_id in ours.encode(TEXT * 3):
        came += stream.feed(token_id)
        step = decoded.step(theirs, token_id)
        they_came += step or ""
        # Hugging Face's stream also holds back the space of a token that ends within a character.
        assert came == they_came if step else came.startswith(they_came)
    assert came + stream.finish() == TEXT * 3


@pytest.mark.parametrize(
    ("call", "wrong", "error", "message"),
    [
        (GPT2.encode_batch, "text", TypeError, "texts must be a list, not str"),
        (GPT2.encode_batch, [b"a"], TypeError, "a text must be a str, not bytes"),
        (partial(GPT2.encode_batch, num_threads=2.0), ["a"], TypeError, "num_threads must be a whole number, not float"),
        (GPT2.decode_batch, [1, 2], TypeError, "ids must be whole numbers in a list, not int"),
        (GPT2.decode, 5, TypeError, "ids must be whole numbers in a list, not int"),
        (GPT2.decode_single_token_bytes, "a", TypeError, "ids must be whole numbers, not str"),
        (GPT2.encode_single_token, 5, TypeError, "a token must be a str or bytes, not int"),
        (GPT2.is_special_token, True, TypeError, "ids must be whole numbers, not bool"),
        (partial(GPT2.truncate, "a"), 1.5, TypeError, "max_tokens must be a whole number, not float"),
        (GPT2.encode_to_numpy, b"a", TypeError, "a text must be a str, not bytes"),
        (GPT2.stream_decoder().feed, "a", TypeError, "ids must be whole numbers, not str"),
        (partial(GPT2.encode_batch, num_threads=0), ["a"], ValueError, "num_threads must be at least 1, got 0"),
        (partial(GPT2.truncate, "a"), -1, ValueError, "max_tokens must be at least 0, got -1"),
        (partial(GPT2.offsets, unit="words"), [1], ValueError, "unit must be 'characters' or 'bytes', not 'words'"),
    ],
)  # fmt: skip
def test_wrong_types_and_values_are_told(
    call: Callable[[Any], object], wrong: object, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}$"):
        call(wrong)


def test_what_other_tokenizers_cannot_do_is_told() -> None:
    qwen3 = load_published("qwen3")
    with pytest.raises(BpeError, match="qwen3 does more than merge bytes by rank"):
        qwen3.encode_with_unstable("a")
    with pytest.raises(BpeError, match="qwen3 changes this text before encoding it"):
        qwen3.offsets(qwen3.encode("cafe\u0301"), text="cafe")
    with pytest.raises(KeyError, match=r"^No token is spelled '<\|endoftext\|>'\.$"):
        load_published("deepseek_v3").eot_token  # noqa: B018


# ---- positions of tokens

VOCAB = ["<unk>", *(f"<0x{byte:02X}>" for byte in range(256)), *"▁abcé", "ab", "▁a", "▁▁", "▁ab", "▁▁▁▁"]
MERGES = [("a", "b"), ("▁", "a"), ("▁", "▁"), ("▁", "ab"), ("▁▁", "▁▁")]
THEIRS = like_llama({token: id_ for id_, token in enumerate(VOCAB)}, MERGES)
OURS = read_huggingface(THEIRS.to_str().encode())


@settings(max_examples=200)
@given(st.text("abé 漢\n", max_size=10))
def test_a_mark_put_before_the_text_is_not_counted(text: str) -> None:
    ids = OURS.encode(text)
    assert ids == THEIRS.encode(text).ids
    # Hugging Face gives a ▁ by itself the place of the first character, which is not part of it.
    ours, theirs = OURS.offsets(ids, text=text), THEIRS.encode(text).offsets
    assert ours == ([(0, 0)] if ours[:1] == [(0, 0)] else theirs[:1]) + theirs[1:]
    assert OURS.decode_with_offsets(ids) == (text, [start for start, _ in OURS.offsets(ids)])


def test_tokens_that_the_decoder_changes_have_no_positions() -> None:
    content = json.loads(THEIRS.to_str())
    content["decoder"] = None
    with pytest.raises(BpeError, match="does not consist of the bytes of its tokens"):
        read_huggingface(json.dumps(content).encode()).offsets([OURS.encode("a")[0]] * 2)
