"""Tokenizers from uploaded files: read once, cached under a digest of the files, and named by the session."""

import re
from collections.abc import Mapping
from hashlib import sha256
from itertools import chain, count
from typing import NamedTuple

import streamlit as st

from bpe_core import BpeError, Tokenizer, load_published
from bpe_core.formats import NeedsPatternError, NotGiven, read, write
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.progress import busy
from explorer_ui.tokenizers.leaving import in_turn
from explorer_ui.visit.limits import MAX_COMPARED, MAX_TOKENIZER_MB
from explorer_ui.visit.names import TOKENIZERS, Name

LARGE = 1_000_000
"""The size in bytes from which files are read one at a time: reading them takes up to 300 MB of memory."""

FILE = "file:"
"""The prefix of the name of a tokenizer from one of several remembered files; the digest of the file follows."""


class Remembered(NamedTuple):
    """A tokenizer file as a session remembers it: the upload, what it is called, and its digest in the cache."""

    upload: str
    label: str
    digest: str


def label_of(file_name: str) -> str:
    """Return the name of a file for use in markdown: it contains no markup.

    >>> label_of("llama 3/tokenizer.json"), label_of("**a**:red[b]")
    ('llama-3-tokenizer.json', 'a-red-b')
    """
    return re.sub(r"[^\w.]+", "-", file_name)[:60].strip("-_") or "file"


def remember(upload: str, label: str, digest: str) -> None:
    """Remember a file that was read; pages use the newest. If there are too many, the oldest is forgotten."""
    state = st.session_state
    kept: tuple[Remembered, ...] = state.tokenizer_files
    # Also if the box has the same file twice: each would replace the other at every run.
    if any(one.digest == digest for one in kept):
        return
    kept = forgotten(kept, upload)[1 - MAX_COMPARED :]
    taken = {one.label for one in kept}
    numbered = (f"{label} ({number})" for number in count(2))
    label = next(name for name in chain([label], numbered) if name not in taken)
    state.tokenizer_files = (*kept, Remembered(upload, label, digest))
    state.tokenizer_file = digest


def forgotten(kept: tuple[Remembered, ...], upload: str, digest: str | None = None) -> tuple[Remembered, ...]:
    """Return the remembered files without those of an upload, or without one file.

    >>> forgotten((Remembered("1", "a.json", "d"), Remembered("2", "b.json", "e")), "1")
    (Remembered(upload='2', label='b.json', digest='e'),)
    """
    return tuple(one for one in kept if one.upload != upload and one.digest != digest)


def file_tokenizers() -> list[str]:
    """Return a name for each remembered tokenizer file; if there are none, the name for the file in use."""
    return [f"{FILE}{one.digest}" for one in st.session_state.tokenizer_files] or ["file"]


def is_open(name: str) -> bool:
    """Return whether a name is that of a tokenizer from a remembered file that is still in the cache."""
    return name.startswith(FILE) and uploaded_tokenizer(name.removeprefix(FILE)) is not None


def called(name: str) -> Name:
    """Return the name of a tokenizer, including one from a remembered file."""
    if not name.startswith(FILE):
        return TOKENIZERS[name]
    labels = {one.digest: one.label for one in st.session_state.tokenizer_files}
    label = labels.get(name.removeprefix(FILE), TOKENIZERS["file"].short)
    return Name(label, label, label)


def uploaded_tokenizer(digest: str | None) -> Tokenizer | None:
    """Return the tokenizer that `read_upload` stored under a digest, or None if there is none, or it was evicted."""
    tokenizer: Tokenizer | None = CACHE.get(("uploaded", digest))
    return tokenizer


def opened(name: str) -> Tokenizer:
    """Return a published tokenizer, or one from a file; raises `BpeError` if no file was uploaded or it was evicted."""
    if name == "file":
        name = f"{FILE}{st.session_state.tokenizer_file}"
    if not name.startswith(FILE):
        return load_published(name)
    uploaded = uploaded_tokenizer(name.removeprefix(FILE))
    if uploaded is None:
        raise BpeError(
            "No tokenizer file is loaded. Upload one above or on the Train page, or choose another tokenizer."
        )
    return uploaded


def read_upload(files: Mapping[str, bytes], pattern: str | NotGiven | None) -> str:
    """Read and cache the tokenizer; returns a digest of its files and pattern, which the session stores instead of the file."""
    made_from = sha256(repr((pattern, [(name, len(data)) for name, data in sorted(files.items())])).encode())
    for _, data in sorted(files.items()):
        made_from.update(data)
    digest = made_from.hexdigest()
    if CACHE.get(("uploaded", digest)) is None:
        _raise_if_refused(digest)
        size = sum(map(len, files.values()))
        with busy(f"Reading and checking {size / 1_000_000:.1f} MB"), in_turn(large=size >= LARGE):
            # Others may have read the same file meanwhile.
            if CACHE.get(("uploaded", digest)) is None:
                _raise_if_refused(digest)
                _read(files, pattern, digest)
    return digest


def remember_trained(tokenizer: Tokenizer) -> None:
    """Remember a trained tokenizer as if it had been uploaded: training can continue from it, on this text or another."""
    (data,) = write(tokenizer, "own").values()
    digest = sha256(data).hexdigest()
    CACHE.put(("uploaded", digest), tokenizer)
    remember(digest, "trained", digest)


def _raise_if_refused(digest: str) -> None:
    if refused := CACHE.get(("refused", digest)):
        kind, said = refused
        raise kind(said)


def _read(files: Mapping[str, bytes], pattern: str | NotGiven | None, digest: str) -> None:
    """Read a tokenizer and cache it, or cache the error message; raises `BpeError`."""
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
