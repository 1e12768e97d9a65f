"""The player and the merge tree, opened from file:// with no network, compared with a naive replay."""

import random
from dataclasses import replace
from typing import Any

import regex
from component_pages import HOSTILE, PLAYER, PROSE, WORDS, Opener, draw_anew, go, html_around
from driver import box_of, see_that_it_fits
from naive_replay import b64, naive_ranking, naive_tokens, trained_data
from player_words import past, remark, tells, upcoming
from playwright.sync_api import Page, expect

from bpe_core import RECIPES, load_published, train
from bpe_core.types import SecondStage
from explorer_ui.elements.elements import training_attributes
from explorer_ui.parts.player.payload import player_data
from explorer_ui.present.take_along.export_page import FoldedAnswer, export_page

# Where the browser draws each character of a text in a direction.
PLACES = """([text, direction]) => {
    const line = document.createElement("p"), range = document.createRange();
    Object.assign(line, { textContent: text, dir: direction, style: "white-space: pre" });
    document.body.append(line);
    const places = Array.from(text, (_, at) => {
        range.setStart(line.firstChild, at);
        range.setEnd(line.firstChild, at + 1);
        const { left, right } = range.getBoundingClientRect();
        return left + right;
    });
    line.remove();
    return places;
}"""


def boxes(page: Page, selector: str = ".stage .tok") -> list[list[int]]:
    """[start, end, id] of the tokens drawn; a token on two rows counts once."""
    found = page.locator(selector).evaluate_all(
        "nodes => nodes.map(n => [+n.dataset.start, +n.dataset.end, +n.dataset.id])"
    )
    return [box for i, box in enumerate(found) if box not in found[:i]]


