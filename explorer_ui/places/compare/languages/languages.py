"""The Languages view: one paragraph in seventeen languages, each token with its reason."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import altair as alt
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core import BpeError
from bpe_core.lessons.compare.token_reasons import REASONS, ReasonedToken, count_reasons, reasoned_tokens
from explorer_ui.browser.assets import component
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.figures import show_chart
from explorer_ui.parts.say.question import ask, choose, choose_one
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import CHOICE_WIDTH, choose_tokenizer
from explorer_ui.tokenizers.tokenizer_files import called
from explorer_ui.tokenizers.tokenizers import compared_tokenizers, cut_text
from explorer_ui.visit.names import COST_UNITS, REASON_NAMES, TOKENIZERS
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted, percent, readable

_FALLBACK = "Hindi"

_mount = component("places/compare/languages/language_costs")


class LanguageCosts(TypedDict):
    """The component's data."""

    reasons: list[tuple[str, str]]  # for each its CSS class and its name
    # for each its name and how many tokens each reason explains, cheapest first
    languages: list[tuple[str, list[int]]]
    chosen: str  # the language whose tokens are drawn
    said: str  # what its bar shows, in words
    # the tokens, those that share characters together, under these: ("न", [("0xE0 A4", 3), ("0xA8", 3)]);
    # each with its text and the index of its reason
    tokens: list[tuple[str, list[tuple[str, int]]]]


_ROW_HEIGHT = 21  # pixels, of the chart


def show_languages(settings: Settings) -> None:
    """Draw the choices, a bar for each language, and the paragraph in the chosen language."""
    state = st.session_state
    row = ask("Languages")
    texts = parallel_texts()
    if state.language is None:
        state.language = language_of(settings.text, texts)
    row.selectbox("Language", tuple(texts), key="language", label_visibility="collapsed", width=CHOICE_WIDTH)
    tokenizer = choose_tokenizer(settings.training, row)
    look_here("Languages")
    choose(st.pills, "Reasons to include", REASON_NAMES, key="reasons", selection_mode="multi")
    tokens = cached_with(
        tokenizer,
        "reasons",
        lambda: {language: reasoned_tokens(tokenizer, text) for language, text in texts.items()},
    )
    costs = {
        language: [
            number if reason in state.reasons else 0 for reason, number in count_reasons(found).items()
        ]
        for language, found in tokens.items()
    }
    data: LanguageCosts = {
        "reasons": [(reason, REASON_NAMES[reason]) for reason in REASONS],
        "languages": sorted(costs.items(), key=lambda cost: sum(cost[1])),
        "chosen": state.language,
        "said": said_of(state.language, tokens),
        "tokens": under_letters(tokens[state.language]),
    }
    _mount(data=data, key="languages")
    show_costs(settings.training)


def language_of(text: str, texts: Mapping[str, str]) -> str:
    """Return the language whose paragraph shares the most non-ASCII letters with a text; Hindi if none does.

    >>> texts = {"Greek": "αβγ", "Hindi": "कख", "French": "aé"}
    >>> language_of("γ βα", texts), language_of("abc", texts)
    ('Greek', 'Hindi')
    """
    own = {letter for letter in text if letter.isalpha() and not letter.isascii()}
    shared = {language: len(own & set(other)) for language, other in texts.items()}
    best = max(shared, key=lambda language: shared[language])
    return best if shared[best] else _FALLBACK


def under_letters(tokens: Sequence[ReasonedToken]) -> list[tuple[str, list[tuple[str, int]]]]:
    r"""Return tokens in runs that are whole characters, each with these if several tokens share them.

    >>> under_letters([ReasonedToken(b"a", "word"), ReasonedToken(b"\xc3", "data"), ReasonedToken(b"\xa9", "bytes")])
    [('', [('a', 0)]), ('é', [('0xC3', 2), ('0xA9', 3)])]
    """
    runs: list[tuple[str, list[tuple[str, int]]]] = []
    start = 0
    for end in range(1, len(tokens) + 1):
        run = tokens[start:end]
        letters = b"".join(token for token, _ in run)
        if letters.decode(errors="ignore").encode() == letters or end == len(tokens):
            above = readable(letters) if len(run) > 1 else ""
            runs.append((above, [(readable(token), REASONS.index(reason)) for token, reason in run]))
            start = end
    return runs


