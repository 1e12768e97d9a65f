"""A file that is wrong ends in one sentence that says where, and never in anything else."""

import base64
import io
import json
import re
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken.load import load_tiktoken_bpe

from bpe_core import Tokenizer, load_published, train
from bpe_core.formats import FORMATS, FormatError, detect, read, read_tiktoken, write
from bpe_core.formats.checks import MAX_ID, MAX_SPECIAL
from bpe_core.steps.added_tokens import StringFinder
from bpe_core.tokenizer.stepped import SteppedTokenizer

TOKENIZER = Tokenizer.from_history(
    train("low lower lowest é", recipe="gpt2", num_merges=4)
).with_special_tokens("<|endoftext|>")
FILES = {
    name: {file: data for file, data in write(TOKENIZER, name).items() if not file.endswith(".vocab")}
    for name in FORMATS
}
HUGE = bytes(300 * 2**20)
NO_ID = f"expected an id from 0 to {MAX_ID}, found "


def sentence_about(files: dict[str, bytes], **options: Any) -> str:
    with pytest.raises(FormatError) as raised:
        read(files, **options)
    sentence = str(raised.value)
    assert sentence.endswith(".")
    assert len(sentence) < 400
    assert "\n" not in sentence
    return sentence


# ---- any format


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_file_cut_short_an_empty_one_and_one_that_is_no_text(format_name: str) -> None:
    files = FILES[format_name]
    for name, data in files.items():
        assert sentence_about(files | {name: b""}) == f"{name}: expected a tokenizer, found an empty file."
        assert re.fullmatch(
            rf"{re.escape(name)}, line [0-9]+: expected text in UTF-8, found the byte 0xFF, which is none\.",
            sentence_about(files | {name: data[:-1] + b"\xff"}),
        )
        assert sentence_about(files | {name: HUGE}) == f"{name}: expected 40 MB at most, found 300 MB."
        assert sentence_about(files, max_bytes=99).startswith(f"{next(iter(files))}: expected 0 MB at most")
        assert sentence_about(files | {name: data[: len(data) - 19]})


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_zip_that_was_renamed(format_name: str) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in FILES[format_name].items():
            archive.writestr(file, data)
    for name in FILES[format_name]:
        assert sentence_about(FILES[format_name] | {name: packed.getvalue()}).startswith(f"{name}, line ")


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "The upload: expected one file, or encoder.json with vocab.bpe, found no file."),
        (
            {"a.txt": b"hello"},
            "The upload: expected a tokenizer file (a .bpe.json saved here, Hugging Face tokenizer.json, tiktoken "
            ".tiktoken, GPT-2's encoder.json with vocab.bpe, minbpe .model), found 'a.txt'.",
        ),
        (
            {"a.model": b"1", "b.model": b"2"},
            "The upload: expected one file, or encoder.json with vocab.bpe, found 'a.model', 'b.model'.",
        ),
        (
            {"merges.txt": b"#version: 0.2\n"},
            "merges.txt: expected its other half, encoder.json or vocab.json, beside it, found it alone.",
        ),
        (
            {"vocab.json": FILES["gpt2"]["encoder.json"]},
            "vocab.json, key model: expected the model of a tokenizer.json, or the merges of a vocabulary in a file "
            "beside it, found no such key.",
        ),
    ],
)
def test_files_of_no_known_format(files: dict[str, bytes], sentence: str) -> None:
    assert sentence_about(files) == sentence


# ---- JSON


@pytest.mark.parametrize(
    ("name", "format_name"),
    [("tokenizer.json", "huggingface"), ("tokenizer.bpe.json", "own"), ("encoder.json", "gpt2")],
)
@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"[1, 2]", ": expected an object, found a list of 2."),
        (b"7", ": expected an object, found 7."),
        (b"null", ": expected an object, found null."),
        (b'{"a": 1, "a": 2}', ", key 'a': expected each key once, found it twice."),
        (b'{"a": NaN}', ": expected JSON, found NaN, which JSON does not have."),
        (b'{"a": }', ", line 1, column 7: expected JSON, found '}'."),
        (b'{"a": 1', ", line 1, column 8: expected JSON, found the end of the file."),
        (
            b'{"a": ' + b"[" * 200_000,
            ": expected JSON of a few levels, found lists or objects nested too deep.",
        ),
        (b'{"a": ' * 200_000, ": expected JSON of a few levels, found lists or objects nested too deep."),
        (
            b'{"a": ' + b"9" * 5_000 + b"}",
            ": expected ids of ten digits at most, found a number of thousands of digits.",
        ),
    ],
)
def test_json_that_is_none_or_of_the_wrong_shape(
    name: str, format_name: str, data: bytes, sentence: str
) -> None:
    assert sentence_about(FILES[format_name] | {name: data}) == name + sentence


