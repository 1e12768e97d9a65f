r"""Decodes ids that arrive one by one, as from a model: a character is returned when its last byte has arrived.

ids       " caf"   b"\xc3"   b"\xa9"   "."
text      " caf"   ""        "é"       "."
"""

import codecs
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol


class StreamDecoder(Protocol):
    """Decodes ids that arrive one by one or in groups; joining the returned texts gives the text of all ids.

    Raises `UnknownIdError` for an unknown id, and `TypeError` for a non-integer.
    """

    def feed(self, *ids: int) -> str:
        """Return the text that is complete after further ids."""

    def finish(self) -> str:
        """Return the text held back, with incomplete characters as U+FFFD or an error, and reset the decoder."""


class BytesStream:
    r"""For tokenizers whose text is the bytes of the ids: holds back at most an incomplete character.

    >>> stream = BytesStream(lambda ids: b"".join([b"a", b"\xc3", b"\xa9"][id_] for id_ in ids), errors="replace")
    >>> stream.feed(0, 1), stream.feed(2), stream.feed(1), stream.finish()
    ('a', 'é', '', '\ufffd')
    """

    def __init__(self, bytes_of: Callable[[Iterable[int]], bytes], *, errors: str) -> None:
        self._bytes_of = bytes_of
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors)

    def feed(self, *ids: int) -> str:
        """Return the characters that further ids complete."""
        return self._decoder.decode(self._bytes_of(ids))

    def finish(self) -> str:
        """Return the text held back."""
        try:
            return self._decoder.decode(b"", final=True)
        finally:
            self._decoder.reset()


class TextStream:
    """For tokenizers that decode strings: holds back a text that ends in U+FFFD.

    Each group is decoded together with the previous group, because the first string of a text may lose its
    space. Decoding all earlier ids again would take quadratic time.

    >>> stream = TextStream(lambda ids: "".join("▁low er".split()[id_] for id_ in ids).replace("▁", " ").lstrip())
    >>> stream.feed(0, 1), stream.feed(0), stream.finish()
    ('lower', ' low', '')
    """

    def __init__(self, decode: Callable[[Sequence[int]], str]) -> None:
        self._decode = decode
        self._before: tuple[int, ...] = ()
        self._waiting: tuple[int, ...] = ()

    def feed(self, *ids: int) -> str:
        """Return the text that further ids complete."""
        self._waiting += ids
        new = self._new()
        if not new or new.endswith("\ufffd"):
            return ""
        self._before, self._waiting = self._waiting, ()
        return new

    def finish(self) -> str:
        """Return the text held back."""
        new = self._new()
        self._before = self._waiting = ()
        return new

    def _new(self) -> str:
        """Return what the waiting ids add to the text of the ids before them."""
        if not self._waiting:
            return ""
        return self._decode(self._before + self._waiting)[len(self._decode(self._before)) :]
