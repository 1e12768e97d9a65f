r"""Translates regular expressions of Hugging Face tokenizers, in Oniguruma's dialect, for Python's `regex`.

Most constructs mean the same in both dialects. These do not, and are rewritten:

    Oniguruma     regex                             because in Oniguruma
    ^  $          (?:\A|(?<=\n)(?!\Z))  (?=\n|\Z)   they match at the ends of every line
    \Z  \z        (?=\n?\Z)  \Z                     \Z also matches before a final line end
    \h            [0-9A-Fa-f]                       it is a hexadecimal digit
    \w            [\p{Alphabetic} and so on ²]     it differs in ², ¼ and joiners, and within a set
    (?m:.)        (?s:.)                            m makes the dot match a line end
    a{2}+         (?:a{2})+                         it is a repeated repetition, not a possessive quantifier
    [a&&[^b]]     (?V1)[a&&[^b]]                    it is an intersection; `regex` needs the flag V1 for that
    [[:digit:]]   \p{Nd}                            it has the digits of all scripts; in `regex` only 0 to 9

Constructs that would need more than that are rejected by name: backreferences, named groups, flags in the
middle, and case-insensitive letters that also match a single other character (ss and ß).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

import regex

from bpe_core.types import BpeError
from bpe_core.unicode16 import as_unicode16

_WORD_IN_SET = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_WORD = f"{_WORD_IN_SET}²³¹¼½¾"
_ESCAPES = {
    "h": "[0-9A-Fa-f]",
    "w": f"[{_WORD}]",
    "W": f"[^{_WORD}]",
    "Z": r"(?=\n?\Z)",
    "z": r"\Z",
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
    "e": r"\x1b",
}
_ESCAPES_IN_SET = {"h": "0-9A-Fa-f", "w": _WORD_IN_SET, "e": r"\x1b"}
_SAME_ESCAPES = frozenset("sSdDAGnrtvfa")
_LITERAL = regex.compile(r"[^\w\s]", regex.ASCII)
_CODE = regex.compile(r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x\{[0-9A-Fa-f]{1,6}\}")
_PROPERTY = regex.compile(r"\\([pP])\{(\^?)([A-Za-z_]+)\}")
# Properties that contain different characters in the two engines; a test checks that all others are equal.
_OTHER_PROPERTIES = frozenset(
    {
        "xdigit", "word", "extendedpictographic", "diacritic", "changeswhencasemapped", "changeswhentitlecased",
        "changeswhenuppercased", "patternsyntax", "idc",
    }
)  # fmt: skip
_BLOCK = regex.compile("in(?!herited|itial|script)")
_QUANTIFIER = regex.compile(r"(?:[*+?]|\{\d+(?:,\d*)?\}|\{,\d+\})")
_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>")
_POSIX = regex.compile(r"\[:(\^?)([a-z]+):\]")
_SAME_POSIX = frozenset(
    {"alpha", "space", "upper", "lower", "cntrl", "graph", "print", "xdigit", "blank", "ascii"}
)
_OTHER_POSIX = {"digit": r"\p{Nd}", "alnum": r"\p{Alphabetic}\p{Nd}", "word": _WORD_IN_SET}
_PLAIN_LETTERS = regex.compile(r"\[[a-hj-zA-HJ-Z]+\]")
# When Oniguruma ignores case, each of these also matches a single character, such as ß for ss; not in
# `regex`.
_FOLDED_TOGETHER = ("ss", "ff", "fi", "fl", "st")


class DialectError(BpeError):
    """A regular expression contains a construct that cannot be translated; `construct` is its text."""

    def __init__(self, construct: str, index: int) -> None:
        super().__init__(
            f"The construct {construct!r} at position {index} of the pattern means something else here."
        )
        self.construct = construct


def translate(pattern: str) -> str:
    r"""Return a pattern with which `regex`, on a text from `as_unicode16`, matches what Oniguruma matches.

    Raises `DialectError` for a construct that is not known to be equivalent.

    >>> translate(r"\p{N}{1,3}|^a"), translate("a{2}+")
    ('\\p{N}{1,3}|(?:\\A|(?<=\\n)(?!\\Z))a', '(?:a{2})+')
    """
    try:
        return _Translation(pattern).run()
    except RecursionError:
        raise DialectError("[[", pattern.find("[[")) from None


def means_the_same(pattern: str) -> bool:
    r"""Return whether a pattern needs no translation: it means the same in `regex` as in Oniguruma.

    >>> means_the_same(r"\p{N}+| ?\p{L}+"), means_the_same(r"^a"), means_the_same("[a&&b]")
    (True, False, False)
    """
    try:
        return translate(pattern) == pattern
    except DialectError:
        return False


@lru_cache(maxsize=64)
def compiled(pattern: str) -> "regex.Pattern[str]":
    """Return a pattern of Oniguruma's dialect, translated and compiled; raises `BpeError` for an invalid one."""
    try:
        return regex.compile(translate(pattern))
    except regex.error as error:
        raise BpeError(f"The pattern is not a valid regular expression: {error}.") from None
    except RecursionError:
        raise BpeError("The pattern is nested too deeply.") from None


