"""A recipe with normalizers trains, encodes and is saved as Hugging Face tokenizers with the same normalizers."""

from copy import deepcopy
from dataclasses import replace

import numpy as np
import pytest
import tokenizers
from tokenizers import normalizers

from bpe_core import RECIPES, BpeError, Recipe, Tokenizer, count_chunks, from_glyphs, train
from bpe_core.formats import FORMATS, FormatError, read, write
from bpe_core.pipeline.cleaning import EachCharacter
from bpe_core.pipeline.normalizers import Lowercase, NormalForm, Prepend, Replace, Strip
from bpe_core.pipeline.pre_tokenizers import Digits
from bpe_core.pipeline.steps import Pipeline
from bpe_core.training.parity import ParityTraining
from tests.peers import trained_in_bytes

LOWER = replace(RECIPES["gpt2"], name="gpt2-lower", steps=Pipeline(normalizers=(Lowercase(),)))
STORY = (
    "The Baker's daughter BAKES bread; the ﬁrst ﬁne Caf\u00e9, Cafe\u0301 and CAFE\u0301 by ①② … ΟΔΟΣ ὈΔΌΣ.\n"
    "The  baker, the BAKER's  brother and THE bargeman bake e\u0301clairs. İstanbul, Straße, ｆｕｌｌ ｗｉｄｔｈ.\n"
) * 3
STEPS = {
    "lower case": ((Lowercase(),), normalizers.Lowercase()),
    "NFKC": ((NormalForm("NFKC"),), normalizers.NFKC()),
    "NFD": ((NormalForm("NFD"),), normalizers.NFD()),
    "NFKC and lower case": ((NormalForm("NFKC"), Lowercase()), normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])),
    "no accents": ((NormalForm("NFD"), EachCharacter("marks")), normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents()])),
    "replaced": ((Replace("a", "ea"),), normalizers.Replace("a", "ea")),
    "stripped on the left": ((Strip(left=True, right=False),), normalizers.Strip(left=True, right=False)),
    "stripped on the right": ((Strip(left=False, right=True),), normalizers.Strip(left=False, right=True)),
    "prepended and stripped": (
        (Strip(left=True, right=True), Prepend("▁")),
        normalizers.Sequence([normalizers.Strip(), normalizers.Prepend("▁")]),
    ),
}  # fmt: skip
TEXTS = ["", " ", "THE Cafe\u0301 BAKES", " ﬁ ① é E\u0301 ΟΔΟΣ\n  ", STORY]


def recipe_of(name: str) -> Recipe:
    """Return the recipe of GPT-2 with steps, by the library's rule for ties."""
    steps = Pipeline(normalizers=STEPS[name][0])
    return replace(RECIPES["gpt2"], tie_break="lowest-glyphs", same_string_same_token=True, steps=steps)


@pytest.mark.parametrize("name", STEPS)
def test_hugging_face_learns_the_same_and_encodes_the_same(name: str) -> None:
    peer = trained_in_bytes([STORY], 340, normalizer=STEPS[name][1])
    history = train(STORY, recipe=recipe_of(name), vocab_size=340)
    vocab = peer.get_vocab()
    theirs = [from_glyphs(glyphs) for glyphs in sorted(vocab, key=vocab.__getitem__)[256:]]
    assert [history.vocab[merge.new_id] for merge in history.merges] == theirs
    assert history.text == peer.normalizer.normalize_str(STORY)
    tokenizer = Tokenizer.from_history(history)
    loaded = tokenizers.Tokenizer.from_str(write(tokenizer, "huggingface")["tokenizer.json"].decode())
    for text in TEXTS:
        spelled = [from_glyphs(token) for token in peer.encode(text).tokens]
        assert [tokenizer.vocab[id_] for id_ in tokenizer.encode(text)] == spelled
        assert loaded.encode(text).ids == tokenizer.encode(text)
    # The text of the training, encoded, is its last step.
    assert tokenizer.encode(STORY) == history.ids_at(len(history.merges))


@pytest.mark.parametrize("format_name", ["own", "huggingface"])
@pytest.mark.parametrize("name", STEPS)
def test_what_is_saved_is_read_again(name: str, format_name: str) -> None:
    tokenizer = Tokenizer.from_history(
        train(STORY, recipe=recipe_of(name), num_merges=60, special_tokens=["<|END|>"])
    )
    again = read(write(tokenizer, format_name))
    for text in [*TEXTS, "THE<|END|>the<|end|>"]:
        assert again.encode(text, allowed_special="all") == tokenizer.encode(text, allowed_special="all")
    assert again.steps.normalizers == tokenizer.steps.normalizers
    if format_name == "own":
        assert again.recipe == tokenizer.recipe
    assert deepcopy(tokenizer).encode(STORY) == tokenizer.encode(STORY)


