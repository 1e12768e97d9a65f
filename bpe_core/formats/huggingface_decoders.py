"""Reads the `decoder` of a `tokenizer.json`: the steps from the strings of tokens to a text.

    {"type": "Sequence", "decoders": [{"type": "Replace", ...}, {"type": "ByteFallback"}, {"type": "Fuse"}]}

Encoding does not depend on the decoder, so a file whose decoder is not supported still opens; only decoding
raises an error. Source: huggingface/tokenizers 0.23.
"""

from collections.abc import Callable, Mapping
from itertools import islice

from bpe_core.formats.checks import MAX_STEPS, Part, shown
from bpe_core.formats.huggingface_parts import flattened, read_scheme, read_string_or_regex
from bpe_core.pipeline import decoders
from bpe_core.pipeline.decoders import Decoder, NotFollowed
from bpe_core.pipeline.known_patterns import runs_on_any_text
from bpe_core.pipeline.oniguruma import compiled
from bpe_core.types import BpeError


def read_decoders(part: Part, *, own_patterns: bool) -> tuple[Decoder, ...]:
    """Read the steps of a decoder, with a `NotFollowed` in place of an unsupported or invalid step.

    With `own_patterns=False`, a regular expression that could take exponential time counts as unsupported.

    >>> fuse = Part({"type": "Fuse"}, "tokenizer.json", "key decoder")
    >>> [step.title for step in read_decoders(fuse, own_patterns=True)]
    ['all strings are joined']
    """
    if part.value is None:
        return (decoders.JoinedBySpaces(),)
    listed = [*islice(flattened(part, "decoders"), MAX_STEPS + 1)]
    if len(listed) > MAX_STEPS:
        return (NotFollowed(f"its decoder has more than {MAX_STEPS} steps"),)
    return tuple(_made(step, own_patterns=own_patterns) for step in listed) or (decoders.Fuse(),)


def _made(step: Part, *, own_patterns: bool) -> Decoder:
    kind = step.value.get("type") if isinstance(step.value, dict) else step.value
    if not isinstance(step.value, dict) or not isinstance(kind, str) or kind not in _DECODERS:
        return NotFollowed(f"its decoder {shown(kind)} is unknown")
    try:
        made = _DECODERS[kind](step)
        if isinstance(made, decoders.Replace) and made.is_regex:
            if not own_patterns and not runs_on_any_text(made.pattern):
                problem = f"the pattern {shown(made.pattern)} may take very long on some text"
                return NotFollowed(f"its decoder {kind} is not used here: {problem}")
            compiled(made.pattern)
    except BpeError as error:
        return NotFollowed(f"its decoder {kind} is invalid: {str(error).rstrip('.')}")
    return made


def _replace(step: Part) -> Decoder:
    pattern, is_regex = read_string_or_regex(step)
    return decoders.Replace(pattern.short(), step.at("content").short(), is_regex=is_regex)


_DECODERS: Mapping[str, Callable[[Part], Decoder]] = {
    "ByteLevel": lambda _: decoders.ByteLevel(),
    "Metaspace": lambda step: decoders.Metaspace(
        step.at("replacement").character(), drops_first=read_scheme(step) != "never"
    ),
    "BPEDecoder": lambda step: decoders.EndOfWord(step.at("suffix").short()),
    "Replace": _replace,
    "ByteFallback": lambda _: decoders.ByteFallback(),
    "Fuse": lambda _: decoders.Fuse(),
    "Strip": lambda step: decoders.Strip(
        step.at("content").character(), step.at("start").id(), step.at("stop").id()
    ),
    "WordPiece": lambda step: decoders.WordPiece(step.at("prefix").short(), cleans=step.at("cleanup").flag()),
}
