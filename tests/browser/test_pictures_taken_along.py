"""The pictures of Growth, Ways, Prompt, Seam and Lives: each keeps its position, and works as a saved page."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch
from urllib.parse import parse_qsl, urlparse

from apps import from_menu, open_app
from driver import Server, go_to, open_page, see_that_it_fits, share, wait_for_run
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

TEXT = "The lowest newspapers, naïve 🥖."

# For each page: a slider, its new value, the parameters of the link then, and the text on the page.
HANDS = {
    "Growth": ("Vocabulary size", "5000", "growth_size", "vocabulary of 7,155"),
    "Ways": ("Dropout in per cent", "35", "ways_dropout", "35%"),
    "Prompt": (
        "The prompt ends after this many characters of the text",
        "10",
        "prompt_end",
        "after character 10 of 31",
    ),
    "Seam": (
        "The seam is after this many characters of the text",
        "10",
        "seam_at",
        "after character 10 of 31",
    ),
    "Lives": ("Threshold in per cent", "70", "lives_threshold", "70%"),
}

LEAVE_AT_ONCE = """(slider, next) => {
    slider.value = +slider.value + 2;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    document.querySelector(`.st-key-navigation [data-page='${next}']`).click();
    return slider.value;
}"""


def saved_picture(app: AppTest) -> bytes:
    """The page that "Save as a web page" offers."""
    offered: list[object] = []
    button = "explorer_ui.present.take_along.take_along.st.download_button"
    with patch(button, lambda _label, data, *_more, **_options: offered.append(data)):
        from_menu(app, "share", {"what": "html", "at": 1}, again=False)
    [page] = filter(callable, offered)
    return bytes(page())


def test_where_the_hand_was_comes_back_and_a_saved_picture_works_without_a_network(
    page: Page, new_page: Callable[..., Page], server: Server, tmp_path: Path
) -> None:
    links: dict[str, dict[str, str]] = {}
    where: dict[str, str] = {}
    # The last picture is of the tokens of a training.
    open_page(page, server, "Growth", text=text_to_query(TEXT), tokenizer="trained")
    for name, following in pairwise([*HANDS, "Compare"]):
        label, value, key, shown = HANDS[name]
        slider = page.get_by_role("slider", name=label)
        slider.fill(value)
        wait_for_run(page)
        expect(page.locator(f".bpe.{name.lower()}")).to_contain_text(shown)
        page.wait_for_timeout(400)  # longer than the debounce delay
        wait_for_run(page)
        if name == "Growth":  # what a link has, the tab remembers
            page.reload()
            wait_for_run(page)
            expect(page.locator(f".bpe.{name.lower()}")).to_contain_text(shown)
        share(page, "Copy the link")
        dialog = page.get_by_role("dialog")
        links[name] = dict(parse_qsl(urlparse(dialog.locator("code").inner_text()).query))
        assert key in links[name]
        dialog.press("Escape")
        expect(dialog).to_have_count(0)
        # Who moves it and leaves in the same moment finds it there, too.
        where[name] = slider.evaluate(LEAVE_AT_ONCE, following)
        wait_for_run(page)
    for name, (label, *_) in HANDS.items():
        go_to(page, name)
        expect(page.get_by_role("slider", name=label)).to_have_value(where[name])

    saved = new_page(offline=True, viewport={"width": 390, "height": 844})
    for name, (label, value, _, shown) in HANDS.items():
        path = tmp_path / f"{name}.html"
        path.write_bytes(saved_picture(open_app(name, query=links[name])))
        saved.goto(path.as_uri())
        picture = saved.locator(f".bpe.{name.lower()}")
        expect(picture).to_contain_text("The last 10 characters" if name == "Prompt" else shown)
        expect(picture.locator(":is(.picture-box, .curve, .seek-box) svg").first).to_be_visible()
        if name == "Prompt":  # the file has only the prompt that was shown
            expect(saved.get_by_role("slider", name=label)).to_have_count(0)
        else:
            saved.get_by_role("slider", name=label).press("Home")
            expect(picture).not_to_contain_text(shown)
            saved.get_by_role("slider", name=label).fill(value)
            expect(picture).to_contain_text(shown)
        if name == "Growth":
            # The tokens of the text under GPT-4o's vocabulary truncated to a size.
            tokenizer = load_published("o200k_base")
            ranks = {token: rank for token, rank in (tokenizer.mergeable_ranks or {}).items() if rank < 7155}
            small = type(tokenizer).from_ranks(ranks, split_pattern="o200k_base")
            expect(saved.locator(".boxes i")).to_have_count(len(small.encode(TEXT)))
        see_that_it_fits(saved)
