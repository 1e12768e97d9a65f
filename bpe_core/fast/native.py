"""Loads the C implementation of this package, `_native.c`, if `build_native.py` has built it.

The library is optional: without it, or with `BPE_CORE_PURE=1` in the environment, plain Python does the same.
This module declares its structures and functions. Callers check the arguments that they pass to C, and keep
the arrays alive while C reads them.
"""

import os
import struct
from ctypes import CDLL, Structure, c_int32, c_uint64, c_void_p
from ctypes import byref as byref  # noqa: PLC0414
from ctypes import c_int64 as c_int64  # noqa: PLC0414
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bpe_core.fast.automaton import automaton_of
from bpe_core.unicode16 import class_table

_INTERFACE = 11  # must equal the version in the C file: a library built from another version is not loaded

SEED = int.from_bytes(os.urandom(8), "little") | 1
"""The seed of all hashing in C: random, so that nobody can prepare chunks that collide."""

NONE = 2**32 - 1
"""Marks a token that no pair makes: both ids of its pair have this value."""

MOST_UNITS = 2**31 - 3
"""The largest size of a text, in bytes, and the largest id: both have 31 bits in C."""


class PreTokenizer(Structure):
    """The automaton of a split pattern; `at` is its address, `arrays` are its data."""

    at: Any
    arrays: list[npt.NDArray[Any]]

    _fields_ = (("classes", c_void_p), ("moves", c_void_p), ("width", c_uint64))


# The letters for the return and argument types of functions: addresses and integers.
_TYPES: dict[str, Any] = {"-": None, "a": c_void_p, "i": c_int32, "l": c_int64, "u": c_uint64}
_SIGNATURES = {
    "bpe_distinct": ("l", "aaaluaaaa"),
    "bpe_new_encoder": ("a", "aaalu"),
    "bpe_recover": ("l", "aaaaalaa"),
    "bpe_encode": ("l", "aaaaalaa"),
    "bpe_merge": ("l", "aal"),
    "bpe_new_cache": ("a", "a"),
    "bpe_free_cache": ("-", "a"),
    "bpe_free_encoder": ("-", "a"),
    "bpe_new_trainer": ("a", "alaalallalaau"),
    "bpe_learn": ("l", "alllaa"),
    "bpe_symbols": ("-", "ala"),
    "bpe_free_trainer": ("-", "a"),
}


def is_whole(data: bytes) -> bool:
    """Return whether a library file is as long as its headers say.

    Linux loads a truncated file too, and kills the process (SIGBUS) when it reads past the end. On other
    systems the loader rejects such a file, so their formats are not checked.

    >>> is_whole(b"no ELF"), is_whole(bytes.fromhex("7f454c460201"))
    (True, False)
    """
    if data[:6] != b"\x7fELF\2\1":
        return True
    try:
        segments_at, sections_at, segment_size, segments, section_size, sections = struct.unpack_from(
            "<QQ6xHHHH", data, 32
        )
        ends: list[int] = [sections_at + sections * section_size]
        for number in range(segments):
            begin, length = struct.unpack_from("<Q16xQ", data, segments_at + number * segment_size + 8)
            ends.append(begin + length)
    except struct.error:
        return False
    return max(ends) <= len(data)


def _load() -> CDLL | None:
    built = find_spec("bpe_core.fast._native")
    if built is None or built.origin is None or not is_whole(Path(built.origin).read_bytes()):
        return None
    try:
        library = CDLL(built.origin)
        if c_int32.in_dll(library, "bpe_interface").value != _INTERFACE:
            return None
        for name, (result, arguments) in _SIGNATURES.items():
            function = library[name]
            function.restype, function.argtypes = _TYPES[result], [_TYPES[one] for one in arguments]
            setattr(library, name, function)
    except (OSError, ValueError, AttributeError):
        return None
    return library


library: Any = None if os.environ.get("BPE_CORE_PURE", "0") != "0" else _load()
"""The functions in C, or None if plain Python is used."""


def address(array: npt.NDArray[Any]) -> int:
    """Return the address of an array; the caller keeps the array alive while C may read it."""
    return array.ctypes.data


def room_for_ids(count: int) -> Any:
    """Return a ctypes array into which C writes `count` ids; its slices become lists faster than numpy's do.

    >>> room_for_ids(3)[:2]
    [0, 0]
    """
    return (c_int32 * count)()


@cache
def pre_tokenizer(split_pattern: str) -> PreTokenizer:
    """Return the pre-tokenizer of a published pattern, for C."""
    near, moves = automaton_of(split_pattern)
    classes = class_table().copy()
    classes[: len(near)] = np.frombuffer(near, np.uint8)
    made = PreTokenizer(address(classes), address(moves), moves.shape[1])
    made.at, made.arrays = byref(made), [classes, moves]
    return made
