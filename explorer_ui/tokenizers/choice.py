"""Choosing a tokenizer on a page, uploading one, and choosing how special tokens are treated."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core import SPLIT_PATTERNS, BpeError, Tokenizer
from bpe_core.formats import FORMATS, LISTED_FOR_PEOPLE, NOT_GIVEN, ONLY_READ, NeedsPatternError
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.lists import draw_link
from explorer_ui.parts.say.question import choose
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.tokenizers.tokenizer_files import (
    Remembered,
    forgotten,
    label_of,
    read_upload,
    remember,
)
from explorer_ui.tokenizers.tokenizers import get_tokenizer
from explorer_ui.tokenizers.training_runs import nothing_repeats, train_with_progress
from explorer_ui.visit.limits import MAX_COMPARED, MAX_OWN_SPECIAL, MAX_TOKENIZER_MB
from explorer_ui.visit.names import CHOOSABLE, PATTERNS, SPECIAL_POLICIES, TOKENIZERS, TRAINED_ON, Name
from explorer_ui.visit.state import player_alone, strings_of
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.training_settings import ask_for_training_inside, offer_training

CHOICE_WIDTH = 288
"""The width in pixels of a control in the row of a page's question."""


def choose_tokenizer(request: TrainingRequest, row: DeltaGenerator) -> Tokenizer:
    """Draw the choice in a row and return the tokenizer; raises `BpeError` if it is not available.

    If the picture is alone in an iframe, nothing is drawn.
    """
    name = st.session_state.tokenizer if player_alone() else _ask_for_tokenizer(row)
    tokenizer = get_tokenizer(name, request)
    if player_alone() or name not in ("trained", "file"):
        return tokenizer
    if name == "trained":
        say_if_by_heart(request)
    own = tuple(
        token for token in strings_of(st.session_state.own_special) if token not in tokenizer.special_tokens
    )
    if not own:
        return tokenizer
    st.caption("Includes the special tokens that you added at the depth of tokens.")
    return cached_with(tokenizer, f"with {own}", lambda: tokenizer.with_special_tokens(*own))


def say_if_by_heart(request: TrainingRequest) -> None:
    """Say that a training had nothing to learn from, so that nobody takes its tokens for usual ones."""
    with suppress(BpeError):  # said where the tokenizer is used
        if nothing_repeats(train_with_progress(request)):
            st.caption(
                f"{TOKENIZERS['trained'].sentence.capitalize()} was trained on this text alone, in which no pair "
                "repeats: it has learned the text by heart."
            )


def _ask_for_tokenizer(row: DeltaGenerator) -> str:
    names = {name: TOKENIZERS[name].long for name in CHOOSABLE}
    name: str = choose(row.selectbox, "Tokenizer", names, key="tokenizer", width=CHOICE_WIDTH)
    if name == "trained":
        with row:
            offer_training()
    if name == "file":
        offer_upload()
    return name


def offer_special() -> None:
    """Draw the box for adding special tokens to the visitor's own tokenizer; every page uses them."""
    if st.session_state.tokenizer in ("trained", "file"):
        st.text_input(
            "Special tokens to add, on every page",
            key="own_special",
            placeholder="<|user|> <|assistant|>",
            help="Reserved strings, separated by spaces. Their ids follow all others.",
            max_chars=MAX_OWN_SPECIAL,
        )


def choose_tokenizers(
    row: DeltaGenerator, key: str, names: Mapping[str, Name], *, label: str, most: int
) -> tuple[DeltaGenerator, list[str]]:
    """Draw a popover with the choice of tokenizers and the settings of a training; its button names those chosen.

    Returns the popover, and the names chosen.
    """
    now = ", ".join(names[one].short for one in st.session_state[key])
    behind = row.popover(now or "Choose a tokenizer")
    chosen = behind.multiselect(
        label,
        list(names),
        key=key,
        format_func=lambda name: names[name].long,
        max_selections=most,
        placeholder="Choose a tokenizer",
    )
    if "trained" in chosen or not TRAINED_ON.keys().isdisjoint(chosen):
        with behind:
            ask_for_training_inside()
    return behind, chosen


def choose_policy(label: str) -> None:
    """Draw the choice of how special tokens in a text are treated."""
    st.segmented_control(
        label,
        list(SPECIAL_POLICIES),
        key="special_policy",
        format_func=SPECIAL_POLICIES.__getitem__,
        required=True,
        wrap=True,
    )


