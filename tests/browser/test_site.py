"""The static site, opened from a disk and from a folder on a host, with and without a network."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import see_that_it_fits
from playwright.sync_api import Browser, Page, expect

from bpe_core import Tokenizer, load_published, train
from explorer_ui.site.files import site_files
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.settings import DEFAULT_TEXT
from tests.live_encoder import site

TYPED = "The baker's 1,024 buns are warm. 🥖 À demain\n"


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
    with site(folder.parents[1]) as address:
        yield f"{address}/courses/bpe/"


def expect_tokens(page: Page, name: str, text: str) -> None:
    """Wait until the strip shows the ids of the engine."""
    ids = load_published(name).encode_ordinary(text)
    expect(page.locator('[data-figure="Tokens"]')).to_have_text(str(len(ids)))
    page.wait_for_function(
        f"() => JSON.stringify([...document.querySelector('bpe-tokens').shadowRoot.querySelectorAll('.tok')].map((node) => Number(node.dataset.id))) === '{json.dumps(ids, separators=(',', ':'))}'"
    )


def test_it_works_from_a_disk(page: Page, folder: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.goto((folder / "index.html").as_uri())
    # It opens with the app's defaults.
    history = train(DEFAULT_TEXT, recipe="gpt2", num_merges=100, min_count=2)
    tokens = len(Tokenizer.from_history(history).encode(DEFAULT_TEXT))
    expect(page.locator('[data-figure="Tokens"]')).to_have_text(str(tokens))
    expect(page.locator("#train")).to_contain_text(f"/ {len(history.merges)}")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        see_that_it_fits(page)
    page.get_by_label("Your text").fill(TYPED)
    page.locator("#tokenizer").select_option("o200k_base")
    expect_tokens(page, "o200k_base", TYPED)
    page.get_by_label("Texts to try").select_option("strawberry")
    sample = load_published("o200k_base").encode_ordinary(sample_text("strawberry"))
    expect(page.locator('[data-figure="Tokens"]')).to_have_text(str(len(sample)))
    page.get_by_text("Why are “the” and “ the” two tokens?").click()
    page.get_by_role("button", name="See it above").locator("visible=true").click()
    expect_tokens(page, "cl100k_base", "the the The\nThe the")
    assert {url.rpartition("/")[0] for url in asked} == {folder.as_uri()}


def test_a_training_and_its_tokenizer_are_those_of_the_engine(page: Page, folder: Path) -> None:
    text = "aaabdaaabac low lower lowest"
    page.goto((folder / "index.html").as_uri())
    page.get_by_label("Your text").fill(text)
    page.get_by_label("Training recipe").select_option("bytes")
    page.get_by_label("Break ties by").select_option("highest-bytes")
    history = train(text, recipe="bytes", num_merges=100, tie_break="highest-bytes", min_count=2)
    player, apply = page.locator("#train"), page.locator("#apply")
    expect(player).to_contain_text(f"/ {len(history.merges)}")
    player.get_by_role("button", name="Last step").click()
    tokens = len(history.ids_at(len(history.merges)))
    expect(player).to_contain_text(f"{tokens} after {len(history.merges)} merges")
    page.get_by_label("A new text to encode").fill("slow lower")
    trace = Tokenizer.from_history(history).trace("slow lower")
    expect(apply).to_contain_text(f"/ {len(trace.applied)}")
    apply.get_by_role("button", name="Last step").click()
    expect(apply).to_contain_text(f"{len(trace.ids)} after {len(trace.applied)} merges")
    # The address contains the text and the choices.
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    expect(page.get_by_label("A new text to encode")).to_have_value("slow lower")
    expect(player).to_contain_text(f"/ {len(history.merges)}")


def test_once_opened_it_needs_no_network(browser: Browser, host: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(host)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        context.set_offline(True)
        page.reload()
        page.get_by_label("Your text").fill(TYPED)
        choose = page.locator("#tokenizer")
        choose.select_option("gpt2")
        expect_tokens(page, "gpt2", TYPED)
        choose.select_option("o200k_base")
        expect(page.locator("#tokens").get_by_role("status").first).to_contain_text("could not be loaded")
        # With a network, the vocabulary is loaded, and kept.
        context.set_offline(False)
        choose.select_option("gpt2")
        expect_tokens(page, "gpt2", TYPED)
        choose.select_option("o200k_base")
        expect_tokens(page, "o200k_base", TYPED)
        context.set_offline(True)
        page.reload()
        expect_tokens(page, "o200k_base", TYPED)
