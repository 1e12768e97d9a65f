"""Which published vocabulary a model uses, as in tiktoken's `model.py`."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher
from types import MappingProxyType

from bpe_core.published import PUBLISHED, load_published
from bpe_core.suggestions import did_you_mean
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import NotFoundError

VOCABULARIES: Mapping[str, str] = MappingProxyType(
    {
        model: name
        for name, models in {
            "o200k_base": "o1 o3 o4-mini gpt-5 gpt-4.1 gpt-4o",
            "cl100k_base": "gpt-4 gpt-3.5-turbo gpt-3.5 gpt-35-turbo davinci-002 babbage-002 "
            "text-embedding-ada-002 text-embedding-3-small text-embedding-3-large",
            "p50k_base": "text-davinci-003 text-davinci-002 code-davinci-002 code-davinci-001 code-cushman-002 "
            "code-cushman-001 davinci-codex cushman-codex",
            "p50k_edit": "text-davinci-edit-001 code-davinci-edit-001",
            "r50k_base": "text-davinci-001 text-curie-001 text-babbage-001 text-ada-001 davinci curie babbage ada "
            "text-similarity-davinci-001 text-similarity-curie-001 text-similarity-babbage-001 "
            "text-similarity-ada-001 text-search-davinci-doc-001 text-search-curie-doc-001 "
            "text-search-babbage-doc-001 text-search-ada-doc-001 code-search-babbage-code-001 "
            "code-search-ada-code-001",
            "gpt2": "gpt2 gpt-2",
        }.items()
        for model in models.split()
    }
)
"""Model name -> its vocabulary; dated and fine-tuned models are found by `_BEGINNINGS` instead."""

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
    "gpt-oss-": "o200k_harmony",
}


# "gtp" is like "gpt" (0.67), "codestral" is not like "code" (0.62).
_ALIKE = 0.65


class UnknownModelError(NotFoundError):
    """No vocabulary is known for a model; this is a `KeyError`, as in tiktoken.

    >>> print(UnknownModelError("GTP-4"))
    No vocabulary is known for the model 'GTP-4'. Did you mean 'gpt-4'?
    """

    def __init__(self, model: str) -> None:
        super().__init__(f"No vocabulary is known for the model {model[:100]!r}.{_instead(model[:100])}")


def _instead(model: str) -> str:
    """Return a sentence with a space before it: the vocabularies of the same family, or the known names."""
    family, letters = _family(model), _without_signs(model.rpartition("/")[2])
    if family == "claude":
        return " Anthropic does not publish the tokenizers of its current models."
    if begins := [name for name in PUBLISHED if letters.startswith(_without_signs(name))]:
        return f" Did you mean {max(begins, key=len)!r}?"
    same = [name for name in PUBLISHED if _family(name) == family]
    if len(same) > 1 and len(family) > 1:
        return f" The vocabularies of this family here are {', '.join(same)}."
    alike = [
        name
        for name in dict.fromkeys((*PUBLISHED, *VOCABULARIES))
        if SequenceMatcher(None, family, _family(name)).ratio() > _ALIKE
    ]
    return did_you_mean(model, alike) or f" Known are {', '.join(PUBLISHED)}, and the models of OpenAI."


def _without_signs(name: str) -> str:
    return re.sub("[-_]", "", name.lower())


def _family(model: str) -> str:
    """Return the letters that a name begins with, without the provider before a slash: "deepseek" for deepseek_v3."""
    found = re.match(r"[a-z]+(_[a-z]{2,})*", model.lower().rpartition("/")[2])
    return found[0] if found else ""


def tokenizer_for_model(model: str) -> Tokenizer:
    """Return the published tokenizer of a model, or of a vocabulary by its name; callers share one object.

    Raises `UnknownModelError`, a `BpeError` and a `KeyError`, if the model is unknown.

    >>> tokenizer_for_model("gpt-4o-mini").name, tokenizer_for_model("cl100k_base").name
    ('o200k_base', 'cl100k_base')
    """
    return load_published(encoding_name_for_model(model))


def encoding_name_for_model(model_name: str) -> str:
    """Return the name of a model's vocabulary; raises `UnknownModelError`.

    >>> encoding_name_for_model("gpt-4o-mini")
    'o200k_base'
    """
    if model_name in PUBLISHED:
        return model_name
    # The longest prefix is the most specific: ft:gpt-4o-... is not GPT-4.
    fitting = [beginning for beginning in _BEGINNINGS if model_name.startswith(beginning)]
    name = VOCABULARIES.get(model_name) or _BEGINNINGS.get(max(fitting, key=len, default=""))
    if name is None:
        raise UnknownModelError(model_name)
    return name
