"""A page opens with its example until the visitor chooses something; the example changes no other page."""

import pytest
from apps import open_app, type_text, visit

from explorer_ui.visit.settings import DEFAULT_TEXT
from explorer_ui.words.course import PAGES, page_of


def test_a_page_opens_on_its_example_and_the_next_does_not() -> None:
    app = open_app("Prompt")
    assert app.session_state.text == page_of("Prompt").example["text"]
    assert app.session_state.tokenizer == "cl100k_base"
    visit(app, "Train").run()
    assert app.session_state.text == DEFAULT_TEXT
    assert app.session_state.tokenizer == "trained"
    visit(app, "Ways").run()
    assert app.session_state.text == page_of("Ways").example["text"]


def test_a_text_of_ones_own_stays_on_every_page() -> None:
    app = open_app("Ways")
    type_text(app, "my own words")
    for page in ("Train", "Prompt", "Chat", "Ways", "Tokens"):
        visit(app, page).run()
        assert app.session_state.text == "my own words"


@pytest.mark.parametrize(
    ("page", "chosen", "others"),
    [("Tokens", "trained", ["Train", "Tokens"]), ("Encode", "o200k_base", ["Tokens", "Train", "Encode"])],
    ids=["in the example's place", "what another page has as its example"],
)
def test_a_choice_is_not_taken_back_by_an_example(page: str, chosen: str, others: list[str]) -> None:
    app = open_app(page)
    assert app.session_state.tokenizer != chosen
    app.selectbox(key="tokenizer").select(chosen).run()
    for other in others:
        visit(app, other).run()
    assert app.session_state.tokenizer == chosen


def test_a_link_says_all() -> None:
    app = open_app("Ways", query={"num_merges": "7"})
    assert app.session_state.text == DEFAULT_TEXT
    assert app.session_state.tokenizer == "trained"


def test_a_lecture_does_not_go_on_with_an_example() -> None:
    app = open_app("Prompt")
    visit(app, "Start").run()
    app.button(key="tour").click().run()
    assert app.session_state.prompt_end is None
    assert app.session_state.example in ("", "Tokens")


def test_an_example_is_a_text_to_try_of_its_page() -> None:
    for page in PAGES:
        assert not page.opens_on or page.opens_on in [scene.label for scene in page.tries]
