"""Encode and decode with a trained tokenizer or a published rank table; one module for each topic.

`core` has the `Tokenizer` class, which combines the other modules. Before encoding, `preparation` applies the
steps of `bpe_core.pipeline`, and `special_tokens` decides which special tokens of a text are allowed.
`encoder` encodes by a recipe, `two_stages` by a recipe with a second stage, `strings` and `sentencepiece` by
a vocabulary of strings. `rules` knows which pairs merge, and `merging` merges one chunk. `trace` records
every merge applied. `decoding` and `stream_decoding` turn ids into text, and `unstable` finds the ids that a
continuation may change, as tiktoken does.
"""

from bpe_core.tokenizer.core import Tokenizer
from bpe_core.tokenizer.decoding import UnknownIdError, UnknownTokenError
from bpe_core.tokenizer.merging import (
    AppliedMerge,
    RankOf,
    apply_by_lowest_rank,
    apply_in_list_order,
    apply_in_passes,
)
from bpe_core.tokenizer.rules import MadeTokens, MergeRules, RankTable, Rules
from bpe_core.tokenizer.special_tokens import SpecialTokenError
from bpe_core.tokenizer.trace import Trace

__all__ = [
    "AppliedMerge",
    "MadeTokens",
    "MergeRules",
    "RankOf",
    "RankTable",
    "Rules",
    "SpecialTokenError",
    "Tokenizer",
    "Trace",
    "UnknownIdError",
    "UnknownTokenError",
    "apply_by_lowest_rank",
    "apply_in_list_order",
    "apply_in_passes",
]
