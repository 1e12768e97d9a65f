"""The fourteen questions before and after a lesson, on the phones of a class."""

import csv
import io

from class_lesson import LAPTOP, PHONE, Follower, end_class, join, open_class, press, visitor
from driver import Server, open_page
from playwright.sync_api import Page, expect
from profiles import Profiles

from bpe_core.lessons.quiz.misconceptions import version_of


def take(phone: Page, word: str, answers: list[int], *, reload_at: int | None = None) -> None:
    """Answer a test on a phone, which is reloaded in the middle of it if `reload_at` is a question."""
    phone.get_by_label("Your word").fill(word)
    phone.get_by_role("button", name="Begin").click()
    for number, answer in enumerate(answers, start=1):
        expect(phone.locator(".test-sheet > .count")).to_have_text(f"Question {number} of 14")
        if number == reload_at:
            phone.reload()
            expect(phone.locator(".test-sheet > .count")).to_have_text(f"Question {number} of 14")
        if number == len(answers):
            phone.route("**/vote*", lambda route: route.abort())
        phone.locator(".test-sheet .option").nth(answer).click()
    # A sheet that has not arrived is not called counted, and is sent again after a reload too.
    note = phone.locator(".follower > .question-card .note")
    expect(note).to_contain_text("No connection.")
    phone.unroute("**/vote*")
    phone.reload()
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
            take(
                phone,
                "Zebra",
                [*right[version][:learned], *wrong[learned:]],
                reload_at=None if version else 5,
            )
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
        # On the phone, the table scrolls with the page alone.
        expect(phone.locator(".report tr")).to_have_count(15)
        sizes = "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [scrollWidth - clientWidth, scrollHeight - clientHeight]"
        assert phone.locator(".options:has(.report)").evaluate(sizes) == [0, 0]
        with teacher.expect_download() as saving:
            press(teacher, "Save the results")
        rows = list(csv.reader(io.StringIO(saving.value.path().read_text("utf-8-sig"))))
        assert any("95% interval" in cell for row in rows for cell in row)
        assert ["numbers: wrong, then right", "5"] in [[row[2], row[4]] for row in rows]
        assert not any("zebra" in cell.casefold() for row in rows for cell in row)
        end_class(teacher)
        for one in others:
            one.leave()
    assert not [error for error in errors if "ERR_FAILED" not in error]
