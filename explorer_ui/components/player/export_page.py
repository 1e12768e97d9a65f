"""One self-contained web page around the merge player: the same JavaScript and CSS, no network, no server."""

from __future__ import annotations

import html
import json

from explorer_ui.components.files import component_css, component_js
from explorer_ui.components.player.payload import StageData, Start
from explorer_ui.components.standalone_page import policy_for, standalone_page


def export_page(data: StageData, title: str) -> str:
    """The merge player with its data as one HTML page that needs nothing else, not even a network.

    Args:
        data: A history as `merge_player` takes it; the page begins before its first step.
        title: The heading of the page; any text.

    Returns:
        The page. Its content security policy allows this script and this style sheet by their hashes, and
        nothing else.
    """
    start: Start = {"step": 0, "selected": None}
    css = component_css("player/merge_player") or ""
    js = component_js("player/exported_page")
    policy = policy_for(css=css, js=js, more="img-src blob:")
    body = (
        f'<h1 dir="auto">{html.escape(title)}</h1>\n<div id="player"></div>\n'
        f'<script type="application/json" id="data">{_script_json({**start, **data})}</script>'
    )
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return standalone_page(title, body=body, css=css, js=js, head=head)


def _script_json(data: object) -> str:
    # ASCII only, and no "<": neither </script> nor <!-- can end the block, whatever the text holds.
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
