r"""Translates regular expressions of two other engines for Python's `regex`, or refuses them by name.

tiktoken uses fancy-regex (with Rust's `regex`), Hugging Face tokenizers use Oniguruma. A custom split pattern
has the meaning that it has in tiktoken; a pattern of a `tokenizer.json` the one that it has in Oniguruma. Most
constructs mean the same in all three. These do not, and are rewritten:

    fancy-regex    Oniguruma       `regex`
    ^  $           \A  \z          \A  (?![\s\S])                           the ends of the text
    (?m:^ $)       ^  $            (?:\A|(?<=\n))  (?=\n|(?![\s\S])) ¹      the ends of every line
    (?s:.)         (?m:.)          [\s\S]                                   the dot matches a line end
    \h             \h              [0-9A-Fa-f]                              a hexadecimal digit
    \w             (no notation)   [\p{Alphabetic}\p{M}\p{Nd}\p{Pc} ²]      and what \b depends on
    \A?            (no notation)   (?:\A|)                                  an optional anchor
    \p{IsGreek}    \p{Greek}       \p{Greek}                                a property
    a{2}+  a{2}?   (?>a{2})  a{2}  (?>a{2})  a{2}                           a{2}+ is possessive, a{2}? lazy
    (?:a{2})+      a{2}+           (?:a{2})+                                in Oniguruma, these repeat
    (?:a{2})?      a{2}?           (?:a{2})?                                a repetition
    [a&&[^b]]      [a&&[^b]]       [a&&[^b]]                                an intersection, in version 1
    [[:alpha:]]    [a-zA-Z]        [a-zA-Z]                                 in Oniguruma it has all scripts
    (?i:s)         (?i:s)          [sSſ]                                    without other letters, such as ı for i

    ¹ in Oniguruma, ^ does not match after a line end at the end of the text    ² and the two joiners; in
    Oniguruma not these, but ² ³ ¹ ¼ ½ ¾, which are not in \w within a set

The translations are in the right column wherever all three engines read them in the same way, so that a
pattern can be written for another engine. What would need more than that is rejected by name.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NoReturn

import numpy as np
import regex

from bpe_core.types import BpeError
from bpe_core.unicode16 import stand_ins

_ANY = r"[\s\S]"
_AT_END = rf"(?!{_ANY})"
_WORD_IN_SET = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_HEX = "0-9A-Fa-f"
# Constructs without a meaning of their own in `regex` or with another one, and what they are there.
_ASCII_POSIX: Mapping[str, str] = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r"\t ", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": r"!-\~", "lower": "a-z", "print": r" -\~", "punct": r"!-/:-@\[-`\{-\~",
    "space": r"\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": _HEX,
}  # fmt: skip
_CONTROLS = {"n": 10, "r": 13, "t": 9, "v": 11, "f": 12, "a": 7}
_SAME_ESCAPES = frozenset("sSdD") | _CONTROLS.keys()
_LITERAL = regex.compile(r"[^\w\s]", regex.ASCII)
_CODE = regex.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|x\{([0-9A-Fa-f]{1,6})\})")
_PROPERTY = regex.compile(r"\\([pP])\{(\^?)([A-Za-z_]+)\}")
_BLOCK = regex.compile("in(?!herited|itial|script)")
_QUANTIFIER = regex.compile(r"(?:[*+?]|\{(\d+)(?:,\d*)?\}|\{,\d+\})")
# Properties with other characters than in `regex` on a text from `as_unicode16`, with their short names.
_OTHER_PROPERTIES = frozenset(
    {
        "changeswhencasemapped", "changeswhentitlecased", "changeswhenuppercased", "cwcm", "cwt", "cwu", "dia",
        "diacritic", "extendedpictographic", "extpict", "idc", "nchar", "noncharactercodepoint", "patsyn",
        "patternsyntax",
    }
)  # fmt: skip
# Properties of `regex` that neither engine has: `regex` alone gives them a name, or Unicode 16 lacks the script.
_ONLY_IN_REGEX = frozenset(
    {
        "alphanumeric", "berf", "beriaerfe", "h", "horizspace", "hrkt", "jurc", "jurchen", "katakanaorhiragana", "nfcqc",
        "nfcquickcheck", "nfdqc", "nfdquickcheck", "nfkcqc", "nfkcquickcheck", "nfkdqc", "nfkdquickcheck", "pcun",
        "posixalnum", "posixdigit", "posixxdigit", "protocuneiform", "seal", "sidetic", "sidt", "taiyo", "tayo",
        "tolongsiki", "tols", "v", "vertspace",
    }
)  # fmt: skip
_IS = regex.compile("_*[iI]_*[sS]_*")
_EDGE = regex.compile(r"\\A|\(\?<?[=!]")
_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>")
_FLAGS = regex.compile(r"\(\?([a-z]*)(?:-([a-z]+))?([:)])")
_POSIX = regex.compile(r"\[:(\^?)([a-z]+):\]")
_PLAIN_LETTERS = regex.compile(r"\[[a-hj-zA-HJ-Z]+\]")
# When Oniguruma ignores case, each of these also matches a single character, such as ß for ss; not in
# `regex`.
_FOLDED_TOGETHER = ("ss", "ff", "fi", "fl", "st")
# Letters outside ASCII that are the same letter as one of ASCII if case is ignored.
_OTHER_CASES = {"k": "\u212a", "s": "ſ"}


def _with_word(word: str) -> dict[str, str]:
    one, at, before = f"[{word}]", f"(?=[{word}])", f"(?<=[{word}])"
    no, not_before = f"(?![{word}])", f"(?<![{word}])"
    return {
        "w": one,
        "W": f"[^{word}]",
        "b": f"(?:{before}{no}|{not_before}{at})",
        "B": f"(?:{before}{at}|{not_before}{no})",
    }


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Dialect:
    """What an engine means by the constructs in which engines differ.

    `escapes` and `in_set` are the letters after a backslash, outside and within a set; `flags` maps the
    engine's flags to i, m (lines) and s (the dot matches a line end). `other_properties` contain other
    characters than in `regex`; a test checks that all others are equal.
    """

    name: str
    escapes: Mapping[str, str]
    in_set: Mapping[str, str]
    posix: Mapping[str, str]
    flags: Mapping[str, str]
    other_properties: frozenset[str]
    line_begin: str
    is_rust: bool


_SHARED = {"h": f"[{_HEX}]", "H": f"[^{_HEX}]", "e": r"\x1b", "A": r"\A", "z": _AT_END}

FANCY = Dialect(
    name="tiktoken (fancy-regex)",
    escapes=_SHARED | _with_word(rf"{_WORD_IN_SET}\u200c\u200d"),
    in_set={"h": _HEX, "w": rf"{_WORD_IN_SET}\u200c\u200d", "e": r"\x1b"},
    posix=_ASCII_POSIX,
    flags={"i": "i", "m": "m", "s": "s"},
    other_properties=_OTHER_PROPERTIES
    | {"graph", "print", "vs", "variationselector"}
    # tiktoken does not have these.
    | {"isalnum", "isblank", "isc", "iscs", "isword", "posixpunct", "surrogate", "unknown", "xdigit", "zzzz"},
    line_begin=r"(?:\A|(?<=\n))",
    is_rust=True,
)
"""The dialect of tiktoken."""

ONIGURUMA = Dialect(
    name="Hugging Face tokenizers (Oniguruma)",
    escapes=_SHARED | _with_word(f"{_WORD_IN_SET}²³¹¼½¾") | {"G": r"\G", "Z": rf"(?=\n?{_AT_END})"},
    in_set={"h": _HEX, "w": _WORD_IN_SET, "e": r"\x1b"},
    posix={
        **{name: f"[:{name}:]" for name in _ASCII_POSIX if name != "punct"},
        "digit": r"\p{Nd}", "alnum": r"\p{Alphabetic}\p{Nd}", "word": _WORD_IN_SET,
    },
    flags={"i": "i", "m": "s"},
    other_properties=_OTHER_PROPERTIES | {"bidim", "bidimirrored", "xdigit", "word"},
    line_begin=rf"(?:\A|(?<=\n)(?={_ANY}))",
    is_rust=False,
)  # fmt: skip
"""The dialect of Hugging Face tokenizers."""


class DialectError(BpeError):
    """A regular expression contains a construct that cannot be translated; `construct` is its text."""

    def __init__(self, construct: str, index: int, dialect: Dialect) -> None:
        super().__init__(
            f"The construct {construct!r} at position {index} of the pattern is not supported, because it may "
            f"mean something else in {dialect.name}."
        )
        self.construct = construct
        self.index = index
        # Whether the pattern is probably invalid, which `regex` can explain.
        self.is_syntax = construct in "()[*+?{\\"


@dataclass(frozen=True, slots=True)
class Translated:
    """A pattern for `regex`, with two of its properties.

    `names_class` says that it contains properties of Unicode, so that it needs a text from `as_unicode16`;
    `may_be_empty` is False if no match can be an empty string.
    """

    written: str
    names_class: bool
    may_be_empty: bool


def compiled(pattern: str) -> "regex.Pattern[str]":
    """Compile a pattern in version 1 of `regex`; raises `BpeError` for an invalid one."""
    try:
        return regex.compile(pattern, regex.VERSION1)
    except regex.error as error:
        raise BpeError(f"The pattern is not a valid regular expression: {error}.") from None
    except RecursionError:
        raise BpeError("The pattern is nested too deeply.") from None


@lru_cache(maxsize=128)
def translated(pattern: str, dialect: Dialect) -> Translated:
    r"""Return a pattern with which `regex` matches what the engine of the dialect matches.

    Raises `DialectError` for a construct that is not known to be equivalent.

    >>> translated(r"\p{N}{1,3}|^a", FANCY)
    Translated(written='\\p{N}{1,3}|\\Aa', names_class=True, may_be_empty=False)
    >>> translated("a{2}+", FANCY).written, translated("a{2}+", ONIGURUMA).written
    ('(?>a{2})', '(?:a{2})+')
    """
    try:
        return _Translation(pattern, dialect).run()
    except RecursionError:
        raise DialectError("[[", pattern.find("[["), dialect) from None


def in_both(pattern: str) -> bool:
    r"""Return whether a pattern means the same in both dialects.

    >>> in_both(r"\p{N}+| ?\p{L}+"), in_both("^a"), in_both(r"\w"), in_both(r"(?s:.)")
    (True, False, False, False)
    """
    try:
        return translated(pattern, FANCY).written == translated(pattern, ONIGURUMA).written
    except DialectError:
        return False


@dataclass
class _Group:
    """An open group: where it begins in `out`, the flags outside it, and what is known of its branches."""

    start: int
    outside: frozenset[str]
    number: int = 0
    consumes: bool = True  # not a lookaround
    is_behind: bool = False  # in a lookbehind, or one itself
    filled: bool = False  # whether the current branch matches at least one character
    has_empty: bool = False  # whether an earlier branch may match none

    @property
    def may_be_empty(self) -> bool:
        return self.has_empty or not self.filled or not self.consumes


@dataclass
class _Translation:
    pattern: str
    dialect: Dialect
    index: int = 0
    out: list[str] = field(default_factory=list)
    flags: frozenset[str] = frozenset()
    # The open groups; the first one is the whole pattern.
    groups: list[_Group] = field(default_factory=lambda: [_Group(0, frozenset())])
    opened: int = 0
    closed: set[int] = field(default_factory=set)
    # The closed groups that match at least one character.
    filled: set[int] = field(default_factory=set)
    letters: str = ""
    names_class: bool = False
    unclear: tuple[str, int] | None = None

    def run(self) -> Translated:
        if surrogate := regex.search("[\ud800-\udfff]", self.pattern):
            self._refuse(surrogate.group(), surrogate.start())
        while self.index < len(self.pattern):
            self._piece()
        if len(self.groups) > 1:
            self._refuse("(")
        if self.names_class and self.unclear:
            raise DialectError(*self.unclear, self.dialect)
        return Translated("".join(self.out), self.names_class, self.groups[0].may_be_empty)

    def _refuse(self, construct: str, index: int | None = None) -> NoReturn:
        raise DialectError(construct, self.index if index is None else index, self.dialect)

    def _take(self, construct: str, written: str | None = None) -> None:
        self.index += len(construct)
        self.out.append(construct if written is None else written)

    def _piece(self) -> None:
        """Translate one construct with its quantifier."""
        start, sign = len(self.out), self.pattern[self.index]
        letters, self.letters = self.letters, ""
        filled = True
        if sign == "\\":
            filled = self._escape()
        elif sign == "[":
            self._set()
        elif sign == "(":
            self._open()
            return
        elif sign == ")":
            start, filled = self._close()
        elif sign == "|":
            group = self.groups[-1]
            group.has_empty, group.filled = group.has_empty or not group.filled, False
            self._take(sign)
            return
        elif sign in "^$":
            self._edge(sign)
            filled = False
        elif sign in "*+?" or regex.match(r"\{[\d,]", self.pattern, pos=self.index):
            self._refuse(sign)
        elif sign == ".":
            self._take(".", _ANY if "s" in self.flags else None)
        else:
            self.letters = letters + sign
            self._check_clear(ord(sign), ord(sign))
            # In `regex`, braces that are not a quantifier ask for an approximate match.
            self._take(sign, r"\{" if sign == "{" else self._any_case(sign))
        if self._quantified(start, filled=filled) and filled:
            self.groups[-1].filled = True

    def _edge(self, sign: str) -> None:
        in_lines = not self.dialect.is_rust or "m" in self.flags
        if sign == "^":
            self._take("^", self.dialect.line_begin if in_lines else r"\A")
        else:
            self._take("$", rf"(?=\n|{_AT_END})" if in_lines else _AT_END)

    def _any_case(self, sign: str) -> str | None:
        """Return what matches a letter if case is ignored; None if the letter itself does."""
        if "i" not in self.flags:
            return None
        lower = sign.lower()
        if self.dialect.is_rust:
            refused = not sign.isascii() and (lower, sign.upper()) != (sign, sign)
        else:
            refused = not sign.isascii() or lower == "i" or self.letters[-2:].lower() in _FOLDED_TOGETHER
        if refused:
            self._refuse(f"(?i) with {self.letters[-2:].lower() or sign!r}")
        return f"[{_cases(sign)}]" if sign.isascii() and sign.isalpha() else None

    def _check_clear(self, low: int, high: int) -> None:
        # The text from `as_unicode16` has other characters than the original one, but not in ASCII.
        if high < 128:
            return
        changed, instead = _changes()
        if ((low <= changed) & (changed <= high) != (low <= instead) & (instead <= high)).any():
            self.unclear = self.unclear or (chr(high), self.index)

    def _escape(self) -> bool:
        """Translate an escape, and return whether it matches a character."""
        rest = self.pattern[self.index + 1 : self.index + 2]
        if self._property() or self._code(in_set=False) is not None:
            return True
        if rest in self.dialect.escapes:
            self.names_class |= rest in "wWbB"
            self._take("\\" + rest, self.dialect.escapes[rest])
            return rest not in "bBAzGZ"
        if self.dialect.is_rust and "0" <= rest <= "9":
            is_long = self.pattern[self.index + 2 : self.index + 3].isdigit()
            if is_long or int(rest) not in self.closed - {0} or "i" in self.flags:
                self._refuse("\\" + rest)
            self._take("\\" + rest)
            return int(rest) in self.filled
        self._plain_escape(rest)
        return True

    def _plain_escape(self, rest: str) -> None:
        is_word_end = self.dialect.is_rust and rest in "<>"
        if not rest or is_word_end or not (rest in _SAME_ESCAPES or _LITERAL.fullmatch(rest)):
            self._refuse("\\" + rest)
        self.names_class |= rest in "sSdD"
        self._take("\\" + rest)

    def _property(self) -> bool:
        found = _PROPERTY.match(self.pattern, self.index)
        if not found:
            return False
        name = found[3].replace("_", "").lower()
        bare = name.removeprefix("is")
        if "i" in self.flags:
            self._refuse(f"(?i) with {found.group()}")
        # Only Rust reads IsGreek as Greek.
        other = name != bare and not self.dialect.is_rust
        if other or not {name, bare}.isdisjoint(self.dialect.other_properties) or _is_only_in_regex(bare):
            self._refuse(found.group())
        self.names_class = True
        plain = found[3] if name == bare else _IS.sub("", found[3], count=1)
        self._take(found.group(), rf"\{found[1]}{{{found[2]}{plain}}}")
        return True

    def _code(self, *, in_set: bool) -> int | None:
        """Translate a character written as its number, and return the number."""
        found = _CODE.match(self.pattern, self.index)
        if not found:
            return None
        if "i" in self.flags and not in_set:
            self._refuse(f"(?i) with {found.group()}")
        code = int(found[1] or found[2] or found[3], 16)
        if 0xD800 <= code < 0xE000 or code > 0x10FFFF:
            self._refuse(found.group())
        self._check_clear(code, code)
        # Braces after \x do not exist in `regex`.
        self._take(found.group(), f"\\U{code:08x}" if found[3] else None)
        return code

    def _open(self) -> None:
        at, outside = self.index, self.flags
        group = next((known for known in _GROUPS if self.pattern.startswith(known, at)), "")
        if group:
            written = group
        elif found := _FLAGS.match(self.pattern, at):
            self._set_flags(found)
            if found[3] == ")":
                self.index += len(found.group())
                return
            group, written = found.group(), "(?:"
        elif self.pattern.startswith(("(?", "(*"), at):
            self._refuse(self.pattern[at : at + 4])
        else:
            group = written = "("
            self.opened += 1
        is_look = group[-1] in "=!"
        behind = self.groups[-1].is_behind
        if behind and not self.dialect.is_rust and group in ("(", "(?=", "(?!"):
            self._refuse(f"{group} in a lookbehind")
        number = self.opened if group == "(" else 0
        is_behind = behind or written.startswith("(?<")
        self.groups.append(_Group(len(self.out), outside, number, consumes=not is_look, is_behind=is_behind))
        self._take(group, written)

    def _set_flags(self, found: "regex.Match[str]") -> None:
        on, off = found[1], found[2] or ""
        if not {*on, *off} <= self.dialect.flags.keys() or not on + off:
            self._refuse(found.group())
        # In Oniguruma, flags in the middle of a branch apply to the later branches as one group. In
        # fancy-regex, they may outlast the group that they are in.
        if found[3] == ")" and (len(self.groups) > 1 if self.dialect.is_rust else self.index):
            self._refuse(found.group())
        new = {self.dialect.flags[flag] for flag in on}
        self.flags = (self.flags | new) - {self.dialect.flags[flag] for flag in off}

    def _close(self) -> tuple[int, bool]:
        if len(self.groups) == 1:
            self._refuse(")")
        group = self.groups.pop()
        self.flags = group.outside
        self.closed.add(group.number)
        if not group.may_be_empty:
            self.filled.add(group.number)
        self._take(")")
        if not group.consumes and _QUANTIFIER.match(self.pattern, self.index):
            self._refuse(self.pattern[self.index])
        return group.start, not group.may_be_empty

    def _set(self) -> None:
        start, opened = self.index, len(self.out)
        is_negated = self._contents_of_set()
        self._take("]")
        # `regex` takes [[^a][^b]], which is any character, as [^ab].
        if self.pattern.count("[^", start + 1, self.index) > 1:
            self._refuse("[^", start)
        if is_negated and self._is_complementary(start):
            self.out[opened] = "(?:(?!["
            self.out.append(f"){_ANY})")
        is_plain = self.dialect.is_rust or _PLAIN_LETTERS.fullmatch(self.pattern, start, self.index)
        if "i" in self.flags and not is_plain:
            self._refuse("(?i) with [", start)

    def _is_complementary(self, start: int) -> bool:
        # `regex` takes [^\d\D], which is empty, as any character. A set with one property is safe.
        body = self.pattern[start + 2 : self.index]
        return len(regex.findall(r"\\[pdsw]", body, regex.IGNORECASE)) > 1 and bool(
            regex.search(r"\\[PDS]|\[\^", body)
        )

    def _contents_of_set(self) -> bool:
        """Translate a set up to its closing bracket, and return whether it is negated."""
        start = self.index
        is_negated = self.pattern.startswith("[^", start)
        self._take("[^" if is_negated else "[")
        first = self.index
        while (sign := self.pattern[self.index : self.index + 1]) != "]" or self.index == first:
            if not sign:
                self._refuse("[", start)
            elif found := _POSIX.match(self.pattern, self.index):
                self._posix(found)
            elif sign == "[":
                self._set_in_set()
            elif self.pattern.startswith("&&", self.index):
                # If one side of && is empty, one engine takes it as no characters, the other as all
                # characters.
                if self.index == first or self.pattern[self.index + 2 : self.index + 3] in ("", "]", "&"):
                    self._refuse("&&")
                self._take("&&")
            elif self.dialect.is_rust and self.pattern.startswith(("--", "~~"), self.index):
                self._refuse(self.pattern[self.index : self.index + 2])
            else:
                self._range()
        return is_negated

    def _range(self) -> None:
        """Translate a character or class within a set, or a range of characters."""
        at, opened = self.index, len(self.out)
        low = self._character()
        dash = self.pattern[self.index : self.index + 2]
        if not dash.startswith("-") or dash[1:] in ("", "]"):
            self._add_cases(at, low, low)
            return
        if low is None and not self.dialect.is_rust:
            self._take("-", r"\-")
            return
        if low is None or dash in ("--", "-["):
            self._refuse(dash)
        # Oniguruma takes [&-&&] as & and -, and no characters of both.
        if not self.dialect.is_rust and self.pattern.startswith("-&&", self.index):
            self._refuse("-&&")
        self._take("-")
        high = self._character()
        if high is None or high < low:
            self._refuse(self.pattern[at : self.index], at)
        if low == ord("-") or high == ord("-"):
            self.out[opened:] = [f"\\U{low:08x}-\\U{high:08x}"]
        self._check_clear(low, high)
        self._add_cases(at, low, high)

    def _character(self) -> int | None:
        """Translate one character or class within a set; return the character's number, None for a class."""
        sign = self.pattern[self.index]
        if sign != "\\":
            self._check_clear(ord(sign), ord(sign))
            # Escaped, since two of & | ~ in a row are a set operation, and a dash may form a range.
            self._take(sign, f"\\{sign}" if sign in "&|~-]^" else None)
            return ord(sign)
        rest = self.pattern[self.index + 1 : self.index + 2]
        if self._property():
            return None
        if (code := self._code(in_set=True)) is not None:
            return code
        if rest in self.dialect.in_set:
            self.names_class |= rest == "w"
            self._take("\\" + rest, self.dialect.in_set[rest])
            return 27 if rest == "e" else None
        self._plain_escape(rest)
        return None if rest in "sSdD" else _CONTROLS.get(rest, ord(rest))

    def _add_cases(self, at: int, low: int | None, high: int | None) -> None:
        if "i" not in self.flags or low is None or high is None:
            return
        if high > 127 and (low < high or chr(low).lower() != chr(low).upper()):
            self._refuse("(?i) with [", at)
        if high < 128:
            self.out.extend(_cases(chr(code)) for code in range(low, high + 1) if chr(code).isalpha())

    def _set_in_set(self) -> None:
        start, opened = self.index, len(self.out)
        is_negated = self._contents_of_set()
        if is_negated and self._is_complementary(start):
            self._refuse("[^", start)
        if is_negated or "&&" in self.out[opened:]:
            self._take("]")
        else:
            # A plain set within a set only adds its characters, so its brackets are dropped.
            self.out[opened] = ""
            self._take("]", "")
        if self.pattern.startswith("-", self.index):
            self._refuse("]-")

    def _posix(self, found: "regex.Match[str]") -> None:
        negated, name = found.groups()
        written = self.dialect.posix.get(name)
        if written is None or "i" in self.flags or (negated and written != f"[:{name}:]"):
            self._refuse(found.group())
        self.names_class |= not self.dialect.is_rust
        self._take(found.group(), None if negated else written)

    def _quantified(self, start: int, *, filled: bool) -> bool:
        """Translate a quantifier, if there is one, and return whether what it repeats occurs at least once."""
        found = _QUANTIFIER.match(self.pattern, self.index)
        if found is None:
            return True
        # After a repetition that matched nothing, one engine ends the loop, another tries the next branch.
        if self.dialect.is_rust and not filled and found.group() != "?":
            self._refuse(found.group())
        self.letters = ""
        if self.dialect.is_rust and found.group() == "?" and not filled and self._has_edge(start):
            self._optional_edge(start)
            return False
        self._take(found.group())
        more = self.pattern[self.index : self.index + 1]
        is_braced, is_exact = found.group().startswith("{"), found.group()[1:-1].isdigit()
        if more == "?" and is_exact:
            # Lazy in one dialect, which changes nothing; in the other, a repetition that is optional.
            self.index += 1
            if not self.dialect.is_rust:
                self.out.insert(start, "(?:")
                self.out.append(")?")
                return False
        elif more == "?" or (more == "+" and not is_braced):
            self._take(more)
        elif more == "+":
            # Possessive in one dialect, a repeated repetition in the other.
            self.out.insert(start, "(?>" if self.dialect.is_rust else "(?:")
            self._take("+", ")" if self.dialect.is_rust else ")+")
        if _QUANTIFIER.match(self.pattern, self.index):
            self._refuse(self.pattern[self.index])
        return found.group() == "+" or int(found[1] or 0) > 0

    def _has_edge(self, start: int) -> bool:
        return bool(_EDGE.search("".join(self.out[start:])))

    def _optional_edge(self, start: int) -> None:
        r"""Write an optional anchor, as in `\A?`, as a choice: Oniguruma does not repeat one."""
        more = self.pattern[self.index + 1 : self.index + 2]
        self.index += 2 if more in ("?", "+") else 1
        self.out.insert(start, {"?": "(?:|", "+": "(?>"}.get(more, "(?:"))
        self.out.append(")" if more == "?" else "|)")
        if _QUANTIFIER.match(self.pattern, self.index):
            self._refuse(self.pattern[self.index])


@lru_cache(maxsize=1024)
def _is_only_in_regex(name: str) -> bool:
    """Return whether only `regex` has a property of this name, as that of a block or of a kind of line break.

    The other engines name general categories, scripts, and properties that a character has or lacks. A name
    that `regex` does not have either is left to it, as it explains that.
    """
    if name in _ONLY_IN_REGEX or _BLOCK.match(name):
        return True
    shared = (f"gc={name}", f"sc={name}", f"{name}=yes")
    return name != "ascii" and _is_property(name) and not any(map(_is_property, shared))


def _is_property(name: str) -> bool:
    try:
        regex.compile(rf"\p{{{name}}}", regex.VERSION1)
    except regex.error:
        return False
    return True


def _cases(letter: str) -> str:
    lower = letter.lower()
    return lower + letter.upper() + _OTHER_CASES.get(lower, "")


@lru_cache(maxsize=1)
def _changes() -> "tuple[np.ndarray, np.ndarray]":
    """Return the characters that `as_unicode16` replaces, and what it replaces them with."""
    changes = stand_ins()
    return np.array([*changes], np.int32), np.array([*map(ord, changes.values())], np.int32)
