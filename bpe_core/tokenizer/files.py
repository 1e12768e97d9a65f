r"""Files in parts, which any `concurrent.futures.Executor` reads, and results in the order of the parts.

A part is described by its path and a range of bytes, so little is sent to a worker, which opens the file itself.
The ranges are computed from the size of a file alone. Where two ranges meet, each worker moves on to the first
place at which a block can end (see `fast.split.block_spans`), so both find the same place, and no chunk crosses it:

    file      def f(x):\n    return x\n        PART bytes end here: |
    range 0   def f(x):\n    ret|urn x\n      up to the first place at or after the end of the range
    part 0    def f(x):\n    return| x\n      where both a blank and a chunk begin
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from io import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from bpe_core.fast.split import first_block_end, has_block_end
from bpe_core.on_demand import member
from bpe_core.tokenizer.special_tokens import SpecialPolicy, SpecialTokenError
from bpe_core.types import BpeError

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

PART = 1 << 23
"""The size of a part, in bytes."""

AHEAD = 32
"""How many parts are submitted before the result of the first one is used; their results are in memory."""

FilePath: TypeAlias = str | os.PathLike[str]
"""A path, or an address such as `s3://corpus/a.txt`, which fsspec opens."""

_WINDOW = 1 << 12
_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class FilePart(NamedTuple):
    """A range of a file, in bytes; `stop` is None for the rest of the file."""

    path: str
    start: int = 0
    stop: int | None = None


def parts_of(paths: Iterable[FilePath], *, may_be_cut: bool) -> Iterator[FilePart]:
    """Yield the parts of files, at least one for each file; a whole file is one part unless `may_be_cut`.

    Raises `TypeError` for a single path, and `OSError` for a file that cannot be opened.
    """
    if isinstance(paths, str | os.PathLike):
        raise TypeError(f"paths must be a list, not {type(paths).__name__}")
    for one in paths:
        path = os.fspath(one)
        if not may_be_cut:
            yield FilePart(path)
            continue
        with opened(path) as file:
            size = file.seek(0, SEEK_END)
        for start in range(0, max(size, 1), PART):
            yield FilePart(path, start, start + PART if start + PART < size else None)


def parts_to_encode(tokenizer: Any, paths: Iterable[FilePath]) -> Iterator[FilePart]:
    """Yield the parts of files whose ids, one after another, are those of each file; raises as `parts_of` does."""
    special_token_cut = any(map(has_block_end, tokenizer.special_tokens))
    return parts_of(paths, may_be_cut=tokenizer.may_be_cut and not special_token_cut)


def text_of(part: FilePart) -> str:
    """Read the text of a part, unchanged; raises `OSError`, and `BpeError` if it is not valid UTF-8."""
    with opened(part.path) as file:
        start = _moved(file, part.start, part.stop) if part.start else 0
        if start is None:
            return ""
        stop = None if part.stop is None else _moved(file, part.stop, None)
        file.seek(start)
        data = file.read(-1 if stop is None else stop - start)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BpeError(
            f"{part.path} is not valid UTF-8: byte 0x{data[error.start]:02x} at offset {start + error.start}"
        ) from error


def opened(path: str) -> BinaryIO:
    """Open a file to read bytes; fsspec, which must be installed, opens an address with `://`."""
    if "://" not in path:
        return Path(path).open("rb")
    file: BinaryIO = member("fsspec:open")(path, "rb").open()
    return file


def in_order(
    work: Callable[[_Task], _Result], tasks: Iterable[_Task], executor: "Executor | None", ahead: int
) -> Iterator[_Result]:
    """Yield the result of each task in order; at most `ahead` tasks are waiting or have an unused result.

    Without an executor, each task runs when its result is asked for. An error of a task is raised in its turn.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as pool:
    ...     list(in_order(len, ["a", "bb", "ccc"], pool, 2))
    [1, 2, 3]
    """
    if executor is None:
        yield from map(work, tasks)
        return
    waiting: deque[Future[_Result]] = deque()
    try:
        for task in tasks:
            if len(waiting) == ahead:
                yield waiting.popleft().result()
            waiting.append(executor.submit(work, task))
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _moved(file: BinaryIO, at: int, stop: int | None) -> int | None:
    """Return the first end of a block after a character that begins from `at` on; None for none before `stop`."""
    size = _WINDOW
    while True:
        file.seek(at)
        # A character that begins before `stop` may have three more bytes, and the one after it is looked at.
        most = None if stop is None else stop - at + 7
        data = file.read(size if most is None else min(size, most))
        found = first_block_end(data)
        if found:
            begin, end = found
            return at + end if stop is None or at + begin < stop else None
        if len(data) < size:
            return None
        size *= 4


def encode_part(tokenizer: Any, special: SpecialPolicy, part: FilePart) -> npt.NDArray[np.uint32]:
    """Encode a part with a tokenizer; the position of an error is that in the file."""
    try:
        ids: npt.NDArray[np.uint32] = tokenizer.encode_to_numpy(text_of(part), **special)
    except SpecialTokenError as error:
        raise SpecialTokenError(error.token, error.position + _characters_before(part)) from None
    return ids


def _characters_before(part: FilePart) -> int:
    """Return how many characters of the file precede a part: all bytes but those that continue a character."""
    count = 0
    with opened(part.path) as file:
        left = (_moved(file, part.start, part.stop) or 0) if part.start else 0
        file.seek(0)
        while left and (data := file.read(min(left, PART))):
            left -= len(data)
            count += len(data.translate(None, bytes(range(0x80, 0xC0))))
    return count
