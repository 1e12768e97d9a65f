"""A link restores the view, whatever the tab remembers; a hostile one gives the defaults and an error message."""

import base64
import zlib
from collections.abc import Mapping
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

import pytest
from apps import APP, PATIENCE, visit
from hypothesis import example, given, settings
from hypothesis import strategies as st
from strategies import TEXTS
from streamlit.testing.v1 import AppTest

from bpe_core import RECIPES, SPLIT_PATTERNS
from bpe_core.lessons.quiz.misconceptions import QUESTION_KINDS
from explorer_ui.visit import limits, links, names
from explorer_ui.visit.beginning import begin
from explorer_ui.visit.limits import MAX_MERGES, MAX_TEXT
from explorer_ui.visit.links import link_query, query_to_text, read_query, text_to_query
from explorer_ui.visit.samples import sample_names
from explorer_ui.visit.settings import DEFAULT_TEXT, DEFAULTS


@given(
    text=TEXTS,
    recipe=st.sampled_from([*RECIPES, *(one for one in names.START_FROM if one != "from_file")]),
    tie_break=st.sampled_from(list(names.TIE_BREAKS)),
    num_merges=st.integers(0, MAX_MERGES),
    step=st.integers(0, MAX_MERGES),
    skip_rare=st.booleans(),
    selected=st.none() | st.integers(0, 1000),
    encode_text=TEXTS,
    tokenizer=st.sampled_from(["trained", "gpt2", "characters"]),
    split_pattern=st.sampled_from(list(SPLIT_PATTERNS)),
    other_pattern=st.sampled_from(list(SPLIT_PATTERNS)),
    ids_text=TEXTS,
    own_special=st.sampled_from(["", "<|user|> <|bot|>"]),
    vocabulary_query=st.text(st.characters(exclude_categories=["Cs"]), max_size=limits.MAX_QUERY),
    vocabulary_by=st.sampled_from(list(names.SEARCH_BY)),
    vocabulary_sort=st.sampled_from(list(names.SORTS)),
    vocabulary_token=st.none() | st.integers(0, 2**31 - 1),
    compared=st.lists(st.sampled_from(names.SHARED_COMPARABLE), max_size=limits.MAX_COMPARED, unique=True),
    context_window=st.integers(0, limits.MAX_WINDOW),
    token_prices=st.sampled_from(["", "2.5 0.15"]),
    learn_from=st.sampled_from([names.THIS_TEXT, *sample_names()]),
    grown=st.lists(st.sampled_from([*names.GROWABLE]), max_size=limits.MAX_GROWN_AT_ONCE, unique=True),
    growth_size=st.integers(0, limits.MAX_VOCABULARY),
    growth_shown=st.none() | st.sampled_from([*names.GROWABLE]),
    ways_chunk=st.none() | st.integers(0, 100),
    ways_dropout=st.integers(0, 100),
    seam_at=st.none() | st.integers(0, MAX_TEXT),
    prompt_end=st.none() | st.integers(0, MAX_TEXT),
    lives_threshold=st.integers(0, 100),
    challenge_kind=st.sampled_from(["any", *QUESTION_KINDS]),
)
def test_a_link_restores_what_it_was_made_from(**chosen: object) -> None:
    query = link_query(DEFAULTS | chosen)
    assert query is not None
    state, problems = read_query(dict(parse_qsl(query, keep_blank_values=True)))
    assert not problems
    restored = DEFAULTS | state
    assert {key: restored[key] for key in chosen} == chosen


@pytest.mark.parametrize("key", ["token_limit", "chat_line", "model_width"])
def test_a_link_to_less_than_a_box_takes_says_so(key: str) -> None:
    state, [problem] = read_query({key: "0"})
    assert not state
    assert "“0”, which is not a whole number from 1 to" in problem
    assert read_query({key: "1"}) == ({key: 1}, [])


