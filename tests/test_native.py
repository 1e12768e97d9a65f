"""The C file: what it refuses, what it survives, and that it frees what it holds.

All of this runs anew under the sanitizers of the compiler, with allocations that fail: see tests/sanitize.py.
"""

import random
import threading
from contextlib import suppress
from functools import cache
from itertools import accumulate, chain

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import SPLIT_PATTERNS, load_published, train
from bpe_core.fast import native
from bpe_core.fast.automaton import automaton_of
from bpe_core.published.tables import TABLES
from bpe_core.unicode16 import class_table
from tests.ways import in_language

BYTES = np.arange(256, dtype=np.uint32)
# With these ids `a` is 97; the tokens ab, abab and ababc.
PAIRS = np.array([[97, 98], [256, 256], [257, 99]], np.uint32)
MADE = np.array([256, 257, 258], np.uint32)


@pytest.fixture(autouse=True)
def library(monkeypatch):
    in_language("C", monkeypatch)
    return native.library()


def encoder_of(library, *, pairs=PAIRS, made=MADE, whole=False):
    return library.Encoder(BYTES, made, pairs, None, None, whole, 1)


def trainer_of(library, data, *, cuts=(0,), weights=None, order=None, first=256, most=2**20, least=1):
    starts = np.array([] if not data else cuts, np.uint32)
    weights = np.ones(len(starts), np.int64) if weights is None else np.array(weights, np.int64)
    ids = np.frombuffer(bytes(data), np.uint8).astype(np.int32)
    return library.Trainer(ids, starts, weights, order, first, most, least, 1)


def ends(*numbers):
    return np.array(numbers, np.uint32)


# ---- what it refuses


def test_cutters_of_tables_that_do_not_fit_are_refused(library):
    near, moves = automaton_of("o200k_base")
    classes, width = class_table(), moves.shape[1]
    assert library.Cutter(near, classes, moves, width)
    beyond = moves.copy()
    beyond[3, 3] = 2 * len(moves)
    for arguments in (
        (near[:-1], classes, moves, width),
        (bytes([width]) + near[1:], classes, moves, width),
        (near, classes[:-1], moves, width),
        (near, np.full_like(classes, width), moves, width),
        (near, classes, beyond, width),
        (near, classes, moves, width - 1),
        (near, classes, moves, 0),
        (near, classes, moves, -width),
        (near, classes, moves[:1], width),
        (near, classes, moves.tobytes()[1:], width),
        (near, classes, b"", width),
    ):
        with pytest.raises(ValueError, match=r"fit|size"):
            library.Cutter(*arguments)


def test_encoders_of_tables_that_do_not_fit_are_refused(library):
    many = np.array([2**31], np.uint32)
    for arguments in (
        (BYTES[:255], MADE, PAIRS, None, None, False),
        (BYTES, MADE, PAIRS[:2], None, None, False),
        (BYTES, MADE, PAIRS.tobytes()[1:], None, None, False),
        (BYTES, many, PAIRS[:1], None, None, False),
        (BYTES, MADE[:1], np.array([[97, 2**31]], np.uint32), None, None, False),
        (BYTES, MADE[:1], np.array([[97, 300]], np.uint32), None, None, True),
        (BYTES, MADE, None, None, None, True),
        (BYTES, MADE[:1], PAIRS[:1], b"ab", ends(0, 2), True),
        (BYTES, MADE[:1], None, b"ab", ends(0, 2), False),
        (BYTES, MADE[:1], None, b"ab", None, True),
        (BYTES, MADE[:1], None, b"ab", ends(0, 3), True),
        (BYTES, MADE[:1], None, b"ab", ends(1, 2), True),
        (BYTES, MADE[:1], None, b"a", ends(0, 1), True),
        (BYTES, MADE[:2], None, b"abab", ends(0, 4, 4), True),
        (BYTES, MADE[:2], None, b"abab", ends(0, 8, 4), True),
        # abc, then ab: by the bytes, ab and c make a token of lower rank than ab
        (BYTES, MADE[:2], None, b"abcab", ends(0, 3, 5), True),
    ):
        with pytest.raises(ValueError, match=r"merges|size"):
            library.Encoder(*arguments, 1)


