"""What the normalizer, the pre-tokenizer and the decoder of a `tokenizer.json` have in common.

Each is one step or a `Sequence` of steps, and its steps hold short strings and single characters.
Source: huggingface/tokenizers 0.23.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bpe_core.formats.checks import MAX_STEP_TEXT, read_flag, read_string, shown, wrong

_MAX_DEPTH = 8


def flattened(part: object, key: str, depth: int = 0) -> Iterator[object]:
    """Yield the steps of a part one by one, those of a `Sequence` under `key`; a sequence nested too deep as it is.

    >>> list(flattened({"type": "Sequence", "decoders": [{"type": "Fuse"}]}, "decoders")), list(flattened(None, ""))
    ([{'type': 'Fuse'}], [])
    """
    inner = part.get(key) if isinstance(part, dict) and part.get("type") == "Sequence" else None
    if isinstance(inner, list) and depth < _MAX_DEPTH:
        for step in inner:
            yield from flattened(step, key, depth + 1)
    elif part is not None:
        yield part


def read_short(value: object, file: str, where: str) -> str:
    """Return a string that a step looks for or inserts, of `MAX_STEP_TEXT` characters at most."""
    text = read_string(value, file, where)
    if len(text) > MAX_STEP_TEXT:
        raise wrong(file, where, expected=f"{MAX_STEP_TEXT} characters at most", found=str(len(text)))
    return text


def read_character(value: object, file: str, where: str) -> str:
    """Return a string that must be one character."""
    text = read_short(value, file, where)
    if len(text) != 1:
        raise wrong(file, where, expected="one character", found=shown(text))
    return text


def read_scheme(step: Mapping[str, Any], file: str, where: str) -> Any:
    """Return before which parts a Metaspace puts its sign: "always", "first" or "never".

    >>> read_scheme({"add_prefix_space": False}, "tokenizer.json", "key ")
    'never'
    """
    # Files of the first years say add_prefix_space, and nothing of a scheme.
    always = read_flag(step.get("add_prefix_space", True), file, f"{where}add_prefix_space")
    scheme = step.get("prepend_scheme", "always" if always else "never")
    if scheme not in ("always", "first", "never"):
        raise wrong(file, f"{where}prepend_scheme", expected="always, first or never", found=shown(scheme))
    return scheme
