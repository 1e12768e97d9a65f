"""The Seam page: what it sends to the browser, where the seam starts, and its errors."""

import base64

from bpe_core import load_published
from bpe_core.lessons.tokens.seams import MAX_SEAMS
from explorer_ui.places.tokens.two_halves import two_halves
from explorer_ui.places.tokens.two_halves.two_halves import MAX_CLOSED, SeamData, seam_data, show_seam
from explorer_ui.words.course import page_of
from tests.apps import open_app
from tests.peers import tiktoken_encoding

SEAM = "Seam"


def data_of(text: str, name: str) -> SeamData:
    return seam_data(load_published(name), text, name=name)


def test_the_rows_of_every_seam_are_tiktokens_ids():
    text, peer = "Hello, wörld! 12345\n\n🥖 end", tiktoken_encoding("cl100k_base")
    data = data_of(text, "cl100k_base")
    assert base64.b64decode(data["text"]).decode() == text
    assert data["ids"] == peer.encode(text)
    assert len(data["seams"]) == len(text) - 1
    for at, row in enumerate(data["seams"], 1):
        left, right = peer.encode(text[:at]), peer.encode(text[at:])
        assert (row["left"], row["right"]) == (len(left), len(right))
        assert bool(row["stretches"]) == (left + right != data["ids"])


def test_a_run_of_digits_names_only_the_gaps_next_to_the_seam():
    rows = data_of("1" * 100, "cl100k_base")["seams"]
    assert max(row["num_closed"] for row in rows) > MAX_CLOSED
    assert all(len(row["closed"]) == min(row["num_closed"], MAX_CLOSED) for row in rows)


def test_it_opens_on_a_first_half_that_ends_in_a_space_and_a_place_beyond_is_the_last(monkeypatch):
    drawn: list[tuple[SeamData, int]] = []
    monkeypatch.setattr(two_halves, "show_seam", lambda data, at, **_: drawn.append((data, at)) or at)
    open_app(SEAM)
    ((data, at),) = drawn
    assert page_of("Seam").example["text"][:at].endswith(" ")
    row = data["seams"][at - 1]
    assert (row["left"] + row["right"], data["count"]) == (8, 7)
    assert not data["seams"][at - 2]["stretches"]
    open_app(SEAM, text="a b " * MAX_SEAMS, tokenizer="gpt2", seam_at=5_000)
    data, at = drawn[-1]
    assert len(data["seams"]) == MAX_SEAMS - 1 == at


def test_what_the_texts_to_try_promise():
    space, lines, having, number = (attempt.state for attempt in page_of("Seam").tries)
    for state, apart, together in ((lines, [198, 198], [271]), (having, [39, 84822], [73339, 1753])):
        data = data_of(state["text"], state["tokenizer"])
        row = data["seams"][state["seam_at"] - 1]
        assert [one["ids"] for one in row["stretches"]] == [apart]
        assert [token for token in data["ids"] if token in together] == together
    assert space["seam_at"] == 25
    data = data_of(number["text"], number["tokenizer"])
    (stretch,) = data["seams"][number["seam_at"] - 1]["stretches"]
    assert stretch["end"] == number["text"].index(" now")


def test_an_answer_that_does_not_belong_to_the_text_moves_nothing(monkeypatch):
    data = data_of("short", "gpt2")
    own = {"seam_id": data["seam_id"]}
    wrong = [
        None,
        3,
        {},
        {"at": 3},
        {"seam_id": "other", "at": 3},
        *({**own, "at": at} for at in (0, -1, 99)),
    ]
    for place, at in [({**own, "at": 3}, 3), *((one, 2) for one in wrong)]:
        monkeypatch.setattr(two_halves, "_mount", lambda place=place, **_: {"place": place})
        assert show_seam(data, 2, key="seam") == at
