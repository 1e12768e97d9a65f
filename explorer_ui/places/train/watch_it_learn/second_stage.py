"""SuperBPE: compares the same training with chunk boundaries lifted at different points, or never."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from altair.typing import ChartType

from bpe_core import SecondStage, TrainingHistory
from bpe_core.lessons.train.second_stage import merges_across, tokens_in_one_pass, trained_in_stages
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.figures import show_chart
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.visit.limits import MAX_LEARNED
from explorer_ui.visit.names import LIFTED
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted, readable

_MOST_TEXT = 50_000
_POINTS = 200
_FIRST = 4
_SOURCE = "https://arxiv.org/abs/2503.13423"


def show_second_stage(history: TrainingHistory, request: TrainingRequest) -> None:
    """Draw the curves of tokens, a row for each training, and what encoding in one pass would change."""
    recipe = history.recipe
    st.markdown(
        "Chunk boundaries keep a merge within a chunk, so no token spans two words. If they are lifted "
        "late, words are learned first, and then the most frequent phrases become tokens. If they are "
        "lifted at the start, parts of words are merged with spaces before the words are learned; the text "
        f"can then need more tokens than with boundaries kept. This is [SuperBPE]({_SOURCE}) (Liu and "
        "others, 2025): at a vocabulary of 200,000 it needs up to a third fewer tokens than BPE. Its "
        "authors' program makes no token of more than four words, and none that contains a colon and a "
        "space; both limits can be set above, with the boundaries."
    )
    if recipe.split_pattern is None:
        st.info(
            "This recipe does not split the text into chunks, so it has no chunk boundaries. Choose a "
            "recipe that does."
        )
        return
    if not isinstance(request.trained_on, str):
        st.info(
            "In a list of words with counts no word is next to another, so there are no boundaries between them."
        )
        return
    if len(request.text) > _MOST_TEXT:
        st.info(
            f"This compares five trainings; the limit for the text is {_MOST_TEXT:,} characters. Shorten it."
        )
        return
    stage = recipe.second_stage or SecondStage(lifts="blanks")
    trainings = cached_with(
        history,
        "in stages",
        lambda: result_while_wanted(
            trained_in_stages(
                history.text,
                recipe,
                stage,
                request.num_merges,
                min_count=request.min_count,
                max_learned=MAX_LEARNED,
            )
        ),
    )
    # If no pair is left within chunks, the boundaries are lifted early, so several trainings can be the same.
    trainings = list({name_of(one): one for one in trainings}.values())
    if len(trainings) > 1:
        st.markdown(
            f"**Tokens compared with a training that keeps the boundaries** · {LIFTED[stage.lifts]}, after different "
            "numbers of merges"
        )
        show_chart(_chart(trainings))
    st.dataframe(_table(trainings), hide_index=True)
    if history.lifted is not None:
        tokens = int(history.token_counts()[-1])
        in_one_pass = cached_with(history, "in one pass", lambda: tokens_in_one_pass(history))
        same = (
            f"also has {counted(tokens, 'token')}"
            if tokens == in_one_pass
            else f"has {counted(in_one_pass, 'token')} instead of {tokens:,}, because merges learned inside chunks also apply across a "
            "boundary"
        )
        st.caption(
            "Here a text is encoded in the order of training: within chunks first, then across the lifted "
            "boundaries. SuperBPE's authors encode in one pass without those boundaries. Encoded that way, this text "
            f"{same}."
        )


def name_of(history: TrainingHistory) -> str:
    """Return a phrase that says when the boundaries of a training were lifted.

    >>> from bpe_core import train
    >>> name_of(train("", num_merges=0))
    'never'
    """
    lifted = history.stream.lifted
    if lifted is None:
        return "never"
    return f"after {counted(lifted.at, 'merge')}" if lifted.at else "at the start"


def _chart(trainings: Sequence[TrainingHistory]) -> ChartType:
    kept = trainings[0].token_counts()
    rows = []
    for history in trainings:
        counts = history.token_counts()
        # If boundaries are kept, pairs may run out earlier; from then on the number of tokens is constant.
        beside = kept[np.minimum(np.arange(len(counts)), len(kept) - 1)]
        steps = {*range(0, len(counts), max(1, len(counts) // _POINTS)), len(counts) - 1}
        rows += [
            (name_of(history), step, int(counts[step] - beside[step]), int(counts[step]))
            for step in sorted(steps)
        ]
    frame = pd.DataFrame(rows, columns=["boundaries lifted", "merges", "difference", "tokens"])
    names = [name_of(history) for history in trainings]
    when = alt.Legend(orient="top", title="boundaries lifted", symbolSize=600, symbolStrokeWidth=2)
    chart: ChartType = (
        alt.Chart(frame, height=340)
        .mark_line()
        .encode(
            x=alt.X("merges:Q", axis=alt.Axis(format=",d", tickMinStep=1)),
            y=alt.Y("difference:Q", axis=alt.Axis(format="+,d", tickMinStep=1, title="difference in tokens")),
            color=alt.Color("boundaries lifted:N", sort=names, legend=when),
            strokeDash=alt.StrokeDash("boundaries lifted:N", sort=names, legend=when),
            tooltip=[
                "boundaries lifted:N",
                alt.Tooltip("merges:Q", format=",d"),
                alt.Tooltip("tokens:Q", format=",d"),
                alt.Tooltip("difference:Q", format="+,d"),
            ],
        )
    )
    return chart


def _table(trainings: Sequence[TrainingHistory]) -> pd.DataFrame:
    rows = []
    for history in trainings:
        across = list(merges_across(history))
        first = [readable(history.vocab[history.merges[rank].new_id]) for rank in across[:_FIRST]]
        rows.append(
            (
                name_of(history),
                len(history.merges),
                int(history.token_counts()[-1]),
                len(across),
                "   ".join(first),
            )
        )
    columns = [
        "boundaries lifted",
        "merges",
        "tokens at the end",
        "tokens across boundaries",
        "the first of them",
    ]
    return pd.DataFrame(rows, columns=columns)
