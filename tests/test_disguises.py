"""One sentence in disguises: what they are, what NFKC undoes, and how many tokens tiktoken needs for each."""

import base64
import itertools
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import RECIPES, load_published
from bpe_core.lessons.compare.disguises import PLAIN, Disguise, disguises
from explorer_ui.places.compare.disguises.disguises import disguises_data
from explorer_ui.visit.limits import MAX_DISGUISED
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.words.course import page_of
from tests.apps import open_app, words
from tests.peers import tiktoken_encoding

PAGE = "Disguises"


def nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def named(text: str) -> dict[str, Disguise]:
    return {one.name: one for one in disguises(text)}


@cache
def shipped() -> tuple[str, dict]:
    text = page_of(PAGE).tries[0].state["text"]
    chosen = page_of(PAGE).tries[0].state["compared"]
    return text, disguises_data(
        text, chosen, TrainingRequest(text=text, recipe=RECIPES["gpt2"], num_merges=0)
    )


def test_the_cells_are_tiktokens() -> None:
    text, data = shipped()
    assert data["names"] == ["GPT-2", "GPT-4", "Qwen 3"]
    for row in data["rows"]:
        plain = base64.b64decode(row["text"]).decode()
        for cell, name in zip(row["cells"], ("gpt2", "cl100k_base"), strict=False):
            encoding = tiktoken_encoding(name)
            tokens = [encoding.decode_single_token_bytes(one) for one in encoding.encode_ordinary(plain)]
            assert cell["count"] == len(tokens)
            bounds = [0, *cell["boundaries"], len(plain.encode())]
            assert [plain.encode()[a:b] for a, b in itertools.pairwise(bounds)] == tokens
    assert text == base64.b64decode(data["rows"][0]["text"]).decode()


def test_what_the_tries_promise() -> None:
    _, data = shipped()
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
    accents = named(page_of(PAGE).tries[1].state["text"])
    for name, plain, decomposed in (("cl100k_base", 11, 19), ("qwen3", 10, 10)):
        encode = load_published(name).encode
        texts = (accents[PLAIN].text, accents["decomposed (NFD)"].text)
        assert [len(encode(text)) for text in texts] == [plain, decomposed]


@given(st.text(max_size=40) | st.text("officefluent -12éﬁ\u00ad", max_size=40))
def test_nfkc_undoes_what_is_said(text: str) -> None:
    for one in disguises(text):
        assert one.is_plain == (one.text == text)
        assert (one.left == "nothing") == (nfkc(one.text) == nfkc(text))
        if one.left not in ("nothing", "all"):
            stays = {unicodedata.lookup(name) for name in one.left.split(", ") if not name.startswith("U+")}
            assert stays <= {*nfkc(one.text)}


def test_what_looks_the_same_has_the_same_width() -> None:
    text = "A fine office: 3 of 12 files flow."
    found = named(text)
    for name in ("bold letters", "Cyrillic look-alikes"):
        assert len(found[name].text) == len(text)
        assert found[name].text != text
    assert {unicodedata.name(new).split()[0] for new, old in zip(found["Cyrillic look-alikes"].text, text, strict=True)
            if new != old} == {"CYRILLIC"}  # fmt: skip
    assert all(
        unicodedata.name(new).startswith("MATHEMATICAL BOLD")
        for new, old in zip(found["bold letters"].text, text, strict=True)
        if new != old
    )
    assert found["zero-width spaces"].text.replace("\u200b", "") == text
    assert found["pasted from a PDF"].text == "A ﬁne oﬃce: 3 of 12 ﬁles ﬂow."
    assert sorted(found["typing errors"].text) == sorted(text)


def test_the_page_says_what_it_leaves_out() -> None:
    app = open_app(PAGE, text="office " * 100, compared=["gpt2"])
    assert f"only its first {MAX_DISGUISED}" in words(app)
    assert not app.exception


@pytest.mark.parametrize("text", ["漢字", "\ud800", "🙂", " ", "e\u0301" * 200])
def test_any_text_has_its_rows(text: str) -> None:
    app = open_app(PAGE, text=text, compared=["words", "characters", "trained", "qwen3", "tekken"])
    assert not app.exception
