"""The First merges view: five words with their counts, and the pairs to count by hand."""

import streamlit as st

from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.parts.say.question import ask
from explorer_ui.places.start.first_merges import first_merges
from explorer_ui.visit.state import Settings

NUM_MERGES = 5


def show_first_merges(_settings: Settings) -> None:
    """Draw the words and the pairs, and the link to the visitor's own text."""
    ask("First merges")
    words = read_word_counts(PRINTED["hug"].words) or {}
    first_merges(list(counted_pairs(words, NUM_MERGES)), key="first_merges")
    st.page_link("pages/train.py", label="Now your own text: **Train**", icon=":material/arrow_forward:")
