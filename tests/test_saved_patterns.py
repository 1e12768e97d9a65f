"""A tokenizer that was saved is read with its own split pattern and gives the same ids, also by peers, or needs one from the caller."""

import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Peer

from bpe_core import SPLIT_PATTERNS, Tokenizer, load_published
from bpe_core.formats import FORMATS, FormatError, NeedsPatternError, read, split_patterns, write
from bpe_core.formats.snippets import snippet
from bpe_core.tables import TABLES
from bpe_core.types import BpeError
from tests.format_samples import by_tiktoken, learn, read_back
from tests.pattern_grammar import TEXTS, patterns
from tests.peers import tiktoken_encoding, written
from tests.sampling import IN_TURNS

# Nearly any two characters of the texts merge, so that the ids tell where a text is split.
_SIGNS = b"abkKsSiI1_-^&~|.' \n\r"
MERGES = [
    ((one, other), 256 + rank) for rank, (one, other) in enumerate((a, b) for a in _SIGNS for b in _SIGNS)
]


def tokenizer_with(pattern: str) -> Tokenizer:
    return Tokenizer.from_merges(
        MERGES, id_of_byte={byte: byte for byte in range(256)}, split_pattern=pattern
    )


def check(pattern: str, texts: list[str], tmp_path) -> set[str]:
    """Return the ways in which the tokenizer can be taken along; all give its ids."""
    try:
        tokenizer = tokenizer_with(pattern)
        ids = [tokenizer.encode_ordinary(text) for text in texts]
    except BpeError:
        return set()
    done = set()
    for name in FORMATS:
        try:
            files = write(tokenizer, name)
        except FormatError:
            continue
        again = read_back(files, split_pattern=pattern)
        assert [again.encode_ordinary(text) for text in texts] == ids, name
        done.add(name)
        if name == "huggingface":
            peer = Peer.from_buffer(files["tokenizer.json"])
            assert [peer.encode(text).ids for text in texts] == ids
    path = tmp_path / "tokenizer.tiktoken"
    scope: dict[str, Any] = {}
    # tiktoken refuses some lookbehinds and a few quantifiers with a ValueError, as FormatError is one.
    with suppress(ValueError):
        path.write_bytes(write(tokenizer, "tiktoken")["tokenizer.tiktoken"])
        exec(snippet(tokenizer, "tiktoken", str(path)), scope)  # noqa: S102 - our own code
        assert [scope["encoding"].encode_ordinary(text) for text in texts] == ids
        done.add("snippet")
    return done


@pytest.fixture
def folder(tmp_path, monkeypatch):
    # Trying each pattern in a process of its own would take most of the time; these are small.
    monkeypatch.setattr(split_patterns, "split_safely", lambda _, __: None)
    return tmp_path


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(patterns(), st.lists(TEXTS, min_size=1, max_size=3))
def test_what_is_saved_has_the_same_ids_again_or_is_refused(folder, pattern: str, texts: list[str]) -> None:
    check(pattern, texts, folder)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?s:.{1,20})", r"\h+|\S+|\s+", r"\w+|\s+", "^a|.$", "(?i:'s|k)|.", r"\s{1,2}+|\S+", "[a-k&&[^b]]+|.", "[[:alpha:]]+",
        "(?m)^a|b$", "[a-k]+", "(?i)[a-k]+|s", r"[^\S\n]+|.",
        r"\p{IsHan}|[^\P{Is_Latin}a]|\p{^IsL}", r"\A?\w+|.", "(?:^)?a|.", r"s\z??|(?:^|a)?+b|.",
    ],
)  # fmt: skip
def test_usual_patterns_can_be_saved_in_every_format(folder, pattern: str) -> None:
    texts = ["the end a² ab\nbKſ's  S", "abc ABK_1.\n\na\r\n ", "漢a\u088fb"]
    assert check(pattern, texts, folder) >= {"own", "huggingface", "tiktoken", "gpt2", "minbpe", "snippet"}


def test_a_property_that_hugging_face_lacks_is_not_written() -> None:
    with pytest.raises(FormatError, match="its regular expressions cannot express"):
        write(tokenizer_with(r"\p{Bidi_Mirrored}|."), "huggingface")


@pytest.mark.parametrize("pattern", ["a*|b", r"(a)\1|b"])
def test_what_tiktoken_would_drop_text_with_has_no_snippet(pattern: str) -> None:
    with pytest.raises(FormatError, match=re.escape("Code for tiktoken cannot represent this tokenizer")):
        snippet(tokenizer_with(pattern), "tiktoken", "a.tiktoken")


CODE = "def foo(self):\n    return 'IT''S' + 1234567\n"
WITHOUT_PATTERN = [name for name, format_ in FORMATS.items() if not format_.keeps_pattern]


@IN_TURNS
@pytest.mark.parametrize("name", ["gpt2", "p50k_base", "cl100k_base", "o200k_base"])
def test_a_published_table_gives_tiktokens_ids_with_no_pattern_given(name: str) -> None:
    files = {"any.tiktoken": written(name, "tokenizer.tiktoken")}
    tokenizers = [read(files)]
    if name == "gpt2":
        tokenizers.append(read({"any.tiktoken": files["any.tiktoken"].replace(b"\n", b"\r\n")}))
        tokenizers.append(read(write(load_published("gpt2"), "gpt2")))
        assert read(files, split_pattern=None).recipe.split_pattern is None  # a given one counts
    for tokenizer in tokenizers:
        assert tokenizer.recipe.split_pattern == TABLES[name].split_pattern
        assert tokenizer.encode(CODE) == tiktoken_encoding(name).encode(CODE)


@pytest.mark.parametrize("format_name", WITHOUT_PATTERN)
def test_any_other_table_needs_its_pattern(format_name: str) -> None:
    learned = learn(CODE * 3, "gpt4", 40)
    files = write(learned, format_name)
    with pytest.raises(NeedsPatternError, match="does not hold the split pattern"):
        read(files)
    assert read(files, split_pattern="gpt2").encode(CODE) != learned.encode(CODE)
    for pattern in ("cl100k_base", SPLIT_PATTERNS["cl100k_base"]):
        assert read(files, split_pattern=pattern).encode(CODE) == by_tiktoken(learned).encode(CODE)


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
    with pytest.raises(FormatError, match=f"expected no {option}, since the file contains its own{found}"):
        read(write(learn(), format_name), **{option: given})


def test_a_name_that_there_is_not_is_told_with_those_that_there_are() -> None:
    # The name of a recipe is not taken for a regular expression.
    with pytest.raises(FormatError, match=re.escape("found 'gpt4', an unknown name.")):
        read(write(learn(), "tiktoken"), split_pattern="gpt4")
    known = "'hf'; the formats that can be written are own, huggingface, tiktoken"
    with pytest.raises(FormatError, match=known):
        write(learn(), "hf")


@pytest.mark.parametrize(
    ("files", "kind"), [("tokenizer.json", "str"), ({"a.json": "{}"}, "str"), (None, "NoneType")]
)
def test_what_is_not_a_mapping_of_names_to_bytes(files: object, kind: str) -> None:
    with pytest.raises(TypeError, match=f"names to their contents, which are bytes, not {kind}"):
        read(files)  # type: ignore[arg-type]
