"""A custom split pattern splits as in tiktoken, or is refused by name."""

from itertools import product
from random import Random

import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from regex._regex_core import PROPERTIES

from bpe_core import Tokenizer
from bpe_core.dialects import FANCY, ONIGURUMA, DialectError, compiled, translated
from bpe_core.pretokenization import pretokenize, split
from bpe_core.tables import mergeable_ranks
from bpe_core.types import BpeError
from bpe_core.unicode16 import stand_ins
from tests.pattern_grammar import TEXTS, patterns, pieces_of_tiktoken

KIMI = (
    r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+"
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+"
    r"[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def check(pattern: str, texts: list[str]) -> None:
    """Compare with tiktoken, unless one of the two refuses the pattern or tiktoken panics at the text."""
    try:
        ours = [pretokenize(text, pattern) for text in texts]
    except BpeError:
        return
    assert [split(text, pattern) for text in texts] == [[chunk.text for chunk in chunks] for chunks in ours]
    for chunks, theirs in zip(ours, pieces_of_tiktoken(pattern, texts) or [], strict=False):
        # tiktoken drops what no branch matches; here it is a chunk.
        assert theirs is None or [chunk.text for chunk in chunks if chunk.branch >= 0] == theirs


@settings(max_examples=300)
@given(patterns(), st.lists(TEXTS, min_size=1, max_size=4))
def test_a_pattern_splits_as_in_tiktoken_or_is_refused(pattern: str, texts: list[str]) -> None:
    check(pattern, texts)


# Each of these once split differently, or is one that many tokenizers use.
@pytest.mark.parametrize(
    "pattern",
    [
        KIMI, r"[a-z[A-Z]_]+|.", r"[[:alpha:]]+|.", r"\h+|.", r"\s+$|\s", r"(?m)^.|.$", r"a{e}", "(?i)i|k|s", r"\w+|\W",
        "a(?i)b|c", r"(?<=[a-z])(?=[A-Z])|\w", "a*|b", r"[^\d\D]|a", r"[^1\P{L}\w]+|a", "[[^a][^b]]|.", r"[\w&&\S]+|.",
        r"\p{IsGreek}|[\p{is_Lu}]", r"\P{IsGreek}|[^\p{^IsL}A]", r"\A?\w+|.", "(?:^|b)?a|.", r"s\z??|K$?+|.", r"(\A)?a|.",
        r"(s(?i))k|.", r"(?i)[a-k]+|.", r"(?i)[^s]+|.", r"a\p{Ll}|[\s\S]", r"\p{L}+|[\s\S]", r"(a)\1|.", r"\S\b|.",
    ],
)  # fmt: skip
def test_patterns_that_engines_read_differently(pattern: str) -> None:
    rng = Random(1)
    signs = "aabkKsSiIſK ıéΣ漢1²_A\n.'\u200d\u088f\u0295"
    check(
        pattern,
        [
            " a",
            "Hello world, a 世界",
            "It'S A世A a世b 123456\n\n x",
            *("".join(rng.choices(signs, k=10)) for _ in range(30)),
        ],
    )


@pytest.mark.parametrize(
    ("pattern", "construct"),
    [
        ("[a-z--b]", "--"), ("[a~~b]", "~~"), ("[&&b]", "&&"), ("(?x)a b", "(?x)"), ("(?P<n>a)", "(?P<"), (r"a\Z", r"\Z"),
        (r"\X", r"\X"), (r"\<a", r"\<"), ("(?r)a", "(?r)"), ("(?R)", "(?R)"), (r"a\K", r"\K"), ("(?i)ß", "(?i) with 'ß'"),
        (r"(?i)\p{Lu}", r"(?i) with \p{Lu}"), (r"\1(a)", r"\1"), ("(s(?i))k", "(?i)"), ("(*FAIL)", "(*FA"), ("(a|b?)+", "+"), (r"\b*a", "*"),
        (r"\p{XDigit}", r"\p{XDigit}"), (r"[^\P{Arrows}]", r"\P{Arrows}"), (r"\p{IsAlnum}", r"\p{IsAlnum}"),
    ],
)  # fmt: skip
def test_what_may_mean_something_else_is_refused_at_every_entrance(pattern: str, construct: str) -> None:
    ranks = {bytes([byte]): byte for byte in range(256)}
    for call in (
        lambda: pretokenize("a", pattern),
        lambda: split("a", pattern),
        lambda: Tokenizer.from_ranks(ranks, split_pattern=pattern),
    ):
        with pytest.raises(DialectError) as caught:
            call()
        assert caught.value.construct == construct


# Ends of ranges within a set, as they are written: controls, punctuation that is escaped or not, numbers, letters.
ENDS = {
    r"\t": 9,
    r"\n": 10,
    r"\r": 13,
    r"\e": 27,
    "!": 33,
    r"\-": 45,
    r"\.": 46,
    r"\/": 47,
    "0": 48,
    r"\x41": 65,
    r"\]": 93,
    "a": 97,
}


def test_a_range_in_a_set_may_end_with_any_escape() -> None:
    every = ["".join(map(chr, range(128)))]
    for (low, first), (high, last) in product(ENDS.items(), repeat=2):
        pattern = f"[{low}-{high}]|a"
        expected = pieces_of_tiktoken(pattern, every)
        if first > last:
            assert expected is None
            continue
        assert expected == [[chr(code) for code in range(128) if first <= code <= last or code == 97]]
        assert [one.text for one in pretokenize(every[0], pattern) if one.branch >= 0] == expected[0], pattern


def test_a_class_is_not_the_end_of_a_range_and_stays_what_it_is_in_either_case() -> None:
    text = "a sS\n1 \u0130 K_"
    for escape in (r"\s", r"\S", r"\d", r"\D"):
        for dialect in (FANCY, ONIGURUMA):
            with pytest.raises(DialectError):
                translated(f"[a-{escape}]", dialect)
        pattern = f"(?i)[{escape}]|a"
        found = [chunk.text for chunk in pretokenize(text, pattern) if chunk.branch >= 0]
        assert [found] == pieces_of_tiktoken(pattern, [text])


def test_a_group_that_is_closed_may_be_referred_to() -> None:
    # Not by `check`, which leaves out what is refused.
    assert split("aab", r"(a)\1|.") == pieces_of_tiktoken(r"(a)\1|.", ["aab"])[0] == ["aa", "b"]


def test_kimis_pattern_given_with_a_rank_table_gives_tiktokens_ids() -> None:
    small = {token: rank for token, rank in mergeable_ranks("o200k_base").items() if rank < 20000}
    theirs = tiktoken.Encoding("kimi", pat_str=KIMI, mergeable_ranks=small, special_tokens={})
    ours = Tokenizer.from_ranks(small, split_pattern=KIMI)
    for text in (" a", "Hello world, a 世界", "It'S A世A a世b 123456\n\n x"):
        assert ours.encode(text) == theirs.encode(text)


@pytest.mark.parametrize(
    ("pattern", "may_be_empty"),
    [("a|b+", False), ("a*", True), ("a|", True), (r"(?=a)", True), (r"(a|b?)c", False), (r"(a|b?)c?", True), ("(?<=[a-z])(?=[A-Z])", True), (r"\x00", False)],
)  # fmt: skip
def test_whether_a_match_may_be_empty(pattern: str, may_be_empty: bool) -> None:
    assert translated(pattern, FANCY).may_be_empty == may_be_empty


NAMES = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps",
    "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co",
    "Cn", "Any", "ASCII", "Assigned", "Letter", "Uppercase_Letter", "Alphabetic", "Uppercase", "Lowercase",
    "White_Space", "Cased", "Emoji", "Ideographic", "Math", "Dash", "Hex_Digit", "Latin", "Greek",
    "Cyrillic", "Han", "Hiragana", "Katakana", "Thai", "Arabic", "Hebrew", "Hangul", "Common", "Inherited",
    "Graph", "Print", "VS", "IDC", "Diacritic", "Noncharacter_Code_Point",
]  # fmt: skip


