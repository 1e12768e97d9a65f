"""The browser components, as pages opened from file:// with no network, against a naive replay."""

import base64
import json
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import regex
from playwright.sync_api import Page, expect

from bpe_core.lessons.metrics import compare_cuts
from explorer_ui.components.cuts.aligned_cuts import CutRow, cuts_data
from explorer_ui.components.export_page import export_page
from explorer_ui.components.files import component_css, component_js
from explorer_ui.components.player import merge_player
from explorer_ui.components.player.merge_player import PlayerState, SelectedToken
from explorer_ui.components.strip.token_strip import strip_data

OPEN, WALL = 65535, 65534


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def naive_player_data(
    text: str,
    merges: int,
    *,
    units: str = "bytes",
    split: str | None = None,
    tie_break: str = "first-seen",
    **options: Any,
) -> dict[str, Any]:
    """Train the slow way: a list of chunks of [start, end, id], and every gap written down as it closes."""
    chunks, at = [], 0
    for piece in regex.findall(split, text) if split else [text]:
        row = []
        for unit in piece.encode() if units == "bytes" else piece:
            row.append([at, at + 1, unit if units == "bytes" else ord(unit)])
            at += 1
        chunks.append(row)
    base = sorted({token[2] for row in chunks for token in row})
    ids = None if units == "bytes" else {value: i for i, value in enumerate(base)}
    for row in chunks:
        for token in row:
            token[2] = ids[token[2]] if ids else token[2]
    closed = [OPEN] * max(0, at - 1)
    for row in chunks[:-1]:
        if row:
            closed[row[-1][1] - 1] = WALL
    flat: list[int] = []
    for rank in range(merges):
        counts = pair_counts(chunks)
        if not counts:
            break
        order = {
            pair: (-n, i if tie_break == "first-seen" else pair) for i, (pair, n) in enumerate(counts.items())
        }
        pair = min(counts, key=order.__getitem__)
        new_id, replaced = (len(base) if ids else 256) + rank, 0
        for row in chunks:
            i = 0
            while i + 1 < len(row):
                if (row[i][2], row[i + 1][2]) == pair:
                    closed[row[i][1] - 1] = rank
                    row[i : i + 2] = [[row[i][0], row[i + 1][1], new_id]]
                    replaced += 1
                i += 1
        flat += [*pair, new_id, counts[pair], replaced]
    return {
        "history_id": f"{hash((text, merges, units, split, tie_break))}",
        "text": b64(text.encode()),
        "units": units,
        "base_ids": None if ids is None else [[value, i] for value, i in ids.items()],
        "closed_at": b64(b"".join(step.to_bytes(2, "little") for step in closed)),
        "merges": flat,
        "mode": "train",
        "tie_break": tie_break,
        "tie_order": None,
        "display": "text",
        "ending": "Training ended: the number of merges asked for is reached.",
        "walls_fell": None,
        "walls_fell_at": 0,
        "step": 0,
        "selected": None,
    } | options


def pair_counts(chunks: list[list[list[int]]]) -> Counter[tuple[int, int]]:
    """Adjacent pairs in order of first appearance."""
    return Counter((a[2], b[2]) for row in chunks for a, b in pairwise(row))


def naive_tokens(data: dict[str, Any], step: int) -> list[list[int]]:
    """[start, end, id] of each token after `step` merges: every pair joined in turn, from left to right."""
    text = base64.b64decode(data["text"])
    units = list(text) if data["units"] == "bytes" else [ord(c) for c in text.decode()]
    ids = dict(data["base_ids"]) if data["base_ids"] else {value: value for value in range(256)}
    closed = np.frombuffer(base64.b64decode(data["closed_at"]), "<u2")
    tokens = [[i, i + 1, ids[value]] for i, value in enumerate(units)]
    for left, right, new_id in (data["merges"][5 * k : 5 * k + 3] for k in range(step)):
        i = 0
        while i + 1 < len(tokens):
            one, two = tokens[i], tokens[i + 1]
            if (one[2], two[2]) == (left, right) and closed[one[1] - 1] != WALL:
                tokens[i : i + 2] = [[one[0], two[1], new_id]]
            i += 1
    return tokens


def naive_ranking(data: dict[str, Any], step: int) -> list[list[int]]:
    """[left, right, count] of every pair, the next to merge first."""
    closed = np.frombuffer(base64.b64decode(data["closed_at"]), "<u2")
    tokens = naive_tokens(data, step)
    counts = Counter((a[2], b[2]) for a, b in pairwise(tokens) if closed[a[1] - 1] != WALL)
    if data["tie_break"] == "first-seen":
        ranked = sorted(counts.items(), key=lambda item: -item[1])
    else:
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [[*pair, n] for pair, n in ranked]


