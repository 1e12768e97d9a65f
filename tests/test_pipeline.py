"""Each step changes a text like the step of the same name in Hugging Face tokenizers."""

import base64
import random
import unicodedata
import weakref
from itertools import permutations, product, zip_longest

import pytest
import regex
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tokenizers import PreTokenizedString, Regex, normalizers, pre_tokenizers

from bpe_core.dialects import ONIGURUMA, DialectError, translated
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.charsmap import CharsMap
from bpe_core.pipeline.cleaning import EachCharacter
from bpe_core.pipeline.known_patterns import WITH_PIPELINE
from bpe_core.pipeline.linear import is_linear
from bpe_core.pipeline.normalizers import Lowercase, NormalForm, Prepend, Replace, Strip
from bpe_core.pipeline.oniguruma import spans
from bpe_core.pipeline.pre_tokenizers import ByteLevel, Digits, Metaspace, Punctuation, Split, Whitespace
from bpe_core.types import BpeError
from bpe_core.unicode16 import NORMALIZES, stand_ins, unicode_table
from tests.charsmaps import charsmap
from tests.pairs_of_the_day import SEED, pairs
from tests.sampling import IN_TURNS

# Most code points are unassigned; one in 61 of these is enough.
EVERY_CHARACTER = [
    *map(chr, [*range(0xD800), *range(0xE000, 0x33500), *range(0x33500, 0xE0000, 61)]),
    *map(chr, [*range(0xE0000, 0xE1000), *range(0xE1000, 0x110000, 61)]),
]
# The first scripts, and samples of the characters that the installed `regex` classifies differently
# (test_exactness compares the classes of all) and of the rest.
TELLING = sorted({*map(chr, range(0x2200)), *map(chr, [*stand_ins()][::5]), *EVERY_CHARACTER[::61]})
# Characters that normal forms compose, reorder or decompose, that classes distinguish, or that patterns name.
HARD = (
    "aeiAßſKİıΣσςéÅÅ\u0301\u0323\u0327\u0345\u05b4\u0591\u0f71\u0f72\u3099ｶﾞﾟ각각\u09c7\u09be\u0b57ﬁﬃ㋿Ⅷ²½٣"
    "\u1133e\U00011930\U00011935\U00011938\U00016121\U0001611e\u088f\u10d50 \t\n\r\u00a0\u2028'\u2019.,!-_¡«$+^`|"
    "12一あア漢👩\u200d🥖\ue000\u0378ab st ss ll"
)
TEXTS = st.text(st.sampled_from(HARD) | st.characters(exclude_categories=["Cs"]), max_size=24)


CHARSMAP = charsmap(
    {"ﬁ": "fi", "①": "(1)", "e\u0301": "é", "e": "E", "\u200d": "", "字": "\n", "각": "ㄱ", "👩": "w", "\x00": "x"}
)  # fmt: skip

NORMALIZERS = [
    (CharsMap(base64.b64encode(CHARSMAP).decode()), normalizers.Precompiled(CHARSMAP)),
    *((NormalForm(form), getattr(normalizers, form)()) for form in ("NFC", "NFD", "NFKC", "NFKD")),
    (Lowercase(), normalizers.Lowercase()),
    (Replace(" ", "▁"), normalizers.Replace(" ", "▁")),
    (Replace("a.", "x"), normalizers.Replace("a.", "x")),
    (Replace(r"\s+", " ", is_regex=True), normalizers.Replace(Regex(r"\s+"), " ")),
    (Replace("", "x"), normalizers.Replace("", "x")),
    *(
        (Replace(pattern, "▁▁", is_regex=True), normalizers.Replace(Regex(pattern), "▁▁"))
        for pattern in ("(?<=[a-z])(?=[A-Z])", "a*", r"\b", "", "$", "a|", r"(?=\p{M})")
    ),
    (Prepend("▁"), normalizers.Prepend("▁")),
    (EachCharacter("marks"), normalizers.StripAccents()),
    (EachCharacter("glyphs"), normalizers.ByteLevel()),
    (EachCharacter("clean"), normalizers.BertNormalizer(True, False, False, False)),
    (EachCharacter("chinese"), normalizers.BertNormalizer(False, True, False, False)),
    (Strip(left=True, right=True), normalizers.Strip()),
    (Strip(left=False, right=True), normalizers.Strip(left=False)),
]

