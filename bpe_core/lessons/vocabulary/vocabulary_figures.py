"""What a vocabulary consists of, in figures: lengths by rank, kinds, scripts, and sort orders."""

from typing import Literal, NamedTuple

import numpy as np

from bpe_core.alphabets import IntArray
from bpe_core.lessons.vocabulary.vocabulary import KINDS, SCRIPTS, TokenTable
from bpe_core.tokenizer import Tokenizer

TokenOrder = Literal["learned", "id", "longest", "shortest", "alphabet"]


def sort_tokens(table: TokenTable, rows: IntArray, order: TokenOrder) -> IntArray:
    """Return rows of a table in another order; ties stay in the order of the ids.

    `learned` is the order of the ranks; tokens that no merge made come last.

    >>> from bpe_core import Tokenizer, train
    >>> from bpe_core.lessons.vocabulary.vocabulary import find_tokens, token_table
    >>> table = token_table(Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=3)))
    >>> found = find_tokens(table, "lo", "text")
    >>> [table.token_bytes[row] for row in sort_tokens(table, found, "longest")]
    [b' low', b'low', b'lo']
    >>> [table.token_bytes[row] for row in sort_tokens(table, find_tokens(table, "o", "text"), "learned")]
    [b'lo', b'low', b' low', b'o']
    """
    if order == "alphabet":
        return np.array(sorted(rows.tolist(), key=table.token_bytes.__getitem__), np.int32)
    if order == "id":
        return rows
    if order == "learned":
        ranks = np.where(table.left[rows] >= 0, table.ranks[rows], np.iinfo(np.int32).max)
        return rows[np.argsort(ranks, kind="stable")]
    lengths = table.lengths[rows]
    return rows[np.argsort(lengths if order == "shortest" else -lengths, kind="stable")]


def telling_token(table: TokenTable, *, longest: int) -> int:
    """Return the id of a token to show first: the longest word of at most `longest` bytes.

    If there is no such word, it is the first token of the table.

    >>> from bpe_core import load_published
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> gpt2 = load_published("gpt2")
    >>> gpt2.vocab[telling_token(token_table(gpt2), longest=9)]
    b'formation'
    """
    fits = (table.kinds == KINDS.index("word")) & (table.lengths <= longest)
    return int(table.token_ids[int(np.argmax(table.lengths * fits))])


class LengthBand(NamedTuple):
    """The lengths in bytes of the tokens around one rank: 10th percentile, median, and 90th percentile."""

    rank: int
    low: float
    middle: float
    high: float


def lengths_by_rank(table: TokenTable, *, bands: int, least: int) -> list[LengthBand]:
    """Return the lengths of the tokens made by merges, in up to `bands` bands of ranks.

    Each band has at least four tokens; with fewer than `least` merges there are no bands.

    >>> from bpe_core import load_published
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> first, *_, last = lengths_by_rank(token_table(load_published("gpt2")), bands=60, least=20)
    >>> first.middle < last.middle
    True
    """
    made = np.flatnonzero(table.ranks >= 0)
    if len(made) < least:
        return []
    made = made[np.argsort(table.ranks[made], kind="stable")]
    found = []
    for part in np.array_split(made, max(1, min(bands, len(made) // 4))):
        low, middle, high = np.percentile(table.lengths[part], [10, 50, 90]).tolist()
        found.append(LengthBand(int(table.ranks[part].mean()), low, middle, high))
    return found


def kind_counts(table: TokenTable) -> list[tuple[str, bool, int]]:
    """Return (kind, begins with a space, number of tokens), first the tokens that do not begin with a space.

    >>> from bpe_core import Tokenizer, train
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> table = token_table(Tokenizer.from_history(train("low low low", recipe="characters", num_merges=2)))
    >>> kind_counts(table)
    [('word', False, 5), ('white space', True, 1)]
    """
    return [
        (KINDS[kind], space, number)
        for space in (False, True)
        for kind, number in enumerate(
            np.bincount(table.kinds[table.leading_space == space], minlength=len(KINDS)).tolist()
        )
        if number
    ]


def script_counts(table: TokenTable, *, most: int) -> list[tuple[str, int]]:
    """Return (script, number of tokens), the most frequent first; scripts after the first `most` are summed up.

    >>> from bpe_core import Tokenizer, train
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> table = token_table(Tokenizer.from_history(train("ab я 1", recipe="characters", num_merges=0)))
    >>> script_counts(table, most=9)
    [('no letter', 2), ('Latin', 2), ('Cyrillic', 1)]
    """
    counts = np.bincount(table.scripts, minlength=len(SCRIPTS))
    names = [name if name != "none" else "no letter" for name in SCRIPTS]
    order = [script for script in np.argsort(-counts, kind="stable").tolist() if counts[script]]
    # A row for "1 others" would take as much space as the script itself.
    shown = most if len(order) > most + 1 else len(order)
    rows = [(names[script], int(counts[script])) for script in order[:shown]]
    rest = int(counts[order[shown:]].sum())
    return rows + ([(f"{len(order) - shown} others", rest)] if rest else [])


def ids_in_order(tokenizer: Tokenizer) -> list[int]:
    """Return the ids of all tokens that were not added by hand, in increasing order."""
    added = {token.token_id for token in tokenizer.steps.added_tokens}
    added |= set(tokenizer.special_tokens.values())
    return sorted(tokenizer.vocab.keys() - added)


def tokens_in_order(tokenizer: Tokenizer) -> list[bytes]:
    """Return the bytes of all tokens that were not added by hand, in the order of their ids.

    >>> from bpe_core import load_published
    >>> tokens_in_order(load_published("gpt2"))[:3], len(tokens_in_order(load_published("tekken")))
    ([b'!', b'"', b'#'], 130072)
    """
    return list(map(tokenizer.vocab.__getitem__, ids_in_order(tokenizer)))
