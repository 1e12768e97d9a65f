"""The lives of tokens, drawn in the browser."""

import hashlib
from typing import TypedDict

from bpe_core import TrainingHistory
from bpe_core.lessons.vocabulary.lives import lives
from explorer_ui.browser.answers import index_below, place_of, read_again
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of

MAX_BANDS = 60
"""How many learned tokens are drawn: the most frequent ones, up to half of them scaffolds."""

PERCENT = range(50, 101)
"""The thresholds to choose from, in per cent; the paper uses 60 to 90."""

_mount = component("places/vocabulary/unused_tokens/lives")


class Band(TypedDict):
    """The life of a learned token."""

    id: int
    spelled: str  # Base64 of the token's bytes
    steps: list[int]  # after how many merges its count changed
    counts: list[int]  # its count from then on
    swallowed: float  # the largest fraction of its occurrences that one merge replaced, from 0 to 1
    swallowed_at: int  # the number of that merge, from 1; 0 if there was none
    eater: str  # Base64 of the bytes of the token which that merge made; "" if there was none


class LivesData(TypedDict):
    """All that the component takes."""

    lives_id: str  # the same for the same lives: then what the visitor chose is kept
    num_merges: int
    num_learned: int
    num_scaffolds: int  # how many of them do not occur at the end
    dropped: list[int]  # how many Picky BPE would drop at a threshold of 50, 51, ... 100 per cent
    bands: list[Band]


def show_lives(data: LivesData, threshold: int, *, key: str) -> int:
    """Draw the lives of tokens, and return the chosen threshold, in per cent.

    New data begins at `threshold`; an answer that does not belong to `data` is ignored.
    """
    start = min(max(threshold, PERCENT.start), PERCENT[-1])
    answer = _mount(
        key=key, data={**data, "threshold": start}, default={"place": None}, on_place_change=read_again
    )
    place = place_of(answer, "lives_id", data)
    chosen = index_below(place.get("threshold"), PERCENT.stop)
    return start if chosen is None else max(chosen, PERCENT.start)


def lives_data(history: TrainingHistory) -> LivesData:
    """Return what the component takes, except for its initial state; the history must have at least one merge."""
    found = lives(history)
    learned = [index for index, born in enumerate(found.born.tolist()) if born]
    learned.sort(key=lambda index: -int(found.highest[index]))
    ended = [index for index in learned if not found.final[index]][: MAX_BANDS // 2]
    lasting = [index for index in learned if found.final[index]][: MAX_BANDS - len(ended)]
    vocab = history.vocab
    bands: list[Band] = []
    # In the order in which they were learned.
    for index in sorted(ended + lasting, key=lambda index: int(found.born[index])):
        life, at = found.changes[index], int(found.swallowed_at[index])
        token_id = int(found.token_ids[index])
        bands.append(
            {
                "id": token_id,
                "spelled": base64_of(vocab[token_id]),
                "steps": life.steps,
                "counts": life.counts,
                "swallowed": float(found.swallowed[index]),
                "swallowed_at": at,
                "eater": base64_of(vocab[history.merges[at - 1].new_id]) if at else "",
            }
        )
    of = repr((len(history.merges), bands)).encode()
    return {
        "lives_id": hashlib.blake2b(of, digest_size=12).hexdigest(),
        "num_merges": len(history.merges),
        "num_learned": len(learned),
        "num_scaffolds": len(found.scaffolds()),
        "dropped": [len(found.dropped_at(percent / 100)) for percent in PERCENT],
        "bands": bands,
    }
