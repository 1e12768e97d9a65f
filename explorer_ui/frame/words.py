"""How the app writes tokens in tables and sentences."""

import unicodedata

_SIGNS = {" ": "·", "\n": "⏎", "\t": "⇥", "\r": "␍"}


def readable(token_bytes: bytes) -> str:
    r"""Return a token as one line of visible text; its bytes in hex if it is no whole text.

    White space and control characters are written as signs or code points, so that nothing in it can
    move, hide or turn what stands around it.

    >>> readable(b" the"), readable(b"\xe4\xbd"), readable(b"a\x00\n")
    ('·the', '0xE4 BD', 'aU+0000⏎')
    """
    try:
        text = token_bytes.decode("utf-8")
    except UnicodeDecodeError:
        return "0x" + token_bytes.hex(" ").upper()
    return "".join(_visible(character) for character in text)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun.

    >>> counted(1, "byte"), counted(1200, "byte"), counted(2, "stretch", "stretches")
    ('1 byte', '1,200 bytes', '2 stretches')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def point_at(pattern: str, position: int) -> str:
    """Return the line of a pattern that holds a position, with a sign under the character there.

    >>> print(point_at("a|b)|c", 3))
    a|b)|c
       ^ character 4
    """
    line_start = pattern.rfind("\n", 0, position) + 1
    line = pattern[line_start:].split("\n", 1)[0].replace("\t", " ")
    column = position - line_start
    # Of a long line, what stands around the place.
    left = max(0, column - 60)
    where = f"character {position + 1}" if position < len(pattern) else "at its end"
    return f"{line[left : column + 30]}\n{' ' * (column - left)}^ {where}"


def _visible(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if unicodedata.category(character)[0] in "CZ":
        return f"U+{ord(character):04X}"
    return character
