"""Every state of every recipe, compared with the textbook loop, and `closed_at` with these states."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
import regex
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import BOUNDARY, OPEN, RECIPES, BpeError, SecondStage, TieBreak, Tokenizer, count_chunks, train
from bpe_core.alphabets import counts_bytes
from bpe_core.formats import write
from bpe_core.lessons.vocabulary.lives import lives
from explorer_ui.parts.player.payload import player_data
from tests.apps import open_app
from tests.operations import peak_of
from tests.peers import trained_in_bytes
from tests.textbook import textbook
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

SAMPLES = Path(__file__).parents[1] / "sample_texts"

recipes = st.sampled_from(list(RECIPES.values()))
ties = st.sampled_from([*get_args(TieBreak)])
STORY = "One day a fox met a fox.<|endoftext|>Once, the other fox met <|no|> fox.<|endoftext|>" * 5
SPECIAL = ("<e>", "<é>", "<e>x")
PARTED = st.lists(st.sampled_from(["a", "b", " ", "aab", "é", "<", *SPECIAL]), max_size=14).map("".join)


@settings(max_examples=150)
@given(
    text=TEXTS | PARTED,
    recipe=st.builds(replace, recipes, tie_break=ties, special_tokens=st.sampled_from([(), SPECIAL])),
    num_merges=st.integers(0, 25),
    min_count=st.integers(1, 2),
)
def test_every_step_is_the_textbooks(text, recipe, num_merges, min_count):
    history = train(text, recipe=recipe, num_merges=num_merges, min_count=min_count)
    steps = textbook(history, num_merges, min_count)
    assert [step.merge for step in steps[:-1]] == list(history.merges)
    assert len(history.base_ids) == len(text.encode() if counts_bytes(recipe.alphabet) else text)
    cuts = np.arange(len(history.base_ids))
    assert history.token_counts().tolist() == [sum(map(len, step.chunks)) for step in steps]
    for number, step in enumerate(steps):
        # No byte is lost.
        assert b"".join(history.vocab[id_] for id_ in history.ids_at(number)) == text.encode()
        assert history.ids_at(number) == [id_ for chunk in step.chunks for id_ in chunk]
        assert list(history.pair_counts_at(number).items()) == list(step.pair_counts.items())
        starts, _ = history.tokens_at(number)
        closed_now = np.setdiff1d(cuts, starts) - 1
        assert (history.closed_at[closed_now] == number - 1).all()
        cuts = starts
    for merge in history.merges:
        found = history.occurrences_at(merge.rank)
        assert (len(found), sum(place.replaced for place in found)) == (merge.count, merge.replaced)
        assert all(place.start <= place.gap < place.end - 1 for place in found)
    still_there = history.closed_at[cuts[1:] - 1]
    assert np.isin(still_there, (OPEN, BOUNDARY)).all()
    assert len(steps[-1].chunks) == len(cuts) - np.count_nonzero(still_there == OPEN) or not text
    if recipe.encode_order == "lowest-rank":
        encoded = Tokenizer.from_history(history).encode(text, allowed_special="all")
        assert encoded == history.ids_at(len(history.merges))


@given(text=TEXTS, recipe=recipes, num_merges=st.integers(0, 20), fewer=st.integers(0, 20))
def test_the_first_merges_are_a_shorter_training(text, recipe, num_merges, fewer):
    long, short = (train(text, recipe=recipe, num_merges=number) for number in (num_merges, fewer))
    cut = long.first(fewer)
    assert cut.merges == short.merges[:num_merges]
    if fewer <= num_merges:
        assert cut.closed_at.tolist() == short.closed_at.tolist()


def test_a_list_of_texts_is_not_joined() -> None:
    history = train(["ab", "ab"], recipe="bytes", num_merges=5)
    assert history.closed_at.tolist() == [0, BOUNDARY, 0]
    assert Tokenizer.from_history(history).encode("abab") == [256, 256]


def test_a_step_out_of_range_is_refused() -> None:
    history = train("abab", recipe="bytes", num_merges=1)
    for step in (-1, 2):
        with pytest.raises(IndexError, match="between 0 and 1"):
            history.ids_at(step)
    with pytest.raises(IndexError):
        history.occurrences_at(1)
    with pytest.raises(BpeError, match="got -1"):
        history.first(-1)


@pytest.mark.parametrize("recipe", ["gpt2", "gpt4o", "bytes"])
def test_counted_chunks_and_streams_train_as_the_texts_do(recipe):
    texts = [(SAMPLES / name).read_text("utf-8") for name in ("prose.txt", "code_python.txt")]
    expected = train(texts, recipe=recipe, num_merges=300)
    counted = count_chunks(iter(texts), recipe=recipe)
    for given_as in (counted, iter(texts), Counter(counted)):
        history = train(given_as, recipe=recipe, num_merges=300)
        assert history.merges == expected.merges
        assert history.token_counts().tolist() == expected.token_counts().tolist()
        assert len(history.base_ids) == len("".join(counted).encode())


def test_counts_that_cannot_be_are_refused():
    for wrong in ({"a": 0}, {"a": -1}, {"a": 1.5}, {"": 1}, {3: 1}, {"a": 2**40}):
        with pytest.raises(BpeError, match=r"count|chunk"):
            train(wrong, recipe="gpt2", num_merges=1)
    assert train({"ab" + chr(0xD800): 1, "ab\ufffd": 2}, recipe="gpt2", num_merges=1).merges[0].count == 3
    assert train({}, recipe="gpt2", num_merges=1).merges == ()
    assert train(iter([]), recipe="gpt2", num_merges=1).merges == ()


def test_a_stream_is_counted_in_the_memory_of_its_distinct_chunks(monkeypatch):
    monkeypatch.setattr("bpe_core.training.counted_chunks._BATCH", 5_000)

    def most_memory(texts):
        stream = (f"word{number % 50} of a line\n" for number in range(texts))
        counted, most = peak_of(lambda: count_chunks(stream, recipe="gpt2"))
        assert sum(counted.values()) > 4 * texts
        return most

    most_memory(100)  # patterns and tables are made once
    assert most_memory(8_000) < most_memory(200) + 20_000


# ---- special tokens split a text, and no merge contains or crosses them


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
    theirs = trained_in_bytes(parts, 287, special_tokens=["<|endoftext|>"])
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
