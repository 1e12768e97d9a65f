"""Splits a text into overlapping chunks with a limited number of tokens, to be encoded separately later.

A chunk that is encoded separately can have more or fewer tokens than within the text, because no merge
crosses its ends and the text before it no longer affects how it is split.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe_core.tokenizer.decoding import bytes_of_ids, whole_characters
from bpe_core.tokenizer.positions import Positions
from bpe_core.types import BpeError

if TYPE_CHECKING:
    from bpe_core.tokenizer.core import Tokenizer


@dataclass(frozen=True, slots=True)
class TokenChunk:
    """The tokens of a text from `start` up to `end`; encoded separately, their bytes `data` give `alone` tokens."""

    start: int
    end: int
    data: bytes
    alone: int
    splits_character: bool
    """Whether the chunk begins or ends inside a character."""

    @property
    def text(self) -> str:
        """The text of the chunk, with U+FFFD for a character that is split at its ends."""
        return self.data.decode("utf-8", "replace")

    def row(self) -> dict[str, int | str]:
        """Return the chunk as a row of a table."""
        return {
            "start": self.start,
            "end": self.end,
            "tokens": self.end - self.start,
            "tokens_alone": self.alone,
            "text": self.text,
        }


def token_chunks(
    tokenizer: "Tokenizer",
    ids: Sequence[int],
    max_tokens: int,
    *,
    overlap: int,
    split_characters: bool,
    encode: Callable[[str], Sequence[int]],
    positions: Positions | None = None,
) -> Iterator[TokenChunk]:
    """Yield the chunks of the text with these ids, as `Tokenizer.split_by_tokens` describes.

    With `positions`, the chunks are parts of the text that was encoded; otherwise of the decoded text. Raises
    `BpeError` if a character has more than `max_tokens` tokens and characters may not be split.
    """
    tokens = bytes_of_ids(ids, tokenizer.vocab)

    def between_characters(count: int) -> int:
        if positions is None:
            return whole_characters(tokens, count)
        while count and not positions.is_whole[count]:
            count -= 1
        return count

    def whole(count: int) -> int:
        return count if split_characters else between_characters(count)

    if not ids and positions is not None and positions.data:
        # A normalizer removes the whole text, which is a chunk nevertheless.
        yield TokenChunk(0, 0, positions.data, 0, splits_character=False)
    start, done = 0, 0
    while done < len(ids):
        end = whole(min(start + max_tokens, len(ids)))
        if end > done and whole(start) == start:
            if positions is None:
                data = tokenizer.decode_bytes(ids[start:end])
            else:
                data = positions.data[positions.cuts[start] : positions.cuts[end]]
            splits = any(between_characters(at) != at for at in (start, end))
            yield TokenChunk(start, end, data, len(encode(data.decode("utf-8", "replace"))), splits)
            # The next chunk begins `overlap` tokens before this one ends, or later if it would otherwise
            # split a character or contain nothing new.
            start, done = max(end - overlap, start + 1), end
        elif start < done:
            start += 1
        else:
            raise BpeError(
                f"A character has more tokens than the limit of {max_tokens:,}. Raise the limit, or let characters "
                "be split."
            )
