"""Small tokenizers to write, and texts to encode with them."""

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tiktoken

from bpe_core import SPLIT_PATTERNS, Recipe, Tokenizer, train
from bpe_core.formats import detect, read, write

SAMPLES = sorted((Path(__file__).parents[1] / "sample_texts").rglob("*.txt"))
STRINGS = (
    "",
    "a",
    "aaaaaaa",
    "low lower lowest newest widest",
    "  two  spaces\n\n\tand tabs \r\n",
    "I'll, WE'LL, 'ſx, naïve café, 1234567",
    "你好，世界 🙂👩🏽‍🚀 e\u0301 \u0601\u200d",
    "\x00\x1f\x7f\x85\u2028",
    "<|endoftext|>",
)
LEARNED_FROM = (
    "low lower lowest, newest widest; 12345 = I'll be naïve. 你好你好 🙂🙂\n\n  aaaa aaaa abab " * 3
)


def sample_strings() -> list[str]:
    return [*STRINGS, *(path.read_text("utf-8") for path in SAMPLES)]


def learn(text: str = LEARNED_FROM, recipe: str | Recipe = "gpt2", num_merges: int = 60) -> Tokenizer:
    return Tokenizer.from_history(train(text, recipe=recipe, num_merges=num_merges))


def as_content(tokenizer: Tokenizer, **keys: Any) -> dict[str, Any]:
    """The content of a tokenizer's `tokenizer.json`, some keys replaced."""
    return json.loads(write(tokenizer, "huggingface")["tokenizer.json"]) | keys


def added_token(content: str, id_: int, **flags: bool) -> dict[str, Any]:
    """An entry of `added_tokens`; all its flags are false, except those given."""
    none = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), False)
    return {"id": id_, "content": content} | none | flags


def with_every_split(tokenizer: Tokenizer) -> Tokenizer:
    """Read a file that lists every way to split each token in two, by rank, as those of Llama 3 do."""
    content = as_content(tokenizer)
    ids = {
        token: id_
        for token, id_ in content["model"]["vocab"].items()
        if token not in tokenizer.special_tokens
    }
    merges = []
    for token in sorted(ids, key=ids.__getitem__):
        pairs = ((token[:at], token[at:]) for at in range(1, len(token)))
        known = [pair for pair in pairs if ids.keys() >= {*pair}]
        merges += sorted(known, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
    content["model"] |= {"merges": [[*pair] for pair in merges], "ignore_merges": True}
    return read({"tokenizer.json": json.dumps(content).encode()})


def by_tiktoken(tokenizer: Tokenizer) -> tiktoken.Encoding:
    lines = write(tokenizer, "tiktoken")["tokenizer.tiktoken"].splitlines()
    pattern = tokenizer.recipe.split_pattern
    return tiktoken.Encoding(
        "ours",
        # tiktoken requires a pattern; this one makes any text a single chunk.
        pat_str=r"(?s:.+)" if pattern is None else SPLIT_PATTERNS[pattern],
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)},
        special_tokens=dict(tokenizer.special_tokens),
    )


def read_back(
    files: Mapping[str, bytes],
    *,
    split_pattern: str | None = "gpt2",
    special_tokens: Mapping[str, int] | None = None,
    **options: Any,
) -> Tokenizer:
    """Read what was written; passes the split pattern and the special tokens if the format does not store them."""
    if not detect(files)[0].keeps_pattern:
        options |= {"split_pattern": split_pattern, "special_tokens": special_tokens}
    return read(files, **options)
