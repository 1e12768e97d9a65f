"""When walls fall: the same training with walls that fall sooner, later or never, compared."""

from collections.abc import Sequence
from dataclasses import replace

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core import TrainingHistory
from bpe_core.lessons.falling_walls import Fall, falls_in_parts, tokens_in_one_pass
from explorer_ui.cache.bounded import cached_with
from explorer_ui.shell.limits import MAX_LEARNED
from explorer_ui.shell.names import WALLS
from explorer_ui.shell.state import Settings
from explorer_ui.shell.words import counted, readable
from explorer_ui.views.figures import show_chart
from explorer_ui.work.leaving import result_while_wanted
from explorer_ui.work.training_runs import trained_on

_MOST_TEXT = 50_000
_POINTS = 200
_FIRST = 4
_SOURCE = "https://arxiv.org/abs/2503.13423"


def show_falling_walls(history: TrainingHistory, settings: Settings) -> None:
    """Draw the curves of tokens, a row for each training, and what encoding in one pass would change."""
    recipe = history.recipe
    st.markdown(
        "Walls keep a merge within a chunk, so that no token is learned that spans two words. Let them fall late, and "
        "the words are there already, whole: now the most frequent phrases become tokens. Let them fall at the "
        "start, and half-words are glued to blanks before the words are learned; that can cost more tokens than walls "
        f"that never fall. This is [SuperBPE]({_SOURCE}) (Liu and others, 2025): at a vocabulary of 200,000 it needs up "
        "to a third fewer tokens than BPE. Its authors' program makes no token of more than four words and none that "
        "holds a colon and a space; both limits can be set above, with the walls."
    )
    if recipe.split_pattern is None:
        st.info("This recipe does not cut the text into chunks, so it has no walls. Choose one that does.")
        return
    if not isinstance(trained_on(settings), str):
        st.info("Words that are only counted have no neighbours, so there are no walls between them.")
        return
    if len(settings.text) > _MOST_TEXT:
        st.info(f"Five trainings side by side are for texts up to {_MOST_TEXT:,} characters.")
        return
    kind = recipe.walls_fall or "blanks"
    trainings = cached_with(
        history,
        "falling walls",
        lambda: result_while_wanted(
            falls_in_parts(
                history.text,
                replace(recipe, walls_fall=kind),
                settings.num_merges,
                min_count=settings.min_count,
                max_learned=MAX_LEARNED,
            )
        ),
    )
    # Where no pair is left within the walls, several shares are one training.
    trainings = list({name_of(fall): fall for fall in trainings}.values())
    if len(trainings) > 1:
        st.markdown(
            f"**Tokens more or fewer than with walls that stand** · walls {WALLS[kind]}, sooner or later"
        )
        show_chart(_chart(trainings))
    st.dataframe(_table(trainings), hide_index=True)
    if history.walls_fell_at is not None:
        tokens = int(history.token_counts()[-1])
        in_one_pass = cached_with(history, "in one pass", lambda: tokens_in_one_pass(history))
        same = (
            f"as many as here, {tokens:,}"
            if tokens == in_one_pass
            else f"{in_one_pass:,} instead of {tokens:,}: rules learned within walls now act across them"
        )
        st.caption(
            "Here a text is encoded as it was trained: within the walls first, then across those that fell. SuperBPE's "
            f"authors encode in one pass without those walls. This text then has {same}."
        )


def name_of(fall: Fall) -> str:
    """Say when the walls of a training fell.

    >>> from bpe_core import train
    >>> name_of(Fall(None, train("", num_merges=0)))
    'never'
    """
    at = fall.history.walls_fell_at
    if at is None:
        return "never"
    return f"after {counted(at, 'merge')}" if at else "at the start"


def _chart(trainings: Sequence[Fall]) -> ChartType:
    standing = trainings[0].history.token_counts()
    rows = []
    for fall in trainings:
        counts = fall.history.token_counts()
        # Within walls the pairs may end sooner: from there on the number of tokens stays.
        baseline = standing[np.minimum(np.arange(len(counts)), len(standing) - 1)]
        steps = {*range(0, len(counts), max(1, len(counts) // _POINTS)), len(counts) - 1}
        rows += [
            (name_of(fall), step, int(counts[step] - baseline[step]), int(counts[step]))
            for step in sorted(steps)
        ]
    frame = pd.DataFrame(rows, columns=["walls fall", "merges", "difference", "tokens"])
    names = [name_of(fall) for fall in trainings]
    when = alt.Legend(orient="top", title="walls fall", symbolSize=600, symbolStrokeWidth=2)
    chart: ChartType = (
        alt.Chart(frame, height=340)
        .mark_line()
        .encode(
            x=alt.X("merges:Q", axis=alt.Axis(format=",d", tickMinStep=1)),
            y=alt.Y("difference:Q", axis=alt.Axis(format="+,d", tickMinStep=1, title="tokens more or fewer")),
            color=alt.Color("walls fall:N", sort=names, legend=when),
            strokeDash=alt.StrokeDash("walls fall:N", sort=names, legend=when),
            tooltip=[
                "walls fall:N",
                alt.Tooltip("merges:Q", format=",d"),
                alt.Tooltip("tokens:Q", format=",d"),
                alt.Tooltip("difference:Q", format="+,d"),
            ],
        )
    )
    return chart


def _table(trainings: Sequence[Fall]) -> pd.DataFrame:
    rows = []
    for fall in trainings:
        history = fall.history
        first = [readable(history.vocab[history.merges[rank].new_id]) for rank in fall.across[:_FIRST]]
        rows.append(
            (
                name_of(fall),
                len(history.merges),
                int(history.token_counts()[-1]),
                len(fall.across),
                "   ".join(first),
            )
        )
    columns = ["walls fall", "merges", "tokens at the end", "tokens across walls", "the first of them"]
    return pd.DataFrame(rows, columns=columns)
