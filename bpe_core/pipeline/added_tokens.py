r"""Added tokens: strings that are found before pre-tokenization, some of them before normalization.

    text                 "a <mask> b"          <mask> has lstrip: it takes the space before it
    found                "a" | <mask> | " b"

A token whose `normalized` is false is searched for in the original text. For any other token, the token and
the text are normalized first. Source: huggingface/tokenizers, version 0.23, `added_vocabulary.rs`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

import regex

from bpe_core.pipeline.aligned_text import MAX_WRITTEN, AlignedText, Normalizer
from bpe_core.types import BpeError
from bpe_core.unicode16 import as_unicode16

_WORD = regex.compile(r"\w")
_SPACE = regex.compile(r"\s")
# Starting a normalization step takes as long as processing this many characters.
_WORK_OF_STEP = 100
# The maximum total length, in characters, of strings compiled into one pattern, such as GPT-NeoX's 23 runs of
# spaces.
_SHORT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedToken:
    """A string that is one token wherever it occurs.

    A `special` token is a control token, which a caller may disallow; any other is found in every text. With
    `single_word`, it is found only if no letter or digit is next to it; with `lstrip` or `rstrip`, it
    includes the white space on that side; with `normalized`, it is searched for in normalized text.
    """

    content: str
    token_id: int
    special: bool = False
    normalized: bool = False
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False


class FoundToken(NamedTuple):
    """An added token in a text, and the part of the text that became it.

    The part may be spelled in another way than the token, which may have been normalized, or include white space.
    """

    token_id: int
    part: AlignedText


class StringFinder:
    """Finds nonempty strings in a text; the longest one if several begin at the same place.

    >>> list(StringFinder(["<a>", "<a>b"]).matches("x<a><a>bc"))
    [(1, 4), (4, 8)]
    """

    def __init__(self, strings: Iterable[str]) -> None:
        # One alternation of Gemma's 6,415 tokens would be tried at every character of a text, and compiling
        # even a few long strings takes a gigabyte.
        self._strings = frozenset(strings)
        self._beginnings = frozenset(string[:2] for string in self._strings)
        self._lengths: dict[str, list[int]] = {}
        for length, first in sorted({(-len(string), string[0]) for string in self._strings}):
            self._lengths.setdefault(first, []).append(-length)
        # Matches a string of one character, or the first two characters of a longer string: if the strings
        # are runs of spaces, a single space does not match.
        alone = "".join(string for string in self._strings if len(string) == 1)
        firsts = "".join({string[0] for string in self._beginnings if len(string) > 1})
        seconds = "".join({string[1] for string in self._beginnings if len(string) > 1})
        starts = [f"[{regex.escape(alone)}]"] if alone else []
        starts += [f"[{regex.escape(firsts)}](?=[{regex.escape(seconds)}])"] if firsts else []
        self._firsts = regex.compile("|".join(starts)) if starts else None
        self._whole = None
        if starts and sum(map(len, self._strings)) <= _SHORT:
            longest_first = map(regex.escape, sorted(self._strings, key=len, reverse=True))
            self._whole = regex.compile(f"(?={'|'.join(starts)})(?:{'|'.join(longest_first)})")

    @property
    def most_lengths(self) -> int:
        """The largest number of slices to look up at one place where a string may begin."""
        return max(map(len, self._lengths.values()), default=0)

    def matches(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the matches, each as the index of its first character and the index after its last character."""
        if self._whole:
            yield from (found.span() for found in self._whole.finditer(text))
            return
        done = 0
        for first in self._firsts.finditer(text) if self._firsts else ():
            start = first.start()
            # A cheap test first: web pages are full of "<" that do not begin a token.
            begins = text[start] in self._beginnings or text[start : start + 2] in self._beginnings
            if start >= done and begins and (length := self.longest_at(text, start)):
                done = start + length
                yield start, done

    def longest_at(self, text: str, start: int) -> int:
        """Return the length of the longest string that begins at an index, 0 if there is none."""
        # Not `length`, since a slice at the end of a text may be shorter.
        slices = (text[start : start + length] for length in self._lengths.get(text[start], ()))
        return next((len(found) for found in slices if found in self._strings), 0)


