"""The pages whose picture is moved by hand (Ways, Seam, Growth, Lives): what they send it, and what they hear of it."""

from base64 import b64decode
from collections.abc import Callable
from types import ModuleType
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from in_one_go import growth, steps_under
from streamlit.testing.v1 import AppTest

from bpe_core import Tokenizer, load_published, train
from bpe_core.in_parts import finished
from bpe_core.lessons.tokens.seams import MAX_SEAMS
from bpe_core.lessons.tokens.ways import fewest_tokens, token_arcs
from bpe_core.lessons.vocabulary.lives import lives
from bpe_core.lessons.vocabulary.used_tokens import used_in_parts
from explorer_ui.cache.bounded import CACHE
from explorer_ui.places.tokens.other_splits import other_splits
from explorer_ui.places.tokens.other_splits.other_splits import WaysPlace, ways_data
from explorer_ui.places.tokens.two_halves import two_halves
from explorer_ui.places.vocabulary.smaller_or_larger import smaller_or_larger
from explorer_ui.places.vocabulary.smaller_or_larger.growth_cost import Curve, sentence_of_cost
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import (
    GrowingVocabulary,
    grown_languages,
)
from explorer_ui.places.vocabulary.unused_tokens import unused_tokens
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import lives_data
from explorer_ui.tokenizers.tokenizers import table_of
from explorer_ui.visit.limits import MAX_GROWN_AT_ONCE
from explorer_ui.visit.links import link_query
from explorer_ui.visit.names import GROWABLE
from explorer_ui.visit.samples import parallel_texts, sample_text
from explorer_ui.visit.settings import DEFAULTS
from explorer_ui.words.course import page_of
from tests.apps import attempt_of, drawn, open_app, type_text, words
from tests.peers import tiktoken_encoding

GPT4 = load_published("cl100k_base")
PROSE = sample_text("prose")


def numbers(packed: str, size: int = 4) -> list[int]:
    return np.frombuffer(b64decode(packed), f"<u{size}").tolist()


def trained_on(text: str, num_merges: int, recipe: str = "gpt2", **more: Any) -> Tokenizer:
    return Tokenizer.from_history(train(text, recipe=recipe, num_merges=num_merges, **more))


def tries(page: str) -> list[dict[str, Any]]:
    """What the texts to try of a page set, in their order."""
    return [attempt.state for attempt in page_of(page).tries]


# Ways: every split of a chunk into tokens


def word(text: str) -> dict:
    return ways_data(GPT4, [GPT4.trace(text)], GPT4.trace(text), name="GPT-4")["words"][0]