WORDS = r" ?\p{L}+| ?[^\s\p{L}]+|\s"
PROSE = (
    "the cat sat on the mat, and the other cat sat on the other mat; that is that.\n"
    "naïve café, a naïve café: الكتاب على الكتاب\n"
)
HOSTILE = (
    "<img src=x onerror=\"document.title='taken'\"></script><script>document.title='taken'</script>"
    "<!-- \" ' ` \0\x1b\u202eabc\u2066\u2028\u2029\u200b\ufeff שלום &lt;b&gt; ${document.title} \\u003c"
)


def html_around(component: str, data: dict[str, Any]) -> str:
    """A page that mounts a component and writes down what it would tell Python."""
    payload = json.dumps(data).replace("<", "\\u003c")
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>
<style>{component_css(component)} body {{ margin: 8px; }}</style>
<div style="height: 0"></div><div id="here"></div><textarea aria-label="elsewhere"></textarea>
<div style="height: 3000px"></div>
<script type="module">{component_js(component)}
window.told = [];
window.show = (data) => mount({{ data, parentElement: document.getElementById("here"),
    setStateValue: (name, value) => told.push([name, value]) }});
window.cleanUp = show({payload});
</script></html>"""


@pytest.fixture
def open_html(new_page: Callable[..., Page], tmp_path: Path) -> Callable[..., Page]:
    """Opens a text as a page from file://, with the network off."""

    def open_it(text: str, **options: Any) -> Page:
        path = tmp_path / "page.html"
        path.write_text(text, "utf-8")
        page = new_page(**options)
        page.context.set_offline(True)
        page.goto(path.as_uri())
        return page

    return open_it


def go(page: Page, step: int) -> None:
    page.get_by_label("Step number").fill(str(step))
    page.get_by_label("Step number").press("Enter")
    page.locator(f'.bpe-player[data-counted="{step}"][data-painted="{step}"]').wait_for()


def step_of(page: Page) -> int:
    return int(page.get_by_label("Step number").input_value())


def boxes(page: Page) -> list[list[int]]:
    """[start, end, id] of the tokens drawn; a token on two rows counts once."""
    found = page.locator(".stage .tok").evaluate_all(
        "nodes => nodes.map(n => [+n.dataset.start, +n.dataset.end, +n.dataset.id])"
    )
    return [box for i, box in enumerate(found) if box not in found[:i]]


def pair_table(page: Page) -> list[list[int]]:
    return page.locator(".pair:visible").evaluate_all(
        "nodes => nodes.map(n => [+n.dataset.left, +n.dataset.right, +n.dataset.count])"
    )


@pytest.mark.parametrize("units", ["bytes", "characters"])
@pytest.mark.parametrize("tie_break", ["first-seen", "lowest-pair"])
@pytest.mark.parametrize("split", [WORDS, None])
def test_tokens_and_pairs_are_those_of_a_naive_replay(
    open_html: Callable[..., Page], units: str, tie_break: str, split: str | None
) -> None:
    data = naive_player_data(PROSE + "aaaaa aaaa", 60, units=units, tie_break=tie_break, split=split)
    page = open_html(html_around("player/merge_player", data))
    last = len(data["merges"]) // 5
    for step in (0, 1, 7, last // 2, last - 1, last, 3):
        go(page, step)
        assert boxes(page) == naive_tokens(data, step)
        ranking = naive_ranking(data, step)
        assert pair_table(page) == ranking[:8]
        expect(page.locator(".pairs .note")).to_contain_text(f"{len(ranking)} different pair")
        if step < last:
            assert ranking[0][:2] == data["merges"][5 * step : 5 * step + 2]


def test_the_marked_places_are_those_where_the_next_merge_acts(open_html: Callable[..., Page]) -> None:
    data = naive_player_data("aaabdaaabac aaaa", 9)
    page = open_html(html_around("player/merge_player", data))
    marked = page.locator(".tok.next").evaluate_all("nodes => nodes.map(n => +n.dataset.start)")
    assert marked == [0, 1, 5, 6, 12, 13, 14, 15]
    assert page.locator(".joint").count() == 4
    assert page.locator(".overlap").count() == 3  # 7 are counted
    expect(page.locator(".headline")).to_have_text(
        "Merge 1: a + a → aa (id 256). It occurs 7 times; 16 tokens become 12."
    )
    expect(page.locator(".remark")).to_contain_text("Counted 7 times, replaced 4")


def test_the_letters_stay_where_they_are(open_html: Callable[..., Page]) -> None:
    data = naive_player_data(PROSE * 3, 60, split=WORDS)
    page = open_html(html_around("player/merge_player", data))
    places = {}
    last = len(data["merges"]) // 5
    for step in (0, 1, 20, last - 1, last):
        go(page, step)
        page.wait_for_timeout(50)
        for start, row, x in page.locator(".stage .tok").evaluate_all(
            """nodes => nodes.filter(n => !/open/.test(n.className)).map(n => {
                const row = n.parentElement, place = n.style.right ? "right " + n.style.right : n.style.left;
                return [+n.dataset.start, [...row.parentElement.children].indexOf(row), place];
            })"""
        ):
            assert places.setdefault(start, (row, x)) == (row, x)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (
            "שלום hello",
            "hello· ם ו ל ש",
        ),  # the space goes with the word of its chunk, on the side where it begins
        ("hello שלום", "hello ם ו ל ש ·"),
        ("على abc على", "ى ل ع · abc· ى ل ع"),
    ],
)
def test_words_that_read_the_other_way_are_not_turned_round(
    open_html: Callable[..., Page], text: str, seen: str
) -> None:
    data = naive_player_data(text, 0, units="characters", split=WORDS)
    page = open_html(html_around("player/merge_player", data))
    drawn = page.locator(".tok").evaluate_all(
        """nodes => nodes.map(n => [n.getBoundingClientRect().left, n.textContent])
            .sort((a, b) => a[0] - b[0]).map(([x, text]) => text).join("")"""
    )
    assert sorted(drawn) == sorted(seen.replace(" ", ""))
    latin = regex.search("[a-z]+", text)
    assert latin
    assert latin[0] in drawn
    hebrew = "".join(reversed(text.split()[0 if text[0] > "z" else 1]))
    assert hebrew in drawn


