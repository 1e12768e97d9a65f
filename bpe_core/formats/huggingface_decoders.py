"""The `decoder` of a `tokenizer.json`: which steps make a text of the strings of tokens.

    {"type": "Sequence", "decoders": [{"type": "Replace", ...}, {"type": "ByteFallback"}, {"type": "Fuse"}]}

The ids of a text do not depend on it, so a file opens whose decoder cannot be followed, and says so where a text
is asked for. Source: huggingface/tokenizers 0.23.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from bpe_core.formats.checks import (
    MAX_STEPS,
    read_id,
    read_object,
    shown,
    wrong,
)
from bpe_core.formats.huggingface_parts import flattened, read_character, read_scheme, read_short
from bpe_core.pipeline import decoders
from bpe_core.pipeline.decoders import Decoder, NotFollowed
from bpe_core.pipeline.known_patterns import runs_on_any_text
from bpe_core.pipeline.oniguruma import compiled
from bpe_core.types import BpeError

_FILE = "tokenizer.json"


def read_decoders(part: object, *, own_patterns: bool) -> tuple[Decoder, ...]:
    """Return the steps of a decoder, a `NotFollowed` in place of one that is not known or not written rightly.

    With `own_patterns=False` a regular expression that could take very long is not followed either.

    >>> [step.title for step in read_decoders({"type": "Fuse"}, own_patterns=True)]
    ['all is joined to one string']
    """
    if part is None:
        return (decoders.JoinedBySpaces(),)
    listed = [*islice(flattened(part, "decoders"), MAX_STEPS + 1)]
    if len(listed) > MAX_STEPS:
        return (NotFollowed(f"its decoder has more than {MAX_STEPS} steps"),)
    return tuple(_made(step, own_patterns=own_patterns) for step in listed) or (decoders.Fuse(),)


def _made(part: object, *, own_patterns: bool) -> Decoder:
    kind = part.get("type") if isinstance(part, dict) else part
    if not isinstance(part, dict) or not isinstance(kind, str) or kind not in _DECODERS:
        return NotFollowed(f"its decoder {shown(kind)} is not known here")
    try:
        made = _DECODERS[kind](part)
        if isinstance(made, decoders.Replace) and made.is_regex:
            if not own_patterns and not runs_on_any_text(made.pattern):
                problem = f"the pattern {shown(made.pattern)} may take very long on some text"
                return NotFollowed(f"its decoder {kind} is not used here: {problem}")
            compiled(made.pattern)
    except BpeError as error:
        return NotFollowed(f"its decoder {kind} is not as the library writes it: {str(error).rstrip('.')}")
    return made


def _text(step: Mapping[str, Any], key: str) -> str:
    return read_short(step.get(key), _FILE, f"key decoder.{key}")


def _character(step: Mapping[str, Any], key: str) -> str:
    return read_character(step.get(key), _FILE, f"key decoder.{key}")


def _number(step: Mapping[str, Any], key: str) -> int:
    return read_id(step.get(key), _FILE, f"key decoder.{key}")


def _metaspace(step: Mapping[str, Any]) -> Decoder:
    scheme = read_scheme(step, _FILE, "key decoder.")
    return decoders.Metaspace(_character(step, "replacement"), drops_first=scheme != "never")


def _replace(step: Mapping[str, Any]) -> Decoder:
    pattern = read_object(step.get("pattern"), _FILE, "key decoder.pattern")
    if list(pattern) == ["String"]:
        return decoders.Replace(_text(pattern, "String"), _text(step, "content"))
    if list(pattern) == ["Regex"]:
        return decoders.Replace(_text(pattern, "Regex"), _text(step, "content"), is_regex=True)
    raise wrong(_FILE, "key decoder.pattern", expected="String or Regex", found=shown([*pattern][:4]))


_DECODERS: Mapping[str, Callable[[Mapping[str, Any]], Decoder]] = {
    "ByteLevel": lambda _: decoders.ByteLevel(),
    "Metaspace": _metaspace,
    "BPEDecoder": lambda step: decoders.EndOfWord(_text(step, "suffix")),
    "Replace": _replace,
    "ByteFallback": lambda _: decoders.ByteFallback(),
    "Fuse": lambda _: decoders.Fuse(),
    "Strip": lambda step: decoders.Strip(
        _character(step, "content"), _number(step, "start"), _number(step, "stop")
    ),
}
