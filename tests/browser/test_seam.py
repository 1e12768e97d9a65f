"""The picture of the Seam page, opened from file:// with no network."""

import unicodedata
from itertools import accumulate, pairwise

import pytest
from component_pages import Opener, html_around
from driver import box_of, see_that_it_fits
from playwright.sync_api import expect

from bpe_core import load_published
from explorer_ui.places.tokens.two_halves.two_halves import seam_data
from tests.peers import tiktoken_encoding

TEXT = "Do the tokens of two halves add up? Naïve 🥖 12345."
# Where each character is drawn, in the coordinates of its row: left and right.
LETTERS = """letters => {
    const row = letters.parentElement;
    const { left, width } = row.getBoundingClientRect();
    const zoom = width / row.offsetWidth;
    const range = document.createRange();
    return Array.from(letters.childNodes).map((node) => {
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        return [(box.left - left) / zoom, (box.right - left) / zoom];
    });
}"""
BOXES = """boxes => Array.from(boxes.children, ({ style }) =>
    [parseFloat(style.left), parseFloat(style.left) + parseFloat(style.width)])"""
DIRECTIONS = "boxes => boxes.map((box) => getComputedStyle(box).direction)"
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


def stretches(text: str, places: list[list[float]], begin: int, end: int) -> list[list[float]]:
    """Where the bytes of a text from `begin` to `end` are, as stretches from left to right, given each character's."""
    pieces, at = [], 0
    for char, (left, right) in zip(text, places, strict=True):
        size = len(char.encode())
        shares = [min(max(byte - at, 0), size) / size for byte in (begin, end)]
        if shares[0] < shares[1]:
            is_from_the_right = unicodedata.bidirectional(char) in ("R", "AL")
            ends = [
                right - share * (right - left) if is_from_the_right else left + share * (right - left)
                for share in shares
            ]
            pieces.append(sorted(ends))
        at += size
    found: list[list[float]] = []
    for piece in sorted(pieces):
        if found and piece[0] - found[-1][1] < 1:
            found[-1][1] = piece[1]
        else:
            found.append(piece)
    return found


@pytest.mark.parametrize(
    "text", ["שלום abc", "שלום 123", "peace שלום ok", "שלום\nhello world", "(abc) שלום, ok 12"]
)
def test_in_words_of_both_directions_tokens_and_seams_are_where_their_letters_are(
    open_html: Opener, text: str
) -> None:
    peer = tiktoken_encoding("cl100k_base")
    page = open_html(
        html_around(
            "places/tokens/two_halves/seam",
            {**seam_data(load_published("cl100k_base"), text, name="GPT-4"), "at": 1},
        )
    )
    together = page.locator(".line > .row:nth-child(2)")
    expect(together.first).to_be_visible()
    places = [place for row in together.all() for place in row.locator(".letters").evaluate(LETTERS)]
    boxes = [box for row in together.all() for box in row.locator(".boxes").evaluate(BOXES)]
    ends = [0, *accumulate(map(len, peer.decode_tokens_bytes(peer.encode(text))))]
    expected = [stretch for begin, end in pairwise(ends) for stretch in stretches(text, places, begin, end)]
    assert [pytest.approx(box, abs=1) for box in expected] == boxes
    # Only letters from the right have tokens that end within them here: that side of a box is open.
    cut = page.locator(".boxes").locator(".opens-within, .ends-within").evaluate_all(DIRECTIONS)
    assert {*cut} == {"rtl"}
    for at in range(1, len(text)):
        [[left, right]] = stretches(text, places, len(text[:at].encode()), len(text[: at + 1].encode()))
        is_from_the_right = unicodedata.bidirectional(text[at]) in ("R", "AL")
        if is_from_the_right or text[at].isalnum():
            seam = page.locator(".line .seam").evaluate("node => parseFloat(node.style.left)")
            assert seam == pytest.approx(right if is_from_the_right else left, abs=1), at
        page.get_by_role("slider").press("ArrowRight")
