"""Text in a pipeline, with the original index of each of its characters."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from bpe_core.types import BpeError

MAX_WRITTEN = 3_000_000
"""The maximum length of a step's result, in characters; one ligature has a normal form of 18."""


@dataclass(frozen=True, slots=True)
class AlignedText:
    """A text, with the index of the original character for each of its characters.

    An inserted character has the index of the character before which it was inserted. Until the text is
    changed, `origins` is a range, so that slicing it costs nothing.

    >>> AlignedText.of("naïve").part(2, 4)
    AlignedText(text='ïv', origins=range(2, 4))
    """

    text: str
    origins: Sequence[int]

    @classmethod
    def of(cls, text: str) -> "AlignedText":
        """Return a whole text as one part."""
        return cls(text, range(len(text)))

    def part(self, start: int, end: int) -> "AlignedText":
        """Return the characters from `start` up to `end`."""
        return AlignedText(self.text[start:end], self.origins[start:end])

    def with_text(self, parts: Iterable[tuple[int, int, str]], *, most: int | None = None) -> "AlignedText":
        """Return the text with some ranges replaced, in order: (start, end, new).

        The new characters get the index of the first character of their range. An empty range is an
        insertion. Raises `BpeError` if the result would have more than `most` characters, by default
        `MAX_WRITTEN`.

        >>> AlignedText.of("a b").with_text([(1, 2, "▁▁")])
        AlignedText(text='a▁▁b', origins=array('i', [0, 1, 1, 2]))
        """
        texts: list[str] = []
        origins = array("i")
        done = 0
        for start, end, new in parts:
            if len(origins) + len(new) > (most or MAX_WRITTEN):
                raise too_much()
            texts += [self.text[done:start], new]
            origins.extend(self.origins[done:start])
            at = self.origins[start] if start < len(self.text) else (self.origins[-1] + 1 if self.text else 0)
            origins.extend([at] * len(new))
            done = end
        if not texts:
            return self
        texts.append(self.text[done:])
        origins.extend(self.origins[done:])
        return AlignedText("".join(texts), origins)


def too_much() -> BpeError:
    """Return the error for a step whose result would have more than `MAX_WRITTEN` characters."""
    return BpeError(
        f"The steps of this tokenizer would make more than {MAX_WRITTEN:,} characters of the text. Use a shorter text."
    )


def origins_of(taken: Iterable[int]) -> list[int]:
    """Return the origin of each new character, given how many old characters each one replaces.

    A new character that replaces no old one gets the index of the last old character before it, as in Hugging
    Face tokenizers.

    >>> origins_of([1, 0, 2, 1])
    [0, 0, 1, 3]
    """
    numbers = list(taken)
    return [max(end - (number or 1), 0) for end, number in zip(accumulate(numbers), numbers, strict=True)]


class Normalizer(Protocol):
    """A step that changes the characters of a part."""

    @property
    def title(self) -> str:
        """A short description."""

    def apply(self, aligned: AlignedText) -> AlignedText:
        """Return the changed part, or the same object if nothing changes."""


class PreTokenizer(Protocol):
    """A step that splits a part, or leaves it whole; it may drop or insert characters."""

    @property
    def title(self) -> str:
        """A short description."""

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        """Yield the nonempty parts, in the order of the text."""
