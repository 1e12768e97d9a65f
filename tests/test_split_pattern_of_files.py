"""A file without its split pattern is never read with another pattern unless the caller passes one."""

import re

import pytest

from bpe_core import SPLIT_PATTERNS, load_published
from bpe_core.formats import FORMATS, FormatError, NeedsPatternError, read, write
from bpe_core.tables import TABLES
from tests.format_samples import by_tiktoken, learn
from tests.peers import tiktoken_encoding, written

CODE = "def foo(self):\n    return 'IT''S' + 1234567\n"
WITHOUT_PATTERN = [name for name, format_ in FORMATS.items() if not format_.keeps_pattern]


def file_of(name: str) -> bytes:
    return written(name, "tokenizer.tiktoken")


@pytest.mark.parametrize(
    ("name", "line_end"),
    [("gpt2", b"\r\n"), ("p50k_base", b"\n"), ("cl100k_base", b"\n"), ("o200k_base", b"\n")],
)
def test_a_published_table_gives_tiktokens_ids_with_no_pattern_given(name: str, line_end: bytes) -> None:
    tokenizer = read({"any.tiktoken": file_of(name).replace(b"\n", line_end)})
    assert tokenizer.recipe.split_pattern == TABLES[name].split_pattern
    assert tokenizer.encode(CODE) == tiktoken_encoding(name).encode(CODE)


def test_gpt2s_own_pair_needs_no_pattern() -> None:
    tokenizer = read(write(load_published("gpt2"), "gpt2"))
    assert tokenizer.encode(CODE) == tiktoken_encoding("gpt2").encode(CODE)


@pytest.mark.parametrize("format_name", WITHOUT_PATTERN)
def test_any_other_table_needs_its_pattern(format_name: str) -> None:
    learned = learn(CODE * 3, "gpt4", 40)
    files = write(learned, format_name)
    with pytest.raises(NeedsPatternError, match="does not hold the split pattern"):
        read(files)
    assert read(files, split_pattern="gpt2").encode(CODE) != learned.encode(CODE)
    for given in ("cl100k_base", SPLIT_PATTERNS["cl100k_base"]):
        assert read(files, split_pattern=given).encode(CODE) == by_tiktoken(learned).encode(CODE)


def test_a_pattern_that_is_given_counts_for_a_published_table_too() -> None:
    files = {"any.tiktoken": file_of("gpt2")}
    assert read(files, split_pattern=None).recipe.split_pattern is None


@pytest.mark.parametrize("format_name", sorted({*FORMATS} - {*WITHOUT_PATTERN}))
@pytest.mark.parametrize(
    ("option", "given", "found"),
    [
        ("split_pattern", None, ", found None, which means that the text is not split"),
        ("split_pattern", "gpt2", ", found one"),
        ("special_tokens", {"<e>": 999}, ""),
    ],
)
def test_what_a_file_holds_itself_is_not_taken_from_the_caller(format_name, option, given, found) -> None:
    files = {name: data for name, data in write(learn(), format_name).items() if not name.endswith(".vocab")}
    with pytest.raises(FormatError, match=f"expected no {option}, since the file contains its own{found}"):
        read(files, **{option: given})


def test_the_name_of_a_recipe_is_not_taken_for_a_regular_expression() -> None:
    with pytest.raises(FormatError, match=re.escape("found 'gpt4', an unknown name.")):
        read(write(learn(), "tiktoken"), split_pattern="gpt4")


# ---- arguments that are not a file or not a format


def test_a_format_that_there_is_not_is_told_with_those_that_there_are() -> None:
    with pytest.raises(
        FormatError, match=r"'hf'; the formats that can be written are own, huggingface, tiktoken"
    ):
        write(learn(), "hf")


@pytest.mark.parametrize(
    ("files", "kind"), [("tokenizer.json", "str"), ({"a.json": "{}"}, "str"), (None, "NoneType")]
)
def test_what_is_not_a_mapping_of_names_to_bytes(files: object, kind: str) -> None:
    with pytest.raises(TypeError, match=f"names to their contents, which are bytes, not {kind}"):
        read(files)  # type: ignore[arg-type]
