"""From what a person pastes to ids, and from bytes to characters, whole ones and broken ones."""

from typing import NamedTuple

import regex

from bpe_core.types import BpeError

_WORD = regex.compile(r"[^\s,;:=\[\](){}'\"|<>]+")


class ParsedIds(NamedTuple):
    """The ids found in a pasted text, and the words around them that are no numbers (`tensor`, `ids`)."""

    ids: list[int]
    ignored: list[str]


def parse_ids(text: str) -> ParsedIds:
    """Read ids from whatever a person copies: commas, spaces, brackets, JSON, a printed tensor.

    A word without digits is passed over and reported. Raises `BpeError`, which names the word and where
    it begins, for one with digits that is no whole number from 0 on, such as 3.5, -1 or 12a.

    >>> parse_ids('{"ids": [1212, 338]}')
    ParsedIds(ids=[1212, 338], ignored=['ids'])
    >>> parse_ids("tensor([[15339, 1917]])").ids
    [15339, 1917]
    """
    ids: list[int] = []
    ignored: list[str] = []
    for match in _WORD.finditer(text):
        word = match.group()
        if word.isascii() and word.isdigit() and len(word) <= 10:
            ids.append(int(word))
        elif any(character.isdigit() for character in word):
            raise BpeError(
                f"{word[:40]!r} at position {match.start()} is no id: ids are whole numbers from 0 on."
            )
        else:
            ignored.append(word)
    return ParsedIds(ids, ignored)


class CharacterSpan(NamedTuple):
    """One character and its bytes start..end-1; `text` is None where the bytes are no character.

    `problem` then says why, in the words of the decoder; else it is empty.
    """

    start: int
    end: int
    text: str | None
    problem: str


def character_spans(data: bytes) -> list[CharacterSpan]:
    r"""Cut bytes into characters; each broken piece that would decode to one U+FFFD is a piece of its own.

    >>> [(span.text, span.problem) for span in character_spans("é".encode() + b"\xe4\xbd")]
    [('é', ''), (None, 'unexpected end of data')]
    """
    spans: list[CharacterSpan] = []
    done = 0
    while done < len(data):
        try:
            valid, broken, problem = data[done:].decode("utf-8"), None, ""
        except UnicodeDecodeError as error:
            valid = data[done : done + error.start].decode("utf-8")
            broken, problem = error.end - error.start, error.reason
        for character in valid:
            end = done + len(character.encode("utf-8"))
            spans.append(CharacterSpan(done, end, character, ""))
            done = end
        if broken is not None:
            spans.append(CharacterSpan(done, done + broken, None, problem))
            done += broken
    return spans


class SplitCharacter(NamedTuple):
    """A character whose bytes lie in several tokens: (number of the token, its bytes of the character)."""

    character: CharacterSpan
    shares: tuple[tuple[int, bytes], ...]


def split_characters(tokens: list[bytes]) -> list[SplitCharacter]:
    r"""Return the characters that no single token holds, whole ones and broken ones, in the order of the text.

    A broken piece counts even if one token holds it all: it is no character.

    >>> split_characters([b"a\xe4", b"\xbd\xa0"])[0].shares
    ((0, b'\xe4'), (1, b'\xbd\xa0'))
    """
    found: list[SplitCharacter] = []
    data = b"".join(tokens)
    token, token_start = 0, 0
    for span in character_spans(data):
        shares = []
        while token_start + len(tokens[token]) <= span.start:
            token_start += len(tokens[token])
            token += 1
        place, start = token, token_start
        while start < span.end:
            end = start + len(tokens[place])
            part = data[max(start, span.start) : min(end, span.end)]
            if part:
                shares.append((place, part))
            place, start = place + 1, end
        if len(shares) > 1 or span.text is None:
            found.append(SplitCharacter(span, tuple(shares)))
    return found