def test_a_token_that_no_pair_makes_is_met_whole_alone(library):
    # ab, then xaby, of which x | ab | y is left
    encoder = library.Encoder(BYTES, MADE[:2], None, b"abxaby", ends(0, 2, 6), True, 1)
    assert np.frombuffer(encoder.pairs(), np.int32).reshape(-1, 2).tolist() == [[97, 98], [-1, -1]]
    assert encoder.encode(b"xaby", ends(4)) == [257]
    assert encoder.encode(b"xabyz", ends(5)) == [120, 256, 121, 122]


def test_tokens_that_double_forever_are_refused(library):
    made = np.arange(256, 356, dtype=np.uint32)
    pairs = np.repeat(np.concatenate(([97], made[:-1]))[:, None], 2, axis=1).astype(np.uint32)
    with pytest.raises((ValueError, MemoryError)):
        encoder_of(library, pairs=pairs[:100], made=made, whole=True)
    assert encoder_of(library, pairs=pairs, made=made).encode(b"a" * 4096, ends(4096)) == [256 + 11]


@pytest.mark.parametrize("wrong", [(), (3,), (5,), (0, 4), (2, 2, 4), (3, 2, 4), (4, 4)])
def test_ends_that_do_not_rise_to_the_end_are_refused(library, wrong):
    for work in (
        encoder_of(library).encode,
        encoder_of(library).encode_chunks,
        lambda *both: library.distinct(*both, 1),
    ):
        with pytest.raises(ValueError, match="ends"):
            work(b"abab", ends(*wrong))
        with pytest.raises(ValueError, match="size"):
            work(b"abab", b"123")


def test_arguments_of_another_kind_are_refused(library):
    encoder = encoder_of(library)
    for wrong in (None, "text", 3, encoder, library.Cutter):
        with pytest.raises((TypeError, BufferError)):
            encoder.encode(b"ab", wrong)
        with pytest.raises((TypeError, BufferError)):
            library.Trainer(wrong, b"", b"", None, 1, 1, 1, 1)
    for text in ("ab", bytearray(b"ab"), None):
        with pytest.raises(TypeError):
            encoder.encode(text, ends(2))
    for kind in (library.Cutter, library.Encoder, library.Trainer):
        with pytest.raises(TypeError):
            kind()
        with pytest.raises(TypeError):
            type("Sub", (kind,), {})
        with pytest.raises(TypeError):
            kind.encode = None


def test_trainers_of_tables_that_do_not_fit_are_refused(library):
    ids, one = np.array([5, 6, 5], np.int32), np.array([1], np.int64)
    for arguments in (
        (ids, ends(1), one, None, 256, 300, 1),
        (ids, ends(), one[:0], None, 256, 300, 1),
        (ids, ends(0, 3), np.array([1, 1]), None, 256, 300, 1),
        (ids, ends(0, 2, 1), np.array([1, 1, 1]), None, 256, 300, 1),
        (ids, ends(0, 2**32 - 1), np.array([1, 1]), None, 256, 300, 1),
        (ids, ends(0), np.array([1, 1]), None, 256, 300, 1),
        (ids, ends(0), -one, None, 256, 300, 1),
        (ids, ends(0), one * 2**62, None, 256, 300, 1),
        (ids, ends(0), one, None, 6, 300, 1),
        (-ids, ends(0), one, None, 256, 300, 1),
        (ids, ends(0), one, None, 256, 2**31, 1),
        (ids, ends(0), one, None, 256, 255, 1),
        (ids, ends(0), one, np.arange(255, dtype=np.int32), 256, 300, 1),
        (ids, ends(0), one, np.arange(-1, 255, dtype=np.int32), 256, 300, 1),
        (ids.tobytes()[1:], ends(0), one, None, 256, 300, 1),
    ):
        with pytest.raises(ValueError, match=r"fit|size"):
            library.Trainer(*arguments, 1)


# ---- what it survives


