"""Python code for loading a saved tokenizer with another library."""

import regex

from bpe_core.dialects import FANCY, translated
from bpe_core.formats.checks import cannot_hold
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


def snippet(tokenizer: Tokenizer, format_name: str, path: str) -> str:
    """Return the code that loads a tokenizer from `path`, saved there in one of the formats in `SNIPPETS`.

    Raises `FormatError` if tiktoken cannot split by its pattern.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low", recipe="gpt2", num_merges=1))
    >>> print(snippet(tokenizer, "huggingface", "tokenizer.json").splitlines()[-1])
    tokenizer = PreTrainedTokenizerFast(tokenizer_file='tokenizer.json')
    """
    return SNIPPETS[format_name].format(
        name=tokenizer.name,
        pattern=_for_tiktoken(tokenizer.recipe.split_pattern) if format_name == "tiktoken" else "",
        path=path,
        special=dict(tokenizer.special_tokens),
    )


def _for_tiktoken(split_pattern: str | None) -> str:
    """Return a pattern that matches every chunk, since tiktoken drops text that no branch matches."""
    if split_pattern is None:
        return r"(?s:.+)"
    if split_pattern in SPLIT_PATTERNS:
        return SPLIT_PATTERNS[split_pattern]
    own = translated(split_pattern, FANCY)
    if own.may_be_empty or regex.search(r"\\[1-9]", own.written):
        what = "its split pattern can match an empty string" if own.may_be_empty else "it has backreferences"
        raise cannot_hold("Code for tiktoken", f"{what}, after which tiktoken would drop text")
    # The translation contains no flags, which would apply to what follows.
    return rf"{own.written}|(?:(?!{own.written})[\s\S])+"
