"""The token strip, opened from file:// with no network."""

import json
from itertools import groupby
from typing import Any

import numpy as np
import regex
from component_pages import HOSTILE, PLAYER, PROSE, STRIP, WORDS, Opener, draw_anew, html_around
from driver import box_of, see_that_it_fits
from naive_replay import trained_data
from playwright.sync_api import expect

from explorer_ui.parts.token_row.strip.token_strip import strip_data

# Another depth is shown without a movement.
AT_ONCE = {"reduced_motion": "reduce"}


def words_data(text: str, **options: Any) -> dict[str, Any]:
    """Each word of the text, with the space before it, as one token."""
    pieces = [piece.encode() for piece in regex.findall(WORDS, text)]
    ids = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    return strip_data([ids[p] for p in pieces], {i: p for p, i in ids.items()}, **options)


def test_the_strip_shows_a_text_at_six_depths_neighbours_that_share_a_character_under_it_and_is_copied(
    open_html: Opener,
) -> None:
    page = open_html(html_around(STRIP, words_data("the cat and the dog\tran", label="Words")))
    expect(page.locator(".tok")).to_have_text(
        ["the", "·cat", "·and", "·the", "·dog", "⇥", "ran"], use_inner_text=True
    )
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".tok")).to_have_text(list("0123456"), use_inner_text=True)
    # A strip without chunks does not offer them.
    expect(page.get_by_role("button", name="Chunks", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Tokens", exact=True).click()
    page.locator(".box").focus()
    for pieces in (list("the·cat·and·the·dog⇥ran"), ["74", "68", "65", "20"], ["01110100", "01101000"]):
        page.keyboard.press("ArrowDown")
        assert page.locator(".tok").all_inner_texts()[: len(pieces)] == pieces
    expect(page.locator(".roof")).to_have_text(list("the·cat·and·the·dog⇥ran"), use_inner_text=True)
    page.get_by_role("button", name="Tokens").click()
    page.locator(".tok").nth(1).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("20 63 61 74")

    tokens = {0: b"a\xe2", 1: b"\x82", 2: b"\xac", 3: "é".encode(), 4: b"\xff"}
    draw_anew(page, strip_data([0, 1, 2, 3, 4], tokens))
    expect(page.locator(".roof")).to_have_text(["€"], use_inner_text=True)
    expect(page.locator(".shared .tok")).to_have_count(3)
    expect(page.locator(".tok")).to_have_text(["ae2", "82", "ac", "é", "ff"], use_inner_text=True)
    page.get_by_role("button", name="Characters", exact=True).click()
    expect(page.locator(".tok")).to_have_text(["a", "€", "é", "ff"], use_inner_text=True)
    page.get_by_role("button", name="Bytes", exact=True).click()
    expect(page.locator(".tok")).to_have_text(["61", "e2", "82", "ac", "c3", "a9", "ff"], use_inner_text=True)
    expect(page.locator(".roof")).to_have_text(["a", "€", "é"], use_inner_text=True)
    # Only a character of several bytes has a bracket.
    expect(page.locator(".roof.single")).to_have_text(["a"], use_inner_text=True)
    roof, *three = (box_of(node) for node in (page.locator(".roof").nth(1), *page.locator(".tok").all()[1:4]))
    assert roof
    for byte in three:
        assert byte
        assert roof["x"] - 2 <= byte["x"] <= roof["x"] + roof["width"]
    # Letters stay above the ids of the tokens that they are in.
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".tok")).to_have_text(list("01234"), use_inner_text=True)
    expect(page.locator(".roof")).to_have_text(["€", "a", "é"], use_inner_text=True)

    # Selected tokens are copied as the text that they stand for.
    text = "a · b\tc\u200bd\n€x"
    tokens = [b"a", b" \xc2\xb7", b" b\tc", "\u200bd\n".encode(), b"\xe2\x82", b"\xacx"]
    draw_anew(page, strip_data(range(6), dict(enumerate(tokens))))
    copied = """view => {
        const root = document.querySelector('.bpe-strip');
        const [first, last] = [root.querySelector('[data-at="0"]'), root.querySelector('[data-at="5"]')];
        const range = new Range();
        range.setStartBefore(first);
        range.setEndAfter(last);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        let copied = null;
        addEventListener("copy", (event) => (copied = event.clipboardData.getData("text/plain")), { once: true });
        document.execCommand("copy");
        return copied;
    }"""
    assert page.evaluate(copied) == text
    page.get_by_role("button", name="Ids", exact=True).click()
    expect(page.locator(".tok").first).to_have_text("0")
    assert page.evaluate(copied) == "0 1 2 3 4 5"
    # A button copies the ids as JSON.
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Copy ids").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert json.loads(page.evaluate("window.copied")) == [0, 1, 2, 3, 4, 5]


