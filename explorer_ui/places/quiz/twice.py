"""The fourteen questions before and after a lesson, for one person: the link keeps the first answers, and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from bpe_core.lessons.quiz.gain import movements, share_right
from bpe_core.lessons.quiz.misconceptions import LESSON_KINDS, TWICE, version_of
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.quiz.challenge_cards import covered, lesson_card
from explorer_ui.visit.words import percent

LETTERS = "ABCD"


def first_answers(written: str) -> tuple[int, list[int]] | None:
    """Return the version and the answers in a link; None if there are none.

    >>> first_answers("1" + "A" * 14) == (1, [0] * 14), first_answers("1ABC"), first_answers("")
    (True, None, None)
    """
    if len(written) != 1 + len(LESSON_KINDS) or written[0] not in "01":
        return None
    version = int(written[0])
    answers = [LETTERS.find(letter) for letter in written[1:]]
    fits = all(
        0 <= answer < len(question.options)
        for answer, question in zip(answers, version_of(version), strict=True)
    )
    return (version, answers) if fits else None


def written_answers(version: int, answers: list[int]) -> str:
    """Return answers as a link has them."""
    return str(version) + "".join(LETTERS[answer] for answer in answers)


def show_twice(draw: Callable[[Card, Callable[[int], None]], None]) -> None:
    """Draw the next question of the test, or its link, or what was learned; `draw` draws a card."""
    state = st.session_state
    first = first_answers(state.challenge_first)
    version = 1 - first[0] if first else 0
    questions, answers = version_of(version), list(state.challenge_twice)
    if len(answers) < len(questions):
        card = covered(lesson_card(questions[len(answers)]))
        asked = replace(card, card_id=f"{version} {len(answers)}", number=len(answers) + 1)
        draw(asked, lambda option: state.update(challenge_twice=(*answers, option)))
        st.caption(
            f"Question {len(answers) + 1} of {len(questions)}, {'after' if first else 'before'} the lesson. "
            "What is right is said after the second time."
        )
    elif first is None:
        query = urlencode({"challenge_kind": TWICE, "challenge_first": written_answers(version, answers)})
        st.markdown("Now take your lesson. This link, today or in a week, asks fourteen other questions:")
        st.code(f"{(st.context.url or '').split('?')[0]}?{query}", language=None)
    else:
        _report(first[0], first[1], answers)
    if answers:
        st.button("Begin again", key="twice_again", on_click=lambda: state.update(challenge_twice=()))


def _report(version: int, before: list[int], after: list[int]) -> None:
    first, second = share_right(before, version), share_right(after, 1 - version)
    learned = " Fewer answers were right the second time." if second < first else ""
    if second > first:
        learned = f" You learned {percent((second - first) / (1 - first))} of what you did not know."
    st.markdown(f"**{percent(first)} right before, {percent(second)} after.**{learned}")
    rows = [
        {
            "question": LESSON_KINDS[one.kind][0],
            "before": "right" if one.kept or one.lost else "wrong",
            "after": "right" if one.kept or one.learned else "wrong",
            "assumed after": one.left,
        }
        for one in movements([before], [after], version=version)
    ]
    st.dataframe(rows, hide_index=True, width="stretch", height=38 + 35 * len(rows))
