"""Earlier bugs on the screen: elements that were clipped, incorrect, or out of view."""

from collections.abc import Callable
from io import BytesIO

import pytest
from driver import Server, box_of, go_to, open_page, share, text_box, wait_for_run
from PIL import Image
from playwright.sync_api import Locator, Page, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LECTURE_HALL = {"viewport": {"width": 1920, "height": 1080}}
PLAYER = "parts/player/merge_player"


def texts(found: Locator) -> list[str]:
    return [text.strip() for text in found.all_text_contents()]


def bottom(found: Locator) -> float:
    box = box_of(found)
    return box["y"] + box["height"]


def spilling(page: Page, selector: str) -> list[str]:
    """The texts of the elements that are wider than their box, or extend beyond the window."""
    found: list[str] = page.locator(selector).evaluate_all(
        "nodes => nodes.filter((node) => node.checkVisibility({ contentVisibilityAuto: true }) && (node.scrollWidth > node.clientWidth + 1 ||"
        " node.scrollHeight > node.clientHeight + 1 || node.getBoundingClientRect().right > innerWidth))"
        ".map((node) => node.textContent)"
    )
    return found


def test_a_search_is_live_and_shows_the_tree_of_what_it_finds(page: Page, server: Server) -> None:
    open_page(page, server, "Vocabulary")
    expect(page.locator(".merge-tree .node").first).to_contain_text("before")
    page.get_by_label("Search all tokens").press_sequentially("the")
    expect(page.locator(".merge-tree .node").first).to_contain_text("·the")
    page.get_by_label("Search all tokens").fill("nothing is like this")
    expect(page.get_by_text("No tokens match.")).to_be_visible()
    expect(page.locator(".merge-tree")).to_have_count(0)


def test_ids_are_read_without_a_key_for_it(page: Page, server: Server) -> None:
    open_page(page, server, "Decode", tokenizer="o200k_base")
    page.get_by_label("Ids, in any notation").press_sequentially("13225, 2375")
    expect(page.get_by_text("The text of 2 tokens, 11 bytes")).to_be_visible()


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


def test_after_the_last_merge_no_pair_is_called_tied(open_picture: Callable[..., Page]) -> None:
    page = open_picture(PLAYER, "Train", {"text": "low lower lowest", "step": "4"})
    expect(page.get_by_label("Step number")).to_have_value("4")
    assert texts(page.locator(".pair .count"))[:2] == ["1", "1"]
    assert set(texts(page.locator(".pair .tie"))) == {""}


def test_space_plays_after_a_text_was_tried(page: Page, server: Server) -> None:
    open_page(page, server, "Train")
    page.get_by_role("button", name="A tie").click()
    wait_for_run(page)
    # What to look for is in view, and no control has the focus, so that keys go to the player.
    page.wait_for_function(
        """() => document.activeElement === document.body
            && Math.abs(document.querySelector(".st-key-look")?.getBoundingClientRect().top ?? 999) < innerHeight * 0.4"""
    )
    page.keyboard.press("Space")
    expect(page.get_by_label("Step number")).not_to_have_value("0")


