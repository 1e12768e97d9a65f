"""What a pipeline does to a text before merging: how it changes and splits the text, and replaces unknown characters.

Qwen         NFC           e U+0301 -> é
DeepSeek     pass 1        I paid  | 123 | 4 | 円          digits, at most three
             pass 3        I |  paid |   | 123 | 4 | 円    words
Llama 2      falls back    🥖 -> <0xF0> <0x9F> <0xA5> <0x96>
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby
from operator import itemgetter

import numpy as np

from bpe_core.alphabets import IntArray, from_glyphs, replace_lone_surrogates
from bpe_core.pipeline.added_tokens import FoundToken
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.strings import UnitIds

_COMPARED = 200_000  # characters


@dataclass(frozen=True, slots=True)
class Change:
    """A range of the text that normalizers changed; `start` is the index of its first character."""

    start: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Pass:
    """The parts after one pre-tokenizer, in text order; `new` are the indices of the parts that it split off."""

    title: str
    parts: tuple[str, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fallback:
    """A character that is not in the vocabulary, how often it occurs in the text, and the tokens that it becomes."""

    character: str
    tokens: tuple[str, ...]
    count: int


def changes(tokenizer: Tokenizer, text: str) -> list[Change]:
    r"""Return what the normalizers change, in the order of the text; special tokens are ordinary text.

    >>> from bpe_core import load_published
    >>> (change,) = changes(load_published("qwen2.5"), "cafe\u0301 e")
    >>> change.start, change.before == "e\u0301", change.after
    (3, True, 'é')
    """
    found: list[Change] = []
    for stretch in tokenizer.preparation.stretches(text, without=tokenizer.special_tokens):
        if not isinstance(stretch, FoundToken) and stretch[0].text != stretch[1].text:
            found += _changed(stretch[0], stretch[1])
    return found


def changed_ranges(
    tokenizer: Tokenizer, text: str, data: bytes, *, special: bool = False, most: int = 20_000
) -> IntArray:
    r"""Return where the bytes of a text's tokens differ from the text: for a normalizer, an added ▁, an unknown token.

    `data` are the bytes of the tokens; with `special`, special tokens in the text were encoded as their ids. Each of
    the n rows (n, 4) has the first byte of a range and its end, in `data` and then in the text in UTF-8. The ranges are
    in order and do not touch, and outside them both are equal. From the range with the number `most` on, one range
    contains all the rest; so does a single one if the tokens cannot be derived from the steps, or the text has more than
    200,000 characters, since comparing them one by one takes seconds.

    >>> from bpe_core import load_published
    >>> qwen, text = load_published("qwen2.5"), "a cafe\u0301!"
    >>> data = qwen.decode_bytes(qwen.encode(text))
    >>> changed_ranges(qwen, text, data).tolist(), data[5:7].decode()
    ([[5, 7, 5, 8]], 'é')
    """
    text = replace_lone_surrogates(text)
    given = text.encode("utf-8")
    kept = _Kept(text)
    without = () if special else tokenizer.special_tokens
    if len(text) > _COMPARED or b"".join(kept.read(tokenizer, without)) != data:
        kept.ranges = _common_ends(data, given)
    starts = np.array([*kept.ranges, (len(data), len(given), 0)], np.int64).reshape(-1, 3)
    ends = np.vstack([[[0, 0]], starts[:-1, :2] + starts[:-1, 2:]])
    found = np.stack([ends[:, 0], starts[:, 0], ends[:, 1], starts[:, 1]], axis=1)
    found = found[(found[:, 0] < found[:, 1]) | (found[:, 2] < found[:, 3])]
    if len(found) > most:
        found[most - 1, 1::2] = found[-1, 1::2]
    return found[:most].astype(np.int32)


class _Kept:
    """The ranges that a tokenizer keeps of a text: the first byte in its tokens, that in the text, and the length."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.byte_of = array(
            "i", accumulate((len(character.encode("utf-8")) for character in text), initial=0)
        )
        self.ranges: list[tuple[int, int, int]] = []
        self._done = 0  # the characters up to here are kept or left out

    def read(self, tokenizer: Tokenizer, without: Iterable[str]) -> Iterator[bytes]:
        """Yield the bytes of the tokens, part by part, and collect the ranges."""
        steps, size = tokenizer.steps, 0
        for part in tokenizer.preparation.found(self.text, without=frozenset(without)):
            if isinstance(part, FoundToken):
                content = tokenizer.vocab[part.token_id]
                self._keep_token(size, content.decode("utf-8", "replace"), part.part)
                size += len(content)
                yield content
                continue
            new = _bytes_of_part(part, glyphs=steps.units == "glyphs", marks=steps.units == "characters")
            if isinstance(part.origins, range) and part.text:
                first, end = part.origins[0], part.origins[-1] + 1
                if first >= self._done and b"".join(new) == self.text[first:end].encode("utf-8"):
                    self._keep(size, first, end)
                    size += sum(map(len, new))
                    yield b"".join(new)
                    new = []
            for origin, group in groupby(zip(part.origins, new, strict=False), key=itemgetter(0)):
                written = b"".join(one for _, one in group)
                self._compare(size, origin, written)
                size += len(written)
                yield written
            if part.text and steps.suffix:
                # The end of a word decodes to a space: that of the text, unless it is the last one.
                if self.text[self._done : self._done + 1] == " ":
                    self._keep(size, self._done, self._done + 1)
                size += 1
                yield b" "

    def _keep_token(self, start: int, content: str, part: AlignedText) -> None:
        """Keep the string of an added token if the text has it there, next to white space that the token includes."""
        first = max(part.origins[0], self._done)
        found = self.text.find(content, first, part.origins[-1] + len(content))
        if found >= 0:
            self._keep(start, found, found + len(content))

    def _compare(self, start: int, origin: int, written: bytes) -> None:
        """Keep a character of the text if what was written for it begins or ends with it."""
        character = self.text[origin : origin + 1].encode("utf-8")
        if not character or origin < self._done:
            return
        if written.endswith(character):
            self._keep(start + len(written) - len(character), origin, origin + 1)
        elif written.startswith(character):
            self._keep(start, origin, origin + 1)

    def _keep(self, start: int, first: int, end: int) -> None:
        at, size = self.byte_of[first], self.byte_of[end] - self.byte_of[first]
        self._done = end
        if self.ranges:
            last, last_at, before = self.ranges[-1]
            if (last + before, last_at + before) == (start, at):
                self.ranges[-1] = (last, last_at, before + size)
                return
        self.ranges.append((start, at, size))


