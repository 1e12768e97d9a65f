"""The views of Train share the text and the training, and say in one way why there is nothing to show."""

import pytest

from bpe_core.formats import FORMATS
from explorer_ui.tokenizers.save import _READERS
from tests.apps import open_app, visit, words

VIEWS = ("By hand", "Save", "Homework")


def test_one_sentence_says_what_was_trained_and_each_file_who_reads_it() -> None:
    app = open_app("Save", text="low lower lowest", num_merges=3)
    assert "**259 tokens**: 256 to begin with and 3 learned. The text has 8 tokens now, and had 16" in words(
        app
    )
    assert {*_READERS} == {*FORMATS}
    for name, reader in _READERS.items():
        assert f"**{FORMATS[name].title}** {reader}" in words(app)
    assert [button.label for button in app.get("download_button")][-2:] == ["merges.csv", "merges.json"]


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize(
    "state",
    [
        {"text": ""},
        {"text": "low", "recipe": "from_file"},
        {"text": "low low", "num_merges": 0},
        {"text": "a", "num_merges": 3},
        {"text": "abcd", "num_merges": 3},
    ],
    ids=["no text", "no file", "no merges", "no pair", "nothing repeats"],
)
def test_the_views_say_alike_what_is_unusual_about_a_training(name: str, state: dict[str, object]) -> None:
    said = [words(open_app(page, **state)) for page in ("Train", name)]
    first = said[0].splitlines()[0]
    assert first
    assert first in said[1]


@pytest.mark.parametrize("name", VIEWS)
def test_another_view_of_train_keeps_text_settings_and_step(name: str) -> None:
    app = open_app("Train", text="low lower lowest", num_merges=3, step=2, tie_break="lowest-pair")
    for page in (name, "Train"):
        visit(app, page).run()
        assert not app.exception
        kept = (app.session_state[key] for key in ("text", "num_merges", "step", "tie_break"))
        assert [*kept] == ["low lower lowest", 3, 2, "lowest-pair"]
