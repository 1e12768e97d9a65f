"""The questions of the Challenge, made from a text, its training and a tokenizer, and their cards.

A number and a seed select a question. Its card has the question, its options, and the reason for the answer.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from random import Random

from bpe_core import BRANCHES, Tokenizer, TrainingHistory, replace_lone_surrogates
from bpe_core.lessons.quiz.challenge import (
    ChunkBranch,
    DearerText,
    HandCut,
    NextPair,
    Question,
    TokenCost,
    WordCut,
)
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS, Material, kinds_in_turn
from bpe_core.lessons.tokens.single_words import RankedMerge, WorkedWord
from explorer_ui.browser.packing import base64_of
from explorer_ui.places.quiz.card import Card, Part, code, mark, merge, number, passage, token
from explorer_ui.places.quiz.card import chunk as chunk_part
from explorer_ui.places.quiz.card import words as say
from explorer_ui.visit.names import PATTERNS, TOKENIZERS
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.words import counted


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it was made from; `called` is the tokenizer's name outside the app."""

    kind: str
    question: Question
    tokenizer: Tokenizer
    from_sample: bool
    called: str = ""


_READ = 20_000
_LANGUAGES = ("English", "Spanish", "Greek", "Hindi", "Japanese")


def card_of(asked: Asked, picked: int | None, *, number: int, uncovered: bool = False) -> Card:
    """Return the card of question `number`; it contains the answer only once an option is picked or the answer is revealed."""
    question = asked.question
    card = _card(question, asked)
    if isinstance(question, HandCut):
        card = replace(card, reason=[*_gaps_told(question, picked), *card.reason])
    digest = hashlib.sha1(repr((number, question)).encode(), usedforsecurity=False)
    card = replace(card, card_id=digest.hexdigest()[:16])
    answered = replace(card, picked=picked, answer=question.answer)
    return covered(answered) if picked is None and not uncovered else answered


def covered(card: Card) -> Card:
    """Return the unanswered card. The answer is not sent, so the browser's developer tools cannot show it."""
    return replace(card, picked=None, answer=None, figures=(), reason=())


@singledispatch
def _card(question: Question, _asked: Asked) -> Card:
    raise TypeError(f"no card is drawn for {type(question).__name__}")


@_card.register
def _pair_card(question: NextPair, _asked: Asked) -> Card:
    history = question.history
    base = history.base.vocab
    starts, ids = (array.tolist() for array in history.tokens_at(question.step))
    when = f"after {counted(question.step, 'merge')}" if question.step else "before the first merge"

    def parts(token_ids: Iterable[int]) -> list[Part]:
        return [token(id_, history.vocab[id_], learned=id_ not in base) for id_ in token_ids]

    def text() -> Iterator[Part]:
        named = {pair: mark(option) for option, pair in enumerate(question.options)}
        boundaries = history.boundaries_at(question.step)
        for i, part in enumerate(parts(ids)):
            yield part
            # Two tokens separated by a chunk boundary are not a pair.
            if i + 1 < len(ids) and not boundaries[starts[i + 1] - 1]:
                pair = named.get((ids[i], ids[i + 1]))
                if pair:
                    yield pair

    why = f"It occurs {_times(max(question.counts))}, more often than any other pair."
    if history.recipe.split_pattern:
        why += " Pairs across two chunks are not counted."
    return Card(
        card_id="",
        question="Which pair is merged next?",
        subject=[
            say(f"Training on this text alone, {when}. Each letter marks where its pair occurs."),
            *text(),
        ],
        options=[parts(pair) for pair in question.options],
        figures=[f"occurs {_times(count)}" for count in question.counts],
        reason=[[say(why)]],
    )


