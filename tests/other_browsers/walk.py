"""The pages in Firefox and in WebKit, Safari's engine: all of them work, and draw what the engine computes.

`make test-browsers` runs it. Its name keeps it out of `make test`: these browsers may have to be installed.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driver import Server, address_of, serve
from engines import ENGINES, SIZE, Engine
from picture_first import TABLES

from bpe_core import load_published, train
from explorer_ui.site.files import site_files
from explorer_ui.visit.links import text_to_query
from explorer_ui.words.course import PAGES, Page
from tests.live_encoder import (
    DIGEST_OF_CLASSES,
    DIGESTS_OF_TEXTS,
    digest_of_classes,
    digests_of_texts,
    encoder_data,
    site,
    texts,
    texts_of_characters,
)

TEXT = "low lower lowest, naïve 👩‍👩‍👧 小さな小さな傘"

# Components draw in shadow roots, where a selector does not look by itself.
DEEP = """((selector) => {
    const found = [];
    const walk = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.matches(selector)) found.push(node);
            if (node.shadowRoot) walk(node.shadowRoot);
        }
    };
    walk(document);
    return found;
})"""


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The app on its own port."""
    with serve() as running:
        yield running


@pytest.fixture(scope="session", params=ENGINES)
def browser(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """Each browser in turn."""
    with ENGINES[request.param]() as engine:
        yield engine


def open_page(browser: Engine, server: Server, name: str = "", **query: str | int) -> None:
    browser.open(address_of(server, name, **query))
    browser.wait_for_run()


BOX = f"{DEEP}('.bpe-text-box textarea')[0]"


def set_to(field: str, value: str) -> str:
    """The expression that sets a field, as typing or choosing does."""
    event = "new InputEvent('input', {bubbles: true})"
    return f"Boolean(({field}.value = {json.dumps(value)}, {field}.dispatchEvent({event})))"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_stands(browser: Engine, server: Server, page: Page) -> None:
    open_page(browser, server, "" if page.name == "Start" else page.name, text=text_to_query(TEXT))
    # The film has a sentence of its own where the other pages have their question.
    if page.name != "Start":
        assert page.question in browser.evaluate("document.body.innerText")
    assert not browser.evaluate("document.querySelectorAll('[data-testid=stException]').length")
    main = "document.querySelector('[data-testid=stMain]')"
    assert browser.evaluate(f"{main}.scrollWidth <= {main}.clientWidth + 1"), "wider than the window"
    if page.name not in TABLES:  # the picture has drawn its tokens, bars or arcs
        browser.wait_for(f"{DEEP}('[data-picture]').some((node) => node.querySelector(node.dataset.picture))")


@pytest.mark.parametrize("recipe", ["gpt2", "characters"])
def test_the_player_steps_by_key_and_shows_the_tokens_of_the_step(
    browser: Engine, server: Server, recipe: str
) -> None:
    # The app ends where no pair occurs twice.
    history = train(TEXT, recipe=recipe, num_merges=12, min_count=2)
    last = len(history.merges)
    assert last > 5
    open_page(browser, server, "Train", text=text_to_query(TEXT), recipe=recipe, num_merges=12)
    corner = "({ x, y }) => [Math.round(x) + 5, Math.round(y) + 5]"
    browser.click(*browser.evaluate(f"({corner})({DEEP}('.bpe-player')[0].getBoundingClientRect())"))
    step = 0
    for key in ("ArrowRight", "ArrowRight", "PageDown", "End", "ArrowLeft", "PageUp", "Home", "ArrowRight"):
        step = {"Home": 0, "End": last}.get(key, step + (1 if key in ("ArrowRight", "PageDown") else -1))
        browser.press(key)
        browser.wait_for(f"{DEEP}('.bpe-player[data-painted=\"{step}\"]').length")
        starts, ids = history.tokens_at(step)
        ends = [*starts[1:], len(history.base_ids)]
        numbers = "({ dataset: { start, end, id } }) => [+start, +end, +id]"
        drawn = browser.evaluate(f"{DEEP}('.stage .tok').map({numbers})")
        # A token on two rows is drawn twice.
        assert [box for at, box in enumerate(drawn) if box not in drawn[:at]] == [
            [int(start), int(end), int(token)] for start, end, token in zip(starts, ends, ids, strict=True)
        ]


@pytest.fixture(scope="session")
def modules() -> Iterator[str]:
    """The address of a site with the encoder's modules."""
    with site() as address:
        yield address


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_what_is_typed_is_encoded_as_the_engine_does(browser: Engine, modules: str, name: str) -> None:
    def ask(function: str, *arguments: Any) -> Any:
        call = f"({function})({json.dumps([encoder_data(name), *arguments])})"
        browser.evaluate(f"(({call}).then((answer) => {{ window.answer = answer; }}), window.answer = null)")
        browser.wait_for("window.answer !== null", seconds=120)
        return browser.evaluate("window.answer")

    browser.open(modules)
    assert ask(DIGEST_OF_CLASSES) == digest_of_classes(name)
    for some in (texts(), texts_of_characters()[1:120:2]):
        assert ask(DIGESTS_OF_TEXTS, some) == digests_of_texts(name, some)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_the_strip_shows_the_ids_and_follows_the_keys(browser: Engine, server: Server, name: str) -> None:
    tokenizer = load_published(name)
    open_page(browser, server, "Tokens", text=text_to_query(TEXT), tokenizer=name)
    browser.wait_for(f"{DEEP}('.bpe-strip .tok').length")
    ids = f"{DEEP}('.bpe-strip .tok').map((node) => +node.dataset.id)"
    assert browser.evaluate(ids) == tokenizer.encode(TEXT)
    browser.evaluate(set_to(BOX, "low lower"))
    browser.wait_for_run()  # and its files are there
    # Typed and looked at in one task: the server cannot have answered.
    expected = tokenizer.encode("low lower lowest")
    assert browser.evaluate(f"({set_to(BOX, 'low lower lowest')}, {ids})") == expected


@pytest.mark.parametrize("width", [390, 1280])
def test_the_edition_without_a_server_works_from_a_disk(browser: Engine, tmp_path: Path, width: int) -> None:
    for name, data in site_files().items():
        (tmp_path / name).write_bytes(data)
    browser.resize(width, 844)  # WebKitGTK's window is never narrower than 447
    browser.open((tmp_path / "index.html").as_uri())
    elements = "[...document.querySelectorAll('bpe-tokens, bpe-player')]"
    browser.wait_for(f"{elements}.every(({{ shadowRoot }}) => shadowRoot?.querySelector('.tok'))")
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for field, value in (("tokenizer", "gpt2"), ("text", TEXT)):
        browser.evaluate(set_to(f"document.getElementById('{field}')", value))
    ids = "document.querySelector('bpe-tokens').shadowRoot.querySelectorAll('.tok')"
    expected = load_published("gpt2").encode(TEXT)
    browser.wait_for(
        f"JSON.stringify([...{ids}].map((node) => +node.dataset.id)) === JSON.stringify({expected})"
    )
    browser.resize(*SIZE)
