"""A token or pair under the pointer is highlighted everywhere: text, sentences, tables and curve."""

from component_pages import PLAYER, Opener, go, html_around
from driver import box_of
from naive_replay import naive_tokens, trained_data
from player_words import past, upcoming
from playwright.sync_api import Locator, Page, expect

# The merges: aa (id 256), then the most frequent pairs with it.
DATA = trained_data("aaabdaaabac aaaa", 9)
STEP = 3


def drawn(open_html: Opener, **options: object) -> Page:
    page = open_html(html_around(PLAYER, DATA), **options)
    go(page, STEP)
    return page


def lit_tokens(page: Page) -> list[list[int]]:
    return page.locator(".stage .tok.same").evaluate_all(
        "nodes => nodes.map(n => [+n.dataset.start, +n.dataset.end, +n.dataset.id])"
    )


def row_of(page: Page, token_id: int) -> Locator:
    return page.locator(f'.word[data-id="{token_id}"]')


def test_the_pointer_and_the_keyboard_light_a_token_in_the_sentence_the_text_the_table_and_on_the_curve(
    open_html: Opener,
) -> None:
    page = drawn(open_html)
    ring = page.locator(".curve .ring")
    expect(ring).to_be_hidden()
    past(page).locator(".made .chip").hover()
    made = DATA["merges"][5 * STEP - 3]
    assert lit_tokens(page) == [list(token) for token in naive_tokens(DATA, STEP) if token[2] == made]
    expect(row_of(page, made)).to_have_class("word newest same")
    expect(ring).to_be_visible()
    expect(ring).to_have_attribute("cx", page.locator(".curve .dot").get_attribute("cx"))
    page.get_by_label("elsewhere").hover()
    expect(page.locator(".same")).to_have_count(0)
    expect(ring).to_be_hidden()

    # The keyboard points at a count, which lights where the pair occurs.
    left, right, _, counted, _ = DATA["merges"][5 * STEP : 5 * STEP + 5]
    upcoming(page).get_by_text(f"{counted} time").focus()
    tokens = [list(token) for token in naive_tokens(DATA, STEP)]
    both = [
        token
        for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False)
        if (token[2] == left and after and after[2] == right)
        or (token[2] == right and before and before[2] == left)
    ]
    assert lit_tokens(page) == both
    expect(page.locator(".pair.same")).to_have_count(1)
    page.locator(".pair").nth(1).focus()
    expect(page.locator(".pair.same")).to_have_count(1)
    expect(page.locator(".pair").nth(1)).to_have_class("pair same")
    page.get_by_label("elsewhere").focus()
    assert lit_tokens(page) == []

    # The curve points at the token that was made there.
    dot = box_of(page.locator(".curve .dot"))
    page.mouse.move(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    expect(row_of(page, made)).to_have_class("word newest same")

    # A token of the text lights its chip and its row, and while it is selected it stays highlighted.
    for point in (Locator.hover, Locator.click):
        point(page.locator(f'.stage .tok[data-id="{made}"]').first)
        expect(past(page).locator(".made .chip")).to_have_class("chip newest same")
        expect(row_of(page, made)).to_have_class("word newest same")
    page.get_by_label("elsewhere").hover()
    expect(past(page).locator(".made .chip")).to_have_class("chip newest same")


def test_under_a_finger_the_first_touch_lights_and_the_second_goes(open_html: Opener) -> None:
    page = drawn(open_html, has_touch=True, viewport={"width": 390, "height": 844})
    first = int(DATA["merges"][2])
    row_of(page, first).tap()
    expect(row_of(page, first)).to_have_class("word same")
    expect(page.locator(".bpe-player")).to_have_attribute("data-painted", str(STEP))
    row_of(page, first).tap()
    expect(page.locator('.bpe-player[data-painted="0"]')).to_be_visible()
