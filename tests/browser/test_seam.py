"""The picture of the Seam page, opened from file:// with no network."""

from component_pages import Opener, html_around
from driver import box_of, see_that_it_fits
from playwright.sync_api import expect

from bpe_core import load_published
from explorer_ui.places.tokens.two_halves.two_halves import seam_data
from tests.peers import tiktoken_encoding

TEXT = "Do the tokens of two halves add up? Naïve 🥖 12345."
ROWS = """rows => rows.map(row => Array.from(row.querySelectorAll(".boxes i"),
    box => Math.round(box.offsetLeft)))"""


def test_both_rows_are_tiktokens_tokens_wherever_the_seam_is_and_a_touch_moves_it(open_html: Opener) -> None:
    peer = tiktoken_encoding("cl100k_base")
    data = {**seam_data(load_published("cl100k_base"), TEXT, name="GPT-4"), "at": 1}
    page = open_html(html_around("places/tokens/two_halves/seam", data))
    rows, slider = page.locator(".text-stage .row"), page.get_by_role("slider")
    together = peer.encode(TEXT)
    for at in range(1, len(TEXT)):
        left, right = peer.encode(TEXT[:at]), peer.encode(TEXT[at:])
        expect(slider).to_have_attribute("aria-valuetext", f"after character {at} of {len(TEXT)}")
        apart, whole = rows.evaluate_all(ROWS)
        assert (len(apart), len(whole)) == (len(left) + len(right), len(together))
        expect(page.locator(".head")).to_contain_text(f"{len(left)} + {len(right)} = ")
        differs = page.locator(".boxes .differs").count()
        assert bool(differs) == (left + right != together)
        assert bool(page.locator(".reasons .stretch").count()) == bool(differs)
        slider.press("ArrowRight")

    page.set_viewport_size({"width": 390, "height": 844})
    see_that_it_fits(page)
    stage = page.locator(".text-stage")
    expect(stage.locator(".line")).to_have_count(2)
    for _ in TEXT:  # also before the first character of a line
        slider.press("ArrowLeft")
        expect(stage.locator(".seam")).to_have_count(1)
    slider.press("End")
    before = box_of(page.locator(".seam").last)
    stage.focus()
    stage.press("ArrowLeft")
    expect(page.locator(".where")).to_have_text(f"after character {len(TEXT) - 2} of {len(TEXT)}")
    page.locator(".letters").nth(0).click(position={"x": 120, "y": 12})
    expect(page.locator(".where")).not_to_have_text(f"after character {len(TEXT) - 2} of {len(TEXT)}")
    assert before != box_of(page.locator(".text-stage .seam"))
    band, slider = box_of(page.locator(".band")), box_of(page.get_by_role("slider"))
    assert abs(band["width"] + 16 - slider["width"]) <= 1
