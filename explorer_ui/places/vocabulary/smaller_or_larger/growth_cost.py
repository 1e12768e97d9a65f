"""What a vocabulary costs the model that uses it, compared with what it saves."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import streamlit as st

from bpe_core.alphabets import IntArray
from bpe_core.lessons.vocabulary.growth import Growth
from explorer_ui.visit.words import counted, percent

_TABLES = 2
"""How many matrices have a row for each token: the embedding, and the output layer if it is not the same."""


class Curve(NamedTuple):
    """The tokens of a text under every vocabulary size: `counts[i]` from size `sizes[i]` up to the next one."""

    sizes: IntArray
    counts: npt.NDArray[np.int64]

    def tokens_under(self, size: int) -> int:
        """Return how many tokens the text has with a vocabulary of `size` tokens."""
        return int(self.counts[max(int(np.searchsorted(self.sizes, size, side="right")) - 1, 0)])


def curve_of(growth: Growth) -> Curve:
    """Return the curve of a text under a growing vocabulary."""
    return Curve(growth.sizes, growth.history.token_counts())


def show_cost(curve: Curve, size: int) -> None:
    """Draw how many parameters a vocabulary of `size` tokens takes, and how many tokens its second half saves."""
    number, sentence = st.columns([1, 5])
    width = number.number_input(
        "Width of the model", 1, 65_536, step=256, key="model_width",
        help="How many numbers a row of the embedding table has. GPT-2 has 768, Llama 3 8B 4,096.",
    )  # fmt: skip
    sentence.markdown(sentence_of_cost(curve, size, int(width)))


def sentence_of_cost(curve: Curve, size: int, width: int) -> str:
    """Return the sentence that says what a vocabulary costs and saves.

    >>> curve = Curve(np.array([256, 300, 40_000]), np.array([12, 8, 6]))
    >>> print(sentence_of_cost(curve, 50_256, 768))
    **What it costs:** 50,256 tokens take a row of 768 numbers each in the embedding table, and again in the output layer \
unless the two share theirs: 77.2 million parameters. From 25,128 to 50,256 tokens your text gets 2 tokens shorter (25%), \
and the model 38.6 million parameters larger. Tokens learned late are also the rarest: their rows see the fewest examples \
in training.
    """
    half, whole = curve.tokens_under(size // 2), curve.tokens_under(size)
    saved = half - whole
    gained = (
        f"From {size // 2:,} to {size:,} tokens your text gets {counted(saved, 'token')} shorter ({percent(saved / max(half, 1))}), "
        f"and the model {_millions(_TABLES * (size - size // 2) * width)} parameters larger. "
        if size // 2 >= curve.sizes[0]
        else ""  # there is no vocabulary smaller than the base units
    )
    return (
        f"**What it costs:** {counted(size, 'token')} take a row of {width:,} numbers each in the embedding table, and "
        f"again in the output layer unless the two share theirs: {_millions(_TABLES * size * width)} parameters. {gained}"
        "Tokens learned late are also the rarest: their rows see the fewest examples in training."
    )


def _millions(number: int) -> str:
    return f"{number / 1e6:,.1f} million" if number >= 1e6 else f"{number:,}"
