r"""Questions of the Challenge on paper, and for Moodle.

Moodle's format is GIFT (docs.moodle.org, "GIFT format"): `::name::question{=right ~wrong}`, in which the
characters `\ ~ = # { } :` of a text are escaped with a backslash. An empty line ends a question, so a text
has no line breaks. An option that begins with `[` or `%` would be read as a format or a weight, so each option
begins with its letter. This also keeps the letters in reasons right when Moodle shuffles the options.
"""

import html
import re
from base64 import b64decode
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from explorer_ui.browser.standalone_page import policy_for, standalone_page
from explorer_ui.places.quiz.card import Card, Part
from explorer_ui.visit.words import readable

LETTERS = "ABCD"

_CSS = """
ol { margin: 0; padding: 0 0 0 28px; font: 14px/1.4 var(--st-font); }
ol > li { margin-bottom: 12px; break-inside: avoid; overflow-wrap: anywhere; }
h1 { display: flex; justify-content: space-between; gap: 16px; break-after: avoid; }
h1 small { flex: 0 0 35%; border-bottom: 1px solid; font-weight: 400; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(21%, 1fr)); gap: 4px 12px; margin: 6px 0 0; padding: 0; list-style: none; }
ul.rows { grid-template-columns: minmax(0, 1fr); }
.subject > .words { display: block; }
.token, .merge { font-family: var(--st-code-font); white-space: pre-wrap; }
.token, .merge { display: inline-block; max-width: 100%; }
.token { padding: 0 2px; border: 1px solid var(--st-border-color); border-radius: 3px; }
.merge { margin-right: 12px; }
.units { display: flex; flex-wrap: wrap; gap: 6px 0; margin: 6px 0; font: 18px/32px var(--st-code-font); }
.units span { min-width: 22px; padding: 0 9px; border: solid var(--st-border-color); border-width: 1px 0; text-align: center; }
.units span + span { border-left: 1px dotted; }
.units span:first-child { border-left-width: 1px; }
.units span:last-child { border-right-width: 1px; }
.key ol { font-size: 12px; }
.key { break-before: page; break-inside: auto; }
.key ol > li { margin-bottom: 8px; }
"""


class PlainQuestion(NamedTuple):
    """A question as plain text; the options include their letters."""

    question: str
    subject: str
    options: Sequence[str]
    answer: int
    reason: str
    number: int


def different(cards: Iterable[Card], most: int) -> list[Card]:
    """Return the first cards, at most `most`, that are about different things, such as different words."""
    found: dict[object, Card] = {}
    for card in cards:
        shown = [part for part in card.subject if part[0] != "words"]
        found.setdefault(tuple(shown) or frozenset(map(tuple, card.options)), card)
        if len(found) == most:
            break
    return list(found.values())


def plain_question(card: Card) -> PlainQuestion:
    """Return the text of an answered card; raises ValueError if the answer is missing."""
    if card.answer is None:
        raise ValueError("the card has no answer")
    return PlainQuestion(
        card.question,
        plain(card.subject),
        [f"({letter}) {plain(option)}" for letter, option in zip(LETTERS, card.options, strict=False)],
        card.answer,
        " ".join([*map(plain, card.reason), *_figures(card)]),
        card.number,
    )


def _figures(card: Card) -> list[str]:
    told = zip(LETTERS, card.figures, strict=False)
    figures = "; ".join(f"{letter} {figure}" for letter, figure in told if figure)
    return [f"({figures})"] if figures else []


def plain(parts: Sequence[Part]) -> str:
    r"""Return parts of a card as one line of text: tokens between bars, white space as signs.

    >>> from explorer_ui.places.quiz.card import token, words
    >>> plain([words("The text is:"), token(116, b"t"), token(262, b" er"), token(46, b".")])
    'The text is: t | ·er | .'
    """
    bars = (" | " if one[0] == two[0] == "token" else " " for one, two in pairwise(parts))
    return "".join(_text(part) + bar for part, bar in zip(parts, chain(bars, [""]), strict=False))