# ---- minbpe


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
        (
            "minbpe v1\n\n1\n<x> 97\n",
            "line 4: expected an id of its own for the special token '<x>', found 97, which another token has.",
        ),
        (
            "minbpe v1\n\n2\n<x> 300\n<y> 300\n",
            "line 5: expected an id of its own for the special token '<y>', found 300, which another token has.",
        ),
        (
            "minbpe v1\n\n2\n<x> 300\n<x> 301\n",
            "line 5: expected each special token once, found '<x>' again.",
        ),
        ("minbpe v1\n\n0\n97\n", "line 4: expected a merge, which is two ids, found '97'."),
        ("minbpe v1\n\n0\n\n97 98\n", "line 4: expected a merge, which is two ids, found ''."),
        ("minbpe v1\n\n0\n97 -98\n", f"line 4: {NO_ID}'-98'."),
        ("minbpe v1\n\n0\n97 1_0\n", f"line 4: {NO_ID}'1_0'."),
        ("minbpe v1\n\n0\n97 4294967296\n", f"line 4: {NO_ID}4294967296."),
        (f"minbpe v1\n\n0\n97 {'9' * 5000}\n", f"line 4: {NO_ID}'{'9' * 35} ...."),
        (
            "minbpe v1\n\n0\n97 98\n97 257\n",
            "line 5: expected ids below 257, which this merge makes, found 257.",
        ),
        ("minbpe v1\n\n0\n97 98\n97 98\n", "line 5: expected each merge once, found 97 98 again."),
        (
            "minbpe v1\n\n0\n" + "".join(f"{i} {i}\n" for i in [97, *range(256, 287)]),
            "line 20: expected a token of 65536 bytes at most, found one of 131072.",
        ),
        (
            "minbpe v1\n(a\n0\n",
            "line 2: expected a split pattern that can be used, found '(a' (The pattern is no regular "
            "expression: missing )).",
        ),
        (
            "minbpe v1\n(((a{100}){100}){100}){100}\n0\n",
            "line 2: expected a split pattern that can be used, found '(((a{100}){100}){100}){100}' (The pattern "
            "was stopped",
        ),
    ],
)
def test_a_wrong_minbpe_file(text: str, sentence: str) -> None:
    assert sentence_about({"t.model": text.encode()}).startswith(f"t.model, {sentence}")


def test_many_long_tokens_are_refused_before_they_are_built() -> None:
    doubling = [f"{id_} {id_}" for id_ in [97, *range(256, 270)]]  # 270 has 32,768 bytes
    longer = [line for byte in range(256) for line in (f"270 {byte}", f"{byte} 270")]
    longest = [f"269 {id_}" for id_ in range(271, 783)]
    text = "\n".join(["minbpe v1", "", "0", *doubling, *longer, *longest])
    assert sentence_about({"t.model": text.encode()}) == (
        f"t.model, line 144: expected {4 * 2**20} bytes at most in all tokens, found more."
    )


def test_too_many_special_tokens() -> None:
    lines = [f"<{number}> {number + 256}" for number in range(MAX_SPECIAL + 1)]
    text = "\n".join(["minbpe v1", "", str(len(lines)), *lines])
    assert sentence_about({"t.model": text.encode()}) == (
        f"t.model, line {len(lines) + 3}: expected {MAX_SPECIAL} special tokens at most, found more."
    )


# ---- tiktoken


