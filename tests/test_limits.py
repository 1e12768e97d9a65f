"""Every input has a limit, stated in advance; exceeding it gives an error message, and the input is kept."""

import json
import tomllib
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bpe_core import train
from bpe_core.lessons.tokens.decoding import MAX_DECODED
from explorer_ui.parts.player.payload import player_data
from explorer_ui.parts.say.failures import BUG
from explorer_ui.parts.text_box.paste_guard import MAX_BOX
from explorer_ui.visit.limits import (
    MAX_DIFFERENT,
    MAX_ENCODE,
    MAX_IDS,
    MAX_MERGES,
    MAX_TEXT,
    MAX_TOKENIZER_MB,
    MAX_UPLOAD_MB,
)
from explorer_ui.visit.replacing import MAX_UNDONE, Replaced, bounded
from explorer_ui.visit.samples import sample_names
from tests.apps import open_app, say, type_text, words


def largest_message(text: int = MAX_TEXT, merges: int = MAX_MERGES) -> int:
    """Return the size in bytes of the largest message to the browser: a text with its history.

    A character is at most 4 bytes; the player gets each byte as text and as a 16-bit number, and Base64 turns
    3 bytes into 4. In addition there are the text itself, and five numbers of up to 7 digits for each merge.

    >>> largest_message(text=1_000_000, merges=20_000)
    20800000
    """
    utf8 = 4 * text
    return (utf8 + 2 * utf8) * 4 // 3 + utf8 + merges * 5 * 8


