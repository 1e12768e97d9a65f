"""Hugging Face's `tokenizer.json`, for byte-level BPE.

    added_tokens     the special tokens; they stand in the vocabulary too
    normalizer       none
    pre_tokenizer    Split by a pattern, each match a chunk; then ByteLevel, which writes bytes as glyphs
    decoder          ByteLevel
    model            BPE: vocab, token in glyphs -> id, which may have gaps; merges in the order of their ranks

What tokenizers do beyond that (a normalizer, a space put before the text, two patterns one after the other)
is read by `huggingface_file`. Three things are passed over, since they belong to a call and not to the ids of
a text: truncation, padding, and the tokens that a `post_processor` puts around a text. Source:
huggingface/tokenizers, version 0.23.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import Any

import regex

from bpe_core.alphabets import BYTE_OF_GLYPH
from bpe_core.formats.checks import (
    MAX_FILE,
    MAX_TOKENS,
    FormatError,
    NeedsPipelineError,
    cannot_hold,
    check_count,
    more,
    read_flag,
    read_id,
    read_json,
    read_list,
    read_object,
    read_string,
    shown,
    wrong,
)
from bpe_core.formats.format import Format, Sure, reads_one
from bpe_core.formats.gpt2 import glyph_vocab_and_merges
from bpe_core.formats.huggingface_decoders import is_byte_level
from bpe_core.formats.huggingface_file import OTHER_MODELS, read_added, read_with_pipeline
from bpe_core.formats.split_patterns import read_pattern, try_pattern
from bpe_core.formats.vocabularies import check_special, read_glyph_merges, read_glyph_vocab
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.known_patterns import runs_on_any_text
from bpe_core.pipeline.oniguruma import means_the_same
from bpe_core.sandbox.safe_split import OwnSplit
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.reachable import reachable_ranks

_TITLE = "A Hugging Face tokenizer.json"
_GLYPHS_ONLY = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
_BRACED_PLUS = regex.compile(r"\{[0-9]*,?[0-9]*\}\+")
_LONGEST_OF_TWO_KINDS = 200


def write_huggingface(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the file; nothing is lost.

    A published pattern is written as it was first published: Hugging Face's engine takes the newer
    `{1,3}+` for a repetition of a repetition. Raises `FormatError` for a pattern of one's own with such a
    quantifier or with matches of no character, at which that engine cuts, and where tokens cannot be told
    apart by how they are written.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2))
    >>> json.loads(write_huggingface(tokenizer)["tokenizer.json"])["model"]["merges"]
    ['l o', 'lo w']
    """
    vocab, merges = glyph_vocab_and_merges(tokenizer, _TITLE)
    by_id = sorted(tokenizer.special_tokens.items(), key=lambda item: item[1])
    # Two words in one string, not a list of two: every version of the library reads that.
    lines = [f"{left} {right}" for left, right in merges]
    content = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(token, id_) for token, id_ in by_id],
        "normalizer": None,
        "pre_tokenizer": _pre_tokenizer(tokenizer.recipe.split_pattern),
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
    return {"tokenizer.json": json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8")}


def _added_token(token: str, id_: int) -> dict[str, object]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {"id": id_, "content": token, **flags}


def _pre_tokenizer(split_pattern: str | None) -> dict[str, object]:
    if split_pattern is None:
        return _GLYPHS_ONLY
    pattern = SPLIT_PATTERNS.get(split_pattern, split_pattern)
    if found := _BRACED_PLUS.search(pattern):
        reason = f"its regular expressions read {found.group()!r} in the split pattern as two repetitions"
        raise cannot_hold(_TITLE, reason)
    if split_pattern not in SPLIT_PATTERNS:
        tried = try_pattern(pattern)
        if isinstance(tried, OwnSplit) and tried.empty_matches:
            raise cannot_hold(_TITLE, "its split pattern can match no character, where the library would cut")
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [split, _GLYPHS_ONLY]}


