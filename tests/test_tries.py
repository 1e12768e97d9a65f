"""The notice under each "Try this" says what the engine really does with the text."""

import pytest

from bpe_core import RECIPES, Tokenizer, TrainingHistory, load_published, pretokenize, train
from bpe_core.lessons.train.printed import PRINTED, first_difference
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.visit.names import TIE_BREAKS
from explorer_ui.visit.settings import DEFAULT_TEXT, DEFAULTS
from explorer_ui.words.course import PAGES, page_of
from explorer_ui.words.scenes import Scene
from tests.apps import from_menu, open_app
from tests.peers import tiktoken_encoding

GPT2, GPT4 = (tiktoken_encoding(name) for name in ("gpt2", "cl100k_base"))


def attempt_of(page: str, label: str) -> Scene:
    return next(attempt for attempt in page_of(page).tries if attempt.label == label)


def trained(attempt: Scene, **other: object) -> TrainingHistory:
    state = DEFAULTS | attempt.state | other
    chosen = {name: state[name] for name in ("recipe", "num_merges", "tie_break")}
    return train(state["text"], min_count=2 if state["skip_rare"] else 1, **chosen)


def learned(history: TrainingHistory) -> list[bytes]:
    return [history.vocab[merge.new_id] for merge in history.merges]


def test_a_tie_is_there_before_the_first_merge_and_the_rule_changes_what_is_learned() -> None:
    attempt = attempt_of("Train", "A tie")
    counts = list(trained(attempt).pair_counts_at(0).values())
    assert counts.count(max(counts)) == 7
    assert max(counts) == 2
    learned_by_rule = {frozenset(learned(trained(attempt, tie_break=rule))) for rule in TIE_BREAKS}
    assert len(learned_by_rule) == len(TIE_BREAKS)


def test_the_first_five_merges_put_two_characters_together() -> None:
    history = trained(attempt_of("Train", "Characters of several bytes"))
    rain, cloud = "雨".encode(), "🌧".encode()
    first = learned(history)[:5]
    assert all(token in rain or token in cloud for token in first)
    assert [token for token in first if token in (rain, cloud)] == [rain, cloud]


def test_the_words_with_their_counts_are_read_so_and_learned_as_printed() -> None:
    attempt = attempt_of("Homework", "Words with their counts")
    state = DEFAULTS | attempt.state
    counts = read_word_counts(state["text"])
    assert sum(counts.values()) == 36
    history = trained(attempt, text=counts)
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
    for recipe, tokens in (("word-marker", [b"ab", b"c"]), ("characters", [b"a", b"bc"])):
        history = trained(attempt, recipe=recipe)
        assert learned(history).index(b"bc") < learned(history).index(b"ab")
        tokenizer = Tokenizer.from_history(history)
        assert tokenizer.decode_tokens_bytes(tokenizer.encode(attempt.state["encode_text"])) == tokens


def test_ids_of_the_decode_page() -> None:
    assert GPT2.decode([8582, 234, 100]) == "🌧"
    assert GPT2.decode([1212, 318]) == "This is"
    assert GPT2.n_vocab == 50257
    assert GPT4.decode_bytes([9906, 11410, 234]).decode("utf-8", "replace") == "Hello �"
    tries = [attempt.state["ids_text"] for attempt in page_of("Decode").tries if "ids_text" in attempt.state]
    for ids in ("8582, 234, 100", "1212, 318, 50257", "9906, 11410, 234"):
        assert any(ids in one for one in tries)


def test_runs_of_spaces() -> None:
    runs = sorted(len(token) for token in GPT4.token_byte_values() if not token.strip(b" "))
    assert (runs[:81], len(runs), runs[-1]) == ([*range(1, 82)], 81 + 5, 128)


def test_emoji_in_gpt2() -> None:
    half = bytes.fromhex("F09F")
    assert half in GPT2.token_byte_values()
    whole = [token for token in GPT2.token_byte_values() if half in token and len(token.strip()) >= 4]
    assert whole == [" 🙂".encode()]
    costs = {len(GPT2.encode_ordinary(chr(point))) for point in range(0x1F300, 0x1FAFF)}
    assert costs == {2, 3}


@pytest.mark.parametrize("name", ["Vocabulary", "Compare"])
def test_every_try_runs(name: str) -> None:
    app = open_app(name)
    for attempt in page_of(name).tries:
        assert not from_menu(app, "offer", {"name": f"{name} {attempt.label}"}, again=False).exception
        assert app.session_state["text"] == attempt.state.get("text", app.session_state["text"])


def test_a_try_sets_what_the_pages_keep() -> None:
    assert {key for page in PAGES for attempt in page.tries for key in attempt.state} <= DEFAULTS.keys()


def test_a_special_token_in_a_prompt_opens_as_the_one_id_that_the_notice_names() -> None:
    attempt = attempt_of("Tokens", "A special token in a prompt")
    assert attempt.state["special_policy"] == "special"
    text = attempt.state["text"]
    assert 100257 in GPT4.encode(text, allowed_special="all")
    assert len(GPT4.encode("<|endoftext|>", disallowed_special=())) == 7
