"""The Languages view: one paragraph in seventeen languages, each token with its reason, or a training on all of them."""

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core.lessons.compare.token_reasons import REASONS, ReasonedToken, count_reasons, reasoned_tokens
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.compare.languages.compare_languages import show_costs
from explorer_ui.places.compare.languages.language_costs import language_costs
from explorer_ui.tokenizers.choice import CHOICE_WIDTH, choose_tokenizer
from explorer_ui.visit.names import LANGUAGES_PARTS, REASON_NAMES
from explorer_ui.visit.samples import parallel_texts
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted

_FALLBACK = "Hindi"


def show_languages(
    settings: Settings, *, training: Callable[[TrainingRequest, DeltaGenerator], None]
) -> None:
    """Draw the choices, a bar for each language, and the paragraph in the chosen language.

    `training` draws the other part: a training on all languages.
    """
    state = st.session_state
    row = ask("Languages")
    part = row.segmented_control(
        "What to show", LANGUAGES_PARTS, key="languages_part", required=True, label_visibility="collapsed"
    )
    if part == LANGUAGES_PARTS[1]:
        training(settings.training, row)
        return
    texts = parallel_texts()
    if state.language is None:
        state.language = language_of(settings.text, texts)
    row.selectbox("Language", tuple(texts), key="language", label_visibility="collapsed", width=CHOICE_WIDTH)
    tokenizer = choose_tokenizer(settings.training, row)
    look_here("Languages")
    st.pills(
        "Reasons to include",
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
    said = said_of(state.language, tokens)
    language_costs(tokens, state.language, state.reasons, said=said, key="languages")
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


def said_of(language: str, tokens: Mapping[str, list[ReasonedToken]]) -> str:
    """Return in words what a language's bar shows."""
    counts = count_reasons(tokens[language])
    total, english = len(tokens[language]), len(tokens["English"])
    return (
        f"{language}: {counted(total, 'token')}, {total / english:.1f} times English. "
        f"{counts['word']:,} begin a word or a punctuation mark. {counts['pattern']:,} are needed because the split "
        f"pattern ends a chunk inside a word, {counts['data']:,} because training did not learn a longer token, and "
        f"{counts['bytes']:,} because it did not even merge the bytes of a character."
    )
