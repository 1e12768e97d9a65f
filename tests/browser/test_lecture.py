"""A lecture controlled by two keys of a remote control and from the teacher's own screen, which has the notes."""

import io
import re
from collections import Counter
from collections.abc import Callable

import pytest
import zxingcpp
from class_lesson import PHONE, end_class, join, open_class, see_step, visitor
from component_pages import html_around
from driver import Server, address_of, box_of, open_page, share, text_box, until, wait_for_run
from PIL import Image
from playwright.sync_api import Locator, Page, expect
from profiles import Profiles

from explorer_ui.visit.links import text_to_query
from explorer_ui.words.scenes import LESSONS

SHORT, LONG = LESSONS

PROJECTOR = {"viewport": {"width": 1280, "height": 720}}
NOTES = "Ask them <b>first</b>."
LECTURE = f"/train?text=low%20lower%20lowest&num_merges=9 +1\n{NOTES}\n/compare?text=low\n/growth?text=low\n"


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


def test_a_lecture_of_ones_own(profiles: Profiles, server: Server) -> None:
    errors: list[str] = []
    with (
        visitor(profiles, errors, **PROJECTOR) as teacher,
        visitor(profiles, errors, **PHONE) as student,
        visitor(profiles, errors, **PHONE) as own_phone,
    ):
        open_page(teacher, server, lecture=text_to_query(LECTURE))
        teacher.get_by_role("button", name="Begin").click()
        teacher.wait_for_url("**/train*")
        wait_for_run(teacher)
        expect(teacher.locator(".lecture-bar .place")).to_have_text("Scene 1 of 3")
        with teacher.expect_popup() as opening:
            teacher.get_by_role("button", name="Notes on your own screen").click()
        notes = opening.value
        expect(notes.locator(".notes")).to_have_text(NOTES)
        expect(notes.locator("h1")).to_have_text("1 of 3 · Train: How are tokens learned?")
        expect(notes.locator(".following")).to_contain_text("Next scene: Compare")
        expect(notes.locator(".clock")).to_have_text(re.compile(r"^\d+:\d\d elapsed · "))
        assert "#" not in notes.url
        # Opening the notes does not open a class; a class opened afterwards belongs to the notes.
        expect(teacher.locator(".class-panel")).to_be_hidden()
        teacher.bring_to_front()
        code = open_class(teacher)
        assert f"/{code}/" in notes.url
        assert scanned(teacher.locator(".class-large .qr")).startswith(f"{server.url}/class/{code}#")
        join(student, server, code)
        see_step(student, 0)
        notes.get_by_role("button", name="Use your phone").click()
        # The code is for localhost only, and the page says how to start the app so that phones can reach it.
        expect(notes.locator(".own-code")).to_contain_text("bpe-explorer app --class")
        own_phone.goto(scanned(notes.locator(".qr")))
        expect(own_phone.locator(".notes")).to_have_text(NOTES)
        expect(own_phone.locator(".count")).to_have_text("1 follower")

        wait_for_run(teacher)
        teacher.keyboard.press("p")
        expect(teacher.locator(".bpe.presenting")).to_have_count(1)
        teacher.keyboard.press("PageDown")
        student.locator(".option").first.click()
        expect(own_phone.locator(".count")).to_have_text("1 of 1 have answered")
        expect(own_phone.locator(".asked")).to_have_text("Which pair is merged first?")
        # A scene is not left while a question is open.
        expect(own_phone.get_by_role("button", name="Next scene")).to_be_disabled()
        own_phone.get_by_role("button", name="Next", exact=True).click()
        expect(own_phone.locator(".options li").first).to_contain_text("Option A: 1 answer")
        teacher.keyboard.press("PageDown")
        expect(student.locator(".because:visible")).to_contain_text("times")
        teacher.keyboard.press("PageDown")
        see_step(student, 1)
        # The scene has one step, so the key goes on to the next page, which phones are told that they cannot
        # follow.
        teacher.keyboard.press("PageDown")
        see_scene(teacher, server, "Compare")
        expect(student.locator(".status")).to_contain_text("The teacher is showing the page Compare")
        expect(own_phone.locator("h1")).to_have_text(re.compile("^2 of 3 · Compare"))
        # Two quick presses count as one, since the second was meant for the previous scene.
        own_phone.get_by_role("button", name="Next scene").dblclick()
        see_scene(teacher, server, "Growth")
        expect(student.locator(".status")).to_contain_text("Following the teacher: a vocabulary of")
        expect(own_phone.locator(".following")).to_have_text("This is the last scene.")
        teacher.keyboard.press("PageUp")
        see_scene(teacher, server, "Compare")
        teacher.keyboard.press("PageUp")
        see_scene(teacher, server, "Train")
        see_step(student, 0)

        # A student knows the code, but cannot open the notes.
        student.goto(f"{server.url}/class/{code}/notes")
        expect(student.get_by_role("alert")).to_contain_text("No lecture is running here.")
        expect(student.locator(".scene")).to_be_hidden()
        errors[:] = [error for error in errors if "404" not in error]
        teacher.keyboard.press("Escape")
        end_class(teacher)
        # Phones do not follow the page Compare, but a class can be opened there.
        teacher.get_by_role("button", name="Next scene").click()
        teacher.wait_for_url("**/compare*")
        wait_for_run(teacher)
        join(student, server, open_class(teacher))
        expect(student.locator(".status")).to_contain_text("The teacher is showing the page Compare")
        end_class(teacher)
        teacher.get_by_role("button", name="End the lecture").click()
        expect(teacher.locator(".lecture-bar")).to_be_hidden()
        notes.close()
    errors[:] = [error for error in errors if "404" not in error]  # the notes of a class that has ended
    assert not errors


