"""Parity-aware training compared with a naive loop, and its figures on the parallel paragraphs."""

import random
from dataclasses import replace
from itertools import islice

import pytest

from bpe_core import RECIPES, BpeError, SecondStage, Tokenizer, train
from bpe_core.history import tie_order
from bpe_core.pairs import count_pairs, merge_pair, rank_pairs
from bpe_core.training.parity import ParityTraining, token_counts_of_texts
from bpe_core.training.special_parts import with_special_tokens
from explorer_ui.visit.samples import parallel_texts
from tests.textbook import chunks_of

ALPHABETS = ["ab", "ab c", "aé你 ", "ab'1\n ", "xyz"]


def naive(texts, history, worst_off, min_count, most):
    """The published loop: the text with the most tokens (per byte) chooses the pair to merge in all texts."""
    recipe = history.recipe
    rows = [chunks_of(history, text) for text in texts]
    strings = dict(history.base.vocab)
    learned, sizes = [], [[sum(map(len, text)) for text in rows]]
    stopped = "merges-reached"
    while len(learned) < most:
        measure = [
            size / (len(text.encode()) or 1) if worst_off == "tokens-per-byte" else size
            for size, text in zip(sizes[-1], texts, strict=True)
        ]
        worst = measure.index(max(measure))
        counts = rank_pairs(count_pairs(rows[worst]), recipe.tie_break, tie_order(recipe, history.base))
        pair = next(iter(counts), None)
        if pair is None or counts[pair] < min_count:
            stopped = "no-pair-left" if pair is None else "pairs-too-rare"
            break
        string = strings[pair[0]] + strings[pair[1]]
        known = [id_ for id_, other in strings.items() if other == string]
        new_id = known[0] if known and recipe.same_string_same_token else max(strings) + 1
        strings[new_id] = string
        count = sum(count_pairs(text).get(pair, 0) for text in rows)
        rows = [[merge_pair(chunk, pair, new_id) for chunk in text] for text in rows]
        sizes.append([sum(map(len, text)) for text in rows])
        learned.append((worst, pair, new_id, count, sum(sizes[-2]) - sum(sizes[-1])))
    return stopped, learned, sizes, [id_ for text in rows for chunk in text for id_ in chunk]


@pytest.mark.parametrize("first", range(0, 500, 100))
def test_it_is_the_naive_loop(first: int) -> None:
    for seed in range(first, first + 100):
        check_against_the_naive_loop(seed)


def check_against_the_naive_loop(seed: int) -> None:
    dice = random.Random(seed)
    letters = [dice.choice(ALPHABETS) for _ in range(dice.randrange(1, 5))]
    texts = ["".join(dice.choices(letter, k=dice.randrange(30))) for letter in letters]
    recipe = RECIPES[dice.choice(["bytes", "gpt2", "characters", "hf-course", "gpt4o"])]
    if dice.randrange(2):
        texts = [text.replace("b", "<e>") for text in texts]
        recipe = with_special_tokens(recipe, ["<e>"])
    worst_off = dice.choice(["tokens", "tokens-per-byte"])
    min_count, most = dice.choice([1, 2]), dice.randrange(20)
    training = ParityTraining(texts, recipe=recipe, worst_off=worst_off, min_count=min_count)
    merges = list(islice(training, most))
    history = training.history()
    stopped, learned, sizes, ids = naive(texts, history, worst_off, min_count, most)
    found = [(chosen, *merge[1:]) for chosen, merge in zip(training.chosen_by, merges, strict=True)]
    assert found == learned, f"seed {seed}"
    assert [merge.rank for merge in merges] == list(range(len(merges)))
    assert (history.merges, history.stopped) == (tuple(merges), stopped)
    assert history.ids_at(len(merges)) == ids, f"seed {seed}"
    tokenizer = Tokenizer.from_history(history)
    assert [id_ for text in texts for id_ in tokenizer.encode(text, allowed_special="all")] == ids, (
        f"seed {seed}"
    )
    assert token_counts_of_texts(history, texts).T.tolist() == sizes, f"seed {seed}"
    assert history.token_counts().tolist() == [sum(row) for row in sizes]


def test_the_figures_on_the_parallel_paragraphs() -> None:
    """600 merges: 4,021 tokens and a factor of 1.86 by count; 4,275 and 1.03 by the text that is worst off."""
    texts = list(parallel_texts().values())
    by_count = train(texts, recipe="gpt2", num_merges=600)
    training = ParityTraining(texts)
    assert len(list(islice(training, 600))) == 600
    figures = []
    for history in (by_count, training.history()):
        last = token_counts_of_texts(history, texts)[:, 600]
        figures.append((int(last.sum()), round(last.max() / last.min(), 2)))
    assert figures == [(4_021, 1.86), (4_275, 1.03)]


def test_what_it_cannot_train() -> None:
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="blanks", after=1))
    with pytest.raises(BpeError, match="second stage"):
        ParityTraining(["a"], recipe=recipe)
    with pytest.raises(BpeError, match="min_count"):
        ParityTraining(["a"], min_count=0)
    assert list(ParityTraining([])) == list(ParityTraining(["", "a"])) == []
