"""Truncating a text to a token limit, and splitting it into chunks, compared with tiktoken and naive loops."""

import csv
import io
import json
from base64 import b64decode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest
from tokenizers import decoders, normalizers

from bpe_core import BpeError, load_published
from bpe_core.formats import read_huggingface
from bpe_core.formats.tables import as_cell
from explorer_ui.cache.bounded import CACHE
from explorer_ui.places.tokens.pieces.pieces import MAX_DRAWN, pieces_data
from explorer_ui.visit.limits import MAX_TEXT, MAX_TOKEN_CHUNKS
from explorer_ui.visit.samples import parallel_texts, sample_names, sample_text
from explorer_ui.words.course import page_of
from tests.apps import open_app, words
from tests.commands import printed
from tests.peers import like_llama, read_by_hugging_face, tiktoken_encoding
from tests.test_pipeline_stages import character_json
from tests.test_sentencepiece import trained_by_sentencepiece

HINDI = parallel_texts()["Hindi"]


def is_whole(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
@pytest.mark.parametrize("sample", sample_names()[:6])
@pytest.mark.parametrize(("most", "overlap"), [(7, 0), (9, 4), (50, 49)])
def test_chunks_are_stretches_of_tiktokens_tokens_and_counted_as_it_counts_them(name, sample, most, overlap):
    text, encoding = sample_text(sample)[:300], tiktoken_encoding(name)
    ids = encoding.encode(text, disallowed_special=())
    end = before = 0
    for chunk in load_published(name).split_by_tokens(text, most, overlap=overlap, disallowed_special=()):
        assert chunk.data == encoding.decode_bytes(ids[chunk.start : chunk.end])
        assert is_whole(chunk.data)
        assert chunk.alone == len(encoding.encode(chunk.text, disallowed_special=()))
        assert 0 < chunk.end - chunk.start <= most
        assert end - overlap <= chunk.start <= end < chunk.end
        assert chunk.start > before or not end
        end, before = chunk.end, chunk.start
    assert end == len(ids)


@given(
    text=st.text(alphabet="ab é你🥖\u0301", max_size=20),
    most=st.integers(4, 6),
    overlap=st.integers(0, 3),
    split=st.booleans(),
)
def test_chunks_cover_any_text_and_end(text: str, most: int, overlap: int, split: bool) -> None:
    gpt2 = load_published("gpt2")
    chunks = list(gpt2.split_by_tokens(text, most, overlap=overlap, split_characters=split))
    pieces = gpt2.decode_tokens_bytes(gpt2.encode(text))
    covered = [place for chunk in chunks for place in range(chunk.start, chunk.end)]
    assert sorted(set(covered)) == list(range(len(pieces)))
    assert not split or all(chunk.end - chunk.start == most for chunk in chunks[:-1])
    for chunk in chunks:
        assert chunk.data == b"".join(pieces[chunk.start : chunk.end])
        assert split or is_whole(chunk.data)
        assert chunk.splits_character != is_whole(chunk.data)


def test_a_character_that_does_not_fit_is_said_and_wrong_numbers_are_errors() -> None:
    gpt2 = load_published("gpt2")
    with pytest.raises(BpeError, match="more tokens than the limit of 2"):
        list(gpt2.split_by_tokens("a🥖", 2))
    for most, overlap in [(0, 0), (3, 3), (3, -1)]:
        with pytest.raises(ValueError, match="must be"):
            gpt2.split_by_tokens("a", most, overlap=overlap)
    assert list(gpt2.split_by_tokens("", 1)) == []


# ---- in the view of the pieces


def limited(text: str, limit: int, **state: object) -> AppTest:
    return open_app("Pieces", tokenizer="gpt2", text=text, token_limit=limit, **state)


def test_the_view_shows_the_pieces_also_of_the_texts_to_try() -> None:
    encoding = tiktoken_encoding("gpt2")
    ids = encoding.encode(HINDI)
    cut = [encoding.decode_bytes(ids[at : at + 16]) for at in range(0, len(ids), 16)]
    app = limited(HINDI, 16)
    table = next(frame.value for frame in app.dataframe if "on its own" in frame.value)
    assert table["tokens"].max() <= 16
    assert table["tokens"].sum() == len(ids)
    assert "inside a character" not in words(app)
    four, inside = page_of("Pieces").tries
    app = open_app("Pieces", **four.state)
    assert app.session_state.chunk_overlap == 4
    assert "of them repeated" in words(app)
    app = open_app("Pieces", **inside.state)
    assert f"**{len(cut)} pieces** with {len(ids)} tokens. Encoded separately, they have" in words(app)
    assert f"{sum(not is_whole(data) for data in cut)} pieces begin or end inside a character" in words(app)


def test_a_limit_that_all_fits_in_and_one_in_which_no_character_does() -> None:
    assert "**1 piece** with 1 token. Encoded separately, it has as many." in words(limited("low", 5))
    app = limited("🥖", 1)
    assert "more tokens than the limit of 1" in words(app)
    # It can be raised.
    app.number_input(key="token_limit").set_value(4).run()
    assert "**1 piece**" in words(app)


def test_there_are_no_more_pieces_than_are_said_and_the_overlap_is_half_at_most() -> None:
    assert f"more than {MAX_TOKEN_CHUNKS:,} pieces" in words(limited("a " * MAX_TOKEN_CHUNKS, 1))
    app = limited("one two three four five six", 4, chunk_overlap=MAX_TEXT)
    assert "**2 pieces** with 8 tokens, 2 of them repeated" in words(app)
    assert "The overlap is at most half of a piece, so 2 tokens or fewer are repeated." in words(app)
    assert "at most half" not in words(limited("one two three four five six", 4, chunk_overlap=2))


def test_the_view_opens_with_pieces_that_overlap() -> None:
    app = open_app("Pieces")
    assert app.session_state.chunk_overlap > 0
    assert "of them repeated" in words(app)
    # An old link with a limit and without an overlap, and one with a limit that is too low.
    for limit in ("7", "0"):
        app = open_app("Pieces", query={"token_limit": limit, "text": "low lower"})
        assert "repeated" not in words(app)
        assert ("The link sets the tokens per piece to “0”" in words(app)) == (limit == "0")


def test_the_picture_has_the_first_tokens_with_the_pieces_that_they_are_in() -> None:
    gpt2 = load_published("gpt2")
    text = "low lower " * MAX_DRAWN
    ids = np.array(tiktoken_encoding("gpt2").encode(text), np.int32)
    chunks = list(gpt2.split_by_tokens(text, 300, overlap=20))
    data = pieces_data(gpt2, ids, chunks)
    assert data["pieces"] == [(0, 300), (280, 580), (560, 860), (840, MAX_DRAWN)]
    drawn = b64decode(data["text"])
    assert text.encode().startswith(drawn)
    assert data["bounds"][-1] == len(drawn)
    assert len(data["bounds"]) == MAX_DRAWN + 1


# ---- on the command line


def test_a_text_of_which_the_normalizer_leaves_nothing_is_one_chunk_without_tokens() -> None:
    strip = like_llama({token: id_ for id_, token in enumerate(["<unk>", *"▁ab"])}, [])
    strip.normalizer = normalizers.Strip()
    stripping = read_huggingface(strip.to_str().encode())
    pieces, _ = trained_by_sentencepiece(normalization_rule_name="nmt_nfkc")
    for tokenizer, texts in ((stripping, ("   ", " \n", "")), (pieces, ("\u200b", "  ", ""))):
        for text in texts:
            assert tokenizer.encode(text) == []
            chunks = list(tokenizer.split_by_tokens(text, 4))
            assert "".join(chunk.text for chunk in chunks) == text
            assert [(one.start, one.end, one.alone, one.splits_character) for one in chunks] == (
                [(0, 0, 0, False)] if text else []
            )


@pytest.mark.parametrize("limit", [0, 1, 5, 16, 10_000])
def test_encode_prints_what_fits(limit: int) -> None:
    encoding = tiktoken_encoding("gpt2")
    ids = encoding.encode(HINDI)
    asked = ("encode", "--model", "gpt2", "--max-tokens", str(limit))
    assert printed(*asked, "--split-characters", "--ids", HINDI).split() == list(map(str, ids[:limit]))
    found = json.loads(printed(*asked, "--json", HINDI))
    assert encoding.decode(found["ids"]) + found["rest"] == HINDI
    assert limit - 3 < found["count"] <= limit or found["count"] == len(ids)


@pytest.mark.parametrize(
    ("given", "rest"),
    [
        (("--model", "qwen3", "a e\u0301", "1"), " e\u0301"),
        (("--model", "qwen3", "a e\u0301", "0"), "a e\u0301"),
        (("--model", "qwen3", "a e\u0301", "9"), ""),
        (("--tokenizer", "llama.json", "a b a", "1"), " b a"),
        (("--tokenizer", "llama.json", "a b a", "2"), "b a"),
        (("--tokenizer", "odd.json", "a b", "1"), None),
    ],
)
def test_what_does_not_fit_is_the_end_of_the_text_that_was_given(tmp_path, monkeypatch, given, rest):
    monkeypatch.chdir(tmp_path)
    llama = like_llama({token: id_ for id_, token in enumerate(["<unk>", *"▁abé", "▁a"])}, [("▁", "a")])
    llama.save("llama.json")
    llama.decoder = decoders.Replace("a", "b")
    llama.save("odd.json")
    found = json.loads(printed("encode", "--json", *given[:3], "--max-tokens", given[3]))
    assert found["rest"] == rest


def test_split_prints_chunks_that_no_spreadsheet_takes_for_formulas():
    text = '=1+1\n+2 "a",b;=c'
    asked = ("split", "--model", "gpt2", "--max-tokens", "3", text)
    lines = [json.loads(line) for line in printed(*asked).splitlines()]
    assert "".join(line["text"] for line in lines) == text
    encoding = tiktoken_encoding("gpt2")
    assert [line["tokens_alone"] for line in lines] == [len(encoding.encode(line["text"])) for line in lines]
    table = io.StringIO(printed(*asked, "--csv").removeprefix("\ufeff"), newline="")
    assert [row["text"] for row in csv.DictReader(table)] == [as_cell(line["text"]) for line in lines]
    assert printed("split", "--max-tokens", "3", "--overlap", "3", "x", status=2)
    assert printed("split", "--model", "gpt2", "--max-tokens", "1", "🥖", status=1)


@pytest.mark.parametrize(
    ("name", "text", "limit"),
    [("file", "low low xyz é low", 3), ("qwen3", "cafe\u0301 e\u0301 cafe\u0301 low low", 2)],
)
def test_the_pieces_of_a_text_that_is_changed_are_parts_of_the_text(name: str, text: str, limit: int) -> None:
    model = character_json()["model"]
    peer = like_llama(model["vocab"], [tuple(one.split()) for one in model["merges"]])
    CACHE.put(("uploaded", "marked"), read_huggingface(peer.to_str().encode()))
    if name != "file":
        peer = read_by_hugging_face(name)
    table = open_app("Pieces", tokenizer=name, tokenizer_file="marked", text=text, token_limit=limit)
    frame = table.dataframe[0].value
    pieces = [one.replace("·", " ") for one in frame["begins"]]
    assert "".join(pieces) == text
    assert frame["characters"].tolist() == [*map(len, pieces)]
    alone = [len(peer.encode(one, add_special_tokens=False).ids) for one in pieces]
    assert frame["on its own"].tolist() == alone
