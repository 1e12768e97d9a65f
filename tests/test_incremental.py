"""The fast trainer, in C and in Python, compared with the textbook loop and two compiled trainers."""

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import regex
import rustbpe
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import reference
from bpe_core.alphabets import from_glyphs
from bpe_core.fast.incremental import make_trainer
from bpe_core.pairs import GLYPH_ORDER
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.stream import tokens_at
from bpe_core.types import OPEN, BpeError
from tests.peers import trained_in_bytes
from tests.sampling import IN_TURNS
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

TIE_BREAKS = ["first-seen", "lowest-pair", "lowest-glyphs", "highest-bytes"]
SAMPLES = Path(__file__).parent.parent / "sample_texts"


def trainer_of(chunks, *, first_new_id=1000, **options):
    weighted = Counter(tuple(chunk) for chunk in chunks)
    starts = [0, *itertools.accumulate(map(len, weighted))][:-1] if weighted else []
    return make_trainer(
        np.array([id_ for chunk in weighted for id_ in chunk], np.int32),
        np.array(starts, np.int32),
        np.array(list(weighted.values()), np.int64),
        first_new_id=first_new_id,
        **options,
    )


def merges_of(trainer, limit):
    return list(itertools.islice(iter(trainer.next_merge, None), limit))


def assert_equals_textbook(chunks, *, limit=60, min_count=1, **options):
    chunks = [tuple(chunk) for chunk in chunks]
    steps = list(reference.train(chunks, first_new_id=1000, num_merges=limit, min_count=min_count, **options))
    expected = [step.merge for step in steps if step.merge]
    trainer = trainer_of(chunks, min_count=min_count, **options)
    assert merges_of(trainer, limit) == expected
    assert trainer.best_count() == next(iter(steps[-1].pair_counts.values()), 0)
    # Equal chunks are one, in the order in which they first occur.
    places = [chunks.index(chunk) for chunk in dict.fromkeys(chunks)]
    base_ids, *states = (
        np.array([id_ for place in places for id_ in ids[place]], np.int32)
        for ids in (chunks, *(step.chunks for step in steps))
    )
    new_ids = np.array([merge.new_id for merge in expected], np.int32)
    for number, state in enumerate(states):
        _, ids = tokens_at(base_ids, trainer.closed_at(), new_ids, number)
        assert ids.tolist() == state.tolist()


@st.composite
def chunk_lists(draw):
    """Chunks of few ids, some equal, many with runs and repeats, so that ties and overlaps are frequent."""
    alphabet = draw(st.sampled_from([[5], [1, 2], [3, 1, 2], [0, 255, 256, 999], list(range(20))]))
    unit = st.sampled_from(alphabet)
    piece = st.builds(
        lambda ids, times: (ids * times)[:40], st.lists(unit, min_size=1, max_size=5), st.integers(1, 12)
    )
    chunk = st.lists(piece, min_size=1, max_size=3).map(lambda pieces: tuple(itertools.chain(*pieces)))
    pool = draw(st.lists(chunk, min_size=1, max_size=6))
    return draw(st.lists(st.sampled_from(pool), max_size=15))


