"""Earlier bugs on the screen: elements that were clipped, incorrect, or out of view."""

from collections.abc import Callable
from io import BytesIO

import pytest
from component_pages import PLAYER, go
from driver import Server, box_of, go_to, open_page, share, text_box, type_text, until, wait_for_run
from picture_first import SMALL_LAPTOP
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from steady import spilling
from test_presenter import LECTURE_HALL

from bpe_core import load_published
from explorer_ui.visit.links import text_to_query

FONT_SIZE = "node => parseFloat(getComputedStyle(node).fontSize)"


def bottom(found: Locator) -> float:
    box = box_of(found)
    return box["y"] + box["height"]


def test_bytes_stand_under_their_character_until_one_token_holds_it(
    open_picture: Callable[..., Page],
) -> None:
    page = open_picture(PLAYER, "Train", {"text": "é é é"})
    roofs = page.locator(".bpe-player .roof")
    expect(roofs).to_have_text(["é", "é", "é"])
    row = page.locator(".bpe-player .row").first
    height = row.evaluate("node => node.offsetHeight")
    first = box_of(page.locator(".bpe-player .tok").first)
    bytes_of_one = [box_of(page.locator(".bpe-player .tok").nth(at)) for at in (0, 1)]
    roof = box_of(roofs.first)
    assert roof["x"] <= bytes_of_one[0]["x"] + 2
    assert roof["x"] + roof["width"] >= bytes_of_one[1]["x"] + bytes_of_one[1]["width"] - 2
    page.get_by_label("One step forward").click()
    expect(roofs).to_have_count(0)
    assert row.evaluate("node => node.offsetHeight") == height
    after = box_of(page.locator(".bpe-player .tok").first)
    assert (after["x"], after["y"]) == (first["x"], first["y"])


@pytest.mark.parametrize(
    ("component", "name", "marks"),
    [
        ("places/compare/languages/language_costs", "Languages", ".reasoned span"),
        ("places/tokens/other_splits/ways", "Ways", "svg > .letter"),
        ("places/tokens/prompt_end/prompt", "Prompt", ".stripe"),
    ],
)
def test_arabic_begins_at_the_right(
    open_picture: Callable[..., Page], component: str, name: str, marks: str
) -> None:
    query = {"text": "كتاب", "tokenizer": "gpt2", "language": "Arabic"}
    page = open_picture(component, name, query)
    first, second = (box_of(page.locator(marks).nth(at)) for at in (0, 1))
    assert first["x"] > second["x"]


def luminance(colour: tuple[int, ...]) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_words_of_a_chart_can_be_read(page: Page, server: Server) -> None:
    open_page(page, server, "Vocabulary", tokenizer="gpt2")
    page.get_by_text("Charts: length by rank, kinds, scripts").click()
    chart = page.get_by_test_id("stVegaLiteChart").last
    chart.scroll_into_view_if_needed()
    # The chart is drawn after the run has ended.
    chart.locator("svg .role-axis-label text").first.wait_for()
    chart.locator("svg .role-mark path").first.wait_for()
    picture = Image.open(BytesIO(chart.screenshot())).convert("RGB")
    # Only the names of the scripts are on its left.
    names = picture.crop((0, 0, 60, picture.height))
    shades = sorted(luminance(colour) for _, colour in names.getcolors(1 << 16))
    assert (shades[-1] + 0.05) / (shades[0] + 0.05) >= 4.5
    # A search is live and shows the tree of what it finds.
    tree = page.locator(".merge-tree")
    before = tree.locator(".node").first.inner_text()
    page.get_by_label("Search all tokens").press_sequentially("lower")
    expect(tree.locator(".node").first).not_to_have_text(before, use_inner_text=True)
    expect(tree.locator(".node").first).to_contain_text("lower")
    page.get_by_label("Search all tokens").fill("nothing is like this")
    expect(page.get_by_text("No tokens match.")).to_be_visible()
    expect(tree).to_have_count(0)


