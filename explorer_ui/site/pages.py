"""The page of the site: the two elements with controls around them, and the puzzles."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any, TypedDict

from bpe_core import RECIPES
from explorer_ui.browser.files import joined_component, read_css
from explorer_ui.browser.standalone_page import policy_for, standalone_page
from explorer_ui.elements.elements import FILE, MAX_MERGES, MAX_TEXT, VOCABULARIES
from explorer_ui.parts.say.lists import marked
from explorer_ui.present.take_along.export_page import script_json
from explorer_ui.visit.limits import MAX_ENCODE, MAX_LINK_TEXT
from explorer_ui.visit.limits import MAX_TEXT as MAX_APP_TEXT
from explorer_ui.visit.names import TIE_BREAKS, TOKENIZERS
from explorer_ui.visit.samples import sample_names, sample_text
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import PAGES, page_of
from explorer_ui.words.scenes import PUZZLES, Scene

_SHOWN = ("Tokens", "Train", "Encode")
_SCRIPT = f'<script src="{FILE}"></script>'


class SiteData(TypedDict):
    """The samples by their names, the published vocabularies, and the longest text that a link may contain."""

    samples: dict[str, str]
    vocabularies: list[str]
    link: int


def site_page(sizes: Mapping[str, int]) -> str:
    """Return the page, whose content security policy allows its script, its style sheet, and the site's own files.

    `sizes` are those of the vocabularies' files, in bytes.
    """
    css = read_css("site/site")
    js = joined_component("site/site") + "openSite();\n"
    # A page opened from a disk has no origin, so the policy has to name its own scripts by their scheme.
    policy = policy_for(
        css=css,
        js=js,
        scripts="'self' file:",
        more="connect-src 'self'; img-src 'self' blob: data:; manifest-src 'self'; worker-src 'self'",
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="description" content="Watch byte-pair encoding split any text into tokens, step by step.">\n'
        f'<link rel="icon" href="icon.svg">\n<link rel="manifest" href="site.webmanifest">\n{_SCRIPT}'
    )
    return standalone_page("BPE explorer", body=_body(sizes), css=css, js=js, head=head)


def _body(sizes: Mapping[str, int]) -> str:
    tokenizers = {"trained": TOKENIZERS["trained"].short} | {
        name: f"{TOKENIZERS[name].short} · {sizes[name] / 1e6:.1f} MB" for name in VOCABULARIES
    }
    recipes = {name: recipe.title for name, recipe in RECIPES.items()}
    data: SiteData = {
        "samples": {name: sample_text(name) for name in sample_names() if ":" not in name},
        "vocabularies": [*VOCABULARIES],
        "link": MAX_LINK_TEXT,
    }
    others = ", ".join(f"“{page.label}”" for page in PAGES if page.name not in (*_SHOWN, "By hand"))
    return "\n".join(
        (
            "<h1>BPE explorer</h1>",
            "<p>Watch byte-pair encoding split any text into tokens, step by step.</p>",
            "<noscript>This page needs JavaScript.</noscript>",
            f'<label class="text"><span>Your text, up to {MAX_TEXT:,} characters</span><textarea id="text" rows="3" '
            f'maxlength="{MAX_TEXT}" dir="auto" spellcheck="false" autocapitalize="off" autofocus>'
            f"{escape(DEFAULTS['text'])}</textarea></label>",
            _controls(
                _choice(
                    "sample",
                    "Texts to try",
                    {"": "choose a text", **{name: name for name in data["samples"]}},
                    "",
                ),
                _choice("tokenizer", "Tokenizer", tokenizers, DEFAULTS["tokenizer"]),
            ),
            f"<h2>{escape(page_of('Tokens').question)}</h2>",
            '<bpe-tokens id="tokens"></bpe-tokens>',
            _heading("Train"),
            _controls(
                _choice("recipe", "Training recipe", recipes, DEFAULTS["recipe"]),
                f'<label><span>Merges, up to {MAX_MERGES:,}</span><input id="merges" type="number" min="0" '
                f'max="{MAX_MERGES}" step="10" value="{DEFAULTS["num_merges"]}"></label>',
                _choice("ties", "Break ties by", TIE_BREAKS, DEFAULTS["tie_break"]),
                '<label class="check"><input id="repeats" type="checkbox" checked><span>Stop when no pair repeats</span></label>',
            ),
            '<bpe-player id="train" keys="page"></bpe-player>',
            _heading("Encode"),
            f'<label class="text"><span>A new text to encode with the tokenizer chosen above</span><input id="encode" '
            f'maxlength="{MAX_ENCODE}" dir="auto" spellcheck="false" autocapitalize="off" '
            f'value="{escape(DEFAULTS["encode_text"])}"></label>',
            '<bpe-player id="apply"></bpe-player>',
            "<h2>The usual puzzles</h2>",
            *map(_puzzle, PUZZLES),
            f'<p class="lacks">Everything here is computed in this browser; nothing you type is sent anywhere. The app itself '
            f"needs Python and has more: {others}, tokenizer files, a class, and texts of up to {MAX_APP_TEXT:,} characters. "
            "In a checkout: <code>pip install '.[app]'</code>, then <code>bpe-explorer</code>.</p>",
            f'<script type="application/json" id="data">{script_json(data)}</script>',
        )
    )


def _heading(name: str) -> str:
    page = page_of(name)
    return f"<h2>{escape(page.question)}</h2>\n<p>{escape(page.explanation)}</p>"


def _controls(*controls: str) -> str:
    return f'<div class="controls">{"".join(controls)}</div>'


def _choice(key: str, label: str, options: Mapping[Any, str], chosen: str) -> str:
    rows = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(words)}</option>'
        for value, words in options.items()
    )
    return f'<label><span>{label}</span><select id="{key}">{rows}</select></label>'


def _puzzle(scene: Scene) -> str:
    # Some are about a view that is only in the app: then only the answer is here.
    shown = {key: scene.state[key] for key in ("text", "tokenizer", "recipe") if key in scene.state}
    text = (
        shown.get("text") if scene.state.get("tokenizer", "trained") in ("trained", *VOCABULARIES) else None
    )
    button = (
        f"<button type=\"button\" data-state='{escape(json.dumps(shown))}'>See it above</button>"
        if text
        else ""
    )
    return f"<details><summary>{escape(scene.label)}</summary><p>{marked(scene.words)}</p>{button}</details>"