def test_keys_step_and_the_page_stands_still(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data(PROSE, 40, split=WORDS)))
    seen = []
    for key in ("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft", "PageUp", "End", "ArrowRight", "Home"):
        page.keyboard.press(key)
        seen.append(step_of(page))
    assert seen == [1, 2, 3, 2, 1, 40, 40, 0]
    assert page.evaluate("scrollY") == 0
    page.get_by_label("Speed of playing").select_option("60")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    page.wait_for_function("+document.querySelector('.number').value === 40")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_keys_belong_to_whoever_needs_them(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data(PROSE, 40, split=WORDS)))
    page.get_by_label("elsewhere").fill("abc")
    for key in ("ArrowLeft", "Home", "End", " ", "p"):
        page.keyboard.press(key)
    assert step_of(page) == 0
    assert page.get_by_label("elsewhere").input_value() == "abc p"
    page.get_by_label("Step number").focus()
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 0
    page.locator(".tok").first.click()  # a press on the stage takes the keys back
    page.keyboard.press("Control+ArrowRight")
    assert step_of(page) == 0
    page.evaluate("const d = document.createElement('dialog'); document.body.append(d); d.showModal()")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 0
    page.evaluate("document.querySelector('dialog').close()")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 1


@pytest.mark.parametrize(
    ("control", "stepped_by"),
    [
        ("<button>+</button>", {"PageDown", "ArrowRight"}),
        ("<input type=checkbox>", {"PageDown", "ArrowRight"}),
        ("<details open><summary>More</summary></details>", {"PageDown", "ArrowRight"}),
        ("<input role=combobox aria-expanded=false>", {"PageDown"}),
        ("<select><option>a<option>b</select>", {"PageDown"}),
        ("<input type=number value=3>", {"PageDown"}),
        ("<input type=radio>", {"PageDown"}),
        ("<div role=radiogroup><button role=radio>a</button></div>", {"PageDown"}),
        ("<button role=tab>a</button>", {"PageDown"}),
        ("<div role=slider tabindex=0>a</div>", {"PageDown"}),
        ("<input type=range>", {"PageDown"}),
        ("<input>", set()),
        ("<textarea></textarea>", set()),
        ("<div contenteditable tabindex=0>a</div>", set()),
        ("<input role=combobox aria-expanded=true>", set()),
        ("<div role=grid tabindex=0>a</div>", set()),
        ("<canvas tabindex=0></canvas>", set()),
        ("<div role=menu tabindex=0>a</div>", set()),
        ("<dialog open><button>a</button></dialog>", set()),
    ],
)
def test_a_control_that_has_the_focus_keeps_only_the_keys_it_uses(
    open_html: Callable[..., Page], control: str, stepped_by: set[str]
) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data("aaabdaaabac", 3)))
    page.evaluate(
        """control => { const place = document.body.insertBefore(document.createElement("div"), document.body.firstChild);
            place.innerHTML = control;
            const inside = [...place.querySelectorAll("*")].find(node => node.tabIndex >= 0);
            inside.focus();
            if (document.activeElement !== inside) throw control; }""",
        control,
    )
    for key in ("PageDown", "ArrowRight"):
        before = step_of(page)
        page.keyboard.press(key)
        assert (step_of(page) > before) == (key in stepped_by), key


def test_a_number_that_is_being_typed_stays(open_html: Callable[..., Page]) -> None:
    html = html_around("player/merge_player", naive_player_data(PROSE, 40, split=WORDS))
    # So high that Page Down does not scroll: a player out of sight would leave the keys to the page.
    page = open_html(html, viewport={"width": 1280, "height": 4000})
    page.get_by_label("Step number").fill("17")
    page.keyboard.press("PageDown")
    assert page.locator(".bpe-player").get_attribute("data-painted") == "0"
    page.keyboard.press("Enter")
    page.keyboard.press("PageDown")
    assert step_of(page) == 18


