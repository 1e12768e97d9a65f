"""A lesson: a teacher, a phone and a laptop in browsers, three more followers, questions, and what goes wrong."""

import re
from typing import Any

from class_lesson import (
    LAPTOP,
    MOVING,
    PHONE,
    Follower,
    answer_first,
    end_class,
    join,
    lesson,
    open_class,
    press,
    see_step,
    visitor,
)
from driver import Server, box_of, go_to, open_page, share, wait_for_run, watch_errors
from player_words import past, upcoming
from playwright.sync_api import Page, Route, expect
from profiles import Profiles
from translated import TRANSLATOR, translation

from explorer_ui.present.classroom.codes import code_of
from explorer_ui.words.course import page_of


def ask_from_challenge(page: Page, kind: str) -> None:
    """Ask a kind of Challenge question from its preview in the teacher's panel."""
    row = page.locator(".another-question")
    kinds = row.get_by_label("Kind of question")
    if not kinds.is_visible():  # it stays open while the teacher goes from page to page
        row.locator("summary").click()
    kinds.select_option(label=kind)
    row.get_by_role("button", name="Preview").click()
    expect(row.locator(".prompt")).to_be_visible()
    row.get_by_role("button", name="Ask it now").click()


def let_answer(teacher: Page, everybody: list[Page | Follower], options: list[int]) -> None:
    """Have each of five followers touch an option."""
    for one, option in zip(everybody, options, strict=True):
        if isinstance(one, Follower):
            one.answer(option)
        else:
            one.locator(".option").nth(option).click()
            expect(one.locator(".follower > .question-card .note")).to_contain_text("is counted")
    expect(teacher.locator(".class-strip .count")).to_have_text("5 of 5 have answered")


def ask_of_the_challenge(teacher: Page, students: list[Page], others: list[Follower], server: Server) -> None:
    """Ask everyone a Challenge question, let them answer, reveal the answer, and go on to the next question."""
    open_page(teacher, server, "Challenge", challenge_seed=7)
    press(teacher, "Ask the class this question")
    asked = teacher.locator(".class-panel > .question-card .prompt").inner_text()
    for student in students:
        expect(student.locator(".follower > .question-card .prompt")).to_have_text(asked)
        expect(student.locator(".option .letter").nth(2)).to_have_text("C")
        expect(student.locator(".follower-stage")).to_be_hidden()
    card = others[0].scene()["card"]
    assert (card["answer"], card["figures"], card["reason"]) == (None, [], [])
    let_answer(teacher, [*students, *others], [1, 2, 1, 2, 2])
    teacher.keyboard.press("PageDown")
    # A question has three or four options.
    told = ["0 answers, 0%", "2 answers, 40%", "3 answers, 60%", "0 answers, 0%"]
    for page in (teacher, *students):
        expect(page.locator(".option .count")).to_have_text(told[: len(card["options"])])
    teacher.keyboard.press("PageDown")
    for page in (teacher, *students):
        expect(page.locator(".reason:visible")).not_to_have_count(0)
    expect(teacher.locator(".challenge-card .options .right")).to_have_count(1)
    teacher.keyboard.press("PageDown")
    # The students are already at the next question, which is not asked yet.
    for student in students:
        expect(student.locator(".status")).to_have_text("Waiting for the teacher's next question.")
        expect(student.locator(".follower > .question-card .prompt")).to_be_hidden()
    # Its answer is not known on another page, which the teacher is told.
    expect(teacher.locator(".class-panel .first", has_text="Ask")).to_have_count(1)
    teacher.keyboard.press("PageDown")
    expect(students[0].locator(".follower > .question-card .prompt")).to_be_visible()
    go_to(teacher, "Tokens")
    note = teacher.locator(".class-panel .question-card .note")
    for said in ("asked on another page", "Only the Quiz"):
        expect(note).to_contain_text(said)
        teacher.keyboard.press("PageDown")
    teacher.keyboard.press("PageDown")
    expect(students[0].locator(".status")).to_contain_text("the page Tokens")


