"""The end of a prompt: what the last tokens are while somebody types, and which of them may still change.

Every prefix of a text has its own tokenization. Typing another character can replace tokens, not only add
them. The tokens of GPT-2 while `lower` is typed:

    l
    lo
    low
    low|e
    lower       the token boundary after `low` is gone
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain, pairwise, product
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from bpe_core.alphabets import counts_bytes, replace_lone_surrogates
from bpe_core.lessons.tokens.ways import ids_of_bytes
from bpe_core.lessons.vocabulary.vocabulary import whole_text
from bpe_core.pairs import common_beginning
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import UnknownCharacterError
from bpe_core.unicode16 import class_table

MAX_ENCODED = 2_000_000
"""The maximum number of bytes encoded to find what may still change, for all continuations of a prompt together."""

_LEAST_ENCODED = 100
"""The minimum number of bytes that a text counts for, since encoding a shorter text takes as long."""

_LAST_CHUNKS = 2
"""How many chunks at the end of a text may change when more is typed, with any published pattern.

`I|'l` becomes one chunk when another l is typed (GPT-4o), and `\n| ` when another line end is typed (GPT-4).
"""


_EVERY_CLASS = ("a", "A", "\u01c5", "\u02b0", "字", "\u0301", "1", "\n", " ", "\u3000", ".", "/")
"""A character of each class that the published patterns distinguish, because each may move an earlier chunk boundary."""

_SIGNS = tuple(
    sign + end
    for sign in (*map(chr, range(9, 14)), *map(chr, range(32, 127)), "\x85", "\u00a0", "\u2003", "\u2028")
    for end in (("", "\n") if sign.isspace() else ("",))
)
"""Further characters, of which one may leave the tokens before it as they are where others merge with them."""

_CLOSING: tuple[str, ...] = ("", "\n", "a")
"""What may let a chunk go on that begins as white space, or as letters without case."""

_FEW = 3
"""How many continuations are tried that move the chunk boundaries in the same way."""

_ENDINGS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


class Prefix(NamedTuple):
    """The tokens of a prefix of a text: the first `kept` tokens of the previous prefix, then `new_ids`.

    The previous prefix is one character shorter; `taken_back` is how many of its tokens were replaced.
    """

    kept: int
    taken_back: int
    new_ids: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How stable the end of a prompt is: of its `num_tokens` tokens, the last `unsettled` may still change.

    `example` is a text that changes that many tokens if typed next; "" if none is known. With `at_least`,
    more tokens may change, because not all continuations were tried, or because it is unknown how far back a
    custom split pattern or a pipeline looks.
    """

    num_tokens: int
    unsettled: int
    example: str
    at_least: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """A prompt without its last token: the `kept` ids, the `removed` id, and the ids that could replace it.

    `candidates` has the ids, ascending, of all tokens that begin with the bytes of the removed token, including
    that token. A model that may choose any of them is not affected by where the prompt ended.
    """

    kept: list[int]
    removed: int
    candidates: list[int]


def prefix_cuts(tokenizer: Tokenizer, text: str, *, last: int | None = None) -> Iterator[Prefix]:
    """Yield the tokens of every prefix of a text, or only of the `last` longest prefixes, the shortest first.

    Each prefix is encoded separately, which takes some 0.1 seconds for a text of 1,000 characters. Special
    tokens are ordinary text.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> [(row.taken_back, gpt2.decode(row.new_ids)) for row in prefix_cuts(gpt2, "lower")]
    [(0, 'l'), (1, 'lo'), (1, 'low'), (0, 'e'), (2, 'lower')]
    """
    first = 1 if last is None else max(len(text) - last, 0) + 1
    before = tokenizer.encode_ordinary(text[: first - 1])
    for end in range(first, len(text) + 1):
        ids = tokenizer.encode_ordinary(text[:end])
        kept = common_beginning(before, ids)
        yield Prefix(kept, len(before) - kept, ids[kept:])
        before = ids


