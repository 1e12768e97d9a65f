"""Start opens with three animated acts, which follow each other until the visitor takes over."""

import re
from collections.abc import Callable

from component_pages import html_around
from driver import Server, box_of, open_page, text_box, until, wait_for_run
from playwright.sync_api import Page, expect
from test_presenter import leave, wrong_with_the_size

from explorer_ui.places.start.film import spelled
from explorer_ui.visit.links import text_to_query
from explorer_ui.words.film import ACTS, learned
from tests.peers import tiktoken_encoding

# Words that a stranger does not know; the acts after the first explain those that they use.
UNEXPLAINED = re.compile(r"\b(ids?|ranks?|bytes?|chunks?|corpus|vocabular\w+)\b", re.IGNORECASE)


def expect_words(page: Page, words: str) -> None:
    """Wait until the stage shows this text, read in one go: its rows may be those of another text a moment later."""
    read = "rows => rows.map((row) => row.innerText.replaceAll('\\n', '').replaceAll('·', ' ')).join('')"
    until(page, lambda: page.locator(".bpe-player .stage .row").evaluate_all(read), words)


def hurry(page: Page) -> None:
    """Make time ten times as fast for playing, and for what waits longer than a debounce: a step takes 200 ms."""
    page.evaluate(
        """() => {
            const now = performance.now.bind(performance);
            const frame = requestAnimationFrame.bind(window);
            const begun = now();
            performance.now = () => begun + 10 * (now() - begun);
            window.requestAnimationFrame = (act) => frame(() => act(performance.now()));
            const later = setTimeout;
            window.setTimeout = (act, delay, ...given) => later(act, delay > 3000 ? delay / 10 : delay, ...given);
        }"""
    )


def test_the_acts_follow_each_other_and_the_last_one_invites_to_own_words(page: Page, server: Server) -> None:
    open_page(page, server)
    sentence = page.get_by_role("heading", level=1)
    expect(sentence).to_have_text(ACTS["learned"].sentence)
    assert box_of(sentence)["y"] < box_of(page.locator(".bpe-player"))["y"]
    assert not UNEXPLAINED.search(sentence.inner_text())
    hurry(page)
    expect(sentence).to_have_text(ACTS["merges"].sentence)
    expect(page.locator(".ranked-lists li").first).to_be_visible()
    expect(sentence).to_have_text(ACTS["words"].sentence)
    page.get_by_role("button", name="Now your own words").click()
    box = page.get_by_role("textbox", name="Your text")
    expect(box).to_be_focused()
    page.keyboard.type("zebra")
    expect(box).to_have_value("zebra")
    wait_for_run(page)
    expect(page.locator(".own-words")).to_have_text(ACTS["words"].below)
    expect_words(page, "zebra")


# Instead of waiting, a test lets the time pass.
TIMERS = """<script>
const waiting = new Map();
setTimeout = (act) => { waiting.set(waiting.size + 1, act); return waiting.size; };
clearTimeout = (timer) => waiting.set(timer, () => {});
const pass = () => waiting.forEach((act, timer) => { waiting.set(timer, () => {}); act(); });
</script>"""
FIRST_ACT = {
    "acts": [(act, label) for act, (label, *_) in ACTS.items()],
    "current": "learned",
    "sentence": ACTS["learned"].sentence,
    "has_film": True,
}
OVER = "window.dispatchEvent(new Event('bpe-film-over'))"
CHOSEN = "pass(), told.map(([, { act }]) => act)"


def test_an_act_that_is_over_leads_to_the_next_one(open_html: Callable[..., Page]) -> None:
    page = open_html(TIMERS + html_around("places/start/acts", FIRST_ACT))
    page.locator(".act").first.wait_for()
    assert page.evaluate(CHOSEN) == []
    page.evaluate(OVER)
    expect(page.locator(".soon")).to_have_text(ACTS["merges"].label)
    assert page.evaluate(CHOSEN) == ["merges"]
    # A slow server: nothing is sent twice, and another message about the same act changes nothing.
    assert page.evaluate("data => (show(data), pass(), told.length)", FIRST_ACT) == 1
    page.evaluate("data => show(data)", {**FIRST_ACT, "current": "merges", "has_film": False})
    assert page.evaluate(CHOSEN) == ["merges", "words"]
    page.evaluate("data => show(data)", {**FIRST_ACT, "current": "words"})
    page.evaluate(OVER)
    assert page.evaluate(CHOSEN) == ["merges", "words"]
    # After the page was left, it leads nowhere.
    page.evaluate("data => { const end = show(data); end(); " + OVER + " }", FIRST_ACT)
    assert page.evaluate(CHOSEN) == ["merges", "words"]


HANDS = ("pointerdown", "wheel", "touchstart", "keydown", "input")
WATCHED = ("bpe-class-open", "bpe-lecture", "bpe-presenting")


