"""The two ways to encode and to train: in C, where it was built, and in plain Python."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from bpe_core.fast import native

BOTH = ["C", "Python"]
BOTH_WAYS = pytest.mark.usefixtures("language")
"""The mark of files that compare merges or ids with a reference: each test runs in C and in Python."""

Value = TypeVar("Value")

_LIBRARY = {"C": native.library, "Python": None}


def in_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do all that follows in one language; a test is skipped where C was not built."""
    monkeypatch.setattr(native, "library", _LIBRARY[language])
    if language == "C" and native.library is None:
        pytest.skip("the C file was not built: there is no compiler")


def each_language(do: Callable[[], Value]) -> dict[str, Value]:
    """Do something in each language, C only where it was built; return what came out of each."""
    results = {}
    for language in BOTH:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(native, "library", _LIBRARY[language])
            if language == "Python" or native.library is not None:
                results[language] = do()
    return results
