"""The steps of a tokenizer as one value: what it does to a text before it merges, and how it makes a text of tokens."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bpe_core.pipeline.added_tokens import AddedToken, CutOut
from bpe_core.pipeline.aligned_text import AlignedText, Normalizer, PreTokenizer
from bpe_core.pipeline.decoders import ByteLevel, Decoder
from bpe_core.types import BpeError

Units: TypeAlias = Literal["characters", "bytes", "glyphs"]

MAX_WORK = 10_000_000
"""How many characters the steps go through for one text at most, each counted once for every step.

So Qwen takes 1,666,666 characters at a time, and DeepSeek V4 1,000,000 (see `max_characters`).

Told in advance of the text as it is, and counted of what the steps make of it.
"""

SLICES = 8
"""So many slices that are looked up take about as long as a step that goes through the text."""


@dataclass(slots=True)
class Work:
    """How many characters the steps may still make of one text.

    >>> work = Work(left=10)
    >>> work.spend(4)
    >>> work.left
    6
    """

    left: int = field(default_factory=lambda: MAX_WORK)

    def spend(self, characters: int) -> None:
        """Take some off; raises `BpeError` where there are not so many left."""
        self.left -= characters
        if self.left < 0:
            raise BpeError(
                f"The pipeline of this tokenizer would process more than {MAX_WORK:,} characters for this "
                "text. Use a shorter text."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """What a tokenizer does to a text before it merges, and what its base units are.

    `normalizers` and `pre_tokenizers` are done in their order, and `decoders` make a text of the strings of tokens;
    without any, the text is the bytes of the tokens. By default there are no steps, and the recipe of the tokenizer
    says all.

    `units` is None where the recipe says what the base units are. Else they are strings of the vocabulary:
    "characters", "bytes", each written as GPT-2's glyph, or "glyphs", where a step has written the glyphs already. A
    unit that the vocabulary lacks becomes its bytes (`byte_fallback`, tokens `<0x00>` to `<0xFF>`), or `unknown`, one
    for a run of them with `fuses_unknown`, or nothing. `prefix` and `suffix` are written to a unit that does not begin,
    or that ends, a chunk, when it is looked up. With `whole_chunks` a chunk that is a token is not merged.

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

    @property
    def is_empty(self) -> bool:
        """Whether there are no steps at all."""
        return self == NO_STEPS

    @property
    def writes_bytes(self) -> bool:
        """Whether the base units are bytes that are written as glyphs."""
        return self.units in ("bytes", "glyphs")

    @property
    def decodes_bytes(self) -> bool:
        """Whether the text of ids is that of their bytes, one after the other.

        >>> Pipeline().decodes_bytes
        True
        """
        return self.decoders in ((), (ByteLevel(),))

    @property
    def work_per_character(self) -> int:
        """How often a character of a text is gone through: about once for each step."""
        # What is written to a unit that the vocabulary lacks becomes bytes too, all of them units of the merging.
        written = 4 * len(self.prefix + self.suffix) if self.byte_fallback else 0
        lookups = sum(one.most_lengths for one in self.pre_tokenizers if isinstance(one, CutOut))
        return 2 + len(self.normalizers) + len(self.pre_tokenizers) + written + lookups // SLICES

    def normalize(self, aligned: AlignedText, work: Work | None = None) -> AlignedText:
        """Return a part after all normalizers; raises `BpeError` where that takes more work than is left."""
        work = work or Work()
        for normalizer in self.normalizers:
            aligned = normalizer.apply(aligned)
            work.spend(len(aligned.text))
        return aligned

    def passes(self, aligned: AlignedText, work: Work | None = None) -> list[list[AlignedText]]:
        """Return the parts after each pre_tokenizer, one list per pass; the last one has the chunks.

        Raises `BpeError` where that takes more work than is left.

        >>> from bpe_core.pipeline.pre_tokenizers import Digits, Whitespace
        >>> steps = Pipeline(pre_tokenizers=(Whitespace(), Digits(individual=True)))
        >>> [[part.text for part in one] for one in steps.passes(AlignedText.of("to 42"))]
        [['to', '42'], ['to', '4', '2']]
        """
        work = work or Work()
        parts, passes = [aligned], []
        for pre_tokenizer in self.pre_tokenizers:
            parts = list(_cut_each(parts, pre_tokenizer, work))
            passes.append(parts)
        return passes

    def chunks(self, aligned: AlignedText, work: Work) -> Iterator[AlignedText]:
        """Yield what the last of the passes has, each part as soon as it is cut.

        Raises `BpeError` where that takes more work than is left.

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
"""No steps: what a recipe says is all."""


def _cut_each(parts: Iterable[AlignedText], pre_tokenizer: PreTokenizer, work: Work) -> Iterator[AlignedText]:
    for aligned in parts:
        for part in pre_tokenizer.cut(aligned):
            work.spend(len(part.text))
            yield part
