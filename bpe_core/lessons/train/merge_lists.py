r"""Reads lists of merges in the forms in which people have them: pasted from a book or a terminal, or saved to a file.

u g -> ug                       printed in a book, one per line
(b'u', b'g')                    printed by Python
[["u", "g"], ["h", "ug"]]       JSON
#version: 0.2\nu g\nh ug        GPT-2's merges.txt, in byte glyphs
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

from bpe_core.alphabets import WORD_MARKER, counts_bytes, from_glyphs, replace_lone_surrogates
from bpe_core.formats.checks import MAX_TOKENS, Part, read_json
from bpe_core.lessons.several_texts import text_of_bytes
from bpe_core.lessons.train.word_counts import END_OF_WORD
from bpe_core.types import AlphabetName, BpeError

Side: TypeAlias = str | bytes
SpelledPair: TypeAlias = tuple[Side, Side]

_MOST_BYTES = 4_000_000
_LONGEST_SIDE = 500
_QUOTED = rf"""(b?)(?:'((?:[^'\\\n]|\\.){{0,{_LONGEST_SIDE}}})'|"((?:[^"\\\n]|\\.){{0,{_LONGEST_SIDE}}})")"""
_PAIR_OF_PYTHON = re.compile(rf"\(\s?{_QUOTED},\s?{_QUOTED}\s?\)")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|.)")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def read_merge_file(data: bytes) -> list[SpelledPair]:
    r"""Read a list of merges from a file in UTF-8 or, with a byte order mark, UTF-16.

    Raises `BpeError` for a pickle, and for anything that is not such a list.

    >>> read_merge_file(b'[["u", "g"], ["h", "ug"]]')
    [('u', 'g'), ('h', 'ug')]
    >>> read_merge_file(b"#version: 0.2\n\xc4\xa0 t\n")
    [(b' ', b't')]
    """
    if data.startswith(b"\x80"):
        raise BpeError(
            "This is a pickle, and loading one can run any code, so it is not opened. Save the merges as text: "
            "print each pair on a separate line, for example with print(pair)."
        )
    return read_merges(text_of_bytes(data, name="The list").removeprefix("\ufeff"))


def read_merges(text: str) -> list[SpelledPair]:
    r"""Read a list of merges, as JSON or one per line; raises `BpeError` for an entry that does not have two sides.

    >>> read_merges("u g -> ug\n(\"h\", \"ug\")\nr </w>\n3. lo + w → low")
    [('u', 'g'), ('h', 'ug'), ('r', '_'), ('lo', 'w')]
    >>> read_merges(r"[(b' ', b't'), (b'\xc3', b'\xa9')]")
    [(b' ', b't'), (b'\xc3', b'\xa9')]
    """
    start = text.lstrip()
    if start.startswith(("[[", '["')) or re.match(r"\[\s+[\[\"]", start):
        return _read_json(start)
    if start.startswith("[("):
        if pairs := [_pair_of_python(found) for found in _PAIR_OF_PYTHON.finditer(start)]:
            return pairs
        raise BpeError(
            "The list does not contain pairs of strings or bytes. Ids cannot be compared, since two trainings give "
            "them differently: print the bytes of both sides."
        )
    in_glyphs = start.startswith("#version")
    merges: list[SpelledPair] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line if in_glyphs else re.sub(r"^\s*\d{1,6}[.):]\s", "", line).strip()
        if not bare or bare.startswith("#version"):
            continue
        sides = _sides_in_glyphs(bare) if in_glyphs else _sides(bare)
        if len(sides) != 2 or not all(sides):
            raise BpeError(
                f"Line {number} of the list does not contain two sides of a merge. Write one merge per line, "
                "for example: u g"
            )
        merges.append((sides[0], sides[1]))
    return merges


def in_bytes(merges: Iterable[SpelledPair], alphabet: AlphabetName) -> list[tuple[bytes, bytes]]:
    r"""Return the bytes of both sides of every merge, for a training with this alphabet.

    Strings are read as byte glyphs if they contain Ġ for the space.

    >>> in_bytes([("Ġ", "t")], "bytes"), in_bytes([("é", "t")], "bytes")
    ([(b' ', b't')], [(b'\xc3\xa9', b't')])
    """
    merges = list(merges)
    strings = [side for pair in merges for side in pair if isinstance(side, str)]
    marked = any(WORD_MARKER in side for side in strings) and not any(" " in side for side in strings)
    is_glyphs = alphabet == "byte-glyphs" or (counts_bytes(alphabet) and marked)

    def spelled(side: Side) -> bytes:
        if isinstance(side, bytes):
            return side
        if is_glyphs:
            try:
                return from_glyphs(side)
            except BpeError:
                pass
        if alphabet == "word-marker":
            side = side.replace(WORD_MARKER, " ")
        return replace_lone_surrogates(side).encode("utf-8")

    return [(spelled(left), spelled(right)) for left, right in merges]


def _read_json(text: str) -> list[SpelledPair]:
    whole = read_json(
        b'{"merges": ' + replace_lone_surrogates(text).encode("utf-8") + b"}", "the list", _MOST_BYTES
    )
    return [_pair_of_json(entry) for entry in whole.at("merges").entries(MAX_TOKENS, "merges")]


def _pair_of_json(entry: Part) -> SpelledPair:
    sides = entry.value.split(" ") if isinstance(entry.value, str) else entry.value
    if (
        not isinstance(sides, list)
        or len(sides) != 2
        or not all(isinstance(side, str) and side for side in sides)
    ):
        raise entry.wrong('two strings, for example ["u", "g"]')
    return sides[0], sides[1]


def _sides(line: str) -> list[Side]:
    if found := _PAIR_OF_PYTHON.match(line.removeprefix("[")[: 3 * _LONGEST_SIDE]):
        return [*_pair_of_python(found)]
    in_brackets = re.match(r"\{?\s*\(([^()]{1,200})\)", line)
    both = in_brackets[1] if in_brackets else re.split(r"->|→|⇒|=>", line[:400])[0]
    sides = both.split()
    if len(sides) != 2 or "," not in sides:  # a side can be a comma
        sides = [side for side in re.split(r"\s+\+\s+|\s*,\s+|\s+", both.strip()) if side]
    # Quotes are removed only in pairs: a side can begin with an apostrophe, as in 're.
    sides = [side[1:-1] if re.fullmatch(r"([\"'`]).+\1", side) else side for side in sides]
    return [side.replace("</w>", END_OF_WORD) for side in sides]


def _sides_in_glyphs(line: str) -> list[Side]:
    try:
        return [from_glyphs(side) for side in line.split(" ")]
    except BpeError:
        return [*line.split(" ")]


def _pair_of_python(found: re.Match[str]) -> SpelledPair:
    left, right = (_unescaped(found[at + 1] if found[at + 1] is not None else found[at + 2]) for at in (1, 4))
    if found[1]:
        return left.encode("latin-1", "replace"), right.encode("latin-1", "replace")
    return left.replace("</w>", END_OF_WORD), right.replace("</w>", END_OF_WORD)


def _unescaped(literal: str) -> str:
    def character(found: re.Match[str]) -> str:
        code = found[1]
        return chr(int(code[1:], 16)) if len(code) > 1 else _ESCAPED.get(code, code)

    return _ESCAPE.sub(character, literal)
