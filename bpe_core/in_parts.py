"""Work in parts: a generator that yields between parts and returns the result, so that it can be stopped early.

`finished` runs all parts.
"""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Value = TypeVar("Value")

InParts: TypeAlias = Generator[object, None, Value]
"""Yields after each part of its work, with any value, and returns the result."""


def finished(work: InParts[Value]) -> Value:
    """Run all parts of a computation and return its result.

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
