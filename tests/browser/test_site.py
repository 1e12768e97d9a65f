"""The static site, opened from a disk and from a folder on a host, with and without a network."""

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from bpe_core import Tokenizer, load_published, train
from explorer_ui.site.files import site_files
from explorer_ui.visit.settings import DEFAULT_TEXT
from explorer_ui.words.course import page_of

TYPED = "The baker's 1,024 buns are warm. 🥖 À demain\n"
PAGES = ("Start", "First merges", "Train", "Encode", "Tokens", "Growth")
IDS = "(tokens) => tokens.map((token) => Number(token.dataset.id))"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in a folder below a host's root."""
    folder = tmp_path_factory.mktemp("host") / "courses" / "bpe"
    folder.mkdir(parents=True)
    for name, data in site_files().items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def host(folder: Path) -> Iterator[str]:
    """The address of that folder on a host."""
    serve = partial(_Quiet, directory=folder.parents[1])
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/courses/bpe/"
        server.shutdown()


def go(page: Page, name: str) -> None:
    label = page_of(name).label
    page.get_by_role("navigation", name="Pages").get_by_role("link", name=label, exact=True).click()
    expect(page).to_have_title(f"{label} · BPE explorer")


def write(page: Page, text: str) -> None:
    box = page.get_by_role("textbox", name="Your text")
    if not box.is_visible():
        page.get_by_role("button", name="Edit the text").click()
    box.fill(text)
    box.press("Control+Enter")


def expect_tokens(page: Page, name: str, text: str) -> None:
    """Wait until the strip shows the ids of the engine."""
    ids = load_published(name).encode_ordinary(text)
    expect(page.locator('[data-figure="Tokens"]')).to_have_text(str(len(ids)))
    assert page.locator(".bpe-strip .tok").evaluate_all(IDS) == ids


@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_works_from_a_disk(new_page: Callable[..., Page], folder: Path, width: int) -> None:
    page = new_page(viewport={"width": width, "height": 844})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto((folder / "index.html").as_uri())
    # The tokens of the example are included, so its vocabulary need not be loaded.
    expect(page.locator('[data-figure="Tokens"]')).to_have_text(
        str(len(load_published("o200k_base").encode_ordinary(DEFAULT_TEXT)))
    )
    expect(page.locator(".bpe-player .tok").first).to_be_visible()
    for name in PAGES:
        go(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") == width
    go(page, "Tokens")
    write(page, TYPED)
    expect_tokens(page, "gpt2", TYPED)
    page.get_by_role("button", name="GPT-4o").click()
    expect(page.get_by_role("heading", name="Your text in the tokens of GPT-4o")).to_be_visible()
    expect_tokens(page, "o200k_base", TYPED)
    go(page, "Growth")
    expect(page.locator(".bpe.growth .sentence")).to_contain_text("tokens of your tokenizer")
    go(page, "First merges")
    page.get_by_role("button", name="u + g").click()
    expect(page.get_by_role("button", name="h + ug")).to_be_visible()
    assert {url.rpartition("/")[0] for url in asked} == {folder.as_uri()}


def test_a_training_and_its_tokenizer_are_those_of_the_engine(page: Page, folder: Path) -> None:
    text = "aaabdaaabac low lower lowest"
    page.goto((folder / "index.html").as_uri() + "#page=Train")
    write(page, text)
    page.get_by_label("Training recipe").select_option("bytes")
    page.get_by_label("Break ties by").select_option("highest-bytes")
    history = train(text, recipe="bytes", num_merges=100, tie_break="highest-bytes", min_count=2)
    expect(page.locator(".bpe-player")).to_contain_text(f"/ {len(history.merges)}")
    page.get_by_role("button", name="Last step").click()
    tokens = len(history.ids_at(len(history.merges)))
    expect(page.locator(".bpe-player")).to_contain_text(f"{tokens} after {len(history.merges)} merges")
    go(page, "Encode")
    page.get_by_label("A new text to encode").fill("slow lower")
    page.get_by_role("button", name="Last step").click()
    trace = Tokenizer.from_history(history).trace("slow lower")
    said = f"{len(trace.ids)} after {len(trace.applied)} merges"
    expect(page.locator(".bpe-player")).to_contain_text(said)
    # The address contains the text and the choices.
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_label("A new text to encode")).to_have_value("slow lower")
    go(page, "Train")
    expect(page.locator(".bpe-player")).to_contain_text(f"/ {len(history.merges)}")


def test_a_recipe_that_cannot_take_the_text_is_told_and_can_be_changed(page: Page, folder: Path) -> None:
    page.goto((folder / "index.html").as_uri() + "#page=Train&recipe=word-marker&text=a+Ġ")
    expect(page.get_by_role("status")).to_contain_text("(U+0120) at position 2 marks a space")
    expect(page.locator(".bpe-player")).to_be_hidden()
    page.get_by_label("Training recipe").select_option("bytes")
    expect(page.locator(".bpe-player")).to_be_visible()


def test_once_opened_it_needs_no_network(browser: Browser, host: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(host)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        context.set_offline(True)
        page.reload()
        go(page, "Tokens")
        write(page, TYPED)
        expect_tokens(page, "gpt2", TYPED)
        page.get_by_role("button", name="GPT-4o").click()
        expect(page.get_by_role("status")).to_contain_text("GPT-4o could not be loaded")
        # With a network, the vocabulary is loaded, and kept.
        context.set_offline(False)
        page.get_by_role("button", name="GPT-4o").click()
        expect_tokens(page, "o200k_base", TYPED)
        context.set_offline(True)
        page.reload()
        expect_tokens(page, "o200k_base", TYPED)
