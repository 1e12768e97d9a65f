"""Streamlit's only HTML document, with the style sheet of the page shell, and with the first sight of its page.

If the sheet were sent with the page, as an element of it, it would arrive after the layout, and everything
would move. It also has the icons that are used: Streamlit's font has 4,000.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import parse_qs

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer_ui.components import assets
from explorer_ui.server.compressed import Compressed, accepts_gzip, compress
from explorer_ui.server.first_sight import first_sight, first_sight_files
from explorer_ui.shell.course import PAGES, Page, page_of

_DOCUMENT = (Path(st.__path__[0]) / "static" / "index.html").read_bytes()
_HERE = Path(__file__).parent
_ICONS = b64encode((_HERE / "icons.woff2").read_bytes()).decode()
_STYLE = "".join(
    (
        # Streamlit's own rule for this font is left out of its style sheet (`compressed.py`).
        "@font-face{font-family:Material Symbols Rounded;font-weight:400;font-display:block;",
        f"src:url(data:font/woff2;base64,{_ICONS})}}",
        (_HERE / "first_sight.css").read_text("utf-8"),
        (_HERE.parent / "shell" / "page.css").read_text("utf-8"),
    )
)
# Fonts that Streamlit preloads before it reads the theme, which needs none.
_FONT = re.compile(rb'<link\s+rel="preload"[^>]*\bas="font"[^>]*>')
# What every page needs besides what the document names: scripts by the beginnings of their names, and modules.
_SCRIPTS = (
    "Html.",
    "purify.",
    "BidiComponent.",
    "_arrayReduce.",
    "serialization.",
    "recordbatch.",
    "Button.",
)
_MODULES = (
    "menu/pages_menu",
    "textbox/text_box",
    "arrival/arrival",
    "tab/tab_memory",
    "paste_guard/paste_guard",
)
_ALSO = {"Start": ("player/merge_player", "strip/token_strip"), "Train": ("player/merge_player",)}


class StyledDocument:
    """Middleware that replaces the document by that of the page, if the path is one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._documents: dict[tuple[str | None, bool], tuple[bytes, Compressed]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, with the document of its page in place of Streamlit's."""
        asked = Headers(scope=scope) if scope["type"] == "http" else Headers()
        if "text/html" not in asked.get("accept", ""):
            await self._app(scope, receive, send)
            return
        packed = accepts_gzip(asked.get("accept-encoding", ""))
        query = parse_qs(scope["query_string"].decode("latin-1"))
        name = None if query.get("view") == ["player"] else _page_at(scope["path"]).name
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
                    # They are valid only for the document without the additions.
                    del headers["etag"]
                    del headers["last-modified"]
            elif styled and message["type"] == "http.response.body" and scope["method"] == "GET":
                message = {**message, "body": b"" if message.get("more_body") else body}
            await send(message)

        as_it_is = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        await self._app({**scope, "headers": as_it_is}, receive, send_styled)


def _page_at(path: str) -> Page:
    name = path.rpartition("/")[2]
    return next((page for page in PAGES if page.address == name), PAGES[0])


def _document(name: str | None, *, typed: bool) -> tuple[bytes, Compressed]:
    page = page_of(name) if name else None
    start, begin, rest = _FONT.sub(b"", _DOCUMENT).partition(b"<title>")
    head, end_of_head, rest = rest.partition(b"</head>")
    body, end, after = rest.rpartition(b"</body>")
    first = _preloads(first_sight_files(page, typed=typed) if page else ())
    later = _preloads(_modules(page))
    added = f"<style>{_STYLE}</style>{first_sight(page) if page else ''}".encode()
    document = b"".join((start, first, begin, head, later, end_of_head, body, added, end, after))
    return document, compress(document)


def _modules(page: Page | None) -> Iterator[str]:
    scripts = Path(st.__path__[0], "static", "static", "js")
    for name in _SCRIPTS:
        yield from (f"./static/js/{path.name}" for path in scripts.glob(f"{name}*.js"))
    if page and assets.base_path:
        for path in (*_MODULES, *_ALSO.get(page.name, ())):
            yield f"{assets.base_path}/{assets.component_address(path)}"


def _preloads(addresses: Iterable[str]) -> bytes:
    def kind(file: str) -> str:
        return 'modulepreload"' if file.endswith(".js") else 'preload" as="fetch"'

    return "".join(f'<link rel="{kind(file)} crossorigin href="{file}">' for file in addresses).encode()
