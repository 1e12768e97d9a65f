"""Which published vocabulary a model uses, as tiktoken's `model.py` has it."""

from collections.abc import Mapping
from types import MappingProxyType

from bpe_core.published import SPECIAL_TOKENS, load_published
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError

VOCABULARIES: Mapping[str, str] = MappingProxyType(
    {
        "gpt2": "gpt2",
        "gpt-2": "gpt2",
        "gpt-3.5": "cl100k_base",
        "gpt-3.5-turbo": "cl100k_base",
        "gpt-35-turbo": "cl100k_base",
        "gpt-4": "cl100k_base",
        "davinci-002": "cl100k_base",
        "babbage-002": "cl100k_base",
        "text-embedding-ada-002": "cl100k_base",
        "text-embedding-3-small": "cl100k_base",
        "text-embedding-3-large": "cl100k_base",
        "gpt-4o": "o200k_base",
        "gpt-4.1": "o200k_base",
        "gpt-5": "o200k_base",
        "o1": "o200k_base",
        "o3": "o200k_base",
        "o4-mini": "o200k_base",
    }
)
"""Models by name -> their vocabulary; a dated or fine-tuned one is found by how its name begins."""

_BEGINNINGS = {
    "gpt-3.5-turbo-": "cl100k_base",
    "gpt-35-turbo-": "cl100k_base",
    "gpt-4-": "cl100k_base",
    "ft:gpt-3.5-turbo": "cl100k_base",
    "ft:gpt-4": "cl100k_base",
    "ft:davinci-002": "cl100k_base",
    "ft:babbage-002": "cl100k_base",
    "chatgpt-4o-": "o200k_base",
    "gpt-4o-": "o200k_base",
    "gpt-4.1-": "o200k_base",
    "gpt-4.5-": "o200k_base",
    "gpt-5": "o200k_base",
    "ft:gpt-4o": "o200k_base",
    "o1-": "o200k_base",
    "o3-": "o200k_base",
    "o4-mini-": "o200k_base",
}


def tokenizer_for_model(model: str) -> Tokenizer:
    """Return the published tokenizer of a model, or of a vocabulary by its own name; loaded once, shared.

    Raises `BpeError` for a model that none of them is known to be of.

    >>> tokenizer_for_model("gpt-4o-mini").name, tokenizer_for_model("cl100k_base").name
    ('o200k_base', 'cl100k_base')
    """
    if model in SPECIAL_TOKENS:
        return load_published(model)
    # The longest beginning knows most: ft:gpt-4o-... is no GPT-4.
    fitting = [beginning for beginning in _BEGINNINGS if model.startswith(beginning)]
    name = VOCABULARIES.get(model) or _BEGINNINGS.get(max(fitting, key=len, default=""))
    if name is None:
        known = ", ".join(dict.fromkeys((*SPECIAL_TOKENS, *VOCABULARIES)))
        raise BpeError(f"No vocabulary is known for the model {model!r}; known are {known}.")
    return load_published(name)
