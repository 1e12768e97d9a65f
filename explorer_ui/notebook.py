"""The player and the strip in a notebook, from the files that the app serves, without a server.

In Jupyter, Colab, VS Code and marimo alike, a view is self-contained HTML: a sandboxed iframe (it runs its
script, and can access neither the notebook nor a network). After `%load_ext explorer_ui.notebook` a
`TrainingHistory` at the end of a cell is displayed automatically.
"""

import html
from dataclasses import dataclass
from typing import Any

import numpy as np

from bpe_core import BpeError, Tokenizer, Trace, TrainingHistory
from explorer_ui.browser.packing import display_of
from explorer_ui.parts.player.payload import encoding_data, player_data
from explorer_ui.parts.token_row.strip.payload import StripData, strip_data
from explorer_ui.present.take_along.export_page import export_page, export_picture

PLAYER_HEIGHT = 840
STRIP_HEIGHT = 240


@dataclass(frozen=True, slots=True)
class View:
    """A page to be shown in a notebook: its HTML, and the height of its iframe in pixels."""

    page: str
    height: int

    def _repr_html_(self) -> str:
        return (
            f'<iframe sandbox="allow-scripts allow-downloads" allow="clipboard-write" srcdoc="{html.escape(self.page)}" '
            f'style="width: 100%; height: {self.height}px; border: 0" title="Byte-pair encoding"></iframe>'
        )


def show(
    what: TrainingHistory | Tokenizer, text: str | Trace | None = None, *, height: int | None = None
) -> View:
    """Return a notebook view of a training, or of a tokenizer on a text.

    A history becomes the player; a tokenizer with a text becomes the token strip; a tokenizer with its trace, a
    `Trace`, becomes the player of the merges applied. `height` is that of the iframe in pixels. Raises `BpeError`
    for a tokenizer without a text, and for the trace of another tokenizer.

    >>> from bpe_core import Tokenizer, train
    >>> history = train("low lower lowest", recipe="gpt2", num_merges=2)
    >>> tokenizer = Tokenizer.from_history(history)
    >>> show(history).height, show(tokenizer, "slow").height, show(tokenizer, tokenizer.trace("slow")).height
    (840, 240, 840)
    """
    if isinstance(what, TrainingHistory):
        return View(export_page(player_data(what)), height or PLAYER_HEIGHT)
    if text is None:
        raise BpeError("A tokenizer needs a text: show(tokenizer, text).")
    if isinstance(text, Trace):
        return View(export_page(encoding_data(what, _text_of(what, text))), height or PLAYER_HEIGHT)
    # Around the strip are the row of buttons and the iframe's margins.
    height = height or STRIP_HEIGHT
    return View(
        export_picture("parts/token_row/strip/token_strip", _strip_of(what, text, height - 110)), height
    )


def load_ipython_extension(ipython: Any) -> None:
    """Display every `TrainingHistory` automatically: called by `%load_ext explorer_ui.notebook`."""
    ipython.display_formatter.formatters["text/html"].for_type(
        TrainingHistory, lambda history: show(history)._repr_html_()
    )


def unload_ipython_extension(ipython: Any) -> None:
    """Display histories as text again: called by `%unload_ext`."""
    ipython.display_formatter.formatters["text/html"].pop(TrainingHistory, None)


def _text_of(tokenizer: Tokenizer, trace: Trace) -> str:
    # A trace has only ids. Its base units decode to the text, unless the pipeline changed the text first.
    text = tokenizer.decode(trace.base_ids.tolist())
    if tokenizer.trace(text).ids != trace.ids:
        raise BpeError("This trace belongs to another tokenizer, or its text cannot be recovered.")
    return text


def _strip_of(tokenizer: Tokenizer, text: str, height: int) -> StripData:
    chunks = tokenizer.encode_chunks(text, disallowed_special=())
    ids = [token_id for chunk in chunks for token_id in chunk]
    ranks = {token_id: tokenizer.rank_of_token(token_id) for token_id in set(ids)}
    return strip_data(
        ids,
        tokenizer.vocab,
        ranks={token_id: rank for token_id, rank in ranks.items() if rank is not None},
        chunk_starts=np.cumsum([0, *map(len, chunks)])[:-1],
        special_ids=list(tokenizer.special_tokens.values()),
        display=display_of(tokenizer.recipe.alphabet),
        height=height,
    )
