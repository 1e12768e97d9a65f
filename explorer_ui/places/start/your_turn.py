"""The First merges view: five words with their counts, and the pairs to count by hand."""

from dataclasses import asdict

from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.browser.assets import component
from explorer_ui.parts.say.lists import draw_link
from explorer_ui.parts.say.question import ask
from explorer_ui.visit.state import Settings

NUM_MERGES = 5

_mount = component("places/start/first_merges")


def show_first_merges(_settings: Settings) -> None:
    """Draw the words and the pairs, and the link to the visitor's own text."""
    ask("First merges")
    words = read_word_counts(PRINTED["hug"].words) or {}
    # The browser handles all steps after the first.
    steps = [asdict(step) for step in counted_pairs(words, NUM_MERGES)]
    _mount(key="first_merges", data={"steps": steps})
    draw_link("Train", "Now your own text")
