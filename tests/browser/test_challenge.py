"""The Challenge page in a browser."""

import re
from collections.abc import Callable
from itertools import accumulate

from driver import Server, go_to, open_page, text_box, type_text, wait_for_run
from playwright.sync_api import Locator, Page, expect

from explorer_ui.visit.samples import sample_text
from tests.peers import tiktoken_encoding

HOSTILE = (
    "<img src=x onerror=window.hacked=1> :red[red] $x^2$ [link](javascript:window.hacked=1) ![](http://127.0.0.1:9/i)\n"
    "<script>window.hacked=1</script> `code` **bold** \u202eback\u202c :smile: {{7*7}} <b>bold</b> once more here\n"
)


def card(page: Page) -> Locator:
    return page.locator(".challenge-card")


def test_one_answer_counts_by_key_or_click_and_outlives_another_page_and_a_reload(
    page: Page, server: Server
) -> None:
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
    page.keyboard.press("n")
    expect(question).to_have_text(re.compile("^2[.] "))
    expect(verdict).to_have_count(0)
    card(page).locator(".option").first.click()
    expect(verdict).to_be_visible()
    said = verdict.inner_text()
    # A second answer does not count.
    card(page).locator(".option").nth(1).click(force=True)
    wait_for_run(page)
    expect(verdict).to_have_text(said, use_inner_text=True)
    expect(score).to_contain_text("of 2 right.")
    told = score.inner_text()
    go_to(page, "Bytes")
    go_to(page, "Challenge")
    expect(verdict).to_have_text(said)
    page.reload()
    wait_for_run(page)
    expect(verdict).to_have_text(said)
    expect(score).to_have_text(told)


def directions(page: Page, part: str) -> list[str]:
    found: list[str] = card(page).locator(part).evaluate_all("nodes => nodes.map((node) => node.dir)")
    return found


def test_on_a_phone_nothing_is_cut_off_and_hostile_text_is_shown_as_it_stands(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    open_page(page, server, "Challenge", challenge_seed=7, tokenizer="gpt2")
    question, onward = card(page).locator(".question"), page.get_by_role("button", name="Next question")
    card(page).locator(".option").first.click()
    expect(card(page).locator(".reason").last).to_be_in_viewport(ratio=1)
    expect(onward).to_be_in_viewport(ratio=1)
    onward.click()
    expect(card(page).locator(".verdict")).to_have_count(0)
    expect(question).to_be_in_viewport(ratio=1)
    for text in (HOSTILE, sample_text("arabic"), sample_text("japanese")):
        type_text(page, text)
        for _ in range(5):
            # Bytes that are not a whole letter have the direction of the text too.
            for direction in directions(page, ".subject .tokens")[:1]:
                assert set(directions(page, ".option .tokens")) <= {direction}
            # The first option, or no token boundary if they are placed by hand.
            card(page).locator(".option, .check").first.click()
            expect(card(page).locator(".verdict")).to_be_visible()
            wide = (
                card(page)
                .locator(".option, .subject, .outcome")
                .evaluate_all("boxes => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length")
            )
            assert wide == 0
            made = card(page).locator("img, script, a, :not(.merge) > b, iframe, strong, em, .katex")
            expect(made).to_have_count(0)
            assert page.evaluate("window.hacked") is None
            page.keyboard.press("n")  # to the same question again, if the answer was wrong
            expect(card(page).locator(".verdict")).to_have_count(0)
            wait_for_run(page)


def test_token_boundaries_are_placed_by_keyboard_and_by_touch(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    open_page(page, server, "Challenge", challenge_seed=7, challenge_kind="hand", tokenizer="gpt2")
    gaps = card(page).locator(".gap")
    assert all(width >= 32 for width in gaps.evaluate_all("gaps => gaps.map((gap) => gap.offsetWidth)"))
    gaps.first.tap()
    expect(gaps.first).to_have_attribute("aria-pressed", "true")
    gaps.first.press("Enter")
    expect(gaps.first).to_have_attribute("aria-pressed", "false")
    units = card(page).locator(".by-hand .chip").all_text_contents()
    tokens = tiktoken_encoding("gpt2").encode_ordinary("".join(units).replace("·", " "))
    ends = list(accumulate(len(tiktoken_encoding("gpt2").decode([token])) for token in tokens))[:-1]
    for end in ends:
        gaps.nth(end - 1).tap()
    card(page).get_by_role("button", name="Compare with the tokenizer").tap()
    expect(card(page).locator(".verdict")).to_have_text("Right.")
    page.get_by_role("button", name="Next question").tap()
    expect(card(page).locator(".verdict")).to_have_count(0)
    wait_for_run(page)
    card(page).get_by_role("button", name="Compare with the tokenizer").tap()
    expect(card(page).locator(".verdict")).to_contain_text("Not so")
    expect(card(page).locator(".gap.wrong").first).to_have_attribute("aria-label", re.compile(": wrong$"))
    expect(card(page).locator(".reason").first).to_contain_text("No merge closes the gap between")


def test_the_score_outlives_the_tab_only_where_the_visitor_agrees(page: Page, server: Server) -> None:
    open_page(page, server, "Challenge", challenge_seed=7)
    page.keyboard.press("a")
    score = page.get_by_test_id("stMarkdown").filter(has_text="of 1 right.")
    expect(score).to_be_visible()
    wait_for_run(page)
    assert page.evaluate("localStorage.getItem('bpe-lasting')") is None
    switch = page.get_by_test_id("stCheckbox").filter(has_text="Keep my score in this browser")
    switch.locator("label").click()
    page.wait_for_function("() => localStorage.getItem('bpe-lasting') !== null")
    kept = page.evaluate("localStorage.getItem('bpe-lasting')")
    assert "challenge_score" in kept
    assert "baker" not in kept
    [cookie] = [one for one in page.context.cookies() if one["name"] == "bpe_kept"]
    assert cookie["expires"] > 0
    another_tab = page.context.new_page()
    open_page(another_tab, server, "Challenge")
    expect(another_tab.get_by_test_id("stMarkdown").filter(has_text="of 1 right.")).to_be_visible()
    another_tab.close()
    switch.locator("label").click()
    page.wait_for_function("() => localStorage.getItem('bpe-lasting') === null")
    [cookie] = [one for one in page.context.cookies() if one["name"] == "bpe_kept"]
    assert cookie["expires"] == -1
