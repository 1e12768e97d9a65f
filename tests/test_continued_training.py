"""Training that continues from a vocabulary keeps the old ids, and equals a naive loop over the encoded text."""

import json
from collections import ChainMap, Counter
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from bpe_core import RECIPES, BpeError, Tokenizer, TrainingHistory, load_published, train
from bpe_core.formats import FormatError, read, write
from bpe_core.in_parts import finished
from bpe_core.lessons.train.continued import every_step
from bpe_core.lessons.vocabulary.growth import growth_in_parts
from bpe_core.pairs import merge_pair
from bpe_core.tables import TABLES
from bpe_core.types import BOUNDARY
from tests.format_samples import with_every_split
from tests.peers import read_by_hugging_face, tiktoken_encoding
from tests.sampling import IN_TURNS, KINDS, SAMPLED, dice
from tests.ways import BOTH_WAYS, each_language

SAMPLES = Path(__file__).parents[1] / "sample_texts"
PIECES = [
    " the", "low", "lowest", " ", "    ", "\n", "é", "字", "🙂", "12", "def f(x):", "नमस्ते", "'ll", "aaa", "zqx", "<|endoftext|>",
]  # fmt: skip


def theirs_for(name: str):
    """Return the function of tiktoken or Hugging Face's library that encodes with a published vocabulary."""
    if name in TABLES:
        return partial(tiktoken_encoding(name).encode, allowed_special="all")
    return lambda text: read_by_hugging_face(name).encode(text, add_special_tokens=False).ids


@lru_cache(maxsize=1)
def ids_of_strings(tokenizer: Tokenizer):
    """Return the id of each token of a tokenizer, and the id after the largest one."""
    return {token: id_ for id_, token in tokenizer.vocab.items()}, max(tokenizer.vocab) + 1


def naive(tokenizer: Tokenizer, text: str, num_merges: int):
    """Yield the chunks after each merge, and the merge: pairs are counted again, equal bytes are one token."""
    chunks = tokenizer.encode_chunks(text, allowed_special="all")
    known, next_id = ids_of_strings(tokenizer)
    vocab, id_of = ChainMap({}, tokenizer.vocab), ChainMap({}, known)
    yield chunks, None
    for _ in range(num_merges):
        counts = Counter(pair for chunk in chunks for pair in pairwise(chunk))
        if not counts:
            return
        best = max(counts, key=counts.__getitem__)  # the first of several pairs
        token = vocab[best[0]] + vocab[best[1]]
        new_id = id_of.setdefault(token, next_id)
        next_id += new_id == next_id
        vocab[new_id] = token
        chunks = [merge_pair(chunk, best, new_id) for chunk in chunks]
        yield chunks, (best, new_id, counts[best])


def by_rank(tokenizer: Tokenizer, text: str):
    """Yield the chunks after each merge of the vocabulary, applied to the whole text in order of rank, and the merge."""
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
        chunks = [merge_pair(chunk, pair, new_id) for chunk in chunks]
        yield chunks, (rank, pair, new_id, pairs.count(pair), before - sum(map(len, chunks)))


def assert_states(history: TrainingHistory, states):
    for step, (chunks, _) in enumerate(states):
        assert history.ids_at(step) == [id_ for chunk in chunks for id_ in chunk], (history.text, step)
        assert history.token_counts()[step] == sum(map(len, chunks))


