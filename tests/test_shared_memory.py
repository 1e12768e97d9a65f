"""What all sessions share is bounded: what was made of a training goes when the training goes."""

import gc
import tracemalloc
from random import Random

from bpe_core import Tokenizer, train
from bpe_core.lessons.vocabulary import find_reach
from explorer_ui.components.player import payload
from explorer_ui.views import vocabulary as vocabulary_view
from explorer_ui.work import tokenizers, training_runs


def test_nothing_made_of_a_training_outlives_it() -> None:
    gc.collect()
    caches = (payload._PAYLOADS, tokenizers._TRAINED, tokenizers._TABLES, vocabulary_view._REACHES)
    before = [len(cache) for cache in caches]
    for number in range(5):
        history = train(f"text {number} text {number} text", recipe="gpt2", num_merges=5)
        tokenizer = tokenizers._TRAINED[history] = Tokenizer.from_history(history)
        table = tokenizers.table_of(tokenizer)
        vocabulary_view._REACHES[tokenizer] = find_reach(tokenizer, table)
        payload.player_data(history)
    gc.collect()
    # Of five trainings the last is still held, here.
    assert [len(cache) for cache in caches] == [number + 1 for number in before]
    del history, tokenizer, table
    gc.collect()
    assert [len(cache) for cache in caches] == before


def test_trainings_that_are_kept_are_counted_by_their_size() -> None:
    small = train("aa", recipe="bytes", num_merges=1)
    large = train("ab" * 50_000, recipe="bytes", num_merges=1)
    assert training_runs._size(large) > 100_000
    assert training_runs._size(small) < 2_000


def test_an_uploaded_tokenizer_counts_for_at_least_what_it_takes() -> None:
    bytes_ = {byte: byte for byte in range(256)}
    merges = [((97, 97), 256)] + [((id_, id_), id_ + 1) for id_ in range(256, 268)]
    few_long = merges + [((268, 98 + number % 20), 269 + number) for number in range(20)]
    pairs = [(left, right) for left in range(256) for right in range(256)]
    many_short = [(pair, 256 + number) for number, pair in enumerate(pairs)]
    noise = "".join(Random(1).choices("abcdefgh ", k=100_000))
    for merges in (few_long, many_short):
        gc.collect()
        tracemalloc.start()
        tokenizer = Tokenizer.from_merges(merges, id_of_byte=bytes_, split_pattern="gpt2")
        table = tokenizers.table_of(tokenizer)
        tokenizer.encode(noise)
        taken, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert taken < tokenizers.uploaded_bytes(tokenizer)
        # And what a longer vocabulary adds is counted, apart from the allowance for the cache.
        counted = tokenizers.uploaded_bytes(tokenizer) - tokenizers._BYTES_OF_CACHE
        assert counted > sum(table.lengths.tolist())
