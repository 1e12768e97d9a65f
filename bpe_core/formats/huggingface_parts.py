"""What the readers of the normalizer, the pre-tokenizer and the decoder of a `tokenizer.json` share.

Each of these three parts is one step or a `Sequence` of steps. Source: huggingface/tokenizers 0.23.
"""

from collections.abc import Iterator
from typing import Any

from bpe_core.formats.checks import Part, shown

_MAX_DEPTH = 8


def flattened(part: Part, key: str, depth: int = 0) -> Iterator[Part]:
    """Yield the steps of a part; a `Sequence` has its steps under `key`, and counts as a step if nested too deep.

    >>> fuse = Part({"type": "Sequence", "decoders": [{"type": "Fuse"}]}, "tokenizer.json", "key decoder")
    >>> [step.value for step in flattened(fuse, "decoders")], list(flattened(Part(None, ""), ""))
    ([{'type': 'Fuse'}], [])
    """
    value = part.value
    inner = value.get(key) if isinstance(value, dict) and value.get("type") == "Sequence" else None
    if isinstance(inner, list) and depth < _MAX_DEPTH:
        for step in inner:
            yield from flattened(part._replace(value=step), key, depth + 1)
    elif value is not None:
        yield part


def read_scheme(step: Part) -> Any:
    """Return before which parts of a text a Metaspace inserts its replacement: "always", "first" or "never".

    >>> read_scheme(Part({"add_prefix_space": False}, "tokenizer.json"))
    'never'
    """
    # Files from the library's first years have add_prefix_space instead of a scheme.
    always = step.at("add_prefix_space", otherwise=True).flag()
    scheme = step.at("prepend_scheme", "always" if always else "never")
    if scheme.value not in ("always", "first", "never"):
        raise scheme.wrong("always, first or never")
    return scheme.value


def read_string_or_regex(step: Part) -> tuple[Part, bool]:
    """Return what a step searches for, and whether that is a regular expression."""
    pattern = step.at("pattern")
    kinds = list(pattern.object())
    if kinds not in (["String"], ["Regex"]):
        raise pattern.wrong("String or Regex", shown(kinds[:4]))
    return pattern.at(kinds[0]), kinds == ["Regex"]
