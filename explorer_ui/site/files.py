"""All files of the site, by their names; the folder is flat, so that it works below any address."""

import json
from hashlib import sha256
from pathlib import Path

import bpe_core.published
from explorer_ui.browser.files import joined_component
from explorer_ui.elements.elements import FILE, VOCABULARIES, data_file, elements_js, packed_vocabulary
from explorer_ui.site.pages import site_page

WORKER = "service-worker.js"
MARK = b"// BPE explorer, the edition without a server\n"
"""The beginning of the worker's file, by which an earlier site is recognized."""

_ICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect width="64" height="64" rx="12" fill="#17697a"/>
<rect x="10" y="22" width="26" height="20" rx="4" fill="#ffb224"/>
<rect x="40" y="22" width="14" height="20" rx="4" fill="#ffffff"/>
</svg>
"""


def site_files() -> dict[str, bytes]:
    """Return the files of the site: name -> content; the same sources make the same files."""
    vocabularies = {f"{name}.js": data_file(packed_vocabulary(name)) for name in VOCABULARIES}
    sizes = {name: len(vocabularies[f"{name}.js"]) for name in VOCABULARIES}
    texts = {
        "index.html": site_page(sizes),
        FILE: elements_js(),
        "icon.svg": _ICON,
        "site.webmanifest": json.dumps(_manifest()),
        # GitHub Pages publishes the files as they are.
        ".nojekyll": "",
        # The vocabularies' licences.
        "NOTICE.md": Path(bpe_core.published.__path__[0], "NOTICE.md").read_text("utf-8"),
        **vocabularies,
    }
    files = {name: text.encode() for name, text in texts.items()}
    version = sha256(b"".join(files.values())).hexdigest()[:16]
    kept = ["./", FILE, "icon.svg", "site.webmanifest", f"{VOCABULARIES[0]}.js"]
    later = sorted(files.keys() - set(kept))
    begins = f"self.site = {json.dumps({'version': version, 'files': kept, 'later': later})};\n"
    return {
        **files,
        WORKER: MARK + begins.encode() + joined_component("site/service_worker").encode(),
    }


def _manifest() -> dict[str, object]:
    return {
        "name": "BPE explorer",
        "short_name": "BPE explorer",
        "description": "Watch byte-pair encoding split any text into tokens, step by step.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#17697a",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
