"""The parts of the merge player: each gets only what it needs, and none gets the whole player."""

import re
from pathlib import Path

UI = Path(__file__).parents[1] / "explorer_ui"
PLAYER = UI / "parts" / "player" / "player.js"
# The modules that draw a player: the component of the app, the page of a follower, and the element for any page.
DRAW_IT = {
    UI / "parts" / "player" / "merge_player.js",
    UI / "present" / "classroom" / "follower_page.js",
    UI / "elements" / "elements.js",
}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# Finds the whole object, passed on or stored, but neither `this.step` nor `const { step } = this`.
WHOLE = re.compile(r"(?<!} = )\bthis\b(?![\w.\[])[^\n]*")


def test_only_what_draws_a_player_knows_it() -> None:
    knowing = {path for path in UI.rglob("*.js") if '/player.js"' in path.read_text("utf-8")}
    assert knowing == DRAW_IT


def test_the_player_hands_itself_to_no_part() -> None:
    assert WHOLE.findall("make(this); const part = this;") != []
    assert WHOLE.findall(COMMENT.sub("", PLAYER.read_text("utf-8"))) == []
