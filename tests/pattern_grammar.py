"""Random split patterns by a grammar of fancy-regex, tiktoken's engine, and what tiktoken splits with them."""

from random import Random

import tiktoken
from hypothesis import strategies as st

_SIGNS = "aabkKsSiIſßı éΣσ漢1٣²_-^&~|\n\r.'\u0301\u200d\u088f\u0295\x85\u3000"
TEXTS = st.text(st.sampled_from(_SIGNS), max_size=12)

_PROPERTIES = (
    "L", "Lu", "Ll", "Lt", "Lo", "M", "Mn", "N", "Nd", "P", "S", "Z", "Han", "Latin", "Greek",
    "Alphabetic",
)  # fmt: skip
_ESCAPES = (
    r"\s", r"\S", r"\w", r"\W", r"\d", r"\D", r"\h", r"\H", r"\n", r"\r", r"\t", r"\e", r"\x61", r"\x{e9}",
    r"\u00e9", r"\.", r"\-", r"\^", r"\$", r"\&", r"\~", r"\|", r"\[", r"\]", r"\{", r"\\", r"\#",
)  # fmt: skip
_POSIX = (
    "alpha", "digit", "alnum", "upper", "lower", "space", "punct", "word", "xdigit", "blank", "cntrl", "graph",
    "print", "ascii",
)  # fmt: skip
_RANGES = (
    "a-z", "A-Z", "0-9", "a-k", "!-/", r"\x00-\x1f", "à-ÿ", "一-龥", "Α-ω", "\\u0080-\U0010ffff", r"\--\/",
)  # fmt: skip
_EDGES = (
    "^", "$", r"\b", r"\B", r"\A", r"\z", r"\Z", r"\G", r"\1", "(?i)", "(?s)", "(?m)", "(?-i)", "(?sm)",
    "(?x)",
)  # fmt: skip
_GROUPS = (
    "(", "(", "(?:", "(?:", "(?>", "(?=", "(?!", "(?<=", "(?<!", "(?i:", "(?s:", "(?m:", "(?-i:", "(?is-m:", "(?x:",
    "(?<n>",
)  # fmt: skip
_QUANTIFIERS = ("+", "+", "*", "?", "{2}", "{1,2}", "{2,}", "{,2}")


@st.composite
def patterns(draw: st.DrawFn) -> str:
    """Patterns of a few branches, most of them valid, too small to take long on a short text."""
    return _pattern(draw(st.randoms(use_true_random=False)), depth=0)


def _pattern(rng: Random, depth: int) -> str:
    branches = [
        "".join(_piece(rng, depth) for _ in range(rng.choice([1, 1, 2, 3])))
        for _ in range(rng.choice([1, 2, 3]))
    ]
    return "|".join(branches)


def _piece(rng: Random, depth: int) -> str:
    kind = rng.random()
    if kind < 0.07:
        return rng.choice(_EDGES)
    if kind < 0.2 and depth < 2:
        atom = f"{rng.choice(_GROUPS)}{_pattern(rng, depth + 1)})"
    elif kind < 0.5:
        atom = _set(rng, 0)
    elif kind < 0.7:
        atom = rng.choice("abksiKSéß漢1 '.}]-&~<>_\n")
    else:
        atom = _class(rng)
    if rng.random() < 0.4:
        atom += rng.choice(_QUANTIFIERS) + rng.choice(["", "", "?", "+"])
    return atom


def _class(rng: Random) -> str:
    return rng.choice([rng.choice(_ESCAPES), f"\\{rng.choice('pP')}{{{rng.choice(_PROPERTIES)}}}"])


def _set(rng: Random, depth: int) -> str:
    count = rng.choice([1] * 7 + [2, 2, 3])
    sides = ["".join(_item(rng, depth) for _ in range(rng.choice([1, 2, 3]))) for _ in range(count)]
    return f"[{rng.choice(['', '', '^'])}{rng.choice([*['&&'] * 8, '--', '~~']).join(sides)}]"


def _item(rng: Random, depth: int) -> str:
    kind = rng.random()
    if kind < 0.15 and depth < 2:
        return _set(rng, depth + 1)
    if kind < 0.3:
        return f"[:{rng.choice(_POSIX)}:]"
    if kind < 0.5:
        return rng.choice(_RANGES)
    return (
        rng.choice("abksiKSéß漢1 '.~_")
        if kind < 0.7
        else rng.choice("-^&[]{}")
        if kind < 0.75
        else _class(rng)
    )


def pieces_of_tiktoken(pattern: str, texts: list[str]) -> list[list[str] | None] | None:
    """What tiktoken splits texts into, without what no branch matches; None if it refuses the pattern.

    For the pieces to be seen, every part of a text is a token: tiktoken looks up a whole piece before it merges
    anything. A text at which tiktoken panics, because of an empty match, is None too.
    """
    parts = {
        text[i:j].encode() for text in texts for i in range(len(text)) for j in range(i + 1, len(text) + 1)
    }
    ranks = {
        part: rank for rank, part in enumerate(sorted(parts | {b"x"}, key=lambda part: (len(part), part)))
    }
    try:
        encoding = tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    except ValueError:
        return None

    def pieces(text: str) -> list[str] | None:
        try:
            return [
                encoding.decode_single_token_bytes(id_).decode() for id_ in encoding.encode_ordinary(text)
            ]
        except BaseException as error:
            if type(error).__name__ != "PanicException":
                raise
            return None

    return [*map(pieces, texts)]
