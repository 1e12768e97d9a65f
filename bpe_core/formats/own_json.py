"""A JSON of this project that holds any tokenizer: recipe, base units, merges or ranks, special tokens.

    {"format": "bpe-explorer", "version": 1, "name": "trained",
     "recipe": {"name": "characters", "alphabet": "characters", ...},
     "base": [[32, 0], [97, 1], ...],            base unit (byte value or code point), id
     "special_tokens": {"<|endoftext|>": 5},
     "merges": [[1, 2, 6], ...]}                 left id, right id, new id, in the order of their ranks

A tokenizer made from a table of ranks has `ranks`, a token in byte glyphs -> id, in place of `merges`.
Ids may have gaps. A later version of the project reads all earlier versions of the file.
"""

import json
from collections.abc import Iterator
from dataclasses import MISSING, asdict, fields
from typing import Any, get_args

from bpe_core.alphabets import BaseVocabulary, counts_bytes, from_glyphs, to_glyphs, unit_bytes
from bpe_core.formats.checks import (
    MAX_ADDED_TEXT,
    MAX_FILE,
    MAX_SPECIAL,
    MAX_TOKENS,
    check_count,
    read_flag,
    read_id,
    read_json,
    read_list,
    read_object,
    read_string,
    shown,
    shown_token,
    wrong,
)
from bpe_core.formats.format import Format, Sure, reads_one
from bpe_core.formats.split_patterns import read_pattern_or_name
from bpe_core.formats.vocabularies import Merges, check_length, check_special, read_glyph_vocab
from bpe_core.pipeline.normalizers import Lowercase
from bpe_core.pipeline.steps import NO_STEPS, Pipeline
from bpe_core.tokenizer import MergeRules, RankTable, Rules, Tokenizer
from bpe_core.types import AlphabetName, EncodeOrder, Pair, Recipe, TieBreak, WallKind

FORMAT = "bpe-explorer"
VERSION = 1
_LOWERCASE = "lowercase"

_CHOICES = {
    "alphabet": get_args(AlphabetName),
    "tie_break": get_args(TieBreak),
    "encode_order": get_args(EncodeOrder),
    "walls_fall": (None, *get_args(WallKind)),
}


def write_own(tokenizer: Tokenizer) -> dict[str, bytes]:
    """Return the file; nothing is lost, whatever the recipe.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("aab aac", recipe="characters", num_merges=2))
    >>> read_own(write_own(tokenizer)["tokenizer.bpe.json"]).merges
    (((1, 1), 4), ((4, 2), 5))
    """
    recipe = asdict(tokenizer.recipe)
    if not tokenizer.steps.is_empty:
        recipe["normalizers"] = [_LOWERCASE]
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
    """Read a file of ours; raises `FormatError` for one that is wrong or of a later version."""
    content = read_json(data, name, max_bytes)
    if content.get("format") != FORMAT:
        raise wrong(name, "key format", expected=f"{FORMAT!r}", found=shown(content.get("format")))
    if content.get("version") != VERSION or type(content["version"]) is not int:
        raise wrong(name, "key version", expected=str(VERSION), found=shown(content.get("version")))
    title = _read_name(content.get("name"), name, "key name")
    read_recipe = dict(read_object(content.get("recipe"), name, "key recipe"))
    steps = _read_steps(read_recipe.pop("normalizers", []), name, "key recipe.normalizers")
    recipe = _read_recipe(read_recipe, name, own_patterns=own_patterns)
    if recipe.walls_fall and (recipe.split_pattern is None or "ranks" in content):
        expected = "a split pattern and merges, where walls fall"
        raise wrong(name, "key recipe.walls_fall", expected=expected, found="neither or one of them")
    if ("merges" in content) == ("ranks" in content):
        found = "both" if "merges" in content else "neither"
        raise wrong(name, "", expected="either the key merges or the key ranks", found=found)
    id_of_unit = _read_base(content.get("base"), recipe, name)
    vocab = {id_: unit_bytes(unit, recipe.alphabet) for unit, id_ in id_of_unit.items()}
    entries = read_object(content.get("special_tokens"), name, "key special_tokens")
    special_tokens = check_special(_special_entries(entries, name), vocab, name)
    vocab |= {id_: token.encode("utf-8") for token, id_ in special_tokens.items()}
    base = BaseVocabulary(recipe.alphabet, id_of_unit, special_tokens, vocab)
    rules: Rules
    if "merges" in content:
        rules = MergeRules(tuple(_read_merges(content["merges"], recipe, vocab, name)), base)
    else:
        rules = RankTable(
            _read_ranks(content["ranks"], recipe, id_of_unit, set(special_tokens.values()), name)
        )
    return Tokenizer(
        name=title,
        recipe=recipe,
        base=base,
        rules=rules,
        special_tokens=special_tokens,
        steps=steps,
    )


