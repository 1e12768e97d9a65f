"""Byte-pair encoding made to be understood: train, walk through every state, encode, decode.

Read the modules in this order, in which each imports only earlier ones: types, alphabets, unicode16,
patterns, branch_numbers, dialects, pretokenization, pairs, reference, recipes, stream, the package
`superbpe`, history; then the packages `training` and `tokenizer`. These two also use `fast` (faster
implementations with the same results) and `pipeline` (what tokenizers do besides splitting and merging). Then follow `sandbox` (custom
patterns), `tables` (published rank tables), `formats` (files, one module per format), `lessons` (used only for
teaching), `published` (the vocabularies of current models) and `chat` (the tokens of each part of a request).
Imports between packages never form a cycle.

Where to make a change: a recipe is a constant in `recipes`; a step of a `tokenizer.json` is a class in
`pipeline`; a file format is a module in `formats` with a row in `FORMATS`; the merging of a chunk is in
`tokenizer/merging`.

>>> import bpe_core
>>> history = bpe_core.train("low lower lowest", recipe="gpt2", num_merges=2)
>>> [history.vocab[merge.new_id] for merge in history.merges]
[b'lo', b'low']
>>> bpe_core.Tokenizer.from_history(history).encode("slow")
[115, 257]
"""

from typing import TYPE_CHECKING, Any

from bpe_core.on_demand import member

if TYPE_CHECKING:
    from bpe_core import formats, reference
    from bpe_core.alphabets import BYTE_GLYPHS, from_glyphs, replace_lone_surrogates, to_glyphs
    from bpe_core.chat.count_request import RequestCount, RequestPart, count_request
    from bpe_core.chat.messages import NotCounted
    from bpe_core.chat.repeats import Repeat
    from bpe_core.history import TrainingHistory
    from bpe_core.patterns import BRANCHES, SPLIT_PATTERNS, Branch
    from bpe_core.pretokenization import pretokenize
    from bpe_core.published import PUBLISHED, load_published
    from bpe_core.published.as_tiktoken import (
        Encoding,
        encoding_for_model,
        get_encoding,
        list_encoding_names,
    )
    from bpe_core.published.models import UnknownModelError, encoding_name_for_model, tokenizer_for_model
    from bpe_core.recipes import RECIPES, Recipe
    from bpe_core.tokenizer import (
        AppliedMerge,
        SpecialTokenError,
        Tokenizer,
        Trace,
        UnknownIdError,
        UnknownTokenError,
    )
    from bpe_core.training import Training, iter_merges, train
    from bpe_core.training.counted_chunks import ChunkCounts, count_chunks, count_files
    from bpe_core.types import (
        BOUNDARY,
        OPEN,
        BpeError,
        Chunk,
        Merge,
        Occurrence,
        Pair,
        SecondStage,
        TieBreak,
        UnknownCharacterError,
    )

__all__ = [
    "BOUNDARY",
    "BRANCHES",
    "BYTE_GLYPHS",
    "OPEN",
    "PUBLISHED",
    "RECIPES",
    "SPLIT_PATTERNS",
    "AppliedMerge",
    "BpeError",
    "Branch",
    "Chunk",
    "ChunkCounts",
    "Encoding",
    "Merge",
    "NotCounted",
    "Occurrence",
    "Pair",
    "Recipe",
    "Repeat",
    "RequestCount",
    "RequestPart",
    "SecondStage",
    "SpecialTokenError",
    "TieBreak",
    "Tokenizer",
    "Trace",
    "Training",
    "TrainingHistory",
    "UnknownCharacterError",
    "UnknownIdError",
    "UnknownModelError",
    "UnknownTokenError",
    "count_chunks",
    "count_files",
    "count_request",
    "encoding_for_model",
    "encoding_name_for_model",
    "formats",
    "from_glyphs",
    "get_encoding",
    "iter_merges",
    "list_encoding_names",
    "load_published",
    "pretokenize",
    "reference",
    "replace_lone_surrogates",
    "to_glyphs",
    "tokenizer_for_model",
    "train",
]

_HOMES = {
    "alphabets": "BYTE_GLYPHS from_glyphs replace_lone_surrogates to_glyphs",
    "chat.count_request": "RequestCount RequestPart count_request",
    "chat.messages": "NotCounted",
    "chat.repeats": "Repeat",
    "history": "TrainingHistory",
    "patterns": "BRANCHES SPLIT_PATTERNS Branch",
    "pretokenization": "pretokenize",
    "published": "PUBLISHED load_published",
    "published.as_tiktoken": "Encoding encoding_for_model get_encoding list_encoding_names",
    "published.models": "UnknownModelError encoding_name_for_model tokenizer_for_model",
    "recipes": "RECIPES Recipe",
    "tokenizer": "AppliedMerge SpecialTokenError Tokenizer Trace UnknownIdError UnknownTokenError",
    "training": "Training iter_merges train",
    "training.counted_chunks": "ChunkCounts count_chunks count_files",
    "types": "BOUNDARY OPEN BpeError Chunk Merge Occurrence Pair SecondStage TieBreak UnknownCharacterError",
}
_MEMBERS = {name: f"bpe_core.{home}:{name}" for home, names in _HOMES.items() for name in names.split()}
_MEMBERS |= {"__version__": "bpe_core.version:VERSION"}
_MEMBERS |= {name: f"bpe_core.{name}" for name in ("formats", "reference")}


def __getattr__(name: str) -> Any:
    """Load a name of this package when it is first used, since no program needs all names."""
    if name not in _MEMBERS:
        raise AttributeError(f"module 'bpe_core' has no attribute {name!r}")
    found = globals()[name] = member(_MEMBERS[name])
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
