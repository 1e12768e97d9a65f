"""The end of a prompt, compared with tiktoken's tokens of every prefix and every continuation."""

import json
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import TEXTS
from tokenizers import normalizers, pre_tokenizers

from bpe_core import Recipe, Tokenizer, load_published, train
from bpe_core.formats import read_huggingface
from bpe_core.lessons.tokens import prompt_end
from bpe_core.lessons.tokens.prompt_end import _EVERY_CLASS, Ending, heal, iter_endings, prefix_cuts
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.tables import mergeable_ranks
from tests.peers import tiktoken_encoding, trained_in_bytes, written
from tests.sampling import IN_TURNS

NAMES = ("gpt2", "cl100k_base", "o200k_base")
TYPED = st.text(alphabet="lowernst I'mv19 .,\n\tAЖ你🙂é/", max_size=12)
TRAPS = (
    "https:", "so ", "indivis", "12", "123", "1234", "x  ", "I'l", "I'", "\n ", "👩\u200d", "  \n", "你", "",
    "the cat sat on the ", "antidisestab", "supercalifragilis",
)  # fmt: skip


def ending(tokenizer: Tokenizer, text: str) -> Ending:
    """What is known about the end of a text after the whole search."""
    return list(iter_endings(tokenizer, text))[-1]


@pytest.mark.parametrize("name", NAMES)
@given(text=TYPED | st.sampled_from(TRAPS), more=st.one_of(TYPED, TEXTS))
@example(text="I'l", more="l")
@example(text="\n ", more="\n")
@example(text="x  ", more="y")
def test_what_is_called_settled_stays_whatever_is_typed_and_the_example_changes_the_rest(name, text, more):
    encoding = tiktoken_encoding(name)
    end = ending(load_published(name), text)
    settled = settled_ids(encoding.encode_ordinary, text, end)
    assert encoding.encode_ordinary(text + more)[: len(settled)] == settled


def settled_ids(encode: Callable[[str], list[int]], text: str, end: Ending) -> list[int]:
    """The ids that are called settled, after a check that the example changes the next one and none of them."""
    ids = encode(text)
    assert end.num_tokens == len(ids)
    settled = len(ids) - end.unsettled
    after = encode(text + end.example)
    assert after[:settled] == ids[:settled]
    assert end.unsettled == 0 or after[: settled + 1] != ids[: settled + 1]
    return ids[:settled]


CLASSES = ["a", "B", "字", "ʰ", "\u0301", "1", "\n", " ", "\u3000", ".", "/", "'", "ll", "'re"]
NEXT = ["".join(more) for length in (1, 2) for more in product(CLASSES, repeat=length)]


@pytest.mark.parametrize(
    "trained_with", ["gpt2", "cl100k_base", "o200k_base", "qwen", "tekken", None], ids=str
)
def test_no_continuation_of_any_class_changes_what_is_called_settled(trained_with):
    rng = Random(f"{trained_with}")
    for _ in range(4):
        recipe = Recipe(
            name="own", title="own", alphabet="bytes", split_pattern=trained_with, source="this test"
        )
        history = train("".join(rng.choices(CLASSES, k=300)), recipe=recipe, num_merges=60)
        tokenizer = Tokenizer.from_history(history)
        for _ in range(5):
            text = "".join(rng.choices(CLASSES, k=rng.randint(1, 6)))
            end = ending(tokenizer, text)
            assert not end.at_least
            settled = settled_ids(tokenizer.encode_ordinary, text, end)
            changed = [
                more for more in NEXT if tokenizer.encode_ordinary(text + more)[: len(settled)] != settled
            ]
            assert not changed, (text, end)


SENTENCES = {
    "ru": "Привет, как дела? Сегодня хорошая погода, и мы пойдём гулять в парк с друзьями.",
    "fr": "L'été dernier, l'élève a été à l'école. Où est la forêt? Très près du château, là-bas.",
    "vi": "Tôi là người Việt Nam. Hôm nay trời đẹp, chúng tôi đi chơi ở công viên với các bạn.",
    "hi": "नमस्ते दुनिया। आज मौसम अच्छा है और हम पार्क में घूमने जा रहे हैं।",
    "“": "“Yes,” she said — “it’s fine…” He didn’t reply — “no”.",
}


