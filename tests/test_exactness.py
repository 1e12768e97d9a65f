"""Chunks and ids equal tiktoken's, for every character and for hard texts."""

from collections.abc import Iterable
from functools import cache
from itertools import chain, islice, pairwise, product, zip_longest

import numpy as np
import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import RECIPES, SPLIT_PATTERNS, Tokenizer, load_published, train
from bpe_core.pretokenization import split
from bpe_core.tables import TABLES
from bpe_core.unicode16 import CLASSES, as_unicode16, class_table, stand_ins
from tests.pairs_of_the_day import SEED, pairs
from tests.peers import tiktoken_encoding
from tests.sampling import IN_TURNS
from tests.test_fast_split import REPRESENTATIVES

NAMES = tuple(SPLIT_PATTERNS)
WITH_A_TABLE = tuple(name for name in NAMES if name in TABLES)
ASSIGNED = (range(0xD800), range(0xE000, 0x33500), range(0xE0000, 0xE1000))
OTHERS = (range(0x33500, 0xE0000), range(0xE1000, 0x110000))

CONTEXTS = (
    "{}", "a{}b", " {}", "{} ", "{}{}", "'{}", "a'{}", "1{}2", "\n{}x", "{}\n", "!{}!", "A{}a",
    "  {}", "e{}ll", "{}Ab", "A{}B", "a{}B", "Ab{}Ab", "{}1", "\u0301{}a", "{}\u0301B", "{}'s", "'{}s", "/{}/",
)  # fmt: skip


def every_character() -> str:
    return "".join(map(chr, chain(range(0xD800), range(0xE000, 0x110000))))


def enough_for_bytes() -> list[int]:
    """All assigned characters, and every seventh of the others, which have one class and differ only in their bytes."""
    return [*chain(*ASSIGNED), *islice(chain(*OTHERS), 0, None, 7)]


@cache
def telling() -> list[int]:
    """The characters that are enough for splitting, which depends only on the classes that the first test checks.

    Of neighbouring characters of one class, such as ideographs, it is every eighth.
    """
    classes = class_table()
    return [
        code
        for code in chain(*ASSIGNED)
        if not code % 8 or classes[code] != classes[code - 1] or code in stand_ins()
    ]


