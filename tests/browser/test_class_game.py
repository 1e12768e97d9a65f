"""A class plays: ten merges by hand against BPE, and a word split by hand; no answer is lost."""

import re
from itertools import pairwise

from class_lesson import LAPTOP, PHONE, end_class, join, open_class, press, see_step, visitor
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page, expect
from profiles import Profiles

# With ten merges BPE leaves 21 tokens; these ten leave 20.
TEXT = "cocoa seesaw cabana sees possesses soon"
FEWER = (
    ("e", "s"), ("·", "s"), ("c", "o"), ("·s", "e"), ("·se", "es"),
    ("s", "es"), ("co", "co"), ("coco", "a"), ("·sees", "a"), ("·seesa", "w"),
)  # fmt: skip
PROMPT = "10 merges by hand: can you leave fewer tokens than BPE? BPE leaves 21 of 39."


def merge(page: Page, left: str, right: str) -> None:
    """Touch two neighbouring tokens of the text."""
    pieces = page.locator(".stage .tok").evaluate_all(
        "nodes => nodes.map(node => [node.dataset.start, node.textContent])"
    )
    words: dict[str, str] = {}
    for start, text in pieces:  # a token may continue in the next row
        words[start] = words.get(start, "") + text
    touched = next(pair for pair in pairwise(words) if [words[start] for start in pair] == [left, right])
    for start in touched:
        page.locator(f".stage .tok[data-start='{start}']").first.click()


def test_phones_play_against_bpe(profiles: Profiles, server: Server) -> None:
    errors: list[str] = []
    with (
        visitor(profiles, errors, **LAPTOP) as teacher,
        visitor(profiles, errors, **PHONE) as ada,
        visitor(profiles, errors, **PHONE) as bob,
    ):
        open_page(teacher, server, "Train", text=TEXT, recipe="gpt2", num_merges=12, step=1)
        code = open_class(teacher)
        for phone, name in ((ada, "Ada"), (bob, "Bob")):
            join(phone, server, code)
            see_step(phone, 1)
            phone.get_by_label("Your name").fill(name)
            phone.get_by_label("Your name").press("Enter")
            expect(phone.locator(".name-form .said")).to_contain_text(name)
        panel = teacher.locator(".class-panel")
        count, board = panel.locator(".class-strip .count"), panel.locator(".option")
        card = ".follower > .question-card"

        press(teacher, "Play against BPE")
        for phone in (ada, bob):
            expect(phone.locator(f"{card} .prompt")).to_have_text(PROMPT)
            expect(phone.locator(".predict-panel:visible")).to_contain_text("10 merges left.")
            expect(phone.locator(".explore")).to_be_hidden()
        for number, (left, right) in enumerate(FEWER, start=1):
            merge(ada, left, right)
            expect(ada.locator(f"{card} .note")).to_contain_text(f"{number} merge")
        merge(bob, "s", "s")
        expect(bob.locator(f"{card} .note")).to_contain_text("1 merge counted")
        expect(count).to_have_text("2 of 2 have answered")
        expect(board.locator(".what")).to_have_text(
            [re.compile("^20 tokens"), re.compile("^21 tokens, BPE"), "37 tokens"]
        )
        press(teacher, "Show the best")
        expect(panel.locator(".best li")).to_have_text(["Ada: 20 tokens", "Bob: 37 tokens"])
        # An eleventh merge is refused, and other modes do not end the game.
        ada.get_by_role("button", name="Free hand").click(force=True)
        ada.get_by_role("button", name="Predict the next step").click(force=True)
        expect(ada.locator(".predict-panel:visible")).to_contain_text(
            "0 merges left. After 10 merges: yours 20"
        )
        teacher.keyboard.press("PageDown")
        for page in (teacher, ada, bob):
            expect(page.locator(".option.is-right .count").first).to_have_text("1 phone, 50%")
        expect(bob.locator(".status")).to_contain_text("The game is over.")
        merge(bob, "e", "s")
        expect(bob.locator(".predict-panel:visible")).to_contain_text("After 1 merge: yours 37")
        teacher.keyboard.press("PageDown")
        # The merges of the best player are played, step by step, on every screen.
        for page in (teacher, ada, bob):
            expect(page.locator(".because:visible")).to_contain_text("leaves 21 tokens.")
            expect(page.locator(".bpe-player[data-painted='10']")).to_be_visible()
            expect(page.locator(".predict-panel:visible")).to_contain_text("the best of the class 20 tokens")
        teacher.keyboard.press("ArrowLeft")
        see_step(bob, 9)
        teacher.keyboard.press("PageDown")
        for phone in (ada, bob):
            see_step(phone, 0)
            expect(phone.locator(card)).to_be_hidden()
            expect(phone.locator(".predict-panel:visible")).to_have_count(0)
        expect(teacher.locator(".predict-panel:visible")).to_have_count(0)
        with teacher.expect_download() as saving:
            press(teacher, "Save the results")
        rows = saving.value.path().read_text("utf-8-sig").splitlines()
        assert rows[1:] == [f"1,{PROMPT},20 tokens,yes,1,2", f"1,{PROMPT},37 tokens,,1,2"]
        end_class(teacher)
    assert not errors


