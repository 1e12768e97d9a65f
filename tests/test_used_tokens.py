"""Tokens made and left over, compared with a count over the merges of a trace; the lives of tokens with their counts."""

import json
from collections import Counter
from functools import cache

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from in_one_go import growth
from strategies import TEXTS

from bpe_core import RECIPES, Tokenizer, load_published, train
from bpe_core.formats import read_huggingface, write
from bpe_core.in_parts import finished
from bpe_core.lessons.vocabulary.lives import lives
from bpe_core.lessons.vocabulary.removed_merges import without_merges
from bpe_core.lessons.vocabulary.used_tokens import used_in_parts
from bpe_core.lessons.vocabulary.vocabulary import TokenTable, token_table
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import MAX_MADE, made_data
from explorer_ui.visit.samples import sample_text
from tests.apps import open_app, type_text, words
from tests.format_samples import added_token, as_content, learn, with_every_split

CODE = sample_text("code python")


@cache
def table(name: str) -> TokenTable:
    return token_table(load_published(name))


def check(tokenizer: Tokenizer, of: TokenTable, text: str) -> None:
    made = Counter(merge.new_id for merge in tokenizer.trace(text).applied)
    left_over = Counter(tokenizer.encode_ordinary(text))
    used = finished(used_in_parts(tokenizer, of, text))
    ids = of.token_ids.tolist()
    assert used.left_over.tolist() == [left_over[id_] for id_ in ids]
    assert used.made.tolist() == [made[id_] for id_ in ids]
    only = [ids[row] for row in used.steps_only()]
    assert {*only} == made.keys() - left_over.keys()
    assert [made[id_] for id_ in only] == sorted((made[id_] for id_ in only), reverse=True)


@pytest.mark.parametrize("name", ["gpt2", "qwen3"])
def test_made_and_left_over_are_those_of_the_trace(name: str) -> None:
    check(load_published(name), table(name), CODE)


@given(text=TEXTS, recipe=st.sampled_from(sorted(RECIPES)), num_merges=st.integers(0, 30))
def test_so_they_are_for_a_trained_tokenizer_and_so_are_its_lives(
    text: str, recipe: str, num_merges: int
) -> None:
    history = train(text, recipe=recipe, num_merges=num_merges)
    tokenizer = Tokenizer.from_history(history)
    check(tokenizer, token_table(tokenizer), text)
    check_lives(history)


def test_a_file_with_every_way_to_make_a_token_has_the_tokens_and_trees_of_the_one_that_applies() -> None:
    plain = learn(CODE, "gpt2", 300)
    tokenizer = with_every_split(plain)
    assert len(tokenizer.merges) > 320
    of, expected = token_table(tokenizer), token_table(plain)
    check(tokenizer, of, CODE)
    assert [of.left.tolist(), of.right.tolist()] == [expected.left.tolist(), expected.right.tolist()]
    for id_ in {*tokenizer.encode(CODE, disallowed_special=())}:
        parts = tokenizer.parts(id_)
        assert parts == plain.parts(id_)
        assert not parts or tokenizer.merges[tokenizer.rank_of_token(id_) or 0] == (parts, id_)


def test_an_added_token_is_not_made_where_it_is_found() -> None:
    learned = learn("low low lower", "gpt2", 4)
    added = added_token("low", learned.encode("low")[0], single_word=True)
    tokenizer = read_huggingface(json.dumps(as_content(learned, added_tokens=[added])).encode())
    check(tokenizer, token_table(tokenizer), "low lower low, slow")


def test_the_page_names_the_steps_first() -> None:
    gpt4, of = load_published("cl100k_base"), table("cl100k_base")
    data, the = (made_data(of, finished(used_in_parts(gpt4, of, text)), "GPT-4") for text in (CODE, "the"))
    never = [token for token in data["tokens"] if not token["left_over"]]
    assert data["tokens"][: len(never)] == never == sorted(never, key=lambda token: -token["made"])
    assert len(data["tokens"]) == MAX_MADE
    made = {merge.new_id for merge in gpt4.trace(CODE).applied}
    only = made - {*gpt4.encode_ordinary(CODE)}
    assert f"GPT-4 makes {len(made):,} different tokens. {len(only):,} of them" in data["sentence"]
    told = " 1 of them (50%) is only a step on the way to longer tokens and is never left over."
    assert the["sentence"].endswith(told)


