"""What the browser needs to encode what is being typed: the files of an encoder, and what Python says of it.

It can do so for the published tokenizers that are one table: their merges go by lowest rank over 256 bytes, and never
change. All other tokenizers are Python's, which hears when the hand rests.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypedDict

from bpe_core import Tokenizer, load_published
from bpe_core.fast.automaton import automaton_of
from bpe_core.published.tables import DATA, TABLES, recovered_merges
from bpe_core.unicode16 import CLASS_OF_CATEGORY, TABLE

Policy = Literal["refuse", "ordinary", "special"]


class EncoderParts(TypedDict):
    """What is small of an encoder: how it cuts, its bytes in the order of their ids, its special tokens.

    `near`, `moves` (uint16, little-endian) and `width` are the automaton of its pattern, `classes` the class of each
    category of characters; what is bytes comes as base64.
    """

    near: str
    moves: str
    width: int
    classes: list[int]
    byteOf: str
    special: dict[str, int]


class EncoderFiles(TypedDict):
    """The addresses of its files, and what special tokens in a text are taken for."""

    merges: str
    categories: str
    policy: Literal["refuse", "ordinary", "special"]


class EncoderData(EncoderParts, EncoderFiles):
    """All of an encoder."""


base_path: str | None = None
"""The path under which the files are served, such as "/encoder"; None where no route leads to them."""


def live_encoder(tokenizer: Tokenizer, policy: Policy) -> EncoderData | None:
    """Return what makes the encoder of a tokenizer in the browser, or None where only Python can encode.

    `policy` says what special tokens in the text are taken for: "refuse", "ordinary" or "special".
    """
    name = tokenizer.name
    if base_path is None or not _is_one_table(name) or tokenizer is not load_published(name):
        return None
    addresses = {file: f"{base_path}/{address}" for address, file in encoder_files().items()}
    return {
        **encoder_parts(name),
        "merges": addresses[_merges_of(name)],
        "categories": addresses[TABLE],
        "policy": policy,
    }


@cache
def encoder_parts(name: str) -> EncoderParts:
    """Return what is small of a published encoder.

    >>> encoder_parts("gpt2")["special"], encoder_parts("gpt2")["width"]
    ({'<|endoftext|>': 50256}, 20)
    """
    near, moves = automaton_of(TABLES[name].split_pattern)
    vocab = load_published(name).vocab
    return {
        "near": _base64(near),
        "moves": _base64(moves.astype("<u2").tobytes()),
        "width": moves.shape[1],
        "classes": list(CLASS_OF_CATEGORY),
        "byteOf": _base64(b"".join(vocab[token_id] for token_id in range(256))),
        "special": dict(TABLES[name].special_tokens),
    }


@cache
def encoder_files() -> Mapping[str, Path]:
    """Return the files by their addresses, which name what is in them: a browser may keep them for ever.

    >>> [address.partition(".")[0] for address in encoder_files()]
    ['gpt2', 'cl100k_base', 'o200k_base', 'unicode16']
    """
    files = [*dict.fromkeys(map(_merges_of, filter(_is_one_table, TABLES))), TABLE]
    return {
        f"{file.name.partition('.')[0]}.{sha256(file.read_bytes()).hexdigest()[:16]}": file for file in files
    }


@cache
def _is_one_table(name: str) -> bool:
    """Say whether a published vocabulary is the bytes, then what each merge of one file makes, then the special tokens."""
    table = TABLES.get(name)
    return (
        table is not None
        and len(table.merges) == 1
        and min(table.special_tokens.values()) >= 256 + len(recovered_merges(name))
    )


def _merges_of(name: str) -> Path:
    return DATA / f"{TABLES[name].merges[0]}.merges.zlib"


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
