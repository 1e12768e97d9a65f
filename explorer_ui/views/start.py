"""The landing page: the story in one look, on the visitor's own text, and the way into the course."""

import dataclasses
from itertools import accumulate

import streamlit as st

from bpe_core import BpeError, TrainingHistory, load_published, replace_lone_surrogates
from explorer_ui.cache.bounded import cached
from explorer_ui.components.packing import display_of
from explorer_ui.components.strip.token_strip import strip_data, token_strip
from explorer_ui.shell.course import GROUPS, page_of
from explorer_ui.shell.guide import tour_button
from explorer_ui.shell.notes import show_verbatim
from explorer_ui.shell.puzzles import PUZZLES
from explorer_ui.shell.replacing import lend, replace
from explorer_ui.shell.state import Settings
from explorer_ui.shell.teaching import LESSONS
from explorer_ui.shell.words import counted
from explorer_ui.work.training_runs import NOTHING_REPEATS, nothing_repeats, train_with_progress

_SHOWN = 131
"""How many base units of a text the pictures show: bytes, or characters where a recipe begins with those."""


def show_landing(settings: Settings) -> None:
    """Draw the story and the links to the pages."""
    st.title("Byte-pair encoding, one merge at a time")
    st.markdown(
        "A language model does not read letters. It reads **tokens**: stretches of text, each with a number. "
        "Byte-pair encoding is how those tokens are found: begin with single bytes, find the two neighbours "
        "that stand together most often, make them one, and again. Here it happens to your text."
    )
    if text := replace_lone_surrogates(settings.text):
        limit = whole_characters(text, _SHOWN)
        _as_gpt4o(text, limit)
        try:
            # Its pictures show a text, and words with their counts are none.
            _story(train_with_progress(dataclasses.replace(settings, as_counts=False)), limit)
        except BpeError as error:
            show_verbatim(str(error))
    else:
        st.info("Type or paste a text above: a word is enough.")
    with st.container(horizontal=True):
        if st.button("Walk through every merge", type="primary"):
            st.switch_page("pages/train.py")
        if st.button("See all as GPT-4o reads it"):
            st.session_state.tokenizer = "o200k_base"
            st.switch_page("pages/tokens.py")
        if st.button("GPT-2, GPT-4 and GPT-4o compared"):
            st.session_state.compared = ["gpt2", "cl100k_base", "o200k_base"]
            st.switch_page("pages/compare.py")
        tour_button("tour_from_start")
    st.subheader("The course")
    st.markdown("Your text and your settings go with you from page to page.")
    with st.container(key="course"):
        for two in (GROUPS[:2], GROUPS[2:]):
            for column, (group, names) in zip(st.columns(2), two, strict=True):
                column.markdown(f"**{group}**")
                rows = column.container(gap="xsmall")
                for page in map(page_of, names):
                    with rows.container(horizontal=True, vertical_alignment="center", gap="small"):
                        st.page_link(page.file, label=f"**{page.name}**", width=110)
                        st.markdown(page.question)
    _puzzles()
    _teaching()


def _puzzles() -> None:
    st.subheader("The usual puzzles")
    for number, puzzle in enumerate(PUZZLES):
        with st.expander(puzzle.question):
            st.markdown(puzzle.answer)
            if st.button(
                f"See it on {puzzle.page}",
                key=f"puzzle_{number}",
                on_click=lend,
                args=("the puzzle", puzzle.state),
                kwargs={"look": (puzzle.page, f"**{puzzle.question}** {puzzle.answer}")},
            ):
                st.switch_page(page_of(puzzle.page).file)


def _teaching() -> None:
    st.subheader("Teaching with it")
    for name, scenes in LESSONS.items():
        with st.expander(name):
            st.markdown(
                "Each button sets its scene; what you typed before comes back with “Undo” next to the text. On a "
                "projector, press P for the presenter's view."
            )
            for scene in scenes:
                press, words = st.columns([2, 7], vertical_alignment="center")
                words.markdown(scene.words)
                if press.button(
                    f"{scene.page}, minutes {scene.minutes}",
                    key=f"scene_{name}_{scene.minutes}",
                    width="stretch",
                    on_click=replace,
                    args=(f"the scene on {scene.page}", scene.state),
                    kwargs={"look": (scene.page, scene.words)},
                ):
                    st.switch_page(page_of(scene.page).file)


def _as_gpt4o(text: str, limit: int) -> None:
    tokens, shown = read_by_gpt4o(text, limit)
    st.markdown(f"**What GPT-4o reads** · {_in_all(tokens, cut=len(shown) < tokens)}")
    vocab = load_published("o200k_base").vocab
    data = strip_data(shown, vocab, label="As GPT-4o reads it", height=112, controls=False)
    token_strip(data, shown, key="story_gpt4o")


@cached
def read_by_gpt4o(text: str, limit: int) -> tuple[int, list[int]]:
    """Return in how many tokens GPT-4o reads a text, and those of them that begin within `limit` bytes.

    They are of the whole text: the text cut short would end in a token that is none of them.

    >>> read_by_gpt4o("unbelievable", 3)
    (3, [373, 9880])
    """
    tokenizer = load_published("o200k_base")
    ids = tokenizer.encode_ordinary(text)
    starts = accumulate((len(tokenizer.vocab[id_]) for id_ in ids[:limit]), initial=0)
    return len(ids), [id_ for id_, start in zip(ids, starts, strict=False) if start < limit]


def whole_characters(text: str, size: int) -> int:
    """Return how many bytes of UTF-8 the whole characters take that fit into `size` bytes.

    >>> whole_characters("नमस्ते", 10), whole_characters("low", 10)
    (9, 3)
    """
    return len(text[:size].encode()[:size].decode(errors="ignore").encode())


def _in_all(tokens: int, *, cut: bool) -> str:
    """Return the words between the name of a cut and its picture, which shows the beginning if it is `cut`."""
    return f"{counted(tokens, 'token')} in all; the text {'begins' if cut else 'is'}:"


def _story(history: TrainingHistory, limit: int) -> None:
    last = len(history.merges)
    if not last:
        st.caption(
            "Training has nothing to merge in this text: it has no two units next to each other in a chunk."
        )
        return
    if nothing_repeats(history):
        st.caption(NOTHING_REPEATS)
    if history.recipe.alphabet not in ("bytes", "byte-glyphs"):
        limit = _SHOWN
    for step in sorted({0, last // 4, last}):
        starts, ids = history.tokens_at(step)
        shown = ids[starts < limit].tolist()
        what = "Before the first merge" if step == 0 else f"After {counted(step, 'merge')}"
        if step == last and history.stopped == "pairs-too-rare":
            what += ", when every pair left occurs once"
        st.markdown(f"**{what}** · {_in_all(len(ids), cut=len(shown) < len(ids))}")
        display = display_of(history.recipe.alphabet)
        data = strip_data(shown, history.vocab, display=display, label=what, height=112, controls=False)
        token_strip(data, shown, key=f"story_{step}")
