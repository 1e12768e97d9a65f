"""A link shows what it says, whatever the tab remembers; a reload shows what was there before it."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import patch

from apps import APP, PATIENCE, visit
from hypothesis import example, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from explorer_ui.visit.beginning import begin
from explorer_ui.visit.links import text_to_query
from explorer_ui.visit.settings import DEFAULT_TEXT

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
