"""Immutable values that the parts of the engine exchange."""

import copyreg
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

Pair: TypeAlias = tuple[int, int]
"""Two adjacent token ids: (left, right)."""

OPEN = 2**31 - 1
"""In `closed_at`: no merge has closed this gap."""

BOUNDARY = 2**31 - 2
"""In `closed_at`: this gap is a chunk boundary, so no merge can close it."""

CLOSED = -1
"""In `closed_at`: this gap was closed before the first merge, inside a special token or an existing token."""

AlphabetName: TypeAlias = Literal["bytes", "byte-glyphs", "characters", "word-marker"]
FormatName: TypeAlias = Literal["own", "huggingface", "tiktoken", "gpt2", "minbpe"]
"""The formats in which a tokenizer can be written, by name; they are defined in `formats`."""

TieBreak: TypeAlias = Literal["first-seen", "lowest-pair", "lowest-glyphs", "highest-bytes"]
BoundaryKind: TypeAlias = Literal["blanks", "punctuation", "all"]
EncodeOrder: TypeAlias = Literal["lowest-rank", "merge-list", "passes"]
Ending: TypeAlias = Literal["merges-reached", "no-pair-left", "pairs-too-rare", "tokens-too-long"]


MAX_ERROR = 2_000
"""The maximum length of an error message, in characters; the end of a longer message is cut off."""


class BpeError(ValueError):
    """The caller passed something invalid; the message says what was wrong, where, and what to do.

    The message is cut off after `MAX_ERROR` characters, since it may quote a long text.

    >>> from bpe_core import train
    >>> try:
    ...     train("ab", recipe="gtp2", num_merges=1)
    ... except BpeError as error:
    ...     print(str(error)[:21])
    Unknown recipe 'gtp2'
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(message))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the message and the attributes, so that an error of any subclass gets out of a worker process."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class NotFoundError(BpeError, KeyError):
    """What a caller named does not exist."""

    def __str__(self) -> str:
        """Return only the sentence: KeyError would put it in quotes."""
        return str(self.args[0])


def shortened(message: str) -> str:
    """Return a message shortened to at most `MAX_ERROR` characters.

    >>> shortened("low"), len(shortened("low" * 1_000_000))
    ('low', 2000)
    """
    return message if len(message) <= MAX_ERROR else message[: MAX_ERROR - 4] + " ..."


class UnknownCharacterError(BpeError):
    """A text contains a character that is not in the alphabet of a recipe.

    `character` is the character, `position` its index in the text, in characters from 0, `reason` the end of
    the message.

    >>> print(UnknownCharacterError("é", 3, "is not in this alphabet."))
    The character 'é' (U+00E9) at position 3 is not in this alphabet.
    """

    def __init__(self, character: str, position: int, reason: str) -> None:
        super().__init__(
            f"The character {character!r} (U+{ord(character):04X}) at position {position} {reason}"
        )
        self.character = character
        self.position = position
        self.reason = reason


class Chunk(NamedTuple):
    """One part of a text after splitting by the split pattern.

    `start` counts characters from 0. `branch` is the index, from 0, of the top-level alternative of the
    pattern that matched the chunk, or -1 if none did.

    >>> Chunk(" low", start=3, branch=7).text
    ' low'
    """

    text: str
    start: int
    branch: int


class Merge(NamedTuple):
    """One learned merge: wherever `pair` occurs, it is replaced with `new_id`.

    `rank` counts the merges from 0. `count` is how often the pair occurred in the text before the merge;
    `replaced` is how often it was replaced, which is less if occurrences overlap: in `aaa` the pair
    (a, a) is counted twice and replaced once.

    >>> from bpe_core import train
    >>> train("aaa", recipe="bytes", num_merges=1).merges[0]
    Merge(rank=0, pair=(97, 97), new_id=256, count=2, replaced=1)
    """

    rank: int
    pair: Pair
    new_id: int
    count: int  # type: ignore[assignment]
    replaced: int


class Occurrence(NamedTuple):
    """One occurrence of a pair: its left token covers the base units start..gap, its right token gap+1..end-1.

    `replaced` is False if an overlapping occurrence to the left was replaced instead.

    >>> from bpe_core import train
    >>> [place.replaced for place in train("aaa", recipe="bytes", num_merges=1).occurrences_at(0)]
    [True, False]
    """

    start: int
    gap: int
    end: int
    replaced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondStage:
    """A second stage of training, as in SuperBPE: chunk boundaries of the kind `lifts` are lifted (see `superbpe`).

    The stage begins after `after` merges, or earlier if no pair is left. With `keeps_colons`, the boundaries
    between `:` and a space remain. No merge of this stage makes a token of more than `max_words` words
    (separated by spaces); None means no limit.

    >>> from bpe_core import Recipe, train
    >>> recipe = Recipe(name="a", title="A", alphabet="bytes", split_pattern="gpt2", source="me",
    ...                 second_stage=SecondStage(lifts="blanks", after=1))
    >>> history = train("by by by by", recipe=recipe, num_merges=2)
    >>> [history.vocab[merge.new_id] for merge in history.merges]
    [b'by', b'by ']
    """

    lifts: BoundaryKind
    after: int = 0
    keeps_colons: bool = False
    max_words: int | None = None
