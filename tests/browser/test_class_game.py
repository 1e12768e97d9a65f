"""A class plays: ten merges by hand against BPE, and a word split by hand; no answer is lost."""

import re
from typing import Any

from class_lesson import Follower, end_class, join, lesson, press, see_step
from component_pages import merge
from driver import Server, go_to, open_page, until, watch_errors
from playwright.sync_api import Route, expect
from profiles import Profiles

# With ten merges BPE leaves 21 tokens; these ten leave 20.
TEXT = "cocoa seesaw cabana sees possesses soon"
FEWER = (
    ("e", "s"), ("·", "s"), ("c", "o"), ("·s", "e"), ("·se", "es"),
    ("s", "es"), ("co", "co"), ("coco", "a"), ("·sees", "a"), ("·seesa", "w"),
)  # fmt: skip
PROMPT = "10 merges by hand: can you leave fewer tokens than BPE? BPE leaves 21 of 39."


def test_phones_play_against_bpe(profiles: Profiles, server: Server) -> None:
    errors: list[str] = []
    how: dict[str, Any] = {"text": TEXT, "recipe": "gpt2", "num_merges": 12, "step": 1}
    with lesson(profiles, server, expected="ERR_FAILED", **how) as (teacher, ada, code):
        bob = ada.context.new_page()
        bob.emulate_media(reduced_motion="reduce")
        watch_errors(bob, errors)
        join(bob, server, code)
        see_step(bob, 1)
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
        # A merge that is made without a connection is counted once there is one.
        bob.route("**/vote*", lambda route: route.abort())
        merge(bob, "s", "s")
        expect(bob.locator(f"{card} .note")).to_contain_text("No connection.")
        bob.unroute("**/vote*")
        expect(bob.locator(f"{card} .note")).to_contain_text("1 merge counted")
        expect(count).to_have_text("2 of 2 have answered")
        told = [re.compile("^20 tokens"), re.compile("^21 tokens, BPE"), "37 tokens"]
        expect(board.locator(".what")).to_have_text(told)
        # An eleventh merge is refused, and other modes do not end the game.
        ada.get_by_role("button", name="Free hand").click(force=True)
        ada.get_by_role("button", name="Predict the next step").click(force=True)
        left = "0 merges left. After 10 merges: yours 20"
        expect(ada.locator(".predict-panel:visible")).to_contain_text(left)
        # One that arrives after the result is not, and the phone says so.
        bob.route("**/vote*", lambda route: route.abort())
        merge(bob, "e", "s")
        expect(bob.locator(f"{card} .note")).to_contain_text("No connection.")
        teacher.keyboard.press("PageDown")
        late = "Your last merges came too late and were not counted."
        expect(bob.locator(f"{card} .note")).to_have_text(late)
        bob.unroute("**/vote*")
        for page in (teacher, ada, bob):
            expect(page.locator(".option.is-right .count").first).to_have_text("1 phone, 50%")
        expect(bob.locator(".status")).to_contain_text("The game is over.")
        merge(bob, "c", "o")
        expect(bob.locator(".predict-panel:visible")).to_contain_text("After 2 merges: yours ")
        expect(bob.locator(f"{card} .note")).to_have_text(late)
        teacher.keyboard.press("PageDown")
        expect(teacher.locator(".because:visible")).to_contain_text("a search found has 20.")
        teacher.keyboard.press("PageDown")
        # The merges of the best player are played, step by step, on every screen.
        for page in (teacher, ada, bob):
            expect(page.locator(".because:visible")).to_contain_text("leaves 21 tokens.")
            expect(page.locator(".bpe-player[data-painted='10']")).to_be_visible()
            expect(page.locator(".predict-panel:visible")).to_contain_text("the best of the class 20 tokens")
        teacher.keyboard.press("ArrowLeft")
        see_step(bob, 9)
        # Another game begins with the text and with what BPE makes of it, not with the merges of the best player.
        press(teacher, "Play against BPE")
        for page in (teacher, ada, bob):
            expect(page.locator(".question-card .prompt:visible")).to_have_text(PROMPT)
        press(teacher, "Reveal", "Explain")
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
    assert [error for error in errors if "ERR_FAILED" not in error] == []