def assert_as_naive(tokenizer: Tokenizer, text: str, num_merges: int) -> Tokenizer:
    """Compare C and Python with the naive loops; return the longer tokenizer.

    All steps are first the merges of the vocabulary by rank, then the new ones by count.
    """
    histories = each_language(lambda: train(text, start_from=tokenizer, num_merges=num_merges))
    old, new = list(by_rank(tokenizer, text)), list(naive(tokenizer, text, num_merges))
    for history in histories.values():
        learned = [(merge.pair, merge.new_id, merge.count) for merge in history.merges]
        assert learned == [merge for _, merge in new[1:]], text
        assert_states(history, new)
    whole, earlier = every_step(history)
    assert [tuple(merge) for merge in whole.merges[:earlier]] == [merge for _, merge in old[1:]]
    assert_states(whole, [*old, *new[1:]])
    assert whole.boundaries_at(0).tolist() == (whole.closed_at == BOUNDARY).tolist()
    ranks = [merge.rank for merge in whole.merges[earlier:]]
    above = int(tokenizer.rules.made.ranks.max(initial=-1))
    assert ranks == [*range(above + 1, above + 1 + len(history.merges))]
    longer = Tokenizer.from_history(history)
    assert whole.ids_at(earlier) == history.ids_at(0) == tokenizer.encode(text, allowed_special="all")
    assert whole.ids_at(len(whole.merges)) == longer.encode(text, allowed_special="all")
    return longer


@IN_TURNS
@SAMPLED
@pytest.mark.parametrize("name", KINDS)
def test_random_texts_are_learned_as_by_naive_loops_from_the_ids_of_the_original(name):
    tokenizer, rng = load_published(name), dice(name)
    for _ in range(3):
        text = "".join(rng.choices(PIECES, k=rng.randrange(1, 40)))
        assert tokenizer.encode(text, allowed_special="all") == theirs_for(name)(text)
        assert_as_naive(tokenizer, text, 6)


@SAMPLED
def test_random_vocabularies_continue_as_by_naive_loops():
    rng = dice(1)
    for _ in range(200):
        alphabet = rng.choice(["ab", "abc ", "aé ", "a\U0001f642"])
        first, second = ("".join(rng.choices([*alphabet, "<e>"], k=rng.randrange(1, 60))) for _ in range(2))
        recipe = RECIPES[rng.choice(["bytes", "gpt2", "gpt4"])]
        before = train(first, recipe=recipe, num_merges=rng.randrange(12), special_tokens=["<e>"])
        tokenizer = Tokenizer.from_history(before)
        after = assert_as_naive(tokenizer, second, 8)
        assert [*after.merges[: len(tokenizer.merges)]] == [*tokenizer.merges]
        assert {id_: after.vocab[id_] for id_ in tokenizer.vocab} == tokenizer.vocab


@IN_TURNS
@pytest.mark.parametrize("name", ["gpt2", "tekken", "qwen3"])
def test_hugging_face_loads_the_export_with_equal_ids(name):
    tokenizer = load_published(name)
    text = "".join((SAMPLES / file).read_text(encoding="utf-8") for file in ("code_python.txt", "arabic.txt"))
    samples = [path.read_text(encoding="utf-8") for path in SAMPLES.glob("*.txt")]
    plain = "No token of this sentence is new."

    def continued() -> tuple[Tokenizer, list[list[int]]]:
        longer = Tokenizer.from_history(train(text, start_from=tokenizer, num_merges=60, min_count=2))
        assert longer.encode(plain) == tokenizer.encode(plain)
        return longer, [longer.encode(sample, allowed_special="all") for sample in samples]

    # The file is written and loaded once for both languages.
    (longer, ids), *others = each_language(continued).values()
    assert all(
        (other.merges, other.vocab, found) == (longer.merges, longer.vocab, ids) for other, found in others
    )
    theirs = tokenizers.Tokenizer.from_str(write(longer, "huggingface")["tokenizer.json"].decode())
    assert [theirs.encode(sample, add_special_tokens=False).ids for sample in samples] == ids


@BOTH_WAYS
def test_a_token_of_the_vocabulary_that_only_training_makes_takes_part_in_ties_by_its_bytes():
    # b c merges first, so no text is encoded to abc; training makes it.
    merges = [((98, 99), 256), ((97, 98), 257), ((257, 99), 258)]
    start = Tokenizer.from_merges(
        merges, id_of_byte={byte: byte for byte in range(256)}, split_pattern="gpt2"
    )
    history = train("abcd zy abcd zy abc", start_from=start, num_merges=4, tie_break="highest-bytes")
    assert history.merges[0].new_id == 258
    for merge in history.merges:
        assert merge.pair == next(iter(history.pair_counts_at(merge.rank)))


