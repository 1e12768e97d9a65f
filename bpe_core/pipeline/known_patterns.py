r"""The split patterns of current tokenizers, which are accepted without a check.

Each was tested with texts that could make it slow. Any other pattern could take exponential time on some
text, so the app opens only files with these patterns, or with patterns that provably take linear time.
Sources: the `tokenizer.json` of each model.
"""

from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.linear import is_linear
from bpe_core.pipeline.oniguruma import JAIS_2

_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]"
_ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"

WITH_PIPELINE: dict[str, tuple[str, ...]] = {
    "GPT-2": (SPLIT_PATTERNS["gpt2"],),
    "GPT-4, Llama 3": (SPLIT_PATTERNS["cl100k_base"],),
    "GPT-4o, gpt-oss": (SPLIT_PATTERNS["o200k_base"],),
    "Qwen": (SPLIT_PATTERNS["qwen"],),
    "Mistral Tekken": (SPLIT_PATTERNS["tekken"],),
    "DeepSeek": (
        r"\p{N}{1,3}",
        "[一-龥぀-ゟ゠-ヿ]+",
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
        "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^"""
        "\r\n"
        r"""\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+["""
        "\r\n"
        r"""]*|\s*["""
        "\r\n"
        r"""]+|\s+(?!\S)|\s+""",
        "[\r\n]",
        r"\s?\p{L}+",
        r"\s?\p{P}+",
        r"\p{N}+",
        "\\s+$",
    ),
    "BLOOM": (" ?[^(\\s|[.,!?…。，、।۔،])]+",),
    "Falcon": ("[0-9][0-9][0-9]",),
    "EXAONE": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|\p{N}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+",
    ),
    "Chameleon": ("<sentinel:[0-9]+>", "(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z", r"([\t\n]|    |  )"),
    "Kimi": (
        rf"[\p{{Han}}]+|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_ENDINGS}?"
        rf"|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_ENDINGS}?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    "Tiny Aya": (r"\d{1,3}(?=(?:\d{3})*\b)",),
    "SuperBPE": (r"(?=(\d{3})+(?!\d))", r"(?=(?:\d{3})+(?!\d))"),
    "K2 Horizon": (
        rf"{_ENDINGS}|[^\r\n\p{{L}}\p{{N}}]?(?:\p{{L}}|\p{{M}}|\u200C|\u200D)+"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    # If the first branch fails because a run of digits has no point after it, the third branch matches the
    # run, with the same space before it.
    "PGN": (r" ?\d+\.|\. ?| ?[-\w]+|[#+]\s+",),
    "Jais 2": (JAIS_2,),
    "SeamlessM4T": (" +▁", "^▁+$"),
    "CLIP": (r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+", r"\s+"),
}
"""The patterns of each model, in Oniguruma's dialect, as in the model's file."""

_KNOWN = frozenset(pattern for patterns in WITH_PIPELINE.values() for pattern in patterns)


def is_known(pattern: str) -> bool:
    r"""Return whether a pattern is one of the known patterns.

    >>> is_known(r"\p{N}{1,3}"), is_known("(a+)+b")
    (True, False)
    """
    return pattern in _KNOWN


def runs_on_any_text(pattern: str) -> bool:
    r"""Return whether a pattern is fast on any text: a known one, or one that provably takes linear time.

    >>> runs_on_any_text(r"\p{Lu}+|\s+"), runs_on_any_text("(a+)+b")
    (True, False)
    """
    return is_known(pattern) or is_linear(pattern)
