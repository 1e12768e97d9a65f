"""What is done to a text before encoding: its added tokens are found, the rest is normalized and split."""

from array import array
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.fast.split import block_spans, has_block_end
from bpe_core.pipeline.added_tokens import AddedToken, Finder, FoundToken, finders
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.pre_tokenizers import ByteLevel
from bpe_core.pipeline.steps import SLICES, Pipeline, Work
from bpe_core.tokenizer.special_tokens import finder_of_special
from bpe_core.types import BpeError

_Part = TypeVar("_Part")

UNKNOWN = "[UNK]"
"""The special token for a character without a token."""


def unknown_cut_out(
    parts: Iterable[AlignedText | FoundToken], known: Container[int], unknown: int
) -> Iterator[AlignedText | FoundToken]:
    """Yield the parts, with the token `unknown` in place of each character whose code point is not known.

    >>> parts = unknown_cut_out([AlignedText.of("xabxx")], {ord("a"), ord("b")}, 3)
    >>> [part if isinstance(part, int) else part.text for part in as_ids(parts)]
    [3, 'ab', 3, 3]
    """
    for part in parts:
        if isinstance(part, FoundToken):
            yield part
            continue
        places = range(len(part.text))
        for is_known, run in groupby(places, key=lambda at: ord(part.text[at]) in known):
            if is_known:
                first, *more = run
                yield part.part(first, first + len(more) + 1)
            else:
                yield from (FoundToken(unknown, part.part(at, at + 1)) for at in run)


def as_ids(parts: Iterable[_Part | FoundToken]) -> Iterator[_Part | int]:
    """Yield the parts, with the id of each added token in place of where it was found."""
    return (part.token_id if isinstance(part, FoundToken) else part for part in parts)


