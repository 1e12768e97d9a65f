"""The history of a training that continued from a vocabulary, with the vocabulary's merges as its first steps.

text         ␣ ␣ ␣ | ␣ l o w
closed at     3 .     0 2 1      0 to 2: merges of GPT-2, in the order of their ranks; 3: learned
"""

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bpe_core.history import TrainingHistory
from bpe_core.lessons.rank_steps import steps_by_rank
from bpe_core.stream import initial_tokens
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.encoder import EncodedChunk, trace_merged
from bpe_core.tokenizer.trace import lay_out
from bpe_core.types import BOUNDARY, CLOSED


class EveryStep(NamedTuple):
    """A history that begins with base units, and how many of its first steps are merges of the vocabulary.

    `Merge.rank` is the rank in the tokenizer, where new merges continue the ranks of the vocabulary.
    """

    history: TrainingHistory
    earlier: int


def every_step(history: TrainingHistory) -> EveryStep:
    """Return a history with the vocabulary's merges as its first steps, or the same history if it began with base units.

    The gaps inside special tokens are closed from the start, as in any history. Raises `BpeError` if the text
    has a token that no merge makes.

    >>> from bpe_core import load_published, train
    >>> whole, earlier = every_step(train("    low", start_from=load_published("gpt2"), num_merges=1))
    >>> earlier, [(merge.rank, whole.vocab[merge.new_id]) for merge in whole.merges]
    (3, [(300, b' l'), (322, b'ow'), (1877, b' low'), (50256, b'  ')])
    """
    start, stream = history.start, history.stream
    if not isinstance(start, Tokenizer):
        return EveryStep(history, 0)
    vocab, rules, id_of_byte = history.base.vocab, start.rules, start.base.id_of_unit
    apart = {*history.base.special_tokens.values()}
    last_rank = len(rules.new_ids)  # above all ranks of the vocabulary
    starts, ids, _ = initial_tokens(stream)
    edges = [*np.searchsorted(starts, stream.chunk_starts).tolist(), len(starts)]
    chunks = []
    for first, last in pairwise(edges):
        tokens = ids[first:last].tolist()
        spelled = b"".join(map(vocab.__getitem__, tokens))
        # An added token may also be a token that merges make: within a longer chunk, they did.
        if len(tokens) == 1 and tokens[0] in apart:
            chunks.append(EncodedChunk(tokens * len(spelled), tokens, []))
            continue
        units = [id_of_byte[byte] for byte in spelled]
        whole = tokens[0] if len(tokens) == 1 else None
        chunks.append(trace_merged(units, rules, order="lowest-rank", whole=whole, rank_of_whole=last_rank))
    trace = lay_out(chunks)
    steps = steps_by_rank(trace, vocab, weights=stream.weights)
    earlier = len(steps.merges)
    closed_at = stream.closed_at.copy()
    closed_at[(closed_at >= 0) & (closed_at < BOUNDARY)] += earlier
    made = (stream.closed_at == CLOSED) & (steps.closed_at < BOUNDARY)
    closed_at[made] = steps.closed_at[made]
    learned = (merge._replace(rank=last_rank + merge.rank) for merge in history.merges)
    return EveryStep(
        replace(
            history,
            merges=(*steps.merges, *learned),
            stream=replace(stream, base_ids=trace.base_ids, closed_at=closed_at),
        ),
        earlier,
    )