def _read_recipe(content: dict[str, object], file: str, *, own_patterns: bool) -> Recipe:
    known = {field.name for field in fields(Recipe)}
    # A file that was saved before a field existed does without it, and means its default.
    needed = {field.name for field in fields(Recipe) if field.default is MISSING}
    if wrong_keys := (needed - content.keys()) | (content.keys() - known):
        first = min(wrong_keys)
        problem = "missing" if first in known else "unknown"
        expected = f"the keys {', '.join(sorted(known))}"
        raise wrong(file, "key recipe", expected=expected, found=f"{shown(first)} {problem}")
    checked: dict[str, Any] = {}
    for key, found in content.items():
        where = f"key recipe.{key}"
        if key in _CHOICES:
            if found not in _CHOICES[key]:
                raise wrong(file, where, expected=" or ".join(map(repr, _CHOICES[key])), found=shown(found))
            checked[key] = found
        elif key in ("specials_first", "same_string_same_token", "keeps_colon_walls"):
            checked[key] = read_flag(found, file, where)
        elif key == "special_tokens":
            tokens = read_list(found, file, where)
            check_count(len(tokens), MAX_SPECIAL, "special tokens", file, where)
            checked[key] = tuple(read_string(token, file, where) for token in tokens)
            if "" in tokens or len(set(tokens)) < len(tokens):
                problem = "an empty one" if "" in tokens else "one of them twice"
                raise wrong(file, where, expected="each special token once", found=problem)
        elif key in ("walls_fall_at", "most_words"):
            is_any = key == "most_words" and found is None
            checked[key] = None if is_any else read_id(found, file, where)
        elif key == "split_pattern":
            checked[key] = read_pattern_or_name(found, file, where, own_patterns=own_patterns)
        else:
            checked[key] = _read_name(found, file, where)
    return Recipe(**checked)


def _read_name(value: object, file: str, where: str) -> str:
    """Return what a page may show in the middle of a sentence."""
    name = read_string(value, file, where)
    check_count(len(name), MAX_ADDED_TEXT, "characters", file, where)
    return name


def _read_steps(value: object, file: str, where: str) -> Pipeline:
    """Return the steps of a file that was saved when a recipe could name a normalizer, or of one read from such."""
    names = read_list(value, file, where)
    if wrong_name := next((name for name in names if name != _LOWERCASE), None):
        raise wrong(file, where, expected=repr(_LOWERCASE), found=shown(wrong_name))
    return Pipeline(normalizers=(Lowercase(),)) if names else NO_STEPS


def _read_base(value: object, recipe: Recipe, file: str) -> dict[int, int]:
    id_of_unit: dict[int, int] = {}
    taken: set[int] = set()
    last_unit = 0xFF if counts_bytes(recipe.alphabet) else 0x10FFFF
    for number, entry in enumerate(read_list(value, file, "key base")):
        where = f"base[{number}]"
        if not isinstance(entry, list) or len(entry) != 2:
            raise wrong(file, where, expected="a base unit and its id", found=shown(entry))
        unit, id_ = entry[0], read_id(entry[1], file, where)
        if type(unit) is not int or not 0 <= unit <= last_unit or 0xD800 <= unit <= 0xDFFF:
            kind = "a byte from 0 to 255" if last_unit == 0xFF else "the code point of a character"
            raise wrong(file, where, expected=kind, found=shown(unit))
        if unit in id_of_unit or id_ in taken:
            found = f"{unit} with the id {id_}, one of them again"
            raise wrong(file, where, expected="each base unit and each id once", found=found)
        id_of_unit[unit] = id_
        taken.add(id_)
    if recipe.alphabet == "bytes" and len(id_of_unit) < 256:
        missing = next(byte for byte in range(256) if byte not in id_of_unit)
        raise wrong(file, "key base", expected="all 256 bytes", found=f"none of 0x{missing:02X}")
    return id_of_unit


