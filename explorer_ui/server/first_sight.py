"""What a visitor sees of a page until Streamlit's scripts run, which takes a slow phone seconds.

It shows the names of the places, this page's question, the text box, and an example where the tokens of the text will
be. The browser adds what was typed (`first_sight.js`); the document itself contains none of it.
"""

import json
from html import escape

from bpe_core import RECIPES, train
from explorer_ui.browser import assets
from explorer_ui.browser.encoder.live import encoder_of
from explorer_ui.browser.files import joined_component
from explorer_ui.words.course import PLACES, Page, link_to, pages_of

DOCUMENT_SCRIPT = joined_component("server/document")
"""The inline script of the document: why a page does not appear, and what a translation would break."""

_EXAMPLE = "the baker breaks the bread before breakfast"
_ROWS = 3
_TINTS = 3
_TEXT_BOX = (
    '<textarea aria-label="Your text" placeholder="Type or paste any text" rows="3" dir="auto" autocomplete="off" '
    'spellcheck="false" autocapitalize="off" autocorrect="off"></textarea>'
)


def first_sight(page: Page) -> str:
    """Return the markup for a page; the app's text box (`parts/text_box/draft.js`), or else `pages_menu.js`, removes it.

    >>> from explorer_ui.words.course import page_of
    >>> "<h1>What is a text to a machine?</h1>" in first_sight(page_of("Bytes"))
    True
    """
    links = "".join(_link(place, current=place == page.place) for place in PLACES)
    encoder = box = scripts = ""
    if page.takes_text:
        encoder = f' data-encoder="{escape(json.dumps(encoder_of("gpt2", "ordinary")))}"'
        box = _TEXT_BOX
        scripts = "".join(
            f'<script type="module" async crossorigin src="{file}"></script>' for file in _script()
        )
    return (
        f'<div id="bpe-first-sight"{encoder}><nav aria-label="Pages">{links}</nav>'
        f"<h1>{escape(page.question)}</h1>{box}<section>{_SHOWN}</section>"
        f'<p aria-live="polite">The page is loading.</p></div>{scripts}'
    )


def first_sight_files(page: Page, *, typed: bool) -> list[str]:
    """Return the addresses of what a browser needs first on a page.

    If the address contains a text (`typed`), the encoder's are among them; otherwise they wait until somebody
    types.
    """
    if not page.takes_text:
        return []
    encoder = encoder_of("gpt2", "ordinary") if typed else None
    return _script() + ([encoder["parts"], encoder["categories"], *encoder["merges"]] if encoder else [])


def _script() -> list[str]:
    path = assets.base_path
    return [] if path is None else [f"{path}/{assets.component_address(assets.FIRST_SIGHT)}"]


def _link(place: str, *, current: bool) -> str:
    return link_to(pages_of(place)[0], escape(PLACES[place]), " aria-current=true" if current else "")


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
        f"<i class=t{number % _TINTS} translate=no>{escape(vocab[id_].decode().replace(' ', '·'))}</i>"
        for number, id_ in enumerate(ids)
    )


_SHOWN = _example()