def test_properties_have_the_characters_that_they_have_in_tiktoken() -> None:
    sample = [*range(0x600), *range(0x600, 0x3100, 3), *[*stand_ins()][::400], 0x295, 0xFDD0, 0x1FFFE]
    characters = [*map(chr, sample)]
    ranks = {character.encode(): rank for rank, character in enumerate(characters)}
    refused = set()
    for name in NAMES:
        theirs = tiktoken.Encoding("x", pat_str=rf"\p{{{name}}}", mergeable_ranks=ranks, special_tokens={})
        try:
            chunks = pretokenize("".join(characters), rf"\p{{{name}}}")
        except DialectError:
            refused.add(name)
            continue
        found = [chunk.text.encode() for chunk in chunks if chunk.branch >= 0]
        assert found == theirs.decode_tokens_bytes(theirs.encode_ordinary("".join(characters))), name
    assert refused == {"Graph", "Print", "VS", "IDC", "Diacritic", "Noncharacter_Code_Point"}


def is_property_of_tiktoken(name: str) -> bool:
    try:
        tiktoken.Encoding("x", pat_str=rf"\p{{{name}}}", mergeable_ranks={b"a": 0}, special_tokens={})
    except ValueError:
        return False
    return True


def test_a_property_that_only_regex_has_is_refused() -> None:
    every = {name for name, (_, values) in PROPERTIES.items() for name in (name, *values) if name.isalpha()}
    names = {prefix + name.lower() for name in every for prefix in ("", "is")}
    assert {"xdigit", "arrows", "alphanumeric", "isalnum", "sidetic"} <= names
    for name in sorted(names):
        try:
            compiled(translated(rf"\p{{{name}}}", FANCY).written)
        except BpeError:
            continue
        assert is_property_of_tiktoken(name), name