def tiktoken_file(*changes: tuple[int, bytes]) -> bytes:
    lines = FILES["tiktoken"]["tokenizer.tiktoken"].splitlines()
    for number, line in changes:
        lines[number - 1 : number] = [line] if line else []
    return b"\n".join(lines)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (tiktoken_file((3, b"A*== 2")), ", line 3: expected a token in Base64, found 'A*=='."),
        (tiktoken_file((3, b"Ag 2")), ", line 3: expected a token in Base64, found 'Ag'."),
        (tiktoken_file((3, b"Ah== 2")), ", line 3: expected a token in Base64, found 'Ah=='."),
        (tiktoken_file((3, b"==== 2")), ", line 3: expected a token in Base64, found '===='."),
        (tiktoken_file((3, "Å 2".encode())), ", line 3: expected a token in Base64, found 'Å'."),
        (tiktoken_file((3, b" 2")), ", line 3: expected a token in Base64 and its rank, found ' 2'."),
        (
            tiktoken_file((3, b"Ag== 2 2")),
            ", line 3: expected a token in Base64 and its rank, found 'Ag== 2 2'.",
        ),
        (tiktoken_file((3, b"Ag== 0x2")), f", line 3: {NO_ID}'0x2'."),
        (tiktoken_file((3, b"Ag== 4294967296")), f", line 3: {NO_ID}4294967296."),
        (tiktoken_file((3, b"Ag== -1")), f", line 3: {NO_ID}'-1'."),
        (
            tiktoken_file((3, b"Ag== 1")),
            ", line 3: expected a rank of its own, found 1, the rank of '\\x01'.",
        ),
        (
            tiktoken_file((3, b"AQ== 900")),
            ", line 3: expected each token once, found '\\x01' again, with rank 1 before.",
        ),
        (tiktoken_file((3, b"")), ": expected a token for each of the 256 bytes, found none for 0x02."),
        (
            tiktoken_file((260, base64.b64encode(b"a" * 65537) + b" 259")),
            ", line 260: expected a token of 65536 bytes at most, found one of 65537.",
        ),
    ],
)
def test_a_wrong_tiktoken_file(data: bytes, sentence: str) -> None:
    assert sentence_about({"t.tiktoken": data}) == f"t.tiktoken{sentence}"


@pytest.mark.parametrize(
    ("special_tokens", "sentence"),
    [
        ({"": 500}, "expected a special token, found an empty one."),
        (
            {"<x>": 97},
            "expected an id of its own for the special token '<x>', found 97, which another token has.",
        ),
        (
            {"a": 500, "b": 500},
            "expected an id of its own for the special token 'b', found 500, which another",
        ),
        ({"<x>": -5}, f"{NO_ID}-5."),
        ({"<x>": 2**40}, f"{NO_ID}1099511627776."),
        ({"<x>": "7"}, f"{NO_ID}'7'."),
        ({"<x>": True}, f"{NO_ID}true."),
        ({"\ud800": 500}, "expected text, found '\\ud800', which holds half a character."),
    ],
)
def test_special_tokens_that_do_not_go_with_a_table(special_tokens: dict[str, int], sentence: str) -> None:
    with pytest.raises(FormatError) as raised:
        read_tiktoken(tiktoken_file(), split_pattern=None, special_tokens=special_tokens)
    assert str(raised.value).startswith(f"tokenizer.tiktoken, special tokens: {sentence}")


@pytest.mark.parametrize("format_name", ["tiktoken", "gpt2"])
def test_a_split_pattern_that_is_none(format_name: str) -> None:
    assert sentence_about(FILES[format_name], split_pattern="(").endswith(
        ", split pattern: expected a split pattern that can be used, found '(' (The pattern is no regular "
        "expression: missing ))."
    )
    assert sentence_about(FILES[format_name], split_pattern=["("]).endswith(
        ": expected a string, found a list of 1."
    )


