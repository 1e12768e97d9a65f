"""Published worked examples, checked figure by figure."""

from bpe_core import Merge, Tokenizer, iter_merges, train
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

COURSE = [
    "This is the Hugging Face Course.",
    "This chapter is about tokenization.",
    "This section shows several tokenizer algorithms.",
    "Hopefully, you will be able to understand how they are trained and generate tokens.",
]


def test_the_wikipedia_string_with_bytes() -> None:
    history = train("aaabdaaabac", recipe="bytes", num_merges=3)
    assert [merge.pair for merge in history.merges] == [(97, 97), (256, 97), (257, 98)]
    assert history.ids_at(3) == [258, 100, 258, 97, 99]
    assert history.merges[0] == Merge(rank=0, pair=(97, 97), new_id=256, count=4, replaced=2)
    assert Tokenizer.from_history(history).encode("aaabdaaabac") == [258, 100, 258, 97, 99]


def test_characters_of_three_words() -> None:
    history = train("aab aab aac", recipe="characters", num_merges=2)
    vocab = history.vocab
    counts = {
        (vocab[left] + vocab[right]).decode(): count
        for (left, right), count in history.pair_counts_at(0).items()
    }
    assert counts == {"aa": 3, "ab": 2, "b ": 2, " a": 2, "ac": 1}
    assert [vocab[id_] for id_ in history.ids_at(2)] == [b"aab", b" ", b"aab", b" ", b"aa", b"c"]


def test_the_hugging_face_course() -> None:
    history = train(COURSE, recipe="hf-course", vocab_size=50)
    tokenizer = Tokenizer.from_history(history)
    vocab = history.vocab
    assert vocab[0] == b"<|endoftext|>"
    assert len(history.base.id_of_unit) == 30
    assert len(vocab) == 50

    def spelled(pair: tuple[int, int]) -> str:
        return f"{vocab[pair[0]].decode()}+{vocab[pair[1]].decode()}"

    counts = {spelled(pair): count for pair, count in history.pair_counts_at(0).items()}
    assert counts[" +t"] == 7
    assert counts["i+s"] == 5
    assert counts["T+h"] == 3
    assert counts["h+i"] == 3
    learned = [vocab[merge.new_id].decode().replace(" ", "Ġ") for merge in history.merges]
    assert learned == [
        "Ġt", "is", "er", "Ġa", "Ġto", "en", "Th", "This", "ou", "se", "Ġtok", "Ġtoken", "nd", "Ġis", "Ġth", "Ġthe", "in", "Ġab",
        "Ġtokeni",
    ]  # fmt: skip
    tokens = [vocab[id_].decode().replace(" ", "Ġ") for id_ in tokenizer.encode("This is not a token.")]
    assert tokens == ["This", "Ġis", "Ġ", "n", "o", "t", "Ġa", "Ġtoken", "."]


def test_the_word_marker_alphabet() -> None:
    history = train(" ab ab\nab", recipe="word-marker", num_merges=1)
    marker = history.base.id_of_unit[ord("Ġ")]
    assert marker == 256
    assert history.base.id_of_unit[ord("a")] == ord("a")
    assert history.special_tokens == {"<|endoftext|>": 257}
    assert history.base_ids.tolist() == [32, 97, 98, marker, 97, 98, 10, 97, 98]
    assert history.merges[0] == Merge(rank=0, pair=(97, 98), new_id=258, count=3, replaced=3)


def test_training_says_why_it_ended() -> None:
    assert train("abab", recipe="bytes", num_merges=1).stopped == "merges-reached"
    assert train("abab", recipe="bytes", num_merges=9).stopped == "no-pair-left"
    assert train("abcd", recipe="bytes", num_merges=9, min_count=2).stopped == "pairs-too-rare"
    assert train("", recipe="bytes", num_merges=9).stopped == "no-pair-left"


def test_a_training_can_be_watched_and_stopped() -> None:
    training = iter_merges("low lower lowest", recipe="gpt2")
    first = next(training)
    assert training.history().merges == (first,)
    assert len(list(training)) + 1 == len(training.history().merges)
