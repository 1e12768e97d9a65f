"""Encodes whole texts in C for pipelines with bytes as base units and regular expressions for splitting.

If the only split pattern is a published one, as in Qwen and GPT-NeoX, C also splits the text. If there are
several patterns, as in DeepSeek, Python splits the text and C merges the chunks.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from bpe_core.fast.encode import NativeEncoder
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.aligned_text import PreTokenizer
from bpe_core.pipeline.oniguruma import spans
from bpe_core.pipeline.pre_tokenizers import ByteLevel, Split
from bpe_core.pipeline.steps import Pipeline
from bpe_core.tokenizer.rules import Rules

_NEVER_IN_UTF8 = {0xC0, 0xC1, *range(0xF5, 0x100)}
_NAME_OF_PATTERN = {pattern: name for name, pattern in SPLIT_PATTERNS.items()}


def encoder_of_whole_texts(rules: Rules, id_of_unit: dict[int, int], steps: Pipeline) -> NativeEncoder | None:
    """Return a C encoder for normalized text; None if C does not support the pipeline or its ids.

    `id_of_unit` maps a byte to its id.

    >>> encoder_of_whole_texts(None, {}, Pipeline(units="characters")) is None
    True
    """
    patterns = _patterns(steps.pre_tokenizers)
    looked_up = steps.prefix or steps.suffix or steps.unknown is not None or steps.byte_fallback
    if patterns is None or looked_up or steps.whole_chunks or steps.units != "bytes":
        return None
    if not {*range(256)} - id_of_unit.keys() <= _NEVER_IN_UTF8:
        return None
    name = _NAME_OF_PATTERN.get(patterns[0]) if len(patterns) == 1 else None
    try:
        return NativeEncoder(
            [id_of_unit.get(byte, 0) for byte in range(256)],
            rules.made_ids,
            pairs=rules.known_pairs,
            split_pattern=name,
            cut=None if name or not patterns else partial(_cut, patterns),
        )
    except ValueError:
        return None


def _patterns(steps: Sequence[PreTokenizer]) -> list[str] | None:
    """Return the patterns that split a text one after another; None if any step splits it in another way."""
    patterns: list[str] = []
    for step in steps:
        if isinstance(step, Split) and step.is_regex and (step.behavior, step.invert) == ("Isolated", False):
            patterns.append(step.pattern)
        elif isinstance(step, ByteLevel) and not (step.add_prefix_space or step.writes_glyphs):
            patterns += [SPLIT_PATTERNS["gpt2"]] if step.use_regex else []
        else:
            return None
    return patterns


def _cut(patterns: Sequence[str], text: str) -> Iterable[str]:
    parts: Iterable[str] = [text]
    for pattern in patterns:
        parts = [chunk for part in parts for chunk in _chunks(pattern, part)]
    return parts


def _chunks(pattern: str, text: str) -> Iterator[str]:
    """Yield the matches of a pattern and the text between them, without empty parts."""
    if len(text) == 1:
        yield text
        return
    done = 0
    for start, end in spans(pattern, text):
        if done < start:
            yield text[done:start]
        if start < end:
            yield text[start:end]
        done = end
    if done < len(text):
        yield text[done:]