@cache
def two_encoders():
    return [encoder_of(native.library(), whole=whole) for whole in (False, True)]


@pytest.mark.parametrize("name", SPLIT_PATTERNS)
@settings(max_examples=150)
@given(
    data=st.one_of(st.binary(max_size=80), st.text("a'Sſ字\n ", max_size=40).map(str.encode)),
    seed=st.integers(0, 2**64 - 1),
)
def test_bytes_that_are_no_text_are_cut_somewhere(library, name, data, seed):
    numbers, spans = library.distinct(data, native.cutter(name), seed)
    spans = np.frombuffer(spans, np.uint32).reshape(-1, 2)
    pieces = [data[start:end] for start, end in spans.tolist()]
    assert b"".join(pieces[number] for number in np.frombuffer(numbers, np.uint32)) == data
    assert len(set(pieces)) == len(pieces)
    vocab = dict(enumerate(map(bytes, zip(range(256), strict=True)))) | {
        256: b"ab",
        257: b"abab",
        258: b"ababc",
    }
    for encoder in two_encoders():
        for _ in range(2):
            ids = encoder.encode(data, native.cutter(name))
            assert b"".join(map(vocab.__getitem__, ids)) == data
            assert list(chain.from_iterable(encoder.encode_chunks(data, native.cutter(name)))) == ids


@settings(max_examples=100)
@given(
    data=st.data(),
    chunks=st.lists(st.binary(min_size=1, max_size=30), min_size=1, max_size=8),
    budget=st.integers(-1, 100),
)
def test_any_training_learns_what_the_gaps_say(library, data, chunks, budget):
    text = b"".join(chunks)
    weights = data.draw(st.lists(st.integers(0, 5), min_size=len(chunks), max_size=len(chunks)))
    order = data.draw(st.sampled_from([None, np.arange(256, dtype=np.int32)[::-1].copy()]))
    cuts = [0, *accumulate(map(len, chunks))][:-1]
    trainer = trainer_of(library, text, cuts=cuts, weights=weights, order=order)
    learned = []
    while new := trainer.learn(data.draw(st.integers(0, 20)), budget):
        learned += new
    symbols = np.frombuffer(trainer.symbols(), np.int32)
    for rank, (_, _, count, replaced) in enumerate(learned):
        closed = np.flatnonzero(symbols == -2 - rank)
        weight = np.array(weights)[np.searchsorted(cuts, closed, side="right") - 1]
        assert weight.sum() == replaced
        assert 0 < replaced <= count


def test_no_text_no_merges_no_ids(library):
    assert trainer_of(library, b"").learn(9, 9) == []
    assert trainer_of(library, b"").symbols() == b""
    assert trainer_of(library, b"aaaa", most=257).learn(9, 10**6) == [(97, 97, 3, 2)]
    assert encoder_of(library, pairs=PAIRS[:0], made=MADE[:0], whole=True).encode(b"ab", ends(2)) == [97, 98]
    assert encoder_of(library).encode(b"", ends()) == []
    assert library.distinct(b"", ends(), 1) == (b"", b"")


def test_threads_share_everything(library):
    encoder = encoder_of(library, whole=True)
    texts = [random.Random(seed).randbytes(300_000).replace(b"\x00", b"ababc ") for seed in range(4)]
    alone = [encoder.encode(text, native.cutter("gpt2")) for text in texts]
    trainer = trainer_of(library, texts[0])
    found = {}

    def work(number):
        found[number] = encoder.encode(texts[number], native.cutter("gpt2"))
        encoder.forget()
        for _ in range(20):
            with suppress(RuntimeError):  # another thread is training with this trainer
                trainer.learn(3, 10**6)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(4)] == alone


def test_a_long_training_holds_nobody_up():
    text = (" ".join(map(str, range(60_000)))) * 2
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            done.wait(0.001)

    other = threading.Thread(target=tick)
    other.start()
    train(text, recipe="bytes", num_merges=300)
    done.set()
    other.join()
    assert len(ticks) > 5


# ---- when memory runs out


