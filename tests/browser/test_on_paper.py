"""The player as a web page, and every page of the app, printed: dark on white, within the margins, nothing to press."""

from collections.abc import Callable
from pathlib import Path

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Browser, Page, expect

from bpe_core import train
from explorer_ui.components.export_page import FoldedAnswer, export_page
from explorer_ui.components.player.payload import player_data
from explorer_ui.shell.course import PAGES
from explorer_ui.shell.samples import sample_text

# Tokens that end right of their box, and buttons that are seen.
CLIPPED = """() => [...document.querySelectorAll(".stage .tok")].filter(token =>
    token.getBoundingClientRect().right > token.closest(".stage").getBoundingClientRect().right).length"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_handout_is_good_on_paper(browser: Browser, tmp_path: Path, scheme: str) -> None:
    history = train(sample_text("prose"), recipe="gpt2", num_merges=30)
    questions = [FoldedAnswer(["Which pair is merged next?"], "It is e and r.")]
    file = tmp_path / "handout.html"
    file.write_text(export_page(player_data(history), "A title", step=14, questions=questions), "utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(file.as_uri())
    expect(page.locator(".bpe-player")).to_have_attribute("data-painted", "14")
    wide = page.locator(".stage").evaluate("node => node.clientWidth")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    # A4 has 210 mm, of which the margins take 32.
    assert page.locator(".bpe-player").evaluate("node => node.getBoundingClientRect().width") < 680
    assert page.locator(".stage .tok").count() > 100
    assert page.evaluate(CLIPPED) == 0
    expect(page.locator(".bar")).to_be_hidden()
    assert (
        page.locator("body").evaluate("node => getComputedStyle(node).backgroundColor")
        == "rgb(255, 255, 255)"
    )
    assert page.locator("h1").evaluate("node => getComputedStyle(node).color") == "rgb(0, 0, 0)"
    expect(page.get_by_text("It is e and r.")).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".stage").evaluate("node => node.clientWidth") == wide
    assert page.pdf().startswith(b"%PDF")
    page.close()


A4_WIDTH = 794  # CSS pixels

# On a sheet, looked for in the components as well: texts that reach over its edge or over the edge of what cuts them
# off, and what one would press. What was chosen and what says something itself is no control there.
ON_THE_SHEET = """() => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && node.getBoundingClientRect().width > 1;
    const cut = [];
    for (const root of roots) {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            if (!parent || !texts.currentNode.data.trim() || parent.closest("style, .unseen, svg") || !seen(parent)) continue;
            const range = document.createRange();
            range.selectNodeContents(texts.currentNode);
            const box = range.getBoundingClientRect();
            if (box.width < 2) continue;
            const hiding = [];
            for (let node = parent; node; node = node.parentElement)
                if (getComputedStyle(node).overflowX !== "visible" && !node.matches(".tok, .cell")) hiding.push(node.getBoundingClientRect());
            const right = Math.min(innerWidth, ...hiding.map((edge) => edge.right));
            const left = Math.max(0, ...hiding.map((edge) => edge.left));
            if (box.right > right + 2 || box.left < left - 2) cut.push(texts.currentNode.data.trim().slice(0, 40));
        }
    }
    const says = ".pair, .word, .row, .node, .option, [aria-checked=true], [aria-selected=true], [aria-pressed=true], " +
        "[role=combobox]";
    const controls = roots.flatMap((root) => [...root.querySelectorAll(
        "button, select, textarea, input, summary, [role=slider], [role=switch], [role=radio], [role=tab]")])
        .filter((node) => !node.matches(says) && seen(node)).map((node) => node.ariaLabel || node.textContent);
    return { cut, controls };
}"""
LIGHT = """() => [document.body, ...document.querySelectorAll(".st-key-question strong")].map((node, text) =>
    getComputedStyle(node)[text ? "color" : "backgroundColor"])"""


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_every_page_is_good_on_paper(new_page: Callable[..., Page], server: Server, name: str) -> None:
    page = new_page(color_scheme="dark")
    open_page(page, server, "" if name == "Start" else name)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size({"width": A4_WIDTH, "height": 1123})
    wait_for_run(page)
    assert page.evaluate(ON_THE_SHEET) == {"cut": [], "controls": []}
    assert page.evaluate("document.documentElement.scrollWidth") <= A4_WIDTH
    assert page.evaluate(LIGHT)[0] == "rgb(255, 255, 255)"
    assert set(page.evaluate(LIGHT)[1:]) <= {"rgb(0, 0, 0)"}