@BOTH_WAYS
def test_it_continues_again_and_is_saved():
    once = Tokenizer.from_history(train("zqx zqx", start_from=load_published("gpt2"), num_merges=1))
    twice = Tokenizer.from_history(train("zqx zqx", start_from=once, num_merges=9))
    assert len(twice.vocab) > len(once.vocab) > 50257
    assert len(twice.encode(" zqx")) == 1
    assert read(write(twice, "own")).encode("zqx zqx zq") == twice.encode("zqx zqx zq")


def with_added_token(tokenizer: Tokenizer, token: dict[str, object]) -> dict[str, Any]:
    content = json.loads(write(tokenizer, "huggingface")["tokenizer.json"])
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    content["added_tokens"] = [flags | token]
    return content


@BOTH_WAYS
@pytest.mark.parametrize(
    ("special", "text", "is_chunk"),
    [("<|stop|>", "<|stop|> low", False), ("STOP", "low.STOP", True), ("ĠSTOP", "low STOP", True)],
)
def test_no_ordinary_text_becomes_a_special_token_after_saving(special: str, text: str, is_chunk: bool):
    learned = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=3))
    content = with_added_token(learned, {"id": 259, "content": special, "lstrip": True, "special": True})
    content["model"]["ignore_merges"] = True
    start = read({"tokenizer.json": json.dumps(content).encode()})
    longer = Tokenizer.from_history(train("slow slower", start_from=start, num_merges=2))
    # What a file would have to contain, so that the token keeps its id.
    content["model"]["vocab"] |= {special: 259}
    peer = tokenizers.Tokenizer.from_str(json.dumps(content))
    peer.encode_special_tokens = True
    assert (259 in peer.encode(text).ids) == is_chunk
    if is_chunk:
        with pytest.raises(FormatError, match=f"'{special}' must be in its vocabulary to keep its id"):
            write(longer, "huggingface")
    else:
        back = read(write(longer, "huggingface"))
        assert back.encode_ordinary(text) == longer.encode_ordinary(text)
        assert back.encode(text, allowed_special="all") == longer.encode(text, allowed_special="all")


@BOTH_WAYS
@pytest.mark.parametrize("special", [False, True])
def test_a_merge_does_not_take_the_id_of_an_added_token_that_is_written_otherwise(special: bool):
    learned = Tokenizer.from_history(train("", recipe="gpt2", num_merges=0))
    content = with_added_token(learned, {"id": 256, "content": "▁", "single_word": True, "special": special})
    start = read({"tokenizer.json": json.dumps(content).encode()})
    history = train("x▁y z▁w", start_from=start, num_merges=2)
    assert [(merge.new_id, history.vocab[merge.new_id]) for merge in history.merges] == [
        (257, b"\xe2\x96"),
        (258, "▁".encode()),
    ]
    longer = Tokenizer.from_history(history)
    files = write(longer, "huggingface")
    theirs = tokenizers.Tokenizer.from_buffer(files["tokenizer.json"])
    for text in ("x▁y", "▁", "q ▁ q"):
        ids = theirs.encode(text).ids
        assert longer.encode(text, allowed_special="all") == ids
        assert read(files).encode(text, allowed_special="all") == ids
    assert longer.encode("▁", allowed_special="all") == start.encode("▁", allowed_special="all") == [256]