def offer_upload(*, chooses: bool = True) -> None:
    """Draw what `upload_tokenizers` draws, below a link to the view that says more about the files."""
    draw_link("Tokenizer file", "What a file contains; Llama and Gemma")
    upload_tokenizers(chooses=chooses)


def upload_tokenizers(*, chooses: bool = True) -> None:
    """Draw the upload box for tokenizer files, and remember each; raises `BpeError` if the newest is invalid.

    With `chooses` it also draws the choice between the files; otherwise all of them are used.
    """
    uploads = st.file_uploader(
        f"{', '.join(one.files for one in (*FORMATS.values(), *ONLY_READ))}; up to {MAX_TOKENIZER_MB} MB each",
        accept_multiple_files=True,
        max_upload_size=MAX_TOKENIZER_MB,
        key="tokenizer_upload",
    )
    state = st.session_state
    # A tokenizer has at most two files; a visitor can send any number.
    uploads = uploads[-2 * MAX_COMPARED :]
    groups = grouped([upload.name for upload in uploads])[-MAX_COMPARED:]
    for group in groups:
        try:
            _read([uploads[place] for place in group])
        except BpeError as error:
            if group is groups[-1]:
                raise
            show_verbatim(f"{uploads[group[-1]].name}: {error}")
    kept: Sequence[Remembered] = state.tokenizer_files
    if chooses and kept:
        labels = {one.digest: one.label for one in kept}
        if state.tokenizer_file not in labels:
            state.tokenizer_file = kept[-1].digest
        st.selectbox("Which file", list(labels), format_func=labels.__getitem__, key="tokenizer_file")


def _read(uploads: Sequence[UploadedFile]) -> None:
    files = {upload.name: upload.getvalue() for upload in uploads}
    upload, label = uploads[-1].file_id, label_of(uploads[-1].name)
    try:
        digest = read_upload(files, NOT_GIVEN)
    except NeedsPatternError:
        try:
            digest = read_upload(files, _choose_pattern(label, key=f"pattern_of_{upload}"))
        except BpeError:
            # Discards what was read with another pattern.
            st.session_state.tokenizer_files = forgotten(st.session_state.tokenizer_files, upload)
            raise
    remember(upload, label, digest)


def grouped(names: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the indices of the files that make up each tokenizer: one file, or a list of merges with its vocabulary.

    >>> grouped(["qwen.json", "ranks.tiktoken"]), grouped(["merges.txt", "tokenizer.json", "vocab.json"])
    ([(0,), (1,)], [(1,), (0, 2)])
    >>> grouped(["m.vocab"]), grouped(["m.model", "m.vocab"])
    ([(0,)], [(0,)])
    """
    lowered = [name.lower() for name in names]
    # The list of tokens next to a model is for people. Alone it is read, and an error says what it is.
    has_model = any(name.endswith(".model") for name in lowered)
    left_out = {place for place, name in enumerate(lowered) if has_model and name.endswith(LISTED_FOR_PEOPLE)}
    vocabularies = [place for place, name in enumerate(lowered) if name.endswith(".json")]
    groups = []
    for half in (place for place, name in enumerate(lowered) if name.endswith((".bpe", ".txt"))):
        nearest = sorted(
            vocabularies,
            key=lambda place: (not re.search("vocab|encoder", lowered[place]), abs(place - half)),
        )
        groups.append(tuple(sorted((half, *nearest[:1]))))
        vocabularies = [place for place in vocabularies if place not in nearest[:1]]
    taken = left_out.union(*groups)
    groups += [(place,) for place in range(len(names)) if place not in taken]
    return sorted(groups, key=max)


def _choose_pattern(label: str, *, key: str) -> str | None:
    """Draw the choice of the split pattern for a file that does not contain it; raises `BpeError` until one is chosen."""
    choices = {name: f"as {PATTERNS[name]}" for name in SPLIT_PATTERNS} | {"none": "not at all"}
    # Meta's tokenizer.model is such a file, and its pattern is GPT-4's.
    choices["cl100k_base"] += ", Llama 3"
    chosen = st.selectbox(
        f"{label} does not contain a split pattern. Split the text",
        list(choices),
        index=None,
        format_func=choices.__getitem__,
        key=key,
        placeholder="as the tokenizer was trained",
    )
    if chosen is None:
        raise BpeError(
            "Choose the split pattern that the tokenizer was trained with: these files do not contain it, and any "
            "other gives wrong ids."
        )
    return None if chosen == "none" else chosen
