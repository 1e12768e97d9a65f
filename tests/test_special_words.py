"""Special tokens that are plain words, single letters, spaces or parts of words change no lesson about ordinary text."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from apps import open_app, words

from bpe_core import BpeError, Tokenizer, lessons, load_published, train
from bpe_core import chat as chat_room
from bpe_core.chat import chat, compared_requests, prefix_cache
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.chat_writers import render_messages
from bpe_core.chat.messages import Message
from bpe_core.in_parts import finished
from bpe_core.lessons.compare import core_samples, token_reasons
from bpe_core.lessons.quiz import by_hand
from bpe_core.lessons.tokens import (
    chunking,
    costs,
    own_ids,
    pipeline_stages,
    prompt_end,
    seams,
    segmentations,
    single_words,
    token_boundaries,
    traces,
    ways,
)
from bpe_core.lessons.vocabulary import (
    growth,
    removed_merges,
    unreachable,
    used_tokens,
    vocabulary,
    vocabulary_export,
    vocabulary_figures,
)
from bpe_core.tokenizer.special_tokens import SpecialTokenError

TEXT = "the bread and the unwatchability of breadcrumbs, ababab bread"
WORDS = [" bread", " unwatchability", "breadcrumbs", " the", " ababab"]
TOLD = [Message("user", "the bread"), Message("assistant", "a crumb"), Message("user", TEXT)]
CHATML = TEMPLATES["chatml"]

SETS = [("bread",), (" ",), ("a", "b"), ("read", "bread", "the bread"), ("watch", "\n", ",", "ab")]


def _chat(tokenizer: Tokenizer, policy: chat.Policy = "ordinary") -> chat.ChatEncoding:
    return chat.encode_chat(chat.with_controls(tokenizer, CHATML), CHATML, TOLD, policy=policy)


def _used(tokenizer: Tokenizer) -> object:
    table = vocabulary.token_table(tokenizer)
    used = finished(used_tokens.used_in_parts(tokenizer, table, TEXT))
    rows = np.flatnonzero(used.left_over + used.made)
    return {int(table.token_ids[row]): (int(used.made[row]), int(used.left_over[row])) for row in rows}


CALLS: dict[str, Callable[[Tokenizer], object]] = {
    "by_hand.hand_cut": lambda t: by_hand.hand_cut(t, WORDS, Random(1)),
    "chat.encode_chat": lambda t: len(_chat(t).ids),
    # The ids of control tokens are after those of added tokens.
    "chat.encode_chat_in_parts": lambda t: len(
        finished(
            chat.encode_chat_in_parts(chat.with_controls(t, CHATML), CHATML, TOLD, policy="ordinary")
        ).ids
    ),
    "chat.encode_segments": lambda t: len(
        finished(
            chat.encode_segments(
                chat.with_controls(t, CHATML), CHATML, render_messages(CHATML, TOLD), policy="ordinary"
            )
        ).ids
    ),
    "chat.missing_controls": lambda t: chat.missing_controls(t, CHATML),
    "chat.with_controls": lambda t: chat.with_controls(t, CHATML),
    "chat.messages_seen": lambda t: [
        seen.content for seen in chat.messages_seen(chat.with_controls(t, CHATML), CHATML, _chat(t))
    ],
    "compared_requests.sides": lambda t: compared_requests.sides(
        t, t.encode_ordinary("the bread"), t.encode_ordinary("the butter"), 1, repr
    ),
    "costs.costs_by": lambda t: costs.costs_by(t, t.encode_ordinary(TEXT), "kind"),
    "growth.growth_in_parts": lambda t: growth.growth_in_parts(t, TEXT),
    "single_words.hardest_word": lambda t: single_words.hardest_word(t, TEXT),
    "single_words.needed_merges": lambda t: single_words.needed_merges(t, t.trace(TEXT)),
    "own_ids.other_ids": lambda t: own_ids.other_ids(t, t.encode_ordinary("the br") * 2),
    "own_ids.other_ids_in_parts": lambda t: own_ids.other_ids_in_parts(t, t.encode_ordinary("the br") * 2),
    "chunking.pattern_of": chunking.pattern_of,
    "pipeline_stages.changed_ranges": lambda t: pipeline_stages.changed_ranges(
        t, TEXT, t.decode_bytes(t.encode_ordinary(TEXT))
    ).tolist(),
    "pipeline_stages.changes": lambda t: pipeline_stages.changes(t, TEXT),
    "pipeline_stages.passes": lambda t: pipeline_stages.passes(t, TEXT),
    "pipeline_stages.fallbacks": lambda t: pipeline_stages.fallbacks(t, TEXT),
    "prefix_cache.requests_in_parts": lambda t: prefix_cache.requests_in_parts(
        chat.with_controls(t, CHATML), CHATML, TOLD
    ),
    "prompt_end.prefix_cuts": lambda t: prompt_end.prefix_cuts(t, TEXT, last=9),
    "prompt_end.ending": lambda t: prompt_end.ending(t, TEXT),
    "prompt_end.iter_endings": lambda t: prompt_end.iter_endings(t, TEXT),
    "prompt_end.heal": lambda t: prompt_end.heal(t, TEXT),
    "removed_merges.has_merges_to_remove": removed_merges.has_merges_to_remove,
    "removed_merges.without_merges": lambda t: removed_merges.without_merges(t, [260]),
    "removed_merges.without_merges_in_parts": lambda t: removed_merges.without_merges_in_parts(t, [260]),
    "seams.segmented": lambda t: seams.segmented(t, TEXT),
    "seams.iter_seams": lambda t: seams.iter_seams(t, TEXT),
    "segmentations.merges_by_byte": lambda t: segmentations.merges_by_byte(t, t.trace(TEXT)),
    "token_boundaries.cut_in_parts": lambda t: _without_size(token_boundaries.cut_in_parts(t, TEXT)),
    "token_boundaries.starts_in_text": lambda t: token_boundaries.starts_in_text(
        t, TEXT, t.iter_chunks(TEXT, disallowed_special=())
    ),
    "token_reasons.reasoned_tokens": lambda t: token_reasons.reasoned_tokens(t, TEXT),
    "traces.pair_ranks": lambda t: traces.pair_ranks(t, t.trace(TEXT)),
    "unreachable.reachable_in_parts": lambda t: unreachable.reachable_in_parts(t, vocabulary.token_table(t)),
    "core_samples.core_sample": lambda t: core_samples.core_sample(t, vocabulary.token_table(t)),
    "vocabulary_export.difference_rows": lambda t: len(
        list(vocabulary_export.difference_rows(t.with_special_tokens("<e>"), t))
    ),
    "used_tokens.used_in_parts": _used,
    "ways.token_arcs": lambda t: ways.token_arcs(t, t.trace(TEXT)),
    "ways.unit_offsets": lambda t: ways.unit_offsets(t, t.trace(TEXT)),
    "ways.chunks_of": lambda t: ways.chunks_of(t, t.trace(TEXT), longest=12),
    "ways.ids_of_bytes": ways.ids_of_bytes,
    "ways.count_parts": ways.count_parts,
    "single_words.worked_word": lambda t: single_words.worked_word(t, " bread", Random(1)),
}

LIST_THE_VOCABULARY: dict[str, Callable[[Tokenizer], object]] = {
    "chat.id_of_control": chat.id_of_control,
    "vocabulary.token_table": vocabulary.token_table,
    "vocabulary_figures.ids_in_order": vocabulary_figures.ids_in_order,
    "vocabulary_figures.tokens_in_order": vocabulary_figures.tokens_in_order,
}
"""Their result contains the special tokens, so it differs."""


def _without_size(work: Generator[object, None, token_boundaries.CutText]) -> object:
    cut = _value(work)
    assert isinstance(cut, dict)
    return {name: cut[name] for name in ("ids", "data", "cuts")}


def _value(found: object) -> object:
    """Return what can be compared with ==: a computation in parts as its result, an array as a list."""
    if isinstance(found, Generator):
        listed: list[object] = []
        try:
            while True:
                listed.append(next(found))
        except StopIteration as end:
            return _value(listed if end.value is None else end.value)
    if isinstance(found, Tokenizer):
        return found.encode_ordinary(TEXT)
    if is_dataclass(found):
        found = {field.name: getattr(found, field.name) for field in fields(found)}
    if isinstance(found, Mapping):
        return {key: _value(value) for key, value in found.items()}
    if isinstance(found, list | tuple | np.ndarray | Iterator):
        return [_value(one) for one in found]
    return found


def _functions_of_a_tokenizer() -> Iterator[str]:
    packages = [
        one
        for room in (lessons, chat_room)
        for one in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
    ]
    for module in packages:
        for name, found in vars(importlib.import_module(module.name)).items():
            is_own = getattr(found, "__module__", "") == module.name
            if is_own and inspect.isfunction(found) and not name.startswith("_"):
                takes = {one.annotation for one in inspect.signature(found).parameters.values()}
                yield from [f"{module.name.rpartition('.')[2]}.{name}"] * (Tokenizer in takes)


def test_the_walk_is_complete() -> None:
    assert {*_functions_of_a_tokenizer()} == CALLS.keys() | LIST_THE_VOCABULARY.keys()


def _outcome(call: Callable[[Tokenizer], object], tokenizer: Tokenizer) -> object:
    """Return the result, or that the lesson is not for this kind of tokenizer."""
    try:
        return _value(call(tokenizer))
    except SpecialTokenError:
        raise
    except BpeError as error:
        return type(error)


@cache
def _plain(name: str) -> Tokenizer:
    if name == "trained":
        return Tokenizer.from_history(train(TEXT, recipe="gpt2", num_merges=30))
    return load_published(name)


@cache
def _outcome_of(lesson: str, name: str) -> object:
    return _outcome(CALLS[lesson], _plain(name))


# The last two sets have words, parts of words and spaces; a published vocabulary makes each lesson slow.
@pytest.mark.parametrize(
    ("name", "special"),
    [*product(["trained"], SETS), ("gpt2", SETS[3]), ("qwen2.5", SETS[4])],
    ids=repr,
)
def test_a_lesson_about_ordinary_text_is_the_same(name: str, special: tuple[str, ...]) -> None:
    tokenizer = _plain(name).with_special_tokens(*special)
    for lesson, call in CALLS.items():
        if name == "trained" or not lesson.startswith(("unreachable", "removed", "vocabulary_export")):
            assert _outcome(call, tokenizer) == _outcome_of(lesson, name), lesson
    for call in LIST_THE_VOCABULARY.values() if name == "trained" else ():
        call(tokenizer)


def test_the_walk_reaches_the_results() -> None:
    # A lesson that is not for a kind of tokenizer must have a result for another kind.
    for lesson in CALLS:
        only_qwen = type(_outcome_of(lesson, "trained")) is type
        assert not only_qwen or type(_outcome_of(lesson, "qwen2.5")) is not type, lesson


@pytest.mark.parametrize("where", ["training_special", "own_special"])
def test_the_pages_show_what_they_show_and_the_box_stays(where: str) -> None:
    for token in ("bread", "the", "b"):
        own = {"tokenizer": "trained", "text": "bread for the baker and the breadcrumbs", where: token}
        shown = words(open_app("Encode", encode_text="the bread", **own))
        assert "hardest word" in shown
        assert "contains the special token" not in shown
        for policy, refused in (("ordinary", False), ("special", False), ("refuse", True)):
            app = open_app("Tokens", special_policy=policy, **own)
            assert app.text_input(key="own_special").value == (token if where == "own_special" else "")
            assert ("contains the special token" in words(app)) == refused
            assert ("The ids" in words(app)) != refused


@pytest.mark.parametrize("page", ["Prompt", "Ways", "Encode", "Lives", "Seam", "Growth", "Compare"])
def test_a_view_that_encodes_special_tokens_as_plain_text_says_so(page: str) -> None:
    for text, named in (("Hi <|endoftext|>", True), ("Hi <|end|>", False)):
        chosen = {"tokenizer": "cl100k_base", "grown": ["cl100k_base"], "compared": ["gpt2", "cl100k_base"]}
        shown = words(open_app(page, text=text, encode_text=text, **chosen))
        assert ("encodes special tokens in the text as plain text" in shown) == named


def test_a_token_that_the_file_has_too_is_not_added_again() -> None:
    # The box says the same on every page, whichever file is chosen.
    own = {"tokenizer": "trained", "text": "bread", "training_special": "<s>", "own_special": "<s> <e>"}
    app = open_app("Tokens", **own)
    assert "The ids" in words(app)
    assert app.text_input(key="own_special").value == "<s> <e>"
