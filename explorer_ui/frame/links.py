"""A link that restores what a visitor sees: settings in the query, the text compressed in it.

A link is somebody else's input: whatever cannot be read gets the default, and a sentence says so.
"""

import base64
import zlib
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, TypeAlias
from urllib.parse import urlencode

from bpe_core import RECIPES, SPLIT_PATTERNS
from explorer_ui.frame.samples import sample_names
from explorer_ui.frame.state import DEFAULTS, MAX_MERGES, MAX_OWN_SPECIAL, MAX_QUERY, MAX_TEXT, TIE_BREAKS

MAX_LINK_TEXT = 6_000
"""The longest compressed text that goes into a link, in characters of the link."""

# What somebody uploaded, and a pattern that somebody wrote, stay with them.
_CHOICES: dict[str, tuple[str, ...]] = {
    "tokenizer": ("trained", "bytes", "characters", "gpt2", "cl100k_base", "o200k_base"),
    "special_policy": ("refuse", "ordinary", "special"),
    "split_pattern": tuple(SPLIT_PATTERNS),
    "other_pattern": tuple(SPLIT_PATTERNS),
    "vocabulary_by": ("text", "prefix", "bytes", "id"),
    "vocabulary_sort": ("id", "longest", "shortest", "alphabet"),
    "learn_from": ("this text", *sample_names()),
    "challenge_kind": ("any", "pair", "cut", "cost", "dearer", "branch"),
}
_COMPARED = ("words", "characters", "bytes", "trained", "gpt2", "cl100k_base", "o200k_base")
# How long each may be, in characters; the shorter ones are boxes of one line.
_TEXTS = {
    "text": MAX_TEXT,
    "encode_text": MAX_TEXT,
    "ids_text": MAX_TEXT,
    "vocabulary_query": MAX_QUERY,
    "own_special": MAX_OWN_SPECIAL,
}
_NUMBERS = {
    "num_merges": MAX_MERGES,
    "step": MAX_MERGES,
    "selected": 4 * MAX_TEXT,
    "vocabulary_token": 2**31 - 1,
}


def text_to_query(text: str) -> str:
    """Return a text compressed for a link.

    >>> query_to_text(text_to_query("aaabdaaabac"))
    'aaabdaaabac'
    """
    packed = zlib.compress(text.encode("utf-8", "replace"), 9)
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def query_to_text(packed: str) -> str:
    """Return the text of a link; raises ValueError if it is damaged or longer than MAX_TEXT."""
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        # No more is unpacked than a text can be: a short link could hold a very long one.
        text = unpacker.decompress(data, 4 * MAX_TEXT + 1).decode("utf-8")
    except (zlib.error, ValueError) as error:  # no base64 and no UTF-8 are ValueErrors too
        raise ValueError("the text in the link is damaged") from error
    if len(text) > MAX_TEXT or not unpacker.eof:
        raise ValueError("the text in the link is too long or cut off")
    return text


def link_query(state: Mapping[str, Any]) -> str | None:
    """Return the query of a link that restores this state, or None if the text is too long for one."""
    query = {
        key: text_to_query(state[key] or "") for key in _TEXTS if key == "text" or state[key] != DEFAULTS[key]
    }
    if sum(map(len, query.values())) > MAX_LINK_TEXT:
        return None
    for key in ("recipe", "tie_break", *_NUMBERS, *_CHOICES):
        if state[key] != DEFAULTS[key] and state[key] in _CHOICES.get(key, (state[key],)):
            query[key] = str(state[key])
    if state["compared"] != DEFAULTS["compared"]:
        query["compared"] = " ".join(state["compared"])
    if not state["skip_rare"]:
        query["skip_rare"] = "0"
    return urlencode(query)


def read_query(query: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the state that a link asks for, and a sentence for each part of it that cannot be had.

    >>> read_query({"recipe": "gpt2", "num_merges": "many"})
    ({'recipe': 'gpt2'}, ['The link asks for "many" merges; the number stays as it was.'])
    """
    state: dict[str, Any] = {}
    problems = []
    for key, value, problem in chain(
        _read_texts(query), _read_choices(query), _read_numbers(query), _read_compared(query)
    ):
        if problem:
            problems.append(problem)
        else:
            state[key] = value
    if "skip_rare" in query:
        state["skip_rare"] = query["skip_rare"] != "0"
    return state, problems


# Each yields a key with its value, or with the sentence that says why it has none.
Read: TypeAlias = Iterator[tuple[str, Any, str]]


def _read_texts(query: Mapping[str, str]) -> Read:
    for key, most in _TEXTS.items():
        if key not in query:
            continue
        try:
            text = query_to_text(query[key])
            problem = "" if len(text) <= most else "a text in it is too long"
        except ValueError as error:
            text, problem = "", str(error)
        if problem:
            problem = f"The link could not be read whole: {problem}. The text stays as it was."
        yield key, text, problem


def _read_choices(query: Mapping[str, str]) -> Read:
    choices = {"recipe": tuple(RECIPES), "tie_break": tuple(TIE_BREAKS)} | _CHOICES
    for key, values in choices.items():
        if key not in query:
            continue
        known = query[key] in values
        problem = f'The link asks for {key.replace("_", " ")} "{query[key][:40]}", unknown here.'
        yield key, query[key], "" if known else problem


def _read_numbers(query: Mapping[str, str]) -> Read:
    for key, most in _NUMBERS.items():
        if key not in query:
            continue
        number = query[key]
        known = number.isascii() and number.isdigit() and len(number) <= 10 and int(number) <= most
        what = {"num_merges": "merges", "step": "as a step"}.get(key, "as a token")
        problem = f'The link asks for "{number[:40]}" {what}; the number stays as it was.'
        yield key, int(number) if known else None, "" if known else problem


def _read_compared(query: Mapping[str, str]) -> Read:
    if "compared" not in query:
        return
    names = query["compared"].split()
    # Each once, and no more than the page shows beside each other.
    known = len(set(names)) == len(names) <= 4 and set(names) <= set(_COMPARED)
    problem = f'The link asks to compare "{query["compared"][:60]}", which cannot be done here.'
    yield "compared", names, "" if known else problem
