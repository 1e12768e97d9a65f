"""One text in disguises: texts that look the same to a reader, or nearly, and are other bytes to a tokenizer.

    plain                   the office     74 68 65 20 6F 66 66 69 63 65
    Cyrillic look-alikes    thе оffiсе     е, о and с are Cyrillic letters
    bold letters            𝐭𝐡𝐞 𝐨𝐟𝐟𝐢𝐜𝐞     each letter has four bytes
    pasted from a PDF       the oﬃce       ffi is one character

NFKC, a Unicode normalization, replaces characters that are only another form of others, such as bold letters; it
does not know which letters look alike.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import regex

PLAIN = "as it is"
"""The name of the text without a disguise."""

_LOOK_ALIKES = str.maketrans("ABCEHIJKMOPSTXYaceijopsxy", "АВСЕНІЈКМОРЅТХУасеіјорѕху")
_BOLD = {
    ord(first) + index: bold + index
    for first, bold, count in (("A", 0x1D400, 26), ("a", 0x1D41A, 26), ("0", 0x1D7CE, 10))
    for index in range(count)
}
_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_WORD = regex.compile(r"\p{L}+")
_SHORTEST_MISTYPED, _SHORTEST_HYPHENATED = 5, 8
_SOFT_HYPHEN, _ZERO_WIDTH_SPACE = "\u00ad", "\u200b"


@dataclass(frozen=True, slots=True)
class Disguise:
    """A text in a disguise, and what is left of the disguise after NFKC.

    `left` is "nothing" if NFKC makes it the same as the plain text, "all" if NFKC undoes nothing, and otherwise
    the names of the characters that stay. `is_plain` says that the text has nothing that this disguise changes.
    """

    name: str
    text: str
    is_plain: bool
    left: str


def disguises(text: str) -> list[Disguise]:
    """Return a text as it is, and then in each disguise.

    >>> [(one.text, one.left) for one in disguises("fine day") if one.name in ("bold letters", "capitals")]
    [('𝐟𝐢𝐧𝐞 𝐝𝐚𝐲', 'nothing'), ('FINE DAY', 'all')]
    """
    found = []
    for name, disguise in _DISGUISES.items():
        disguised = disguise(text)
        found.append(Disguise(name, disguised, disguised == text, _left(text, disguised)))
    return found


def _left(text: str, disguised: str) -> str:
    """Return what NFKC leaves of a disguise.

    >>> _left("office", "of\u00ad\ufb01ce"), _left("office", "of\ufb01ce"), _left("office", "offcie")
    ('SOFT HYPHEN', 'nothing', 'all')
    """
    plain, after = (unicodedata.normalize("NFKC", one) for one in (text, disguised))
    if plain == after:
        return "nothing"
    stays = Counter(after) - Counter(plain)
    if not stays or stays.total() >= (Counter(disguised) - Counter(text)).total():
        return "all"
    return ", ".join(unicodedata.name(one, f"U+{ord(one):04X}") for one in sorted(stays))


def _mistyped(word: str) -> str:
    """Swap two letters in the middle.

    >>> _mistyped("tokens"), _mistyped("coffee")
    ('toekns', 'cofefe')
    """
    for at in range(len(word) // 2 - 1, len(word) - 2):
        if at and word[at] != word[at + 1] and len(word) >= _SHORTEST_MISTYPED:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word


def _hyphenated(word: str) -> str:
    middle = len(word) // 2
    return word if len(word) < _SHORTEST_HYPHENATED else f"{word[:middle]}{_SOFT_HYPHEN}{word[middle:]}"


def _from_pdf(text: str) -> str:
    r"""Write as a file for printing does: a place to hyphenate in each long word, and ligatures.

    >>> ascii(_from_pdf("efficient flow"))
    "'e\\ufb03\\xadcient \\ufb02ow'"
    """
    found = _of_words(_hyphenated)(text)
    return regex.sub("ffi|ffl|ff|fi|fl", lambda match: _LIGATURES[match[0]], found)


def _of_words(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: _WORD.sub(lambda match: change(match[0]), text)


# First those that look the same, then what a reader sees.
_DISGUISES: Mapping[str, Callable[[str], str]] = {
    PLAIN: lambda text: text,
    "bold letters": lambda text: text.translate(_BOLD),
    "zero-width spaces": _ZERO_WIDTH_SPACE.join,
    "Cyrillic look-alikes": lambda text: text.translate(_LOOK_ALIKES),
    "pasted from a PDF": _from_pdf,
    "decomposed (NFD)": lambda text: unicodedata.normalize("NFD", text),
    "typing errors": _of_words(_mistyped),
    "capitals": str.upper,
    "without spaces": lambda text: "".join(text.split()),
}
