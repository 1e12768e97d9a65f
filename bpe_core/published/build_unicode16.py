"""Rebuild the table of Unicode 16 classes from tiktoken: `python -m bpe_core.published.build_unicode16`.

The classes are read from the engine itself, so that they are the ones by which it cuts: with a pattern
that is one class and the 256 bytes as the only tokens, what is encoded is what the class matches. tiktoken
0.14 is on Unicode 16; it is needed only here and in the tests.
"""

import zlib

import numpy as np
import numpy.typing as npt
import tiktoken

from bpe_core.unicode16 import CLASSES, TABLE


def classes_of_tiktoken() -> npt.NDArray[np.uint8]:
    """Return the class that tiktoken's engine gives every code point, as its place in `CLASSES`: uint8."""
    code_points = np.concatenate((np.arange(0xD800), np.arange(0xE000, 0x110000)))
    everything = code_points.astype("<u4").tobytes().decode("utf-32-le")
    table = np.zeros(0x110000, np.uint8)
    for number, name in enumerate(CLASSES[1:], 1):
        engine = tiktoken.Encoding(
            name,
            pat_str=r"\s" if name == "space" else rf"\p{{{name}}}",
            mergeable_ranks={bytes([byte]): byte for byte in range(256)},
            special_tokens={},
        )
        matched = engine.decode(engine.encode_ordinary(everything))
        table[np.frombuffer(matched.encode("utf-32-le"), "<u4")] = number
    return table


if __name__ == "__main__":
    TABLE.write_bytes(zlib.compress(classes_of_tiktoken().tobytes(), 9))
