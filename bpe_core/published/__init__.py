"""The published vocabularies, from data that ships with the project; each is loaded when it is first used.

`bpe_core.tables` has those that consist of a rank table and a pattern (GPT-2 to gpt-oss, OLMo 2, Mistral's
Tekken), `with_pipeline` has those with a pipeline (Qwen, DeepSeek, GPT-NeoX), `models` knows which vocabulary
each model uses, and `as_tiktoken` has the names that tiktoken gives to all this.
"""

from collections.abc import Mapping
from types import MappingProxyType

from bpe_core.fast import native
from bpe_core.on_demand import member
from bpe_core.tables import TABLES, PublishedTable
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError

WITH_PIPELINE: Mapping[str, str] = MappingProxyType(
    {
        "qwen2.5": "qwen",
        "qwen3": "qwen",
        "deepseek_v3": "deepseek",
        "deepseek_v4": "deepseek",
        "gpt_neox": "gpt_neox",
    }
)
"""The tokenizers with a pipeline, each with the name of its list of merges."""

PUBLISHED = (*TABLES, *WITH_PIPELINE)
"""The names of all published vocabularies.

>>> PUBLISHED[:3]
('gpt2', 'r50k_base', 'p50k_base')
"""


_LOADED: dict[str, Tokenizer] = {}


def load_published(name: str) -> Tokenizer:
    r"""Return a published tokenizer by its name in `PUBLISHED`; callers share one object, which stays loaded.

    Raises `BpeError` for another name.

    >>> load_published("gpt2").encode("This's some text.")
    [1212, 338, 617, 2420, 13]
    >>> load_published("qwen2.5").encode("e\u0301"), load_published("qwen2.5").encode("é")
    ([963], [963])
    """
    if name not in _LOADED:
        # If two threads load it at the same time, both get the object of the first one.
        _LOADED.setdefault(name, _load(name))
    return _LOADED[name]


def _load(name: str) -> Tokenizer:
    if name in WITH_PIPELINE:
        # Imported late, since it imports the file readers, which a rank table does not need.
        tokenizer: Tokenizer = member("bpe_core.published.with_pipeline:load_with_pipeline")(name)
    elif name in TABLES:
        tokenizer = Tokenizer.from_table(
            PublishedTable(name),
            split_pattern=TABLES[name].split_pattern,
            special_tokens=TABLES[name].special_tokens,
            name=name,
        )
        if native.library:
            # The tables in C are built now, so that the first text does not wait for them.
            tokenizer.encode_ordinary("a")
    else:
        raise BpeError(
            f"{name!r} is not a published vocabulary; the published ones are {', '.join(PUBLISHED)}."
        )
    # Not a field: a tokenizer made from this one by `replace` is not the shared one.
    vars(tokenizer)["_shared_by"] = load_published, (name,)
    return tokenizer