PATTERNS = (
    r"\p{N}{1,3}", r"[一-龥぀-ゟ゠-ヿ]+", r"\s*[\r\n]+|\s+(?!\S)|\s+", r"^a", r"a$", r"\w+", r"[^\w\s]+", r"\W", r".",
    r"(?m:.)a", r"\h+", r"a{2}+", r"a{2}?b", r"a++b", r"(?i:'s|'t|'re|'ve|'m|'ll|'d)", r"(a|b)+", r"(?>a+)b", r"(?<=a)b|\bst",
    r"[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*", r"\p{Han}|\P{L}", r"[a&b]|[]x]|[^]a]", r"a\Z", r"a\z",
    r"\Aa|\x41|\u00e9|\x{e9}|\x{10FFFF}", r"(?i)k|s", r"[[:alpha:]]+|[[:space:]]", "[^(\\s|[.,!]a)]+|[a[b]c]", r"a{,2}b|x{2,}", r"\d+?a", r"\n|\t",
    r"(?:$^|a)", "'(?=s)|[\"#-]", "a*", r"\s*x?", r"\s+$", r"\b", r"(?=\p{Lu})|a", "(?i:[sdmt]|ll)",
    r"[\p{L}&&[^\p{Han}x]]+", r"[^\w&&[^ab]]", "[a[^b-z]]|[^b[^a]]", r"[[:digit:]]|[[:alnum:]_]{2}", r"[[:word:]]+", "[[:^space:]b]",
    "[一-龥ࠀ-一가-퟿]+", "[a[-b]]+|[1[2-]A]+", "[--/]+|[+-.]", *(pattern for patterns in WITH_PIPELINE.values() for pattern in patterns),
)  # fmt: skip
# Unicode properties that both engines support, and some that only one supports.
PROPERTIES = [
    "Alnum", "Alpha", "Blank", "Cntrl", "Graph", "Lower", "Print", "Punct", "Upper", "ASCII", "Any",
    "Assigned", "LC", "Letter", "Mark", "Symbol", "Uppercase_Letter", "Decimal_Number", "Alphabetic",
    "White_Space", "Emoji", "Ideographic", "Math", "Dash", "Hex_Digit", "ID_Start", "ID_Continue",
    "Grapheme_Extend", "Cased", "Radical", "Quotation_Mark", "Han", "Hiragana", "Katakana", "Hangul",
    "Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Devanagari", "Thai", "Tamil", "Common", "Inherited",
    "Initial_Punctuation", "Hani", "Latn", "Zyyy", "Unknown", "alphabetic", "LU",
]  # fmt: skip
BEHAVIORS = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
    "Contiguous": "contiguous",
}
PRE_TOKENIZERS = [
    *((Split(pattern, "Isolated"), pre_tokenizers.Split(Regex(pattern), "isolated")) for pattern in PATTERNS),
    *(
        (Split(r"\s|a", behavior, invert), pre_tokenizers.Split(Regex(r"\s|a"), theirs, invert))
        for behavior, theirs in BEHAVIORS.items()
        for invert in (False, True)
    ),
    (Split(".", "Removed", is_regex=False), pre_tokenizers.Split(".", "removed")),
    (Digits(individual=True), pre_tokenizers.Digits(individual_digits=True)),
    (Digits(individual=False), pre_tokenizers.Digits(individual_digits=False)),
    *((Punctuation(behavior), pre_tokenizers.Punctuation(theirs)) for behavior, theirs in BEHAVIORS.items()),
    (Whitespace(), pre_tokenizers.Whitespace()),
    (Whitespace(keep_signs=True), pre_tokenizers.WhitespaceSplit()),
    *(
        (Metaspace("▁", scheme, split), pre_tokenizers.Metaspace("▁", scheme, split))
        for scheme in ("always", "first", "never")
        for split in (False, True)
    ),
    *(
        (
            ByteLevel(add_prefix_space=space, use_regex=cuts, writes_glyphs=True),
            pre_tokenizers.ByteLevel(add_prefix_space=space, use_regex=cuts),
        )
        for space in (False, True)
        for cuts in (False, True)
    ),
]


def cut(step: object, text: str) -> list[str]:
    return [piece.text for piece in step.pre_tokenize(AlignedText.of(text))]


def assert_same_cuts(ours, theirs, text: str) -> None:
    if text:
        expected = [piece for piece, _ in theirs.pre_tokenize_str(text)]
        # The first difference, since the texts may be long.
        assert (
            next((both for both in zip_longest(cut(ours, text), expected) if both[0] != both[1]), None)
            is None
        ), ours


def name(pair: object) -> str:
    return str(pair[0])[:60]


