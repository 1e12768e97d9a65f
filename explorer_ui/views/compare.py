"""The Compare view: up to four tokenizers on one text, and how their vocabularies overlap."""

from collections.abc import Mapping
from dataclasses import replace

import pandas as pd
import streamlit as st

from bpe_core import BpeError, load_published, replace_lone_surrogates
from bpe_core.lessons.metrics import bytes_per_token, fertility
from bpe_core.lessons.segmentations import Comparison, Segmentation, compare, differing_stretches
from bpe_core.lessons.token_boundaries import CutText
from bpe_core.published import PUBLISHED
from explorer_ui.components.rows.token_rows import token_rows
from explorer_ui.components.strip.token_strip import strip_data, token_strip
from explorer_ui.shell.limits import MAX_COMPARED
from explorer_ui.shell.names import COMPARABLE, THIS_TEXT, TOKENIZERS
from explorer_ui.shell.notes import look_here, show_verbatim
from explorer_ui.shell.question import ask
from explorer_ui.shell.samples import sample_names, sample_text
from explorer_ui.shell.state import Settings
from explorer_ui.shell.words import counted, percent, readable
from explorer_ui.views.compare_vocabularies import show_vocabularies
from explorer_ui.views.tokenizer_choice import choose_tokenizers, offer_upload
from explorer_ui.work.cached_arguments import cached_fragment
from explorer_ui.work.tokenizers import cut_text, get_tokenizer

_SHOWN_DIFFERENCES = 500
_NO_ENCODING = (
    "Its ids cannot be decoded to the original text, so its tokens are not compared with the others here."
)


def show_compare(settings: Settings) -> None:
    """Draw the choice, the figures, the token boundaries, and what the vocabularies share."""
    chosen, learning = _choose(settings)
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
            _figures(text, cuts, learned_here=learning.text == settings.text)
            published = [load_published(name) for name in cuts if name in PUBLISHED]
            if any(token in text for one in published for token in one.special_tokens):
                st.caption("This page encodes special tokens in the text as plain text.")
    st.page_link("pages/languages.py", label="The same paragraph in 17 languages: **Languages**")
    show_vocabularies([name for name in chosen if name in PUBLISHED])


def _choose(settings: Settings) -> tuple[list[str], Settings]:
    behind, chosen = choose_tokenizers(
        ask("Compare"),
        "compared",
        {name: TOKENIZERS[name] for name in COMPARABLE},
        label=f"Tokenizers, up to {MAX_COMPARED}",
    )
    if "file" in chosen:
        try:
            offer_upload()
            get_tokenizer("file", settings)
        except BpeError as error:
            show_verbatim(str(error))
            chosen = [name for name in chosen if name != "file"]
    source = behind.selectbox(
        f"Whole words and {TOKENIZERS['trained'].sentence} learn from",
        [THIS_TEXT, *sample_names()],
        key="learn_from",
        help=f"The list of words and {TOKENIZERS['trained'].sentence} can be trained on a different text from the "
        "one they encode, which then contains words they have never seen.",
    )
    if source == THIS_TEXT:
        return chosen, settings
    return chosen, replace(settings, text=sample_text(source))


def _try_cut(name: str, text: str, learning: Settings) -> CutText | None:
    try:
        return cut_text(name, text, learning)
    except BpeError as error:
        st.markdown(f"**{TOKENIZERS[name].short}** cannot encode this text:")
        show_verbatim(str(error))
        return None


