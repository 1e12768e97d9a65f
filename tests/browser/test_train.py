"""The main task: paste a text, train, step with the keyboard, read the tokens."""

import html
from pathlib import Path

from component_pages import PLAYER, Opener
from driver import Server, address_of, choose, go_to, open_page, text_box, type_text, wait_for_run
from player_words import past, remark, tells, upcoming
from playwright.sync_api import Page, expect

from tests.live_encoder import site


def tokens(page: Page, *, step: int) -> list[str]:
    """The tokens whose boxes the stage draws, once it has painted the step."""
    page.locator(f'.bpe-player[data-painted="{step}"]').wait_for()
    return [box.replace("\n", "") for box in page.locator(".bpe-player .stage .tok").all_inner_texts()]


def test_a_text_is_trained_on_walked_through_by_keyboard_carried_off_and_its_step_outlives_another_page(
    page: Page, server: Server
) -> None:
    open_page(page, server, "Train")
    type_text(page, "aaabdaaabac")
    choose(page, "Training recipe", "Bytes, not split")
    assert tokens(page, step=0) == list("aaabdaaabac")
    expect(past(page)).to_have_text(tells(11, "byte"))
    expect(upcoming(page)).to_have_text(tells("Next:", "a", "a", 4))
    expect(remark(page)).to_have_text(tells(2, "overlap"))
    # The keys step while a select box has the focus, and after any control was used.
    step = page.get_by_label("Step number")
    page.keyboard.press("PageDown")
    expect(step).to_have_value("1")
    assert tokens(page, step=1) == ["aa", "a", "b", "d", "aa", "a", "b", "a", "c"]
    expect(past(page)).to_have_text(tells("Merged", "a", "a", "aa", "256", 2, 4, "overlap", 11, "became", 9))
    player = page.get_by_role("group", name="Merge player")
    player.click(position={"x": 5, "y": 5})
    page.keyboard.press("End")
    assert tokens(page, step=3) == ["aaab", "d", "aaab", "a", "c"]
    page.keyboard.press("ArrowLeft")
    assert tokens(page, step=2) == ["aaa", "b", "d", "aaa", "b", "a", "c"]
    page.keyboard.press("Home")
    assert tokens(page, step=0) == list("aaabdaaabac")
    last = page.locator(".bpe-player .total")
    total = last.inner_text()
    page.get_by_test_id("stCheckbox").locator("label").first.click()
    expect(last).not_to_have_text(total)
    wait_for_run(page)
    page.keyboard.press("ArrowRight")
    expect(step).to_have_value("1")
    page.get_by_text("Every pair at this step").click()
    wait_for_run(page)
    page.keyboard.press("PageUp")
    expect(step).to_have_value("0")
    # Typing does not step.
    box = text_box(page)
    box.focus()
    for key in ("ArrowRight", "Space", "End"):
        box.press(key)
    expect(box).to_have_value("aaabdaaabac ")
    wait_for_run(page)
    expect(step).to_have_value("0")

    # The page is left right after the step.
    player.click(position={"x": 5, "y": 5})
    for _ in range(3):
        page.keyboard.press("PageDown")
    go_to(page, "Save")
    for name, begins in (("merges.json", b"["), ("tokenizer.json", b"{")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name, exact=True).first.click()
        assert download.value.suggested_filename == name
        assert download.value.path().read_bytes().startswith(begins)
    go_to(page, "Train")
    expect(step).to_have_value("3")
    # The page is left while the step is being sent to Python.
    page.keyboard.press("Home")
    page.wait_for_function("() => !JSON.parse(sessionStorage.getItem('bpe-chosen')).chosen.step")
    wait_for_run(page)
    page.evaluate("""() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (message) {
            send.call(this, message);
            if (!new TextDecoder().decode(message).includes("data_id")) return;
            WebSocket.prototype.send = send;
            [...document.querySelectorAll("a")].find((link) => link.textContent.includes("Tokens")).click();
        };
    }""")
    for _ in range(2):
        page.keyboard.press("PageDown")
    page.wait_for_url("**/tokens*")
    wait_for_run(page)
    go_to(page, "Train")
    expect(step).to_have_value("2")
    expect(text_box(page)).to_have_value("aaabdaaabac ")


def test_the_player_alone_stands_in_a_frame(page: Page, server: Server, tmp_path: Path) -> None:
    address = html.escape(address_of(server, "Train", view="player", text="low lower lowest", step=2))
    markup = f'<iframe src="{address}" width="900" height="700"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><link rel=icon href=data:,>{markup}", "utf-8")
    # A course's page is on a server with another origin, since the browser checks the origin of a frame.
    with site(tmp_path) as course:
        page.goto(f"{course}/index.html")
        frame = page.frame_locator("iframe")
        expect(frame.locator(".bpe-player .tok").first).to_be_visible()
        expect(frame.get_by_label("Step number")).to_have_value("2")
        expect(frame.get_by_role("link", name="Open in the BPE explorer")).to_be_visible()
        for gone in (
            frame.locator(".st-key-navigation"),
            frame.get_by_role("button", name="Edit the text"),
            frame.get_by_role("textbox"),
            frame.get_by_role("combobox", name="Training recipe"),
            frame.get_by_role("button", name="Present & share"),
        ):
            expect(gone).to_have_count(0)


def test_words_count_as_often_as_their_list_says(open_picture: Opener) -> None:
    words = {"text": "hug 10, pug 5, שלום 12", "recipe": "characters"}
    page = open_picture(PLAYER, "Train", words)
    expect(past(page)).to_have_text(tells(93, "character"))
    expect(upcoming(page)).to_have_text(tells("Next:", 15))
    page.keyboard.press("ArrowRight")
    expect(past(page)).to_have_text(tells(15, 93, "became", 78))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".bpe-player .stage .times")).to_have_text(["×10", "×5", "×12"])
    inside = """box => [...box.querySelectorAll(".times")].every(one => {
        const [own, whole] = [one, box].map(node => node.getBoundingClientRect());
        return own.left >= whole.left && own.right <= whole.right;
    })"""
    assert page.locator(".bpe-player .stage").evaluate(inside)
