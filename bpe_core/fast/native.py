"""The C twin of this package, where it was built: `_native.c` says what it holds, `build_native.py` builds it.

It is optional. Without it, or with `BPE_CORE_PURE=1` in the environment, plain Python does the same. Here it is
loaded, and here its structures and functions are told once more; what calls them checks what it hands over, and
keeps the arrays alive as long as C reads them.
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

_INTERFACE = 9  # that of the C file: one that was built for another is as good as none

SEED = int.from_bytes(os.urandom(8), "little") | 1
"""The seed of all hashing in C, another one in every process: no text can be made whose chunks collide."""

NONE = 2**32 - 1
"""What stands in the pair of a token that no pair makes, twice."""

MOST_UNITS = 2**31 - 3
"""The greatest size of a text, in bytes, and the greatest id: in C they have 31 bits."""


class PreTokenizer(Structure):
    """The automaton of a split pattern; `at` is where it lies, `arrays` are what it is made of."""

    at: Any
    arrays: list[npt.NDArray[Any]]

    _fields_ = (("classes", c_void_p), ("moves", c_void_p), ("width", c_uint64))


# Of each function what it returns, and what it takes: addresses, and numbers by their bits.
_TYPES: dict[str, Any] = {"-": None, "a": c_void_p, "i": c_int32, "l": c_int64, "u": c_uint64}
_SIGNATURES = {
    "bpe_distinct": ("l", "aaaluaaaa"),
    "bpe_new_encoder": ("a", "aaalu"),
    "bpe_recover": ("l", "aaaaalaa"),
    "bpe_encode": ("l", "aiaaalaa"),
    "bpe_merge": ("l", "aal"),
    "bpe_forget": ("-", "a"),
    "bpe_free_encoder": ("-", "a"),
    "bpe_new_trainer": ("a", "alaalallalu"),
    "bpe_learn": ("l", "alllaa"),
    "bpe_symbols": ("-", "ala"),
    "bpe_free_trainer": ("-", "a"),
}


def is_whole(data: bytes) -> bool:
    """Return whether a library has all the bytes that its headers name.

    Linux maps a file that was cut short and kills the process (SIGBUS) when it reads past its end. Of other systems'
    formats nothing is known here: their loaders refuse such a file themselves.

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
"""The functions in C, or None where plain Python is to do the work."""


def address(array: npt.NDArray[Any]) -> int:
    """Return where an array lies; whoever hands it to C keeps the array as long as C may read it."""
    return array.ctypes.data


def room_for_ids(count: int) -> Any:
    """Return an array that C can write so many ids into; a slice of it is a list, had quicker than numpy's.

    >>> room_for_ids(3)[:2]
    [0, 0]
    """
    return (c_int32 * count)()


@cache
def pre_tokenizer(split_pattern: str) -> PreTokenizer:
    """Return what cuts by a published pattern in C."""
    near, moves = automaton_of(split_pattern)
    classes = class_table().copy()
    classes[: len(near)] = np.frombuffer(near, np.uint8)
    made = PreTokenizer(address(classes), address(moves), moves.shape[1])
    made.at, made.arrays = byref(made), [classes, moves]
    return made
