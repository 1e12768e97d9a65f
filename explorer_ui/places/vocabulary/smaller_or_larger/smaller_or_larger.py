"""The Growth view: the visitor's text at every size of up to four vocabularies."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BpeError, Tokenizer, replace_lone_surrogates
from bpe_core.lessons.vocabulary.growth import Growth, growth_in_parts
from bpe_core.tokenizer.special_tokens import first_special
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.places.vocabulary.smaller_or_larger.growth import (
    GrowingVocabulary,
    GrowthData,
    GrowthPlace,
    growth_data,
    show_growth,
)
from explorer_ui.places.vocabulary.smaller_or_larger.growth_cost import Curve, curve_of, show_cost
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizers, offer_upload
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.tokenizers.tokenizers import Subject, get_tokenizer
from explorer_ui.visit.limits import MAX_GROWN, MAX_GROWN_AT_ONCE
from explorer_ui.visit.names import GROWABLE, TRAINED_ON
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.visit.state import Settings, begun_again, player_alone
from explorer_ui.visit.training_request import TrainingRequest


def show_growing(settings: Settings) -> Subject | None:
    """Draw the choice of vocabularies, and the text at the sizes of each."""
    row = ask("Growth")
    text = replace_lone_surrogates(settings.text)
    if not text:
        st.info("Type or paste a text to see it with every vocabulary size.")
        return None
    chosen = _choose(row)
    if not chosen:
        st.info(f"Choose one or more tokenizers, up to {MAX_GROWN_AT_ONCE}.")
        return None
    shown = text.encode("utf-8")[:MAX_GROWN].decode("utf-8", "ignore")
    if len(shown) < len(text):
        st.caption(f"The text has {len(text):,} characters; the first {len(shown):,} are shown.")
        text = shown
    vocabularies, spells_special = {}, False
    hindered: dict[str, list[str]] = {}
    for name in chosen:
        try:
            with busy(f"Encoding the text with {GROWABLE[name].sentence}"):
                tokenizer = _tokenizer(name, settings.training)
                vocabularies[name] = _growing(name, tokenizer, text)
                spells_special |= first_special(text, tokenizer.special_tokens) is not None
        except BpeError as error:
            hindered.setdefault(str(error), []).append(GROWABLE[name].short)
    for why, whose in hindered.items():
        st.caption(f"No curve for this text with: {', '.join(whose)}.")
        show_verbatim(why)
    if spells_special:
        st.caption("This page encodes special tokens in the text as plain text.")
    if not vocabularies:
        return None
    look_here("Growth")
    names = list(vocabularies)
    _picture(
        growth_data(text, list(vocabularies.values()), first_language="English"),
        names,
        [curve_of(one.text) for one in vocabularies.values()],
    )
    return settings.training, lambda: _tokenizer(names[_shown(names)], settings.training)


def _choose(row: DeltaGenerator) -> list[str]:
    if player_alone():
        return list(st.session_state.grown)
    label = f"Tokenizers, up to {MAX_GROWN_AT_ONCE}; trainings on the samples are at the end of the list"
    _, chosen = choose_tokenizers(row, "grown", GROWABLE, label=label, most=MAX_GROWN_AT_ONCE)
    if "file" in chosen:
        offer_upload()
    return chosen


def _tokenizer(name: str, request: TrainingRequest) -> Tokenizer:
    if name in TRAINED_ON:
        return get_tokenizer("trained", request.on(sample_text(TRAINED_ON[name])))
    return get_tokenizer(name, request)


def _growing(name: str, tokenizer: Tokenizer, text: str) -> GrowingVocabulary:
    found = cached_with(
        tokenizer, f"grown {text}", lambda: result_while_wanted(growth_in_parts(tokenizer, text))
    )
    return GrowingVocabulary(GROWABLE[name].sentence, GROWABLE[name].short, found, grown_languages(tokenizer))


def grown_languages(tokenizer: Tokenizer) -> dict[str, Growth]:
    """Return the parallel paragraph at every size of a vocabulary, in each language that it can encode."""

    def grow() -> dict[str, Growth]:
        languages = {}
        for language, text in parallel_texts().items():
            try:
                languages[language] = result_while_wanted(growth_in_parts(tokenizer, text))
            except BpeError:  # a tokenizer of characters cannot encode some of them
                continue
        return languages

    return cached_with(tokenizer, "grown languages", grow)


def _shown(names: list[str]) -> int:
    shown = st.session_state.growth_shown
    return names.index(shown) if shown in names else 0


@cached_fragment
def _picture(data: GrowthData, names: list[str], curves: list[Curve]) -> None:
    state = st.session_state
    first = _shown(names)
    shown: GrowthData = {**data, "growth_id": begun_again(data["growth_id"])}
    place = show_growth(shown, GrowthPlace(state.growth_size, first), key="growth")
    state.growth_size = place.size
    if place.shown != first:
        state.growth_shown = names[place.shown]
    if not player_alone():
        show_cost(curves[place.shown], place.size)
    close_picture(
        Picture("Growth", "places/vocabulary/smaller_or_larger/growth", {**data, **place._asdict()})
    )
