"""The Compare view: up to four tokenizers on one text, and what one meaning costs in many languages."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core import BpeError, replace_lone_surrogates
from bpe_core.alphabets import IntArray
from bpe_core.lessons.metrics import Agreement, bytes_per_token, compare_cuts, cut_positions, fertility
from bpe_core.lessons.word_level import UNKNOWN, UNKNOWN_ID, encode_words, learn_words
from bpe_core.published import SPECIAL_TOKENS
from explorer_ui.components.cuts.aligned_cuts import CutRow, aligned_cuts
from explorer_ui.components.strip.token_strip import token_strip
from explorer_ui.frame.failures import contained
from explorer_ui.frame.samples import parallel_texts, sample_names, sample_text
from explorer_ui.frame.state import Settings
from explorer_ui.frame.words import readable
from explorer_ui.work.tokenizers import TOKENIZERS, get_tokenizer

MOST = 4
"""How many tokenizers stand side by side."""

THIS_TEXT = "this text"

LABELS = {
    "words": "words",
    "characters": "characters",
    "bytes": "bytes",
    "trained": "yours",
    "gpt2": "GPT-2",
    "cl100k_base": "GPT-4",
    "o200k_base": "GPT-4o",
}

_SHOWN_DIFFERENCES = 500
# As high as a row of the table beside the chart, so that both end together.
_ROW_HEIGHT = 35


@dataclass(frozen=True, eq=False, slots=True)
class Cut:
    """A text under one tokenizer: its ids, the tokens that cover the text, and what an id shows as.

    `unknown` are the places, among the tokens, of words that the tokenizer does not know.
    """

    name: str
    ids: list[int]
    tokens: list[bytes]
    token_bytes: Mapping[int, bytes]
    n_vocab: int
    special_ids: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()


def show_compare(settings: Settings) -> None:
    """Draw the choice, the figures, the cuts, and the paragraph in many languages."""
    chosen, learning = _choose(settings)
    if not chosen:
        st.info("Choose one tokenizer or more, up to four.")
        return
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste a text on the left to see it cut.")
    else:
        cuts = [cut for name in chosen if (cut := _try_cut(name, text, learning)) is not None]
        if cuts:
            _figures(text, cuts)
            if any(token in text for tokens in SPECIAL_TOKENS.values() for token in tokens):
                st.caption("Special tokens in the text are taken as plain text on this page.")
            _cuts(text, cuts)
    _languages(chosen, learning)


def _choose(settings: Settings) -> tuple[list[str], Settings]:
    left, right = st.columns([5, 2], vertical_alignment="bottom")
    chosen = left.multiselect(
        f"Tokenizers, up to {MOST}",
        list(LABELS),
        key="compared",
        format_func=_long_label,
        max_selections=MOST,
        placeholder="Choose a tokenizer",
    )
    source = right.selectbox(
        "Whole words and yours learn from",
        [THIS_TEXT, *sample_names()],
        key="learn_from",
        help="The list of words, and the tokenizer that you train, can learn from another text than the one "
        "they cut. Then they meet words that they have never seen.",
    )
    if source == THIS_TEXT:
        return chosen, settings
    return chosen, replace(settings, text=sample_text(source))


def _long_label(name: str) -> str:
    return "whole words" if name == "words" else TOKENIZERS[name]


def _try_cut(name: str, text: str, learning: Settings) -> Cut | None:
    try:
        return cut_text(name, text, learning)
    except BpeError as error:
        st.markdown(f"**{LABELS[name].capitalize()}** cannot write this text:")
        # st.code, because the sentence quotes what somebody typed.
        st.code(str(error), language=None, wrap_lines=True)
        return None


def cut_text(name: str, text: str, learning: Settings) -> Cut:
    """Cut a text as the tokenizer of a name in `LABELS` does; special tokens in it are ordinary text.

    Words and one's own tokenizer learn from the text of `learning`. Raises `BpeError` where the tokenizer
    cannot write the text.
    """
    if name == "words":
        vocabulary = learn_words(replace_lone_surrogates(learning.text))
        words = encode_words(text, vocabulary)
        shown = {id_: word.encode() for word, id_ in vocabulary.items()} | {UNKNOWN_ID: UNKNOWN.encode()}
        unknown = tuple(place for place, id_ in enumerate(words.ids) if id_ == UNKNOWN_ID)
        tokens = [piece.encode() for piece in words.pieces]
        return Cut(name, words.ids, tokens, shown, len(shown), (UNKNOWN_ID,), unknown)
    # A list of characters that knew only another text could not write this one; it is shown at its best.
    tokenizer = get_tokenizer(name, replace(learning, text=text) if name == "characters" else learning)
    ids = tokenizer.encode_ordinary(text)
    tokens = tokenizer.decode_tokens_bytes(ids)
    return Cut(name, ids, tokens, tokenizer.vocab, tokenizer.n_vocab)


def _figures(text: str, cuts: Sequence[Cut]) -> None:
    one_token = fertility(text, 1)
    rows = [
        {
            "tokenizer": LABELS[cut.name],
            "tokens": len(cut.ids),
            "bytes per token": bytes_per_token(text, len(cut.ids)),
            "tokens per word": None if one_token is None else one_token * len(cut.ids),
            "unknown words": len(cut.unknown) if cut.name == "words" else None,
            "tokens it knows": cut.n_vocab,
        }
        for cut in cuts
    ]
    frame = pd.DataFrame(rows)
    if one_token is None:
        frame = frame.drop(columns="tokens per word")
    if "words" not in [cut.name for cut in cuts]:
        frame = frame.drop(columns="unknown words")
    most = int(frame["tokens"].max())
    st.dataframe(
        frame,
        hide_index=True,
        placeholder="",
        column_config={
            "tokens": st.column_config.ProgressColumn(
                format="localized", min_value=0, max_value=max(most, 1), help="What the text costs"
            ),
            "bytes per token": st.column_config.NumberColumn(
                format="%.2f", help="Bytes of UTF-8; more is cheaper"
            ),
            "tokens per word": st.column_config.NumberColumn(
                format="%.2f",
                help="All tokens, those of signs and punctuation too, for each run of letters or digits",
            ),
            "unknown words": st.column_config.NumberColumn(
                help="Words that became <unk>: their meaning is lost"
            ),
            "tokens it knows": st.column_config.NumberColumn(format="localized"),
        },
    )
    if one_token is None:
        st.caption(
            "Tokens per word cannot be given: no word is found here, or the script puts no spaces between words."
        )
    for cut in cuts:
        if cut.unknown:
            share = len(cut.unknown) / len(cut.ids)
            st.caption(
                f"{len(cut.unknown):,} of {len(cut.ids):,} words ({share:.0%}) are not in the list and became "
                "one and the same unknown token. The text cannot be had back from the ids."
            )
        elif cut.name == "words":
            st.caption(
                "The list of words was made from this very text, so it knows all of them, save the white space, "
                "which is lost. Let it learn from another text, at the top on the right, to see what it lacks."
            )


@st.fragment
@contained()
def _cuts(text: str, cuts: Sequence[Cut]) -> None:
    data = text.encode()
    positions = [cut_positions(cut.tokens) for cut in cuts]
    agreement = compare_cuts(positions, len(data))
    st.subheader("Where they cut")
    # Only the tab that is open is drawn: a long text is a heavy load for the connection.
    aligned, differences, *strips = st.tabs(
        ["Line by line", "Where they differ", *(f"As {LABELS[cut.name]}" for cut in cuts)], on_change="rerun"
    )
    if aligned.open:
        with aligned:
            _aligned(data, cuts, positions, agreement)
    if differences.open:
        with differences:
            _differences(data, cuts, positions, agreement)
    for place, cut in zip(strips, cuts, strict=True):
        if place.open:
            with place:
                token_strip(
                    cut.ids,
                    cut.token_bytes,
                    special_ids=cut.special_ids,
                    label=f"The text as {LABELS[cut.name]}",
                    key=f"compare_strip_{cut.name}",
                    height=280,
                )


def _aligned(data: bytes, cuts: Sequence[Cut], positions: Sequence[IntArray], agreement: Agreement) -> None:
    rows = []
    for cut, cuts_of in zip(cuts, positions, strict=True):
        starts = np.append(np.int32(0), cuts_of)
        rows.append(CutRow(LABELS[cut.name], cuts_of, starts[list(cut.unknown)].tolist()))
    if len(cuts) > 1:
        st.caption(
            f"{len(agreement.all_cuts):,} places are cut by at least one, {len(agreement.shared):,} of them by "
            f"all. Tinted: a stretch that they cut differently."
            + (" Struck out: a word that is not in the list." if any(cut.unknown for cut in cuts) else "")
        )
    drawn = aligned_cuts(data, rows, agreement, label="The cuts, line by line", key="aligned_cuts")
    if drawn < len(data):
        st.caption(
            f"The first {drawn:,} of {len(data):,} bytes are drawn; the figures are of the whole text."
        )


def _differences(
    data: bytes, cuts: Sequence[Cut], positions: Sequence[IntArray], agreement: Agreement
) -> None:
    if agreement.alike.all():
        st.info("All of them cut this text alike." if len(cuts) > 1 else "Choose a second one to compare.")
        return
    differ = np.flatnonzero(~agreement.alike)
    spans = list(zip(agreement.starts[differ].tolist(), agreement.ends[differ].tolist(), strict=True))
    counted = Counter(data[start:end] for start, end in spans)
    first = {data[start:end]: (start, end) for start, end in reversed(spans)}
    rows = []
    for stretch, times in counted.most_common(_SHOWN_DIFFERENCES):
        start, end = first[stretch]
        row: dict[str, object] = {"stretch": readable(stretch[:200]), "times": times}
        for cut, cuts_of in zip(cuts, positions, strict=True):
            inside = cuts_of[(cuts_of > start) & (cuts_of < end)][:100].tolist()
            pieces = [data[a:b] for a, b in zip([start, *inside], [*inside, end], strict=True)]
            row[LABELS[cut.name]] = " | ".join(readable(piece[:200]) for piece in pieces)
        rows.append(row)
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=320)
    if len(counted) > _SHOWN_DIFFERENCES:
        st.caption(f"The {_SHOWN_DIFFERENCES} most frequent of {len(counted):,} such stretches.")


# ---- one meaning in many languages


@st.fragment
@contained()
def _languages(chosen: Sequence[str], learning: Settings) -> None:
    st.subheader("The same meaning in seventeen languages")
    st.markdown(
        "One paragraph about a grandmother's week, in each language. What does it cost? "
        "A model is paid for by the token, and remembers a fixed number of them."
    )
    costs, unknown, failed = _costs(chosen, learning)
    for name in failed:
        st.caption(
            f"“{LABELS[name]}” is not in the table: its alphabet lacks characters of the other languages. "
            "Choose a recipe that begins with bytes, on the left."
        )
    if not costs.empty:
        unit = st.segmented_control(
            "What to show",
            ["tokens", "times English"],
            key="compare_unit",
            default="tokens",
            required=True,
            label_visibility="collapsed",
        )
        shown = costs if unit == "tokens" else costs / costs.loc["English"]
        chart, table = st.columns([3, 2], gap="medium")
        chart.altair_chart(_language_chart(shown, unit))
        digits = "%.2f" if unit != "tokens" else "localized"
        config = {str(name): st.column_config.NumberColumn(format=digits) for name in shown}
        table.dataframe(shown.reset_index(), hide_index=True, column_config=config, height="content")
    if unknown:
        share = sum(unknown.values()) / len(unknown)
        st.caption(
            f"Whole words look cheap, but the list knows few of these: on average over the languages "
            f"{share:.0%} of the words are unknown. Where no space parts the words, as in Japanese, a whole "
            "clause counts as one word."
        )


def _costs(chosen: Sequence[str], learning: Settings) -> tuple[pd.DataFrame, dict[str, float], list[str]]:
    columns: dict[str, list[int]] = {}
    unknown: dict[str, float] = {}
    failed = []
    for name in chosen:
        try:
            cuts = {language: cut_text(name, text, learning) for language, text in parallel_texts().items()}
        except BpeError:
            failed.append(name)
            continue
        columns[LABELS[name]] = [len(cut.ids) for cut in cuts.values()]
        if name == "words":
            unknown = {language: len(cut.unknown) / len(cut.ids) for language, cut in cuts.items()}
    frame = pd.DataFrame(columns, index=pd.Index(list(parallel_texts()), name="language"))
    return frame.sort_values(list(columns)[-1]) if columns else frame, unknown, failed


def _language_chart(costs: pd.DataFrame, unit: str) -> ChartType:
    long = costs.reset_index().melt("language", var_name="tokenizer", value_name="cost")
    order = list(costs.index)
    names = list(map(str, costs))
    base = alt.Chart(long, height=_ROW_HEIGHT * (len(order) + 1)).encode(
        y=alt.Y("language:N", title=None, sort=order)
    )
    lines = base.mark_line(opacity=0.35, color="gray").encode(x="cost:Q", detail="language:N")
    points = base.mark_point(size=90, filled=True, opacity=1).encode(
        x=alt.X("cost:Q", title=unit, axis=alt.Axis(orient="top")),
        color=alt.Color("tokenizer:N", title=None, sort=names, legend=alt.Legend(orient="top")),
        shape=alt.Shape("tokenizer:N", title=None, sort=names),
        tooltip=["language:N", "tokenizer:N", alt.Tooltip("cost:Q", title=unit, format=",.2~f")],
    )
    return alt.layer(lines, points)