def spans(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the matches of a pattern of Oniguruma's dialect, one after another; some may be empty.

    An empty match at the end of the previous match is skipped, and the search continues one character
    further, as in the library's binding of Oniguruma. Raises `BpeError` for an invalid pattern.

    >>> list(spans("a*", "baac")), list(spans(r"\s+$", "a  "))
    ([(0, 0), (1, 3), (4, 4)], [(1, 3)])
    """
    if pattern in _IN_THREES:
        runs, only_cuts = _IN_THREES[pattern]
        yield from _in_threes(as_unicode16(text), runs, only_cuts=only_cuts)
        return
    matcher, names_a_class = _reader(pattern)
    if names_a_class:
        text = as_unicode16(text)
    at, last = 0, -1
    for match in matcher.finditer(text):
        start, end = match.span()
        if start == end:
            break
        yield start, end
        at = last = end
    else:
        return
    while at <= len(text) and (found := matcher.search(text, at)):
        start, end = found.span()
        if start == end == last:
            at += 1
        else:
            yield start, end
            at = last = end


def string_spans(string: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the occurrences of a string, one after another; an empty string occurs everywhere.

    >>> list(string_spans("aa", "aaab aa")), list(string_spans("", "a"))
    ([(0, 2), (5, 7)], [(0, 0), (1, 1)])
    """
    # This does not use `as_unicode16`, which replaces the characters that Unicode 16 does not have.
    return (match.span() for match in regex.finditer(regex.escape(string), text))


@lru_cache(maxsize=64)
def _reader(pattern: str) -> tuple["regex.Pattern[str]", bool]:
    """Return a pattern, compiled, and whether it uses Unicode properties of characters."""
    return compiled(_AS_QUICK.get(pattern, pattern)), _NAMES_A_CLASS.search(pattern) is not None


# A pattern without any of these depends on no character classes, and is matched against the original text.
_NAMES_A_CLASS = regex.compile(r"\\[a-zA-Z]|\[:|\(\?i")
# Equivalents of three patterns that would scan the rest of a run of blanks from every blank in it. DeepSeek's
# and SeamlessM4T's need to search only from the first blank of a run. Jais 2's searches a run for line ends;
# if there are none, it matches a fixed number of blanks, and need not search the rest again.
JAIS_2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s{512}(?!\S)|\s{256}(?!\S)|\s{128}(?!\S)|\s{64}(?!\S)|\s{32}(?!\S)|\s{16}(?!\S)|\s{8}(?!\S)|\s{4}(?!\S)"
    r"|\s{1,2}(?!\S)|\s{1}"
)
"""The split pattern of Jais 2, as llama.cpp states it."""
_AS_QUICK = {
    r"\s+$": r"(?<!\s)\s+$",
    " +▁": "(?<! ) +▁",
    JAIS_2: JAIS_2.replace(r"|\s*[\r\n]+|", r"|(?<![^\S\r\n])\s*[\r\n]+|"),
}
# Patterns that group digits in threes from the right (Tiny Aya's, and two notations of SuperBPE's): each
# match would look at all later digits. For each: the runs to which it applies, and whether its matches are
# the places between the groups.
_IN_THREES = {
    r"\d{1,3}(?=(?:\d{3})*\b)": (r"(?<!\d)\d++\b", False),
    r"(?=(\d{3})+(?!\d))": (r"\d+", True),
    r"(?=(?:\d{3})+(?!\d))": (r"\d+", True),
}


