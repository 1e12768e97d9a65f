"""One sentence in disguises: what they are, what NFKC undoes, and how many tokens tiktoken needs for each."""

import base64
import itertools
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import RECIPES, load_published
from bpe_core.lessons.compare.disguises import PLAIN, disguises
from explorer_ui.places.compare.disguises.disguises import disguises_data
from explorer_ui.visit.limits import MAX_DISGUISED
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.words.course import page_of
from tests.apps import drawn, open_app
from tests.peers import tiktoken_encoding

PAGE = "Disguises"


@cache
def shipped() -> tuple[str, dict]:
    state = page_of(PAGE).tries[0].state
    request = TrainingRequest(text=state["text"], recipe=RECIPES["gpt2"], num_merges=0)
    return state["text"], disguises_data(state["text"], state["compared"], request)


def test_the_cells_are_tiktokens() -> None:
    text, data = shipped()
    assert data["names"] == ["GPT-2", "GPT-4", "Qwen 3"]
    for row in data["rows"]:
        plain = base64.b64decode(row["text"])
        for cell, name in zip(row["cells"], ("gpt2", "cl100k_base"), strict=False):
            encoding = tiktoken_encoding(name)
            tokens = encoding.decode_tokens_bytes(encoding.encode_ordinary(plain.decode()))
            assert cell["count"] == len(tokens)
            bounds = [0, *cell["boundaries"], len(plain)]
            assert [plain[a:b] for a, b in itertools.pairwise(bounds)] == tokens
    assert text == base64.b64decode(data["rows"][0]["text"]).decode()


def test_what_the_tries_promise() -> None:
    _, data = shipped()
    notes = {row["name"]: row["note"] for row in data["rows"]}
    assert (notes[PLAIN], notes["bold letters"]) == ("", "undone by NFKC")
    assert notes["Cyrillic look-alikes"] == "not undone by NFKC"
    counts = {row["name"]: [cell["count"] for cell in row["cells"]] for row in data["rows"]}
    promised = page_of(PAGE).tries[0].words
    gpt4 = [counts[name][1] for name in (PLAIN, "Cyrillic look-alikes", "zero-width spaces", "bold letters")]
    assert gpt4 == [13, 52, 115, 151]
    assert all(str(count) in promised for count in gpt4)
    assert counts["bold letters"][2] == 73
    assert counts["decomposed (NFD)"][2] == counts[PLAIN][2]
    assert data["sentence"] == (
        "GPT-2 needs 14 tokens for the text as it is, and 163 for “bold letters”: 11.6 times as many, the "
        "largest ratio. NFKC undoes “bold letters” and “decomposed (NFD)”."
    )
    accents = texts_of(page_of(PAGE).tries[1].state["text"])
    for name, numbers in (("cl100k_base", [11, 19]), ("qwen3", [10, 10])):
        texts = (accents[PLAIN], accents["decomposed (NFD)"])
        assert [len(load_published(name).encode(text)) for text in texts] == numbers


@given(st.text(max_size=40) | st.text("officefluent -12éﬁ\u00ad", max_size=40))
def test_nfkc_undoes_what_is_said(text: str) -> None:
    undone = unicodedata.normalize("NFKC", text)
    for one in disguises(text):
        left = unicodedata.normalize("NFKC", one.text)
        assert one.is_plain == (one.text == text)
        assert (one.left == "nothing") == (left == undone)
        if one.left not in ("nothing", "all"):
            stays = {unicodedata.lookup(name) for name in one.left.split(", ") if not name.startswith("U+")}
            assert stays <= {*left}


def test_what_looks_the_same_has_the_same_width() -> None:
    text = "A fine office: 3 of 12 files flow."
    found = texts_of(text)
    for name, begins in (("bold letters", "MATHEMATICAL BOLD"), ("Cyrillic look-alikes", "CYRILLIC")):
        pairs = zip(found[name], text, strict=True)
        changed = [unicodedata.name(new) for new, old in pairs if new != old]
        assert changed
        assert all(each.startswith(begins) for each in changed)
    assert found["zero-width spaces"].replace("\u200b", "") == text
    assert found["pasted from a PDF"] == "A ﬁne oﬃce: 3 of 12 ﬁles ﬂow."
    assert sorted(found["typing errors"]) == sorted(text)


def texts_of(text: str) -> dict[str, str]:
    return {one.name: one.text for one in disguises(text)}


@pytest.mark.parametrize("text", ["漢字", "\ud800", "🙂", " ", "e\u0301" * 200])
def test_any_text_has_its_rows(text: str) -> None:
    app = open_app(PAGE, text=text, compared=["words", "characters", "trained", "qwen3", "tekken"])
    [data] = drawn(app, "disguises")
    plain = base64.b64decode(data["rows"][0]["text"]).decode()
    assert plain == text[:MAX_DISGUISED].replace("\ud800", "\ufffd")
