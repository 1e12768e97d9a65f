"""Vocabularies within every limit, made to cost time and memory: function calls and bytes are limited."""

import base64
import json
import random
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from unittest.mock import Mock

import numpy as np
import pytest
from in_one_go import find_reachable, growth

from bpe_core import RECIPES, BpeError, SecondStage, TrainingHistory, load_published, train
from bpe_core.fast import native
from bpe_core.formats import read, write
from bpe_core.lessons.tokens.ways import MAX_ARCS, token_arcs
from bpe_core.lessons.vocabulary.vocabulary import token_table
from bpe_core.lessons.vocabulary.vocabulary_figures import sort_tokens
from bpe_core.pipeline import aligned_text, normalizers
from bpe_core.pipeline import steps as pipeline_steps
from bpe_core.tokenizer import apply_by_lowest_rank, apply_in_list_order, apply_in_passes
from bpe_core.tokenizer.decoding import join_bytes
from bpe_core.tokenizer.reachable import reachable_ranks
from explorer_ui.parts.player.payload import ENDINGS
from explorer_ui.parts.token_row.tree.merge_tree import tree_data
from explorer_ui.places.vocabulary.find_a_token.vocabulary import token_rows
from explorer_ui.visit.limits import MAX_LEARNED
from tests.format_samples import added_token, learn
from tests.operations import calls_of, peak_of


def chain_of_merges(length):
    """The tokens aa, aaa, aaaa, ... as a list of merges, each of which adds a letter."""
    lines = ["minbpe v1", "", "0", "97 97", *(f"{256 + place} 97" for place in range(length - 1))]
    return read({"chain.model": ("\n".join(lines) + "\n").encode()})


def table_of_ranks(tokens):
    tokens = [*(bytes([byte]) for byte in range(256)), *tokens]
    lines = (b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))
    return read({"table.tiktoken": b"".join(lines)}, split_pattern="gpt2")


def chain_of_ranks(*more):
    return table_of_ranks([*(b"a" * length for length in range(2, 2652)), *more])


