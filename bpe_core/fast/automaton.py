r"""A published split pattern as a table of moves, which C reads a text with, one character at a time.

The pattern is parsed, made into a graph, and the graph into an automaton: each of its states is a list of
places in the pattern where the matcher may be, the preferred one first, and has one move for each class of
characters. (Thompson 1968; the order of the places is how Perl chooses among matches, as in Cox 2010.)

    pattern     |1|\d{1,2}| ?[a-z]+
    state       start = places 1, \d, \d, ` ?`, [a-z]
    read "a"    places after [a-z]: [a-z] again, or the end of a chunk
    read "1"    only here can the chunk end: the move says "it can end before this character"

A class of characters is one of `unicode16.CLASSES`, or those characters that the pattern itself tells apart
from the others of their class, such as `'` and the letters of its endings. `(?!\S)` looks at the character
that is read next, and so does every move.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.unicode16 import CLASSES, class_table

NEAR = 512
"""All characters that a published pattern names are below this code point."""

_LETTERS = {"Lu", "Ll", "Lt", "Lm", "Lo"}
_NAMES = {name: {name} for name in CLASSES} | {"L": _LETTERS}
_ESCAPED = {"r": "\r", "n": "\n"}

_Set = int  # classes of characters, one bit each
_Tree = tuple[str, Any]
Moves = np.ndarray[tuple[int, int], np.dtype[np.uint16]]
_REPEATS = {"?": (0, 1), "*": (0, None), "+": (1, None)}


class Automaton(NamedTuple):
    """What a cutter in C is made of.

    `near` uint8, the class of each character below NEAR; `moves` uint16, shape (states, classes + 1): where
    the row of the next state begins, times two, plus one where a chunk can end before the character. State 0
    is dead, 1 the start; the last column is for the end of the text.
    """

    near: bytes
    moves: Moves


@cache
def automaton_of(split_pattern: str) -> Automaton:
    """Return the automaton of a published pattern, by name.

    >>> automaton_of("gpt2").moves.dtype, len(automaton_of("gpt2").near)
    (dtype('uint16'), 512)
    """
    symbols = _Symbols(SPLIT_PATTERNS[split_pattern])
    graph = _Graph()
    start = graph.build(_Parser(SPLIT_PATTERNS[split_pattern], symbols).alternatives(), graph.add("match"))
    return Automaton(symbols.near(), _determinise(graph, start, symbols.count))


class _Symbols:
    """The classes that a pattern tells apart: those of Unicode 16, then each character that it names."""

    def __init__(self, pattern: str) -> None:
        named = {character for character in _named(pattern) if ord(character) < NEAR}
        self._of_character = {
            character: number for number, character in enumerate(sorted(named), len(CLASSES))
        }
        self.count = len(CLASSES) + len(named)

    def near(self) -> bytes:
        """Return the class of each character below NEAR."""
        table = bytearray(class_table()[:NEAR].tobytes())
        for character, number in self._of_character.items():
            table[ord(character)] = number
        return bytes(table)

    def all(self) -> _Set:
        return (1 << self.count) - 1

    def of_names(self, names: set[str]) -> _Set:
        """Return the classes of some categories, the named characters among them."""
        bits = sum(1 << number for number, name in enumerate(CLASSES) if name in names)
        for character, number in self._of_character.items():
            bits |= (bits >> int(class_table()[ord(character)]) & 1) << number
        return bits

    def of_character(self, character: str, *, any_case: bool) -> _Set:
        same = _same_but_for_case(character) if any_case else [character]
        return sum(1 << self._of_character[one] for one in same)


def _same_but_for_case(character: str) -> list[str]:
    return [one for one in map(chr, range(NEAR)) if one.casefold() == character.casefold()]


def _named(pattern: str) -> Iterator[str]:
    """Yield every character that may be meant by a pattern, without what is only its notation."""
    any_case = "(?i:" in pattern
    bare = pattern
    for notation in (r"\s", r"\S", "(?i:", "(?!", *(rf"\p{{{name}}}" for name in _NAMES)):
        bare = bare.replace(notation, "")
    for escape, character in _ESCAPED.items():
        bare = bare.replace(f"\\{escape}", character)
    for character in {*bare} - {*"[]^|()?*+{}123,"}:
        yield from _same_but_for_case(character) if any_case else character


class _Parser:
    """Reads the notation that the published patterns use, and no other, into trees: (kind, what it is of)."""

    def __init__(self, pattern: str, symbols: _Symbols) -> None:
        self._rest = pattern
        self._symbols = symbols
        self._any_case = False

    def _take(self, text: str) -> bool:
        found = self._rest.startswith(text)
        if found:
            self._rest = self._rest[len(text) :]
        return found

    def alternatives(self) -> _Tree:
        branches = [self._sequence()]
        while self._take("|"):
            branches.append(self._sequence())
        return "any of", branches

    def _sequence(self) -> _Tree:
        parts = []
        while self._rest and self._rest[0] not in "|)":
            part = self._part()
            for sign, (least, most) in _REPEATS.items():
                if self._take(sign):
                    part = "repeat", (part, least, most)
            if self._take("{"):
                numbers, _, self._rest = self._rest.partition("}")
                least, most = map(int, numbers.split(","))
                part = "repeat", (part, least, most)
            parts.append(part)
        return "all of", parts

    def _part(self) -> _Tree:
        if self._take(r"(?!\S)"):
            return "not before", self._symbols.all() & ~self._symbols.of_names({"space"})
        if self._take("(?i:"):
            self._any_case = True
            tree = self.alternatives()
            self._any_case = False
            self._rest = self._rest.removeprefix(")")
            return tree
        if not self._take("["):
            return "one of", self._one()
        negated = self._take("^")
        bits = 0
        while not self._take("]"):
            bits |= self._one()
        return "one of", self._symbols.all() & ~bits if negated else bits

    def _one(self) -> _Set:
        if self._take(r"\p{"):
            name, _, self._rest = self._rest.partition("}")
            return self._symbols.of_names(_NAMES[name])
        if self._take(r"\s"):
            return self._symbols.of_names({"space"})
        escaped = self._take("\\")
        character, self._rest = self._rest[0], self._rest[1:]
        character = _ESCAPED[character] if escaped else character
        return self._symbols.of_character(character, any_case=self._any_case)


class _Graph:
    """A pattern as places, each with its kind, the classes that it asks for, and the places that follow."""

    def __init__(self) -> None:
        self.kind: list[str] = []
        self.classes: list[_Set] = []
        self.following: list[list[int]] = []

    def add(self, kind: str, classes: _Set = 0, *following: int) -> int:
        self.kind.append(kind)
        self.classes.append(classes)
        self.following.append(list(following))
        return len(self.kind) - 1

    def build(self, tree: _Tree, then: int) -> int:
        """Add the places of a tree, after which the matcher goes on at `then`; return the first."""
        kind, of = tree
        if isinstance(of, int):
            return self.add(kind, of, then)
        if isinstance(of, tuple):
            part, least, most = of
            return self._repeat(part, least, most, then)
        if kind == "any of":
            return self.add(kind, 0, *(self.build(branch, then) for branch in of))
        for part in reversed(of):
            then = self.build(part, then)
        return then

    def _repeat(self, tree: _Tree, least: int, most: int | None, then: int) -> int:
        if most is None:
            first = self.add("any of")
            self.following[first] = [self.build(tree, first), then]
        else:
            first = then
            for _ in range(most - least):
                first = self.add("any of", 0, self.build(tree, first), then)
        for _ in range(least):
            first = self.build(tree, first)
        return first


def _determinise(graph: _Graph, start: int, count: int) -> Moves:
    states: dict[tuple[int, ...], int] = {(): 0, (start,): 1}
    waiting: list[tuple[int, ...]] = [(start,)]
    rows = [[0] * (count + 1)]
    for places in waiting:
        ways = _ways(graph, places, (1 << count + 1) - 1)
        row = []
        for number in range(count + 1):
            reached: list[int] = []
            ends = 0
            for classes, following in ways:
                if classes >> number & 1:
                    if following is None:
                        ends = 1  # what comes after it in the list is less preferred
                        break
                    reached += [following] if following not in reached else []
            state = tuple(reached)
            if state not in states:
                states[state] = len(states)
                waiting.append(state)
            row.append(states[state] * (count + 1) << 1 | ends)
        rows.append(row)
    return np.array(rows, np.uint16)


def _ways(graph: _Graph, places: tuple[int, ...], every: _Set) -> list[tuple[_Set, int | None]]:
    """Return, in order of preference, what can be read at some places and where it leads; None is a match."""
    ways: list[tuple[_Set, int | None]] = []
    seen = set()
    waiting = [(place, every) for place in reversed(places)]
    while waiting:
        place, able = waiting.pop()
        if (place, able) in seen:
            continue
        seen.add((place, able))
        kind, classes, following = graph.kind[place], graph.classes[place], graph.following[place]
        if kind == "match":
            ways.append((able, None))
        elif kind == "one of":
            ways.append((able & classes, following[0]))
        else:
            waiting += [(one, able & ~classes) for one in reversed(following)]
    return ways