@pytest.mark.parametrize("between", ["\x0b", "\t", "  ", "\xa0", "\x85", "\x1c", "\u2003"])
def test_what_may_stand_between_a_token_and_its_rank(
    between: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tiktoken_file((3, f"Ag=={between}2".encode()))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    (tmp_path / "t.tiktoken").write_bytes(data)
    try:
        theirs = load_tiktoken_bpe(str(tmp_path / "t.tiktoken"))
    except ValueError:
        assert "line 3: expected a token in Base64 and its rank, found" in sentence_about(
            {"t.tiktoken": data}
        )
    else:
        assert read({"t.tiktoken": data}).mergeable_ranks == theirs


# ---- GPT-2's two files


def gpt2_files(change: Callable[[dict[str, Any]], Any], merges: bytes | None = None) -> dict[str, bytes]:
    files = FILES["gpt2"]
    encoder = json.loads(files["encoder.json"])
    change(encoder)
    return {"encoder.json": json.dumps(encoder).encode(), "vocab.bpe": merges or files["vocab.bpe"]}


def nothing(_: object) -> None:
    pass


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        (gpt2_files(lambda v: v.update(lo=True)), f"encoder.json, key 'lo': {NO_ID}true."),
        (gpt2_files(lambda v: v.update(lo=1.0)), f"encoder.json, key 'lo': {NO_ID}1.0."),
        (gpt2_files(lambda v: v.update(lo=-1)), f"encoder.json, key 'lo': {NO_ID}-1."),
        (gpt2_files(lambda v: v.update(lo=2**32)), f"encoder.json, key 'lo': {NO_ID}4294967296."),
        (gpt2_files(lambda v: v.update(lo="256")), f"encoder.json, key 'lo': {NO_ID}'256'."),
        (gpt2_files(lambda v: v.update(lo=None)), f"encoder.json, key 'lo': {NO_ID}null."),
        (
            gpt2_files(lambda v: v.update(lo=97)),
            "encoder.json, key 'lo': expected an id of its own, found 97, the id of 'a'.",
        ),
        (
            gpt2_files(lambda v: v.update({"": 900})),
            "encoder.json, key '': expected a token, found an empty one.",
        ),
        (
            gpt2_files(lambda v: v.update({"l o": 900})),
            "encoder.json, key 'l o': expected a special token, or a token in GPT-2's glyphs of the 256 bytes, "
            "found the character ' '.",
        ),
        (
            gpt2_files(lambda v: v.update({"\ud800": 900})),
            "encoder.json, key '\\ud800': expected a special token, or a token in GPT-2's glyphs of the 256 bytes, "
            "found the character '\\ud800'.",
        ),
        (
            gpt2_files(lambda v: v.update({"<\ud800>": 900})),
            "encoder.json, key '<\\ud800>': expected text, found '<\\ud800>', which holds half a character.",
        ),
        (
            gpt2_files(lambda v: v.pop("Ġ")),
            "encoder.json: expected a token for each of the 256 bytes, found none for byte 0x20 (Ġ).",
        ),
        (
            gpt2_files(lambda v: v.update({"<x>": 97})),
            "encoder.json, key '<x>': expected an id of its own for the special token '<x>', found 97, which "
            "another token has.",
        ),
        (
            gpt2_files(lambda v: v.update({"a" * 65537: 900})),
            f"encoder.json, key '{'a' * 35} ...: expected a token of 65536 bytes at most, found one of 65537.",
        ),
        (
            gpt2_files(lambda v: v.update(xyz=900)),
            "vocab.bpe: expected a merge for each token that is longer than a byte, found none for 'xyz', id 900.",
        ),
        (
            gpt2_files(lambda v: v.pop("low")),
            "vocab.bpe, line 3: expected a merge that makes a token of encoder.json, found 'low', which is none.",
        ),
        (
            gpt2_files(nothing, b"#version: 0.2\nl o\n"),
            "vocab.bpe: expected a merge for each token that is longer than a byte, found none for 'low', id 257.",
        ),
        (
            gpt2_files(nothing, b"lo w\nl o\n"),
            "vocab.bpe, line 1: expected 'lo' to be a byte or made by an earlier merge, found one that only a "
            "later merge makes.",
        ),
        (
            gpt2_files(nothing, b"l o\nxx w\n"),
            "vocab.bpe, line 2: expected 'xx' to be a byte or made by an earlier merge, found no such token.",
        ),
        (
            gpt2_files(nothing, b"l o\nl o\n"),
            "vocab.bpe, line 2: expected each merge once, found 'l o' again.",
        ),
        (
            gpt2_files(nothing, b"l o w\n"),
            "vocab.bpe, line 1: expected a merge, which is two tokens, found 'l o w'.",
        ),
        (
            gpt2_files(nothing, b"l o\n w\n"),
            "vocab.bpe, line 2: expected a merge, which is two tokens, found ' w'.",
        ),
    ],
)
def test_wrong_files_of_gpt2(files: dict[str, bytes], sentence: str) -> None:
    assert sentence_about(files) == sentence


