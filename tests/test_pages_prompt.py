"""The Prompt page has tiktoken's tokens of every prefix, and says what it leaves out."""

import base64
from collections.abc import Callable
from itertools import accumulate, takewhile
from unittest.mock import patch

import pytest

from bpe_core import load_published
from explorer_ui.places.tokens.prompt_end import prompt_end as prompt_page
from explorer_ui.places.tokens.prompt_end.prompt_end import (
    MAX_ROWS,
    PromptData,
    Stretch,
    prompt_data,
    show_prompt,
)
from explorer_ui.visit.limits import MAX_PROMPT
from explorer_ui.words.course import page_of
from tests.apps import open_app, type_text
from tests.peers import tiktoken_encoding

PROMPT = "Prompt"
LONG = "It began as a mistake. I baked a 🥖 and the lowest newspapers, naïve as ever, https:"


def data_of(text: str, name: str = "cl100k_base") -> PromptData:
    return prompt_data(load_published(name), text, name=name)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("text", [LONG, "I baked a 🥖", "x", "I'll 👩‍👩‍👧 1234", "नमस्ते  \n x"])
def test_every_row_holds_tiktokens_tokens(name, text):
    data, encoding, shown = data_of(text, name), tiktoken_encoding(name), text[-MAX_ROWS:]
    assert base64.b64decode(data["text"]) == shown.encode()
    assert len(data["rows"]) == len(shown)
    before = text[: len(text) - len(shown)]
    old = encoding.encode_ordinary(before)
    for typed, row in enumerate(data["rows"], 1):
        new = encoding.encode_ordinary(before + shown[:typed])
        kept = sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(old, new, strict=False)))
        assert row["count"] == len(new)
        assert (row["taken_back"], row["added"]) == (len(old) - kept, len(new) - kept)
        sizes = [len(encoding.decode_single_token_bytes(token_id)) for token_id in new]
        ends = [end - len(before.encode()) for end in accumulate(sizes)]
        expected = [(end - size, end, token_id) for end, size, token_id in zip(ends, sizes, new, strict=True)]
        assert row["tokens"] == [token for token in expected if token[1] > 0]
        old = new


def test_what_the_tries_promise():
    space, colon, word, half = (attempt.state["text"] for attempt in page_of("Prompt").tries)
    encoding = tiktoken_encoding("cl100k_base")
    tokens = encoding.token_byte_values()
    assert len(encoding.encode_ordinary(space)) == 6
    assert len(encoding.encode_ordinary(space[:-1])) == 5
    with_space = sum(token.startswith(b" ") for token in tokens) - 1
    assert data_of(space)["healed"]["num_candidates"] == with_space == 44_609
    healed = data_of(colon)["healed"]
    listed = [(one["id"], base64.b64decode(one["spelled"])) for one in healed["candidates"]]
    longer = sorted((encoding.encode_single_token(one), one) for one in tokens if one[:1] == b":" != one)
    assert listed == longer[: len(listed)]
    assert healed["num_candidates"] == len(longer)
    assert b"://" in tokens
    assert encoding.decode([encoding.encode_ordinary(colon)[-1]]) == ":"
    assert base64.b64decode(healed["removed"]["spelled"]) == b":"
    assert not healed["inside_character"]
    rows = data_of(word)["rows"]
    assert sum(row["taken_back"] for row in rows) == 27
    (third,) = (at for at, row in enumerate(rows) if row["taken_back"] == 3)
    assert word[: third + 1].endswith("establish")
    gone = rows[third - 1]["tokens"][-3:]
    assert [word[start:end] for start, end, _ in gone] == ["est", "ab", "lis"]
    baguette = encoding.encode_ordinary(half)[-3:]
    assert encoding.decode_bytes(baguette) == " 🥖".encode()
    assert data_of(half)["healed"]["inside_character"]
    for whole in ("lowé", "да", "a café 你"):
        assert not data_of(whole)["healed"]["inside_character"], whole


def test_where_nobody_knows_how_far_back_a_letter_acts_the_page_gets_the_least():
    assert data_of("so low", "deepseek_v3")["at_least"]
    assert not data_of("so low")["at_least"]


def test_the_prompt_can_end_anywhere_in_the_text(monkeypatch):
    drawn: list[tuple[PromptData, Stretch]] = []
    monkeypatch.setattr(prompt_page, "show_prompt", lambda *shown, **_: drawn.append(shown))
    text = "ab " * MAX_PROMPT + "The lowest newspapers"
    end = len(text) - len(" newspapers")
    app = open_app(PROMPT, text=text, tokenizer="gpt2", prompt_end=end)
    data, stretch = drawn[-1]
    assert (stretch["end"], stretch["length"]) == (end, len(text))
    assert base64.b64decode(data["text"]).decode().endswith("ab The lowest")
    assert data["rows"][-1]["count"] == len(load_published("gpt2").encode(text[end - MAX_PROMPT : end]))
    type_text(app, "The lowest")
    assert app.session_state["prompt_end"] is None
    assert (drawn[-1][1]["end"], drawn[-1][1]["length"]) == (10, 10)
    # An end that the text does not have is where it ends.
    open_app(PROMPT, text="short", tokenizer="gpt2", prompt_end=900)
    assert (drawn[-1][1]["end"], drawn[-1][1]["length"]) == (5, 5)


def test_the_hand_is_heard_only_of_this_text_and_at_its_end_the_prompt_grows_with_the_text():
    heard: list[int | None] = []
    places = [{"data_id": "1", "end": end} for end in (3, None, 5, 0, 9, -1, "3", 2.5)]
    hearers: list[Callable[[], None]] = []
    with (
        patch.object(prompt_page, "_mount", lambda *, on_place_change, **_: hearers.append(on_place_change)),
        patch("streamlit.session_state", {}) as state,
    ):
        stretch: Stretch = {"data_id": "1", "end": 5, "length": 5}
        show_prompt(data_of("short"), stretch, on_end=heard.append, key="prompt")
        for place in (*places, {"data_id": "2", "end": 3}, "nothing of ours"):
            state["prompt"] = {"place": place}
            hearers[0]()
    assert heard == [3, None]
