"""The questions of the Quiz, made from a text and a tokenizer, and their cards.

A number and a seed select a question. Its card has the question, its options, and the reason for the answer.
"""

import hashlib
from dataclasses import dataclass, replace
from random import Random

from bpe_core import Tokenizer, load_published
from bpe_core.lessons.quiz.by_hand import HandCut, hand_cut, has_blocked, words
from bpe_core.lessons.quiz.misconceptions import (
    BY_HAND,
    QUESTION_KINDS,
    TEXTS,
    LessonQuestion,
    Shown,
    lesson_question,
)
from bpe_core.lessons.tokens.single_words import RankedMerge, WorkedWord
from explorer_ui.browser.packing import base64_of
from explorer_ui.places.quiz.card import Card, Part, merge, number, passage, token
from explorer_ui.places.quiz.card import words as say
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.words import readable

_READ = 20_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it was made from; `called` is the tokenizer's name outside the app."""

    kind: str
    question: LessonQuestion | HandCut
    tokenizer: Tokenizer
    from_sample: bool
    called: str = ""


def ask_of(text: str, tokenizer: Tokenizer, kind: str, number: int, *, seed: int) -> Asked:
    """Return question `number` of a kind, or of the kind whose turn it is if `kind` is "any".

    If the text allows no such question, it is about another one, and about GPT-2 if it needs a tokenizer.

    >>> asked = ask_of("low lower", load_published("gpt2"), "any", 7, seed=1)
    >>> asked.kind, asked.from_sample
    ('numbers', False)
    """
    kind = list(QUESTION_KINDS)[number % len(QUESTION_KINDS)] if kind == "any" else kind
    text, sample = text[:_READ], TEXTS[(number + seed) % len(TEXTS)]
    for from_sample in (False, True):
        rng = Random(f"{seed} {number}")  # noqa: S311 - not used for security
        read, used = (sample, load_published("gpt2")) if from_sample else (text, tokenizer)
        by_hand = kind == BY_HAND
        question = hand_cut(used, words(read), rng) if by_hand else lesson_question(kind, read, rng)
        if question:
            return Asked(kind, question, used, from_sample)
    raise LookupError(f"no text has a question of the kind {kind!r}")


def card_of(asked: Asked, picked: int | None, *, number: int, uncovered: bool = False) -> Card:
    """Return the card of question `number`; it contains the answer only once an option is picked or the answer is revealed."""
    question = asked.question
    card = _hand_card(question, asked, picked) if isinstance(question, HandCut) else lesson_card(question)
    digest = hashlib.sha1(repr((number, question)).encode(), usedforsecurity=False)
    card = replace(card, card_id=digest.hexdigest()[:16], number=number + 1)
    answered = replace(card, picked=picked, answer=question.answer)
    return covered(answered) if picked is None and not uncovered else answered


def covered(card: Card) -> Card:
    """Return the unanswered card. The answer is not sent, so the browser's developer tools cannot show it."""
    return replace(card, picked=None, answer=None, figures=(), reason=())


def lesson_card(question: LessonQuestion) -> Card:
    """Return the card of one of the fourteen questions; each wrong option says what it assumes."""
    options = [_shown(option) for option in question.options]
    wide = any(len(option) > 8 or (option[0][0] == "words" and len(option[0][1]) > 24) for option in options)
    return Card(
        card_id="",
        question=question.prompt,
        subject=[part for shown in question.subject for part in _shown(shown, subject=True)],
        options=options,
        layout="rows" if wide else "grid",
        figures=[belief and f"assumes that {belief}" for belief in question.beliefs],
        reason=[[say(question.reason)]],
        answer=question.answer,
    )


def _shown(shown: Shown, *, subject: bool = False) -> list[Part]:
    match shown:
        case RankedMerge():
            return [_merge(shown)]
        case int():
            return [number(shown)]
        case str():
            return [passage(shown) if subject else say(shown)]
        case _:
            return [token(place, part) for place, part in enumerate(shown)]


def _hand_card(question: HandCut, asked: Asked, picked: int | None) -> Card:
    work = question.work
    applied = sorted((found for found in work.closed_by if found), key=lambda found: found.number or 0)
    return Card(
        card_id="",
        question=f"Where are the token boundaries of {_named(asked)}?",
        subject=_with_merges(work),
        options=[],
        reason=[
            *_gaps_told(question, picked),
            [say("The merges applied, in this order:"), *map(_merge, applied)],
        ],
        units=[base64_of(unit) for unit in work.units],
    )


def _gaps_told(question: HandCut, picked: int | None) -> list[list[Part]]:
    """Return, for each gap that was answered wrongly, which merge closes it, or that no merge does."""
    work = question.work
    told = []
    for gap in wrong_gaps(work, picked, question.answer):
        around = [_unit(work.units[gap]), _unit(work.units[gap + 1])]
        closed_by = work.closed_by[gap]
        if closed_by:
            told.append([say("The gap between"), *around, say("is closed by merge"), _merge(closed_by)])
        else:
            told.append([say("No merge closes the gap between"), *around])
    return told


def wrong_gaps(work: WorkedWord, picked: int | None, answer: int) -> list[int]:
    """Return the gaps at which the bits of `picked` and `answer` differ."""
    wrong = 0 if picked is None else picked ^ answer
    return [gap for gap in range(len(work.closed_by)) if wrong >> gap & 1]


def _with_merges(work: WorkedWord) -> list[Part]:
    space = "with the space before it" if work.word.startswith(" ") else "with no space before it"
    never = "; some of these merges never apply" if has_blocked(work) else ""
    return [
        passage(readable(work.word.encode())),
        say(
            f"A word {space}. The merges that could apply in it, by rank. The lowest rank is applied first{never}:"
        ),
        *map(_merge, work.merges),
    ]


def _merge(found: RankedMerge) -> Part:
    return merge(found.rank, found.left, found.right)


def _unit(unit: bytes) -> Part:
    return token(0, unit, learned=False)


def _named(asked: Asked) -> str:
    # A tokenizer read from a file has a name that somebody else chose.
    return asked.called or TOKENIZERS.get(asked.tokenizer.name, TOKENIZERS["file"]).sentence
