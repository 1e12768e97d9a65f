"""How often a text makes each token of a vocabulary while it is encoded, and how often the token is left over.

Nothing outside a token that is left over takes part in the merges inside it, so they are those of its bytes alone,
its merge tree. The tokens made are therefore counted from those that are left over, without encoding again:

    ` lower` with GPT-2    left over: ` lower` x1    its tree: ` lower` = ` l` + `ower`, `ower` = `ow` + `er`
                           made: ` lower`, ` l`, `ower`, `ow`, `er` x1
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import IntArray
from bpe_core.in_parts import InParts
from bpe_core.lessons.vocabulary.vocabulary import TokenTable
from bpe_core.tokenizer import Tokenizer

Counts = npt.NDArray[np.int64]

_CHUNKS = 1_000
"""The number of chunks in a part of the work."""


@dataclass(frozen=True, eq=False, slots=True)
class UsedTokens:
    """Of each row of a token table, how often its token was made by a merge, and how often it is left over at the end."""

    made: Counts
    left_over: Counts

    def steps_only(self) -> IntArray:
        """Return the rows of the tokens that are made but never left over, the most frequent first."""
        rows = np.flatnonzero((self.made > 0) & (self.left_over == 0))
        return rows[np.argsort(-self.made[rows], kind="stable")].astype(np.int32)


def used_in_parts(tokenizer: Tokenizer, table: TokenTable, text: str) -> InParts[UsedTokens]:
    """Count the tokens of a text, encoded as ordinary text; `table` is the vocabulary of the tokenizer.

    >>> from bpe_core import load_published
    >>> from bpe_core.in_parts import finished
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> gpt2 = load_published("gpt2")
    >>> table = token_table(gpt2)
    >>> used = finished(used_in_parts(gpt2, table, " lower lower"))
    >>> [table.token_bytes[row] for row in used.steps_only()], int(used.left_over.sum())
    ([b'er', b' l', b'ow', b'ower'], 2)
    """
    rows, part = np.zeros(len(table.token_ids), np.int64), []
    # An added token is found in the text, also if merges could make it.
    added, found = {token.token_id for token in tokenizer.steps.added_tokens}, []
    for number, ids in enumerate(tokenizer.iter_chunks(text, disallowed_special=())):
        part += ids
        if len(ids) == 1 and ids[0] in added:
            found += ids
        if number % _CHUNKS == 0:
            rows += _rows_of(table, part)
            part = []
            yield number
    left_over = rows + _rows_of(table, part)
    made = left_over - _rows_of(table, found)
    parts_of = {int(token_id): row for row, token_id in enumerate(table.token_ids.tolist())}
    # A part is shorter than its token, so the longest tokens come first.
    order = np.argsort(-table.lengths, kind="stable")
    for row in order[table.left[order] >= 0].tolist():
        if made[row]:
            for side in (table.left, table.right):
                made[parts_of[int(side[row])]] += made[row]
    made[table.left < 0] = 0
    return UsedTokens(made, left_over)


def _rows_of(table: TokenTable, ids: list[int]) -> Counts:
    rows = np.searchsorted(table.token_ids, np.array(ids, np.int64))
    return np.bincount(rows, minlength=len(table.token_ids)).astype(np.int64)