def test_a_lesson(profiles: Profiles, server: Server) -> None:
    errors: list[str] = []
    with (
        visitor(profiles, errors, **LAPTOP) as teacher,
        visitor(profiles, errors, **PHONE) as one,
        visitor(profiles, errors, **LAPTOP) as two,
    ):
        students = [one, two]
        open_page(teacher, server, "Train")
        code = open_class(teacher)
        for student in students:
            join(student, server, code)
            see_step(student, 0)
        others = [Follower(server, code) for _ in range(3)]
        expect(teacher.locator(".class-strip .count")).to_have_text("5 followers")

        for _ in range(3):
            teacher.keyboard.press("ArrowRight")
        for student in students:
            see_step(student, 3)
        assert [other.now()["step"] for other in others] == [3, 3, 3]

        press(teacher, "Ask which merge is next")
        for student in students:
            expect(student.locator(".option")).to_have_count(4)
        # A student who reloads the page can still answer.
        two.reload()
        expect(two.locator(".option")).to_have_count(4)
        let_answer(teacher, [*students, *others], [0, 1, 0, 0, 1])
        for student in students:
            expect(student.locator(".option .count")).to_have_count(0)

        press(teacher, "Reveal")
        counts = ["3 answers, 60%", "2 answers, 40%", "0 answers, 0%", "0 answers, 0%"]
        for page in (teacher, *students):
            expect(page.locator(".option .count")).to_have_text(counts)
            expect(page.locator(".option.is-right")).not_to_have_count(0)
        press(teacher, "Explain")
        for page in (teacher, *students):
            expect(page.locator(".because:visible")).to_contain_text("times")
        # Then the merge is played on every screen.
        press(teacher, "Go on")
        for student in students:
            see_step(student, 4)
            expect(student.locator(".follower > .question-card")).to_be_hidden()

        # A Challenge question is the same for everyone, including a student who looks around alone.
        two.keyboard.press("Home")
        expect(two.locator(".status")).to_contain_text("You are looking on your own")
        ask_of_the_challenge(teacher, students, others, server)
        # Back on the text, the student who looked around alone still does.
        go_to(teacher, "Train")
        see_step(one, 0)
        expect(two.locator(".status")).to_contain_text("You are looking on your own")

        end_class(teacher)
        for student in students:
            expect(student.locator(".status")).to_contain_text("The class has ended.")
        for other in others:
            other.leave()
        join_again = one.request.post(f"{server.url}/class/{code}/join", data="{}")
        assert join_again.status == 404
    assert not errors


def follow_the_place(teacher: Page, student: Page, name: str) -> None:
    """Move the place on the teacher's page; a follower sees it, can leave it, and returns with one press."""
    status = student.locator(".status")
    if name == "Growth":  # the teacher's vocabulary and its size
        teacher.get_by_role("slider", name="Vocabulary size").press("ArrowDown")
        size = teacher.locator(".growth output").inner_text()
        expect(status).to_have_text(f"Following the teacher: a {size}.")
        teacher.get_by_role("button", name="The vocabulary of GPT-2").click()
        expect(student.locator(".growth .sentence")).to_contain_text("tokens of GPT-2")
        assert box_of(student.locator(".growth .boxes i").first)["width"] > 8
        student.get_by_role("button", name="Previous change").click()
    else:  # the place where the text is split
        expect(student.locator(".seam .head")).to_contain_text("encoded apart: 6 + 2")
        back = "Move the seam one character back"
        teacher.get_by_role("button", name=back).click()
        for shown in (teacher, student):
            expect(shown.locator(".seam .head")).to_contain_text("Splitting here changes nothing.")
        expect(status).to_contain_text("Following the teacher: character ")
        student.get_by_role("button", name=back).click()
    place = "a vocabulary of" if name == "Growth" else "character "
    expect(status).to_contain_text(f"You are looking on your own; the teacher is at {place}")
    student.get_by_role("button", name="Back to the teacher").click()
    expect(status).to_contain_text(f"Following the teacher: {place}")


