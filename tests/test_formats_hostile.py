"""Reading an invalid file always gives one sentence that says where the error is."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.formats import FORMATS, FormatError, detect, read, write
from bpe_core.pipeline.added_tokens import StringFinder
from tests.format_samples import read_back
from tests.peers import written
from tests.wrong_files import FILES, TOKENIZER, sentence_about

HUGE = bytes(300 * 2**20)


@pytest.mark.parametrize("format_name", FORMATS)
def test_a_file_cut_short_an_empty_one_and_one_that_is_no_text(format_name: str) -> None:
    files = FILES[format_name]
    for name, data in files.items():
        assert sentence_about(files | {name: b""}) == f"{name}: expected a tokenizer, found an empty file."
        assert re.fullmatch(
            rf"{re.escape(name)}, line [0-9]+: expected text in UTF-8, found the invalid byte 0xFF\.",
            sentence_about(files | {name: data[:-1] + b"\xff"}),
        )
        most = 40 if name.endswith("json") else 16
        assert sentence_about(files | {name: HUGE}) == f"{name}: expected {most} MB at most, found 300 MB."
        assert sentence_about(files, max_bytes=99).startswith(f"{next(iter(files))}: expected 0 MB at most")
        assert sentence_about(files | {name: data[: len(data) - 19]})


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "A tokenizer: expected one file, or encoder.json with vocab.bpe, found no file."),
        (
            {"a.txt": b"hello"},
            "a.txt: expected a tokenizer file (a .bpe.json of this project, Hugging Face tokenizer.json, tiktoken "
            ".tiktoken, GPT-2's encoder.json with vocab.bpe, minbpe .model, Mistral's tekken.json, SentencePiece's .model), found none of these.",
        ),
        ({"a.model": b"1", "b.model": b"2"}, "'a.model', 'b.model': expected one file, or encoder.json with vocab.bpe, found 2 files."),
        (
            {"merges.txt": b"#version: 0.2\n"},
            "merges.txt: expected its other half, encoder.json or vocab.json, next to it, found it alone.",
        ),
        (
            {"vocab.json": FILES["gpt2"]["encoder.json"]},
            "vocab.json, key model: expected the model of a tokenizer.json, or a vocab.json together with its "
            "merges, found no such key.",
        ),
    ],
)  # fmt: skip
def test_files_of_no_known_format(files: dict[str, bytes], sentence: str) -> None:
    assert sentence_about(files) == sentence


def test_what_detect_finds_does_not_depend_on_the_content_being_right() -> None:
    assert detect({"x.tiktoken": b"\xff\xff"})[0].name == "tiktoken"
    assert detect({"x.model": b"\x0a\x0e"})[0].name == "minbpe"


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
        (b'{"a": 1, "a": 2}', ", key 'a': expected each key once, found the key twice."),
        (b'{"a": NaN}', ": expected JSON, found NaN, which is not valid JSON."),
        (b'{"a": }', ", line 1, column 7: expected JSON, found '}'."),
        (b'{"a": 1', ", line 1, column 8: expected JSON, found the end of the file."),
        (b'{"a": 1,\n "b": }', ", line 2, column 7: expected JSON, found '}'."),
        (b'{"a": ' + b"[" * 200_000, ": expected JSON of a few levels, found lists or objects nested too deep."),
        (b'{"a": ' * 200_000, ": expected JSON of a few levels, found lists or objects nested too deep."),
        (b'{"a": ' + b"9" * 5_000 + b"}", ": expected numbers of 100 digits at most, found one of 5,000."),
    ],
)  # fmt: skip
def test_json_that_is_none_or_of_the_wrong_shape(
    name: str, format_name: str, data: bytes, sentence: str
) -> None:
    assert sentence_about(FILES[format_name] | {name: data}) == name + sentence


def no_harm(files: dict[str, bytes]) -> None:
    """Check that reading the files gives either one sentence or a tokenizer that works."""
    try:
        tokenizer = read_back(files, own_patterns=False)
    except FormatError:
        return
    text = "low lower"
    ids = tokenizer.encode_ordinary(text)
    if tokenizer.recipe.alphabet == "bytes" and tokenizer.steps.is_empty:
        assert tokenizer.decode(ids) == text
        assert tokenizer.trace(text).ids == ids
    assert tokenizer.vocab_size > 0


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


USUAL = [-1, 0, 97, 256, 260, 900, 2**31 - 1, 2**31, 2**32, 1.0, "", "lo", "<x>", "gpt2", "bytes"]
ATOMS = st.none() | st.booleans() | st.sampled_from(USUAL) | st.floats() | st.text(max_size=5)
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
    no_harm({"a.model": b"\n\x0e" + data})  # as SentencePiece's begin
    no_harm({"encoder.json": data, "vocab.bpe": data})


def test_many_long_tokens_are_refused_before_they_are_built() -> None:
    doubling = [f"{id_} {id_}" for id_ in [97, *range(256, 270)]]  # 270 has 32,768 bytes
    longer = [line for byte in range(256) for line in (f"270 {byte}", f"{byte} 270")]
    longest = [f"269 {id_}" for id_ in range(271, 783)]
    text = "\n".join(["minbpe v1", "", "0", *doubling, *longer, *longest])
    assert sentence_about({"t.model": text.encode()}) == (
        f"t.model, line 144: expected {4 * 2**20} bytes at most in all tokens, found more."
    )


def test_a_published_table_with_one_line_wrong() -> None:
    lines = written("gpt2", "tokenizer.tiktoken").split(b"\n")
    lines[30_000] = lines[29_999]
    assert re.fullmatch(
        r"gpt2\.tiktoken, line 30001: expected each token once, found '.*' a second time; its first rank is 29999\.",
        sentence_about({"gpt2.tiktoken": b"\n".join(lines)}),
    )


@pytest.mark.parametrize(
    ("special", "words"),
    [
        (["x" * 1_000, "x" * 1_001], "1,000 characters at most, found 1,001"),
        (["x" * size + "!" for size in range(1, 66)], "64 lengths or fewer for strings that begin with 'x'"),
    ],
)
@pytest.mark.parametrize("name", ["own", "minbpe", "huggingface"])
def test_special_tokens_that_make_a_search_slow_are_refused(special, words, name):
    # A search pattern of five million characters would take a gigabyte and fifteen seconds to encode a word.
    def read_with(*special):
        if name != "minbpe":
            return read(write(TOKENIZER.with_special_tokens(*special), name))
        lines = ["minbpe v1", "", str(len(special)), *(f"{one} {256 + at}" for at, one in enumerate(special))]
        return read({"a.model": "\n".join(lines).encode()})

    with pytest.raises(FormatError, match=re.escape(words)):
        read_with(*special)
    assert set(read_with(*special[:-1]).special_tokens) >= {*special[:-1]}


@given(
    tokens=st.sets(st.text("ab<|>]^-", min_size=1, max_size=5), max_size=6),
    text=st.text("ab<|>]^-", max_size=30),
)
def test_strings_are_found_as_an_alternation_finds_them(tokens, text):
    longest_first = "|".join(map(re.escape, sorted(tokens, key=len, reverse=True)))
    expected = [found.span() for found in re.finditer(longest_first, text)] if tokens else []
    assert list(StringFinder(tokens).matches(text)) == expected
