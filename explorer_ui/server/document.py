"""Streamlit's only HTML document, with the style sheet of the page shell and the first sight of its page.

As an element of the page, the style sheet would arrive after the layout, and everything would move. The document
also has a font with only the icons that are used: Streamlit's has 4,000.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer_ui.browser import assets
from explorer_ui.browser.files import read_css
from explorer_ui.server.compressed import Compressed, accepts_gzip, compress
from explorer_ui.server.first_sight import DOCUMENT_SCRIPT, first_sight, first_sight_files
from explorer_ui.visit.names import ALONE
from explorer_ui.words.course import PAGES, moved_to, page_at, page_of, pages_of

_STATIC = Path(st.__path__[0]) / "static"
_DOCUMENT = (_STATIC / "index.html").read_bytes()
_HERE = Path(__file__).parent
_ICONS = b64encode((_HERE / "icons.woff2").read_bytes()).decode()
_STYLE = "".join(
    (
        # Streamlit's own rule for this font is left out of its style sheet (`compressed.py`).
        "@font-face{font-family:Material Symbols Rounded;font-weight:400;font-display:block;",
        f"src:url(data:font/woff2;base64,{_ICONS})}}",
        read_css("browser/look"),
        read_css("server/first_sight"),
        read_css("page/page"),
    )
)
# Fonts that Streamlit preloads before it reads the theme, which needs none.
_FONT = re.compile(rb'<link\s+rel="preload"[^>]*\bas="font"[^>]*>')
# What the document does not name: elements of Streamlit, by the names of their components, and modules of the app.
# What a player within another page needs, and what every page needs:
_PLAYER = ("BidiComponent",)
_EVERYWHERE = (
    "Html",
    "BidiComponent",
    assets.COMMON,
    "page/pages_menu",
    "parts/text_box/text_box",
    "page/arrival",
    "visit/tab_memory",
    "parts/text_box/paste_guard",
)
_MEASURED = ("Characters",)
# What one page needs in addition: the page itself requests it at once, another page when the link to it is pressed.
_ALSO = {
    "Start": ("places/start/acts", "parts/player/merge_player", "parts/token_row/strip/token_strip"),
    "First merges": ("places/start/first_merges",),
    "Train": ("parts/player/merge_player",),
    "By hand": ("parts/player/merge_player",),
    "Encode": ("parts/player/merge_player",),
    **{
        page.name: ("parts/token_row/strip/token_strip", *(("Metric",) if page.name in _MEASURED else ()))
        for page in pages_of("tokens")
        if page.depth
    },
    "Vocabulary": ("parts/token_row/tree/merge_tree", "Metric"),
    "Growth": ("places/vocabulary/smaller_or_larger/growth",),
    "Ways": ("places/tokens/other_splits/ways",),
    "Prompt": ("places/tokens/prompt_end/prompt",),
    "Seam": ("places/tokens/two_halves/seam",),
    "Pieces": ("places/tokens/pieces/pieces",),
    "Lives": ("places/vocabulary/unused_tokens/lives",),
    "Sizes": ("places/chat/sizes",),
    "Challenge": ("places/quiz/challenge_card",),
}
# What a page needs below its picture: preloaded only when a link to the page is pressed.
_BELOW = {
    "Vocabulary": ("DataFrame",),
    "Pieces": ("DataFrame",),
    "Sizes": ("DataFrame",),
}
# What most pages have and Start does not: thirty small scripts, for which a slow phone would wait three seconds.
_WIDGETS = (
    "Button",
    "Selectbox",
    "NumberInput",
    "Checkbox",
    "ButtonGroup",
    "TextInput",
    "DownloadButton",
    "Spinner",
)


class StyledDocument:
    """Middleware that replaces the document by that of a page, and leads on from addresses of earlier versions."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._documents: dict[tuple[str | None, bool], tuple[bytes, Compressed]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with the document of its page in place of Streamlit's."""
        asked = Headers(scope=scope) if scope["type"] == "http" else Headers()
        if "text/html" not in asked.get("accept", ""):
            await self._app(scope, receive, send)
            return
        if moved := moved_to(scope["path"], scope["query_string"].decode("latin-1")):
            await RedirectResponse(moved, status_code=302)(scope, receive, send)
            return
        packed = accepts_gzip(asked.get("accept-encoding", ""))
        # The last of several values, as Streamlit reads them.
        query = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
        page = page_at(scope["path"], query) or PAGES[0]
        name = None if query.get("view") == ALONE else page.name
        key = name, "text" in query
        if key not in self._documents:
            self._documents[key] = _document(name, typed="text" in query)
        plain, compressed = self._documents[key]
        body = compressed.data if packed else plain
        styled = False

        async def send_styled(message: Message) -> None:
            nonlocal styled
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                styled = headers.get("content-length") == str(len(_DOCUMENT))
                if styled:
                    headers["content-length"] = str(len(body))
                    headers.add_vary_header("Accept-Encoding")
                    if packed:
                        headers["content-encoding"] = "gzip"
                    # These headers are valid only for the document without the additions.
                    del headers["etag"]
                    del headers["last-modified"]
            elif styled and message["type"] == "http.response.body" and scope["method"] == "GET":
                message = {**message, "body": b"" if message.get("more_body") else body}
            await send(message)

        as_it_is = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": as_it_is}, receive, send_styled)


