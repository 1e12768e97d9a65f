"""What a visitor sees of a page until Streamlit's scripts run, which takes a slow phone seconds.

The names of the pages, the question of this one, and an example: it contains nothing that a visitor typed.
"""

from html import escape
from pathlib import Path

from bpe_core import RECIPES, train
from explorer_ui.shell.course import GROUPS, PAGES, Page, page_of

_EXAMPLE = "the baker breaks the bread before breakfast"
_ROWS = 3
_TINTS = 3


def first_sight(page: Page) -> str:
    """Return the markup for a page; `pages_menu.js` removes it when the page is drawn.

    >>> "<h1>What is a text to a machine?</h1>" in first_sight(page_of("Bytes"))
    True
    """
    links = "".join(_link(one, current=one.name == page.name) for one in _in_order())
    return (
        f'<div id="bpe-first-sight"><nav aria-label="Pages">{links}</nav>'
        f"<h1>{escape(page.question)}</h1>{_example()}<p>The page is loading.</p></div>"
    )


def _in_order() -> list[Page]:
    return [page_of(name) for names in (("Start",), *(names for _, names in GROUPS)) for name in names]


def _link(page: Page, *, current: bool) -> str:
    address = "" if page.name == PAGES[0].name else Path(page.file).stem
    return f'<a href="./{address}"{" aria-current=page" if current else ""}>{escape(page.name)}</a>'


def _example() -> str:
    history = train(_EXAMPLE, recipe=RECIPES["gpt4o"], num_merges=len(_EXAMPLE), min_count=2)
    last = len(history.merges)
    return "".join(
        f"<div><span>{step} merges, {len(ids)} tokens</span>{_tokens(ids, history.vocab)}</div>"
        for step in (last * row // (_ROWS - 1) for row in range(_ROWS))
        for ids in (history.ids_at(step),)
    )


def _tokens(ids: list[int], vocab: dict[int, bytes]) -> str:
    return "".join(
        f"<i class=t{number % _TINTS}>{escape(vocab[id_].decode().replace(' ', '·'))}</i>"
        for number, id_ in enumerate(ids)
    )