def test_what_is_drawn_moves_to_where_it_belongs_at_another_depth(open_html: Opener) -> None:
    data = words_data(PROSE * 40, chunk_starts=[0])
    page = open_html(html_around(STRIP, data))
    # Half of the time that a movement lasts has passed, for ever.
    page.evaluate("performance.now = () => 1e6")
    box = page.locator(".box")
    row = page.locator(".line").first
    box.evaluate("box => box.scrollTop = 10 * document.querySelector('.line').offsetHeight")
    first = """box => {
        const { top } = box.getBoundingClientRect();
        const rows = [...box.querySelectorAll(".line")];
        const row = rows.find((row) => row.getBoundingClientRect().top >= top - 4);
        return row.querySelector(".tok").textContent[0];
    }"""
    expect(row).to_be_visible()
    letter = box.evaluate(first)
    page.get_by_role("button", name="Characters", exact=True).click()
    expect(page.locator("canvas.moving")).to_be_visible()
    expect(page.locator(".box .window")).to_have_css("opacity", "0")
    assert box.evaluate(first) == letter
    # Another press does not wait, and only one movement is drawn.
    page.get_by_role("button", name="Tokens", exact=True).click()
    expect(page.locator("canvas.moving")).to_have_count(1)
    page.evaluate("performance.now = () => 2e6")
    expect(page.locator("canvas.moving")).to_have_count(0)
    expect(page.locator(".box .window")).to_have_css("opacity", "1")
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Characters", exact=True).click()
    expect(page.locator("canvas.moving")).to_have_count(0)
    # The keyboard stays at its byte too.
    box.focus()
    page.keyboard.press("End")
    last = page.locator(".tok.cursor").get_attribute("data-at")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tok.cursor")).to_have_attribute("data-at", str(int(last or 0) - 1))


def test_a_swipe_goes_to_the_next_depth_the_keyboard_from_token_to_token_and_a_chosen_depth_is_told(
    open_html: Opener,
) -> None:
    data = words_data("the cat and the dog\nran to the cat", chunk_starts=[0])
    page = open_html(html_around(STRIP, data), viewport={"width": 390, "height": 844})
    swipe = """(box, [right, down]) => {
        const touch = (x, y) => new Touch({ identifier: 1, target: box, clientX: x, clientY: y });
        const start = [touch(200, 50)], end = [touch(200 + right, 50 + down)];
        box.dispatchEvent(new TouchEvent("touchstart", { touches: start, changedTouches: start }));
        box.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: end }));
        return document.querySelector(".depths [aria-pressed=true]").textContent;
    }"""
    box = page.locator(".box")
    for way, shown in (((-90, 8), "Ids"), ((90, -8), "Tokens"), ((90, 80), "Tokens"), ((20, 0), "Tokens")):
        assert box.evaluate(swipe, list(way)) == shown
    # Every button is in view on a phone.
    for button in page.locator(".strip-bar button").filter(visible=True).all():
        place = box_of(button)
        assert 0 <= place["x"] <= place["x"] + place["width"] <= 390
    see_that_it_fits(page)
    # What is selected by the keyboard is told to Python.
    page.evaluate("told.length = 0")
    page.get_by_role("listbox").focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function("() => told.some(([name]) => name === 'place')")
    assert page.evaluate("told.findLast(([name]) => name === 'place')[1]") == {
        "selected": 2,
        "token": 2,
        "after": 7,
    }
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    last = len(page.locator(".tok").all()) - 1
    page.wait_for_function(f"() => told.findLast(([name]) => name === 'place')[1].selected === {last}")
    assert page.evaluate("scrollY") == 0
    # A depth that was chosen is told, and an answer to an earlier choice changes nothing.
    data |= {"depth": "tokens"}
    draw_anew(page, data)
    page.evaluate("told.length = 0")
    for name in ("Chunks", "Characters"):
        page.get_by_role("button", name=name, exact=True).click()
    # A message may be lost, so it is sent again: the first one too, where the second press comes late.
    assert [*dict.fromkeys(said["depth"] for _, said in page.evaluate("told"))] == ["chunks", "characters"]
    page.wait_for_function("() => told.length > 2")
    assert page.evaluate("told.at(-1)[1].depth") == "characters"
    pressed = page.locator(".depths [aria-pressed=true]")
    for answer, shown in {"chunks": "Characters", "characters": "Characters", "bytes": "Bytes"}.items():
        page.evaluate("data => show(data)", {**data, "depth": answer})
        expect(pressed).to_have_text(shown)


