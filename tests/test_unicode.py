"""All of Unicode, encoded and decoded: every code point that can occur in a text, with every tokenizer."""

from functools import cache

import pytest

from bpe_core import RECIPES, Tokenizer, load_published, train


@cache
def everything() -> str:
    return "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
def test_published_tokenizers_give_back_every_code_point(name: str) -> None:
    tokenizer = load_published(name)
    assert tokenizer.decode(tokenizer.encode_ordinary(everything())) == everything()


@pytest.mark.parametrize("recipe", RECIPES)
def test_training_loses_no_character_at_any_step(recipe: str) -> None:
    # Every 31st code point: this is fast, and has characters of one to four bytes from every script.
    text = everything()[::31] + "the the then " * 50
    if RECIPES[recipe].alphabet == "word-marker":
        # This alphabet writes a space as Ġ, so it rejects Ġ itself.
        text = text.replace("Ġ", "")
    history = train(text, recipe=recipe, num_merges=30)
    for step in (0, 1, 15, len(history.merges)):
        _, ids = history.tokens_at(step)
        written = b"".join(history.vocab[token_id] for token_id in ids.tolist())
        assert written == b"".join(history.vocab[token_id] for token_id in history.base_ids.tolist())
    tokenizer = Tokenizer.from_history(history)
    assert tokenizer.decode(tokenizer.encode_ordinary(text)) == text