# Generating a text takes longer than applying all steps to it.
@settings(max_examples=60)
@given(text=TEXTS)
def test_a_text_is_normalized_as_the_library_does(text):
    for ours, theirs in NORMALIZERS:
        assert ours.apply(AlignedText.of(text)).text == theirs.normalize_str(text), ours
        assert_same_origins(ours, theirs, text)


def assert_same_origins(ours, theirs, text: str) -> list[tuple[str, int]]:
    """Compare each character, and the place of the one that it is made of."""
    piece, whole = ours.apply(AlignedText.of(text)), PreTokenizedString(text)
    whole.normalize(theirs.normalize)
    whole.split(lambda _, piece: [piece[index] for index in range(len(piece.normalized))])
    # Metaspace may insert its replacement where the origin of a character is the beginning of the text.
    found = whole.get_splits(offset_referential="original", offset_type="char")
    ours_found = list(zip(piece.text, piece.origins, strict=True))
    assert ours_found == [(character, start) for character, (start, _), _ in found], ours
    return ours_found


@pytest.mark.parametrize(
    ("table", "text", "becomes"),
    [
        # The library does not count characters dropped at the beginning of a text.
        ({"s": ""}, "sa-", [("a", 0), ("-", 1)]),
        ({"ab": "xyz", "c": ""}, "ab\u0301c!", None),
        ({"\u200d": "", "①": "(1)"}, "①\u200d\u200da", None),
        # A cluster of five bytes is looked up as a whole, and is not in the table.
        ({"Ａ": "A"}, "Ａ\u0301", None),
        # An Indic letter does not combine with a sign after a letter of another script.
        ({"i\u094d": "I"}, "i\u094d\u0915", [("I", 0), ("\u0915", 2)]),
    ],
)
def test_where_a_table_of_characters_has_its_characters_from(table, text, becomes):
    compiled = charsmap(table)
    ours = CharsMap(base64.b64encode(compiled).decode())
    found = assert_same_origins(ours, normalizers.Precompiled(compiled), text)
    assert becomes is None or found == becomes


@pytest.mark.parametrize("string", ["\u088f", "\U00016121a", "\ua7cf", ""])
def test_a_string_is_found_though_only_a_later_unicode_knows_it(string):
    text = f"a{string}b{string}{string}"
    pairs = [(Split(string, "Removed", is_regex=False), pre_tokenizers.Split(string, "removed"))]
    if len(string) == 1:
        pairs.append((Metaspace(string), pre_tokenizers.Metaspace(string)))
    for pair in pairs:
        assert_same_cuts(*pair, text)


def characters_for(step: object) -> list[str]:
    """What replaces a string, or adds to the ends of a text, asks at most for the class of a character."""
    return TELLING if isinstance(step, Replace | Prepend | Strip) else EVERY_CHARACTER


@IN_TURNS
@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("pair", NORMALIZERS, ids=name)
@pytest.mark.parametrize("units", [characters_for, lambda _: pairs()], ids=["characters", "pairs"])
def test_characters_and_pairs_are_normalized_as_the_library_does(units, pair, seed):
    ours, theirs = pair
    # Line ends separate the characters, since nothing combines with a line end.
    text = "\n".join(units(ours))
    assert ours.apply(AlignedText.of(text)).text.split("\n") == theirs.normalize_str(text).split("\n")


@IN_TURNS
@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("pair", PRE_TOKENIZERS, ids=name)
def test_telling_characters_and_pairs_are_cut_as_the_library_does(pair, seed):
    for units in (TELLING, pairs()):
        assert_same_cuts(*pair, "a".join(units))


def test_marks_that_the_library_does_not_know_stay_where_they_are():
    """In pairs and triples: by itself, such a mark never changes, but it must not be reordered or composed."""
    every = regex.findall(r"\P{ccc=0}", "".join(EVERY_CHARACTER))
    known = [mark for mark in every if unicode_table()[ord(mark)] & NORMALIZES]
    unknown = sorted({*every} - {*known})
    assert len(unknown) > 90
    # One mark of each class, and letters with which marks compose.
    classes = {unicodedata.combining(mark): mark for mark in known}
    others = [*classes.values(), unknown[0], *"aかᄀ\u1161\U000105d2"]
    rng = random.Random(1)
    texts = [
        f"a{one}{two}" for mark, other in product(unknown, others) for one, two in permutations((mark, other))
    ]
    kinds = [unknown, known, others]
    texts += ["".join(rng.choice(rng.choice(kinds)) for _ in range(4)) for _ in range(4_000)]
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        theirs = getattr(normalizers, form)().normalize_str("\n".join(texts)).split("\n")
        ours = NormalForm(form).apply(AlignedText.of("\n".join(texts))).text.split("\n")
        assert [ascii(both) for both in zip(ours, theirs, strict=True) if both[0] != both[1]] == []


