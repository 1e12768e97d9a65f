"""BPE as SentencePiece encodes it: no list of merges, but pieces with scores, and neighbours that spell one.

    pieces    ab 0, bc -1, abc -2        (the best score first; of equal ones the leftmost)
    text      a b c
              ab c                       a+b spells ab, whose score is better than that of bc
              abc                        ab+c spells abc, however abc came to be a piece

A list of merges would have to say which two tokens make abc; here any two do that spell it. Source:
google/sentencepiece, version 0.2, `bpe_model.cc`, `sentencepiece_processor.cc`.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import regex

from bpe_core.pipeline.added_tokens import StringFinder
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.tokenizer.encoder import EncodedChunk
from bpe_core.tokenizer.with_pipeline import PipelineTokenizer
from bpe_core.types import BpeError

_BYTE = regex.compile("<0x[0-9A-F]{2}>")
_ESCAPED = regex.compile("[\udc80-\udcff]")


@dataclass(frozen=True)
class CutOut:
    """Some strings are cut out of a text, of those that begin alike the longest; nothing joins them to what is beside.

    >>> [part.text for part in CutOut(("<a>", "<a>b")).cut(AlignedText.of("x<a>bc"))]
    ['x', '<a>b', 'c']
    """

    strings: tuple[str, ...]

    @property
    def title(self) -> str:
        """What it does, in a few words."""
        return "tokens that the file names are cut out"

    def cut(self, piece: AlignedText) -> list[AlignedText]:
        """Return the strings and what stands between them."""
        parts: list[AlignedText] = []
        done = 0
        for start, end in self.finder.matches(piece.text):
            parts += [piece.part(done, start), piece.part(start, end)]
            done = end
        parts.append(piece.part(done, len(piece.text)))
        return [part for part in parts if part.text]

    @cached_property
    def finder(self) -> StringFinder:
        """What finds the strings; it goes when the tokenizer goes."""
        return StringFinder(self.strings)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOfPieces:
    r"""A ▁ becomes a space, tokens such as <0x0A> their bytes, what is unknown `surface`; control tokens go.

    With `drops_first` a ▁ that begins the text goes too, and with `drops_more` the same ▁ of each token before
    there is any text.

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
        """What it does, in a few words."""
        drops = ", none at the beginning" if self.drops_first else ""
        return f"each ▁ becomes a space{drops}; control tokens are dropped, what is unknown becomes {self.surface!r}"

    def decode(self, tokens: list[str]) -> list[str]:
        """Return the strings of what is not dropped, one for a run of bytes."""
        decoded: list[str] = []
        at_start, dropped = True, False
        for is_byte, run in groupby(tokens, key=self._is_byte):
            if is_byte:
                # Each byte that is in no character becomes one U+FFFD; Python takes several for one.
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
        """Return the text of a token, and whether no more may be dropped after it."""
        if token in self.control:
            return "", False
        if token == self.unknown:
            return self.surface, False
        drops = at_start and self.drops_first and token.startswith("▁")
        return token[drops:].replace("▁", " "), drops and not self.drops_more


def merge_by_score(text: str, order: Mapping[str, int], *, wholly: bool = True) -> list[str]:
    """Merge neighbours that spell a piece, the one of lowest order first and of equals the leftmost; n log n.

    Unless `wholly`, what would join the whole text is left out: what comes of a piece then are its two parts.

    >>> merge_by_score("abcab", {"ab": 0, "bc": 1, "abc": 2})
    ['abc', 'ab']
    >>> merge_by_score("abc", {"ab": 0, "bc": 1, "abc": 2}, wholly=False)
    ['ab', 'c']
    """
    size = len(text)
    end_of = list(range(1, size + 1))  # where the symbol ends that begins here; 0: none begins here any more
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
            continue  # one of the two was joined to another after this was offered
        end_of[start], end_of[middle] = end, 0
        if end < size:
            start_before[end] = start
            offer(start)
        if start_before[start] >= 0:
            offer(start_before[start])
    return [text[start:end] for start, end in enumerate(end_of) if end]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SentencePieceTokenizer(PipelineTokenizer):
    """A tokenizer of SentencePiece's kind; `order` has the place of every piece that may be joined to, by score.

    `user_defined` are the tokens that are cut out before anything is joined. Made by reading a `.model` file.

    >>> import struct
    >>> from bpe_core.formats.sentencepiece import read_sentencepiece
    >>> def part(number, content):
    ...     return bytes([number << 3 | 2, len(content)]) + content
    >>> def piece(string, score, kind=1):
    ...     return part(1, part(1, string) + struct.pack("<Bf", 2 << 3 | 5, score) + bytes([3 << 3, kind]))
    >>> pieces = piece(b"<unk>", 0, 2) + piece(b"bc", 0) + piece(b"ab", -1) + piece(b"a", -2) + piece(b"c", -3)
    >>> is_bpe, no_changes = part(2, bytes([3 << 3, 2])), part(3, part(1, b"identity") + bytes([3 << 3, 0]))
    >>> tokenizer = read_sentencepiece(pieces + is_bpe + no_changes)
    >>> [tokenizer.vocab[token_id] for token_id in tokenizer.encode("abcab")]
    [b'a', b'bc', b'ab']
    """

    order: Mapping[str, int]
    user_defined: Mapping[str, int]

    @cached_property
    def _work_per_character(self) -> int:
        cut_out = [
            pre_tokenizer for pre_tokenizer in self.steps.pre_tokenizers if isinstance(pre_tokenizer, CutOut)
        ]
        return (
            super()._work_per_character
            + sum(pre_tokenizer.finder.most_lengths for pre_tokenizer in cut_out) // 8
        )

    def written(self, text: str) -> str:
        """Raise `BpeError`: there is no list of merges to show."""
        del text
        raise BpeError(
            f"{self.name} joins by the scores of pieces, not by a list of merges: how it grows is not shown."
        )

    def _ids_alone(self, chunk: str) -> list[int]:
        whole = self.user_defined.get(chunk)
        return [whole] if whole is not None else self._ids_of_parts(merge_by_score(chunk, self.order))

    def _trace_merged(self, base: list[int], chunk: str) -> EncodedChunk:
        del base
        ids = self._ids_alone(chunk)
        return EncodedChunk(ids, ids, [])

    def _base_ids(self, chunk: str) -> list[int]:
        del chunk
        return []  # its units may be in no token: only what they are joined to has ids

    def _ids_of_parts(self, parts: list[str]) -> list[int]:
        known, ids, alone = self.rules.id_of_string, [], ""
        for part in parts:
            token_id = known.get(part)
            if token_id is None:
                alone += part  # characters without a piece; the run of them is one unknown
                continue
            ids += [*self._looked_up(alone), token_id]
            alone = ""
        return ids + self._looked_up(alone)