def test_every_followed_page_is_followed_and_its_questions_are_asked_with_one_press(profiles, server):
    with lesson(profiles, server, step=3) as (teacher, student, _):
        prompt = student.locator(".follower > .question-card .prompt")

        press(teacher, "Ask how many tokens")
        expect(prompt).to_have_text(
            re.compile(r"^The text is \d+ tokens after 3 merges\. How many after 10 more")
        )
        for page in (teacher, student):
            expect(page.locator(".curve-panel")).to_be_hidden()
            expect(page.locator(NEXT)).to_have_count(0)
        answer_first(student, teacher, told="1 of 1")
        press(teacher, "Reveal")
        # The right answer equals the number in the explanation.
        right = student.locator(".option.is-right .what").inner_text()
        press(teacher, "Explain")
        expect(student.locator(".because:visible")).to_contain_text(f" = {right}.")
        press(teacher, "Go on")
        see_step(student, 13)
        expect(student.locator(".curve-panel .note")).to_have_text(f"{right} after 13 merges")

        # The next question needs no other press before it.
        wait_for_run(teacher)  # until Python has the step
        go_to(teacher, "Encode")
        expect(student.locator(".bpe-player.encoding")).to_be_visible()
        press(teacher, "Play against BPE")
        expect(teacher.locator(".class-panel > .trouble")).to_contain_text("The game needs")
        press(teacher, "Ask which merge is next")
        expect(prompt).to_have_text("Which two are merged first?")
        answer_first(student, teacher, told="1 of 1")
        press(teacher, "Reveal", "Explain", "Go on")
        for name in ("Seam", "Growth"):
            if name == "Seam":
                # After a reload, the class is found again by the key that this browser holds; its code need not
                # be shown again.
                open_page(teacher, server, name, **page_of(name).example)
                expect(teacher.locator(".class-name .code")).to_have_text(re.compile(r"^[A-Z]{6}$"))
            else:
                go_to(teacher, name)
            follow_the_place(teacher, student, name)
            ask_from_challenge(teacher, "ties")
            expect(student.locator(".option .letter").first).to_be_visible()
            expect(student.locator(".follower-stage")).to_be_hidden()
            expect(prompt).to_have_text(
                teacher.locator(".class-panel .prompt").inner_text(), use_inner_text=True
            )
            answer_first(student, teacher, told="1 of 1")
            if name == "Seam":  # any page of this browser reveals the answer
                go_to(teacher, "Compare")
                expect(teacher.locator(".class-panel .note")).to_contain_text("asked on another page")
            teacher.keyboard.press("PageDown")
            for page in (teacher, student):
                expect(page.locator(".question-card .option.is-right")).to_have_count(1)
            teacher.keyboard.press("PageDown")
            for page in (teacher, student):
                expect(page.locator(".question-card .reason").first).to_be_visible()
            teacher.keyboard.press("PageDown")
            expect(student.locator(".follower > .question-card")).to_be_hidden()
            following = "The teacher is showing" if name == "Seam" else "Following the teacher"
            expect(student.locator(".status")).to_contain_text(following)

        slider = teacher.get_by_role("slider", name="Vocabulary size")
        slider.press("Home")
        size = slider.get_attribute("aria-valuetext")
        press(teacher, "Ask how many tokens")
        expect(prompt).to_contain_text(f"With the first {str(size).removesuffix(' tokens')} tokens of")
        for page in (teacher, student):
            expect(page.locator(".growth .curve")).to_be_hidden()
        press(teacher, "Reveal")
        right = student.locator(".option.is-right .what").inner_text()
        press(teacher, "Explain", "Go on")
        for page in (teacher, student):
            expect(page.locator(".growth .sentence")).to_contain_text(f"this text takes {right} token")
        # And back to the player.
        go_to(teacher, "Train")
        see_step(student, 0)
        end_class(teacher)


def failing(teacher: Page, request: str, *, press: str | None = None, painted: str = "") -> None:
    """Let the next such request fail, which a key may cause; return after the class has answered the one after it.

    After the key, the player has to show the step `painted`: if not, the page did not take the key.
    """
    failed: list[Route] = []

    # Not `times=1`: while the route is taken away, the repeated request would arrive.
    def fail(route: Route) -> None:
        failed.append(route)
        if len(failed) == 1:
            route.abort()
        else:
            route.continue_()

    teacher.route(f"**/{request}", fail)
    # One wait for both: the request is repeated after 1.5 seconds, which a busy machine needs to begin a second wait.
    with teacher.expect_response(lambda answer: bool(failed) and answer.url.endswith(f"/{request}")):
        if press:
            teacher.keyboard.press(press)
            expect(teacher.locator(".bpe-player")).to_have_attribute("data-painted", painted)
    teacher.unroute(f"**/{request}", fail)


NEXT = ".merging, .tok.next, .pair.next"
SPOKEN = ".bpe-player > [aria-live]"
# Every sentence about the next step that a page has shown.
REMEMBER = """() => {
    const [node] = document.querySelectorAll(".upcoming");
    window.said = [node.textContent];
    new MutationObserver(() => window.said.push(node.textContent)).observe(node, {childList: true, subtree: true});
}"""


