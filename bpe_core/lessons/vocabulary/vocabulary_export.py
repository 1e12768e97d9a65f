"""A vocabulary, or the difference of two vocabularies, as table rows; `bpe_core.formats` writes CSV or JSON Lines."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from bpe_core.lessons.vocabulary.vocabulary import KINDS, SCRIPTS, TokenTable
from bpe_core.lessons.vocabulary.vocabulary_figures import ids_in_order
from bpe_core.tokenizer import Tokenizer

Row: TypeAlias = Mapping[str, int | str | None]

VOCABULARY_COLUMNS = ("id", "text", "bytes", "length", "kind", "script", "rank", "left_id", "right_id")


def vocabulary_rows(table: TokenTable, rows: Iterable[int]) -> Iterator[Row]:
    """Yield tokens of a vocabulary as rows of a table; a missing rank or part is None.

    >>> from bpe_core import train
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> table = token_table(Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=1)))
    >>> list(next(vocabulary_rows(table, [256])).values())
    [256, 'lo', '0x6c6f', 2, 'word', 'Latin', 0, 108, 111]
    """
    scripts = tuple(SCRIPTS)
    for row in rows:
        token = table.token_bytes[row]
        figures = (int(column[row]) for column in (table.ranks, table.left, table.right))
        yield dict(
            zip(
                VOCABULARY_COLUMNS,
                (
                    int(table.token_ids[row]),
                    token.decode("utf-8", "replace"),
                    f"0x{token.hex()}",
                    len(token),
                    KINDS[table.kinds[row]],
                    scripts[table.scripts[row]],
                    *(figure if figure >= 0 else None for figure in figures),
                ),
                strict=True,
            )
        )


DIFFERENCE_COLUMNS = ("only_in", "id", "text", "bytes")


def difference_rows(left: Tokenizer, right: Tokenizer) -> Iterator[Row]:
    """Yield the tokens that only one of two vocabularies has, except those added by hand, in the order of their ids.

    >>> from bpe_core import load_published
    >>> rows = list(difference_rows(load_published("gpt2"), load_published("p50k_base")))
    >>> len(rows), list(rows[0].values())
    (24, ['p50k_base', 50257, '  ', '0x2020'])
    """
    for one, other in ((left, right), (right, left)):
        in_other = {other.vocab[token_id] for token_id in ids_in_order(other)}
        for token_id in ids_in_order(one):
            token = one.vocab[token_id]
            if token not in in_other:
                values = (one.name, token_id, token.decode("utf-8", "replace"), f"0x{token.hex()}")
                yield dict(zip(DIFFERENCE_COLUMNS, values, strict=True))
