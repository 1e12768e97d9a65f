"""Hugging Face's `tokenizer.json`, for byte-level BPE.

    added_tokens     the special tokens, which are in the vocabulary too
    normalizer       that of the recipe, if it has one
    pre_tokenizer    Split by a pattern, each match a chunk; then ByteLevel, which writes bytes as glyphs
    decoder          ByteLevel
    model            BPE: vocab, token in glyphs -> id, which may have gaps; merges in the order of their ranks

`huggingface_pipeline` reads the pipeline of a file, `huggingface_file` its vocabulary. If they contain only
the above but no normalizer, the result is a plain `Tokenizer`; otherwise a `Tokenizer` with a pipeline. Truncation, padding,
and the tokens that a `post_processor` adds around a text are ignored, since they do not change the ids of the
text. Source: huggingface/tokenizers, version 0.23.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bpe_core.alphabets import BYTE_OF_GLYPH
from bpe_core.dialects import FANCY, in_both, translated
from bpe_core.formats.checks import MAX_FILE, MAX_SPECIAL, FormatError, cannot_hold, read_json, shown
from bpe_core.formats.format import Format, Sure, by_start_or_name
from bpe_core.formats.huggingface_file import (
    OTHER_MODELS,
    TITLE,
    Vocabulary,
    added_entry,
    read_vocabulary,
    with_vocabulary,
)
from bpe_core.formats.huggingface_pipeline import read_pipeline, written_normalizers
from bpe_core.formats.split_patterns import is_published, read_pattern
from bpe_core.formats.vocabularies import check_length, glyph_vocab_and_merges, is_decoded_as_bytes
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.added_tokens import AddedToken
from bpe_core.pipeline.decoders import ByteLevel as ByteLevelDecoder
from bpe_core.pipeline.known_patterns import runs_on_any_text
from bpe_core.pipeline.pre_tokenizers import ByteLevel, Split
from bpe_core.pipeline.steps import Pipeline
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.reachable import reachable_ranks
from bpe_core.types import Pair

_GLYPHS_ONLY = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}


def write_huggingface(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the file; nothing is lost.

    A published pattern is written in its first published form, without possessive quantifiers. A custom
    pattern that Hugging Face's regex engine would read differently is written as its translation (see
    `dialects`), which splits in the same way. Raises `FormatError` if there is none, for a pattern that may
    match an empty string, where Hugging Face would split, for two tokens that would be written the same way, and
    for a special token that the library would decode to another text.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2))
    >>> json.loads(write_huggingface(tokenizer)["tokenizer.json"])["model"]["merges"]
    ['l o', 'lo w']
    """
    vocab, merges = glyph_vocab_and_merges(tokenizer, TITLE, in_any_order=True, normalizes=True)
    written = tokenizer_json(
        vocab,
        merges,
        tokenizer.special_tokens,
        tokenizer.recipe.split_pattern,
        normalizer=written_normalizers(tokenizer.steps, TITLE),
    )
    return {"tokenizer.json": written}


def tokenizer_json(
    vocab: Mapping[str, int],
    merges: Sequence[tuple[str, ...]],
    special_tokens: Mapping[str, int],
    split_pattern: str | None,
    *,
    normalizer: dict[str, Any] | None = None,
) -> bytes:
    """Return a file for byte-level BPE; `vocab` and `merges` are in byte glyphs, special tokens are text."""
    by_id = sorted(special_tokens.items(), key=lambda item: item[1])
    # A merge is one string with both tokens, since only newer versions of the library read a list of two.
    lines = [*map(" ".join, merges)]
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [added_entry(token, id_) for token, id_ in by_id],
        "normalizer": normalizer,
        "pre_tokenizer": _pre_tokenizer(split_pattern),
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocab,
            "merges": lines,
        },
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8")


def _pre_tokenizer(split_pattern: str | None) -> dict[str, object]:
    if split_pattern is None:
        return _GLYPHS_ONLY
    pattern = SPLIT_PATTERNS.get(split_pattern, split_pattern)
    if split_pattern not in SPLIT_PATTERNS:
        own = translated(pattern, FANCY)
        if own.may_be_empty:
            reason = "its split pattern can match an empty string, and the library would split there"
            raise cannot_hold(TITLE, reason)
        pattern = pattern if in_both(pattern) else own.written
        if not in_both(pattern) or translated(pattern, FANCY).written != own.written:
            raise cannot_hold(TITLE, f"its regular expressions cannot express {shown(split_pattern)}")
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [split, _GLYPHS_ONLY]}


