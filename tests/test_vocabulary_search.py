"""Searching, filtering and exporting a vocabulary, and the difference of two, compared with naive loops."""

import csv
import io
import json
import re
import sys
from functools import cache, partial

import numpy as np
import pytest
import regex
from streamlit.testing.v1 import AppTest

from bpe_core import BpeError, Tokenizer, load_published
from bpe_core.formats import table_csv
from bpe_core.formats.tables import as_cell
from bpe_core.lessons.vocabulary import unreachable
from bpe_core.lessons.vocabulary.vocabulary import KINDS, SCRIPTS, filter_tokens, find_tokens, token_table
from bpe_core.lessons.vocabulary.vocabulary_export import DIFFERENCE_COLUMNS, difference_rows
from bpe_core.sandbox.safe_split import MAX_SEARCHED, PatternRefused, search_safely
from explorer_ui.cache.bounded import CACHE
from explorer_ui.places.vocabulary.find_a_token.vocabulary_search import table_as_csv, table_as_jsonl
from tests.apps import open_app, words
from tests.peers import tiktoken_encoding

GPT2 = token_table(load_published("gpt2"))
CONTROL = [b"=1+1", b"\x00", b"\r\n", b"\t@x", b"\x1b[2J", b"\"'", b"\xe4\xbd", b"," * 500]
CONTROL += ["\u202e\u2028".encode()]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pattern is run on Windows")


@cache
def tokens(name: str) -> dict[int, bytes]:
    encoding = tiktoken_encoding(name)
    every = {encoding.encode_single_token(token): token for token in encoding.token_byte_values()}
    return dict(sorted(every.items()))