def test_space_plays_after_a_press_with_the_mouse(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data(PROSE, 40, split=WORDS)))
    page.get_by_label("elsewhere").focus()
    page.get_by_role("button", name="One step forward").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert page.get_by_label("elsewhere").input_value() == ""


def test_the_mouse_reaches_every_step(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data(PROSE, 40, split=WORDS)))
    for name, step in (("One step forward", 1), ("Last step", 40), ("One step back", 39), ("First step", 0)):
        page.get_by_role("button", name=name).click()
        assert step_of(page) == step
    page.get_by_label("Step", exact=True).fill("17")
    assert step_of(page) == 17
    expect(page.get_by_label("Step", exact=True)).to_have_attribute("aria-valuetext", "step 17 of 40")
    box = page.locator(".curve").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 10, box["y"] + 20)
    assert step_of(page) == 40
    page.locator(".word").first.click()  # the newest token: its merge is the last
    assert step_of(page) == 39


def test_a_token_tells_what_it_is(open_html: Callable[..., Page]) -> None:
    data = naive_player_data("aaabdaaabac", 3)
    page = open_html(html_around("player/merge_player", data | {"step": 3}))
    first = page.locator(".tok").first
    first.hover()
    card = page.get_by_role("tooltip")
    expect(card).to_contain_text("258")
    expect(card).to_contain_text("61 61 61 62")
    expect(card).to_contain_text("merge 3 (rank 2)")
    expect(card).to_contain_text("2 times")
    assert page.locator(".tok.same").count() == 2
    first.click()
    tree = page.get_by_role("group", name="Merge tree of the token")
    assert tree.locator(".node").all_inner_texts() == ["aaab", "aaa", "aa", "a", "a", "a", "b"]
    page.get_by_role("button", name="Go to merge 3, which made it").click()
    assert step_of(page) == 2
    expect(page.locator(".token-name .chip")).to_have_text("aaa")  # the selection keeps to its place
    page.wait_for_function("told.length > 0 && told.at(-1)[1].step === 2")
    assert page.evaluate("told.at(-1)[1].selected") == {"start": 0, "end": 3, "id": 257}


def test_tokens_can_be_walked_and_chosen_by_keyboard(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data("aaabdaaabac", 3) | {"step": 3}))
    page.keyboard.press("Tab")
    for _ in range(30):
        if page.evaluate("document.activeElement.role") == "listbox":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tooltip")).to_contain_text("merge 3 (rank 2)")
    assert step_of(page) == 3
    page.keyboard.press("Enter")
    assert page.locator(".tok[aria-selected=true]").get_attribute("data-start") == "5"
    page.keyboard.press("PageUp")
    assert step_of(page) == 2


def test_python_hears_only_where_the_hand_rests(open_html: Callable[..., Page]) -> None:
    data = naive_player_data(PROSE, 40, split=WORDS)
    page = open_html(html_around("player/merge_player", data))
    # All at once: a slow machine must not make pauses between them.
    page.evaluate("""() => { for (let i = 0; i < 12; i++)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true })); }""")
    page.wait_for_function("told.length > 0")
    page.wait_for_timeout(400)
    told = page.evaluate("told")
    assert [place["step"] for _, place in told] == [12]
    assert told[0][1]["history_id"] == data["history_id"]
    expect(page.get_by_role("status")).to_contain_text("After 12 of 40 merges")


def test_a_place_that_python_has_not_heard_of_is_kept(open_html: Callable[..., Page]) -> None:
    data = naive_player_data(PROSE, 40, split=WORDS)
    page = open_html(html_around("player/merge_player", data))
    page.evaluate("""() => {
        for (let i = 0; i < 5; i++)
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true }));
        document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, composed: true })); }""")
    page.wait_for_timeout(500)
    assert page.evaluate("told.length") == 0  # nothing meets what the press asked for
    page.evaluate("() => cleanUp()")
    page.evaluate("data => { window.newest = show(data); }", data)
    assert step_of(page) == 5
    page.wait_for_function("told.length === 1 && told[0][1].step === 5")
    page.evaluate("() => newest()")
    page.evaluate("data => void show(data)", data)
    assert step_of(page) == 0  # what Python has heard of, it keeps itself


def test_a_rerun_keeps_the_place_and_a_new_history_does_not(open_html: Callable[..., Page]) -> None:
    data = naive_player_data(PROSE, 40, split=WORDS)
    page = open_html(html_around("player/merge_player", data))
    go(page, 5)
    page.evaluate("data => { window.newest = show(data); }", data | {"step": 2})
    page.evaluate("() => cleanUp()")  # the clean-up of an older call comes late, and ends nothing
    assert step_of(page) == 5
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 6
    page.evaluate("data => { window.newest = show(data); }", naive_player_data("other other", 3))
    assert step_of(page) == 0
    page.evaluate("() => newest()")
    assert page.locator(".bpe-player").count() == 0
    page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("units", ["bytes", "characters"])
