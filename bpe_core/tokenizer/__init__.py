"""Encode and decode with what was trained, or with a published table of ranks; a module for each idea.

`merging` merges one chunk, `rules` knows what may be joined, `special_tokens` holds the policy on reserved
strings, `encoder` turns text into ids by a recipe, `two_stages` where it has a second stage, `strings` and
`sentencepiece` where the vocabulary is strings, `trace` keeps every merge applied, `decoding` and
`stream_decoding` turn ids into text, `batch`, `single_tokens` and `unstable` are what tiktoken has as well,
`preparation` is what the steps of `bpe_core.pipeline` do to a text first, and `core` is the class that puts them together.
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
