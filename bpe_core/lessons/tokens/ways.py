"""Every way to split a text into tokens of a vocabulary; byte-pair encoding takes one of them.

The text is a line of base units, and each token that fits somewhere is an arc above the units it covers. A way
to split the text is a path of arcs from its beginning to its end; no arc crosses a chunk boundary. The units
are bytes. For a tokenizer that begins with characters, they are characters, or the bytes of characters that
the vocabulary lacks.

    l   o   w   e   r         arcs: l o w e r, lo ow er, low wer, lower, ...
    |-------|---|-----|       one path: lo|w|er
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple

from bpe_core.alphabets import counts_bytes
from bpe_core.lessons.vocabulary.vocabulary import whole_text
from bpe_core.tokenizer import AppliedMerge, Tokenizer, Trace
from bpe_core.tokenizer.sentencepiece import PieceRules
from bpe_core.types import BOUNDARY, OPEN, BpeError

MAX_ARCS = 200_000
"""The maximum number of tokens that fit in a text, at all positions together.

With a vocabulary of `a`, `aa`, `aaa`, ... this number would be quadratic in the length of the text.
"""

_MAX_LOOKED_AT = 200_000_000
"""The maximum number of bytes examined to find these tokens."""

_SHORT = 64


class Arc(NamedTuple):
    """A token at a position where it fits: it covers the base units from `start` up to `end`, exclusive."""

    start: int
    end: int
    token_id: int


class Fate(NamedTuple):
    """What happened, when a text was encoded, to a token that fits somewhere in it.

    `taken`: it is one of the resulting tokens. `grown`: it existed until `merge` made it part of a longer
    token. `lost`: before its own bytes were merged, `merge` joined some of them with a neighbour. `unmade`:
    no merge joined its bytes with a neighbour, but no merge makes the token from them either. `merge` is None
    for `taken` and `unmade`.
    """

    kind: Literal["taken", "grown", "lost", "unmade"]
    merge: AppliedMerge | None


def token_arcs(tokenizer: Tokenizer, trace: Trace, *, across_chunks: bool = False) -> list[Arc]:
    """Return every token that fits somewhere in a traced text, sorted by start and then by end.

    A tokenizer's own tokens cross no chunk boundary; `across_chunks` adds those that do, which decode as well.
    Of several tokens with the same bytes, only the one with the smallest id is returned; special tokens are
    left out. Raises `BpeError` for a recipe whose alphabet is characters, for a tokenizer that merges by scores,
    whose traces have no base units, and if more than `MAX_ARCS` tokens fit.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower", recipe="gpt2", num_merges=2))
    >>> [tuple(arc) for arc in token_arcs(tokenizer, tokenizer.trace("low"))]
    [(0, 1, 108), (0, 2, 256), (0, 3, 257), (1, 2, 111), (2, 3, 119)]
    """
    if isinstance(tokenizer.rules, PieceRules):
        raise BpeError(
            f"{tokenizer.name} merges by the scores of pieces, not by a list of merges, so the ways to split a text are "
            "not counted."
        )
    ids = ids_of_bytes(tokenizer)
    units = trace.base_ids.tolist()
    offsets = unit_offsets(tokenizer, trace)
    unit_at = {offset: unit for unit, offset in enumerate(offsets)}
    data = b"".join(map(tokenizer.vocab.__getitem__, units))
    closed_at = [] if across_chunks else trace.closed_at.tolist()
    boundaries = [gap + 1 for gap, closed in enumerate(closed_at) if closed == BOUNDARY]
    chunks = list(pairwise([0, *boundaries, len(units)]))
    lengths = _lengths_that_begin(ids, longest=max(offsets[last] - offsets[first] for first, last in chunks))
    arcs = []
    looked_at = 0
    for first, last in chunks:
        for start in range(first, last):
            arcs.append(Arc(start, start + 1, units[start]))
            at, next_at = offsets[start], offsets[start + 1]
            for length in lengths(data[at : at + 2]):
                if at + length > offsets[last]:
                    break
                looked_at += length
                end = unit_at.get(at + length) if at + length > next_at else None
                if end is not None and (token_id := ids.get(data[at : at + length])) is not None:
                    arcs.append(Arc(start, end, token_id))
            if len(arcs) > MAX_ARCS or looked_at > _MAX_LOOKED_AT:
                raise BpeError(
                    f"More than {MAX_ARCS:,} tokens fit somewhere in this text, or they are too long to "
                    "search for. Use a shorter text."
                )
    return arcs


def unit_offsets(tokenizer: Tokenizer, trace: Trace) -> list[int]:
    """Return the byte at which each base unit begins, and finally the byte at which the text ends.

    >>> from bpe_core import load_published
    >>> tokenizer = load_published("gpt2")
    >>> unit_offsets(tokenizer, tokenizer.trace("low"))
    [0, 1, 2, 3]
    """
    lengths = (len(tokenizer.vocab[unit]) for unit in trace.base_ids.tolist())
    return [*accumulate(lengths, initial=0)]


def _lengths_that_begin(ids: Mapping[bytes, int], *, longest: int) -> Callable[[bytes], Sequence[int]]:
    """Return a function from two bytes to the lengths of the tokens that begin with them, increasing.

    If `longest` is small, the function returns all lengths up to it.
    """
    if longest <= _SHORT:
        return lambda _: range(1, longest + 1)
    found: dict[bytes, set[int]] = {}
    for token in ids:
        if 2 <= len(token) <= longest:
            found.setdefault(token[:2], set()).add(len(token))
    rising = {beginning: [1, *sorted(lengths)] for beginning, lengths in found.items()}
    return lambda beginning: rising.get(beginning, (1,))


def chunks_of(tokenizer: Tokenizer, trace: Trace, *, longest: int) -> Iterator[Trace]:
    """Yield the chunks of a traced text, each as a separate trace, of at most `longest` bytes.

    A longer chunk is split before tokens that begin with a space. No merge crosses these positions, so each
    part has the same tokens on its own. A single word that is too long is left out.

    >>> from bpe_core import load_published
    >>> tokenizer = load_published("gpt2")
    >>> [part.ids for part in chunks_of(tokenizer, tokenizer.trace("slow lower"), longest=48)]
    [[38246], [2793]]
    """
    offsets = unit_offsets(tokenizer, trace)
    closed = trace.closed_at.tolist()
    ids = trace.ids
    # The first unit of each token, and the end of the text.
    starts = [
        0,
        *(gap + 1 for gap, by in enumerate(closed) if by in (OPEN, BOUNDARY)),
        len(trace.base_ids),
    ]
    chunk_begins = [token for token in range(len(ids)) if token == 0 or closed[starts[token] - 1] == BOUNDARY]

    def is_short(first: int, end: int) -> bool:
        return offsets[starts[end]] - offsets[starts[first]] <= longest

    for first, end in pairwise([*chunk_begins, len(ids)]):
        words = [token for token in range(first + 1, end) if tokenizer.vocab[ids[token]].startswith(b" ")]
        for one, other in pairwise([first, *(() if is_short(first, end) else words), end]):
            if is_short(one, other):
                yield _part(trace, starts[one], starts[other], ids[one:other])


def _part(trace: Trace, start: int, end: int, ids: list[int]) -> Trace:
    applied = [
        merge._replace(gap=merge.gap - start) for merge in trace.applied if start <= merge.gap < end - 1
    ]
    closed = trace.closed_at[start : max(end - 1, start)].copy()
    for number, merge in enumerate(applied):
        closed[merge.gap] = number
    return Trace(ids, trace.base_ids[start:end], closed, tuple(applied))


def ids_of_bytes(tokenizer: Tokenizer) -> Mapping[bytes, int]:
    """Return the id of each token by its bytes, the smallest if several have the same bytes; no special tokens.

    Raises `BpeError` for an alphabet of characters.
    """
    if not counts_bytes(tokenizer.base.alphabet):
        raise BpeError(
            "The ways to split a text are counted only for byte-level vocabularies; this vocabulary has characters."
        )
    return tokenizer.id_of_bytes


def count_parts(tokenizer: Tokenizer) -> int:
    """Return how many tokens of two bytes or more are not text on their own: each begins or ends inside a character.

    >>> from bpe_core import load_published
    >>> count_parts(load_published("gpt2"))
    216
    """
    return sum(len(token) > 1 and whole_text(token) is None for token in ids_of_bytes(tokenizer))


def count_cuts(arcs: Iterable[Arc], num_units: int) -> int:
    """Return the number of paths of arcs over a text with this many units.

    >>> count_cuts([Arc(0, 1, 97), Arc(1, 2, 97), Arc(2, 3, 97), Arc(0, 2, 256), Arc(1, 3, 256)], 3)
    3
    """
    ways = [1] + [0] * num_units
    for arc in sorted(arcs):
        ways[arc.end] += ways[arc.start]
    return ways[num_units]


def count_cuts_by_length(arcs: Iterable[Arc], num_units: int) -> list[int]:
    """Return the number of ways to split a text into 0, 1, 2, ... tokens, up to one for each unit.

    The time is proportional to (number of arcs) x (number of units).

    >>> count_cuts_by_length([Arc(0, 1, 97), Arc(1, 2, 97), Arc(2, 3, 97), Arc(0, 2, 256), Arc(1, 3, 256)], 3)
    [0, 0, 2, 1]
    """
    ways = [[0] * (num_units + 1) for _ in range(num_units + 1)]
    ways[0][0] = 1
    for arc in sorted(arcs):
        source, target = ways[arc.start], ways[arc.end]
        for length in range(arc.start + 1):
            target[length + 1] += source[length]
    return ways[num_units]


def fewest_tokens(arcs: Iterable[Arc], num_units: int) -> list[Arc]:
    """Return the shortest path of arcs over a text.

    Of several shortest paths, it is the one with the longest first token, then the longest second token, and so
    on. Raises `BpeError` if there is no path.

    >>> fewest_tokens([Arc(0, 1, 97), Arc(1, 2, 97), Arc(2, 3, 97), Arc(0, 2, 256), Arc(1, 3, 256)], 3)
    [Arc(start=0, end=2, token_id=256), Arc(start=2, end=3, token_id=97)]
    """
    # From the end: how many tokens the rest of the text takes from each position. Of equally good arcs, a longer
    # one comes later and replaces a shorter one.
    beyond = num_units + 1
    needed = [beyond] * num_units + [0]
    best: dict[int, Arc] = {}
    for arc in sorted(arcs, key=lambda arc: (-arc.start, arc.end)):
        if needed[arc.end] < beyond and needed[arc.end] + 1 <= needed[arc.start]:
            needed[arc.start] = needed[arc.end] + 1
            best[arc.start] = arc
    return _follow(best, num_units)


def longest_match(arcs: Iterable[Arc], num_units: int) -> list[Arc]:
    """Return the path that takes the longest token that fits at each position, from left to right.

    Raises `BpeError` if that leads to a position where no token fits.
    """
    return _follow({arc.start: arc for arc in sorted(arcs)}, num_units)


def _follow(best: Mapping[int, Arc], num_units: int) -> list[Arc]:
    row = []
    place = 0
    while place < num_units:
        if place not in best:
            raise BpeError(f"No token of the vocabulary fits at unit {place}.")
        row.append(best[place])
        place = best[place].end
    return row


def fates(trace: Trace, arcs: Sequence[Arc]) -> list[Fate]:
    """Return what happened to each arc when the text was encoded.

    When merging by lowest rank, the `merge` of a `lost` token has a lower rank than the token's own merge, or
    the same rank further to the left.

    >>> from bpe_core import load_published
    >>> tokenizer = load_published("gpt2")
    >>> trace = tokenizer.trace("there")
    >>> arcs = token_arcs(tokenizer, trace)
    >>> [(arc[:2], fate.kind, fate.merge and fate.merge.rank) for arc, fate in zip(arcs, fates(trace, arcs))][:3]
    [((0, 1), 'grown', 1169), ((0, 2), 'lost', 258), ((0, 3), 'grown', 8117)]
    """
    never = len(trace.applied)
    # The number of the applied merge that closed each gap; the ends of the text and chunk boundaries are
    # never closed.
    closed = [min(number, never) for number in trace.closed_at.tolist()]
    before = [never, *closed, never]  # before[place] is the gap in front of the unit at `place`
    found = []
    for start, end, _ in arcs:
        made = max(before[start + 1 : end], default=-1)
        gone = min(before[start], before[end])
        if made < gone:
            found.append(Fate("taken", None) if gone == never else Fate("grown", trace.applied[gone]))
        else:
            found.append(Fate("unmade", None) if gone == never else Fate("lost", trace.applied[gone]))
    return found
