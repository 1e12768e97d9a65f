"""The animation of a step: letters stay visible while two boxes become one, or one becomes two."""

import re
from pathlib import Path
from typing import Any

from component_pages import PLAYER, PROSE, WORDS, Opener, draw_anew, go, html_around
from driver import box_of
from naive_replay import trained_data
from playwright.sync_api import Page, expect

# Pieces of text with their positions, and whether each is visible: opaque, and with its middle not covered.
LETTERS = """() => [...document.querySelectorAll(".stage .tok")].flatMap((tok) => {
    const found = [], walk = document.createTreeWalker(tok, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const range = document.createRange(), text = walk.currentNode;
        let seen = true;
        for (let node = text.parentElement; node; node = node.parentElement) seen &&= getComputedStyle(node).opacity === "1";
        for (let at = 0; at < text.length; at++) {
            range.setStart(text, at), range.setEnd(text, at + 1);
            const { left, top, width, height } = range.getBoundingClientRect();
            const over = document.elementFromPoint(left + width / 2, top + height / 2);
            found.push([text.data[at], Math.round(2 * left), Math.round(2 * top), seen && tok.contains(over)]);
        }
    }
    return found; })"""
MARKS = """() => [...document.querySelectorAll(".stage :is(.merging, .overlap)")].map((mark) =>
    Number(getComputedStyle(mark).opacity))"""
RINGS = """() => [...document.querySelectorAll(".stage .tok.next")].map((tok) =>
    !/^none|^rgba\\(0, 0, 0, 0\\)/.test(getComputedStyle(tok).boxShadow))"""


def hold_films(page: Page) -> None:
    """Pause every animation at its beginning, and let the pointer find any element that covers a letter."""
    page.add_style_tag(
        content=".filming * { animation-play-state: paused !important } .stage * { pointer-events: auto !important }"
    )
    page.locator(".bpe-player[data-counted]").wait_for()
    let_rest(page)


def let_rest(page: Page) -> None:
    """Wait until a step is animated: steps in quick succession are not."""
    now = page.evaluate("performance.now()")
    page.wait_for_function("since => performance.now() > since + 200", arg=now)


def to(page: Page, part: float) -> None:
    """Go to a point of the animation, a fraction of its length."""
    page.evaluate(
        """(part) => document.getAnimations().forEach((motion) => {
            const film = parseFloat(getComputedStyle(document.querySelector(".filming")).getPropertyValue("--film"));
            motion.currentTime = part * film;
        })""",
        part,
    )


def finish(page: Page) -> None:
    page.evaluate("document.getAnimations().forEach((motion) => motion.finish())")


TEXTS: dict[str, dict[str, Any]] = {
    "overlaps": trained_data("aaabdaaabac aaaa", 6),
    "from the right": trained_data("الكتاب على الكتاب שלום abc שלום", 6, units="characters", split=WORDS),
    "bytes": trained_data("é€é€é ḁḁ", 6, split=None),
    "words": trained_data(PROSE, 6, split=WORDS),
}


def test_letters_are_seen_all_the_time(open_html: Opener) -> None:
    page = open_html(html_around(PLAYER, trained_data("low", 0)))
    hold_films(page)
    for data in TEXTS.values():
        draw_anew(page, data | {"step": 2})
        replaced = data["merges"][5 * 1 + 4]
        at_rest = {}
        for step in (1, 2):
            # Two steps at once are not animated.
            go(page, step + 2)
            go(page, step)
            at_rest[step] = page.evaluate(LETTERS)
        for key, last in (("ArrowLeft", 1), ("ArrowRight", 2)):
            let_rest(page)
            page.keyboard.press(key)
            page.locator(f'.bpe-player[data-painted="{last}"]').wait_for()
            whole, parts = (page.locator(f".film-box.{kind}").count() for kind in ("whole", "part"))
            assert 0 < parts == 2 * whole <= 2 * replaced
            for part in (0, 0.55, 0.99):
                to(page, part)
                letters = page.evaluate(LETTERS)
                assert [letter for letter, *_ in letters] == [letter for letter, *_ in at_rest[last]]
                assert all(seen for *_, seen in letters)
                # The next pair is highlighted only after the merge.
                assert set(page.evaluate(MARKS)) <= {0}
                assert not any(page.evaluate(RINGS))
            finish(page)
            assert page.evaluate(LETTERS) == at_rest[last]
            assert set(page.evaluate(MARKS)) == {1}
            assert all(page.evaluate(RINGS))
            opacities = page.locator(".film-box").evaluate_all(
                "all => all.map(n => getComputedStyle(n).opacity)"
            )
            assert {float(opacity) for opacity in opacities} == {0}


