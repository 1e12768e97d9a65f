"""The two ways to encode and to train: in C, where it was built, and in plain Python."""

import pytest

from bpe_core.fast import native

BOTH = ["C", "Python"]


def in_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do all that follows in one language; a test is skipped where C was not built."""
    monkeypatch.setenv("BPE_CORE_PURE", "0" if language == "C" else "1")
    if language == "C" and native.library() is None:
        pytest.skip("the C file was not built: there is no compiler")
