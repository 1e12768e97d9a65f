"""Special tokens that are plain words, single letters, spaces or parts of words change no lesson about ordinary text."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from apps import open_app, words

from bpe_core import BpeError, Tokenizer, lessons, load_published, train
from bpe_core import chat as chat_room
from bpe_core.chat import chat
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.chat_writers import render_messages
from bpe_core.chat.messages import Message
from bpe_core.in_parts import finished
from bpe_core.lessons.tokens.token_boundaries import CutText
from bpe_core.lessons.vocabulary.vocabulary import token_table
from bpe_core.tokenizer.special_tokens import SpecialTokenError
from tests.sampling import IN_TURNS

TEXT = "the bread and the unwatchability of breadcrumbs, ababab bread"
WORDS = [" bread", " unwatchability", "breadcrumbs", " the", " ababab"]
TOLD = [Message("user", "the bread"), Message("assistant", "a crumb"), Message("user", TEXT)]
CHATML = TEMPLATES["chatml"]

SETS = [("bread",), (" ",), ("a", "b"), ("read", "bread", "the bread"), ("watch", "\n", ",", "ab")]


def _used(call: Callable[..., Any], tokenizer: Tokenizer) -> object:
    table = token_table(tokenizer)
    used = finished(call(tokenizer, table, TEXT))
    rows = np.flatnonzero(used.left_over + used.made)
    return {int(table.token_ids[row]): (int(used.made[row]), int(used.left_over[row])) for row in rows}


# What is passed to a function of a lesson, by the names of its parameters.
ARGUMENTS: dict[str, Callable[[Tokenizer], object]] = {
    "text": lambda _: TEXT,
    "trace": lambda t: t.trace(TEXT),
    "table": token_table,
    "ids": lambda t: t.encode_ordinary(TEXT),
    "data": lambda t: t.decode_bytes(t.encode_ordinary(TEXT)),
    "chunks": lambda t: t.iter_chunks(TEXT, disallowed_special=()),
    "template": lambda _: CHATML,
    "messages": lambda _: TOLD,
    "segments": lambda _: render_messages(CHATML, TOLD),
    "chat": lambda t: chat.encode_chat(t, CHATML, TOLD, policy="ordinary"),
    "policy": lambda _: "ordinary",
    "token_ids": lambda _: [260],
    "word": lambda _: WORDS[0],
    "words": lambda _: WORDS,
    "rng": lambda _: Random(1),
    "by": lambda _: "kind",
    "longest": lambda _: 12,
}
OTHERS: dict[str, Callable[[Callable[..., Any], Tokenizer], object]] = {
    "compared_requests.sides": lambda call, t: call(
        t, t.encode_ordinary("the bread"), t.encode_ordinary("the butter"), 1, repr
    ),
    "own_ids.other_ids": lambda call, t: call(t, t.encode_ordinary("the br") * 2),
    "own_ids.other_ids_in_parts": lambda call, t: call(t, t.encode_ordinary("the br") * 2),
    "prompt_end.prefix_cuts": lambda call, t: call(t, TEXT, last=9),
    "vocabulary_export.difference_rows": lambda call, t: len(list(call(t.with_special_tokens("<e>"), t))),
    "used_tokens.used_in_parts": _used,
}
LIST_THE_VOCABULARY = {
    "chat.id_of_control", "vocabulary.token_table", "vocabulary_figures.ids_in_order",
    "vocabulary_figures.tokens_in_order",
}  # fmt: skip
"""Their result contains the special tokens, so it differs."""


def _called(name: str, tokenizer: Tokenizer) -> object:
    """Call a function of a lesson with a tokenizer, and with a text or what is made of it."""
    call = FUNCTIONS[name]
    if name in OTHERS:
        return OTHERS[name](call, tokenizer)
    _, *more = inspect.signature(call).parameters.values()
    needed = [one.name for one in more if one.default is one.empty]
    if not {"messages", "segments", "chat"}.isdisjoint(needed):
        tokenizer = chat.with_controls(tokenizer, CHATML)
    return call(tokenizer, **{parameter: ARGUMENTS[parameter](tokenizer) for parameter in needed})


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
    if isinstance(found, chat.ChatEncoding | chat.EncodedSegments):
        found = len(found.ids)  # the ids of control tokens are after those of added tokens
    if isinstance(found, chat.SeenMessage):
        found = found.content
    if isinstance(found, CutText):
        found = (found.ids, found.data, found.cuts)  # without the size of the vocabulary
    if is_dataclass(found):
        found = {field.name: getattr(found, field.name) for field in fields(found)}
    if isinstance(found, Mapping):
        return {key: _value(value) for key, value in found.items()}
    if isinstance(found, list | tuple | np.ndarray | Iterator):
        return [_value(one) for one in found]
    return found


def _functions_of_a_tokenizer() -> Iterator[tuple[str, Callable[..., Any]]]:
    for room in (lessons, chat_room):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for name, found in vars(importlib.import_module(module.name)).items():
                is_own = getattr(found, "__module__", "") == module.name
                if is_own and inspect.isfunction(found) and not name.startswith("_"):
                    takes = {one.annotation for one in inspect.signature(found).parameters.values()}
                    if Tokenizer in takes:
                        yield f"{module.name.rpartition('.')[2]}.{name}", found


FUNCTIONS = dict(_functions_of_a_tokenizer())


COMPARED = FUNCTIONS.keys() - LIST_THE_VOCABULARY


def test_the_walk_is_complete() -> None:
    assert FUNCTIONS.keys() > OTHERS.keys() | LIST_THE_VOCABULARY


def _outcome(lesson: str, tokenizer: Tokenizer) -> object:
    """Return the result, or that the lesson is not for this kind of tokenizer."""
    try:
        return _value(_called(lesson, tokenizer))
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
    return _outcome(lesson, _plain(name))


# The last two sets have words, parts of words and spaces; a published vocabulary makes each lesson slow.
TOKENIZERS = [*product(["trained"], SETS), ("gpt2", SETS[3]), ("qwen2.5", SETS[4])]


@IN_TURNS
@pytest.mark.parametrize(("name", "special"), TOKENIZERS, ids=repr)
def test_a_lesson_about_ordinary_text_is_the_same(name: str, special: tuple[str, ...]) -> None:
    tokenizer = _plain(name).with_special_tokens(*special)
    for lesson in COMPARED:
        if name == "trained" or not lesson.startswith(("unreachable", "removed", "vocabulary_export")):
            assert _outcome(lesson, tokenizer) == _outcome_of(lesson, name), lesson
    for lesson in LIST_THE_VOCABULARY if name == "trained" else ():
        FUNCTIONS[lesson](tokenizer)


def test_the_walk_reaches_the_results() -> None:
    # A lesson that is not for a kind of tokenizer must have a result for another kind.
    for lesson in COMPARED:
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


@pytest.mark.parametrize(
    "page", ["Prompt", "Ways", "Encode", "Lives", "Seam", "Growth", "Compare", "Disguises", "Prices"]
)
def test_a_view_that_encodes_special_tokens_as_plain_text_says_so(page: str) -> None:
    for name, special in (("cl100k_base", "<|endoftext|>"), ("trained", "<|mine|>")):
        for token in (special, "<|end|>"):
            text = f"Hi hi {token} low lower"
            chosen = {"tokenizer": name, "grown": [name], "compared": ["gpt2", name]}
            shown = words(open_app(page, text=text, encode_text=text, training_special="<|mine|>", **chosen))
            # Lives shows a training, which takes no special token for text.
            said = token == special and (page, name) != ("Lives", "trained")
            assert ("encodes special tokens in the text as plain text" in shown) == said, (name, token)


def test_a_token_that_the_file_has_too_is_not_added_again() -> None:
    # The box says the same on every page, whichever file is chosen.
    own = {"tokenizer": "trained", "text": "bread", "training_special": "<s>", "own_special": "<s> <e>"}
    app = open_app("Tokens", **own)
    assert "The ids" in words(app)
    assert app.text_input(key="own_special").value == "<s> <e>"
