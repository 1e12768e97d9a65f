"""Would a tokenizer produce these ids? The text that ids decode to may be encoded to other ids.

    given   h|aving      decodes to having
    own     having

Within a chunk that is merged by lowest rank, this can be checked pair by pair: a tokenizer produces the ids
if, for every two neighbours, merging their bytes alone gives these two tokens again. The reason is that until
a merge crosses the boundary between two tokens, the same merges apply on both sides of the boundary as when
the pair is merged alone. So the first merge that crosses the boundary also crosses it when the pair is merged
alone. Berglund and van der Merwe, 2023, and the crate bpe of GitHub's rust-gems use the same method.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, chain, groupby, pairwise
from typing import NamedTuple

from bpe_core.lessons.tokens.segmentations import Segmentation, compare
from bpe_core.pretokenization import split
from bpe_core.tokenizer import AppliedMerge, Tokenizer
from bpe_core.tokenizer.merging import apply_by_lowest_rank
from bpe_core.types import BpeError

_BLOCK = 200  # chunks


class FalsePair(NamedTuple):
    """Two neighbours that a tokenizer would not produce: the index of the `left` id, and the `merge` that joins them.

    `merge` is None if the reason is not a merge: a chunk boundary is inside a token, or the whole chunk was
    looked up. It is also None if the tokenizer does not merge by lowest rank, since pairs are not checked then.
    """

    left: int
    merge: AppliedMerge | None


@dataclass(frozen=True, slots=True)
class OtherIds:
    """The ids from index `first` up to `end` (exclusive), in place of which the tokenizer would produce `own`.

    `pair` is the first pair among these ids that the tokenizer would not produce.
    """

    first: int
    end: int
    own: tuple[int, ...]
    pair: FalsePair

    def moved(self, by: int) -> "OtherIds":
        """Return the same range, moved by the number of ids that come before it."""
        pair = self.pair._replace(left=self.pair.left + by)
        return replace(self, first=self.first + by, end=self.end + by, pair=pair)


def other_ids(tokenizer: Tokenizer, ids: Sequence[int]) -> Iterator[OtherIds]:
    """Yield each range of ids for whose text the tokenizer would produce other ids.

    Takes linear time. Special tokens remain special tokens, and everything else is ordinary text. Only chunks
    with a false pair are encoded again; if the tokenizer has a pipeline or does not merge bytes by lowest
    rank, the whole text is encoded again. Raises `BpeError` if the bytes are not valid UTF-8, since no text
    has these ids, and `UnknownIdError` for an id that is not in the vocabulary.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> list(other_ids(gpt2, gpt2.encode("I am having fun")))
    []
    >>> found = next(other_ids(gpt2, [*gpt2.encode("I am having f"), *gpt2.encode("un")]))
    >>> found.first, found.end, gpt2.decode_tokens_bytes(found.own), found.pair
    (3, 5, [b' fun'], FalsePair(left=3, merge=AppliedMerge(rank=1257, pair=(277, 403), new_id=1257, gap=1)))
    """
    return (found for found in other_ids_in_parts(tokenizer, ids) if found is not None)


def other_ids_in_parts(tokenizer: Tokenizer, ids: Sequence[int]) -> Iterator[OtherIds | None]:
    """Yield what `other_ids` yields, and None from time to time in between."""
    checked = _ByPairs(tokenizer)
    special = set(tokenizer.special_tokens.values())
    for is_special, group in groupby(range(len(ids)), lambda index: ids[index] in special):
        if is_special:
            continue
        run = list(group)
        here = [ids[index] for index in run]
        stretches = checked.in_run(here) if checked.is_possible else _encoded_again(tokenizer, here)
        for found in stretches:
            yield found and found.moved(run[0])


def _encoded_again(tokenizer: Tokenizer, ids: list[int]) -> Iterator[OtherIds]:
    """Encode the text again, and yield the range from the first id that differs to the last one."""
    try:
        text = tokenizer.decode(ids, errors="strict")
    except UnicodeDecodeError as error:
        raise _no_text(error) from None
    own = tokenizer.encode_ordinary(text)
    if own == ids:
        return
    shorter = min(len(own), len(ids))
    first = next((at for at in range(shorter) if own[at] != ids[at]), shorter)
    same = next((at for at in range(shorter - first) if own[-1 - at] != ids[-1 - at]), shorter - first)
    end = len(ids) - same
    yield OtherIds(first, end, tuple(own[first : len(own) - same]), FalsePair(min(first, len(ids) - 1), None))


def _no_text(error: UnicodeDecodeError) -> BpeError:
    return BpeError(
        f"No text has these ids: the byte 0x{error.object[error.start]:02X} at offset {error.start} is not valid UTF-8. "
        "Add the ids of the rest of its character, or remove the id with this byte."
    )


class _ByPairs:
    """Checks neighbouring ids within chunks; `is_possible` only if chunks of bytes are merged by lowest rank."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        recipe = tokenizer.recipe
        self.is_possible = (
            tokenizer.steps.is_empty
            and recipe.second_stage is None
            and recipe.encode_order == "lowest-rank"
            and recipe.alphabet == "bytes"
        )
        self._tokenizer, self._rules = tokenizer, tokenizer.rules
        self._merge_across = cache(self._look_across)
        self._comes_back = cache(lambda token_id: self._merged([token_id])[0] == [token_id])

    def in_run(self, ids: list[int]) -> Iterator[OtherIds | None]:
        """Yield the ranges for ids without special tokens, and None from time to time in between."""
        tokens = self._tokenizer.decode_tokens_bytes(ids)
        try:
            text = b"".join(tokens).decode("utf-8")
        except UnicodeDecodeError as error:
            raise _no_text(error) from None
        bounds = [*accumulate(map(len, tokens), initial=0)]
        index = first = place = 0
        chunks: list[bytes] = []
        for number, chunk in enumerate(split(text, self._tokenizer.recipe.split_pattern), 1):
            chunks.append(chunk.encode("utf-8"))
            place += len(chunks[-1])
            while bounds[index] < place:
                index += 1
            if bounds[index] > place:
                continue  # a token continues in the next chunk, so both chunks are checked together
            if len(chunks) > 1 or not self._is_own(chunks[0], ids[first:index]):
                yield from (found.moved(first) for found in self._differing(chunks, ids[first:index]))
            chunks, first = [], index
            if number % _BLOCK == 0:
                yield None

    def _is_own(self, chunk: bytes, ids: list[int]) -> bool:
        whole = self._rules.whole_chunks.get(chunk)
        if whole is not None or len(ids) == 1:
            return ids == [whole] if whole is not None else self._comes_back(ids[0])
        return all(self._comes_back(token_id) for token_id in ids) and not any(
            self._merge_across(*pair) for pair in pairwise(ids)
        )

    def _differing(self, chunks: list[bytes], ids: list[int]) -> Iterator[OtherIds]:
        given = Segmentation.of(self._tokenizer, ids)
        merged = (self._tokenizer.merged_chunk(chunk, is_whole=True) for chunk in chunks)
        own = Segmentation.of(self._tokenizer, [*chain.from_iterable(merged)])
        index_of = {0: 0} | {at: index for index, at in enumerate(given.boundaries.tolist(), 1)}
        size = sum(map(len, chunks))
        index_of[size] = len(ids)
        for start, end in compare([given, own], size).differing:
            first, last = index_of[start], index_of[end]
            across = ((at, self._merge_across(ids[at], ids[at + 1])) for at in range(first, last - 1))
            pair = next((FalsePair(at, merge) for at, merge in across if merge), FalsePair(first, None))
            yield OtherIds(first, last, tuple(own.inside(start, end)[1]), pair)

    def _look_across(self, left: int, right: int) -> AppliedMerge | None:
        """Return the merge that crosses the boundary between two ids; None if there is none."""
        border = len(self._rules.vocab[left]) - 1
        return next((merge for merge in self._merged([left, right])[1] if merge.gap == border), None)

    def _merged(self, ids: list[int]) -> tuple[list[int], list[AppliedMerge]]:
        data = b"".join(map(self._rules.vocab.__getitem__, ids))
        id_of_unit = self._tokenizer.base.id_of_unit
        return apply_by_lowest_rank(
            [id_of_unit[byte] for byte in data], self._rules.rank_of, self._rules.new_ids
        )
