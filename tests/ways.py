"""The two ways to encode and to train: in C, if it was built, and in plain Python."""

import os
from collections.abc import Callable
from typing import TypeVar

import pytest

from bpe_core.fast import native

BOTH = ["C"] if "TESTS_IN_C_ALONE" in os.environ else ["C", "Python"]
BOTH_WAYS = pytest.mark.usefixtures("language")
"""For files that compare merges or ids with a reference: each test runs in C and in Python."""

Value = TypeVar("Value")

_LIBRARY = {"C": native.library, "Python": None}


def in_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one language from now on; skips the test if that is C and C was not built."""
    monkeypatch.setattr(native, "library", _LIBRARY[language])
    if language == "C" and native.library is None:
        pytest.skip("the C file was not built: there is no compiler")


def each_language(do: Callable[[], Value]) -> dict[str, Value]:
    """Run a function in Python and, if it was built, in C; return the result for each language."""
    results = {}
    for language, library in _LIBRARY.items():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(native, "library", library)
            if language == "Python" or native.library is not None:
                results[language] = do()
    return results