def small(*tokens: bytes) -> Tokenizer:
    ranks = {bytes([byte]): byte for byte in range(256)}
    return Tokenizer.from_ranks(
        ranks | {token: 256 + rank for rank, token in enumerate(tokens)}, name="small", split_pattern="gpt2"
    )


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let patterns wait longer on a busy machine; the limit on their CPU time stays."""
    monkeypatch.setattr(
        "bpe_core.lessons.vocabulary.vocabulary.search_safely", partial(search_safely, wall_seconds=100.0)
    )


@pytest.mark.parametrize("pattern", [r"^ ?[A-Z]+\d$", "(?i)magikarp|ing$", r"\ufffd|^\p{Thai}", "."])
def test_a_pattern_finds_what_a_loop_with_it_finds(pattern: str) -> None:
    texts = {id_: token.decode("utf-8", "replace") for id_, token in tokens("gpt2").items()}
    assert ids_found(pattern, "regex") == [id_ for id_, text in texts.items() if regex.search(pattern, text)]


def ids_found(query: str, by: str) -> list[int]:
    """The ids that a search finds, without the special token."""
    return [id_ for id_ in GPT2.token_ids[find_tokens(GPT2, query, by)].tolist() if id_ != 50256]


def test_a_pattern_that_is_invalid_or_never_ends_is_refused() -> None:
    with pytest.raises(BpeError, match="not a valid regular expression"):
        find_tokens(GPT2, "a|(b", "regex")
    endless = search_safely(["a" * 40 + "b"], "^(a|aa)+$", cpu_seconds=1, wall_seconds=100.0)
    long = search_safely(["a" * (MAX_SEARCHED + 1)], "a")
    for found, kind in ((endless, "timeout"), (long, "text-too-long")):
        assert isinstance(found, PatternRefused)
        assert found.kind == kind
    assert search_safely([], "a").tolist() == []


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        *(("Ġthe", b" the"), ("▁the", b" the"), ("Ã©", "é".encode()), ("Ġâ", b" \xe2"), ("ĊĊ", b"\n\n")),
        # A token as typed; what is found neither way.
        *(("é", "é".encode()), ("Ã", "Ã".encode()), (" the", b" the"), ("the", b"the")),
        *(("▁the▁", None), ("Ġ世", None)),
    ],
)
@pytest.mark.parametrize("by", ["text", "prefix"])
def test_a_token_is_found_as_typed_or_as_a_file_of_tokens_spells_it(query, meant, by):
    has = bytes.startswith if by == "prefix" else bytes.__contains__
    expected = [] if meant is None else [id_ for id_, token in tokens("gpt2").items() if has(token, meant)]
    assert ids_found(query, by) == expected


def test_filters_are_those_of_a_loop() -> None:
    every = np.arange(len(GPT2.token_ids), dtype=np.int32)
    found = filter_tokens(GPT2, every, script="Cyrillic", kind="word", shortest=2, longest=4)
    columns = zip(GPT2.scripts, GPT2.kinds, map(len, GPT2.token_bytes), strict=True)
    assert found.tolist() == [
        row
        for row, (script, kind, length) in enumerate(columns)
        if [*SCRIPTS][script] == "Cyrillic" and KINDS[kind] == "word" and 2 <= length <= 4
    ]
    assert all(regex.search(r"\p{Cyrillic}", GPT2.token_bytes[row].decode()) for row in found)
    assert len(found)


def test_a_vocabulary_is_exported_in_full_and_no_cell_is_a_formula() -> None:
    table = token_table(small(*(token for token in CONTROL if len(token) > 1)))
    every = np.arange(len(table.token_ids), dtype=np.int32)
    written = table_as_csv(table, every).decode("utf-8-sig")
    rows = csv.DictReader(io.StringIO(written, newline=""))
    objects = objects_of(table_as_jsonl(table, every))
    assert len(objects) == 256 + sum(len(token) > 1 for token in CONTROL)
    for row, one, token in zip(rows, objects, table.token_bytes, strict=True):
        assert bytes.fromhex(row["bytes"][2:]) == bytes.fromhex(one["bytes"][2:]) == token
        assert row["text"] == as_cell(token.decode("utf-8", "replace"))
        assert not row["text"].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    ordinary = [one for one in objects_of(table_as_jsonl(GPT2, GPT2.token_ids)) if one["kind"] != "special"]
    assert {one["id"]: bytes.fromhex(one["bytes"][2:]) for one in ordinary} == tokens("gpt2")


def objects_of(lines: bytes) -> list[dict]:
    return [json.loads(line) for line in lines.removesuffix(b"\n").split(b"\n")]


@pytest.mark.parametrize(("left", "right"), [("gpt2", "p50k_base"), ("gpt2", "cl100k_base")])
def test_the_difference_is_that_of_sets(left: str, right: str) -> None:
    rows = list(difference_rows(load_published(left), load_published(right)))
    ours, theirs = set(tokens(left).values()), set(tokens(right).values())
    for name, only in ((left, ours - theirs), (right, theirs - ours)):
        assert {bytes.fromhex(str(row["bytes"])[2:]) for row in rows if row["only_in"] == name} == only
    assert table_csv(DIFFERENCE_COLUMNS, rows).count(b"\r\n") >= len(rows) + 1


def column(app: AppTest, name: str, beside: str = "") -> list[str]:
    """A column of the first table that has it, and the other one."""
    tables = (frame.value for frame in app.dataframe)
    return next((list(table[name]) for table in tables if {name, beside or name} <= {*table}), [])


def test_the_page_explains_a_spelling_searches_by_a_pattern_and_filters() -> None:
    app = open_app("Vocabulary", tokenizer="gpt2", vocabulary_sort="id", vocabulary_query="Ġthe")
    assert "There a space is Ġ" in words(app)
    assert "·the" in column(app, "token", "kind")
    app.text_input(key="vocabulary_query").set_value("the").run()
    assert "There a space is Ġ" not in words(app)
    app.session_state["vocabulary_by"] = "regex"
    app.text_input(key="vocabulary_query").set_value("^ ?[Gg]old").run()
    found = column(app, "token", "kind")
    assert "·Gold" in found
    assert all(re.match("·?[Gg]old", token) for token in found)
    app.number_input(key="vocabulary_longest").set_value(4).run()
    assert sorted(column(app, "token", "kind")) == ["Gold", "gold"]
    app.text_input(key="vocabulary_query").set_value("(").run()
    assert "not a valid regular expression" in words(app)
    app.text_input(key="vocabulary_query").set_value("").run()
    app.selectbox(key="vocabulary_script").select("Thai").run()
    assert "No tokens match" in words(app)
    assert not app.exception


def test_the_page_lists_what_is_unreachable_and_says_why() -> None:
    app = open_app("Vocabulary", tokenizer="gpt2", vocabulary_unreachable=True, vocabulary_list="reach")
    assert "**13** cannot be produced by any text" in words(app)
    assert column(app, "reached")[:13] == ["never: no text in UTF-8 contains these bytes"] * 13
    app.segmented_control(key="vocabulary_list").set_value("oddest").run()
    assert "no other token is made of GoldMagikarp" in column(app, "why")
    assert "The first 100 of " in words(app)
    app.segmented_control(key="vocabulary_list").set_value("longest").run()
    assert "The first 100 of 50,257." in words(app)


def test_each_text_that_is_tried_around_a_token_counts_once() -> None:
    budget = unreachable._Work(texts=1)
    assert unreachable._find_witness(load_published("gpt2"), 318, b" is", budget) == " is"
    assert budget.texts == 0


def test_a_token_that_the_split_pattern_keeps_apart_is_said_to_be_encoded_as_others() -> None:
    CACHE.put(("uploaded", "digest"), small(b" b", b"a b"))
    app = open_app("Vocabulary", tokenizer="file", tokenizer_file="digest", vocabulary_list="reach")
    reached = dict(zip(column(app, "token", "reached"), column(app, "reached"), strict=True))
    assert reached["a·b"] == "no text found; its text is encoded as a | ·b"
