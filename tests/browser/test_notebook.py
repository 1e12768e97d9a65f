"""The views in a notebook work in a sandboxed iframe: no server, no requests, no access to the notebook."""

from collections.abc import Callable

from player_words import tells, upcoming
from playwright.sync_api import Page, Request, expect

from bpe_core import load_published, train
from explorer_ui.notebook import show


def test_the_player_and_the_strip_work_in_their_frames(new_page: Callable[..., Page]) -> None:
    views = [
        show(train("low lower lowest", recipe="gpt2", num_merges=4)),
        show(load_published("gpt2"), "slow café"),
    ]
    # Both frames are in view, since Chromium draws a frame only then.
    page = new_page(viewport={"width": 1280, "height": 1200})
    asked: list[str] = []

    def hear(request: Request) -> None:
        asked.append(request.url)

    page.on("request", hear)
    page.goto("about:blank")  # so that no security policy of an earlier server applies
    page.set_content("<h1>A notebook</h1>" + "".join(view._repr_html_() for view in views))
    player, strip = (page.frame_locator("iframe").nth(index) for index in range(2))
    number = player.get_by_label("Step number")
    number.fill("2")
    number.press("Enter")
    expect(upcoming(player)).to_have_text(tells("Next:", "·", "low"))
    expect(player.locator(".stage .tok", has_text="low").first).to_be_visible()
    expect(strip.locator(".tok")).to_have_count(2)
    strip.get_by_role("button", name="Ids", exact=True).click()
    expect(strip.locator(".tok").first).to_have_text("38246")
    strip.get_by_role("button", name="Copy ids").click()
    expect(strip.get_by_text("Copied")).to_be_visible()
    assert not [url for url in asked if not url.startswith(("about:", "blob:", "data:"))]
    # Neither view is cut off by its frame.
    for frame in page.frames[1:]:
        assert frame.evaluate("document.documentElement.scrollHeight <= innerHeight")