def tiktoken_chunks(text: str, ours: list[str], pattern: str) -> list[str]:
    # A chunk of tiktoken that equals ours is one of these tokens; a longer or shorter one is other tokens.
    tokens = {chunk.encode() for chunk in ours} | {(one + two).encode() for one, two in pairwise(ours)}
    ranks = {bytes([byte]): byte for byte in range(256)}
    ranks |= {token: rank for rank, token in enumerate((t for t in tokens if len(t) > 1), 256)}
    encoding = tiktoken.Encoding("chunks", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    ids = encoding.encode_ordinary(text)
    return [token.decode("utf-8", "replace") for token in encoding.decode_tokens_bytes(ids)]


def assert_same_chunks(text: str, name: str) -> None:
    ours = split(text, name)
    theirs = tiktoken_chunks(text, ours, SPLIT_PATTERNS[name])
    unlike = [pair for pair in zip_longest(ours, theirs) if pair[0] != pair[1]]
    assert not unlike[:3]


def assert_same_ids(text: str, name: str) -> None:
    assert load_published(name).encode_ordinary(text) == tiktoken_encoding(name).encode_ordinary(text)


def in_contexts(characters: Iterable[str], contexts: Iterable[str]) -> str:
    return "\n".join(context.replace("{}", character) for character in characters for context in contexts)


def classes_of_tiktoken() -> np.ndarray:
    """The class of every code point, as its index in `CLASSES`, found with patterns that match a single class."""
    everything = every_character()
    table = np.zeros(0x110000, np.uint8)
    for number, name in enumerate(CLASSES[1:], 1):
        engine = tiktoken.Encoding(
            name,
            pat_str=r"\s" if name == "space" else rf"\p{{{name}}}",
            mergeable_ranks={bytes([byte]): byte for byte in range(256)},
            special_tokens={},
        )
        matched = engine.decode(engine.encode_ordinary(everything))
        table[np.frombuffer(matched.encode("utf-32-le"), "<u4")] = number
    return table


def test_every_character_has_the_class_that_tiktokens_engine_gives_it():
    np.testing.assert_array_equal(class_table(), classes_of_tiktoken())


def test_the_copy_that_is_cut_has_those_classes_for_the_installed_regex():
    everything = every_character()
    copy = as_unicode16(everything)
    assert len(copy) == len(everything)
    codes = np.frombuffer(everything.encode("utf-32-le"), np.uint32)
    for number, name in enumerate(CLASSES[1:-1], 1):
        found = [match.start() for match in regex.finditer(rf"\p{{{name}}}", copy)]
        np.testing.assert_array_equal(found, np.flatnonzero(class_table()[codes] == number))
    assert as_unicode16("plain, naïve, 你好") == "plain, naïve, 你好"


@IN_TURNS
@pytest.mark.parametrize("name", NAMES)
def test_chunks_of_representatives_and_of_characters_in_contexts(name):
    short = map("".join, product(REPRESENTATIVES, repeat=4))
    assert_same_chunks("Zz1.".join(short), name)
    lines = (
        CONTEXTS[number * 7 % len(CONTEXTS)].replace("{}", chr(code)) for number, code in enumerate(telling())
    )
    assert_same_chunks("\n".join(lines), name)
    changed = [chr(code) for code in list(stand_ins())[::29]]
    assert_same_chunks(in_contexts([*changed, *"ʕſK\u0085\u180e\u001c"], CONTEXTS), name)


@IN_TURNS
@pytest.mark.parametrize("name", WITH_A_TABLE)
def test_ids_of_every_code_point(name):
    # Characters of alphabets are tested in every context, other assigned ones in one.
    contexts, codes = ("{}", "a{}b", " {}", "{} ", "{}{}"), enough_for_bytes()
    assert_same_ids(in_contexts(map(chr, range(0x3000)), contexts), name)
    assert_same_ids(
        "\n".join(contexts[code % 5].replace("{}", chr(code)) for code in codes if code >= 0x3000), name
    )
    # Short texts are encoded differently from long ones. Between digits, nearly every character is a chunk.
    for first in range(0, len(codes), 3000):
        assert_same_ids("1".join(map(chr, codes[first : first + 3000])), name)
    for code in telling()[::4]:
        assert_same_ids(chr(code), name)


@pytest.mark.parametrize("seed", [SEED])
@pytest.mark.parametrize("name", NAMES)
def test_pairs_of_code_points(name, seed):
    for context in ("{}", "1{}", " {}A"):
        text = in_contexts(pairs(), [context])
        assert_same_chunks(text, name)
        if name in WITH_A_TABLE:
            assert_same_ids(text, name)


@pytest.mark.parametrize("name", WITH_A_TABLE)
def test_tiktokens_own_test_strings(name):
    texts = ["0" * count for count in range(1, 18)]
    texts += ["rer", "'rer", "today\n ", "today\n \n", "today\n  \n", " \x850", "\x850", "hello world", "👍"]
    for run in ("^", "0", "a", "'s", " ", "\n"):
        texts += [run * 10_000, " " + run * 10_000, run * 10_000 + "\n", " " + run * 10_000 + "\n"]
    # Lone surrogates become what tiktoken makes of them.
    texts += ["\ud83d\udc4d", "\ud83d", "a\udc4d b", "\ud83d\ud83d\udc4d"]
    for text in texts:
        assert_same_ids(text, name)


CHARACTERS = st.one_of(
    st.sampled_from(" \n\t\r'\u0085\u00a0\u2028sStTdDmMlLvVeErRſ0189/.,!?-_\"#"),
    st.sampled_from(
        "aäßǅʰªЖжñ字日本한글हिन्दीไทยعربيʕ\u0301\u0327\u200d🙂👩🏽🇬🇧²½Ⅷ٣\x00\x1c\u180e\ufeff\u088f\U0010ffff"
    ),
    st.characters(exclude_categories=["Cs"]),
)
PIECES = (" ", "  ", "\n", " \n", "don't", "WE'LL", "Über", "naïve", "12345", "...", "字", "🙂", "\r\n\t")
TEXTS = st.text(CHARACTERS, max_size=60) | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(max_examples=60)
@given(texts=st.lists(TEXTS, min_size=1, max_size=14))
def test_random_texts(texts):
    # All texts are joined, since compiling a pattern in tiktoken is slow.
    for name in NAMES:
        assert_same_chunks("Zz1.".join(texts), name)
        for text in texts if name in WITH_A_TABLE else ():
            assert_same_ids(text, name)


# ---- encoded and decoded


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
def test_published_tokenizers_give_back_every_code_point(name: str) -> None:
    tokenizer, everything = load_published(name), every_character()
    assert tokenizer.decode(tokenizer.encode_ordinary(everything)) == everything


@IN_TURNS
@pytest.mark.parametrize("recipe", RECIPES)
def test_training_loses_no_character_at_any_step(recipe: str) -> None:
    # Every 31st code point: this is fast, and has characters of one to four bytes from every script.
    text = every_character()[::31] + "the the then " * 50
    if RECIPES[recipe].alphabet == "word-marker":
        # This alphabet writes a space as Ġ, so it rejects Ġ itself.
        text = text.replace("Ġ", "")
    history = train(text, recipe=recipe, num_merges=30)
    for step in (0, 1, 15, len(history.merges)):
        _, ids = history.tokens_at(step)
        written = b"".join(history.vocab[token_id] for token_id in ids.tolist())
        assert written == b"".join(history.vocab[token_id] for token_id in history.base_ids.tolist())
    tokenizer = Tokenizer.from_history(history)
    assert tokenizer.decode(tokenizer.encode_ordinary(text)) == text
