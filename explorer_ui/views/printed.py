"""A printed list of merges compared with the learned ones: of a worked example, or a pasted one."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from bpe_core import TrainingHistory
from bpe_core.lessons.printed import (
    PRINTED,
    Difference,
    SpelledPair,
    first_difference,
    read_merges,
    spelled_merges,
)
from bpe_core.lessons.word_counts import read_word_counts
from explorer_ui.shell.failures import contained
from explorer_ui.shell.limits import MAX_PRINTED
from explorer_ui.shell.names import OWN_LIST
from explorer_ui.shell.notes import show_verbatim
from explorer_ui.shell.replacing import replace
from explorer_ui.shell.state import Settings
from explorer_ui.shell.words import readable


@contained()
def show_printed(history: TrainingHistory, settings: Settings) -> None:
    """Draw the choice of a list, and where it diverges from what was learned."""
    titles = {name: example.title for name, example in PRINTED.items()} | {OWN_LIST: "your own list"}
    name = st.selectbox(
        "The printed merges", list(titles), key="printed_example", format_func=titles.__getitem__
    )
    if name == OWN_LIST:
        text = st.text_area(
            "One merge per line, for example u g", key="printed_list", max_chars=MAX_PRINTED, height=150
        )
        merges = read_merges(text or "")
        if not merges:
            return
    else:
        example = PRINTED[name]
        merges = list(example.merges)
        st.caption(f"{example.source}. {example.note}")
        if not settings.as_counts or read_word_counts(settings.text) != read_word_counts(example.words):
            st.markdown("The list was printed for words other than those of your text.")
            if st.button("Use its words", on_click=_take, args=(name,)):
                st.rerun()
            return
    found = first_difference(history, merges)
    if found is None:
        st.markdown(f"**As printed**: all {len(merges):,} merges, in the same order.")
    else:
        show_verbatim(difference_in_words(found))
    st.dataframe(printed_table(history, merges), hide_index=True, height=320)


def difference_in_words(found: Difference) -> str:
    """Return the sentence that names the first merge that differs.

    >>> difference_in_words(Difference(0, (b"r", b"_"), 2, (b"l", b"o"), 2))
    'Merge 1 differs: printed is r + _, learned is l + o. It is a tie: both occur 2 times, and the tie-break rule decides.'
    """
    number = f"Merge {found.step + 1:,}"
    printed = _spelled(found.printed)
    if found.learned is None:
        return f"{number} differs: printed is {printed}, but your training learned no more merges."
    told = f"{number} differs: printed is {printed}, learned is {_spelled(found.learned)}. "
    if found.tie:
        return f"{told}It is a tie: both occur {_times(found.printed_count)}, and the tie-break rule decides."
    if not found.printed_count:
        return f"{told}The printed pair does not occur in the words at this step."
    return f"{told}The printed pair occurs {_times(found.printed_count)}, the learned one {_times(found.learned_count)}."


def printed_table(history: TrainingHistory, merges: Sequence[SpelledPair]) -> pd.DataFrame:
    """Return the printed merges next to the learned ones, one row each; rows from the first difference on are marked."""
    learned = spelled_merges(history)
    found = first_difference(history, merges)
    rows = []
    for step in range(max(len(merges), len(learned))):
        printed = (
            " + ".join(readable(side.encode("utf-8", "replace")) for side in merges[step])
            if step < len(merges)
            else ""
        )
        mine = _spelled(learned[step]) if step < len(learned) else ""
        counted = history.merges[step].count if step < len(learned) else None
        rows.append(
            (step + 1, printed, mine, counted, "differs first" if found and found.step == step else "")
        )
    return pd.DataFrame(rows, columns=["merge", "printed", "learned", "counted", ""])


def _take(name: str) -> None:
    example = PRINTED[name]
    changes = {
        "text": example.words,
        "recipe": "characters",
        "as_counts": True,
        "num_merges": len(example.merges),
    }
    replace(f"the words of {example.title}", {**changes, "tie_break": "first-seen", "skip_rare": True})


def _spelled(pair: tuple[bytes, bytes] | None) -> str:
    return " + ".join(map(readable, pair)) if pair else ""


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"
