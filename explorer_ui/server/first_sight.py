"""What a visitor sees of a page until Streamlit's scripts run, which takes a slow phone seconds.

On Start it is the first picture of the film, where the app draws it. Other pages show the names of the places, their
question, the text box, and a row where the tokens of the text will be. The browser adds what was typed
(`first_sight.js`); the document itself contains none of it.
"""

import json
from html import escape

from explorer_ui.browser import assets
from explorer_ui.browser.encoder.live import encoder_of
from explorer_ui.browser.files import joined_component
from explorer_ui.words.course import PLACES, Page, link_to, pages_of
from explorer_ui.words.film import ACTS, EXAMPLE, learned

DOCUMENT_SCRIPT = joined_component("server/document")
"""The inline script of the document: why a page does not appear, and what a translation would break."""

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
    encoder = box = scripts = kind = ""
    if page.takes_text:
        encoder = f' data-encoder="{escape(json.dumps(encoder_of("gpt2", "ordinary")))}"'
        box = _TEXT_BOX
        scripts = "".join(
            f'<script type="module" async crossorigin src="{file}"></script>' for file in _script()
        )
    loading = '<p aria-live="polite">The page is loading.</p>'
    if page.name == "Start":
        kind = " class=film"
        content = f"{_FILM}{loading}{box}"
    else:
        content = f"<h1>{escape(page.question)}</h1>{box}<section>{_ROW}</section>{loading}"
    return f'<div id="bpe-first-sight"{kind}{encoder}><nav aria-label="Pages">{links}</nav>{content}</div>{scripts}'


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


def _film() -> str:
    """Return the markup of the film's first picture: every character of the text is a token."""
    acts = "".join(f"<b>{act.label}</b>" for act in ACTS.values())
    words = "".join(
        f"<span>{''.join(f'<i>{sign}</i>' for sign in word)}</span>"
        for word in EXAMPLE.replace(" ", " ·").split()
    )
    return (
        f"<div class=acts>{acts}</div><h1>{ACTS['learned'].sentence}</h1>"
        f"<div class=say>The text begins as {len(EXAMPLE)} characters, each a token of its own.</div>"
        f"<section><div class=stage translate=no>{words}</div></section>"
    )


def _row() -> str:
    ids = learned().ids_at(len(learned().merges))
    tokens = (learned().vocab[id_].decode().replace(" ", "·") for id_ in ids)
    boxes = (f"<i class=t{number % _TINTS}>{escape(token)}</i>" for number, token in enumerate(tokens))
    return f"<div class=row translate=no>{''.join(boxes)}</div>"


_FILM, _ROW = _film(), _row()