def doubling_letters():
    letters = [bytes([letter]) for letter in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0"]
    return table_of_ranks(letter * 2**power for power in range(1, 16) for letter in letters)


def random_merges(rng):
    ids = list(range(rng.randint(1, 3)))
    spelled = {token_id: [token_id] for token_id in ids}
    merges = {}
    for _ in range(rng.randint(1, 14)):
        pair = rng.choice(ids), rng.choice(ids)
        joined = spelled[pair[0]] + spelled[pair[1]]
        if pair not in merges and len(joined) <= 60:
            merges[pair] = len(ids)
            spelled[len(ids)] = joined
            ids.append(len(ids))
    return merges, spelled


def test_what_comes_back_is_what_merging_its_bytes_gives():
    told = Counter()
    for seed in range(2_000):
        merges, spelled = random_merges(random.Random(seed))
        rank_of = {pair: rank for rank, pair in enumerate(merges)}
        new_ids = list(merges.values())
        found = reachable_ranks(list(merges.items()))
        told.update(found)
        for reachable, new_id in zip(found, new_ids, strict=True):
            left, _ = apply_by_lowest_rank(spelled[new_id], lambda *pair, of=rank_of: of.get(pair), new_ids)
            assert reachable == (left == [new_id])
    assert min(told[False], told[True]) > 1_000


@pytest.mark.parametrize("make", [chain_of_ranks, doubling_letters])
def test_the_pairs_behind_long_tokens_are_not_found_one_by_one(make):
    if not native.library:
        pytest.skip("plain Python merges the bytes of each token")
    tokenizer = make()
    made, calls = calls_of(lambda: tokenizer.rules.made)
    assert (made.pairs >= 0).all()
    # Merging 3.5 million bytes would take 20 million calls in Python.
    assert calls < 50_000


def test_one_letter_a_million_times_is_written_without_merging_it_anew():
    tokenizer = learn("a" * 1_000_000, "gpt2", 20)
    written, calls = calls_of(lambda: write(tokenizer, "tiktoken"))
    assert len(written["tokenizer.tiktoken"].splitlines()) == 256 + 20
    assert calls < 20_000


@pytest.mark.parametrize("make", [lambda: chain_of_merges(2_880), chain_of_ranks, doubling_letters])
def test_what_can_be_reached_is_told_of_long_tokens_too(make, monkeypatch):
    tokenizer = make()
    table = token_table(tokenizer)
    encode = Mock(side_effect=tokenizer.encode_ordinary)
    monkeypatch.setattr(type(tokenizer), "encode_ordinary", lambda _, text: encode(text))
    found, calls = calls_of(lambda: find_reachable(tokenizer, table))
    assert calls < 500_000
    assert sum(len(call.args[0]) for call in encode.call_args_list) <= 600_000
    parts = (found.alone, found.inside, found.not_found, found.never, found.not_tried)
    assert sum(map(len, parts)) + len(tokenizer.special_tokens) == len(tokenizer.vocab)


def test_tokens_that_are_parts_of_their_parts_have_a_table():
    # A prefix is removed from the right side of a merge: a is made of "" and cca, cca of c and ##ca, c of "" and abc.
    strings = ["", "a", "c", "cca", "abc", "##ca", "##bc", "##a", "##c"]
    merges = [["", "cca"], ["c", "##ca"], ["", "abc"], ["a", "##bc"], ["", "##a"], ["", "##c"]]
    vocab = {token: id_ for id_, token in enumerate(strings)}
    tokenizer = with_steps(vocab=vocab, merges=merges, continuing_subword_prefix="##")
    assert tokenizer.rules.made_in_several_ways == {vocab["a"], vocab["c"]}
    assert token_table(tokenizer).left.tolist()[1:3] == [vocab[""], vocab[""]]


@pytest.mark.parametrize("join", [apply_in_list_order, apply_in_passes])
def test_a_word_with_many_merges_is_not_gone_through_once_for_each(join):
    # The tokens 0 1, then 0 1 2, then 0 1 2 3, ...: there are as many ranks and passes as letters.
    length = 3_000
    ranks = {(0, 1): 0} | {(length + place, place + 2): place + 1 for place in range(length - 2)}
    asked = 0

    def rank_of(left, right):
        nonlocal asked
        asked += 1
        return ranks.get((left, right))

    ids, joins = join(range(length), rank_of, range(length, 2 * length))
    assert ids == [2 * length - 2]
    assert len(joins) == length - 1
    assert asked < 6 * length


@pytest.mark.parametrize("recipe", ["characters", "bytes", "word-marker"])
def test_what_a_training_learns_is_bounded_in_bytes(recipe):
    # 9,000 characters, twice: every pair occurs twice, and each merge extends the previous token.
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 9_000))) * 2
    history = train(text, recipe=recipe, num_merges=20_000, max_learned=MAX_LEARNED)
    learned = sum(len(history.vocab[merge.new_id]) for merge in history.merges)
    assert MAX_LEARNED < learned < 1.1 * MAX_LEARNED
    assert history.stopped == "tokens-too-long"
    assert f"{MAX_LEARNED:,} bytes" in ENDINGS[history.stopped]
    # With or without the limit, the merges are the same.
    assert history.merges == train(text, recipe=recipe, num_merges=len(history.merges)).merges


def test_no_table_or_tree_of_long_tokens_is_a_long_message():
    table = token_table(doubling_letters())
    rows = sort_tokens(table, np.arange(len(table.token_ids)), "longest")[:1_000]
    assert table.lengths[rows].sum() > 3_000_000
    assert token_rows(table, rows).memory_usage(deep=True).sum() < 4_000_000
    assert len(json.dumps(tree_data(table, int(table.token_ids[rows[0]])))) < 200_000


def test_growth_lays_a_text_out_once_however_many_letters_are_doubled(monkeypatch):
    text = "".join(2 * chr(letter) for letter in range(0x4E00, 0x4E00 + 2_000))
    tokenizer = learn(text, "characters", 2_000)
    with monkeypatch.context() as patch:
        patch.setattr(TrainingHistory, "tokens_at", lambda *_: pytest.fail("laid out"))
        history = growth(tokenizer, text + 3 * text[0]).history
        merges = history.merges[:50]
    assert [merge.count for merge in merges] == [len(history.occurrences_at(step)) for step in range(50)]
    assert merges[0].count > merges[0].replaced


