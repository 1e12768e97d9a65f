"""Encode and decode with a trained tokenizer or a published rank table; one module for each topic.

`merging` merges one chunk, `rules` knows which pairs merge, `special_tokens` has the policy for special
tokens in a text, `encoder` encodes text by a recipe, `two_stages` if it has a second stage, `strings` and
`sentencepiece` if the vocabulary consists of strings, `trace` records every merge applied, `decoding` and
`stream_decoding` turn ids into text, `batch`, `single_tokens` and `unstable` match tiktoken's interface,
`preparation` applies the steps of `bpe_core.pipeline` to a text first, and `core` is the class that combines
them.
"""

from bpe_core.tokenizer.core import Tokenizer
from bpe_core.tokenizer.decoding import UnknownIdError
from bpe_core.tokenizer.merging import (
    AppliedMerge,
    RankOf,
    apply_by_lowest_rank,
    apply_in_list_order,
    apply_in_passes,
)
from bpe_core.tokenizer.rules import MadeTokens, MergeRules, RankTable, Rules
from bpe_core.tokenizer.single_tokens import UnknownTokenError
from bpe_core.tokenizer.special_tokens import SpecialTokenError
from bpe_core.tokenizer.trace import Encoding

__all__ = [
    "AppliedMerge",
    "Encoding",
    "MadeTokens",
    "MergeRules",
    "RankOf",
    "RankTable",
    "Rules",
    "SpecialTokenError",
    "Tokenizer",
    "UnknownIdError",
    "UnknownTokenError",
    "apply_by_lowest_rank",
    "apply_in_list_order",
    "apply_in_passes",
]
