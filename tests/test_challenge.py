"""The questions of the Challenge page: other libraries confirm the right answer, and it cannot be guessed."""

from collections import Counter
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random

import pytest
import regex

from bpe_core import BRANCHES, Tokenizer, load_published, train
from bpe_core.lessons.quiz import question_kinds
from bpe_core.lessons.quiz.challenge import (
    chunk_branch,
    dearer_text,
    hand_cut,
    next_pair,
    passages,
    token_cost,
    word_cut,
    words,
)
from bpe_core.lessons.quiz.question_kinds import QUESTION_KINDS, Material
from bpe_core.lessons.tokens import single_words
from tests.peers import tiktoken_encoding

SAMPLES = {
    path.stem: path.read_bytes().decode()
    for path in (Path(__file__).parent.parent / "sample_texts").rglob("*.txt")
}
PUBLISHED = ("gpt2", "cl100k_base", "o200k_base")
SEEDS = range(40)


@pytest.fixture(scope="module", autouse=True)
def computed_once():
    """Cache the words of a text and their traces, which forty questions about the text have in common."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(question_kinds, "words", cache(words))
        patch.setattr(single_words, "needed_merges", cache(single_words.needed_merges))
        patch.setattr(Tokenizer, "trace", cache(Tokenizer.trace))
        yield


@pytest.fixture(scope="module", params=["prose", "arabic", "japanese", "dna", "blackboard"])
def history(request):
    return train(SAMPLES[request.param][:4000], recipe="gpt2", num_merges=60, min_count=2)


def test_the_next_pair_is_the_only_most_frequent_by_a_naive_count(history):
    for seed in SEEDS:
        question = next_pair(history.text, history.recipe, Random(seed))
        assert question.text in history.text
        assert len(question.text.encode()) <= 84
        rows = [list(chunk.encode()) for chunk in regex.findall(_GPT2, question.text)]
        for merge in question.history.merges[: question.step]:
            assert merge.pair in _most_frequent(rows)
            rows = [_merged(row, merge.pair, merge.new_id) for row in rows]
        counts = Counter(pair for row in rows for pair in pairwise(row))
        assert question.counts == tuple(counts[pair] for pair in question.options)
        assert _most_frequent(rows) == [question.options[question.answer]]


def test_a_text_in_which_every_step_is_a_tie_has_no_next_pair():
    assert next_pair("abcdefgh", "bytes", Random(1)) is None
    assert next_pair("ab cd ab cd ab cd", "gpt2", Random(1)) is not None
    assert next_pair("abcd" * 5, "bytes", Random(1)) is not None
    assert next_pair("ab cd", "gpt2", Random(1)) is None


@pytest.mark.parametrize("name", PUBLISHED)
@pytest.mark.parametrize("sample", ["prose", "hindi", "japanese"])
def test_a_word_is_tokenized_as_tiktoken_does_and_the_merges_shown_are_enough(name, sample):
    encoding = tiktoken_encoding(name)
    ranks = {encoding.decode_single_token_bytes(id_): id_ for id_ in range(encoding.n_vocab - 20_000)}
    for seed in SEEDS:
        material = Material(SAMPLES[sample], HISTORY, load_published(name))
        for kind in ("cut", "cost", "hand"):
            work = QUESTION_KINDS[kind].make(material, Random(seed)).work
            right = tuple(encoding.decode_tokens_bytes(encoding.encode_ordinary(work.word)))
            assert work.tokens == right
            assert len(work.merges) <= 12
            assert [merge.rank for merge in work.merges] == sorted(merge.rank for merge in work.merges)
            joined = [merge.left + merge.right for merge in work.merges]
            assert all(whole in b"".join(right) for whole in joined)
            # In a published table the ranks are in the order of the ids.
            known = [ranks[whole] for whole in joined if whole in ranks]
            assert known == sorted(known)
            by_rank = {(merge.left, merge.right): merge.rank for merge in work.merges}
            assert _by_lowest_rank([bytes([byte]) for byte in b"".join(right)], by_rank) == right


def test_a_gap_is_closed_by_the_merge_that_acts_there_or_by_none():
    for name in PUBLISHED:
        for seed in SEEDS:
            question = hand_cut(load_published(name), words(SAMPLES["prose"]), Random(seed))
            work = question.work
            ends = set(accumulate(map(len, tiktoken_encoding(name).decode_tokens_bytes(
                tiktoken_encoding(name).encode_ordinary(work.word)
            ))))  # fmt: skip
            for gap, (end, merge) in enumerate(
                zip(accumulate(map(len, work.units)), work.closed_by, strict=False)
            ):
                assert (end in ends) == bool(question.answer >> gap & 1) == (merge is None)
                if merge:
                    assert b"".join(work.units)[: end + len(merge.right)].endswith(merge.left + merge.right)


def test_most_words_to_tokenize_by_hand_are_several_tokens():
    tokenizer, prose = load_published("cl100k_base"), words(SAMPLES["prose"])
    answers = [hand_cut(tokenizer, prose, Random(seed)).answer for seed in SEEDS]
    assert sum(map(bool, answers)) >= 30


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_word_is_cut_as_tiktoken_cuts_it(name):
    encoding = tiktoken_encoding(name)
    known = set(encoding.token_byte_values())
    found = words(SAMPLES["prose"])
    for seed in SEEDS:
        question = word_cut(load_published(name), found, Random(seed))
        right = tuple(encoding.decode_tokens_bytes(encoding.encode_ordinary(question.work.word)))
        assert question.options[question.answer] == right
        assert question.options.count(right) == 1
        assert len(set(question.options)) == len(question.options) >= 2
        for option in question.options:
            assert b"".join(option) == question.work.word.encode()
            assert known.issuperset(option)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_cost_is_what_tiktoken_counts(name):
    encoding = tiktoken_encoding(name)
    found = words(SAMPLES["code_python"])
    for seed in SEEDS:
        question = token_cost(load_published(name), found, Random(seed))
        assert question.options[question.answer] == len(encoding.encode_ordinary(question.work.word))
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
        assert question.costs[question.answer] >= 1.25 * question.costs[1 - question.answer]


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
    material = Material(text, history, tokenizer, [SAMPLES["greek"], SAMPLES["english"]])
    for seed in range(3):
        for kind in QUESTION_KINDS:
            assert QUESTION_KINDS[kind].make(material, Random(seed)), kind


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "a", "aa", "日", "👩‍👩‍👧‍👦", "<|endoftext|>", "\x00", "é" * 9]
)
def test_a_text_without_a_question_gives_none_and_no_error(text):
    material = Material(text, train(text, recipe="gpt2", num_merges=5), load_published("gpt2"))
    for seed in range(10):
        for kind in ("pair", "hand", "cut", "cost"):
            QUESTION_KINDS[kind].make(material, Random(seed))
        assert QUESTION_KINDS["dearer"].make(material, Random(seed)) is None
        assert (QUESTION_KINDS["branch"].make(material, Random(seed)) is None) == (text == "")
    assert next_pair("", "gpt2", Random(1)) is None


def test_a_tokenizer_of_characters_is_asked_only_what_it_can_write():
    tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="characters", num_merges=3))
    for seed in range(10):
        question = hand_cut(tokenizer, ["slot", "blow", "lowest"], Random(seed))
        assert question.work.word != "blow"
        assert dearer_text(tokenizer, ["low", "lowest", "日本語"], Random(seed)).options.count("日本語") == 0
    assert token_cost(tokenizer, ["日本語"], Random(1)) is None


def test_the_same_seed_asks_the_same_question(history):
    material = Material(history.text, history, load_published("gpt2"), [SAMPLES["greek"]])
    for kind in QUESTION_KINDS.values():
        for seed in range(10):
            assert kind.make(material, Random(seed)) == kind.make(material, Random(seed))


def test_no_place_among_the_options_is_better_than_another():
    tokenizer = load_published("cl100k_base")
    trained = Tokenizer.from_history(train(SAMPLES["prose"], num_merges=40))
    found, prose = passages(SAMPLES["prose"]), words(SAMPLES["prose"])
    for make, places in (
        (lambda rng: next_pair(SAMPLES["prose"], "gpt2", rng), 4),
        (lambda rng: word_cut(tokenizer, prose, rng), 4),
        (lambda rng: token_cost(trained, prose, rng), 4),
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


HISTORY = train("low lower lowest", recipe="gpt2", num_merges=3)
_GPT2 = "|".join(branch.pattern for branch in BRANCHES["gpt2"])


def _lengths_of_wrong(cut):
    return [len(option) for number, option in enumerate(cut.options) if number != cut.answer]


def _most_frequent(rows):
    """Return the most frequent pairs, among those that occur more than once."""
    counts = Counter(pair for row in rows for pair in pairwise(row))
    best = max(counts.values())
    return [pair for pair, count in counts.items() if count == best > 1]


def _by_lowest_rank(tokens, ranks):
    while any(pair in ranks for pair in pairwise(tokens)):
        at = min(range(len(tokens) - 1), key=lambda at: ranks.get((tokens[at], tokens[at + 1]), 10**9))
        tokens = [*tokens[:at], tokens[at] + tokens[at + 1], *tokens[at + 2 :]]
    return tuple(tokens)


def _merged(row, pair, new_id):
    merged = []
    for token in row:
        # Merged from left to right, so the left token of a pair is the last token of the result so far.
        if merged and (merged[-1], token) == pair:
            merged[-1] = new_id
        else:
            merged.append(token)
    return merged
