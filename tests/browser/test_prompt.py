"""The Prompt page in a browser: its rows are the tokens of the prefixes, on a laptop and on a phone."""

from collections.abc import Callable

from driver import see_that_it_fits
from playwright.sync_api import Page, expect

from explorer_ui.visit.links import text_to_query
from tests.peers import tiktoken_encoding

WORD = "so lower"


def open_word(open_picture: Callable[..., Page], text: str = WORD, **options: object) -> Page:
    query = {"text": text_to_query(text), "tokenizer": "gpt2"}
    page = open_picture("places/tokens/prompt_end/prompt", "Prompt", query, **options)
    count = len(tiktoken_encoding("gpt2").encode_ordinary(text))
    expect(page.locator(".bpe.prompt .head")).to_contain_text(f"The prompt has {count} token")
    return page


def test_stripes_are_those_of_the_prefixes_and_a_row_says_what_its_letter_did(
    open_picture: Callable[..., Page],
) -> None:
    page = open_word(open_picture)
    encoding = tiktoken_encoding("gpt2")
    rows = [encoding.decode_tokens_bytes(encoding.encode_ordinary(WORD[:end])) for end in range(1, 9)]
    tokens = set()
    for row in rows:
        start = 0
        for token in row:
            tokens.add((start, token))
            start += len(token)
    # In this prompt no token disappears and returns, so each has one stripe.
    expect(page.locator(".bpe.prompt .stripe")).to_have_count(len(tokens))
    expect(page.locator(".bpe.prompt .prefix")).to_have_count(len(WORD))
    expect(page.locator(".bpe.prompt .cut.broken")).to_have_count(1)
    expect(page.locator(".bpe.prompt .note")).to_have_text(["replaces 2"])

    # Each row says what its new letter changed.
    frame, touched = page.locator(".bpe.prompt .picture-box"), page.locator(".bpe.prompt .touched")
    frame.focus()
    frame.press("ArrowUp")
    expect(touched).to_have_text("r typed: 2 tokens, 2 replaced: ·low e became ·lower ")
    frame.press("ArrowUp")
    expect(touched).to_contain_text("e typed: 3 tokens; none is replaced")
    expect(page.locator(".bpe.prompt .prefix.chosen")).to_have_count(1)
    # The keys of a remote control move the end of the prompt.
    slider = page.get_by_role("slider", name="The prompt ends after")
    page.evaluate("document.activeElement.blur()")
    for key, value in (("PageUp", 7), ("ArrowLeft", 6), (" ", 7), ("PageDown", 8), ("Home", 1), ("End", 8)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(value))


def test_the_end_says_what_may_change_and_what_could_stand_there(open_picture: Callable[..., Page]) -> None:
    page = open_word(open_picture, "so low")
    expect(page.locator(".bpe.prompt .head")).to_contain_text("the last one can still change")
    expect(page.locator(".bpe.prompt .head .chip")).to_have_text("er")
    expect(page.locator(".bpe.prompt .healed")).to_contain_text("Without its last token, ·low")
    candidates = page.locator(".bpe.prompt .candidates .chip").all_inner_texts()
    assert "·lower" in candidates
    assert all(token.startswith("·low") for token in candidates)


def test_a_phone_shows_the_last_letters_and_never_scrolls_sideways(open_picture: Callable[..., Page]) -> None:
    text = "The lowest tokenization, naïve 🥖 indeed, https:"
    page = open_word(open_picture, text, viewport={"width": 390, "height": 844})
    rows = page.locator(".bpe.prompt .prefix")
    expect(rows.first).to_be_visible()
    assert 8 <= rows.count() < 32
    see_that_it_fits(page, page.locator(".bpe.prompt .picture-box"))
    rows.last.click()
    expect(page.locator(".bpe.prompt .touched")).to_contain_text(": typed")