def tokens(text: str, ends: list[int]) -> list[bytes]:
    data = text.encode()
    return [data[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def test_the_cut_that_is_drawn_is_tiktokens():
    for text in ("supercalifragilistic", "naïve🙂"):
        found = word(text)
        encoding = tiktoken_encoding("cl100k_base")
        expected = [encoding.decode_single_token_bytes(id_) for id_ in encoding.encode_ordinary(text)]
        assert tokens(text, found["cuts"]["bpe"]) == expected
        assert b64decode(found["text"]) == text.encode()
        for arc in found["arcs"]:
            assert encoding.decode_single_token_bytes(arc["id"]) == text.encode()[arc["start"] : arc["end"]]


def test_the_reasons_name_a_token_that_overlaps_and_ranks_no_higher():
    text = b"supercalifragilistic"
    found = word(text.decode())
    assert {arc["kind"] for arc in found["arcs"]} >= {"taken", "lost", "grown"}
    for arc in found["arcs"]:
        taker = arc["taker"]
        assert (taker is None) == (arc["kind"] in ("taken", "unmade"))
        if taker:
            assert GPT4.mergeable_ranks[text[taker["start"] : taker["end"]]] == taker["rank"]
            assert max(taker["start"], arc["start"]) < min(taker["end"], arc["end"])
            assert arc["kind"] != "lost" or taker["rank"] <= arc["rank"]


def test_every_split_of_a_token_into_two_has_its_rank():
    found = word("lower")
    for start, middle, end, rank in found["rules"]:
        left, right = (b"lower"[start:middle], b"lower"[middle:end])
        assert GPT4.mergeable_ranks[left + right] == rank
        assert {left, right} <= GPT4.mergeable_ranks.keys()
    assert [0, 1, 2, GPT4.mergeable_ranks[b"lo"]] in found["rules"]


def test_what_the_tries_of_ways_promise():
    many, one, digits, prose = (state["text"] for state in tries("Ways"))
    found = word(many)
    assert found["ways"] == "24059818"
    assert sum(found["shares"]) == pytest.approx(1)
    assert tokens(many, found["cuts"]["bpe"])[:2] == [b"ant", b"idis"]
    assert tokens(many, found["cuts"]["fewest"])[:2] == [b"anti", b"dis"]
    assert len(found["cuts"]["bpe"]) == len(found["cuts"]["fewest"])
    found = word(one)
    assert tokens(one, found["cuts"]["bpe"])[:2] == [b"sup", b"erc"]
    assert (len(found["cuts"]["bpe"]), len(found["cuts"]["fewest"])) == (7, 6)
    assert b"super" in GPT4.mergeable_ranks
    assert GPT4.decode_tokens_bytes(GPT4.encode(digits))[:3] == [b"123", b"456", b"7"]
    assert {b"1", b"234", b"567"} <= GPT4.mergeable_ranks.keys()
    trace = GPT4.trace(prose)
    arcs = token_arcs(GPT4, trace)
    assert (len(trace.ids), len(fewest_tokens(arcs, len(trace.base_ids)))) == (470, 469)


@pytest.mark.parametrize(
    ("name", "parts"), [("gpt2", 216), ("cl100k_base", 645), ("o200k_base", 1_434), ("deepseek_v3", 1_342)]
)
def test_tokens_that_are_no_text_alone(name, parts):
    tokenizer = load_published(name)
    special = {*tokenizer.special_tokens.values()}
    learned = [token for id_, token in tokenizer.vocab.items() if id_ not in special and len(token) > 1]
    assert sum(token.decode("utf-8", "ignore").encode() != token for token in learned) == parts
    assert ways_data(tokenizer, [], tokenizer.trace("a"), name=name)["whole"]["parts"] == parts


# Seam: a text in two halves


def seams_of(text: str, name: str) -> two_halves.SeamData:
    return two_halves.seam_data(load_published(name), text, name=name)


def test_the_rows_of_every_seam_are_tiktokens_ids():
    text, peer = "Hello, wörld! 12345\n\n🥖 end", tiktoken_encoding("cl100k_base")
    data = seams_of(text, "cl100k_base")
    assert b64decode(data["text"]).decode() == text
    assert data["ids"] == peer.encode(text)
    assert len(data["seams"]) == len(text) - 1
    for at, row in enumerate(data["seams"], 1):
        left, right = peer.encode(text[:at]), peer.encode(text[at:])
        assert (row["left"], row["right"]) == (len(left), len(right))
        assert bool(row["stretches"]) == (left + right != data["ids"])


def test_a_run_of_digits_names_only_the_gaps_next_to_the_seam():
    rows = seams_of("1" * 100, "cl100k_base")["seams"]
    assert max(row["num_closed"] for row in rows) > two_halves.MAX_CLOSED
    assert all(len(row["closed"]) == min(row["num_closed"], two_halves.MAX_CLOSED) for row in rows)


def test_it_opens_on_a_first_half_that_ends_in_a_space_and_a_place_beyond_is_the_last():
    [data] = drawn(open_app("Seam"), "seam")
    at = data["at"]
    assert page_of("Seam").example["text"][:at].endswith(" ")
    row = data["seams"][at - 1]
    assert (row["left"] + row["right"], data["count"]) == (8, 7)
    assert not data["seams"][at - 2]["stretches"]
    [data] = drawn(open_app("Seam", text="a b " * MAX_SEAMS, tokenizer="gpt2", seam_at=5_000), "seam")
    assert len(data["seams"]) == MAX_SEAMS - 1 == data["at"]


def test_what_the_tries_of_seam_promise():
    space, lines, having, number = tries("Seam")
    for state, apart, together in ((lines, [198, 198], [271]), (having, [39, 84822], [73339, 1753])):
        data = seams_of(state["text"], state["tokenizer"])
        row = data["seams"][state["seam_at"] - 1]
        assert [one["ids"] for one in row["stretches"]] == [apart]
        assert [token for token in data["ids"] if token in together] == together
    assert space["seam_at"] == 25
    data = seams_of(number["text"], number["tokenizer"])
    (stretch,) = data["seams"][number["seam_at"] - 1]["stretches"]
    assert stretch["end"] == number["text"].index(" now")


# Growth: a vocabulary that is smaller or larger


def growth_of(text: str, *names: str) -> smaller_or_larger.GrowthData:
    grown = [GrowingVocabulary(name, name, growth(load_published(name), text), {}) for name in names]
    return smaller_or_larger.growth_data(text, grown, first_language="English")


def test_what_the_browser_gets_is_the_history():
    grown = growth(load_published("gpt2"), " lower é")
    data = growth_of(" lower é", "gpt2")
    packed = data["vocabularies"][0]["text"]
    assert numbers(packed["sizes"]) == grown.sizes.tolist()
    assert packed["last_size"] == 50256
    assert numbers(packed["ids"]) == [merge.new_id for merge in grown.history.merges]
    steps = len(grown.history.merges)
    closed = [step if step < steps else 0xFFFF for step in grown.history.closed_at.tolist()]
    assert numbers(packed["closed_at"], packed["closed_bytes"]) == closed
    assert b64decode(data["texts"][0]).decode() == " lower é"
    assert (packed["given"], data["num_bytes"]) == (0, 9)


def test_a_tokenizer_of_characters_never_cuts_their_bytes():
    text = "né né"
    grown = GrowingVocabulary("trained", "trained", growth(trained_on(text, 1, "characters"), text), {})
    packed = smaller_or_larger.growth_data(text, [grown], first_language="English")["vocabularies"][0]["text"]
    # The text is n, é in two bytes, a space, n and é. The first merge joins the bytes of é, the second makes né.
    assert numbers(packed["closed_at"], 2) == [1, 0, 0xFFFF, 0xFFFF, 1, 0]
    assert (numbers(packed["sizes"]), numbers(packed["ids"]), packed["given"]) == ([3, 3, 4], [0, 3], 1)


def test_of_a_language_the_browser_gets_its_numbers_of_tokens_alone():
    of_bytes = growth(load_published("gpt2"), " lower é")
    of_characters = growth(trained_on("né né", 1, "characters"), "né né")
    for grown, num_bytes in ((of_bytes, 9), (of_characters, 7)):
        vocabulary = GrowingVocabulary("a", "a", grown, {"English": grown})
        (packed,) = smaller_or_larger.growth_data("a", [vocabulary], first_language="English")[
            "vocabularies"
        ][0]["languages"]
        assert packed.keys() == {"name", "num_bytes", "sizes", "tokens"}
        assert packed["num_bytes"] == num_bytes
        assert np.cumsum([int(one) for one in packed["sizes"].split()]).tolist() == grown.sizes.tolist()
        counted = np.cumsum([int(one) for one in packed["tokens"].split()]).tolist()
        assert counted == [len(grown.history.ids_at(step)) for step in range(len(grown.sizes))]


def test_texts_that_tokenizers_write_differently_stand_there_each_once():
    data = growth_of("Cafe\u0301", "gpt2", "qwen2.5", "cl100k_base", "qwen3")
    assert [b64decode(one).decode() for one in data["texts"]] == ["Cafe\u0301", "Café"]
    assert [one["written"] for one in data["vocabularies"]] == [0, 1, 0, 1]
    assert data["num_bytes"] == 6


def test_every_language_is_there_for_every_vocabulary_of_bytes_and_of_characters_what_they_can_write():
    assert grown_languages(load_published("o200k_base")).keys() == parallel_texts().keys()
    english = trained_on(parallel_texts()["English"], 9, "characters")
    assert grown_languages(english).keys() == {"English"}


def test_every_tokenizer_can_be_chosen_and_grows_or_says_why_not():
    names = [name for name in GROWABLE if name != "file"]
    for first in range(0, len(names), MAX_GROWN_AT_ONCE):
        chosen = names[first : first + MAX_GROWN_AT_ONCE]
        app = open_app("Growth", grown=chosen, num_merges=20)
        [data] = drawn(app, "growth")
        assert [one["short"] for one in data["vocabularies"]] == [GROWABLE[name].short for name in chosen]
        assert "No curve" not in words(app)


def test_trainings_on_several_texts_stand_beside_each_other_and_can_all_be_stopped(monkeypatch):
    monkeypatch.setattr("explorer_ui.tokenizers.training_runs._SHOW_AFTER", 0)
    monkeypatch.setattr("explorer_ui.tokenizers.training_runs._SHOW_EVERY", 0)
    grown = ["trained_on_prose", "trained_on_paragraph_hindi"]
    [data] = drawn(open_app("Growth", text="low lower", grown=grown, num_merges=53), "growth")
    for packed, sample in zip(data["vocabularies"], ("prose", "paragraph: hindi"), strict=True):
        learned = trained_on(sample_text(sample), 53, min_count=2)
        assert numbers(packed["text"]["sizes"]) == growth(learned, "low lower").sizes.tolist()
        assert len(packed["languages"]) == len(parallel_texts())


def test_a_tokenizer_from_a_file_grows():
    learned = trained_on("low lower", 3)
    CACHE.put(("uploaded", "its digest"), learned)
    app = open_app("Growth", text="slow", grown=["file", "gpt2"], tokenizer_file="its digest")
    [file, gpt2] = drawn(app, "growth")[0]["vocabularies"]
    assert (file["short"], gpt2["short"]) == ("your file", "GPT-2")
    assert numbers(file["text"]["sizes"]) == growth(learned, "slow").sizes.tolist()


def test_tokenizers_that_cannot_grow_say_why_once_and_the_others_stay():
    grown = ["trained", "trained_on_prose", "gpt2"]
    app = open_app("Growth", recipe="word-marker", grown=grown, num_merges=20)
    assert "No curve for this text with: your tokenizer, trained on prose." in words(app)
    assert words(app).count("regardless of their rank") == 1
    assert [one["short"] for one in drawn(app, "growth")[0]["vocabularies"]] == ["GPT-2"]


def test_what_the_tries_of_growth_promise():
    thousand = attempt_of("Growth", "A thousand tokens, and 199,000 more")
    grown = growth(load_published("o200k_base"), thousand.state["text"])
    counts = [int(grown.history.token_counts()[steps_under(grown, size)]) for size in (256, 1000, 199_998)]
    assert counts == [312, 156, 79]
    name = attempt_of("Growth", "A name nobody types").state["text"]
    grown = growth(load_published("gpt2"), name)
    assert grown.sizes[grown.history.token_counts().tolist().index(1)] == 43_454
    assert [len(load_published(other).encode(name)) for other in ("cl100k_base", "o200k_base")] == [5, 5]
    for learned, english, hindi in (("English", [365, 196], [956, 956]), ("Hindi", [365, 365], [956, 284])):
        languages = grown_languages(trained_on(parallel_texts()[learned], 100, min_count=2))
        ends = [languages[name].history.token_counts()[[0, -1]].tolist() for name in ("English", "Hindi")]
        assert ends == [english, hindi]


def test_when_hindi_became_cheap():
    def costs(name, size):
        languages = grown_languages(load_published(name))
        grown = [languages["Hindi"], languages["English"]]
        hindi, english = (one.history.token_counts()[steps_under(one, size)] for one in grown)
        return hindi / english

    grown = grown_languages(load_published("o200k_base")).values()
    sizes = sorted({int(size) for one in grown for size in one.sizes})
    dear = max(at for at, size in enumerate(sizes) if costs("o200k_base", size) > 2)
    cheap = sizes[dear + 1]
    offered = attempt_of("Growth", "When did Hindi become cheap?")
    assert f"the first {cheap:,} tokens" in offered.words
    assert offered.state["growth_size"] == cheap
    assert all(costs(name, load_published(name).vocab_size) > 2 for name in ("gpt2", "cl100k_base"))


def test_a_cost_is_never_nothing():
    curve = Curve(np.array([256, 300, 600]), np.array([2000, 1900, 1899]))
    said = sentence_of_cost(curve, 600, 1)
    assert "share theirs: 1,200 parameters." in said
    assert "gets 1 token shorter (under 1%), and the model 600 parameters larger" in said


# Lives: how long each token stands in the text


def test_the_worked_example():
    data = lives_data(train("aaabdaaabac", recipe="bytes", num_merges=3))
    assert (data["num_learned"], data["num_scaffolds"]) == (3, 2)
    aa, aaa, aaab = data["bands"]
    assert (b64decode(aa["spelled"]), aa["steps"], aa["counts"]) == (b"aa", [1, 2], [2, 0])
    assert (aa["swallowed"], aa["swallowed_at"], b64decode(aa["eater"])) == (1.0, 2, b"aaa")
    assert b64decode(aaa["eater"]) == b"aaab"
    assert (aaab["swallowed_at"], aaab["eater"]) == (0, "")


def test_of_many_tokens_those_are_drawn_that_stood_most_often():
    history = train(PROSE, recipe="gpt2", num_merges=300)
    data = lives_data(history)
    assert len(data["bands"]) == unused_tokens.MAX_BANDS
    for band in data["bands"][::40]:
        changes = dict(zip(band["steps"], band["counts"], strict=True))
        assert all(history.ids_at(step).count(band["id"]) == count for step, count in changes.items())
    ids = {band["id"] for band in data["bands"]}
    standing = history.ids_at(300)
    found = lives(history)
    rows = zip(found.token_ids.tolist(), found.highest.tolist(), found.born.tolist(), strict=True)
    highest = {token_id: high for token_id, high, born in rows if born}
    for kind in (highest.keys() & set(standing), highest.keys() - set(standing)):
        left_out = max((highest[token_id] for token_id in kind - ids), default=0)
        assert min(highest[token_id] for token_id in kind & ids) >= left_out
    assert data["bands"] == sorted(data["bands"], key=lambda band: band["steps"][0])
    assert data["dropped"] == [len(found.dropped_at(percent / 100)) for percent in unused_tokens.PERCENT]


def test_what_the_tries_of_lives_promise():
    figures = []
    for state in tries("Lives"):
        if state["tokenizer"] == "trained":
            training = {name: state[name] for name in ("recipe", "num_merges")}
            data = lives_data(train(state["text"], min_count=2, **training))
            figures.append((data["num_learned"], data["num_scaffolds"]))
    assert figures == [(3, 2), (208, 57), (500, 38)]


def test_of_many_tokens_that_a_text_makes_the_number_drawn_is_said():
    gpt2 = load_published("gpt2")
    table = table_of(gpt2)
    for text, part in (("the baker bakes bread", False), (PROSE, True)):
        used = finished(used_in_parts(gpt2, table, text))
        data = unused_tokens.made_data(table, used, "GPT-2")
        made = int((used.made > 0).sum())
        assert (len(data["tokens"]) < made) == part
        never = sum(not token["left_over"] for token in data["tokens"])
        said = f"The picture shows {never} of them, and {len(data['tokens']) - never} that are left over"
        assert (said in data["sentence"]) == part


# What the hand does with each: a place that the page keeps, or an answer that does not belong to it


def heard(show: Callable[..., Any], data: Any, start: Any, place: object, **more: Any) -> Any:
    """What a page takes from an answer of its picture."""
    with patch(f"{show.__module__}._mount", lambda **_: {"place": place}):
        return show(data, start, key="here", **more)


def test_the_hand_is_heard_only_of_what_is_there_in_ways():
    chunks = [GPT4.trace("lower"), GPT4.trace("newest")]
    data = ways_data(GPT4, chunks, GPT4.trace("lower newest"), name="GPT-4")
    for place, expected in (
        ({"chunk": 1, "dropout": 100}, (1, 100)),
        ({"chunk": None, "dropout": 0}, (None, 0)),
        ({"data_id": "another", "chunk": 1, "dropout": 100}, (None, 10)),
        ({"chunk": 2, "dropout": 101}, (None, 10)),
        ({"chunk": "1", "dropout": None}, (None, 10)),
    ):
        answer = {"data_id": data["data_id"], **place}
        assert heard(other_splits.show_ways, data, WaysPlace(None, 10), answer, on_ids=None) == expected


def test_the_hand_is_heard_only_of_what_is_there_in_seam():
    data = seams_of("short", "gpt2")
    own = {"data_id": data["data_id"]}
    wrong = [
        None,
        3,
        {},
        {"at": 3},
        {"data_id": "other", "at": 3},
        *({**own, "at": at} for at in (0, -1, 99)),
    ]
    for place, at in [({**own, "at": 3}, 3), *((one, 2) for one in wrong)]:
        assert heard(two_halves.show_seam, data, 2, place) == at


def test_the_hand_is_heard_only_of_what_is_there_in_growth():
    data, start = growth_of("low", "gpt2"), smaller_or_larger.GrowthPlace(300, 0)
    own = {"data_id": data["data_id"], "size": 1000, "shown": 0}
    assert heard(smaller_or_larger.show_growth, data, start, own) == (1000, 0)
    wrong = [{"size": 10**9}, {"shown": 1}, {"size": -1}, {"size": "1000"}, {"size": None, "shown": None}]
    for changed in ({"data_id": "another"}, *wrong):
        assert heard(smaller_or_larger.show_growth, data, start, {**own, **changed}) == start


def test_the_hand_is_heard_only_of_what_is_there_in_lives():
    data = lives_data(train("aaabdaaabac", recipe="bytes", num_merges=3))
    for start, place, expected in (
        (90, {"threshold": 70}, 70),
        (90, {"threshold": 70, "data_id": "another"}, 90),
        *((80, {"threshold": wrong}, 80) for wrong in (101, -3, "70", None)),
        # Values from a link or a hostile browser are limited to the range of the slider.
        (3, {}, 50),
        (90, {"threshold": 3}, 50),
    ):
        answer = {"data_id": data["data_id"], **place}
        assert heard(unused_tokens.show_lives, data, start, answer) == expected


def moved(app: AppTest, module: ModuleType, **place: object) -> AppTest:
    """Run a page again whose picture answers with a place."""

    def mount(*, data: dict[str, object], **_: object) -> dict[str, object]:
        own = {key: value for key, value in data.items() if key.endswith("_id")}
        return {"place": own | place}

    with patch.object(module, "_mount", mount):
        return app.run()


def test_the_chunk_and_the_dropout_are_kept_and_another_text_has_another_chunk():
    app = open_app("Ways", query={"ways_chunk": "3", "ways_dropout": "55"})
    for chunk in (3, None):
        [data] = drawn(app, "ways")
        assert (data["chunk"], data["dropout"]) == (chunk, 55)
        type_text(app, "another text")


def test_a_segmentation_that_is_touched_leads_to_its_ids_on_decode(monkeypatch):
    touched = [[12, 34]]

    def touch(_data: object, start: WaysPlace, *, on_ids: Callable[[list[int]], None], key: str) -> WaysPlace:
        if touched:
            on_ids(touched.pop())
        return start

    monkeypatch.setattr(other_splits, "show_ways", touch)
    assert open_app("Ways", tokenizer="gpt2").text_area(key="ids_text").value == "12, 34"


def test_where_the_hand_was_in_growth_comes_back():
    app = open_app("Growth", growth_size=5000, growth_shown="gpt2")
    [data] = drawn(app, "growth")
    assert (data["size"], data["shown"]) == (5000, 2)
    state = moved(app, smaller_or_larger, size=10_000, shown=1).session_state
    assert (state["growth_size"], state["growth_shown"]) == (10_000, "cl100k_base")


def test_the_threshold_of_lives_is_kept():
    app = open_app("Lives", query={"lives_threshold": "80"})
    assert drawn(app, "lives")[0]["threshold"] == 80
    state = moved(app, unused_tokens, threshold=75).session_state
    assert state["lives_threshold"] == 75
    assert "lives_threshold=75" in (link_query({key: state[key] for key in DEFAULTS}) or "")
