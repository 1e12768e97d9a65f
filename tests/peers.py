"""Tokenizers of other libraries, whose ids this project must give too; made without a network.

One of them takes 50 to 200 MB. Tests use the same few in a row, so only these are kept.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import pytest
import tiktoken
import tiktoken_ext.openai_public
from tokenizers import Tokenizer as HuggingFace
from tokenizers import decoders, models, normalizers, pre_tokenizers, trainers

from bpe_core import SPLIT_PATTERNS, load_published
from bpe_core.formats import write
from bpe_core.tables import TABLES, mergeable_ranks

FORMAT_OF = {"tokenizer.json": "huggingface", "tokenizer.tiktoken": "tiktoken"}
OF_TIKTOKEN = tuple(name for name in TABLES if name in tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS)


@lru_cache(maxsize=2)
def published_by_tiktoken(name: str) -> dict:
    """The arguments of one of tiktoken's own encodings, with our table of ranks instead of the download."""
    with pytest.MonkeyPatch.context() as patch:
        for loader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):
            patch.setattr(tiktoken_ext.openai_public, loader, lambda *args, **options: mergeable_ranks(name))
        return tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS[name]()


@lru_cache(maxsize=5)
def tiktoken_encoding(name: str) -> tiktoken.Encoding:
    if name in OF_TIKTOKEN:
        return tiktoken.Encoding(**published_by_tiktoken(name))
    table = TABLES[name]
    return tiktoken.Encoding(
        name,
        pat_str=SPLIT_PATTERNS[table.split_pattern],
        mergeable_ranks=mergeable_ranks(name),
        special_tokens=table.special_tokens,
    )


class LaterEncoding:
    """One of tiktoken's encodings, made only on first use."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        # Pytest and doctest ask everything in a module what it is.
        if attribute.startswith("__") or attribute == "_mock_name":
            raise AttributeError(attribute)
        return getattr(tiktoken_encoding(self._name), attribute)


@lru_cache(maxsize=4)
def read_by_hugging_face(name: str) -> HuggingFace:
    """A tokenizer, read by Hugging Face's library; copy it before changing it."""
    return HuggingFace.from_buffer(written(name))


def tokenizer_json(name: str) -> dict[str, Any]:
    """The content of a tokenizer's `tokenizer.json`; `test_published` compares its hash with the original's."""
    content: dict[str, Any] = json.loads(written(name))
    return content


def trained_in_bytes(
    texts: Iterable[str], vocab_size: int, *, normalizer: Any = None, cut: Any = None, **options: Any
) -> HuggingFace:
    """A tokenizer of bytes that the library trains; it cuts as GPT-2 does, unless another pre-tokenizer is given."""
    peer = HuggingFace(models.BPE())
    peer.normalizer, peer.decoder = normalizer, decoders.ByteLevel()
    peer.pre_tokenizer = cut or pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=alphabet, show_progress=False, **options
    )
    peer.train_from_iterator(texts, trainer)
    return peer


def like_llama(vocab: dict[str, int], merges: list[tuple[str, str]]) -> HuggingFace:
    """A tokenizer as in Llama 2's file: ▁ before the text and for each space, bytes for characters that it lacks."""
    peer = HuggingFace(models.BPE(vocab, merges, unk_token="<unk>", byte_fallback=True, fuse_unk=True))  # noqa: S106
    peer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    peer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    return peer


@lru_cache(maxsize=5)
def written(name: str, file: str = "tokenizer.json") -> bytes:
    """A published tokenizer as we write it; cached, since that takes seconds and many tests need it."""
    return write(load_published(name), FORMAT_OF[file])[file]