@_card.register
def _hand_card(question: HandCut, asked: Asked) -> Card:
    return Card(
        card_id="",
        question=f"Where are the token boundaries of {_named(asked)}?",
        subject=_with_merges(question.work),
        options=[],
        reason=[_applied(question.work)],
        units=[base64_of(unit) for unit in question.work.units],
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


@_card.register
def _cut_card(question: WordCut, asked: Asked) -> Card:
    return Card(
        card_id="",
        question=f"How does {_named(asked)} tokenize these letters?",
        subject=_with_merges(question.work),
        options=[[token(place, part) for place, part in enumerate(option)] for option in question.options],
        figures=[counted(len(option), "token") for option in question.options],
        reason=[
            _applied(question.work),
            [say("Every part of the other answers is a token too, but these merges do not lead there.")],
        ],
    )


@_card.register
def _cost_card(question: TokenCost, asked: Asked) -> Card:
    work = question.work
    return Card(
        card_id="",
        question=f"Into how many tokens does {_named(asked)} split these letters?",
        subject=_with_merges(work),
        options=[[number(option)] for option in question.options],
        reason=[
            _applied(work),
            [say("The tokens are:"), *(token(place, part) for place, part in enumerate(work.tokens))],
        ],
    )


def _with_merges(work: WorkedWord) -> list[Part]:
    space = "with the space before it" if work.word.startswith(" ") else "with no space before it"
    return [
        chunk_part("", work.word, ""),
        say(
            f"A word {space}. The merges that could apply in it, by rank. The lowest rank is applied first; some of these merges never apply:"
        ),
        *map(_merge, work.merges),
    ]


def _applied(work: WorkedWord) -> list[Part]:
    applied = sorted((found for found in work.closed_by if found), key=lambda found: found.number or 0)
    return [say("The merges applied, in this order:"), *map(_merge, applied)]


def _merge(found: RankedMerge) -> Part:
    return merge(found.rank, found.left, found.right)


def _unit(unit: bytes) -> Part:
    return token(0, unit, learned=False)


@_card.register
def _dearer_card(question: DearerText, asked: Asked) -> Card:
    tokenizer = asked.tokenizer
    dear, cheap = question.answer, 1 - question.answer
    lengths = [len(text) for text in question.options]
    per_token = [length / cost for length, cost in zip(lengths, question.costs, strict=True)]
    if lengths[dear] < lengths[cheap]:
        why = "It has fewer characters and still takes more tokens: "
    elif per_token[dear] < per_token[cheap]:
        why = "It has more characters, and its tokens are shorter as well: "
    else:
        why = "It takes more tokens only because it is longer: "
    why += f"{per_token[dear]:.1f} characters per token, compared with {per_token[cheap]:.1f}."
    cuts = [
        [say("AB"[option]), *(token(id_, tokenizer.vocab[id_]) for id_ in tokenizer.encode_ordinary(text))]
        for option, text in enumerate(question.options)
    ]
    return Card(
        card_id="",
        question=f"Which text takes more tokens with {_named(asked)}?",
        subject=[say("An estimate is enough: one text takes at least a quarter more tokens than the other.")],
        options=[[passage(text)] for text in question.options],
        layout="rows",
        figures=[
            f"{counted(cost, 'token')}, {counted(length, 'character')}"
            for cost, length in zip(question.costs, lengths, strict=True)
        ],
        reason=[[say(why)], *cuts],
    )


@_card.register
def _branch_card(question: ChunkBranch, _asked: Asked) -> Card:
    branches = BRANCHES[question.split_pattern]
    figures = [
        "would match here too, but is tried later" if also else "does not match here"
        for also in question.matches
    ]
    right = question.chunk.branch
    figures[question.answer] = f"branch {right + 1} of {len(branches)}"
    return Card(
        card_id="",
        question=f"Which branch of the pattern of {PATTERNS[question.split_pattern]} matches the marked chunk?",
        subject=[
            chunk_part(question.before, question.chunk.text, question.after),
            say("The branches are tried in this order, and the first that matches takes the chunk."),
        ],
        options=[[code(branches[n].pattern), say(branches[n].meaning)] for n in question.options],
        layout="rows",
        figures=figures,
        reason=[
            [say("At each place the branches are tried in order; the first that matches takes its chunk.")]
        ],
    )


def _named(asked: Asked) -> str:
    # A tokenizer read from a file has a name that somebody else chose.
    return asked.called or TOKENIZERS.get(asked.tokenizer.name, TOKENIZERS["file"]).sentence


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"


def material_of(text: str, history: TrainingHistory, tokenizer: Tokenizer) -> Material:
    """Return what the questions about a text are made from; a long text is shortened."""
    foreign = [parallel_texts()[name] for name in _LANGUAGES]
    return Material(replace_lone_surrogates(text)[:_READ], history, tokenizer, foreign)


def ask_of(
    material: Material, kinds: Sequence[str], number: int, *, seed: int, from_sample: bool = False
) -> Asked | None:
    """Return question `number`, of the first kind that the material allows, beginning at the kind whose turn it is, or None."""
    for kind in kinds_in_turn(kinds, number):
        rng = Random(f"{seed} {number}")  # noqa: S311 - not used for security
        question = QUESTION_KINDS[kind].make(material, rng)
        if question:
            return Asked(kind, question, material.tokenizer, from_sample)
    return None
