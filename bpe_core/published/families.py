"""The published tokenizers that take steps, as the `tokenizer.json` that their makers publish.

A data file holds that file without its vocabulary and its merges (the frame), compressed; those are put in
from the data that `tables` describes. NOTICE.md has origin, licence, and the hash of the whole.
"""

import json
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.published.tables import DATA, put_together, read_merges

FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "qwen2.5": "qwen",
        "qwen3": "qwen",
        "deepseek_v3": "deepseek",
        "deepseek_v4": "deepseek",
        "gpt_neox": "gpt_neox",
    }
)
"""The tokenizers that take steps, each with the name of its merges."""

_NEVER_IN_UTF8 = {0xC0, 0xC1, *range(0xF5, 0x100)}
_LACKING: Mapping[str, set[int]] = {"gpt_neox": _NEVER_IN_UTF8}


def tokenizer_json(name: str) -> dict[str, Any]:
    """Return what the `tokenizer.json` of a name in `FAMILIES` holds.

    >>> content = tokenizer_json("qwen2.5")
    >>> content["normalizer"], content["model"]["vocab"]["Ġthe"], content["model"]["merges"][2]
    ({'type': 'NFC'}, 279, ['i', 'n'])
    """
    content: dict[str, Any] = json.loads(zlib.decompress((DATA / f"{name}.frame.zlib").read_bytes()))
    pairs, added = read_merges(FAMILIES[name]), content["added_tokens"]
    lacking = _LACKING.get(FAMILIES[name], set())
    glyphs = sorted(glyph for byte, glyph in enumerate(BYTE_GLYPHS) if byte not in lacking)
    string_of_id = put_together(glyphs, pairs, [token["id"] for token in added])
    # An added token that comes before a token of the vocabulary stands in it.
    last = max(string_of_id)
    before = {token["id"]: token["content"] for token in added if token["id"] < last}
    content["model"]["vocab"] = {string: id_ for id_, string in sorted((before | string_of_id).items())}
    content["model"]["merges"] = [[string_of_id[left], string_of_id[right]] for left, right in pairs.tolist()]
    return content
