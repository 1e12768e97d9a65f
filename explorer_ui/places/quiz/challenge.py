"""The Challenge view: a question on the visitor's text, the answer with its reason, and the score."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import count, islice
from textwrap import shorten

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.lessons.quiz.misconceptions import BY_HAND, QUESTION_KINDS, TWICE
from bpe_core.lessons.quiz.missed import Missed
from explorer_ui.browser.answers import heard
from explorer_ui.browser.assets import component
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.quiz.card import Card
from explorer_ui.places.quiz.challenge_cards import Asked, ask_of, card_of
from explorer_ui.places.quiz.challenge_sheet import different, gift, plain_question, sheet
from explorer_ui.places.quiz.challenge_steps import offer_step, take_back
from explorer_ui.places.quiz.twice import show_twice
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.choice import CHOICE_WIDTH, choose_tokenizer
from explorer_ui.tokenizers.tokenizers import Subject
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted

_TAKEN = 10
_TRIED = 5 * _TAKEN
_BEGINNING = 24
_UNCOVERED = "uncovered"

_mount = component("places/quiz/challenge_card")


def show_challenge(settings: Settings) -> Subject:
    """Draw the choice of questions, the question or its answer, and the score."""
    take_back()
    # The questions are about the text itself, even if it is a list of words with counts.
    request = replace(settings.training, as_counts=False)
    ask("Challenge")
    card = st.container(key="card")
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    kind = row.selectbox(
        "Ask me",
        ["any", *QUESTION_KINDS, TWICE],
        key="challenge_kind",
        format_func=lambda kind: (
            {"any": "anything", TWICE: "all, before and after"}.get(kind) or QUESTION_KINDS[kind]
        ),
        width=CHOICE_WIDTH,
    )
    tokenizer = choose_tokenizer(request, row)
    if kind == TWICE:
        with card:
            show_twice(
                lambda asked, take: challenge_card(
                    asked, on_pick=take, on_uncover=lambda: None, key="challenge_card"
                )
            )
        return request, lambda: tokenizer
    if st.session_state.challenge_seed is None:
        st.session_state.challenge_seed = secrets.randbelow(1_000_000)
    state = st.session_state

    def question(number: int) -> Asked:
        return ask_of(request.text, tokenizer, kind, number, seed=state.challenge_seed)

    number, name = Missed.split(state.challenge_again)
    asked = question(state.challenge_number if number is None else number)
    # If the text has changed, the missed question is a different one; the one before it has had its turn.
    if number is not None and digest_of(asked) != name:
        state.challenge_again = ""
        state.challenge_number += 1
        asked = question(state.challenge_number)
    picked = _answer_to(asked)
    uncovered = _is_uncovered(asked)
    with card:
        look_here("Challenge")
        challenge_card(
            card_of(asked, picked, number=_number(), uncovered=uncovered),
            on_pick=lambda answer: _take_answer(asked, answer),
            on_uncover=lambda: _uncover(asked),
            key="challenge_card",
        )
        if asked.from_sample:
            st.caption("No such question fits your text and tokenizer; this one is about another text.")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Next question",
                key="next_question",
                type="secondary" if picked is None and not uncovered else "primary",
                shortcut="N",
                on_click=_go_on,
            )
            offer_step(asked, picked)
            if state.challenge_again:
                st.caption("You missed this one before.")
            _score()
    st.checkbox(
        "Keep my score in this browser",
        key="keep_progress",
        help="Keeps the score, the missed questions and the quiz number, but not your text, in this browser's local "
        "storage until you switch this off.",
    )
    st.caption(
        f"Quiz {st.session_state.challenge_seed}. Everyone who opens the link to this page gets the same "
        "questions in the same order."
    )
    with st.popover("Save or print questions"):
        _take_along(kind, request.text, tokenizer)
    return request, lambda: tokenizer


def _take_along(kind: str, text: str, tokenizer: Tokenizer) -> None:
    seed = st.session_state.challenge_seed
    key = f"number of questions {kind} {seed} {text}"
    found = cached_with(tokenizer, key, lambda: len(_cards(kind, seed, text, tokenizer)))
    st.caption(
        f"{counted(found, 'different question')} of quiz {seed}, under the numbers that they have here. On paper, "
        "token boundaries are drawn into boxes; Moodle gets only questions with options."
    )
    for name, label, mime, written in (
        ("bpe-questions.html", "To print, with answers", "text/html", on_paper),
        ("bpe-questions.gift.txt", "For Moodle (GIFT)", "text/plain", for_moodle),
    ):
        file = cached_call(name, written, (kind, seed), text, tokenizer)
        st.download_button(label, file, name, mime, key=f"take_{name}", on_click="ignore")


def on_paper(challenge: tuple[str, int], text: str, tokenizer: Tokenizer) -> bytes:
    """Return up to ten questions as a page to print, with the answers; a challenge is a kind and a seed."""
    return sheet(_cards(*challenge, text, tokenizer), _title(challenge)).encode("utf-8")


def for_moodle(challenge: tuple[str, int], text: str, tokenizer: Tokenizer) -> bytes:
    """Return the questions for Moodle, without those that place token boundaries."""
    kind, seed = challenge
    # Moodle needs options to choose from.
    cards = _cards("any" if kind == BY_HAND else kind, seed, text, tokenizer)
    return gift([plain_question(card) for card in cards if card.options], _title(challenge)).encode("utf-8")


def _title(challenge: tuple[str, int]) -> str:
    return f"Byte-pair encoding, quiz {challenge[1]}"


def _cards(kind: str, seed: int, text: str, tokenizer: Tokenizer) -> list[Card]:
    # A trained tokenizer has no name outside the app.
    beginning = shorten(text, _BEGINNING, placeholder=" …")
    called = f"the tokenizer trained on “{beginning}”" if tokenizer.name == "trained" else ""
    asked = (ask_of(text, tokenizer, kind, number, seed=seed) for number in count())
    cards = (
        card_of(one if one.from_sample else replace(one, called=called), one.question.answer, number=number)
        for number, one in enumerate(islice(asked, _TRIED))
    )
    return different(cards, _TAKEN)


def _answer_to(asked: Asked) -> int | None:
    name, _, answer = st.session_state.challenge_answer.rpartition(" ")
    return int(answer) if name == _named(asked) and answer.isdecimal() else None


def _is_uncovered(asked: Asked) -> bool:
    answer: str = st.session_state.challenge_answer
    return answer == f"{_named(asked)} {_UNCOVERED}"


def _number() -> int:
    again = Missed.split(st.session_state.challenge_again)[0]
    return st.session_state.challenge_number if again is None else again


def digest_of(asked: Asked) -> str:
    """Return a digest that identifies a question."""
    return sha256(repr(asked.question).encode()).hexdigest()[:16]


def _named(asked: Asked) -> str:
    return f"{_number()} {digest_of(asked)}"


def _take_answer(asked: Asked, answer: int) -> None:
    if _answer_to(asked) is not None or _is_uncovered(asked):
        return
    state = st.session_state
    state.challenge_answer = f"{_named(asked)} {answer}"
    right, out_of = state.challenge_score.get(asked.kind, (0, 0))
    is_right = answer == asked.question.answer
    # Not changed in place: the initial mapping is the default of every session.
    state.challenge_score = {**state.challenge_score, asked.kind: (right + is_right, out_of + 1)}
    if not is_right:
        state.challenge_missed = Missed.read(state.challenge_missed).with_one(_named(asked)).written


def _uncover(asked: Asked) -> None:
    # The class answers, so nothing is counted in the teacher's score.
    if _answer_to(asked) is None:
        st.session_state.challenge_answer = f"{_named(asked)} {_UNCOVERED}"


def _go_on() -> None:
    state = st.session_state
    missed = Missed.read(state.challenge_missed)
    missed, state.challenge_again = missed.after_one_more(asked_again=bool(state.challenge_again))
    state.challenge_missed = missed.written
    state.challenge_answer = ""
    state.challenge_number += not state.challenge_again


def _score() -> None:
    score: Mapping[str, tuple[int, int]] = st.session_state.challenge_score
    if not score:
        with st.container(key="keys"):
            st.caption("The key of a letter answers, N asks the next question.")
        return
    right, out_of = (sum(column) for column in zip(*score.values(), strict=True))
    kinds = " · ".join(
        f"{QUESTION_KINDS[kind]} {score[kind][0]} of {score[kind][1]}"
        for kind in QUESTION_KINDS
        if kind in score
    )
    st.markdown(f"**{right} of {out_of} right.** {kinds}")
    st.button("Count again", key="count_again", type="tertiary", on_click=_count_again)


def _count_again() -> None:
    st.session_state.update(challenge_score={}, challenge_missed="", challenge_again="")


def challenge_card(
    card: Card,
    *,
    on_pick: Callable[[int], None],
    on_uncover: Callable[[], None],
    key: str,
) -> None:
    """Draw a card.

    Before the next run, `on_pick` gets the chosen answer (the index of an option, or a bit for each gap), and
    `on_uncover` is called when the answer is revealed to an audience.
    """

    def pick() -> None:
        picked = heard(key, "picked")
        # The browser's answer counts only for the question that the browser was shown.
        if isinstance(picked, Mapping) and picked.get("card_id") == card.card_id:
            answer, gaps = picked.get("option"), max(len(card.units) - 1, 0)
            if type(answer) is int and 0 <= answer < (2**gaps if gaps else len(card.options)):
                on_pick(answer)

    def uncover() -> None:
        uncovered = heard(key, "uncovered")
        if isinstance(uncovered, Mapping) and uncovered.get("card_id") == card.card_id:
            on_uncover()

    _mount(
        key=key,
        data=asdict(card),
        default={"picked": None, "uncovered": None},
        on_picked_change=pick,
        on_uncovered_change=uncover,
    )