def _figures(text: str, cuts: Mapping[str, CutText], *, learned_here: bool) -> None:
    one_token = fertility(text, 1)
    # Ids from which the text cannot be had back are no encoding of it: what they cost is not held against the others.
    spelled = {name: None if name == "words" else len(cut.ids) for name, cut in cuts.items()}
    rows = [
        {
            "tokenizer": TOKENIZERS[name].short,
            "tokens": tokens,
            "bytes per token": tokens and bytes_per_token(text, tokens),
            "tokens per word": tokens and one_token and one_token * tokens,
            "unknown words": len(cut.unknown) if name == "words" else None,
            "vocabulary size": cut.vocab_size,
        }
        for tokens, (name, cut) in zip(spelled.values(), cuts.items(), strict=True)
    ]
    frame = pd.DataFrame(rows).astype({"tokens": "Int64"})
    if one_token is None:
        frame = frame.drop(columns="tokens per word")
    if "words" not in cuts:
        frame = frame.drop(columns="unknown words")
    most = max((tokens for tokens in spelled.values() if tokens), default=1)
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="",
        column_config={
            "tokens": st.column_config.ProgressColumn(
                format="localized", min_value=0, max_value=most, help="What the text costs"
            ),
            "bytes per token": st.column_config.NumberColumn(
                format="%.2f", help="Bytes of UTF-8; higher is cheaper"
            ),
            "tokens per word": st.column_config.NumberColumn(
                format="%.2f",
                help="All tokens, including punctuation, divided by the number of runs of letters or digits",
            ),
            "unknown words": st.column_config.NumberColumn(
                help="Words encoded as <unk>: their meaning is lost"
            ),
            "vocabulary size": st.column_config.NumberColumn(format="localized"),
        },
    )
    if one_token is None:
        st.caption("No tokens per word: the text has no words, or its script puts no spaces between them.")
    for name, cut in cuts.items():
        if cut.unknown:
            share = len(cut.unknown) / len(cut.ids)
            st.caption(
                f"Not in the list: {len(cut.unknown):,} of {counted(len(cut.ids), 'word')} "
                f"({percent(share)}). Each became the same unknown token. {_NO_ENCODING}"
            )
        elif name == "words" and not learned_here:
            st.caption(
                "The list of words was made from another text, and contains every word of this one; the "
                f"white space between them is lost. {_NO_ENCODING}"
            )
        elif name == "words":
            st.caption(
                "The list of words was made from this text, so it contains all of them; the white space "
                f"between them is lost. {_NO_ENCODING} Choose another text to learn from above to see which "
                "words it lacks."
            )


@cached_fragment
def _cuts(text: str, cuts: Mapping[str, CutText]) -> None:
    data = text.encode()
    comparison = compare([Segmentation(cut.cuts) for cut in cuts.values()], len(data))
    # Only the tab that is open is drawn: a long text is a heavy load for the connection.
    aligned, differences, *strips = st.tabs(
        ["Line by line", "Where they differ", *(f"As {TOKENIZERS[name].short}" for name in cuts)],
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
                    label=f"The text as {TOKENIZERS[name].short}",
                    height=400,
                )
                token_strip(strip_of, cut.ids, key=f"compare_strip_{name}")


def _aligned(data: bytes, cuts: Mapping[str, CutText], comparison: Comparison) -> None:
    unknown = {
        TOKENIZERS[name].short: [int(cut.cuts[at - 1]) if at else 0 for at in cut.unknown]
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
        return "Each of them encodes this text as one token."
    return f"{counted(cut, 'token boundary', 'token boundaries')}, {len(comparison.shared):,} shared by all."


def _differences(data: bytes, cuts: Mapping[str, CutText], comparison: Comparison) -> None:
    if comparison.alike.all():
        st.info(
            "All of them split this text at the same places."
            if len(cuts) > 1
            else "Choose a second tokenizer to compare."
        )
        return
    found = differing_stretches(data, comparison)
    rows = []
    for stretch in found[:_SHOWN_DIFFERENCES]:
        row: dict[str, object] = {"stretch": readable(stretch.data[:200]), "times": stretch.times}
        for name, tokens in zip(cuts, stretch.tokens, strict=True):
            row[TOKENIZERS[name].short] = " | ".join(readable(token[:200]) for token in tokens)
        rows.append(row)
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=320)
    if len(found) > _SHOWN_DIFFERENCES:
        st.caption(f"The {_SHOWN_DIFFERENCES} most frequent of {len(found):,} such stretches.")
