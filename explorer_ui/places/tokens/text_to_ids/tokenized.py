"""A text with its tokens, and what the strip is told of both."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import TypeVar

from bpe_core import Tokenizer
from bpe_core.alphabets import IntArray, counts_bytes
from bpe_core.lessons.tokens.characters import character_name
from bpe_core.lessons.tokens.pipeline_stages import changed_ranges
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.token_row.strip.token_strip import Counts, Original

Value = TypeVar("Value")

_NAMED = 2_000


@dataclass(frozen=True, eq=False)
class Tokenized:
    """A text without unpaired surrogates, and its tokens.

    `ids` int32 are the tokens in order, `starts` int32 is the index of the first token of each chunk. `policy` says how
    special tokens in the text were encoded.
    """

    tokenizer: Tokenizer
    text: str
    ids: IntArray
    starts: IntArray
    policy: str

    @property
    def data(self) -> bytes:
        """The bytes of the tokens, which a tokenizer with steps may have changed."""
        return b"".join(map(self.tokenizer.vocab.__getitem__, self.ids.tolist()))

    @property
    def chunks(self) -> Iterator[str]:
        """The texts of the chunks, with � for bytes that are not a character."""
        vocab, ids = self.tokenizer.vocab, self.ids.tolist()
        for start, end in pairwise([*self.starts.tolist(), len(ids)]):
            yield b"".join(map(vocab.__getitem__, ids[start:end])).decode("utf-8", "replace")

    @property
    def counts(self) -> Counts:
        """The figures above the strip."""
        size = len(self.text.encode("utf-8"))
        return Counts(tokens=len(self.ids), characters=len(self.text), bytes=size, chunks=len(self.starts))

    def once(self, what: Hashable, make: Callable[[], Value]) -> Value:
        """Return a value that is computed from this, once while the cache has room."""
        return cached_with(self.tokenizer, (what, self.text, self.policy), make)


def original_of(tokenized: Tokenized) -> Original | None:
    """Return the typed text, and where the tokens differ from it; None if they spell the same."""
    return tokenized.once("original", lambda: _original_of(tokenized))


def _original_of(tokenized: Tokenized) -> Original | None:
    given, data = tokenized.text.encode("utf-8"), tokenized.data
    if data == given:
        return None
    ranges = changed_ranges(tokenized.tokenizer, tokenized.text, data, special=tokenized.policy == "special")
    return Original(text=base64_of(given), changes=base64_of(ranges.astype("<u4").tobytes()))


def names_in(text: str) -> list[tuple[str, str]]:
    """Return the first distinct characters of a text with their names.

    >>> names_in("aéa")
    [('a', 'LATIN SMALL LETTER A'), ('é', 'LATIN SMALL LETTER E WITH ACUTE')]
    """
    return [(character, character_name(character)) for character in islice(dict.fromkeys(text), _NAMED)]


def note_on_bytes(tokenizer: Tokenizer) -> str:
    """Return what is said at the depths below characters if the tokenizer's base units are characters, otherwise "".

    >>> from bpe_core import load_published
    >>> note_on_bytes(load_published("gpt2"))
    ''
    """
    steps = tokenizer.steps
    if steps.units == "characters" and steps.byte_fallback:
        return "This tokenizer works on characters. Only a character that is not in its vocabulary becomes bytes."
    if steps.units == "characters" or not (steps.units or counts_bytes(tokenizer.recipe.alphabet)):
        return "This tokenizer works on characters, and never sees their bytes."
    return ""