@IN_TURNS
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@given(chunks=chunk_lists())
def test_random_chunks_train_as_in_the_textbook(tie_break, chunks):
    tie_order = {1: 9, 2: 0, 3: 500, 0: 2, 9: 1} if tie_break == "lowest-glyphs" else None
    spelled = {id_: [b"b", b"a", b"ab", b"aba", b"b\0"][id_ % 5] + b"c" * (id_ // 5) for id_ in range(1000)}
    assert_equals_textbook(chunks, tie_break=tie_break, tie_order=tie_order, token_bytes=spelled)


@given(
    chunks=st.lists(st.lists(st.sampled_from([4, 2, 8]), min_size=1, max_size=9), max_size=12),
    min_count=st.integers(1, 3),
)
def test_pairs_that_spell_the_same_string_make_the_same_token(chunks, min_count):
    # One token of the alphabet is what a merge of two others makes.
    assert_equals_textbook(chunks, strings={4: "a", 2: "b", 8: "ba"}, min_count=min_count)


def test_every_text_of_seven_signs_over_two_letters():
    for length in range(8):
        for text in itertools.product([3, 4], repeat=length):
            chunks = [text] if text else []
            for tie_break in ("first-seen", "lowest-pair"):
                assert_equals_textbook(chunks, tie_break=tie_break)
            assert_equals_textbook(chunks, strings={3: b"a", 4: b"b"})


@IN_TURNS
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("name", ["code_python.txt", "dna.txt"])
def test_a_sample_as_one_stream(name, tie_break):
    data = (SAMPLES / name).read_bytes()
    single = {byte: bytes([byte]) for byte in range(256)}
    assert_equals_textbook([data], limit=150, tie_break=tie_break, tie_order=GLYPH_ORDER, token_bytes=single)


@pytest.mark.parametrize("least", [2**61, 2**63, 2**64 + 1, 10**30])
def test_a_least_count_of_any_size_is_not_reached(least):
    assert trainer_of([b"aab", b"aab"], min_count=least).next_merge() is None


def test_closed_at_is_a_copy():
    trainer = trainer_of([b"abab"])
    before = trainer.closed_at()
    trainer.next_merge()
    assert before.tolist() == [OPEN] * 3
    assert trainer.closed_at().tolist() == [0, OPEN, 0]


def test_ids_of_twenty_bits_are_the_last():
    trainer = trainer_of([(2**20 - 3, 5, 2**20 - 3, 6)], first_new_id=2**20 - 1)
    assert trainer.next_merge().new_id == 2**20 - 1
    with pytest.raises(BpeError, match="1048575"):
        trainer.next_merge()
    assert trainer_of([(1, 2)], first_new_id=2**20).best_count() == 1


@pytest.mark.parametrize(
    ("ids", "first_new_id", "message"),
    # Ids that merges would take again, and more base units than ids.
    [((1, 2, 256), 256, "255"), ((1, -1), 256, "255"), ((1, 2), 2**20 + 1, "the limit is")],
)
def test_base_ids_that_leave_no_room_for_merges_are_refused(ids, first_new_id, message):
    with pytest.raises(BpeError, match=message):
        trainer_of([ids], first_new_id=first_new_id)


@pytest.fixture(scope="module")
def samples():
    """The sample texts, in ten scripts, followed by the same amount of their words in random order."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(SAMPLES.rglob("*.txt")))
    words = regex.findall(r"\S+\s*", text)
    return text + "".join(words[place] for place in np.random.default_rng(6).permutation(len(words)))


def learned(samples, **options):
    """The bytes of the first 3,000 tokens."""
    chunks = [chunk.encode() for chunk in regex.findall(SPLIT_PATTERNS["gpt2"], samples)]
    vocab = {byte: bytes([byte]) for byte in range(256)}
    for merge in merges_of(trainer_of(chunks, first_new_id=256, **options), 3000):
        vocab[merge.new_id] = vocab[merge.pair[0]] + vocab[merge.pair[1]]
    return [*vocab.values()][256:]


def test_merges_equal_those_of_rustbpe(samples):
    peer = rustbpe.Tokenizer()
    peer.train_from_iterator(iter([samples]), vocab_size=256 + 3000, pattern=SPLIT_PATTERNS["gpt2"])
    theirs = [bytes(token) for token, _ in peer.get_mergeable_ranks()[256:]]
    assert learned(samples, tie_break="lowest-pair") == theirs


def test_merges_equal_those_of_hugging_face_tokenizers(samples):
    vocab = trained_in_bytes([samples], 256 + 3000).get_vocab()
    theirs = [from_glyphs(glyphs) for glyphs in sorted(vocab, key=vocab.get)[256:]]
    assert learned(samples, tie_break="lowest-glyphs", tie_order=GLYPH_ORDER) == theirs
