"""Questions on paper and for Moodle: what is written says what the page says."""

import html
import re
from itertools import pairwise
from random import Random

import pytest

from bpe_core import Tokenizer, train
from bpe_core.lessons.challenge import WordCut
from bpe_core.lessons.question_kinds import BY_HAND, QUESTION_KINDS, Material
from explorer_ui.shell.samples import parallel_texts, sample_text
from explorer_ui.views.challenge_cards import Asked, card_of
from explorer_ui.views.challenge_sheet import (
    LETTERS,
    PlainQuestion,
    different,
    gift,
    plain_question,
    question_with_answer,
    sheet,
)

HISTORY = train(sample_text("prose"), recipe="gpt2", num_merges=60)
TOKENIZER = Tokenizer.from_history(HISTORY)


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


def questions() -> list[PlainQuestion]:
    return [question_with_answer(asked, number=number) for number, asked in enumerate(asked_questions())]


def read_gift(text: str) -> list[tuple[str, list[str], int]]:
    """Read multiple choice questions as docs.moodle.org describes them.

    A sign with a backslash is only a sign; a line that begins with `//` is a comment, an empty one ends a question;
    `[format]` and `%weight%` may begin an answer.
    """

    def plain(escaped: str) -> str:
        signs = re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], escaped)
        return signs.strip().replace("\x01", "\\")

    def answer(escaped: str) -> str:
        assert not re.match(r"%-?\d{1,3}(\.\d*)?%", escaped.strip())
        named = re.match(r"\s*\[(\w*)\]", escaped)
        assert not named or named[1] == "plain"
        return plain(escaped[named.end() :] if named else escaped)

    read = []
    text = text.replace("\\\\", "\x01")  # two backslashes are one, before any other sign is read
    lines = [line for line in re.split(r"\r\n|\r|\n", text) if not line.lstrip().startswith("//")]
    for block in re.split(r"\n\s*\n", "\n".join(lines).strip()):
        body = re.fullmatch(r"::.*?::\[plain\](.*?)(?<!\\)\{(.*)(?<!\\)\}\s*", block, re.DOTALL)
        assert body
        answers = re.split(r"(?<!\\)####", body[2])[0]
        parts = re.findall(r"(?<!\\)([=~])((?:\\.|[^\\=~])*)", answers)
        right = [sign for sign, _ in parts].index("=")
        read.append((plain(body[1]), [answer(words) for _, words in parts], right))
    return read


def test_moodle_reads_what_was_asked() -> None:
    asked = questions()
    assert len(asked) > 60
    for (text, options, right), question in zip(read_gift(gift(asked, "A: {title}")), asked, strict=True):
        assert text.startswith(question.question)
        assert options == [option.strip() for option in question.options]
        assert right == question.answer


@pytest.mark.parametrize(
    "text",
    ["[html]<b>x</b>", "[a-z]+", "%50%half", "%-100%", "// no comment", "a\\n", "\\\\n", "a -> b", "= ~ # { } : \\", "{}", "T",
     "####", "x\r\ny", "x\ry", "x\n\ny", "x\u2028y", "x\x00y", "$CATEGORY: $course$", "::name::", "<script>", "~%100%", "é 🥖"],
)  # fmt: skip
def test_moodle_reads_every_text_as_it_is(text: str) -> None:
    question = PlainQuestion(text, text, [text, "other"], 0, text)
    [(asked, options, right)] = read_gift(gift([question], text))
    shown = re.sub("\r\n|[\n\r\u2028]", "⏎", text).replace("\0", "␀")
    assert (asked, options, right) == (f"{shown}\n\n{shown}", [shown, "other"], 0)


def by_hand(word: str, subject: str) -> list[str]:
    """Encode a word with the merges printed with a question, as one does on paper."""
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
            assert on_paper.subject in html.unescape(sheet([on_paper], "")).split('<section class="key">')[0]
            checked += 1
    assert checked >= 10


def test_the_letters_are_in_the_options() -> None:
    """Moodle shuffles the options, and the places in a text are marked with letters."""
    for _, options, _ in read_gift(gift(questions(), "x")):
        assert [option[:3] for option in options] == [f"({letter})" for letter in LETTERS[: len(options)]]


def test_nothing_is_asked_twice() -> None:
    asked = questions()
    once = different([*asked, *asked], 1000)
    assert len(once) < len(asked)
    assert len({question.about for question in once}) == len(once)
    assert different([*asked, *asked], 5) == once[:5]
    swapped = (
        PlainQuestion("Which?", "", ["(A) x", "(B) y"], 0, ""),
        PlainQuestion("Which?", "", ["(A) y", "(B) x"], 1, ""),
    )
    assert len(different(swapped, 2)) == 1


def test_the_key_of_a_sheet_is_on_a_page_of_its_own() -> None:
    asked = questions()
    page = sheet(asked, "<b>")
    body, key = page.split('<section class="key">')
    assert "&lt;b&gt;" in body
    assert "<b>" not in body
    assert re.findall(r"<li><b>(.)</b>", key) == [LETTERS[question.answer] for question in asked]
    assert all(question.reason[:20] not in body for question in asked if len(question.reason) > 20)


def test_an_unanswered_card_gives_nothing_away() -> None:
    asked = QUESTION_KINDS["pair"].make(Material(HISTORY.text, HISTORY, TOKENIZER), Random(1))
    assert asked
    with pytest.raises(ValueError, match="answer"):
        plain_question(card_of(Asked("pair", asked, TOKENIZER, from_sample=False), None, number=1))