@IN_TURNS
@pytest.mark.parametrize("language", SENTENCES)
@pytest.mark.parametrize("recipe", ["gpt4o", "gpt2"])
def test_the_rest_of_a_sentence_changes_only_what_may_change(recipe, language):
    """A token may end inside any of the characters that begin with its last bytes, such as е and half of л."""
    text = SENTENCES[language]
    for num_merges in (5, 20, 60):
        tokenizer = Tokenizer.from_history(train(text, recipe=recipe, num_merges=num_merges))
        for end in range(1, len(text)):
            prompt = text[max(0, end - 25) : end]
            found = ending(tokenizer, prompt)
            settled = settled_ids(tokenizer.encode_ordinary, prompt, found)
            after = tokenizer.encode_ordinary(prompt + text[end : end + 6])
            assert found.at_least or after[: len(settled)] == settled, (prompt, found)


@pytest.mark.parametrize("pattern", [*SPLIT_PATTERNS, None], ids=str)
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    units=st.sampled_from(["ab ", "a \n", "as'", "aé", "a1 .", "aA b", "a\u3000\n", "дл "]),
)
def test_no_continuation_changes_what_is_settled_with_any_merges(pattern, seed, units):
    """Merges that no training learns, such as a line end and the blank after it, compared with a naive loop."""
    dice = Random(seed)
    vocab = {byte: bytes([byte]) for byte in range(256)}
    known, merges = [*units.encode()], {}
    for _ in range(dice.randint(1, 25)):
        pair = dice.choice(known), dice.choice(known)
        new = vocab[pair[0]] + vocab[pair[1]]
        if len(new) <= 8 and pair not in merges and new not in vocab.values():
            merges[pair] = 256 + len(merges)
            vocab[merges[pair]] = new
            known.append(merges[pair])
    ranks = list(merges.items())
    tokenizer = Tokenizer.from_merges(
        ranks, id_of_byte={byte: byte for byte in range(256)}, split_pattern=pattern
    )
    text = "".join(dice.choices(units + "aA ", k=dice.randint(1, 6)))
    found = ending(tokenizer, text)
    settled = settled_ids(tokenizer.encode_ordinary, text, found)
    nexts = ["".join(more) for length in (1, 2) for more in product(units + "bA \n1.", repeat=length)]
    nexts += ["".join(dice.choices(units, k=dice.randint(3, 8))) for _ in range(60)]
    changed = [more for more in nexts if tokenizer.encode_ordinary(text + more)[: len(settled)] != settled]
    assert found.at_least or not changed, (text, found, changed[:3])


def test_a_line_end_and_a_blank_become_one_token_if_another_line_end_follows() -> None:
    for pattern in ("o200k_base", "cl100k_base", "tekken"):
        merges = [((32, 10), 256), ((10, 32), 257)]
        tokenizer = Tokenizer.from_merges(
            merges, id_of_byte={byte: byte for byte in range(256)}, split_pattern=pattern
        )
        # One line end alone would take the blank.
        assert tokenizer.encode_ordinary("\n \n") == [10, 256]
        assert tokenizer.encode_ordinary("\n  \n") == [257, 256]
        assert ending(tokenizer, "\n ").unsettled == 2


