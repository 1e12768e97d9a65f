r"""The published split patterns for a whole text at once: the chunks of `pretokenization`, faster.

Where a published pattern cuts follows from the classes of the characters, so it can be read off the runs
of equal class, all at once. GPT-4's pattern on a short text:

    text     I'm  12345 ok!\n\n
    classes  a'a__ddddd_aa!nn     a letter, d digit, _ blank, n line end, others themselves
    runs     a|'|a|__|ddddd|_|aa|!|nn
    chunks   I |'m| |_|123|45| ok|!\n\n

Runs start chunks, but for these: a word takes the one sign or blank before it, a sign takes the blank
before it and the line ends after it, an ending such as 'm is taken from its word, digits go by threes, and
white space ends at its last line end and leaves its last blank to what follows. GPT-4o's pattern cuts
inside words too, where a capital follows a small letter.

The classes are those of Unicode 16 (see `unicode16`). A long text is cut into blocks first, where a chunk
begins for certain, so that the arrays of a block stay small.

Equal chunks are then found by number. A chunk under 8 bytes is its own number, with its length on top. A
longer one is read in words of 8 bytes, as in a trie: the words of all chunks at one depth are numbered, and
so are the pairs of that number and of what was read before. Nothing is hashed that could collide.

    chunk      " the"                      " therefore"
    words      20 74 68 65 00 00 00 04     20 74 68 65 72 65 66 6f | 72 65 00 00 00 00 00 02
    read                              ^    7                       | (7, 3) -> 5
                                 length
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pretokenization import split
from bpe_core.unicode16 import CLASSES, class_table

LongArray = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.unsignedinteger[Any]]
Classes = npt.NDArray[np.uint8]

WORTH_IT = 8_000
"""Below so many characters the calls of numpy cost more than `regex` does."""

_BLOCK = 1 << 18
_SAFE_CUT = re.compile(r"\S(?= )|[0-9A-Za-z\u4e00-\u9fff](?=\n)")
_LONG_CHUNK = 128

# The classes that cuts depend on, in an order that makes words and white space intervals.
(
    _OTHER,
    _CAPITAL,
    _SMALL,
    _CASELESS,
    _MARK,
    _DIGIT,
    _SPACE,
    _BLANK,
    _LINE_END,
    _TAKEN,
) = range(10)
_CLASS_OF: dict[str, int] = {
    "other": _OTHER,
    "Lu": _CAPITAL,
    "Ll": _SMALL,
    "Lt": _CAPITAL,
    "Lm": _CASELESS,
    "Lo": _CASELESS,
    "M": _MARK,
    "N": _DIGIT,
    "space": _SPACE,
}


class DistinctChunks(NamedTuple):
    """The chunks of a text, each different one once.

    `chunks` are the different ones, in the order in which they first appear; `weights` int64, how often
    each appears; `numbers` int32, for every chunk of the text the place of its like in `chunks`; `starts`
    int64, where every chunk of the text begins, in characters.
    """

    chunks: list[str]
    weights: LongArray
    numbers: IntArray
    starts: LongArray


class _Runs(NamedTuple):
    """Maximal runs of one class: [start, end) in characters, the class, and that of the run before."""

    start: LongArray
    end: LongArray
    kind: Classes
    before: Classes


def split_offsets(text: str, split_pattern: str) -> LongArray:
    """Return where the chunks of a text begin, in characters, for a published pattern by name: int64.

    >>> split_offsets("I'm in room 42a", "gpt2").tolist()
    [0, 1, 3, 6, 11, 14]
    """
    parts = [_cut(block, split_pattern) + offset for offset, block in _blocks(text)]
    return np.concatenate([np.zeros(0, np.int64), *parts])


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Cut a text into (offset, block) where every published pattern begins a chunk for certain.

    That is at a blank after anything but white space, and at a line end after a letter or a digit.
    """
    done = 0
    while done < len(text):
        cut = _SAFE_CUT.search(text, done + _BLOCK) if done + _BLOCK < len(text) else None
        end = cut.end() if cut else len(text)
        yield done, text[done:end]
        done = end


def distinct_chunks(text: str, split_pattern: str | None) -> DistinctChunks:
    """Return the chunks of a text, each different one once; any split pattern will do.

    >>> distinct = distinct_chunks("no no yes no", "gpt2")
    >>> distinct.chunks, distinct.weights.tolist(), distinct.numbers.tolist(), distinct.starts.tolist()
    (['no', ' no', ' yes'], [1, 2, 1], [0, 1, 2, 1], [0, 2, 5, 9])
    """
    if split_pattern is None or split_pattern not in SPLIT_PATTERNS or len(text) < WORTH_IT:
        number: dict[str, int] = {}
        pieces = split(text, split_pattern)
        numbers = np.array([number.setdefault(piece, len(number)) for piece in pieces], np.int32)
        starts = np.cumsum(np.array([0, *map(len, pieces)], np.int64))[:-1]
        chunks = list(number)
    else:
        starts = split_offsets(text, split_pattern)
        numbers = _number_equals(text, starts)
        first = np.zeros(int(numbers.max()) + 1, np.int64)
        first[numbers[::-1]] = np.arange(len(starts) - 1, -1, -1)
        ends = np.append(starts[1:], len(text))[first]
        chunks = [text[start:end] for start, end in zip(starts[first].tolist(), ends.tolist(), strict=True)]
    weights = np.bincount(numbers, minlength=len(chunks)).astype(np.int64)
    return DistinctChunks(chunks, weights, numbers, starts)


