"""Languages: the reasons of tokens, compared with tiktoken and the patterns, and the page that draws them."""

from itertools import accumulate, islice

import pytest
import regex
from tokenizers import Tokenizer as PeerTokenizer

from bpe_core import BpeError, load_published, train
from bpe_core.lessons.compare.token_reasons import count_reasons, reasoned_tokens
from bpe_core.tokenizer import Tokenizer
from bpe_core.training.parity import ParityTraining
from explorer_ui.places.compare.languages.languages import language_of, said_of
from explorer_ui.visit.samples import parallel_texts
from tests.apps import drawn, open_app, saved_files, words
from tests.peers import tiktoken_encoding


def starts(chunks: list[str]) -> set[int]:
    """The byte offsets at which chunks begin."""
    return {0, *accumulate(len(chunk.encode()) for chunk in chunks)}


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("language", parallel_texts())
def test_each_token_has_the_reason_that_its_place_gives(name: str, language: str) -> None:
    text = parallel_texts()[language]
    peer, widest = tiktoken_encoding(name), tiktoken_encoding("o200k_base")
    own, of_words = (starts(regex.findall(one._pat_str, text)) for one in (peer, widest))
    characters = starts(list(text))
    expected, position = [], 0
    for token in peer.decode_tokens_bytes(peer.encode_ordinary(text)):
        starting = {"word": of_words, "pattern": own, "data": characters}
        reason = next((name for name, places in starting.items() if position in places), "bytes")
        expected.append((token, reason))
        position += len(token)
    assert reasoned_tokens(load_published(name), text) == expected


def test_training_without_limit_leaves_what_words_and_the_pattern_need() -> None:
    text = parallel_texts()["Hindi"]
    for recipe, tokens in (("gpt2", 229), ("gpt4o", 90)):
        tokenizer = Tokenizer.from_history(train(text, recipe=recipe, num_merges=100_000))
        counts = count_reasons(reasoned_tokens(tokenizer, text))
        assert sum(counts.values()) == tokens
        assert counts["data"] == counts["bytes"] == 0


def test_tokens_that_do_not_spell_the_text_have_no_reasons() -> None:
    # Its normalizer composes the letter and its accent.
    with pytest.raises(BpeError, match="byte for byte"):
        reasoned_tokens(load_published("qwen3"), "cafe\u0301 au lait")


def test_a_bar_is_said_in_words() -> None:
    gpt2, texts = load_published("gpt2"), parallel_texts()
    tokens = {name: reasoned_tokens(gpt2, texts[name]) for name in ("English", "Hindi")}
    assert said_of("Hindi", tokens) == (
        "Hindi: 561 tokens, 7.0 times English. Why: a word or a punctuation mark begins, 90; the split pattern ends a chunk "
        "where that of GPT-4o does not, 147; training learned no longer token, 59; it did not even merge the bytes of a "
        "character, 265."
    )


def test_the_costs_are_tiktokens_of_those_that_can_encode_all() -> None:
    app = open_app("Languages", compared=["gpt2", "bytes", "words"], tokenizer="gpt2")
    costs = next(frame.value for frame in app.dataframe if "language" in frame.value).set_index("language")
    peer, texts = tiktoken_encoding("gpt2"), parallel_texts()
    assert costs.iloc[:, 0].to_dict() == {name: len(peer.encode(text)) for name, text in texts.items()}
    assert costs.iloc[:, 1].to_dict() == {name: len(text.encode()) for name, text in texts.items()}
    assert len([*costs]) == 2
    assert "“whole words” cannot encode these texts" in words(app)


def test_the_language_is_that_of_the_text() -> None:
    """The other languages have the Latin or the Cyrillic script in common."""
    texts = parallel_texts()
    for name in ("Arabic", "Bengali", "Chinese", "Greek", "Hebrew", "Hindi", "Japanese", "Korean", "Thai"):
        assert language_of(texts[name][:80], texts) == name


def test_the_file_is_the_tokenizer_of_the_step() -> None:
    texts = [*parallel_texts().values()]
    training = ParityTraining(texts)
    list(islice(training, 40))
    own = Tokenizer.from_history(training.history())
    app = open_app("Several languages", query={"parity_step": "40"})
    app.session_state["parity_files"] = True
    peer = PeerTokenizer.from_str(saved_files(app)["tokenizer.json"].decode())
    for text in texts:
        assert peer.encode(text).ids == own.encode(text)


def test_a_line_has_its_number_in_the_text_and_the_recipe_is_not_that_of_a_longer_vocabulary() -> None:
    of = {"parity_texts": "lines", "text": "low\n\n \nlower"}
    for recipe, as_on_train in (("gpt4", True), ("from_gpt2", False)):
        app = open_app("Several languages", recipe=recipe, **of)
        assert drawn(app, "parity")[0]["texts"] == ["Line 1", "Line 4"]
        assert ("Recipe, as on Train:" in words(app)) == as_on_train
