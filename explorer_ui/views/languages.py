"""The Languages view: one paragraph in seventeen languages, each token with the reason why it is needed."""

from collections.abc import Iterable, Mapping
from html import escape

import streamlit as st

from bpe_core.lessons.token_reasons import REASONS, ReasonedToken, count_reasons, reasoned_tokens
from explorer_ui.cache.bounded import cached_with
from explorer_ui.shell.names import REASON_NAMES
from explorer_ui.shell.notes import look_here
from explorer_ui.shell.question import ask
from explorer_ui.shell.samples import parallel_texts
from explorer_ui.shell.state import Settings
from explorer_ui.shell.words import counted, readable
from explorer_ui.views.compare_languages import show_costs
from explorer_ui.views.tokenizer_choice import CHOICE_WIDTH, choose_tokenizer

_FALLBACK = "Hindi"


def show_languages(settings: Settings) -> None:
    """Draw the choices, a bar for each language, and the paragraph of the one that was chosen."""
    state = st.session_state
    row = ask("Languages")
    texts = parallel_texts()
    if state.language is None:
        state.language = language_of(settings.text, texts)
    row.selectbox("Language", tuple(texts), key="language", label_visibility="collapsed", width=CHOICE_WIDTH)
    tokenizer = choose_tokenizer(settings, row)
    look_here("Languages")
    st.pills(
        "Reasons that count",
        REASONS,
        key="reasons",
        selection_mode="multi",
        format_func=REASON_NAMES.__getitem__,
        label_visibility="collapsed",
    )
    tokens = cached_with(
        tokenizer,
        "reasons",
        lambda: {language: reasoned_tokens(tokenizer, text) for language, text in texts.items()},
    )
    with st.container(key="language_bars"):
        st.html(
            bars(
                {language: _counting(tokens[language], state.reasons) for language in tokens}, state.language
            )
        )
    st.markdown(said_of(state.language, tokens))
    st.html(paragraph(tokens[state.language]))
    show_costs(settings)


def language_of(text: str, texts: Mapping[str, str]) -> str:
    """Return the language whose paragraph shares most letters beyond ASCII with a text; Hindi where none does.

    >>> texts = {"Greek": "αβγ", "Hindi": "कख", "French": "aé"}
    >>> language_of("γ βα", texts), language_of("abc", texts)
    ('Greek', 'Hindi')
    """
    own = {letter for letter in text if letter.isalpha() and not letter.isascii()}
    shared = {language: len(own & set(other)) for language, other in texts.items()}
    best = max(shared, key=lambda language: shared[language])
    return best if shared[best] else _FALLBACK


def _counting(tokens: Iterable[ReasonedToken], reasons: Iterable[str]) -> dict[str, int]:
    return {reason: number for reason, number in count_reasons(tokens).items() if reason in reasons}


def bars(costs: Mapping[str, Mapping[str, int]], chosen: str) -> str:
    """Return a bar for each language, the cheapest first, as markup: a part for each reason, and the sum.

    >>> bars({"Greek": {"word": 2, "data": 2}, "English": {"word": 1}}, "Greek").count("<li")
    2
    """
    sums = {language: sum(parts.values()) for language, parts in costs.items()}
    most = max(1, *sums.values())
    rows = "".join(
        f'<li{" class=chosen" if language == chosen else ""}><b>{escape(language)}</b><span class="bar">'
        + "".join(
            f'<i class="why {reason}" style="width: {100 * number / most:.2f}%" title="{escape(REASON_NAMES[reason])}: {number}"></i>'
            for reason, number in costs[language].items()
            if number
        )
        + f"</span><span>{sums[language]:,}</span><small>{sums[language] / max(sums.get('English', 1), 1):.1f} ×</small></li>"
        for language in sorted(costs, key=lambda language: sums[language])
    )
    return f'<ol class="language-bars" data-picture=".bar">{rows}</ol>'


def said_of(language: str, tokens: Mapping[str, list[ReasonedToken]]) -> str:
    """Return what the bar of a language says, in words."""
    counts = count_reasons(tokens[language])
    total, english = len(tokens[language]), len(tokens["English"])
    return (
        f"**{language}: {counted(total, 'token')}, {total / english:.1f} times English.** "
        f"{counts['word']:,} begin a word or a punctuation mark. {counts['pattern']:,} are needed because the split "
        f"pattern ends a chunk inside a word, {counts['data']:,} because training did not learn a longer token, and "
        f"{counts['bytes']:,} because it did not even learn the bytes of one character."
    )


def paragraph(tokens: Iterable[ReasonedToken]) -> str:
    """Return the tokens of a text in their order as markup, each with its reason."""
    boxes = "".join(
        f'<span class="why {reason}" title="{escape(REASON_NAMES[reason])}">{escape(readable(token))}</span>'
        for token, reason in tokens
    )
    return f'<div class="reasoned" dir="auto">{boxes}</div>'
