"""The libraries to compare with, built without a network and limited to one thread."""

import os

# Set before the libraries are loaded, since each reads it only once.
os.environ |= {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from unittest import mock

import tiktoken
import tiktoken_ext.openai_public
import tokenizers

from bpe_core import load_published
from bpe_core.fast import native
from bpe_core.formats import write
from bpe_core.tables import mergeable_ranks


@cache
def tiktoken_encoding(name: str) -> tiktoken.Encoding:
    """Return tiktoken's encoding with its own pattern, built from our table instead of a download."""
    loaders = dict.fromkeys(
        ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"), lambda *_, **__: mergeable_ranks(name)
    )
    with mock.patch.multiple(tiktoken_ext.openai_public, **loaders):
        return tiktoken.Encoding(**tiktoken_ext.openai_public.ENCODING_CONSTRUCTORS[name]())


def as_tiktoken_keeps_it(name: str) -> bytes:
    """Return the file of a vocabulary that tiktoken caches after the download."""
    return b"".join(
        b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in mergeable_ranks(name).items()
    )


@contextmanager
def without_c() -> Iterator[None]:
    """Run the body of the block in plain Python."""
    with mock.patch.object(native, "library", None):
        yield


@cache
def hugging_face(name: str) -> tokenizers.Tokenizer:
    """Return the Hugging Face tokenizer for the `tokenizer.json` of a published vocabulary."""
    return tokenizers.Tokenizer.from_str(
        write(load_published(name), "huggingface")["tokenizer.json"].decode()
    )
