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


def counted(number: int, noun: str) -> str:
    """Return a count with its noun.

    >>> counted(1, "byte"), counted(1200, "byte")
    ('1 byte', '1,200 bytes')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _visible(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if unicodedata.category(character)[0] in "CZ":
        return f"U+{ord(character):04X}"
    return character
