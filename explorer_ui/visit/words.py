"""How the app shows tokens in tables and sentences."""

from codecs import getincrementaldecoder

import regex

_SIGNS = {" ": "·", "\n": "⏎", "\t": "⇥", "\r": "␍"}

_PICTURE = r"\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?"
_PARTS = ("gbeng", "gbsct", "gbwls")
_IN_TAGS = "|".join("".join(chr(0xE0000 + ord(letter)) for letter in part) for part in _PARTS)
# What is invisible, except in an emoji of several code points; text_parts.js does the same.
_INVISIBLE = regex.compile(
    rf"(?:\p{{RI}}{{2}}|\U0001f3f4(?:{_IN_TAGS})\U000e007f|[#*0-9]\ufe0f?\u20e3|{_PICTURE}(?:\u200d{_PICTURE})*)"
    r"(*SKIP)(*FAIL)|[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]"
)

_MOST_READ = 300
"""How many bytes of a token are shown: it may have half a million, and a table may have a thousand of those."""


def readable(token_bytes: bytes) -> str:
    r"""Return a token as one line of visible text; its bytes in hex if they are not valid UTF-8.

    White space and invisible characters are shown as signs or code points, so that nothing in it can move, hide
    or reverse the text around it; an emoji is left as it is. A long one is shortened, with the number of remaining bytes.

    >>> readable(b" the"), readable(b"\xe4\xbd"), readable(b"a\x00\n")
    ('·the', '0xE4 BD', 'aU+0000⏎')
    >>> readable("👩‍👧👩\u200d\ufe0f".encode())
    '👩‍👧👩U+200DU+FE0F'
    >>> readable(b"ab" * 1_000)[-20:]
    'ab … and 1,700 bytes'
    >>> readable(("a" + 151 * "é").encode())[-16:]
    'éé … and 3 bytes'
    """
    beginning, more = token_bytes[:_MOST_READ], len(token_bytes) - _MOST_READ
    try:
        # Not final: a longer token may be cut off inside a character.
        text = getincrementaldecoder("utf-8")().decode(beginning, final=more <= 0)
    except UnicodeDecodeError:
        return hexadecimal(token_bytes, before="0x")
    return _INVISIBLE.sub(_sign_of, text) + and_more(more)


def hexadecimal(token_bytes: bytes, *, before: str = "") -> str:
    """Return the bytes of a token in hex, shortened if there are many.

    >>> hexadecimal(b"lo"), hexadecimal(b"l" * 1_000)[-24:]
    ('6C 6F', '6C 6C 6C … and 700 bytes')
    """
    more = len(token_bytes) - _MOST_READ
    return before + token_bytes[:_MOST_READ].hex(" ").upper() + and_more(more)


def and_more(more: int) -> str:
    """Return how many bytes are not shown; "" if none are left out.

    >>> and_more(2), and_more(0)
    (' … and 2 bytes', '')
    """
    return f" … and {counted(more, 'byte')}" if more > 0 else ""


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun.

    >>> counted(1, "byte"), counted(1200, "byte"), counted(2, "stretch", "stretches")
    ('1 byte', '1,200 bytes', '2 stretches')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def percent(share: float, *, decimals: int = 0) -> str:
    """Return a share as a percentage: more than nothing is never 0%, and less than all is never 100%.

    >>> percent(0.104), percent(0.0001), percent(0.9999), percent(1), percent(0.9999, decimals=1)
    ('10%', 'under 1%', 'over 99%', '100%', 'over 99.9%')
    >>> percent(0.01), percent(0.99), percent(0.001, decimals=1), percent(0.999, decimals=1)
    ('1%', '99%', '0.1%', '99.9%')
    """
    # Not a power of 0.1, which is not exactly 0.01.
    least = 1 / 10 ** (decimals + 2)
    if 0 < share < least:
        return f"under {least:.{decimals}%}"
    return f"over {1 - least:.{decimals}%}" if 1 - least < share < 1 else f"{share:.{decimals}%}"


def point_at(pattern: str, position: int) -> str:
    """Return the line of a pattern that contains a position, with a caret under that character.

    >>> print(point_at("a|b)|c", 3))
    a|b)|c
       ^ character 4
    """
    line_start = pattern.rfind("\n", 0, position) + 1
    line = pattern[line_start:].split("\n", 1)[0].replace("\t", " ")
    column = position - line_start
    # For a long line, only the text around the position.
    left = max(0, column - 60)
    where = f"character {position + 1}" if position < len(pattern) else "at its end"
    return f"{line[left : column + 30]}\n{' ' * (column - left)}^ {where}"


def _sign_of(found: regex.Match[str]) -> str:
    return _SIGNS.get(found[0], f"U+{ord(found[0]):04X}")