def test_a_file_that_is_not_there_is_asked_for() -> None:
    app = open_app("Lives", tokenizer="file")
    assert "No tokenizer file is loaded" in words(app)
    assert len(app.file_uploader) == 1
    assert not open_app("Lives", tokenizer="gpt2").file_uploader
    app = open_app("Lives", text="ab", tokenizer="bytes")
    app.checkbox(key="without_unused").check().run()
    assert "There are none." in words(app)  # nothing to remove


@pytest.mark.parametrize(("name", "number"), [("gpt2", 4), ("trained", 5)])
def test_what_is_saved_without_the_found_tokens_encodes_as_hugging_face_does(name: str, number: int) -> None:
    text = CODE[:4_000]
    tokenizer = learn(text, "gpt2", 200) if name == "trained" else load_published(name)
    of = token_table(tokenizer)
    used = finished(used_in_parts(tokenizer, of, text))
    found = of.token_ids[used.steps_only()[:number]].tolist()
    assert len(found) == number
    without = without_merges(tokenizer, found).tokenizer
    peer = tokenizers.Tokenizer.from_str(write(without, "huggingface")["tokenizer.json"].decode())
    for one in (text, "The lower, the newest: 12345 of them. naïve"):
        ids = without.encode(one, disallowed_special=())
        assert peer.encode(one, add_special_tokens=False).ids == ids
        assert not {*found} & {*ids}
        assert without.decode(ids) == one


@pytest.mark.parametrize("name", ["gpt2", "trained"])
def test_the_page_saves_a_tokenizer_without_them(name: str) -> None:
    app = open_app("Lives", text=CODE[:3_000], tokenizer=name, recipe="gpt2", num_merges=100)
    app.checkbox(key="without_unused").check().run()
    app.number_input(key="num_removed").set_value(2).run()
    assert not app.exception
    said = words(app)
    assert "All tokens that stay keep their ids" in said or "all others stay, with their ids" in said
    assert any(one.label.startswith("Save the tokenizer without") for one in app.expander)
    # A text with fewer such tokens.
    type_text(app, "urn " if name == "gpt2" else "aab aab aab")
    assert not app.exception
    number = app.number_input(key="num_removed")
    assert (number.value, number.min, number.max) == (1, 1, 1)


# ---- the lives of tokens, compared with their counts in the text after every step


def check_lives(history):
    found = lives(history)
    standing = [Counter(history.ids_at(step)) for step in range(len(history.merges) + 1)]
    ids = found.token_ids.tolist()
    assert sorted(ids) == sorted(set().union(*standing))
    columns = (found.changes, found.born, found.final, found.highest, found.swallowed, found.swallowed_at)
    for token_id, life, born, final, highest, part, at in zip(ids, *columns, strict=True):
        counts = [counter[token_id] for counter in standing]
        changed = [step for step in range(len(counts)) if counts[step] != (counts[step - 1] if step else 0)]
        assert (life.steps, life.counts) == (changed, [counts[step] for step in changed])
        assert (born, final, highest) == (changed[0], counts[-1], max(counts))
        taken = {
            step: merge.replaced * merge.pair.count(token_id) / counts[step - 1]
            for step, merge in enumerate(history.merges, 1)
            if token_id in merge.pair
        }
        assert part == max(taken.values(), default=0.0)
        assert at == max(taken, key=taken.__getitem__, default=0)


@given(text=TEXTS)
def test_the_lives_in_a_growing_vocabulary_are_the_counts_in_its_text(text):
    check_lives(growth(load_published("gpt2"), text).history)


@pytest.mark.parametrize(
    ("text", "num_merges", "drops"),
    [(sample_text("prose"), 300, True), ("ababab", 1, False)],
    ids=["long", "short"],
)
def test_only_learned_tokens_are_scaffolds_or_dropped(text, num_merges, drops):
    history = train(text, recipe="gpt2", num_merges=num_merges)
    found = lives(history)
    rows = [*zip(found.token_ids.tolist(), found.final.tolist(), found.swallowed.tolist(), strict=True)]
    made = {merge.new_id for merge in history.merges}
    assert found.scaffolds() == [id_ for id_, final, _ in rows if id_ in made and not final]
    for threshold in (0.6, 0.8, 1.0):
        dropped = [id_ for id_, _, part in rows if id_ in made and part >= threshold]
        assert found.dropped_at(threshold) == dropped
        assert bool(dropped) == drops


def test_words_with_counts_live_as_often_as_they_count():
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    one_by_one = [word for word in counts for _ in range(counts[word])]
    found, apart = (lives(train(given, recipe="characters", num_merges=7)) for given in (counts, one_by_one))
    assert found.changes == apart.changes
    assert found.token_ids.tolist() == apart.token_ids.tolist()
