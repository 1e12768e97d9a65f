"""What stands on the cards of the challenge: the question, its options, and the reason of the answer."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import singledispatch

from bpe_core import BRANCHES, Tokenizer, TrainingHistory
from bpe_core.lessons.challenge import ChunkBranch, DearerText, NextPair, Question, TokenCost, WordCut
from explorer_ui.components.question.card import Card, Part, code, mark, number, passage, token
from explorer_ui.components.question.card import chunk as chunk_part
from explorer_ui.components.question.card import words as say
from explorer_ui.shell.names import PATTERNS, TIE_BREAKS, TOKENIZERS
from explorer_ui.shell.words import counted

_SHOWN_TOKENS = 320


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it was made from."""

    kind: str
    question: Question
    history: TrainingHistory
    tokenizer: Tokenizer
    from_sample: bool


def card_of(asked: Asked, picked: int | None, *, number: int, uncovered: bool = False) -> Card:
    """Return the card of question `number`: before its answer is picked or uncovered without any trace of it."""
    question = asked.question
    card = _card(question, asked)
    digest = hashlib.sha1(repr((number, question)).encode(), usedforsecurity=False)
    card = replace(card, card_id=digest.hexdigest()[:16])
    answered = replace(card, picked=picked, answer=question.answer)
    return covered(answered) if picked is None and not uncovered else answered


def covered(card: Card) -> Card:
    """Return a card as it is before its answer: what is not sent cannot be read in the browser's tools either."""
    return replace(card, picked=None, answer=None, figures=(), reason=())


@singledispatch
def _card(question: Question, _asked: Asked) -> Card:
    raise TypeError(f"no card is drawn for {type(question).__name__}")


@_card.register
def _pair_card(question: NextPair, asked: Asked) -> Card:
    history = asked.history
    base = history.base.vocab
    starts, ids = history.tokens_at(question.step)
    when = f"After {counted(question.step, 'merge')}" if question.step else "Before the first merge"
    whole = len(starts) <= _SHOWN_TOKENS
    where = (
        "the text is this" if whole else f"the text has {counted(len(starts), 'token')} and begins like this"
    )

    def parts(token_ids: Iterable[int]) -> list[Part]:
        return [token(id_, history.vocab[id_], learned=id_ not in base) for id_ in token_ids]

    def text() -> Iterator[Part]:
        named = {pair: mark(option) for option, pair in enumerate(question.options)}
        tokens = parts(ids[:_SHOWN_TOKENS].tolist())
        boundaries = history.boundaries_at(question.step)
        for i, part in enumerate(tokens):
            yield part
            # Two tokens that a chunk boundary parts are no pair.
            if i + 1 < len(tokens) and not boundaries[starts[i + 1] - 1]:
                pair = named.get((int(ids[i]), int(ids[i + 1])))
                if pair:
                    yield pair

    best = max(question.counts)
    if question.tied == 1:
        why = f"It stands {_times(best)} in the text, more often than any other pair."
    else:
        rule = TIE_BREAKS[history.tie_break]
        why = f"{question.tied:,} pairs lead with {best:,} each. Among equals the rule takes {rule}."
    lifted = history.lifted
    if history.recipe.split_pattern and (lifted is None or question.step < lifted.at):
        why += " Pairs across two chunks are not counted."
    return Card(
        card_id="",
        question="Which pair is merged next?",
        subject=[say(f"{when} {where}. A letter stands wherever its pair does."), *text()],
        options=[parts(pair) for pair in question.options],
        figures=[f"stands {_times(count)}" for count in question.counts],
        reason=[[say(why)]],
    )


@_card.register
def _cut_card(question: WordCut, asked: Asked) -> Card:
    tokenizer = asked.tokenizer
    encoding = tokenizer.trace(question.word)
    known = tokenizer.vocab
    merges: list[Part] = [say("The merges that were done, in this order:" if encoding.applied else "")]
    for merge in encoding.applied:
        left, right = merge.pair
        merges += [token(left, known[left]), token(right, known[right]), say(f"(rank {merge.rank})")]
    ids = ", ".join(map(str, encoding.ids))
    space = "with the space before them" if question.word.startswith(" ") else "with no space before them"
    figures = [counted(len(option), "token") for option in question.options]
    figures[question.answer] += f": {ids}"
    return Card(
        card_id="",
        question=f"How does {_named(tokenizer)} cut these letters, {space}?",
        subject=[chunk_part("", question.word, "")],
        options=[[token(place, part) for place, part in enumerate(option)] for option in question.options],
        figures=figures,
        reason=[
            merges if encoding.applied else [say("No merge applies to any two of its units.")],
            [say("Every part of the other answers is a token too, but these merges do not lead there.")],
        ],
    )


@_card.register
def _cost_card(question: TokenCost, asked: Asked) -> Card:
    tokenizer = asked.tokenizer
    text = question.text
    ids = tokenizer.encode_ordinary(text)
    size = len(text.encode("utf-8"))
    return Card(
        card_id="",
        question=f"How many tokens is this text for {_named(tokenizer)}?",
        subject=[passage(text)],
        options=[[number(option)] for option in question.options],
        reason=[
            [
                say(
                    f"{counted(len(text), 'character')}, {counted(size, 'byte')}, {counted(len(ids), 'token')}: "
                    f"{size / len(ids):.1f} bytes to a token on average. It is cut like this:"
                )
            ],
            [token(id_, tokenizer.vocab[id_]) for id_ in ids],
        ],
    )


@_card.register
def _dearer_card(question: DearerText, asked: Asked) -> Card:
    tokenizer = asked.tokenizer
    dear, cheap = question.answer, 1 - question.answer
    lengths = [len(text) for text in question.options]
    per_token = [length / cost for length, cost in zip(lengths, question.costs, strict=True)]
    if lengths[dear] < lengths[cheap]:
        why = "It has fewer characters and still costs more: "
    elif per_token[dear] < per_token[cheap]:
        why = "It has more characters, and its tokens are shorter as well: "
    else:
        why = "It costs more only because it is longer: "
    why += f"{per_token[dear]:.1f} characters to a token, against {per_token[cheap]:.1f}."
    cuts = [
        [say("AB"[option]), *(token(id_, tokenizer.vocab[id_]) for id_ in tokenizer.encode_ordinary(text))]
        for option, text in enumerate(question.options)
    ]
    return Card(
        card_id="",
        question=f"Which text costs more tokens with {_named(tokenizer)}?",
        subject=[],
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
        question=f"Which branch of the pattern of {PATTERNS[question.split_pattern]} takes the marked chunk?",
        subject=[chunk_part(question.before, question.chunk.text, question.after)],
        options=[[code(branches[n].pattern), say(branches[n].meaning)] for n in question.options],
        layout="rows",
        figures=figures,
        reason=[
            [
                say(
                    "At each place the branches are tried from the first on; the first that matches takes its chunk."
                )
            ]
        ],
    )


def _named(tokenizer: Tokenizer) -> str:
    # A tokenizer that was read from a file has the name that somebody gave it.
    known = TOKENIZERS.get(tokenizer.name)
    return known.sentence if known else TOKENIZERS["file"].sentence


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"
