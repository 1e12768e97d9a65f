"""WordPiece compared with BPE: the same words, another choice of pair, and the scores behind it."""

import pandas as pd
import streamlit as st

from bpe_core.lessons.wordpiece import (
    INSIDE,
    WordPiece,
    count_pairs,
    count_words,
    wordpiece_in_parts,
)
from explorer_ui.cache.bounded import cached
from explorer_ui.shell.failures import contained
from explorer_ui.shell.limits import MAX_WORDPIECE
from explorer_ui.shell.notes import show_verbatim
from explorer_ui.shell.state import Settings
from explorer_ui.shell.words import counted, readable
from explorer_ui.work.leaving import result_while_wanted
from explorer_ui.work.training_runs import trained_on

_ABOUT = (
    "WordPiece, which BERT uses, is **not BPE**. It merges the pair with the best **score**: the count of "
    "the pair, divided by the product of the counts of its two sides. So pairs of rare units that mostly "
    "occur next to each other come first. A token that does not begin a word is written with `##`, and a "
    "letter with `##` and the same letter without it are two units. Words are split at white space, which is dropped, and "
    "around every punctuation mark. Google never published how it trains WordPiece: this follows the best "
    "guess of the Hugging Face LLM Course, chapter 6."
)


@contained()
def show_wordpiece(settings: Settings) -> None:
    """Draw what WordPiece learns from the words of the text, step by step, with every score."""
    st.markdown(_ABOUT)
    material = trained_on(settings)
    if isinstance(material, str) and len(material) > MAX_WORDPIECE:
        st.caption(f"Only the first {MAX_WORDPIECE:,} characters are used.")
        material = material[:MAX_WORDPIECE]
    words = count_words(material) if isinstance(material, str) else material
    learned = _learned(tuple(words.items()), settings.num_merges)
    if not learned.steps:
        st.markdown("There is no pair to merge.")
        return
    st.session_state.wordpiece_step = min(st.session_state.wordpiece_step, len(learned.steps))
    done = st.slider("Merges done", 0, len(learned.steps), key="wordpiece_step")
    show_verbatim(step_in_words(learned, done))
    left, right = st.columns([3, 2])
    with left:
        st.markdown("**Every pair now**, the best score first")
        st.dataframe(scores_table(learned, done), hide_index=True, height=320)
    with right:
        st.markdown("**The words now**")
        st.dataframe(words_table(learned, done), hide_index=True, height=320)
    st.markdown(f"**Every merge**: {counted(len(learned.steps), 'merge')}")
    st.dataframe(steps_table(learned), hide_index=True, height=320)
    _cut(learned)


def step_in_words(learned: WordPiece, done: int) -> str:
    """Return the sentence about the next merge, and about the pair that BPE would pick instead.

    >>> from bpe_core.in_parts import finished
    >>> words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> step_in_words(finished(wordpiece_in_parts(words, num_merges=1)), 0)
    'Merge 1: ##g + ##s → ##gs. Its score is 5 / (20 × 5) = 1/20, the best. The most frequent pair is ##u + ##g, 20 times.'
    """
    if done == len(learned.steps):
        end = "No pair is left." if learned.stopped else "The chosen number of merges is reached."
        return f"After {counted(done, 'merge')}. {end}"
    step = learned.steps[done]
    best = step.best
    others = (
        "the best"
        if step.tied == 1
        else f"as that of {counted(step.tied - 1, 'other pair')}; the first occurrence wins"
    )
    pairs = count_pairs(step.splits, [*learned.words.values()])
    frequent = max(pairs, key=lambda one: one.count)
    same = (
        "It is also the most frequent pair, or one of them."
        if frequent.count == best.count
        else (f"The most frequent pair is {_pair(frequent.pair)}, {frequent.count:,} times.")
    )
    return (
        f"Merge {done + 1:,}: {_pair(best.pair)} → {_token(step.made)}. Its score is "
        f"{best.count:,} / ({best.left:,} × {best.right:,}) = {best.score}, {others}. {same}"
    )


def scores_table(learned: WordPiece, done: int) -> pd.DataFrame:
    """Return the pairs after `done` merges, one row each, the best score first."""
    pairs = count_pairs(_splits(learned, done), [*learned.words.values()])
    ranked = sorted(pairs, key=lambda one: -one.score)
    rows = [
        (
            *map(_token, one.pair),
            one.count,
            one.left,
            one.right,
            str(one.score),
            float(one.score),
            "tie"
            if one.score == ranked[0].score and len(ranked) > 1 and ranked[1].score == one.score
            else "",
        )
        for one in ranked
    ]
    columns = ["left", "right", "together", "left occurs", "right occurs", "score", "as a decimal", ""]
    return pd.DataFrame(rows, columns=columns)


def words_table(learned: WordPiece, done: int) -> pd.DataFrame:
    """Return the words and their tokens after `done` merges, one row each."""
    splits = _splits(learned, done)
    rows = [
        (" ".join(map(_token, split)), count)
        for split, count in zip(splits, learned.words.values(), strict=True)
    ]
    return pd.DataFrame(rows, columns=["word", "occurs"])


def steps_table(learned: WordPiece) -> pd.DataFrame:
    """Return the merges, one row each."""
    rows = [
        (
            number,
            *map(_token, (*step.best.pair, step.made)),
            step.best.count,
            str(step.best.score),
            step.tied - 1,
        )
        for number, step in enumerate(learned.steps, 1)
    ]
    return pd.DataFrame(rows, columns=["merge", "left", "right", "makes", "together", "score", "tied with"])


def _cut(learned: WordPiece) -> None:
    word = st.text_input("Split a word with what was learned", key="wordpiece_word", max_chars=100)
    if not word:
        st.caption(
            "WordPiece repeatedly takes the longest token that fits, and uses no merges. If any part of a "
            "word matches no token, the whole word is unknown. Only this box encodes with WordPiece; the "
            "other pages use BPE."
        )
        return
    cut = learned.encode_word(word.strip())
    show_verbatim("[UNK]: a part of it matches no token" if cut is None else " ".join(map(_token, cut)))


def _splits(learned: WordPiece, done: int) -> tuple[tuple[str, ...], ...]:
    return learned.steps[done].splits if done < len(learned.steps) else learned.splits


def _pair(pair: tuple[str, str]) -> str:
    return " + ".join(map(_token, pair))


def _token(token: str) -> str:
    # The prefix is written by this page, whatever the characters after it are.
    inside = INSIDE if token.startswith(INSIDE) and len(token) > len(INSIDE) else ""
    return inside + readable(token.removeprefix(inside).encode("utf-8", "replace"))


@cached
def _learned(words: tuple[tuple[str, int], ...], num_merges: int) -> WordPiece:
    return result_while_wanted(wordpiece_in_parts(dict(words), num_merges=num_merges))
