r"""The pre-tokenization steps; each splits the parts of the previous step.

    DeepSeek      Split \p{N}{1,3} | Split Chinese and Japanese | Split words and punctuation | ByteLevel
    text          "I paid 1234円"
    numbers       I paid  | 123 | 4 | 円
    words         I |  paid |   | 123 | 4 | 円

Source of the behaviours: huggingface/tokenizers, version 0.23, `pre_tokenizers` and `normalizer.rs`.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import regex

from bpe_core.alphabets import to_glyphs
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.oniguruma import quoted, spans, string_spans
from bpe_core.unicode16 import NUMERIC, PUNCTUATION, as_unicode16, unicode_table

Behavior: TypeAlias = Literal["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
Scheme: TypeAlias = Literal["always", "first", "never"]

_BEHAVIOR_TITLES = {
    "Isolated": "each match is a part",
    "Removed": "matches dropped",
    "MergedWithPrevious": "each match joins the text before it",
    "MergedWithNext": "each match joins the text after it",
    "Contiguous": "adjacent matches are one part",
}
_INVERTED_TITLES = {
    "Removed": "only matches kept",
    "MergedWithPrevious": "the text between matches joins the match before it",
    "MergedWithNext": "the text between matches joins the match after it",
}
"""The titles that are others if the matches and the text between them are swapped."""


@dataclass(frozen=True, slots=True)
class Split:
    r"""Splits where a pattern matches; `invert` swaps the matches and the text between them.

    `pattern` is in Oniguruma's dialect if `is_regex`, otherwise a literal string.

    >>> [part.text for part in Split(r"\d", "MergedWithPrevious").pre_tokenize(AlignedText.of("ab12c"))]
    ['ab1', '2', 'c']
    """

    pattern: str
    behavior: Behavior
    invert: bool = False
    is_regex: bool = True

    @property
    def title(self) -> str:
        titles = _BEHAVIOR_TITLES | (_INVERTED_TITLES if self.invert else {})
        return f"split by {self.pattern if self.is_regex else quoted(self.pattern)}, {titles[self.behavior]}"

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        if not self.is_regex:
            return _parts(
                aligned, string_spans(self.pattern, aligned.text), self.behavior, invert=self.invert
            )
        return _parts(aligned, spans(self.pattern, aligned.text), self.behavior, invert=self.invert)


@dataclass(frozen=True, slots=True)
class Digits:
    """Splits off digits (numerals of every script): one by one, or in runs.

    >>> [part.text for part in Digits(individual=True).pre_tokenize(AlignedText.of("ab12"))]
    ['ab', '1', '2']
    """

    individual: bool

    @property
    def title(self) -> str:
        return "split off each digit" if self.individual else "split off digits"

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        return _cut_by_table(aligned, NUMERIC, "Isolated" if self.individual else "Contiguous")


@dataclass(frozen=True, slots=True)
class Punctuation:
    """Splits off punctuation, as defined by ASCII and an older version of Unicode.

    >>> [part.text for part in Punctuation("Contiguous").pre_tokenize(AlignedText.of("a, b..."))]
    ['a', ',', ' b', '...']
    """

    behavior: Behavior = "Isolated"

    @property
    def title(self) -> str:
        return f"split off punctuation: {_BEHAVIOR_TITLES[self.behavior]}"

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        return _cut_by_table(aligned, PUNCTUATION, self.behavior)


@dataclass(frozen=True, slots=True)
class ByteLevel:
    """Writes bytes as glyphs, after splitting by GPT-2's pattern if `use_regex`.

    `writes_glyphs` is False if this is the last step: then the base units are the bytes themselves.

    >>> [part.text for part in ByteLevel(add_prefix_space=True).pre_tokenize(AlignedText.of("a bé"))]
    [' a', ' bé']
    """

    add_prefix_space: bool = False
    use_regex: bool = True
    writes_glyphs: bool = False

    @property
    def title(self) -> str:
        cut = "split by GPT-2's pattern" if self.use_regex else "bytes"
        return "a space before the text, " + cut if self.add_prefix_space else cut

    def spaced(self, aligned: AlignedText) -> AlignedText:
        """Return a text with the space before it, if there must be one."""
        missing = self.add_prefix_space and aligned.text and not aligned.text.startswith(" ")
        return aligned.with_text([(0, 0, " ")]) if missing else aligned

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        aligned = self.spaced(aligned)
        parts: Iterable[AlignedText] = [aligned]
        if self.use_regex:
            parts = _cut_by(regex.compile(SPLIT_PATTERNS["gpt2"]), aligned, "Isolated")
        return map(_in_glyphs, parts) if self.writes_glyphs else parts


@dataclass(frozen=True, slots=True)
class Metaspace:
    """Writes spaces as ▁ (or another character), prepends ▁, and with `split` splits before each ▁.

    `prepend` says which parts get a ▁ in front, unless they begin with it: every part ("always"), only the
    first part of the text ("first"), or none ("never").

    >>> [part.text for part in Metaspace().pre_tokenize(AlignedText.of("a bc"))]
    ['▁a', '▁bc']
    """

    replacement: str = "▁"
    prepend: Scheme = "always"
    split: bool = True

    @property
    def title(self) -> str:
        return f"spaces become {self.replacement}" + (", split before each" if self.split else "")

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        sign = self.replacement
        text = aligned.text.replace(" ", sign)
        aligned = AlignedText(text, aligned.origins)
        begins = self.prepend == "always" or (self.prepend == "first" and aligned.origins[0] == 0)
        if begins and not text.startswith(sign):
            aligned = aligned.with_text([(0, 0, sign)])
            text = aligned.text
        if not self.split:
            return [aligned]
        return _parts(aligned, string_spans(sign, text), "MergedWithNext")


@dataclass(frozen=True, slots=True)
class Whitespace:
    """Splits into words and runs of other signs, or with `keep_signs` only at white space, which is dropped.

    >>> [part.text for part in Whitespace().pre_tokenize(AlignedText.of("Hi, you"))]
    ['Hi', ',', 'you']
    """

    keep_signs: bool = False

    @property
    def title(self) -> str:
        return "split at white space, which is dropped" + (
            "" if self.keep_signs else "; signs are separate from words"
        )

    def pre_tokenize(self, aligned: AlignedText) -> Iterable[AlignedText]:
        # Not translated from Oniguruma: for this step the library uses Rust's regex engine.
        pattern = r"\S+" if self.keep_signs else r"\w+|[^\w\s]+"
        return _cut_by(regex.compile(pattern), aligned, "Removed", invert=True)


def _in_glyphs(aligned: AlignedText) -> AlignedText:
    per_character = [to_glyphs(character.encode("utf-8", "replace")) for character in aligned.text]
    origins = (origin for origin, glyphs in zip(aligned.origins, per_character, strict=True) for _ in glyphs)
    return AlignedText("".join(per_character), array("i", origins))


def _cut_by(
    matcher: "regex.Pattern[str]", aligned: AlignedText, behavior: Behavior, *, invert: bool = False
) -> Iterator[AlignedText]:
    matches = (match.span() for match in matcher.finditer(as_unicode16(aligned.text)))
    return _parts(aligned, matches, behavior, invert=invert)


def _cut_by_table(aligned: AlignedText, bit: int, behavior: Behavior) -> Iterator[AlignedText]:
    table = unicode_table()
    matches = (
        (index, index + 1) for index, character in enumerate(aligned.text) if table[ord(character)] & bit
    )
    return _parts(aligned, matches, behavior)


def _filled(matches: Iterable[tuple[int, int]], length: int) -> Iterator[tuple[int, int, bool]]:
    done = 0
    for start, end in matches:
        if start > done:
            yield done, start, False
        yield start, end, True
        done = end
    if done < length:
        yield done, length, False


# Functions that return whether a span is joined to the previous one, given whether each of the two is a
# match.
_BELONGS: Mapping[Behavior, Callable[[bool, bool], bool]] = {
    "Contiguous": lambda before, now: before == now,
    "MergedWithPrevious": lambda before, now: now and not before,
    "MergedWithNext": lambda before, now: before and not now,
}


def _parts(
    aligned: AlignedText, matches: Iterable[tuple[int, int]], behavior: Behavior, *, invert: bool = False
) -> Iterator[AlignedText]:
    belongs = _BELONGS.get(behavior)
    first = last = 0
    before = None
    for start, end, found in _filled(matches, len(aligned.text)):
        now = found is not invert
        if behavior == "Removed" and now:
            continue
        if belongs is None or before is None or not belongs(before, now):
            if first < last:
                yield aligned.part(first, last)
            first = start
        last, before = end, now
    if first < last:
        yield aligned.part(first, last)
