"""Questions that were answered wrongly, and after how many other questions each is asked again."""

import re
from dataclasses import dataclass

_OTHERS = 2
_MOST = 8
_NAME = r"(\d{1,9}) ([0-9a-f]{16})"


@dataclass(frozen=True, slots=True)
class Missed:
    """Missed questions: the name of each (a number and a digest), and how many other questions to ask before it.

    >>> missed = Missed().with_one("5 0123456789abcdef")
    >>> for _ in range(3):
    ...     missed, again = missed.after_one_more()
    ...     print(repr(again))
    ''
    ''
    '5 0123456789abcdef'
    """

    due: tuple[tuple[str, int], ...] = ()

    @classmethod
    def read(cls, written: str) -> "Missed":
        """Read the output of `written`; anything else in the string is ignored.

        >>> Missed.read("5 0123456789abcdef 2, nonsense").due
        (('5 0123456789abcdef', 2),)
        """
        found = re.findall(rf"{_NAME} (\d)(?!\w)", written, re.ASCII)
        return cls(tuple((f"{number} {name}", int(others)) for number, name, others in found[-_MOST:]))

    @property
    def written(self) -> str:
        """The missed questions as a string."""
        return ", ".join(f"{name} {others}" for name, others in self.due)

    def with_one(self, name: str) -> "Missed":
        """Return a copy that includes a question that was just missed."""
        others = tuple(one for one in self.due if one[0] != name)
        return Missed((*others, (name, _OTHERS))[-_MOST:])

    def after_one_more(self, *, asked_again: bool = False) -> "tuple[Missed, str]":
        """Return the remaining missed questions, and the name of the one to ask next; "" means a new question.

        A new question follows every repeated question, so that a student who misses every question still gets
        new ones.
        """
        ready = "" if asked_again else next((name for name, others in self.due if not others), "")
        left = tuple((name, max(others - 1, 0)) for name, others in self.due if name != ready)
        return Missed(left), ready

    @staticmethod
    def split(name: str) -> tuple[int | None, str]:
        """Return the number and the digest of a name; None and "" if it is invalid.

        >>> Missed.split("5 0123456789abcdef"), Missed.split("")
        ((5, '0123456789abcdef'), (None, ''))
        """
        found = re.fullmatch(_NAME, name, re.ASCII)
        return (int(found[1]), found[2]) if found else (None, "")
