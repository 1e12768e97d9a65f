"""The published tokenizers with a pipeline, from the original `tokenizer.json` files.

A data file is the original `tokenizer.json`, compressed, without its vocabulary and merges; these come from
the data that `bpe_core.tables` describes. NOTICE.md has the origin, licence, and hash of each original.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.formats.checks import Part
from bpe_core.formats.huggingface_file import Vocabulary, read_added, with_vocabulary
from bpe_core.formats.huggingface_pipeline import read_pipeline
from bpe_core.published import WITH_PIPELINE
from bpe_core.tables import DATA, put_together, read_merges, taken_ids
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import Pair

_NEVER_IN_UTF8 = {0xC0, 0xC1, *range(0xF5, 0x100)}
_LACKING: Mapping[str, set[int]] = {"gpt_neox": _NEVER_IN_UTF8}


def load_with_pipeline(name: str) -> Tokenizer:
    """Return the tokenizer with a name in `WITH_PIPELINE`.

    >>> qwen = load_with_pipeline("qwen2.5")
    >>> qwen.steps.normalizers, qwen.id_of_string["Ġthe"], qwen.merges[2]
    ((NormalForm(form='NFC'),), 279, ((72, 77), 258))
    >>> qwen.merges is load_with_pipeline("qwen3").merges
    True
    """
    rest = Part(json.loads(zlib.decompress((DATA / f"{name}.rest.zlib").read_bytes())), name)
    content_of_id = {token["id"]: token["content"] for token in rest.value["added_tokens"]}
    file = WITH_PIPELINE[name]
    string_of_id, merges = _learned(file, taken_ids(content_of_id, read_merges(file)))
    # An added token is in the vocabulary if its id is lower than that of some ordinary token.
    last = max(string_of_id)
    before = {id_: content for id_, content in content_of_id.items() if id_ < last}
    strings = {string: id_ for id_, string in sorted({**before, **string_of_id}.items())}
    steps = replace(read_pipeline(rest, own_patterns=False), in_blocks=True)
    return with_vocabulary(rest, steps, Vocabulary(strings, merges, read_added(rest, strings, steps)))


@cache
def _learned(file: str, taken: frozenset[int]) -> tuple[Mapping[int, str], tuple[tuple[Pair, int], ...]]:
    """Return the ordinary tokens and the merges, which tokenizers share that differ only in their added tokens."""
    pairs, lacking = read_merges(file), _LACKING.get(file, set())
    glyphs = sorted(glyph for byte, glyph in enumerate(BYTE_GLYPHS) if byte not in lacking)
    tokens = put_together(glyphs, pairs, taken)
    ids = [*range(len(tokens))]  # one object for each id, however many merges name it
    string_of_id = {id_: token for id_, token in zip(ids, tokens, strict=True) if token}
    left, right = (map(ids.__getitem__, column) for column in pairs.T.tolist())
    merges = tuple(zip(zip(left, right, strict=True), [*string_of_id][len(glyphs) :], strict=True))
    return string_of_id, merges
