"""What a pipeline does to a text before merging: how it changes and splits the text, and replaces unknown characters.

Qwen         NFC           e U+0301 -> é
DeepSeek     pass 1        I paid  | 123 | 4 | 円          digits, at most three
             pass 3        I |  paid |   | 123 | 4 | 円    words
Llama 2      falls back    🥖 -> <0xF0> <0x9F> <0xA5> <0x96>
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.strings import UnitIds


@dataclass(frozen=True, slots=True)
class Change:
    """A range of the text that normalizers changed; `start` is the index of its first character."""

    start: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Pass:
    """The parts after one pre-tokenizer, in text order; `new` are the indices of the parts that it split off."""

    title: str
    parts: tuple[str, ...]
    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fallback:
    """A character that is not in the vocabulary, how often it occurs in the text, and the tokens that it becomes."""

    character: str
    tokens: tuple[str, ...]
    count: int


def changes(tokenizer: Tokenizer, text: str) -> list[Change]:
    r"""Return what the normalizers change, in the order of the text; special tokens are ordinary text.

    >>> from bpe_core import load_published
    >>> (change,) = changes(load_published("qwen2.5"), "cafe\u0301 e")
    >>> change.start, change.before == "e\u0301", change.after
    (3, True, 'é')
    """
    found: list[Change] = []
    for stretch in tokenizer.preparation.stretches(text, without=tokenizer.special_tokens):
        if not isinstance(stretch, int) and stretch[0].text != stretch[1].text:
            found += _changed(stretch[0], stretch[1])
    return found


def passes(tokenizer: Tokenizer, text: str) -> list[Pass]:
    """Return the parts after each pre-tokenizer; special tokens are ordinary text, other added tokens are parts.

    >>> from bpe_core import load_published
    >>> first, *_ = passes(load_published("deepseek_v3"), "a 1234")
    >>> first.parts, first.new
    (('a ', '123', '4'), (1, 2))
    """
    pre_tokenizers = tokenizer.steps.pre_tokenizers
    parts: list[list[str]] = [[] for _ in pre_tokenizers]
    new: list[list[int]] = [[] for _ in pre_tokenizers]
    for stretch in tokenizer.preparation.passes(text, without=tokenizer.special_tokens):
        if isinstance(stretch, int):
            for one in parts:
                one.append(tokenizer.vocab[stretch].decode("utf-8", "replace"))
            continue
        # Before the first pass a range is one part, so the part at its beginning is not new.
        begins = {after[0].origins[0] for after in stretch if after}
        for number, after in enumerate(stretch[: len(pre_tokenizers)]):
            for part in after:
                if part.origins[0] not in begins:
                    new[number].append(len(parts[number]))
                parts[number].append(part.text)
            begins |= {part.origins[0] for part in after}
    return [
        Pass(pre_tokenizer.title, tuple(cut), tuple(cut_off))
        for pre_tokenizer, cut, cut_off in zip(pre_tokenizers, parts, new, strict=True)
    ]


def fallbacks(tokenizer: Tokenizer, text: str) -> list[Fallback]:
    """Return the unknown characters, which become bytes, the unknown token, or nothing; most frequent first.

    The list is empty if the base units are bytes, since no character is unknown then.
    """
    if tokenizer.steps.units != "characters":
        return []
    units = UnitIds(tokenizer.id_of_string, tokenizer.steps)
    parts = tokenizer.preparation.parts(text, without=tokenizer.special_tokens)
    chunks = (part.text for part in parts if not isinstance(part, int))
    lacking = Counter(unit for chunk in chunks for unit in units.strings(chunk) if unit not in units.known)
    return [
        Fallback(unit, _stand_ins(tokenizer, units, unit), count) for unit, count in lacking.most_common()
    ]


def _stand_ins(tokenizer: Tokenizer, units: UnitIds, unit: str) -> tuple[str, ...]:
    if units.bytes_of(unit) is not None:
        return tuple(f"<0x{byte:02X}>" for byte in unit.encode("utf-8"))
    unknown = units.steps.unknown
    return () if unknown is None else (tokenizer.vocab[unknown].decode("utf-8", "replace"),)


def _changed(given: AlignedText, normalized: AlignedText) -> Iterator[Change]:
    """Compare the texts range by range: a range begins at each character that a normalized character came from."""
    first = given.origins[0]
    starts = sorted({first, *normalized.origins})
    limits = [*starts[1:], first + len(given.text)]
    after = dict.fromkeys(starts, "")
    for character, origin in zip(normalized.text, normalized.origins, strict=True):
        after[origin] += character
    for start, end in zip(starts, limits, strict=True):
        before = given.text[start - first : end - first]
        if before != after[start]:
            yield Change(start, before, after[start])