@dataclass(frozen=True)
class CutOut:
    """Splits off all occurrences of some strings, the longest at each place; no merge crosses their ends.

    >>> [part.text for part in CutOut(("<a>", "<a>b")).pre_tokenize(AlignedText.of("x<a>bc"))]
    ['x', '<a>b', 'c']
    """

    strings: tuple[str, ...]

    @property
    def title(self) -> str:
        return "tokens that the file names are split off"

    def pre_tokenize(self, aligned: AlignedText) -> Iterator[AlignedText]:
        ends = chain([0], chain.from_iterable(self._finder.matches(aligned.text)), [len(aligned.text)])
        return (aligned.part(start, end) for start, end in pairwise(ends) if start < end)

    @property
    def most_lengths(self) -> int:
        """The largest number of slices to look up at one place where a string may begin."""
        return self._finder.most_lengths

    @cached_property
    def _finder(self) -> StringFinder:
        # Cached as long as the tokenizer exists.
        return StringFinder(self.strings)


class Finder:
    """Finds added tokens in a text by their strings; the longest one if several begin at the same place.

    >>> token = AddedToken(content="<m>", token_id=9, lstrip=True)
    >>> list(Finder([("<m>", token)]).split(AlignedText.of("a <m>b")))
    [AlignedText(text='a', ...), FoundToken(token_id=9, part=AlignedText(text=' <m>', origins=range(1, 5))), ...]
    """

    token_of: Mapping[str, AddedToken]
    """The token for each string."""

    def __init__(self, strings: Sequence[tuple[str, AddedToken]]) -> None:
        self.token_of = {string: token for string, token in strings if string}
        self._strings = StringFinder(self.token_of)

    @property
    def most_lengths(self) -> int:
        """The largest number of slices to look up at one place where a token may begin."""
        return self._strings.most_lengths

    def split(
        self, aligned: AlignedText, *, without: Collection[str] = ()
    ) -> Iterator[AlignedText | FoundToken]:
        """Yield each token, and the text between tokens as nonempty parts.

        The tokens in `without` are treated as ordinary text.
        """
        text, done, blank_end = aligned.text, 0, 0
        for first, last in self._strings.matches(text):
            token = self.token_of[text[first:last]]
            if token.content in without or (token.single_word and _touches_word(text, first, last)):
                continue
            # White space that the previous token included is not available again.
            start, end = max(first, done) if token.lstrip else first, last
            while token.lstrip and start > done and _SPACE.match(text[start - 1]):
                start -= 1
            if token.rstrip:
                # The same run of white space is not searched again for each token that is white space itself.
                blank_end = max(last, blank_end)
                while blank_end < len(text) and _SPACE.match(text[blank_end]):
                    blank_end += 1
                end = blank_end
            if start >= end:
                continue  # the token is itself white space, which the previous token included
            if start > done:
                yield aligned.part(done, start)
            yield FoundToken(token.token_id, aligned.part(start, end))
            done = end
        if done < len(text):
            yield aligned.part(done, len(text))


def finders(tokens: Sequence[AddedToken], normalizers: Sequence[Normalizer]) -> tuple[Finder, Finder]:
    """Return a finder of tokens in the original text, and one of tokens in the normalized text.

    Raises `BpeError` if the normalizers make a token too long or empty, or make two tokens equal: of these,
    Hugging Face tokenizers finds one or the other, depending on the order of its hash table.
    """
    written = 0

    def normalized(content: str) -> str:
        nonlocal written
        aligned = AlignedText.of(content)
        for normalizer in normalizers:
            # The input of a step is counted too, since the step may drop nearly all of it.
            written += len(aligned.text) + _WORK_OF_STEP
            aligned = normalizer.apply(aligned)
            written += len(aligned.text)
            if written > MAX_WRITTEN:
                raise BpeError(
                    "The added tokens are too many or too long for the pipeline of this tokenizer."
                )
        if not aligned.text:
            raise BpeError(
                f"The added token {content[:40]!r} is normalized to an empty string, which matches everywhere."
            )
        return aligned.text

    first = [(token.content, token) for token in tokens if not token.normalized]
    then = [(normalized(token.content), token) for token in tokens if token.normalized and token.content]
    token_of: dict[str, AddedToken] = {}
    for string, token in then:
        if token_of.setdefault(string, token) != token:
            raise BpeError(
                f"The added tokens {token_of[string].content[:40]!r} and {token.content[:40]!r} are "
                "normalized to the same string, so it is undefined which one Hugging Face tokenizers finds."
            )
    return Finder(first), Finder(then)


def _touches_word(text: str, start: int, end: int) -> bool:
    before = start > 0 and _WORD.match(as_unicode16(text[start - 1]))
    after = end < len(text) and _WORD.match(as_unicode16(text[end]))
    return bool(before or after)
