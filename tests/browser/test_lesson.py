"""A lesson to save: the steps from the current one on, as slides in one file and as a film."""

from collections.abc import Callable
from pathlib import Path

import pytest
from component_pages import HOSTILE, PROSE, WORDS, go, html_around
from naive_player import naive_player_data
from playwright.sync_api import Page, expect

STEPS = 12
DATA = naive_player_data(PROSE, STEPS, split=WORDS)

# The pictures of a file, normalized by the browser.
PICTURES = """text => [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("svg")].map((node) =>
    [...node.querySelectorAll("*")].map((part) => [part.tagName, part.textContent,
        ...[...part.attributes].map(({ name, value }) => `${name}=${value}`)].join(" ")))"""


def saved(page: Page, name: str) -> Path:
    page.get_by_label("Save a picture").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path()


def pictures(page: Page, name: str) -> list[list[str]]:
    found: list[list[str]] = page.evaluate(PICTURES, saved(page, name).read_text("utf-8"))
    return found


@pytest.mark.parametrize("beats", [False, True])
def test_each_slide_is_the_picture_of_its_step(open_html: Callable[..., Page], *, beats: bool) -> None:
    page = open_html(html_around("parts/player/merge_player", DATA), reduced_motion="reduce")
    go(page, 3)
    if beats:
        page.get_by_role("button", name="Beats").click()
        page.locator('.bpe-player[data-beat="merged"]').wait_for()
    before = page.locator(".bpe-player .main").inner_html()
    slides = pictures(page, "as slides")
    assert page.locator(".bpe-player .main").inner_html() == before
    last = STEPS - 3
    assert len(slides) == (3 * last + 1 if beats else last + 1)
    one_by_one = []
    for _ in slides:
        one_by_one += pictures(page, "Text as SVG")
        painted = page.locator(".bpe-player").get_attribute("data-painted")
        beat = page.locator(".bpe-player").get_attribute("data-beat")
        if painted != str(STEPS):
            page.get_by_role("button", name="One step forward").click()
            page.wait_for_function(
                "([step, beat]) => { const { painted, beat: now } = document.querySelector('.bpe-player').dataset;"
                " return painted !== step || (now ?? null) !== beat; }",
                arg=[painted, beat],
            )
    assert slides == one_by_one
    assert slides[0] != slides[-1]


def test_slides_go_on_by_keys_and_a_text_is_only_text(
    open_html: Callable[..., Page], new_page: Callable[..., Page]
) -> None:
    data = naive_player_data(HOSTILE, 50)
    page = open_html(html_around("parts/player/merge_player", data | {"step": 4}))
    page.locator('.bpe-player[data-painted="4"]').wait_for()
    file = saved(page, "as slides")
    alone = new_page(offline=True, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    alone.set_content(file.read_text("utf-8"))
    expect(alone.locator("section")).to_have_count(min(40, len(data["merges"]) // 5 - 3))
    seen = "Math.round(scrollY / innerHeight)"
    for key, slide in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1)):
        alone.keyboard.press(key)
        alone.wait_for_function(f"() => {seen} === {slide}")
    assert alone.title() != "taken"
    expect(alone.locator("img")).to_have_count(0)
    assert alone.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_film_has_pictures_or_the_menu_says_why_not(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("parts/player/merge_player", DATA))
    go(page, STEPS - 1)
    film = saved(page, "as a film").read_bytes()
    assert film.startswith(b"\x1aE\xdf\xa3")  # Matroska, of which WebM is a part
    assert len(film) > 1000
    page.evaluate("window.MediaRecorder = undefined; cleanUp(); void 0")
    page.evaluate("data => { show(data); }", DATA)
    page.get_by_label("Save a picture").click()
    film = page.get_by_role("button", name="as a film")
    expect(film).to_be_disabled()
    expect(film).to_have_attribute("title", "This browser does not record WebM video")
