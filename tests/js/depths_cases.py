"""Cases for `depths.test.js`: what the strip is sent for random texts, and the pieces at every depth.

The pieces are those of Python, of tiktoken and of Hugging Face tokenizers; only Qwen's are our own.
"""

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import regex
import tokenizers

from bpe_core import Tokenizer, load_published
from bpe_core.formats import read_huggingface
from explorer_ui.parts.token_row.strip.token_strip import strip_data
from explorer_ui.places.tokens.text_to_ids.chunks import Split, cut_of
from explorer_ui.places.tokens.text_to_ids.tokenized import Tokenized, original_of
from tests.peers import tiktoken_encoding
from tests.test_pipeline_stages import character_json

CASES = 120
PARTS = (
    "the ", " lowest", "don't", "1234567", "\n\n", "\t", "  ", "low low", "x" * 40, "def f(x):\n    return x\n",
    "é", "e\u0301", "ﬁ", "नमस्ते दुनिया", "السلام عليكم abc", "שלום 12", "你好", "한국어", "🙂", "👨‍👩‍👧‍👦", "\u200b", "\xa0",
)  # fmt: skip


def cases() -> list[dict[str, Any]]:
    """Return the cases."""
    seeded = random.Random(42)
    texts = ["".join(seeded.choices(PARTS, k=seeded.randrange(12))) for _ in range(CASES)]
    makers = (_published("gpt2"), _published("o200k_base"), _qwen(), _with_blocks())
    return [makers[number % len(makers)](text) for number, text in enumerate(texts)]


def _published(name: str) -> Callable[[str], dict[str, Any]]:
    """With the ids and chunks of tiktoken."""
    peer = tiktoken_encoding(name)
    tokenizer = load_published(name)

    def case(text: str) -> dict[str, Any]:
        ids = peer.encode_ordinary(text)
        chunks = [chunk.encode() for chunk in regex.findall(peer._pat_str, text)]
        return _case(tokenizer, text, ids, chunks, [peer.decode_single_token_bytes(one) for one in ids])

    return case


def _qwen() -> Callable[[str], dict[str, Any]]:
    """A tokenizer that normalizes."""
    tokenizer = load_published("qwen3")

    def case(text: str) -> dict[str, Any]:
        ids = tokenizer.encode(text)
        chunks = [b"".join(map(tokenizer.vocab.__getitem__, chunk)) for chunk in tokenizer.iter_chunks(text)]
        return _case(tokenizer, text, ids, chunks, [tokenizer.vocab[one] for one in ids])

    return case


def _with_blocks() -> Callable[[str], dict[str, Any]]:
    """A tokenizer.json that puts a space, ▁ in the file, in front."""
    data = json.dumps(character_json())
    peer = tokenizers.Tokenizer.from_str(data)
    tokenizer = read_huggingface(data.encode())

    def bytes_of(token: str) -> bytes:
        is_byte = regex.fullmatch("<0x..>", token)
        return bytes([int(token[3:5], 16)]) if is_byte else token.replace("▁", " ").encode()

    def case(text: str) -> dict[str, Any]:
        encoded = peer.encode(text, add_special_tokens=False)
        pieces = [*map(bytes_of, encoded.tokens)]
        return _case(tokenizer, text, encoded.ids, [b"".join(pieces)], pieces)

    return case


def _case(
    tokenizer: Tokenizer, text: str, ids: list[int], chunks: list[bytes], tokens: list[bytes]
) -> dict[str, Any]:
    own_chunks = [*tokenizer.iter_chunks(text)]
    starts = np.cumsum([0, *map(len, own_chunks)], dtype=np.int32)[:-1]
    own = [token_id for chunk in own_chunks for token_id in chunk]
    tokenized = Tokenized(tokenizer, text, np.array(own, np.int32), starts, "ordinary")
    cut, _ = cut_of(Split("tokenizer", "", text), tokenized)
    data = strip_data(own, tokenizer.vocab, chunk_starts=starts, original=original_of(tokenized), cut=cut)
    return {
        "data": data,
        "text": text,
        "bytes": list(text.encode()),
        "characters": [list(character.encode()) for character in text],
        "chunks": [list(chunk) for chunk in chunks if chunk],
        "tokens": [list(token) for token in tokens],
        "ids": ids,
    }
