r"""Questions of the Challenge on paper, and for Moodle.

Moodle's format is GIFT (docs.moodle.org, "GIFT format"): `::name::question{=right ~wrong}`, in which the
characters `\ ~ = # { } :` of a text are escaped with a backslash. An empty line ends a question, so a text
has no line breaks; and an answer that begins with `[` or `%` would be read as a format or a weight, so the
format is named before it.
"""

import html
import re
from base64 import b64decode
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from explorer_ui.components.question.card import Card, Part
from explorer_ui.components.standalone_page import policy_for, standalone_page
from explorer_ui.shell.words import readable
from explorer_ui.views.challenge_cards import Asked, card_of

LETTERS = "ABCD"

_CSS = """
ol { margin: 0; padding: 0 0 0 28px; font: 16px/1.6 var(--st-font); }
li { margin-bottom: 14px; break-inside: avoid; overflow-wrap: anywhere; }
ul { margin: 4px 0; padding: 0; list-style: none; }
code { font-family: var(--st-code-font); white-space: pre-wrap; }
.key { break-before: page; }
"""


class PlainQuestion(NamedTuple):
    """A question as plain text; the options include their letters."""

    question: str
    subject: str
    options: Sequence[str]
    answer: int
    reason: str

    @property
    def about(self) -> object:
        """What identifies the question, whatever the order of its options."""
        return self.question, self.subject or frozenset(option[len("(A)") :] for option in self.options)


def question_with_answer(asked: Asked, *, number: int) -> PlainQuestion:
    """Return question `number` as text, with its answer and the reason."""
    return plain_question(card_of(asked, asked.question.answer, number=number))


def different(questions: Iterable[PlainQuestion], most: int) -> list[PlainQuestion]:
    """Return the first questions, at most `most`, no two of them about the same thing."""
    found: dict[object, PlainQuestion] = {}
    for question in questions:
        found.setdefault(question.about, question)
        if len(found) == most:
            break
    return list(found.values())


def plain_question(card: Card) -> PlainQuestion:
    """Return the text of an answered card; raises ValueError for one without its answer."""
    if card.answer is None:
        raise ValueError("the card does not tell its answer")
    reason = " ".join(filter(None, map(plain, card.reason)))
    figures = "; ".join(
        f"{letter} {figure}" for letter, figure in zip(LETTERS, card.figures, strict=False) if figure
    )
    return PlainQuestion(
        card.question,
        plain(card.subject),
        [f"({letter}) {plain(option)}" for letter, option in zip(LETTERS, card.options, strict=False)],
        card.answer,
        f"{reason} ({figures})" if figures else reason,
    )


def plain(parts: Sequence[Part]) -> str:
    """Return parts of a card as one line of text: tokens between bars, white space as signs, marks as letters.

    >>> from explorer_ui.components.question.card import mark, token, words
    >>> plain([words("The text is:"), token(116, b"t"), token(262, b" er"), mark(0), token(46, b".")])
    'The text is: t | ·er (A) .'
    """
    if not parts:
        return ""
    bars = (" | " if one[0] == two[0] == "token" else " " for one, two in pairwise(parts))
    return _spelled(parts[0]) + "".join(
        bar + _spelled(part) for bar, part in zip(bars, parts[1:], strict=True)
    )


def _spelled(part: Part) -> str:
    if part[0] == "mark":
        return f"({LETTERS[part[1]]})"
    if part[0] == "token":
        return readable(b64decode(part[2]))
    if part[0] == "merge":
        left, right = (readable(b64decode(field)) for field in part[2:])
        return f"{part[1]}: {left} + {right};"
    if part[0] == "chunk":
        before, chunk, after = (readable(b64decode(field)) for field in part[1:])
        return f"{before}[{chunk}]{after}"
    return str(part[1])


def sheet(questions: Sequence[PlainQuestion], title: str) -> str:
    """Return a self-contained page with questions, and the key on a page after them."""
    asked = "".join(
        f"<li>{html.escape(question.question)}{_line(question.subject)}<ul>"
        + "".join(f"<li><code>{html.escape(option)}</code></li>" for option in question.options)
        + "</ul></li>\n"
        for question in questions
    )
    key = "".join(
        f"<li><b>{LETTERS[question.answer]}</b> {html.escape(question.reason)}</li>\n"
        for question in questions
    )
    heading = f'<h1 dir="auto">{html.escape(title)}</h1>'
    body = f'{heading}\n<ol>\n{asked}</ol>\n<section class="key"><h1>Answers</h1>\n<ol>\n{key}</ol></section>'
    policy = policy_for(css=_CSS, js="", more="img-src 'none'")
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return standalone_page(title, body=body, css=_CSS, js="", head=head)


def _line(subject: str) -> str:
    return f'<br><code dir="auto">{html.escape(subject)}</code>' if subject else ""


def gift(questions: Sequence[PlainQuestion], title: str) -> str:
    r"""Return questions in the format that Moodle imports, with the reason as feedback.

    >>> question = PlainQuestion("Which?", "a=b", ["x", "y"], 1, "It is y.")
    >>> print(gift([question], "BPE"))
    ::BPE 1::[plain]Which?\n\na\=b{
        ~x
        =y
        ####It is y.
    }
    <BLANKLINE>
    """
    return "\n".join(
        f"::{_escaped(title)} {number}::[plain]"
        + "\\n\\n".join(filter(None, map(_escaped, (question.question, question.subject))))
        + "{\n"
        + "".join(
            f"    {'=' if option == question.answer else '~'}{_answer(words)}\n"
            for option, words in enumerate(question.options)
        )
        + f"    ####{_answer(question.reason)}\n}}\n"
        for number, question in enumerate(questions, start=1)
    )


_BREAKS = re.compile("\\r\\n|[\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029]")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) != "\t"}


def _escaped(text: str) -> str:
    on_one_line = _BREAKS.sub("⏎", text).translate(_CONTROLS)
    return re.sub(r"[\\~=#{}:]", r"\\\g<0>", on_one_line)


def _answer(text: str) -> str:
    return f"[plain]{_escaped(text)}" if text.lstrip().startswith(("[", "%")) else _escaped(text)