# ---- where the chunks begin


def _cut(text: str, split_pattern: str) -> LongArray:
    codes = _codes(text)
    classes = _table(split_pattern)[codes]
    if split_pattern == "gpt2":
        begins = _cut_gpt2(codes, classes)
    elif split_pattern == "cl100k_base":
        begins = _cut_gpt4(codes, classes)
    elif _take_slashes(codes, classes):
        begins = _cut_gpt4o(codes, classes)
    else:
        return np.cumsum([0, *map(len, split(text, split_pattern)[:-1])])
    return np.flatnonzero(begins[:-1])


def _codes(text: str) -> Codes:
    """Return the code points of a text, in the narrowest integers that hold them all."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    two_bytes = text.encode("utf-16-le", "surrogatepass")
    if len(two_bytes) == 2 * len(text):
        return np.frombuffer(two_bytes, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


@cache
def _table(split_pattern: str) -> Classes:
    table = np.array([_CLASS_OF[name] for name in CLASSES], np.uint8)[class_table()]
    table[ord(" ")] = _BLANK
    if split_pattern != "o200k_base":
        table[(table >= _CAPITAL) & (table <= _CASELESS)] = _SMALL
        table[table == _MARK] = _OTHER
    if split_pattern != "gpt2":
        table[[ord("\r"), ord("\n")]] = _LINE_END
    return table


def _runs(classes: Classes) -> _Runs:
    start = np.concatenate(([0], np.flatnonzero(classes[1:] != classes[:-1]) + 1))
    kind = classes[start]
    return _Runs(
        start,
        np.append(start[1:], len(classes)),
        kind,
        np.concatenate(([_TAKEN], kind[:-1])).astype(np.uint8),
    )


def _is_word(kind: Classes) -> Bools:
    return (kind >= _CAPITAL) & (kind <= _MARK)


def _is_white(kind: Classes) -> Bools:
    return (kind >= _SPACE) & (kind <= _LINE_END)


def _cut_gpt2(codes: Codes, classes: Classes) -> Bools:
    runs = _runs(classes)
    begins = np.zeros(len(codes) + 1, bool)
    begins[runs.start[~_is_white(runs.kind) & (runs.before != _BLANK)]] = True
    _cut_white_space(begins, runs, line_ends=False)
    at, length, _ = _endings(codes, runs, any_case=False)
    begins[at + 1] = False
    begins[at + length] = True
    return begins


def _cut_gpt4(codes: Codes, classes: Classes) -> Bools:
    runs = _runs(classes)
    begins = np.zeros(len(codes) + 1, bool)
    other = runs.kind == _OTHER
    begins[runs.start[other & (runs.before != _BLANK)]] = True
    _cut_digits(begins, runs)
    _cut_white_space(begins, runs, line_ends=True)
    word = runs.kind == _SMALL
    begins[runs.start[word & ~_takes_sign_before(runs)]] = True
    at, length, _ = _endings(codes, runs, any_case=True)
    begins[at + length] = True
    return begins


def _cut_gpt4o(codes: Codes, classes: Classes) -> Bools:
    runs = _runs(classes)
    swallowed = _swallow_marks(runs)
    begins = np.zeros(len(codes) + 1, bool)
    begins[runs.start[(runs.kind == _OTHER) & (runs.before != _BLANK) & ~swallowed]] = True
    _cut_digits(begins, runs)
    _cut_white_space(begins, runs, line_ends=True)
    _cut_words(begins, runs, swallowed)

    at, length, sign = _endings(codes, runs, any_case=True)
    fresh = _is_word(runs.before[sign])
    at, length, sign = at[fresh], length[fresh], sign[fresh]
    if len(at):
        # 's's's: the second 's is no ending of the first, which is itself one, but a word of its own; the
        # third is its ending. In a row of endings that touch, every other one is an ending.
        touches = np.append(False, at[1:] == (at + length)[:-1])
        row = np.maximum.accumulate(np.where(touches, 0, np.arange(len(at))))
        ends_word = (np.arange(len(at)) - row) % 2 == 0
        at, length, sign = at[ends_word], length[ends_word], sign[ends_word]
        for offset in range(3):
            begins[(at + offset)[length > offset]] = False
        begins[at + length] = True
        for first, run in zip((at + length).tolist(), (sign + 1).tolist(), strict=True):
            if first < runs.end[run] or (run + 1 < len(runs.kind) and _is_word(runs.kind[run + 1])):
                _cut_word_again(begins, classes, first)
    return begins


def _cut_digits(begins: Bools, runs: _Runs) -> None:
    digits = runs.kind == _DIGIT
    start = runs.start[digits]
    threes = (runs.end[digits] - start + 2) // 3
    begins[np.repeat(start, threes) + 3 * _places_within(threes)] = True


def _cut_white_space(begins: Bools, runs: _Runs, *, line_ends: bool) -> None:
    white = _is_white(runs.kind)
    first = np.flatnonzero(white & ~_is_white(runs.before))
    last = np.flatnonzero(white & ~np.append(white[1:], False))
    start, end = runs.start[first], runs.end[last]
    rest = start
    if line_ends:
        # The line ends after a sign belong to it: `;\n`. The others end a chunk: `\t\n` | `\t`. Of the line
        # ends in one stretch of white space, the assignment leaves the last.
        at = np.flatnonzero(runs.kind == _LINE_END)
        stretch = np.searchsorted(first, at, side="right") - 1
        start, rest = start.copy(), rest.copy()
        rest[stretch] = runs.end[at]
        after_sign = runs.before[at] == _OTHER
        start[stretch[after_sign]] = runs.end[at[after_sign]]
        begins[start[start < end]] = True
    begins[rest[rest < end]] = True
    begins[end[(rest < end) & (end < len(begins) - 1)] - 1] = True


def _takes_sign_before(runs: _Runs) -> Bools:
    """Say of each run whether, if it is a word, the character before it is in its chunk."""
    takes: Bools = (runs.before == _BLANK) | (runs.before == _SPACE)
    takes[1:] |= _is_single_sign(runs)[:-1]
    return takes


def _is_single_sign(runs: _Runs) -> Bools:
    single: Bools = (runs.kind == _OTHER) & (runs.end - runs.start == 1) & (runs.before != _BLANK)
    return single


def _endings(codes: Codes, runs: _Runs, *, any_case: bool) -> tuple[LongArray, LongArray, LongArray]:
    """Find 's 't 'm 'd 're 've 'll: where the sign stands, the length with the sign, the run of the sign."""
    sign = np.flatnonzero(_is_single_sign(runs)[:-1] & _is_word(runs.kind[1:]))
    sign = sign[codes[runs.start[sign]] == ord("'")]
    at = runs.start[sign]
    one = codes[at + 1].astype(np.uint32)
    two = codes[np.minimum(at + 2, len(codes) - 1)].astype(np.uint32)
    if any_case:
        one, two = _lower(one), _lower(two)
    is_one = np.isin(one, [ord(letter) for letter in "stmd"])
    is_two = np.isin(one << 8 | two, [ord(a) << 8 | ord(b) for a, b in ("re", "ve", "ll")]) & (two < 256)
    is_two &= at + 2 < len(codes)
    length = np.where(is_one, 2, 3)
    found = is_one | is_two
    return at[found], length[found], sign[found]


