"""The ids and token boundaries of a text, with a tokenizer or with a list of whole words."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import regex

from bpe_core.alphabets import IntArray, replace_lone_surrogates
from bpe_core.fast.split import blocks
from bpe_core.in_parts import InParts
from bpe_core.lessons.metrics import WORD_PATTERN
from bpe_core.lessons.tokens.segmentations import cut_positions
from bpe_core.pipeline.added_tokens import FoundToken
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.decoding import join_bytes
from bpe_core.types import BpeError

Places: TypeAlias = npt.NDArray[np.float64]

UNKNOWN = "<unk>"
"""The token of every word that is not in the word list."""

UNKNOWN_ID = 0
"""The id of `UNKNOWN`."""

_SPACES = {" ", "▁", "Ġ"}
_WITH_SPACE = regex.compile(rf"\s*({WORD_PATTERN}|\S)")
_BLOCK = 1_000  # chunks


@dataclass(frozen=True, eq=False, slots=True)
class CutText:
    """A text split by one tokenizer: its ids, its token boundaries in bytes, and the bytes of each id.

    `cuts` int32 are the byte offsets at which a token begins, except the first token. `unknown` are the indices
    of the tokens that are unknown words. `starts`, if the tokenizer changed the text, are those of
    `starts_in_text`: several tokens can begin at one of the cuts, and tokens inside a changed character at none.
    """

    ids: Sequence[int]
    data: bytes
    cuts: IntArray
    token_bytes: Mapping[int, bytes]
    vocab_size: int
    special_ids: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    starts: Places | None = None

    @property
    def boundaries(self) -> IntArray | Places:
        """Where each token except the first begins, in bytes, as many as there are such tokens."""
        return self.cuts if self.starts is None else self.starts[1:]

    @property
    def tokens(self) -> list[bytes]:
        """The tokens, which concatenated are the text."""
        bounds = [0, *self.cuts.tolist(), len(self.data)]
        return [self.data[start:end] for start, end in pairwise(bounds)] if self.data else []

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The ids of each part of `tokens`: one, except where the tokenizer changed the text.

        >>> from bpe_core import load_published
        >>> from bpe_core.in_parts import finished
        >>> finished(cut_in_parts(load_published("qwen3"), "a e\u0304\u0301")).groups
        [(64,), (86089, 116, 245)]
        """
        if self.starts is None:
            return [(token_id,) for token_id in self.ids]
        firsts = np.searchsorted(self.starts, self.cuts, "left").tolist()
        return [tuple(self.ids[start:end]) for start, end in pairwise([0, *firsts, len(self.ids)])]


class WordList:
    """The words and punctuation marks of a text as a vocabulary: the id of each word, and the bytes of each id.

    >>> WordList("a cat, a cat").token_bytes
    {1: b'a', 2: b'cat', 3: b',', 0: b'<unk>'}
    """

    def __init__(self, text: str) -> None:
        words = dict.fromkeys(_WITH_SPACE.findall(text))
        self.id_of_word = {word: id_ for id_, word in enumerate(words, UNKNOWN_ID + 1)}
        self.token_bytes = {id_: word.encode() for word, id_ in self.id_of_word.items()}
        self.token_bytes[UNKNOWN_ID] = UNKNOWN.encode()


def cut_in_parts(tokenizer: Tokenizer, text: str) -> InParts[CutText]:
    """Tokenize a text, chunk by chunk; special tokens in it are ordinary text.

    Raises `BpeError` if the tokenizer cannot encode the text.

    >>> from bpe_core import load_published
    >>> from bpe_core.in_parts import finished
    >>> finished(cut_in_parts(load_published("cl100k_base"), "strawberry")).tokens
    [b'str', b'aw', b'berry']
    """
    given = replace_lone_surrogates(text).encode("utf-8")
    vocab, recipe = tokenizer.vocab, tokenizer.recipe
    ids = array("i")
    if tokenizer.steps.is_empty and recipe.alphabet == "bytes" and not recipe.second_stage:
        # The chunks are not needed, and a list for each of them would take most of the time.
        for block in blocks(text, recipe.split_pattern):
            ids.extend(tokenizer.encode_ordinary(block))
            yield block
        return CutText(ids, given, cut_positions(map(vocab.__getitem__, ids)), vocab, tokenizer.vocab_size)
    ends = array("i", [0])  # where each chunk ends in `ids`
    for chunk in tokenizer.iter_chunks(text, disallowed_special=()):
        ids.extend(chunk)
        ends.append(len(ids))
        if len(ends) % _BLOCK == 0:
            yield chunk
    data = join_bytes(map(vocab.__getitem__, ids))
    if data == given:
        return CutText(ids, data, cut_positions(map(vocab.__getitem__, ids)), vocab, tokenizer.vocab_size)
    # The tokenizer changed the text, so its token boundaries are mapped back to the original text.
    chunks = (ids[start:end] for start, end in pairwise(ends))
    starts = yield from starts_in_text(tokenizer, text, chunks)
    # What a normalizer removes before the first token belongs to its part, and so does what is inside a character.
    is_cut = (starts > starts[:1]) & (starts < len(given)) & (starts % 1 == 0)
    cuts = np.unique(starts[is_cut].astype(np.int32))
    return CutText(ids, given, cuts, vocab, tokenizer.vocab_size, starts=starts)


