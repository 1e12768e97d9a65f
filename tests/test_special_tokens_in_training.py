"""Special tokens split a training text, and no merge contains or crosses them, as in a loop over the parts."""

from dataclasses import replace

import pytest
import regex
import tokenizers

from bpe_core import RECIPES, BpeError, SecondStage, Tokenizer, count_chunks, train
from bpe_core.formats import write
from bpe_core.lessons.vocabulary.lives import lives
from explorer_ui.parts.player.payload import player_data
from tests.apps import open_app
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

STORY = "One day a fox met a fox.<|endoftext|>Once, the other fox met <|no|> fox.<|endoftext|>" * 5


def test_counted_parts_and_texts_one_by_one_learn_the_same():
    options = {"recipe": "gpt2", "num_merges": 30, "special_tokens": ["<|endoftext|>"]}
    whole = train(STORY, **options).merges
    assert train(iter([STORY]), **options).merges == whole
    recipe = replace(RECIPES["gpt2"], special_tokens=("<|endoftext|>",))
    counted = count_chunks([STORY], recipe=recipe)
    assert not any("endoftext" in chunk for chunk in counted)
    assert train(counted, **options).merges == whole
    assert train({"a<|endoftext|>b": 2, "b": 1}, **options).text == "ab"


def test_hugging_face_learns_the_same_from_the_parts_and_encodes_the_same():
    parts = [part for part in regex.split(r"(<\|endoftext\|>)", STORY) if part != "<|endoftext|>"]
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE())
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=287, initial_alphabet=alphabet, show_progress=False, special_tokens=["<|endoftext|>"]
    )
    theirs.train_from_iterator(parts, trainer)
    recipe = replace(RECIPES["gpt2"], same_string_same_token=True, tie_break="lowest-glyphs")
    ours = train(STORY, recipe=recipe, num_merges=30, special_tokens=["<|endoftext|>"])
    encoding = theirs.encode(STORY)
    ids = ours.ids_at(len(ours.merges))
    spelled = [STORY[slice(*span)] for span in encoding.offsets]
    assert [ours.vocab[id_].decode() for id_ in ids] == spelled
    exported = write(Tokenizer.from_history(ours), "huggingface")["tokenizer.json"]
    loaded = tokenizers.Tokenizer.from_str(exported.decode())
    assert loaded.encode(STORY).ids == ids


def test_boundaries_at_special_tokens_are_never_lifted():
    recipe = replace(RECIPES["gpt2"], second_stage=SecondStage(lifts="all"), special_tokens=("<e>",))
    history = train("no no<e>no no<e>no no", recipe=recipe, num_merges=20)
    assert {history.vocab[id_] for id_ in history.ids_at(len(history.merges))} == {b"no no", b"<e>"}
    assert len(history.lifted.gaps)
    assert lives(history).token_ids.tolist().count(256) == 1


@pytest.mark.parametrize("wrong", ["<e>", [""], ["\ud800"], [3]])
def test_what_cannot_be_a_special_token_is_refused(wrong):
    with pytest.raises(BpeError, match="special"):
        train("a", num_merges=1, special_tokens=wrong)
    with pytest.raises(BpeError, match="nonempty"):
        train("aab", recipe=replace(RECIPES["gpt2"], special_tokens=("",)), num_merges=1)


def test_the_player_gets_special_tokens_only_if_the_text_contains_one():
    history = train("é<e>é", recipe="hf-course", num_merges=2, special_tokens=["<e>", "<s>"])
    assert player_data(history)["special_tokens"] == [(0, "<|endoftext|>"), (1, "<e>"), (2, "<s>")]
    assert "special_tokens" not in player_data(train("é", num_merges=0, special_tokens=["<e>"]))


def test_the_train_page_asks_for_them_and_trains_without_merges_inside():
    app = open_app("Train", text=STORY, training_special="<|endoftext|> <|no|>", below="merges")
    assert not app.exception
    box = app.text_input(key="training_special")
    assert box.value == "<|endoftext|> <|no|>"
    assert not any("|" in token for token in app.dataframe[0].value["new token"])
    box.set_value("").run()
    assert any("<|" in token for token in app.dataframe[0].value["new token"])
