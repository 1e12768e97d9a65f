"""The C file: what Python does not pass on to it, what it survives, and that it frees its memory.

tests/sanitize.py runs all of this again with the compiler's sanitizers and with failing allocations.
"""

import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from ctypes import c_int64
from itertools import accumulate, count, islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import SPLIT_PATTERNS, BpeError, load_published, train
from bpe_core.fast import native
from bpe_core.fast.automaton import automaton_of
from bpe_core.fast.encode import NativeEncoder
from bpe_core.fast.incremental import NativeTrainer
from bpe_core.fast.split import _distinct_in_c, distinct_chunks
from bpe_core.superbpe.token_words import shapes_of
from bpe_core.tables import TABLES
from bpe_core.unicode16 import class_table
from tests.ways import in_language

# If `a` is 97, these pairs make the tokens ab, abab and ababc.
PAIRS = np.array([[97, 98], [256, 256], [257, 99]])
MADE = [256, 257, 258]
TOKENS = [b"ab", b"abab", b"ababc"]


@pytest.fixture(autouse=True)
def library(monkeypatch):
    in_language("C", monkeypatch)
    return native.library


def encoder_of(*, pairs=PAIRS, made=MADE, split_pattern=None):
    return NativeEncoder(range(256), made, pairs=np.array(pairs), split_pattern=split_pattern)


def encoder_of_tokens(*tokens, split_pattern=None):
    made = range(256, 256 + len(tokens))
    return NativeEncoder(range(256), made, tokens=tokens, split_pattern=split_pattern)


def trainer_of(data, *, cuts=(0,), weights=None, **options):
    starts = np.array(cuts if data else (), np.int32)
    weights = np.ones(len(starts), np.int64) if weights is None else np.array(weights, np.int64)
    ids = np.frombuffer(bytes(data), np.uint8).astype(np.int32)
    return NativeTrainer(ids, starts, weights, **{"first_new_id": 256} | options)


def merges_of(trainer, most=10**6):
    merges = islice(iter(trainer.next_merge, None), most)
    return [(*merge.pair, merge.count, merge.replaced) for merge in merges]


# ---- what Python does not pass on


@pytest.mark.parametrize("name", SPLIT_PATTERNS)
def test_every_move_leads_to_a_whole_row_and_every_class_has_a_column(name):
    near, moves = automaton_of(name)
    columns = moves.shape[1]
    assert moves.flags.c_contiguous
    assert len(moves) > 1
    assert set((moves >> 1).ravel().tolist()) <= set(range(0, moves.size, columns))
    # The last column is for the end of the text.
    assert max(near) < columns - 1
    assert class_table().max() < columns - 1
    assert (len(near), len(class_table())) == (0x200, 0x110000)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: NativeEncoder(range(255), MADE, pairs=PAIRS),
        lambda: NativeEncoder(range(256), MADE),
        lambda: NativeEncoder(range(256), MADE, pairs=PAIRS, tokens=TOKENS),
        lambda: encoder_of(pairs=PAIRS[:2]),
        lambda: encoder_of(made=[-1], pairs=PAIRS[:1]),
        lambda: encoder_of(made=[2**31], pairs=PAIRS[:1]),
        lambda: encoder_of(made=[256], pairs=[[97, 2**31]]),
        lambda: NativeEncoder(range(256), MADE, tokens=TOKENS[:2]),
        lambda: encoder_of_tokens(b"ab", b""),
    ],
)
def test_tables_of_an_encoder_that_do_not_fit_are_refused(wrong):
    with pytest.raises(ValueError, match=r"pair|token|id|made"):
        wrong()


@pytest.mark.parametrize(
    "wrong",
    [
        *({"cuts": cuts} for cuts in [(1,), (0, 3), (0, 2, 1), (0, 2, 2), (0, 2**31 - 1), (0, -1), ()]),
        *({"weights": weights} for weights in [[-1], [0], [2**62], [1, 1]]),
        *({"tie_break": "smaller-ids", "tie_order": {97: order}} for order in (-1, 2**31)),
        *({"first_new_id": 97}, {"max_words": 2}, {"max_words": 2, "shapes": np.zeros(3, np.int32)}),
    ],
)
def test_tables_of_a_trainer_that_do_not_fit_are_refused(wrong):
    with pytest.raises((BpeError, ValueError, OverflowError)):
        trainer_of(b"aba", **wrong)


def test_a_file_that_was_built_for_another_is_as_good_as_none(monkeypatch):
    monkeypatch.setattr(native, "_INTERFACE", -1)
    assert native._load() is None
    monkeypatch.undo()
    monkeypatch.setitem(native._SIGNATURES, "bpe_what_it_lacks", ("-", ""))
    assert native._load() is None


# ---- what it survives


@pytest.mark.parametrize("name", TABLES)
def test_merging_makes_every_token_of_a_published_table(name):
    # tiktoken looks up each of these tokens whole, with the same result.
    rules = load_published(name).rules
    tokens = [rules.vocab[token_id] for token_id in rules.made_ids.tolist()]
    encoder = NativeEncoder([*rules.id_of_byte.values()], rules.made_ids, pairs=rules.known_pairs)
    ends = np.array([*accumulate(map(len, tokens))], np.uint32)
    assert encoder._encode(b"".join(tokens), ends, None) == rules.made_ids.tolist()