def test_the_limits_are_said_where_the_input_is_and_a_new_text_to_encode_over_the_limit_stays() -> None:
    app = open_app("Train")
    assert f"{MAX_MERGES:,}" in app.number_input(key="num_merges").label
    app.number_input(key="num_merges").set_value(MAX_MERGES).run()
    assert "The limit is" not in words(app)
    app.number_input(key="num_merges").set_value(MAX_MERGES + 1).run()
    assert f"limit is {MAX_MERGES:,} merges" in words(app)
    with patch("explorer_ui.parts.text_box.text_box.text_box") as box:
        app.run()
    hint = box.call_args.args[0]["uploadHint"]
    assert f"{MAX_UPLOAD_MB} MB" in hint
    assert f"{MAX_TEXT:,}" in hint
    assert f"{MAX_IDS:,}" in open_app("Decode").text_area(key="ids_text").label
    app = open_app("Encode")
    assert f"{MAX_ENCODE:,}" in app.text_input(key="encode_text").placeholder
    long = "ab" * (MAX_ENCODE // 2) + "c"
    app.text_input(key="encode_text").set_value(long).run()
    assert f"the limit is {MAX_ENCODE:,}" in words(app)
    assert app.text_input(key="encode_text").value == long


# A page, its limit, which is 9 here, what is chosen on the page, and a part of what is said above the limit.
LINES = {"parity_texts": "lines"}
ONE_EACH = {"tokenizer": "characters", "token_limit": 1}
TAKEN: list[tuple[str, str, dict[str, Any], str]] = [
    ("Chat", "places.chat.chat.MAX_CHAT", {}, "the limit of this page"),
    ("Disguises", "places.compare.disguises.disguises.MAX_DISGUISED", {}, "only its first 9"),
    ("Seam", "places.tokens.two_halves.two_halves.MAX_SEAMS", {}, "only its first 9"),
    ("Ways", "places.tokens.other_splits.other_splits.MAX_WAYS", {}, "only its first 9"),
    ("Prompt", "places.tokens.prompt_end.prompt_end.MAX_PROMPT", {}, "only its last 9"),
    ("Lives", "places.vocabulary.unused_tokens.unused_tokens.MAX_LIVES", {}, "trains on the first 9"),
    (
        "Several languages",
        "places.train.several_languages.several_languages.MAX_PARITY",
        LINES,
        "the first 9 bytes",
    ),
    ("Encode", "places.tokens.apply_merges.encode.MAX_ENCODE", {}, "the limit is 9"),
    ("Pieces", "places.tokens.pieces.pieces.MAX_TOKEN_CHUNKS", ONE_EACH, "more than 9 pieces"),
    (
        "Chunks",
        "places.tokens.text_to_ids.chunks.MAX_PATTERN_TEXT",
        {"split_pattern": "own"},
        "splits only the first 9",
    ),
    ("Pieces", "places.tokens.pieces.pieces.MAX_DRAWN", {"tokenizer": "characters"}, "The first 9 of"),
    (
        "Train",
        "places.train.watch_it_learn.second_stage._MOST_TEXT",
        {"below": "superbpe"},
        "the limit for the text is 9",
    ),
    ("Train", "tokenizers.training_runs.MAX_DIFFERENT", {"recipe": "characters"}, "the limit is 9"),
    ("Train", "tokenizers.training_runs.MAX_CONTINUED", {"recipe": "from_gpt2"}, "at most 9 bytes"),
]


@pytest.mark.parametrize(("page", "limit", "chosen", "said"), TAKEN)
def test_what_is_exactly_at_a_limit_is_taken_whole(
    page: str, limit: str, chosen: dict[str, Any], said: str
) -> None:
    with patch(f"explorer_ui.{limit}", 9):
        for size in (9, 10):
            text = "abcdefghij"[:size]
            app = open_app(page, text=text, encode_text=text, **chosen)
            assert (said in words(app)) == (size > 9)


@pytest.mark.parametrize(
    ("limit", "said"), [("MAX_MESSAGES", "more than"), ("MAX_CHAT", "the limit of this page")]
)
def test_a_conversation_at_a_limit_is_drawn(limit: str, said: str) -> None:
    whole = json.dumps({"messages": [{"role": "user", "content": "a"}] * 3})
    text, most = (whole, 3) if limit == "MAX_MESSAGES" else (2 * (line := f"{whole}\n"), 2 * len(line))
    for room in (0, -1):
        with patch(f"explorer_ui.places.chat.chat.{limit}", most + room):
            assert (said in words(open_app("Chat", text=text))) == (room < 0)


@pytest.mark.parametrize("size", [9, 10])
def test_what_is_typed_and_what_is_edited_at_a_limit_is_taken(size: int) -> None:
    box = "explorer_ui.parts.text_box.text_box"
    app = open_app("Train")
    with patch(f"{box}.MAX_BOX", 9), patch(f"{box}.MAX_EDITED", 9):
        say(app, "typed", text="x" * size)
        assert (app.session_state["text"] == "x" * size) == (size <= 9)
        app.session_state["text"] = "y" * size
        with patch(f"{box}.text_box") as drawn:
            app.run()
    assert drawn.call_args.args[0]["text"] == ("y" * size if size <= 9 else None)


@pytest.mark.parametrize("page", ["Bytes", "Train", "Compare"])
def test_a_text_over_the_limit(page: str) -> None:
    app = open_app(page)
    long = "a" * (MAX_TEXT + 1)
    type_text(app, long)
    assert f"the limit is {MAX_TEXT:,}" in words(app)
    assert app.session_state["text"] == long
    assert "bpe-explorer encode --count --file FILE" in words(app)
    [shorten] = [button for button in app.button if button.label.startswith("Use the first")]
    shorten.click().run()
    assert app.session_state["text"] == long[:MAX_TEXT]
    assert f"the limit is {MAX_TEXT:,}" not in words(app)
    say(app, "undo")
    assert app.session_state["text"] == long
    assert not app.exception


@pytest.mark.parametrize(
    ("page", "chosen"), [("train", {"recipe": "characters"}), ("tokens", {"tokenizer": "characters"})]
)
def test_a_text_of_too_many_different_characters(page: str, chosen: dict[str, str]) -> None:
    text = "".join(map(chr, range(0x10000, 0x10000 + MAX_DIFFERENT + 1)))
    said = words(open_app(page.capitalize(), text=text, **chosen))
    assert f"{MAX_DIFFERENT + 1:,} different characters" in said
    assert f"the limit is {MAX_DIFFERENT:,}" in said


def test_a_text_that_no_box_sends_or_an_upload_over_the_limit_leaves_the_text_of_before() -> None:
    app = open_app("Train")
    type_text(app, "what was there")
    say(app, "typed", text="x" * (MAX_BOX + 1))
    assert app.session_state["text"] == "what was there"
    # The box asks before it sends a part of a file (tests/js/files.test.js).
    say(app, "upload", file={"name": "$x$.txt", "text": "a" * (MAX_TEXT + 1)})
    assert app.session_state["text"] == "what was there"
    say(app, "upload", file={"name": "$x$.txt", "text": "a" * MAX_TEXT, "cut": True})
    assert f"Only the first {MAX_TEXT:,} characters of $x$.txt are used" in words(app)


def test_ids_over_the_limit_and_ids_that_stand_for_more_bytes_than_are_decoded() -> None:
    app = open_app("Decode")
    long = "1 " * (MAX_IDS + 1)
    app.text_area(key="ids_text").set_value(long).run()
    assert f"limit is {MAX_IDS:,} ids" in words(app)
    assert app.text_area(key="ids_text").value == long
    # Ids of 128 spaces: their lengths are added up before anything is joined or drawn.
    app.selectbox(key="tokenizer").set_value("cl100k_base")
    app.text_area(key="ids_text").set_value("58040 " * MAX_IDS).run()
    assert f"decode to 12,800,000 bytes; the limit is {MAX_DECODED:,}" in words(app)
    assert not app.dataframe
    app.text_area(key="ids_text").set_value("58040 " * 10_000).run()
    assert "1,280,000 bytes: its first 200,000 characters" in words(app)


@pytest.mark.parametrize("number", [-1, MAX_MERGES + 1, 10**18])
def test_more_merges_than_are_allowed_are_not_learned(number: int) -> None:
    # The browser's own check is not enough: a hostile client can send any number.
    app = open_app("Train")
    app.session_state["num_merges"] = number
    app.run()
    assert not app.exception
    assert BUG not in words(app)


def test_the_server_takes_what_the_pages_promise() -> None:
    config = Path(__file__).parents[1] / ".streamlit" / "config.toml"
    server = tomllib.loads(config.read_text("utf-8"))["server"]
    assert server["maxUploadSize"] == MAX_TOKENIZER_MB
    assert server["maxMessageSize"] * 1_000_000 >= largest_message(), "the longest text with its history"
    assert MAX_UPLOAD_MB * 1_000_000 >= 4 * MAX_TEXT, "a file of MAX_TEXT characters can be larger"
    # The player numbers merges by 16 bits, of which the two highest mean "open" and "boundary".
    assert MAX_MERGES < 2**16 - 2
    # All characters have four bytes, as in the largest message.
    text = "🥖🧩" * 500
    history = train(text, recipe="bytes", num_merges=50)
    sent = len(json.dumps(player_data(history))) + len(json.dumps(text, ensure_ascii=False).encode())
    assert sent <= largest_message(len(text), len(history.merges)) + 2_000


def test_texts_that_are_heard_of_too_late_take_no_more_room_than_others():
    app = open_app("Train")
    revisions = []
    for number in range(5):
        revisions.append(app.session_state["text_revision"])
        say(app, "sample", name=sample_names()[number % 2])
    for revision in revisions:
        say(app, "typed", text="x" * MAX_TEXT, revision=revision)
    undone = app.session_state["undone"]
    assert sum(len(item.before.get("text", "")) for item in undone) <= MAX_TEXT
    assert undone


def test_the_newest_replacements_can_be_undone():
    for size, kept in ((1, MAX_UNDONE), (MAX_TEXT // 2, 2), (MAX_TEXT // 2 + 1, 1), (MAX_TEXT + 1, 1)):
        replaced = tuple(Replaced("", {"text": "a" * size}, number) for number in range(MAX_UNDONE + 2))
        assert [one.revision for one in bounded(replaced)] == [*range(MAX_UNDONE + 2)][-kept:]
