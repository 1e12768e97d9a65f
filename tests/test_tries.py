"""The notice under each "Try this" says what the engine really does with the text."""

import pytest

from bpe_core import RECIPES, Tokenizer, TrainingHistory, load_published, pretokenize, train
from bpe_core.lessons.train.printed import PRINTED, first_difference
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.visit.names import TIE_BREAKS
from explorer_ui.visit.settings import DEFAULT_TEXT, DEFAULTS
from explorer_ui.words.course import Page, page_of
from explorer_ui.words.scenes import Scene
from tests.peers import tiktoken_encoding

GPT2, GPT4 = (tiktoken_encoding(name) for name in ("gpt2", "cl100k_base"))


def attempt_of(page: str, label: str) -> Scene:
    return next(attempt for attempt in page_of(page).tries if attempt.label == label)


def trained(attempt: Scene, **other: str) -> TrainingHistory:
    state = DEFAULTS | attempt.state | other
    return train(
        state["text"],
        recipe=state["recipe"],
        num_merges=state["num_merges"],
        tie_break=state["tie_break"],
        min_count=2 if state["skip_rare"] else 1,
    )


def learned(history: TrainingHistory) -> list[bytes]:
    return [history.vocab[merge.new_id] for merge in history.merges]


def test_a_tie_is_there_before_the_first_merge_and_the_rule_changes_what_is_learned() -> None:
    attempt = attempt_of("Train", "A tie")
    counts = list(trained(attempt).pair_counts_at(0).values())
    assert counts.count(max(counts)) == 7
    assert max(counts) == 2
    assert len({frozenset(learned(trained(attempt, tie_break=rule))) for rule in TIE_BREAKS}) == len(
        TIE_BREAKS
    )


def test_the_first_five_merges_put_two_characters_together() -> None:
    history = trained(attempt_of("Train", "Characters of several bytes"))
    whole = [token.decode() for token in learned(history)[:5] if token in ("雨".encode(), "🌧".encode())]
    assert whole == ["雨", "🌧"]
    assert all(token in "雨".encode() or token in "🌧".encode() for token in learned(history)[:5])


def test_dog_is_learned_once_with_the_cut_and_with_every_sign_without() -> None:
    attempt = attempt_of("Chunks", "dog. dog! dog?")
    without_cut = learned(trained(attempt, recipe="bytes"))
    assert {b" dog.", b" dog. ", b" dog!", b" dog! ", b" dog?", b" dog? "} <= set(without_cut)
    assert [token for token in learned(trained(attempt, recipe="gpt2")) if b"dog" in token] == [b" dog"]


def test_the_words_with_their_counts_are_read_so_and_learned_as_printed() -> None:
    attempt = attempt_of("Homework", "Words with their counts")
    state = DEFAULTS | attempt.state
    counts = read_word_counts(state["text"])
    assert counts is not None
    assert sum(counts.values()) == 36
    history = train(
        counts, recipe=state["recipe"], num_merges=state["num_merges"], tie_break=state["tie_break"]
    )
    assert first_difference(history, PRINTED[state["printed_example"]].merges) is None
    assert history.stopped == "merges-reached"


def test_two_merges_that_beat_those_of_training():
    attempt = attempt_of("By hand", "Two merges")
    assert attempt.state["num_merges"] == 2
    history = trained(attempt)
    assert history.token_counts()[-1] == 4
    # ab and then aab: a aab aab.
    assert len(attempt.state["text"].replace("aab", "t")) == 3
    assert "leaves 4 tokens" in attempt.words


def test_digits_by_three() -> None:
    state = attempt_of("Chunks", "Digits by three").state
    chunks = [chunk.text for chunk in pretokenize(state["text"], state["split_pattern"])]
    assert chunks[5:11] == [" ", "123", "4", " ", "123", "45"]
    assert " 1234567" in [chunk.text for chunk in pretokenize(state["text"], state["other_pattern"])]