def test_hostile_text_is_only_text(open_html: Callable[..., Page], units: str) -> None:
    data = naive_player_data(HOSTILE, 12, units=units)
    page = open_html(export_page(data, HOSTILE.replace("\0", "")))
    page.locator(".tok").nth(5).click()
    go(page, 12)
    assert "taken" not in page.evaluate("[...document.querySelectorAll('main *')].map(n => n.tagName).join()")
    assert page.locator("img, main script:not(#data), iframe").count() == 0
    assert page.evaluate("document.title").startswith("<img")
    assert boxes(page) == naive_tokens(data, 12)
    drawn = page.locator(".stage").inner_text()
    for char in "\0\x1b\u202e\u2066\u2028\u200b\ufeff\ufffd":
        assert char not in drawn
    if units == "characters":
        assert "U+202E" in drawn
        assert "U+200B" in drawn


def test_part_of_a_character_is_its_bytes(open_html: Callable[..., Page]) -> None:
    data = naive_player_data("é€é€é", 5, split=None)
    page = open_html(html_around("player/merge_player", data))
    assert page.locator(".tok").all_inner_texts() == [
        "c3",
        "a9",
        "e2",
        "82",
        "ac",
        "c3",
        "a9",
        "e2",
        "82",
        "ac",
        "c3",
        "a9",
    ]
    seen = set()
    for step in range(len(data["merges"]) // 5 + 1):
        go(page, step)
        seen.update(page.locator(".tok").all_inner_texts())
    assert "é" in seen
    assert not any("\ufffd" in text for text in seen)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_in_both_themes(open_html: Callable[..., Page], scheme: str) -> None:
    data = naive_player_data(PROSE, 60, split=WORDS)
    page = open_html(export_page(data, "Merges"), color_scheme=scheme)
    go(page, 20)
    worst = page.evaluate(
        """() => {
        const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const light = (colour) => { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
                .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0); };
        const probe = document.createElement("span"); document.querySelector(".bpe").append(probe);
        const ratios = ["base", ...Array.from({ length: 10 }, (_, i) => "c" + i)].map((name) => {
            probe.className = "chip " + name;
            const look = getComputedStyle(probe), a = light(look.color), b = light(look.backgroundColor);
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); });
        probe.remove();
        return Math.min(...ratios); }"""
    )
    assert worst > 4.5
    page_is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert page_is_dark == (scheme == "dark")


def test_a_telephone_needs_no_sideways_scrolling(open_html: Callable[..., Page]) -> None:
    page = open_html(
        export_page(naive_player_data(PROSE, 40, split=WORDS), "Merges"),
        viewport={"width": 390, "height": 844},
    )
    for step in (0, 20, 40):
        go(page, step)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert boxes(page)[0][0] == 0


def test_a_step_moves_nothing(open_html: Callable[..., Page]) -> None:
    page = open_html(
        html_around("player/merge_player", naive_player_data(PROSE, 40, split=WORDS)),
        viewport={"width": 966, "height": 800},
    )
    heights = set()
    for step in (0, 1, 30, 40):
        go(page, step)
        heights.add(page.locator(".bpe-player").evaluate("n => n.offsetHeight"))
        expect(page.locator(".uses-title")).to_be_visible(visible=step > 0)
    assert len(heights) == 1
    stage, key = (page.locator(name).bounding_box() for name in (".stage", ".key-next"))
    assert stage
    assert key
    assert key["y"] - stage["y"] - stage["height"] >= 10


def test_counts_are_grouped_and_names_are_not(open_html: Callable[..., Page]) -> None:
    data = naive_player_data("a" + "b" * 1200, 1, units="characters")
    left, right, *rest = data["merges"]
    data |= {"mode": "encode", "encode_order": "lowest-rank", "merges": [left, right, 12919, *rest[1:]]}
    page = open_html(
        html_around(
            "player/merge_player",
            data | {"ranks": [12919], "pair_ranks": [[left, right, 12919]], "pair_ranks_across": []},
        )
    )
    expect(page.locator(".kicker")).to_contain_text("1,201 characters")
    expect(page.locator(".kicker")).to_contain_text("has rank 12919")
    expect(page.locator(".headline")).to_contain_text("(id 12919). Rank 12919; 1,201 tokens")
    expect(page.locator(".pair.next .count")).to_have_text("rank 12919")
    many = naive_player_data("aaaa", 1)
    page.evaluate("data => void show(data)", many | {"history_id": "many", "merges": many["merges"] * 1200})
    go(page, 1100)
    expect(page.locator(".total")).to_have_text("/ 1200")
    expect(page.locator(".headline")).to_contain_text("Merge 1101:")
    expect(page.locator(".detail")).to_contain_text("Rank 1100 (ranks count from 0)")
    expect(page.locator(".kicker")).to_contain_text("After 1,100 of 1,200 merges")
    tree = {"tree_id": "t", "label": "Tree", "display": "text"}
    nodes = [
        [12919, 1, 2, b64(b"ab"), False],
        [1161, -1, -1, b64(b"a"), True],
        [1162, -1, -1, b64(b"b"), False],
    ]
    page = open_html(html_around("tree/merge_tree", tree | {"nodes": nodes}))
    assert page.locator(".id").all_inner_texts() == ["12919", "1161 …", "1162"]


def test_merges_close_visibly_unless_motion_is_unwelcome(open_html: Callable[..., Page]) -> None:
    text = html_around("player/merge_player", naive_player_data("aaabdaaabac", 3))
    for motion, ghosts in (("no-preference", 4), ("reduce", 0)):
        page = open_html(text, reduced_motion=motion)
        page.wait_for_timeout(200)
        page.keyboard.press("ArrowRight")
        page.locator('.bpe-player[data-painted="1"]').wait_for()
        assert page.locator(".ghost").count() == ghosts
        page.keyboard.press("ArrowLeft")
        page.locator('.bpe-player[data-painted="0"]').wait_for()
        assert page.locator(".ghost").count() == 0


def test_presenter_mode_is_large_and_is_left_again(open_html: Callable[..., Page]) -> None:
    page = open_html(export_page(naive_player_data(PROSE, 40, split=WORDS), "Merges"))
    size = "parseFloat(getComputedStyle(document.querySelector('.stage')).fontSize)"
    before = page.evaluate(size)
    page.keyboard.press("p")
    expect(page.locator(".bpe-player.presenting")).to_be_visible()
    assert page.evaluate(size) >= max(28, before)
    assert not page.locator(".pairs").is_visible()
    page.keyboard.press("PageDown")
    assert step_of(page) == 1
    page.keyboard.press("Escape")
    expect(page.locator(".bpe-player:not(.presenting)")).to_be_visible()
    assert page.evaluate(size) == before


def test_pictures_can_be_saved(open_html: Callable[..., Page]) -> None:
    page = open_html(export_page(naive_player_data("<b>&\"'</b> aa aa", 3), "Merges"))
    for name, start in (
        ("Text as SVG", b"<svg"),
        ("Curve as SVG", b"<svg"),
        ("Text as PNG", b"\x89PNG"),
        ("Curve as PNG", b"\x89PNG"),
    ):
        page.get_by_label("Save a picture or a page").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name=name).click()
        assert saved.value.path().read_bytes().startswith(start)