def _in_threes(text: str, runs: str, *, only_cuts: bool) -> Iterator[tuple[int, int]]:
    for run in compiled(runs).finditer(text):
        start, end = run.span()
        threes = range(start + (end - start) % 3, end, 3)
        if only_cuts:
            yield from ((at, at) for at in threes)
        else:
            yield from pairwise([*([start] if start not in threes else []), *threes, end])


@dataclass
class _Translation:
    pattern: str
    index: int = 0
    # Whether a set is subtracted from a set, which `regex` supports only in its version 1 behaviour.
    cuts_sets: bool = False
    out: list[str] = field(default_factory=list)
    # For each open group: the index in `out` at which it begins, and whether case is ignored outside it.
    open_groups: list[tuple[int, bool]] = field(default_factory=list)
    ignores_case: bool = False
    letters: str = ""

    def run(self) -> str:
        if self.pattern.startswith("(?i)"):
            self.index, self.ignores_case = 4, True
            self.out.append("(?i)")
        while self.index < len(self.pattern):
            start = len(self.out)
            self._atom()
            if len(self.out) > start and self.out[-1] == ")" and self.closed_at is not None:
                start = self.closed_at
            self._quantifiers(start)
        if self.open_groups:
            self._refuse("(")
        if self.cuts_sets and (dashes := next((two for two in ("--", "-&&") if two in self.pattern), "")):
            self.index = self.pattern.index(dashes)
            self._refuse(dashes)
        return ("(?V1)" if self.cuts_sets else "") + "".join(self.out)

    closed_at: int | None = None

    def _refuse(self, construct: str) -> None:
        raise DialectError(construct, self.index)

    def _take(self, construct: str, written: str | None = None) -> None:
        self.index += len(construct)
        self.out.append(construct if written is None else written)

    def _atom(self) -> None:
        self.closed_at = None
        sign = self.pattern[self.index]
        letters, self.letters = self.letters, ""
        if sign == "\\":
            self._escape()
        elif sign == "[":
            self._set()
        elif sign == "(":
            self._open()
        elif sign == ")":
            if not self.open_groups:
                self._refuse(")")
            self.closed_at, self.ignores_case = self.open_groups.pop()
            self._take(")")
        elif sign == "^":
            self._take("^", r"(?:\A|(?<=\n)(?!\Z))")
        elif sign == "$":
            self._take("$", r"(?=\n|\Z)")
        elif sign in "*+?":
            self._refuse(sign)
        elif sign in "|.":
            self._take(sign)
        else:
            self.letters = letters + sign
            if self.ignores_case:
                self._check_case(sign)
            self._take(sign)

    def _check_case(self, sign: str) -> None:
        pair = self.letters[-2:].lower()
        if not sign.isascii() or sign in "iI" or pair in _FOLDED_TOGETHER:
            self._refuse(f"(?i) with {pair!r}")

    def _escape(self, *, in_set: bool = False) -> None:
        rest = self.pattern[self.index + 1 : self.index + 2]
        written = _ESCAPES_IN_SET if in_set else _ESCAPES
        same = _SAME_ESCAPES - {"A", "G"} if in_set else _SAME_ESCAPES
        if found := _PROPERTY.match(self.pattern, self.index) or _CODE.match(self.pattern, self.index):
            if self.ignores_case and not in_set:
                self._refuse(f"(?i) with {found.group()}")
            # Braces after \x, as in \x{3042}, exist only in Oniguruma.
            code = found.group()
            name = code[3:-1].lstrip("^").replace("_", "").lower() if code[1] in "pP" else ""
            if name in _OTHER_PROPERTIES or _BLOCK.match(name):
                self._refuse(code)
            self._take(code, f"\\U{int(code[3:-1], 16):08x}" if code.startswith("\\x{") else None)
        elif rest in written:
            self._take("\\" + rest, written[rest])
        elif rest and (rest in same or _LITERAL.fullmatch(rest)):
            self._take("\\" + rest)
        else:
            self._refuse("\\" + rest)

    def _open(self) -> None:
        rest = self.pattern[self.index :]
        outside = self.ignores_case
        if rest.startswith(("(?i:", "(?-i:")):
            group = rest[: rest.index(":") + 1]
            self.ignores_case = group == "(?i:"
            written = group
        elif rest.startswith("(?m:"):
            group, written = "(?m:", "(?s:"
        elif group := next((known for known in _GROUPS if rest.startswith(known)), ""):
            written = group
        elif rest.startswith("(?"):
            self._refuse(rest[:4])
        else:
            group = written = "("
        self.open_groups.append((len(self.out), outside))
        self._take(group, written)

    def _set(self) -> None:
        start = self.index
        self._take("[")
        if self.pattern.startswith("^", self.index):
            self._take("^")
        self._signs(start)
        self._take("]")
        if self.ignores_case and not _PLAIN_LETTERS.fullmatch(self.pattern, start, self.index):
            self.index = start
            self._refuse("(?i) with [")

    def _signs(self, start: int) -> None:
        """Translate the contents of a set, up to its closing bracket; `start` is where it begins."""
        first = self.index
        while (sign := self.pattern[self.index : self.index + 1]) != "]" or self.index == first:
            if not sign:
                self.index = start
                self._refuse("[")
            elif sign == "\\":
                self._escape(in_set=True)
            elif found := _POSIX.match(self.pattern, self.index):
                self._posix(found)
            elif sign == "[":
                self._set_in_set()
            elif self.pattern.startswith("&&", self.index):
                # If one side of && is empty, one engine takes it as no characters, the other as all
                # characters.
                if self.index == first or self.pattern[self.index + 2 : self.index + 3] in ("", "]", "&"):
                    self._refuse("&&")
                self.cuts_sets = True
                self._take("&&")
            else:
                # Escaped, since two of & | ~ in a row are a set operation in later versions of `regex`, and a
                # dash at the edge of an inner set would form a range with the outer set.
                at_edge = self.index == first or self.pattern.startswith("]", self.index + 1)
                self._take(sign, f"\\{sign}" if sign in "&|~]" or (sign == "-" and at_edge) else None)

    def _set_in_set(self) -> None:
        start, opened = self.index, len(self.out)
        if self.pattern[start - 1] == "-":
            self._refuse("-[")
        is_negated = self.pattern.startswith("[^", start)
        self._take("[^" if is_negated else "[")
        did_cut, self.cuts_sets = self.cuts_sets, False
        self._signs(start)
        if is_negated or self.cuts_sets:
            self.cuts_sets = True
            self._take("]")
        else:
            # A plain set within a set only adds its characters, so its brackets are dropped.
            self.cuts_sets = did_cut
            self.out[opened] = ""
            self._take("]", "")
        if self.pattern.startswith("-", self.index):
            self._refuse("]-")

    def _posix(self, found: "regex.Match[str]") -> None:
        negated, name = found.groups()
        if name in _OTHER_POSIX and not negated:
            self._take(found.group(), _OTHER_POSIX[name])
        elif name in _SAME_POSIX:
            self._take(found.group())
        else:
            self._refuse(found.group())

    def _quantifiers(self, start: int) -> None:
        found = _QUANTIFIER.match(self.pattern, self.index)
        if found is None:
            return
        self.letters = ""
        self._take(found.group())
        more = self.pattern[self.index : self.index + 1]
        if more == "?" or (more == "+" and not found.group().startswith("{")):
            self._take(more)
        elif more == "+":
            self.out.insert(start, "(?:")
            self.out.append(")")
            self._take("+")
        if _QUANTIFIER.match(self.pattern, self.index):
            self._refuse(self.pattern[self.index])