def test_boxes_meet_and_letters_have_the_new_colour_only_then(open_html: Opener) -> None:
    colours = """(selector) => [...new Set([...document.querySelectorAll(selector)]
        .map((tok) => getComputedStyle(tok).color))]"""
    page = open_html(html_around(PLAYER, trained_data("aaabdaaabac", 3)))
    hold_films(page)
    page.keyboard.press("ArrowRight")
    page.locator('.bpe-player[data-painted="1"]').wait_for()
    plain = page.evaluate(colours, ".stage .tok:not(.newest, .filmed)")
    assert len(plain) == 1
    gaps, letters = [], []
    for part in (0, 0.3, 0.5, 0.55):
        to(page, part)
        one, two = (box_of(page.locator(".film-box.part").nth(i)) for i in range(2))
        gaps.append(two["x"] - one["x"] - one["width"])
        first, second = (box_of(page.locator(".half").nth(i)) for i in range(2))
        letters.append(second["x"] - first["x"])
        if part <= 0.5:
            assert page.evaluate(colours, ".stage .tok.newest") == plain
    assert gaps == sorted(set(gaps), reverse=True)
    assert abs(gaps[-1]) < 0.1
    assert letters == sorted(set(letters), reverse=True)
    finish(page)
    assert page.evaluate(colours, ".stage .tok.newest") != plain


def test_no_film_where_motion_is_unwelcome_or_steps_are_skipped(open_html: Opener) -> None:
    page = open_html(html_around(PLAYER, trained_data("aaabdaaabac", 3)), reduced_motion="reduce")
    hold_films(page)
    page.keyboard.press("ArrowRight")
    page.locator('.bpe-player[data-painted="1"]').wait_for()
    expect(page.locator(".film-box, .half, .filming")).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")
    let_rest(page)
    page.keyboard.press("End")
    page.locator('.bpe-player[data-painted="3"]').wait_for()
    expect(page.locator(".film-box, .half, .filming")).to_have_count(0)


def saved(page: Page, name: str) -> Path:
    page.get_by_label("Save a picture").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path()


def test_a_picture_shows_the_step_though_its_film_still_runs_and_a_film_is_saved_where_a_browser_can(
    open_html: Opener,
) -> None:
    data = trained_data(PROSE, 12, split=WORDS)
    page = open_html(html_around(PLAYER, data))
    hold_films(page)
    page.keyboard.press("ArrowRight")
    page.locator('.bpe-player[data-painted="1"]').wait_for()
    expect(page.locator(".film-box")).not_to_have_count(0)
    animated = saved(page, "Text as SVG").read_text("utf-8")
    sides = re.findall(r'<line x1="([^"]+)" y1="([^"]+)" x2="([^"]+)" y2="([^"]+)"', animated)
    assert sides
    assert all(float(x1) <= float(x2) and float(y1) <= float(y2) for x1, y1, x2, y2 in sides)
    go(page, 3)
    go(page, 1)
    expect(page.locator(".film-box")).to_have_count(0)
    assert animated == saved(page, "Text as SVG").read_text("utf-8")

    go(page, 11)
    film = saved(page, "as a film").read_bytes()
    assert film.startswith(b"\x1aE\xdf\xa3")  # Matroska, of which WebM is a part
    assert len(film) > 1000
    page.evaluate("window.MediaRecorder = undefined; cleanUp(); void 0")
    page.evaluate("data => { show(data); }", data)
    page.get_by_label("Save a picture").click()
    button = page.get_by_role("button", name="as a film")
    expect(button).to_be_disabled()
    expect(button).to_have_attribute("title", "This browser does not record WebM video")
