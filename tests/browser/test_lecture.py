"""A lecture controlled by two keys of a remote control and from the teacher's own screen, which has the notes."""

import io
import re
from collections.abc import Callable

import zxingcpp
from class_lesson import PHONE, end_class, join, open_class, see_step, visitor
from driver import (
    Server,
    address_of,
    at_rest,
    box_of,
    open_page,
    share,
    text_box,
    until,
    wait_for_run,
    watch_errors,
)
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from profiles import Profiles

from explorer_ui.visit.links import text_to_query
from explorer_ui.words.scenes import LESSONS

SHORT, LONG = LESSONS.values()

PROJECTOR = {"viewport": {"width": 1280, "height": 720}}
NOTES = "Ask them <b>first</b>."
TEXT = "text=low%20lower%20lowest&num_merges=9"
# Each scene with its steps, and the question that it asks.
SCENES = {
    # A link of an earlier version may contain prepared questions, which there are no longer.
    f"/train?{TEXT}&step=2&class_queue=train-next-2 +1\n{NOTES}": "After 2 merges: which pair is merged next?",
    f"/encode?{TEXT}&tokenizer=trained&encode_text=lower +1": "Which two are merged first?",
    f"/challenge?{TEXT}&challenge_kind=hand&challenge_seed=3 +1": "Where are the token boundaries of your tokenizer?",
    f"/challenge?{TEXT}&challenge_seed=7 +1": "",
    "/compare?text=low": None,
    "/seam?text=low%20lower": None,
}


def scanned(picture: Locator) -> str:
    """The text in a QR code on the screen, as a phone reads it."""
    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture.screenshot())))
    return str(read.text)


def see_scene(page: Page, server: Server, name: str) -> None:
    """Wait until the projector shows the picture of the page alone."""
    expect(page).to_have_url(address_of(server, name))
    wait_for_run(page)
    expect(page.locator(".bpe.presenting")).to_have_count(1)
    expect(page.locator("html.bpe-lecture-moves")).to_have_count(0)
    assert NOTES not in page.content()
    expect(page.get_by_text("Ask them")).to_have_count(0)


def still(page: Page, without: bytes | None = None) -> bytes:
    """The screen, once it rests and is another one than before."""
    return at_rest(page, lambda: page.screenshot(type="jpeg"), without=without)


