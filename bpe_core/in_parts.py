"""Computations in parts: generators that yield after each part, so that they can be stopped early."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Value = TypeVar("Value")

InParts: TypeAlias = Generator[object, None, Value]
"""A generator that yields any value after each part of its work, and returns the result."""


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
