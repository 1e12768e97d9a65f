"""The Challenge view: a question on the visitor's text, the answer with its reason, and the score."""

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import streamlit as st

from bpe_core import (
    BRANCHES,
    BpeError,
    Tokenizer,
    TrainingHistory,
    load_published,
    replace_lone_surrogates,
    train,
)
from bpe_core.lessons.challenge import (
    ChunkBranch,
    DearerText,
    NextPair,
    Question,
    TokenCost,
    WordCut,
    chunk_branch,
    dearer_text,
    next_pair,
    passages,
    token_cost,
    word_cut,
    words,
)
from explorer_ui.components.card.challenge_card import (
    Card,
    Part,
    challenge_card,
    code,
    number,
    passage,
    token,
)
from explorer_ui.components.card.challenge_card import chunk as chunk_part
from explorer_ui.components.card.challenge_card import words as say
from explorer_ui.frame.samples import parallel_texts, sample_text
from explorer_ui.frame.state import TIE_BREAKS, Settings
from explorer_ui.frame.words import counted
from explorer_ui.work.tokenizers import TOKENIZERS, choose_tokenizer
from explorer_ui.work.training_runs import train_with_progress

KINDS = {
    "pair": "the next pair",
    "cut": "how a word is cut",
    "cost": "how many tokens",
    "dearer": "which text is dearer",
    "branch": "which branch takes a chunk",
}
"""The kinds of question, in the order in which they come round."""

_READ = 20_000
_SHOWN_TOKENS = 320
_SAMPLE_MERGES = 60
_PATTERN_NAMES = {"gpt2": "GPT-2", "cl100k_base": "GPT-4", "o200k_base": "GPT-4o"}
_LANGUAGES = ("English", "Spanish", "Greek", "Hindi", "Japanese")


