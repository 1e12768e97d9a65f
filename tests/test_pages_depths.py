"""The six depths of a text, run without a browser: what the strip is sent at each, and what is below it."""

import json
from base64 import b64decode
from collections import Counter
from itertools import pairwise
from unittest.mock import patch

import numpy as np
import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from tokenizers.pre_tokenizers import ByteLevel

from bpe_core import BRANCHES, load_published, pretokenize
from bpe_core.formats import read_huggingface
from bpe_core.lessons.tokens.characters import byte_glyph
from bpe_core.lessons.tokens.chunking import Pretokenized, compare_chunks, pattern_of, summarize_chunks
from bpe_core.sandbox.safe_split import split_safely
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.token_row.strip import token_strip
from explorer_ui.places.tokens.text_to_ids import chunks as chunks_view
from explorer_ui.places.tokens.text_to_ids.characters import glyph_sentence
from explorer_ui.visit.names import BYTES_TABS
from explorer_ui.visit.words import point_at
from explorer_ui.words.course import DEPTHS, page_at, page_of, pages_of
from tests.apps import drawn, from_menu, open_app, shows, words
from tests.peers import tiktoken_encoding
from tests.test_pipeline_stages import character_json

NAME_OF = {page.depth: page.name for page in pages_of("tokens") if page.depth}
PIECES = [
    "the", " the", "don't", "123", "4567", " ", "\n", "é", "e\u0301", "你", "🙂", "ß!", "كتاب", "\t", "A",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def columns(app: AppTest, number: int, *names: str) -> list[tuple]:
    return list(app.dataframe[number].value[list(names)].itertuples(index=False, name=None))


def sent(name: str, **state) -> dict:
    """Return what the strip is sent on a page."""
    [data] = drawn(open_app(name, **state), "token_strip")
    return data


def numbers(packed: str, kind: str) -> list[int]:
    return np.frombuffer(b64decode(packed), kind).tolist()


def tokens_of(data: dict) -> list[tuple[int, bytes]]:
    """The tokens in a message: the id and the bytes of each."""
    known = [(token_id, b64decode(content)) for token_id, content, _ in data["tokens"]]
    return [known[index] for index in numbers(data["indexes"], f"<u{data['index_bytes']}")]


def text_of(data: dict) -> bytes:
    """The bytes of the text in a message: those of the tokens, with what the tokenizer changed put back."""
    tokens = b"".join(content for _, content in tokens_of(data))
    if not data["original"]:
        return tokens
    given = b64decode(data["original"]["text"])
    rebuilt, done = b"", 0
    changes = np.array(numbers(data["original"]["changes"], "<u4")).reshape(-1, 4)
    for first, end, first_given, end_given in changes:
        rebuilt += tokens[done:first] + given[first_given:end_given]
        done = end
    assert rebuilt + tokens[done:] == given
    return given


def chunks_in(data: dict) -> list[tuple[str, int]]:
    """The chunks in a message with their branches; 255: none."""
    if data["cut"]["starts"] is None:
        contents = [content for _, content in tokens_of(data)]
        starts = [len(b"".join(contents[:first])) for first in numbers(data["chunks"], "<u4")]
        text = b"".join(contents)
    else:
        starts, text = numbers(data["cut"]["starts"], "<u4"), text_of(data)
    limits = [*starts, len(text)] if starts else []
    parts = [text[start:end].decode() for start, end in pairwise(limits)]
    return list(zip(parts, numbers(data["cut"]["branches"], "u1"), strict=True))


def naive_chunks(text: str, name: str) -> list[tuple[str, int]]:
    """Split by trying the branches of a pattern in order at each position."""
    branches = [regex.compile(branch.pattern) for branch in BRANCHES[name]]
    found, at = [], 0
    while at < len(text):
        matches = ((branch.match(text, at), number) for number, branch in enumerate(branches))
        match, number = next((match, number) for match, number in matches if match)
        found.append((match[0], number))
        at = match.end()
    return found


@settings(max_examples=60)
@given(
    text=TEXTS, name=st.sampled_from(["gpt2", "o200k_base", "qwen3", "file"]), depth=st.sampled_from(DEPTHS)
)
@example(text="e\u0301 the", name="qwen3", depth="chunks")
@example(text="low é 你", name="file", depth="bytes")
def test_the_boxes_of_each_depth_are_those_of_the_engine(text: str, name: str, depth: str) -> None:
    tokenizer = read_huggingface(pair_file()) if name == "file" else load_published(name)
    CACHE.put(("uploaded", "its digest"), tokenizer)
    data = sent(NAME_OF[depth], text=text, tokenizer=name, tokenizer_file="its digest")
    assert data["depth"] == depth
    assert text_of(data) == text.encode()
    ids = [token_id for token_id, _ in tokens_of(data)]
    assert ids == tokenizer.encode(text)
    if name in ("gpt2", "o200k_base"):
        assert ids == tiktoken_encoding(name).encode(text)
    if depth in ("bits", "bytes", "characters"):
        assert [character for character, _ in data["names"]] == list(dict.fromkeys(text))
    assert bool(data["note"]) == (depth in ("bits", "bytes") and name == "file")
    if depth != "chunks":
        return
    worked_on = b"".join(content for _, content in tokens_of(data)).decode()
    if name == "file":
        assert "".join(chunk for chunk, _ in chunks_in(data)) == worked_on
        assert {branch for _, branch in chunks_in(data)} <= {255}
        assert data["cut"]["listed"] == []
    else:
        check_chunks(data, naive_chunks(worked_on, pattern_of(tokenizer)))


def check_chunks(data: dict, expected: list[tuple[str, int]]) -> None:
    """Compare the chunks of a message, and how often it says that each branch is used."""
    assert chunks_in(data) == expected
    used = Counter(branch for _, branch in expected)
    listed = data["cut"]["listed"]
    assert [uses for _, _, uses in listed] == [used[at] for at in range(len(listed))]


def pair_file() -> bytes:
    """A tokenizer.json that puts a ▁ in front of the text, and works on characters."""
    return json.dumps(character_json()).encode()


def lower_file() -> bytes:
    """A tokenizer.json that writes lower case and drops white space."""
    steps = {"normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "WhitespaceSplit"}}
    return json.dumps(character_json(byte_fallback=False) | steps).encode()


@settings(max_examples=15)
@given(text=TEXTS, name=st.sampled_from([*BRANCHES, "own"]))
def test_another_pattern_splits_the_text_that_was_typed(text: str, name: str) -> None:
    own = r"\w+|\s+"
    data = sent("Chunks", text=text, tokenizer="qwen3", split_pattern=name, own_pattern=own)
    assert data["live"] is None
    if name == "own":
        check_chunks(data, [(one.text, one.branch % 256) for one in pretokenize(text, own)])
    else:
        check_chunks(data, naive_chunks(text, name))


def test_a_special_token_is_a_chunk_that_no_branch_matches() -> None:
    data = sent("Chunks", text="a <|endoftext|> b", tokenizer="gpt2", special_policy="special")
    assert [branch for _, branch in chunks_in(data)] == [7, 10, 255, 7]


@pytest.mark.parametrize("query", [{}, {"view": "player"}])
def test_another_depth_is_another_page_and_the_address_says_so(query: dict[str, str]) -> None:
    app = open_app("Tokens", query=query, text="low", tokenizer="gpt2")
    called = []

    def mount(*, on_depth_change, **_: object) -> dict:
        if not called:
            called.append(on_depth_change())
        return {}

    with patch.multiple(token_strip, _mount=mount, heard=lambda *_: {"depth": "bytes", "press": 1}):
        app.run()
    app.run()
    assert app.query_params == (page_of("Bytes").alone if query else {"depth": "bytes"})
    assert shows(app, "Bytes") != bool(query)
    assert app.segmented_control(key="bytes_tab").options == list(BYTES_TABS)


def test_an_earlier_tab_of_bytes_leads_to_its_depth() -> None:
    for tab, name in {
        "Each character once": "Characters",
        "What a normalizer changes": "Characters",
        "How GPT-2 writes a byte": "Bytes",
        "Characters in order": "Bytes",
    }.items():
        assert page_at("bytes", {"bytes_tab": tab}).name == name
        assert page_at("tokens", {"bytes_tab": tab, "depth": "bytes"}).name == name
        assert "could not be read" not in words(open_app("Bytes", query={"bytes_tab": tab}))


@pytest.mark.parametrize(
    ("page", "ids", "shown", "note"),
    [
        ("Decode", "31373, 995", [31373, 995], "not those of your text"),
        ("Decode", "99999999", [9319], "could not be read"),
        ("Tokens", "7", [9319], ""),
    ],
)
def test_pasted_ids_are_shown_in_place_of_the_text(page, ids, shown, note) -> None:
    data = sent(page, text="low", tokenizer="gpt2", ids_text=ids)
    assert [token_id for token_id, _ in tokens_of(data)] == shown
    assert note in data["note"]


def test_characters_counts_a_family_in_four_ways() -> None:
    app = open_app("Characters", text="👨‍👩‍👧‍👦")
    assert [metric.value for metric in app.metric] == ["1", "7", "11", "25"]
    once = columns(app, 0, "character", "count", "code point", "bytes")
    assert once[0] == ("U+200D", 3, "U+200D", 3)
    assert ("👧", 1, "U+1F467", 4) in once
    for name in ("Bits", "Bytes"):
        by_length = columns(open_app(name, text="👨‍👩‍👧‍👦"), 0, "bytes", "in your text")
        assert by_length == [(1, 0), (2, 0), (3, 3), (4, 4)]


def test_bytes_writes_a_text_in_glyphs_as_gpt2_does() -> None:
    text = " a\tb\r\n  *c* é\u3000你 "
    pieces = "".join(ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)[0][0])
    app = open_app("Bytes", text=text, bytes_tab=BYTES_TABS[1])
    assert pieces in [written.value for written in app.text]


def test_glyph_sentences() -> None:
    assert glyph_sentence(byte_glyph(0x0A)) == (
        "Ċ · byte 10, 0x0A · LINE FEED (newline) · replacement 11 of 68, U+010A"
    )
    assert "begins a character of 3 bytes · its own Latin-1 character" in glyph_sentence(byte_glyph(0xE4))
    assert "never occurs in UTF-8" in glyph_sentence(byte_glyph(0xFF))


def test_chunks_compares_two_patterns_and_says_what_it_does_not_draw() -> None:
    def compared(text: str, other: str = "cl100k_base") -> AppTest:
        tab = "Next to another pattern"
        return open_app("Chunks", text=text, split_pattern="gpt2", other_pattern=other, chunks_tab=tab)

    app = compared("1234 1234")
    assert app.dataframe[0].value.to_numpy().tolist() == [["1234", "123 | 4", 1], ["·1234", "· | 123 | 4", 1]]
    # A pattern is not compared with itself.
    assert compared("1234 1234", other="gpt2").session_state["other_pattern"] == "cl100k_base"
    for text, is_drawn in (("1234 " * 9, True), ("1234 " * 1_500, False)):
        said = words(compared(text))
        assert ("Only the first chunks of each are drawn" in said) != is_drawn
        assert "most frequent of" not in said
    assert "The 1,000 most frequent of 1,100." in words(compared(" ".join(map(str, range(1_000, 2_100)))))


def test_chunks_trains_with_and_without_the_cut() -> None:
    app = open_app("Chunks")
    from_menu(app, "offer", {"name": "Chunks dog. dog! dog?"})
    without, cut = app.dataframe[0].value, app.dataframe[1].value
    assert {"·dog", "·dog.", "·dog!", "·dog?"} <= set(without["token"])
    assert {"·dog"} == {token for token in cut["token"] if "dog" in token}
    assert dict(zip(without["token"], without["merged across boundaries"], strict=True))["·dog."] == 4


def with_own_pattern(text: str, pattern: str) -> AppTest:
    return open_app("Chunks", text=text, split_pattern="own", own_pattern=pattern)


def test_own_pattern_tells_what_fell_through() -> None:
    app = with_own_pattern("Bread, butter!", r"\w+|\s+|x*")
    assert "No branch matches 2 of the characters" in app.warning[0].value
    assert "matched an empty string" in app.info[0].value
    assert ("unmatched", 1) in columns(app, 0, "matched by", "count")
    [data] = drawn(with_own_pattern("a b", r"\w+|\W"), "token_strip")
    assert data["cut"]["listed"] == [[r"\w+", "", 2], [r"\W", "", 1]]


def test_own_pattern_shows_a_syntax_error_where_it_is() -> None:
    app = with_own_pattern("ab", "a|b)|c")
    assert any(code.value.endswith("a|b)|c\n   ^ character 4") for code in app.code)
    app.text_area(key="own_pattern").set_value("a|b").run()
    assert len(app.dataframe[0].value) == 2


def test_a_pattern_that_never_ends_is_cut_off_and_the_page_stays(monkeypatch) -> None:
    monkeypatch.setitem(split_safely.__kwdefaults__, "cpu_seconds", 1)
    app = with_own_pattern("a" * 60 + "b", "(a|aa)+$")
    # The pattern is stopped by CPU time, or on a busy machine by elapsed time, with different messages.
    assert any("was stopped" in told.value for told in app.text)
    app.session_state["split_pattern"] = "gpt2"
    assert len(app.run().dataframe[0].value) == 1


def test_own_pattern_cuts_the_beginning_of_a_long_text(monkeypatch) -> None:
    monkeypatch.setattr(chunks_view, "MAX_PATTERN_TEXT", 10)
    app = with_own_pattern("ab " * 10, r"\w+|\s+")
    # "ab" three times, " " three times, and "a"
    assert sum(count for (count,) in columns(app, 0, "count")) == 7
    assert any("first 10 characters" in caption.value for caption in app.caption)


def test_of_a_long_text_the_beginning_is_drawn_and_all_is_counted() -> None:
    text = "a, " * 5000 + "a\n a\na"  # two branches match a line end
    chunks = pretokenize(text, "gpt2")
    bounds = {"most_rows": 10, "longest": 200}
    to_draw = {**bounds, "most_chunks": 3000, "most_characters": 20_000}
    branches = tuple((branch.pattern, branch.meaning) for branch in BRANCHES["gpt2"])
    cut = summarize_chunks(Pretokenized(chunks, branches), **bounds)
    assert cut.total == len(chunks) == sum(count for _, _, count in cut.branches)
    assert len(compare_chunks(chunks, pretokenize(text, "cl100k_base"), **to_draw).left) <= 3000
    long_chunk = pretokenize("x" * 100_000, "gpt2")
    assert len(compare_chunks(long_chunk, long_chunk, **to_draw).left[0].text) < 1000


def test_a_place_in_a_pattern_is_pointed_at_in_its_line() -> None:
    assert point_at("a|\n(b|c]\n|d", 4) == "(b|c]\n ^ character 5"
    assert point_at("a|(b", 4) == "a|(b\n    ^ at its end"
    line, sign = point_at("x" * 500 + ")" + "y" * 500, 500).split("\n")
    assert line[sign.index("^")] == ")"
    assert len(line) < 120


def test_a_text_that_is_refused_keeps_the_way_to_the_other_depths_and_gets_no_figures_of_another_tokenizer():
    refused = {"text": "é<|endoftext|>b", "tokenizer": "gpt2"}
    for name in ("Tokens", "Chunks", "Decode"):
        data = sent(name, **refused)
        assert (tokens_of(data), data["hint"]) == ([], "")
    for name in ("Bits", "Bytes", "Characters"):
        data = sent(name, **refused)
        assert text_of(data) == refused["text"].encode()
        assert data["counts"] is None
        assert sent(name, **refused, special_policy="special")["counts"]["tokens"] == 3
        assert sent(name, text="é", tokenizer="file")["counts"] is None
        assert sent(name, text="é", tokenizer="bytes")["counts"]["tokens"] == 2
    assert sent("Chunks", **refused, split_pattern="gpt2")["counts"] is None


def test_a_long_chunk_has_all_its_bytes_and_no_chunk_is_left_out_silently():
    assert columns(open_app("Chunks", text="no, no, don't"), 0, "chunk", "count")[0] == (",", 2)
    app = open_app("Chunks", text="你" * 500, tokenizer="gpt2")
    assert columns(app, 0, "chunk", "count", "bytes") == [("你" * 60 + " … and 1,320 bytes", 1, 1500)]
    assert "most frequent of" not in words(app)
    different = " ".join(f"{number}a" for number in range(1_100))
    app = open_app("Chunks", text=different, tokenizer="gpt2")
    chunks = {chunk for chunk, _ in naive_chunks(different, "gpt2")}
    assert len(app.dataframe[0].value) == 1_000 < len(chunks)
    assert f"The 1,000 most frequent of {len(chunks):,}." in words(app)


def test_white_space_of_which_a_tokenizer_makes_no_tokens_is_not_called_missing():
    CACHE.put(("uploaded", "lower"), read_huggingface(lower_file()))
    file = {"tokenizer": "file", "tokenizer_file": "lower"}
    for name, hint in (("Tokens", "This tokenizer makes no tokens of your text."), ("Characters", "")):
        data = sent(name, text=" \n ", **file)
        assert (tokens_of(data), data["hint"]) == ([], hint)
    assert "Type or paste" in sent("Tokens", text="", **file)["hint"]