def test_what_comes_next_is_hidden_and_while_a_question_is_open_nobody_steps_and_no_vote_is_lost(
    profiles, server
):
    how: dict[str, Any] = {"student": LAPTOP, "motion": MOVING, "expected": "Failed to load resource"}
    with lesson(profiles, server, step=3, **how) as (teacher, student, code):
        silent = Follower(server, code)
        for page in (teacher, student):
            expect(upcoming(page)).to_have_text("Which pair is merged next?")
            expect(page.locator(NEXT)).to_have_count(0)
            expect(page.locator(".pairs .count:visible")).to_have_text(["?"] * 8)
            expect(page.locator(".curve-panel")).to_be_hidden()
            assert "Next:" not in page.locator(SPOKEN).inner_text()
        expect(student.locator(".explore")).to_be_hidden()
        alone = student.locator(".status").filter(has_text="You are looking on your own")
        # A student may look back, but not ahead.
        expect(student.get_by_role("button", name="One step forward")).to_be_disabled()
        student.keyboard.press("ArrowRight")
        student.keyboard.press("End")
        expect(student.locator(".bpe-player")).to_have_attribute("data-painted", "3")
        student.keyboard.press("Home")
        expect(alone).to_be_visible()
        student.get_by_role("button", name="Back to the teacher").click()
        see_step(student, 3)
        # Steps arrive with the next merge hidden; it is not named even for a moment.
        student.evaluate(REMEMBER)
        for _ in range(2):
            teacher.keyboard.press("ArrowRight")
        see_step(student, 5)
        assert set(student.evaluate("window.said")) == {"Which pair is merged next?"}
        # One press shows it to everyone; Predict on the teacher's page hides it from everyone.
        press(teacher, "Hide what comes next")
        for page in (teacher, student):
            expect(upcoming(page)).to_contain_text("Next:")
        for _ in range(3):
            student.keyboard.press("ArrowRight")
        expect(alone).to_be_visible()
        teacher.get_by_role("button", name="Predict the next step").click()
        see_step(student, 5)
        for page in (teacher, student):
            expect(upcoming(page)).to_have_text("Which pair is merged next?")
            expect(page.locator(NEXT)).to_have_count(0)
        teacher.get_by_role("button", name="Predict the next step").click()
        for page in (teacher, student):
            expect(upcoming(page)).to_contain_text("Next:")
        # A student who predicts sees nothing early.
        student.get_by_role("button", name="Predict the next step").click()
        expect(student.locator(NEXT)).to_have_count(0)
        teacher.keyboard.press("ArrowRight")
        see_step(student, 6)
        expect(student.locator(NEXT)).to_have_count(0)
        student.get_by_role("button", name="Predict the next step").click()
        # While the student's player plays, the teacher's steps do not take the student back.
        student.get_by_role("button", name="Play").click()
        expect(alone).to_be_visible()
        teacher.keyboard.press("ArrowRight")
        expect(alone).to_have_text("You are looking on your own; the teacher is at step 7.")
        expect(student.get_by_role("button", name="Pause")).to_be_visible()
        # The teacher's own sentence comes with the last beat of the step.
        expect(past(teacher)).to_contain_text(f"(id {255 + 7})")
        done = past(teacher).text_content() or ""
        press(teacher, "Ask which merge is next")
        # The student is taken back, and no page tells what is next, not even to a screen reader.
        see_step(student, 7)
        for page in (teacher, student):
            expect(upcoming(page)).to_be_hidden()
            expect(past(page)).to_have_text(done)
            expect(page.locator(SPOKEN)).to_contain_text("Which pair is merged next?")
            assert "Next:" not in page.locator(SPOKEN).inner_text()
            expect(page.locator(".pairs .count:visible").first).to_have_text("?")
            expect(page.get_by_role("button", name="One step forward")).to_be_disabled()
            expect(page.get_by_role("slider", name="Step")).to_be_disabled()
        student.keyboard.press("ArrowRight")
        # The server counts an answer of which the phone does not hear; it is sent again, and the student is told that it
        # is counted.
        student.route("**/vote*", lambda route: (route.fetch(), route.abort()), times=1)
        answer_first(student, teacher, told="1 of 2")
        expect(student.locator(".follower > .question-card .note")).to_contain_text("Your answer is counted.")

        student.keyboard.press("PageDown")
        for page in (teacher, student):
            for key in ("ArrowRight", "End", " ", "PageUp", "ArrowLeft", "Home"):
                page.keyboard.press(key)
            # The panel may cover them.
            for name in ("Predict the next step", *(["Free hand"] if page is student else [])):
                page.get_by_role("button", name=name).dispatch_event("click")
            page.locator(".pairs .pair").first.click()
            expect(page.locator(".bpe-player")).to_have_attribute("data-painted", "7")
            expect(page.locator(NEXT)).to_have_count(0)
            expect(page.locator(".predict-panel:visible")).to_have_count(0)
        # The teacher is told why, and the votes are kept.
        expect(teacher.locator(".class-panel .question-card .note")).to_contain_text("This question is open.")
        expect(teacher.locator(".class-strip .count")).to_have_text("1 of 2 have answered")
        # A request that fails once asks nothing again: the same question keeps its votes.
        failing(teacher, "tally")
        expect(teacher.locator(".class-strip .count")).to_have_text("1 of 2 have answered")
        expect(student.locator(".option.chosen")).to_have_count(1)
        press(teacher, "Reveal")
        expect(teacher.locator(".option .count").first).to_have_text("1 answer, 50%")
        press(teacher, "Explain", "Go on")
        see_step(student, 8)
        expect(teacher.locator(".bpe-player")).to_have_attribute("data-painted", "8")
        expect(teacher.get_by_role("button", name="One step forward")).to_be_enabled()
        # A step that did not reach the class is sent again.
        failing(teacher, "tell", press="PageDown", painted="9")
        see_step(student, 9)
        # A phone says only of a counted answer that it is counted.
        teacher.get_by_label("Time to answer").select_option(label="20 s to answer")
        press(teacher, "Ask which merge is next")
        student.route("**/vote*", lambda route: route.abort())
        student.locator(".option").first.click()
        note = student.locator(".follower > .question-card .note")
        expect(note).to_have_text("No connection. Your answer will be sent again...")
        expect(student.locator(".clock:visible")).to_have_text("The time is up.")
        student.wait_for_timeout(1500)  # until the server takes no late answer any more either
        student.unroute("**/vote*")
        expect(student.locator(".option.chosen")).to_have_count(0)
        press(teacher, "Reveal")
        expect(student.locator(".turnout:visible")).to_have_text("0 of 2 answered")
        expect(student.locator(".said").get_by_text("your answer")).to_have_count(0)
        expect(note).to_have_text("Your answer came too late and was not counted.")
        press(teacher, "Explain", "Go on")
        see_step(student, 10)
        # The teacher's position is that on the teacher's page; on Growth, the curve is hidden.
        student.get_by_role("button", name="First step").click()
        press(teacher, "Hide what comes next")
        # A phone asks again for a scene that was cut on its way.
        student.route("**/scene/*", lambda route: route.fulfill(body='{"growth": {"texts": ["'), times=1)
        go_to(teacher, "Growth")
        expect(student.locator(".status")).to_contain_text("the teacher is at a vocabulary of")
        student.get_by_role("button", name="Back to the teacher").click()
        for page in (teacher, student):
            expect(page.locator(".growth .sentence")).to_be_visible()
            expect(page.locator(".growth .curve")).to_be_hidden()
        end_class(teacher)
        expect(teacher.locator(".growth .curve")).to_be_visible()
        silent.leave()


