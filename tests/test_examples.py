"""A page opens with its example until the visitor chooses something; the example changes no other page."""

from apps import open_app, type_text

from explorer_ui.visit.settings import DEFAULT_TEXT
from explorer_ui.words.course import PAGES, page_of


def test_a_page_opens_on_its_example_and_the_next_does_not() -> None:
    app = open_app("pages/prompt.py")
    assert app.session_state.text == page_of("Prompt").example["text"]
    assert app.session_state.tokenizer == "cl100k_base"
    app.switch_page("pages/train.py").run()
    assert app.session_state.text == DEFAULT_TEXT
    assert app.session_state.tokenizer == "trained"
    app.switch_page("pages/ways.py").run()
    assert app.session_state.text == page_of("Ways").example["text"]


def test_a_text_of_ones_own_stays_on_every_page() -> None:
    app = open_app("pages/ways.py")
    type_text(app, "my own words")
    for page in ("train", "prompt", "chat", "ways", "tokens"):
        app.switch_page(f"pages/{page}.py").run()
        assert app.session_state.text == "my own words"


def test_what_was_chosen_in_its_place_is_not_lent_again() -> None:
    app = open_app("pages/tokens.py")
    assert app.session_state.tokenizer == "o200k_base"
    app.selectbox(key="tokenizer").select("trained").run()
    app.switch_page("pages/train.py").run()
    app.switch_page("pages/tokens.py").run()
    assert app.session_state.tokenizer == "trained"


def test_a_link_says_all() -> None:
    app = open_app("pages/ways.py", query={"num_merges": "7"})
    assert app.session_state.text == DEFAULT_TEXT
    assert app.session_state.tokenizer == "trained"


def test_what_another_page_chose_is_not_taken_back_by_an_example_alike() -> None:
    app = open_app("pages/encode.py")
    app.selectbox(key="tokenizer").select("o200k_base").run()
    for page in ("tokens", "train", "encode"):
        app.switch_page(f"pages/{page}.py").run()
    assert app.session_state.tokenizer == "o200k_base"


def test_the_tour_does_not_go_on_with_an_example() -> None:
    app = open_app("pages/prompt.py")
    app.switch_page("app.py").run()
    app.button(key="tour_from_start").click().run()
    assert app.session_state.text == DEFAULT_TEXT


def test_an_example_is_a_text_to_try_of_its_page() -> None:
    for page in PAGES:
        assert not page.opens_on or page.opens_on in [scene.label for scene in page.tries]
