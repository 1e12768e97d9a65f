"""The notice under each "Try this" says what the engine really does with the text."""

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from bpe_core import Tokenizer, TrainingHistory, load_published, pretokenize, train
from bpe_core.lessons.train.printed import PRINTED, first_difference
from bpe_core.lessons.train.word_counts import read_word_counts
from explorer_ui.parts.say.lists import hear_offer
from explorer_ui.parts.text_box.text_box import hear
from explorer_ui.visit.forms import Choice, Form, Number, Several, Switch, Text
from explorer_ui.visit.names import TIE_BREAKS
from explorer_ui.visit.replacing import give_back, lend, undo
from explorer_ui.visit.samples import sample_names
from explorer_ui.visit.settings import DEFAULTS, SETTINGS
from explorer_ui.words.course import PAGES, page_of
from explorer_ui.words.examples import lend_example
from explorer_ui.words.scenes import PUZZLES, Scene
from tests.apps import attempt_of, from_menu, open_app, words
from tests.peers import tiktoken_encoding
from tests.sampling import IN_TURNS

GPT2, GPT4 = (tiktoken_encoding(name) for name in ("gpt2", "cl100k_base"))


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


def test_a_word_never_seen_falls_back_on_single_bytes() -> None:
    attempt = attempt_of("Encode", "A word never seen")
    text = attempt.state["encode_text"]
    assert not set(text.split()) & set(attempt.state["text"].split())
    tokenizer = Tokenizer.from_history(trained(attempt))
    tokens = tokenizer.decode_tokens_bytes(tokenizer.encode(text))
    assert b"".join(tokens) == text.encode()
    assert {1} < {len(token) for token in tokens}


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


OFFERS = {f"{page.name} {attempt.label}": attempt for page in PAGES for attempt in page.tries}
OFFERS |= {puzzle.label: puzzle for puzzle in PUZZLES}


def another(form: Form, default: object) -> object:
    """Return a value that a setting does not have by default, and that another person may have left there."""
    match form:
        case Switch():
            return not default
        case Text():
            return "zebra zebra <|q|>"
        case Number():
            return 3 if default != 3 else 4
        case Choice():
            return [one for one in form.values if one not in (default, "own", "file", "from_file")][-1]
        case Several():
            return list(form.values[:2])
    raise ValueError(form)


LEFT_BY_ANOTHER = {
    key: another(setting.form, setting.default)
    for key, setting in SETTINGS.items()
    if setting.form
    and (setting.linked or key in {"own_pattern", "earlier_request"})
    # Which questions the quiz asks, and a teacher's own lecture, are no part of a picture.
    and not key.startswith(("challenge_", "lecture"))
}


class Session(dict[str, Any]):
    """The state of a session, without Streamlit."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    state = Session(DEFAULTS)
    monkeypatch.setattr(st, "session_state", state)
    return state


def offered(session: Session, name: str, *, after: str = "", **left: object) -> dict[str, object]:
    """Return what a session has after an offer was pressed on its page, and another one before it on its own."""
    session.clear()
    session.update(DEFAULTS)
    for one in filter(None, (after, name)):
        lend_example(OFFERS[one].page)
        session.update(left)
        hear_offer({"name": one})
    return {key: session[key] for key in LEFT_BY_ANOTHER}


def test_an_offer_sets_the_same_after_every_other_one(session: Session) -> None:
    for name in OFFERS:
        fresh = offered(session, name)
        left = offered(session, name, **LEFT_BY_ANOTHER)
        elsewhere = {key for key in fresh if fresh[key] != left[key]}
        for other in OFFERS:
            after = offered(session, name, after=other)
            assert {key for key in fresh if fresh[key] != after[key]} <= elsewhere, (name, other)


def seen(app: AppTest) -> dict[str, object]:
    """Return the pictures and the sentences of a page, without the visitor's own text above them."""
    shell = ("pages_menu", "arrival", "tab_memory", "text_box", "paste_guard")
    pictures = [part.proto for part in app.get("bidi_component")]
    drawn = {
        f"{one.component_name} {one.id}": one.json
        for one in pictures
        if not one.component_name.endswith(shell)
    }
    return {**drawn, "words": words(app)}


