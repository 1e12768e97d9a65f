"""Python code for loading a saved tokenizer with another library."""

from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.tokenizer import Tokenizer

# This does not call tiktoken's `load_tiktoken_bpe`, which caches a file under its name, and would still read
# the old copy after a change.
_TIKTOKEN = """\
import base64

import tiktoken

with open({path!r}, "rb") as file:
    ranks = {{base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file)}}

encoding = tiktoken.Encoding(
    name={name!r},
    pat_str={pattern!r},
    mergeable_ranks=ranks,
    special_tokens={special!r},
)"""

_HUGGINGFACE = """\
from transformers import PreTrainedTokenizerFast

tokenizer = PreTrainedTokenizerFast(tokenizer_file={path!r})"""

SNIPPETS = {"tiktoken": _TIKTOKEN, "huggingface": _HUGGINGFACE}
"""The formats that have a snippet."""

_ONE_CHUNK = r"(?s:.+)"


def snippet(tokenizer: Tokenizer, format_name: str, path: str) -> str:
    """Return the code that loads a tokenizer from `path`, saved there in one of the formats in `SNIPPETS`.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low", recipe="gpt2", num_merges=1))
    >>> print(snippet(tokenizer, "huggingface", "tokenizer.json").splitlines()[-1])
    tokenizer = PreTrainedTokenizerFast(tokenizer_file='tokenizer.json')
    """
    pattern = tokenizer.recipe.split_pattern
    return SNIPPETS[format_name].format(
        name=tokenizer.name,
        pattern=_ONE_CHUNK if pattern is None else SPLIT_PATTERNS.get(pattern, pattern),
        path=path,
        special=dict(tokenizer.special_tokens),
    )
