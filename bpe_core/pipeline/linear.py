r"""Proves from the form of a pattern that it matches any text in linear time.

A pattern takes quadratic time or more if, at each character, some branch scans a long run and then fails, so
that nothing is matched. This cannot happen if no branch can fail after it has scanned a run:

    ` ?\p{L}+`          at most one character, then a run, then nothing
    `[^\s]+[\r\n]*`     after the run, only something optional
    `\s+$`              not linear: a run of blanks before a letter is scanned again from each of its blanks

Some branches of the published patterns may fail after a run, because the next branch then matches the whole
run: those for line ends if `\s+(?!\S)|\s+` is next, and `X*Y+` if `X+Y*` is next. No branch may be in
between: if it matched only one character of the run, the rest of the run would be scanned again.
"""

from dataclasses import dataclass

import regex

from bpe_core.pretokenization import split_branches

_ATOM = regex.compile(
    r"""\\[pP]\{\^?\w+\} | \\x[0-9A-Fa-f]{2} | \\u[0-9A-Fa-f]{4} | \\[^xupP\d] | \.
    | \[ (?: \[:\^?\w+:\] | \\. | [^\]\\\[&] )+ \]
    | \( (?:\?i?:)? (?:['\w]|\[\w+\])+ (?:\|['\w]+)* \)
    | [^\\\[\](){}*+?|.^$]""",
    regex.VERBOSE,
)
_LOOK = regex.compile(r"\(\?<?[=!](?:\\[pP]\{\^?\w+\}|\\[^xupP\d]|\[[^\]\\\[&]+\]|[^\\\[\](){}*+?|.^$])\)")
_QUANTIFIER = regex.compile(r"([*+?]|\{(\d*)(,?)(\d*)\})[+?]?")
_TAKE_BLANKS = (r"\s+(?!\S)", r"\s+")
_LINE_ENDS = (r"\s*[\r\n]+", r"\s*[\r\n]", "\\s*[\r\n]+", "\\s*[\r\n]")
_STAR_PLUS = regex.compile(r"(\[[^\[\]]*\])\*(\[[^\[\]]*\])\+")
_LONGEST = 2_000
_MOST_WAYS = 64


@dataclass(frozen=True, slots=True)
class _Part:
    """How often an atom repeats (`most` is None for a run), and in how many ways that can be matched."""

    least: int
    most: int | None
    ways: int


def is_linear(pattern: str) -> bool:
    r"""Return whether a pattern provably takes linear time; False if that cannot be proved.

    >>> is_linear(r"\p{N}{1,3}| ?\p{L}+|\s*[\r\n]+|\s+(?!\S)|\s+"), is_linear(r"\s+$"), is_linear("(a+)+b")
    (True, False, False)
    """
    if len(pattern) > _LONGEST:
        return False
    branches = split_branches(pattern)
    ways = [_ways(branch, branches[index + 1 :]) for index, branch in enumerate(branches)]
    return None not in ways and sum(filter(None, ways)) <= 4 * _MOST_WAYS


def _ways(branch: str, after: list[str]) -> int | None:
    if branch in _LINE_ENDS:
        return 1 if tuple(after[:2]) == _TAKE_BLANKS else None
    if branch == _TAKE_BLANKS[0]:
        # After two or more blanks, this branch cannot fail: it matches all of them, or all but the last.
        return 1
    if found := _STAR_PLUS.search(branch):
        branch = f"{branch[: found.start()]}{found[1]}+{found[2]}*{branch[found.end() :]}"
        if after[:1] != [branch]:
            return None
    return _ways_to_fail(branch)


def _ways_to_fail(branch: str) -> int | None:
    """Return the maximum number of alternatives at a character; None if the branch can fail after a run."""
    parts = _parts(branch)
    if parts is None:
        return None
    ways, in_run = 1, False
    for part in parts:
        if in_run and part.least:
            return None
        in_run = in_run or part.most is None
        if not in_run:
            ways *= part.ways
    return ways if ways <= _MOST_WAYS else None


def _parts(branch: str) -> list[_Part] | None:
    parts: list[_Part] = []
    index = 0
    while index < len(branch):
        if look := _LOOK.match(branch, index):
            # A lookaround of one character is cheap, but it could fail after a run.
            parts.append(_Part(1, 1, 1))
            index = look.end()
            continue
        atom = _ATOM.match(branch, index)
        if atom is None:
            return None
        index = atom.end()
        quantifier = _QUANTIFIER.match(branch, index)
        part = _counted(quantifier, choices=1 + atom.group().count("|") if atom.group()[0] == "(" else 1)
        if part is None:
            return None
        parts.append(part)
        index = index if quantifier is None else quantifier.end()
    return parts


def _counted(quantifier: "regex.Match[str] | None", *, choices: int) -> _Part | None:
    if quantifier is None:
        return _Part(1, 1, choices)
    sign, least, comma, most = quantifier.groups()
    if sign in ("*", "+", "?"):
        return _Part(int(sign == "+"), 1 if sign == "?" else None, 1 + choices)
    low = int(least or 0)
    high = int(most) if most else None if comma else low
    if low > _MOST_WAYS:
        return None  # a run that is too short would be scanned from each of its characters
    if high is None or high > _MOST_WAYS or quantifier.group().endswith("}+"):
        # In Oniguruma a{1,2}+ is a repeated repetition, not a possessive quantifier.
        return _Part(low, None, 1)
    return _Part(low, high, high - low + 1 if choices == 1 else choices ** min(high, _MOST_WAYS))