@pytest.mark.parametrize("format_name", sorted(FORMATS.keys() - {"own", "huggingface"}))
def test_a_format_without_normalizers_refuses_it(format_name: str) -> None:
    tokenizer = Tokenizer.from_history(train("Low", recipe=LOWER, num_merges=1))
    with pytest.raises(FormatError, match="normalizes the text before splitting it: lower case"):
        write(tokenizer, format_name)


def test_a_step_that_no_file_has_by_itself_is_refused() -> None:
    recipe = replace(LOWER, steps=Pipeline(normalizers=(EachCharacter("accents"),)))
    tokenizer = Tokenizer.from_history(train("low", recipe=recipe, num_merges=1))
    with pytest.raises(FormatError, match="no step for “accents are dropped” alone"):
        write(tokenizer, "own")


def test_the_text_and_its_gaps_are_those_that_were_merged() -> None:
    history = train(["ﬁLM ﬁlm", "Film"], recipe=recipe_of("NFKC and lower case"), num_merges=9)
    assert history.text == "film filmfilm"
    assert len(history.closed_at) == len("film filmfilm") - 1
    assert history.ids_at(0) == list(b"film filmfilm")
    assert np.array_equal(history.boundaries_at(0).nonzero()[0], [3, 8])


def test_counted_chunks_and_texts_one_by_one_learn_the_same() -> None:
    whole = train(STORY, recipe=LOWER, num_merges=30).merges
    assert train(iter([STORY]), recipe=LOWER, num_merges=30).merges == whole
    assert train(count_chunks([STORY], recipe=LOWER), recipe=LOWER, num_merges=30).merges == whole


def test_special_tokens_are_found_in_the_text_as_it_is_typed() -> None:
    history = train("<E>LOW<e>", recipe=LOWER, num_merges=2, special_tokens=["<e>"])
    assert history.text == "<e>low<e>"
    # The first is ordinary text in lower case, the second the special token.
    assert [id_ == 256 for id_ in history.ids_at(0)] == [False] * 6 + [True]
    stripped = replace(LOWER, steps=Pipeline(normalizers=(Strip(left=True, right=True),)))
    assert train("a<e>  <e>", recipe=stripped, num_merges=0, special_tokens=["<e>"]).text == "a<e><e>"


def test_positions_are_those_in_the_text_that_is_changed() -> None:
    tokenizer = Tokenizer.from_history(train("low low", recipe=LOWER, num_merges=2))
    assert tokenizer.offsets(tokenizer.encode("low"), text="low") == [(0, 3)]
    assert tokenizer.offsets(tokenizer.encode("LOW LOW"), text="LOW LOW") == [(0, 3), (3, 4), (4, 7)]
    assert [piece.text for piece in tokenizer.split_by_tokens("LOW LOW", 2)] == ["LOW ", "LOW"]
    stripped = replace(LOWER, steps=Pipeline(normalizers=(Strip(left=True, right=True),)))
    tokenizer = Tokenizer.from_history(train("low low", recipe=stripped, num_merges=2))
    assert tokenizer.offsets(tokenizer.encode("  low low"), text="  low low") == [(2, 5), (5, 6), (6, 9)]
    pieces = tokenizer.split_by_tokens("  low low ", 2)
    assert [(piece.text, piece.alone) for piece in pieces] == [("  low ", 1), ("low ", 1)]


def test_training_continues_with_the_same_steps() -> None:
    first = train("low low", recipe=LOWER, num_merges=2)
    longer = train("LOWEST lowest", start_from=Tokenizer.from_history(first), num_merges=2)
    assert Tokenizer.from_history(longer).encode("LOWEST") == [259, ord("t")]
    assert longer.text == "lowest lowest"


def test_a_recipe_is_trained_by_with_no_other_steps() -> None:
    recipe = replace(LOWER, steps=Pipeline(pre_tokenizers=(Digits(individual=True),)))
    with pytest.raises(BpeError, match="more steps than normalizers"):
        train("low 12", recipe=recipe, num_merges=1)
    with pytest.raises(BpeError, match="more steps than normalizers"):
        count_chunks(["a"], recipe=recipe)
    with pytest.raises(BpeError, match="no normalizers"):
        ParityTraining(["Low", "low"], recipe=LOWER)
