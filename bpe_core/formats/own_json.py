"""This project's own JSON format, which can represent any tokenizer.

    {"format": "bpe-explorer", "version": 1, "name": "trained",
     "recipe": {"name": "characters", "alphabet": "characters", ...},
     "base": [[32, 0], [97, 1], ...],            base unit (byte value or code point), id
     "special_tokens": {"<|endoftext|>": 5},
     "merges": [[1, 2, 6], ...]}                 left id, right id, new id, in the order of their ranks

A recipe with normalizers has them under `normalizer`, as in a `tokenizer.json`. A tokenizer made from a rank
table has `ranks` (token in byte glyphs -> id) instead of `merges`. Ids may have gaps. A later version of the project reads the files of all earlier versions.
"""

import json
from dataclasses import MISSING, asdict, fields, replace
from typing import Any, get_args

from bpe_core.alphabets import BaseVocabulary, counts_bytes, from_glyphs, to_glyphs, unit_bytes
from bpe_core.formats.checks import (
    MAX_ADDED_TEXT,
    MAX_FILE,
    MAX_SPECIAL,
    MAX_STEPS,
    MAX_TOKENS,
    Part,
    check_count,
    read_json,
    shown,
    shown_token,
)
from bpe_core.formats.format import Format, Sure
from bpe_core.formats.huggingface_pipeline import read_normalizers, written_normalizers
from bpe_core.formats.split_patterns import read_pattern_or_name
from bpe_core.formats.vocabularies import Merges, check_length, check_special, read_glyph_vocab
from bpe_core.pipeline.normalizers import Lowercase
from bpe_core.pipeline.steps import Pipeline
from bpe_core.recipes import Recipe
from bpe_core.tokenizer import MergeRules, RankTable, Rules, Tokenizer
from bpe_core.types import AlphabetName, BoundaryKind, EncodeOrder, Pair, SecondStage, TieBreak

FORMAT = "bpe-explorer"
VERSION = 1
_LOWERCASE = "lowercase"
_NORMALIZERS = ("normalizer", "normalizers")

_NONE = object()

_CHOICES = {
    "alphabet": get_args(AlphabetName),
    "tie_break": get_args(TieBreak),
    "encode_order": get_args(EncodeOrder),
    "lifts": (None, *get_args(BoundaryKind)),
}
# The keys in the file are older than the names of the fields.
_SECOND_STAGE = {
    "walls_fall": "lifts",
    "walls_fall_at": "after",
    "keeps_colon_walls": "keeps_colons",
    "most_words": "max_words",
}


