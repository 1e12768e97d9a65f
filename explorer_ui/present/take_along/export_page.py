"""A self-contained web page for a component: the same JavaScript and CSS as in the app, no network, no server."""

import html
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from explorer_ui.browser.files import component_css, component_js, joined_component
from explorer_ui.browser.standalone_page import policy_for, standalone_page

_PLAYER = "parts/player/merge_player"
_WITH_TEXT = "present/take_along/another_text"


class FoldedAnswer(NamedTuple):
    """A question on a handout, its lines, and the answer that is collapsed below it; any text."""

    lines: Sequence[str]
    answer: str


def export_page(
    data: Mapping[str, object],
    title: str = "",
    *,
    sentence: str = "",
    step: int = 0,
    questions: Sequence[FoldedAnswer] = (),
    another: Mapping[str, object] | None = None,
) -> str:
    """Return the merge player with its data as one HTML page that needs no network.

    Args:
        data: A history as `merge_player` takes it.
        title: The heading of the page, if it should have one; any text.
        sentence: The text below the heading; any text.
        step: The step at which the page opens.
        questions: The questions below the player.
        another: What `another_text` returns, to train on another text; None: the page has no text box.

    Returns:
        The page. Its content security policy allows this script and this style sheet by their hashes, and
        nothing else.
    """
    below = "".join(map(_asked, questions))
    start = {"step": step, "selected": None, **data}
    if another is None:
        return export_picture(_PLAYER, start, title, sentence, below=below)
    css, js = component_css(_PLAYER, _WITH_TEXT) or "", joined_component(_WITH_TEXT)
    return _page((css, js), {**start, "another": another}, title, sentence, below)


def export_picture(
    component: str, data: Mapping[str, object], title: str = "", sentence: str = "", *, below: str = ""
) -> str:
    """Return a component as a self-contained page, in which it works as in the app.

    `data` is all that the component takes, including its initial state; `below` is markup, and `title` and
    `sentence` are as in `export_page`.
    """
    code = component_css(component) or "", component_js(component)
    return _page(code, data, title, sentence, below)


def _page(code: tuple[str, str], data: Mapping[str, object], title: str, sentence: str, below: str) -> str:
    css, js = code
    js += component_js("browser/exported") + "drawExported(mount);\n"
    policy = policy_for(css=css, js=js, more="img-src blob:")
    heading = f'<h1 dir="auto">{html.escape(title)}</h1>\n' if title else ""
    if sentence:
        heading += f'<p dir="auto">{html.escape(sentence)}</p>\n'
    body = (
        f'{heading}<div id="component"></div>\n{below}'
        f'<script type="application/json" id="data">{script_json(data)}</script>'
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return standalone_page(title or "Byte-pair encoding", body=body, css=css, js=js, head=head)


def _asked(question: FoldedAnswer) -> str:
    lines = "".join(f'<p dir="auto">{html.escape(line)}</p>\n' for line in question.lines)
    answer = (
        f'<details><summary>The answer</summary><p dir="auto">{html.escape(question.answer)}</p></details>'
    )
    return f"<section>\n{lines}{answer}\n</section>\n"


def script_json(data: object) -> str:
    r"""Return a value as JSON that can be put into a script element.

    >>> script_json("</script>")
    '"\\u003c/script>"'
    """
    # ASCII only, and no "<": neither </script> nor <!-- can end the block, whatever the text contains.
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