def test_a_lecture_of_ones_own_asks_in_each_scene_and_has_its_notes_on_another_screen(
    profiles: Profiles, server: Server
) -> None:
    errors: list[str] = []
    with (
        visitor(profiles, errors, **PROJECTOR, reduced_motion="reduce") as teacher,
        visitor(profiles, errors, **PHONE) as student,
    ):
        own_phone = student.context.new_page()
        watch_errors(own_phone, errors)
        open_page(teacher, server, lecture=text_to_query("\n".join(SCENES)))
        teacher.get_by_role("button", name="Begin").click()
        teacher.wait_for_url("**/train*")
        wait_for_run(teacher)
        expect(teacher.locator(".lecture-bar .place")).to_have_text("Scene 1 of 6")
        with teacher.expect_popup() as opening:
            teacher.get_by_role("button", name="Notes on your own screen").click()
        notes = opening.value
        expect(notes.locator(".notes")).to_have_text(NOTES)
        expect(notes.locator("h1")).to_have_text("1 of 6 · Train: How are tokens learned?")
        expect(notes.locator(".following")).to_contain_text("How is new text encoded?")
        expect(notes.locator(".clock")).to_have_text(re.compile(r"^\d+:\d\d elapsed · "))
        assert "#" not in notes.url
        # Opening the notes does not open a class; a class opened afterwards belongs to the notes.
        expect(teacher.locator(".class-panel")).to_be_hidden()
        teacher.bring_to_front()
        code = open_class(teacher)
        assert f"/{code}/" in notes.url
        assert scanned(teacher.locator(".class-large .qr")).startswith(f"{server.url}/class/{code}#")
        # A student knows the code, but cannot open the notes.
        student.goto(f"{server.url}/class/{code}/notes")
        expect(student.get_by_role("alert")).to_contain_text("No lecture is running here.")
        expect(student.locator(".scene")).to_be_hidden()
        errors[:] = [error for error in errors if "404" not in error]
        join(student, server, code)
        see_step(student, 2)
        phone = notes.get_by_role("button", name="Use your phone")
        notes.route("**/class", lambda route: route.abort())
        phone.click()
        expect(notes.locator(".own-code")).to_contain_text("The server does not respond.")
        notes.unroute("**/class")
        errors[:] = [error for error in errors if "ERR_FAILED" not in error]
        phone.click()
        phone.click()
        # The code is for localhost only, and the page says how to start the app so that phones can reach it.
        expect(notes.locator(".own-code")).to_contain_text("bpe-explorer app --class")
        own_phone.goto(scanned(notes.locator(".qr")))
        expect(own_phone.locator(".notes")).to_have_text(NOTES)
        expect(own_phone.locator(".count")).to_have_text("1 follower")

        wait_for_run(teacher)
        teacher.keyboard.press("p")
        card = teacher.locator(".class-panel > .question-card")
        prompts = [
            card.locator(".prompt"),
            student.locator(".follower > .question-card .prompt"),
            own_phone.locator(".asked"),
        ]
        asking = [asked for asked in SCENES.values() if asked is not None]
        for number, asked in enumerate(asking, start=1):
            expect(teacher.locator(".lecture-bar .place")).to_have_text(f"Scene {number} of 6")
            wait_for_run(teacher)
            expect(teacher.locator(".bpe.presenting")).to_have_count(1)
            seen = still(teacher)
            teacher.keyboard.press("PageDown")
            for prompt in prompts:
                expect(prompt).to_have_text(asked or re.compile(".+"))
            if number == 1:
                student.locator(".option").first.click()
                expect(own_phone.locator(".count")).to_have_text("1 of 1 have answered")
                # A scene is not left while a question is open.
                expect(own_phone.get_by_role("button", name="Next scene")).to_be_disabled()
            # The whole card is on the projector's screen, and no other question is visible.
            for state in ("Reveal", "Explain", "Go on"):
                expect(teacher.locator(".class-panel .plain-button.first", has_text=state)).to_have_count(1)
                box = box_of(card)
                assert box["y"] + box["height"] <= PROJECTOR["viewport"]["height"], (asked, state)
                assert card.evaluate("node => node.scrollHeight <= node.parentElement.clientHeight")
                expect(teacher.locator(".challenge-card > .asked").filter(visible=True)).to_have_count(0)
                seen = still(teacher, seen)
                if number == 1 and state == "Reveal":
                    own_phone.get_by_role("button", name="Next", exact=True).click()
                    expect(own_phone.locator(".options li").first).to_contain_text("Option A: 1 answer")
                else:
                    teacher.keyboard.press("PageDown")
            expect(card).to_be_hidden()
            if number == 1:
                see_step(student, 3)
            wait_for_run(teacher)
            still(teacher, seen)
            # The scene has one step, so the key goes on to the next page.
            teacher.keyboard.press("PageDown")
        see_scene(teacher, server, "Compare")
        expect(student.locator(".status")).to_contain_text("The teacher is showing the page Compare")
        expect(own_phone.locator("h1")).to_have_text(re.compile("^5 of 6 · Compare: "))
        # Two quick presses count as one, since the second was meant for the previous scene.
        own_phone.get_by_role("button", name="Previous scene").dblclick()
        expect(own_phone.locator("h1")).to_have_text(re.compile("^4 of 6"))
        expect(student.locator(".status")).to_have_text("Waiting for the teacher's next question.")
        own_phone.get_by_role("button", name="Next scene").click()
        see_scene(teacher, server, "Compare")
        # Phones do not follow the page Compare, but a class can be opened there.
        teacher.keyboard.press("Escape")
        end_class(teacher)
        join(student, server, open_class(teacher))
        expect(student.locator(".status")).to_contain_text("The teacher is showing the page Compare")
        # A key that meets the dialog or the change of the view is lost.
        teacher.keyboard.press("Escape")
        expect(teacher.get_by_role("dialog")).to_have_count(0)
        teacher.keyboard.press("p")
        expect(teacher.locator(".bpe.presenting")).to_have_count(1)
        teacher.keyboard.press("PageDown")
        see_scene(teacher, server, "Seam")
        expect(student.locator(".status")).to_contain_text("Following the teacher: character ")
        expect(teacher.locator(".bpe.seam .sentence")).to_be_in_viewport(ratio=1)
        # The notes in the teacher's browser have found the second class.
        expect(notes.locator(".following")).to_have_text("This is the last scene.")
        teacher.keyboard.press("PageUp")
        see_scene(teacher, server, "Compare")
        teacher.keyboard.press("Escape")
        end_class(teacher)
        teacher.get_by_role("button", name="End the lecture").click()
        expect(teacher.locator(".lecture-bar")).to_be_hidden()
        notes.close()
    errors[:] = [error for error in errors if "404" not in error]  # the notes of a class that has ended
    assert not errors