# Notes, at each frame, what of the next merge is seen.
LOOK_EARLY = """(() => {
    window.early = [];
    const look = (root) => {
        for (const node of root.querySelectorAll("NEXT"))
            if (node.getClientRects().length) window.early.push(node.className);
        for (const node of root.querySelectorAll("*")) if (node.shadowRoot) look(node.shadowRoot);
    };
    const each = () => (look(document), requestAnimationFrame(each));
    requestAnimationFrame(each);
})()""".replace("NEXT", NEXT)


def test_a_lesson_is_led_with_two_keys_and_a_reload_reveals_nothing_and_forgets_nothing(profiles, server):
    how: dict[str, Any] = {"motion": MOVING, "expected": "ERR_INTERNET_DISCONNECTED"}
    with lesson(profiles, server, step=3, **how) as (teacher, one, code):
        silent = Follower(server, code)
        card, panel = one.locator(".follower > .question-card"), teacher.locator(".class-panel")
        on, back = (lambda: teacher.keyboard.press("PageDown")), (lambda: teacher.keyboard.press("PageUp"))
        teacher.keyboard.press("p")
        expect(teacher.locator(".bpe.presenting")).to_have_count(1)
        on()
        expect(panel.locator(".option .plus")).not_to_have_count(0)
        options = panel.locator("> .question-card .options").inner_html()
        letters = "nodes => nodes.map((node) => getComputedStyle(node, '::before').content)"
        for page in (teacher, one):
            expect(page.locator(".option .what")).to_have_count(4)
            assert page.locator(".option .what").evaluate_all(letters) == ['"A"', '"B"', '"C"', '"D"']
        # What is touched without a connection arrives once there is one.
        one.context.set_offline(True)
        one.locator(".option").nth(1).click()
        expect(card.locator(".note")).to_have_text("No connection. Your answer will be sent again...")
        one.context.set_offline(False)
        expect(panel.locator(".count").first).to_have_text("1 of 2 have answered")
        expect(card.locator(".note")).to_contain_text("Your answer is counted.")
        # Page Up discards nothing, and says what to do.
        back()
        expect(panel.locator(".note")).to_contain_text("This question is open.")

        # The teacher's page hides the same, from its first frame on, and goes on where it was.
        devtools = teacher.context.new_cdp_session(teacher)
        devtools.send("Page.enable")
        looking = devtools.send("Page.addScriptToEvaluateOnNewDocument", {"source": LOOK_EARLY})
        teacher.reload()
        devtools.send("Page.removeScriptToEvaluateOnNewDocument", looking)
        expect(panel.locator(".count").first).to_have_text("1 of 2 have answered")
        expect(teacher.locator(".bpe.presenting")).to_have_count(1)
        expect(panel.locator(".option .plus")).not_to_have_count(0)
        assert panel.locator("> .question-card .options").inner_html() == options
        expect(panel.locator(".note")).to_have_text("")
        expect(teacher.locator(NEXT)).to_have_count(0)
        expect(upcoming(teacher)).to_be_hidden()
        assert teacher.evaluate("window.early") == []

        # A phone that is loaded again knows what it has answered, and another touch changes nothing.
        one.reload()
        expect(card.locator(".note")).to_contain_text("Your answer is counted.")
        expect(card.locator(".option").nth(1)).to_have_class(re.compile("chosen"))
        card.locator(".option").first.dispatch_event("click")
        expect(card.locator(".option").nth(1)).to_have_class(re.compile("chosen"))

        on()
        for page in (panel, card):
            expect(page.locator(".option .count").nth(1)).to_have_text("1 answer, 50%")
            expect(page.locator(".because")).to_have_text("")
        expect(card.locator(".option").nth(1)).to_contain_text("your answer")
        see_step(one, 3)
        on()
        for page in (panel, card):
            expect(page.locator(".because")).to_contain_text("times")
        back()
        expect(panel.locator(".because")).to_have_text("")
        expect(panel.locator(".option .count").first).to_be_visible()
        on()
        expect(panel.locator(".because")).to_contain_text("times")
        on()
        see_step(one, 4)
        expect(card).to_be_hidden()
        teacher.keyboard.press("Escape")
        # While the last merge is still being drawn, the player uses the key, so wait for the panel.
        expect(panel.locator(".first")).to_have_count(1)
        back()
        see_step(one, 3)
        # A key that is held down only shows the question.
        for _ in range(6):
            teacher.keyboard.down("PageDown")
        teacher.keyboard.up("PageDown")
        expect(card.locator(".option")).not_to_have_count(0)
        expect(panel.get_by_role("button", name="Reveal")).to_be_enabled()
        on()
        # On a page that phones cannot follow, the phones say so, and the class can be ended.
        go_to(teacher, "Compare")
        status = one.locator(".status")
        expect(status).to_contain_text("The teacher is showing the page Compare, which phones do not follow.")
        expect(card).to_be_hidden()
        expect(one.locator(".follower-stage")).to_be_hidden()
        expect(one.locator(".explore")).to_have_attribute("href", re.compile("/compare$"))
        expect(panel.locator(".count").first).to_have_text("2 followers")
        end_class(teacher)
        silent.leave()
        expect(status).to_contain_text("The class has ended.")
        # Another class is opened from the presenter view.
        teacher.keyboard.press("p")
        join(one, server, open_class(teacher))
        expect(status).to_contain_text("the page Compare")
        # It takes two presses also where the browser translates the button.
        teacher.evaluate(TRANSLATOR)
        for says in ("End the class", "Press again to end it for everyone"):
            end = panel.locator(".class-strip button").last
            expect(end).to_have_text(translation(says))
            end.click()
        expect(panel).to_be_hidden()