def read_huggingface(
    data: bytes, *, name: str = "tokenizer.json", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    """Read a `tokenizer.json` of any kind of BPE; raises `FormatError` for one that is wrong or is none.

    What is byte-level BPE and nothing else becomes a plain `Tokenizer`, its added tokens special tokens; what does
    more (a normalizer, several cuts, added tokens that are not special, another decoder) a `PipelineTokenizer`.
    """
    content = read_json(data, name, max_bytes)
    if content.get("version", "1.0") != "1.0":
        raise wrong(name, "key version", expected="'1.0'", found=shown(content["version"]))
    if "model" not in content:
        expected = "the model of a tokenizer.json, or the merges of a vocabulary in a file beside it"
        raise wrong(name, "key model", expected=expected, found="no such key")
    model = read_object(content["model"], name, "key model")
    if (kind := model.get("type", _kind_of(model))) != "BPE":
        raise wrong(
            name,
            "key model.type",
            expected="'BPE'",
            found=shown(kind) if not isinstance(kind, str) else OTHER_MODELS.get(kind, shown(kind)),
        )
    try:
        return _read_plain(content, model, name, own_patterns=own_patterns)
    except NeedsPipelineError:
        return read_with_pipeline(content, name=name, own_patterns=own_patterns)


def _kind_of(model: dict[str, Any]) -> str:
    # Files of the first years name no type.
    if isinstance(model.get("vocab"), list):
        return "Unigram"
    return "WordPiece" if "max_input_chars_per_word" in model else "BPE"


def _read_plain(
    content: dict[str, Any], model: dict[str, Any], name: str, *, own_patterns: bool
) -> Tokenizer:
    if (normalizer := content.get("normalizer")) is not None:
        found = _type_of(normalizer)
        raise more(name, "key normalizer", expected="null, since it changes the text", found=found)
    for key, nothing in (("dropout", 0), ("continuing_subword_prefix", ""), ("end_of_word_suffix", "")):
        if model.get(key) not in (None, nothing) or model.get(key) is False:
            unknown = more if isinstance(model[key], str) else wrong
            raise unknown(name, f"key model.{key}", expected="null", found=shown(model[key]))
    for key in ("fuse_unk", "byte_fallback", "ignore_merges"):
        if model.get(key) is not None:
            read_flag(model[key], name, f"key model.{key}")
    if model.get("byte_fallback"):
        raise more(name, "key model.byte_fallback", expected="false", found="true")
    if not is_byte_level(decoder := content.get("decoder")):
        found = _type_of(decoder)
        raise more(name, "key decoder", expected="ByteLevel, or it makes another text of ids", found=found)
    split_pattern = _read_pre_tokenizer(content.get("pre_tokenizer"), name, own_patterns=own_patterns)
    entries = read_object(model.get("vocab"), name, "key model.vocab")
    added = read_added(content.get("added_tokens", []), name)
    special = list(_added_tokens(added, entries, name))
    contents = {token for _, token, _ in special}
    ordinary = {token: value for token, value in entries.items() if token not in contents}
    vocab = read_glyph_vocab(ordinary, name, "model.vocab")
    special_tokens = check_special(special, vocab.values(), name)
    _check_kinds_apart(
        [token["content"] for token in added if not token["normalized"]],
        [token["content"] for token in added if token["normalized"]],
        name,
    )
    merges = read_glyph_merges(vocab, _merges(model.get("merges"), name), name, "model.vocab")
    tokenizer = Tokenizer.from_merges(
        merges,
        id_of_byte={byte: vocab[glyph] for glyph, byte in BYTE_OF_GLYPH.items()},
        split_pattern=split_pattern,
        special_tokens=special_tokens,
        name=name,
    )
    if model.get("ignore_merges"):
        _check_merges_make_every_token(tokenizer, name)
    return tokenizer


def _type_of(part: object) -> str:
    return shown(part["type"]) if isinstance(part, dict) and "type" in part else shown(part)


def _read_pre_tokenizer(part: object, file: str, *, own_patterns: bool) -> str | None:
    where = "key pre_tokenizer"
    steps: list[Any] = [part]
    if isinstance(part, dict) and part.get("type") == "Sequence":
        steps = read_list(part.get("pretokenizers"), file, f"{where}.pretokenizers")
    types = [step.get("type") if isinstance(step, dict) else None for step in steps]
    if types not in (["ByteLevel"], ["Split", "ByteLevel"]):
        found = ", ".join(map(_type_of, steps[:5])) or "nothing"
        raise more(file, where, expected="ByteLevel, or one Split and ByteLevel", found=found)
    byte_level = {"use_regex": True} | steps[-1]
    adds_space, _, uses_regex = (
        read_flag(byte_level.get(key), file, f"{where}, {key}")
        for key in ("add_prefix_space", "trim_offsets", "use_regex")
    )
    if adds_space:
        expected = "add_prefix_space to be false, since a space put before the text changes it"
        raise more(file, where, expected=expected, found="true")
    if len(steps) == 1:
        return "gpt2" if uses_regex else None
    if uses_regex:
        expected = "use_regex to be false after a Split, or the text is cut by two patterns"
        raise more(file, where, expected=expected, found="true")
    return _read_split(steps[0], file, where, own_patterns=own_patterns)


def _read_split(split: dict[str, Any], file: str, where: str, *, own_patterns: bool) -> str:
    split_pattern = read_object(split.get("pattern"), file, f"{where}, pattern")
    if list(split_pattern) == ["String"]:
        raise more(file, f"{where}, pattern", expected="Regex", found="String")
    if len(split_pattern) > 1:
        found = ", ".join(map(shown, list(split_pattern)[:4]))
        raise wrong(file, f"{where}, pattern", expected="Regex alone", found=found)
    pattern = read_string(split_pattern.get("Regex"), file, f"{where}, pattern.Regex")
    if braces := _BRACED_PLUS.search(pattern):
        expected = "a pattern that all regular expressions read alike"
        raise more(file, f"{where}, pattern.Regex", expected=expected, found=repr(braces.group()))
    try:
        name = read_pattern(
            pattern, file, f"{where}, pattern.Regex", own_patterns=own_patterns, may_match_nothing=False
        )
    except FormatError as error:
        raise (NeedsPipelineError(str(error)) if runs_on_any_text(pattern) else error) from None
    if name not in SPLIT_PATTERNS and not means_the_same(pattern):
        expected = "a pattern that all regular expressions read alike"
        raise more(file, f"{where}, pattern.Regex", expected=expected, found=shown(pattern))
    way = split.get("behavior"), read_flag(split.get("invert"), file, f"{where}, invert")
    # To remove what does not match is to isolate what does, where the pattern leaves nothing over.
    if way != ("Isolated", False) and not (way == ("Removed", True) and name in SPLIT_PATTERNS):
        found = f"{shown(way[0])} with invert {shown(way[1])}"
        raise more(file, where, expected="the behavior 'Isolated' with invert false", found=found)
    return name


def _added_tokens(part: list[Any], vocab: dict[str, Any], file: str) -> Iterator[tuple[str, str, int]]:
    numbered: dict[str, int] = {}
    for number, value in enumerate(part):
        where = f"added_tokens[{number}]"
        token = read_object(value, file, where)
        content = read_string(token.get("content"), file, f"{where}.content")
        id_ = read_id(token.get("id"), file, f"{where}.id")
        for flag in ("single_word", "lstrip", "rstrip", "normalized", "special"):
            is_set = read_flag(token.get(flag), file, f"{where}.{flag}")
            if is_set and flag not in ("normalized", "special"):
                expected = "false, since it changes where the token is found"
                raise more(file, f"{where}.{flag}", expected=expected, found="true")
            if flag == "special" and not is_set:
                expected = "true, since any text spells the token and no decoder leaves it out"
                raise more(file, f"{where}.{flag}", expected=expected, found="false")
        if content in vocab:
            given = read_id(vocab[content], file, f"model.vocab, key {shown(content)}")
            expected = f"the id that model.vocab gives {shown(content)}, {given}"
        else:
            # The library does not look at the id in the file: it counts on from the size of the vocabulary.
            given = numbered.setdefault(content, len(vocab) + len(numbered))
            expected = f"{given}, since tokens that model.vocab lacks are numbered on from its size"
        if content and id_ != given:
            raise more(file, f"{where}.id", expected=expected, found=str(id_))
        if not content:
            raise more(file, f"{where}.content", expected="a special token", found="an empty one")
        if not content.isascii() and all(character in BYTE_OF_GLYPH for character in content):
            # The library's decoder takes é for the byte E9.
            expected = "a special token that is not written in the glyphs of bytes"
            raise more(file, f"{where}.content", expected=expected, found=shown(content))
        yield where, content, id_


def _check_kinds_apart(first: list[str], then: list[str], file: str) -> None:
    # The library looks for added tokens in two passes, first for those whose `normalized` is false: in "ab<pad>"
    # it finds <pad> even if ab< is an added token with true. One pass finds the same unless two such overlap;
    # that <pad> holds "pad" does no harm, for the longer one wins in one pass too.
    where = "key added_tokens"
    longest = max([*first, *then], key=len, default="")
    if first and then and len(longest) > _LONGEST_OF_TWO_KINDS:
        expected = (
            f"{_LONGEST_OF_TWO_KINDS} characters at most where normalized is true of some and false of others"
        )
        raise more(file, where, expected=expected, found=f"{shown(longest)} of {len(longest)}")
    by_start, by_end = sorted(first), sorted(token[::-1] for token in first)
    for token in then:
        held = (other for other in first if other in token)
        after = (_longer(by_start, token[cut:]) for cut in range(1, len(token)))
        before = (_longer(by_end, token[:cut][::-1])[::-1] for cut in range(1, len(token)))
        if other := next(filter(None, chain(held, after, before)), None):
            expected = "tokens that cannot overlap where normalized is true of one and false of the other"
            raise more(file, where, expected=expected, found=f"{shown(token)} and {shown(other)}")


def _longer(in_order: list[str], start: str) -> str:
    """Return the first of some strings in order that goes on after this start, or an empty one."""
    index = bisect_right(in_order, start)
    return in_order[index] if index < len(in_order) and in_order[index].startswith(start) else ""


def _merges(part: object, file: str) -> Iterator[tuple[str, str, str]]:
    merges = read_list(part, file, "key model.merges")
    check_count(len(merges), MAX_TOKENS, "merges", file, "key model.merges")
    for number, merge in enumerate(merges):
        where = f"model.merges[{number}]"
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        sides = merge.split(" ", 2) if isinstance(merge, str) else merge
        is_pair = isinstance(sides, list) and len(sides) == 2
        if not is_pair or not all(isinstance(side, str) and side for side in sides):
            raise wrong(file, where, expected="a merge, which is two tokens", found=shown(merge))
        if type(merge) is not type(merges[0]):
            kind = "a string" if isinstance(merges[0], str) else "a list of two"
            raise wrong(file, where, expected=f"{kind}, as the first merge is", found=shown(merge))
        yield where, sides[0], sides[1]


def _check_merges_make_every_token(tokenizer: Tokenizer, file: str) -> None:
    # `ignore_merges` looks a whole chunk up before merging, which matters only for a token that its own
    # bytes, merged, do not end in.
    new_ids = tokenizer.rules.new_ids
    if len(set(new_ids)) < len(new_ids):
        expected = "false, where several merges make one token"
        raise more(file, "key model.ignore_merges", expected=expected, found="true")
    for id_, reachable in zip(new_ids, reachable_ranks(tokenizer.merges), strict=True):
        if not reachable:
            expected = "false, unless the merges make every token of its own bytes"
            found = f"true, and they do not make {shown(tokenizer.vocab[id_])}, id {id_}"
            raise more(file, "key model.ignore_merges", expected=expected, found=found)


def _matches(name: str, start: bytes) -> Sure:
    if start.startswith(b"{"):
        return Sure.BY_KIND
    return Sure.BY_NAME if name.endswith(".json") else Sure.NOT


HUGGINGFACE = Format(
    name="huggingface",
    title="Hugging Face tokenizer.json",
    files="Hugging Face tokenizer.json",
    suffixes=(".json",),
    mime="application/json",
    keeps_pattern=True,
    note=(
        "For byte-level recipes. Hugging Face tokenizers loads it and gives the same ids; a split "
        "pattern of one's own may mean something else to its regular expressions."
    ),
    write=write_huggingface,
    matches=_matches,
    read=reads_one(read_huggingface),
)
"""The format of Hugging Face tokenizers."""
