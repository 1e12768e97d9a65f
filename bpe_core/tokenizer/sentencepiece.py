"""BPE as in SentencePiece: pieces with scores instead of a list of merges.

Any two adjacent tokens that form a piece can merge; the best score merges first, and among equal scores the
leftmost:

    pieces    ab 0, bc -1, abc -2        piece and score
    text      a b c
              ab c                       a+b forms ab, whose score is better than that of bc
              abc                        ab+c forms abc, whichever two tokens it was learned from

Source: google/sentencepiece, version 0.2, `bpe_model.cc`, `sentencepiece_processor.cc`.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

import numpy as np
import numpy.typing as npt
import regex

from bpe_core.tokenizer.encoder import EncodedChunk
from bpe_core.tokenizer.rules import MadeTokens
from bpe_core.tokenizer.strings import ListedRules, StringEncoder
from bpe_core.types import BpeError, Pair

_BYTE = regex.compile("<0x[0-9A-F]{2}>")
_ESCAPED = regex.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOfPieces:
    r"""Decodes pieces to text.

    ▁ becomes a space, tokens such as <0x0A> become bytes, the unknown token becomes `surface`, and control
    tokens are dropped. With `drops_first`, a ▁ at the beginning of the text is dropped; with `drops_more`, so
    is the ▁ that begins each following token, until some text has been decoded.

    >>> decoder = TextOfPieces(control=frozenset({"<s>"}), unknown="<unk>", has_bytes=True, drops_first=True)
    >>> decoder.decode(["<s>", "▁low", "▁", "<0xC3>", "<0xA9>", "<0xC3>", "<unk>"])
    ['low', ' ', 'é\ufffd', ' ⁇ ']
    """

    control: frozenset[str]
    unknown: str
    surface: str = " ⁇ "
    has_bytes: bool = False
    drops_first: bool = False
    drops_more: bool = False

    @property
    def title(self) -> str:
        drops = ", except at the beginning" if self.drops_first else ""
        return f"each ▁ becomes a space{drops}; control tokens are dropped, the unknown token becomes {self.surface!r}"

    def decode(self, tokens: list[str]) -> list[str]:
        """Return the texts of the tokens, without empty ones; a run of byte tokens becomes one text."""
        decoded: list[str] = []
        at_start, dropped = True, False
        for is_byte, run in groupby(tokens, key=self._is_byte):
            if is_byte:
                # Each byte of invalid UTF-8 becomes one U+FFFD; Python replaces several bytes with one.
                text = bytes(int(token[3:5], 16) for token in run).decode("utf-8", "surrogateescape")
                decoded.append(_ESCAPED.sub("\ufffd", text))
                continue
            for token in run:
                at_start = at_start and not dropped and not any(decoded)
                text, dropped = self._text_of(token, at_start=at_start)
                decoded.append(text)
        return [text for text in decoded if text]

    def _is_byte(self, token: str) -> bool:
        return self.has_bytes and _BYTE.fullmatch(token) is not None

    def _text_of(self, token: str, *, at_start: bool) -> tuple[str, bool]:
        """Return the text of a token, and whether characters may still be dropped after it."""
        if token in self.control:
            return "", False
        if token == self.unknown:
            return self.surface, False
        drops = at_start and self.drops_first and token.startswith("▁")
        return token[drops:].replace("▁", " "), drops and not self.drops_more


def merge_by_score(text: str, order: Mapping[str, int], *, wholly: bool = True) -> list[str]:
    """Merge adjacent strings that form a piece: the lowest `order` first, then the leftmost; O(n log n).

    With `wholly=False`, no merge makes the whole text, so that the result for a piece is its parts.

    >>> merge_by_score("abcab", {"ab": 0, "bc": 1, "abc": 2})
    ['abc', 'ab']
    >>> merge_by_score("abc", {"ab": 0, "bc": 1, "abc": 2}, wholly=False)
    ['ab', 'c']
    """
    size = len(text)
    end_of = list(range(1, size + 1))  # the end of the symbol that begins here; 0 if none begins here
    start_before = list(range(-1, size - 1))
    heap: list[tuple[int, int, int, int]] = []

    def offer(start: int) -> None:
        middle = end_of[start]
        if middle < size and (wholly or start > 0 or end_of[middle] < size):
            rank = order.get(text[start : end_of[middle]])
            if rank is not None:
                heapq.heappush(heap, (rank, start, middle, end_of[middle]))

    for start in range(size - 1):
        offer(start)
    while heap:
        _, start, middle, end = heapq.heappop(heap)
        if end_of[start] != middle or end_of[middle] != end:
            continue  # one of the two was merged after this entry was made
        end_of[start], end_of[middle] = end, 0
        if end < size:
            start_before[end] = start
            offer(start)
        if start_before[start] >= 0:
            offer(start_before[start])
    return [text[start:end] for start, end in enumerate(end_of) if end]


@dataclass(frozen=True, eq=False, repr=False)
class PieceRules(ListedRules):
    """Pieces ranked by their scores instead of a list of merges: adjacent tokens that form a piece may merge.

    `whole` are the chunks that are one token before anything is merged. The pair that makes a piece is found
    on first use, by merging the piece's characters until two tokens remain; for all pieces of a large model
    this takes seconds.

    >>> from bpe_core.alphabets import BaseVocabulary
    >>> strings = {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}
    >>> rules = PieceRules((), BaseVocabulary("bytes", {}, {}, {}), {}, strings, {"ab": 0, "abc": 1})
    >>> rules.rank_of(0, 1), rules.rank_of_token(4), rules.parts(4), rules.made.pairs.tolist()
    (0, 1, (3, 2), [[0, 1], [3, 2]])
    """

    order: Mapping[str, int] = field(default_factory=dict)
    whole: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def new_ids(self) -> Sequence[int]:
        """The pieces of several characters, the best score first; the lowest id if scores are equal."""
        longer = [text for text in self.order if len(text) > 1]
        return [self.id_of_string[text] for text in sorted(longer, key=self.order.__getitem__)]

    @property
    def known_pairs(self) -> npt.NDArray[np.int64]:
        return self.made.pairs

    @cached_property
    def made(self) -> MadeTokens:
        """The pieces by rank; the pair is (-1, -1) for a piece that is not made from two tokens by a last merge."""
        found = [self.parts(token_id) or (-1, -1) for token_id in self.new_ids]
        return MadeTokens(self.made_ids, np.arange(len(found)), np.array(found, np.int64).reshape(-1, 2))

    def rank_of(self, left: int, right: int) -> int | None:
        known = self._string_of_id
        made = self.id_of_string.get(known.get(left, "") + known.get(right, ""))
        return None if made is None else self.rank_of_token(made)

    def rank_of_token(self, token_id: int) -> int | None:
        return self._rank_by_id.get(token_id)

    def parts(self, token_id: int) -> Pair | None:
        """Return the two tokens that remain before the last merge of a piece's characters, or None."""
        if token_id not in self._rank_by_id:
            return None
        parts = merge_by_score(self._string_of_id[token_id], self.order, wholly=False)
        ids = [self.id_of_string[part] for part in parts if part in self.id_of_string]
        return (ids[0], ids[1]) if len(parts) == len(ids) == 2 else None

    @cached_property
    def _rank_by_id(self) -> dict[int, int]:
        return {token_id: rank for rank, token_id in enumerate(self.new_ids)}

    @cached_property
    def _string_of_id(self) -> dict[int, str]:
        return {token_id: string for string, token_id in self.id_of_string.items()}