# The tests in Node compare every alphabet, split and tie rule with the textbook, and the sentences with the figures.
def test_tokens_and_pairs_are_those_of_a_naive_replay_and_the_next_merge_is_marked(
    open_html: Opener,
) -> None:
    data = trained_data(PROSE + "aaaaa aaaa", 30, split=WORDS)
    page = open_html(html_around(PLAYER, data))
    last = len(data["merges"]) // 5
    for step in (0, 1, last // 2, last, 3):
        go(page, step)
        tokens = naive_tokens(data, step)
        assert boxes(page) == tokens
        newest = data["merges"][5 * step - 3] if step else None
        assert boxes(page, ".stage .tok.newest") == [token for token in tokens if token[2] == newest]
        ranking = naive_ranking(data, step)
        pairs = page.locator(".pair:visible").evaluate_all(
            "nodes => nodes.map(n => [+n.dataset.left, +n.dataset.right, +n.dataset.count])"
        )
        assert pairs == ranking[:8]
        expect(page.locator(".pairs .note")).to_contain_text(f"{len(ranking)} different pair")
        if step < last:
            assert ranking[0][:2] == data["merges"][5 * step : 5 * step + 2]
        else:  # nothing is merged any more, so no pair is called tied
            assert len(ranking) > 1
            assert set(page.locator(".pair .tie").all_text_contents()) == {""}
        if step:
            # The live region says what was done, and what comes next.
            said = [part(page).inner_text().strip() for part in (past, upcoming)]
            expect(past(page)).to_have_text(tells("Merged", "became", len(tokens)))
            expect(page.locator(".bpe-player > [aria-live]")).to_contain_text(" ".join(said))

    # The marked places are those where the next merge acts.
    draw_anew(page, trained_data("aaabdaaabac aaaa", 9))
    marked = page.locator(".tok.next").evaluate_all("nodes => nodes.map(n => +n.dataset.start)")
    assert marked == [0, 1, 5, 6, 12, 13, 14, 15]
    expect(page.locator(".merging")).to_have_count(4)
    expect(page.locator(".overlap")).to_have_count(3)  # 7 are counted
    expect(upcoming(page)).to_have_text(tells("a", "a", 7))
    expect(remark(page)).to_have_text(tells(4, "overlap"))
    # A pair whose places are shown is marked, in its row of the panel too, until another step.
    row = page.locator(".pair:visible").nth(1)
    row.click()
    expect(row).to_have_attribute("aria-pressed", "true")
    go(page, 1)
    expect(page.locator(".pair[aria-pressed]")).to_have_count(0)
    # Without a number, the step remains.
    page.get_by_label("Step number").fill("")
    page.get_by_label("Step number").press("Enter")
    expect(page.get_by_label("Step number")).to_have_value("1")

    # Part of a character is its bytes.
    data = trained_data("é€é€é", 5, split=None)
    draw_anew(page, data)
    units = ["c3", "a9", "e2", "82", "ac", "c3", "a9", "e2", "82", "ac", "c3", "a9"]
    expect(page.locator(".tok")).to_have_text(units, use_inner_text=True)
    seen = set()
    for step in range(len(data["merges"]) // 5 + 1):
        go(page, step)
        seen.update(page.locator(".tok").all_inner_texts())
    assert "é" in seen
    assert "\ufffd" not in "".join(seen)

    # Special tokens have boundaries of their own, and each is one token.
    history = train("lo lo<e>lo né<e>", recipe="gpt2", num_merges=3, special_tokens=["<e>"])
    draw_anew(page, {**player_data(history), "step": 0, "selected": None})
    for step in (0, 2, 3):
        go(page, step)
        assert [token_id for _, _, token_id in boxes(page)] == history.ids_at(step)
        # A boundary between two rows is not drawn.
        assert 3 <= page.locator(".stage .boundary").count() <= 5
        expect(page.locator(".stage .boundary.special")).not_to_have_count(0)
    expect(page.locator(".key-special")).to_have_count(1)


def test_the_letters_stay_where_they_are_and_words_of_the_other_direction_are_not_turned_round(
    open_html: Opener,
) -> None:
    data = trained_data(PROSE * 3, 60, split=WORDS)
    page = open_html(html_around(PLAYER, data))
    places = {}
    last = len(data["merges"]) // 5
    for step in (0, 1, 20, last - 1, last):
        go(page, step)
        for start, row, x in page.locator(".stage .tok").evaluate_all(
            """nodes => nodes.filter(n => !/open/.test(n.className)).map(n => {
                const row = n.parentElement, place = n.style.right ? "right " + n.style.right : n.style.left;
                return [+n.dataset.start, [...row.parentElement.children].indexOf(row), place];
            })"""
        ):
            assert places.setdefault(start, (row, x)) == (row, x)

    for text in ("שלום hello", "hello שלום", "على abc على"):
        draw_anew(page, trained_data(text, 0, units="characters", split=WORDS))
        drawn = page.locator(".tok").evaluate_all(
            """nodes => nodes.map(n => [n.getBoundingClientRect().left, n.textContent])
                .sort((a, b) => a[0] - b[0]).map(([x, text]) => text).join("")"""
        )
        assert sorted(drawn) == sorted(text.replace(" ", "·"))
        latin = regex.search("[a-z]+", text)
        assert latin
        assert latin[0] in drawn
        assert "".join(reversed(text.split()[0 if text[0] > "z" else 1])) in drawn


def test_letters_of_both_directions_and_numbers_are_in_the_order_in_which_the_browser_lays_them_out(
    open_html: Opener,
) -> None:
    page = open_html(html_around(PLAYER, trained_data("a", 0)))
    page.set_viewport_size({"width": 1900, "height": 900})  # so that no text needs a second row
    dice = random.Random(5)
    # Without brackets: a pair of them takes the direction of what it encloses, which is not drawn here.
    texts = ["".join(dice.choices("abאבםلمك12٣   ,.-%:!/", k=16)) for _ in range(40)]
    texts += ["שלום 12 13 low 3.5", "abc של 12, עו 1,2", "كتاب 50% a ١٢-١٣", "של %%50 קל", "قلم 12-13 a"]
    for text in texts:
        draw_anew(page, trained_data(text, 0, units="characters"))
        expect(page.locator(".stage .tok")).to_have_count(len(text))
        letters = regex.findall(r"\p{L}", text)
        direction = "rtl" if letters and letters[0] > "z" else "ltr"
        drawn = page.locator(".stage .tok").evaluate_all(
            "nodes => nodes.map(n => [n.getBoundingClientRect().left, +n.dataset.start])"
        )
        places = page.evaluate(PLACES, [text, direction])
        assert [at for _, at in sorted(drawn)] == sorted(range(len(text)), key=places.__getitem__), text


def test_hostile_text_is_only_text(open_html: Opener) -> None:
    for units in ("bytes", "characters"):
        data = trained_data(HOSTILE, 12, units=units)
        page = open_html(export_page(data, HOSTILE.replace("\0", "")))
        page.locator(".tok").nth(5).click()
        go(page, 12)
        tags = page.evaluate("[...document.querySelectorAll('main *')].map(n => n.tagName).join()")
        assert "taken" not in tags
        expect(page.locator("img, main script:not(#data), iframe")).to_have_count(0)
        assert page.evaluate("document.title").startswith("<img")
        assert boxes(page) == naive_tokens(data, 12)
        drawn = page.locator(".stage").inner_text()
        for char in "\0\x1b\u202e\u2066\u2028\u200b\ufeff\ufffd":
            assert char not in drawn
    assert "U+202E" in drawn
    assert "U+200B" in drawn


# The contrasts of each look of a token: its text, its white space and its edge.
LOOKS = """(root) => {
        const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const light = (colour) => { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
                .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0); };
        const contrast = (one, other) => { const [a, b] = [light(one), light(other)].sort();
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); };
        const page = getComputedStyle(root.getRootNode().host).backgroundColor;
        const probe = document.createElement("span"), white = document.createElement("span");
        white.className = "white"; probe.append(white); root.append(probe);
        const tints = ["tint-0", "tint-1", "tint-2"];
        const looks = ["base", ...tints, "newest"].flatMap((name) => ["chip ", "tok ", "tok same ", "chosen "].map((how) => {
            probe.className = (how === "chosen " ? "tok " : how) + name;
            probe.ariaSelected = String(how === "chosen ");
            const look = getComputedStyle(probe);
            return { look: how + name, text: contrast(look.color, look.backgroundColor),
                white: contrast(getComputedStyle(white).color, look.backgroundColor),
                edge: Math.max(contrast(look.borderBottomColor, page), how === "chosen " ? contrast(look.outlineColor, page) : 0) };
        }));
        probe.remove();
        return looks; }"""


def test_tokens_are_readable_in_both_themes_with_forced_colours_and_in_a_saved_picture(
    open_html: Opener,
) -> None:
    page = open_html(export_page(trained_data(f"<b>&\"'</b> {PROSE}", 40, split=WORDS), "Merges"))
    go(page, 12)
    page.locator(".stage .tok").first.click()
    for name in ("Curve as SVG", "Text as PNG", "Curve as PNG", "Text as SVG"):
        page.get_by_label("Save a picture").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name=name).press("Enter")
        assert saved.value.path().read_bytes().startswith(b"<svg" if "SVG" in name else b"\x89PNG")
    colours = page.locator(".stage .tok").evaluate_all(
        """nodes => nodes.map(node => getComputedStyle(node)).map(look => [look.backgroundColor, look.outlineColor])
            .map(pair => pair.map(colour => { const pen = document.createElement("canvas").getContext("2d");
                pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
                return "#" + [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
                    .map(value => value.toString(16).padStart(2, "0")).join(""); }))"""
    )
    drawn = page.evaluate(
        """picture => [...new DOMParser().parseFromString(picture, "image/svg+xml").querySelectorAll("rect")]
            .map(box => ["fill", "stroke", "rx"].map(name => box.getAttribute(name)))""",
        saved.value.path().read_text("utf-8"),
    )
    filled = [fill for fill, _, corner in drawn if corner is not None]
    assert [fill for fill in filled if fill in dict(colours)] == [fill for fill, _ in colours]
    assert [stroke for _, stroke, _ in drawn if stroke] == [colours[0][1]]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = page.locator(".bpe").evaluate(LOOKS)
        assert len(found) == 20
        assert [one for one in found if min(one["text"], one["white"]) < 4.5] == []
        # The box of a base unit needs no contrast, since its letter is enough.
        assert [
            one for one in found if one["edge"] < 3 and not one["look"].endswith(("chip base", "tok base"))
        ] == []
        is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
        assert is_dark == (scheme == "dark")
    # What is newest, chosen, pressed and counted is seen with forced colours too.
    page.emulate_media(forced_colors="active")
    look = "(nodes, name) => nodes.map((node) => getComputedStyle(node)[name])"

    def looks(selector: str, name: str) -> set[str]:
        return set(page.locator(selector).evaluate_all(look, name))

    assert looks(".stage .newest", "borderBottomWidth") == {"3px"}
    assert looks(".stage .tok:not(.newest)", "borderBottomWidth") == {"1px"}
    assert looks('.stage [aria-selected="true"]', "outlineStyle") == {"solid"}
    assert looks('[aria-pressed="true"]:visible', "outlineStyle") == {"solid"}
    backgrounds = looks(".pair:visible .bar-fill", "backgroundColor")
    assert backgrounds.isdisjoint(looks(".bpe", "backgroundColor"))


def test_a_step_moves_nothing_a_phone_needs_no_sideways_scrolling_and_presenter_mode_is_large(
    open_html: Opener,
) -> None:
    page = open_html(
        export_page(trained_data(PROSE, 40, split=WORDS), "Merges"),
        viewport={"width": 966, "height": 800},
    )
    for width in (966, 390):
        page.set_viewport_size({"width": width, "height": 800})
        heights = set()
        for step in (0, 1, 30, 40):
            go(page, step)
            heights.add(page.locator(".bpe-player").evaluate("n => n.offsetHeight"))
            expect(page.locator(".uses-title")).to_be_visible(visible=step > 0)
            see_that_it_fits(page)
            assert boxes(page)[0][0] == 0
        if width == 966:
            assert len(heights) == 1
            stage, key = (box_of(page.locator(name)) for name in (".stage", ".key-next"))
            assert key["y"] - stage["y"] - stage["height"] >= 10

    # Presenter mode is large and is left again.
    page.set_viewport_size({"width": 1280, "height": 800})
    go(page, 0)
    shown = page.locator(".stage")
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    before = shown.evaluate(size)
    page.keyboard.press("p")
    expect(page.locator(".bpe-player.presenting .pairs")).to_be_visible()
    assert shown.evaluate(size) >= max(28, before)
    page.keyboard.press("Escape")
    expect(page.locator(".bpe-player:not(.presenting)")).to_be_visible()
    assert shown.evaluate(size) == before


def test_counts_are_grouped_and_names_are_not(open_html: Opener) -> None:
    data = trained_data("a" + "b" * 1200, 1, units="characters")
    left, right, *rest = data["merges"]
    data |= {"mode": "encode", "encode_order": "lowest-rank", "merges": [left, right, 12919, *rest[1:]]}
    page = open_html(
        html_around(
            PLAYER,
            data | {"ranks": [12919], "pair_ranks": [[[left, right, 12919]]]},
        )
    )
    expect(past(page)).to_have_text(tells(1201, "character"))
    expect(upcoming(page)).to_have_text(tells("b", "b", "rank 12919"))
    expect(page.locator(".pair.next .count")).to_have_text("rank 12919")
    go(page, 1)
    expect(past(page)).to_have_text(tells("b", "b", "bb", "id 12919", "rank 12919", 1201, 601))
    many = trained_data("aaaa", 1)
    page.evaluate("data => void show(data)", many | {"merges": many["merges"] * 1001, "step": 1001})
    expect(page.locator(".total")).to_have_text("/ 1001")
    expect(page.locator(".detail")).to_have_text(tells("1001", "1001", "rank 1000"))
    tree = {"tree_id": "t", "label": "Tree", "display": "text"}
    nodes = [
        [12919, 1, 2, b64(b"ab"), False],
        [1161, -1, -1, b64(b"a"), True],
        [1162, -1, -1, b64(b"b"), False],
    ]
    page = open_html(html_around("parts/token_row/tree/merge_tree", tree | {"nodes": nodes}))
    expect(page.locator(".id")).to_have_text(["12919", "1161 …", "1162"], use_inner_text=True)


def test_another_text_may_arrive_at_any_moment_even_the_smallest(open_html: Opener) -> None:
    page = open_html(html_around(PLAYER, trained_data(PROSE, 9)))
    short = trained_data("low", 0)
    # Between a step and the frame that draws it.
    page.get_by_role("button", name="One step forward").evaluate(
        """async (button, data) => {
            button.click();
            window.show(data);
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        }""",
        short,
    )
    assert boxes(page) == naive_tokens(short, 0)
    # While a question covers the stage, which is scrolled to its end.
    draw_anew(page, trained_data(PROSE * 9, 20))
    page.get_by_role("button", name="Predict").click()
    expect(page.locator(".bpe-player.covered")).to_have_count(1)
    page.locator(".stage").evaluate("(stage) => stage.scrollTo(0, stage.scrollHeight)")
    page.evaluate("(data) => { window.show(data); }", short)
    assert boxes(page) == naive_tokens(short, 0)
    for text in ("", "a", "\n\n\n", " "):
        draw_anew(page, trained_data(text, 3))
        for key in ("End", "ArrowRight", " ", "Home"):
            page.keyboard.press(key)
        assert page.locator(".tok").count() >= len(text) - 2


OTHER = "Ein anderer Text: naïve naïve 🥖<e>. the other the other"


# tests/test_elements_training.py compares the trainings of every recipe and tie rule in Node.
def test_a_saved_page_trains_on_another_text_as_the_engine_does(open_html: Opener) -> None:
    changed = replace(RECIPES["word-marker"], tie_break="highest-bytes")
    how: dict[str, Any] = {"num_merges": 12, "min_count": 1}
    history, other = (train(text, recipe=changed, **how) for text in (PROSE, OTHER))
    questions = [FoldedAnswer(["Which pair?"], "This one.")]
    page = open_html(
        export_page(
            player_data(history), step=3, questions=questions, another=training_attributes(history, **how)
        )
    )
    go(page, 3)
    assert [token_id for _, _, token_id in boxes(page)] == history.ids_at(3)
    box = page.get_by_label("Another text, to train on in the same way")
    box.fill(OTHER)
    # The questions are about the saved text, so they are hidden while the box has another text.
    expect(page.get_by_text("Which pair?")).to_be_hidden()
    for step in (0, 5, len(other.merges)):
        go(page, step)
        assert [token_id for _, _, token_id in boxes(page)] == other.ids_at(step)
    box.fill("aĠb")
    expect(page.get_by_role("status").filter(has_text="marks a space")).to_be_visible()
    box.fill("")
    expect(page.get_by_text("Which pair?")).to_be_visible()
    go(page, len(history.merges))
    assert [token_id for _, _, token_id in boxes(page)] == history.ids_at(len(history.merges))


def test_a_training_that_the_browser_cannot_repeat_is_saved_without_a_box() -> None:
    how: dict[str, Any] = {"num_merges": 5, "min_count": 2}
    own = replace(RECIPES["gpt2"], split_pattern=r"\w+|\W+", name="own")
    lifted = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=1))
    for history in (
        train("low lower", recipe=own, num_merges=2),
        train("low lower", recipe=lifted, num_merges=2),
        train("low lower", start_from=load_published("gpt2"), num_merges=2),
    ):
        assert training_attributes(history, **how) is None