@BOTH_WAYS
def test_no_merge_makes_a_special_token_and_an_added_token_that_is_written_alike_is_the_same_token():
    learned = Tokenizer.from_history(train("", recipe="gpt2", num_merges=0))
    for special, new_id in ((False, 256), (True, 257)):
        token = {"id": 256, "content": "lo", "single_word": True, "special": special}
        start = read({"tokenizer.json": json.dumps(with_added_token(learned, token)).encode()})
        history = train("low low", start_from=start, num_merges=1)
        assert [(merge.pair, merge.new_id) for merge in history.merges] == [((108, 111), new_id)]
        longer = Tokenizer.from_history(history)
        assert longer.encode("low lo", allowed_special="all") == [new_id, 119, 32, 256]
        if special:
            with pytest.raises(FormatError, match="the added token 'lo' would be written as another token"):
                write(longer, "huggingface")
        else:
            theirs = tokenizers.Tokenizer.from_buffer(write(longer, "huggingface")["tokenizer.json"])
            assert theirs.encode("low lo").ids == [new_id, 119, 32, 256]


def test_a_file_in_which_another_text_would_have_an_added_token_is_not_written():
    learned = Tokenizer.from_history(train("", recipe="gpt2", num_merges=0))
    token = {"id": 256, "content": "lo", "single_word": True, "special": True}
    content = with_added_token(learned, token)
    content["model"]["vocab"] |= {"lo": 256}
    longer = train("low low", start_from=read({"tokenizer.json": json.dumps(content).encode()}), num_merges=2)
    assert [merge.new_id for merge in longer.merges] == [257, 258]
    with pytest.raises(FormatError, match="the merged token 'lo' would be written as another token"):
        write(Tokenizer.from_history(longer), "huggingface")
    # To keep its id, the token would have to be in the vocabulary, and a whole chunk would be looked up there.
    content = with_added_token(learned, {**token, "special": False})
    content["model"]["ignore_merges"] = True
    longer = train("ab ab", start_from=read({"tokenizer.json": json.dumps(content).encode()}), num_merges=1)
    with pytest.raises(FormatError, match="'lo' must be in its vocabulary to keep its id"):
        write(Tokenizer.from_history(longer), "huggingface")
    content["model"]["vocab"] |= {"ab": 257, "lo": 256}
    content["model"]["merges"] = ["a b"]
    assert tokenizers.Tokenizer.from_str(json.dumps(content)).encode("1\u200dlo").ids[-1] == 256
    assert Tokenizer.from_history(longer).encode("1\u200dlo")[-2:] == [*b"lo"]
    # " q" is written "Ġq", which the library finds in a text only if it is spelled so.
    token = {"id": 256, "content": "Ġq", "special": False}
    content = with_added_token(learned, token) | {"normalizer": {"type": "NFC"}}
    content["model"]["ignore_merges"] = True
    content["added_tokens"][0]["normalized"] = True
    longer = train("ab ab", start_from=read({"tokenizer.json": json.dumps(content).encode()}), num_merges=1)
    with pytest.raises(FormatError, match="'Ġq' must be in its vocabulary to keep its id"):
        write(Tokenizer.from_history(longer), "huggingface")
    content["model"]["vocab"] |= {"Ġq": 256}
    assert tokenizers.Tokenizer.from_str(json.dumps(content)).encode("a q").ids[-1] == 256
    assert Tokenizer.from_history(longer).encode("a q")[-2:] == [*b" q"]


@BOTH_WAYS
def test_a_chunk_of_which_the_vocabulary_has_no_byte_is_left_out():
    plain = Tokenizer.from_history(train("", recipe="gpt2", num_merges=0))
    file = json.loads(write(plain, "huggingface")["tokenizer.json"])
    del file["model"]["vocab"]["z"]
    start = read({"tokenizer.json": json.dumps(file).encode()})
    peer = tokenizers.Tokenizer.from_str(json.dumps(file))
    for text in ("z a a", "az a a", "zz", "a z"):
        assert start.encode(text) == peer.encode(text).ids
        for texts in (text, [text], iter([text]), {text: 1}):
            history = train(texts, start_from=start, num_merges=1)
            assert history.ids_at(0) == peer.encode(text).ids or not isinstance(texts, str)
            assert [merge.pair for merge in history.merges] == [(32, 97)] * (" a" in text)