def _text(part: Part) -> str:
    if part[0] == "token":
        return readable(b64decode(part[2]))
    if part[0] == "merge":
        left, right = (b64decode(field) for field in part[2:])
        # Two parts of a character say nothing to a reader; the character does.
        made = f" = {readable(left + right)}" if _is_text(left + right) and not _is_text(left) else ""
        return f"{part[1]}: {readable(left)} + {readable(right)}{made};"
    return str(part[1])


def _is_text(data: bytes) -> bool:
    return data.decode("utf-8", "replace").encode() == data


def sheet(cards: Sequence[Card], title: str) -> str:
    """Return a self-contained page with questions, under their numbers, and the answers on a new page."""
    asked = "".join(f'<li value="{card.number}">{_question(card)}</li>\n' for card in cards)
    key = "".join(f'<li value="{card.number}">{_answer_to(card)}</li>\n' for card in cards)
    body = (
        f'<h1 dir="auto">{html.escape(title)}<small>Name</small></h1>\n<ol>\n{asked}</ol>\n'
        + f'<section class="key"><h1>Answers</h1>\n<ol>\n{key}</ol></section>'
    )
    policy = policy_for(css=_CSS, js="", more="img-src 'none'")
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return standalone_page(title, body=body, css=_CSS, js="", head=head)


def _question(card: Card) -> str:
    options = "".join(
        f"<li><b>{letter}</b> {_drawn(option)}</li>"
        for letter, option in zip(LETTERS, card.options, strict=False)
    )
    units = "".join(f"<span>{html.escape(readable(unit))}</span>" for unit in _units(card))
    if units:
        units = f'Draw a line at each token boundary.<div class="units">{units}</div>'
    return (
        f'{html.escape(card.question)}<div class="subject" dir="auto">{_drawn(card.subject)}</div>{units}'
        f'<ul class="{card.layout}">{options}</ul>'
    )


def _answer_to(card: Card) -> str:
    if card.answer is None:
        raise ValueError("the card has no answer")
    if card.options:
        right = LETTERS[card.answer]
    else:
        tokens = [b""]
        for gap, unit in enumerate(_units(card)):
            tokens[-1] += unit
            if card.answer >> gap & 1:
                tokens.append(b"")
        right = " | ".join(map(readable, tokens))
    reason = " ".join(map(_drawn, card.reason))
    return f"<b>{html.escape(right)}</b> {reason} {html.escape(' '.join(_figures(card)))}"


def _units(card: Card) -> list[bytes]:
    return [b64decode(unit) for unit in card.units]


def _drawn(parts: Sequence[Part]) -> str:
    return " ".join(
        f'<span class="{part[0]}">{html.escape(_text(part).removesuffix(";") if part[0] == "merge" else _text(part))}</span>'
        for part in parts
    )


def gift(questions: Sequence[PlainQuestion], title: str) -> str:
    r"""Return questions in the format that Moodle imports, with the reason as feedback.

    >>> question = PlainQuestion("Which?", "a=b", ["x", "y"], 1, "It is y.", number=1)
    >>> print(gift([question], "BPE"))
    ::BPE 1::[plain]Which?\n\na\=b{
        ~x
        =y
        ####[plain]It is y.
    }
    <BLANKLINE>
    """
    return "\n".join(
        f"::{_escaped(title)} {question.number}::[plain]"
        + "\\n\\n".join(filter(None, map(_escaped, (question.question, question.subject))))
        + "{\n"
        + "".join(
            f"    {'=' if option == question.answer else '~'}{_escaped(words)}\n"
            for option, words in enumerate(question.options)
        )
        + f"    ####[plain]{_escaped(question.reason)}\n}}\n"
        for question in questions
    )


_BREAKS = re.compile("\\r\\n|[\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029]")
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) != "\t"}


def _escaped(text: str) -> str:
    on_one_line = _BREAKS.sub("⏎", text).translate(_CONTROLS)
    return re.sub(r"[\\~=#{}:]", r"\\\g<0>", on_one_line)
