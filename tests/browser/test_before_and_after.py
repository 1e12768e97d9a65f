"""The fourteen questions before and after a lesson: on the phones of a class, and by a link for one person."""

import csv
import io

from class_lesson import LAPTOP, PHONE, Follower, end_class, join, open_class, press, visitor
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page, expect
from profiles import Profiles

from bpe_core.lessons.quiz.misconceptions import version_of


def take(phone: Page, word: str, answers: list[int]) -> None:
    """Answer a test on a phone, which is reloaded in the middle of it."""
    phone.get_by_label("Your word").fill(word)
    phone.get_by_role("button", name="Begin").click()
    for number, answer in enumerate(answers, start=1):
        expect(phone.locator(".test-sheet > .count")).to_have_text(f"Question {number} of 14")
        if number == 5:
            phone.reload()
            expect(phone.locator(".test-sheet > .count")).to_have_text("Question 5 of 14")
        phone.locator(".test-sheet .option").nth(answer).click()
    expect(phone.locator(".follower > .question-card .note")).to_contain_text("Your answer is counted.")


def test_a_class_is_asked_before_and_after(profiles: Profiles, server: Server) -> None:
    errors: list[str] = []
    right = [[question.answer for question in version_of(version)] for version in (0, 1)]
    wrong = [(answer + 1) % 3 for answer in right[0]]
    with visitor(profiles, errors, **LAPTOP) as teacher, visitor(profiles, errors, **PHONE) as phone:
        open_page(teacher, server, "Train")
        code = open_class(teacher)
        join(phone, server, code)
        others = [Follower(server, code) for _ in range(4)]
        panel = teacher.locator(".class-panel")
        panel.locator(".another-question summary").click()
        for version, name in enumerate(("Test before the lesson", "Test after it")):
            panel.get_by_role("button", name=name).click()
            expect(panel.locator("> .question-card .prompt")).to_have_text(
                "Fourteen questions, on your phone."
            )
            learned = 14 if version else 0
            take(phone, "Zebra", [*right[version][:learned], *wrong[learned:]])
            for at, one in enumerate(others):
                share = learned - at if version else 2
                answers = [
                    *right[version][:share],
                    *(0 if option else 1 for option in right[version][share:]),
                ]
                one.answer({"word": f"word {at}", "answers": answers})
            expect(panel.locator(".count").first).to_have_text("5 of 5 have answered")
            press(teacher, "Reveal")
            if not version:
                expect(panel.locator("> .question-card .options")).to_contain_text("5 answers kept")
                press(teacher, "Explain")
                press(teacher, "Go on")
        report = panel.locator("> .question-card .options")
        expect(report).to_contain_text("5 people learned 90% of what they did not know. 95% interval: ")
        expect(report.locator("tr")).to_have_count(15)
        expect(report.locator("tr").nth(1).locator("td").first).to_have_text("longest match")
        with teacher.expect_download() as saving:
            press(teacher, "Save the results")
        rows = list(csv.reader(io.StringIO(saving.value.path().read_text("utf-8-sig"))))
        assert any("95% interval" in cell for row in rows for cell in row)
        assert ["numbers: wrong, then right", "5"] in [[row[2], row[4]] for row in rows]
        assert not any("zebra" in cell.casefold() for row in rows for cell in row)
        end_class(teacher)
        for one in others:
            one.leave()
    assert not errors


def test_one_person_takes_it_twice_by_a_link(page: Page, server: Server) -> None:
    open_page(page, server, "Challenge", challenge_kind="twice")

    def answer(letters: str) -> None:
        for number, letter in enumerate(letters, start=1):
            expect(page.locator(".challenge-card .question")).to_contain_text(f"{number}. ")
            expect(page.locator(".challenge-card .verdict")).to_have_count(0)
            page.keyboard.press(letter)
            wait_for_run(page)

    answer("A" * 14)
    link = page.get_by_test_id("stCode").inner_text().strip()
    assert link.endswith("challenge_kind=twice&challenge_first=0" + "A" * 14)
    page.goto(link)
    wait_for_run(page)
    answer("".join("ABCD"[question.answer] for question in version_of(1)))
    expect(page.get_by_text("100% after")).to_be_visible()
    expect(page.get_by_text("an interval would be a guess")).to_be_visible()
