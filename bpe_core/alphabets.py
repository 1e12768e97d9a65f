"""Base units: what a text consists of before the first merge.

There are four alphabets, by name:

- `bytes`: the 256 byte values; they can represent any text.
- `byte-glyphs`: the bytes that occur in training, each written as GPT-2's printable glyph (a space is Ġ).
- `characters`: the characters (code points) that occur in training.
- `word-marker`: Latin-1 and all other characters that occur in training; every space except a leading one is
  written as Ġ.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bpe_core.types import AlphabetName, BpeError, UnknownCharacterError

IntArray = npt.NDArray[np.int32]

WORD_MARKER = "Ġ"
"""Marks the space before a word in the `word-marker` alphabet, and is the glyph of byte 32."""


def check_text(text: object) -> None:
    """Raise `TypeError` if the text is not a string.

    >>> check_text(b"low")
    Traceback (most recent call last):
    ...
    TypeError: a text must be a str, not bytes
    """
    if not isinstance(text, str):
        raise TypeError(f"a text must be a str, not {type(text).__name__}")


def replace_lone_surrogates(text: str) -> str:
    r"""Replace unpaired surrogates, which UTF-8 cannot encode, as tiktoken does.

    Two surrogates that form a pair become the character they encode; an unpaired surrogate becomes U+FFFD.
    A text without surrogates is returned unchanged. Raises `TypeError` if the text is not a string.

    >>> replace_lone_surrogates("a\ud800b")
    'a�b'
    """
    check_text(text)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _byte_glyphs() -> tuple[str, ...]:
    # The glyph of a byte is its Latin-1 character if that is printable. The other 68 bytes, in increasing
    # order, get the code points from 256 on: byte 0 is Ā (256), byte 10 is Ċ (266), byte 32 is Ġ (288).
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    glyphs = []
    spare = 256
    for byte in range(256):
        if byte in printable:
            glyphs.append(chr(byte))
        else:
            glyphs.append(chr(spare))
            spare += 1
    return tuple(glyphs)


BYTE_GLYPHS: tuple[str, ...] = _byte_glyphs()
"""GPT-2's printable glyph of each byte: 256 different characters, none of them white space or a control character.

Source: `bytes_to_unicode` in the code released with GPT-2 (2019).