def still(page: Page, without: bytes | None = None) -> bytes:
    """The screen, once it rests and is another one than before."""
    seen = [without]

    def rests() -> bool:
        seen.append(page.screenshot(type="jpeg"))
        return seen[-1] == seen[-2] != without

    until(page, rests, expected=True)
    assert seen[-1] is not None
    return seen[-1]


def test_each_scene_asks_its_own_questions_and_each_press_changes_the_projector(
    profiles: Profiles, server: Server
) -> None:
    errors: list[str] = []
    text = "text=low%20lower%20lowest&num_merges=9"
    scenes = (
        # A link of an earlier version may contain prepared questions, which there are no longer.
        f"/train?{text}&step=2&class_queue=train-next-2 +1",
        f"/encode?{text}&tokenizer=trained&encode_text=lower +1",
        f"/challenge?{text}&challenge_kind=hand&challenge_seed=3 +1",
        f"/challenge?{text}&challenge_seed=7 +1",
        "/seam?text=low%20lower",
    )
    with (
        visitor(profiles, errors, **PROJECTOR, reduced_motion="reduce") as teacher,
        visitor(profiles, errors, **PHONE) as student,
    ):
        open_page(teacher, server, lecture=text_to_query("\n".join(scenes)))
        teacher.get_by_role("button", name="Begin").click()
        teacher.wait_for_url("**/train*")
        wait_for_run(teacher)
        join(student, server, open_class(teacher))
        teacher.keyboard.press("p")
        card = teacher.locator(".class-panel > .question-card")
        for number, asked in enumerate(
            (
                "After 2 merges: which pair is merged next?",
                "Which two are merged first?",
                "Where are the token boundaries of your tokenizer?",
                "",
            ),
            start=1,
        ):
            expect(teacher.locator(".lecture-bar .place")).to_have_text(f"Scene {number} of 5")
            wait_for_run(teacher)
            expect(teacher.locator(".bpe.presenting")).to_have_count(1)
            seen = still(teacher)
            teacher.keyboard.press("PageDown")
            for prompt in (card.locator(".prompt"), student.locator(".follower > .question-card .prompt")):
                expect(prompt).to_have_text(asked or re.compile(".+"))
            # The whole card is on the projector's screen, and no other question is visible.
            for state in ("Reveal", "Explain", "Go on"):
                expect(teacher.locator(".class-panel .plain-button.first", has_text=state)).to_have_count(1)
                box = box_of(card)
                assert box["y"] + box["height"] <= PROJECTOR["viewport"]["height"], (asked, state)
                assert card.evaluate("node => node.scrollHeight <= node.parentElement.clientHeight")
                expect(teacher.locator(".challenge-card > .asked").filter(visible=True)).to_have_count(0)
                seen = still(teacher, seen)
                teacher.keyboard.press("PageDown")
            expect(card).to_be_hidden()
            wait_for_run(teacher)
            still(teacher, seen)
            teacher.keyboard.press("PageDown")
        see_scene(teacher, server, "Seam")
        expect(teacher.locator(".bpe.seam .sentence")).to_be_in_viewport(ratio=1)
        teacher.keyboard.press("Escape")
        end_class(teacher)
        teacher.get_by_role("button", name="End the lecture").click()
        expect(teacher.locator(".lecture-bar")).to_be_hidden()
    assert not errors