def write_own(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the file; nothing is lost, whatever the recipe.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("aab aac", recipe="characters", num_merges=2))
    >>> read_own(write_own(tokenizer)["tokenizer.bpe.json"]).merges
    (((1, 1), 4), ((4, 2), 5))
    """
    recipe, stage = asdict(replace(tokenizer.recipe, steps=None)), tokenizer.recipe.second_stage
    del recipe["second_stage"], recipe["steps"]
    if stage:
        recipe |= {key: getattr(stage, field) for key, field in _SECOND_STAGE.items()}
    if not tokenizer.steps.is_empty:
        recipe["normalizer"] = written_normalizers(tokenizer.steps, OWN.title)
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": tokenizer.name,
        "recipe": recipe,
        "base": [list(entry) for entry in tokenizer.base.id_of_unit.items()],
        "special_tokens": dict(tokenizer.special_tokens),
    }
    if tokenizer.mergeable_ranks is None:
        content["merges"] = [[left, right, new_id] for (left, right), new_id in tokenizer.merges]
    else:
        content["ranks"] = {to_glyphs(token): id_ for token, id_ in tokenizer.mergeable_ranks.items()}
    return {"tokenizer.bpe.json": json.dumps(content, ensure_ascii=False).encode("utf-8")}


def read_own(
    data: bytes, *, name: str = "tokenizer.bpe.json", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    """Read a file in this format; raises `FormatError` if it is invalid or from a later version."""
    content = read_json(data, name, max_bytes)
    for key, needed in (("format", FORMAT), ("version", VERSION)):
        found = content.at(key)
        if found.value != needed or type(found.value) is not type(needed):
            raise found.wrong(repr(needed))
    title = _read_name(content.at("name"))
    given = content.at("recipe")
    recipe = _read_recipe(given, own_patterns=own_patterns)
    merges, ranks = content.at("merges", _NONE), content.at("ranks", _NONE)
    if recipe.second_stage and (recipe.split_pattern is None or ranks.value is not _NONE):
        expected = "both a split pattern and merges, since the recipe lifts boundaries"
        raise given.wrong(expected, "at most one of the two")
    if (merges.value is _NONE) == (ranks.value is _NONE):
        both = "neither" if merges.value is _NONE else "both"
        raise content.wrong("either the key merges or the key ranks", both)
    id_of_unit = _read_base(content.at("base"), recipe)
    vocab = {id_: unit_bytes(unit, recipe.alphabet) for unit, id_ in id_of_unit.items()}
    listed = content.at("special_tokens")
    special_tokens = check_special(
        (
            (part.where, part._replace(value=token).string(), part.id())
            for token, part in zip(listed.object(), listed.items(), strict=True)
        ),
        vocab,
        name,
    )
    vocab |= {id_: token.encode("utf-8") for token, id_ in special_tokens.items()}
    base = BaseVocabulary(recipe.alphabet, id_of_unit, special_tokens, vocab)
    rules: Rules
    if ranks.value is _NONE:
        rules = MergeRules(tuple(_read_merges(merges, recipe, vocab)), base)
    else:
        rules = RankTable(_read_ranks(ranks, recipe, id_of_unit, set(special_tokens.values())))
    return Tokenizer(name=title, recipe=recipe, base=base, rules=rules, special_tokens=special_tokens)


def _read_recipe(part: Part, *, own_patterns: bool) -> Recipe:
    content = {key: value for key, value in part.object().items() if key not in _NORMALIZERS}
    known = {field.name for field in fields(Recipe)} - {"second_stage", "steps"} | _SECOND_STAGE.keys()
    # A file that was saved before a field existed lacks the field, which then has its default.
    needed = {field.name for field in fields(Recipe) if field.default is MISSING}
    if wrong_keys := (needed - content.keys()) | (content.keys() - known):
        first = min(wrong_keys)
        problem = "missing" if first in known else "unknown"
        raise part.wrong(f"the keys {', '.join(sorted(known))}", f"{shown(first)} {problem}")
    checked: dict[str, Any] = {}
    for name in content:
        key, found = _SECOND_STAGE.get(name, name), part.at(name)
        if key in _CHOICES:
            if found.value not in _CHOICES[key]:
                raise found.wrong(" or ".join(map(repr, _CHOICES[key])))
            checked[key] = found.value
        elif key in ("specials_first", "same_string_same_token", "keeps_colons"):
            checked[key] = found.flag()
        elif key == "special_tokens":
            tokens = [
                found._replace(value=token.value) for token in found.entries(MAX_SPECIAL, "special tokens")
            ]
            checked[key] = tuple(token.string() for token in tokens)
            if "" in checked[key] or len(set(checked[key])) < len(tokens):
                problem = "an empty one" if "" in checked[key] else "one of them twice"
                raise found.wrong("each special token once", problem)
        elif key in ("after", "max_words"):
            is_any = key == "max_words" and found.value is None
            checked[key] = None if is_any else found.id()
        elif key == "split_pattern":
            checked[key] = read_pattern_or_name(found, own_patterns=own_patterns)
        else:
            checked[key] = _read_name(found)
    stage = {key: checked.pop(key) for key in _SECOND_STAGE.values() if key in checked}
    lifts = SecondStage(**stage) if stage.get("lifts") else None
    return Recipe(**checked, second_stage=lifts, steps=_read_steps(part, own_patterns=own_patterns))


def _read_name(part: Part) -> str:
    """Return a name that a page can show within a sentence."""
    name = part.string()
    check_count(len(name), MAX_ADDED_TEXT, "characters", part.file, part.where)
    return name


def _read_steps(part: Part, *, own_patterns: bool) -> Pipeline | None:
    """Read the normalizers of a recipe; in older files, it could only name that of lower case."""
    names = [entry.value for entry in part.at("normalizers", []).entries(MAX_STEPS, "steps")]
    if any(name != _LOWERCASE for name in names):
        found = shown(next(name for name in names if name != _LOWERCASE))
        raise part.at("normalizers").wrong(repr(_LOWERCASE), found)
    given = read_normalizers(part.at("normalizer"), own_patterns=own_patterns)
    normalizers = (*([Lowercase()] if names else []), *given)
    return Pipeline(normalizers=normalizers) if normalizers else None


def _read_base(part: Part, recipe: Recipe) -> dict[int, int]:
    id_of_unit: dict[int, int] = {}
    taken: set[int] = set()
    last_unit = 0xFF if counts_bytes(recipe.alphabet) else 0x10FFFF
    for entry in part.entries():
        if not isinstance(entry.value, list) or len(entry.value) != 2:
            raise entry.wrong("a base unit and its id")
        unit, id_ = entry.value[0], entry._replace(value=entry.value[1]).id()
        if type(unit) is not int or not 0 <= unit <= last_unit or 0xD800 <= unit <= 0xDFFF:
            kind = "a byte from 0 to 255" if last_unit == 0xFF else "the code point of a character"
            raise entry.wrong(kind, shown(unit))
        if unit in id_of_unit or id_ in taken:
            found = f"{unit} with the id {id_}, one of them used before"
            raise entry.wrong("each base unit and each id once", found)
        id_of_unit[unit] = id_
        taken.add(id_)
    if recipe.alphabet == "bytes" and len(id_of_unit) < 256:
        missing = next(byte for byte in range(256) if byte not in id_of_unit)
        raise part.wrong("all 256 bytes", f"none of 0x{missing:02X}")
    return id_of_unit


def _read_merges(part: Part, recipe: Recipe, known: dict[int, bytes]) -> Merges:
    vocab = dict(known)
    merges: Merges = []
    pairs: dict[Pair, int] = {}
    total = sum(map(len, vocab.values()))
    for number, entry in enumerate(part.entries(MAX_TOKENS, "merges")):
        if not isinstance(entry.value, list) or len(entry.value) != 3:
            raise entry.wrong("a left id, a right id and a new id")
        left, right, new_id = (entry._replace(value=id_).id() for id_ in entry.value)
        for side in (left, right):
            if side not in vocab:
                raise entry.wrong("ids of base units or of earlier merges", f"{side}, which is neither")
        token = vocab[left] + vocab[right]
        total += len(token)
        check_length(len(token), total, entry.file, entry.where)
        # A merge may make an existing token: in some recipes equal strings are one token, and a second stage
        # may learn a merge of the first stage again.
        is_second = recipe.second_stage is not None and number >= recipe.second_stage.after
        again = is_second and pairs.get((left, right)) == new_id
        same_string = recipe.same_string_same_token and vocab.get(new_id) == token
        if new_id in vocab and not (same_string or again):
            raise entry.wrong(
                f"a new id for {shown_token(token)}", f"{new_id}, the id of {shown_token(vocab[new_id])}"
            )
        if (left, right) in pairs and not (recipe.same_string_same_token or again):
            raise entry.wrong("each merge once", f"{left}, {right} again")
        pairs[left, right] = new_id
        vocab[new_id] = token
        merges.append(((left, right), new_id))
    return merges


def _read_ranks(
    part: Part, recipe: Recipe, id_of_unit: dict[int, int], special_ids: set[int]
) -> dict[bytes, int]:
    if recipe.alphabet != "bytes" or recipe.encode_order != "lowest-rank":
        raise part.wrong("merges, which may be missing only in byte-level BPE by lowest rank", "ranks")
    vocab = read_glyph_vocab(part.object(), part.file, "ranks")
    ranks = {from_glyphs(token): id_ for token, id_ in vocab.items()}
    for byte, id_ in id_of_unit.items():
        if ranks[bytes([byte])] != id_:
            found = f"{ranks[bytes([byte])]} for byte 0x{byte:02X}"
            raise part.wrong(f"the id that base gives, {id_}", found)
    for token, id_ in ranks.items():
        if id_ in special_ids:
            expected = f"an unused id for {shown_token(token)}"
            raise part.wrong(expected, f"{id_}, which a special token has")
    return ranks


def _matches(name: str, start: bytes) -> Sure:
    if (start.lstrip().startswith(b"{") or name.endswith(".json")) and f'"{FORMAT}"'.encode() in start:
        return Sure.BY_FIRST_BYTES
    return Sure.BY_OWN_NAME if name.endswith(".bpe.json") else Sure.NOT


OWN = Format(
    name="own",
    title="This project's JSON",
    files="a .bpe.json of this project",
    suffixes=(".bpe.json",),
    note="Can represent every recipe; nothing is lost. Only this project reads it.",
    write=write_own,
    matches=_matches,
    read=read_own,
)
"""The format of this project."""
