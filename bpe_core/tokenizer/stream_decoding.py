r"""Decodes ids that arrive one by one, as from a model: a text is returned once no further id can change it.

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
        return self._decoder.decode(self._bytes_of(ids))

    def finish(self) -> str:
        try:
            return self._decoder.decode(b"", final=True)
        finally:
            self._decoder.reset()


class TextStream:
    """For tokenizers that decode strings: holds back a text that may change when other ids follow.

    `decode` returns the bytes of the text, and `is_open` whether the text may change after the last of some ids.
    Each group is decoded together with the previous group, because the first string of a text may lose its
    space. Decoding all earlier ids again would take quadratic time.

    >>> text = lambda ids: "".join("▁low er".split()[id_] for id_ in ids).replace("▁", " ").lstrip().encode()
    >>> stream = TextStream(text, lambda ids: False, errors="replace")
    >>> stream.feed(0, 1), stream.feed(0), stream.finish()
    ('lower', ' low', '')
    """

    def __init__(
        self,
        decode: Callable[[Sequence[int]], bytes],
        is_open: Callable[[Sequence[int]], bool],
        *,
        errors: str,
    ) -> None:
        self._decode = decode
        self._is_open = is_open
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors)
        self._forget()

    def _forget(self) -> None:
        self._begun: list[int] = []  # the last group that has a text on its own
        self._before: list[int] = []
        self._size = 0  # of the text of the ids before
        self._waiting: list[int] = []

    def feed(self, *ids: int) -> str:
        is_open = not ids or self._is_open(ids)
        self._waiting += ids
        new = b"" if is_open else self._new()
        if not new:
            return ""
        if self._decode(self._waiting):
            self._before = self._begun = self._waiting
        else:
            # These ids alone are dropped at the beginning of a text, as spaces are: a text must precede them.
            self._before = self._begun + self._waiting
        self._size, self._waiting = len(self._decode(self._before)), []
        return self._decoder.decode(new)

    def finish(self) -> str:
        try:
            return self._decoder.decode(self._new(), final=True)
        finally:
            self._decoder.reset()
            self._forget()

    def _new(self) -> bytes:
        """Return what the waiting ids add to the text of the ids before them."""
        return self._decode(self._before + self._waiting)[self._size :] if self._waiting else b""
