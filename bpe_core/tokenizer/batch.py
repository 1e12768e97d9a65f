"""Processes several texts, or several lists of ids, in one call."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from bpe_core.on_demand import member

_One = TypeVar("_One")
_Result = TypeVar("_Result")


def each(
    work: Callable[[_One], _Result], batch: Iterable[_One], *, num_threads: int, what: str
) -> list[_Result]:
    """Return the results of a function for a batch, in order, computed by the given number of threads.

    Raises `TypeError` for a batch that is one string or not iterable, and for a number of threads that is not
    an integer; `ValueError` for fewer than 1 thread. Errors call the batch `what`.

    >>> each(len, ["low", ""], num_threads=1, what="texts")
    [3, 0]
    """
    if isinstance(batch, str | bytes) or not isinstance(batch, Iterable):
        raise TypeError(f"{what} must be a list, not {type(batch).__name__}")
    if isinstance(num_threads, bool) or not isinstance(num_threads, int):
        raise TypeError(f"num_threads must be a whole number, not {type(num_threads).__name__}")
    if num_threads < 1:
        raise ValueError(f"num_threads must be at least 1, got {num_threads}")
    if num_threads == 1:
        return list(map(work, batch))
    # Imported late: it takes a tenth of the engine's import time.
    with member("concurrent.futures:ThreadPoolExecutor")(num_threads) as pool:
        return list(pool.map(work, batch))
