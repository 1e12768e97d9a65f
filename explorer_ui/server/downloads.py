"""Keeps a file that a visitor asked for until the browser has fetched it, and never mistakes one file for another.

Streamlit makes such a file when its button is pressed, and removes it when two runs of any visitors have ended: with a
class, before a phone on a slow network has asked for it. Files of more than a megabyte are the same to Streamlit if
their lengths and their first, middle and last 64 kilobytes are: whoever changes a long text and saves it again would get
the text before the change.
"""

import sys
import time
from pathlib import PurePosixPath
from threading import Lock

from streamlit.runtime import memory_media_file_storage
from streamlit.runtime.media_file_manager import MediaFileManager

KEPT_SECONDS = 60.0
MAX_KEPT = 100_000_000
"""The maximum number of bytes of files that are kept for the browsers that asked for them; the oldest go first."""


class AskedFiles:
    """The files that were made for a download less than a minute ago."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._files: dict[str, tuple[float, int]] = {}

    def add(self, file_id: str, size: int) -> None:
        """Keep a file of `size` bytes from now on.

        >>> files = AskedFiles()
        >>> files.add("too long", MAX_KEPT + 1)
        >>> files.add("short", 1)
        >>> files.ids()
        {'short'}
        """
        with self._lock:
            self._files.pop(file_id, None)
            self._files[file_id] = time.monotonic() + KEPT_SECONDS, size
            while sum(size for _, size in self._files.values()) > MAX_KEPT:
                del self._files[next(iter(self._files))]

    def ids(self) -> set[str]:
        """Return the ids of the files that are kept now."""
        now = time.monotonic()
        with self._lock:
            self._files = {one: file for one, file in self._files.items() if file[0] > now}
            return set(self._files)


def keep_downloads(manager: MediaFileManager) -> None:
    """Make Streamlit keep what was asked for, and compare files as a whole."""
    asked = AskedFiles()
    execute, inactive = manager.execute_deferred, manager._get_inactive_file_ids  # noqa: SLF001

    def execute_deferred(button: str) -> str:
        address = execute(button)
        file_id = PurePosixPath(address).stem
        if file := manager.read_file(file_id):
            asked.add(file_id, len(file.content))
        return address

    manager.execute_deferred = execute_deferred  # type: ignore[assignment, method-assign]
    manager._get_inactive_file_ids = lambda: inactive() - asked.ids()  # type: ignore[method-assign]  # noqa: SLF001
    memory_media_file_storage._PARTIAL_HASH_THRESHOLD = sys.maxsize  # type: ignore[misc]  # noqa: SLF001