@pytest.mark.parametrize(
    ("special_tokens", "sentence"),
    [
        (
            {"<|endoftext|>": 7},
            "encoder.json, key '<|endoftext|>': expected the id that was given, 7, found 260.",
        ),
        ({"<|endoftext|>": "260"}, f"encoder.json, special tokens, key '<|endoftext|>': {NO_ID}'260'."),
        (
            {"<|endoftext|>": 260, "EOT": 261},
            "encoder.json, key 'EOT': expected the id of a special token, found no such key.",
        ),
        (
            {"\ud800": 5},
            "encoder.json, special tokens: expected text, found '\\ud800', which holds half a character.",
        ),
        (
            {"low": 257},
            "encoder.json, key 'low': expected a special token, or a merge that makes 'low', found both.",
        ),
    ],
)
def test_special_tokens_that_do_not_go_with_the_two_files(
    special_tokens: dict[str, int], sentence: str
) -> None:
    assert sentence_about(FILES["gpt2"], special_tokens=special_tokens) == sentence


# ---- JSON formats with keys


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
        ("model", None, "key model: expected an object, found null."),
        (
            "model/type",
            "Unigram",
            "key model.type: expected 'BPE', found Unigram (SentencePiece's other model), which keeps the likeliest "
            "cut and merges nothing.",
        ),
        ("model/type", ["BPE"], "key model.type: expected 'BPE', found a list of 1."),
        ("model/type", None, "key model.type: expected 'BPE', found null."),
        ("version", "1.1", "key version: expected '1.0', found '1.1'."),
        ("version", None, "key version: expected '1.0', found null."),
        ("model/dropout", 0.5, "key model.dropout: expected null, found 0.5."),
        ("model/dropout", False, "key model.dropout: expected null, found false."),
        ("model/ignore_merges", "yes", "key model.ignore_merges: expected true or false, found 'yes'."),
        ("model/ignore_merges", 1, "key model.ignore_merges: expected true or false, found 1."),
        ("normalizer", {"type": "Strip"}, "key strip_left: expected true or false, found null."),
        ("model/vocab", [], "key model.vocab: expected an object, found a list of 0."),
        ("model/vocab/<|endoftext|>", 2**32, f"model.vocab, key '<|endoftext|>': {NO_ID}4294967296."),
        ("model/vocab/<|endoftext|>", -1, f"model.vocab, key '<|endoftext|>': {NO_ID}-1."),
        ("model/vocab/lo", 2**32, f"model.vocab, key 'lo': {NO_ID}4294967296."),
        ("model/vocab/lo", True, f"model.vocab, key 'lo': {NO_ID}true."),
        (
            "model/vocab/lo",
            ...,
            "model.merges[0]: expected a merge that makes a token of model.vocab, found 'lo', which is none.",
        ),
        ("model/merges", ..., "key model.merges: expected a list, found null."),
        ("model/merges/1", "low", "model.merges[1]: expected a merge, which is two tokens, found 'low'."),
        (
            "model/merges/1",
            ["l", 1],
            "model.merges[1]: expected a merge, which is two tokens, found a list of 2.",
        ),
        (
            "model/merges/1",
            ["lo", "w"],
            "model.merges[1]: expected a string, as the first merge is, found a list of 2.",
        ),
        ("added_tokens", {}, "key added_tokens: expected a list, found an object of 0."),
        ("added_tokens", None, "key added_tokens: expected a list, found null."),
        ("added_tokens/0/lstrip", 0, "added_tokens[0].lstrip: expected true or false, found 0."),
        ("added_tokens/0/special", ..., "added_tokens[0].special: expected true or false, found null."),
        (
            "added_tokens/0/normalized",
            "no",
            "added_tokens[0].normalized: expected true or false, found 'no'.",
        ),
        (
            "added_tokens/0/content",
            "\ud800",
            "added_tokens[0].content: expected text, found '\\ud800', which holds half a character.",
        ),
        (
            "pre_tokenizer",
            {"type": "ByteLevel"},
            "key pre_tokenizer, add_prefix_space: expected true or false, found null.",
        ),
        (
            f"{GLYPHS}/use_regex",
            None,
            "key pre_tokenizer, use_regex: expected true or false, found null.",
        ),
        (f"{SPLIT}/invert", 0, "key pre_tokenizer, invert: expected true or false, found 0."),
        (
            f"{SPLIT}/pattern",
            {"Regex": " ", "String": " "},
            "key pre_tokenizer, pattern: expected Regex alone, found 'Regex', 'String'.",
        ),
        (
            PATTERN,
            "[a",
            "key pre_tokenizer, pattern.Regex: expected a split pattern that can be used, found '[a' (The pattern "
            "is no regular expression: unterminated character set).",
        ),
    ],
)
def test_a_wrong_tokenizer_json(path: str, value: Any, sentence: str) -> None:
    assert sentence_about(changed("huggingface", path, value)) == f"tokenizer.json, {sentence}"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("version", "1.1"),
        ("version", None),
        ("model/type", None),
        ("model/dropout", False),
        ("model/ignore_merges", "yes"),
        ("model/ignore_merges", 1),
        ("model/merges/1", ["lo", "w"]),
        ("normalizer", {}),
        ("added_tokens", None),
        ("added_tokens/0/lstrip", 0),
        ("added_tokens/0/special", ...),
        ("added_tokens/0/normalized", "no"),
        ("model/vocab/<|endoftext|>", -1),
        (f"{GLYPHS}/use_regex", None),
        (f"{GLYPHS}/trim_offsets", ...),
        (f"{SPLIT}/invert", 0),
        (f"{SPLIT}/invert", ...),
        (f"{SPLIT}/pattern", {"Regex": " ", "String": " "}),
    ],
)
def test_hugging_face_refuses_these_values_too(path: str, value: Any) -> None:
    files = changed("huggingface", path, value)
    assert sentence_about(files)
    with pytest.raises(Exception, match=" at line 1 column "):
        tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())


