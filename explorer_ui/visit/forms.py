"""The types of settings: how a value is written as a string, and parsed from untrusted input."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


class Form(Protocol):
    """How a value is written as a string, and parsed."""

    def read(self, written: str) -> Any:
        """Return the value; raises ValueError, with the end of a sentence, if the string is invalid."""

    def write(self, value: Any) -> str:
        """Return the string that `read` parses to this value; None is written as ""."""
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Text(Form):
    """A text of at most `most` characters; in links it is compressed.

    >>> Text(3).read("four")
    Traceback (most recent call last):
    ...
    ValueError: is too long
    """

    most: int

    def read(self, written: str) -> str:
        """Return the text; raises ValueError if it is too long."""
        if len(written) > self.most:
            raise ValueError("is too long")
        return written


@dataclass(frozen=True, slots=True)
class Choice(Form):
    """One of several strings; with `or_none` also None, which is written as "".

    `earlier` maps names of earlier versions to the current ones.

    >>> Choice(("a", "b"), or_none=True).read("") is None
    True
    >>> Choice(("a", "b")).read("c")
    Traceback (most recent call last):
    ...
    ValueError: is not one of the choices
    """

    values: tuple[str, ...]
    or_none: bool = False
    earlier: Mapping[str, str] = field(default_factory=dict)

    def read(self, written: str) -> str | None:
        """Return the string; raises ValueError if it is not one of them."""
        written = self.earlier.get(written, written)
        if self.or_none and not written:
            return None
        if written not in self.values:
            raise ValueError("is not one of the choices")
        return written


@dataclass(frozen=True, slots=True)
class Number(Form):
    """An integer from `least` to `most`; with `or_none` also None, which is written as "".

    >>> Number(9).read("7"), Number(9, or_none=True).write(None)
    (7, '')
    >>> Number(9).read("10")
    Traceback (most recent call last):
    ...
    ValueError: is not a whole number from 0 to 9
    """

    most: int
    or_none: bool = False
    least: int = 0

    def read(self, written: str) -> int | None:
        """Return the number; raises ValueError if it is not one, or too large."""
        if self.or_none and not written:
            return None
        # Python also accepts digits of other scripts, and parsing very many digits is slow.
        if written.isascii() and written.isdigit() and len(written) <= 10:
            number = int(written)
            if self.least <= number <= self.most:
                return number
        raise ValueError(f"is not a whole number from {self.least} to {self.most:,}")


@dataclass(frozen=True, slots=True)
class Switch(Form):
    """On or off.

    >>> Switch().read("0"), Switch().write(True)
    (False, '1')
    """

    def read(self, written: str) -> bool:
        """Return whether it is on: anything except 0 means on."""
        return written != "0"

    def write(self, value: bool) -> str:  # noqa: FBT001 - the signature of the protocol
        """Return 1 or 0."""
        return "1" if value else "0"


@dataclass(frozen=True, slots=True)
class Several(Form):
    """Up to `most` different strings out of several, separated by spaces.

    >>> Several(("a", "b"), most=2).read("b a")
    ['b', 'a']
    """

    values: tuple[str, ...]
    most: int

    def read(self, written: str) -> list[str]:
        """Return the strings in the order given; raises ValueError if one is unknown or repeated."""
        chosen = written.split()
        if not len(set(chosen)) == len(chosen) <= self.most or not set(chosen) <= set(self.values):
            raise ValueError("is not a valid selection")
        return chosen

    def write(self, value: list[str]) -> str:
        """Return the strings separated by spaces, without any that `read` would reject."""
        return " ".join(one for one in value if one in self.values)


@dataclass(frozen=True, slots=True)
class Scores(Form):
    """The score for each kind of question: how many were right, out of how many.

    >>> Scores(("a", "b")).read("b 1 3"), Scores(("a", "b")).write({"a": (0, 1), "b": (1, 3)})
    ({'b': (1, 3)}, 'a 0 1 b 1 3')
    >>> Scores(("a",)).read("a 3 1")
    Traceback (most recent call last):
    ...
    ValueError: is not a valid score
    """

    kinds: tuple[str, ...]

    def read(self, written: str) -> dict[str, tuple[int, int]]:
        """Return kind -> (right, out of); raises ValueError for an unknown kind or an impossible score."""
        words = written.split()
        figure = Number(1_000_000)
        scores = {
            kind: (figure.read(right) or 0, figure.read(out_of) or 0)
            for kind, right, out_of in zip(words[::3], words[1::3], words[2::3], strict=True)
        }
        if not set(scores) <= set(self.kinds) or any(right > out_of for right, out_of in scores.values()):
            raise ValueError("is not a valid score")
        return scores

    def write(self, value: Mapping[str, tuple[int, int]]) -> str:
        """Return the kinds, each with its two numbers."""
        return " ".join(f"{kind} {right} {out_of}" for kind, (right, out_of) in value.items())
