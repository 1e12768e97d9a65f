"""Printed pages: dark on white, within the margins, without controls; a sheet of ten questions has few pages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bpe_core import Tokenizer, load_published, train
from explorer_ui.parts.player.payload import player_data
from explorer_ui.places.quiz.challenge import on_paper
from explorer_ui.present.take_along.export_page import FoldedAnswer, export_page
from explorer_ui.visit.samples import parallel_texts, sample_text

# Tokens that extend beyond their box, and visible buttons.
CLIPPED = """(tokens) => tokens.filter(token =>
    token.getBoundingClientRect().right > token.closest(".stage").getBoundingClientRect().right).length"""


def test_a_handout_is_good_on_paper(open_html: Callable[..., Page]) -> None:
    history = train(sample_text("prose"), recipe="gpt2", num_merges=30)
    questions = [FoldedAnswer(["Which pair is merged next?"], "It is e and r.")]
    handout = export_page(player_data(history), "A title", step=14, questions=questions)
    page = open_html(handout, color_scheme="dark")
    expect(page.locator(".bpe-player")).to_have_attribute("data-painted", "14")
    wide = page.locator(".stage").evaluate("node => node.clientWidth")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    # A4 has 210 mm, of which the margins take 32.
    assert page.locator(".bpe-player").evaluate("node => node.getBoundingClientRect().width") < 680
    assert page.locator(".stage .tok").count() > 100
    assert page.locator(".stage .tok").evaluate_all(CLIPPED) == 0
    expect(page.locator(".transport")).to_be_hidden()
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


@pytest.mark.parametrize(
    ("text", "published", "pages"),
    [(sample_text("prose"), "o200k_base", 3), (parallel_texts()["Greek"], "", 5)],
    ids=["GPT-4o", "Greek"],
)
def test_ten_questions_fill_their_pages(
    open_html: Callable[..., Page], text: str, published: str, pages: int
) -> None:
    history = train(text, recipe="gpt2", num_merges=300)
    tokenizer = load_published(published) if published else Tokenizer.from_history(history)
    page = open_html(on_paper(("any", 80), text, tokenizer).decode())
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    key = page.locator(".key")
    key.evaluate("node => document.querySelector('main').replaceChildren(node)")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= pages
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    expect(key.locator("li")).to_have_count(10)