def test_a_short_text_fills_its_box_a_sample_is_taken_again_and_ids_of_a_split_or_typed_are_decoded(
    page: Page, server: Server
) -> None:
    open_page(page, server, "Tokens", text="Hello world", tokenizer="gpt2")
    box = page.locator(".bpe-strip .box")
    expect(box.locator(".tok").first).to_be_visible()
    assert box.evaluate(FONT_SIZE) > 30
    text_box(page).fill("Hello world. " * 300)
    wait_for_run(page)
    expect(box).to_have_css("font-size", "15px")
    # no token is clipped: none is wider than its box
    assert spilling(page, ".bpe-strip .tok") == []
    samples = []
    for _ in range(2):
        text_box(page).fill("something else")
        wait_for_run(page)
        page.get_by_role("combobox", name="Sample").select_option(index=1)
        expect(text_box(page)).not_to_have_value("something else")
        wait_for_run(page)
        samples.append(text_box(page).input_value())
    assert samples[0] == samples[1]
    # The ids of another split lead to Decode.
    word, gpt2 = "supercalifragilistic", load_published("gpt2")
    type_text(page, word)
    go_to(page, "Ways")
    page.locator(".bpe.ways").get_by_role("button", name="Most").click()
    expect(page.locator(".bpe.ways .said")).to_contain_text(f"20 tokens instead of {len(gpt2.encode(word))}")
    # A press that met the message about the chosen split would be lost.
    page.wait_for_timeout(400)
    wait_for_run(page)
    page.locator(".bpe.ways").get_by_role("button", name="Decode them").click()
    ids = page.get_by_label("Ids, in any notation")
    expect(ids).to_have_value(", ".join(str(gpt2.id_of_bytes[letter.encode()]) for letter in word))
    expect(page.get_by_text("20 of 20 tokens differ")).to_be_visible()
    ids.fill("")
    ids.press_sequentially("15496, 995")
    expect(page.get_by_text("The text of 2 tokens, 11 bytes")).to_be_visible()


def test_a_laptop_and_a_hall_show_the_whole_player_and_space_plays_after_a_text_was_tried(
    page: Page, server: Server
) -> None:
    open_page(page, server, "Train", step=6)
    player = page.locator('.bpe-player[data-painted="6"]')
    player.wait_for()
    parts = (".transport", ".say", ".stage", ".legend", ".pairs")
    assert max(bottom(player.locator(part)) for part in parts) <= 800
    # The whole text, including characters of several bytes, is on the stage.
    assert bottom(player.locator(".tok").last) < bottom(player.locator(".stage"))
    expect(player.locator(".tok").last).to_have_text("!", use_inner_text=True)

    share(page, "Project the picture")
    expect(page.locator(".bpe.presenting")).to_have_count(1)
    assert spilling(page, ".bpe-player .pair .chip") == []
    # The longest bar is a third of the panel.
    widths = [box_of(page.locator(part).first) for part in (".pairs", ".pair.next .bar-fill")]
    assert widths[1]["width"] > widths[0]["width"] / 3
    page.get_by_role("button", name="Pairs", exact=True).click()
    expect(page.locator(".pairs")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".presenting")).to_have_count(0)

    page.get_by_role("button", name="A tie").click()
    wait_for_run(page)
    # What to look for is in view, and no control has the focus, so that keys go to the player.
    page.wait_for_function(
        """() => document.activeElement === document.body
            && Math.abs(document.querySelector(".st-key-look")?.getBoundingClientRect().top ?? 999) < innerHeight * 0.4"""
    )
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_label("Step number")).not_to_have_value("0")

    # Two short sentences fill a hall, and no word is cut at the end of a row.
    type_text(page, "Low lower lowest. New newer newest.")
    page.set_viewport_size(LECTURE_HALL)
    share(page, "Project the picture")
    expect(page.locator(".bpe.presenting")).to_have_count(1)
    until(page, lambda: page.locator(".bpe-player .stage").evaluate(FONT_SIZE) > 90, expected=True)
    last = page.locator(".bpe-player .row").first.locator(".tok").last
    # The player may have gone on playing.
    assert (last.text_content() or "").strip().endswith((".", "w", "r", "t"))


def test_the_next_of_many_neighbours_is_in_view(open_picture: Callable[..., Page]) -> None:
    word = "antidisestablishmentarianism"
    query = {"tokenizer": "cl100k_base", "encode_text": text_to_query(word)}
    page = open_picture(PLAYER, "Encode", query, viewport=SMALL_LAPTOP)
    listed, following = page.locator(".pair-list"), page.locator(".pair.next:visible")
    for presents in (False, True):
        if presents:
            page.keyboard.press("p")
            expect(page.locator(".bpe.presenting")).to_have_count(1)
        for step in range(len(load_published("cl100k_base").trace(word).applied)):
            go(page, step)
            inside, row = box_of(listed), box_of(following)
            assert (
                inside["y"] - 1 <= row["y"] <= row["y"] + row["height"] <= inside["y"] + inside["height"] + 1
            )
            assert inside["y"] + inside["height"] <= SMALL_LAPTOP["height"]
