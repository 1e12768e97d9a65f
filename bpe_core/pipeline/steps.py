"""The pipeline of a tokenizer: the steps before merging, and those that decode tokens to a text."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bpe_core.pipeline.added_tokens import AddedToken, CutOut
from bpe_core.pipeline.aligned_text import AlignedText, Normalizer, PreTokenizer
from bpe_core.pipeline.decoders import ByteLevel, Decoder
from bpe_core.types import BpeError

Units: TypeAlias = Literal["characters", "bytes", "glyphs"]

MAX_WORK = 10_000_000
"""The maximum number of characters that all steps together process for one text.

A character counts once per step, so a file with one normalizer and two pre-tokenizers accepts texts of
2,000,000 characters (see `max_characters`). The published tokenizers have no limit.

The limit is checked in advance for the original text, and again for the results of the steps.
"""

SLICES = 8
"""Looking up this many slices takes about as long as a step that processes the text."""


@dataclass(slots=True)
class Work:
    """The number of characters that the steps may still process for one text.

    >>> work = Work(left=10)
    >>> work.spend(4)
    >>> work.left
    6
    """

    left: int = field(default_factory=lambda: MAX_WORK)

    def spend(self, characters: int) -> None:
        """Subtract some characters; raises `BpeError` if fewer are left."""
        self.left -= characters
        if self.left < 0:
            raise BpeError(
                f"The pipeline of this tokenizer would process more than {MAX_WORK:,} characters for this "
                "text. Use a shorter text."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """What a tokenizer does to a text before merging, and what its base units are.

    `normalizers` and `pre_tokenizers` are applied in order. `decoders` convert the strings of tokens to a
    text; if there are none, the text is the joined bytes of the tokens. By default there are no steps, and
    the recipe of the tokenizer determines everything.

    `units` is None if the recipe determines the base units. Otherwise these are strings of the vocabulary:
    "characters"; "bytes", each written as GPT-2's glyph; or "glyphs", if a step has already written the
    glyphs. A unit that is not in the vocabulary becomes its bytes with `byte_fallback` (tokens `<0x00>` to
    `<0xFF>`), otherwise the token `unknown` if there is one (with `fuses_unknown`, one for a run of units),
    and otherwise nothing. A unit is looked up with `prefix` unless it begins a chunk, and with `suffix` if it
    ends one. With `whole_chunks`, a chunk that is a token is not split into units and merged.

    With `in_blocks`, a text of any length is encoded, block by block: this is only for the published
    tokenizers, whose steps keep apart what `fast.split.block_spans` separates.

    >>> from bpe_core.pipeline.normalizers import Lowercase
    >>> Pipeline(normalizers=(Lowercase(),)).normalize(AlignedText.of("LOW")).text
    'low'
    """

    normalizers: tuple[Normalizer, ...] = ()
    pre_tokenizers: tuple[PreTokenizer, ...] = ()
    added_tokens: tuple[AddedToken, ...] = ()
    units: Units | None = None
    byte_fallback: bool = False
    unknown: int | None = None
    fuses_unknown: bool = False
    prefix: str = ""
    suffix: str = ""
    whole_chunks: bool = False
    decoders: tuple[Decoder, ...] = ()
    in_blocks: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there are no steps at all."""
        return self == NO_STEPS

    @property
    def writes_bytes(self) -> bool:
        """Whether the base units are bytes written as glyphs."""
        return self.units in ("bytes", "glyphs")

    @property
    def decodes_bytes(self) -> bool:
        """Whether ids are decoded by joining their bytes.

        >>> Pipeline().decodes_bytes
        True
        """
        return self.decoders in ((), (ByteLevel(),))

    @property
    def work_per_character(self) -> int:
        """How many times the steps process each character of a text: about once per step."""
        # If a unit is not in the vocabulary, the prefix and suffix added to it become bytes too, each of them
        # a unit to merge.
        written = 4 * len(self.prefix + self.suffix) if self.byte_fallback else 0
        lookups = sum(one.most_lengths for one in self.pre_tokenizers if isinstance(one, CutOut))
        return 2 + len(self.normalizers) + len(self.pre_tokenizers) + written + lookups // SLICES

    def work(self) -> Work:
        """Return the work that the steps may do for one text; anyone's own file has a limit.

        >>> Pipeline().work().left == MAX_WORK
        True
        >>> Pipeline(in_blocks=True).work().left == sys.maxsize
        True
        """
        return Work(sys.maxsize) if self.in_blocks else Work()

    def normalize(self, aligned: AlignedText, work: Work | None = None) -> AlignedText:
        """Return a part after all normalizers; raises `BpeError` if they exceed the remaining work."""
        work = work or self.work()
        for normalizer in self.normalizers:
            aligned = normalizer.apply(aligned)
            work.spend(len(aligned.text))
        return aligned

    def passes(self, aligned: AlignedText, work: Work | None = None) -> list[list[AlignedText]]:
        """Return the parts after each pre-tokenizer, one list for each; the last list has the chunks.

        Raises `BpeError` if the pre-tokenizers exceed the remaining work.

        >>> from bpe_core.pipeline.pre_tokenizers import Digits, Whitespace
        >>> steps = Pipeline(pre_tokenizers=(Whitespace(), Digits(individual=True)))
        >>> [[part.text for part in one] for one in steps.passes(AlignedText.of("to 42"))]
        [['to', '42'], ['to', '4', '2']]
        """
        work = work or self.work()
        parts, passes = [aligned], []
        for pre_tokenizer in self.pre_tokenizers:
            parts = list(_cut_each(parts, pre_tokenizer, work))
            passes.append(parts)
        return passes

    def chunks(self, aligned: AlignedText, work: Work) -> Iterator[AlignedText]:
        """Yield the parts after the last pre-tokenizer, each as soon as it is split off.

        Raises `BpeError` if the pre-tokenizers exceed the remaining work.

        >>> from bpe_core.pipeline.pre_tokenizers import Digits, Whitespace
        >>> steps = Pipeline(pre_tokenizers=(Whitespace(), Digits(individual=True)))
        >>> [chunk.text for chunk in steps.chunks(AlignedText.of("to 42"), Work())]
        ['to', '4', '2']
        """
        parts = iter([aligned])
        for pre_tokenizer in self.pre_tokenizers:
            parts = _cut_each(parts, pre_tokenizer, work)
        return parts


NO_STEPS = Pipeline()
"""No steps: the recipe determines everything."""


def _cut_each(parts: Iterable[AlignedText], pre_tokenizer: PreTokenizer, work: Work) -> Iterator[AlignedText]:
    for aligned in parts:
        for part in pre_tokenizer.pre_tokenize(aligned):
            work.spend(len(part.text))
            yield part
