"""A self-contained web page for a picture: the same elements as on any other page, no network, no server."""

import html
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from explorer_ui.browser.files import component_css, component_js, joined_component, read_css
from explorer_ui.browser.standalone_page import policy_for, standalone_page
from explorer_ui.elements.elements import ELEMENTS, element_html, elements_js


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
        another: What `training_attributes` returns, to train on another text; None: the page has no text box.

    Returns:
        The page. Its content security policy allows this script and this style sheet by their hashes, and
        nothing else.
    """
    attributes = {"step": step, **({} if another is None else {**another, "editable": True})}
    below = "".join(map(_asked, questions))
    return _page(data, ("bpe-player", attributes, elements_js()), (title, sentence), below)


def export_picture(component: str, data: Mapping[str, object], title: str = "", sentence: str = "") -> str:
    """Return a component as a self-contained page, in which it works as in the app.

    `data` is all that the component takes, including its initial state; `title` and `sentence` are as in `export_page`.
    """
    name = ELEMENTS.get(component, "bpe-picture")
    js = elements_js() if component in ELEMENTS else _picture_js(component)
    return _page(data, (name, {}, js), (title, sentence))


def _picture_js(component: str) -> str:
    css = f"{component_css(component) or ''}{read_css('browser/theme')}{read_css('browser/element')}"
    element = joined_component("browser/element")
    return f"{component_js(component)}(() => {{\n{element}definePicture(mount, {json.dumps(css)});\n}})();\n"


def _page(
    data: Mapping[str, object],
    element: tuple[str, Mapping[str, object], str],
    words: tuple[str, str],
    below: str = "",
) -> str:
    (name, attributes, js), (title, sentence) = element, words
    policy = policy_for(css="", js=js, more="img-src blob:")
    heading = f'<h1 dir="auto">{html.escape(title)}</h1>\n' if title else ""
    if sentence:
        heading += f'<p dir="auto">{html.escape(sentence)}</p>\n'
    shown = element_html(name, {"src": "#data", "keys": "page", **attributes})
    body = f'{heading}{shown}\n{below}<script type="application/json" id="data">{script_json(data)}</script>'
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return standalone_page(title or "Byte-pair encoding", body=body, css="", js=js, head=head)


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
