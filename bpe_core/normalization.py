"""Text to text: what is changed before anything is cut.

The whole way of a text, each step a value of its own: normalize (here), cut (`pretokenization`), base units
(`alphabets`), merge (`training`, `tokenizer`), special tokens (`tokenizer`). A recipe names its normalizers.
"""

from collections.abc import Callable, Iterable, Mapping

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.types import NormalizerName


def lower_character(character: str) -> str:
    """Return a character in lower case, by itself: a Σ at the end of a word becomes σ, not ς.

    >>> "".join(map(lower_character, "ΟΣ"))
    'οσ'
    """
    return _NEW_LOWER.get(character) or character.lower()


# Pairs of Unicode 15 to 17, which the library knows and an older Python does not.
_NEW_LOWER: Mapping[str, str] = {
    chr(upper): chr(lower)
    for upper, lower in (
        (0x1C89, 0x1C8A),
        (0xA7CB, 0x0264),
        *((upper, upper + 1) for upper in (0xA7CC, 0xA7CE, 0xA7D2, 0xA7D4, 0xA7DA)),
        (0xA7DC, 0x019B),
        *((upper, upper + 0x20) for upper in range(0x10D50, 0x10D66)),
        *((upper, upper + 0x1B) for upper in range(0x16EA0, 0x16EB9)),
    )
}


def _lowercase(text: str) -> str:
    return text.lower() if text.isascii() else "".join(map(lower_character, text))


NORMALIZERS: Mapping[NormalizerName, Callable[[str], str]] = {"lowercase": _lowercase}
"""The normalizers that a recipe may name: a further one is a name in `NormalizerName` and a function here."""


def normalize(text: str, normalizers: Iterable[NormalizerName]) -> str:
    r"""Return a text as the normalizers leave it, one after the other, and never with a lone surrogate.

    >>> normalize("Ünder\ud800", ["lowercase"]), normalize("Ünder", [])
    ('ünder�', 'Ünder')
    """
    text = replace_lone_surrogates(text)
    for name in normalizers:
        text = NORMALIZERS[name](text)
    return text