def shown_in_turn(page: str, **left: object) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield what a page shows after each of its offers, each in a session of its own but for what was `left` there."""
    app = open_app(page)
    names = [name for name, offer in OFFERS.items() if offer.page == page]
    for name in names:

        def hear(message: object) -> None:
            st.session_state.update(DEFAULTS)
            lend_example(page)
            st.session_state.update(left, begun="yes")
            hear_offer(message)

        with patch("explorer_ui.page.page.hear_offer", hear):
            from_menu(app, "offer", {"name": name}, again=False)
        assert not app.exception
        yield name, seen(app)


# Drawing the bands of Family tree takes as long as all others; its tries set the only thing that it depends on.
@IN_TURNS
@pytest.mark.parametrize("page", sorted({offer.page for offer in OFFERS.values()} - {"Family tree"}))
def test_an_offer_shows_the_same_whatever_was_chosen_before(page: str) -> None:
    left = shown_in_turn(page, **LEFT_BY_ANOTHER)
    for (name, fresh), (_, now) in zip(shown_in_turn(page), left, strict=True):
        # Ids that do not exist are shown with the visitor's own text, which this try leaves as it is.
        if name != "Decode An id that does not exist":
            assert fresh == now, name


def said(session: Session, act: str, **more: object) -> None:
    """Let the text box say something, as the browser does."""
    hear({"serial": session.text_heard + 1, "revision": session.text_revision, "act": act, **more})


def try_one(session: Session) -> None:
    hear_offer({"name": "Tokens The r's in strawberry"})


def leave_a_scene(session: Session) -> None:
    session.lecture_at = 0
    lend("the scene", {"text": "of the scene"})
    give_back()


REPLACING: dict[str, Callable[[Session], object]] = {
    "a sample": lambda session: said(session, "sample", name=sample_names()[0]),
    "a file": lambda session: said(session, "upload", file={"name": "a.txt", "text": "of a file"}),
    "Clear": lambda session: said(session, "clear"),
    "a text to try": try_one,
    "a puzzle": lambda _session: hear_offer({"name": "What is Ġ?"}),
    "a scene": lambda _session: lend("the scene", {"text": "of the scene", "num_merges": 7}),
    "the end of a scene": leave_a_scene,
}


@pytest.mark.parametrize("replaces", REPLACING.values(), ids=REPLACING)
def test_what_an_undo_replaces_comes_back(session: Session, replaces: Callable[[Session], object]) -> None:
    said(session, "typed", text="one")
    replaces(session)
    said(session, "typed", text="two words here")
    late = session.text_revision
    left = dict(session)
    said(session, "undo")
    if replaces is not leave_a_scene:  # which has two replacements
        assert session.text == "one"
    # Typed before the box had heard of the undo.
    said(session, "typed", text="two words here, and a third", revision=late)
    for _ in session.undone:
        said(session, "undo")
    assert session.text == "two words here, and a third"
    changed = {key for key in DEFAULTS if session[key] != left[key]}
    assert changed <= {"text", "undone", "text_revision", "text_heard"}


def test_whatever_was_typed_is_reached_by_undoing(session: Session) -> None:
    chance, number = random.Random(7), count()
    for _ in range(200):
        session.clear()
        session.update(DEFAULTS)
        typed = set()
        for _ in range(9):
            typed.discard(
                session.text
            )  # The next text is typed over it, which the browser's own undo takes back.
            said(session, "typed", text=f"typed {next(number)}")
            typed.add(session.text)
            chance.choice([*REPLACING.values(), lambda _session: undo()])(session)
        reached = {session.text}
        for _ in session.undone:
            undo()
            reached.add(session.text)
        assert typed <= reached