@pytest.mark.parametrize("text", ["", "a", "\n\n\n", " "])
def test_the_smallest_texts(open_html: Callable[..., Page], text: str) -> None:
    page = open_html(html_around("player/merge_player", naive_player_data(text, 3)))
    for key in ("End", "ArrowRight", " ", "Home"):
        page.keyboard.press(key)
    assert page.locator(".tok").count() >= len(text) - 2


GARBAGE = [None, "", 3, [], {}, {"step": "x"}, {"step": -1}, {"step": 99}, {"step": 1.5}, {"step": True}]


@pytest.mark.parametrize(
    "place", [*GARBAGE, *({"history_id": "h", **g} for g in GARBAGE if isinstance(g, dict))]
)
def test_whatever_the_browser_sends_the_step_exists(place: object) -> None:
    data = naive_player_data("aaabdaaabac", 3) | {"history_id": "h"}
    assert merge_player._player_state(place, data, 2) == PlayerState(step=2, selected=None)


def test_an_answer_counts_for_its_own_history_and_within_its_text() -> None:
    data = naive_player_data("aaabdaaabac", 3) | {"history_id": "h"}
    token = {"start": 0, "end": 4, "id": 258}
    place = {"history_id": "h", "step": 3, "selected": token}
    assert merge_player._player_state(place, data, 0) == PlayerState(step=3, selected=SelectedToken(**token))
    assert merge_player._player_state(place | {"history_id": "old"}, data, 0).step == 0
    for wrong in ({"end": 12}, {"start": 4}, {"start": -1}, {"id": "x"}, {"end": None}):
        assert merge_player._player_state(place | {"selected": token | wrong}, data, 0).selected is None


# ---------------------------------------------------------------- the strip


def words_data(text: str, **options: Any) -> dict[str, Any]:
    """Each word of the text, with the space before it, as one token."""
    pieces = [piece.encode() for piece in regex.findall(WORDS, text)]
    ids = {piece: i for i, piece in enumerate(dict.fromkeys(pieces))}
    return strip_data([ids[p] for p in pieces], {i: p for p, i in ids.items()}, **options)


