"""Reads and writes a `tokenizer.json` with a pipeline, for any BPE model of Hugging Face tokenizers.

`huggingface_pipeline` reads the pipeline; this module reads the vocabulary, the merges and the added tokens.
The rest of the file is kept, so that it can be written again. It includes truncation, padding, and what a
`post_processor` adds; none of these changes the ids of a text. Source: huggingface/tokenizers 0.23.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bpe_core.alphabets import BYTE_GLYPHS, BYTE_OF_GLYPH, BaseVocabulary, from_glyphs
from bpe_core.formats.checks import (
    MAX_ADDED,
    MAX_ID,
    MAX_TOKEN,
    MAX_TOKENS,
    Part,
    cannot_hold,
    cannot_open,
    check_count,
    shown,
    shown_token,
    wrong,
)
from bpe_core.formats.vocabularies import AddedLengths, check_holds_special, check_length
from bpe_core.pipeline.added_tokens import AddedToken, finders
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.decoders import BYTE
from bpe_core.pipeline.steps import Pipeline
from bpe_core.recipes import Recipe
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.strings import ListedRules
from bpe_core.types import BpeError, Pair

TITLE = "A Hugging Face tokenizer.json"

OTHER_MODELS: Mapping[str, str] = {
    "Unigram": "Unigram (SentencePiece's other model), which chooses the most probable segmentation and has no merges",
    "WordPiece": "WordPiece, which takes the longest match and merges nothing",
    "WordLevel": "WordLevel, which looks up whole words",
}
"""The model types that are not BPE, by their name in the file, with a description for errors."""


# What an unknown character is looked up as; a file may decode further strings to bytes.
_LOOKED_UP = re.compile("<0x[0-9A-F]{2}>")


class Vocabulary(NamedTuple):
    """The vocabulary of a `tokenizer.json`: string -> id, the merges by rank, and the added tokens."""

    strings: Mapping[str, int]
    merges: tuple[tuple[Pair, int], ...]
    added: tuple[AddedToken, ...]


def read_vocabulary(content: Part, steps: Pipeline) -> Vocabulary:
    """Read the vocabulary in a `tokenizer.json`; raises `FormatError` if it is invalid."""
    model = content.at("model")
    strings = _vocabulary(model.at("vocab"))
    merges = _merges(model.at("merges"), strings, steps.prefix)
    return Vocabulary(strings, merges, read_added(content, strings, steps))


def with_vocabulary(content: Part, steps: Pipeline, vocabulary: Vocabulary) -> Tokenizer:
    """Make a tokenizer from a pipeline and a vocabulary, and read the rest from `content`.

    Raises `FormatError` for added tokens that are too long for the pipeline.
    """
    strings, merges, added = vocabulary
    name = content.file
    try:
        finders(added, steps.normalizers)
    except BpeError as error:
        raise cannot_open(name, [str(error).rstrip(".")]) from None
    steps = replace(steps, added_tokens=added, unknown=_unknown(content.at("model").at("unk_token"), strings))
    listed = {id_: token_bytes(string, steps) for string, id_ in strings.items()}
    check_length(0, sum(map(len, listed.values())), name, "key model.vocab")
    special = {token.content: token.token_id for token in added if token.special}
    listed |= {token.token_id: token.content.encode("utf-8") for token in added}
    base = BaseVocabulary("bytes", _ids_of_bytes(strings, steps), special, {})
    source = "a Hugging Face tokenizer.json"
    return Tokenizer(
        name=name,
        recipe=Recipe(name=name, title=name, alphabet="bytes", steps=steps, source=source),
        base=base,
        rules=ListedRules(merges=merges, base=base, listed=listed, id_of_string=strings),
        special_tokens=special,
        rest_of_file=rest_of_json(content.object(), name),
    )


def rest_of_json(content: Mapping[str, Any], file: str) -> bytes:
    """Return the content of a `tokenizer.json`, except for its vocabulary and merges, as JSON.

    >>> rest_of_json({"version": "1.0", "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}, "tokenizer.json")
    b'{"version":"1.0","model":{"type":"BPE"}}'
    """
    model = {key: value for key, value in content["model"].items() if key not in ("vocab", "merges")}
    rest = {**content, "model": model}
    try:
        written = json.dumps(rest, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        # Python's limit for nesting is slightly lower for writing JSON than for reading it.
        found = "lists or objects nested too deep"
        raise wrong(file, "", expected="JSON of a few levels", found=found) from None
    # An unpaired surrogate is written as its JSON escape.
    return written.encode("utf-8", "backslashreplace")


def write_with_pipeline(tokenizer: Tokenizer) -> bytes:
    """Return the original `tokenizer.json`, with each merge as a list of two, and with added special tokens.

    Raises `FormatError` for an added special token that the library would not find again, and for a special
    token that the vocabulary would have to list, where ordinary text would become it.
    """
    strings = tokenizer.id_of_string
    string_of_id = {id_: string for string, id_ in strings.items()}
    content = json.loads(tokenizer.rest_of_file)
    of_file = {token.content: token.token_id for token in tokenizer.steps.added_tokens}
    for token, id_ in of_file.items():
        if strings.get(token, id_) != id_:
            # Training made a token that is written alike. The library would give its id to both.
            raise cannot_hold(TITLE, f"the added token {shown(token)} would be written as another token")
    for _, new_id in tokenizer.merges:
        if new_id not in string_of_id:
            # A special token of the vocabulary has its string, and training never makes a special token.
            token_shown = shown_token(tokenizer.vocab[new_id])
            raise cannot_hold(TITLE, f"the merged token {token_shown} would be written as another token")
    merges = [[string_of_id[left], string_of_id[right]] for (left, right), _ in tokenizer.merges]
    more = {token: id_ for token, id_ in tokenizer.special_tokens.items() if token not in of_file}
    for token in more:
        check_holds_special(token, strings, TITLE, in_glyphs=tokenizer.steps.writes_bytes)
    content["added_tokens"] = _added_entries(content, tokenizer, more)
    spelled = dict.fromkeys(entry["content"] for entry in content["added_tokens"])
    lacking = {token: (of_file | more)[token] for token in spelled if token not in strings}
    listed = _to_list(lacking, len(strings), string_of_id)
    _check_never_ordinary(tokenizer, listed)
    content["model"] |= {"vocab": dict(strings) | listed, "merges": merges}
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _added_entries(
    content: Mapping[str, Any], tokenizer: Tokenizer, more: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Return the entries of the added tokens in a file, followed by those of more special tokens."""
    of_file = {token.content: token.token_id for token in tokenizer.steps.added_tokens}
    entries = []
    for entry in content.get("added_tokens") or ():
        token = entry["content"]
        if token not in of_file:
            # Another added token has its id, so it is never found. In a longer vocabulary it might be.
            continue
        # An added token that was made special has lost its other flags, as in the library.
        made_special = token in tokenizer.special_tokens and not entry.get("special")
        entries.append(added_entry(token, of_file[token]) if made_special else entry)
    return [*entries, *map(added_entry, more, more.values())]


def _to_list(lacking: Mapping[str, int], size: int, string_of_id: Mapping[int, str]) -> dict[str, int]:
    """Return the added tokens to list in the vocabulary, so that the library gives each its id.

    The library ignores the ids of added tokens that the vocabulary lacks, and numbers these tokens in the
    order of the file, from the size of the vocabulary on. Raises `FormatError` if no list gives each its id.

    >>> _to_list({"<a>": 5, "<b>": 6}, 5, {}), _to_list({"<a>": 5, "<b>": 8}, 4, {})
    ({}, {'<b>': 8})
    """
    listed = dict(lacking)
    end = size + len(lacking)
    # The tokens that are not listed have the last of these numbers, in the order of the file.
    for token, id_ in reversed([*lacking.items()]):
        if id_ == end - 1:
            del listed[token]
            end -= 1
    for token, id_ in listed.items():
        if id_ in string_of_id:
            reason = (
                f"the added token {shown(token)} shares its id with another token, and would get a new id"
            )
            raise cannot_hold(TITLE, reason)
    return listed


def _check_never_ordinary(tokenizer: Tokenizer, listed: Mapping[str, int]) -> None:
    """Reject added tokens that ordinary text becomes if the vocabulary lists them, such as whole chunks."""
    if not listed or not isinstance(tokenizer.rules, ListedRules):
        return
    steps = tokenizer.steps
    for added in steps.added_tokens:
        if added.content not in listed or added.special or not _is_looked_up(added.content, steps):
            continue
        if _may_be_missed(added, steps):
            raise cannot_hold(TITLE, _would_become(added.content))
    rules = replace(tokenizer.rules, id_of_string={**tokenizer.id_of_string, **listed})
    longer = replace(tokenizer, rules=rules)
    for token in filter(tokenizer.special_tokens.__contains__, listed):
        for text in {token, token_bytes(token, tokenizer.steps).decode("utf-8", "replace")}:
            # At the beginning, and after a space, a line end, punctuation and a digit.
            if listed[token] in longer.encode_ordinary(f"{text} {text}\n{text}.{text}1{text}"):
                raise cannot_hold(TITLE, _would_become(token))


def _is_looked_up(string: str, steps: Pipeline) -> bool:
    """Return whether encoding may look up a string in the vocabulary: as a base unit, a byte or a whole chunk."""
    units = {string, string.removeprefix(steps.prefix).removesuffix(steps.suffix)}
    if steps.writes_bytes:
        is_unit = not units.isdisjoint(BYTE_OF_GLYPH)
        return is_unit or (steps.whole_chunks and BYTE_OF_GLYPH.keys() >= set(string))
    is_byte = steps.byte_fallback and bool(_LOOKED_UP.fullmatch(string))
    return steps.whole_chunks or is_byte or any(len(unit) == 1 for unit in units)


def _may_be_missed(added: AddedToken, steps: Pipeline) -> bool:
    """Return whether a text may become the string of an added token without the token being found in it first."""
    if added.single_word or (steps.normalizers and not added.normalized):
        return True
    if token_bytes(added.content, steps) != added.content.encode("utf-8"):
        # The text is written in another way than the vocabulary: "Ġlow" there is " low".
        return True
    # With "▁" before each text, the token is found only at the beginning of a text.
    found_as = steps.normalize(AlignedText.of(added.content)).text if added.normalized else added.content
    return found_as not in added.content


def _would_become(token: str) -> str:
    return f"{shown(token)} must be in its vocabulary to keep its id, and ordinary text would become it"


def added_entry(token: str, id_: int) -> dict[str, object]:
    """Return the entry of a special token in a file."""
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return {"id": id_, "content": token, **flags}


def token_bytes(string: str, steps: Pipeline) -> bytes:
    r"""Return the bytes to which a vocabulary entry decodes.

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
    if steps.byte_fallback and (byte := BYTE.fullmatch(string)):
        return bytes([int(byte[1], 16)])
    return string.replace("▁", " ").encode("utf-8")


def read_added(content: Part, strings: Mapping[str, int], steps: Pipeline) -> tuple[AddedToken, ...]:
    """Return the added tokens of a `tokenizer.json`, with the ids that the library assigns.

    Raises `FormatError` if they are invalid.
    """
    listed = content.at("added_tokens", [])
    found: dict[str, AddedToken] = {}
    lengths = AddedLengths()
    numbered = 0
    for token in listed.entries(MAX_ADDED, "added tokens"):
        spelled = token.at("content")
        string = spelled.string()
        token.at("id").id()
        flags = {
            key: token.at(key).flag() for key in ("special", "normalized", "lstrip", "rstrip", "single_word")
        }
        if not string:
            continue
        lengths.check(string, token.file, spelled.where)
        if string in found:
            given = found[string].token_id
        elif string in strings:
            given = strings[string]
        else:
            # The library ignores the id in the file, and counts on from the size of the vocabulary.
            given = len(strings) + numbered
            numbered += 1
        found.pop(string, None)
        found[string] = AddedToken(content=string, token_id=given, **flags)
    # If ids have gaps, the library may assign an id that another token already has. Then the later of the two
    # tokens is found.
    of_id: dict[int, AddedToken] = {}
    for one in found.values():
        before = of_id.get(one.token_id)
        if before and before.normalized and one.normalized and steps.normalizers:
            # With a shared id, the library would search for the normalized form of the wrong token.
            expected = f"an unused id for the added token {shown(one.content)}"
            taken = f"{one.token_id}, which {shown(before.content)} has"
            raise listed.wrong(expected, taken)
        of_id[one.token_id] = one
    return tuple(of_id.values())


def _vocabulary(part: Part) -> dict[str, int]:
    strings, file = part.object(), part.file
    check_count(len(strings), MAX_TOKENS, "tokens", file, part.where)
    taken: dict[int, str] = {}
    for string, id_ in strings.items():
        # A `Part` is built only for an error: there are hundreds of thousands of entries.
        if type(id_) is not int or not 0 <= id_ <= MAX_ID or id_ in taken or len(string) > MAX_TOKEN:
            entry = Part(id_, file, f"model.vocab, key {shown(string)}")
            check_length(len(string), 0, file, entry.where)
            raise entry.wrong("an unused id", f"{entry.id()}, which {shown(taken[entry.id()])} has")
        taken[id_] = string
    part._replace(value="".join(strings)).string()
    return strings


def _merges(part: Part, strings: Mapping[str, int], prefix: str) -> tuple[tuple[Pair, int], ...]:
    rules: dict[Pair, int] = {}
    cut = len(prefix.encode("utf-8"))
    listed = part.list(MAX_TOKENS, "merges")
    for number, merge in enumerate(listed):
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        sides = merge.split(" ", 2) if isinstance(merge, str) else merge
        is_pair = type(sides) is list and len(sides) == 2 and type(merge) is type(listed[0])
        if not is_pair or type(sides[0]) is not str or type(sides[1]) is not str:
            raise part.entry(number).wrong("a merge, which is two tokens")
        left, right = sides
        joined = left + (right.encode("utf-8")[cut:].decode("utf-8", "replace") if cut else right)
        try:
            pair = strings[left], strings[right]
            # If a pair is listed twice, its last entry counts.
            rules.pop(pair, None)
            rules[pair] = strings[joined]
        except KeyError as error:
            found = f"{shown(error.args[0])}, which is not one"
            raise part.entry(number).wrong("tokens of model.vocab", found) from None
    return tuple(rules.items())


def _unknown(token: Part, strings: Mapping[str, int]) -> int | None:
    if token.value is None:
        return None
    if not isinstance(token.value, str) or token.value not in strings:
        raise token.wrong("a token of model.vocab")
    return strings[token.value]


def _ids_of_bytes(strings: Mapping[str, int], steps: Pipeline) -> dict[int, int]:
    if not steps.writes_bytes:
        return {}
    return {byte: strings[glyph] for glyph, byte in BYTE_OF_GLYPH.items() if glyph in strings}
