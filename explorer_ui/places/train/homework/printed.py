"""The view that compares a list of merges, that of a worked example or a pasted one, with those learned here."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from bpe_core import RECIPES, TrainingHistory
from bpe_core.lessons.train.merge_lists import SpelledPair, in_bytes, read_merge_file, read_merges
from bpe_core.lessons.train.mistakes import Explanation, Kind, Mistake, explain
from bpe_core.lessons.train.printed import (
    PRINTED,
    Difference,
    first_difference,
    spelled_merges,
)
from bpe_core.lessons.train.word_counts import read_word_counts
from bpe_core.types import Ending
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.places.train.trained import begins_anew, train_below, was_stopped
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.tokenizers.uploads_read import read_once
from explorer_ui.visit.limits import MAX_LIST_MB, MAX_MERGES, MAX_PRINTED
from explorer_ui.visit.names import OWN_LIST, PATTERNS, TIE_BREAKS
from explorer_ui.visit.replacing import replace
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted, readable

_MOST_TEXT = 50_000
_KINDS: dict[Kind, str] = {
    "tie-break": "other tie-break rules",
    "overlaps": "overlaps counted once",
    "chunks": "merges across chunk boundaries",
    "special tokens": "merges within special tokens",
    "split pattern": "other split patterns",
}
_ENDS: dict[Ending, str] = {
    "merges-reached": "no more merges were asked for",
    "no-pair-left": "no pair is left that may be merged",
    "pairs-too-rare": "pairs that occur only once are skipped",
    "tokens-too-long": "the learned tokens have reached the limit of their lengths",
}
"""Why training learned no more merges, and a list has one."""
_RULES: dict[str, str] = {str(rule): words for rule, words in TIE_BREAKS.items()}
_MISTAKES: dict[Kind, str] = {
    "overlaps": "overlapping occurrences count once (a a a contains a a twice)",
    "chunks": "merges may cross chunk boundaries",
    "special tokens": "special tokens are not split out of the text",
}


def show_homework(settings: Settings) -> None:
    """Draw the choice of a list, where it diverges from what was learned, and both next to each other."""
    row, request = ask("Homework"), settings.training
    titles = {name: example.title for name, example in PRINTED.items()} | {OWN_LIST: "your own list"}
    name = choose(row.selectbox, "The list of merges", titles, key="printed_example", width=260)
    history = train_below(row, request)
    if not history or not begins_anew(request):
        return
    look_here("Homework")
    hero = st.container(key="hero")
    if name == OWN_LIST:
        merges = _ask_for_list(hero)
        if not merges:
            return
    else:
        example = PRINTED[name]
        merges = list(example.merges)
        st.caption(f"{example.source}. {example.note}")
        if not _has_its_words(request, example.words):
            _offer_its_words(hero, name)
            printed = [*map(_spelled, in_bytes(merges, RECIPES["characters"].alphabet))]
            st.dataframe(
                pd.DataFrame({"merge": range(1, 1 + len(printed)), "printed": printed}), hide_index=True
            )
            return
    with hero:
        _compare(history, request, merges, explains=name == OWN_LIST)
    st.dataframe(printed_table(history, merges), hide_index=True, height=320)
    if len(merges) > MAX_MERGES:
        st.caption(f"The first {MAX_MERGES:,} of {len(merges):,}.")


def _compare(
    history: TrainingHistory, request: TrainingRequest, merges: Sequence[SpelledPair], *, explains: bool
) -> None:
    found = first_difference(history, merges)
    if found is None:
        st.markdown(f"**The same**: {counted(len(merges), 'merge')}, in the same order.")
        return
    ends = "training was stopped" if was_stopped(history, request) else _ENDS[history.stopped]
    show_verbatim(difference_in_words(found, ends))
    if explains and found.learned is not None:
        _explain(history, request, merges, found)


def _offer_its_words(hero: DeltaGenerator, name: str) -> None:
    with hero.container(horizontal=True, vertical_alignment="center"):
        st.markdown("The list was printed for words other than those of your text.", width="content")
        st.button("Use its words", key="use_its_words", on_click=_take, args=(name,), type="primary")


def _ask_for_list(hero: DeltaGenerator) -> list[SpelledPair]:
    """Draw the boxes for a list, as text or as a file; returns its merges, none if there is no list yet."""
    text = st.text_area(
        "One merge per line, for example u g, or a JSON list of pairs",
        key="printed_list",
        max_chars=MAX_PRINTED,
        height=150,
    )
    file = st.file_uploader(
        f"Or a file: one merge per line, JSON, or merges.txt; up to {MAX_LIST_MB} MB",
        max_upload_size=MAX_LIST_MB,
        key="list_upload",
    )
    with hero:
        if file is None and not text:
            st.markdown("Paste the merges of your program: the first one that differs is named here.")
            return []
        if file is None:
            return read_merges(text)
        return read_once([file], lambda files: read_merge_file(files[0].getvalue()), most_mb=MAX_LIST_MB)


def _has_its_words(request: TrainingRequest, words: str) -> bool:
    counts = read_word_counts(words)
    if counts is None:
        return request.text == words
    return request.as_counts and read_word_counts(request.text) == counts


def _explain(
    history: TrainingHistory, request: TrainingRequest, merges: Sequence[SpelledPair], found: Difference
) -> None:
    """Say which usual mistake in a training leads to the list, if one does."""
    if len(request.text) > _MOST_TEXT:
        st.caption(f"Usual mistakes are tried on texts of at most {_MOST_TEXT:,} characters.")
        return
    given = in_bytes(merges, history.recipe.alphabet)
    work = explain(request.trained_on, history.recipe, given, agrees=found.step)
    told = cached_with(history, f"mistakes {hash(tuple(given))}", lambda: result_while_wanted(work))
    st.markdown(explanation_in_words(told, len(given)))


def explanation_in_words(told: Explanation, length: int) -> str:
    """Return the sentence about the mistakes that explain a list of merges, given its length.

    >>> explanation_in_words(Explanation((Mistake("chunks"),), 7, ("chunks",)), 7)
    'Training learns your whole list of 7 merges if **merges may cross chunk boundaries**.'
    """
    if not told.mistakes:
        return f"None of the usual mistakes explains the difference. Tried: {', '.join(_KINDS[kind] for kind in told.tried)}."
    how = " and ".join(f"**{_in_words(mistake)}**" for mistake in told.mistakes)
    if told.agrees == length:
        return f"Training learns your whole list of {counted(length, 'merge')} if {how}."
    return f"No usual mistake explains the whole list. The best explanation covers its first {counted(told.agrees, 'merge')}: they are learned if {how}."


def _in_words(mistake: Mistake) -> str:
    if mistake.kind == "tie-break":
        return f"ties are broken by {_RULES[mistake.value]}"
    if mistake.kind == "split pattern":
        return f"the text is split like {PATTERNS[mistake.value]}"
    return _MISTAKES[mistake.kind]


def difference_in_words(found: Difference, ends: str) -> str:
    """Return the sentence that names the first merge that differs; `ends` says why training learned no more.

    >>> difference_in_words(Difference(0, (b"r", b"_"), 2, (b"l", b"o"), 2), "")
    'Merge 1 differs: the list has r + _, training learned l + o. It is a tie: both occur 2 times, and the tie-break rule decides.'
    """
    number = f"Merge {found.step + 1}"
    printed = _spelled(found.printed)
    if found.learned is None:
        same = f"The same, as far as training went: {counted(found.step, 'merge')}. " if found.step else ""
        return f"{same}{number} of the list, {printed}, was not learned, since {ends}."
    told = f"{number} differs: the list has {printed}, training learned {_spelled(found.learned)}. "
    if found.tie:
        return f"{told}It is a tie: both occur {_times(found.printed_count)}, and the tie-break rule decides."
    if not found.printed_count:
        return f"{told}The printed pair does not occur in the words at this step."
    return f"{told}The printed pair occurs {_times(found.printed_count)}, the learned one {_times(found.learned_count)}."


def printed_table(history: TrainingHistory, merges: Sequence[SpelledPair]) -> pd.DataFrame:
    """Return the printed merges next to the learned ones, up to `MAX_MERGES`, with the first difference marked."""
    learned, given = spelled_merges(history), in_bytes(merges, history.recipe.alphabet)
    found = first_difference(history, merges)
    rows = []
    for step in range(min(max(len(merges), len(learned)), MAX_MERGES)):
        printed = _spelled(given[step]) if step < len(given) else ""
        mine = _spelled(learned[step]) if step < len(learned) else ""
        counted = history.merges[step].count if step < len(learned) else None
        rows.append(
            (step + 1, printed, mine, counted, "first difference" if found and found.step == step else "")
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
    replace(f"the words of {example.title}", {**changes, "tie_break": example.tie_break, "skip_rare": True})


def _spelled(pair: tuple[bytes, bytes] | None) -> str:
    return " + ".join(map(readable, pair)) if pair else ""


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"