def test_the_corners_of_all_boxes_of_tokens_are_one_setting(open_html: Opener) -> None:
    # A box that continues in another row has other corners.
    boxes = ".tok:not(.open-left, .open-right), .chip, .node"
    for component, data in (
        (PLAYER, trained_data(PROSE, 9, split=WORDS)),
        (STRIP, words_data("low lower")),
    ):
        page = open_html(html_around(component, data))
        for corner in ("4px", "0px"):
            expect(page.locator(boxes).first).to_be_attached()
            look = "nodes => nodes.map(n => getComputedStyle(n).borderRadius)"
            assert set(page.locator(boxes).evaluate_all(look)) == {corner}
            page.add_style_tag(content=".bpe { --token-radius: 0px !important; }")


def test_hostile_tokens_are_only_text_and_a_long_strip_keeps_little_in_the_page(
    open_html: Opener,
) -> None:
    page = open_html(html_around(STRIP, words_data(HOSTILE)), **AT_ONCE)
    for depth in ("Characters", "Bytes", "Bits", "Ids", "Tokens"):
        page.get_by_role("button", name=depth, exact=True).click()
        expect(page.locator("#here img, #here script")).to_have_count(0)
    assert page.title() == "t"
    assert "U+202E" in page.locator(".box").inner_text()

    draw_anew(page, strip_data(np.arange(300_000) % 5_000, lambda i: f" w{i}".encode()))
    assert page.locator(".tok").count() < 1000
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    # The new scroll position is drawn in a frame after the key press.
    expect(page.locator(".tok").last).to_have_text("·w4999", use_inner_text=True)
    assert page.locator(".tok").count() < 1000

    # A picture of the beginning stays at the beginning and cuts no row.
    cut = """box => {
        const { bottom } = box.getBoundingClientRect();
        const rows = [...box.querySelectorAll(".line")].map((row) => row.getBoundingClientRect());
        return rows.filter((row) => row.top < bottom - 2 && row.bottom > bottom).length;
    }"""

    def picture(text: str) -> dict[str, Any]:
        return strip_data(list(text.encode()), lambda byte: bytes([byte]), controls=False, height=112)

    draw_anew(page, picture("low"))
    box = page.locator(".bpe-strip .box")
    for count in (2, 3, 5):
        page.evaluate("data => show(data)", picture("भाषा " * 8 * count))
        expect(page.locator(".roof").first).to_be_visible()
        assert box.evaluate("box => box.scrollTop") == 0
        assert box.evaluate(cut) == 0


ARABIC = "كان يا ما كان، في قديم الزمان، كان هناك ملك"


LEFT_TO_RIGHT = "(a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left"


