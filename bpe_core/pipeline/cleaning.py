r"""Steps that handle each character separately: BERT's cleaning, removing marks, bytes as glyphs.

    text      "naïve\t你\u200b"
    clean     "naïve 你"          control characters dropped, white space replaced with a space
    chinese   "naïve  你 "        a space on both sides of each Chinese character
    accents   "naive  你 "        after NFD has separated them from their letters

Source: huggingface/tokenizers, version 0.23, `normalizers/bert.rs`, `strip.rs`, `unicode.rs`, `byte_level.rs`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bpe_core.alphabets import to_glyphs
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.unicode16 import CATEGORIES, COMBINING, CONTROL, NONSPACING, category_table, dropped_table

Cleaning: TypeAlias = Literal["clean", "chinese", "marks", "accents", "glyphs"]

_TITLES: Mapping[Cleaning, str] = {
    "clean": "control characters are dropped, white space becomes a space",
    "chinese": "spaces around each Chinese character",
    "marks": "combining marks are dropped",
    "accents": "accents are dropped",
    "glyphs": "bytes become glyphs",
}
# Chinese as Hugging Face's BERT normalizer defines it: blocks of ideographs, one of which begins there at
# U+2B920 instead of U+2B820.
_CHINESE = (
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2B81F), (0x2B920, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EachCharacter:
    r"""Replaces each character as one kind of cleaning requires: with itself, another, several or none.

    >>> EachCharacter("accents").apply(AlignedText.of("e\u0301")).text, EachCharacter("clean").apply(AlignedText.of("a\tb")).text
    ('e', 'a b')
    """

    kind: Cleaning

    @property
    def title(self) -> str:
        return _TITLES[self.kind]

    def apply(self, aligned: AlignedText) -> AlignedText:
        clean = _CLEANERS[self.kind]
        changes = ((index, clean(character)) for index, character in enumerate(aligned.text))
        return aligned.with_text(
            (index, index + 1, new) for index, new in changes if new != aligned.text[index]
        )


def _clean(character: str) -> str:
    if dropped_table()[ord(character)] & CONTROL:
        return ""
    is_blank = character in "\t\n\r" or CATEGORIES[category_table()[ord(character)]][0] == "Z"
    return " " if is_blank else character


def _chinese(character: str) -> str:
    is_chinese = any(first <= ord(character) <= last for first, last in _CHINESE)
    return f" {character} " if is_chinese else character


def _without(bit: int) -> Callable[[str], str]:
    return lambda character: "" if dropped_table()[ord(character)] & bit else character


_CLEANERS: Mapping[Cleaning, Callable[[str], str]] = {
    "clean": _clean,
    "chinese": _chinese,
    "marks": _without(COMBINING),
    "accents": _without(NONSPACING),
    "glyphs": lambda character: to_glyphs(character.encode("utf-8")),
}
