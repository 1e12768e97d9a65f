"""The view of where tokenizers differ: the token boundaries of several tokenizers on one text."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from bpe_core.lessons.tokens.segmentations import Comparison, Segmentation, compare, differing_stretches
from bpe_core.lessons.tokens.token_boundaries import CutText
from explorer_ui.parts.say.lists import draw_link
from explorer_ui.parts.say.question import choose_one
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.parts.token_row.token_rows import token_rows
from explorer_ui.places.compare.compared import choose_compared, cuts_of, say_special, text_to_compare
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.tokenizer_files import called
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, readable

_SHOWN_DIFFERENCES = 500


def show_compare(settings: Settings) -> None:
    """Draw the choice, and the token boundaries of the text with each tokenizer."""
    chosen, learning = choose_compared("Compare", settings.training)
    if text := text_to_compare("Compare", settings, chosen):
        if cuts := cuts_of(text, chosen, learning):
            _cuts(text, cuts)
            say_special(text, cuts, learning)
        draw_link("Prices", "What it costs with each tokenizer")


@cached_fragment
def _cuts(text: str, cuts: Mapping[str, CutText]) -> None:
    data = text.encode()
    comparison = compare([Segmentation(cut.cuts) for cut in cuts.values()], len(data))
    ways = {"lines": "Line by line", "differences": "Only the differences"}
    ways |= {name: f"As {called(name).short}" for name in cuts}
    if st.session_state.get("compared_as") not in ways:
        st.session_state.compared_as = "lines"
    way = choose_one("How they are compared", ways, key="compared_as")
    if way == "lines":
        _aligned(data, cuts, comparison)
    elif way == "differences":
        _differences(data, cuts, comparison)
    else:
        cut = cuts[way]
        strip_of = strip_data(
            cut.ids,
            cut.token_bytes,
            special_ids=cut.special_ids,
            label=f"The text as {called(way).short}",
            height=400,
        )
        token_strip(strip_of, cut.ids, key=f"compare_strip_{way}")


def _aligned(data: bytes, cuts: Mapping[str, CutText], comparison: Comparison) -> None:
    unknown = {
        called(name).short: [int(cut.cuts[at - 1]) if at else 0 for at in cut.unknown]
        for name, cut in cuts.items()
    }
    drawn = token_rows(data, unknown, comparison, key="aligned_tokens")
    if len(cuts) > 1:
        st.caption(
            f"{_agreement_in_words(comparison, cuts)} Highlighted: where they differ."
            + (
                " Struck out: a word that is not in the list."
                if any(cut.unknown for cut in cuts.values())
                else ""
            )
        )
    if drawn < len(data):
        st.caption(f"The first {drawn:,} of {len(data):,} bytes are drawn; the figures count the whole text.")


def _agreement_in_words(comparison: Comparison, cuts: Mapping[str, CutText]) -> str:
    cut = len(comparison.all_cuts)
    if not cut and any(len(each.ids) > 1 for each in cuts.values()):
        # A normalizer made several tokens of one character, or put a token before the text.
        return "No token boundaries in the original text."
    if not cut:
        # The tokens of white space can be none.
        one = "one token" if all(len(each.ids) for each in cuts.values()) else "one token at most"
        return f"Each tokenizer encodes this text as {one}."
    return f"{counted(cut, 'token boundary', 'token boundaries')}, {len(comparison.shared):,} shared by all."


def _differences(data: bytes, cuts: Mapping[str, CutText], comparison: Comparison) -> None:
    if comparison.alike.all():
        st.info(
            "All tokenizers split this text at the same places."
            if len(cuts) > 1
            else "Choose a second tokenizer to compare."
        )
        return
    found = differing_stretches(data, comparison)
    rows = []
    for stretch in found[:_SHOWN_DIFFERENCES]:
        row: dict[str, object] = {"stretch": readable(stretch.data[:200]), "times": stretch.times}
        for name, tokens in zip(cuts, stretch.tokens, strict=True):
            row[called(name).short] = " | ".join(readable(token[:200]) for token in tokens)
        rows.append(row)
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=320)
    if len(found) > _SHOWN_DIFFERENCES:
        st.caption(f"The {_SHOWN_DIFFERENCES} most frequent of {len(found):,} such stretches.")
