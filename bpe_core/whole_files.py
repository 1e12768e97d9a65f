"""Writes files so that one that cannot be written to its end does not replace an earlier one."""

import os
from collections.abc import Mapping
from contextlib import suppress
from errno import EACCES, EPERM, EROFS
from pathlib import Path
from stat import S_IMODE, S_ISREG


def write_files(files: Mapping[Path, bytes]) -> None:
    """Write files, path -> content, or leave all of them as they were; raises `OSError` with the path.

    Each file is written under another name first and then renamed, except where this would change more than
    its content: a device or a file with several names is written directly.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_files({Path(folder, "a"): b"1", Path(folder, "b"): b"2"})
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['a', 'b']
    """
    new: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            if _may_be_replaced(path):
                new[path] = Path(os.path.realpath(path)).with_name(f".{os.urandom(8).hex()}")
                if not _is_written_next_to(path, new[path], data):
                    del new[path]
        for path, data in files.items():
            # A file that is a mount point of its own cannot be replaced.
            with suppress(OSError, KeyError):
                new[path].replace(os.path.realpath(path))
                continue
            path.write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        for left in new.values():
            with suppress(OSError):
                left.unlink()


def _may_be_replaced(path: Path) -> bool:
    # /dev/stdout can lead to a regular file, which the shell has opened.
    if str(path.absolute()).startswith(("/dev/", "/proc/")):
        return False
    if not path.exists():
        return True
    status = path.stat()
    return S_ISREG(status.st_mode) and status.st_nlink == 1 and os.access(path, os.W_OK)


def _is_written_next_to(path: Path, new: Path, data: bytes) -> bool:
    """Write the new file with the permissions of the old one; return False if it cannot have the same place or owner."""
    try:
        file = new.open("xb")
    except OSError as error:
        if error.errno in (EACCES, EPERM, EROFS):
            return False
        raise
    with file:
        status = os.fstat(file.fileno())
        old = path.stat() if path.exists() else status
        is_alike = (old.st_uid, old.st_gid) == (status.st_uid, status.st_gid)
        if is_alike:
            new.chmod(S_IMODE(old.st_mode))
            file.write(data)
    if not is_alike:
        new.unlink()
    return is_alike
