"""All trainers and all encoders, ours and those of other libraries, agree on any text.

Training: the C file, plain Python, the textbook loop, rustbpe and Hugging Face tokenizers. Encoding: the
first three of these, tiktoken and Hugging Face tokenizers.
"""

import os

# Set before the libraries are loaded, since they read it once. Threads would only slow down such small texts.
os.environ |= {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

import pytest
import rustbpe
import tiktoken
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models, pre_tokenizers

from bpe_core import RECIPES, SPLIT_PATTERNS, Recipe, Tokenizer, load_published, to_glyphs, train
from bpe_core.alphabets import from_glyphs
from bpe_core.pretokenization import split
from bpe_core.reference import encode_by_rank
from bpe_core.tables import TABLES
from tests.peers import read_by_hugging_face, tiktoken_encoding, trained_in_bytes
from tests.sampling import IN_TURNS
from tests.strategies import TEXTS
from tests.textbook import textbook
from tests.ways import each_language

PATTERNS = {"gpt2": "gpt2", "gpt4": "cl100k_base", "gpt4o": "o200k_base"}

# Characters that a pattern distinguishes, repetitions and overlaps. No recent characters: not all libraries
# know them (see test_exactness.py).
PIECES = (
    " ", "  ", "   ", "\n", "\r\n", "\t", " \n ", "don't", "WE'LL", "'s", "'ſ", "aaaa", "aaaaaaa", "abab", "ababab",
    "low", " low", "lower", " lowest", "Über", "naïve", "e\u0301", "12345", "1", "...", "!?/", "字", "你好", "日本語", "한글",
    "हिन्दी", "🙂", "👩🏽\u200d🚀", "\x00", "\u00a0", "\u2028", "ǅ", "ʰ", "ª", "²",
)  # fmt: skip
HARD = st.one_of(TEXTS, st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
LONG = st.tuples(HARD, st.integers(1, 6)).map(lambda both: both[0] * both[1])
HOLDS = settings(max_examples=40)


def cut_by(name: str) -> pre_tokenizers.Sequence:
    cut = pre_tokenizers.Split(tokenizers.Regex(SPLIT_PATTERNS[name]), "isolated")
    return pre_tokenizers.Sequence([cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])


# ---- training


def assert_all_of_ours_learn(text: str, recipe: Recipe, num_merges: int) -> list[bytes]:
    """Compare C, Python and the textbook loop; return the bytes of the learned tokens."""
    histories = each_language(lambda: train(text, recipe=recipe, num_merges=num_merges))
    first = next(iter(histories.values()))
    expected = [step.merge for step in textbook(first, num_merges, 1) if step.merge]
    for language, history in histories.items():
        assert list(history.merges) == expected, language
        assert history.closed_at.tolist() == first.closed_at.tolist(), language
    return [first.vocab[merge.new_id] for merge in expected]


@pytest.mark.parametrize("name", PATTERNS)
@HOLDS
@given(text=LONG, num_merges=st.integers(0, 40))
def test_all_learn_the_same_as_rustbpe_and_hugging_face(name, text, num_merges):
    size, pattern = 256 + num_merges, PATTERNS[name]
    by_rustbpe = rustbpe.Tokenizer()
    by_rustbpe.train_from_iterator(iter([text]), vocab_size=size, pattern=SPLIT_PATTERNS[pattern])
    learned = assert_all_of_ours_learn(text, replace(RECIPES[name], tie_break="lowest-pair"), num_merges)
    assert learned == [bytes(token) for token, _ in by_rustbpe.get_mergeable_ranks()[256:]]
    peer = trained_in_bytes([text], size, cut=cut_by(pattern))
    learned = assert_all_of_ours_learn(text, replace(RECIPES[name], tie_break="lowest-glyphs"), num_merges)
    # The library makes one token for equal strings; this project makes two, unless the recipe says otherwise.
    if len(set(learned)) == len(learned):
        vocab = peer.get_vocab()
        assert learned == [from_glyphs(glyphs) for glyphs in sorted(vocab, key=vocab.__getitem__)[256:]]


# ---- encoding


def by_ranks(text: str, pattern: str | None, ranks: Mapping[bytes, int]) -> list[int]:
    """Encode a text by a table of ranks, in the simplest way."""
    ids = []
    for chunk in map(str.encode, split(text, pattern)):
        parts = [chunk] if chunk in ranks else [bytes([byte]) for byte in chunk]
        while joined := [left + right for left, right in pairwise(parts) if left + right in ranks]:
            at = [left + right for left, right in pairwise(parts)].index(min(joined, key=ranks.__getitem__))
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        ids += [ranks[part] for part in parts]
    return ids


def assert_all_of_ours_give(tokenizer: Tokenizer, text: str, expected: Sequence[int]) -> None:
    """Compare C and Python with the other results: for a new text, a cached one, and in chunks."""

    def encode() -> list[list[int]]:
        tokenizer.forget()
        new, again = (tokenizer.encode_ordinary(text) for _ in range(2))
        chunks = tokenizer.encode_chunks(text, disallowed_special=())
        return [new, again, list(chain.from_iterable(chunks))]

    for language, found in each_language(encode).items():
        assert found == [expected] * 3, language
    assert tokenizer.trace(text).ids == expected


@pytest.mark.parametrize("name", PATTERNS)
@HOLDS
@given(learned_from=LONG, num_merges=st.integers(0, 60), text=HARD)
def test_all_encode_the_same_by_merges_as_hugging_face(name, learned_from, num_merges, text):
    history = train(learned_from, recipe=name, num_merges=num_merges)
    rules = {merge.pair: (merge.rank, merge.new_id) for merge in history.merges}
    chunks = split(text, PATTERNS[name])
    expected = [token_id for chunk in chunks for token_id in encode_by_rank(list(chunk.encode()), rules)]
    assert_all_of_ours_give(Tokenizer.from_history(history), text, expected)
    glyphs = {token_id: to_glyphs(token) for token_id, token in history.vocab.items()}
    if len(set(glyphs.values())) == len(glyphs):  # its vocabulary cannot have equal tokens
        merges = [(glyphs[left], glyphs[right]) for left, right in rules]
        peer = tokenizers.Tokenizer(models.BPE({glyph: id_ for id_, glyph in glyphs.items()}, merges))
        peer.pre_tokenizer = cut_by(PATTERNS[name])
        assert peer.encode(text).ids == expected


@pytest.mark.parametrize("name", PATTERNS)
@HOLDS
@given(tokens=st.lists(LONG, max_size=20), learned_from=LONG, text=HARD, order=st.none() | st.randoms())
def test_all_encode_the_same_by_ranks_as_tiktoken(name, tokens, learned_from, text, order):
    # Learned tokens, so that many merges apply, and arbitrary bytes, so that no merges make some tokens.
    pattern = PATTERNS[name]
    learned = train(learned_from, recipe=name, num_merges=40).vocab.values()
    table = dict.fromkeys([*(bytes([byte]) for byte in range(256)), *learned])
    table |= dict.fromkeys(token.encode()[:12] for token in tokens if token)
    single, made = [*table][:256], [*table][256:]
    if order:
        order.shuffle(made)  # a token may have a lower rank than its parts
    ranks = {token: rank for rank, token in enumerate(single + made)}
    expected = by_ranks(text, pattern, ranks)
    peer = tiktoken.Encoding("x", pat_str=SPLIT_PATTERNS[pattern], mergeable_ranks=ranks, special_tokens={})
    assert peer.encode_ordinary(text) == expected
    ours = Tokenizer.from_ranks(ranks, split_pattern=pattern)
    assert_all_of_ours_give(ours, text, expected)
    pairs = [ours.rules.parts(token_id) or (-1, -1) for token_id in ours.rules.made_ids.tolist()]
    assert [*map(tuple, ours.rules.made.pairs.tolist())] == pairs


@IN_TURNS
@pytest.mark.parametrize("name", [name for name in SPLIT_PATTERNS if name in TABLES])
@settings(max_examples=30)
@given(text=st.one_of(LONG, st.text("etaoin shrdlu'S.\n", max_size=200)))
def test_all_encode_the_same_by_a_published_vocabulary(name, text):
    ours = load_published(name)
    expected = tiktoken_encoding(name).encode_ordinary(text)
    assert by_ranks(text, ours.recipe.split_pattern, ours.mergeable_ranks) == expected
    assert read_by_hugging_face(name).encode(text).ids == expected
    assert_all_of_ours_give(ours, text, expected)