def test_each_press_changes_the_picture_until_the_lecture_ends(
    new_page: Callable[..., Page], server: Server
) -> None:
    page = new_page(**PROJECTOR, reduced_motion="reduce")
    open_page(page, server, text=text_to_query("my own text"))
    share(page, "Give a lecture")
    wait_for_run(page)
    page.get_by_text(next(name for name in LESSONS if LESSONS[name] is LONG), exact=True).click()
    page.get_by_role("button", name="Begin").click()
    # A key that meets the dialog or the change of the page is lost.
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".lecture-bar .place")).to_have_text(f"Scene 1 of {len(LONG)}")
    wait_for_run(page)
    page.keyboard.press("p")
    expect(page.locator(".bpe.presenting")).to_have_count(1)
    place, curtain = page.locator(".lecture-bar .place"), page.locator(".curtain")
    pressed: list[int] = []
    seen = [still(page)]

    def is_another() -> bool:
        seen.append(page.screenshot(type="jpeg"))
        return seen[-1] != seen[-2]

    def press(key: str) -> None:
        page.keyboard.press(key)
        expect(page.locator("html.bpe-lecture-moves")).to_have_count(0)
        # Nothing moves once the run has ended, so one look at each picture is enough.
        wait_for_run(page)
        until(page, is_another, expected=True)

    for number, scene in enumerate(LONG, start=1):
        at = f"Scene {number} of {len(LONG)}"
        pressed.append(0)
        # Training, which has beats where it is enlarged, is walked through once without.
        if number in {3, 4}:
            press("Escape" if number == 3 else "p")
        while curtain.is_hidden() and place.text_content() == at:
            press("PageDown")
            pressed[-1] += 1
            said = page.locator(".presenter-bar .note")
            expect(said, f"{at}, press {pressed[-1]}").to_have_text("")
            if pressed[-1] == 2 and scene.page in {scene.page for scene in SHORT}:
                # One press back, and the next one on again, in the same scene; also where nothing is enlarged.
                smaller = scene.page != "Train"
                for key in ("Escape", "PageUp", "PageDown", "p") if smaller else ("PageUp", "PageDown"):
                    press(key)
                assert place.text_content() == at
    # The beats of a merge are presses within its step; the last press leads to the next scene.
    assert pressed == [scene.steps + 4 * (number == 2) + 1 for number, scene in enumerate(LONG, start=1)]
    page.keyboard.press("PageUp")
    expect(curtain).to_be_hidden()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator(".lecture-bar")).to_be_hidden()
    expect(page.locator(".presenting")).to_have_count(0)
    wait_for_run(page)
    expect(text_box(page)).to_have_value("my own text")