class PieceEncoder(StringEncoder):
    """Encodes one chunk at a time by `PieceRules`; `name` is used in errors.

    >>> from bpe_core.alphabets import BaseVocabulary
    >>> from bpe_core.pipeline.steps import Pipeline
    >>> strings, order = {"a": 1, "b": 2, "c": 3, "ab": 4, "bc": 5}, {"bc": 0, "ab": 1}
    >>> rules = PieceRules((), BaseVocabulary("bytes", {}, {}, {}), {}, strings, order)
    >>> steps = Pipeline(units="characters", unknown=0, fuses_unknown=True)
    >>> PieceEncoder("mine", rules, steps).encode("abcabxy")
    (1, 5, 4, 0)
    """

    _rules: PieceRules

    def trace_chunks(self, text: str) -> Iterator[EncodedChunk]:
        """Encode a chunk, without recording merges."""
        ids = list(self._chunks[text])
        yield EncodedChunk(ids, ids, [])

    def written(self, _text: str, /) -> bytes:
        raise BpeError(
            f"{self._name} merges by the scores of pieces, not by a list of merges, so its merges cannot be shown."
        )

    def _ids_of_chunk(self, chunk: str) -> list[int]:
        rules, ids, alone = self._rules, [], ""
        if (whole := rules.whole.get(chunk)) is not None:
            return [whole]
        for part in merge_by_score(chunk, rules.order):
            token_id = rules.id_of_string.get(part)
            if token_id is None:
                alone += part  # characters without a piece; a run of them becomes one unknown token
                continue
            ids += [*self._units.ids(alone), token_id]
            alone = ""
        return ids + self._units.ids(alone)
