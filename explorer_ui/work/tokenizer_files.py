"""Tokenizers from uploaded files: read once, and cached under a digest of the files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from threading import Lock

from bpe_core import BpeError, Tokenizer
from bpe_core.formats import NeedsPatternError, NotGiven, read
from explorer_ui.cache.bounded import CACHE
from explorer_ui.shell.limits import MAX_TOKENIZER_MB
from explorer_ui.shell.progress import busy
from explorer_ui.work.leaving import while_wanted

LARGE = 1_000_000
"""The size in bytes from which files are read one at a time: reading them takes up to 300 MB of memory."""

_TURN = Lock()


def uploaded_tokenizer(digest: str | None) -> Tokenizer | None:
    """Return the tokenizer that `read_upload` stored under a digest, or None if there is none, or it was evicted."""
    tokenizer: Tokenizer | None = CACHE.get(("uploaded", digest))
    return tokenizer


def read_upload(files: Mapping[str, bytes], pattern: str | NotGiven | None) -> str:
    """Read and cache the tokenizer; returns the digest of everything it is made from: the session stores no file."""
    made_from = sha256(repr((pattern, [(name, len(data)) for name, data in sorted(files.items())])).encode())
    for _, data in sorted(files.items()):
        made_from.update(data)
    digest = made_from.hexdigest()
    if CACHE.get(("uploaded", digest)) is None:
        _raise_if_refused(digest)
        size = sum(map(len, files.values()))
        with busy(f"Reading and checking {size / 1_000_000:.1f} MB"), _in_turn(size):
            # Others may have read the same file meanwhile.
            if CACHE.get(("uploaded", digest)) is None:
                _raise_if_refused(digest)
                _read(files, pattern, digest)
    return digest


@contextmanager
def _in_turn(size: int) -> Iterator[None]:
    """Wait until nobody else reads a large file; small ones do not wait, and a visitor who leaves stops waiting."""
    if size < LARGE:
        yield
        return
    for _ in while_wanted(iter(partial(_TURN.acquire, timeout=0.1), True)):  # noqa: FBT003 - the sentinel of `iter`
        pass
    try:
        yield
    finally:
        _TURN.release()


def _raise_if_refused(digest: str) -> None:
    if refused := CACHE.get(("refused", digest)):
        kind, said = refused
        raise kind(said)


def _read(files: Mapping[str, bytes], pattern: str | NotGiven | None, digest: str) -> None:
    """Read a tokenizer and cache it, or what is wrong with it; raises `BpeError`."""
    try:
        tokenizer = read(
            files, split_pattern=pattern, max_bytes=MAX_TOKENIZER_MB * 1_000_000, own_patterns=False
        )
    except NeedsPatternError as error:
        CACHE.put(("refused", digest), (NeedsPatternError, error.file))
        raise
    except BpeError as error:
        # Only the sentence: the error object would keep its reader's data alive.
        CACHE.put(("refused", digest), (BpeError, str(error)))
        raise
    CACHE.put(("uploaded", digest), tokenizer)