def test_a_code_is_typed_as_one_likes_a_question_has_a_limit_and_a_table_and_two_tabs_teach_one_class(
    profiles, server
):
    errors: list[str] = []
    with visitor(profiles, errors, **LAPTOP) as teacher, visitor(profiles, errors, **PHONE) as student:
        other, third = (teacher.context.new_page() for _ in range(2))
        for tab in (other, third):
            watch_errors(tab, errors)
        open_page(other, server, "Encode")
        teacher.bring_to_front()
        open_page(teacher, server, "Train", step=3)
        teacher.get_by_role("button", name="Present & share").click()
        teacher.locator(".share-list").get_by_role("button", name="Open a class").dblclick()
        expect(teacher.get_by_role("img", name="QR code of the class")).to_be_visible()
        predict = teacher.get_by_role("button", name="Predict the next step")
        expect(predict).to_have_attribute("aria-pressed", "false")
        # The code fits a teacher's phone too.
        teacher.set_viewport_size(PHONE["viewport"])
        for part in (".class-large .qr", ".class-large .code", ".class-strip"):
            box = box_of(teacher.locator(part))
            assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["viewport"]["width"], part
        assert box_of(teacher.locator(".class-large .qr"))["width"] > 280
        teacher.set_viewport_size(LAPTOP["viewport"])
        # The class is on localhost only, and the page says how to open a class that phones can reach.
        expect(teacher.locator(".class-words")).to_contain_text("bpe-explorer app --class")
        code = teacher.locator(".class-name .code").inner_text()
        field = student.get_by_label("Class code")
        a, b = code[:3], code[3:]
        for written in (f"{a} {b}".lower(), f" {a}-{b} ".lower(), code):
            student.goto(f"{server.url}/class")
            field.fill("abc de")
            student.get_by_role("button", name="Join").click()
            expect(student.get_by_role("alert")).to_have_text("A code has 6 letters; you typed 5.")
            field.fill(written)
            field.press("Enter")
            see_step(student, 3)
        silent = Follower(server, code)
        count = teacher.locator(".class-strip .count")
        expect(count).to_have_text("2 followers")
        teacher.get_by_label("Time to answer").select_option(label="60 s to answer")
        panel = teacher.locator(".class-panel")
        places = {}
        for name in ("Ask which merge is next", "Reveal", "Explain", "Go on"):
            places[name] = box_of(panel.get_by_role("button", name=name))
        press(teacher, "Ask which merge is next")
        expect(panel.locator(".prompt")).to_contain_text("which pair is merged next?")
        for name, place in places.items():
            moved = box_of(panel.get_by_role("button", name=name))
            assert (moved["x"], moved["width"]) == (place["x"], place["width"])
        expect(count).to_have_text(re.compile(r"^0 of 2 have answered, \d+ s left$"))
        expect(student.locator(".clock:visible")).to_have_text(re.compile(r"^\d+ s left$"))
        student.locator(".option").first.click()
        expect(count).to_contain_text("1 of 2 have answered")
        panel.get_by_role("button", name="Reveal").dblclick()
        expect(panel.locator(".option.is-right")).not_to_have_count(0)
        expect(panel.locator(".prompt")).to_contain_text("which pair is merged next?")
        expect(panel.locator(".reason")).to_have_count(0)
        for page in (teacher, student):
            # One of two students has answered, so the bar is half full.
            expect(page.locator(".option .count").first).to_have_text("1 answer, 50%")
            expect(page.locator(".turnout:visible")).to_have_text("1 of 2 answered")
            expect(page.locator(".option .bar-fill").first).to_have_attribute("style", "inline-size: 50%;")
        with teacher.expect_download() as saving:
            press(teacher, "Save the results")
        rows = saving.value.path().read_text("utf-8-sig").splitlines()
        assert rows[0] == "number,question,option,right,answers,present"
        assert rows[1] == "1,After 3 merges: which pair is merged next?,h + e,yes,1,2"
        assert len(rows) == 5
        press(teacher, "Explain", "Go on")
        silent.leave()

        # Another tab of the teacher opens no second class.
        other.bring_to_front()
        share(other, "Open a class")
        expect(other.locator(".class-name .code")).to_have_text(code)
        expect(student.locator(".bpe-player.encoding")).to_be_visible()
        # When one tab has ended the class, the other does not open it again.
        end_class(other)
        expect(student.locator(".status")).to_contain_text("The class has ended.")
        expect(teacher.locator(".class-panel")).to_be_hidden()
        assert teacher.evaluate("Object.keys(sessionStorage).filter(key => key.includes('results'))") == []
        assert student.request.post(f"{server.url}/class/{code}/join", data="{}").status == 404
        # A tab that opens later joins the class of the other.
        code = open_class(other)
        open_page(third, server, "Train")
        expect(third.locator(".class-name .code")).to_have_text(code)
        # What a browser keeps of a class ends with its tabs.
        for tab in (third, other):
            tab.close()
        teacher.goto(f"{server.url}/class")
        assert [name for name in teacher.evaluate("Object.keys(localStorage)") if "class" in name] == []
    # Requests of the class that has ended.
    assert not [error for error in errors if "404" not in error]


