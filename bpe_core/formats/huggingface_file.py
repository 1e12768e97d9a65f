"""A `tokenizer.json` with steps: whatever Hugging Face tokenizers calls BPE, with what it does before and after.

The pipeline is read by `huggingface_pipeline`; here are the vocabulary, the merges and the added tokens. The rest
of a file, its frame, is kept so that it can be written: with it what belongs to a call and not to the ids of a
text (truncation, padding, and what a `post_processor` puts around). Source: huggingface/tokenizers 0.23.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bpe_core.alphabets import BYTE_GLYPHS, BYTE_OF_GLYPH, BaseVocabulary, from_glyphs
from bpe_core.formats.checks import (
    MAX_ADDED,
    MAX_ID,
    MAX_TOKEN,
    MAX_TOKENS,
    cannot_open,
    check_count,
    read_flag,
    read_id,
    read_list,
    read_object,
    read_string,
    shown,
    wrong,
)
from bpe_core.formats.vocabularies import AddedLengths, check_length
from bpe_core.pipeline.added_tokens import AddedToken, finders
from bpe_core.pipeline.steps import Pipeline
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.strings import ListedRules
from bpe_core.types import BpeError, Pair, Recipe

OTHER_MODELS: Mapping[str, str] = {
    "Unigram": "Unigram (SentencePiece's other model), which keeps the likeliest cut and merges nothing",
    "WordPiece": "WordPiece, which takes the longest match and merges nothing",
    "WordLevel": "WordLevel, which looks whole words up",
}
"""The models that are no BPE, by the name that the file gives them, and what they are."""


class Vocabulary(NamedTuple):
    """The vocabulary of a `tokenizer.json`: ids by the strings in the file, merges by rank, added tokens."""

    strings: Mapping[str, int]
    merges: tuple[tuple[Pair, int], ...]
    added: tuple[AddedToken, ...]


def read_vocabulary(content: Mapping[str, Any], steps: Pipeline, *, name: str) -> Vocabulary:
    """Return the vocabulary of what a `tokenizer.json` holds; raises `FormatError` where it is wrong."""
    model = read_object(content.get("model"), name, "key model")
    strings = _vocabulary(model.get("vocab"), name)
    merges = _merges(model.get("merges"), strings, steps.prefix, name)
    return Vocabulary(strings, merges, read_added(content, strings, steps, name=name))


def with_vocabulary(
    content: Mapping[str, Any], steps: Pipeline, vocabulary: Vocabulary, *, name: str
) -> Tokenizer:
    """Make a tokenizer of a pipeline and a vocabulary; all else is read from `content`.

    Raises `FormatError` for added tokens that are too long for the pipeline.
    """
    strings, merges, added = vocabulary
    try:
        finders(added, steps.normalizers)
    except BpeError as error:
        raise cannot_open(name, [str(error).rstrip(".")]) from None
    steps = replace(steps, added_tokens=added, unknown=_unknown(content["model"], strings, name))
    listed = {id_: token_bytes(string, steps) for string, id_ in strings.items()}
    check_length(0, sum(map(len, listed.values())), name, "key model.vocab")
    special = {token.content: token.token_id for token in added if token.special}
    listed |= {token.token_id: token.content.encode("utf-8") for token in added}
    base = BaseVocabulary("bytes", _ids_of_bytes(strings, steps), special, {})
    recipe = Recipe(
        name=name, title=name, alphabet="bytes", split_pattern=None, source="a Hugging Face tokenizer.json"
    )
    return Tokenizer(
        name=name,
        recipe=recipe,
        base=base,
        rules=ListedRules(merges=merges, base=base, listed=listed, id_of_string=strings),
        special_tokens=special,
        steps=steps,
        frame=rest_of_json(content, name),
    )


def rest_of_json(content: Mapping[str, Any], file: str) -> bytes:
    """Return what a `tokenizer.json` holds, but for its vocabulary and its merges, as JSON.

    >>> rest_of_json({"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}, "tokenizer.json")
    b'{"version":"1.0","model":{"type":"BPE"}}'
    """
    model = {key: value for key, value in content["model"].items() if key not in ("vocab", "merges")}
    frame = {**content, "model": model}
    try:
        written = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        # Python nests a little less deep in writing than it did in reading.
        found = "lists or objects nested too deep"
        raise wrong(file, "", expected="JSON of a few levels", found=found) from None
    # Half a character, of which nothing is read, is written as the escape that JSON has for it.
    return written.encode("utf-8", "backslashreplace")


def write_with_pipeline(tokenizer: Tokenizer) -> bytes:
    """Return the `tokenizer.json`: what it was read from, with each merge as a list of two."""
    strings = tokenizer.id_of_string
    string_of_id = {id_: string for string, id_ in strings.items()}
    merges = [[string_of_id[left], string_of_id[right]] for (left, right), _ in tokenizer.merges]
    content = json.loads(tokenizer.frame)
    content["model"] |= {"vocab": dict(strings), "merges": merges}
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "backslashreplace")


def token_bytes(string: str, steps: Pipeline) -> bytes:
    r"""Return the bytes that a token of the vocabulary stands for, as its decoder would give them.

    >>> token_bytes("Ġthe", Pipeline(units="bytes")), token_bytes("▁the", Pipeline(units="characters"))
    (b' the', b' the')
    >>> token_bytes("<0x0A>", Pipeline(units="characters", byte_fallback=True))
    b'\n'
    """
    string = string.removeprefix(steps.prefix)
    if steps.suffix and string.endswith(steps.suffix):
        space = BYTE_GLYPHS[ord(" ")] if steps.writes_bytes else " "
        string = string.removesuffix(steps.suffix) + space
    if steps.writes_bytes:
        try:
            return from_glyphs(string)
        except BpeError:
            return string.encode("utf-8")
    if steps.byte_fallback and len(string) == 6 and string.startswith("<0x") and string.endswith(">"):
        try:
            return bytes([int(string[3:5], 16)])
        except ValueError:
            pass
    return string.replace("▁", " ").encode("utf-8")


def read_added(
    content: Mapping[str, Any], strings: Mapping[str, int], steps: Pipeline, *, name: str
) -> tuple[AddedToken, ...]:
    """Return the added tokens of what a `tokenizer.json` holds, with the ids that the library gives them.

    Raises `FormatError` where they are wrong.
    """
    file = name
    listed = read_list(content.get("added_tokens", []), file, "key added_tokens")
    check_count(len(listed), MAX_ADDED, "added tokens", file, "key added_tokens")
    found: dict[str, AddedToken] = {}
    lengths = AddedLengths()
    numbered = 0
    for number, value in enumerate(listed):
        where = f"added_tokens[{number}]"
        token = read_object(value, file, where)
        string = read_string(token.get("content"), file, f"{where}.content")
        read_id(token.get("id"), file, f"{where}.id")
        flags = {
            key: read_flag(token.get(key), file, f"{where}.{key}")
            for key in ("special", "normalized", "lstrip", "rstrip", "single_word")
        }
        if not string:
            continue
        lengths.check(string, file, f"{where}.content")
        if string in found:
            given = found[string].token_id
        elif string in strings:
            given = strings[string]
        else:
            # The library does not look at the id in the file: it counts on from the vocabulary's size.
            given = len(strings) + numbered
            numbered += 1
        found.pop(string, None)
        found[string] = AddedToken(content=string, token_id=given, **flags)
    # Where ids have gaps, one that the library counts on to may be taken: the later of two tokens is found.
    of_id: dict[int, AddedToken] = {}
    for one in found.values():
        before = of_id.get(one.token_id)
        if before and before.normalized and one.normalized and steps.normalizers:
            # The library looks for what it made of the one under the name of the other.
            expected = f"an id of its own for the added token {shown(one.content)}"
            taken = f"{one.token_id}, which {shown(before.content)} has"
            raise wrong(file, "key added_tokens", expected=expected, found=taken)
        of_id[one.token_id] = one
    return tuple(of_id.values())


def _vocabulary(part: object, file: str) -> dict[str, int]:
    strings = read_object(part, file, "key model.vocab")
    check_count(len(strings), MAX_TOKENS, "tokens", file, "key model.vocab")
    taken: dict[int, str] = {}
    for string, id_ in strings.items():
        # What is said of an entry is put together only where it is wrong: there are hundreds of thousands.
        if type(id_) is not int or not 0 <= id_ <= MAX_ID or id_ in taken or len(string) > MAX_TOKEN:
            where = f"model.vocab, key {shown(string)}"
            check_length(len(string), 0, file, where)
            read_id(id_, file, where)
            raise wrong(
                file, where, expected="an id of its own", found=f"{id_}, which {shown(taken[id_])} has"
            )
        taken[id_] = string
    read_string("".join(strings), file, "key model.vocab")
    return strings


def _merges(part: object, strings: Mapping[str, int], prefix: str, file: str) -> tuple[tuple[Pair, int], ...]:
    rules: dict[Pair, int] = {}
    cut = len(prefix.encode("utf-8"))
    listed = read_list(part, file, "key model.merges")
    check_count(len(listed), MAX_TOKENS, "merges", file, "key model.merges")
    for number, merge in enumerate(listed):
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        sides = merge.split(" ", 2) if isinstance(merge, str) else merge
        is_pair = type(sides) is list and len(sides) == 2 and type(merge) is type(listed[0])
        if not is_pair or type(sides[0]) is not str or type(sides[1]) is not str:
            where = f"model.merges[{number}]"
            raise wrong(file, where, expected="a merge, which is two tokens", found=shown(merge))
        left, right = sides
        joined = left + (right.encode("utf-8")[cut:].decode("utf-8", "replace") if cut else right)
        try:
            pair = strings[left], strings[right]
            # A pair that is listed twice counts where it is listed last.
            rules.pop(pair, None)
            rules[pair] = strings[joined]
        except KeyError as error:
            where, found = f"model.merges[{number}]", f"{shown(error.args[0])}, which is none"
            raise wrong(file, where, expected="tokens of model.vocab", found=found) from None
    return tuple(rules.items())


def _unknown(model: Mapping[str, Any], strings: Mapping[str, int], file: str) -> int | None:
    token = model.get("unk_token")
    if token is None:
        return None
    if not isinstance(token, str) or token not in strings:
        raise wrong(file, "key model.unk_token", expected="a token of model.vocab", found=shown(token))
    return strings[token]


def _ids_of_bytes(strings: Mapping[str, int], steps: Pipeline) -> dict[int, int]:
    if not steps.writes_bytes:
        return {}
    return {byte: strings[glyph] for glyph, byte in BYTE_OF_GLYPH.items() if glyph in strings}