def _bytes_of_part(part: AlignedText, *, glyphs: bool, marks: bool) -> list[bytes]:
    """Return the bytes of each character of a part; in a vocabulary of characters a ▁ represents a space."""
    if glyphs:
        return [from_glyphs(glyph) for glyph in part.text]
    return [(" " if marks and one == "▁" else one).encode("utf-8") for one in part.text]


def _common_ends(data: bytes, given: bytes) -> list[tuple[int, int, int]]:
    """Return the ranges at the beginning and the end at which two byte strings are equal, in whole characters."""
    first = _common(data, given)
    while 0 < first < len(given) and given[first] & 0xC0 == 0x80:
        first -= 1
    last = _common(data[first:][::-1], given[first:][::-1])
    while last and given[len(given) - last] & 0xC0 == 0x80:
        last -= 1
    ranges = [(0, 0, first), (len(data) - last, len(given) - last, last)]
    return [one for one in ranges if one[2]]


def _common(one: bytes, other: bytes) -> int:
    """Return how many bytes two strings have in common at the beginning."""
    size = min(len(one), len(other))
    differs = np.flatnonzero(np.frombuffer(one[:size], np.uint8) != np.frombuffer(other[:size], np.uint8))
    return int(differs[0]) if len(differs) else size


def passes(tokenizer: Tokenizer, text: str) -> list[Pass]:
    """Return the parts after each pre-tokenizer; special tokens are ordinary text, other added tokens are parts.

    >>> from bpe_core import load_published
    >>> first, *_ = passes(load_published("deepseek_v3"), "a 1234")
    >>> first.parts, first.new
    (('a ', '123', '4'), (1, 2))
    """
    pre_tokenizers = tokenizer.steps.pre_tokenizers
    parts: list[list[str]] = [[] for _ in pre_tokenizers]
    new: list[list[int]] = [[] for _ in pre_tokenizers]
    for stretch in tokenizer.preparation.passes(text, without=tokenizer.special_tokens):
        if isinstance(stretch, int):
            for one in parts:
                one.append(tokenizer.vocab[stretch].decode("utf-8", "replace"))
            continue
        # Before the first pass a range is one part, so the part at its beginning is not new.
        begins = {after[0].origins[0] for after in stretch if after}
        for number, after in enumerate(stretch[: len(pre_tokenizers)]):
            for part in after:
                if part.origins[0] not in begins:
                    new[number].append(len(parts[number]))
                parts[number].append(part.text)
            begins |= {part.origins[0] for part in after}
    return [
        Pass(pre_tokenizer.title, tuple(cut), tuple(cut_off))
        for pre_tokenizer, cut, cut_off in zip(pre_tokenizers, parts, new, strict=True)
    ]


def fallbacks(tokenizer: Tokenizer, text: str) -> list[Fallback]:
    """Return the unknown characters, which become bytes, the unknown token, or nothing; most frequent first.

    The list is empty if the base units are bytes, since no character is unknown then.
    """
    if tokenizer.steps.units != "characters":
        return []
    units = UnitIds(tokenizer.id_of_string, tokenizer.steps)
    parts = tokenizer.preparation.parts(text, without=tokenizer.special_tokens)
    chunks = (part.text for part in parts if not isinstance(part, int))
    lacking = Counter(unit for chunk in chunks for unit in units.strings(chunk) if unit not in units.known)
    return [
        Fallback(unit, _stand_ins(tokenizer, units, unit), count) for unit, count in lacking.most_common()
    ]


def _stand_ins(tokenizer: Tokenizer, units: UnitIds, unit: str) -> tuple[str, ...]:
    if units.bytes_of(unit) is not None:
        return tuple(f"<0x{byte:02X}>" for byte in unit.encode("utf-8"))
    unknown = units.steps.unknown
    return () if unknown is None else (tokenizer.vocab[unknown].decode("utf-8", "replace"),)


def _changed(given: AlignedText, normalized: AlignedText) -> Iterator[Change]:
    """Compare the texts range by range: a range begins at each character that a normalized character came from."""
    first = given.origins[0]
    starts = sorted({first, *normalized.origins})
    limits = [*starts[1:], first + len(given.text)]
    after = dict.fromkeys(starts, "")
    for character, origin in zip(normalized.text, normalized.origins, strict=True):
        after[origin] += character
    for start, end in zip(starts, limits, strict=True):
        before = given.text[start - first : end - first]
        if before != after[start]:
            yield Change(start, before, after[start])
