"""A link that restores what a visitor sees: settings in the query, including compressed texts.

In a link written by hand, the text can be uncompressed: `?text=Hello%20world&tokenizer=o200k_base`. A link is
untrusted input: the default replaces whatever is invalid, and a sentence says so.
"""

import base64
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from explorer_ui.visit.forms import Text
from explorer_ui.visit.limits import MAX_LINK_TEXT, MAX_TEXT
from explorer_ui.visit.settings import SETTINGS, Setting, setting_of

_PACKED = "zlib."


def text_to_query(text: str) -> str:
    """Return a text compressed for a link.

    >>> query_to_text(text_to_query("aaabdaaabac"))
    'aaabdaaabac'
    """
    packed = zlib.compress(text.encode("utf-8", "replace"), 9)
    return _PACKED + base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def query_to_text(written: str) -> str:
    """Return the text of a link, compressed or not.

    Raises ValueError if it is longer than MAX_TEXT, or if it was compressed and is damaged.

    >>> query_to_text("Hello world")
    'Hello world'
    """
    if written.startswith(_PACKED):
        return _unpacked(written.removeprefix(_PACKED))
    try:
        # Links of earlier versions do not say whether their texts are compressed. No ordinary text looks
        # compressed by chance: four of its bytes would have to be the checksum of the rest.
        return _unpacked(written)
    except ValueError:
        if len(written) > MAX_TEXT:
            raise ValueError("is too long or truncated") from None
        return written


def _unpacked(packed: str) -> str:
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        # Decompression stops at the limit for a text: a short link could contain a very long one.
        unpacked = unpacker.decompress(data, 4 * MAX_TEXT + 1)
        text = unpacked.decode("utf-8") if unpacker.eof else None
    except (zlib.error, ValueError) as error:  # invalid base64 and invalid UTF-8 are ValueErrors too
        raise ValueError("is damaged") from error
    if text is None or len(text) > MAX_TEXT:
        raise ValueError("is too long or truncated")
    return text


def link_query(state: Mapping[str, Any]) -> str | None:
    """Return the query of a link that restores this state, or None if the texts are too long for a link.

    The text is always included: the default text may change some day.

    >>> from explorer_ui.visit.settings import DEFAULTS
    >>> link_query(dict(DEFAULTS) | {"text": "ab ab", "num_merges": 1})
    'text=zlib.eNpLTFJITAIABPYBpw&num_merges=1'
    """
    query = {}
    texts = 0
    for key, setting in SETTINGS.items():
        if setting.form is None or not (key == "text" or setting.in_link(state[key])):
            continue
        query[key] = setting.form.write(state[key])
        if isinstance(setting.form, Text):
            query[key] = text_to_query(query[key])
            texts += len(query[key])
    return urlencode(query) if texts <= MAX_LINK_TEXT else None


def read_query(query: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return the state that a link requests, and a sentence for each invalid part of it.

    >>> read_query({"recipe": "gpt2", "num_merges": "many"})
    ({'recipe': 'gpt2'}, ['The link sets the number of merges to “many”, which is not a whole number from 0 to 20,000. \
It was left unchanged.'])
    """
    state: dict[str, Any] = {}
    problems = []
    for name, written in query.items():
        setting = setting_of(name)
        if setting is None or not setting.linked:
            continue
        try:
            state[setting.key] = _read(setting, written)
        except ValueError as error:
            if isinstance(setting.form, Text):
                problem = f"Part of the link could not be read: {setting.called} {error}."
            else:
                problem = f"The link sets {setting.called} to “{written[:40]}”, which {error}."
            problems.append(f"{problem} It was left unchanged.")
    return state, problems


def _read(setting: Setting, written: str) -> Any:
    if setting.form is None or written in setting.private:
        raise ValueError("cannot be set by a link")
    return setting.form.read(query_to_text(written) if isinstance(setting.form, Text) else written)