def test_after_any_touch_and_while_others_watch_nothing_leads_on(open_html: Callable[..., Page]) -> None:
    page = open_html(TIMERS + html_around("places/start/acts", FIRST_ACT))
    touches = {
        hand: f"document.body.dispatchEvent(new Event('{hand}', {{ bubbles: true }}))" for hand in HANDS
    }
    touched = [order for touch in touches.values() for order in ((OVER, touch), (touch, OVER))]
    watched = [(f"document.documentElement.classList.add('{name}')", OVER) for name in WATCHED]
    for acts in (*touched, *watched):
        page.reload()
        page.locator(".act").first.wait_for()
        for act in acts:
            page.evaluate(act)
        expect(page.locator(".soon")).to_have_count(0)
        assert page.evaluate(CHOSEN) == [], acts
        if acts in touched:
            page.locator(".act").nth(2).click()
            assert page.evaluate(CHOSEN) == ["words"], acts


def test_after_a_touch_the_film_plays_on_a_key_takes_over_and_typing_shows_ones_own_words(
    page: Page, server: Server
) -> None:
    open_page(page, server)
    page.mouse.wheel(0, 1)
    player, play = page.locator(".bpe-player"), page.get_by_role("button", name="Play", exact=True)
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    assert not UNEXPLAINED.search(player.inner_text())
    page.keyboard.press("Home")
    expect(play).to_be_visible()
    expect(page.locator('.bpe-player[data-painted="0"]')).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.bpe-player[data-painted="1"]')).to_be_visible()
    # It plays to the end and stays.
    play.click()
    hurry(page)
    last = len(learned().merges)
    expect(page.locator(f'.bpe-player[data-painted="{last}"]')).to_be_visible()
    tokens = len(learned().tokens_at(last)[1])
    expect(page.locator(".bpe-player .tally")).to_have_text(f"{tokens} tokens")
    expect(page.locator(".bpe-player .learned .chip")).to_have_count(last)
    expect(play).to_be_visible()
    expect(page.locator(".soon")).to_have_count(0)
    assert not UNEXPLAINED.search(player.inner_text())
    page.get_by_role("button", name=ACTS["merges"].label).click()
    rows = page.locator(".ranked-lists section").first.locator("li")
    expect(rows).to_have_count(last)
    expect(rows.first).to_contain_text("256")
    text_box(page).fill("zebra")
    expect(player).to_be_visible()
    expect_words(page, "zebra")


def test_nothing_moves_for_who_wants_less_motion_and_a_hall_shows_the_film_large_with_what_follows(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    open_page(page, server)
    expect(page.locator('.bpe-player[data-painted="0"]')).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # Without a film that ends, no act leads on.
    expect(page.locator(".soon")).to_have_count(0)
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    assert page.locator(".bpe-player .stage").evaluate(size) > 40
    box = page.locator(".bpe-strip .box").last
    expect(box.locator(".tok").first).to_be_visible()
    inside, last = box_of(box), box_of(box.locator(".tok").last)
    assert 0 <= inside["y"] + inside["height"] - last["y"] - last["height"] < 20
    tour = box_of(page.get_by_role("button", name="Take the guided tour"))
    assert tour["y"] + tour["height"] < 1080
    # Each act can be projected.
    for act in page.locator(".act").all():
        act.click()
        expect(act).to_have_attribute("aria-current", "step")
        wait_for_run(page)
        page.keyboard.press("p")
        assert list(wrong_with_the_size(page)) == []
        leave(page)
    # A question of the landing page leads to a page, which begins at its top.
    page.get_by_text("What does <|endoftext|> in a prompt do?").click()
    wait_for_run(page)
    page.get_by_role("button", name="See it on Tokens").last.click()
    # The landing page has the same question in its list, far below, so the address is checked too.
    expect(page).to_have_url(re.compile("/tokens"))
    wait_for_run(page)
    expect(page.get_by_text("Which tokens does my text have?")).to_be_in_viewport()
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollTop") == 0


def test_a_text_of_ones_own_is_tokenized_with_merges_that_were_learned_before(
    open_picture: Callable[..., Page],
) -> None:
    own = "low lower lowest"
    page = open_picture("parts/player/merge_player", "Start", {"text": text_to_query(own)})
    expect(page.locator(".bpe-player")).to_be_visible()
    expect_words(page, own)
    # A touch takes over.
    page.locator(".bpe-player .stage").click(position={"x": 5, "y": 5})
    page.get_by_role("button", name="Play", exact=True).click()
    hurry(page)
    last = len(spelled(own)["ranks"])
    expect(page.locator(f'.bpe-player[data-painted="{last}"]')).to_be_visible()
    tokens = len(tiktoken_encoding("o200k_base").encode(own))
    expect(page.locator(".bpe-player .tally")).to_have_text(f"{tokens} tokens")
