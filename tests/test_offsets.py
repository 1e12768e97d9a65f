"""Positions of tokens are those of Hugging Face tokenizers, or are refused where the text is changed first."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import BpeError, load_published
from bpe_core.formats import read_huggingface
from tests.peers import like_llama

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


def test_ids_of_another_text_have_no_positions_in_it() -> None:
    qwen = load_published("qwen3")
    with pytest.raises(BpeError, match="qwen3 changes this text before encoding it"):
        qwen.offsets(qwen.encode("cafe\u0301"), text="cafe")


def test_tokens_that_the_decoder_changes_have_no_positions() -> None:
    content = json.loads(THEIRS.to_str())
    content["decoder"] = None
    with pytest.raises(BpeError, match="does not consist of the bytes of its tokens"):
        read_huggingface(json.dumps(content).encode()).offsets([OURS.encode("a")[0]] * 2)
