r"""The published split patterns, with the meaning of each branch in plain English.

A split pattern splits a text into chunks before any merge, and merges never cross a chunk boundary. It is a
regular expression, whose top-level alternatives (called branches here) are tried in order at each position.

The pattern of cl100k_base is in its first published form. tiktoken's current form has possessive quantifiers
and `\s++$`. That form splits white space differently (a "\n " at the end of a text is one chunk instead of
two), but the ids are always the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Branch:
    r"""One top-level alternative of a split pattern, with what it matches in plain English.

    >>> BRANCHES["gpt2"][7]
    Branch(pattern=' ?\\p{L}+', meaning='letters, with at most one space before them')
    """

    pattern: str
    meaning: str


_LETTERS_AFTER = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SPACE_RUN = Branch(r"\s+(?!\S)", "white space; before a word or sign, all of it except the last character")
_SPACE_REST = Branch(r"\s+", "any other white space")
_LINE_ENDS = Branch(r"\s*[\r\n]+", "line ends, with the white space before them")
_ONE_NUMERAL = Branch(r"\p{N}", "numerals (digits, ½, Ⅳ), each alone")

BRANCHES: Mapping[str, tuple[Branch, ...]] = {
    "gpt2": (
        Branch("'s", "the ending 's"),
        Branch("'t", "the ending 't"),
        Branch("'re", "the ending 're"),
        Branch("'ve", "the ending 've"),
        Branch("'m", "the ending 'm"),
        Branch("'ll", "the ending 'll"),
        Branch("'d", "the ending 'd"),
        Branch(r" ?\p{L}+", "letters, with at most one space before them"),
        Branch(r" ?\p{N}+", "any number of numerals (digits, ½, Ⅳ), with at most one space before them"),
        Branch(
            r" ?[^\s\p{L}\p{N}]+",
            "anything but white space, letters and numerals, with at most one space before it",
        ),
        _SPACE_RUN,
        _SPACE_REST,
    ),
    "cl100k_base": (
        Branch(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)", "an ending such as 's or 'll, also in capitals"),
        Branch(r"[^\r\n\p{L}\p{N}]?\p{L}+", "letters, with at most one space or sign before them"),
        Branch(r"\p{N}{1,3}", "at most three numerals (digits, ½, Ⅳ)"),
        Branch(r" ?[^\s\p{L}\p{N}]+[\r\n]*", "punctuation, with the space before and the line ends after it"),
        _LINE_ENDS,
        _SPACE_RUN,
        _SPACE_REST,
    ),
    "o200k_base": (
        Branch(
            rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{_LETTERS_AFTER}",
            "a word that ends in small letters, or letters without case, with at most one space or sign before it and an ending such as 's",
        ),
        Branch(
            rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{_LETTERS_AFTER}",
            "a word in capitals, with at most one space or sign before it and an ending such as 's",
        ),
        Branch(r"\p{N}{1,3}", "at most three numerals (digits, ½, Ⅳ)"),
        Branch(
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            "punctuation, with the space before and the line ends or slashes after it",
        ),
        _LINE_ENDS,
        _SPACE_RUN,
        _SPACE_REST,
    ),
    "qwen": (
        Branch(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)", "an ending such as 's or 'll, also in capitals"),
        Branch(r"[^\r\n\p{L}\p{N}]?\p{L}+", "letters, with at most one space or sign before them"),
        _ONE_NUMERAL,
        Branch(r" ?[^\s\p{L}\p{N}]+[\r\n]*", "punctuation, with the space before and the line ends after it"),
        _LINE_ENDS,
        _SPACE_RUN,
        _SPACE_REST,
    ),
    "tekken": (
        Branch(
            rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+",
            "a word that ends in small letters, or letters without case, with at most one space or sign before it",
        ),
        Branch(
            rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*",
            "a word in capitals, with at most one space or sign before it",
        ),
        _ONE_NUMERAL,
        Branch(
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            "punctuation, with the space before and the line ends or slashes after it",
        ),
        _LINE_ENDS,
        _SPACE_RUN,
        _SPACE_REST,
    ),
}
"""The branches of each published pattern, in the order in which they are tried.

Sources: `encoder.py` of the GPT-2 release (2019); `openai_public.py` of tiktoken, cl100k_base as of 2022
and o200k_base as of 2024; the `tokenizer.json` of Qwen 2.5; `tekken.json` of mistral-common, 2024-07-18.
"""

SPLIT_PATTERNS: Mapping[str, str] = {
    name: "|".join(branch.pattern for branch in branches) for name, branches in BRANCHES.items()
}
"""The published split patterns by name: gpt2, cl100k_base, o200k_base, qwen, tekken.

>>> SPLIT_PATTERNS["gpt2"]
"'s|'t|'re|'ve|'m|'ll|'d| ?\\\\p{L}+| ?\\\\p{N}+| ?[^\\\\s\\\\p{L}\\\\p{N}]+|\\\\s+(?!\\\\S)|\\\\s+"
"""