@pytest.mark.parametrize(("name", "presented"), [(SHORT, False), (LONG, True)])
def test_each_press_changes_the_picture_until_the_lecture_ends(
    new_page: Callable[..., Page], server: Server, name: str, *, presented: bool
) -> None:
    page = new_page(**PROJECTOR, reduced_motion="reduce")
    open_page(page, server, text=text_to_query("my own text"))
    share(page, "Give a lecture")
    wait_for_run(page)
    page.get_by_text(name, exact=True).click()
    page.get_by_role("button", name="Begin").click()
    wait_for_run(page)
    place = page.locator(".lecture-bar .place")
    expect(place).to_have_text(f"Scene 1 of {len(LESSONS[name])}")
    if presented:
        page.keyboard.press("p")
        expect(page.locator(".bpe.presenting")).to_have_count(1)
    pressed = Counter[str]()
    curtain = page.locator(".curtain")
    seen = still(page)

    def press(key: str, before: bytes) -> bytes:
        page.keyboard.press(key)
        expect(page.locator("html.bpe-lecture-moves")).to_have_count(0)
        wait_for_run(page)
        return still(page, before)

    while curtain.is_hidden():
        at = place.text_content() or ""
        pressed[at] += 1
        seen = press("PageDown", seen)
        expect(page.locator(".presenter-bar .note")).to_have_text("")
        # No key takes an answer to the Quiz back: there, Page Up leads to the scene before.
        if presented and pressed[at] == 2 and place.text_content() == at and at != "Scene 10 of 10":
            # One press back, and the next one on again, in the same scene.
            seen = press("PageDown", press("PageUp", seen))
            assert place.text_content() == at
    # The beats of a merge are presses within its step; the last press leads to the next scene.
    beats = [4 * (scene.page == "Train" and presented) for scene in LESSONS[name]]
    assert list(pressed.values()) == [
        scene.steps + more + 1 for scene, more in zip(LESSONS[name], beats, strict=True)
    ]
    page.keyboard.press("PageUp")
    expect(curtain).to_be_hidden()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(page.locator(".lecture-bar")).to_be_hidden()
    expect(page.locator(".presenting")).to_have_count(0)
    wait_for_run(page)
    expect(text_box(page)).to_have_value("my own text")


def test_a_change_of_scene_that_is_lost_is_asked_for_again(open_html: Callable[..., Page]) -> None:
    lecture = {
        "at": 0,
        "of": 3,
        "title": "",
        "minutes": "",
        "notes": "",
        "following": "",
        "steps": 0,
        "base": None,
    }

    def data(**scene: int) -> dict:
        return {"page": "Train", "classroom": None, "lecture": lecture | scene}

    onward = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'PageDown', bubbles: true}))"
    page = open_html(html_around("page/pages_menu", data(at=0, begun=1)))
    told = "told.filter(([name]) => name === 'lecture').map(([, { where, begun }]) => `${where} ${begun}`)"
    page.evaluate(onward)
    # Nothing hears the first message.
    page.wait_for_function(f"() => {told}.length > 2")
    page.evaluate("data => { show(data); told.length = 0; }", data(at=1, begun=2))
    page.evaluate(onward)
    page.wait_for_function(f"() => {told}.length > 2")
    assert set(page.evaluate(told)) == {"2 2"}
