"""A tokenizer that was saved is read with its own split pattern and gives the same ids, also by peers, or needs one from the caller."""

import re

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

# Nearly any two characters of the texts merge, so that the ids tell where a text is split.
_SIGNS = b"abkKsSiI1_-^&~|.' \n\r"
MERGES = [
    ((one, other), 256 + rank) for rank, (one, other) in enumerate((a, b) for a in _SIGNS for b in _SIGNS)
]


def tokenizer_with(pattern: str) -> Tokenizer:
    return Tokenizer.from_merges(
        MERGES, id_of_byte={byte: byte for byte in range(256)}, split_pattern=pattern
    )


def ids_of_snippet(tokenizer: Tokenizer, tmp_path, texts: list[str]) -> list[list[int]]:
    path = tmp_path / "tokenizer.tiktoken"
    path.write_bytes(write(tokenizer, "tiktoken")["tokenizer.tiktoken"])
    scope: dict[str, object] = {}
    exec(snippet(tokenizer, "tiktoken", str(path)), scope)  # noqa: S102 - our own code
    return [scope["encoding"].encode_ordinary(text) for text in texts]  # type: ignore[attr-defined]


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
        files = {file: data for file, data in files.items() if not file.endswith(".vocab")}
        again = read_back(files, split_pattern=pattern)
        assert [again.encode_ordinary(text) for text in texts] == ids, name
        done.add(name)
        if name == "huggingface":
            peer = Peer.from_str(files["tokenizer.json"].decode())
            assert [peer.encode(text).ids for text in texts] == ids
    try:
        assert ids_of_snippet(tokenizer, tmp_path, texts) == ids
        done.add("snippet")
    except FormatError:
        pass
    except ValueError:
        # tiktoken refuses some lookbehinds and a few quantifiers, which is not silent.
        done.add("refused by tiktoken")
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
    ],
)  # fmt: skip
def test_usual_patterns_can_be_saved_in_every_format(folder, pattern: str) -> None:
    texts = ["the end a² ab\nbKſ's  S", "abc ABK_1.\n\na\r\n ", "漢a\u088fb"]
    assert check(pattern, texts, folder) >= {"own", "huggingface", "tiktoken", "gpt2", "minbpe", "snippet"}


@pytest.mark.parametrize("pattern", ["a*|b", r"(a)\1|b"])
def test_what_tiktoken_would_drop_text_with_has_no_snippet(pattern: str) -> None:
    with pytest.raises(FormatError, match=re.escape("Code for tiktoken cannot represent this tokenizer")):
        snippet(tokenizer_with(pattern), "tiktoken", "a.tiktoken")


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
    for pattern in ("cl100k_base", SPLIT_PATTERNS["cl100k_base"]):
        assert read(files, split_pattern=pattern).encode(CODE) == by_tiktoken(learned).encode(CODE)


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
