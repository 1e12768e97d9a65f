"""Reading an invalid file gives a sentence that names the key or the line."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from tiktoken.load import load_tiktoken_bpe

from bpe_core import Tokenizer
from bpe_core.formats import read, write
from tests.wrong_files import FILES, NO_ID, sentence_about


def changed(format_name: str, path: str, value: Any) -> dict[str, bytes]:
    (file, data), *_ = FILES[format_name].items()
    content = json.loads(data)
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = content
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return {file: json.dumps(content).encode()}


SPLIT = "pre_tokenizer/pretokenizers/0"
GLYPHS = "pre_tokenizer/pretokenizers/1"
PATTERN = f"{SPLIT}/pattern/Regex"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("model", None, "key model: expected the model of a tokenizer.json, or a vocab.json together with its merges, found null."),
        ("model/type", ["BPE"], "key model.type: expected 'BPE', found a list of 1."),
        ("version", "1.1", "key version: expected '1.0', found '1.1'."),
        ("model/dropout", False, "key model.dropout: expected null, found false."),
        ("model/ignore_merges", "yes", "key model.ignore_merges: expected true or false, found 'yes'."),
        ("normalizer", {"type": "Strip"}, "key normalizer.strip_left: expected true or false, found null."),
        ("model/vocab", [], "key model.vocab: expected an object, found a list of 0."),
        ("model/vocab/<|endoftext|>", -1, f"model.vocab, key '<|endoftext|>': {NO_ID}-1."),
        ("model/vocab/lo", 2**32, f"model.vocab, key 'lo': {NO_ID}4294967296."),
        ("model/vocab/lo", True, f"model.vocab, key 'lo': {NO_ID}true."),
        ("model/vocab/lo", ..., "model.merges[0]: expected tokens of model.vocab, found 'lo', which is not one."),
        ("model/merges", ..., "key model.merges: expected a list, found null."),
        ("model/merges/1", "low", "model.merges[1]: expected a merge, which is two tokens, found 'low'."),
        ("model/merges/1", ["l", 1], "model.merges[1]: expected a merge, which is two tokens, found a list of 2."),
        ("model/merges/1", ["lo", "w"], "model.merges[1]: expected a merge, which is two tokens, found a list of 2."),
        ("added_tokens", {}, "key added_tokens: expected a list, found an object of 0."),
        ("added_tokens/0/lstrip", 0, "added_tokens[0].lstrip: expected true or false, found 0."),
        ("added_tokens/0/special", ..., "added_tokens[0].special: expected true or false, found null."),
        ("added_tokens/0/content", "\ud800", "added_tokens[0].content: expected text, found '\\ud800', which contains an unpaired surrogate."),
        (f"{GLYPHS}/use_regex", None, "key pre_tokenizer.use_regex: expected true or false, found null."),
        (f"{GLYPHS}/trim_offsets", ..., "key pre_tokenizer.trim_offsets: expected true or false, found null."),
        (f"{SPLIT}/invert", ..., "key pre_tokenizer.invert: expected true or false, found null."),
        (f"{SPLIT}/pattern", {"Regex": " ", "String": " "}, "key pre_tokenizer.pattern: expected String or Regex, found a list of 2."),
        # Hugging Face opens these.
        ("model/dropout", 0.5, "cannot be opened: its model drops merges at random (dropout)"),
        ("normalizer", {}, "cannot be opened: its normalizer null is unknown"),
        (PATTERN, "[a", "cannot be opened: The construct '[' at position 0 of the pattern "),
    ],
)  # fmt: skip
def test_a_wrong_tokenizer_json(path: str, value: Any, sentence: str) -> None:
    files = changed("huggingface", path, value)
    found = sentence_about(files)
    if sentence.startswith("cannot"):
        assert found.startswith(f"tokenizer.json {sentence}")
        return
    assert found == f"tokenizer.json, {sentence}"
    with pytest.raises(Exception, match=" at line 1 column "):
        tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("model/end_of_word_suffix", "</w>"),
        ("normalizer", {"type": "NFC"}),
        ("model/vocab/a", ...),
        ("model/merges/0", "lo w"),
        ("added_tokens/0/lstrip", True),
        ("added_tokens/0/content", ""),
        ("added_tokens/0/id", 7),
        (f"{PATTERN[: PATTERN.rindex('/')]}", {"String": "o"}),
        ("pre_tokenizer", None),
        (f"{SPLIT}", {"type": "Digits", "individual_digits": True}),
        (f"{GLYPHS}/add_prefix_space", True),
        (f"{GLYPHS}/use_regex", True),
        (f"{SPLIT}/behavior", "Removed"),
        (f"{SPLIT}/invert", True),
        (SPLIT, {"type": "Split", "pattern": {"Regex": r"\p{L}+"}, "behavior": "Removed", "invert": True}),
        ("pre_tokenizer/pretokenizers", [{"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}]),
        (PATTERN, r"\p{N}{1,3}+"),
    ],
)  # fmt: skip
def test_what_does_more_than_merge_bytes_is_read_with_its_steps(path: str, value: object) -> None:
    (data,) = changed("huggingface", path, value).values()
    peer = tokenizers.Tokenizer.from_str(data.decode())
    for text in ("low lower lowest", "  Low 2024\n", "a<|endoftext|> é"):
        expected = peer.encode(text, add_special_tokens=False).ids
        assert read({"tokenizer.json": data}).encode(text, allowed_special="all") == expected


RECIPE_KEYS = (
    "alphabet, encode_order, keeps_colon_walls, most_words, name, same_string_same_token, source, "
    "special_tokens, specials_first, split_pattern, tie_break, title, walls_fall, walls_fall_at"
)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("format", "x", "key format: expected 'bpe-explorer', found 'x'."),
        ("version", 2, "key version: expected 1, found 2."),
        ("version", True, "key version: expected 1, found true."),
        ("name", None, "key name: expected a string, found null."),
        ("recipe", [], "key recipe: expected an object, found a list of 0."),
        ("recipe/title", ..., f"key recipe: expected the keys {RECIPE_KEYS}, found 'title' missing."),
        ("recipe/alphabet", "words", "key recipe.alphabet: expected 'bytes' or 'byte-glyphs' or 'characters' or 'word-marker', found 'words'."),
        ("recipe/specials_first", 1, "key recipe.specials_first: expected true or false, found 1."),
        ("recipe/special_tokens", [""], "key recipe.special_tokens: expected each special token once, found an empty one."),
        ("recipe/special_tokens", ["<x>", "<x>"], "key recipe.special_tokens: expected each special token once, found one of them twice."),
        ("recipe/split_pattern", 7, "key recipe.split_pattern: expected a string, found 7."),
        ("merges", ..., "expected either the key merges or the key ranks, found neither."),
        ("ranks", {}, "expected either the key merges or the key ranks, found both."),
        ("base", {}, "key base: expected a list, found an object of 0."),
        ("base/0", [0], "base[0]: expected a base unit and its id, found a list of 1."),
        ("base/0", [0, -1], f"base[0]: {NO_ID}-1."),
        ("base/0", [256, 0], "base[0]: expected a byte from 0 to 255, found 256."),
        ("base/1", [1, 0], "base[1]: expected each base unit and each id once, found 1 with the id 0, one of them used before."),
        ("base/255", ..., "key base: expected all 256 bytes, found none of 0xFF."),
        ("special_tokens", {"": 900}, "special_tokens, key '': expected a special token, found an empty one."),
        ("special_tokens", {"<x>": 1.5}, f"special_tokens, key '<x>': {NO_ID}1.5."),
        ("special_tokens", {"<x>": 97}, "special_tokens, key '<x>': expected an unused id for the special token '<x>', found 97, which another token has."),
        ("special_tokens", {"<x>": 256}, "merges[0]: expected a new id for 'lo', found 256, the id of '<x>'."),
        ("merges/0", [108, 111], "merges[0]: expected a left id, a right id and a new id, found a list of 2."),
        ("merges/0", [108, 111, 1.0], f"merges[0]: {NO_ID}1.0."),
        ("merges/0", [108, 111, 97], "merges[0]: expected a new id for 'lo', found 97, the id of 'a'."),
        ("merges/0", [257, 111, 256], "merges[0]: expected ids of base units or of earlier merges, found 257, which is neither."),
        ("merges/1", [108, 111, 300], "merges[1]: expected each merge once, found 108, 111 again."),
    ],
)  # fmt: skip
def test_a_wrong_file_of_ours(path: str, value: Any, sentence: str) -> None:
    message = sentence_about(changed("own", path, value))
    assert message.removeprefix("tokenizer.bpe.json").lstrip(",: ") == sentence


def test_a_wrong_table_of_ranks_of_ours() -> None:
    tokenizer = Tokenizer.from_ranks(
        {bytes([byte]): byte for byte in range(256)} | {b"ab": 256},
        split_pattern=None,
        special_tokens={"<x>": 300},
    )
    content = json.loads(write(tokenizer, "own")["tokenizer.bpe.json"])
    ranks = content["ranks"]
    for keys, sentence in (
        ({"ranks": ranks | {"a": 98}}, "ranks, key 'b': expected an unused id, found 98, the id of 'a'."),
        ({"ranks": ranks | {"a": 500}}, "key ranks: expected the id that base gives, 97, found 500 for byte 0x61."),
        ({"ranks": ranks | {"ab": 300}}, "key ranks: expected an unused id for 'ab', found 300, which a special token has."),
        (
            {"recipe": content["recipe"] | {"alphabet": "characters"}},
            "key ranks: expected merges, which may be missing only in byte-level BPE by lowest rank, found ranks.",
        ),
    ):  # fmt: skip
        assert (
            sentence_about({"t.bpe.json": json.dumps(content | keys).encode()}) == f"t.bpe.json, {sentence}"
        )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("minbpe v2\n\n0\n", "line 1: expected 'minbpe v1', found 'minbpe v2'."),
        ("minbpe v1", "at its end: expected a split pattern, or an empty line, found nothing more."),
        ("minbpe v1\n\n", "at its end: expected the number of special tokens, found nothing more."),
        ("minbpe v1\n\n-1\n", "line 3: expected the number of special tokens, found '-1'."),
        ("minbpe v1\n\n٣\n", "line 3: expected the number of special tokens, found '٣'."),
        ("minbpe v1\n\n2\n<x> 300\n", "at its end: expected a special token and its id, found nothing more."),
        ("minbpe v1\n\n1\n<x>\n", "line 4: expected a special token and its id, found '<x>'."),
        ("minbpe v1\n\n1\n<x> 1.0\n", f"line 4: {NO_ID}'1.0'."),
        ("minbpe v1\n\n1\n<x> 97\n", "line 4: expected an unused id for the special token '<x>', found 97, which another token has."),
        ("minbpe v1\n\n1\n<x> 256\n97 98\n", "line 4: expected an unused id for the special token '<x>', found 256, which another token has."),
        ("minbpe v1\n\n2\n<x> 300\n<y> 300\n", "line 5: expected an unused id for the special token '<y>', found 300, which another token has."),
        ("minbpe v1\n\n2\n<x> 300\n<x> 301\n", "line 5: expected each special token once, found '<x>' again."),
        ("minbpe v1\n\n0\n97\n", "line 4: expected a merge, which is two ids, found '97'."),
        ("minbpe v1\n\n0\n\n97 98\n", "line 4: expected a merge, which is two ids, found ''."),
        ("minbpe v1\n\n0\n97 -98\n", f"line 4: {NO_ID}'-98'."),
        ("minbpe v1\n\n0\n97 1_0\n", f"line 4: {NO_ID}'1_0'."),
        ("minbpe v1\n\n0\n97 4294967296\n", f"line 4: {NO_ID}4294967296."),
        (f"minbpe v1\n\n0\n97 {'9' * 5000}\n", f"line 4: {NO_ID}'{'9' * 35} ...."),
        ("minbpe v1\n\n0\n97 98\n97 257\n", "line 5: expected ids below 257, which this merge makes, found 257."),
        ("minbpe v1\n\n0\n97 98\n97 98\n", "line 5: expected each merge once, found 97 98 again."),
        ("minbpe v1\n\n0\n" + "".join(f"{i} {i}\n" for i in [97, *range(256, 287)]), "line 20: expected a token of 65536 bytes at most, found one of 131072."),
        ("minbpe v1\n(a\n0\n", "line 2: expected a split pattern that can be used, found '(a' (The pattern is not a valid regular expression: missing ))."),
        ("minbpe v1\n(((a{100}){100}){100}){100}\n0\n", "line 2: expected a split pattern that can be used, found '(((a{100}){100}){100}){100}' (The pattern was stopped"),
    ],
)  # fmt: skip
def test_a_wrong_minbpe_file(text: str, sentence: str) -> None:
    assert sentence_about({"t.model": text.encode()}).startswith(f"t.model, {sentence}")


def tiktoken_file(*changes: tuple[int, bytes]) -> dict[str, bytes]:
    lines = FILES["tiktoken"]["tokenizer.tiktoken"].splitlines()
    for number, line in changes:
        lines[number - 1 : number] = [line] if line else []
    return {"t.tiktoken": b"\n".join(lines)}


def gpt2_files(change: Callable[[dict[str, Any]], Any], merges: bytes | None = None) -> dict[str, bytes]:
    encoder = json.loads(FILES["gpt2"]["encoder.json"])
    change(encoder)
    return {"encoder.json": json.dumps(encoder).encode(), "vocab.bpe": merges or FILES["gpt2"]["vocab.bpe"]}


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (tiktoken_file((3, b"A*== 2")), "t.tiktoken, line 3: expected a token in Base64, found 'A*=='."),
        (tiktoken_file((3, b"Ag 2")), "t.tiktoken, line 3: expected a token in Base64, found 'Ag'."),
        (tiktoken_file((3, b"Ah== 2")), "t.tiktoken, line 3: expected a token in Base64, found 'Ah=='."),
        (tiktoken_file((3, b"==== 2")), "t.tiktoken, line 3: expected a token in Base64, found '===='."),
        (tiktoken_file((3, b" 2")), "t.tiktoken, line 3: expected a token in Base64 and its rank, found ' 2'."),
        (tiktoken_file((3, b"Ag== 2 2")), "t.tiktoken, line 3: expected a token in Base64 and its rank, found 'Ag== 2 2'."),
        (tiktoken_file((3, b"Ag== 0x2")), f"t.tiktoken, line 3: {NO_ID}'0x2'."),
        (tiktoken_file((3, b"Ag== 4294967296")), f"t.tiktoken, line 3: {NO_ID}4294967296."),
        (tiktoken_file((3, b"Ag== 1")), "t.tiktoken, line 3: expected an unused rank, found 1, the rank of '\\x01'."),
        (tiktoken_file((3, b"AQ== 900")), "t.tiktoken, line 3: expected each token once, found '\\x01' a second time; its first rank is 1."),
        (tiktoken_file((3, b"")), "t.tiktoken: expected a token for each of the 256 bytes, found none for 0x02."),
        (tiktoken_file((260, base64.b64encode(b"a" * 65537) + b" 259")), "t.tiktoken, line 260: expected a token of 65536 bytes at most, found one of 65537."),
        (gpt2_files(lambda v: v.update(lo=True)), f"encoder.json, key 'lo': {NO_ID}true."),
        (gpt2_files(lambda v: v.update(lo=-1)), f"encoder.json, key 'lo': {NO_ID}-1."),
        (gpt2_files(lambda v: v.update(lo=97)), "encoder.json, key 'lo': expected an unused id, found 97, the id of 'a'."),
        (gpt2_files(lambda v: v.update({"": 97})), "encoder.json, key '': expected an unused id, found 97, which another token has."),
        (gpt2_files(lambda v: v.update({"l o": 900})), "encoder.json, key 'l o': expected a special token, or a token in GPT-2's glyphs of the 256 bytes, found the character ' '."),
        (gpt2_files(lambda v: v.update({"\ud800": 900})), "encoder.json, key '\\ud800': expected a special token, or a token in GPT-2's glyphs of the 256 bytes, found the character '\\ud800'."),
        (
            gpt2_files(lambda v: v.update({"<\ud800>": 900})),
            "encoder.json, key '<\\ud800>': expected text, found '<\\ud800>', which contains an unpaired surrogate.",
        ),
        (gpt2_files(lambda v: v.pop("l")), "vocab.bpe, line 2: expected 'l' to be a byte or made by an earlier merge, found no such token."),
        (gpt2_files(lambda v: v.update({"a" * 65537: 900})), f"encoder.json, key '{'a' * 35} ...: expected a token of 65536 bytes at most, found one of 65537."),
        (gpt2_files(lambda v: v.pop("low")), "vocab.bpe, line 3: expected a merge that makes a token of encoder.json, found 'low', which is not one."),
        (gpt2_files(dict, b"lo w\nl o\n"), "vocab.bpe, line 1: expected 'lo' to be a byte or made by an earlier merge, found one that only a later merge makes."),
        (gpt2_files(dict, b"l o\nxx w\n"), "vocab.bpe, line 2: expected 'xx' to be a byte or made by an earlier merge, found no such token."),
        (gpt2_files(dict, b"l o\nl o\n"), "vocab.bpe, line 2: expected each merge once, found 'l o' again."),
        (gpt2_files(dict, b"l o w\n"), "vocab.bpe, line 1: expected a merge, which is two tokens, found 'l o w'."),
        (gpt2_files(dict, b"l o\n w\n"), "vocab.bpe, line 2: expected a merge, which is two tokens, found ' w'."),
    ],
)  # fmt: skip
def test_wrong_files_of_tiktoken_and_gpt2(files: dict[str, bytes], sentence: str) -> None:
    assert sentence_about(files) == sentence


NEEDS_PATTERN = (("tiktoken", "tokenizer.tiktoken"), ("gpt2", "encoder.json"))
NONE = "expected a split pattern that can be used, found '(' (The pattern is not a valid regular expression: missing ))."


@pytest.mark.parametrize(
    ("format_name", "options", "sentence"),
    [
        ("tiktoken", {"special_tokens": {"": 500}}, "tokenizer.tiktoken, special tokens: expected a special token, found an empty one."),
        ("tiktoken", {"special_tokens": {"<x>": 97}}, "tokenizer.tiktoken, special tokens: expected an unused id for the special token '<x>', found 97, which another token has."),
        ("tiktoken", {"special_tokens": {"a": 500, "b": 500}}, "tokenizer.tiktoken, special tokens: expected an unused id for the special token 'b', found 500, which another"),
        ("tiktoken", {"special_tokens": {"<x>": 2**40}}, f"tokenizer.tiktoken, special tokens: {NO_ID}1099511627776."),
        ("tiktoken", {"special_tokens": {"<x>": "7"}}, f"tokenizer.tiktoken, special tokens: {NO_ID}'7'."),
        ("tiktoken", {"special_tokens": {"\ud800": 500}}, "tokenizer.tiktoken, special tokens: expected text, found '\\ud800', which contains an unpaired surrogate."),
        ("gpt2", {"special_tokens": {"<|endoftext|>": 7}}, "encoder.json, key '<|endoftext|>': expected the id that was given, 7, found 260."),
        ("gpt2", {"special_tokens": {"<|endoftext|>": "260"}}, f"encoder.json, special tokens, key '<|endoftext|>': {NO_ID}'260'."),
        ("gpt2", {"special_tokens": {"<|endoftext|>": 260, "EOT": 261}}, "encoder.json, key 'EOT': expected the id of a special token, found no such key."),
        ("gpt2", {"special_tokens": {"\ud800": 5}}, "encoder.json, special tokens: expected text, found '\\ud800', which contains an unpaired surrogate."),
        ("gpt2", {"special_tokens": {"low": 257}}, "encoder.json, key 'low': expected a special token, or a merge that makes 'low', found both."),
        *((name, {"split_pattern": "("}, f"{file}, split pattern: {NONE}") for name, file in NEEDS_PATTERN),
        *((name, {"split_pattern": ["("]}, f"{file}, split pattern: expected a string, found a list of 1.") for name, file in NEEDS_PATTERN),
    ],
)  # fmt: skip
def test_options_that_do_not_go_with_a_file(format_name: str, options: dict[str, Any], sentence: str) -> None:
    options = {"split_pattern": None} | options if format_name == "tiktoken" else options
    assert sentence_about(FILES[format_name], **options).startswith(sentence)


@pytest.mark.parametrize("between", ["\x0b", "\t", "  ", "\xa0", "\x85", "\x1c", "\u2003"])
def test_what_may_stand_between_a_token_and_its_rank(
    between: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tiktoken_file((3, f"Ag=={between}2".encode()))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    (tmp_path / "t.tiktoken").write_bytes(files["t.tiktoken"])
    try:
        theirs = load_tiktoken_bpe(str(tmp_path / "t.tiktoken"))
    except ValueError:
        assert "line 3: expected a token in Base64 and its rank, found" in sentence_about(files)
    else:
        assert read(files, split_pattern=None).mergeable_ranks == theirs
