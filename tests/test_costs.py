"""What the tokens of a text are spent on, compared with a plain loop, and its hardest word, with tiktoken and brute force."""

import itertools
from collections import Counter

import pytest
import regex

from bpe_core import load_published
from bpe_core.lessons.tokens.costs import costs_by
from bpe_core.lessons.tokens.single_words import hardest_word
from explorer_ui.places.tokens.text_to_ids import why
from tests.apps import open_app, words
from tests.format_samples import learn
from tests.peers import tiktoken_encoding

TEXT = "Café 12 — 0x9f3a7c21\n\nпривет, мир deadbeef 日本語\n\tend 3141592653" * 3
HINDI = "नमस्ते दुनिया, यह एक छोटा परीक्षण है।"


@pytest.mark.parametrize("name", ["gpt2", "o200k_base", "qwen3"])
@pytest.mark.parametrize("by", ["kind", "script", "line"])
def test_every_token_and_character_is_counted_once_and_each_place_has_its_kind(name, by):
    tokenizer = load_published(name)
    ids = tokenizer.encode_ordinary(TEXT)
    costs = costs_by(tokenizer, ids, by)
    assert sum(cost.tokens for cost in costs) == len(ids)
    assert sum(cost.characters for cost in costs) == len(TEXT)
    assert [cost.tokens for cost in costs] == sorted((cost.tokens for cost in costs), reverse=True)
    place = {cost.name: tokenizer.decode(ids[cost.start : cost.end]) for cost in costs}
    for kind, pattern in (("hexadecimal", "[0-9a-f]{6}"), ("Cyrillic", r"\p{Cyrillic}")):
        assert kind not in place or regex.search(pattern, place[kind])
    if by == "line":
        line, expected = 1, Counter()
        for token in tokenizer.decode_tokens_bytes(ids):
            expected[str(line)] += 1
            line += token.count(b"\n")
        assert {cost.name: cost.tokens for cost in costs} == expected


@pytest.mark.parametrize("by", ["kind", "script", "line", "repeat"])
def test_the_page_lists_what_costs_most_first(by):
    app = open_app("Tokens", tokenizer="o200k_base", text=TEXT, costs_by=by)
    (table,) = [frame.value for frame in app.dataframe if "characters per token" in frame.value]
    assert [*table["tokens"]] == sorted(table["tokens"], reverse=True)
    if by == "line":
        texts = dict(zip(table["line"], table["text"], strict=True))
        assert texts["3"] == "привет,·мир·deadbeef·日本語⏎"
    assert not app.exception


def test_a_row_leads_to_the_first_of_its_repeats():
    tokenizer = load_published("gpt2")
    ids = tokenizer.encode_to_numpy(
        "Once more: one two three four five six. And one two three four five six."
    )
    (cost,) = why._rows(tokenizer, ids, "repeat")
    assert (cost.name, tokenizer.decode(ids[cost.start : cost.end])) == (
        "2 times",
        " one two three four five six.",
    )
    assert (cost.tokens, cost.characters) == (14, 58)


# ---- the hardest word, and a text in another script on Train and Encode


def fewest_by_trying(name: str, word: str) -> int:
    """The fewest tokens that spell a word, found by trying all ways to split it, those with few tokens first."""
    known = load_published(name).id_of_bytes
    data = word.encode()
    for cuts in itertools.count():
        for places in itertools.combinations(range(1, len(data)), cuts):
            row = [data[a:b] for a, b in itertools.pairwise([0, *places, len(data)])]
            if all(token in known for token in row):
                return cuts + 1
    raise AssertionError


@pytest.mark.parametrize(
    ("name", "text", "hardest"),
    [
        ("gpt2", "The unwatchability of", " unwatchability"),
        ("o200k_base", "The unwatchability of", " unwatchability"),
        # GPT-2 gives new|sp|aper|man; news|paper|man has fewer tokens.
        ("gpt2", "newspaperman", "newspaperman"),
    ],
)
def test_it_is_the_word_with_the_most_tokens_and_said_how_few_spell_it(name, text, hardest):
    found = hardest_word(load_published(name), text)
    assert (found.word, found.tokens) == (hardest, len(tiktoken_encoding(name).encode_ordinary(hardest)))
    assert found.fewest == fewest_by_trying(name, hardest)
    assert hardest != "newspaperman" or found.fewest < found.tokens


def test_nothing_is_said_where_each_word_is_one_token():
    tokenizer = load_published("gpt2")
    assert hardest_word(tokenizer, "the cat 12345") is None
    assert hardest_word(tokenizer, "a" * 50) is None  # longer than a word may be


def test_a_word_has_as_many_tokens_as_after_another_word():
    # In this recipe a space at the beginning of a text is another token than one between words.
    text = "low lower lowest low lower, the low"
    tokenizer = learn(text, "word-marker", 30)
    counts = {tokenizer.decode_bytes(chunk): len(chunk) for chunk in tokenizer.encode_chunks(text)}
    found = hardest_word(tokenizer, text)
    assert (found.word, found.tokens) == (" the", max(counts.values()))
    assert counts[b" the"] == 4


def test_of_several_words_with_as_many_tokens_it_is_the_first():
    tokenizer = learn("", "bytes", 0)
    for text, first in (("abc def xyz", " def"), ("abcd xyz", "abcd"), ("xyz abcd uvwx", " abcd")):
        found = hardest_word(tokenizer, text)
        assert (found.word, found.tokens) == (first, len(first))


def test_tokens_and_encode_say_it() -> None:
    text = "The unwatchability of overcomplicatedness: antidisestablishmentarianism, 1234567890."
    told = words(open_app("Tokens", tokenizer="o200k_base", text=text))
    assert "hardest words here for GPT-4o: \u2068·antidisestablishmentarianism\u2069, 6 tokens" in told
    named = {"tokenizer": "gpt2", "text": "one<|endoftext|>two"}
    assert "\u2068endoftext\u2069, 3 tokens" in words(open_app("Tokens", special_policy="ordinary", **named))
    assert "hardest word" not in words(open_app("Tokens", special_policy="special", **named))
    told = words(open_app("Tokens", tokenizer="cl100k_base", text="a zebrafish"))
    assert "\u2068·zebrafish\u2069, 4 tokens" in told
    told = words(open_app("Encode", tokenizer="gpt2", encode_text="overcomplicatedness"))
    assert "\u2068overcomplicatedness\u2069" in told


def test_a_text_in_another_script_is_offered_characters() -> None:
    app = open_app("Train", text=HINDI)
    (characters,) = [button for button in app.button if button.label == "Show characters"]
    characters.click().run()
    assert app.session_state.recipe == "characters"
    (as_bytes,) = [button for button in app.button if button.label == "Show bytes"]
    as_bytes.click().run()
    assert app.session_state.recipe == "gpt2"
    labels = {button.label for button in open_app("Train", text="A naïve café.").button}
    assert not labels & {"Show characters", "Show bytes"}


def test_encode_begins_with_a_word_of_a_text_that_shares_no_pair_with_the_usual_one() -> None:
    app = open_app("Encode", text=HINDI)
    assert app.text_input(key="encode_text").value in HINDI.split()
    app = open_app("Encode", text="Hello world")  # no pair as in the usual sentence
    assert app.text_input(key="encode_text").value == "Hello"
    app = open_app("Encode", text="12345")
    assert app.text_input(key="encode_text").value.startswith("The butter")
    app = open_app("Encode", text=HINDI, encode_text="own words")
    assert app.text_input(key="encode_text").value == "own words"
