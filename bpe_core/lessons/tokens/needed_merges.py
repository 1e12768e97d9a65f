"""Which merges of a tokenizer can apply in a text: those that a student needs to encode it on paper."""

from collections import defaultdict

from bpe_core.lessons.tokens.ways import Arc, token_arcs
from bpe_core.tokenizer import Encoding, Tokenizer
from bpe_core.types import BOUNDARY, Pair


def needed_merges(tokenizer: Tokenizer, encoding: Encoding) -> dict[Pair, int]:
    """Return the rank of every merge whose two sides can be adjacent in a traced text: pair of ids -> rank, by rank.

    Every merge that applies is included. Other merges in the result do not apply, because an earlier merge
    uses one of their sides.
    Raises `BpeError` as `token_arcs` does.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=4))
    >>> needed_merges(tokenizer, tokenizer.trace("slow"))
    {(108, 111): 0, (256, 119): 1}
    """
    starting: dict[int, list[Arc]] = defaultdict(list)
    arcs = token_arcs(tokenizer, encoding)
    for arc in arcs:
        starting[arc.start].append(arc)
    ranks: dict[Pair, int] = {}
    for left in arcs:
        if left.end < len(encoding.base_ids) and encoding.closed_at[left.end - 1] != BOUNDARY:
            for right in starting[left.end]:
                rank = tokenizer.rules.rank_of(left.token_id, right.token_id)
                if rank is not None:
                    ranks[left.token_id, right.token_id] = rank
    return dict(sorted(ranks.items(), key=lambda found: found[1]))