def test_many_added_tokens_of_two_kinds() -> None:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip"), False) | {"special": True}
    tokens = ["<|endoftext|>", *(f"{number:04}{'x' * 200}"[:200] for number in range(MAX_SPECIAL - 1))]
    added = [
        {"id": 260 + number, "content": token, "normalized": number % 2 == 0} | flags
        for number, token in enumerate(tokens)
    ]
    assert len(read(changed("huggingface", "added_tokens", added)).special_tokens) == MAX_SPECIAL


def test_ignore_merges_that_would_make_a_difference() -> None:
    # abc is made of ab and c, but its bytes end as a | bc.
    merges = [((98, 99), 256), ((97, 98), 257), ((257, 99), 258)]
    tokenizer = Tokenizer.from_merges(
        merges, id_of_byte={byte: byte for byte in range(256)}, split_pattern=None
    )
    content = json.loads(write(tokenizer, "huggingface")["tokenizer.json"])
    content["model"]["ignore_merges"] = True
    data = json.dumps(content).encode()
    assert read({"tokenizer.json": data}).encode("abc") == [258]
    assert tokenizers.Tokenizer.from_str(data.decode()).encode("abc").ids == [258]


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
        (PATTERN, r"\p{N}{1,3}+"),
    ],
)
def test_what_does_more_than_merge_bytes_is_read_with_its_steps(path: str, value: object) -> None:
    (data,) = changed("huggingface", path, value).values()
    peer = tokenizers.Tokenizer.from_str(data.decode())
    for text in ("low lower lowest", "  Low 2024\n", "a<|endoftext|> é"):
        expected = peer.encode(text, add_special_tokens=False).ids
        assert read({"tokenizer.json": data}).encode(text, allowed_special="all") == expected


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("format", "x", "key format: expected 'bpe-explorer', found 'x'."),
        ("version", 2, "key version: expected 1, found 2."),
        ("version", True, "key version: expected 1, found true."),
        ("name", None, "key name: expected a string, found null."),
        ("recipe", [], "key recipe: expected an object, found a list of 0."),
        (
            "recipe/title",
            ...,
            "key recipe: expected the keys alphabet, encode_order, keeps_colon_walls, most_words, name, normalizers, "
            "same_string_same_token, "
            "source, special_tokens, specials_first, split_pattern, tie_break, title, walls_fall, walls_fall_at, "
            "found 'title' missing.",
        ),
        (
            "recipe/alphabet",
            "words",
            "key recipe.alphabet: expected 'bytes' or 'byte-glyphs' or 'characters' or 'word-marker', found 'words'.",
        ),
        ("recipe/specials_first", 1, "key recipe.specials_first: expected true or false, found 1."),
        (
            "recipe/special_tokens",
            [""],
            "key recipe.special_tokens: expected each special token once, found an empty one.",
        ),
        (
            "recipe/special_tokens",
            ["<x>", "<x>"],
            "key recipe.special_tokens: expected each special token once, found one of them twice.",
        ),
        ("recipe/special_tokens", "x", "key recipe.special_tokens: expected a list, found 'x'."),
        ("recipe/split_pattern", 7, "key recipe.split_pattern: expected a string, found 7."),
        ("merges", ..., "expected either the key merges or the key ranks, found neither."),
        ("ranks", {}, "expected either the key merges or the key ranks, found both."),
        ("base", {}, "key base: expected a list, found an object of 0."),
        ("base/0", [0], "base[0]: expected a base unit and its id, found a list of 1."),
        ("base/0", [0, -1], f"base[0]: {NO_ID}-1."),
        ("base/0", [256, 0], "base[0]: expected a byte from 0 to 255, found 256."),
        (
            "base/1",
            [1, 0],
            "base[1]: expected each base unit and each id once, found 1 with the id 0, one of them again.",
        ),
        ("base/255", ..., "key base: expected all 256 bytes, found none of 0xFF."),
        (
            "special_tokens",
            {"": 900},
            "special_tokens, key '': expected a special token, found an empty one.",
        ),
        ("special_tokens", {"<x>": 1.5}, f"special_tokens, key '<x>': {NO_ID}1.5."),
        (
            "special_tokens",
            {"<x>": 97},
            "special_tokens, key '<x>': expected an id of its own for the special token '<x>', found 97, which "
            "another token has.",
        ),
        (
            "special_tokens",
            {"<x>": 256},
            "merges[0]: expected a new id for 'lo', found 256, the id of '<x>'.",
        ),
        (
            "merges/0",
            [108, 111],
            "merges[0]: expected a left id, a right id and a new id, found a list of 2.",
        ),
        ("merges/0", [108, 111, 1.0], f"merges[0]: {NO_ID}1.0."),
        ("merges/0", [108, 111, 97], "merges[0]: expected a new id for 'lo', found 97, the id of 'a'."),
        (
            "merges/0",
            [257, 111, 256],
            "merges[0]: expected ids of base units or of earlier merges, found 257, which is neither.",
        ),
        ("merges/1", [108, 111, 300], "merges[1]: expected each merge once, found 108, 111 again."),
    ],
)
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

    def about(**keys: object) -> str:
        return sentence_about({"t.bpe.json": json.dumps(content | keys).encode()})

    ranks = content["ranks"]
    assert about(ranks=ranks | {"a": 98}) == (
        "t.bpe.json, ranks, key 'b': expected an id of its own, found 98, the id of 'a'."
    )
    assert about(ranks=ranks | {"a": 500}) == (
        "t.bpe.json, key ranks: expected the id that base gives, 97, found 500 for byte 0x61."
    )
    assert about(ranks=ranks | {"ab": 300}) == (
        "t.bpe.json, key ranks: expected an id of its own for 'ab', found 300, which a special token has."
    )
    assert about(recipe=content["recipe"] | {"alphabet": "characters"}) == (
        "t.bpe.json, key ranks: expected merges, since only bytes joined by lowest rank can go without, found ranks."
    )