@pytest.mark.parametrize("name", SPLIT_PATTERNS)
@settings(max_examples=60)
@given(data=st.one_of(st.binary(max_size=80), st.text("a'Sſ字\n ", max_size=40).map(str.encode)))
def test_bytes_that_are_no_text_are_cut_somewhere(name, data):
    joined, starts, numbers, _ = _distinct_in_c([data], name)
    pieces = [joined[start:end] for start, end in pairwise([*starts.tolist(), len(joined)])]
    assert b"".join(pieces[number] for number in numbers) == data
    assert len(set(pieces)) == len(pieces)
    vocab = dict(enumerate([*map(bytes, zip(range(256), strict=True)), *TOKENS]))
    encoder = encoder_of(split_pattern=name)
    for _ in range(2):
        begins = np.zeros(len(data), np.uint8)
        ids = encoder._encode(data, None, begins)
        starts = [*np.flatnonzero(begins).tolist(), len(ids)]
        spelled = [b"".join(map(vocab.__getitem__, ids[start:end])) for start, end in pairwise(starts)]
        assert spelled == [pieces[number] for number in numbers]


def test_the_largest_id_is_that_of_c():
    for new_id, fits in ((2**31 - 3, True), (2**31 - 2, False)):
        with nullcontext() if fits else pytest.raises(ValueError, match="is not between"):
            assert NativeEncoder([0] * 256, [new_id], pairs=np.array([[0, 0]])).merge([0, 0]) == [new_id]


def test_threads_share_everything():
    encoder = encoder_of(split_pattern="gpt2")
    texts = ["".join(random.Random(seed).choices("ab c\n", k=300_000)) for seed in range(4)]
    alone = [encoder.encode(text) for text in texts]
    expected = merges_of(trainer_of(texts[0].encode()), 80)
    trainer = trainer_of(texts[0].encode())

    def work(number):
        ids = encoder.encode(texts[number])
        encoder.forget()
        encoder.encode(texts[number][:100])
        trainer.closed_at()
        return ids, [] if number else merges_of(trainer, 80)

    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(work, range(4))]
    assert [ids for ids, _ in found] == alone
    assert found[0][1] == expected


def test_a_long_training_holds_nobody_up():
    ticks, done = [], threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    with ThreadPoolExecutor(1) as other:
        other.submit(tick)
        train(" ".join(map(str, range(60_000))) * 2, recipe="bytes", num_merges=300)
        done.set()
    assert len(ticks) > 5


# ---- when memory runs out


@contextmanager
def allocation_fails(library, number):
    """Let the n-th allocation from now on fail; this works only in the build of `make sanitize`.

    What is given counts down to -1, when the allocation has failed.
    """
    try:
        left = c_int64.in_dll(library, "bpe_allocations_left")
    except ValueError:
        pytest.skip("only the build of `make sanitize` can let allocations fail")
    left.value = number
    try:
        yield left
    finally:
        left.value = -1


def test_every_allocation_may_fail(library):
    """One allocation after another fails: this gives a MemoryError or the right result, and no memory leak."""
    text = "ababc " * 30 + "ab" * 60 + "".join(map(chr, range(256)))

    def everything():
        return (
            distinct_chunks([text, "", text], "gpt2").chunks,
            *(encoder_of(split_pattern=how).encode_chunks(text) for how in ("gpt2", None)),
            *(encoder_of_tokens(*TOKENS, split_pattern=how).encode(text) for how in ("gpt2", None)),
            # The last token is long, and no pair makes it.
            encoder_of_tokens(b"ab", b"ab" * 90).pairs.tolist(),
            merges_of(trainer_of(text.encode(), cuts=(0, 180))),
        )

    right = everything()
    out_of_memory = 0
    for number in count():
        try:
            with allocation_fails(library, number) as left:
                result = everything()
                all_succeeded = left.value >= 0
        except MemoryError:
            out_of_memory += 1
            continue
        # Without memory for its cache an encoder goes on, only slower.
        assert result == right
        if all_succeeded:
            break
    assert out_of_memory > 30


@pytest.mark.parametrize(
    "limit", [{}, {"max_words": 2, "shapes": shapes_of(bytes([byte]) for byte in range(256))}]
)
def test_a_trainer_that_ran_out_of_memory_goes_on_later(library, limit):
    text = bytes(random.Random(1).choices(b"abc ", k=3000))
    right = merges_of(trainer_of(text, **limit), 200)
    failures = 0
    for number in range(12):
        trainer, learned = trainer_of(text, **limit), []
        with allocation_fails(library, number):
            try:
                learned += merges_of(trainer, 100)
            except MemoryError:
                failures += 1
        assert learned + merges_of(trainer, 200 - len(learned)) == right
    assert failures


def test_what_is_made_is_freed():
    resource = pytest.importorskip("resource")

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def work():
        cutting, whole = encoder_of(split_pattern="gpt2"), encoder_of()
        text = "abab c " * 30_000
        for _ in range(3):
            cutting.encode(text)
            whole.encode("ab" * 50_000)
            distinct_chunks([text], "gpt2")
            merges_of(trainer_of(text[:100_000].encode()), 20)
            with pytest.raises(ValueError, match="pair"):
                encoder_of(made=MADE[:2])

    for _ in range(3):
        work()
    before = peak()
    for _ in range(10):
        work()
    # If the memory leaked, 10 rounds would take 100 MB.
    assert peak() - before < 60_000


def test_a_library_that_was_cut_short_is_not_loaded() -> None:
    """Linux would load it, and reading past its end would kill the process with SIGBUS."""
    if not sys.platform.startswith("linux"):
        pytest.skip("other systems load no such file")
    whole = Path(native.library._name).read_bytes()
    assert native.is_whole(whole)
    for length in [*range(4, 300), *range(300, len(whole), 499), len(whole) - 1]:
        assert not native.is_whole(whole[:length]) or length < 6, length