def test_texts_one_by_one_and_counted_chunks_learn_the_same():
    tokenizer = load_published("gpt2")
    texts = ["zqx zqx\n", "    zqx", "<|endoftext|>zqx"]
    whole = train(texts, start_from=tokenizer, num_merges=9).merges
    assert train(iter(texts), start_from=tokenizer, num_merges=9).merges == whole
    counts = {"zqx": 2, " zqx": 2, "\n": 1, "   ": 1}
    assert {merge.pair for merge in train(counts, start_from=tokenizer, num_merges=9).merges} == {
        merge.pair for merge in whole
    }
    # A chunk is encoded as a text, which the pattern splits.
    split = train({"zqx zqx": 2}, start_from=tokenizer, num_merges=0)
    assert (split.text, len(split.stream.chunk_starts)) == ("zqx zqx", 2)


@BOTH_WAYS
def test_what_cannot_be_continued_is_refused():
    gpt2 = load_published("gpt2")
    for options in ({"recipe": "gpt4"}, {"special_tokens": ["<e>"]}):
        with pytest.raises(BpeError, match="pass neither"):
            train("a", start_from=gpt2, num_merges=1, **options)
    for recipe in ("characters", "hf-course", "word-marker"):
        start = Tokenizer.from_history(train("a", recipe=recipe, num_merges=0))
        with pytest.raises(BpeError, match="only from a byte-level vocabulary"):
            train("a", start_from=start, num_merges=1)
    whole_words = tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]))
    with pytest.raises(BpeError, match="its base units are not bytes"):
        train("a", start_from=read({"tokenizer.json": whole_words.to_str().encode()}), num_merges=1)
    plain = Tokenizer.from_history(train("", recipe="gpt2", num_merges=0))
    for mark, string in (("continuing_subword_prefix", "##b"), ("end_of_word_suffix", "b</w>")):
        content = json.loads(write(plain, "huggingface")["tokenizer.json"])
        content["model"] |= {
            mark: string.replace("b", ""),
            "vocab": content["model"]["vocab"] | {string: 256},
        }
        with pytest.raises(BpeError, match=f"its tokens are written with {mark}"):
            train("ab", start_from=read({"tokenizer.json": json.dumps(content).encode()}), num_merges=1)
    content = with_added_token(plain, {"id": 241, "content": "ñ", "single_word": True, "special": False})
    with pytest.raises(BpeError, match="its added token 'ñ' has the id of a token that merges use"):
        train("ñ", start_from=read({"tokenizer.json": json.dumps(content).encode()}), num_merges=1)
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abcd": 256}
    with pytest.raises(BpeError, match="1 of its tokens are made by no merge"):
        train("a", start_from=Tokenizer.from_ranks(ranks, split_pattern="gpt2"), num_merges=1)
    assert train("", start_from=gpt2, num_merges=3).stopped == "no-pair-left"


@BOTH_WAYS
@pytest.mark.parametrize("text", ["qxz+~+~qxz", "+~qx\n+~qx", "~qx~\nqz\x01#~#"])
def test_ties_by_glyph_go_by_the_bytes_and_not_by_their_ids(text):
    # In GPT-2 the ids of the bytes are in the order of their glyphs: "!" is 0, and the space is 220.
    gpt2 = load_published("gpt2")
    by_pair = train(text, start_from=gpt2, num_merges=9, tie_break="lowest-pair").merges
    assert train(text, start_from=gpt2, num_merges=9, tie_break="lowest-glyphs").merges == by_pair


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
    content = with_added_token(learned, {"id": 256, "content": "ab", "single_word": True, "special": True})
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


def test_a_training_from_base_units_stays_and_a_token_that_no_merge_makes_is_refused():
    gpt2 = load_published("gpt2")
    lost = Tokenizer.from_merges([], id_of_byte=gpt2.base.id_of_unit, split_pattern="gpt2")
    learned = train("low low", recipe="gpt2", num_merges=2)
    assert every_step(learned) == (learned, 0)
    with pytest.raises(BpeError, match="no merge makes it"):
        every_step(replace(train("low", start_from=gpt2, num_merges=0), start=lost))