def test_phones_cut_a_word_and_an_open_question_is_shown_before_the_class_goes_on(
    profiles: Profiles, server: Server
) -> None:
    errors: list[str] = []
    with (
        visitor(profiles, errors, **LAPTOP) as teacher,
        visitor(profiles, errors, **PHONE) as one,
        visitor(profiles, errors, **PHONE) as two,
    ):
        open_page(teacher, server, "Challenge", challenge_kind="hand", challenge_seed=7)
        code = open_class(teacher)
        for phone in (one, two):
            join(phone, server, code)
        panel, card = teacher.locator(".class-panel"), ".follower > .question-card"
        press(teacher, "Ask the class this question")
        gaps = one.locator(f"{card} .gap")
        expect(gaps.first).to_be_visible()
        gaps.first.click()
        expect(gaps.first).to_have_attribute("aria-pressed", "true")
        two.locator(f"{card} .check").click()
        # An answer from another phone does not change what was placed on this one.
        expect(panel.locator(".class-strip .count")).to_have_text("1 of 2 have answered")
        expect(gaps.first).to_have_attribute("aria-pressed", "true")
        one.locator(f"{card} .check").click()
        expect(panel.locator(".class-strip .count")).to_have_text("2 of 2 have answered")
        press(teacher, "Reveal")
        cuts = panel.locator(".gap")
        expect(cuts.locator(".count")).not_to_have_count(0)
        right = [gap.get_attribute("aria-pressed") for gap in cuts.all()]
        expect(gaps.locator(".count")).to_have_text(["1"] + ["0"] * (len(right) - 1))
        placed = ["true"] + ["false"] * (len(right) - 1)
        wrong = [mine != it for mine, it in zip(placed, right, strict=True)]
        assert [gap.inner_text().startswith("✗") for gap in gaps.all()] == wrong
        assert right == ["true"] or any(wrong)
        for page in (teacher, one, two):
            expect(page.locator(".turnout:visible")).to_contain_text("2 of 2 answered")
        press(teacher, "Explain")
        press(teacher, "Go on")

        # A question that is open stays open on another page and with another text, until it is revealed.
        open_page(teacher, server, "Train", step=3)
        for phone in (one, two):
            see_step(phone, 3)
        press(teacher, "Ask which merge is next")
        prompt = one.locator(f"{card} .prompt")
        expect(prompt).to_contain_text("After 3 merges")
        one.locator(".option").first.click()
        for page_name in ("Compare", "Growth", "Train"):
            open_page(teacher, server, page_name, **({"text": TEXT} if page_name == "Train" else {}))
            expect(panel.locator(".prompt")).to_contain_text("After 3 merges")
            expect(panel.locator(".note")).to_contain_text("This question was asked on another page or text.")
            expect(panel.locator(".class-strip .count")).to_have_text("1 of 2 have answered")
            expect(prompt).to_contain_text("After 3 merges")
        press(teacher, "Reveal")
        for page in (teacher, one, two):
            expect(page.locator(".option .count").first).to_have_text("1 answer, 50%")
            expect(page.locator(".option.is-right")).to_have_count(1)
        press(teacher, "Explain")
        expect(panel.locator(".because")).to_contain_text("times")
        press(teacher, "Go on")
        for phone in (one, two):
            see_step(phone, 0)
            expect(phone.locator(card)).to_be_hidden()
        end_class(teacher)
    assert not errors


