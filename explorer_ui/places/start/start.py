"""The landing page below its opening: the visitor's text as tokens, and the entry to the course."""

from collections.abc import Sequence
from itertools import accumulate

import streamlit as st

from bpe_core import Tokenizer, load_published, replace_lone_surrogates
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.offers import draw_puzzles
from explorer_ui.parts.say.page_links import draw_course
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.places.start.film import learned
from explorer_ui.present.lecture.guide import tour_button
from explorer_ui.present.lecture.lecture import begin_lecture, own_lecture
from explorer_ui.present.lecture.teaching import LESSONS, OWN, Scene, lecture_query
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.limits import MAX_LECTURE
from explorer_ui.visit.state import Settings, go_to
from explorer_ui.visit.words import counted
from explorer_ui.words.course import page_of

_SHOWN = 131
"""How many bytes of a text the picture shows."""


def show_landing(settings: Settings) -> None:
    """Draw the tokens of the text, and the links to the pages."""
    if text := replace_lone_surrogates(settings.text):
        _in_both(text)
    with st.container(horizontal=True):
        st.button("Walk through every merge", type="primary", on_click=go_to, args=("Train",))
        st.button(
            "See all of GPT-4o's tokens", on_click=go_to, args=("Tokens",), kwargs={"tokenizer": "o200k_base"}
        )
        st.button(
            "Compare GPT-2, GPT-4 and GPT-4o",
            on_click=go_to,
            args=("Compare",),
            kwargs={"compared": ["gpt2", "cl100k_base", "o200k_base"]},
        )
        tour_button("tour_from_start")
    st.subheader("The course")
    st.markdown("Your text and your settings go with you from page to page.")
    with st.container(key="course"):
        draw_course()
    st.subheader("The usual puzzles")
    draw_puzzles()
    _teaching()


def _teaching() -> None:
    st.subheader("Teaching with it")
    for name, scenes in LESSONS.items():
        lesson = st.expander(name, key=f"lesson_{name}", on_change="rerun")
        if lesson.open:
            with lesson:
                _scenes(name, scenes)
    own = st.expander(
        f"{OWN} lecture", expanded=bool(st.session_state.lecture), key="own_lecture", on_change="rerun"
    )
    if not own.open:
        return
    with own:
        st.text_area(
            "One scene per line: a link made with “Link to this view” on the page you want, followed by `+3` if Page "
            "Down should advance three steps there. Write the notes of a scene on the lines below it.",
            key="lecture",
            max_chars=MAX_LECTURE,
            height=180,
        )
        scenes, problems = own_lecture()
        for problem in problems:
            show_verbatim(problem)
        if not problems and scenes:
            _scenes(OWN, scenes)
            st.markdown("The link to this lecture; whoever opens it can read the notes:")
            query = lecture_query(st.session_state.lecture)
            st.code(
                f"{st.context.url or ''}?{query}" if query else "It is too long for a link.", language=None
            )


def _scenes(name: str, scenes: Sequence[Scene]) -> None:
    st.markdown(
        "In a lecture, Page Down or a presentation remote goes from scene to scene; P shows the picture "
        "alone. The notes open in a second window or on your phone, and are never projected. At the end "
        "your text and settings are restored."
    )
    st.button("Begin", key=f"begin_{name}", type="primary", on_click=begin_lecture, args=(name,))
    for number, scene in enumerate(scenes):
        press, question = st.columns([2, 7], vertical_alignment="center")
        question.markdown(page_of(scene.page).question)
        press.button(
            f"{number + 1}. {scene.page}" + (f", minutes {scene.minutes}" if scene.minutes else ""),
            key=f"scene_{name}_{number}",
            width="stretch",
            on_click=begin_lecture,
            args=(name, number),
        )
    with st.popover("Read the notes"):
        for number, scene in enumerate(scenes):
            show_verbatim(f"{number + 1}. {scene.title}\n{scene.words}", name=f"{name} {number}")


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
