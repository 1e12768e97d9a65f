"""One self-contained web page around a component: the same JavaScript and CSS as in the app, no network, no server."""

import html
import json
from collections.abc import Mapping

from explorer_ui.components.files import component_css, component_js
from explorer_ui.components.player.payload import StageData, Start
from explorer_ui.components.standalone_page import policy_for, standalone_page


def export_page(data: StageData, title: str = "") -> str:
    """The merge player with its data as one HTML page that needs nothing else, not even a network.

    Args:
        data: A history as `merge_player` takes it; the page begins before its first step.
        title: The heading of the page, if it is to have one; any text.

    Returns:
        The page. Its content security policy allows this script and this style sheet by their hashes, and
        nothing else.
    """
    start: Start = {"step": 0, "selected": None}
    return _page("player/merge_player", "player/exported_page", {**start, **data}, title)


def export_strip(data: Mapping[str, object], title: str = "") -> str:
    """The token strip with its data as such a page; the arguments are those of `export_page`."""
    return _page("strip/token_strip", "strip/exported_strip", data, title)


def _page(look: str, script: str, data: Mapping[str, object], title: str) -> str:
    css = component_css(look) or ""
    js = component_js(script)
    policy = policy_for(css=css, js=js, more="img-src blob:")
    heading = f'<h1 dir="auto">{html.escape(title)}</h1>\n' if title else ""
    body = (
        f'{heading}<div id="component"></div>\n'
        f'<script type="application/json" id="data">{_script_json(data)}</script>'
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return standalone_page(title or "Byte-pair encoding", body=body, css=css, js=js, head=head)


def _script_json(data: object) -> str:
    # ASCII only, and no "<": neither </script> nor <!-- can end the block, whatever the text holds.
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
