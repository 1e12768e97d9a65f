"""Opens rank tables and SentencePiece models as published, and compares the ids: `make peers`.

Each file comes from a package, as in `benchmarks.tokenizer_files`, and is deleted afterwards. Rank tables are
compared with tiktoken, which their makers use too, and models with SentencePiece. The output is the
table of files in docs/formats.md.
"""

import base64
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import sentencepiece
import tiktoken

from benchmarks.tokenizer_files import any_ids, from_wheel, texts_to_compare
from bpe_core import SPLIT_PATTERNS
from bpe_core.formats import read


class File(NamedTuple):
    """A file in a package; for a rank table also the split pattern, which the file does not contain."""

    package: str
    path: str
    split_pattern: str | None = None


class Peer(NamedTuple):
    """The functions of the original library for a file: text to ids, ids to text, and the list of all ids."""

    encode: Callable[[str], list[int]]
    decode: Callable[[list[int]], str]
    known: list[int]


_MISTRAL, _MODEL = "mistral-common==1.13.1", "mistral_common/data/mistral_instruct_tokenizer_{}"
FILES = {
    "Llama 3, Meta's": File("llama-models==0.3.0", "llama_models/llama3/tokenizer.model", "cl100k_base"),
    "Llama 4, Meta's": File("llama-models==0.3.0", "llama_models/llama4/tokenizer.model", "o200k_base"),
    "Qwen, Alibaba's": File("dashscope==2.0.2", "dashscope/resources/qwen.tiktoken", "qwen"),
    "Whisper, English": File("mlx-whisper==0.4.3", "mlx_whisper/assets/gpt2.tiktoken", "gpt2"),
    "Whisper, all languages": File("mlx-whisper==0.4.3", "mlx_whisper/assets/multilingual.tiktoken", "gpt2"),
    "Mistral Tekken, July 2024": File(_MISTRAL, "mistral_common/data/tekken_240718.json"),
    "Mistral Tekken, September 2024": File(_MISTRAL, "mistral_common/data/tekken_240911.json"),
    "Mistral v1": File(_MISTRAL, "mistral_common/data/tokenizer.model.v1"),
    "Mistral v2": File(_MISTRAL, _MODEL.format("240216.model.v2")),
    "Mistral v3": File(_MISTRAL, _MODEL.format("240323.model.v3")),
    "Mistral v7": File(_MISTRAL, _MODEL.format("241114.model.v7")),
    "Mistral v7, images": File(_MISTRAL, _MODEL.format("241114.model.v7m1")),
}


def by_tiktoken(ranks: Mapping[bytes, int], pattern: str) -> Peer:
    """Return tiktoken's functions for a rank table, without special tokens."""
    encoding = tiktoken.Encoding("a table", pat_str=pattern, mergeable_ranks=dict(ranks), special_tokens={})
    known = [rank for token, rank in ranks.items() if token]
    return Peer(encoding.encode_ordinary, encoding.decode, known)


def peer_of(file: File, data: bytes) -> Peer:
    """Return the functions of the original library for a file."""
    if file.split_pattern:
        lines = map(bytes.split, data.splitlines())
        ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
        return by_tiktoken(ranks, SPLIT_PATTERNS[file.split_pattern])
    if data.startswith(b"{"):
        content = json.loads(data)
        config = content["config"]
        reserved = config["default_num_special_tokens"]
        used = content["vocab"][: config["default_vocab_size"] - reserved]
        tokens = {base64.b64decode(token["token_bytes"]): reserved + token["rank"] for token in used}
        return by_tiktoken(tokens, config["pattern"])
    model = sentencepiece.SentencePieceProcessor(model_proto=data)
    return Peer(model.encode, model.decode, [*range(model.vocab_size())])


def compare(name: str, file: File, data: bytes) -> str:
    """Return the row of the table for one file."""
    begun = time.process_time()
    files = {Path(file.path).name: data}
    given = {"split_pattern": file.split_pattern} if file.split_pattern else {}
    ours = read(files, own_patterns=False, **given)
    seconds = time.process_time() - begun
    theirs, texts = peer_of(file, data), texts_to_compare()
    equal = sum(ours.encode_ordinary(text) == theirs.encode(text) for text in texts)
    rows = any_ids(theirs.known)
    same = sum(ours.decode(ids) == theirs.decode(ids) for ids in rows)
    return (
        f"| {name} | {file.package.split('==')[0]} | {equal} of {len(texts)} | {same} of {len(rows)} "
        f"| {len(data) / 1e6:.1f} | {seconds:.1f} |"
    )


def main() -> None:
    """Print the table."""
    print("| file | package | texts with equal ids | any ids with equal text | megabytes | seconds to read |")
    print("|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or FILES:
            file = FILES[name]
            print(compare(name, file, from_wheel(file.package, file.path, Path(folder))), flush=True)


if __name__ == "__main__":
    main()
