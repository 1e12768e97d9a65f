r"""Decodes the strings of tokens to a text: the `decoder` of a `tokenizer.json`, a chain of steps.

The first step takes the strings of the vocabulary, and each later step the strings that the previous step
returned. The last strings are joined:

    tokens             ▁Hel  lo  ▁  <0xE4>  <0xBD>  <0xA0>
    Replace             Hel  lo     <0xE4>  <0xBD>  <0xA0>
    ByteFallback        Hel  lo     你
    Fuse                Hello 你
    Strip              Hello 你

Source: huggingface/tokenizers, version 0.23.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import regex

from bpe_core.alphabets import from_glyphs
from bpe_core.pipeline.aligned_text import MAX_WRITTEN
from bpe_core.pipeline.oniguruma import quoted, replacement, spans
from bpe_core.types import BpeError

# What the library's `cleanup` replaces, in this order.
_CLEANED = (
    *((f" {mark}", mark) for mark in ".?!,"),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" do not", " don't"),
    *((f" {end}", end) for end in ("'s", "'ve", "'re")),
)

# Two hexadecimal digits, or a plus and one digit, which Rust's number parser accepts too.
BYTE = regex.compile("<0x([0-9A-Fa-f]{2}|\\+[0-9A-Fa-f])>")
"""The strings that byte fallback decodes to a byte, a superset of those that it encodes to."""


class Decoder(Protocol):
    """A step from the strings of tokens to a text."""

    @property
    def title(self) -> str:
        """A short description."""

    def decode(self, tokens: list[str]) -> list[str]:
        """Return the decoded strings."""


def decode_tokens(decoders: Sequence[Decoder], tokens: list[str]) -> list[str]:
    """Return the strings after all decoders; joined, they are the text.

    Raises `BpeError` if a decoder is not supported, or makes more than `MAX_WRITTEN` characters.

    >>> decode_tokens([Metaspace("▁", drops_first=True)], ["▁low", "er", "▁low"])
    ['low', 'er', ' low']
    """
    size = sum(map(len, tokens))
    for decoder in decoders:
        tokens = decoder.decode(tokens)
        size, before = sum(map(len, tokens)), size
        if size > max(before, MAX_WRITTEN):
            raise _makes_too_much()
    return tokens


def may_change(decoders: Sequence[Decoder], token: str) -> bool:
    """Return whether the text of tokens up to this one may change when others follow; True if unknown.

    A run of byte tokens is decoded as a whole: one invalid byte changes all of it. After a step that joins the
    tokens, or treats the first or the last one differently, a pattern of several characters may match across them.

    >>> [may_change([ByteFallback(), Fuse()], token) for token in ("a", "<0xC3>")]
    [False, True]
    """
    tokens, is_joined = [token], False
    for step in decoders:
        if any(map(BYTE.fullmatch, tokens)) or (is_joined and not _is_of_single_characters(step)):
            return True
        if isinstance(step, ByteLevel) and step is not decoders[-1]:
            return True  # the step after it would see an incomplete character as U+FFFD
        if isinstance(step, EndOfWord) and any(
            step.suffix in one.removesuffix(step.suffix) for one in tokens
        ):
            return True  # a suffix within the token is a space only if the token is not the last
        is_joined = is_joined or not isinstance(step, Replace | ByteFallback | Strip)
        tokens = step.decode(tokens)
    return False


def _is_of_single_characters(step: Decoder) -> bool:
    if isinstance(step, Replace):
        return not step.is_regex and len(step.pattern) == 1
    return isinstance(step, Fuse | Strip | Metaspace)


@dataclass(frozen=True, slots=True)
class ByteLevel:
    r"""Glyphs become their bytes; a token with any other character becomes the bytes of its UTF-8.

    >>> ByteLevel().decode(["Ġa", "你Ġ", "Ã"])
    [' a你Ġ\ufffd']
    """

    title: str = "each glyph becomes its byte"

    def decode(self, tokens: list[str]) -> list[str]:
        """Return one string, with U+FFFD for invalid UTF-8."""
        return [self.as_bytes(tokens).decode("utf-8", "replace")]

    def as_bytes(self, tokens: list[str]) -> bytes:
        """Return the bytes themselves."""
        spelled = {token: _bytes_of_glyphs(token) for token in set(tokens)}
        return b"".join(map(spelled.__getitem__, tokens))


@dataclass(frozen=True, slots=True)
class Metaspace:
    """A replacement character becomes a space; with `drops_first`, it is dropped from the first token.

    >>> Metaspace("▁", drops_first=True).decode(["▁▁a▁b", "▁c"])
    ['ab', ' c']
    """

    sign: str
    drops_first: bool

    @property
    def title(self) -> str:
        return f"each {self.sign} becomes a space" + (
            ", or nothing in the first token" if self.drops_first else ""
        )

    def decode(self, tokens: list[str]) -> list[str]:
        first = "" if self.drops_first else " "
        return [token.replace(self.sign, " " if index else first) for index, token in enumerate(tokens)]


@dataclass(frozen=True, slots=True)
class EndOfWord:
    """The end-of-word suffix becomes a space, or nothing in the last token: the library's `BPEDecoder`.

    >>> EndOfWord("</w>").decode(["low</w>", "er</w>"])
    ['low ', 'er']
    """

    suffix: str

    @property
    def title(self) -> str:
        return f"each {quoted(self.suffix)} becomes a space, or nothing in the last token"

    def decode(self, tokens: list[str]) -> list[str]:
        spaces = [" "] * (len(tokens) - 1) + [""]
        return [token.replace(self.suffix, space) for token, space in zip(tokens, spaces, strict=False)]


@dataclass(frozen=True, slots=True)
class Replace:
    """Whatever a pattern matches becomes `content`, in each string separately.

    >>> Replace("▁", " ").decode(["▁low", "er"])
    [' low', 'er']
    """

    pattern: str
    content: str
    is_regex: bool = False

    @property
    def title(self) -> str:
        return replacement(self.pattern, self.content)

    def decode(self, tokens: list[str]) -> list[str]:
        return _each(tokens, self._replaced)

    def _replaced(self, token: str) -> str:
        if not token:
            return token  # in the library, an empty pattern matches nothing
        if not self.is_regex:
            if token.count(self.pattern) * (len(self.content) - len(self.pattern)) > MAX_WRITTEN:
                raise _makes_too_much()
            return token.replace(self.pattern, self.content)
        found = list(spans(self.pattern, token))
        if sum(len(self.content) - (end - start) for start, end in found) > MAX_WRITTEN:
            raise _makes_too_much()
        ends = [0, *(end for _, end in found)]
        kept = [token[end:start] for end, (start, _) in zip(ends, found, strict=False)]
        return self.content.join([*kept, token[ends[-1] :]])


@dataclass(frozen=True, slots=True)
class ByteFallback:
    r"""A run of tokens such as <0x0A> becomes the string of its bytes; each byte of an invalid run becomes U+FFFD.

    >>> ByteFallback().decode(["<0xC3>", "<0xA9>", "a", "<0xC3>", "<0x0A>"])
    ['é', 'a', '\ufffd', '\ufffd']
    """

    title: str = "tokens such as <0x0A> become their bytes"

    def decode(self, tokens: list[str]) -> list[str]:
        decoded: list[str] = []
        for are_bytes, run in groupby(tokens, key=lambda token: BYTE.fullmatch(token) is not None):
            if not are_bytes:
                decoded += run
                continue
            some_bytes = bytes(int(token[3:5], 16) for token in run)
            try:
                decoded.append(some_bytes.decode("utf-8"))
            except UnicodeDecodeError:
                decoded += "\ufffd" * len(some_bytes)
        return decoded


@dataclass(frozen=True, slots=True)
class Fuse:
    """All strings become one: with a space between them if a file names no decoder, as in the library.

    >>> Fuse().decode(["lo", "w"]), Fuse(" ").decode(["low", "er"])
    (['low'], ['low er'])
    """

    between: str = ""

    @property
    def title(self) -> str:
        unnamed = "no decoder is named, so a space is put between tokens"
        return unnamed if self.between else "all strings are joined"

    def decode(self, tokens: list[str]) -> list[str]:
        return [self.between.join(tokens)]


@dataclass(frozen=True, slots=True)
class Strip:
    """Removes one character from the start and the end of each string, at most a given number of times.

    >>> Strip(" ", start=1, end=0).decode(["  low "])
    [' low ']
    """

    character: str
    start: int
    end: int

    @property
    def title(self) -> str:
        ends = (self.start, "at the beginning"), (self.end, "at the end")
        taken = " and ".join(f"up to {most} {where}" for most, where in ends if most)
        return f"{quoted(self.character)} is removed: {taken or 'none'}"

    def decode(self, tokens: list[str]) -> list[str]:
        return _each(tokens, self._stripped)

    def _stripped(self, token: str) -> str:
        start = min(self.start, len(token) - len(token.lstrip(self.character)))
        end = min(self.end, len(token) - len(token.rstrip(self.character)))
        return token[start : len(token) - end]


@dataclass(frozen=True, slots=True)
class WordPiece:
    """Each token except the first loses its prefix, or gets a space before it; with `cleans`, see `_cleaned`.

    >>> WordPiece("##", cleans=True).decode(["low", "##er", "."])
    ['low', 'er', '.']
    """

    prefix: str
    cleans: bool

    @property
    def title(self) -> str:
        return f"{quoted(self.prefix)} is removed, and a space is put before other tokens"

    def decode(self, tokens: list[str]) -> list[str]:
        clean = _cleaned if self.cleans else str
        first = _each(tokens[:1], clean)
        return first + _each(tokens[1:], lambda token: clean(self._continued(token)))

    def _continued(self, token: str) -> str:
        return token.removeprefix(self.prefix) if token.startswith(self.prefix) else f" {token}"


@dataclass(frozen=True, slots=True)
class NotFollowed:
    """A step that is unknown or could take exponential time; its file opens, but decoding raises an error."""

    reason: str

    @property
    def title(self) -> str:
        return self.reason

    def decode(self, tokens: list[str]) -> list[str]:
        del tokens
        raise BpeError(
            f"The text that the library decodes from these ids is unknown: {self.reason}. The bytes "
            "of each id by itself are known."
        )


def _cleaned(token: str) -> str:
    """Remove the spaces before English punctuation, as the library's `cleanup` does."""
    for found, content in _CLEANED:
        token = token.replace(found, content)
    return token


def _each(tokens: list[str], change: Callable[[str], str]) -> list[str]:
    # Each distinct string is changed only once, since a text repeats its tokens. The length of the results is
    # checked as they are made.
    changed: dict[str, str] = {}
    size = 0
    for token in tokens:
        if token not in changed:
            changed[token] = change(token)
            size += len(changed[token]) - len(token)
            if size > MAX_WRITTEN:
                raise _makes_too_much()
    return [changed[token] for token in tokens]


def _makes_too_much() -> BpeError:
    return BpeError(
        f"The decoder would make more than {MAX_WRITTEN:,} characters of these ids. Remove some of them."
    )


def _bytes_of_glyphs(token: str) -> bytes:
    try:
        return from_glyphs(token)
    except BpeError:
        return token.encode("utf-8")