>>> BYTE_GLYPHS[ord("A")], BYTE_GLYPHS[ord(" ")], BYTE_GLYPHS[ord("\\n")]
('A', 'Ġ', 'Ċ')
"""

BYTE_OF_GLYPH: Mapping[str, int] = {glyph: byte for byte, glyph in enumerate(BYTE_GLYPHS)}
"""The inverse of `BYTE_GLYPHS`."""

# Tables for `str.translate`, from bytes (decoded as Latin-1) to glyphs and back. A character below 256 that is
# not a glyph becomes U+FFFF, which Latin-1 cannot encode.
_GLYPH_OF_LATIN_1 = dict(enumerate(BYTE_GLYPHS))
_LATIN_1_OF_GLYPH = dict.fromkeys(range(256), "\uffff") | {
    ord(glyph): chr(byte) for glyph, byte in BYTE_OF_GLYPH.items()
}


def to_glyphs(token_bytes: bytes) -> str:
    """Write bytes in GPT-2's printable glyphs.

    >>> to_glyphs(" naïve".encode())
    'ĠnaÃ¯ve'
    """
    return token_bytes.decode("latin-1").translate(_GLYPH_OF_LATIN_1)


def from_glyphs(glyphs: str) -> bytes:
    """Read GPT-2's printable glyphs back into bytes; raises `BpeError` for a character that is not one of them.

    >>> from_glyphs("Ġthe")
    b' the'
    """
    try:
        return glyphs.translate(_LATIN_1_OF_GLYPH).encode("latin-1")
    except UnicodeEncodeError as error:
        foreign = glyphs[error.start]
        raise BpeError(f"{foreign!r} in {glyphs!r} is not one of the 256 byte glyphs") from None


def counts_bytes(alphabet: AlphabetName) -> bool:
    """Return whether the base unit of an alphabet is a byte; otherwise it is a character.

    >>> counts_bytes("byte-glyphs"), counts_bytes("characters")
    (True, False)
    """
    return alphabet in ("bytes", "byte-glyphs")


def written(text: str, alphabet: AlphabetName) -> str:
    """Return a text in the form in which an alphabet encodes it; only `word-marker` changes it.

    `word-marker` replaces every space except a leading one with Ġ. It raises `UnknownCharacterError` for a text
    that contains Ġ itself, which decoding could not distinguish from a space.

    >>> written(" a b", "word-marker"), written(" a b", "characters")
    (' aĠb', ' a b')
    """
    if alphabet != "word-marker":
        return text
    if WORD_MARKER in text:
        reason = "marks a space in this recipe, so a text that contains it could not be decoded."
        raise UnknownCharacterError(WORD_MARKER, text.index(WORD_MARKER), reason)
    return text[:1] + text[1:].replace(" ", WORD_MARKER)


def unit_values(text: str, alphabet: AlphabetName) -> IntArray:
    """Return the base units of a text: byte values or code points, int32.

    The text must be a result of `written` without unpaired surrogates.

    >>> unit_values("né", "bytes").tolist(), unit_values("né", "characters").tolist()
    ([110, 195, 169], [110, 233])
    """
    if counts_bytes(alphabet):
        return np.frombuffer(text.encode("utf-8"), np.uint8).astype(np.int32)
    return np.frombuffer(text.encode("utf-32-le"), np.int32).copy()


@dataclass(frozen=True, repr=False, slots=True)
class BaseVocabulary:
    """The tokens that exist before the first merge.

    `id_of_unit` maps a base unit (byte value or code point) to its id; `vocab` maps every id, including
    special tokens, to the bytes it decodes to; the ids of merges start at `len(vocab)`.

    >>> base = BaseVocabulary("characters", {97: 0}, {"<s>": 1}, {0: b"a", 1: b"<s>"})
    >>> base.vocab[base.id_of_unit[ord("a")]]
    b'a'
    """

    alphabet: AlphabetName
    id_of_unit: Mapping[int, int]
    special_tokens: Mapping[str, int]
    vocab: Mapping[int, bytes]

    def __repr__(self) -> str:
        special = f"{len(self.special_tokens):,} special tokens"
        return f"<BaseVocabulary {self.alphabet!r}, {len(self.id_of_unit):,} base units, {special}>"


def written_vocab(base: BaseVocabulary) -> dict[int, bytes]:
    """Return the bytes of every base unit and special token; the word marker has its own bytes, not those of a space.

    >>> from bpe_core.recipes import RECIPES
    >>> from bpe_core.training.beginning import base_vocabulary
    >>> base = base_vocabulary(RECIPES["word-marker"], ["a"])
    >>> written_vocab(base)[base.id_of_unit[ord("Ġ")]].decode()
    'Ġ'
    """
    if base.alphabet != "word-marker":
        return dict(base.vocab)
    return {**base.vocab, base.id_of_unit[ord(WORD_MARKER)]: WORD_MARKER.encode()}


def unit_bytes(unit: int, alphabet: AlphabetName) -> bytes:
    r"""Return the bytes that one base unit decodes to; the word marker decodes to a space.

    >>> unit_bytes(0xC3, "bytes"), unit_bytes(ord("é"), "characters"), unit_bytes(ord("Ġ"), "word-marker")
    (b'\xc3', b'\xc3\xa9', b' ')
    """
    if counts_bytes(alphabet):
        return bytes([unit])
    if alphabet == "word-marker" and unit == ord(WORD_MARKER):
        return b" "
    return chr(unit).encode("utf-8")


def check_alphabet(text: str, base: BaseVocabulary) -> None:
    """Raise `UnknownCharacterError` for the first character without an id; `text` is a result of `written`.

    >>> from bpe_core.recipes import RECIPES
    >>> from bpe_core.training.beginning import base_vocabulary
    >>> base = base_vocabulary(RECIPES["characters"], ["aab"])
    >>> try:
    ...     check_alphabet("bax", base)
    ... except UnknownCharacterError as error:
    ...     print(error.character, error.position)
    x 2
    """
    known = base.id_of_unit
    if counts_bytes(base.alphabet):
        if len(known) == 256:
            return
        unknown = [one for one in set(text) if not known.keys() >= set(one.encode("utf-8"))]
    else:
        unknown = [one for one in set(text) if ord(one) not in known]
    if unknown:
        index = min(map(text.index, unknown))
        reason = "is not in this recipe's alphabet, which contains only what occurred in the training text."
        raise UnknownCharacterError(text[index], index, reason)


def base_ids(text: str, base: BaseVocabulary) -> IntArray:
    """Return the id of every base unit of a text, int32.

    The text must be a result of `written` without unpaired surrogates. Raises `UnknownCharacterError` for a
    character that is not in the alphabet.

    >>> from bpe_core.recipes import RECIPES
    >>> from bpe_core.training.beginning import base_vocabulary
    >>> base_ids("cab", base_vocabulary(RECIPES["characters"], ["aab aac"])).tolist()
    [3, 1, 2]
    """
    check_alphabet(text, base)
    values = unit_values(text, base.alphabet)
    if counts_bytes(base.alphabet):
        id_of_byte = np.full(256, -1, np.int32)
        id_of_byte[[*base.id_of_unit]] = [*base.id_of_unit.values()]
        return id_of_byte[values]
    distinct, where = np.unique(values, return_inverse=True)
    return np.array([base.id_of_unit[value] for value in distinct.tolist()], np.int32)[where]