def read_huggingface(
    data: bytes, *, name: str = "tokenizer.json", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    """Read a `tokenizer.json` of any kind of BPE; raises `FormatError` if it is invalid or not BPE.

    Plain byte-level BPE becomes a plain `Tokenizer` with its added tokens as special tokens. A file with
    anything else (a normalizer, several pre-tokenizers, added tokens that are not special, another decoder)
    becomes a `Tokenizer` with a pipeline.
    """
    content = read_json(data, name, max_bytes)
    model = content.at("model")
    if not isinstance(model.value, dict):
        # A vocabulary may have tokens with the names of these keys: in GPT-2's, "model" and "version" are ids.
        expected = "the model of a tokenizer.json, or a vocab.json together with its merges"
        raise model.wrong(expected, "" if "model" in content.object() else "no such key")
    if (version := content.at("version", "1.0")).value != "1.0":
        raise version.wrong("'1.0'")
    kind = model.at("type", _kind_of(model.object()))
    if kind.value != "BPE":
        known = isinstance(kind.value, str) and OTHER_MODELS.get(kind.value)
        raise kind.wrong("'BPE'", known or shown(kind.value))
    steps = read_pipeline(content, own_patterns=own_patterns)
    vocabulary = read_vocabulary(content, steps)
    plain = _plain(steps, vocabulary, name, own_patterns=own_patterns)
    return plain or with_vocabulary(content, steps, vocabulary)


def _kind_of(model: dict[str, Any]) -> str:
    # Files from the library's first years have no type.
    if isinstance(model.get("vocab"), list):
        return "Unigram"
    return "WordPiece" if "max_input_chars_per_word" in model else "BPE"


def _plain(steps: Pipeline, vocabulary: Vocabulary, file: str, *, own_patterns: bool) -> Tokenizer | None:
    """Return an equivalent tokenizer without a pipeline; None if the file has more than byte-level BPE."""
    *before, last = steps.pre_tokenizers or (None,)
    splits = [step for step in before if isinstance(step, Split)]
    only_bytes = Pipeline(units="bytes", decoders=(ByteLevelDecoder(),))
    if replace(steps, pre_tokenizers=(), whole_chunks=False, fuses_unknown=False) != only_bytes:
        return None
    if len(before) > 1 or splits != before:
        return None
    if last != ByteLevel(use_regex=False) and (splits or last != ByteLevel()):
        return None
    strings, merges, added = vocabulary
    special = {token.content: token.token_id for token in added}
    vocab = {string: id_ for string, id_ in strings.items() if string not in special}
    if not _is_byte_level(vocab, merges) or not _are_special(added, vocab):
        return None
    check_length(0, sum(map(len, vocab)), file, "key model.vocab")
    split_pattern = "gpt2" if last == ByteLevel() else None
    if splits and (split_pattern := _split_pattern(splits[0], file, own_patterns=own_patterns)) is None:
        return None
    tokenizer = Tokenizer.from_merges(
        merges,
        id_of_byte={byte: vocab[glyph] for glyph, byte in BYTE_OF_GLYPH.items()},
        split_pattern=split_pattern,
        special_tokens=special,
        name=file,
    )
    return tokenizer if not steps.whole_chunks or _merges_make_every_token(tokenizer) else None


def _is_byte_level(vocab: Mapping[str, int], merges: Sequence[tuple[Pair, int]]) -> bool:
    """Return whether all 256 bytes are in the vocabulary, and every other token is a merge of two earlier ones."""
    if not vocab.keys() >= BYTE_OF_GLYPH.keys() or not BYTE_OF_GLYPH.keys() >= set("".join(vocab)):
        return False
    made = {vocab[glyph] for glyph in BYTE_OF_GLYPH}
    for (left, right), new_id in merges:
        if left not in made or right not in made:
            return False
        made.add(new_id)
    return made == set(vocab.values())


def _are_special(added: Sequence[AddedToken], vocab: Mapping[str, int]) -> bool:
    """Return whether added tokens behave like special tokens: always found, and decoded unchanged."""
    if len(added) > MAX_SPECIAL or not {token.token_id for token in added}.isdisjoint(vocab.values()):
        return False
    for token in added:
        if not token.special or token.lstrip or token.rstrip or token.single_word:
            return False
        if is_decoded_as_bytes(token.content):
            return False
    # The library searches for tokens with `normalized` in a second pass; if only some tokens have this flag,
    # a single pass might find different tokens.
    return len({token.normalized for token in added}) < 2


def _split_pattern(split: Split, file: str, *, own_patterns: bool) -> str | None:
    """Return the pattern of a split, or its name if published; None if a plain tokenizer splits differently."""
    pattern = split.pattern
    if not split.is_regex:
        return None
    if not is_published(pattern) and (not in_both(pattern) or translated(pattern, FANCY).may_be_empty):
        return None
    try:
        name = read_pattern(pattern, file, "key pre_tokenizer.pattern", own_patterns=own_patterns)
    except FormatError:
        if runs_on_any_text(pattern):
            return None
        raise
    # If a pattern matches everything, removing the text between the matches is the same as isolating them.
    way = split.behavior, split.invert
    same = way == ("Isolated", False) or (way == ("Removed", True) and name in SPLIT_PATTERNS)
    return name if same else None


def _merges_make_every_token(tokenizer: Tokenizer) -> bool:
    # With `ignore_merges`, whole chunks are looked up before merging. This matters only for a token that does
    # not result from merging its own bytes.
    new_ids = tokenizer.rules.new_ids
    return len(set(new_ids)) == len(new_ids) and all(reachable_ranks(tokenizer.merges))


HUGGINGFACE = Format(
    name="huggingface",
    title="Hugging Face tokenizer.json",
    files="Hugging Face tokenizer.json",
    suffixes=(".json",),
    note="For byte-level recipes. Hugging Face tokenizers loads it and gives the same ids.",
    write=write_huggingface,
    matches=by_start_or_name(rb"\{", Sure.BY_KIND, ".json", Sure.BY_NAME),
    read=read_huggingface,
)
"""The format of Hugging Face tokenizers."""
