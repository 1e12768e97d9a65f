"""Switching a merge off on Encode and Vocabulary: the link, the tokens removed with it, and the way back."""

from unittest.mock import patch

from bpe_core.formats import read
from tests.apps import drawn, open_app, press, saved_files, visit, words

MAGIKARP = " SolidGoldMagikarp"
IN_GLYPHS = "ĠSolidGoldMagikarp"


def test_a_link_to_encode_switches_a_merge_off_for_files_too_and_the_choice_on_again() -> None:
    app = open_app("Encode", query={"tokenizer": "gpt2", "encode_text": MAGIKARP, "switched_off": IN_GLYPHS})
    assert app.selectbox(key="switched_off").value == IN_GLYPHS
    [rows] = drawn(app, "token_rows")
    assert [row["name"] for row in rows["rows"]] == ["All merges: 1", "Without: 2"]
    assert [row["boundaries"] for row in rows["rows"]] == [[], [len(" Solid")]]
    assert "No other token needs what was removed" in words(app)
    assert "In your tokenizer the first merge has rank 0" in words(app)
    app.session_state["files_without"] = True
    saved = saved_files(app)
    assert {"tokenizer.json", "tokenizer.tiktoken", "vocab.bpe"} <= saved.keys()
    tokenizer = read({"tokenizer.json": saved["tokenizer.json"]})
    assert tokenizer.decode_tokens_bytes(tokenizer.encode(MAGIKARP)) == [b" Solid", b"GoldMagikarp"]
    app.selectbox(key="switched_off").set_value("").run()
    assert not drawn(app, "token_rows")
    assert "other token" not in words(app)


def test_the_merges_offered_are_those_of_the_text() -> None:
    app = open_app("Encode", tokenizer="gpt2", encode_text=" the")
    merges = ["· + t → ·t", "h + e → he", "·t + he → ·the"]
    assert app.selectbox(key="switched_off").options == ["None: all merges are on", *merges]
    app.selectbox(key="switched_off").set_value("Ġt").run()
    for said in ("any two neighbouring tokens merge", "removed too: **282**", "another pair: **114**"):
        assert said in words(app)
    table = app.dataframe[0].value
    assert table["without the merge"][table["id"] == 262].tolist() == ["from · + the"]


def test_a_list_of_merges_says_which_tokens_go_too() -> None:
    chosen = {"text": "low lower lowest " * 3, "num_merges": 3}
    app = open_app("Encode", encode_text="lower", switched_off="lo", **chosen)
    assert "In a list of merges, a token is made only from the pairs that are listed" in words(app)
    assert app.dataframe[0].value["token"].tolist() == ["low", "·low"]


def test_a_merge_of_another_tokenizer_changes_nothing() -> None:
    for tokenizer, token in (("cl100k_base", IN_GLYPHS), ("gpt2", "字")):
        app = open_app("Encode", tokenizer=tokenizer, encode_text="low", switched_off=token)
        assert not drawn(app, "token_rows")


def test_vocabulary_switches_the_merge_of_the_token_that_is_shown() -> None:
    app = open_app("Vocabulary", tokenizer="gpt2", vocabulary_token=43453)
    press(app, "Switch its merge off")
    assert app.session_state["switched_off"] == IN_GLYPHS
    [rows] = drawn(app, "token_rows")
    assert [row["boundaries"] for row in rows["rows"]] == [[], [len(" Solid")]]
    press(app, "Switch its merge on again")
    assert app.session_state["switched_off"] == ""


def test_a_merge_that_cannot_be_removed_is_named_and_the_player_stays() -> None:
    with patch("bpe_core.lessons.vocabulary.removed_merges.MAX_REMADE", 100):
        app = open_app("Encode", tokenizer="gpt2", encode_text=" the", switched_off="he")
        assert "the limit is 100" in words(app)
        assert app.selectbox(key="switched_off").value == "he"
        visit(app, "Vocabulary").run()
        app.session_state["vocabulary_token"] = 258
        app.run()
    assert "the limit is 100" in words(app)
    assert "Joined directly into" in words(app)
    assert "Switch its merge on again" in [button.label for button in app.button]
