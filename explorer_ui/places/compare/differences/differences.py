"""The Compare view: several tokenizers on the same texts, and how their vocabularies overlap."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import pandas as pd
import streamlit as st

from bpe_core import BpeError, load_published, replace_lone_surrogates
from bpe_core.formats import table_csv
from bpe_core.lessons.tokens.segmentations import Comparison, Segmentation, compare, differing_stretches
from bpe_core.lessons.tokens.token_boundaries import CutText
from bpe_core.lessons.vocabulary.vocabulary_export import DIFFERENCE_COLUMNS, difference_rows
from bpe_core.lessons.vocabulary.vocabulary_figures import Overlap, overlap
from bpe_core.published import PUBLISHED
from bpe_core.tokenizer.special_tokens import first_special
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.parts.token_row.token_rows import token_rows
from explorer_ui.places.compare.prices.prices import show_costs
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizers, offer_upload
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizer_files import called, is_open, opened
from explorer_ui.tokenizers.tokenizers import compared_tokenizers, cut_text
from explorer_ui.visit.limits import MAX_COMPARED
from explorer_ui.visit.names import COMPARABLE, PRESET, THIS_TEXT, TOKENIZERS
from explorer_ui.visit.samples import sample_names, sample_text
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted, readable

_SHOWN_DIFFERENCES = 500
_PRESET_HELP = f"Compare {', '.join(TOKENIZERS[name].short for name in PRESET)}"


def show_compare(settings: Settings) -> None:
    """Draw the choice, the figures, the token boundaries, and what the vocabularies share."""
    chosen, learning = _choose(settings.training)
    if not chosen:
        st.info(f"Choose one or more tokenizers, up to {MAX_COMPARED}.")
        return
    look_here("Compare")
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste a text above to compare its tokens.")
    else:
        cuts = {name: cut for name in chosen if (cut := _try_cut(name, text, learning)) is not None}
        if cuts:
            _cuts(text, cuts)
            show_costs(text, cuts, learning, learned_here=learning.text == settings.text)
            published = [load_published(name) for name in cuts if name in PUBLISHED]
            if any(first_special(text, one.special_tokens) for one in published):
                st.caption("This page encodes special tokens in the text as plain text.")
    show_vocabularies([name for name in chosen if name in PUBLISHED or is_open(name)])


def _choose(training: TrainingRequest) -> tuple[list[str], TrainingRequest]:
    row = ask("Compare")
    row.button(f"{len(PRESET)} models", on_click=_take_preset, help=_PRESET_HELP)
    behind, chosen = choose_tokenizers(
        row,
        "compared",
        {name: TOKENIZERS[name] for name in COMPARABLE},
        label=f"Tokenizers, up to {MAX_COMPARED}",
        most=MAX_COMPARED,
    )
    if "file" in chosen:
        try:
            with behind:
                offer_upload(chooses=False)
        except BpeError as error:
            show_verbatim(str(error))
    source = behind.selectbox(
        f"Whole words and {TOKENIZERS['trained'].sentence} learn from",
        [THIS_TEXT, *sample_names()],
        key="learn_from",
        help=f"Train the list of words and {TOKENIZERS['trained'].sentence} on another text, so that the text they "
        "encode contains words they have never seen.",
    )
    learning = training if source == THIS_TEXT else training.on(sample_text(source))
    every = compared_tokenizers()
    if len(every) > MAX_COMPARED:
        st.caption(f"The first {MAX_COMPARED} of {len(every)} are compared.")
    return every[:MAX_COMPARED], learning


def _take_preset() -> None:
    st.session_state.compared = list(PRESET)


def _try_cut(name: str, text: str, learning: TrainingRequest) -> CutText | None:
    try:
        return cut_text(name, text, learning)
    except BpeError as error:
        st.markdown(f"**{called(name).short}** cannot encode this text:")
        show_verbatim(str(error))
        return None


@cached_fragment
def _cuts(text: str, cuts: Mapping[str, CutText]) -> None:
    data = text.encode()
    comparison = compare([Segmentation(cut.cuts) for cut in cuts.values()], len(data))
    # Only the open tab is drawn: a long text is a heavy load for the connection.
    aligned, differences, *strips = st.tabs(
        ["Line by line", "Only the differences", *(f"As {called(name).short}" for name in cuts)],
        on_change="rerun",
    )
    if aligned.open:
        with aligned:
            _aligned(data, cuts, comparison)
    if differences.open:
        with differences:
            _differences(data, cuts, comparison)
    for strip, (name, cut) in zip(strips, cuts.items(), strict=True):
        if strip.open:
            with strip:
                strip_of = strip_data(
                    cut.ids,
                    cut.token_bytes,
                    special_ids=cut.special_ids,
                    label=f"The text as {called(name).short}",
                    height=400,
                )
                token_strip(strip_of, cut.ids, key=f"compare_strip_{name}")


def _aligned(data: bytes, cuts: Mapping[str, CutText], comparison: Comparison) -> None:
    unknown = {
        called(name).short: [int(cut.cuts[at - 1]) if at else 0 for at in cut.unknown]
        for name, cut in cuts.items()
    }
    drawn = token_rows(data, unknown, comparison, key="aligned_tokens")
    if len(cuts) > 1:
        st.caption(
            f"{_agreement_in_words(comparison)} Highlighted: where they differ."
            + (
                " Struck out: a word that is not in the list."
                if any(cut.unknown for cut in cuts.values())
                else ""
            )
        )
    if drawn < len(data):
        st.caption(f"The first {drawn:,} of {len(data):,} bytes are drawn; the figures count the whole text.")


def _agreement_in_words(comparison: Comparison) -> str:
    cut = len(comparison.all_cuts)
    if not cut:
        return "Each tokenizer encodes this text as one token."
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


def show_vocabularies(names: Sequence[str]) -> None:
    """Draw how many tokens each two vocabularies share, and, for a choice of two, the tokens that only one of them has."""
    if len(names) < 2:
        return
    st.subheader("The vocabularies compared")
    st.markdown(
        "Some vocabularies extend another one and still contain nearly all of its tokens: Qwen's extends "
        "GPT-4's (Qwen technical report, 2023). Special tokens are not counted."
    )
    st.dataframe(pairs_table(names), hide_index=True)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        shown = {name: called(name).short for name in names}
        left = st.selectbox(
            "What only one has", names, 0, key="difference_left", format_func=shown.__getitem__, width=200
        )
        right = st.selectbox(
            "and", names, 1, key="difference_right", format_func=shown.__getitem__, width=200
        )
        st.download_button(
            "difference.csv",
            cached_call("difference.csv", _difference, left, right),
            "difference.csv",
            on_click="ignore",
        )
    found = _overlap(left, right)
    sides = ((left, found.only_left), (right, found.only_right))
    for column, (name, tokens) in zip(st.columns(2), sides, strict=True):
        with column:
            st.markdown(f"**Only in {called(name).short}**, in the order of the ids")
            rows = [readable(token) for token in tokens] or ["nothing"]
            st.dataframe(pd.DataFrame({"token": rows}), hide_index=True, height=200)


def pairs_table(names: Sequence[str]) -> pd.DataFrame:
    """Return a row for each pair of vocabularies: their sizes, the tokens in both, and how many first ids are equal."""
    rows = []
    for left, right in while_wanted(combinations(names, 2)):
        found = _overlap(left, right)
        # Rounded down, so that less than all is never 100%.
        share = found.shared * 1000 // min(found.left_size, found.right_size) / 10
        rows.append(
            (
                f"{called(left).short} and {called(right).short}",
                f"{found.left_size:,} and {found.right_size:,}",
                f"{found.shared:,}",
                f"{share:.1f}%",
                f"{found.begins:,}",
            )
        )
    columns = ["vocabularies", "tokens", "in both", "of the smaller", "first ids in common"]
    return pd.DataFrame(rows, columns=columns)


def _difference(left: str, right: str) -> bytes:
    return table_csv(DIFFERENCE_COLUMNS, difference_rows(opened(left), opened(right)))


@cached
def _overlap(left: str, right: str) -> Overlap:
    return overlap(opened(left), opened(right))
