r"""Added tokens: strings that are looked for before anything is cut, some in the text as it stands, some after.

    text                 "a <mask> b"          <mask> has lstrip: it takes the space before it
    found                "a" | <mask> | " b"

Those whose `normalized` is false are looked for in the text as it stands, the others in what the normalizers
leave, where their own strings were normalized too. Source: huggingface/tokenizers, version 0.23,
`added_vocabulary.rs`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

import regex

from bpe_core.pipeline.aligned_text import MAX_WRITTEN, AlignedText, Normalizer
from bpe_core.types import BpeError
from bpe_core.unicode16 import as_unicode16

_WORD = regex.compile(r"\w")
_SPACE = regex.compile(r"\s")
# In characters: to begin with a short string takes a step as long as to go through so many.
_WORK_OF_STEP = 100
# So many characters of strings are compiled into one pattern: GPT-NeoX looks for 23 runs of spaces.
_SHORT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedToken:
    """A string that is one token wherever it stands.

    `special` tokens are control signs, which a caller may refuse; the others are found in any text.
    `single_word` finds it only where no letter or digit stands beside it; `lstrip` and `rstrip` let it take
    the white space on that side; `normalized` looks for it after the normalizers.
    """

    content: str
    token_id: int
    special: bool = False
    normalized: bool = False
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False


class StringFinder:
    """Finds some strings in a text, none of them empty, of those that begin alike the longest.

    >>> list(StringFinder(["<a>", "<a>b"]).matches("x<a><a>bc"))
    [(1, 4), (4, 8)]
    """

    def __init__(self, strings: Iterable[str]) -> None:
        # Gemma adds 6,415: an alternation of them all would be tried at every character of a text, and one of a few
        # long strings take a gigabyte to compile.
        self._strings = frozenset(strings)
        self._beginnings = frozenset(string[:2] for string in self._strings)
        self._lengths: dict[str, list[int]] = {}
        for length, first in sorted({(-len(string), string[0]) for string in self._strings}):
            self._lengths.setdefault(first, []).append(-length)
        # What is one character, or begins with two that such strings have: most spaces begin no run of them.
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
        """How many slices are looked up where a string may begin."""
        return max(map(len, self._lengths.values()), default=0)

    def matches(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where the strings stand, each as the indices of its first character and of the one after its last."""
        if self._whole:
            yield from (found.span() for found in self._whole.finditer(text))
            return
        done = 0
        for first in self._firsts.finditer(text) if self._firsts else ():
            start = first.start()
            # Web pages are full of "<" that begin no token.
            begins = text[start] in self._beginnings or text[start : start + 2] in self._beginnings
            if start >= done and begins and (length := self.longest_at(text, start)):
                done = start + length
                yield start, done

    def longest_at(self, text: str, start: int) -> int:
        """Return the length of the longest string that begins at an index, 0 where none does."""
        # At the end of a text a slice is shorter than it was to be.
        slices = (text[start : start + length] for length in self._lengths.get(text[start], ()))
        return next((len(found) for found in slices if found in self._strings), 0)


@dataclass(frozen=True)
class CutOut:
    """Some strings are cut out of a text, of those that begin alike the longest; no merge crosses their ends.

    >>> [part.text for part in CutOut(("<a>", "<a>b")).cut(AlignedText.of("x<a>bc"))]
    ['x', '<a>b', 'c']
    """

    strings: tuple[str, ...]

    @property
    def title(self) -> str:
        """What it does, in a few words."""
        return "tokens that the file names are split off"

    def cut(self, aligned: AlignedText) -> Iterator[AlignedText]:
        """Yield the strings and what is between them."""
        ends = chain([0], chain.from_iterable(self._finder.matches(aligned.text)), [len(aligned.text)])
        return (aligned.part(start, end) for start, end in pairwise(ends) if start < end)

    @property
    def most_lengths(self) -> int:
        """How many slices are looked up where a string may begin."""
        return self._finder.most_lengths

    @cached_property
    def _finder(self) -> StringFinder:
        # It goes when the tokenizer goes.
        return StringFinder(self.strings)


class Finder:
    """Finds added tokens in a text, by the strings that stand for them; of those that begin alike the longest.

    >>> token = AddedToken(content="<m>", token_id=9, lstrip=True)
    >>> list(Finder([("<m>", token)]).cut(AlignedText.of("a <m>b")))
    [AlignedText(text='a', origins=range(0, 1)), 9, AlignedText(text='b', origins=range(5, 6))]
    """

    token_of: Mapping[str, AddedToken]
    """The token that each string stands for."""

    def __init__(self, strings: Sequence[tuple[str, AddedToken]]) -> None:
        self.token_of = {string: token for string, token in strings if string}
        self._strings = StringFinder(self.token_of)

    @property
    def most_lengths(self) -> int:
        """How many slices are looked up where a token may begin."""
        return self._strings.most_lengths

    def cut(self, aligned: AlignedText, *, without: Collection[str] = ()) -> Iterator[AlignedText | int]:
        """Yield what is between tokens as parts, none of them empty, and each token as its id.

        `without` are the tokens, by their content, that are plain text here.
        """
        text, done = aligned.text, 0
        for first, last in self._strings.matches(text):
            token = self.token_of[text[first:last]]
            if token.content in without or (token.single_word and _touches_word(text, first, last)):
                continue
            # White space that the token before has taken is no longer there to be taken.
            start, end = max(first, done) if token.lstrip else first, last
            while token.lstrip and start > done and _SPACE.match(text[start - 1]):
                start -= 1
            while token.rstrip and end < len(text) and _SPACE.match(text[end]):
                end += 1
            if start >= end:
                continue  # white space itself, which the token before has taken
            if start > done:
                yield aligned.part(done, start)
            yield token.token_id
            done = end
        if done < len(text):
            yield aligned.part(done, len(text))


def finders(tokens: Sequence[AddedToken], normalizers: Sequence[Normalizer]) -> tuple[Finder, Finder]:
    """Return what finds tokens in the text as it stands, and what finds the others after the normalizers.

    Raises `BpeError` where the normalizers make too much of the tokens, nothing of one, or one string of two: of
    those the library finds now the one, now the other, as its hash table happens to list them.
    """
    written = 0

    def normalized(content: str) -> str:
        nonlocal written
        aligned = AlignedText.of(content)
        for normalizer in normalizers:
            # What a step takes counts too: it may drop nearly all of it.
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
