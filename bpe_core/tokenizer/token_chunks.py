"""A text in chunks of so many tokens, which overlap, and each of which is encoded on its own afterwards.

A chunk on its own can have another number of tokens than it had in the text: its ends are boundaries now, so no merge
crosses them, and what begins it has no space or letter before it any more.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bpe_core.tokenizer.decoding import bytes_of_ids, whole_characters
from bpe_core.types import BpeError


@dataclass(frozen=True, slots=True)
class TokenChunk:
    """Some tokens of a text: number `start` to `end`, their bytes, and how many tokens these have on their own."""

    start: int
    end: int
    data: bytes
    alone: int

    @property
    def text(self) -> str:
        """The text of the chunk, with U+FFFD for a character of which it has a part."""
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

    @property
    def splits_character(self) -> bool:
        """Whether it begins or ends inside of a character."""
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError:
            return True
        return False


def token_chunks(
    ids: Sequence[int],
    max_tokens: int,
    *,
    overlap: int,
    split_characters: bool,
    vocab: Mapping[int, bytes],
    decode: Callable[[Sequence[int]], bytes],
    encode: Callable[[str], Sequence[int]],
) -> Iterator[TokenChunk]:
    """Yield the chunks of a text that has these ids, as `Tokenizer.split_by_tokens` says.

    Raises `BpeError` where a character has more than `max_tokens` tokens and is not to be split.
    """
    tokens = bytes_of_ids(ids, vocab)

    def whole(count: int) -> int:
        return count if split_characters else whole_characters(tokens, count)

    start, done = 0, 0
    while done < len(ids):
        end = whole(min(start + max_tokens, len(ids)))
        if end > done and whole(start) == start:
            data = decode(ids[start:end])
            yield TokenChunk(start, end, data, len(encode(data.decode("utf-8", "replace"))))
            # The next begins so many tokens before this one ends, and later where a character does or nothing is added.
            start, done = max(end - overlap, start + 1), end
        elif start < done:
            start += 1
        else:
            raise BpeError(
                f"A character has more tokens than the limit of {max_tokens:,}. Raise the limit, or let characters "
                "be split."
            )