def test_phones_cut_a_word_and_an_open_question_is_shown_before_the_class_goes_on(profiles, server):
    by_hand: dict[str, str | int] = {"challenge_kind": "hand", "challenge_seed": 7}
    with lesson(profiles, server, "Challenge", **by_hand) as (teacher, one, code):
        two = Follower(server, code)
        panel, card = teacher.locator(".class-panel"), ".follower > .question-card"
        press(teacher, "Ask the class this question")
        gaps = one.locator(f"{card} .gap")
        expect(gaps.first).to_be_visible()
        gaps.first.click()
        expect(gaps.first).to_have_attribute("aria-pressed", "true")
        two.answer([])
        # An answer from another phone does not change what was placed on this one.
        expect(panel.locator(".class-strip .count")).to_have_text("1 of 2 have answered")
        expect(gaps.first).to_have_attribute("aria-pressed", "true")
        one.locator(f"{card} .check").click()
        expect(panel.locator(".class-strip .count")).to_have_text("2 of 2 have answered")
        press(teacher, "Reveal")
        cuts = panel.locator(".gap")
        expect(cuts.locator(".count")).not_to_have_count(0)
        right = cuts.evaluate_all("nodes => nodes.map((node) => node.ariaPressed)")
        expect(gaps.locator(".count")).to_have_text(["1"] + ["0"] * (len(right) - 1))
        placed = ["true"] + ["false"] * (len(right) - 1)
        wrong = [mine != it for mine, it in zip(placed, right, strict=True)]
        until(one, lambda: [text.startswith("✗") for text in gaps.all_inner_texts()], wrong)
        assert right == ["true"] or any(wrong)
        for page in (teacher, one):
            expect(page.locator(".turnout:visible")).to_contain_text("2 of 2 answered")
            # One phone has placed the first, the other none.
            average = (wrong.count(False) + right.count("false")) / 2
            told = f"on average {average:.1f} of {len(right)}."
            expect(page.locator(".turnout:visible")).to_contain_text(told)
        press(teacher, "Explain", "Go on")

        # A question that is open stays open on another page and with another text, until it is revealed.
        open_page(teacher, server, "Train", step=3)
        see_step(one, 3)
        press(teacher, "Ask which merge is next")
        prompt = one.locator(f"{card} .prompt")
        expect(prompt).to_contain_text("After 3 merges")
        one.locator(".option").first.click()
        for page_name in ("Growth", "Train"):
            if page_name == "Train":
                open_page(teacher, server, page_name, text=TEXT)
            else:
                go_to(teacher, page_name)
            expect(panel.locator(".prompt")).to_contain_text("After 3 merges")
            expect(panel.locator(".note")).to_contain_text("This question was asked on another page or text.")
            expect(panel.locator(".class-strip .count")).to_have_text("1 of 2 have answered")
            expect(prompt).to_contain_text("After 3 merges")
        press(teacher, "Reveal")
        for page in (teacher, one):
            expect(page.locator(".option .count").first).to_have_text("1 answer, 50%")
            expect(page.locator(".option.is-right")).to_have_count(1)
        press(teacher, "Explain")
        expect(panel.locator(".because")).to_contain_text("times")
        press(teacher, "Go on")
        see_step(one, 0)
        expect(one.locator(card)).to_be_hidden()

        # So it does if the next page shows its picture before it has found the class again.
        open_page(teacher, server, "Challenge", **by_hand)
        press(teacher, "Ask the class this question")
        expect(gaps.first).to_be_visible()
        # The answer to the page's next question is not told as that of this one; nobody's is right or wrong.
        teacher.get_by_role("button", name="Next question").click()
        expect(panel.locator(".note")).to_contain_text("This question was asked on another page or text.")
        two.answer([0])
        press(teacher, "Reveal")
        expect(panel.locator(".note")).to_contain_text("Only the Quiz")
        expect(gaps.locator(".count").first).to_have_text("1")
        for page in (teacher, one):
            expect(page.locator(".question-card .gap.wrong")).to_have_count(0)
            expect(page.locator(".turnout:visible")).to_have_text("1 of 2 answered")
        press(teacher, "Explain", "Go on", "Ask the class this question")
        expect(gaps.first).to_be_visible()
        held: list[Route] = []
        teacher.route("**/class/*/open", lambda route: held.append(route))  # noqa: PLW0108  Playwright marks it
        go_to(teacher, "Train")
        expect(teacher.locator(".bpe-player .stage")).to_be_visible()
        until(teacher, lambda: len(held), 1)
        held[0].continue_()
        expect(panel.locator(".note")).to_contain_text("This question was asked on another page or text.")
        expect(gaps.first).to_be_visible()
        end_class(teacher)
        two.leave()