def test_prepared_questions_are_in_the_link_and_asked_one_after_the_other(
    profiles: Profiles, server: Server
) -> None:
    errors: list[str] = []
    with visitor(profiles, errors, **LAPTOP) as teacher, visitor(profiles, errors, **PHONE) as student:
        open_page(teacher, server, "Train", step=4)
        code = open_class(teacher)
        queue, panel = teacher.locator(".class-queue"), teacher.locator(".class-panel")
        queue.locator("summary").click()
        prompt = queue.locator(".prompt")
        for kind, asked in (
            ("Ask how many tokens", "after 4 merges"),
            ("place the token boundaries", "Where are the token boundaries"),
        ):
            queue.get_by_label("Kind of question").select_option(label=kind)
            queue.get_by_role("button", name="Preview").click()
            expect(prompt).to_contain_text(asked)
            queue.get_by_role("button", name="Add this question").click()
        word = queue.locator("li").nth(1).locator("span").first.inner_text()
        teacher.keyboard.press("Home")
        for key in ("ArrowRight", "ArrowRight"):
            teacher.keyboard.press(key)
        queue.get_by_label("Kind of question").select_option(label="Ask which merge is next")
        queue.get_by_role("button", name="Preview").click()
        expect(prompt).to_contain_text("After 2 merges")
        queue.get_by_role("button", name="Add this question").click()
        queue.get_by_role("button", name="Move question 3 up").click()
        # A preview that is requested at once does not replace the list, which is being sent for the link.
        queue.get_by_label("Kind of question").select_option(label="how many tokens")
        queue.evaluate("""node => [...node.querySelectorAll("button")]
            .filter(button => ["Move question 2 up", "Preview"].includes(button.ariaLabel))
            .forEach(button => button.click())""")
        expect(prompt).to_contain_text("how many tokens")
        lines = queue.locator("li > span")
        listed = ["Ask which merge is next, step 2", "Ask how many tokens, step 4", word]
        expect(lines).to_have_text(listed)
        # The class was told nothing about it.
        join(student, server, code)
        see_step(student, 2)
        wait_for_run(teacher)
        teacher.get_by_role("button", name="Link to this view").click()
        link = teacher.get_by_role("dialog").get_by_test_id("stCode").inner_text().strip()
        teacher.keyboard.press("Escape")
        end_class(teacher)
        # The link opened later, by a new session.
        teacher.evaluate("sessionStorage.clear()")
        teacher.goto(link)
        wait_for_run(teacher)
        join(student, server, open_class(teacher))
        see_step(student, 2)
        expect(lines).to_have_text(listed)
        card = student.locator(".follower > .question-card")
        for number, asked in enumerate(("After 2 merges", "after 4 merges", "Where are the token"), start=1):
            expect(panel.locator(".first")).to_have_count(1)
            teacher.keyboard.press("PageDown")
            expect(card.locator(".prompt")).to_contain_text(asked)
            expect(queue.locator("summary")).to_have_text(f"Prepared questions: {number} of 3 asked")
            for shown in ("Reveal", "Explain", "Go on"):
                expect(panel.get_by_role("button", name=shown)).to_be_enabled()
                teacher.keyboard.press("PageDown")
            expect(card).to_be_hidden()
        # After the last question, the key continues step by step.
        see_step(student, 14)
        teacher.keyboard.press("PageDown")
        see_step(student, 15)
        end_class(teacher)
    assert not errors