@given(query=st.dictionaries(st.sampled_from([*DEFAULTS, "x"]), st.text(max_size=30)))
def test_no_link_raises_and_all_it_sets_is_in_range(query: dict[str, str]) -> None:
    state, problems = read_query(query)
    assert state.get("recipe", "gpt2") in RECIPES
    assert state.get("tie_break", "first-seen") in names.TIE_BREAKS
    assert 0 <= state.get("num_merges", 0) <= MAX_MERGES
    assert 0 <= state.get("step", 0) <= MAX_MERGES
    assert set(state.get("compared", [])) <= set(names.SHARED_COMPARABLE)
    assert all(problem.endswith(".") for problem in problems)


def test_what_is_the_visitors_own_is_not_in_a_link() -> None:
    own = {"tokenizer": "file", "recipe": "from_file", "split_pattern": "own", "compared": ["gpt2", "file"]}
    query = link_query(DEFAULTS | own)
    assert query is not None
    assert read_query(dict(parse_qsl(query))) == ({"text": DEFAULTS["text"], "compared": ["gpt2"]}, [])


def test_the_longest_text_has_a_link_unless_it_cannot_be_packed() -> None:
    for character in "aé你🥖":
        assert query_to_text(text_to_query(character * MAX_TEXT)) == character * MAX_TEXT
        with pytest.raises(ValueError, match="too long"):
            query_to_text(text_to_query(character * (MAX_TEXT + 1)))
    noise = base64.b64encode(bytes(pow(3, n, 251) * n % 256 for n in range(20_000))).decode()
    assert len(text_to_query(noise)) > limits.MAX_LINK_TEXT
    for room, has_link in ((0, True), (-1, False)):
        with patch.object(links, "MAX_LINK_TEXT", len(text_to_query(noise)) + room):
            assert (link_query(DEFAULTS | {"text": noise}) is not None) == has_link
    assert link_query(DEFAULTS | {"text": noise}) is None
    # The texts of a link have one limit together.
    for length, has_link in ((3_500, True), (5_000, False)):
        two = {"text": noise[:length], "encode_text": noise[:1_900]}
        assert len(text_to_query(two["text"])) < limits.MAX_LINK_TEXT
        assert (link_query(DEFAULTS | two) is not None) == has_link


@pytest.mark.parametrize(
    "packed",
    [
        "",
        text_to_query("a" * (MAX_TEXT + 1)).removeprefix("zlib."),
        "%%%",
        "AAAA",
        text_to_query("hello").removeprefix("zlib.")[:-4],
        base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(),
        base64.urlsafe_b64encode(zlib.compress(b"a" * 10 * MAX_TEXT)).decode(),
        "é",
    ],
)
def test_a_damaged_or_bloated_text_is_refused(packed: str) -> None:
    with pytest.raises(ValueError, match=r"^is "):
        query_to_text(f"zlib.{packed}")
    state, problems = read_query({"text": f"zlib.{packed}"})
    assert "text" not in state
    assert len(problems) == 1


def test_a_link_written_by_hand_or_of_an_earlier_version_is_understood() -> None:
    link = "text=Hello%20world&tokenizer=o200k_base&encode_text=caf%C3%A9+au+lait"
    state = {"text": "Hello world", "tokenizer": "o200k_base", "encode_text": "café au lait"}
    assert read_query(dict(parse_qsl(link))) == (state, [])
    assert query_to_text("eNpLTFJITAIABPYBpw") == "ab ab"


@given(text=TEXTS)
def test_a_text_stands_for_itself_or_is_unpacked(text: str) -> None:
    assert query_to_text(text_to_query(text)) == text
    if not text.startswith(("eJ", "eN", "zlib.")):
        assert query_to_text(text) == text


# A link in a tab, which remembers what it showed; a reload shows what was there before it.

