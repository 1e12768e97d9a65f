"""Measures work by counting function calls instead of time, and the memory that it takes."""

import gc
import sys
import tracemalloc
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def calls_of(function: Callable[[], Value]) -> tuple[Value, int]:
    """Return a function's result, and the number of function calls it made, including those of C functions.

    The garbage collector is off meanwhile: it calls what earlier tests left to be called when an object is gone.

    >>> calls_of(lambda: [len(word) for word in ("a", "b", "c")])[1] >= 3
    True
    """
    calls = 0

    def count(_frame: object, event: str, _what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(count)
    try:
        value = function()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return value, calls


def peak_of(function: Callable[[], Value]) -> tuple[Value, int]:
    """Return a function's result, and the peak number of bytes allocated while it runs."""
    tracemalloc.start()
    try:
        return function(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