def test_controls_fit_a_phone_presenting_too(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(**PHONE)
    open_page(page, server, "Train")
    controls = ".bpe-player .transport :is(button, select)"
    for name in ("Train", "Encode"):
        if name != "Train":
            go_to(page, name)
        expect(page.locator(".bpe-player .tok").first).to_be_visible()
        assert spilling(page, controls) == [], name
        share(page, "Project the picture")
        expect(page.locator(".bpe.presenting")).to_have_count(1)
        assert spilling(page, f"{controls}, .bpe-player :is(.past, .upcoming)") == [], name
        page.keyboard.press("Escape")
        expect(page.locator(".presenting")).to_have_count(0)
        wait_for_run(page)


def test_the_first_screen_shows_tokens_at_200_percent(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(viewport={"width": 640, "height": 400})
    open_page(page, server, "Train")
    page.locator('.bpe-player[data-painted="0"]').wait_for()
    assert bottom(page.locator(".bpe-player .tok").first) < 400


def test_a_laptop_shows_stage_sentence_controls_and_pairs(page: Page, server: Server) -> None:
    open_page(page, server, "Train", step=6)
    player = page.locator('.bpe-player[data-painted="6"]')
    player.wait_for()
    assert (
        max(bottom(player.locator(part)) for part in (".transport", ".say", ".stage", ".legend", ".pairs"))
        <= 800
    )
    # The whole text, including characters of several bytes, is on the stage.
    assert bottom(player.locator(".tok").last) < bottom(player.locator(".stage"))
    expect(player.locator(".tok").last).to_have_text("!", use_inner_text=True)


def test_two_short_sentences_fill_a_hall(new_page: Callable[..., Page], server: Server) -> None:
    page = new_page(**LECTURE_HALL)
    open_page(page, server, "Train", text="Low lower lowest. New newer newest.")
    page.locator('.bpe-player[data-painted="0"]').wait_for()
    share(page, "Project the picture")
    size = page.locator(".bpe-player .stage").evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
    assert size > 90
    # and no word is cut at the end of a row
    assert texts(page.locator(".bpe-player .row").first.locator(".tok"))[-1] in {".", "w", "r", "t"}


def test_the_opening_is_large_in_a_hall_and_what_follows_is_on_the_screen(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(**LECTURE_HALL, reduced_motion="reduce")
    open_page(page, server)
    stage = page.locator(".bpe-player .stage")
    assert stage.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") > 40
    box = page.locator(".bpe-strip .box").last
    expect(box.locator(".tok").first).to_be_visible()
    assert 0 <= bottom(box) - bottom(box.locator(".tok").last) < 20
    # and the controls to continue with are on the screen
    assert bottom(page.get_by_role("button", name="Take the guided tour")) < 1080


@pytest.mark.parametrize(
    ("component", "name", "marks"),
    [
        ("places/compare/languages/language_costs", "Languages", ".reasoned span"),
        ("parts/token_row/strip/token_strip", "Bytes", ".bpe-strip .tok"),
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


def test_a_short_text_is_set_in_type_that_fills_its_box(page: Page, server: Server) -> None:
    open_page(page, server, "Tokens", text="Hello world", tokenizer="gpt2")
    box = page.locator(".bpe-strip .box")
    expect(box.locator(".tok").first).to_be_visible()
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    assert box.evaluate(size) > 30
    text_box(page).fill("Hello world. " * 300)
    wait_for_run(page)
    expect(box).to_have_css("font-size", "15px")
    # no token is clipped: none is wider than its box
    assert spilling(page, ".bpe-strip .tok") == []


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


def test_the_same_sample_can_be_taken_again(page: Page, server: Server) -> None:
    open_page(page, server, "Bytes")
    page.get_by_role("combobox", name="Sample").select_option(index=1)
    wait_for_run(page)
    sample = text_box(page).input_value()
    text_box(page).fill("something else")
    wait_for_run(page)
    page.get_by_role("combobox", name="Sample").select_option(index=1)
    wait_for_run(page)
    expect(text_box(page)).to_have_value(sample)


def test_a_presenters_pairs_are_whole(page: Page, server: Server) -> None:
    open_page(page, server, "Train", step=30)
    share(page, "Project the picture")
    expect(page.locator(".pair .chip").first).to_have_text("·beg")
    assert spilling(page, ".bpe-player .pair .chip") == []
    # The longest bar is a third of the panel.
    widths = [box_of(page.locator(part).first) for part in (".pairs", ".pair.next .bar-fill")]
    assert widths[1]["width"] > widths[0]["width"] / 3
    page.get_by_role("button", name="Pairs", exact=True).click()
    expect(page.locator(".pairs")).to_be_hidden()