def _read_merges(value: object, recipe: Recipe, known: dict[int, bytes], file: str) -> Merges:
    vocab = dict(known)
    merges: Merges = []
    pairs: dict[Pair, int] = {}
    total = sum(map(len, vocab.values()))
    listed = read_list(value, file, "key merges")
    check_count(len(listed), MAX_TOKENS, "merges", file, "key merges")
    for number, entry in enumerate(listed):
        where = f"merges[{number}]"
        if not isinstance(entry, list) or len(entry) != 3:
            raise wrong(file, where, expected="a left id, a right id and a new id", found=shown(entry))
        left, right, new_id = (read_id(id_, file, where) for id_ in entry)
        for part in (left, right):
            if part not in vocab:
                expected = "ids of base units or of earlier merges"
                raise wrong(file, where, expected=expected, found=f"{part}, which is neither")
        total += len(vocab[left]) + len(vocab[right])
        check_length(len(vocab[left]) + len(vocab[right]), total, file, where)
        token = vocab[left] + vocab[right]
        # In some recipes a string is one token however it was made: a merge may make one that is there. Where
        # walls fell, a merge may be learned again, across them.
        again = pairs.get((left, right)) == new_id and recipe.walls_fall and number >= recipe.walls_fall_at
        same_string = recipe.same_string_same_token and vocab.get(new_id) == token
        if new_id in vocab and not (same_string or again):
            found = f"{new_id}, the id of {shown_token(vocab[new_id])}"
            raise wrong(file, where, expected=f"a new id for {shown_token(token)}", found=found)
        if (left, right) in pairs and not (recipe.same_string_same_token or again):
            raise wrong(file, where, expected="each merge once", found=f"{left}, {right} again")
        pairs[left, right] = new_id
        vocab[new_id] = token
        merges.append(((left, right), new_id))
    return merges


def _read_ranks(
    value: object, recipe: Recipe, id_of_unit: dict[int, int], special_ids: set[int], file: str
) -> dict[bytes, int]:
    if recipe.alphabet != "bytes" or recipe.encode_order != "lowest-rank":
        expected = "merges, since only bytes joined by lowest rank can go without"
        raise wrong(file, "key ranks", expected=expected, found="ranks")
    vocab = read_glyph_vocab(read_object(value, file, "key ranks"), file, "ranks")
    ranks = {from_glyphs(token): id_ for token, id_ in vocab.items()}
    for byte, id_ in id_of_unit.items():
        if ranks[bytes([byte])] != id_:
            found = f"{ranks[bytes([byte])]} for byte 0x{byte:02X}"
            raise wrong(file, "key ranks", expected=f"the id that base gives, {id_}", found=found)
    for token, id_ in ranks.items():
        if id_ in special_ids:
            found = f"{id_}, which a special token has"
            expected = f"an id of its own for {shown_token(token)}"
            raise wrong(file, "key ranks", expected=expected, found=found)
    return ranks


def _special_entries(entries: dict[str, Any], file: str) -> Iterator[tuple[str, str, int]]:
    for token, value in entries.items():
        where = f"special_tokens, key {shown(token)}"
        yield where, read_string(token, file, where), read_id(value, file, where)


def _matches(name: str, start: bytes) -> Sure:
    if (start.startswith(b"{") or name.endswith(".json")) and f'"{FORMAT}"'.encode() in start:
        return Sure.BY_FIRST_BYTES
    return Sure.BY_OWN_NAME if name.endswith(".bpe.json") else Sure.NOT


OWN = Format(
    name="own",
    title="This project's JSON",
    files="a .bpe.json saved here",
    suffixes=(".bpe.json",),
    mime="application/json",
    keeps_pattern=True,
    note="Holds every recipe, with nothing lost. Only this project reads it.",
    write=write_own,
    matches=_matches,
    read=reads_one(read_own),
)
"""The format of this project."""