# From left to right, the parts of a line that are not spaces; in `.roof` the characters above their bytes.
SEEN = f"nodes => nodes.sort({LEFT_TO_RIGHT}).map(node => [Number(node.dataset.at), node.textContent])"
# The same of the text itself in a paragraph; the space before a word is not compared, since it is in the word's box.
READ = """(pieces) => {
    const line = document.body.appendChild(document.createElement("p"));
    line.dir = "auto";
    pieces.forEach((piece, index) => {
        line.append(piece.match(/^ */)[0]);
        const word = line.appendChild(document.createElement("span"));
        word.textContent = piece.trim();
        word.dataset.at = index;
    });
    const words = [...line.children].filter((word) => word.textContent);
    return words.sort(LEFT_TO_RIGHT).map((word) => Number(word.dataset.at));
}""".replace("LEFT_TO_RIGHT", LEFT_TO_RIGHT)


def test_a_row_reads_as_its_paragraph_though_its_tokens_are_parts_of_characters(
    open_html: Opener,
) -> None:
    page = open_html(
        html_around(STRIP, words_data("low")), viewport={"width": 500, "height": 1800}, **AT_ONCE
    )
    for start in (b"", b"\xff\xfe", b"2024: "):
        data = start + f"{ARABIC}\nand in English\n\n{ARABIC}".encode()
        draw_anew(page, strip_data(list(data), lambda byte: bytes([byte]), height=1600))
        for depth in ("Ids", "Bytes", "Characters", "Tokens"):
            page.get_by_role("button", name=depth, exact=True).click()
            lines = page.locator(".line").evaluate_all("nodes => nodes.map(n => [n.dir, n.textContent])")
            directions = [way for way, text in lines if text not in ("⏎", "10⏎", "0a⏎")]
            assert [way for way, _ in groupby(directions)] == ["rtl", "ltr", "rtl"]
        places = (
            page.locator(".line")
            .first.locator(".tok")
            .evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().left)")
        )
        # A number reads from left to right.
        assert places[len(start) :] == sorted(places[len(start) :], reverse=True)
    # Parts of characters are in the order of their line.
    tokens = {0: "ملك ".encode(), 1: b"\xd9\x85\xd9", 2: b"\x85\xd9\x84"}
    draw_anew(page, strip_data([0, 1, 2], tokens))
    letters = page.locator(".tok").nth(1)
    expect(letters).to_have_attribute("dir", "rtl")  # the "d9" is not a Latin letter
    draw_anew(page, strip_data([0, 1], {0: "ملك".encode(), 1: b"\x83\xd9\x84"[:2]}))
    order = "nodes => nodes.map(n => n.getBoundingClientRect().left)"
    places = page.locator(".tok").nth(1).locator(".hex").evaluate_all(order)
    assert places == sorted(places, reverse=True)

    # Wide enough for one line in each view, which is read as the browser draws its text.
    page.set_viewport_size({"width": 3000, "height": 900})
    for tokens in (
        "אב| Mixed| English| 123|. |גד",
        "אב| |012|345|6| |גד",
        "אב| |12|.|5|%| |1|,|000",
        "אב| |1| |2",
        "אב| 12| 345|6| x7| 8",
        "كان| word| ١|٢|٣| (|x|)",
        "ab| א|ב|ג| c",
        "ab| א|ב| 12|3| ג| c",
        "abc| שלום| עולם| def| 12",
        "שלום| abc| def| עולם",
    ):
        pieces = tokens.split("|")
        draw_anew(page, strip_data(range(len(pieces)), lambda index, pieces=pieces: pieces[index].encode()))
        for depth, parts in {
            "Tokens": pieces,
            "Ids": pieces,
            "Characters": list("".join(pieces)),
        }.items():
            page.get_by_role("button", name=depth, exact=True).click()
            drawn = page.locator(".tok").evaluate_all(SEEN)
            assert [at for at, _ in drawn if parts[at].strip()] == page.evaluate(READ, parts), tokens
        # The bytes of a character stay together, in the order of their line.
        page.get_by_role("button", name="Bytes", exact=True).click()
        roofs = page.locator(".roof").evaluate_all(SEEN)
        assert [text for _, text in drawn] == [text for _, text in roofs], tokens
