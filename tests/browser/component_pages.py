"""Pages with a single component, and texts to draw with it."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from driver import until
from playwright.sync_api import Page
from streamlit.testing.v1 import AppTest

from explorer_ui.browser.files import component_css, component_js

Opener = Callable[..., Page]

PLAYER = "parts/player/merge_player"
STRIP = "parts/token_row/strip/token_strip"
WORDS = r" ?\p{L}+| ?[^\s\p{L}]+|\s"
PROSE = (
    "the cat sat on the mat, and the other cat sat on the other mat; that is that.\n"
    "naïve café, a naïve café: الكتاب على الكتاب\n"
)
HOSTILE = (
    "<img src=x onerror=\"document.title='taken'\"></script><script>document.title='taken'</script>"
    "<!-- \" ' ` \0\x1b\u202eabc\u2066\u2028\u2029\u200b\ufeff שלום &lt;b&gt; ${document.title} \\u003c"
)


def html_of(app: AppTest, component: str) -> str:
    """A page with one component of what the app shows, and the message that it has got."""
    [message] = messages_of(app, component)
    return html_around(component, message)


def messages_of(app: AppTest, component: str) -> list[dict[str, Any]]:
    """What the app sends a component, once for each place where it shows it.

    The address of the encoder for typed text is left out, since a page by itself has no server to fetch it from.
    """
    name = f"bpe_{component.rpartition('/')[2]}"
    sent = [one.proto for one in app.get("bidi_component")]
    messages = [json.loads(one.json) for one in sent if one.component_name == name]
    return [message | {"live": None} if "live" in message else message for message in messages]


def html_around(component: str, data: dict[str, Any]) -> str:
    """A page that mounts a component and records what it would send to Python."""
    payload = json.dumps(data).replace("<", "\\u003c")
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{component_css(component)} body {{ margin: 8px; }}</style>
<div style="height: 0"></div><div id="here"></div><textarea aria-label="elsewhere"></textarea>
<div style="height: 3000px"></div>
<script type="module">{component_js(component)}
window.told = [];
let place = document.getElementById("here"), clean;
window.show = (data) =>
    (clean = mount({{ data, parentElement: place, setStateValue: (name, value) => told.push([name, value]) }}));
// As in Streamlit, the element leaves the page before the clean-up runs.
window.cleanUp = () => {{
    const before = place;
    before.replaceWith((place = before.cloneNode()));
    clean();
}};
window.first = show({payload});
</script></html>"""


def draw_anew(page: Page, data: dict[str, Any]) -> None:
    """Take the component off the page, and draw another one."""
    page.evaluate("data => { cleanUp(); sessionStorage.clear(); show(data); }", data)


def go(page: Page, step: int) -> None:
    page.get_by_label("Step number").fill(str(step))
    page.get_by_label("Step number").press("Enter")
    page.locator(f'.bpe-player[data-counted="{step}"][data-painted="{step}"]').wait_for()


def step_of(page: Page) -> int:
    return int(page.get_by_label("Step number").input_value())


def merge(page: Page, left: str, right: str, *, right_first: bool = False) -> None:
    """Touch two neighbouring tokens of the player's text."""
    touched: list[str] = []

    def are_drawn() -> bool:
        pieces = page.locator(".stage .tok").evaluate_all(
            "nodes => nodes.map(node => [node.dataset.start, node.textContent])"
        )
        words: dict[str, str] = {}
        for start, text in pieces:  # a token may continue in the next row
            words[start] = words.get(start, "") + text
        pairs = (pair for pair in pairwise(words) if [words[start] for start in pair] == [left, right])
        touched[:] = next(pairs, ())
        return bool(touched)

    until(page, are_drawn, expected=True)
    for start in reversed(touched) if right_first else touched:
        page.locator(f".stage .tok[data-start='{start}']").first.click()
