"""Encode and decode with what was trained, or with a published table of ranks; a module for each idea.

`joins` joins one chunk, `rules` knows what may be joined, `special_tokens` holds the policy on reserved
strings, `encoder` turns text into ids, `trace` keeps every join, `decoding` turns ids into text, and `core`
is the class that puts them together.
"""

from bpe_core.tokenizer.core import Tokenizer
from bpe_core.tokenizer.decoding import UnknownIdError
from bpe_core.tokenizer.joins import Join, RankOf, join_by_lowest_rank, join_by_merge_list, join_in_passes
from bpe_core.tokenizer.rules import MadeTokens, MergeRules, RankTable, Rules
from bpe_core.tokenizer.special_tokens import SpecialTokenError
from bpe_core.tokenizer.trace import Encoding

__all__ = [
    "Encoding",
    "Join",
    "MadeTokens",
    "MergeRules",
    "RankOf",
    "RankTable",
    "Rules",
    "SpecialTokenError",
    "Tokenizer",
    "UnknownIdError",
    "join_by_lowest_rank",
    "join_by_merge_list",
    "join_in_passes",
]
