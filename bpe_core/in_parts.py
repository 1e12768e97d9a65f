"""Work in parts: a generator that yields between them and returns the result, so that one can end it early.

`finished` does all of it.
"""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Value = TypeVar("Value")

InParts: TypeAlias = Generator[object, None, Value]
"""Yields between the parts of its work whatever it has in hand, and returns the result."""


def finished(work: InParts[Value]) -> Value:
    """Do all parts of a work, and return its result.

    >>> def count() -> InParts[int]:
    ...     yield from range(3)
    ...     return 3
    >>> finished(count())
    3
    """
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Value = end.value
            return result
