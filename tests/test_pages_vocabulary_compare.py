"""The Vocabulary and Compare pages show the engine's figures, and explain what is not available."""

import numpy as np
import pandas as pd
import pytest
from in_one_go import find_reachable
from streamlit.testing.v1 import AppTest

from bpe_core import RECIPES, Tokenizer, load_published, train
from bpe_core.lessons.tokens.segmentations import Segmentation, compare, cut_positions
from bpe_core.lessons.vocabulary.vocabulary import token_table
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.token_row.token_rows import MAX_BYTES, rows_data
from explorer_ui.parts.token_row.tree.merge_tree import MAX_NODES, tree_data
from explorer_ui.places.vocabulary.find_a_token import vocabulary
from explorer_ui.places.vocabulary.find_a_token.vocabulary import ROWS, token_rows
from explorer_ui.tokenizers.tokenizers import cut_text
from explorer_ui.visit.samples import sample_text
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import readable
from explorer_ui.words.course import page_of
from tests.apps import drawn, from_menu, open_app, type_text, words
from tests.peers import tiktoken_encoding


def press_try(app: AppTest, page: str, label: str) -> AppTest:
    assert label in [attempt.label for attempt in page_of(page).tries]
    return from_menu(app, "offer", {"name": f"{page} {label}"})


def listing(app: AppTest) -> pd.DataFrame:
    """The table of the whole vocabulary, not that of the tokens that contain the chosen token."""
    return next(frame.value for frame in app.dataframe if "kind" in frame.value)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "characters", "bytes"])
def test_each_vocabulary_is_shown_a_thousand_rows_at_a_time(name):
    app = open_app("Vocabulary", tokenizer=name)
    table = listing(app)
    tokens = int(app.metric[0].value.replace(",", ""))
    assert len(table) == min(tokens, ROWS)
    if tokens > ROWS:
        app.text_input(key="vocabulary_query").set_value(f"{ROWS}-{2 * ROWS - 1}")
        app.session_state.vocabulary_by = "id"
        app.run()
        assert listing(app)["id"].tolist()[-1] == 2 * ROWS - 1
        assert "vocabulary_page" not in [field.key for field in app.number_input]
        app.text_input(key="vocabulary_query").set_value("").run()
        app.selectbox(key="vocabulary_sort").select("id").run()
        app.number_input(key="vocabulary_page").set_value(2).run()
        assert listing(app)["id"].tolist() == list(range(ROWS, 2 * ROWS))
        # Sorting reaches beyond the rows that were shown.
        app.selectbox(key="vocabulary_sort").select("longest").run()
        app.number_input(key="vocabulary_page").set_value(1).run()
        lengths = sorted(map(len, load_published(name).vocab.values()), reverse=True)
        assert listing(app)["length"].tolist() == lengths[:ROWS]


def test_a_search_shows_what_it_found():
    app = open_app("Vocabulary", tokenizer="gpt2")
    for by, query, tokens in (
        ("text", " SolidGold", [b" SolidGoldMagikarp"]),
        ("id", "262-264", [b" the", b"er", b" s"]),
        ("bytes", "F0 9F 99 82", [" 🙂".encode()]),
        ("prefix", "rawdownload", [b"rawdownload", b"rawdownloadcloneembedreportprint"]),
    ):
        app.segmented_control(key="vocabulary_by").set_value(by).run()
        app.text_input(key="vocabulary_query").set_value(query).run()
        assert set(listing(app)["token"]) == {readable(token) for token in tokens}


def test_another_visitor_adds_no_table_to_the_cache_and_each_part_is_read_once(monkeypatch):
    open_app("Vocabulary", tokenizer="o200k_base")
    before = CACHE.size
    open_app("Vocabulary", tokenizer="o200k_base")
    # Two downloads hold the rows that were found, 800 KB each; the table takes 30 MB.
    assert CACHE.size - before < 2_000_000
    table, rows, read = token_table(load_published("o200k_base")), np.arange(ROWS, dtype=np.int32), []
    monkeypatch.setattr(vocabulary, "readable", lambda token: read.append(token) or readable(token))
    token_rows(table, rows)
    assert len(read) <= ROWS + len({*table.left[rows].tolist(), *table.right[rows].tolist()})


def test_the_stranger_in_the_list_is_chosen_with_its_tree():
    tokenizer = load_published("gpt2")
    app = press_try(open_app("Vocabulary"), "Vocabulary", "A user name as a token")
    assert "Token 43453" in words(app)
    assert listing(app)["token"].tolist() == ["·SolidGoldMagikarp"]
    nodes = drawn(app, "merge_tree")[0]["nodes"]

    def leaves(place):
        token_id, left, right, _, more = nodes[place]
        assert not more
        if left < 0:
            return tokenizer.vocab[token_id]
        assert tokenizer.parts(token_id) == (nodes[left][0], nodes[right][0])
        return leaves(left) + leaves(right)

    assert leaves(0) == b" SolidGoldMagikarp"


