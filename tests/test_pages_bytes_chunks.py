"""The Bytes and Chunks pages, run without a browser."""

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers.pre_tokenizers import ByteLevel

from bpe_core import BRANCHES, pretokenize
from bpe_core.lessons.tokens.characters import byte_glyph
from bpe_core.lessons.tokens.chunking import Pretokenized, compare_chunks, summarize_chunks
from explorer_ui.places.tokens.text_to_ids import chunks as chunks_view
from explorer_ui.places.tokens.text_to_ids.bytes import glyph_sentence
from explorer_ui.visit.names import BYTES_TABS
from explorer_ui.visit.words import point_at
from tests.apps import from_menu, open_app

FAMILY = "👨‍👩‍👧‍👦"


def page(name: str, **state) -> AppTest:
    return open_app(name.capitalize(), **state)


def figures(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


def columns(app: AppTest, number: int, *names: str) -> list[tuple]:
    return list(app.dataframe[number].value[list(names)].itertuples(index=False, name=None))


def test_bytes_counts_a_family_in_four_ways() -> None:
    app = page("bytes", text=FAMILY)
    assert figures(app) == {
        "Visible characters": "1",
        "Code points": "7",
        "UTF-16 units": "11",
        "Bytes in UTF-8": "25",
    }
    assert not app.dataframe  # a closed tab loads no table
    app = page("bytes", text=FAMILY, bytes_tab="Each character once")
    once = columns(app, 0, "character", "count", "code point", "bytes")
    assert once[0] == ("U+200D", 3, "U+200D", 3)
    assert ("👧", 1, "U+1F467", 4) in once
    app = page("bytes", text=FAMILY, bytes_tab="One to four bytes")
    assert columns(app, 0, "bytes", "in your text") == [(1, 0), (2, 0), (3, 3), (4, 4)]


def test_bytes_writes_a_text_in_glyphs_as_gpt2_does() -> None:
    text = " a\tb\r\n  *c* é\u3000你 "
    pieces = "".join(ByteLevel(add_prefix_space=False, use_regex=False).pre_tokenize_str(text)[0][0])
    assert pieces in [written.value for written in page("bytes", text=text, bytes_tab=BYTES_TABS[4]).text]


@pytest.mark.parametrize("text", ["", "a", "\0\u202e<b>$x$", "a" + "\u0301" * 5000, "ab\r\n" * 500])
@pytest.mark.parametrize("name", ["bytes", "chunks"])
def test_any_text_can_be_shown(name: str, text: str) -> None:
    page(name, text=text)


def test_bytes_turns_pages() -> None:
    app = page("bytes", text="ab" * 80, bytes_page=2)
    assert not app.exception
    app.session_state["text"] = "short"
    assert not app.run().exception


def test_glyph_sentences() -> None:
    assert glyph_sentence(byte_glyph(0x0A)) == (
        "Ċ · byte 10, 0x0A · LINE FEED (newline) · replacement 11 of 68, U+010A"
    )
    assert "begins a character of 3 bytes · its own Latin-1 character" in glyph_sentence(byte_glyph(0xE4))
    assert "never occurs in UTF-8" in glyph_sentence(byte_glyph(0xFF))


def test_chunks_counts_chunks_and_branches() -> None:
    app = page("chunks", text="no, no, don't")
    assert figures(app) == {
        "Chunks": "6",
        "Different chunks": "5",
        "Branches used": "3 of 12",
        "Unmatched characters": "0",
    }
    assert columns(app, 0, "chunk", "count")[0] == (",", 2)
    app.session_state["split_pattern"] = "o200k_base"
    assert figures(app.run())["Branches used"] == "2 of 7"


def test_chunks_compares_two_patterns() -> None:
    tab = "Next to another pattern"
    app = page("chunks", text="1234 1234", split_pattern="gpt2", other_pattern="cl100k_base", chunks_tab=tab)
    assert app.dataframe[0].value.to_numpy().tolist() == [["1234", "123 | 4", 1], ["·1234", "· | 123 | 4", 1]]
    # A pattern is not compared with itself.
    app = page("chunks", text="1234 1234", split_pattern="gpt2", other_pattern="gpt2", chunks_tab=tab)
    assert app.session_state["other_pattern"] == "cl100k_base"


def test_chunks_trains_with_and_without_the_cut() -> None:
    app = page("chunks")
    from_menu(app, "offer", {"name": "Chunks dog. dog! dog?"})
    without, cut = app.dataframe[0].value, app.dataframe[1].value
    assert {"·dog", "·dog.", "·dog!", "·dog?"} <= set(without["token"])
    assert {"·dog"} == {token for token in cut["token"] if "dog" in token}
    assert dict(zip(without["token"], without["merged across boundaries"], strict=True))["·dog."] == 4


def test_own_pattern_tells_what_fell_through() -> None:
    app = page("chunks", text="Bread, butter!", split_pattern="own", own_pattern=r"\w+|\s+|x*")
    assert figures(app)["Unmatched characters"] == "2"
    assert "No branch matches" in app.warning[0].value
    assert "matched an empty string" in app.info[0].value
    assert ("unmatched", 1) in columns(app, 0, "matched by", "count")


def test_own_pattern_shows_a_syntax_error_where_it_is() -> None:
    app = page("chunks", text="ab", split_pattern="own", own_pattern="a|b)|c")
    assert any(code.value.endswith("a|b)|c\n   ^ character 4") for code in app.code)
    app.text_area(key="own_pattern").set_value("a|b").run()
    assert figures(app)["Chunks"] == "2"


def test_a_pattern_that_never_ends_is_cut_off_and_the_page_stays() -> None:
    app = page("chunks", text="a" * 60 + "b", split_pattern="own", own_pattern="(a|aa)+$")
    # The pattern is stopped by CPU time, or on a busy machine by elapsed time, with different messages.
    assert any("was stopped" in code.value for code in app.code)
    app.session_state["split_pattern"] = "gpt2"
    assert figures(app.run())["Chunks"] == "1"


def test_own_pattern_cuts_the_beginning_of_a_long_text(monkeypatch) -> None:
    monkeypatch.setattr(chunks_view, "MAX_PATTERN_TEXT", 10)
    app = page("chunks", text="ab " * 10, split_pattern="own", own_pattern=r"\w+|\s+")
    assert figures(app)["Chunks"] == "7"
    assert any("first 10 characters" in caption.value for caption in app.caption)


def test_of_a_long_text_the_beginning_is_drawn_and_all_is_counted() -> None:
    text = "a, " * 5000
    chunks = pretokenize(text, "gpt2")
    bounds = {"most_chunks": 3000, "most_rows": 10, "most_characters": 20_000, "longest": 200}
    branches = tuple((branch.pattern, branch.meaning) for branch in BRANCHES["gpt2"])
    cut = summarize_chunks(Pretokenized(chunks, branches), **bounds)
    assert cut.total == len(chunks) > len(cut.first) == 3000
    assert sum(count for _, _, count in cut.branches) == len(chunks)
    both = compare_chunks(chunks, pretokenize(text, "cl100k_base"), **bounds)
    assert len(both.left) <= 3000
    long_chunk = summarize_chunks(Pretokenized(pretokenize("x" * 100_000, "gpt2"), ()), **bounds)
    assert len(long_chunk.first[0].text) < 1000


def test_a_place_in_a_pattern_is_pointed_at_in_its_line() -> None:
    assert point_at("a|\n(b|c]\n|d", 4) == "(b|c]\n ^ character 5"
    assert point_at("a|(b", 4) == "a|(b\n    ^ at its end"
    line, sign = point_at("x" * 500 + ")" + "y" * 500, 500).split("\n")
    assert line[sign.index("^")] == ")"
    assert len(line) < 120
