"""Uploaded files: read once, and only if they are as small as the page says."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core import BpeError
from explorer_ui.cache.bounded import CACHE

Value = TypeVar("Value")

MEGABYTE = 1024 * 1024
"""A megabyte as Streamlit's upload box counts it."""


def read_once(
    uploads: Sequence[UploadedFile],
    read: Callable[..., Value],
    *options: Hashable,
    most_mb: int,
    most_mb_in_all: int | None = None,
) -> Value:
    """Return `read(uploads, *options)`, computed once for these files while the cache has room.

    The limits are checked before anything is read: the limit next to an upload box is enforced by the browser
    alone. Raises `BpeError` for files over a limit, and whatever `BpeError` reading them raised the first time.
    """
    sizes = [(upload.name[:200], upload.size, most_mb) for upload in uploads]
    if most_mb_in_all is not None:
        sizes.append(("All files together", sum(upload.size for upload in uploads), most_mb_in_all))
    for name, size, most in sizes:
        if size > most * MEGABYTE:
            raise BpeError(f"{name}: {size:,} bytes; the limit is {most * MEGABYTE:,} ({most} MB).")
    # The ids are random, and the content of a file never changes.
    key = (read.__module__, read.__qualname__, tuple(upload.file_id for upload in uploads), options)
    kept: tuple[Value | None, str] | None = CACHE.get(key)
    if kept is None:
        try:
            kept = (read(uploads, *options), "")
        except BpeError as error:
            # Only the sentence: the error object would keep the file alive.
            kept = (None, str(error))
        CACHE.put(key, kept)
    if kept[0] is None:
        raise BpeError(kept[1])
    return kept[0]