def test_what_no_text_shows_is_not_called_certain() -> None:
    """After `ab` a token of the next letter's first byte could follow, but its other byte always merges first."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    found = {bytes([0xC3, last]): 256 + last for last in range(0x80, 0xC0)}
    tokenizer = Tokenizer.from_ranks(ranks | found | {b"b\xc3": 1_000}, split_pattern=None)
    assert ending(tokenizer, "ab") == Ending(num_tokens=2, unsettled=0, example="", at_least=True)


@pytest.mark.parametrize("name", ["o200k_base", "one letter"])
def test_what_is_encoded_for_one_prompt_is_bounded(name, monkeypatch):
    monkeypatch.setattr(prompt_end, "MAX_ENCODED", 50_000)
    one_letter = Tokenizer.from_history(train("a" * 100_000, num_merges=100))
    tokenizer = one_letter if name == "one letter" else load_published(name)
    encoded = []
    encode = Tokenizer.encode_ordinary
    monkeypatch.setattr(
        Tokenizer, "encode_ordinary", lambda self, text: encoded.append(text) or encode(self, text)
    )
    for text in ("a" * 2_000, "-" * 2_000, "你" * 2_000):
        encoded.clear()
        found = list(iter_endings(tokenizer, text))
        assert sum(map(len, encoded)) < 1.1 * prompt_end.MAX_ENCODED + 2 * len(text)
        # Little work happens between two items, so that the caller can stop in time.
        assert len(encoded) <= 2 * len(found) + 2


def test_a_search_that_ends_early_says_so(monkeypatch):
    monkeypatch.setattr(prompt_end, "MAX_ENCODED", 1_000)
    assert ending(load_published("gpt2"), "so low").at_least


def test_of_a_pattern_of_ones_own_only_the_least_is_known():
    recipe = Recipe(name="own", title="own", alphabet="bytes", split_pattern="[a-z]+", source="this test")
    tokenizer = Tokenizer.from_history(train("low low", recipe=recipe, num_merges=2))
    found = ending(tokenizer, "lo")
    assert (found.unsettled, found.example, found.at_least) == (1, "w", True)


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3", "gpt_neox", "a space before"])
def test_where_steps_prepare_the_text_only_the_least_is_known(name):
    """Qwen and GPT-NeoX compose a typed letter with the letter before it: 가 and ᆨ become 각."""
    if name == "a space before":
        content = json.loads(written("gpt2")) | {"normalizer": {"type": "Prepend", "prepend": " "}}
        tokenizer = read_huggingface(json.dumps(content).encode())
    else:
        tokenizer = load_published(name)
    for text in ("so low", "https:", "가", "x  ", "'ll你", "so ::"):
        found = ending(tokenizer, text)
        assert found.at_least
        settled_ids(tokenizer.encode_ordinary, text, found)


@pytest.mark.parametrize("kind", ["bytes, then words", "stripped", "a space before"])
def test_a_prompt_is_encoded_whole_where_its_end_alone_is_another_text(kind):
    """A chunk begins within a character, or the normalizer drops the space before the last word."""
    if kind == "bytes, then words":
        normalizer, cut = normalizers.ByteLevel(), pre_tokenizers.Whitespace()
    else:
        cut = pre_tokenizers.ByteLevel(add_prefix_space=kind == "a space before")
        normalizer = normalizers.Strip()
    texts = ["the cat says größer and the bye größer"] * 3
    peer = trained_in_bytes(texts, 275, normalizer=normalizer, cut=cut)
    tokenizer = read_huggingface(peer.to_str().encode())
    for text in ("größer", "你好", "Привет", "a the cat", "a the", " the ca", "the  ", "th", "", "größ"):
        found = ending(tokenizer, text)
        settled = settled_ids(lambda text: peer.encode(text).ids, text, found)
        assert len(settled) > 1 or len(tokenizer.encode(text)) < 4


@pytest.mark.parametrize("last", [0, 1, 5, 99])
def test_the_last_prefixes_are_the_last_of_all(last):
    gpt2 = load_published("gpt2")
    every = list(prefix_cuts(gpt2, "so lower it"))
    assert list(prefix_cuts(gpt2, "so lower it", last=last)) == every[len(every) - min(last, len(every)) :]


@pytest.mark.parametrize("name", NAMES)
def test_healing_lists_every_token_that_begins_with_the_removed_one(name):
    for text in ("http:", "New ", "🙂", "un"):
        healing = heal(load_published(name), text)
        ids = tiktoken_encoding(name).encode_ordinary(text)
        removed = tiktoken_encoding(name).decode_single_token_bytes(ids[-1])
        assert (healing.kept, healing.removed) == (ids[:-1], ids[-1])
        expected = [id_ for token, id_ in mergeable_ranks(name).items() if token.startswith(removed)]
        assert healing.candidates == sorted(expected)
    assert heal(load_published(name), "") is None


@pytest.mark.parametrize("pattern", SPLIT_PATTERNS.values(), ids=SPLIT_PATTERNS)
def test_a_character_is_tried_of_each_class_that_a_published_pattern_distinguishes(pattern):
    everything = "".join(map(chr, range(0x3100)))  # of letters, marks, numbers and spaces every kind
    groups = [set(everything)]
    for part in set(regex.findall(r"\[(?:\\.|[^\]\\])+\]|\\p\{\w+\}|\\[sS]| ", pattern)):
        members = set(regex.findall(part, everything))
        groups = [part for group in groups for part in (group & members, group - members) if part]
    assert len(groups) > 4
    assert all(group & {*_EVERY_CLASS} for group in groups)


def test_what_the_alphabet_lacks_is_not_tried_as_a_continuation():
    # A recipe whose alphabet is what occurred in training: nobody can type anything else.
    trained_on = "low lower lowest slow 'll 12"
    tokenizer = Tokenizer.from_history(train(trained_on, recipe="hf-course", num_merges=12))
    letters = sorted(set(trained_on))
    for text in ("low lower lowest", "slow '", "12", "lo"):
        settled = settled_ids(tokenizer.encode, text, ending(tokenizer, text))
        for more in product(letters, repeat=2):
            assert tokenizer.encode(text + "".join(more))[: len(settled)] == settled