def test_tokens_that_fit_without_end_are_not_all_laid_over_a_text():
    tokenizer = chain_of_merges(2_880)
    trace = tokenizer.trace("a" * 2_000)

    def ask():
        with pytest.raises(BpeError, match="More than 200,000 tokens fit"):
            token_arcs(tokenizer, trace)

    assert calls_of(ask)[1] < 10 * MAX_ARCS


def test_of_long_tokens_only_the_lengths_that_there_are_are_looked_for():
    tokenizer = doubling_letters()
    text = "a" * 2_000
    arcs, calls = calls_of(lambda: token_arcs(tokenizer, tokenizer.trace(text)))
    fits = [(start, start + length) for start in range(2_000) for length in (2**power for power in range(11))]
    assert [arc[:2] for arc in arcs] == [fit for fit in fits if fit[1] <= 2_000]
    assert calls < 20 * len(arcs)


def test_a_long_table_in_which_a_token_is_made_of_one_that_ranks_above_it_is_merged_in_c():
    if not native.library:
        pytest.skip("plain Python merges all tables alike")
    tokenizer = chain_of_ranks(b"xyz", b"yz")
    assert tokenizer.encode("xyz yz") == [256 + 2650, 32, 257 + 2650]
    ids, calls = calls_of(lambda: tokenizer.encode("xyzz" * 1_000))
    assert ids == [256 + 2650, ord("z")] * 1_000
    assert calls < 1_000


LETTERS = {chr(letter): number for number, letter in enumerate(range(33, 127))}


def with_steps(*, normalizers=(), pre_tokenizers=(), added=(), **model):
    content = {
        "added_tokens": [
            added_token(string, len(LETTERS) + number, normalized=normalized)
            for number, (string, normalized) in enumerate(added)
        ],
        "normalizer": {"type": "Sequence", "normalizers": list(normalizers)},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": list(pre_tokenizers)},
        "model": {"type": "BPE", "vocab": LETTERS, "merges": []} | model,
    }
    return read({"tokenizer.json": json.dumps(content).encode()}, own_patterns=False)


def replacing(old, new):
    return {"type": "Replace", "pattern": {"String": old}, "content": new}


def nested(levels):
    step = {"type": "Lowercase"}
    for _ in range(levels):
        step = {"type": "Sequence", "normalizers": [step]}
    return step


