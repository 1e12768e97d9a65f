"""A link that restores what a visitor sees: settings in the query, the text compressed in it.

A link is somebody else's input: whatever cannot be read gets the default, and a sentence says so.
"""

import base64
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from bpe_core import RECIPES, SPLIT_PATTERNS
from explorer_ui.state import DEFAULTS, MAX_MERGES, MAX_TEXT, TIE_BREAKS

MAX_LINK_TEXT = 6_000
"""The longest compressed text that goes into a link, in characters of the link."""

# What somebody uploaded, and a pattern that somebody wrote, stay with them.
_CHOICES: dict[str, tuple[str, ...]] = {
    "tokenizer": ("trained", "bytes", "characters", "gpt2", "cl100k_base", "o200k_base"),
    "special_policy": ("refuse", "ordinary", "special"),
    "split_pattern": tuple(SPLIT_PATTERNS),
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
    query = {"text": text_to_query(state["text"])}
    if state["encode_text"] != DEFAULTS["encode_text"]:
        query["encode_text"] = text_to_query(state["encode_text"])
    if sum(map(len, query.values())) > MAX_LINK_TEXT:
        return None
    for key in ("recipe", "num_merges", "tie_break", "step", "selected", *_CHOICES):
        if state[key] != DEFAULTS[key] and state[key] in _CHOICES.get(key, (state[key],)):
            query[key] = str(state[key])
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
    for key in ("text", "encode_text"):
        if key not in query:
            continue
        try:
            state[key] = query_to_text(query[key])
        except ValueError as error:
            problems.append(f"The link could not be read whole: {error}. The text stays as it was.")
    choices = {"recipe": tuple(RECIPES), "tie_break": tuple(TIE_BREAKS)}
    for key, known in (choices | _CHOICES).items():
        if key in query and query[key] in known:
            state[key] = query[key]
        elif key in query:
            problems.append(f'The link asks for {key.replace("_", " ")} "{query[key][:40]}", unknown here.')
    for key, most in {"num_merges": MAX_MERGES, "step": MAX_MERGES, "selected": 4 * MAX_TEXT}.items():
        if key not in query:
            continue
        number = query[key]
        if number.isascii() and number.isdigit() and len(number) < 10 and int(number) <= most:
            state[key] = int(number)
        else:
            what = {"num_merges": "merges", "step": "as a step", "selected": "as a token"}[key]
            problems.append(f'The link asks for "{number[:40]}" {what}; the number stays as it was.')
    if "skip_rare" in query:
        state["skip_rare"] = query["skip_rare"] != "0"
    return state, problems