ATTACK = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
PLAYERS = [{}, {"text": ATTACK}, {"text": "YQ==", "closed_at": "", "merges": [0, 0, 0, 0, 0]}, []]
SIZES = {"closed_at": "", "sizes": "AAAAAAEAAAA=", "ids": "", "given": 0, "last_size": 1e300}
GROWN = {"name": ATTACK, "short": ATTACK, "written": 0, "text": SIZES, "languages": []}
PLACE = {"first_language": ATTACK, "num_bytes": 2, "size": 1, "shown": 0}
GROWTHS = [
    {},
    PLACE | {"data_id": ATTACK, "texts": ["YQ=="], "vocabularies": []},
    PLACE | {"data_id": "2", "texts": ["YWI="], "vocabularies": [GROWN, GROWN]},
]
ROW = {"left": ATTACK, "right": 1, "stretches": [], "closed": [[1, 1, ATTACK, 1, 1]], "num_closed": 1}
SPLIT = {"tokenizer": ATTACK, "count": 1, "boundaries": [1e9], "ids": [ATTACK], "at": 1}
SEAMS = [{}, SPLIT | {"data_id": ATTACK, "text": "YWI=", "seams": [ROW]}]
CARD = {"question": ATTACK, "subject": [["code", ATTACK]], "options": [[["words", ATTACK]]] * 2}
CARDS = [
    {},
    CARD | {"subject": [["passage", ATTACK], ["token", 1, ATTACK, True]], "options": [[]]},
    CARD | {"figures": [ATTACK] * 2, "reason": [[["number", ATTACK]]]},
]
HOSTILE = {"player": PLAYERS, "growth": GROWTHS, "seam": SEAMS, "card": CARDS}


