"""The questions of the Challenge page: the right answer is right by the peers, and cannot be guessed."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import regex
from peers import tiktoken_encoding

from bpe_core import BRANCHES, Tokenizer, load_published, train
from bpe_core.lessons.challenge import (
    chunk_branch,
    dearer_text,
    next_pair,
    passages,
    token_cost,
    word_cut,
    words,
)

SAMPLES = {
    path.stem: path.read_bytes().decode()
    for path in (Path(__file__).parent.parent / "sample_texts").rglob("*.txt")
}
PUBLISHED = ("gpt2", "cl100k_base", "o200k_base")
SEEDS = range(40)


@pytest.fixture(scope="module", params=["prose", "arabic", "japanese", "dna", "blackboard"])
def history(request):
    return train(SAMPLES[request.param][:4000], recipe="gpt2", num_merges=60, min_count=2)


def test_the_next_pair_is_the_most_frequent_by_a_naive_count(history):
    chunks = regex.findall(_GPT2, history.text)
    for seed in SEEDS:
        question = next_pair(history, Random(seed))
        rows = [list(chunk.encode()) for chunk in chunks]
        for merge in history.merges[: question.step]:
            rows = [_merged(row, merge.pair, merge.new_id) for row in rows]
        counts = Counter(pair for row in rows for pair in pairwise(row))
        assert question.counts == tuple(counts[pair] for pair in question.options)
        right = question.options[question.answer]
        assert counts[right] == max(counts.values())
        assert right == history.merges[question.step].pair
        assert question.tied == list(counts.values()).count(counts[right])
        assert sum(count == counts[right] for count in question.counts) == 1 or question.tied > 1


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_word_is_cut_as_tiktoken_cuts_it(name):
    encoding = tiktoken_encoding(name)
    known = set(encoding.token_byte_values())
    for seed in SEEDS:
        question = word_cut(load_published(name), words(SAMPLES["prose"]), Random(seed))
        right = tuple(encoding.decode_tokens_bytes(encoding.encode_ordinary(question.word)))
        assert question.options[question.answer] == right
        assert question.options.count(right) == 1
        assert len(set(question.options)) == len(question.options) >= 2
        for option in question.options:
            assert b"".join(option) == question.word.encode()
            assert known.issuperset(option)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_cost_is_what_tiktoken_counts(name):
    encoding = tiktoken_encoding(name)
    for seed in SEEDS:
        question = token_cost(load_published(name), passages(SAMPLES["code_python"]), Random(seed))
        assert question.options[question.answer] == len(encoding.encode_ordinary(question.text))
        assert list(question.options) == sorted(set(question.options))
        assert len(question.options) == 4
        assert question.options[0] > 0


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_dearer_text_is_the_dearer_by_tiktoken(name):
    encoding = tiktoken_encoding(name)
    pool = passages(SAMPLES["prose"]) + passages(SAMPLES["japanese"]) + passages(SAMPLES["numbers"])
    for seed in SEEDS:
        question = dearer_text(load_published(name), pool, Random(seed))
        assert question.costs == tuple(len(encoding.encode_ordinary(text)) for text in question.options)
        assert question.costs[question.answer] > question.costs[1 - question.answer]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_branch_is_the_first_that_matches_there(name):
    branches = [regex.compile(branch.pattern) for branch in BRANCHES[name]]
    for sample in ("numbers", "whitespace", "code_mixed", "hindi"):
        text = SAMPLES[sample]
        for seed in SEEDS:
            question = chunk_branch(name, text, Random(seed))
            start = question.chunk.start
            matching = [number for number, branch in enumerate(branches) if branch.match(text, start)]
            assert question.options[question.answer] == matching[0]
            assert branches[matching[0]].match(text, start).group() == question.chunk.text
            assert question.matches == tuple(number in matching for number in question.options)
            around = question.before + question.chunk.text + question.after
            assert text[start - len(question.before) :].startswith(around)
            assert list(question.options) == sorted(set(question.options))


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", ["trained", "gpt2", "o200k_base"])
def test_every_sample_has_every_question(sample, name):
    text = SAMPLES[sample]
    history = train(text, recipe="gpt2", num_merges=30, min_count=2)
    tokenizer = Tokenizer.from_history(history) if name == "trained" else load_published(name)
    for seed in range(3):
        assert next_pair(history, Random(seed))
        assert word_cut(tokenizer, words(text), Random(seed)) or sample in _FEW_WORDS
        assert token_cost(tokenizer, passages(text), Random(seed))
        assert dearer_text(tokenizer, passages(text), Random(seed))
        assert chunk_branch("gpt2", text, Random(seed))


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "a", "aa", "日", "👩‍👩‍👧‍👦", "<|endoftext|>", "\x00", "é" * 9]
)
def test_a_text_without_a_question_gives_none_and_no_error(text):
    history = train(text, recipe="gpt2", num_merges=5)
    tokenizer = load_published("gpt2")
    for seed in range(10):
        next_pair(history, Random(seed))
        word_cut(tokenizer, words(text), Random(seed))
        token_cost(tokenizer, passages(text), Random(seed))
        assert dearer_text(tokenizer, passages(text), Random(seed)) is None
        assert (chunk_branch("gpt2", text, Random(seed)) is None) == (text == "")
    assert next_pair(train("", recipe="gpt2", num_merges=5), Random(1)) is None


def test_a_tokenizer_of_characters_is_asked_only_what_it_can_write():
    tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="characters", num_merges=3))
    for seed in range(10):
        question = word_cut(tokenizer, ["slow", "lower", "lowest"], Random(seed))
        assert question.word != "slow" or set("slow") <= set("low lower lowest")
        assert dearer_text(tokenizer, ["low", "lowest", "日本語"], Random(seed)).options.count("日本語") == 0
    assert token_cost(tokenizer, ["日本語"], Random(1)) is None


def test_the_same_seed_asks_the_same_question(history):
    tokenizer = load_published("gpt2")
    for seed in range(10):
        makers = (
            lambda rng: next_pair(history, rng),
            lambda rng: word_cut(tokenizer, words(history.text), rng),
            lambda rng: token_cost(tokenizer, passages(history.text), rng),
            lambda rng: dearer_text(tokenizer, passages(history.text), rng),
            lambda rng: chunk_branch("gpt2", history.text, rng),
        )
        for make in makers:
            assert make(Random(seed)) == make(Random(seed))


def test_pairs_of_equal_count_are_asked_only_where_nothing_else_is_left():
    all_tied = train("abcdefgh", recipe="bytes", num_merges=1)
    assert next_pair(all_tied, Random(1)).tied == 7
    assert next_pair(replace(all_tied, merges=()), Random(1)) is None


def test_no_place_among_the_options_is_better_than_another():
    tokenizer, history = load_published("cl100k_base"), train(SAMPLES["prose"], num_merges=40)
    found = passages(SAMPLES["prose"])
    for make, places in (
        (lambda rng: next_pair(history, rng), 4),
        (lambda rng: word_cut(tokenizer, words(SAMPLES["prose"]), rng), 4),
        (lambda rng: token_cost(tokenizer, found, rng), 4),
        (lambda rng: dearer_text(tokenizer, found, rng), 2),
    ):
        answers = Counter(make(Random(seed)).answer for seed in range(200))
        assert len(answers) == places
        assert max(answers.values()) < 200 / places * 1.5


def test_the_easy_guesses_are_often_wrong():
    tokenizer = load_published("cl100k_base")
    prose = words(SAMPLES["prose"])
    cuts = [word_cut(tokenizer, prose, Random(seed)) for seed in range(200)]
    fewest = sum(
        min(map(len, cut.options)) == len(cut.options[cut.answer]) < min(_lengths_of_wrong(cut))
        for cut in cuts
    )
    assert fewest < 100
    pool = [passage for name in ("english", "japanese", "greek") for passage in passages(SAMPLES[name])]
    pairs = [dearer_text(tokenizer, pool, Random(seed)) for seed in range(200)]
    longer = sum(len(pair.options[pair.answer]) > len(pair.options[1 - pair.answer]) for pair in pairs)
    assert 60 < longer < 140


_FEW_WORDS = {"dna", "emoji"}
_GPT2 = "|".join(branch.pattern for branch in BRANCHES["gpt2"])


def _lengths_of_wrong(cut):
    return [len(option) for number, option in enumerate(cut.options) if number != cut.answer]


def _merged(row, pair, new_id):
    merged = []
    for token in row:
        # From left to right: the left one of a pair waits at the end of what is done.
        if merged and (merged[-1], token) == pair:
            merged[-1] = new_id
        else:
            merged.append(token)
    return merged
