"""Reads the pipeline of a `tokenizer.json`, the steps before and after merging, and writes normalizers.

Normalizer, pre-tokenizer and decoder are each one step or a `Sequence` of steps. All problems of the steps before
merging are reported together. Encoding does not depend on the decoder, so a file whose decoder is not supported
still opens; only decoding raises an error. Source: huggingface/tokenizers 0.23.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias, get_args

from bpe_core.formats.checks import MAX_STEPS, Part, cannot_hold, cannot_open, check_count, shown
from bpe_core.formats.split_patterns import is_published
from bpe_core.pipeline import decoders
from bpe_core.pipeline.aligned_text import Normalizer, PreTokenizer
from bpe_core.pipeline.charsmap import CharsMap
from bpe_core.pipeline.cleaning import EachCharacter
from bpe_core.pipeline.decoders import Decoder, NotFollowed
from bpe_core.pipeline.known_patterns import runs_on_any_text
from bpe_core.pipeline.normalizers import Lowercase, NormalForm, Prepend, Replace, Strip
from bpe_core.pipeline.oniguruma import compiled
from bpe_core.pipeline.pre_tokenizers import (
    Behavior,
    ByteLevel,
    Digits,
    Metaspace,
    Punctuation,
    Split,
    Whitespace,
)
from bpe_core.pipeline.steps import Pipeline
from bpe_core.types import BpeError

_MAX_DEPTH = 8


def read_pipeline(content: Part, *, own_patterns: bool) -> Pipeline:
    """Read the pipeline of a `tokenizer.json`, without its added tokens and its unknown token.

    With `own_patterns=False`, a split pattern must be a known one or provably take linear time. Raises one
    `FormatError` that names all problems.

    >>> content = Part({"normalizer": {"type": "NFC"}, "model": {"byte_fallback": True}}, "tokenizer.json")
    >>> steps = read_pipeline(content, own_patterns=False)
    >>> steps.normalizers, steps.byte_fallback
    ((NormalForm(form='NFC'),), True)
    """
    reader = _Reader(own_patterns=own_patterns)
    steps = reader.steps(content, content.at("model"))
    if reader.problems:
        raise cannot_open(content.file, reader.problems)
    return steps


def read_normalizers(part: Part, *, own_patterns: bool) -> tuple[Normalizer, ...]:
    """Read the normalizer of a `tokenizer.json`, which may be a sequence; raises as `read_pipeline` does.

    >>> read_normalizers(Part({"type": "NFC"}, "tokenizer.json"), own_patterns=False)
    (NormalForm(form='NFC'),)
    """
    reader = _Reader(own_patterns=own_patterns)
    normalizers = reader.normalizers(part)
    if reader.problems:
        raise cannot_open(part.file, reader.problems)
    return normalizers


def written_normalizers(steps: Pipeline, title: str) -> dict[str, Any] | None:
    """Return the normalizers of a recipe as a `tokenizer.json` writes them; None if there are none.

    Raises `FormatError` for a step that no file of this kind has by itself; `title` is the format's.

    >>> written_normalizers(Pipeline(normalizers=(NormalForm("NFKC"),)), "A file")
    {'type': 'NFKC'}
    """
    written = []
    for step in steps.normalizers:
        match step:
            case NormalForm():
                one: dict[str, Any] = {"type": step.form}
            case Lowercase():
                one = {"type": "Lowercase"}
            case Strip():
                one = {"type": "Strip", "strip_left": step.left, "strip_right": step.right}
            case Prepend():
                one = {"type": "Prepend", "prepend": step.content}
            case Replace():
                pattern = {"Regex" if step.is_regex else "String": step.pattern}
                one = {"type": "Replace", "pattern": pattern, "content": step.content}
            case EachCharacter("marks"):
                one = {"type": "StripAccents"}
            case CharsMap():
                one = {"type": "Precompiled", "precompiled_charsmap": step.written}
            case _:
                raise cannot_hold(title, f"it has no step for “{step.title}” alone")
        written.append(one)
    if steps != Pipeline(normalizers=steps.normalizers):
        raise cannot_hold(title, "it has steps other than the normalizers of a recipe")
    if len(written) > 1:
        return {"type": "Sequence", "normalizers": written}
    return written[0] if written else None


class _Reader:
    """Reads steps, and collects problems instead of stopping at the first."""

    def __init__(self, *, own_patterns: bool) -> None:
        self.own_patterns = own_patterns
        self.problems: list[str] = []

    def steps(self, content: Part, model: Part) -> Pipeline:
        dropout = model.at("dropout")
        if isinstance(dropout.value, bool):
            raise dropout.wrong("null")
        if dropout.value:
            self.problems.append("its model drops merges at random (dropout)")
        normalizers = self.normalizers(content.at("normalizer"))
        glyphs = EachCharacter("glyphs") in normalizers
        pre_tokenizers = self._pre_tokenizers(content.at("pre_tokenizer"), in_glyphs=glyphs)
        byte_levels = [one for one in pre_tokenizers if isinstance(one, ByteLevel)]
        changes = normalizers[:-1] if not byte_levels else normalizers
        if any(isinstance(one, Replace) and one.inserts for one in changes):
            # What it inserts belongs to no character of the text, and the library miscounts the characters that
            # the next step changes: it repeats some of them, or fails.
            self.problems.append("its normalizer replaces empty matches (Replace), and another step follows")
        in_glyphs = glyphs or any(one.writes_glyphs for one in byte_levels)

        def flag(key: str) -> bool:
            return model.at(key).value is not None and model.at(key).flag()

        def affix(key: str) -> str:
            return "" if model.at(key).value is None else model.at(key).short()

        return Pipeline(
            normalizers=normalizers,
            pre_tokenizers=pre_tokenizers,
            units="glyphs" if in_glyphs else "bytes" if byte_levels else "characters",
            byte_fallback=flag("byte_fallback"),
            fuses_unknown=flag("fuse_unk"),
            prefix=affix("continuing_subword_prefix"),
            suffix=affix("end_of_word_suffix"),
            whole_chunks=flag("ignore_merges"),
            decoders=read_decoders(content.at("decoder"), own_patterns=self.own_patterns),
        )

    def normalizers(self, part: Part) -> tuple[Normalizer, ...]:
        return tuple(self._made(part, "normalizers", _NORMALIZERS))

    def _pre_tokenizers(self, part: Part, *, in_glyphs: bool) -> tuple[PreTokenizer, ...]:
        pre_tokenizers: list[PreTokenizer] = self._made(part, "pretokenizers", _PRE_TOKENIZERS)
        # If ByteLevel is the last step, the base units can be bytes instead of glyphs, unless its input is in glyphs.
        twice = in_glyphs or sum(isinstance(step, ByteLevel) for step in pre_tokenizers) > 1
        for index, step in enumerate(pre_tokenizers):
            if isinstance(step, ByteLevel) and (twice or index < len(pre_tokenizers) - 1):
                pre_tokenizers[index] = replace(step, writes_glyphs=True)
        return tuple(pre_tokenizers)

    def _made(self, part: Part, key: str, makers: Mapping[str, "_Maker"]) -> list[Any]:
        # The number of steps is checked before any step is built, since compiling patterns is slow, and again
        # afterwards, since one entry may become several steps.
        listed = [*flattened(part, key)]
        check_count(len(listed), MAX_STEPS, "steps", part.file, part.where)
        steps = [step for one in listed for step in self._made_of_one(one, makers)]
        check_count(len(steps), MAX_STEPS, "steps", part.file, part.where)
        return steps

    def _made_of_one(self, step: Part, makers: Mapping[str, "_Maker"]) -> list[Any]:
        kind = step.object().get("type")
        if kind == "Sequence":
            raise step.wrong("sequences of a few levels, each a list of steps", "a sequence of another form")
        if not isinstance(kind, str) or kind not in makers:
            self.problems.append(f"its {step.where.removeprefix('key ')} {shown(kind)} is unknown")
            return []
        made = makers[kind](self, step)
        return [] if made is None else list(made) if isinstance(made, tuple) else [made]

    def pattern(self, step: Part) -> tuple[str, bool] | None:
        """Return (pattern, whether it is a regular expression), or None after recording a problem with it."""
        found, is_regex = read_string_or_regex(step)
        if not is_regex:
            return found.short(), False
        text = found.string()
        if not self.own_patterns and not is_published(text) and not runs_on_any_text(text):
            self.problems.append(f"its pattern {shown(text)} is unknown, and may take very long on some text")
            return None
        try:
            compiled(text)
        except BpeError as error:
            self.problems.append(str(error).rstrip("."))
            return None
        return text, True

    def split(self, step: Part) -> Split | None:
        found = self.pattern(step)
        return found and Split(found[0], _behavior(step), step.at("invert").flag(), is_regex=found[1])

    def replace(self, step: Part) -> Replace | None:
        found = self.pattern(step)
        return found and Replace(found[0], step.at("content").short(), is_regex=found[1])

    def prepend(self, step: Part) -> Prepend:
        content = step.at("prepend").short()
        if not content:
            # The library would repeat the first character of the text.
            self.problems.append("its normalizer prepends an empty string (Prepend)")
        return Prepend(content)

    def charsmap(self, step: Part) -> CharsMap | None:
        try:
            return CharsMap(step.at("precompiled_charsmap").string())
        except BpeError as error:
            self.problems.append(str(error).rstrip("."))
            return None


_Maker: TypeAlias = Callable[[_Reader, Part], Any]


def _behavior(step: Part) -> Any:
    behavior = step.at("behavior", "Isolated")
    if behavior.value not in get_args(Behavior):
        raise behavior.wrong(" or ".join(get_args(Behavior)))
    return behavior.value


def _metaspace(step: Part) -> Metaspace:
    sign = step.at("replacement", "▁").character()
    return Metaspace(sign, read_scheme(step), step.at("split", otherwise=True).flag())


def _byte_level(step: Part) -> ByteLevel:
    step.at("trim_offsets").flag()  # affects the offsets of a token, not its id
    uses_regex = step.at("use_regex", otherwise=True).flag()
    return ByteLevel(step.at("add_prefix_space").flag(), use_regex=uses_regex)


def _bert(step: Part) -> tuple[Normalizer, ...]:
    def is_on(key: str) -> bool:
        return step.at(key, otherwise=True).flag()

    lowers, strips = is_on("lowercase"), step.at("strip_accents")
    steps: list[Normalizer] = []
    if is_on("clean_text"):
        steps.append(EachCharacter("clean"))
    if is_on("handle_chinese_chars"):
        steps.append(EachCharacter("chinese"))
    if lowers if strips.value is None else strips.flag():
        steps += [NormalForm("NFD"), EachCharacter("accents")]
    return (*steps, Lowercase()) if lowers else tuple(steps)


_NORMALIZERS: Mapping[str, _Maker] = {
    "NFC": lambda _, __: NormalForm("NFC"),
    "NFD": lambda _, __: NormalForm("NFD"),
    "NFKC": lambda _, __: NormalForm("NFKC"),
    "NFKD": lambda _, __: NormalForm("NFKD"),
    "Lowercase": lambda _, __: Lowercase(),
    "Replace": _Reader.replace,
    "Prepend": _Reader.prepend,
    "Strip": lambda _, step: Strip(step.at("strip_left").flag(), step.at("strip_right").flag()),
    "StripAccents": lambda _, __: EachCharacter("marks"),
    "BertNormalizer": lambda _, step: _bert(step),
    "Precompiled": _Reader.charsmap,
    "ByteLevel": lambda _, __: EachCharacter("glyphs"),
}
_PRE_TOKENIZERS: Mapping[str, _Maker] = {
    "Split": _Reader.split,
    "Digits": lambda _, step: Digits(step.at("individual_digits").flag()),
    "Punctuation": lambda _, step: Punctuation(_behavior(step)),
    "ByteLevel": lambda _, step: _byte_level(step),
    "Metaspace": lambda _, step: _metaspace(step),
    "Whitespace": lambda _, __: Whitespace(),
    "WhitespaceSplit": lambda _, __: Whitespace(keep_signs=True),
    "BertPreTokenizer": lambda _, __: (Whitespace(keep_signs=True), Punctuation()),
}


# ---- the decoder


def read_decoders(part: Part, *, own_patterns: bool) -> tuple[Decoder, ...]:
    """Read the steps of a decoder, with a `NotFollowed` in place of an unsupported or invalid step.

    With `own_patterns=False`, a regular expression that could take exponential time counts as unsupported.

    >>> fuse = Part({"type": "Fuse"}, "tokenizer.json", "key decoder")
    >>> [step.title for step in read_decoders(fuse, own_patterns=True)]
    ['all strings are joined']
    """
    if part.value is None:
        return (decoders.Fuse(" "),)
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


# ---- what all three parts share


def flattened(part: Part, key: str, depth: int = 0) -> Iterator[Part]:
    """Yield the steps of a part; a `Sequence` has its steps under `key`, and counts as a step if nested too deep.

    >>> fuse = Part({"type": "Sequence", "decoders": [{"type": "Fuse"}]}, "tokenizer.json", "key decoder")
    >>> [step.value for step in flattened(fuse, "decoders")], list(flattened(Part(None, ""), ""))
    ([{'type': 'Fuse'}], [])
    """
    value = part.value
    inner = value.get(key) if isinstance(value, dict) and value.get("type") == "Sequence" else None
    if isinstance(inner, list) and depth < _MAX_DEPTH:
        for step in inner:
            yield from flattened(part._replace(value=step), key, depth + 1)
    elif value is not None:
        yield part


def read_scheme(step: Part) -> Any:
    """Return before which parts of a text a Metaspace inserts its replacement: "always", "first" or "never".

    >>> read_scheme(Part({"add_prefix_space": False}, "tokenizer.json"))
    'never'
    """
    # Files from the library's first years have add_prefix_space instead of a scheme.
    always = step.at("add_prefix_space", otherwise=True).flag()
    scheme = step.at("prepend_scheme", "always" if always else "never")
    if scheme.value not in ("always", "first", "never"):
        raise scheme.wrong("always, first or never")
    if not always and scheme.value != "never":
        raise scheme.wrong("never, since add_prefix_space is false")
    return scheme.value


def read_string_or_regex(step: Part) -> tuple[Part, bool]:
    """Return what a step searches for, and whether that is a regular expression."""
    pattern = step.at("pattern")
    kinds = list(pattern.object())
    if kinds not in (["String"], ["Regex"]):
        raise pattern.wrong("String or Regex", shown(kinds[:4]))
    return pattern.at(kinds[0]), kinds == ["Regex"]