ZEBRA, EMPTY, PACKED = {"text": "zebra"}, {"text": ""}, {"text": text_to_query("packed words")}
SETTING, NOT_OURS = {"recipe": "characters", "step": "3"}, {"utm_source": "mail", "link": "7"}
LINKS: tuple[Mapping[str, str], ...] = ({}, ZEBRA, EMPTY, PACKED, SETTING, NOT_OURS)
# Two pages with the text box, one without, and the player alone, which has none either.
PLACES = (("Bytes", {}), ("Chunks", {}), ("First merges", {}), ("Train", {"view": "player"}))
ACTS = st.sampled_from(["link", "link", "reload", "type"])
SAYS = {"zebra": "zebra", "": "", PACKED["text"]: "packed words"}


class Tab:
    """A tab of a browser: what it stores, and a new session for each address, as after a reload."""

    def __init__(self) -> None:
        self.stored: dict[str, Any] = {}
        self.at: tuple[str, Mapping[str, str]] = PLACES[0]

    def open(self, file: str, query: Mapping[str, str], *, reloads: bool = False) -> AppTest:
        """Open an address and return the app that is shown."""
        self.at = file, query
        answers: list[Any] = []

        def tab_memory(data: Any, *, on_kept: Any, **_: object) -> None:
            if asked := data["asked"]:
                answers.append(lambda: on_kept({**self.stored, "asked": asked, "isNew": not reloads}))
            else:
                self.stored |= {"chosen": data["chosen"], "link": data["link"]}

        def text_box(data: Any, **_: object) -> None:
            self.stored["text"] = data["text"]

        def begins() -> bool:
            while answers:
                answers.pop()()
            return begin()

        app = AppTest.from_file(APP, default_timeout=PATIENCE)
        if self.stored:
            app.session_state["begun"] = "asked"  # as the cookie makes it
        visit(app, file, **query)
        with (
            patch("explorer_ui.visit.beginning.tab_memory", tab_memory),
            patch("explorer_ui.parts.text_box.text_box.text_box", text_box),
        ):
            app.run()
            with patch("explorer_ui.page.page.begin", begins):
                app.run()
        assert not app.exception
        return app

    def type(self, text: str) -> None:
        """Type into the box, if the page has one."""
        if not self.at[1].get("view") and "First merges" not in self.at[0]:
            self.stored["text"] = text


@settings(max_examples=20, derandomize=True, deadline=None)
@example([("link", PLACES[1], {}), ("link", PLACES[2], ZEBRA), ("link", PLACES[0], ZEBRA)])
@example([("link", PLACES[3], ZEBRA), ("link", PLACES[0], {}), ("type", PLACES[0], {})])
@example([("link", PLACES[0], ZEBRA), ("type", PLACES[0], {}), ("link", PLACES[0], ZEBRA)])
@example([("link", PLACES[0], ZEBRA), ("type", PLACES[0], {}), ("link", PLACES[1], ZEBRA)])
@given(st.lists(st.tuples(ACTS, st.sampled_from(PLACES), st.sampled_from(LINKS)), min_size=2, max_size=4))
def test_a_link_shows_what_it_says_and_a_reload_what_was_there(steps: Any) -> None:
    tab = Tab()
    app = tab.open(*tab.at)
    shown, chosen = DEFAULT_TEXT, {"recipe": "gpt2", "step": 0}
    for number, (act, (file, view), link) in enumerate(steps):
        before = shown
        if act == "link":
            app = tab.open(file, {**view, **link})
            ours = {**link} if link not in ({}, NOT_OURS) else None
            if ours is not None:
                shown = SAYS[link["text"]] if "text" in link else DEFAULT_TEXT
                chosen = {"recipe": link.get("recipe", "gpt2"), "step": int(link.get("step", 0))}
                if before not in ("", shown, DEFAULT_TEXT):
                    assert app.session_state.undone[-1].before["text"] == before
        elif act == "reload":
            app = tab.open(*tab.at, reloads=True)
        else:
            tab.type(typed := f"typed {number}")
            shown = tab.stored["text"]
            app = tab.open(*tab.at, reloads=True)
            assert shown in (typed, before)
        assert app.session_state.text == shown
        assert {key: app.session_state[key] for key in chosen} == chosen