def test_a_long_word_takes_22_merges_of_rising_rank_to_six_tokens() -> None:
    state = attempt_of("Encode", "A long word in GPT-4").state
    encoding = load_published("cl100k_base").trace(state["encode_text"])
    ranks = [merge.rank for merge in encoding.applied]
    assert ranks == sorted(ranks)
    assert len(ranks) == 22
    assert list(encoding.ids) == GPT4.encode_ordinary(state["encode_text"])
    assert len(encoding.ids) == 6


@pytest.mark.parametrize("text", [DEFAULT_TEXT, "bcbcbcb abab", "小さな傘の店", ""])
def test_a_word_never_seen_is_no_error_whatever_was_trained_before(text: str) -> None:
    state = attempt_of("Encode", "A word never seen").state
    history = train(text, recipe=state["recipe"], num_merges=100)
    assert RECIPES[state["recipe"]].alphabet == "bytes"
    assert not set(state["encode_text"].split()) & set(text.split())
    tokenizer = Tokenizer.from_history(history)
    assert tokenizer.decode(tokenizer.encode(state["encode_text"])) == state["encode_text"]


def test_the_same_merges_give_other_tokens() -> None:
    attempt = attempt_of("Encode", "Same merges, other tokens")
    cuts = {}
    for recipe in ("word-marker", "characters"):
        history = trained(attempt, recipe=recipe)
        tokenizer = Tokenizer.from_history(history)
        cuts[recipe] = [tokenizer.vocab[id_] for id_ in tokenizer.encode(attempt.state["encode_text"])]
        assert learned(history).index(b"bc") < learned(history).index(b"ab")
    assert cuts == {"word-marker": [b"ab", b"c"], "characters": [b"a", b"bc"]}


def test_ids_of_the_decode_page() -> None:
    assert GPT2.decode([8582, 234, 100]) == "🌧"
    assert GPT2.decode([1212, 318]) == "This is"
    assert GPT2.n_vocab == 50257
    assert GPT4.decode_bytes([9906, 11410, 234]).decode("utf-8", "replace") == "Hello �"
    for label, ids in (
        ("A character in three tokens", "8582, 234, 100"),
        ("An id that does not exist", "1212, 318, 50257"),
        ("Half a character", "9906, 11410, 234"),
    ):
        assert ids in attempt_of("Decode", label).state["ids_text"]


def test_runs_of_spaces() -> None:
    runs = sorted(len(token) for token in GPT4.token_byte_values() if not token.strip(b" "))
    assert runs[:81] == list(range(1, 82))
    assert len(runs[81:]) == 5
    assert runs[-1] == 128


def test_emoji_in_gpt2() -> None:
    half = bytes.fromhex("F09F")
    assert half in GPT2.token_byte_values()
    whole = [token for token in GPT2.token_byte_values() if half in token and len(token.strip()) >= 4]
    assert whole == [" 🙂".encode()]
    costs = {len(GPT2.encode_ordinary(chr(point))) for point in range(0x1F300, 0x1FAFF)}
    assert costs == {2, 3}


@pytest.mark.parametrize(
    "page", ["Start", "Bytes", "Chunks", "Train", "Tokens", "Encode", "Decode", "Vocabulary"]
)
def test_a_try_sets_what_the_pages_keep(page: str) -> None:
    of_the_page: Page = page_of(page)
    for attempt in of_the_page.tries:
        assert attempt.state.keys() <= DEFAULTS.keys()


def test_a_special_token_in_a_prompt_opens_as_the_one_id_that_the_notice_names() -> None:
    attempt = attempt_of("Tokens", "A special token in a prompt")
    assert attempt.state["special_policy"] == "special"
    text = attempt.state["text"]
    assert 100257 in GPT4.encode(text, allowed_special="all")
    assert len(GPT4.encode("<|endoftext|>", disallowed_special=())) == 7