# ---- whatever a file holds


def no_harm(files: dict[str, bytes]) -> None:
    """Either a sentence, or a tokenizer that works."""
    try:
        tokenizer = read(files, own_patterns=False)
    except FormatError:
        return
    text = "low lower"
    tokenizer.encode_ordinary(text)
    if tokenizer.recipe.alphabet == "bytes" and not isinstance(tokenizer, SteppedTokenizer):
        assert tokenizer.decode(tokenizer.encode_ordinary(text)) == text
        assert tokenizer.trace(text).ids == tokenizer.encode_ordinary(text)
    assert tokenizer.n_vocab > 0


BITS = [b"", b" ", b"\n", b"\r\n", b'"', b"-1", b"0", b"1e9", b"4294967296", b"true", b"null", b"[]", b"{}"]
BITS += [b"\x00", b"\xff", b"\\ud800", b"<x>", b"lo", b"\xc4\xa0", b"[" * 50, b"256 256\n", b"IQ== 7\n"]


@settings(max_examples=300)
@given(data=st.data(), format_name=st.sampled_from(list(FORMATS)))
def test_a_damaged_file_does_no_harm(data: st.DataObject, format_name: str) -> None:
    files = dict(FILES[format_name])
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(files)))
        content = files[name]
        start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(content))] * 2)))
        end = min(end, start + data.draw(st.sampled_from([0, 1, 8, 1000])))
        bit = data.draw(
            st.one_of(st.sampled_from(BITS), st.binary(max_size=6), st.just(content[start:end] * 2))
        )
        files[name] = content[:start] + bit + content[end:]
    no_harm(files)


ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(
        [-1, 0, 97, 256, 260, 900, 2**31 - 1, 2**31, 2**32, 1.0, "", "lo", "<x>", "gpt2", "bytes"]
    ),
    st.floats(),
    st.text(max_size=5),
)
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
)


