"""tiktoken's module `tiktoken.load`, for programs that read a rank file with it before they make an `Encoding`."""

import hashlib
from os import PathLike
from pathlib import Path

from bpe_core.formats import FormatError
from bpe_core.formats.tiktoken_ranks import read_ranks


def load_tiktoken_bpe(
    tiktoken_bpe_file: str | PathLike[str], expected_hash: str | None = None
) -> dict[bytes, int]:
    """Read a rank file: the bytes of each token, and its rank. Nothing is downloaded, so it must be a path.

    Raises `OSError`, and `FormatError`, a `ValueError`, for an invalid file, and for one whose SHA-256 is not
    `expected_hash`.

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
        raise FormatError(f"{tiktoken_bpe_file} does not have the expected hash {expected_hash}")
    return read_ranks(data, name=str(tiktoken_bpe_file))
