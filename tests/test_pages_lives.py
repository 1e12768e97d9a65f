"""The Lives page has the counts of each token in the text, and says what it leaves out."""

from base64 import b64decode
from unittest.mock import patch

from bpe_core import load_published, train
from bpe_core.in_parts import finished
from bpe_core.lessons.vocabulary.lives import lives
from bpe_core.lessons.vocabulary.used_tokens import used_in_parts
from explorer_ui.places.vocabulary.unused_tokens import unused_tokens
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import (
    MAX_BANDS,
    PERCENT,
    lives_data,
    made_data,
    show_lives,
)
from explorer_ui.tokenizers.tokenizers import table_of
from explorer_ui.visit.links import link_query
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import page_of
from tests.apps import open_app

LIVES = "Lives"
PROSE = sample_text("prose")


def test_the_worked_example():
    data = lives_data(train("aaabdaaabac", recipe="bytes", num_merges=3))
    assert (data["num_learned"], data["num_scaffolds"]) == (3, 2)
    aa, aaa, aaab = data["bands"]
    assert (b64decode(aa["spelled"]), aa["steps"], aa["counts"]) == (b"aa", [1, 2], [2, 0])
    assert (aa["swallowed"], aa["swallowed_at"], b64decode(aa["eater"])) == (1.0, 2, b"aaa")
    assert b64decode(aaa["eater"]) == b"aaab"
    assert (aaab["swallowed_at"], aaab["eater"]) == (0, "")


def test_of_many_tokens_those_are_drawn_that_stood_most_often():
    history = train(PROSE, recipe="gpt2", num_merges=300)
    data = lives_data(history)
    assert len(data["bands"]) == MAX_BANDS
    for band in data["bands"][::40]:
        changes = dict(zip(band["steps"], band["counts"], strict=True))
        assert all(history.ids_at(step).count(band["id"]) == count for step, count in changes.items())
    drawn = {band["id"] for band in data["bands"]}
    standing = history.ids_at(300)
    found = lives(history)
    rows = zip(found.token_ids.tolist(), found.highest.tolist(), found.born.tolist(), strict=True)
    highest = {token_id: high for token_id, high, born in rows if born}
    for kind in (highest.keys() & set(standing), highest.keys() - set(standing)):
        left_out = max((highest[token_id] for token_id in kind - drawn), default=0)
        assert min(highest[token_id] for token_id in kind & drawn) >= left_out
    assert data["bands"] == sorted(data["bands"], key=lambda band: band["steps"][0])
    assert data["dropped"] == [len(found.dropped_at(percent / 100)) for percent in PERCENT]


def test_the_threshold_is_where_the_hand_left_it_and_never_another():
    data = lives_data(train("aaabdaaabac", recipe="bytes", num_merges=3))

    def heard(start: int, **place: object) -> int:
        with patch.object(unused_tokens, "_mount", lambda **_: {"place": place}):
            return show_lives(data, start, key="lives")

    mine = {"lives_id": data["lives_id"]}
    assert heard(90, **mine, threshold=70) == 70
    assert heard(90, lives_id="another", threshold=70) == 90
    assert [heard(80, **mine, threshold=wrong) for wrong in (101, -3, "70", None)] == [80] * 4
    # Values from a link or a hostile browser are limited to the range of the slider.
    assert (heard(3), heard(90, **mine, threshold=3)) == (50, 50)


def test_the_threshold_is_kept(monkeypatch):
    monkeypatch.setattr(unused_tokens, "show_lives", lambda data, threshold, *, key: threshold - 5)
    app = open_app(LIVES, query={"lives_threshold": "80"})
    assert app.session_state["lives_threshold"] == 75
    assert "lives_threshold=75" in (link_query({key: app.session_state[key] for key in DEFAULTS}) or "")


def test_what_the_tries_promise():
    figures = []
    for state in (attempt.state for attempt in page_of("Lives").tries):
        if state["tokenizer"] == "trained":
            training = {name: state[name] for name in ("recipe", "num_merges")}
            data = lives_data(train(state["text"], min_count=2, **training))
            figures.append((data["num_learned"], data["num_scaffolds"]))
    assert figures == [(3, 2), (208, 57), (500, 38)]


def test_of_many_tokens_that_a_text_makes_the_number_drawn_is_said():
    gpt2 = load_published("gpt2")
    table = table_of(gpt2)
    for text, part in (("the baker bakes bread", False), (PROSE, True)):
        used = finished(used_in_parts(gpt2, table, text))
        data = made_data(table, used, "GPT-2")
        made = int((used.made > 0).sum())
        assert (len(data["tokens"]) < made) == part
        never = sum(not token["left_over"] for token in data["tokens"])
        said = f"The picture shows {never} of them, and {len(data['tokens']) - never} that are left over"
        assert (said in data["sentence"]) == part