def test_every_allocation_may_fail(library):
    """One allocation after another fails: a MemoryError, or the right result; and nothing is lost."""
    if not hasattr(library, "fail_after"):
        pytest.skip("only the build of `make sanitize` can let allocations fail")
    near, moves = automaton_of("gpt2")
    text = b"ababc " * 30 + b"ab" * 60 + bytes(range(256))

    def everything():
        cutter = library.Cutter(near, class_table(), moves, moves.shape[1])
        merged = [encoder_of(library, whole=whole) for whole in (False, True)]
        tokens = library.Encoder(BYTES, MADE, None, b"ab" + b"abab" + b"ababc", ends(0, 2, 6, 11), True, 1)
        trainer = trainer_of(library, text, cuts=(0, 180))
        return (
            library.distinct(text, cutter, 1),
            [one.encode(text, how) for one in [*merged, tokens] for how in (cutter, ends(180, len(text)))],
            merged[0].encode_chunks(text, cutter),
            # The last one is long, and no pair makes it.
            library.Encoder(BYTES, MADE[:2], None, b"ab" + b"ab" * 90, ends(0, 2, 182), True, 1).pairs(),
            # What was learned before memory ran out is given, and the next call goes on.
            list(chain.from_iterable(iter(lambda: trainer.learn(50, 10**6), []))),
            trainer.symbols(),
        )

    right = everything()
    for number in range(10_000):
        library.fail_after(number)
        try:
            result = everything()
        except MemoryError:
            continue
        finally:
            library.fail_after(-1)
        assert result == right
        break
    assert number > 30


def test_a_trainer_that_ran_out_of_memory_goes_on_later(library):
    if not hasattr(library, "fail_after"):
        pytest.skip("only the build of `make sanitize` can let allocations fail")
    text = random.Random(1).choices(b"abcd", k=3000)
    right = trainer_of(library, text).learn(200, 10**9)
    trainer, learned, failures = trainer_of(library, text), [], 0
    while len(learned) < 200:
        library.fail_after(0)
        try:
            learned += trainer.learn(1, 10**6)
        except MemoryError:
            failures += 1
            library.fail_after(-1)
            learned += trainer.learn(1, 10**6)
        library.fail_after(-1)
    assert learned == right
    assert failures


def test_python_objects_may_fail_too(library):
    memory = pytest.importorskip("_testcapi")
    encoder, trainer = encoder_of(library), trainer_of(library, b"abababab")
    for number in range(60):
        results = []
        memory.set_nomemory(number)
        try:
            results.append(encoder.encode(b"abxyabab" * 3, b"\x18\0\0\0"))
            results.append(encoder.encode_chunks(b"abxyabab" * 3, b"\x18\0\0\0"))
            results.append(trainer.symbols())
        except MemoryError:
            continue
        finally:
            memory.remove_mem_hooks()
        assert len(results) == 3
        break


def test_what_is_made_is_freed(library):
    resource = pytest.importorskip("resource")

    def peak():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def work():
        encoder = encoder_of(library, whole=True)
        text = b"abab c " * 30_000
        for _ in range(3):
            encoder.encode(text, native.cutter("gpt2"))
            encoder.encode(b"ab" * 50_000, ends(100_000))
            library.distinct(text, native.cutter("gpt2"), 1)
            trainer_of(library, text[:100_000]).learn(20, 10**9)
            with pytest.raises(ValueError, match="merges"):
                encoder_of(library, made=MADE[:2])

    for _ in range(5):
        work()
    before = peak()
    for _ in range(15):
        work()
    # A leak of all that 15 rounds use would be 150 MB.
    assert peak() - before < 60_000


def test_the_published_tables_give_what_python_gives(monkeypatch):
    text = "".join(map(chr, range(32, 0x2FFF))) + "The quick brown fox's 12345 jumps;\n\n  over\t/ "
    for name in TABLES:
        in_c = load_published(name).encode_ordinary(text)
        with monkeypatch.context() as patch:
            in_language("Python", patch)
            assert load_published(name).encode_ordinary(text) == in_c