class Preparation:
    """Applies the steps and special tokens of a tokenizer; `name` is used in errors.

    In all methods, `without` has the special tokens to treat as ordinary text. All methods raise `BpeError`
    for a text of more than `max_characters`, or if the steps produce too much.

    >>> ready = Preparation("mine", Pipeline(), {"<e>": 9})
    >>> [part if isinstance(part, int) else part.text for part in ready.parts("ab<e>c")]
    ['ab', 9, 'c']
    """

    def __init__(self, name: str, steps: Pipeline, special_tokens: Mapping[str, int]) -> None:
        self._name = name
        self._steps = steps
        self._is_empty = steps.is_empty  # computed once: it compares eleven fields
        self._special_tokens = special_tokens

    @cached_property
    def max_characters(self) -> int | None:
        """The maximum number of characters of a text, None if there are no steps or texts are encoded in blocks."""
        if self._is_empty or self._steps.in_blocks:
            return None
        lookups = sum(finder.most_lengths for finder in self.finders)
        return self._steps.work().left // (self._steps.work_per_character + lookups // SLICES)

    @cached_property
    def finders(self) -> tuple[Finder, Finder]:
        """The finders of added tokens in the original text and in the normalized text."""
        known = {token.content for token in self._steps.added_tokens}
        later = [
            AddedToken(content=content, token_id=token_id, special=True)
            for content, token_id in self._special_tokens.items()
            if content not in known
        ]
        return finders([*self._steps.added_tokens, *later], self._steps.normalizers)

    def stretches(
        self, text: str, *, without: Iterable[str] = ()
    ) -> Iterator[tuple[AlignedText, AlignedText] | FoundToken]:
        """Yield each range between added tokens, before and after normalizing, and each added token.

        Tokens that are searched for in normalized text are not found yet.
        """
        return self._stretches(self._whole(text), frozenset(without), self._steps.work())

    def parts(self, text: str, *, without: Collection[str] = ()) -> Iterator[AlignedText | int]:
        """Yield the parts of a text that are encoded one by one, and each added token as its id.

        With pre-tokenizers, a part is a chunk; otherwise the recipe says how to split it.
        """
        return as_ids(self.found(text, without=without))

    def found(self, text: str, *, without: Collection[str] = ()) -> Iterator[AlignedText | FoundToken]:
        """Yield what `parts` yields, with the place of each added token."""
        if self._is_empty:
            return self._found(self._whole(text), without)
        return self._cut(text, frozenset(without))

    def passes(self, text: str, *, without: Iterable[str] = ()) -> Iterator[list[list[AlignedText]] | int]:
        """Yield each added token as its id, and for each range between them its parts after every pre-tokenizer."""
        work = self._steps.work()
        for aligned in self._normalized(self._whole(text), frozenset(without), work):
            if isinstance(aligned, FoundToken):
                yield aligned.token_id
            else:
                yield self._steps.passes(aligned, work) or [[aligned]]

    def normalized(self, text: str, without: AbstractSet[str]) -> Iterator[AlignedText | int]:
        """Yield each range between added tokens, normalized, and each added token as its id.

        A range may come in several blocks.
        """
        return as_ids(self._normalized_blocks(text, without))

    def aligned(self, text: str, *, without: Iterable[str] = ()) -> AlignedText:
        r"""Return the whole text with the ranges between added tokens normalized, and the space that ByteLevel adds.

        >>> from bpe_core.pipeline.normalizers import NormalForm
        >>> ready = Preparation("mine", Pipeline(normalizers=(NormalForm("NFC"),)), {"<e>": 9})
        >>> ready.aligned("e\u0301<e>a")
        AlignedText(text='é<e>a', origins=array('i', [0, 2, 3, 4, 5]))
        """
        texts: list[str] = []
        origins, done = array("i"), 0
        for stretch in self.stretches(text, without=without):
            if isinstance(stretch, FoundToken):
                continue
            before, after = stretch
            # A later step would add its space to each part.
            for step in self._steps.pre_tokenizers[:1]:
                after = step.spaced(after) if isinstance(step, ByteLevel) else after
            texts += [text[done : before.origins[0]], after.text]
            origins.extend(range(done, before.origins[0]))
            origins.extend(after.origins)
            done = before.origins[-1] + 1
        origins.extend(range(done, len(text)))
        return AlignedText("".join([*texts, text[done:]]), origins)

    def _cut(self, text: str, without: AbstractSet[str]) -> Iterator[AlignedText | FoundToken]:
        work = self._steps.work()
        for aligned in self._normalized_blocks(text, without):
            if isinstance(aligned, FoundToken):
                yield aligned
            else:
                yield from self._steps.chunks(aligned, work)

    def _normalized_blocks(self, text: str, without: AbstractSet[str]) -> Iterator[AlignedText | FoundToken]:
        for block in self._blocks(text):
            yield from self._normalized(block, without, self._steps.work())

    def _normalized(
        self, given: AlignedText, without: AbstractSet[str], work: Work
    ) -> Iterator[AlignedText | FoundToken]:
        for found in self._stretches(given, without, work):
            if isinstance(found, FoundToken):
                yield found
            else:
                yield from self.finders[1].split(found[1], without=without)

    def _stretches(
        self, given: AlignedText, without: AbstractSet[str], work: Work
    ) -> Iterator[tuple[AlignedText, AlignedText] | FoundToken]:
        for found in self._found(given, without):
            yield found if isinstance(found, FoundToken) else (found, self._steps.normalize(found, work))

    def _whole(self, text: str) -> AlignedText:
        """Return a text as one part, without unpaired surrogates."""
        most = self.max_characters
        if most is not None and len(text) > most:
            raise BpeError(
                f"{self._name} encodes at most {most:,} characters at a time, since each step of its "
                f"pipeline processes the whole text; this text has {len(text):,}. Encode it in parts."
            )
        return AlignedText.of(replace_lone_surrogates(text))

    def _blocks(self, text: str) -> Iterator[AlignedText]:
        """Yield a text in parts that give the same ids as the whole text."""
        whole = self._whole(text)
        if not self.may_be_cut:
            yield whole
            return
        yield from (whole.part(start, end) for start, end in block_spans(whole.text))

    @cached_property
    def may_be_cut(self) -> bool:
        """Whether no added token can cross the end of a block or depend on what comes after it."""
        found = [pair for finder in self.finders for pair in finder.token_of.items()]
        return self._steps.in_blocks and not any(
            token.rstrip or token.single_word or has_block_end(string) for string, token in found
        )

    def _found(self, aligned: AlignedText, without: Collection[str]) -> Iterator[AlignedText | FoundToken]:
        """Yield each added token of the original text, and the text between them."""
        if self._steps.units is not None:
            return self.finders[0].split(aligned, without=without)
        # A shortcut, since some tokenizers have a thousand special tokens.
        if len(without) == len(self._special_tokens):
            return iter((aligned,) if aligned.text else ())
        # tiktoken does not search for a token that is not allowed; Hugging Face does, and if such a token is
        # the longest match, it becomes ordinary text.
        wanted = [(token, id_) for token, id_ in self._special_tokens.items() if token not in without]
        return finder_of_special(frozenset(wanted)).split(aligned)
