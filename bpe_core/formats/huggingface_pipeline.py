"""The steps of a `tokenizer.json`: what Hugging Face tokenizers does to a text before it merges.

All that stands in the way of a file is told at once. Source: huggingface/tokenizers 0.23.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bpe_core.formats.checks import (
    MAX_STEPS,
    cannot_open,
    read_flag,
    read_object,
    read_string,
    shown,
    wrong,
)
from bpe_core.formats.huggingface_decoders import read_decoders
from bpe_core.formats.huggingface_parts import flattened, read_character, read_scheme, read_short
from bpe_core.formats.split_patterns import is_published
from bpe_core.pipeline.aligned_text import Normalizer, PreTokenizer
from bpe_core.pipeline.charsmap import CharsMap
from bpe_core.pipeline.cleaning import EachCharacter
from bpe_core.pipeline.known_patterns import runs_on_any_text
from bpe_core.pipeline.normalizers import Lowercase, NormalForm, Prepend, Replace, Strip
from bpe_core.pipeline.oniguruma import compiled, spans, string_spans
from bpe_core.pipeline.pre_tokenizers import (
    ByteLevel,
    Digits,
    FixedLength,
    Metaspace,
    Punctuation,
    Split,
    UnicodeScripts,
    Whitespace,
)
from bpe_core.pipeline.steps import Pipeline
from bpe_core.types import BpeError

_BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")


def read_pipeline(content: Mapping[str, Any], *, name: str, own_patterns: bool) -> Pipeline:
    """Return the steps of what a `tokenizer.json` holds, without its added tokens and its unknown token.

    With `own_patterns=False` only the split patterns of known families are taken. Raises `FormatError`, which
    names all that stands in the way.

    >>> content = {"normalizer": {"type": "NFC"}, "model": {"byte_fallback": True}}
    >>> steps = read_pipeline(content, name="tokenizer.json", own_patterns=False)
    >>> steps.normalizers, steps.byte_fallback
    ((NormalForm(form='NFC'),), True)
    """
    reader = _Reader(name, own_patterns=own_patterns)
    steps = reader.steps(content, read_object(content.get("model"), name, "key model"))
    if reader.problems:
        raise cannot_open(name, reader.problems)
    return steps


class _Reader:
    """Reads steps, and keeps what stands in the way instead of stopping at the first."""

    def __init__(self, file: str, *, own_patterns: bool) -> None:
        self.file = file
        self.own_patterns = own_patterns
        self.problems: list[str] = []

    def steps(self, content: Mapping[str, Any], model: Mapping[str, Any]) -> Pipeline:
        dropout = model.get("dropout")
        if isinstance(dropout, bool):
            raise wrong(self.file, "key model.dropout", expected="null", found=shown(dropout))
        if dropout:
            self.problems.append("its model drops merges at random (dropout)")
        normalizers = tuple(self._made(content.get("normalizer"), "normalizers", "normalizer", _NORMALIZERS))
        pre_tokenizers = self._pre_tokenizers(
            content.get("pre_tokenizer"), in_glyphs=EachCharacter("glyphs") in normalizers
        )
        byte_levels = [one for one in pre_tokenizers if isinstance(one, ByteLevel)]
        in_glyphs = EachCharacter("glyphs") in normalizers or any(one.writes_glyphs for one in byte_levels)
        flags = {
            key: model.get(key) is not None and read_flag(model[key], self.file, f"key model.{key}")
            for key in ("fuse_unk", "byte_fallback", "ignore_merges")
        }
        prefix, suffix = (
            "" if model.get(key) is None else self.short(model[key], f"key model.{key}")
            for key in ("continuing_subword_prefix", "end_of_word_suffix")
        )
        return Pipeline(
            normalizers=normalizers,
            pre_tokenizers=pre_tokenizers,
            units="glyphs" if in_glyphs else "bytes" if byte_levels else "characters",
            byte_fallback=flags["byte_fallback"],
            fuses_unknown=flags["fuse_unk"],
            prefix=prefix,
            suffix=suffix,
            whole_chunks=flags["ignore_merges"],
            decoders=read_decoders(content.get("decoder"), own_patterns=self.own_patterns),
        )

    def _pre_tokenizers(self, part: object, *, in_glyphs: bool) -> tuple[PreTokenizer, ...]:
        pre_tokenizers: list[PreTokenizer] = self._made(part, "pretokenizers", "pre_tokenizer", _CUTTERS)
        # The last step need not write glyphs for the bytes to be merged, unless it writes glyphs of glyphs.
        twice = in_glyphs or sum(isinstance(pre_tokenizer, ByteLevel) for pre_tokenizer in pre_tokenizers) > 1
        for index, pre_tokenizer in enumerate(pre_tokenizers):
            if isinstance(pre_tokenizer, ByteLevel) and (twice or index < len(pre_tokenizers) - 1):
                pre_tokenizers[index] = ByteLevel(
                    pre_tokenizer.add_prefix_space, pre_tokenizer.use_regex, writes_glyphs=True
                )
        return tuple(pre_tokenizers)

    def short(self, value: object, where: str) -> str:
        """Return a string that a step looks for or inserts."""
        return read_short(value, self.file, where)

    def _check_few(self, steps: Sequence[Any], where: str) -> None:
        if len(steps) > MAX_STEPS:
            expected = f"{MAX_STEPS} steps at most"
            raise wrong(self.file, f"key {where}", expected=expected, found=str(len(steps)))

    def _made(
        self,
        part: object,
        key: str,
        where: str,
        makers: Mapping[str, Callable[["_Reader", dict[str, Any]], Any]],
    ) -> list[Any]:
        # Counted before one is made, as a pattern takes a while to compile, and again after: one may be several.
        listed = [*flattened(part, key)]
        self._check_few(listed, where)
        steps = [step for one in listed for step in self._made_of_one(one, where, makers)]
        self._check_few(steps, where)
        return steps

    def _made_of_one(
        self, part: object, where: str, makers: Mapping[str, Callable[["_Reader", dict[str, Any]], Any]]
    ) -> list[Any]:
        step = read_object(part, self.file, f"key {where}")
        kind = step.get("type")
        if kind == "Sequence":
            expected = "sequences of a few levels, each a list of steps"
            raise wrong(self.file, f"key {where}", expected=expected, found="another")
        if not isinstance(kind, str) or kind not in makers:
            self.problems.append(f"its {where} {shown(kind)} is not known here")
            return []
        made = makers[kind](self, step)
        return [] if made is None else list(made) if isinstance(made, tuple) else [made]

    def pattern(self, part: object, where: str) -> tuple[str, bool] | None:
        """Return (pattern, whether it is a regular expression), or None after noting what is wrong with it."""
        pattern = read_object(part, self.file, f"key {where}.pattern")
        if list(pattern) == ["String"]:
            return self.short(pattern["String"], f"key {where}.pattern.String"), False
        if list(pattern) != ["Regex"]:
            raise wrong(
                self.file, f"key {where}.pattern", expected="String or Regex", found=shown([*pattern][:4])
            )
        text = read_string(pattern["Regex"], self.file, f"key {where}.pattern.Regex")
        if not self.own_patterns and not is_published(text) and not runs_on_any_text(text):
            self.problems.append(
                f"its pattern {shown(text)} is of no family that is known here, and may take very long on some text"
            )
            return None
        try:
            compiled(text)
        except BpeError as error:
            self.problems.append(str(error).rstrip("."))
            return None
        return text, True

    def flag(self, step: Mapping[str, Any], key: str, *, otherwise: bool | None = None) -> bool:
        return read_flag(step.get(key, otherwise), self.file, f"key {key}")

    def behavior(self, step: Mapping[str, Any]) -> Any:
        behavior = step.get("behavior", "Isolated")
        if behavior not in _BEHAVIORS:
            raise wrong(self.file, "key behavior", expected=" or ".join(_BEHAVIORS), found=shown(behavior))
        return behavior

    def split(self, step: dict[str, Any]) -> Split | None:
        found = self.pattern(step.get("pattern"), "pre_tokenizer")
        return found and Split(found[0], self.behavior(step), self.flag(step, "invert"), is_regex=found[1])

    def replace(self, step: dict[str, Any]) -> Replace | None:
        found = self.pattern(step.get("pattern"), "normalizer")
        if found and any(True for _ in (spans if found[1] else string_spans)(found[0], "")):
            self.problems.append(
                f"its normalizer replaces what {shown(found[0])} finds, which may be nothing"
            )
            return None
        content = self.short(step.get("content"), "key normalizer.content")
        return found and Replace(found[0], content, is_regex=found[1])

    def metaspace(self, step: dict[str, Any]) -> Metaspace:
        scheme = read_scheme(step, self.file, "key ")
        sign = read_character(step.get("replacement", "▁"), self.file, "key replacement")
        return Metaspace(sign, scheme, self.flag(step, "split", otherwise=True))

    def byte_level(self, step: dict[str, Any]) -> ByteLevel:
        self.flag(step, "trim_offsets")  # tells where a token stands, not which it is
        return ByteLevel(
            self.flag(step, "add_prefix_space"), use_regex=self.flag(step, "use_regex", otherwise=True)
        )


def _bert(reader: _Reader, step: dict[str, Any]) -> tuple[Normalizer, ...]:
    lowers = reader.flag(step, "lowercase", otherwise=True)
    strips = step.get("strip_accents")
    steps: list[Normalizer] = []
    if reader.flag(step, "clean_text", otherwise=True):
        steps.append(EachCharacter("clean"))
    if reader.flag(step, "handle_chinese_chars", otherwise=True):
        steps.append(EachCharacter("chinese"))
    if lowers if strips is None else reader.flag(step, "strip_accents"):
        steps += [NormalForm("NFD"), EachCharacter("accents")]
    return (*steps, Lowercase()) if lowers else tuple(steps)


def _charsmap(reader: _Reader, step: dict[str, Any]) -> CharsMap | None:
    where = "key normalizer.precompiled_charsmap"
    try:
        return CharsMap(read_string(step.get("precompiled_charsmap"), reader.file, where))
    except BpeError as error:
        reader.problems.append(str(error).rstrip("."))
        return None


def _delimiter(reader: _Reader, step: dict[str, Any]) -> Split:
    sign = read_character(step.get("delimiter"), reader.file, "key delimiter")
    return Split(sign, "Removed", is_regex=False)


def _fixed_length(reader: _Reader, step: dict[str, Any]) -> FixedLength:
    length = step.get("length", 5)
    if type(length) is not int or length < 1:
        raise wrong(reader.file, "key length", expected="a number of characters", found=shown(length))
    return FixedLength(length)


def _strip(reader: _Reader, step: dict[str, Any]) -> Strip:
    return Strip(reader.flag(step, "strip_left"), reader.flag(step, "strip_right"))


def _prepend(reader: _Reader, step: dict[str, Any]) -> Prepend:
    content = reader.short(step.get("prepend"), "key normalizer.prepend")
    if not content:
        # The library takes the first character twice then.
        reader.problems.append("its normalizer puts nothing before the text (Prepend)")
    return Prepend(content)


_NORMALIZERS: Mapping[
    str, Callable[[_Reader, dict[str, Any]], Normalizer | tuple[Normalizer, ...] | None]
] = {
    "NFC": lambda _, __: NormalForm("NFC"),
    "NFD": lambda _, __: NormalForm("NFD"),
    "NFKC": lambda _, __: NormalForm("NFKC"),
    "NFKD": lambda _, __: NormalForm("NFKD"),
    "Lowercase": lambda _, __: Lowercase(),
    "Replace": _Reader.replace,
    "Prepend": _prepend,
    "Strip": _strip,
    "StripAccents": lambda _, __: EachCharacter("marks"),
    "BertNormalizer": _bert,
    "Nmt": lambda _, __: EachCharacter("nmt"),
    "Precompiled": _charsmap,
    "ByteLevel": lambda _, __: EachCharacter("glyphs"),
}
_CUTTERS: Mapping[
    str, Callable[[_Reader, dict[str, Any]], PreTokenizer | tuple[PreTokenizer, ...] | None]
] = {
    "Split": _Reader.split,
    "Digits": lambda reader, step: Digits(reader.flag(step, "individual_digits")),
    "Punctuation": lambda reader, step: Punctuation(reader.behavior(step)),
    "ByteLevel": _Reader.byte_level,
    "Metaspace": _Reader.metaspace,
    "Whitespace": lambda _, __: Whitespace(),
    "WhitespaceSplit": lambda _, __: Whitespace(keep_signs=True),
    "BertPreTokenizer": lambda _, __: (Whitespace(keep_signs=True), Punctuation()),
    "CharDelimiterSplit": _delimiter,
    "FixedLength": _fixed_length,
    "UnicodeScripts": lambda _, __: UnicodeScripts(),
}
