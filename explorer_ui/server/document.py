"""Streamlit's only HTML document, with the style sheet of the page shell and the first sight of its page.

As an element of the page, the style sheet would arrive after the layout, and everything would move. The document
also has a font with only the icons that are used: Streamlit's has 4,000.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import parse_qs

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from explorer_ui.browser import assets
from explorer_ui.browser.files import read_css
from explorer_ui.server.compressed import Compressed, accepts_gzip, compress
from explorer_ui.server.first_sight import DOCUMENT_SCRIPT, first_sight, first_sight_files
from explorer_ui.words.course import PAGES, Page, page_of

_DOCUMENT = (Path(st.__path__[0]) / "static" / "index.html").read_bytes()
_HERE = Path(__file__).parent
_ICONS = b64encode((_HERE / "icons.woff2").read_bytes()).decode()
_STYLE = "".join(
    (
        # Streamlit's own rule for this font is left out of its style sheet (`compressed.py`).
        "@font-face{font-family:Material Symbols Rounded;font-weight:400;font-display:block;",
        f"src:url(data:font/woff2;base64,{_ICONS})}}",
        read_css("browser/colours"),
        read_css("server/first_sight"),
        read_css("page/page"),
    )
)
# Fonts that Streamlit preloads before it reads the theme, which needs none.
_FONT = re.compile(rb'<link\s+rel="preload"[^>]*\bas="font"[^>]*>')
_JS = Path(st.__path__[0], "static", "static", "js")
_NAMED = re.compile(r'\./static/js/[^"]+')
_IMPORTED = re.compile(r'(?:from|import)"\./([^"]+\.js)"')
_IMPORTS_END = 1 << 14  # characters: the imports of a script come first
# What every page needs and the document does not name: scripts, by the beginnings of their names, and modules.
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
    assets.COMMON,
    "page/pages_menu",
    "parts/text_box/text_box",
    "page/arrival",
    "visit/tab_memory",
    "parts/text_box/paste_guard",
)
# What one page needs in addition: the page itself requests it at once, another page when the link to it is pressed.
_ALSO = {
    "Start": ("parts/player/merge_player", "parts/token_row/strip/token_strip"),
    "First merges": ("places/start/first_merges",),
    "Bytes": ("places/tokens/text_to_ids/byte_table", "places/tokens/text_to_ids/glyph_table", "Metric."),
    "Chunks": ("places/tokens/text_to_ids/chunk_view", "Metric."),
    "Train": ("parts/player/merge_player",),
    "Encode": ("parts/player/merge_player",),
    "Decode": ("parts/token_row/strip/token_strip",),
    "Tokens": ("parts/token_row/strip/token_strip",),
    "Vocabulary": ("parts/token_row/tree/merge_tree", "Metric."),
    "Growth": ("places/vocabulary/smaller_or_larger/growth",),
    "Ways": ("places/tokens/other_splits/ways",),
    "Prompt": ("places/tokens/prompt_end/prompt",),
    "Seam": ("places/tokens/two_halves/seam",),
    "Lives": ("places/vocabulary/unused_tokens/lives",),
    "Challenge": ("places/quiz/challenge_card",),
}
# What a page needs below its picture: preloaded only when a link to the page is pressed.
_BELOW = {"Vocabulary": ("DataFrame.",)}
# What most pages have and Start does not: thirty small scripts, for which a slow phone would wait three seconds.
_WIDGETS = (
    "Selectbox.",
    "NumberInput.",
    "Checkbox.",
    "ButtonGroup.",
    "PageLink.",
    "TextInput.",
    "DownloadButton.",
    "Spinner.",
)


class StyledDocument:
    """Middleware that replaces the document by that of a page, if the path is a page's."""

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
                    # These headers are valid only for the document without the additions.
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
    later = b"".join((_preloads(_modules(page)), *_for_later(page)))
    added = f"<style>{_STYLE}</style>{first_sight(page) if page else ''}".encode()
    script = f"<script>{DOCUMENT_SCRIPT}</script>".encode()
    document = b"".join((start, script, first, begin, head, later, end_of_head, body, added, end, after))
    return document, compress(document)


def _modules(page: Page | None) -> Iterator[str]:
    yield from _files(_SCRIPTS)
    if page:
        yield from _files((*_MODULES, *_ALSO.get(page.name, ())))


def _files(names: Iterable[str]) -> Iterator[str]:
    """Yield the addresses of Streamlit's scripts, by the beginnings of their names, and of modules."""
    for name in names:
        if "/" not in name:
            yield from (f"./static/js/{path.name}" for path in _JS.glob(f"{name}*.js"))
        elif assets.base_path:
            yield f"{assets.base_path}/{assets.component_address(name)}"


def _for_later(page: Page | None) -> Iterator[bytes]:
    """Yield preload links that `page/pages_menu.js` activates: first those for most pages, then those of each page."""
    here = set(_with_imports((*_NAMED.findall(_DOCUMENT.decode()), *_modules(page))))
    widgets = [file for file in _with_imports(_files(_WIDGETS)) if file not in here]
    yield _preloads(widgets, data="")
    for name in _ALSO if page else ():
        yield _preloads(
            (
                file
                for file in _with_imports(_files((*_ALSO[name], *_BELOW.get(name, ()))))
                if file not in {*here, *widgets}
            ),
            data=f'="{page_of(name).address}"',
        )


def _with_imports(addresses: Iterable[str]) -> list[str]:
    """Return the addresses of scripts and of all that they import, each once; a browser would find them one after another."""
    found: dict[str, None] = {}
    left = list(addresses)
    while left:
        address = left.pop(0)
        if address not in found:
            found[address] = None
            left += _imported(address)
    return list(found)


def _imported(address: str) -> Sequence[str]:
    path = _JS / address.removeprefix("./static/js/")
    if not path.exists():
        return ()
    with path.open(encoding="utf-8") as script:
        return [f"./static/js/{name}" for name in _IMPORTED.findall(script.read(_IMPORTS_END))]


def _preloads(addresses: Iterable[str], *, data: str | None = None) -> bytes:
    def kind(file: str) -> str:
        if data is not None:
            return f'later" data-page{data}'
        return 'modulepreload"' if file.endswith(".js") else 'preload" as="fetch"'

    return "".join(f'<link rel="{kind(file)} crossorigin href="{file}">' for file in addresses).encode()
