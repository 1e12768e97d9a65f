"""A lesson to save: the steps from the current one on, as a film."""

from collections.abc import Callable
from pathlib import Path

from component_pages import PROSE, WORDS, go, html_around
from naive_player import naive_player_data
from playwright.sync_api import Page, expect

STEPS = 12
DATA = naive_player_data(PROSE, STEPS, split=WORDS)


def saved(page: Page, name: str) -> Path:
    page.get_by_label("Save a picture").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path()


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
