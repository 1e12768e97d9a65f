"""All steps of a continued training, compared with a naive loop: first merges by rank, then by count."""

import json
from itertools import pairwise

import pytest

from bpe_core import RECIPES, BpeError, Tokenizer, load_published, train
from bpe_core.formats import read, write
from bpe_core.in_parts import finished
from bpe_core.lessons.train.continued import every_step
from bpe_core.lessons.vocabulary.growth import growth_in_parts
from bpe_core.types import BOUNDARY
from tests.format_samples import with_every_split
from tests.peers import tiktoken_encoding
from tests.sampling import SAMPLED, dice
from tests.test_continued_training import PIECES, SAMPLES, naive


def merged(row, pair, new_id):
    done, at = [], 0
    while at < len(row):
        both = (*row[at : at + 2],) == pair
        done.append(new_id if both else row[at])
        at += 1 + both
    return done


def by_rank(tokenizer, text):
    """Yield the tokens of each chunk after each merge of the vocabulary, applied to the whole text, and the merge."""
    special = {*tokenizer.special_tokens.values()} | {one.token_id for one in tokenizer.steps.added_tokens}
    chunks = [
        ids
        if ids[0] in special
        else [tokenizer.base.id_of_unit[byte] for id_ in ids for byte in tokenizer.vocab[id_]]
        for ids in tokenizer.encode_chunks(text, allowed_special="all")
    ]
    yield chunks, None
    while True:
        pairs = [pair for chunk in chunks for pair in pairwise(chunk)]
        ranks = {pair: tokenizer.rules.rank_of(*pair) for pair in pairs if special.isdisjoint(pair)}
        found = [(rank, pair) for pair, rank in ranks.items() if rank is not None]
        if not found:
            return
        rank, pair = min(found)
        new_id = tokenizer.rules.new_ids[rank]
        before = sum(map(len, chunks))
        chunks = [merged(chunk, pair, new_id) for chunk in chunks]
        yield chunks, (rank, pair, new_id, pairs.count(pair), before - sum(map(len, chunks)))


def assert_every_step(tokenizer, text, num_merges=5):
    history = train(text, start_from=tokenizer, num_merges=num_merges)
    whole, earlier = every_step(history)
    old = list(by_rank(tokenizer, text))
    new = list(naive(tokenizer, text, num_merges))
    assert [tuple(merge) for merge in whole.merges[:earlier]] == [
        (rank, pair, new_id, count, replaced) for _, (rank, pair, new_id, count, replaced) in old[1:]
    ]
    for step, (chunks, _) in enumerate([*old, *new[1:]]):
        assert whole.ids_at(step) == [id_ for chunk in chunks for id_ in chunk], (text, step)
        assert whole.token_counts()[step] == sum(map(len, chunks))
    assert whole.boundaries_at(0).tolist() == (whole.closed_at == BOUNDARY).tolist()
    longer = Tokenizer.from_history(history)
    ranks = [merge.rank for merge in whole.merges[earlier:]]
    above = int(tokenizer.rules.made.ranks.max(initial=-1))
    assert ranks == [*range(above + 1, above + 1 + len(history.merges))]
    assert whole.ids_at(len(whole.merges)) == longer.encode(text, allowed_special="all")
    return whole, earlier


@SAMPLED
@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "qwen3"])
def test_the_steps_of_a_published_vocabulary_come_first(name):
    tokenizer = load_published(name)
    rng = dice(name)
    for _ in range(3):
        text = "".join(rng.choices(PIECES, k=rng.randrange(1, 25)))
        whole, earlier = assert_every_step(tokenizer, text)
        if name != "qwen3":
            assert whole.ids_at(earlier) == tiktoken_encoding(name).encode(text, allowed_special="all")


@SAMPLED
def test_the_steps_of_random_vocabularies_come_first():
    rng = dice(2)
    for _ in range(60):
        alphabet = rng.choice(["ab", "abc ", "aé ", "a\U0001f642"])
        first, second = ("".join(rng.choices([*alphabet, "<e>"], k=rng.randrange(1, 60))) for _ in range(2))
        recipe = RECIPES[rng.choice(["bytes", "gpt2", "gpt4"])]
        before = train(first, recipe=recipe, num_merges=rng.randrange(12), special_tokens=["<e>"])
        assert_every_step(Tokenizer.from_history(before), second)


def test_new_merges_rank_after_all_merges_of_a_file_that_makes_a_token_in_two_ways():
    merges = [((97, 98), 256), ((98, 99), 257), ((256, 99), 258)]
    same = {byte: byte for byte in range(256)}
    start = with_every_split(Tokenizer.from_merges(merges, id_of_byte=same, split_pattern="gpt2"))
    assert len(start.merges) == 4
    history = train("abcabc", start_from=start, num_merges=1)
    new = every_step(history).history.merges[-1]
    assert Tokenizer.from_history(history).merges[new.rank] == (new.pair, new.new_id)


def test_an_added_token_that_merges_make_in_a_longer_word_has_its_steps_there():
    learned = Tokenizer.from_history(train("ab ab cd", recipe="gpt2", num_merges=1))
    content = json.loads(write(learned, "huggingface")["tokenizer.json"])
    flags = {"single_word": True, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    content["added_tokens"] = [{"id": 256, "content": "ab", **flags}]
    start = read({"tokenizer.json": json.dumps(content).encode()})
    text = "abc abc ab"
    assert start.encode_chunks(text, allowed_special="all") == [[256, 99], [32, 256, 99], [32], [256]]
    whole, earlier = every_step(train(text, start_from=start, num_merges=1))
    assert [(merge.pair, merge.replaced) for merge in whole.merges] == [((97, 98), 2), ((256, 99), 2)]
    assert whole.ids_at(earlier) == start.encode(text, allowed_special="all")
    assert whole.ids_at(0) == [*b"abc abc ", 256]


def test_growth_of_the_longer_vocabulary_has_the_same_steps():
    text = (SAMPLES / "code_python.txt").read_text(encoding="utf-8")
    history = train(text, start_from=load_published("gpt2"), num_merges=10)
    whole, earlier = every_step(history)
    grown = finished(growth_in_parts(Tokenizer.from_history(history), text))
    assert [merge[1:] for merge in grown.history.merges] == [merge[1:] for merge in whole.merges]
    assert grown.history.closed_at.tolist() == whole.closed_at.tolist()
    # Without the token of <|endoftext|>, which no merge makes.
    assert grown.sizes[earlier:].tolist()[1:] == [*range(50257, 50267)]


def test_counted_words_have_their_weights():
    gpt2 = load_published("gpt2")
    whole, earlier = every_step(train({"zqx": 3, "low": 2, " low": 4}, start_from=gpt2, num_merges=2))
    assert [merge.replaced for merge in whole.merges[:earlier]] == [4, 6, 4, 2]
    assert [merge.replaced for merge in whole.merges[earlier:]] == [3, 3]


def test_a_training_from_base_units_stays_as_it_is():
    history = train("low low", recipe="gpt2", num_merges=2)
    assert every_step(history) == (history, 0)


def test_a_token_that_no_merge_makes_is_refused():
    gpt2 = load_published("gpt2")
    history = train("low", start_from=gpt2, num_merges=0)
    lost = Tokenizer.from_merges([], id_of_byte=gpt2.base.id_of_unit, split_pattern="gpt2")
    with pytest.raises(BpeError, match="no merge makes it"):
        every_step(train("low", start_from=gpt2, num_merges=0).__class__(**{**vars(history), "start": lost}))