def test_the_strip_shows_tokens_ids_and_bytes(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("strip/token_strip", words_data("the cat and the dog\tran", label="Words")))
    assert page.locator(".tok").all_inner_texts() == ["the", "·cat", "·and", "·the", "·dog", "⇥", "ran"]
    page.get_by_role("button", name="Ids", exact=True).click()
    assert page.locator(".tok").all_inner_texts() == list("0123456")
    page.get_by_role("button", name="Bytes", exact=True).click()
    assert page.locator(".tok").first.inner_text() == "74 68 65"
    page.get_by_role("button", name="Tokens").click()
    page.locator(".tok").nth(1).hover()
    expect(page.get_by_role("tooltip")).to_contain_text("20 63 61 74")


def test_the_corners_of_all_boxes_of_tokens_are_one_setting(open_html: Callable[..., Page]) -> None:
    player, strip = naive_player_data(PROSE, 9, split=WORDS), words_data("low lower")
    for component, data in (("player/merge_player", player), ("strip/token_strip", strip)):
        page = open_html(html_around(component, data))
        assert corners(page) == {"4px"}
        page.add_style_tag(content=".bpe { --token-radius: 0px !important; }")
        assert corners(page) == {"0px"}


def corners(page: Page) -> set[str]:
    """The radii of what stands for a token, wherever it is drawn; boxes that go on in another row are left out."""
    boxes = page.locator(".tok:not(.open-left, .open-right), .chip, .node")
    expect(boxes.first).to_be_attached()
    return set(boxes.evaluate_all("nodes => nodes.map(n => getComputedStyle(n).borderRadius)"))


