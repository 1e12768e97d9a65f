"""The Challenge page in a browser."""

import re
from collections.abc import Callable
from dataclasses import asdict
from itertools import accumulate, product

from component_pages import draw_anew, html_around
from driver import go_to, open_page, text_box, until, wait_for_run
from playwright.sync_api import Locator, Page, expect

from bpe_core import load_published
from bpe_core.lessons.quiz.misconceptions import BY_HAND, QUESTION_KINDS
from explorer_ui.places.quiz.challenge_cards import ask_of, card_of
from explorer_ui.visit.samples import sample_text
from tests.peers import tiktoken_encoding

HOSTILE = (
    "<img src=x onerror=window.hacked=1> :red[red] $x^2$ [link](javascript:window.hacked=1) ![](http://127.0.0.1:9/i)\n"
    "<script>window.hacked=1</script> `code` **bold** \u202eback\u202c :smile: {{7*7}} <b>bold</b> once more here\n"
)


CARD = "places/quiz/challenge_card"
PHONE = {"viewport": {"width": 390, "height": 844}}


def card(page: Page) -> Locator:
    return page.locator(".challenge-card")


def test_one_answer_counts_by_key_or_click_and_outlives_a_reload_and_the_tab_where_the_visitor_agrees(
    page, server
):
    open_page(page, server, "Challenge", challenge_seed=7)
    question, verdict = card(page).locator(".question"), card(page).locator(".verdict")
    score = page.get_by_test_id("stMarkdown").filter(has_text=re.compile("of [12] right[.]"))
    expect(question).to_have_text(re.compile("^1[.] "))
    # What is typed into the text answers nothing.
    asked = question.inner_text()
    text_box(page).press_sequentially("abcdn")
    wait_for_run(page)
    expect(question).to_have_text(asked, use_inner_text=True)
    expect(verdict).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    expect(verdict).to_have_text(re.compile(r"^(Right\.|Not so: it is [ABD]\.)$"))
    expect(card(page).locator(".option.right")).to_have_count(1)
    expect(score).to_contain_text("of 1 right.")
    assert page.evaluate("localStorage.getItem('bpe-lasting')") is None
    # On a phone, the question is in view, and then the reason and the way on.
    onward = page.get_by_role("button", name="Next question")
    page.set_viewport_size(PHONE["viewport"])
    onward.click()
    expect(question).to_have_text(re.compile("^2[.] "))
    expect(verdict).to_have_count(0)
    expect(question).to_be_in_viewport(ratio=1)
    card(page).locator(".option").first.click()
    expect(verdict).to_be_visible()
    expect(card(page).locator(".reason").last).to_be_in_viewport(ratio=1)
    expect(onward).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": 1280, "height": 800})
    said = verdict.inner_text()
    # A second answer does not count.
    card(page).locator(".option").nth(1).click(force=True)
    wait_for_run(page)
    expect(verdict).to_have_text(said, use_inner_text=True)
    expect(score).to_contain_text("of 2 right.")
    told = score.inner_text()
    go_to(page, "Tokens")
    go_to(page, "Challenge")
    expect(verdict).to_have_text(said)
    page.reload()
    wait_for_run(page)
    expect(verdict).to_have_text(said)
    expect(score).to_have_text(told)
    # The key for the next question.
    page.keyboard.press("n")
    expect(question).to_have_text(re.compile("^3[.] "))

    switch = page.get_by_test_id("stCheckbox").filter(has_text="Keep my score in this browser")
    switch.locator("label").click()
    page.wait_for_function("() => localStorage.getItem('bpe-lasting') !== null")
    kept = page.evaluate("localStorage.getItem('bpe-lasting')")
    assert "challenge_score" in kept
    assert "baker" not in kept

    def is_kept() -> bool:
        [cookie] = [one for one in page.context.cookies() if one["name"] == "bpe_kept"]
        return cookie["expires"] > 0

    # The browser stores a cookie in another process.
    until(page, is_kept, expected=True)
    another_tab = page.context.new_page()
    open_page(another_tab, server, "Challenge")
    expect(another_tab.get_by_test_id("stMarkdown").filter(has_text="of 2 right.")).to_be_visible()
    another_tab.close()
    switch.locator("label").click()
    page.wait_for_function("() => localStorage.getItem('bpe-lasting') === null")
    until(page, is_kept, expected=False)


def test_on_a_phone_nothing_is_cut_off_and_hostile_text_is_shown_as_it_stands(open_html):
    gpt2 = load_published("gpt2")
    page = None
    texts = (HOSTILE, sample_text("arabic"), sample_text("japanese"))
    for text, kind, picked in product(texts, QUESTION_KINDS, (None, 0)):
        message = asdict(card_of(ask_of(text, gpt2, kind, 0, seed=7), picked, number=1))
        if page:
            draw_anew(page, message)
        else:
            page = open_html(html_around(CARD, message), **PHONE)
        expect(card(page).locator(".verdict")).to_have_count(0 if picked is None else 1)
        # Bytes that are not a whole letter have the direction of the text too.
        subject, options = (
            card(page).locator(f"{part} .tokens").evaluate_all("nodes => nodes.map((node) => node.dir)")
            for part in (".subject", ".option")
        )
        assert not subject or {*options} <= {subject[0]}
        boxes = card(page).locator(".option, .subject, .outcome")
        wide = boxes.evaluate_all(
            "boxes => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length"
        )
        assert wide == 0, (text, kind)
        made = card(page).locator("img, script, a, :not(.merge) > b, iframe, strong, em, .katex")
        expect(made).to_have_count(0)
        assert page.evaluate("window.hacked") is None


def test_token_boundaries_are_placed_by_keyboard_and_by_touch(open_html: Callable[..., Page]) -> None:
    asked = ask_of(sample_text("prose"), load_published("gpt2"), BY_HAND, 0, seed=7)
    page = open_html(html_around(CARD, asdict(card_of(asked, None, number=1))), has_touch=True, **PHONE)
    gaps = card(page).locator(".gap")
    assert all(width >= 32 for width in gaps.evaluate_all("gaps => gaps.map((gap) => gap.offsetWidth)"))
    gaps.first.tap()
    expect(gaps.first).to_have_attribute("aria-pressed", "true")
    gaps.first.press("Enter")
    expect(gaps.first).to_have_attribute("aria-pressed", "false")
    word = "".join(card(page).locator(".by-hand .chip").all_text_contents()).replace("·", " ")
    encoding = tiktoken_encoding("gpt2")
    *ends, _ = accumulate(len(encoding.decode([token])) for token in encoding.encode_ordinary(word))
    for end in ends:
        gaps.nth(end - 1).tap()
    card(page).get_by_role("button", name="Compare with the tokenizer").tap()
    [told] = page.evaluate("told.map(([, { option }]) => option)")
    for picked in (told, 0):
        draw_anew(page, asdict(card_of(asked, picked, number=1)))
        verdict = "Right." if picked == told else re.compile("^Not so")
        expect(card(page).locator(".verdict")).to_have_text(verdict)
    expect(card(page).locator(".gap.wrong").first).to_have_attribute("aria-label", re.compile(": wrong$"))
    expect(card(page).locator(".reason").first).to_contain_text("No merge closes the gap between")
