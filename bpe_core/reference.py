"""Textbook byte-pair encoding: written to be read, and slow.

The app shows this as "the whole algorithm", and the tests check the fast code against it. This code has no
`closed_at` and no weights, and treats identical chunks separately: it counts pairs, picks one, merges it, and
repeats.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.pairs import count_pairs, merge_pair, rank_pairs
from bpe_core.types import Merge, Pair, TieBreak


@dataclass(frozen=True, slots=True)
class Step:
    """One iteration of the loop: the chunks and the sorted pair counts before the merge, and the merge.

    `merge` is None in the last step, when training has ended.

    >>> [step.merge.pair for step in train([[1, 2, 1, 2]], first_new_id=3, num_merges=1) if step.merge]
    [(1, 2)]
    """

    chunks: list[list[int]]
    pair_counts: dict[Pair, int]
    merge: Merge | None


def train(
    chunks: Sequence[Sequence[int]],
    *,
    first_new_id: int,
    num_merges: int,
    tie_break: TieBreak = "first-seen",
    tie_order: Mapping[int, int] | None = None,
    min_count: int = 1,
    strings: Mapping[int, str | bytes] | None = None,
    token_bytes: Mapping[int, bytes] | None = None,
) -> Iterator[Step]:
    """Learn merges: count and sort all pairs, merge the first, repeat.

    `chunks` has the base ids of each chunk. If `strings` is given (the string of each base id), pairs that
    make the same string make the same token; otherwise every merge gets a new id. The tie-break rule
    `highest-bytes` compares `token_bytes`, which has the bytes of each base id.

    >>> steps = list(train([list(b"aaabdaaabac")], first_new_id=256, num_merges=3))
    >>> [step.merge.pair for step in steps[:-1]], steps[-1].chunks
    ([(97, 97), (256, 97), (257, 98)], [[258, 100, 258, 97, 99]])
    >>> steps[0].merge.count, steps[0].merge.replaced
    (4, 2)
    """
    now = [list(chunk) for chunk in chunks]
    spelled = dict(strings) if strings is not None else None
    compared = dict(token_bytes or {})
    next_id = first_new_id
    for rank in range(num_merges):
        ranked = rank_pairs(count_pairs(now), tie_break, tie_order, token_bytes=compared)
        if not ranked or next(iter(ranked.values())) < min_count:
            break
        pair, count = next(iter(ranked.items()))
        new_id = next_id
        if spelled is not None:
            string = spelled[pair[0]] + spelled[pair[1]]  # type: ignore[operator]
            new_id = next((id_ for id_, known in spelled.items() if known == string), next_id)
            spelled[new_id] = string
        if compared:
            compared[new_id] = compared[pair[0]] + compared[pair[1]]
        next_id = max(next_id, new_id + 1)
        before = now
        now = [merge_pair(chunk, pair, new_id) for chunk in now]
        replaced = sum(map(len, before)) - sum(map(len, now))
        yield Step(before, ranked, Merge(rank, pair, new_id, count, replaced))
    yield Step(now, rank_pairs(count_pairs(now), tie_break, tie_order, token_bytes=compared), None)


def encode_by_rank(ids: Sequence[int], merges: Mapping[Pair, tuple[int, int]]) -> list[int]:
    """Encode one chunk as tiktoken and Hugging Face tokenizers do: merge the first pair of lowest rank, and repeat.

    `merges` maps a pair to (rank, new id). GPT-2's own program merges a pair wherever it occurs before it looks at the
    next one. That is the same if each merge comes after those that make its parts, as in training.

    >>> encode_by_rank([1, 2, 2, 3], {(2, 3): (0, 4), (1, 2): (1, 5)})
    [5, 4]
    >>> encode_by_rank([1, 2, 1, 2], {(3, 1): (0, 4), (1, 2): (1, 3)})
    [4, 2]
    """
    now = list(ids)
    while found := [(merges[pair][0], at) for at, pair in enumerate(pairwise(now)) if pair in merges]:
        _, at = min(found)
        now[at : at + 2] = [merges[now[at], now[at + 1]][1]]
    return now


def encode_by_merge_list(ids: Sequence[int], merges: Mapping[Pair, tuple[int, int]]) -> list[int]:
    """Encode one chunk as the Hugging Face course does: go once through the merges, in order.

    >>> encode_by_merge_list([1, 2, 2, 3], {(2, 3): (0, 4), (1, 2): (1, 5)})
    [5, 4]
    """
    now = list(ids)
    for pair, (_, new_id) in sorted(merges.items(), key=lambda item: item[1][0]):
        now = merge_pair(now, pair, new_id)
    return now


def encode_in_passes(ids: Sequence[int], merges: Mapping[Pair, tuple[int, int]]) -> list[int]:
    """Encode one word in passes from left to right, merging any learned pair, whatever its rank.

    A pass looks at each pair once and does not look again at its own results.

    >>> encode_in_passes([1, 2, 3], {(2, 3): (0, 4), (1, 2): (1, 5)})
    [5, 3]
    """
    now = list(ids)
    joined = True
    while joined:
        joined = False
        after: list[int] = []
        index = 0
        while index < len(now):
            rule = merges.get((now[index], now[index + 1])) if index + 1 < len(now) else None
            if rule is not None:
                after.append(rule[1])
                index += 2
                joined = True
            else:
                after.append(now[index])
                index += 1
        now = after
    return now
