"""Tokenizers from uploaded files: read once, and kept in the cache under a digest of the files."""

from collections.abc import Mapping
from hashlib import sha256

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.formats import NeedsPatternError, NotGiven, read
from explorer_ui.cache.bounded import CACHE
from explorer_ui.shell.limits import MAX_TOKENIZER_MB


def uploaded_tokenizer(digest: str | None) -> Tokenizer | None:
    """Return the tokenizer that `read_upload` kept under a digest, or None where there is none, or none any more."""
    tokenizer: Tokenizer | None = CACHE.get(("uploaded", digest))
    return tokenizer


def read_upload(files: Mapping[str, bytes], pattern: str | NotGiven | None) -> str:
    """Read and keep the tokenizer, and return the digest of all that it is made from: the session keeps no file."""
    made_from = sha256(repr((pattern, [(name, len(data)) for name, data in sorted(files.items())])).encode())
    for _, data in sorted(files.items()):
        made_from.update(data)
    digest = made_from.hexdigest()
    if CACHE.get(("uploaded", digest)) is None:
        _read_once(files, pattern, digest)
    return digest


def _read_once(files: Mapping[str, bytes], pattern: str | NotGiven | None, digest: str) -> None:
    """Read a tokenizer and keep it; raises `BpeError`, at once for files that were refused before."""
    if refused := CACHE.get(("refused", digest)):
        kind, said = refused
        raise kind(said)
    megabytes = sum(map(len, files.values())) / 1_000_000
    try:
        with st.spinner(f"Reading and checking {megabytes:.1f} MB", show_time=True):
            tokenizer = read(
                files, split_pattern=pattern, max_bytes=MAX_TOKENIZER_MB * 1_000_000, own_patterns=False
            )
    except NeedsPatternError as error:
        CACHE.put(("refused", digest), (NeedsPatternError, error.file))
        raise
    except BpeError as error:
        # The sentence alone: the error holds on to what its reader had in hand.
        CACHE.put(("refused", digest), (BpeError, str(error)))
        raise
    CACHE.put(("uploaded", digest), tokenizer)
