"""Vocabulary and Compare in a browser: searching, walking down a tree, comparing token boundaries."""

from component_pages import html_around, messages_of
from driver import go_to, open_options, open_page, see_that_it_fits, wait_for_run
from playwright.sync_api import expect

from explorer_ui.visit.links import text_to_query
from tests.apps import attempt_of, open_app

ROWS = "parts/token_row/token_rows"
TREE = "parts/token_row/tree/merge_tree"


def test_a_click_goes_into_a_core_sample_and_down_a_tree_and_a_folder_is_counted_with_the_folders_in_it(
    page, server, tmp_path
):
    # A place in a core sample shows its tokens.
    open_page(page, server, "Family tree")
    cores = page.locator(".bpe.cores")
    expect(cores.locator(".core")).to_have_count(5)
    expect(cores.locator(".band")).to_have_count(1)
    expect(cores.locator("text")).to_have_text(["99,156 of GPT-4", "52,487 more"])
    expect(cores.locator(".said")).to_contain_text("Chinese characters")
    samples = cores.locator(".samples")
    samples.focus()
    for _ in range(2):
        samples.press("ArrowLeft")
    expect(cores.locator(".said")).to_contain_text("GPT-2, tokens")
    samples.click(position={"x": 30, "y": 2.5})
    expect(cores.locator(".said")).to_contain_text("GPT-2, tokens 1 to 667 in the order of learning")
    expect(cores.locator(".tokens .chip").first).to_have_text("!")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(cores.locator(".narrow")).to_be_visible()
    see_that_it_fits(page)

    page.set_viewport_size({"width": 1280, "height": 800})
    go_to(page, "Vocabulary")
    page.get_by_role("button", name="A user name as a token").click()
    wait_for_run(page)
    tree = page.locator(".merge-tree")
    expect(tree.get_by_role("button", name="SolidGoldMagikarp, id 43453")).to_be_visible()
    expect(tree.locator(".node")).to_have_count(2 * len(" SolidGoldMagikarp") - 1)
    tree.get_by_role("button", name="Magikarp, id 42202").first.click()
    wait_for_run(page)
    expect(page.get_by_text("Token 42202, and how merges made it")).to_be_visible()
    expect(page.get_by_text("Joined directly into 1 later token")).to_be_visible()

    (tmp_path / "deep").mkdir()
    (tmp_path / "a.txt").write_text("one two three")
    (tmp_path / "deep" / "b.jsonl").write_text('{"id": "x", "content": "four five"}\n' * 2)
    (tmp_path / "deep" / "picture.png").write_bytes(b"\x89PNG\xff")
    go_to(page, "Prices")
    page.get_by_text("Count several texts").click()
    page.get_by_text("A whole folder").click()
    wait_for_run(page)
    page.locator("input[webkitdirectory]").set_input_files(tmp_path)
    expect(page.get_by_text("The tables count 3 texts from your files")).to_be_visible()
    expect(page.get_by_text("image/png files are not allowed")).to_be_visible()
    open_options(page, "JSON Lines field that contains the text")
    expect(page.get_by_role("option")).to_have_text(["id", "content"])


def test_a_part_is_wholly_below_its_token_and_a_tree_a_little_too_wide_is_drawn_whole(open_picture):
    text = text_to_query("ている" * 9)
    page = open_picture(TREE, "Vocabulary", {"text": text}, viewport={"width": 900, "height": 800})
    tree = page.locator(".merge-tree .scroller")
    expect(tree).to_be_visible()
    assert tree.evaluate("node => node.scrollWidth <= node.clientWidth + 1")
    page = open_picture(TREE, "Vocabulary", {"tokenizer": "cl100k_base"})
    page.locator(".merge-tree .node").first.wait_for()
    boxes = page.locator(".merge-tree .node").evaluate_all(
        "nodes => nodes.map((node) => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[place + 1 :]:
            apart = (
                other_left >= right - 1
                or other_right <= left + 1
                or other_top >= bottom
                or other_bottom <= top
            )
            assert apart


def test_rows_cut_the_same_text_and_unknown_words_are_struck_out(open_html):
    state = attempt_of("Compare", "Words not seen in training").state
    [message] = messages_of(open_app("Compare", **state), ROWS)
    page = open_html(html_around(ROWS, message))
    expect(page.locator(".token-rows .row")).to_have_count(len(state["compared"]))
    rows = page.locator(".token-rows .row .letters").all_inner_texts()
    assert {row.replace("·", " ") for row in rows} == {state["text"]}
    expect(page.locator(".token-rows .differs").first).to_be_visible()
    expect(page.locator(".token-rows .unknown")).to_have_count(4)
