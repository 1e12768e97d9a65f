"""Walls that fall: every state against a loop as one would write it, and what other libraries do with the result."""

import tracemalloc
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe_core import (
    BOUNDARY,
    RECIPES,
    BpeError,
    Recipe,
    TieBreak,
    Tokenizer,
    TrainingHistory,
    iter_merges,
    train,
)
from bpe_core.formats import FormatError, read, write
from bpe_core.history import tokens_at
from bpe_core.lessons.traces import pair_ranks
from bpe_core.pretokenization import split
from bpe_core.types import WallKind
from bpe_core.walls import in_one_pass
from tests.textbook import is_of_kind, textbook_with_walls
from tests.ways import BOTH, in_language

SAMPLES = Path(__file__).parents[1] / "sample_texts"
TIE_BREAKS: tuple[TieBreak, ...] = ("first-seen", "lowest-pair", "lowest-glyphs")
KINDS: tuple[WallKind, ...] = ("blanks", "punctuation", "all")

# Few words, so that much repeats; and the places where a rule of before meets itself across a wall.
PIECES = [
    "low",
    " low",
    "er",
    " the",
    " of",
    ". ",
    ", ",
    "'",
    "'s",
    "12",
    "1231",
    " 12",
    "\n",
    "  ",
    "ab",
    "é",
    ":",
    ": ",
    " :",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
RECIPE_NAMES = st.sampled_from(["gpt2", "gpt4", "gpt4o", "hf-course"])


def falling(
    name: str,
    kind: WallKind,
    step: int,
    tie_break: TieBreak = "first-seen",
    *,
    keeps_colon_walls: bool = False,
    most_words: int | None = None,
) -> Recipe:
    return replace(
        RECIPES[name],
        walls_fall=kind,
        walls_fall_at=step,
        tie_break=tie_break,
        keeps_colon_walls=keeps_colon_walls,
        most_words=most_words,
    )


LIMITS = {"keeps_colon_walls": st.booleans(), "most_words": st.sampled_from([None, 1, 2, 4])}


@pytest.fixture(params=BOTH)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    in_language(request.param, monkeypatch)


def assert_as_naive(text: str, recipe: Recipe, num_merges: int, min_count: int) -> TrainingHistory:
    history = train(text, recipe=recipe, num_merges=num_merges, min_count=min_count)
    states = textbook_with_walls(history, recipe, num_merges, min_count)
    assert [state.merge for state in states[:-1]] == list(history.merges)
    for step, state in enumerate(states):
        assert history.ids_at(step) == [token_id for chunk in state.chunks for token_id in chunk]
        assert list(history.pair_counts_at(step).items()) == list(state.pair_counts.items())
    return history


SETTINGS = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SETTINGS
@given(
    text=TEXTS,
    recipe=st.builds(
        falling,
        RECIPE_NAMES,
        st.sampled_from(KINDS),
        st.integers(0, 12),
        st.sampled_from(TIE_BREAKS),
        **LIMITS,
    ),
    min_count=st.integers(1, 2),
)
def test_every_state_is_that_of_the_naive_loop(way, text, recipe, min_count):
    assert_as_naive(text, recipe, 25, min_count)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_text_is_trained_as_by_the_naive_loop(way, kind):
    text = (SAMPLES / "prose.txt").read_text("utf-8")[:6000]
    history = assert_as_naive(text, falling("gpt2", kind, 60), 120, 2)
    assert history.walls_fell_at == 60


@pytest.mark.parametrize("kind", ["blanks", "all"])
def test_a_sample_text_is_trained_within_the_limits_of_superbpe_as_by_the_naive_loop(way, kind):
    sentence = "one of the things that we want to say: one of the things that we want to do. "
    text = (SAMPLES / "prose.txt").read_text("utf-8")[:2000] + 9 * sentence
    recipe = falling("gpt2", kind, 60, keeps_colon_walls=True, most_words=4)
    history = assert_as_naive(text, recipe, 160, 2)
    learned = [history.vocab[merge.new_id] for merge in history.merges]
    assert max(len(token.split()) for token in learned) == 4
    assert not any(b": " in token for token in learned)
    without = train(text, recipe=falling("gpt2", kind, 60), num_merges=160, min_count=2)
    beyond = [without.vocab[merge.new_id] for merge in without.merges]
    assert max(len(token.split()) for token in beyond) > 4
    assert any(b": " in token for token in beyond)


def test_a_rule_that_acts_again_across_a_wall_makes_its_token_again(way):
    # GPT-4's pattern cuts numerals after three: 12 is learned within, and stands across the wall of 991|299.
    text = "12 12 12 12 12 991299 991299"
    history = assert_as_naive(text, falling("gpt4", "all", 1, "lowest-pair"), 12, 1)
    pairs = [merge.pair for merge in history.merges]
    assert len(set(pairs)) < len(pairs)
    assert len({merge.new_id for merge in history.merges}) == len(set(pairs))


@SETTINGS
@given(text=TEXTS, kind=st.sampled_from(KINDS), step=st.integers(0, 9), num_merges=st.integers(0, 15))
def test_the_history_of_fewer_merges_is_that_of_a_shorter_training(text, kind, step, num_merges):
    recipe = falling("gpt4", kind, step)
    short = train(text, recipe=recipe, num_merges=num_merges)
    cut = train(text, recipe=recipe, num_merges=15).first(num_merges)
    assert cut.walls_fell_at == short.walls_fell_at
    assert cut.closed_at.tolist() == short.closed_at.tolist()
    assert cut.fallen.tolist() == short.fallen.tolist()
    for at in range(len(short.merges) + 1):
        assert cut.pair_counts_at(at) == short.pair_counts_at(at)


@SETTINGS
@given(text=TEXTS, name=st.sampled_from(["gpt2", "gpt4"]), num_merges=st.integers(0, 25))
def test_walls_that_fall_at_the_start_are_no_walls_and_never_is_never(text, name, num_merges):
    whole = train(text, recipe="bytes", num_merges=num_merges)
    assert train(text, recipe=falling(name, "all", 0), num_merges=num_merges).merges == whole.merges
    never = train(text, recipe=name, num_merges=num_merges)
    late = train(text, recipe=falling(name, "all", 10**6), num_merges=num_merges)
    assert late.merges[: len(never.merges)] == never.merges


@SETTINGS
@given(texts=st.lists(TEXTS, max_size=4), kind=st.sampled_from(KINDS))
def test_the_walls_between_texts_stay(texts, kind):
    history = train(texts, recipe=falling("gpt2", kind, 2), num_merges=40)
    ends = np.cumsum([len(text.encode()) for text in texts if text])[:-1]
    starts, _ = history.tokens_at(len(history.merges))
    assert set(ends.tolist()) <= set(starts.tolist())


def test_a_long_text_that_becomes_one_run_stays_within_bounds(way):
    words = (SAMPLES / "prose.txt").read_text("utf-8").split()
    text = " ".join(Random(1).choices(words, k=60_000))[:200_000]
    tracemalloc.start()
    history = train(text, recipe=falling("gpt2", "all", 300), num_merges=400, min_count=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert history.walls_fell_at == 300
    assert len(history.stream.chunk_starts) == 1
    assert peak < 150 * len(text)


def test_occurrences_are_those_that_are_counted():
    text = "by the way, by the way. of the 123123 by the way"
    for kind in KINDS:
        history = train(text, recipe=falling("gpt4", kind, 5), num_merges=20)
        for merge in history.merges:
            found = history.occurrences_at(merge.rank)
            assert (len(found), sum(place.replaced for place in found)) == (merge.count, merge.replaced)


@given(text=TEXTS, kind=st.sampled_from(KINDS), name=st.sampled_from(["gpt2", "gpt4", "gpt4o"]))
def test_the_pattern_without_walls_cuts_where_the_walls_stay(text, kind, name):
    pieces = split(text, RECIPES[name].split_pattern)
    runs = pieces[:1]
    for before, after in pairwise(pieces):
        if is_of_kind(kind, before, after):
            runs[-1] += after
        else:
            runs.append(after)
    assert split(text, in_one_pass(falling(name, kind, 0)).split_pattern) == runs


def test_hugging_faces_second_stage_learns_the_same():
    # Its trainer cannot go on from merges. But a text whose tokens are one character each is such a state.
    from tokenizers import Tokenizer as Peer
    from tokenizers import models, trainers

    text = (SAMPLES / "prose.txt").read_text("utf-8")[:20_000]
    recipe = replace(falling("gpt2", "all", 300, "lowest-pair"), same_string_same_token=True)
    history = train(text, recipe=recipe, num_merges=400)
    ids = history.ids_at(300)
    character = {token_id: chr(0x4E00 + token_id) for token_id in range(256 + 300)}
    peer = Peer(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=556 + 100, initial_alphabet=list(character.values()), show_progress=False
    )
    peer.train_from_iterator(["".join(map(character.__getitem__, ids))], trainer)
    vocab = peer.get_vocab()
    token_of = {sign: history.vocab[token_id] for token_id, sign in character.items()}
    theirs = [
        b"".join(map(token_of.__getitem__, token)) for token in sorted(vocab, key=vocab.__getitem__)[556:]
    ]
    assert theirs == [history.vocab[merge.new_id] for merge in history.merges[300:]]


@given(text=TEXTS, other=TEXTS, kind=st.sampled_from(KINDS), name=RECIPE_NAMES)
def test_a_text_is_encoded_as_it_was_trained(text, other, kind, name):
    history = train([text, other], recipe=falling(name, kind, 6), num_merges=20)
    tokenizer = Tokenizer.from_history(history)
    assert tokenizer.encode(text) + tokenizer.encode(other) == history.ids_at(len(history.merges))
    trace = tokenizer.trace(other)
    assert trace.ids == tokenizer.encode(other)
    assert tokenizer.decode(trace.ids) == other
    chunks = tokenizer.encode_chunks(other)
    assert [token_id for chunk in chunks for token_id in chunk] == trace.ids
    assert np.count_nonzero(trace.closed_at == BOUNDARY) == max(len(chunks) - 1, 0)


@given(
    text=TEXTS, other=TEXTS, kind=st.sampled_from(KINDS), name=RECIPE_NAMES, most_words=LIMITS["most_words"]
)
def test_an_encoding_goes_chunk_by_chunk_until_the_walls_fall_and_then_run_by_run(
    text, other, kind, name, most_words
):
    recipe = falling(name, kind, 6, most_words=most_words)
    history = train([text, other], recipe=recipe, num_merges=20)
    tokenizer = Tokenizer.from_history(history)
    trace = tokenizer.trace(other)
    if not tokenizer.recipe.walls_fall:
        assert trace.walls_fell_at is None
        return
    ends = [0]
    for piece in split(other, recipe.split_pattern):
        ends.append(ends[-1] + len(piece.encode()))
    standing = {end - 1 for end in ends[1:-1]}
    fallen = set(trace.fallen.tolist())
    assert fallen | set(np.flatnonzero(trace.closed_at == BOUNDARY).tolist()) == standing
    assert not fallen or kind == "all" or len(split(other, in_one_pass(recipe).split_pattern)) < len(ends) - 1
    # Before the walls fall no gap of theirs is closed, and the tokens are those of the first rules in each chunk.
    fell_at = trace.walls_fell_at or 0
    assert (trace.walls_fell_at is None) == (not other)
    within = Tokenizer.from_history(history.first(tokenizer.recipe.walls_fall_at))
    state, _ = tokens_at(
        trace.base_ids,
        trace.closed_at,
        np.array([merge.new_id for merge in trace.applied], np.int32),
        fell_at,
    )
    assert not fallen & {merge.gap for merge in trace.applied[:fell_at]}
    assert len(state) == len(within.encode(other))
    before, after = pair_ranks(tokenizer, trace), pair_ranks(tokenizer, trace, across=True)
    for number, merge in enumerate(trace.applied):
        assert (before if number < fell_at else after)[merge.pair] == merge.rank


@pytest.mark.parametrize("sample", ["prose", "code_mixed", "numbers"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_file_for_other_libraries_is_refused_or_encodes_in_one_pass(sample, kind):
    from tokenizers import Tokenizer as Peer

    text = (SAMPLES / f"{sample}.txt").read_text("utf-8")[:5000]
    learned = Tokenizer.from_history(
        train(text, recipe=falling("gpt4", kind, 60), num_merges=160, min_count=2)
    )
    for name in ("huggingface", "tiktoken", "gpt2", "minbpe"):
        with pytest.raises(FormatError, match="cannot say that its first 60 rules may not act across walls"):
            write(learned, name)
    again = read(write(learned, "own"))
    assert again.encode_ordinary(text) == learned.encode_ordinary(text)
    one_pass = learned.in_one_pass()
    peer = Peer.from_str(write(one_pass, "huggingface")["tokenizer.json"].decode())
    assert peer.encode(text, add_special_tokens=False).ids == one_pass.encode_ordinary(text)


def test_how_much_one_pass_differs():
    """The figures of the page: in prose not at all, in code that is indented, and in numbers, it costs tokens."""
    differ = {}
    for sample in ("prose", "code_mixed", "numbers"):
        text = (SAMPLES / f"{sample}.txt").read_text("utf-8")[:20_000]
        history = train(text, recipe=falling("gpt4", "all", 60), num_merges=160, min_count=2)
        learned = Tokenizer.from_history(history)
        differ[sample] = (
            len(learned.encode_ordinary(text)),
            len(learned.in_one_pass().encode_ordinary(text)),
        )
    assert differ == {"prose": (9359, 9359), "code_mixed": (795, 824), "numbers": (619, 623)}


@pytest.mark.parametrize(
    ("recipe", "text", "says"),
    [
        (replace(RECIPES["bytes"], walls_fall="all"), "ab", "does not cut"),
        (replace(RECIPES["gpt2"], walls_fall="doors"), "ab", "no kind of wall"),
        (replace(RECIPES["gpt2"], walls_fall="all", walls_fall_at=-1), "ab", "cannot fall at step -1"),
        (replace(RECIPES["gpt2"], walls_fall="all", most_words=0), "ab", "at most 0 words"),
        (replace(RECIPES["gpt2"], walls_fall="all"), {"ab": 2}, "counted chunks have none"),
        (replace(RECIPES["gpt2"], walls_fall="all"), iter(["ab"]), "counted chunks have none"),
    ],
)
def test_walls_that_cannot_fall_are_refused(recipe, text, says):
    with pytest.raises(BpeError, match=says):
        iter_merges(text, recipe=recipe)


def test_a_history_without_walls_that_fall_is_as_before():
    history = train("low low", recipe="gpt2", num_merges=2)
    assert history.walls_fell_at is None
    assert not len(history.fallen)
