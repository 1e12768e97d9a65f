"""The published vocabularies of GPT-2, GPT-4 and GPT-4o, from data that ship with the project.

All three begin with the 256 bytes in the order of their glyphs; each later id is made of two earlier ones:

    id     0   1   2  ...  255  | 256      257      258
    token  !   "   #       0xAD | Ġ t      Ġ a      h e         (GPT-2)
    merge                       | 220,83   220,64   71,68

So a vocabulary is its list of merges, and that is what a data file holds: six planes of bytes, compressed
(see `build_data`). For GPT-2 the list was published; for the others only ranks were, and the pair that
makes each token was recovered by running the lower ranks over its bytes. From the merges follow the
tokens, and from the tokens the published files, byte for byte. NOTICE.md has origin and licence.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from bpe_core.alphabets import BYTE_GLYPHS, IntArray
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError

DATA = Path(__file__).parent

SPECIAL_TOKENS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "gpt2": MappingProxyType({"<|endoftext|>": 50256}),
        "cl100k_base": MappingProxyType(
            {
                "<|endoftext|>": 100257,
                "<|fim_prefix|>": 100258,
                "<|fim_middle|>": 100259,
                "<|fim_suffix|>": 100260,
                "<|endofprompt|>": 100276,
            }
        ),
        "o200k_base": MappingProxyType({"<|endoftext|>": 199999, "<|endofprompt|>": 200018}),
    }
)
"""The special tokens of each published vocabulary, as tiktoken's `openai_public.py` lists them.

>>> list(SPECIAL_TOKENS)
['gpt2', 'cl100k_base', 'o200k_base']
"""


@cache
def load_published(name: str) -> Tokenizer:
    """Return a published tokenizer: gpt2, cl100k_base (GPT-4) or o200k_base (GPT-4o); loaded once, shared.

    Raises `BpeError` for another name.

    >>> load_published("gpt2").encode("This's some text.")
    [1212, 338, 617, 2420, 13]
    """
    return Tokenizer.from_ranks(
        mergeable_ranks(name),
        split_pattern=name,
        special_tokens=SPECIAL_TOKENS[name],
        recovered_merges=recovered_merges(name),
        name=name,
    )


@cache
def mergeable_ranks(name: str) -> dict[bytes, int]:
    """Return the table that tiktoken calls so: the bytes of each token -> its rank, which is its id.

    The special tokens are not in it. One dictionary is shared by all callers: copy it before changing it.
    Raises `BpeError` for an unknown name.

    >>> mergeable_ranks("gpt2")[b" the"]
    262
    """
    left, right = recovered_merges(name).T.tolist()
    vocab = [bytes([byte]) for byte in sorted(range(256), key=BYTE_GLYPHS.__getitem__)]
    for left_id, right_id in zip(left, right, strict=True):
        vocab.append(vocab[left_id] + vocab[right_id])
    return dict(zip(vocab, range(len(vocab)), strict=True))


@cache
def recovered_merges(name: str) -> IntArray:
    """Return the pairs of ids that make the tokens from id 256 on: int32, one row (left, right) for each.

    For GPT-2 they are the lines of `vocab.bpe`; for the others see the head of this module. The array is
    shared and cannot be written to. Raises `BpeError` for an unknown name.

    >>> recovered_merges("gpt2")[0].tolist()
    [220, 83]
    """
    if name not in SPECIAL_TOKENS:
        raise BpeError(f"{name!r} is no published vocabulary; there are {', '.join(SPECIAL_TOKENS)}.")
    planes = np.frombuffer(zlib.decompress((DATA / f"{name}.merges.zlib").read_bytes()), np.uint8)
    low, middle, high = planes.reshape(2, 3, -1).astype(np.int32).swapaxes(0, 1)
    pairs = np.ascontiguousarray((low | middle << 8 | high << 16).T)
    pairs.flags.writeable = False
    return pairs