def show_challenge(settings: Settings) -> None:
    """Draw the choice of questions, the question or its answer, and the score."""
    left, right = st.columns(2)
    with left:
        kind = st.selectbox(
            "Ask me",
            ["any", *KINDS],
            key="challenge_kind",
            format_func=({"any": "anything"} | KINDS).__getitem__,
        )
    try:
        with right:
            tokenizer = choose_tokenizer(settings)
        history = train_with_progress(settings)
    except BpeError as error:
        # st.code, because the sentence quotes what somebody typed.
        st.code(str(error), language=None, wrap_lines=True)
        return
    if st.session_state.challenge_seed is None:
        st.session_state.challenge_seed = secrets.randbelow(1 << 32)
    asked = _ask(kind, settings.text, history, tokenizer)
    picked = _answer_to(asked)
    challenge_card(
        _card(asked, picked), on_pick=lambda option: _take_answer(asked, option), key="challenge_card"
    )
    if asked.from_sample:
        st.caption("Your text has no such question in it; this one is asked of a sample text and GPT-2.")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Next question",
            key="next_question",
            type="secondary" if picked is None else "primary",
            shortcut="N",
            on_click=_go_on,
        )
        _score()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what it was made from."""

    kind: str
    question: Question
    history: TrainingHistory
    tokenizer: Tokenizer
    from_sample: bool


def _ask(kind: str, text: str, history: TrainingHistory, tokenizer: Tokenizer) -> Asked:
    asked_before = st.session_state.challenge_number
    kinds = list(KINDS)
    first = asked_before % len(kinds)
    order = kinds[first:] + kinds[:first] if kind == "any" else [kind]
    seed = f"{st.session_state.challenge_seed} {asked_before}"
    own = replace_lone_surrogates(text)[:_READ]
    sources = [(choice, own, history, tokenizer) for choice in order]
    sources.append((order[0], sample_text("prose"), _sample_history(), load_published("gpt2")))
    for source in sources:
        question = _make(*source, Random(seed))  # noqa: S311 - it picks a question and guards no secret
        if question:
            choice, _, history, tokenizer = source
            return Asked(choice, question, history, tokenizer, from_sample=source is sources[-1])
    raise LookupError(f"the sample text has no question of the kind {kind!r}")


@cache
def _sample_history() -> TrainingHistory:
    return train(sample_text("prose"), recipe="gpt2", num_merges=_SAMPLE_MERGES)


def _make(
    kind: str, text: str, history: TrainingHistory, tokenizer: Tokenizer, rng: Random
) -> Question | None:
    if kind == "pair":
        return next_pair(history, rng)
    if kind == "cut":
        return word_cut(tokenizer, words(text), rng)
    if kind == "cost":
        return token_cost(tokenizer, passages(text), rng)
    if kind == "dearer":
        own = passages(text)
        foreign = [passage for name in _LANGUAGES for passage in passages(parallel_texts()[name])]
        return dearer_text(tokenizer, rng.sample(own, min(len(own), len(foreign))) + foreign, rng)
    return chunk_branch(_pattern_of(tokenizer), text, rng)


def _pattern_of(tokenizer: Tokenizer) -> str:
    pattern = tokenizer.recipe.split_pattern
    return pattern if pattern and pattern in BRANCHES else "gpt2"


def _answer_to(asked: Asked) -> int | None:
    answered = st.session_state.challenge_answer
    if answered is None or answered[:2] != (st.session_state.challenge_number, asked.question):
        return None
    option: int = answered[2]
    return option


def _take_answer(asked: Asked, option: int) -> None:
    if _answer_to(asked) is not None:
        return
    state = st.session_state
    state.challenge_answer = (state.challenge_number, asked.question, option)
    right, out_of = state.challenge_score.get(asked.kind, (0, 0))
    score = (right + (option == asked.question.answer), out_of + 1)
    # A new mapping: the first one is the default of every session.
    state.challenge_score = {**state.challenge_score, asked.kind: score}


def _go_on() -> None:
    st.session_state.challenge_number += 1


def _score() -> None:
    score: Mapping[str, tuple[int, int]] = st.session_state.challenge_score
    if not score:
        st.caption("Press A, B, C or D, or click. N asks the next question.")
        return
    right, out_of = (sum(column) for column in zip(*score.values(), strict=True))
    kinds = " · ".join(
        f"{KINDS[kind]} {score[kind][0]} of {score[kind][1]}" for kind in KINDS if kind in score
    )
    st.markdown(f"**{right} of {out_of} right.** {kinds}")
    st.button("Count anew", key="count_anew", type="tertiary", on_click=_count_anew)


def _count_anew() -> None:
    st.session_state.challenge_score = {}


# ---- the cards


def _card(asked: Asked, picked: int | None) -> Card:
    question = asked.question
    if isinstance(question, NextPair):
        card = _pair_card(question, asked.history)
    elif isinstance(question, WordCut):
        card = _cut_card(question, asked.tokenizer)
    elif isinstance(question, TokenCost):
        card = _cost_card(question, asked.tokenizer)
    elif isinstance(question, DearerText):
        card = _dearer_card(question, asked.tokenizer)
    else:
        card = _branch_card(question)
    digest = hashlib.sha1(repr((st.session_state.challenge_number, question)).encode(), usedforsecurity=False)
    card = replace(card, card_id=digest.hexdigest()[:16])
    if picked is None:
        # What is not sent cannot be read in the browser's tools either.
        return replace(card, figures=(), reason=())
    return replace(card, picked=picked, answer=question.answer)


def _pair_card(question: NextPair, history: TrainingHistory) -> Card:
    base = history.base.vocab
    starts, ids = history.tokens_at(question.step)
    shown = ids[:_SHOWN_TOKENS].tolist()
    when = f"After {counted(question.step, 'merge')}" if question.step else "Before the first merge"
    whole = len(starts) <= _SHOWN_TOKENS
    where = "the text is" if whole else f"the text has {len(starts):,} tokens and begins"

    def parts(token_ids: Iterable[int]) -> list[Part]:
        return [token(id_, history.vocab[id_], learned=id_ not in base) for id_ in token_ids]

    best = max(question.counts)
    if question.tied == 1:
        why = f"It stands {_times(best)} in the text, more often than any other pair."
    else:
        rule = TIE_BREAKS[history.tie_break]
        why = f"{question.tied:,} pairs lead with {best:,} each. Among equals the rule takes {rule}."
    if history.recipe.split_pattern:
        why += " Pairs across two chunks are not counted."
    return Card(
        card_id="",
        question="Which pair is merged next?",
        subject=[say(f"{when} {where}:"), *parts(shown)],
        options=[parts(pair) for pair in question.options],
        figures=[f"stands {_times(count)}" for count in question.counts],
        reason=[[say(why)]],
    )


def _cut_card(question: WordCut, tokenizer: Tokenizer) -> Card:
    encoding = tokenizer.trace(question.word)
    known = tokenizer.vocab
    merges: list[Part] = [say("The merges that were done, in this order:" if encoding.joins else "")]
    for join in encoding.joins:
        left, right = join.pair
        merges += [token(left, known[left]), token(right, known[right]), say(f"(rank {join.rank:,})")]
    ids = ", ".join(map(str, encoding.ids))
    space = "with the space before them" if question.word.startswith(" ") else "with no space before them"
    figures = [counted(len(option), "token") for option in question.options]
    figures[question.answer] += f": {ids}"
    return Card(
        card_id="",
        question=f"How does {_named(tokenizer)} cut these letters, {space}?",
        subject=[chunk_part("", question.word, "")],
        options=[[token(place, piece) for place, piece in enumerate(option)] for option in question.options],
        figures=figures,
        reason=[
            merges if encoding.joins else [say("No merge joins any two of its units.")],
            [say("Every piece of the other answers is a token too, but these merges do not lead there.")],
        ],
    )


def _cost_card(question: TokenCost, tokenizer: Tokenizer) -> Card:
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
                    f"{len(text):,} characters, {size:,} bytes, {len(ids):,} tokens: "
                    f"{size / len(ids):.1f} bytes to a token on average. It is cut like this:"
                )
            ],
            [token(id_, tokenizer.vocab[id_]) for id_ in ids],
        ],
    )


def _dearer_card(question: DearerText, tokenizer: Tokenizer) -> Card:
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
            f"{cost:,} tokens, {length:,} characters"
            for cost, length in zip(question.costs, lengths, strict=True)
        ],
        reason=[[say(why)], *cuts],
    )


def _branch_card(question: ChunkBranch) -> Card:
    branches = BRANCHES[question.split_pattern]
    figures = [
        "would match here too, but is tried later" if also else "does not match here"
        for also in question.matches
    ]
    right = question.chunk.branch
    figures[question.answer] = f"branch {right + 1} of {len(branches)}"
    return Card(
        card_id="",
        question=f"Which branch of the pattern of {_PATTERN_NAMES[question.split_pattern]} takes the marked chunk?",
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
    names = TOKENIZERS | {"trained": "the tokenizer you train"}
    return names.get(tokenizer.name, "the chosen tokenizer")


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"
