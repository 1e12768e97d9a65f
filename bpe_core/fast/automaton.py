r"""Compiles a published split pattern to a transition table, which C runs over a text character by character.

The pattern is parsed into a tree. What remains to be matched after some characters is a list of trees. If the
matcher can continue in several ways, there are several lists, in order of preference. These lists together
are a state of the automaton, which has a transition for each class of characters. (Lists of alternatives in
Perl's order of preference: Cox 2010. What remains of a pattern after a character: the derivatives of
Brzozowski 1964.)

    pattern     |1|\d{1,2}| ?[a-z]+
    start       1 or \d{1,2} or ` ?[a-z]+` remains
    read "a"    [a-z]* remains
    read "1"    [a-z]* cannot match it: the transition says "the chunk can end before this character"

A class of characters is one of `unicode16.CLASSES`, or a single character that the pattern distinguishes from
the rest of its class, such as `'` and the letters after it. `(?!\S)` needs no lookahead, since every
transition looks at the next character.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.unicode16 import CLASSES, class_table

NEAR = 512
"""All characters that a published pattern names are below this code point."""

_SIGN = re.compile(r"\\p{\w+}|\(\?!\\S\)|\(\?i:|{\d,\d}|\\?.")
_ESCAPED = {"\\r": "\r", "\\n": "\n"}
_REPEATS = {"?": (0, 1), "*": (0, None), "+": (1, None)}

_Set = int  # classes of characters, one bit each
_Tree = tuple[str, Any]  # what kind of tree, and what it is made of
_Left = tuple[()] | tuple[_Tree, "_Left"]  # what remains to be matched: a tree, then the rest
Moves = np.ndarray[tuple[int, int], np.dtype[np.uint16]]


class Automaton(NamedTuple):
    """The data of a pre-tokenizer in C.

    `near` uint8 has the class of each character below NEAR. `moves` uint16 has a row for each state and a
    column for each class, the last for the end of the text. A move is the index at which the row of the next
    state begins, times two, plus one if a chunk can end before the character. State 0 is dead, state 1 is the
    start.
    """

    near: bytes
    moves: Moves


@cache
def automaton_of(split_pattern: str) -> Automaton:
    """Return the automaton of a published pattern, by name.

    >>> automaton_of("gpt2").moves.dtype, len(automaton_of("gpt2").near)
    (dtype('uint16'), 512)
    """
    signs = _SIGN.findall(SPLIT_PATTERNS[split_pattern])
    classes = _Classes(signs)
    return Automaton(classes.near, _determinise(_Reader(signs, classes).alternatives(), classes.count))


class _Classes:
    """The classes that a pattern distinguishes: those of Unicode 16, then each character that the pattern names."""

    def __init__(self, signs: list[str]) -> None:
        self._any_case = "(?i:" in signs
        single = {_ESCAPED.get(sign, sign) for sign in signs if len(_ESCAPED.get(sign, sign)) == 1}
        named = sorted({same for one in single - {*"[]^|()?*+"} for same in self._same(one)})
        self.count = len(CLASSES) + len(named)
        self._of_class = [1 << number for number in range(len(CLASSES))]
        self._of_character: dict[str, _Set] = {}
        near = bytearray(class_table()[:NEAR].tobytes())
        for number, character in enumerate(named, len(CLASSES)):
            self._of_class[near[ord(character)]] |= 1 << number
            self._of_character[character] = 1 << number
            near[ord(character)] = number
        self.near = bytes(near)

    def _same(self, character: str) -> list[str]:
        """Return the characters that match a character case-insensitively."""
        if not self._any_case:
            return [character]
        return [one for one in map(chr, range(NEAR)) if one.casefold() == character.casefold()]

    def but_for(self, classes: _Set) -> _Set:
        return (1 << self.count) - 1 & ~classes

    def of(self, sign: str, *, any_case: bool = False) -> _Set:
        r"""Return the classes of one element of the pattern: a character, `\s`, or a category of letters, `\p{Lu}`."""
        if sign == r"\s" or sign.startswith(r"\p"):
            name = "space" if sign == r"\s" else sign[3:-1]
            return sum(
                bits for one, bits in zip(CLASSES, self._of_class, strict=True) if one.startswith(name)
            )
        character = _ESCAPED.get(sign, sign)
        return sum(self._of_character[one] for one in (self._same(character) if any_case else [character]))


class _Reader:
    """Parses the notation that the published patterns use, and no other, into trees."""

    def __init__(self, signs: list[str], classes: _Classes) -> None:
        self._signs = [*signs, ""]
        self._classes = classes
        self._any_case = False

    def alternatives(self) -> _Tree:
        branches = [self._sequence()]
        while self._signs[0] == "|":
            del self._signs[0]
            branches.append(self._sequence())
        return "any of", tuple(branches)

    def _sequence(self) -> _Tree:
        parts = []
        while self._signs[0] not in ("|", ")", ""):
            part = self._part(self._signs.pop(0))
            sign = self._signs[0]
            if sign in _REPEATS:
                part = "repeat", (part, *_REPEATS[self._signs.pop(0)])
            elif sign.startswith("{"):
                part = "repeat", (part, *map(int, self._signs.pop(0)[1:-1].split(",")))
            parts.append(part)
        return "all of", tuple(parts)

    def _part(self, sign: str) -> _Tree:
        if sign == r"(?!\S)":
            return "not before", self._classes.but_for(self._classes.of(r"\s"))
        if sign == "(?i:":
            self._any_case = True
            tree = self.alternatives()
            self._any_case = False
            del self._signs[0]
            return tree
        if sign != "[":
            return "one of", self._classes.of(sign, any_case=self._any_case)
        end = self._signs.index("]")
        inside = self._signs[:end]
        del self._signs[: end + 1]
        bits = 0
        for one in inside:
            bits |= 0 if one == "^" else self._classes.of(one)
        return "one of", self._classes.but_for(bits) if inside[0] == "^" else bits


def _determinise(tree: _Tree, count: int) -> Moves:
    start: tuple[_Left, ...] = ((tree, ()),)
    states: dict[tuple[_Left, ...], int] = {(): 0, start: 1}
    waiting = [start]
    rows = [[0] * (count + 1)]
    for state in waiting:
        ways = [way for left in state for way in _ways(left, (1 << count + 1) - 1)]
        row = []
        for number in range(count + 1):
            reached: list[_Left] = []
            ends = 0
            for classes, left in ways:
                if classes >> number & 1:
                    if left is None:
                        ends = 1  # the alternatives after this one are never needed
                        break
                    reached += [left] if left not in reached else []
            if tuple(reached) not in states:
                states[tuple(reached)] = len(states)
                waiting.append(tuple(reached))
            row.append(states[tuple(reached)] * (count + 1) << 1 | ends)
        rows.append(row)
    return np.array(rows, np.uint16)


def _ways(left: _Left, able: _Set) -> Iterator[tuple[_Set, _Left | None]]:
    """Yield, in order of preference, the classes that can come next and what then remains (None: a match)."""
    if not left:
        yield able, None
        return
    (kind, of), rest = left
    if kind == "one of":
        yield able & of, rest
    elif kind == "not before":
        yield from _ways(rest, able & ~of)
    elif kind == "any of":
        for branch in of:
            yield from _ways((branch, rest), able)
    elif kind == "all of":
        for part in reversed(of):
            rest = part, rest
        yield from _ways(rest, able)
    else:
        part, least, most = of
        if most is None or most > 0:
            again = "repeat", (part, max(0, least - 1), None if most is None else most - 1)
            yield from _ways((part, (again, rest)), able)
        if least == 0:
            yield from _ways(rest, able)
