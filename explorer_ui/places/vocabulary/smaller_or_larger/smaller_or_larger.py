"""The Growth view: the visitor's text at every size of up to four vocabularies."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypedDict

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import IntArray
from bpe_core.lessons.rank_steps import LongArray
from bpe_core.lessons.vocabulary.growth import Growth, growth_in_parts
from explorer_ui.browser.answers import drawn_place, index_below
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, say_if_special, show_verbatim
from explorer_ui.places.vocabulary.smaller_or_larger.growth_cost import Curve, curve_of, show_cost
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizers, offer_upload, say_if_by_heart
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.tokenizers.tokenizers import NO_TOKENS, Subject, get_tokenizer
from explorer_ui.visit.limits import MAX_GROWN, MAX_GROWN_AT_ONCE
from explorer_ui.visit.names import GROWABLE, TRAINED_ON
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.visit.state import Settings, begun_again, player_alone
from explorer_ui.visit.training_request import TrainingRequest

_mount = component("places/vocabulary/smaller_or_larger/growth")


@dataclass(frozen=True, eq=False, slots=True)
class GrowingVocabulary:
    """A vocabulary with its name, and the text and one paragraph per language at each of its sizes.

    `name` is its name in a sentence, `short` its name where space is limited.
    """

    name: str
    short: str
    text: Growth
    languages: Mapping[str, Growth]


class GrowthPlace(NamedTuple):
    """Where the slider was left: the vocabulary size, and the index of the vocabulary that is shown."""

    size: int
    shown: int


class PackedText(TypedDict):
    """A text at every size of a vocabulary."""

    closed_at: str  # Base64, one number per gap: the step that closes it, or one above every step
    closed_bytes: Literal[2, 4]  # how many bytes each of them has
    sizes: str  # Base64 of uint32: the smallest vocabulary size that includes each step
    ids: str  # Base64 of uint32: the id of the token that each step makes
    last_size: int
    # how many steps are not merges, because they are done from the start: 1 if characters are never split
    given: int


class PackedLanguage(TypedDict):
    """A paragraph in a language: its length, and how many tokens it takes at every size."""

    name: str
    num_bytes: int
    # the smallest size that includes 0, 1, 2, ... steps, each as the difference to the last: "256 7 40"
    # for 256, 263 and 303
    sizes: str
    tokens: str  # the number of tokens after as many steps, written in the same way


class PackedVocabulary(TypedDict):
    """A vocabulary, and all texts at its sizes."""

    name: str  # its name in a sentence
    short: str
    written: int  # the index in `texts` of the text as this tokenizer writes it
    text: PackedText
    languages: list[PackedLanguage]  # one paragraph in each language that it can encode


class GrowthData(TypedDict):
    """The component's data, except for its initial state."""

    data_id: str  # the same for the same texts: then the visitor's size is kept
    texts: list[str]  # Base64 of UTF-8: the text, once for each way in which the tokenizers write it
    num_bytes: int  # of the original text
    first_language: str  # the language that the others are compared with
    vocabularies: list[PackedVocabulary]


def show_growing(settings: Settings) -> Subject | None:
    """Draw the choice of vocabularies, and the text at the sizes of each."""
    row = ask("Growth")
    text = settings.text
    if not text:
        st.info("Type or paste a text to see it with every vocabulary size.")
        return None
    chosen = _choose(row)
    if not chosen:
        st.info(f"Choose one or more tokenizers, up to {MAX_GROWN_AT_ONCE}.")
        return None
    if "trained" in chosen and not player_alone():
        say_if_by_heart(settings.training)
    shown = text.encode("utf-8")[:MAX_GROWN].decode("utf-8", "ignore")
    if len(shown) < len(text):
        st.caption(f"The text has {len(text):,} characters; the first {len(shown):,} are shown.")
        text = shown
    vocabularies, tokenizers = {}, []
    hindered: dict[str, list[str]] = {}
    for name in chosen:
        try:
            with busy(f"Encoding the text with {GROWABLE[name].sentence}"):
                tokenizer = _tokenizer(name, settings.training)
                vocabularies[name] = _growing(name, tokenizer, text)
                tokenizers.append(tokenizer)
        except BpeError as error:
            hindered.setdefault(str(error), []).append(GROWABLE[name].short)
    for why, whose in hindered.items():
        st.caption(f"No curve for this text with: {', '.join(whose)}.")
        show_verbatim(why)
    say_if_special(text, tokenizers)
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
    if not len(found.unit_bytes):
        raise BpeError(NO_TOKENS)
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
    shown: GrowthData = {**data, "data_id": begun_again(data["data_id"])}
    place = show_growth(shown, GrowthPlace(state.growth_size, first), key="growth")
    state.growth_size = place.size
    if place.shown != first:
        state.growth_shown = names[place.shown]
    if not player_alone():
        # The slider goes to the size of the largest vocabulary.
        curve, last = curves[place.shown], data["vocabularies"][place.shown]["text"]["last_size"]
        show_cost(curve, max(min(place.size, last), int(curve.sizes[0])))
    close_picture(
        Picture("Growth", "places/vocabulary/smaller_or_larger/growth", {**data, **place._asdict()})
    )