def iter_endings(tokenizer: Tokenizer, text: str) -> Iterator[Ending]:
    r"""Try one continuation of a text after another and yield what is known so far; the last result is complete.

    A token can change for two reasons. The next character may move a chunk boundary, so one character of each
    class is tried, and two. Or a longer token may cover the end of the text and what is typed next. Such a token
    begins with the last bytes of the text, so every token that does is tried if it could change more than is
    known so far, with several characters if it ends inside one. `at_least` stays set where the pattern and the
    merges would allow more, but no text that was tried shows it, or if more than `MAX_ENCODED` bytes would have
    to be encoded. The results hold for tokenizers that merge by rank.

    >>> from bpe_core import load_published
    >>> found = list(iter_endings(load_published("gpt2"), "Hello.\n\n"))
    >>> found[0].at_least, found[-1]
    (True, Ending(num_tokens=3, unsettled=1, example='a', at_least=False))
    """
    search = _Search(tokenizer, text)
    with suppress(_TooMuchWorkError):
        yield from search.tokens_that_go_on()
        yield from search.proof()
        yield replace(search.found, at_least=not search.is_proved)


class _TooMuchWorkError(Exception):
    """More than `MAX_ENCODED` bytes would be encoded."""


class _Search:
    """The search of `iter_endings`: `found` is what is known so far, `settled` how many tokens of `tail` stay.

    `tail` is the end of the text, which alone may change; its tokens are `ids`. `is_proved` says whether nothing
    else can change, after both methods have been exhausted.
    """

    def __init__(self, tokenizer: Tokenizer, text: str) -> None:
        self._tokenizer, recipe = tokenizer, tokenizer.recipe
        self._pattern = recipe.split_pattern
        self._is_known = tokenizer.steps.is_empty and self._pattern in {None, *SPLIT_PATTERNS}
        chunks = tokenizer.encode_chunks(text, disallowed_special=())
        num_tokens = sum(map(len, chunks))
        self.ids = [token_id for chunk in chunks[-_LAST_CHUNKS:] for token_id in chunk]
        self.tail = b"".join(tokenizer.decode_tokens_bytes(self.ids))
        if not self._is_known and not self._is_end(text):
            # The pipeline may have inserted a space, and will insert it again.
            self.tail = self.tail.removeprefix(b" ")
            if not self._is_end(text):
                # A step splits characters, or changes them, or what is at the ends of a text.
                self.ids = [token_id for chunk in chunks for token_id in chunk]
                self.tail = replace_lone_surrogates(text).encode("utf-8")
        self._text = self.tail.decode("utf-8")
        self.settled, self._left = len(self.ids), MAX_ENCODED
        self._unproved = math.inf  # how many tokens would stay if what was shown by no text did happen
        self.found = Ending(num_tokens=num_tokens, unsettled=0, example="", at_least=True)

    def _is_end(self, text: str) -> bool:
        """Return whether the tail is the end of a text, and has its ids also when it is encoded alone."""
        end = whole_text(self.tail)
        return end is not None and text.endswith(end) and self._tokenizer.encode_ordinary(end) == self.ids

    @property
    def is_proved(self) -> bool:
        # The second stage of a tokenizer merges across chunk boundaries, further back than is searched.
        known = self._is_known and not self._tokenizer.recipe.second_stage
        return known and self.settled <= self._unproved

    def tokens_that_go_on(self) -> Iterator[Ending]:
        """Try the tokens that begin with the end of the text, and a character of each class."""
        for start, continuations in _continuations(self._tokenizer, self.tail):
            # Whichever token begins at `start`, the tokens before it are those of the text up to `start`.
            before = whole_text(self.tail[:start]) if self.settled < len(self.ids) else None
            self._spend(start if before else 0)
            kept = common_beginning(self.ids, self._tokenizer.encode_ordinary(before)) if before else 0
            yield self.found
            yield from self._try(continuations, kept)

    def proof(self) -> Iterator[Ending]:
        """Try what else the split pattern and the merges allow; where that shows nothing, nothing is proved."""
        base = self._tokenizer.base
        is_of_bytes = counts_bytes(base.alphabet) and len(base.id_of_unit) == 256
        if not self._is_known or not is_of_bytes or self._tokenizer.recipe.second_stage:
            return
        chunkings: dict[tuple[int, ...], list[str]] = {}
        pairs = map("".join, product(_EVERY_CLASS, repeat=2))
        for more in _with_endings(self.tail, chain(_EVERY_CLASS, pairs)):
            self._spend(len(self.tail))
            alike = chunkings.setdefault(self._starts(more), [])
            alike.append(more)
            if len(alike) <= _FEW:
                yield from self._try([more], 0)
        for starts, typed in chunkings.items():
            if len(self._text) in starts:
                continue  # what is typed begins a chunk
            for kept, texts in self._possible(starts, typed):
                yield from self._try(texts, kept)
                self._unproved = min(self._unproved, kept)

    def _possible(self, starts: tuple[int, ...], typed: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield what the merges allow if the chunks begin at `starts` and the last of them goes on, as after `typed`.

        Each time, how many tokens it would keep, and texts that may show it.
        """
        parts = [self._text[start:end].encode() for start, end in pairwise([*starts, len(self._text)])]
        *whole, chunk = parts
        before = [one for part in whole for one in self._tokenizer.merged_chunk(part, is_whole=True)]
        known = ids_of_bytes(self._tokenizer)
        for start in range(len(chunk) + 1):
            is_end = start == len(chunk)
            if not is_end and not _goes_on(self._tokenizer, chunk[start:]):
                continue
            self._spend(start)
            first = self._tokenizer.merged_chunk(chunk[:start])
            kept = common_beginning(self.ids, [*before, *first])
            if kept >= self.settled:
                continue
            if is_end:
                if texts := self._of(starts, [*typed, *_SIGNS], reach=1):
                    yield kept, texts
                return
            for token in _tokens_that_go_on(self._tokenizer, chunk[start:]):
                if kept >= self.settled:
                    break
                rest = token[len(chunk) - start :]
                self._spend(len(chunk) + len(rest))
                if self._tokenizer.merged_chunk(chunk + rest) != [*first, known[token]]:
                    continue
                completed, closing = _completions(rest), _CLOSING
                reach = max(map(len, completed), default=0)
                if completed == (rest.decode("utf-8", "replace"),):
                    if self._starts(completed[0], reach) == starts:
                        continue  # this was tried
                    closing = (*typed, *_EVERY_CLASS)
                if texts := self._of(starts, map("".join, product(completed, closing)), reach):
                    yield kept, texts

    def _of(self, starts: tuple[int, ...], continuations: Iterable[str], reach: int) -> list[str]:
        """Return the continuations after which the chunks begin at `starts`; see `_starts`."""
        found = []
        for more in continuations:
            self._spend(len(self.tail))
            if self._starts(more, reach) == starts:
                found.append(more)
        return found

    def _try(self, continuations: Iterable[str], kept: int) -> Iterator[Ending]:
        """Try continuations until one leaves only `kept` tokens of the tail."""
        for more in continuations:
            if kept >= self.settled:
                break
            self._spend(len(self.tail) + len(more))
            try:
                longer = self._tokenizer.encode_ordinary(self._text + more)
            except UnknownCharacterError:
                continue  # the alphabet has only what occurred in training
            common = common_beginning(self.ids, longer)
            if common < self.settled:
                self.settled = common
                self.found = replace(self.found, unsettled=len(self.ids) - common, example=more)
            yield self.found

    def _spend(self, size: int) -> None:
        self._left -= max(size, _LEAST_ENCODED) if size else 0
        if self._left < 0:
            raise _TooMuchWorkError

    def _starts(self, more: str, reach: int = 1) -> tuple[int, ...]:
        """Return where the chunks of the tail begin if `more` follows, and those that begin in its first characters."""
        ends = accumulate(map(len, split(self._text + more, self._pattern)), initial=0)
        return tuple(end for end in ends if end < len(self._text) + reach)


def heal(tokenizer: Tokenizer, text: str) -> Healing | None:
    """Remove the last token of a text and list its possible replacements (token healing); None for an empty text.

    Source: the guidance library of Lundberg and Ribeiro, 2023, which lets the model choose the replacement.

    >>> from bpe_core import load_published
    >>> healing = heal(load_published("gpt2"), "http:")
    >>> healing.kept, healing.removed, len(healing.candidates)
    ([4023], 25, 16)
    """
    ids = tokenizer.encode_ordinary(text)
    if not ids:
        return None
    removed = tokenizer.vocab[ids[-1]]
    known = ids_of_bytes(tokenizer)
    longer = (known[token] for token in _tokens_that_go_on(tokenizer, removed))
    return Healing(kept=ids[:-1], removed=ids[-1], candidates=sorted({ids[-1], *longer}))


def _tokens_that_go_on(tokenizer: Tokenizer, beginning: bytes) -> list[bytes]:
    """Return the longer tokens that begin with some bytes, in the order in which they were learned."""
    known, tokens = _sorted(tokenizer)
    first = end = bisect_right(tokens, beginning)
    while end < len(tokens) and tokens[end].startswith(beginning):
        end += 1
    return sorted(tokens[first:end], key=known.__getitem__)


def _goes_on(tokenizer: Tokenizer, beginning: bytes) -> bool:
    """Return whether a longer token begins with some bytes."""
    _, tokens = _sorted(tokenizer)
    first = bisect_right(tokens, beginning)
    return first < len(tokens) and tokens[first].startswith(beginning)


def _sorted(tokenizer: Tokenizer) -> tuple[Mapping[bytes, int], list[bytes]]:
    if tokenizer not in _SORTED:
        known = ids_of_bytes(tokenizer)
        _SORTED[tokenizer] = (known, sorted(known))
    return _SORTED[tokenizer]


_SORTED: WeakKeyDictionary[Tokenizer, tuple[Mapping[bytes, int], list[bytes]]] = WeakKeyDictionary()


def _continuations(tokenizer: Tokenizer, tail: bytes) -> Iterator[tuple[int, Iterator[str]]]:
    """Yield groups of texts that may be typed next, each group with the first byte at which it can change a token."""
    yield 0, _with_endings(tail, _EVERY_CLASS)
    for start in range(len(tail)):
        tokens = _tokens_that_go_on(tokenizer, tail[start:])
        texts = (_as_text(token[len(tail) - start :]) for token in tokens)
        if tokens:
            yield start, _with_endings(tail, (text for text in texts if text is not None))


def _with_endings(tail: bytes, continuations: Iterable[str]) -> Iterator[str]:
    """Yield the continuations; where one ends inside an ending such as 'll, also yield it with the rest of the ending."""
    last = tail[-2:].decode("utf-8", "ignore")
    for more in chain([""], continuations):
        if more:
            yield more
        begun = (last + more)[-2:].lower()
        for ending in _ENDINGS:
            for length in range(1, len(ending)):
                if begun.endswith(ending[:length]):
                    yield more + ending[length:]


def _as_text(some_bytes: bytes) -> str | None:
    r"""Return bytes as text, with the last character completed if necessary; None if no text contains them.

    >>> _as_text(b"s."), _as_text("é".encode()[:1]), _as_text(b"\xff")
    ('s.', 'À', None)
    """
    return next(iter(_completions(some_bytes)), None)


@lru_cache(maxsize=1_000)
def _completions(some_bytes: bytes) -> tuple[str, ...]:
    r"""Return texts that begin with some bytes, one for each next byte and class of the last character.

    If only one byte is missing, these are all characters. A text that is whole is returned alone.

    >>> _completions(b"s."), _completions("é".encode()[:1])[:3], _completions(b"\xff")
    (('s.',), ('À', 'Á', 'Â'), ())
    """
    try:
        return (some_bytes.decode("utf-8"),)
    except UnicodeDecodeError as error:
        begun = some_bytes[error.start :]
        if error.end != len(some_bytes) or error.reason != "unexpected end of data":
            return ()
        whole = some_bytes[: error.start].decode("utf-8")
    size = 2 if begun[0] < 0xE0 else 3 if begun[0] < 0xF0 else 4
    missing = size - len(begun)
    first = begun[0] & (0x7F >> size)
    for byte in begun[1:]:
        first = first << 6 | byte & 0x3F
    points = np.arange(first << 6 * missing, min((first + 1) << 6 * missing, 0x110000))
    points = points[(points >= (0x80, 0x800, 0x10000)[size - 2]) & ((points < 0xD800) | (points > 0xDFFF))]
    _, each = np.unique((points >> 6 * (missing - 1) << 4) + class_table()[points], return_index=True)
    return tuple(whole + chr(point) for point in points[np.sort(each)])
