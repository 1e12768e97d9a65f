"""The ways to split a text, compared with brute force and a trace step by step."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import RECIPES, BpeError, Tokenizer, load_published
from bpe_core.lessons.tokens.traces import pair_ranks
from bpe_core.lessons.tokens.ways import (
    Arc,
    chunks_of,
    count_cuts,
    count_cuts_by_length,
    fates,
    fewest_tokens,
    longest_match,
    token_arcs,
)
from bpe_core.stream import tokens_at
from bpe_core.types import BOUNDARY, OPEN
from tests.format_samples import learn

IN_BYTES = st.sampled_from(
    [name for name, one in RECIPES.items() if one.alphabet in ("bytes", "byte-glyphs")]
)


def every_cut(tokenizer: Tokenizer, text: str) -> list[list[bytes]]:
    """All sequences of tokens that spell a text and cross no chunk boundary, by brute force."""
    known = {token for id_, token in tokenizer.vocab.items() if id_ not in tokenizer.special_tokens.values()}
    data = text.encode()
    boundaries = set(
        itertools.accumulate(len(tokenizer.decode_bytes(ids)) for ids in tokenizer.encode_chunks(text))
    )
    rows = []
    for gaps in itertools.product((False, True), repeat=max(len(data) - 1, 0)):
        cuts = [0, *(gap + 1 for gap, cut in enumerate(gaps) if cut), len(data)]
        row = [data[start:end] for start, end in itertools.pairwise(cuts)] if data else []
        if boundaries <= set(cuts) and all(token in known for token in row):
            rows.append(row)
    return rows


@given(
    text=TEXTS.filter(lambda text: len(text.encode()) < 11), num_merges=st.integers(0, 12), recipe=IN_BYTES
)
def test_counts_and_fewest_are_brute_forces(text, num_merges, recipe):
    tokenizer = learn(text, recipe, num_merges)
    size = len(text.encode())
    arcs = token_arcs(tokenizer, tokenizer.trace(text))
    rows = every_cut(tokenizer, text)
    assert count_cuts(arcs, size) == len(rows)
    lengths = Counter(map(len, rows))
    assert count_cuts_by_length(arcs, size) == [lengths[length] for length in range(size + 1)]
    fewest = [text.encode()[start:end] for start, end, _ in fewest_tokens(arcs, size)]
    assert fewest in rows
    assert len(fewest) == min(lengths)
    assert [len(token) for token in fewest] == max(
        [*map(len, row)] for row in rows if len(row) == len(fewest)
    )


@given(text=TEXTS)
def test_longest_match_is_a_loop_over_the_vocabulary(text):
    tokenizer = load_published("gpt2")
    arcs = token_arcs(tokenizer, tokenizer.trace(text))
    expected = []
    for chunk in (tokenizer.decode_bytes(ids) for ids in tokenizer.encode_chunks(text)):
        start = 0
        while start < len(chunk):
            ends = range(len(chunk), start, -1)
            end = next(end for end in ends if chunk[start:end] in tokenizer.mergeable_ranks)
            expected.append(chunk[start:end])
            start = end
    assert [text.encode()[start:end] for start, end, _ in longest_match(arcs, len(text.encode()))] == expected


def test_a_row_that_leads_nowhere_says_so():
    arcs = [Arc(0, 1, 1), Arc(0, 2, 2), Arc(1, 3, 3)]
    assert fewest_tokens(arcs, 3) == [Arc(0, 1, 1), Arc(1, 3, 3)]
    letters = [Arc(at, at + 1, at) for at in range(4)]
    # A short token first leaves room for a long one.
    assert fewest_tokens([*letters, Arc(0, 2, 256), Arc(1, 4, 257)], 4) == [Arc(0, 1, 0), Arc(1, 4, 257)]
    with pytest.raises(BpeError, match="fits at unit 2"):
        longest_match(arcs, 3)


@given(text=TEXTS, num_merges=st.integers(0, 25), recipe=IN_BYTES)
def test_the_fate_of_a_token_is_what_happens_step_by_step(text, num_merges, recipe):
    tokenizer = learn(text, recipe, num_merges)
    trace = tokenizer.trace(text)
    arcs = token_arcs(tokenizer, trace)
    spans = [(place, place + 1) for place in range(len(trace.base_ids))]
    ever, left = set(spans), {}
    for number, merge in enumerate(trace.applied):
        place = next(place for place, (_, end) in enumerate(spans) if end == merge.gap + 1)
        for start, end in itertools.combinations(range(len(trace.base_ids) + 1), 2):
            if merge.gap + 1 in (start, end):
                left.setdefault((start, end), number)
        spans[place : place + 2] = [(spans[place][0], spans[place + 1][1])]
        ever.add(spans[place])
    for arc, fate in zip(arcs, fates(trace, arcs), strict=True):
        span = arc[:2]
        first_loss = left.get(span)
        assert fate.merge == (None if first_loss is None else trace.applied[first_loss])
        stood = span in ever
        expected = ("grown" if stood else "lost") if fate.merge else ("taken" if stood else "unmade")
        assert fate.kind == expected
        if fate.kind == "lost" and tokenizer.recipe.encode_order == "lowest-rank":
            assert fate.merge.rank <= tokenizer.rank_of_token(arc.token_id)


def test_an_alphabet_of_characters_is_refused():
    tokenizer = learn("low low", "characters", 2)
    with pytest.raises(BpeError, match="byte-level vocabularies"):
        token_arcs(tokenizer, tokenizer.trace("low"))


@given(text=TEXTS, num_merges=st.integers(0, 25), recipe=IN_BYTES, longest=st.integers(1, 12))
def test_each_part_of_a_text_is_encoded_as_it_is_on_its_own(text, num_merges, recipe, longest):
    tokenizer = learn(text, recipe, num_merges)
    whole = tokenizer.trace(text)
    parts = list(chunks_of(tokenizer, whole, longest=longest))
    assert all(0 < sum(len(tokenizer.vocab[unit]) for unit in part.base_ids) <= longest for part in parts)
    for part in parts:
        tokens = [tokenizer.vocab[token_id] for token_id in part.ids]
        assert b"".join(tokens) == b"".join(tokenizer.vocab[unit] for unit in part.base_ids.tolist())
        # Every merge that makes its tokens is there, each with the gap that it closes.
        closed = [gap for gap, number in enumerate(part.closed_at.tolist()) if number not in (OPEN, BOUNDARY)]
        assert [part.applied[part.closed_at[gap]].gap for gap in closed] == closed
        assert len(closed) == len(part.applied)
        ends = [*itertools.accumulate(map(len, tokens))]
        assert [gap for gap in range(ends[-1] - 1) if gap + 1 not in ends] == closed
    if longest > len(text.encode()):
        assert [token_id for part in parts for token_id in part.ids] == whole.ids
        assert len(parts) == len(tokenizer.encode_chunks(text))
        ranks = [merge.rank for part in parts for merge in part.applied]
        assert sorted(ranks) == sorted(merge.rank for merge in whole.applied)


@given(text=TEXTS, sample=TEXTS, recipe=st.sampled_from([*RECIPES]), num_merges=st.integers(0, 25))
def test_every_pair_that_ever_stood_side_by_side_is_there(text, sample, recipe, num_merges):
    tokenizer = learn(text + sample, recipe, num_merges)
    trace = tokenizer.trace(sample)
    new_ids = np.array([merge.new_id for merge in trace.applied], np.int32)
    expected = set()
    for step in range(len(trace.applied) + 1):
        starts, ids = tokens_at(trace.base_ids, trace.closed_at, new_ids, step)
        for pair, start in zip(itertools.pairwise(ids.tolist()), starts[1:].tolist(), strict=False):
            if trace.closed_at[start - 1] != BOUNDARY:
                expected.add(pair)
    [ranks] = pair_ranks(tokenizer, trace)
    assert set(ranks) == expected
    assert all(rank == tokenizer.rank_of(*pair) for pair, rank in ranks.items())
