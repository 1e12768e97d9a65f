"""SuperBPE: every state compared with a naive loop, and the result loaded by other libraries."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer as Peer
from tokenizers import models, trainers

from bpe_core import BOUNDARY, RECIPES, BpeError, SecondStage, TieBreak, Tokenizer, iter_merges, train
from bpe_core.formats import FormatError, read, write
from bpe_core.lessons.tokens.traces import pair_ranks
from bpe_core.lessons.train.second_stage import merges_across
from bpe_core.pretokenization import split
from bpe_core.stream import Lifted, tokens_at
from bpe_core.superbpe.boundaries import in_one_pass
from bpe_core.types import BoundaryKind
from explorer_ui.visit.samples import sample_text
from tests.operations import peak_of
from tests.sampling import IN_TURNS
from tests.textbook import is_of_kind, textbook_in_stages
from tests.ways import BOTH_WAYS, each_language

RULES = st.sampled_from(get_args(TieBreak))
KINDS: tuple[BoundaryKind, ...] = ("blanks", "punctuation", "all")

# Few words, so that much repeats, and places where an earlier merge can apply across a boundary.
PIECES = [
    "low", " low", "er", " the", " of", ". ", ", ", "'", "'s", "12", "1231", " 12", "\n", "  ", "ab", "é",
    ":", ": ", " :",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
RECIPE_NAMES = st.sampled_from(["gpt2", "gpt4", "gpt4o", "hf-course"])


def in_stages(name, kind, step, tie_break="first-seen", **limits):
    stage = SecondStage(lifts=kind, after=step, **limits)
    return replace(RECIPES[name], tie_break=tie_break, second_stage=stage)


def told(lifted: Lifted | None) -> tuple[int, list[int]] | None:
    return lifted and (lifted.at, lifted.gaps.tolist())


def test_a_first_merge_that_the_second_stage_learns_again_is_saved():
    text = "\n".join(["    a", "    b", "    c", "    d", *(f"  {letter}" for letter in "efghijkl")])
    history = train(text, recipe=in_stages("gpt4", "all", 1), num_merges=2)
    assert [merge.pair for merge in history.merges] == [(32, 32)] * 2
    learned = Tokenizer.from_history(history)
    assert read(write(learned, "own")).encode(text) == learned.encode(text)


LIMITS = {"keeps_colons": st.booleans(), "max_words": st.sampled_from([None, 1, 2, 4])}


def assert_as_naive(text, recipe, num_merges, min_count):
    """Compare C and Python with the naive loop."""
    histories = each_language(
        lambda: train(text, recipe=recipe, num_merges=num_merges, min_count=min_count)
    ).values()
    history = next(iter(histories))
    states = textbook_in_stages(history, recipe, num_merges, min_count)
    for history in histories:
        assert [state.merge for state in states[:-1]] == list(history.merges)
        for step, state in enumerate(states):
            assert history.ids_at(step) == [token_id for chunk in state.chunks for token_id in chunk]
            assert list(history.pair_counts_at(step).items()) == list(state.pair_counts.items())
    for merge in history.merges:
        found = history.occurrences_at(merge.rank)
        assert (len(found), sum(place.replaced for place in found)) == (merge.count, merge.replaced)
    return history


@given(
    text=TEXTS,
    recipe=st.builds(in_stages, RECIPE_NAMES, st.sampled_from(KINDS), st.integers(0, 12), RULES, **LIMITS),
    min_count=st.integers(1, 2),
)
# GPT-4's pattern splits numerals after three digits: 12 is learned within chunks, and made again across the
# boundary of 991|299.
@example(text="12 12 12 12 12 991299 991299", recipe=in_stages("gpt4", "all", 1, "lowest-pair"), min_count=1)
def test_every_state_is_that_of_the_naive_loop(text, recipe, min_count):
    assert_as_naive(text, recipe, 25, min_count)


@IN_TURNS
@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_text_is_trained_as_by_the_naive_loop_also_within_the_limits_of_superbpe(kind):
    sentence = "one of the things that we want to say: one of the things that we want to do. "
    text = sample_text("prose")[:2000] + 9 * sentence
    for limits, longest, has_colons in (({}, 5, True), ({"keeps_colons": True, "max_words": 4}, 4, False)):
        history = assert_as_naive(text, in_stages("gpt2", kind, 60, **limits), 160, 2)
        assert history.lifted.at == 60
        learned = [history.vocab[merge.new_id] for merge in history.merges]
        if kind != "punctuation":
            assert min(max(len(token.split()) for token in learned), 5) == longest
            assert any(b": " in token for token in learned) == has_colons


@given(text=TEXTS, kind=st.sampled_from(KINDS), step=st.integers(0, 9), num_merges=st.integers(0, 15))
def test_the_history_of_fewer_merges_is_that_of_a_shorter_training(text, kind, step, num_merges):
    recipe = in_stages("gpt4", kind, step)
    short = train(text, recipe=recipe, num_merges=num_merges)
    cut = train(text, recipe=recipe, num_merges=15).first(num_merges)
    assert cut.closed_at.tolist() == short.closed_at.tolist()
    assert told(cut.lifted) == told(short.lifted)
    for at in range(len(short.merges) + 1):
        assert cut.pair_counts_at(at) == short.pair_counts_at(at)


@BOTH_WAYS
def test_a_long_text_that_becomes_one_run_stays_within_bounds():
    words = sample_text("prose").split()
    text = " ".join(Random(1).choices(words, k=60_000))[:200_000]
    recipe = in_stages("gpt2", "all", 300)
    history, peak = peak_of(lambda: train(text, recipe=recipe, num_merges=400, min_count=2))
    assert history.lifted.at == 300
    assert len(history.stream.chunk_starts) == 1
    assert peak < 150 * len(text)


@given(text=TEXTS, kind=st.sampled_from(KINDS), name=st.sampled_from(["gpt2", "gpt4", "gpt4o"]))
def test_the_pattern_of_one_pass_cuts_where_boundaries_stay(text, kind, name):
    pieces = split(text, RECIPES[name].split_pattern)
    runs = pieces[:1]
    for before, after in pairwise(pieces):
        if is_of_kind(kind, before, after):
            runs[-1] += after
        else:
            runs.append(after)
    assert split(text, in_one_pass(in_stages(name, kind, 0)).split_pattern) == runs


def test_a_second_stage_that_learned_nothing_is_none():
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=2))
    history = train("low low low", recipe=recipe, num_merges=2)
    assert history.stream.lifted.at == 2
    assert Tokenizer.from_history(history).recipe.second_stage is None


def test_hugging_faces_second_stage_learns_the_same():
    # That trainer cannot continue from merges, so the text has one character for each token.
    text = sample_text("prose")[:20_000]
    recipe = replace(in_stages("gpt2", "all", 300, "lowest-pair"), same_string_same_token=True)
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


@given(text=TEXTS, other=TEXTS, kind=st.sampled_from(KINDS), name=RECIPE_NAMES, max_words=LIMITS["max_words"])
def test_a_text_is_encoded_as_it_was_trained_chunk_by_chunk_and_then_run_by_run(
    text, other, kind, name, max_words
):
    recipe = in_stages(name, kind, 6, max_words=max_words)
    history = train([text, other], recipe=recipe, num_merges=20)
    tokenizer = Tokenizer.from_history(history)
    # The boundary between two texts stays.
    assert tokenizer.encode(text) + tokenizer.encode(other) == history.ids_at(len(history.merges))
    trace = tokenizer.trace(other)
    assert trace.ids == tokenizer.encode(other)
    assert tokenizer.decode(trace.ids) == other
    chunks = tokenizer.encode_chunks(other)
    assert [token_id for chunk in chunks for token_id in chunk] == trace.ids
    assert np.count_nonzero(trace.closed_at == BOUNDARY) == max(len(chunks) - 1, 0)
    if not tokenizer.recipe.second_stage:
        assert trace.lifted is None
        return
    ends = [0]
    for piece in split(other, recipe.split_pattern):
        ends.append(ends[-1] + len(piece.encode()))
    all_boundaries = {end - 1 for end in ends[1:-1]}
    num_first, gaps = told(trace.lifted) or (0, [])
    lifted = set(gaps)
    assert lifted | set(np.flatnonzero(trace.closed_at == BOUNDARY).tolist()) == all_boundaries
    assert not lifted or kind == "all" or len(split(other, in_one_pass(recipe).split_pattern)) < len(ends) - 1
    # In the first stage no lifted boundary is closed, and the tokens are those of the first merges in each chunk.
    assert (trace.lifted is None) == (not other)
    within = Tokenizer.from_history(history.first(tokenizer.recipe.second_stage.after))
    new_ids = np.array([merge.new_id for merge in trace.applied], np.int32)
    state, _ = tokens_at(trace.base_ids, trace.closed_at, new_ids, num_first)
    assert not lifted & {merge.gap for merge in trace.applied[:num_first]}
    assert len(state) == len(within.encode(other))
    before, after = pair_ranks(tokenizer, trace)
    for number, merge in enumerate(trace.applied):
        assert (before if number < num_first else after)[merge.pair] == merge.rank


@pytest.mark.parametrize(
    ("sample", "in_stages_and_in_one_pass"),
    # The figures of the page: one pass costs no tokens in prose, but some in indented code and in numbers.
    [("prose", (9359, 9359)), ("code mixed", (795, 824)), ("numbers", (619, 623))],
)
@pytest.mark.parametrize("kind", KINDS)
def test_the_file_for_other_libraries_is_refused_or_encodes_in_one_pass(
    sample, in_stages_and_in_one_pass, kind
):
    text = sample_text(sample)[:20_000]
    recipe = in_stages("gpt4", kind, 60)
    learned = Tokenizer.from_history(train(text, recipe=recipe, num_merges=160, min_count=2))
    never = "cannot express that its first 60 merges never cross chunk boundaries"
    for name in ("huggingface", "tiktoken", "gpt2", "minbpe"):
        with pytest.raises(FormatError, match=never):
            write(learned, name)
    one_pass = learned.in_one_pass()
    ids, at_once = learned.encode_ordinary(text), one_pass.encode_ordinary(text)
    assert read(write(learned, "own")).encode_ordinary(text) == ids
    peer = Peer.from_str(write(one_pass, "huggingface")["tokenizer.json"].decode())
    assert peer.encode(text, add_special_tokens=False).ids == at_once
    assert kind != "all" or (len(ids), len(at_once)) == in_stages_and_in_one_pass


@pytest.mark.parametrize(
    ("recipe", "text", "says"),
    [
        (in_stages("bytes", "all", 0), "ab", "does not split"),
        (in_stages("gpt2", "doors", 0), "ab", "Unknown kind of chunk boundary"),
        (in_stages("gpt2", "all", -1), "ab", "cannot be lifted after -1"),
        (in_stages("gpt2", "all", 0, max_words=0), "ab", "max_words must be at least 1, got 0"),
        (in_stages("gpt2", "all", 0), {"ab": 2}, "counted chunks have no neighbours"),
        (in_stages("gpt2", "all", 0), iter(["ab"]), "counted chunks have no neighbours"),
    ],
)
def test_boundaries_that_cannot_be_lifted_are_refused(recipe, text, says):
    with pytest.raises(BpeError, match=says):
        iter_merges(text, recipe=recipe)


# The token of two blanks is made across a boundary in one place only, and that of four from the others.
@example(text=".      aa. . abbb", kind="all", name="gpt4", after=0)
# Of two parts that merge, only the second one spans a boundary.
@example(text="éb b b", kind="all", name="gpt4", after=0)
@given(text=TEXTS, kind=st.sampled_from(get_args(BoundaryKind)), name=RECIPE_NAMES, after=st.integers(0, 8))
def test_a_token_across_boundaries_spans_one_where_a_merge_made_it(
    text: str, kind: BoundaryKind, name: str, after: int
) -> None:
    history = train(text, recipe=in_stages(name, kind, after), num_merges=24, min_count=1)
    gaps = history.stream.lifted.gaps.tolist() if history.stream.lifted else []
    first: dict[int, int] = {}
    for merge in history.merges:
        starts = np.flatnonzero(np.append(True, history.stream.closed_at > merge.rank))
        for start, end in pairwise([*starts.tolist(), len(history.stream.base_ids)]):
            made = merge.rank in history.stream.closed_at[start : end - 1]
            if made and any(start <= gap < end - 1 for gap in gaps):
                first.setdefault(merge.new_id, merge.rank)
    assert [*merges_across(history)] == [*first.values()]
