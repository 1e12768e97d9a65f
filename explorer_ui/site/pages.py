"""The page of the site: the components of the app, and what the browser needs to compute their data."""

from dataclasses import asdict
from typing import TypedDict

from bpe_core import RECIPES, load_published
from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.train.word_counts import read_word_counts
from bpe_core.tables import DATA, TABLES
from bpe_core.unicode16 import TABLE
from explorer_ui.browser.encoder.live import EncoderParts, PatternParts, encoder_parts, pattern_parts
from explorer_ui.browser.files import component_css, joined_component, read_css
from explorer_ui.browser.packing import base64_of
from explorer_ui.browser.standalone_page import policy_for, standalone_page
from explorer_ui.parts.player.payload import ENDINGS, player_data
from explorer_ui.parts.token_row.strip.token_strip import Counts, StripData, strip_data
from explorer_ui.places.start.film import in_characters
from explorer_ui.places.start.your_turn import NUM_MERGES
from explorer_ui.present.take_along.another_text import MAX_MERGES, MAX_TEXT
from explorer_ui.present.take_along.export_page import script_json
from explorer_ui.visit.limits import MAX_ENCODE, MAX_LEARNED, MAX_LINK_TEXT
from explorer_ui.visit.limits import MAX_TEXT as MAX_APP_TEXT
from explorer_ui.visit.names import TIE_BREAKS, TOKENIZERS
from explorer_ui.visit.samples import sample_names, sample_text
from explorer_ui.visit.settings import DEFAULT_TEXT, DEFAULTS
from explorer_ui.words.course import PAGES, page_of
from explorer_ui.words.film import ACTS, EXAMPLE, learned

VOCABULARIES = ("gpt2", "cl100k_base", "o200k_base")
"""The published vocabularies of the site, the smallest first."""

_PAGES = ("Start", "First merges", "Train", "Encode", "Tokens", "Growth")
_COMPONENTS = (
    "places/start/first_merges",
    "places/vocabulary/smaller_or_larger/growth",
    "parts/player/merge_player",
    "parts/token_row/strip/token_strip",
    "parts/text_box/text_box",
)
_EXPLAINED = ("First merges", "Train", "Encode", "Growth")
_EXAMPLE_OF = "o200k_base"


class SiteVocabulary(TypedDict):
    """A published vocabulary: the small parts of its encoder, and its files of merges as base64."""

    parts: EncoderParts
    merges: list[str]


def packed_patterns() -> dict[str, PatternParts]:
    """Return the split patterns of the recipes, for the browser.

    >>> list(packed_patterns())
    ['gpt2', 'cl100k_base', 'o200k_base']
    """
    names = dict.fromkeys(recipe.split_pattern for recipe in RECIPES.values())
    return {name: pattern_parts(name) for name in names if name}


def packed_vocabulary(name: str) -> SiteVocabulary:
    """Return a published vocabulary, for the browser.

    >>> packed_vocabulary("gpt2")["parts"]["special"]
    {'<|endoftext|>': 50256}
    """
    files = [DATA / f"{file}.merges.zlib" for file in TABLES[name].merges]
    return {"parts": encoder_parts(name), "merges": [base64_of(file.read_bytes()) for file in files]}


def vocabulary_file(name: str) -> str:
    """Return the name of the file with a vocabulary.

    >>> vocabulary_file("gpt2")
    'gpt2.js'
    """
    return f"{name}.js"


def site_page(sizes: dict[str, int]) -> str:
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
        more="img-src 'self' blob: data:; manifest-src 'self'; worker-src 'self'",
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n'
        '<meta name="description" content="Watch byte-pair encoding split any text into tokens, step by step.">\n'
        '<link rel="icon" href="icon.svg">\n<link rel="manifest" href="site.webmanifest">'
    )
    body = (
        '<div id="site"><noscript>This page needs JavaScript.</noscript></div>\n'
        f'<script type="application/json" id="data">{script_json(_data(sizes))}</script>'
    )
    return standalone_page("BPE explorer", body=body, css=css, js=js, head=head)


def _data(sizes: dict[str, int]) -> dict[str, object]:
    """Return what `SiteData` in site/data.js describes."""
    others = ", ".join(f"“{page.label}”" for page in PAGES if page.name not in _PAGES)
    words = read_word_counts(PRINTED["hug"].words) or {}
    return {
        "pages": [
            {
                "name": name,
                "label": page_of(name).label,
                "question": page_of(name).question,
                "explanation": page_of(name).explanation if name in _EXPLAINED else "",
            }
            for name in _PAGES
        ],
        "styles": {path: component_css(path) for path in _COMPONENTS},
        "elsewhere": (
            "Everything here is computed in this browser; nothing you type is sent anywhere. The app itself needs "
            f"Python and has more: {others}, tokenizer files, a class, and texts of up to {MAX_APP_TEXT:,} characters. "
            "In a checkout: pip install '.[app]', then bpe-explorer."
        ),
        "recipes": {name: asdict(recipe) for name, recipe in RECIPES.items()},
        "tieBreaks": TIE_BREAKS,
        "endings": ENDINGS,
        "patterns": packed_patterns(),
        "categories": base64_of(TABLE.read_bytes()),
        "vocabularies": {
            name: {"name": TOKENIZERS[name].short, "file": vocabulary_file(name), "bytes": sizes[name]}
            for name in VOCABULARIES
        },
        "own": TOKENIZERS["trained"].short,
        "samples": {name: sample_text(name) for name in sample_names() if ":" not in name},
        "limits": {
            "text": MAX_TEXT,
            "merges": MAX_MERGES,
            "learned": MAX_LEARNED,
            "encode": MAX_ENCODE,
            "link": MAX_LINK_TEXT,
        },
        "text": DEFAULT_TEXT,
        "encodeText": DEFAULTS["encode_text"],
        "example": _example(),
        "exampleOf": _EXAMPLE_OF,
        "opening": {
            "sentence": ACTS["learned"].sentence,
            "note": ACTS["learned"].below,
            "data": in_characters(player_data(learned()), EXAMPLE),
        },
        "firstMerges": [asdict(step) for step in counted_pairs(words, NUM_MERGES)],
    }


def _example() -> StripData:
    """Return the tokens of the example, so that it is shown before any vocabulary is loaded."""
    tokenizer = load_published(_EXAMPLE_OF)
    chunks = tokenizer.encode_chunks(DEFAULT_TEXT)
    ids = [token_id for chunk in chunks for token_id in chunk]
    starts = [sum(map(len, chunks[:number])) for number in range(len(chunks))]
    return strip_data(
        ids,
        tokenizer.vocab,
        ranks={token_id: rank for token_id in ids if (rank := tokenizer.rank_of_token(token_id)) is not None},
        chunk_starts=starts,
        label="The text in tokens",
        hint="Type or paste a text above to see its tokens.",
        height=420,
        counts=Counts(
            tokens=len(ids),
            characters=len(DEFAULT_TEXT),
            bytes=len(DEFAULT_TEXT.encode()),
            chunks=len(chunks),
        ),
    )
