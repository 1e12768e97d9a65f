"""The landing page below its opening: the visitor's text as tokens, and the entry to the course."""

from itertools import accumulate

import streamlit as st

from bpe_core import Tokenizer, load_published, replace_lone_surrogates
from explorer_ui.cache.bounded import cached
from explorer_ui.components.strip.token_strip import strip_data, token_strip
from explorer_ui.shell.course import GROUPS, page_of
from explorer_ui.shell.guide import tour_button
from explorer_ui.shell.puzzles import PUZZLES
from explorer_ui.shell.replacing import lend, replace
from explorer_ui.shell.state import Settings
from explorer_ui.shell.teaching import LESSONS
from explorer_ui.shell.words import counted
from explorer_ui.views.opening import learned
from explorer_ui.work.tokenizers import tokenizer_of

_SHOWN = 131
"""How many bytes of a text the picture shows."""


def show_landing(settings: Settings) -> None:
    """Draw the tokens of the text, and the links to the pages."""
    if text := replace_lone_surrogates(settings.text):
        _in_both(text)
    with st.container(horizontal=True):
        if st.button("Walk through every merge", type="primary"):
            st.switch_page("pages/train.py")
        if st.button("See all of GPT-4o's tokens"):
            st.session_state.tokenizer = "o200k_base"
            st.switch_page("pages/tokens.py")
        if st.button("Compare GPT-2, GPT-4 and GPT-4o"):
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
                    rows.page_link(page.file, label=f"**{page.name}** {page.question}")
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
        lesson = st.expander(name, key=f"lesson_{name}", on_change="rerun")
        if not lesson.open:
            continue
        with lesson:
            st.markdown(
                "Each button opens a page with its text and settings; “Undo” next to the text restores "
                "yours. On a projector, press P on any page: it shows only the picture, in large type, and "
                "a presentation remote works."
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


def _in_both(text: str) -> None:
    limit = whole_characters(text, _SHOWN)
    lists = (
        (f"the {len(learned().merges)} merges of act 1", tokenizer_of(learned())),
        ("GPT-4o's 199,742 merges", load_published("o200k_base")),
    )
    for column, (name, tokenizer) in zip(st.columns(2), lists, strict=True):
        count, shown = read_by(tokenizer, text, limit)
        begins = "; it begins:" if len(shown) < count else ":"
        with column:
            st.markdown(f"**Your text with {name}** · {counted(count, 'token')}{begins}")
            data = strip_data(shown, tokenizer.vocab, label=f"With {name}", height=112, controls=False)
            token_strip(data, shown, key=f"story_{tokenizer.name}")


@cached
def read_by(tokenizer: Tokenizer, text: str, limit: int) -> tuple[int, list[int]]:
    """Return how many tokens a text has, and those of them that begin within `limit` bytes.

    The tokens are those of the whole text, since a shortened text could end in a different token.

    >>> read_by(load_published("o200k_base"), "unbelievable", 3)
    (3, [373, 9880])
    """
    ids = tokenizer.encode_ordinary(text)
    starts = accumulate((len(tokenizer.vocab[id_]) for id_ in ids[:limit]), initial=0)
    return len(ids), [id_ for id_, start in zip(ids, starts, strict=False) if start < limit]


def whole_characters(text: str, size: int) -> int:
    """Return how many bytes of UTF-8 can be kept within `size` bytes without splitting a character.

    >>> whole_characters("नमस्ते", 10), whole_characters("low", 10)
    (9, 3)
    """
    return len(text[:size].encode()[:size].decode(errors="ignore").encode())