@settings(max_examples=100)
@given(text=TEXTS)
def test_a_text_is_cut_as_the_library_does(text):
    for pair in PRE_TOKENIZERS:
        assert_same_cuts(*pair, text)


@pytest.mark.parametrize(
    ("pattern", "construct"),
    [
        ("[&&b]", "&&"), ("[a&&]", "&&"), ("[a-[b]]", "-["), ("[[b]-c]", "]-"), ("[a--&&b]", "--"), (r"\p{Word}", r"\p{Word}"),
        (r"\P{^Extended_Pictographic}", r"\P{^Extended_Pictographic}"), (r"\p{In_Arabic}", r"\p{In_Arabic}"), (r"(a)\1", r"\1"),
        ("a(?i)b", "(?i)"), ("(?i:ss)", "(?i) with 'ss'"), ("(?i:[a-z])", "(?i) with ["), (r"(?i:\p{Lu})", r"(?i) with \p{Lu}"),
        ("(?i:x|i)", "(?i) with 'i'"), (r"\R", r"\R"), (r"\X", r"\X"), ("(?<n>a)", "(?<n"), ("a{1}{2}", "{"),
        ("[&-&&]", "-&&"), ("[!-&&&a]", "-&&"), (r"[[:punct:]]", "[:punct:]"), (r"[[:^digit:]]", "[:^digit:]"), (r"\x{D800}", r"\x{D800}"), (r"\x{110000}", r"\x{110000}"), ("a)", ")"), ("(a", "("), ("[a", "["), ("*", "*"), ("\\", "\\"),
    ],
)  # fmt: skip
def test_what_means_something_else_is_refused_by_name(pattern, construct):
    with pytest.raises(DialectError) as caught:
        translated(pattern, ONIGURUMA)
    assert caught.value.construct == construct


@pytest.mark.parametrize("name", PROPERTIES)
def test_what_both_know_of_unicode_is_the_same_characters(name):
    pattern, text = rf"\p{{{name}}}", "".join(TELLING[1:])
    theirs = normalizers.Replace(Regex(pattern), "\x00").normalize_str(text)
    assert [start for start, _ in spans(pattern, text)] == [
        at for at, sign in enumerate(theirs) if sign == "\x00"
    ]


@given(st.text(st.sampled_from("ab[]^&-\\p{L}dw:é1 "), max_size=8), st.booleans())
def test_a_set_that_is_accepted_means_the_same_to_the_library(body, is_negated):
    pattern = f"[{'^' * is_negated}{body}]"
    text = "".join(TELLING[1:200])
    try:
        found = list(spans(pattern, text))
        theirs = normalizers.Replace(Regex(pattern), "\x00").normalize_str(text)
    except Exception:  # noqa: BLE001 - the library raises a bare one
        return
    # Skip patterns in which a bracket ended the set early.
    assume(all(end - start == 1 for start, end in found))
    assert len(theirs) == len(text)
    assert {start for start, _ in found} == {at for at, sign in enumerate(theirs) if sign == "\x00"}


@given(st.text(st.sampled_from(r"ab[](){}*+?^$|.\-&,12hwsZpN:i<=!" + "'\n"), max_size=12))
def test_a_pattern_that_is_accepted_means_the_same_to_the_library(pattern):
    split = Split(pattern, "Isolated")
    try:
        translated = cut(split, "ab\na1 2\n")
    except ValueError:
        return
    try:
        expected = pre_tokenizers.Split(Regex(pattern), "isolated")
    except Exception:  # noqa: BLE001 - the library raises a bare one
        return
    if all(translated):
        assert_same_cuts(split, expected, "ab\naab b1 12\n'&h\n")


