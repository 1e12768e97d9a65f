"""The landing page below its opening: the visitor's text as tokens, and the usual puzzles."""

from collections.abc import Callable
from itertools import accumulate

import streamlit as st

from bpe_core import Tokenizer, load_published
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.lists import draw_puzzles
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.tokenizers.tokenizers import tokenizer_of
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted
from explorer_ui.words.film import learned

_SHOWN = 131
"""How many bytes of a text the picture shows."""


def show_landing(settings: Settings, *, tour: Callable[[], None]) -> None:
    """Draw the tokens of the text, and the puzzles; `tour` draws the button of the guided tour."""
    if settings.text:
        _in_both(settings.text)
    tour()
    st.subheader("The usual puzzles")
    draw_puzzles()


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
