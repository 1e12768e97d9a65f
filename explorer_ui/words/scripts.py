"""Texts in scripts in which a letter takes more than one byte."""

import regex

_SAMPLE = 5_000
_MOST_LETTERS = 24
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*")
_FEW_CHARACTERS = regex.compile(r"\X{1,8}")


def is_beyond_ascii(text: str) -> bool:
    """Return whether most characters at the beginning of a text, without white space, are outside ASCII.

    >>> is_beyond_ascii("नमस्ते दुनिया, hi"), is_beyond_ascii("a naïve café"), is_beyond_ascii("")
    (True, False, False)
    """
    characters = "".join(text[:_SAMPLE].split())
    return 2 * sum(not character.isascii() for character in characters) > len(characters)


def word_of(text: str) -> str:
    """Return the longest word at the beginning of a text, the first if there are several; part of it if no space ends it.

    >>> word_of("это длинное слово"), word_of("สวัสดีชาวโลกและทุกคนที่อยู่ที่นี่")
    ('длинное', 'สวัสดีชาวโ')
    """
    words = [found[0] for found in _WORD.finditer(text[:_SAMPLE])]
    whole = [word for word in words if len(word) <= _MOST_LETTERS]
    if whole:
        return max(whole, key=len)
    return next(_FEW_CHARACTERS.finditer(words[0]))[0] if words else ""
