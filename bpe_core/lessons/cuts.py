"""One text under several tokenizers: its ids and tokens, and the stretches that they cut differently."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.lessons.metrics import Agreement
from bpe_core.lessons.word_level import UNKNOWN, UNKNOWN_ID, encode_words, learn_words
from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True, eq=False, slots=True)
class CutText:
    """A text under one tokenizer: its ids, the tokens that cover the text, and what an id shows as.

    `unknown` are the indices, among the tokens, of words that the tokenizer does not know.
    """

    ids: list[int]
    tokens: list[bytes]
    token_bytes: Mapping[int, bytes]
    n_vocab: int
    special_ids: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()


def cut_by_tokenizer(tokenizer: Tokenizer, text: str) -> CutText:
    """Cut a text by a tokenizer; special tokens in it are ordinary text.

    Raises `BpeError` where the tokenizer cannot write the text.

    >>> from bpe_core import load_published
    >>> cut_by_tokenizer(load_published("cl100k_base"), "strawberry").tokens
    [b'str', b'aw', b'berry']
    """
    ids = tokenizer.encode_ordinary(text)
    return CutText(ids, tokenizer.decode_tokens_bytes(ids), tokenizer.vocab, tokenizer.n_vocab)


def cut_by_words(text: str, *, learned_from: str) -> CutText:
    """Cut a text into whole words; those that the other text does not have are unknown.

    >>> cut = cut_by_words("a red cat", learned_from="a black cat")
    >>> cut.tokens, cut.unknown
    ([b'a', b' red', b' cat'], (1,))
    """
    vocabulary = learn_words(learned_from)
    words = encode_words(text, vocabulary)
    shown = {id_: word.encode() for word, id_ in vocabulary.items()} | {UNKNOWN_ID: UNKNOWN.encode()}
    unknown = tuple(index for index, id_ in enumerate(words.ids) if id_ == UNKNOWN_ID)
    tokens = [piece.encode() for piece in words.pieces]
    return CutText(words.ids, tokens, shown, len(shown), (UNKNOWN_ID,), unknown)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text that some tokenizers cut differently, and how often it occurs.

    `pieces` has one row per tokenizer, as each cut it where it occurs first.
    """

    data: bytes
    times: int
    pieces: tuple[tuple[bytes, ...], ...]


def differing_stretches(
    data: bytes, cuts: Sequence[IntArray], agreement: Agreement, *, most_pieces: int = 100
) -> list[Stretch]:
    """Return the different stretches that are cut differently, the most frequent first.

    `cuts` are the cut positions of each tokenizer, `agreement` what `compare_cuts` says of them. Of a
    stretch with more than `most_pieces` cuts inside, the last piece is all that follows.

    >>> from bpe_core.lessons.metrics import compare_cuts, cut_positions
    >>> cuts = [cut_positions([b"the", b" st", b"raw"]), cut_positions([b"the", b" straw"])]
    >>> differing_stretches(b"the straw", cuts, compare_cuts(cuts, 9))
    [Stretch(data=b' straw', times=1, pieces=((b' st', b'raw'), (b' straw',)))]
    """
    differ = np.flatnonzero(~agreement.alike)
    spans = list(zip(agreement.starts[differ].tolist(), agreement.ends[differ].tolist(), strict=True))
    counted = Counter(data[start:end] for start, end in spans)
    first = {data[start:end]: (start, end) for start, end in reversed(spans)}
    return [
        Stretch(stretch, times, tuple(_pieces(data, row, *first[stretch], most_pieces) for row in cuts))
        for stretch, times in counted.most_common()
    ]


def _pieces(data: bytes, cuts: IntArray, start: int, end: int, most: int) -> tuple[bytes, ...]:
    low, high = np.searchsorted(cuts, start, "right"), np.searchsorted(cuts, end, "left")
    inside = cuts[low : min(high, low + most)].tolist()
    return tuple(data[a:b] for a, b in zip([start, *inside], [*inside, end], strict=True))