def _document(name: str | None, *, typed: bool) -> tuple[bytes, Compressed]:
    page = page_of(name) if name else None
    start, begin, rest = _FONT.sub(b"", _DOCUMENT).partition(b"<title>")
    head, end_of_head, rest = rest.partition(b"</head>")
    body, end, after = rest.rpartition(b"</body>")
    first = _preloads(first_sight_files(page, typed=typed) if page else ())
    here = _files((*_EVERYWHERE, *_ALSO.get(page.name, ())) if page else _PLAYER)
    later = b"".join((_preloads(here), *(_for_later(here) if page else ())))
    added = f"<style>{_STYLE}</style>{first_sight(page) if page else ''}".encode()
    script = f"<script>{DOCUMENT_SCRIPT}</script>".encode()
    document = b"".join((start, script, first, begin, head, later, end_of_head, body, added, end, after))
    return document, compress(document)


def _for_later(here: list[str]) -> Iterator[bytes]:
    """Yield preload links that `page/pages_menu.js` activates: first those for most pages, then those of each page."""
    widgets = _files(_WIDGETS, without=here)
    yield _preloads(widgets, data="")
    for name, needed in _ALSO.items():
        files = _files((*needed, *_BELOW.get(name, ())), without=[*here, *widgets])
        yield _preloads(files, data=f'="{name}"')


def _files(names: Iterable[str], *, without: Iterable[str] = ()) -> list[str]:
    """Return the addresses of the scripts of elements and of modules, each once, `without` these."""
    return list(dict.fromkeys(file for name in names for file in _addresses(name) if file not in without))


def _addresses(name: str) -> Iterable[str]:
    if "/" not in name:
        return _SCRIPTS.get(name, ())
    return [f"{assets.base_path}/{assets.component_address(name)}"] if assets.base_path else ()


def _scripts(static: Path) -> dict[str, list[str]]:
    """Return the addresses of the scripts of Streamlit's elements, by the names of their components.

    They are what Streamlit's first script imports when a page has such an element. A folder without a list of what
    the build made, or with one in another form, has none: pages would be slower, and a test fails.
    """
    try:
        build = json.loads((static / "manifest.json").read_bytes())
        elements = build["index.html"]["dynamicImports"]
        return {build[key]["name"]: _with_imports(key, build) for key in elements}
    except (OSError, ValueError, LookupError, TypeError):
        return {}


def _with_imports(key: str, build: dict[str, Any]) -> list[str]:
    """Return the addresses of a script and of all that it imports; a browser would find them one after another."""
    found = [key]
    for one in found:  # also those that are found on the way
        found += [imported for imported in build[one].get("imports", ()) if imported not in found]
    addresses = [f"./{build[one]['file']}" for one in found]
    return [address for address in addresses if address.encode() not in _DOCUMENT]  # it names some itself


def _preloads(addresses: Iterable[str], *, data: str | None = None) -> bytes:
    def kind(file: str) -> str:
        if data is not None:
            return f'later" data-page{data}'
        return 'modulepreload"' if file.endswith(".js") else 'preload" as="fetch"'

    return "".join(f'<link rel="{kind(file)} crossorigin href="{file}">' for file in addresses).encode()


_SCRIPTS = _scripts(_STATIC)
