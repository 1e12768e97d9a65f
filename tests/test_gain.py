"""What was learned between two tests: the interval covers the true gain, and the beliefs that are left come back."""

import random

import pytest

from bpe_core.lessons.quiz.gain import movements, normalized_gain, share_right, t_quantile
from bpe_core.lessons.quiz.misconceptions import LESSON_KINDS, version_of
from explorer_ui.places.quiz.twice import first_answers, written_answers

QUESTIONS = len(LESSON_KINDS)


@pytest.mark.parametrize(("students", "classes"), [(5, 600), (20, 400), (100, 200)])
def test_the_interval_covers_the_true_gain(students: int, classes: int) -> None:
    rng = random.Random(students)
    covered = 0
    for _ in range(classes):
        # Each wrong answer becomes right with a probability of one half.
        scores = []
        for _ in range(students):
            knows = rng.betavariate(4, 4)
            before = [rng.random() < knows for _ in range(QUESTIONS)]
            after = [right or rng.random() < 0.5 for right in before]
            scores.append((sum(before) / QUESTIONS, sum(after) / QUESTIONS))
        found = normalized_gain(scores)
        covered += found.low is not None and found.high is not None and found.low <= 0.5 <= found.high
    # Three standard errors of so few classes below 95; docs/course.md has the figures of 2,000.
    assert 0.95 - 3 * (0.95 * 0.05 / classes) ** 0.5 - 0.01 < covered / classes < 0.99


def test_student_is_as_in_the_tables() -> None:
    for freedom, printed in ((4, 2.776), (9, 2.262), (19, 2.093), (30, 2.042), (99, 1.984), (1000, 1.962)):
        assert t_quantile(freedom) == pytest.approx(printed, rel=0.001)


@pytest.mark.parametrize(
    ("scores", "gain", "why"),
    [
        ([(0.5, 0.7)] * 4, 0.4, "five"),
        ([], None, "Nobody took both tests."),
        ([(1.0, 0.5)] * 9, None, "All answers were right before."),
        ([(1.0, 1.0)] * 8 + [(13 / 14, 1.0)], 1, "no end"),
    ],
)
def test_without_an_interval_it_says_why(scores, gain, why):
    found = normalized_gain(scores)
    assert found.gain == (gain and pytest.approx(gain))
    assert found.low is None
    assert why in found.why


@pytest.mark.parametrize("version", [0, 1])
def test_beliefs_of_simulated_students_come_back_as_the_most_frequent(version: int) -> None:
    rng = random.Random(version)
    first, second = version_of(version), version_of(1 - version)
    held = [rng.choice([belief for belief in question.beliefs if belief]) for question in second]
    before = [[rng.randrange(len(question.options)) for question in first] for _ in range(40)]
    after = [
        [
            question.beliefs.index(belief) if rng.random() < 0.6 else rng.randrange(len(question.options))
            for question, belief in zip(second, held, strict=True)
        ]
        for _ in range(40)
    ]
    moved = movements(before, after, version=version)
    assert [one.left for one in moved] == held
    assert [one.held for one in moved] == [
        sum(question.beliefs[sheet[at]] == belief for sheet in after)
        for at, (question, belief) in enumerate(zip(second, held, strict=True))
    ]
    for at, one in enumerate(moved):
        right = [
            (b[at] == first[at].answer, a[at] == second[at].answer)
            for b, a in zip(before, after, strict=True)
        ]
        assert (one.learned, one.kept) == (right.count((False, True)), right.count((True, True)))
        assert (one.lost, one.missed) == (right.count((True, False)), right.count((False, False)))
    perfect = [[question.answer for question in second]] * 40
    assert {(one.left, one.held) for one in movements(before, perfect, version=version)} == {("", 0)}
    assert share_right(perfect[0], 1 - version) == 1


def test_answers_are_a_few_letters_in_a_link_and_others_are_ignored() -> None:
    answers = [question.answer for question in version_of(0)]
    assert first_answers(written_answers(0, answers)) == (0, answers)
    assert len(written_answers(0, answers)) == 15
    for written in ("", "0", "2" + "A" * 14, "0" + "E" * 14, "0" + "D" * 14, "x" * 15):
        assert first_answers(written) is None