def show_growth(data: GrowthData, start: GrowthPlace, *, key: str) -> GrowthPlace:
    """Draw the text, the curve and the languages under one slider, and return where the slider was left.

    Data with a new `data_id` begins at `start`; an answer to other data is ignored.
    """
    place = drawn_place(_mount, data, start._asdict(), key=key)
    # The slider has at least two positions, even for a vocabulary without merges.
    largest = 1 + max(vocabulary["text"]["last_size"] for vocabulary in data["vocabularies"])
    size = index_below(place.get("size"), largest + 1)
    shown = index_below(place.get("shown"), len(data["vocabularies"]))
    return start if size is None or shown is None else GrowthPlace(size, shown)


def growth_data(text: str, vocabularies: Sequence[GrowingVocabulary], *, first_language: str) -> GrowthData:
    """Return what the component takes; `first_language` is the one that the others are compared with."""
    texts = list(dict.fromkeys(vocabulary.text.history.text for vocabulary in vocabularies))
    packed: list[PackedVocabulary] = [
        {
            "name": vocabulary.name,
            "short": vocabulary.short,
            "written": texts.index(vocabulary.text.history.text),
            "text": _packed(vocabulary.text),
            "languages": [
                {
                    "name": name,
                    "num_bytes": int(grown.unit_bytes.sum()),
                    "sizes": _differences(grown.sizes),
                    "tokens": _differences(grown.history.token_counts()),
                }
                for name, grown in vocabulary.languages.items()
            ],
        }
        for vocabulary in vocabularies
    ]
    of = repr((text, first_language, packed)).encode()
    return {
        "data_id": hashlib.blake2b(of, digest_size=12).hexdigest(),
        "texts": [base64_of(one.encode("utf-8")) for one in texts],
        "num_bytes": len(text.encode("utf-8")),
        "first_language": first_language,
        "vocabularies": packed,
    }


def _differences(numbers: IntArray | LongArray) -> str:
    return " ".join(map(str, np.diff(numbers, prepend=0).tolist()))


def _packed(grown: Growth) -> PackedText:
    in_bytes = bool((grown.unit_bytes == 1).all())
    # As unsigned numbers, OPEN and BOUNDARY are above every step, and the browser compares them that way.
    closed_at = grown.history.closed_at.astype(np.int64)
    closed_at[closed_at >= len(grown.history.merges)] = 0xFFFFFFFF
    sizes = grown.sizes
    ids = np.array([merge.new_id for merge in grown.history.merges], np.int64)
    if not in_bytes:
        closed_at = _over_bytes(closed_at, grown.unit_bytes)
        sizes, ids = np.concatenate((sizes[:1], sizes)), np.concatenate(([0], ids))
    # Half the size, if the steps fit: 0xFFFF must be above all of them.
    few = len(sizes) <= 0xFFFF
    return {
        "closed_at": base64_of(closed_at.astype("<u2" if few else "<u4").tobytes()),
        "closed_bytes": 2 if few else 4,
        "sizes": base64_of(sizes.astype("<u4").tobytes()),
        "ids": base64_of(ids.astype("<u4").tobytes()),
        "last_size": grown.last_size,
        "given": int(not in_bytes),
    }


def _over_bytes(closed_at: LongArray, unit_bytes: IntArray) -> LongArray:
    """Return the steps that close the gaps between bytes, given those for the gaps between units of several bytes.

    The bytes within a unit are joined from the start, which becomes step 0; all merges are one step later. So
    `né`, made by the first merge, is three bytes: step 1 closes the first gap, step 0 the second.
    """
    ends = np.cumsum(unit_bytes)
    closed = np.zeros(max(int(ends[-1]) - 1, 0) if len(ends) else 0, np.int64)
    closed[ends[:-1] - 1] = np.minimum(closed_at + 1, 0xFFFFFFFF)
    return closed