@settings(max_examples=300)
@given(data=st.data(), format_name=st.sampled_from(["own", "huggingface", "gpt2"]))
def test_json_with_other_values_in_it_does_no_harm(data: st.DataObject, format_name: str) -> None:
    (file, original), *rest = FILES[format_name].items()
    content = json.loads(original)
    for _ in range(data.draw(st.integers(1, 2))):
        place = content
        while True:
            key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else range(len(place))))
            if not (isinstance(place[key], dict | list) and place[key] and data.draw(st.integers(0, 3))):
                break
            place = place[key]
        if data.draw(st.booleans()) and isinstance(place, dict):
            place[data.draw(st.text(max_size=4))] = place.pop(key)
        else:
            place[key] = data.draw(VALUES)
    no_harm({file: json.dumps(content).encode(), **dict(rest)})


@settings(max_examples=300)
@given(
    name=st.sampled_from(["a.json", "a.bpe.json", "a.model", "a.tiktoken", "a.txt", "a"]), data=st.binary()
)
def test_any_bytes_do_no_harm(name: str, data: bytes) -> None:
    no_harm({name: data})
    no_harm({"encoder.json": data, "vocab.bpe": data})


def test_what_detect_finds_does_not_depend_on_the_content_being_right() -> None:
    assert detect({"x.tiktoken": b"\xff\xff"})[0].name == "tiktoken"
    assert detect({"x.model": b"\x0a\x0e"})[0].name == "minbpe"


@pytest.mark.parametrize("name", ["gpt2"])
def test_a_published_table_with_one_line_wrong(name: str) -> None:
    lines = write(load_published(name), "tiktoken")["tokenizer.tiktoken"].split(b"\n")
    lines[30_000] = lines[29_999]
    assert re.fullmatch(
        r"gpt2\.tiktoken, line 30001: expected each token once, found '.*' again, with rank 29999 before\.",
        sentence_about({"gpt2.tiktoken": b"\n".join(lines)}),
    )


@pytest.mark.parametrize("item", [b"[]", b"{}", b'"a"', b"1e5"])
def test_a_json_of_little_but_brackets_or_commas_is_refused_before_it_is_parsed(item):
    data = b'{"model": [' + item + (b"," + item) * 3_000_000 + b"]}"
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="keys and values at most"):
            read({"tokenizer.json": data})
        # The file as a text, and not the hundred times as much that its lists would take.
        assert tracemalloc.get_traced_memory()[1] < 3 * len(data)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("special", "words"),
    [
        (["x" * 1_001], "1000 characters at most, found 1001"),
        (["x" * size + "!" for size in range(1, 66)], "64 lengths at most of those that begin with 'x'"),
    ],
)
@pytest.mark.parametrize("name", ["own", "minbpe", "huggingface"])
def test_special_tokens_that_make_a_search_slow_are_refused(special, words, name):
    # A pattern of five million characters takes a gigabyte and fifteen seconds, for whoever encodes a word.
    with pytest.raises(FormatError, match=re.escape(words)):
        read(
            write(TOKENIZER.with_special_tokens(*special), name) if name != "minbpe" else minbpe_with(special)
        )


def test_a_step_that_is_named_a_thousand_times_is_refused():
    content = json.loads(FILES["own"]["tokenizer.bpe.json"])
    content["recipe"]["normalizers"] = ["lowercase"] * 1_000
    with pytest.raises(FormatError, match="16 at most, found 1000"):
        read({"tokenizer.bpe.json": json.dumps(content).encode()})


def minbpe_with(special: list[str]) -> dict[str, bytes]:
    lines = ["minbpe v1", "", str(len(special)), *(f"{one} {256 + at}" for at, one in enumerate(special))]
    return {"a.model": "\n".join(lines).encode()}


@given(
    tokens=st.sets(st.text("ab<|>]^-", min_size=1, max_size=5), max_size=6),
    text=st.text("ab<|>]^-", max_size=30),
)
def test_strings_are_found_as_an_alternation_finds_them(tokens, text):
    longest_first = "|".join(map(re.escape, sorted(tokens, key=len, reverse=True)))
    expected = [found.span() for found in re.finditer(longest_first, text)] if tokens else []
    assert list(StringFinder(tokens).matches(text)) == expected
