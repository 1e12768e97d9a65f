"""tiktoken's module `tiktoken.load`, for programs that read a rank file with it before they make an `Encoding`."""

import hashlib
from base64 import b64decode
from os import PathLike
from pathlib import Path


def load_tiktoken_bpe(
    tiktoken_bpe_file: str | PathLike[str], expected_hash: str | None = None
) -> dict[bytes, int]:
    """Read a rank file: the bytes of each token, and its rank. Nothing is downloaded, so it must be a path.

    Raises `OSError`, and `ValueError` for a line that is not a token in Base64 and a rank, and for a file whose SHA-256
    is not `expected_hash`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.tiktoken")
    ...     path.write_text("bG8= 0")
    ...     load_tiktoken_bpe(path)
    6
    {b'lo': 0}
    """
    data = Path(tiktoken_bpe_file).read_bytes()
    if expected_hash and hashlib.sha256(data).hexdigest() != expected_hash:
        raise ValueError(f"{tiktoken_bpe_file} does not have the expected hash {expected_hash}")
    ranks: dict[bytes, int] = {}
    for line in filter(None, data.splitlines()):
        try:
            token, rank = line.split()
            ranks[b64decode(token)] = int(rank)
        except ValueError as error:
            raise ValueError(
                f"{tiktoken_bpe_file} has a line that is not a token and a rank: {line!r}"
            ) from error
    return ranks