DIGITS = {"type": "Digits", "individual_digits": True}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)}


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ({"normalizers": [replacing("a", "b" * 257)]}, "256 characters at most, found 257"),
        ({"normalizers": [replacing("a" * 257, "")]}, "256 characters at most, found 257"),
        ({"normalizers": [{"type": "Prepend", "prepend": "x" * 10_000}]}, "256 characters at most, found 10,000"),
        ({"normalizers": [{"type": "Lowercase"}] * 17}, "16 steps at most, found 17"),
        ({"normalizers": [nested(300)]}, "sequences of a few levels"),
        ({"pre_tokenizers": [DIGITS] * 17}, "16 steps at most, found 17"),
        ({"pre_tokenizers": [{"type": "Metaspace", "replacement": "xx"}]}, "one character, found 'xx'"),
        ({"pre_tokenizers": [{"type": "Metaspace", "replacement": ""}]}, "one character, found ''"),
        ({"continuing_subword_prefix": "x" * 300}, "256 characters at most, found 300"),
        ({"added": [("x" * 1_001, False)]}, "1,000 characters at most, found 1,001"),
        ({"added": [("#" * size + "!", False) for size in range(1, 66)]}, "64 lengths or fewer"),
    ],
)  # fmt: skip
def test_steps_without_measure_are_refused(steps, words):
    with pytest.raises(BpeError, match=words):
        with_steps(**steps)


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ({"normalizers": [replacing("a", "aa")] * 16}, "a" * 1_000),
        ({"normalizers": [replacing("a", "b" * 256)]}, "a" * 100_000),
        ({"normalizers": [replacing("a", "axxxx")]}, "a" * 100_000),
        # U+FDFA becomes 18 letters.
        ({"normalizers": [{"type": "NFKC"}]}, "\ufdfa" * 100_000),
        ({"normalizers": [replacing("a", "b" * 256)] * 2, "added": [("a" * 999 + chr(33 + n), True) for n in range(50)]}, "b"),
        ({"pre_tokenizers": [DIGITS] * 16}, "a1" * 500_000),
    ],
    ids=["doubled", "multiplied", "inserted", "normal form", "added tokens", "many steps"],
)  # fmt: skip
def test_steps_that_make_too_much_of_a_text_say_so(steps, text, monkeypatch):
    # With a thirtieth of the limit and of the memory, since tracing allocations is slow.
    for module in (aligned_text, normalizers):
        monkeypatch.setattr(module, "MAX_WRITTEN", module.MAX_WRITTEN // 30)

    def refused():
        with pytest.raises(BpeError, match=r"characters|too long"):
            with_steps(**steps).encode(text, disallowed_special=())

    # 400 MB at the full limit, and a small constant.
    most = 400_000_000 * aligned_text.MAX_WRITTEN / 3_000_000 + 2_000_000
    assert peak_of(refused)[1] - sys.getsizeof(text) < most


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ({"normalizers": [replacing("a", "b" * 256)]}, "ax"),
        ({"normalizers": [replacing("a", "aa")] * 11 + [replacing("aa", "")]}, "ax"),
        ({"normalizers": [{"type": "ByteLevel"}] * 11}, "éx"),
        ({"pre_tokenizers": [{"type": "WhitespaceSplit"}, *[BYTE_LEVEL] * 11]}, "é "),
        ({"byte_fallback": True, "continuing_subword_prefix": "x" * 256, "vocab": BYTES}, "a"),
    ],
    ids=["multiplied", "grown and shrunk", "glyphs of glyphs", "glyphs of words", "a prefix as bytes"],
)
def test_what_steps_make_of_all_stretches_of_a_text_is_bounded(steps, text, monkeypatch):
    # Enough for each range between added tokens, or each word, but not for all together.
    monkeypatch.setattr(pipeline_steps, "MAX_WORK", pipeline_steps.MAX_WORK // 100)
    tokenizer = with_steps(added=[("x", False)], **steps)
    tokenizer.encode(text, disallowed_special=())
    with pytest.raises(BpeError, match=r"more than 100,000 characters|characters at a time"):
        tokenizer.encode(text * 2_000, disallowed_special=())


def test_pieces_are_cut_one_by_one_and_tokens_joined_in_blocks():
    # A list of the parts after each step once took 300 bytes per character.
    parts, text = load_published("deepseek_v3").preparation.parts, "aЖ你1" * 5_000
    assert sum(1 for _ in parts(text[:400])) == 300
    assert peak_of(lambda: sum(1 for _ in parts(text)))[1] < 40 * len(text)
    # `bytes.join` takes 80 bytes for each token.
    tokens = [b"low"] * 200_000
    assert join_bytes(tokens) == b"low" * 200_000
    assert peak_of(lambda: join_bytes(tokens))[1] < 10 * len(tokens) + 1_000_000


def test_twenty_thousand_added_tokens_are_not_all_tried_at_every_character():
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 19_999)))
    tokenizer = with_steps(added=[(character, False) for character in text])
    # The first text compiles the pattern, unless regex still has it from when the file was read.
    tokenizer.encode(text[:1], disallowed_special=())
    ids, calls = calls_of(lambda: tokenizer.encode(text, disallowed_special=()))
    assert ids == list(range(len(LETTERS), len(LETTERS) + 19_999))
    assert calls < 40 * len(text)


@pytest.mark.parametrize("kind", ["lifted boundaries", "characters without a cut"])
def test_to_encode_a_text_of_one_chunk_keeps_no_merge(kind):
    text = "".join(random.Random(1).choices("abcdefgh ", k=30_000))
    if kind == "lifted boundaries":
        tokenizer = learn(text, replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all")), 500)
    else:
        pairs = [*product("abcdefgh", repeat=2)]
        vocab = {token: number for number, token in enumerate([*"abcdefgh ▁", *map("".join, pairs)])}
        tokenizer = with_steps(vocab=vocab, merges=pairs)
    tokenizer.encode_ordinary("a b")
    # If all merges were recorded, it would be two to three times as much.
    assert peak_of(lambda: tokenizer.encode_ordinary(text))[1] < 120 * len(text)
    assert tokenizer.encode_ordinary(text) == tokenizer.trace(text).ids