def _lower(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    lower = np.where((codes >= ord("A")) & (codes <= ord("Z")), codes + 32, codes)
    return np.where(lower == ord("ſ"), ord("s"), lower).astype(np.uint32)


def _places_within(lengths: LongArray) -> LongArray:
    """Return 0, 1, 2 ... for each length: [2, 3] -> [0, 1, 0, 1, 2]."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)


# ---- what only GPT-4o's pattern does


def _take_slashes(codes: Codes, classes: Classes) -> bool:
    r"""Mark the slashes that a sign takes along with the line ends after it: `;\n//` is one chunk.

    What is taken gets the class TAKEN in `classes`. Returns False in the one case that this cannot settle:
    a combining mark, a line end and a slash, where it matters which chunk the mark is in.
    """
    slash = codes == ord("/")
    line_end = classes == _LINE_END
    where = np.flatnonzero(slash[1:] & line_end[:-1]) + 1
    if not len(where):
        return True
    walls = np.flatnonzero(~(slash | line_end))
    wall = np.searchsorted(walls, where)
    start = np.unique(np.where(wall > 0, walls[wall - 1] + 1, 0) if len(walls) else [0])
    next_wall = np.searchsorted(walls, start)
    end = np.append(walls, len(codes))[next_wall]
    if ((start > 0) & line_end[start] & (classes[start - 1] == _MARK)).any():
        return False
    after_sign = np.append(np.flatnonzero(line_end[1:] & (classes[:-1] == _OTHER)) + 1, len(codes))
    first = after_sign[np.searchsorted(after_sign, start)]
    length = np.maximum(end - first, 0)
    classes[np.repeat(first, length) + _places_within(length)] = _TAKEN
    return True


def _swallow_marks(runs: _Runs) -> Bools:
    """Give marks that stand among two or more signs the class of the signs; return where this was done.

    In `!!\u0301.` all is one chunk; in `!\u0301.` the first two are a word with the sign before it.
    """
    swallowed = np.zeros(len(runs.kind), bool)
    sign, mark = runs.kind == _OTHER, runs.kind == _MARK
    if not (sign[:-1] & mark[1:]).any():
        return swallowed
    group = sign | mark
    place = np.arange(len(group))
    group_start = np.maximum.accumulate(np.where(group & ~np.append(False, group[:-1]), place, -1))
    swallows = sign & ((runs.end - runs.start > 1) | (runs.before == _BLANK))
    last = np.maximum.accumulate(np.where(swallows, place, -1))
    swallowed[1:] = (group & (np.append(-1, last[:-1]) >= group_start))[1:]
    runs.kind[swallowed] = _OTHER
    runs.before[1:] = runs.kind[:-1]
    return swallowed


def _cut_words(begins: Bools, runs: _Runs, swallowed: Bools) -> None:
    word = _is_word(runs.kind)
    first = word & ~_is_word(runs.before)
    takes = _takes_sign_before(runs) & ~np.append(False, swallowed[:-1])
    begins[runs.start[first & ~takes]] = True
    # Inside a word a chunk begins at capitals that follow small letters, and at the capitals that end the
    # word: aB | cD | E. Letters without case are no bar: the last letter with case counts.
    capital = (runs.kind == _CAPITAL) & ~first
    ends_word = ~np.append(word[1:], False)
    after_small = runs.before == _SMALL
    if (word & (runs.kind >= _CASELESS)).any():
        place = np.arange(len(word))
        cased = np.where(first | (runs.kind <= _SMALL), place, -1)
        last_cased = np.append(0, np.maximum.accumulate(cased)[:-1])
        after_small = runs.kind[last_cased] == _SMALL
    begins[runs.start[capital & (after_small | ends_word)]] = True


def _cut_word_again(begins: Bools, classes: Classes, first: int) -> None:
    """Cut what an ending leaves of its word (don'tX), as if the word began there."""
    end = first
    while end < len(classes) and _CAPITAL <= classes[end] <= _MARK:
        end += 1
    begins[first + 1 : end] = False
    small = False
    trailing = end
    while trailing > first and classes[trailing - 1] == _CAPITAL:
        trailing -= 1
    for place in range(first, end):
        if classes[place] == _CAPITAL and (small or place == trailing):
            begins[place] = True
            small = False
        elif classes[place] == _SMALL:
            small = True


# ---- which chunks are equal


def _number_equals(text: str, starts: LongArray) -> IntArray:
    """Number the chunks of a text in the order in which they first appear, equal ones alike: int32."""
    from pandas import factorize  # noqa: PLC0415  (half a second that whoever has short texts need not wait)

    encoded = text.encode("utf-8", "surrogatepass")
    data = np.frombuffer(encoded + bytes(8), np.uint8)
    if len(encoded) > len(text):
        starts = np.flatnonzero((data & 0xC0) != 0x80)[starts]
    size = np.append(starts[1:], len(encoded)) - starts
    # The 8 bytes from every byte on, as one integer each: a view of the same memory.
    words = np.ndarray(len(data) - 7, "<u8", data, strides=(1,))
    keep = np.array([256**count - 1 for count in range(8)] + [2**64 - 1], np.uint64)
    length = np.array([count << 56 for count in range(8)] + [0], np.uint64)

    def word(at: LongArray, left: LongArray) -> npt.NDArray[np.int64]:
        up_to_8 = np.minimum(left, 8)
        return (words[at] & keep[up_to_8] | length[up_to_8]).view(np.int64)

    numbers = word(starts, size)
    more = np.flatnonzero((size > 7) & (size <= _LONG_CHUNK))
    at, left = starts[more], size[more]
    read = np.zeros(len(more), np.int64)
    # Above all lengths, so that no number of a longer chunk is one of a short chunk.
    unused = 255 << 56
    while len(more):
        read = factorize(read << 32 | factorize(word(at, left))[0])[0]
        numbers[more] = read + (unused - 2**64)
        unused += int(read.max()) + 1
        on = np.flatnonzero(left > 7)
        more, at, left, read = more[on], at[on] + 8, left[on] - 8, read[on]
    long: dict[bytes, int] = {}
    for place in np.flatnonzero(size > _LONG_CHUNK).tolist():
        chunk = encoded[starts[place] : starts[place] + size[place]]
        numbers[place] = long.setdefault(chunk, len(long)) + unused - 2**64
    return factorize(numbers)[0].astype(np.int32)
