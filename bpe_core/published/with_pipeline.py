"""The published tokenizers with a pipeline, from the original `tokenizer.json` files.

A data file is the original `tokenizer.json`, compressed, without its vocabulary and merges; these come from
the data that `bpe_core.tables` describes. NOTICE.md has the origin, licence, and hash of each original.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import replace

from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.formats.checks import Part
from bpe_core.formats.huggingface_file import Vocabulary, read_added, with_vocabulary
from bpe_core.formats.huggingface_pipeline import read_pipeline
from bpe_core.published import WITH_PIPELINE
from bpe_core.tables import DATA, put_together, read_merges
from bpe_core.tokenizer import Tokenizer

_NEVER_IN_UTF8 = {0xC0, 0xC1, *range(0xF5, 0x100)}
_LACKING: Mapping[str, set[int]] = {"gpt_neox": _NEVER_IN_UTF8}


def load_with_pipeline(name: str) -> Tokenizer:
    """Return the tokenizer with a name in `WITH_PIPELINE`.

    >>> qwen = load_with_pipeline("qwen2.5")
    >>> qwen.steps.normalizers, qwen.id_of_string["Ġthe"], qwen.merges[2]
    ((NormalForm(form='NFC'),), 279, ((72, 77), 258))
    """
    rest = Part(json.loads(zlib.decompress((DATA / f"{name}.rest.zlib").read_bytes())), name)
    pairs, added = read_merges(WITH_PIPELINE[name]), rest.value["added_tokens"]
    lacking = _LACKING.get(WITH_PIPELINE[name], set())
    glyphs = sorted(glyph for byte, glyph in enumerate(BYTE_GLYPHS) if byte not in lacking)
    tokens = put_together(glyphs, pairs, [token["id"] for token in added])
    string_of_id = {id_: token for id_, token in enumerate(tokens) if token}
    merges = tuple(zip(zip(*pairs.T.tolist(), strict=True), [*string_of_id][len(glyphs) :], strict=True))
    # An added token is in the vocabulary if its id is lower than that of some ordinary token.
    last = max(string_of_id)
    before = {token["id"]: token["content"] for token in added if token["id"] < last}
    strings = {string: id_ for id_, string in sorted((before | string_of_id).items())}
    steps = replace(read_pipeline(rest, own_patterns=False), in_blocks=True)
    return with_vocabulary(rest, steps, Vocabulary(strings, merges, read_added(rest, strings, steps)))
