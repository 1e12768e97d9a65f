"""The C twin of this package, where it was built: `_native.c` says what it holds, `build_native.py` builds it.

It is optional. Without it, or with `BPE_CORE_PURE=1` in the environment, plain Python does the same.
"""

import os
from functools import cache
from importlib import import_module
from typing import Any

from bpe_core.fast.automaton import automaton_of
from bpe_core.unicode16 import class_table

try:
    _native: Any = import_module("bpe_core.fast._native")
except ImportError:
    _native = None

_INTERFACE = 2  # that of the C file: one that was built for another is as good as none

SEED = int.from_bytes(os.urandom(8), "little")
"""The seed of all hashing in C, another one in every process: no text can be made whose chunks collide."""


def library() -> Any:
    """Return the module in C, or None where plain Python is to do the work."""
    if _native is None or _native.INTERFACE != _INTERFACE or os.environ.get("BPE_CORE_PURE", "0") != "0":
        return None
    return _native


@cache
def cutter(split_pattern: str) -> Any:
    """Return what cuts by a published pattern in C; asked only where `library` gives something."""
    near, moves = automaton_of(split_pattern)
    return _native.Cutter(near, class_table(), moves, moves.shape[1])