def test_the_page_of_a_class_asks_nobody_else_and_what_a_hostile_teacher_shows_is_only_text(profiles, server):
    errors: list[str] = []
    asked: list[str] = []
    with visitor(profiles, errors, **PHONE) as student:
        student.on("request", lambda request: asked.append(request.url))
        answer = student.goto(f"{server.url}/class")
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        # A follower's page requests only itself, and opens no session of the app.
        assert asked == [f"{server.url}/class"]
        key = "ba" * 32

        def tell(message: object, *, what: str = "tell") -> None:
            address = f"{server.url}/class/{code_of(key)}/{what}"
            answer = student.request.post(address, data=message, headers={"Authorization": f"Bearer {key}"})
            assert answer.status == 200, answer.text()

        tell({}, what="open")
        join(student, server, code_of(key))
        tell({"question": {"prompt": ATTACK, "options": [ATTACK, "javascript:alert(1)"]}})
        expect(student.locator(".follower > .question-card .prompt")).to_have_text(ATTACK)
        for kind, scenes in HOSTILE.items():
            page = kind if kind in {"growth", "seam"} else ATTACK
            for scene in scenes:
                for link in ("javascript:alert(1)", ATTACK):
                    tell({"scene": {kind: scene, "page": page, "link": link}, "question": None})
                tell({"step": 60_000 if kind == "player" else 999_999})
                if kind == "card":
                    tell({"question": {"prompt": "?", "options": ["A", "B"]}})
        expect(student.locator(".follower > .question-card .subject")).to_have_text(ATTACK)
        tell({"scene": {}, "question": {"prompt": "still here?", "options": ["yes", "no"]}})
        expect(student.locator(".follower > .question-card .prompt")).to_have_text("still here?")
        assert student.title() != "run"
        expect(student.locator("#class img, #class script")).to_have_count(0)
        tell({}, what="close")