def starts_in_text(tokenizer: Tokenizer, text: str, chunks: Iterable[Sequence[int]]) -> InParts[Places]:
    r"""Find for each token of a text, given chunk by chunk, the byte offset in the original text at which it begins.

    A token inside a part that a normalizer changed counts as beginning half a byte after that part begins: no
    token boundary of the original text is there. Raises `BpeError` if tokens cannot be mapped back, because
    they are unknown or contain characters that the tokenizer added.

    >>> from bpe_core import load_published
    >>> from bpe_core.in_parts import finished
    >>> qwen, text = load_published("qwen2.5"), "cafe\u0301 e\u0304\u0301"
    >>> finished(starts_in_text(qwen, text, qwen.encode_chunks(text))).tolist()
    [0.0, 2.0, 6.0, 7.5, 7.5]
    """
    text = replace_lone_surrogates(text)
    origins = _Origins(text, writes_bytes=tokenizer.steps.writes_bytes)
    parts = tokenizer.found_parts(text, without=tokenizer.special_tokens)
    starts = array("d")
    for number, (part, ids) in enumerate(zip(parts, chunks, strict=True), 1):
        if number % _BLOCK == 0:
            yield number
        if isinstance(part, FoundToken):
            starts.append(origins.of_token(part.part))
            continue
        came_from = origins.of_bytes(part, sum(len(tokenizer.vocab[token_id]) for token_id in ids))
        if came_from is None:
            raise BpeError(f"The tokens of {tokenizer.name} cannot be matched with the bytes of this text.")
        lengths = (len(tokenizer.vocab[token_id]) for token_id in ids[:-1])
        starts.extend(came_from[place] for place in accumulate(lengths, initial=0) if ids)
    return np.maximum.accumulate(np.array(starts))


class _Origins:
    """Finds the byte of a text from which each byte of its chunks comes, one chunk after another.

    Half a byte is added inside what one character became, as `starts_in_text` describes.
    """

    def __init__(self, text: str, *, writes_bytes: bool) -> None:
        self._text = text
        self._writes_bytes = writes_bytes
        self._byte_of = array("i", accumulate((len(one.encode("utf-8")) for one in text), initial=0))
        self._begun = -1  # the last character of which something is written

    def of_token(self, part: AlignedText) -> float:
        """Return where an added token begins."""
        first = part.origins[0]
        inside, self._begun = first == self._begun, part.origins[-1]
        return self._byte_of[first] + inside / 2

    def of_bytes(self, part: AlignedText, size: int) -> "array[float] | None":
        """Return for each of `size` bytes of a chunk where it comes from; None if the sizes differ.

        If bytes are written as glyphs, each byte is one character of the chunk; otherwise a ▁ represents a space.
        """
        came_from = array("d")
        in_glyphs = self._writes_bytes and size == len(part.text)
        marks = not self._writes_bytes
        for character, origin, after in zip(part.text, part.origins, [*part.origins[1:], -1], strict=True):
            length = 1 if in_glyphs or (character == "▁" and marks) else len(character.encode("utf-8"))
            given, at = self._text[origin : origin + 1], self._byte_of[origin]
            begun = origin == self._begun
            if (
                character in _SPACES
                and given != character
                and not given.isspace()
                and not (begun and after == origin)
            ):
                # Put before or after a character, such as the ▁ at the beginning of a text: not a part of it.
                came_from.extend([at] * length)
                continue
            self._begun = origin
            came_from.append(at + begun / 2)
            came_from.extend(at + (index if given == character else 0.5) for index in range(1, length))
        return came_from if len(came_from) == size else None


def cut_by_words(text: str, words: WordList) -> CutText:
    """Split a text into whole words; words that are not in the list are unknown.

    The white space before a word belongs to its token, that at the end of the text to the last token.

    >>> cut = cut_by_words("a red cat", WordList("a black cat"))
    >>> cut.tokens, cut.unknown
    ([b'a', b' red', b' cat'], (1,))
    """
    found = list(_WITH_SPACE.finditer(text))
    ids = [words.id_of_word.get(match[1], UNKNOWN_ID) for match in found]
    tokens = [match[0].encode() for match in found]
    if found:
        tokens[-1] += text[found[-1].end() :].encode()
    return CutText(
        ids,
        b"".join(tokens),
        cut_positions(tokens),
        words.token_bytes,
        len(words.token_bytes),
        (UNKNOWN_ID,),
        tuple(index for index, id_ in enumerate(ids) if id_ == UNKNOWN_ID),
    )