def test_a_tree_too_large_to_draw_says_where_it_goes_on():
    # Each merge adds one letter to the same token, so its tree is as deep as the text is long.
    text = "".join(chr(0x4E00 + place) for place in range(1500)) * 2
    tokenizer = Tokenizer.from_history(train(text, recipe="characters", num_merges=1400))
    token_id = max(tokenizer.vocab, key=lambda id_: len(tokenizer.vocab[id_]))
    nodes = tree_data(token_table(tokenizer), token_id)["nodes"]
    assert len(nodes) <= MAX_NODES
    assert any(more for *_, more in nodes)


@pytest.mark.parametrize(
    "name", ["words", "characters", "bytes", "trained", "gpt2", "cl100k_base", "o200k_base"]
)
@pytest.mark.parametrize("sample", ["prose", "japanese", "arabic", "emoji", "whitespace", "special tokens"])
def test_the_tokens_cover_the_text(name, sample):
    text = sample_text(sample)
    cut = cut_text(name, text, TrainingRequest(text=text, recipe=RECIPES["gpt2"], num_merges=50))
    assert b"".join(cut.tokens).decode() == text
    assert len(cut.ids) == len(cut.tokens)
    assert set(cut.ids) <= set(cut.token_bytes)


def test_words_from_another_text_leave_unknown_ones():
    app = press_try(open_app("Compare"), "Compare", "Words not seen in training")
    whole = next(group for group in app.get("button_group") if "As whole words" in group.options)
    assert "<unk>" in words(whole.set_value("As whole words").run())
    # What a text to try has set ends with the page, so the same is chosen here.
    app = open_app("Prices", **page_of("Compare").tries[0].state)
    assert "became the same unknown token" in words(app)
    assert app.dataframe[0].value["unknown words"].tolist()[0] == 4


def test_words_from_another_text_that_are_all_known_are_not_said_to_be_of_this_one():
    app = open_app("Prices", compared=["words", "gpt2"])
    assert "made from this text" in words(app)
    app.selectbox(key="learn_from").select("strawberry").run()
    type_text(app, "strawberry")
    assert app.dataframe[0].value["unknown words"].tolist()[0] == 0
    assert ("made from another text" in words(app)) > ("made from this text" in words(app))


@pytest.mark.parametrize("learn_from", ["prose", None])
def test_whole_words_which_lose_the_text_are_not_ranked(learn_from):
    app = open_app("Prices", compared=["words", "gpt2"])
    type_text(app, "The grandbaker  unbaked.")
    if learn_from:
        app.selectbox(key="learn_from").select(learn_from).run()
    figures = app.dataframe[0].value.set_index("tokenizer")
    ranked = ["tokens", "bytes per token", "tokens per word"]
    assert figures.loc["whole words", ranked].isna().all()
    assert figures.loc["GPT-2", "tokens"] == len(tiktoken_encoding("gpt2").encode("The grandbaker  unbaked."))
    assert "ids cannot be decoded to the original text" in words(app)


@pytest.mark.parametrize("text", ["é" * MAX_BYTES, "word " * MAX_BYTES, "short"])
def test_no_more_is_drawn_than_is_said_and_no_character_is_cut(text):
    data = text.encode()
    whole = np.zeros(0, np.int32)
    every = cut_positions([text[place : place + 5].encode() for place in range(0, len(text), 5)])
    for cuts in ([every], [every, whole]):
        names = {str(number): [] for number in range(len(cuts))}
        sent = rows_data(data, names, compare([Segmentation(row) for row in cuts], len(data)))
        assert sent["size"] == min(len(data), MAX_BYTES)
        assert data[: sent["size"]].decode()
        assert all(place < sent["size"] for row in sent["rows"] for place in row["boundaries"])


@pytest.mark.parametrize("recipe", ["gpt2", "characters"])
def test_the_parts_of_characters_are_counted_among_the_tokens_inside_longer_texts(recipe):
    text = "é ë é"
    chosen = {"text": text, "recipe": recipe, "num_merges": 3, "vocabulary_list": "reach"}
    tokenizer = Tokenizer.from_history(train(text, recipe=recipe, num_merges=3, min_count=2))
    inside = find_reachable(tokenizer, token_table(tokenizer)).inside
    parts = sum("\ufffd" in tokenizer.vocab[token_id].decode("utf-8", "replace") for token_id in inside)
    said = words(open_app("Vocabulary", tokenizer="trained", **chosen))
    assert f"**{len(inside):,}** only inside a longer text, {parts:,} of them because" in said
    assert (parts > 0) == (recipe == "gpt2")


def test_of_many_tokens_that_are_out_of_reach_the_number_listed_is_said(monkeypatch):
    monkeypatch.setattr(vocabulary, "ROWS", 10)
    # Of the 256 bytes, the 128 of ASCII are a text on their own.
    app = open_app("Vocabulary", tokenizer="bytes", vocabulary_list="reach")
    assert "The first 10 of 128." in words(app)
