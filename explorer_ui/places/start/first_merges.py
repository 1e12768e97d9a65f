"""Words with their counts, and their pairs to choose from: the most frequent pair is merged."""

from collections.abc import Sequence
from dataclasses import asdict

from bpe_core.lessons.train.first_merges import CountedPairs
from explorer_ui.browser.assets import component

_mount = component("places/start/first_merges")


def first_merges(steps: Sequence[CountedPairs], *, key: str) -> None:
    """Draw the words before the first merge; the browser handles all further steps."""
    _mount(key=key, data={"steps": [asdict(step) for step in steps]})