def test_the_strip_is_walked_by_keyboard_and_tells_python(open_html: Callable[..., Page]) -> None:
    data = words_data("the cat and the dog\nran to the cat")
    page = open_html(html_around("strip/token_strip", data))
    page.get_by_role("listbox").focus()
    for key in ("ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function("told.length === 1")
    assert page.evaluate("told[0]") == ["place", {"selected": 2, "token": 2, "after": 7}]
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.wait_for_function("told.length === 2")
    assert page.evaluate("told[1][1].selected") == len(page.locator(".tok").all()) - 1
    assert page.evaluate("scrollY") == 0


def test_neighbours_that_share_a_character_stand_under_it(open_html: Callable[..., Page]) -> None:
    tokens = {0: b"a\xe2", 1: b"\x82", 2: b"\xac", 3: "é".encode(), 4: b"\xff"}
    page = open_html(html_around("strip/token_strip", strip_data([0, 1, 2, 3, 4], tokens)))
    assert page.locator(".roof").all_inner_texts() == ["€"]
    assert page.locator(".shared .tok").count() == 3
    assert page.locator(".tok").all_inner_texts() == ["ae2", "82", "ac", "é", "ff"]
    page.get_by_role("button", name="Plain").click()
    assert page.locator(".plain-text").inner_text() == "a€éff"
    page.get_by_role("button", name="Characters over bytes").click()
    assert page.locator(".byte").all_inner_texts() == ["61", "e2", "82", "ac", "c3", "a9", "ff"]
    assert page.locator(".glyph").all_inner_texts() == ["a", "€", "é", "–"]
    glyph, byte = (page.locator(name).nth(1).bounding_box() for name in (".glyph", ".byte"))
    assert glyph
    assert byte
    assert glyph["x"] == byte["x"]
    assert glyph["width"] > 3 * byte["width"]


def test_a_long_strip_keeps_little_in_the_page(open_html: Callable[..., Page]) -> None:
    ids = np.arange(300_000) % 5_000
    page = open_html(html_around("strip/token_strip", strip_data(ids, lambda i: f" w{i}".encode())))
    assert page.locator(".tok").count() < 1000
    page.get_by_role("listbox").focus()
    page.keyboard.press("End")
    # Where it was scrolled to is drawn in a frame after the key.
    expect(page.locator(".tok").last).to_have_text("·w4999", use_inner_text=True)
    assert page.locator(".tok").count() < 1000


def test_hostile_tokens_are_only_text(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("strip/token_strip", words_data(HOSTILE)))
    for view in ("Plain", "Characters over bytes", "Tokens"):
        page.get_by_role("button", name=view).click()
        assert page.locator("#here img, #here script").count() == 0
    assert page.title() == "t"
    assert "U+202E" in page.locator(".box").inner_text()


ARABIC = "كان يا ما كان، في قديم الزمان، كان هناك ملك"


@pytest.mark.parametrize("start", [b"", b"\xff\xfe", b"2024: "])
def test_a_row_reads_as_its_paragraph_though_its_tokens_are_parts_of_characters(
    open_html: Callable[..., Page], start: bytes
) -> None:
    data = start + f"{ARABIC}\nand in English\n\n{ARABIC}".encode()
    page = open_html(
        html_around("strip/token_strip", strip_data(list(data), lambda byte: bytes([byte]), height=1600)),
        viewport={"width": 500, "height": 1800},
    )
    for view in ("Tokens", "Ids", "Bytes", "Plain"):
        page.get_by_role("button", name=view, exact=True).click()
        lines = page.locator(".line").evaluate_all("nodes => nodes.map(n => [n.dir, n.textContent])")
        directions = [way for way, text in lines if text not in ("⏎", "10", "0a")]
        arabic = directions.index("ltr")
        assert directions == ["rtl"] * arabic + ["ltr"] * directions.count("ltr") + ["rtl"] * arabic
    page.get_by_role("button", name="Tokens", exact=True).click()
    places = (
        page.locator(".line")
        .first.locator(".tok")
        .evaluate_all("nodes => nodes.map(n => n.getBoundingClientRect().left)")
    )
    # A number reads from the left.
    assert places[len(start) :] == sorted(places[len(start) :], reverse=True)


def test_parts_of_characters_stand_in_the_order_of_their_line(open_html: Callable[..., Page]) -> None:
    tokens = {0: "ملك ".encode(), 1: b"\xd9\x85\xd9", 2: b"\x85\xd9\x84"}
    page = open_html(html_around("strip/token_strip", strip_data([0, 1, 2], tokens)))
    order = "nodes => nodes.map(n => n.getBoundingClientRect().left)"
    letters = page.locator(".tok").nth(1)
    assert letters.get_attribute("dir") == "rtl"  # "d9" is no Latin letter
    page = open_html(
        html_around("strip/token_strip", strip_data([0, 1], {0: "ملك".encode(), 1: b"\x83\xd9\x84"[:2]}))
    )
    places = page.locator(".tok").nth(1).locator(".hex").evaluate_all(order)
    assert places == sorted(places, reverse=True)
    page.get_by_role("button", name="Bytes", exact=True).click()
    assert page.locator(".tok").nth(1).get_attribute("dir") == "ltr"  # as in memory


LEFT_TO_RIGHT = "(a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left"


@pytest.mark.parametrize(
    "tokens",
    [
        "אב| Mixed| English| 123|. |גד",
        "אב| |012|345|6| |גד",
        "אב| |12|.|5|%| |1|,|000",
        "אב| |1| |2",
        "אב| 12| 345|6| x7| 8",
        "كان| word| ١|٢|٣| (|x|)",
        "ab| א|ב|ג| c",
        "ab| א|ב| 12|3| ג| c",
    ],
)
def test_a_line_is_read_as_the_browser_draws_its_text(open_html: Callable[..., Page], tokens: str) -> None:
    pieces = tokens.split("|")
    page = open_html(
        html_around("strip/token_strip", strip_data(range(len(pieces)), lambda index: pieces[index].encode()))
    )
    # The text itself, in a paragraph: the space before a word is not looked at, its box takes it along.
    text = page.evaluate(
        """(pieces) => {
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
        }""".replace("LEFT_TO_RIGHT", LEFT_TO_RIGHT),
        pieces,
    )
    for view in ("Tokens", "Ids", "Bytes"):
        page.get_by_role("button", name=view, exact=True).click()
        drawn = page.locator(".tok").evaluate_all(
            f"nodes => nodes.sort({LEFT_TO_RIGHT}).map(node => Number(node.dataset.at))"
        )
        assert [index for index in drawn if pieces[index].strip()] == text


def test_the_ids_are_copied_as_json(open_html: Callable[..., Page]) -> None:
    page = open_html(html_around("strip/token_strip", words_data("the cat and the dog")))
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_role("button", name="Copy the ids as JSON").click()
    expect(page.get_by_role("button", name="Copy the ids as JSON")).to_have_text("Copied")
    assert json.loads(page.evaluate("window.copied")) == [0, 1, 2, 3, 4]


def test_the_strip_fits_on_a_telephone(open_html: Callable[..., Page]) -> None:
    page = open_html(
        html_around("strip/token_strip", words_data(PROSE)), viewport={"width": 390, "height": 844}
    )
    for button in page.locator(".strip-bar button").all():
        place = button.bounding_box()
        assert place
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_cut_longer_than_its_line_is_wrapped(open_html: Callable[..., Page]) -> None:
    text = "昔々あるところに心のやさしいおじいさんとおばあさんが仲よく暮らしていました。".encode()
    rows = [
        CutRow("by character", np.arange(3, len(text), 3, np.int32)),
        CutRow("whole", np.array([len(text) - 3], np.int32)),
    ]
    agreement = compare_cuts([row.cuts for row in rows], len(text))
    data = cuts_data(text, rows, agreement) | {"label": "Cuts"}
    for width in (390, 1200):
        page = open_html(html_around("cuts/aligned_cuts", data), viewport={"width": width, "height": 844})
        assert page.locator(".frame, .column, .column .cell, .piece").evaluate_all(
            "nodes => nodes.every(n => n.scrollWidth <= n.clientWidth + 1)"
        )
        tops = (
            page.locator(".line")
            .first.locator(".labels .cell, .column .cell")
            .evaluate_all(
                "nodes => nodes.map(n => [n.getBoundingClientRect().top, n.getBoundingClientRect().height])"
            )
        )
        assert tops[:2] == tops[2:4]  # the name stands beside its row
