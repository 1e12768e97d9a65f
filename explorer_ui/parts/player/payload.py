"""A history or a trace in the format of the merge player: plain values, numbers packed as base64."""

import hashlib
from typing import Literal, NotRequired, TypedDict

import numpy as np

from bpe_core import BOUNDARY, OPEN, Tokenizer, TrainingHistory
from bpe_core.alphabets import WORD_MARKER, BaseVocabulary, IntArray, counts_bytes
from bpe_core.history import tie_order
from bpe_core.lessons.tokens.traces import pair_ranks
from bpe_core.lessons.train.continued import EveryStep, every_step
from bpe_core.recipes import Recipe
from bpe_core.stream import Lifted
from bpe_core.types import CLOSED, AlphabetName, BoundaryKind, EncodeOrder, Ending
from explorer_ui.browser.packing import Display, base64_of, display_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.visit.words import counted

_OPEN_16 = 65535
_BOUNDARY_16 = 65534
_CLOSED_16 = 65532

ENDINGS: dict[Ending, str] = {
    "merges-reached": "The chosen number of merges is reached.",
    "no-pair-left": "Training ended here: no pair is left, every chunk is one token.",
    "pairs-too-rare": "Training ended here: no pair {often}.",
    "tokens-too-long": "Training ended here: the learned tokens have reached the limit of 4,000,000 bytes in total.",
}
STOPPED = "Training was stopped here."


class SecondStageData(TypedDict):
    """The second stage of a training, as in SuperBPE."""

    lifts: BoundaryKind  # which chunk boundaries are lifted
    lifted: str  # Base64, one bit per gap, the lowest first: whether the boundary there is lifted
    at: int  # after how many steps
    keeps_colons: bool  # whether the boundaries between `:` and a space remain
    max_words: int | None  # the maximum number of words in a token made after that


class StageData(TypedDict):
    """A text and its merges."""

    data_id: str  # the same for the same history: then the visitor's step is kept
    text: str  # Base64 of UTF-8
    units: Literal["bytes", "characters"]  # the kind of base units
    base_ids: list[tuple[int, int]] | None  # pairs of unit and id; null where the id of a byte is its value
    # the id and the bytes of every unit, if they do not follow from its value
    base_units: NotRequired[list[int]]
    # Base64 of uint16, one per gap: the rank that closes it, 65532 within a special token, 65534 a chunk
    # boundary, 65535 open
    closed_at: str
    weights: list[int] | None  # the weight of each chunk, in order; null if all are 1
    merges: list[int]  # five numbers for each step: left id, right id, new id, times counted, times replaced
    display: Display  # how bytes are shown
    ending: str  # the sentence after the last step
    second_stage: SecondStageData | None  # null if no chunk boundaries were lifted


class ContinuedData(TypedDict):
    """A training that continued from a vocabulary, whose merges are the first `earlier` steps."""

    earlier: int
    ranks: list[int]  # the rank of each step's merge in the longer vocabulary


class TrainingData(StageData):
    """The steps are the merges of a training."""

    mode: Literal["train"]
    # which of several most frequent pairs is merged
    tie_break: Literal["first-seen", "lowest-pair", "highest-bytes"]
    tie_order: list[tuple[int, int]] | None  # pairs of id and its order, or null if the ids are compared
    first_new_id: int  # the id of the first token that is made
    min_count: int  # how often a pair must occur to be merged
    special_tokens: NotRequired[list[tuple[int, str]]]  # ids and strings, if the text contains any
    same_string_same_token: bool  # whether two pairs that make the same string make one token
    continued: NotRequired[ContinuedData]  # if training continued from a vocabulary


class EncodingData(StageData):
    """The steps are the merges by which a text is encoded, each in one chunk."""

    mode: Literal["encode"]
    encode_order: EncodeOrder
    ranks: list[int]  # the rank of each step's merge
    # for each stage the left id, right id and rank of every adjacent pair; -1: no merge
    pair_ranks: list[list[tuple[int, int, int]]]


class Start(TypedDict):
    """The initial state of the player."""

    step: int
    selected: int | None  # the unit whose token is selected
    revision: NotRequired[int]  # increases when the text is replaced, and not when it is edited
    # whether the merges are the visitor's own, which Python is not told; if it is not said, a button switches to them
    by_hand: NotRequired[bool]
    # whether it is the opening animation of the app: it plays by itself, and Python is not notified
    opens: NotRequired[bool]


def player_data(history: TrainingHistory) -> TrainingData:
    """Return the merge player's payload for a history, from its base units on; computed once for each history."""
    return cached_with(history, "player", lambda: _player_data(history))


def ending_of(history: TrainingHistory) -> str:
    """Return the sentence after the last step of a training."""
    stage = history.recipe.second_stage
    if history.stopped == "no-pair-left" and history.lifted and stage and stage.max_words is not None:
        most = counted(stage.max_words, "word")
        return f"Training ended here: no pair is left that makes a token of at most {most}."
    often = "repeats" if history.min_count == 2 else f"occurs {history.min_count:,} times"
    return ENDINGS[history.stopped].format(often=often)


def steps_of(history: TrainingHistory) -> EveryStep:
    """Return the steps that the player shows for a history; computed once for each history.

    Raises `BpeError` as `every_step` does.
    """
    return (
        cached_with(history, "steps", lambda: every_step(history)) if history.start else EveryStep(history, 0)
    )


