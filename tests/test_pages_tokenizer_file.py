"""The view of tokenizer files: what each contains, which is used, and what is said of one that cannot be read."""

import pytest
from tokenizers import Tokenizer as PeerTokenizer

from bpe_core.formats import write
from explorer_ui.words.course import page_of
from tests.apps import markup, open_app, press, upload, visit, words
from tests.format_samples import learn
from tests.peers import written

LEARNED = write(learn("low lower <b>", "gpt4", 3), "huggingface")["tokenizer.json"]


def test_the_newest_file_is_used_in_every_place_and_all_are_listed() -> None:
    app = upload(open_app("Tokenizer file"), ("<i>mine.json", LEARNED), ("neox.json", written("gpt_neox")))
    used = "Every view that shows one tokenizer uses it now"
    assert f"**neox.json** has **50,277 tokens**. {used}." in words(app)
    table = app.dataframe[0].value
    assert [*table] == ["i-mine.json", "neox.json"]
    assert table.loc["merges", "neox.json"] == "50,009"
    assert table.loc["normalizer", "neox.json"] == "NFC: letters composed with their accents"
    assert "<|endoftext|>" in table.loc["added tokens", "neox.json"]
    assert app.session_state.tokenizer == "file"
    visit(app, "Tokens").run()
    assert app.session_state.tokenizer == "file"
    app.selectbox(key="tokenizer").select("gpt2").run()
    visit(app, "Tokenizer file").run()
    assert used not in words(app)
    press(app, "Use it")
    assert app.session_state.tokenizer == "file"


def test_choosing_a_file_leads_there_and_ids_are_those_of_the_newest_and_a_view_of_files_offers_both() -> (
    None
):
    text = "low lower Café"
    app = open_app("Tokens", text=text)
    app.selectbox(key="tokenizer").select("file").run()
    assert f'href="./{page_of("Tokenizer file").address}"' in markup(app)
    for name, data in (("first.json", LEARNED), ("second.json", written("gpt_neox"))):
        upload(visit(app, "Tokenizer file").run(), (name, data))
        visit(app, "Tokens").run()
        ids = PeerTokenizer.from_str(data.decode()).encode(text, add_special_tokens=False).ids
        assert str(ids) in words(app)
    visit(app, "Vocabulary").run()
    assert "of 50,277" in words(app)
    [which] = [box for box in app.selectbox if box.label == "Which file"]
    assert which.options == ["first.json", "second.json"]


def test_files_of_one_name_are_told_apart_and_one_that_cannot_be_read_is_told() -> None:
    files = [("tokenizer.json", data) for data in (LEARNED, written("gpt_neox"), LEARNED)]
    bad = b'{"model": {"type": "WordPiece", "vocab": {}}}'
    app = upload(open_app("Tokenizer file"), *files, ("bad.json", bad))
    assert "WordPiece" in words(app)
    assert [*app.dataframe[0].value] == ["tokenizer.json", "tokenizer.json (2)"]
    for _ in range(2):
        app.run()
        assert "**tokenizer.json (2)** has **50,277 tokens**" in words(app)


@pytest.mark.parametrize("backwards", [False, True])
def test_the_list_of_tokens_that_is_saved_next_to_a_model_may_be_uploaded_with_it(backwards: bool) -> None:
    files = [*write(learn("low low lower", "gpt2", 3), "minbpe").items()]
    app = upload(open_app("Tokenizer file"), *(reversed(files) if backwards else files))
    assert "**tokenizer.model** has **259 tokens**" in words(app)
    assert app.session_state.tokenizer == "file"
