"""The C twin of this package, where it was built: `_native.c` says what it holds, `build_native.py` builds it.

It is optional. Without it, or with `BPE_CORE_PURE=1` in the environment, plain Python does the same. Here it is
loaded, and here its structures and functions are told once more; what calls them checks what it hands over, and
keeps the arrays alive as long as C reads them.
"""

import os
from ctypes import CDLL, Structure, c_char_p, c_int32, c_uint64, c_void_p
from ctypes import byref as byref  # noqa: PLC0414
from ctypes import c_int64 as c_int64  # noqa: PLC0414
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.fast.automaton import automaton_of
from bpe_core.unicode16 import class_table

_INTERFACE = 3  # that of the C file: one that was built for another is as good as none

SEED = int.from_bytes(os.urandom(8), "little") | 1
"""The seed of all hashing in C, another one in every process: no text can be made whose chunks collide."""

NONE = 2**32 - 1
"""What C writes where there is no rank, no token, no pair."""

MOST_UNITS = 2**31 - 3
"""The greatest size of a text, in bytes, and the greatest id: in C they have 31 bits."""


class Table(Structure):
    """Keys to values."""

    _fields_ = (("entries", c_void_p), ("mask", c_uint64), ("seed", c_uint64))


class Strings(Structure):
    """Strings by number, and the number of a string."""

    _fields_ = (("bytes", c_void_p), ("spans", c_void_p), ("number", Table))


class Cutter(Structure):
    """The automaton of a split pattern; `at` is where it lies, `arrays` are what it is made of."""

    at: Any
    arrays: list[npt.NDArray[Any]]

    _fields_ = (("near", c_void_p), ("classes", c_void_p), ("moves", c_void_p), ("width", c_uint64))


class Encoder(Structure):
    """The tables of a vocabulary."""

    _fields_ = (
        ("byte_id", c_void_p),
        ("made", c_void_p),
        ("count", c_int64),
        ("ranks", Table),
        ("tokens", Strings),
    )


_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "bpe_distinct": (c_int64, [c_void_p, c_char_p, c_int64, c_uint64, c_void_p, c_void_p, c_void_p]),
    "bpe_encode": (
        c_int64,
        [*[c_void_p] * 4, c_char_p, c_int64, c_int64, c_void_p, c_int64, c_void_p, c_void_p],
    ),
    "bpe_fill_ranks": (None, [c_void_p, c_void_p]),
    "bpe_spell": (c_int64, [c_void_p, c_void_p, c_void_p, c_void_p, c_int64]),
    "bpe_fill_tokens": (None, [c_void_p]),
    "bpe_recover": (c_int64, [c_void_p, c_void_p, c_void_p]),
    "bpe_new_trainer": (
        c_void_p,
        [c_void_p, c_int64, c_void_p, c_void_p, c_int64, c_void_p, c_int64, c_uint64],
    ),
    "bpe_learn": (c_int64, [c_void_p, c_int64, c_int64, c_int64, c_int64, c_void_p, c_void_p]),
    "bpe_symbols": (None, [c_void_p, c_int64, c_void_p]),
    "bpe_free_trainer": (None, [c_void_p]),
}


def _load() -> CDLL | None:
    built = find_spec("bpe_core.fast._native")
    if built is None or built.origin is None:
        return None
    try:
        library = CDLL(built.origin)
        if c_int32.in_dll(library, "bpe_interface").value != _INTERFACE:
            return None
        for name, (result, arguments) in _SIGNATURES.items():
            function = library[name]
            function.restype, function.argtypes = result, arguments
            setattr(library, name, function)
    except (OSError, ValueError, AttributeError):
        return None
    return library


_library = _load()


def library() -> Any:
    """Return the functions in C, or None where plain Python is to do the work."""
    return None if os.environ.get("BPE_CORE_PURE", "0") != "0" else _library


def address(array: npt.NDArray[Any]) -> int:
    """Return where an array lies; whoever hands it to C keeps the array as long as C may read it."""
    at: int = array.__array_interface__["data"][0]
    return at


def new_table(num_keys: int, seed: int) -> tuple[Table, npt.NDArray[Any]]:
    """Return an empty table that has room for so many keys, and the array that it lies in.

    With the seed 0 its keys are hashes themselves.

    >>> new_table(100, SEED)[0].mask
    255
    """
    slots = 1 << max(4, (2 * num_keys - 1).bit_length())
    entries = np.full((slots, 2), 2**64 - 1, np.uint64)
    return Table(address(entries), slots - 1, seed), entries


@cache
def cutter(split_pattern: str) -> Cutter:
    """Return what cuts by a published pattern in C."""
    near, moves = automaton_of(split_pattern)
    arrays: list[npt.NDArray[Any]] = [np.frombuffer(near, np.uint8), class_table(), moves]
    made = Cutter(*[address(array) for array in arrays], moves.shape[1])
    made.at, made.arrays = byref(made), arrays
    return made