def _player_data(made: TrainingHistory) -> TrainingData:
    history, earlier = steps_of(made)
    merges = [
        number
        for merge in history.merges
        for number in (*merge.pair, merge.new_id, merge.count, merge.replaced)
    ]
    order = tie_order(history.recipe, history.base)
    stage = _stage_data(
        history.text,
        history.base,
        history.closed_at,
        merges,
        recipe=history.recipe,
        of=(history.recipe, history.stopped, history.min_count, earlier),
        weights=_weights_beside_the_text(history),
        ending=ending_of(history),
        lifted=history.lifted,
    )
    data: TrainingData = {
        **stage,  # type: ignore[typeddict-item]
        "mode": "train",
        "tie_break": "lowest-pair" if history.tie_break == "lowest-glyphs" else history.tie_break,
        "tie_order": sorted(order.items()) if order else None,
        "first_new_id": 1 + max(history.base.vocab, default=-1),
        "min_count": history.min_count,
        "same_string_same_token": history.recipe.same_string_same_token,
    }
    if history.start:
        data["continued"] = {"earlier": earlier, "ranks": [merge.rank for merge in history.merges]}
    special = history.special_tokens
    if np.isin(history.base_ids, [*special.values()]).any():
        data["special_tokens"] = [
            (id_, _shown(token, history.base.alphabet)) for token, id_ in special.items()
        ]
    return data


def _shown(text: str, alphabet: AlphabetName) -> str:
    return text[:1] + text[1:].replace(" ", WORD_MARKER) if alphabet == "word-marker" else text


def _weights_beside_the_text(history: TrainingHistory) -> list[int] | None:
    """Return the weight of each chunk if it differs from its number of occurrences in the text."""
    stream = history.stream
    standing = np.bincount(stream.chunks_of_text, minlength=len(stream.weights))
    if np.array_equal(standing, stream.weights):
        return None
    weights: list[int] = stream.weights[stream.chunks_of_text].tolist()
    return weights


def encoding_data(tokenizer: Tokenizer, text: str) -> EncodingData:
    """Return the merge player's payload to show how a text is encoded: each merge applied is one step."""
    trace = tokenizer.trace(text)
    merges = [number for merge in trace.applied for number in (*merge.pair, merge.new_id, 1, 1)]
    has_units = tokenizer.steps.units is not None or tokenizer.unknown_id in trace.base_ids
    units = [tokenizer.vocab[unit] for unit in trace.base_ids.tolist()] if has_units else []
    stage = _stage_data(
        b"".join(units) if has_units else tokenizer.written(text),
        tokenizer.base,
        trace.closed_at,
        merges,
        recipe=tokenizer.recipe,
        of=(tokenizer.name, tokenizer.recipe, trace.ids),
        ending="No more merges apply: these are the tokens.",
        lifted=trace.lifted,
    )
    if has_units:
        # Each unit has its own id: a character, a byte of a missing one, a unit with an end-of-word suffix, [UNK].
        sizes = [len(unit) for unit in units]
        stage["base_units"] = [
            number for pair in zip(trace.base_ids.tolist(), sizes, strict=True) for number in pair
        ]
        stage["units"] = "bytes" if max(sizes, default=1) == 1 else "characters"
    return {
        **stage,
        "mode": "encode",
        "encode_order": tokenizer.recipe.encode_order,
        "ranks": [merge.rank for merge in trace.applied],
        "pair_ranks": [
            [(*pair, -1 if rank is None else rank) for pair, rank in ranks.items()]
            for ranks in pair_ranks(tokenizer, trace)
        ],
    }


def _stage_data(
    text: str | bytes,
    base: BaseVocabulary,
    closed_at: IntArray,
    merges: list[int],
    *,
    recipe: Recipe,
    lifted: Lifted | None,
    of: object,
    ending: str,
    weights: list[int] | None = None,
) -> StageData:
    numbers = closed_at.astype(np.int64)
    numbers[numbers == OPEN] = _OPEN_16
    numbers[numbers == BOUNDARY] = _BOUNDARY_16
    numbers[numbers == CLOSED] = _CLOSED_16
    second_stage: SecondStageData | None = None
    if lifted is not None and (stage := recipe.second_stage):
        was_lifted = np.zeros(len(numbers), bool)
        was_lifted[lifted.gaps] = True
        second_stage = {
            "lifts": stage.lifts,
            "lifted": base64_of(np.packbits(was_lifted, bitorder="little").tobytes()),
            "at": lifted.at,
            "keeps_colons": stage.keeps_colons,
            "max_words": stage.max_words,
        }
    data = _shown(text, base.alphabet).encode("utf-8") if isinstance(text, str) else text
    plain = all(unit == id_ for unit, id_ in base.id_of_unit.items())
    return {
        "data_id": hashlib.blake2b(repr((of, weights, merges)).encode() + data, digest_size=12).hexdigest(),
        "text": base64_of(data),
        "units": "bytes" if counts_bytes(base.alphabet) else "characters",
        "base_ids": None if plain else sorted(base.id_of_unit.items()),
        "closed_at": base64_of(numbers.astype("<u2").tobytes()),
        "weights": weights,
        "merges": merges,
        "display": display_of(base.alphabet),
        "ending": ending,
        "second_stage": second_stage,
    }
