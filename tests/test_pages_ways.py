"""The Ways page shows the engine's splits and reasons, and says what it leaves out."""

import base64
from collections.abc import Callable
from unittest.mock import patch

import pytest

from bpe_core import load_published
from bpe_core.lessons.tokens.ways import fewest_tokens, token_arcs
from bpe_core.tokenizer import Tokenizer
from explorer_ui.places.tokens.other_splits import other_splits
from explorer_ui.places.tokens.other_splits.other_splits import (
    WaysData,
    WaysPlace,
    show_ways,
    ways_data,
)
from explorer_ui.words.course import page_of
from tests.apps import open_app, type_text
from tests.peers import tiktoken_encoding

WAYS = "Ways"
GPT4 = load_published("cl100k_base")


def word(text: str, tokenizer: Tokenizer = GPT4) -> dict:
    return ways_data(tokenizer, [tokenizer.trace(text)], tokenizer.trace(text), name="GPT-4")["words"][0]


def tokens(text: str, ends: list[int]) -> list[bytes]:
    data = text.encode()
    return [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def test_the_cut_that_is_drawn_is_tiktokens():
    for text in ("supercalifragilistic", "naïve🙂"):
        found = word(text)
        encoding = tiktoken_encoding("cl100k_base")
        expected = [encoding.decode_single_token_bytes(id_) for id_ in encoding.encode_ordinary(text)]
        assert tokens(text, found["cuts"]["bpe"]) == expected
        assert base64.b64decode(found["text"]) == text.encode()
        for arc in found["arcs"]:
            assert encoding.decode_single_token_bytes(arc["id"]) == text.encode()[arc["start"] : arc["end"]]


def test_the_reasons_name_a_token_that_overlaps_and_ranks_no_higher():
    text = b"supercalifragilistic"
    found = word(text.decode())
    assert {arc["kind"] for arc in found["arcs"]} >= {"taken", "lost", "grown"}
    for arc in found["arcs"]:
        taker = arc["taker"]
        assert (taker is None) == (arc["kind"] in ("taken", "unmade"))
        if taker:
            assert GPT4.mergeable_ranks[text[taker["start"] : taker["end"]]] == taker["rank"]
            assert max(taker["start"], arc["start"]) < min(taker["end"], arc["end"])
            assert arc["kind"] != "lost" or taker["rank"] <= arc["rank"]


def test_every_split_of_a_token_into_two_has_its_rank():
    found = word("lower")
    for start, middle, end, rank in found["rules"]:
        left, right = (b"lower"[start:middle], b"lower"[middle:end])
        assert GPT4.mergeable_ranks[left + right] == rank
        assert {left, right} <= GPT4.mergeable_ranks.keys()
    assert [0, 1, 2, GPT4.mergeable_ranks[b"lo"]] in found["rules"]


def test_the_hand_is_heard_only_of_what_is_there():
    chunks = [GPT4.trace("lower"), GPT4.trace("newest")]
    data = ways_data(GPT4, chunks, GPT4.trace("lower newest"), name="GPT-4")
    start = WaysPlace(None, 10)

    def heard(**place: object) -> WaysPlace:
        with patch.object(other_splits, "_mount", lambda **_: {"place": place}):
            return show_ways(data, start, on_ids=None, key="ways")

    mine = {"ways_id": data["ways_id"]}
    assert heard(**mine, chunk=1, dropout=100) == (1, 100)
    assert heard(**mine, chunk=None, dropout=0) == (None, 0)
    assert heard(ways_id="another", chunk=1, dropout=100) == start
    assert heard(**mine, chunk=2, dropout=101) == heard(**mine, chunk="1", dropout=None) == start


def test_the_chunk_and_the_dropout_are_kept_and_another_text_has_another_chunk(monkeypatch):
    starts: list[WaysPlace] = []

    def keep(data: WaysData, start: WaysPlace, **_: object) -> WaysPlace:
        starts.append(start)
        return start

    monkeypatch.setattr(other_splits, "show_ways", keep)
    app = open_app(WAYS, query={"ways_chunk": "3", "ways_dropout": "55"})
    assert starts[-1] == (3, 55)
    type_text(app, "another text")
    assert starts[-1] == (None, 55)


def test_what_the_tries_promise():
    many, one, numbers, prose = (attempt.state["text"] for attempt in page_of("Ways").tries)
    found = word(many)
    assert found["ways"] == "24059818"
    assert sum(found["shares"]) == pytest.approx(1)
    assert tokens(many, found["cuts"]["bpe"])[:2] == [b"ant", b"idis"]
    assert tokens(many, found["cuts"]["fewest"])[:2] == [b"anti", b"dis"]
    assert len(found["cuts"]["bpe"]) == len(found["cuts"]["fewest"])
    found = word(one)
    assert tokens(one, found["cuts"]["bpe"])[:2] == [b"sup", b"erc"]
    assert (len(found["cuts"]["bpe"]), len(found["cuts"]["fewest"])) == (7, 6)
    assert b"super" in GPT4.mergeable_ranks
    assert GPT4.decode_tokens_bytes(GPT4.encode(numbers))[:3] == [b"123", b"456", b"7"]
    assert {b"1", b"234", b"567"} <= GPT4.mergeable_ranks.keys()
    trace = GPT4.trace(prose)
    arcs = token_arcs(GPT4, trace)
    assert (len(trace.ids), len(fewest_tokens(arcs, len(trace.base_ids)))) == (470, 469)


def test_a_segmentation_that_is_touched_leads_to_its_ids_on_decode(monkeypatch):
    touched = [[12, 34]]

    def touch(_data: object, start: WaysPlace, *, on_ids: Callable[[list[int]], None], key: str) -> WaysPlace:
        if touched:
            on_ids(touched.pop())
        return start

    monkeypatch.setattr(other_splits, "show_ways", touch)
    assert open_app(WAYS, tokenizer="gpt2").text_area(key="ids_text").value == "12, 34"


@pytest.mark.parametrize(
    ("name", "parts"), [("gpt2", 216), ("cl100k_base", 645), ("o200k_base", 1_434), ("deepseek_v3", 1_342)]
)
def test_tokens_that_are_no_text_alone(name, parts):
    tokenizer = load_published(name)
    special = {*tokenizer.special_tokens.values()}
    learned = [token for id_, token in tokenizer.vocab.items() if id_ not in special and len(token) > 1]
    assert sum(token.decode("utf-8", "ignore").encode() != token for token in learned) == parts
    assert ways_data(tokenizer, [], tokenizer.trace("a"), name=name)["whole"]["parts"] == parts