def said_of(language: str, tokens: Mapping[str, list[ReasonedToken]]) -> str:
    """Return in words what a language's bar shows."""
    counts = count_reasons(tokens[language])
    total, english = len(tokens[language]), len(tokens["English"])
    return (
        f"{language}: {counted(total, 'token')}, {total / english:.1f} times English. "
        f"Why: a word or a punctuation mark begins, {counts['word']:,}; the split pattern ends a chunk where that of "
        f"GPT-4o does not, {counts['pattern']:,}; training learned no longer token, {counts['data']:,}; it did not even "
        f"merge the bytes of a character, {counts['bytes']:,}."
    )


def show_costs(learning: TrainingRequest) -> None:
    """Draw what one paragraph costs in each language, in the tokenizers of the Compare page."""
    st.subheader("The same paragraph with the tokenizers you compare")
    _costs_of(compared_tokenizers(), learning)


@cached_fragment
def _costs_of(chosen: Sequence[str], learning: TrainingRequest) -> None:
    costs, unknown, failed = _costs(chosen, learning)
    for name in failed:
        st.caption(
            f"“{called(name).short}” is not in the table: its alphabet lacks characters of the other "
            "languages, or its tokens cannot be matched with the bytes of the text. Choose a recipe or "
            "tokenizer that starts from bytes."
        )
    if unknown:
        share = sum(unknown.values()) / len(unknown)
        st.caption(
            f"“{TOKENIZERS['words'].short}” cannot encode these texts: on average over the languages "
            f"{percent(share)} of the words are not in its list and become one unknown token, and the white "
            "space is lost. Its tokens do not represent the text, so it is not shown here."
        )
    if not costs.empty:
        unit = choose_one("What to show", COST_UNITS, key="compare_unit")
        shown = costs if unit == "tokens" else costs / costs.loc["English"]
        chart, table = st.columns([3, 2], gap="medium")
        with chart:
            show_chart(_language_chart(shown, unit))
        digits = "%.2f" if unit != "tokens" else "localized"
        config = {str(name): st.column_config.NumberColumn(format=digits) for name in shown}
        table.dataframe(
            shown.reset_index(), hide_index=True, column_config=config, height=_ROW_HEIGHT * (len(shown) + 4)
        )


def _costs(
    chosen: Sequence[str], learning: TrainingRequest
) -> tuple[pd.DataFrame, dict[str, float], list[str]]:
    columns: dict[str, list[int]] = {}
    unknown: dict[str, float] = {}
    failed = []
    for name in chosen:
        try:
            cuts = {language: cut_text(name, text, learning) for language, text in parallel_texts().items()}
        except BpeError:
            failed.append(name)
            continue
        if name == "words":  # the characters left out cost nothing, so the list of words would look cheapest
            unknown = {language: len(cut.unknown) / len(cut.ids) for language, cut in cuts.items()}
            continue
        columns[called(name).short] = [len(cut.ids) for cut in cuts.values()]
    frame = pd.DataFrame(columns, index=pd.Index(list(parallel_texts()), name="language"))
    return frame.sort_values(list(columns)[-1]) if columns else frame, unknown, failed


def _language_chart(costs: pd.DataFrame, unit: str) -> ChartType:
    long = costs.reset_index().melt("language", var_name="tokenizer", value_name="cost")
    order = list(costs.index)
    names = list(map(str, costs))
    base = alt.Chart(long, height=_ROW_HEIGHT * (len(order) + 1)).encode(
        y=alt.Y("language:N", title=None, sort=order, axis=alt.Axis(labelOverlap=False))
    )
    lines = base.mark_line(opacity=0.35, color="gray").encode(x="cost:Q", detail="language:N")
    points = base.mark_point(size=90, filled=True, opacity=1).encode(
        x=alt.X("cost:Q", title=None, axis=alt.Axis(orient="top")),
        color=alt.Color("tokenizer:N", title=None, sort=names, legend=alt.Legend(orient="top", columns=4)),
        shape=alt.Shape("tokenizer:N", title=None, sort=names),
        tooltip=["language:N", "tokenizer:N", alt.Tooltip("cost:Q", title=unit, format=",.2~f")],
    )
    return alt.layer(lines, points)
