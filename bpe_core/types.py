"""The values that travel between the parts of the engine: frozen, and without behaviour."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Pair: TypeAlias = tuple[int, int]
"""Two token ids that stand next to each other: (left, right)."""

OPEN = 2**31 - 1
"""In `closed_at`: no merge has closed this gap."""

BOUNDARY = 2**31 - 2
"""In `closed_at`: a chunk boundary lies on this gap, so no merge can close it."""

AlphabetName: TypeAlias = Literal["bytes", "byte-glyphs", "characters", "word-marker"]
FormatName: TypeAlias = Literal["own", "huggingface", "tiktoken", "gpt2", "minbpe"]
"""The formats in which a tokenizer can be written, by name; what they are is in `formats`."""

TieBreak: TypeAlias = Literal["first-seen", "lowest-pair", "lowest-glyphs"]
BoundaryKind: TypeAlias = Literal["blanks", "punctuation", "all"]
EncodeOrder: TypeAlias = Literal["lowest-rank", "merge-list", "passes"]
Ending: TypeAlias = Literal["merges-reached", "no-pair-left", "pairs-too-rare", "tokens-too-long"]


MAX_ERROR = 2_000
"""The longest message of an error, in characters; what goes beyond it is left out."""


class BpeError(ValueError):
    """Something the caller gave cannot be used; the message says what, where, and what to do.

    It has `MAX_ERROR` characters at most, whatever it quotes.

    >>> from bpe_core import train
    >>> try:
    ...     train("ab", recipe="gtp2", num_merges=1)
    ... except BpeError as error:
    ...     print(str(error)[:21])
    Unknown recipe 'gtp2'
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(message))


def shortened(message: str) -> str:
    """Return a message of `MAX_ERROR` characters at most.

    >>> shortened("low"), len(shortened("low" * 1_000_000))
    ('low', 2000)
    """
    return message if len(message) <= MAX_ERROR else message[: MAX_ERROR - 4] + " ..."


class UnknownCharacterError(BpeError):
    """A text holds a character that the alphabet of a recipe lacks.

    `character` is the character, `position` its place in the text, in characters from 0, `reason` the rest
    of the sentence.

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
    """One part of a text that the split pattern cut off.

    `start` counts characters from 0. `branch` is the number, from 0, of the top-level alternative of
    the pattern that matched, or -1 where no alternative did and the chunk is what was left over.

    >>> Chunk(" low", start=3, branch=7).text
    ' low'
    """

    text: str
    start: int
    branch: int


class Merge(NamedTuple):
    """One learned rule: wherever `pair` stands, write `new_id` in its place.

    `rank` counts the merges from 0. `count` is how often the pair stood in the text before the merge;
    `replaced` is how often it was replaced, which is less where occurrences overlap: in `aaa` the pair
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
    """One place where a pair stands, in base units of the text: left is start..gap, right is gap+1..end-1.

    `replaced` is False where the place was counted but an overlapping one to its left was taken first.

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

    It begins after `after` merges, or where no pair is left sooner. With `keeps_colons`, the boundaries between `:`
    and a space stay. No merge of this stage makes a token of more than `max_words` words, which are what spaces part;
    None for any number.

    >>> from bpe_core import train
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    r"""A way to train and to encode, as data; adding one means adding one constant to `recipes.py`.

    `split_pattern` is a name in `SPLIT_PATTERNS`, a custom pattern, or None for one single stream.
    `special_tokens` get their ids before the base units if `specials_first`, else after them; merges
    follow both. With `same_string_same_token`, two pairs that spell the same string make one token.
    With a `second_stage`, merges cross chunk boundaries after a number of steps; None for one stage.

    >>> from bpe_core import Tokenizer, train
    >>> recipe = Recipe(name="mine", title="Bytes, cut at lines", alphabet="bytes", split_pattern=r".+|\n", source="me")
    >>> Tokenizer.from_history(train("low\nlow", recipe=recipe, num_merges=1)).encode("lo")
    [256]
    """

    name: str
    title: str
    alphabet: AlphabetName
    split_pattern: str | None = None
    tie_break: TieBreak = "first-seen"
    special_tokens: tuple[str, ...] = ()
    specials_first: bool = False
    same_string_same_token: bool = False
    encode_order: EncodeOrder = "lowest-rank"
    second_stage: SecondStage | None = None
    source: str
