r"""Rebuild the table of Unicode 16: `python -m bpe_core.published.build_unicode16`.

Hugging Face tokenizers itself computes everything, so that the tables match its own. The categories are found
by replacing the matches of `\p{Lu}` and other properties (Oniguruma, the regex engine of version 0.23, uses
Unicode 16), the other sets by trying every code point. That library is needed only here and in tests, which
check that tiktoken's classes are the same.
"""

import zlib
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import numpy.typing as npt
from tokenizers import Regex, normalizers, pre_tokenizers

from bpe_core.unicode16 import (
    CATEGORIES,
    COMBINING,
    CONTROL,
    NONSPACING,
    NORMALIZES,
    NUMERIC,
    PUNCTUATION,
    TABLE,
)

_MARK = "\x01"  # a character of category Cc
_SCALARS = np.concatenate((np.arange(0xD800), np.arange(0xE000, 0x110000)))
# U+0345 has combining class 240, the highest: a mark of any other class is sorted before it.
_LAST_MARK = "\u0345"


def table_of_tokenizers() -> npt.NDArray[np.uint8]:
    """Return both tables of `bpe_core.unicode16`, one after the other: uint8, a byte for every code point."""
    table, dropped = _categories(), np.zeros(0x110000, np.uint8)
    _mark(table, {PUNCTUATION: _is_punctuation, NUMERIC: _is_numeric, NORMALIZES: _normalizes()})
    accents = normalizers.BertNormalizer(
        clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False
    )
    control = normalizers.BertNormalizer(
        clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False
    )
    by_bit = {CONTROL: control, COMBINING: normalizers.StripAccents(), NONSPACING: accents}
    _mark(dropped, {bit: partial(_is_dropped, normalizer) for bit, normalizer in by_bit.items()})
    return np.concatenate((table, dropped))


def _mark(table: npt.NDArray[np.uint8], sets: Mapping[int, Callable[[str], bool]]) -> None:
    characters = list(map(chr, _SCALARS.tolist()))
    for bit, holds in sets.items():
        table[[ord(character) for character in characters if holds(character)]] |= bit


def _is_dropped(normalizer: normalizers.Normalizer, character: str) -> bool:
    return bool(normalizer.normalize_str(character) == "")


def _categories() -> npt.NDArray[np.uint8]:
    everything = _SCALARS.astype("<u4").tobytes().decode("utf-32-le")
    table = np.zeros(0x110000, np.uint8)
    for number, name in enumerate(CATEGORIES):
        marked = normalizers.Replace(Regex(rf"\p{{{name}}}"), _MARK).normalize_str(everything)
        matched = np.frombuffer(marked.encode("utf-32-le"), "<u4") == ord(_MARK)
        table[_SCALARS[matched]] = number
    table[ord(_MARK)] = CATEGORIES.index("Cc")
    return table


def _is_punctuation(character: str) -> bool:
    return len(pre_tokenizers.Punctuation().pre_tokenize_str(f"a{character}a")) == 3


def _is_numeric(character: str) -> bool:
    return len(pre_tokenizers.Digits(individual_digits=True).pre_tokenize_str(f"a{character}a")) == 3


def _normalizes() -> Callable[[str], bool]:
    canonical, compatible = normalizers.NFD().normalize_str, normalizers.NFKD().normalize_str
    parts = {part for number in _SCALARS.tolist() for part in canonical(chr(number))[1:]}

    def holds(character: str) -> bool:
        is_reordered = canonical(f"a{_LAST_MARK}{character}") == f"a{character}{_LAST_MARK}"
        return character in parts or is_reordered or compatible(character) != character

    return holds


if __name__ == "__main__":
    TABLE.write_bytes(zlib.compress(table_of_tokenizers().tobytes(), 9))
