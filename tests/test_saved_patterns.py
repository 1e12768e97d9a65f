"""A tokenizer with a custom split pattern that was saved gives the same ids when it is read again, also by peers."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Peer

from bpe_core import Tokenizer
from bpe_core.formats import FORMATS, FormatError, read, split_patterns, write
from bpe_core.formats.snippets import snippet
from bpe_core.types import BpeError
from tests.pattern_grammar import TEXTS, patterns

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
    for name, format_ in FORMATS.items():
        try:
            files = write(tokenizer, name)
        except FormatError:
            continue
        again = {} if format_.keeps_pattern else {"split_pattern": pattern}
        files = {file: data for file, data in files.items() if not file.endswith(".vocab")}
        assert [read(files, **again).encode_ordinary(text) for text in texts] == ids, name
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


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [("a*|b", "empty string"), (r"(a)\1|b", "cannot express"), (r"(?<!a$)b", "cannot express")],
)
def test_what_hugging_face_cannot_express_is_refused(pattern: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        write(tokenizer_with(pattern), "huggingface")


@pytest.mark.parametrize("pattern", ["a*|b", r"(a)\1|b"])
def test_what_tiktoken_would_drop_text_with_has_no_snippet(pattern: str) -> None:
    with pytest.raises(FormatError, match=re.escape("Code for tiktoken cannot represent this tokenizer")):
        snippet(tokenizer_with(pattern), "tiktoken", "a.tiktoken")
