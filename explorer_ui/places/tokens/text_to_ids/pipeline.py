"""The steps before merging: what normalizers change, the splits of each step, and characters that are missing."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.lessons.tokens.pipeline_stages import Change, Fallback, changes, fallbacks, passes
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.words import counted, readable

_TEXT = 20_000
_SHOWN_CHANGES = 500
_SHOWN_PARTS = 1_000


@contained()
def show_normalizing(tokenizer: Tokenizer, whole: str) -> None:
    """Draw what the normalizers of a tokenizer change in the text."""
    if not tokenizer.steps.normalizers:
        st.markdown(
            f"{_chosen()} has no normalizer, so nothing changes the text before it is split. Qwen and GPT-NeoX "
            "normalize the text first; choose one of them to see how."
        )
        return
    text = _beginning(whole)
    for number, step in enumerate(tokenizer.steps.normalizers, 1):
        st.code(f"{number}. {step.title}", language=None, wrap_lines=True)
    found = changes(tokenizer, text)
    if not found:
        # Not every normalizer composes letters: it may only write lower case, or decompose them.
        composes = [one.after for one in changes(tokenizer, "e\u0301")] == ["é"]
        example = (
            " In **Café** the é would change if it were typed as an e and a combining accent (U+0301): two characters "
            "that look like one."
        )
        st.markdown("Nothing in this text changes." + example * composes)
        return
    st.markdown(f"**{counted(len(found), 'change')}**, made before any merge.")
    st.dataframe(changes_table(found[:_SHOWN_CHANGES]), hide_index=True)
    if len(found) > _SHOWN_CHANGES:
        st.caption(f"The first {_SHOWN_CHANGES:,} are shown.")


def changes_table(found: list[Change]) -> pd.DataFrame:
    """Return the changes, one row each, with the code points before and after."""
    rows = [
        (
            change.start,
            readable(change.before.encode("utf-8")),
            _code_points(change.before),
            readable(change.after.encode("utf-8")),
            _code_points(change.after),
        )
        for change in found
    ]
    columns = ["characters before it", "typed", "code points", "becomes", "code points after"]
    return pd.DataFrame(rows, columns=columns)


@contained()
def show_passes(tokenizer: Tokenizer, whole: str) -> None:
    """Draw the text after each pre-tokenizer of a tokenizer, and mark the parts that it split off."""
    if not tokenizer.steps.pre_tokenizers:
        how = "splits the text once" if tokenizer.recipe.split_pattern else "has no split pattern"
        st.markdown(
            f"{_chosen()} {how}. DeepSeek splits it three times: digits first, then Chinese "
            "and Japanese, then words; choose it to see each split."
        )
        return
    for number, one in enumerate(passes(tokenizer, _beginning(whole)), 1):
        label = f"Split {number}"
        done = f"{counted(len(one.new), 'new boundary', 'new boundaries')}, {counted(len(one.parts), 'part')}"
        st.markdown(f"**{label}**: {done}" if one.new else f"**{label}**: no new boundaries")
        st.code(one.title, language=None, wrap_lines=True)
        if one.new:
            shown = one.parts[:_SHOWN_PARTS]
            draw_chunks(
                shown, differs=[at for at in one.new if at < len(shown)], label=label, key=f"pass_{number}"
            )
            if len(one.parts) > _SHOWN_PARTS:
                st.caption(f"The first {_SHOWN_PARTS:,} parts are drawn.")


def draw_chunks(chunks: Sequence[str], *, differs: Sequence[int], label: str, key: str) -> None:
    """Draw chunks without the controls of the strip; those with the indices `differs` are marked."""
    texts = list(dict.fromkeys(chunks))
    number_of = {text: number for number, text in enumerate(texts)}
    data = strip_data(
        [number_of[chunk] for chunk in chunks],
        lambda number: texts[number].encode("utf-8"),
        chunk_starts=range(len(chunks)),
        depth="chunks",
        differs=differs,
        label=label,
        controls=False,
    )
    token_strip(data, [number_of[chunk] for chunk in chunks], key=key)


def show_fallbacks(tokenizer: Tokenizer, text: str) -> None:
    """Draw the characters that are not in the vocabulary and the tokens they become; nothing if there are none."""
    if tokenizer.steps.units != "characters":
        return
    found = fallbacks(tokenizer, _beginning(text))
    if found:
        st.markdown(
            f"**{counted(len(found), 'character')}** of this text {'is' if len(found) == 1 else 'are'} not "
            f"in the vocabulary, and {'is' if len(found) == 1 else 'are'} encoded as other tokens:"
        )
        st.dataframe(fallbacks_table(found), hide_index=True)


def fallbacks_table(found: list[Fallback]) -> pd.DataFrame:
    """Return the characters that are not in a vocabulary, one row each."""
    rows = [
        (readable(one.character.encode("utf-8")), " ".join(one.tokens) or "nothing", one.count)
        for one in found
    ]
    return pd.DataFrame(rows, columns=["character", "becomes", "times"])


def _beginning(text: str) -> str:
    if len(text) > _TEXT:
        st.caption(f"Only the first {_TEXT:,} characters are checked.")
    return text[:_TEXT]


def _chosen() -> str:
    chosen = TOKENIZERS[st.session_state.tokenizer].sentence
    return chosen[:1].upper() + chosen[1:]


def _code_points(text: str) -> str:
    return " ".join(f"U+{ord(character):04X}" for character in text[:40]) + (" …" if len(text) > 40 else "")