@pytest.mark.parametrize(
    "pattern",
    [
        *SPLIT_PATTERNS.values(), r"\S+", r"[^\n]+|[\n]+", r"\p{N}{1,3}", r"\d", " ", r"\s?\p{P}+", "[가-힣ㄱ-ㆎ]+|[ㄅ-ㄯ]+", ".*",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    ],
)  # fmt: skip
def test_patterns_that_are_plainly_quick(pattern):
    assert is_linear(pattern)
    # A long run of each unit: a slow pattern would take minutes.
    for unit in ("a", "A", "字", " ", "1", "!", "\u0301", "a1", " \n", "'s"):
        cut(Split(pattern, "Isolated"), unit * (30_000 // len(unit)) + "x")


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+b", "a+b", r"\s+$", r"(a|aa)+$", r"\d{1,3}(?=(?:\d{3})*\b)", "a{1,64}a{1,64}b", r"\s*x", r"\s*[\r\n]+", "a+(?!b)",
        "[ab]*[bc]+", "a{,5}a{,5}a{,5}b", "a++b", r"(?=\d+)a", r"(a)\1", "(a|aa){1,60}b", "(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)(a|aa)b",
        r"\s*[\r\n]+| |\s+(?!\S)|\s+", "[a]*[b]+|a|[a]+[b]*", r"\s+(?!\S)|\s+|\s*[\r\n]+", "a{100000}", "a{65,}", "a{1,2}+b",
        "[a&&b]", "(a", "x" * 2001, "|".join(["a{1,60}b"] * 5),
    ],
)  # fmt: skip
def test_patterns_that_are_not_plainly_quick(pattern):
    assert not is_linear(pattern)


@pytest.mark.parametrize(
    "pattern", ["[" * 50_000, "[" * 5_000 + "a" + "]" * 5_000, "(" * 50_000 + ")" * 50_000]
)
def test_a_pattern_that_is_nested_without_end_is_refused(pattern):
    with pytest.raises(BpeError):
        cut(Split(pattern, "Isolated"), "a")


MARKS = st.text(
    "\u0301\u0327\u0323\u0345\u0f73\u0f71\u0344\u0903\uff9e\u3099\u05b4ae", min_size=60, max_size=300
)


@given(
    st.text("aeｶ각ﬁ\u0301\u0327\uff9e", max_size=3), MARKS, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"])
)
@example("／a", "／", "NFKC")  # what begins a text may become a slash
@example("b/", "\u0327\u0301", "NFKC")
@example("o", "\u0305\u0301\u031b", "NFC")  # the last mark goes first, and only that one is composed
def test_many_marks_in_a_row_are_put_in_order_as_few_are(start, marks, form):
    for text in (start + marks, start + marks.replace("a", "").replace("e", "") * 2):
        expected = unicodedata.normalize(form, text)
        assert NormalForm(form).apply(AlignedText.of(text)).text == expected


@pytest.mark.parametrize("marks", ["\u0301\u0327", "\u0f73", "\uff9e\u0301"])
def test_a_text_of_marks_is_normalized_in_good_time(marks):
    # `unicodedata` would take quadratic time to reorder the marks.
    text = "a" + marks * 100_000
    assert len(NormalForm("NFKD").apply(AlignedText.of(text)).text) >= len(text)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("", "not a valid SentencePiece table"),
        ("A" * 2_000_004, "not a valid SentencePiece table"),
        (base64.b64encode(charsmap({"a": "b" * 257})).decode(), "more than 256 bytes"),
    ],
)
def test_a_table_of_characters_without_measure_is_refused(written, words):
    with pytest.raises(BpeError, match=words):
        CharsMap(written)


def test_a_table_of_characters_goes_with_its_tokenizer():
    table = CharsMap(base64.b64encode(CHARSMAP).decode())
    assert table.apply(AlignedText.of("①e")).text == "(1)E"
    assert len(repr(table)) < 80  # without its content
    gone = weakref.ref(table._nodes)
    del table
    assert gone() is None


BLANKS = st.lists(
    st.sampled_from([*" \n\tx!1é.", "\r\n", "\u00a0", "\u2028", "\u0301", " " * 300, " " * 700]), max_size=12
).map("".join)


AS_QUICK = [
    pattern
    for name in ("Jais 2", "PGN", "SeamlessM4T", "Tiny Aya", "SuperBPE")
    for pattern in (*WITH_PIPELINE[name], r"\s+$")  # the last one is DeepSeek's
]


@given(BLANKS | st.text(" .-#+0aé\n▁", max_size=30))
def test_patterns_made_quick_cut_as_the_library_does(text):
    for pattern in AS_QUICK:
        assert_same_cuts(Split(pattern, "Isolated"), pre_tokenizers.Split(Regex(pattern), "isolated"), text)


def test_patterns_made_quick_cut_any_text_in_a_time_that_grows_with_the_text_alone():
    # A slow pattern would scan the rest of the run from each of many thousand blanks or digits.
    for unit in (" ", "\t", "1", "-", " " * 511 + "x", "▁"):
        text = unit * (300_000 // len(unit)) + "x▁"
        for pattern in AS_QUICK:
            assert len(list(spans(pattern, text))) <= len(text)
