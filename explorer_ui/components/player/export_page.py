"""One self-contained web page around the merge player: the same JavaScript and CSS, no network, no server."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Mapping
from string import Template
from typing import Any

from explorer_ui.components.assets import component_css, component_js

_PAGE_CSS = """
:root {
  color-scheme: light dark;
  --st-font: system-ui, -apple-system, "Segoe UI", sans-serif;
  --st-code-font: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --st-text-color: #24262e;
  --st-background-color: #ffffff;
  --st-secondary-background-color: #f1f2f5;
  --st-border-color: #d4d6dc;
  --st-primary-color: #17697a;
  --st-base-radius: 8px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --st-text-color: #f4f4f6;
    --st-background-color: #12141a;
    --st-secondary-background-color: #22252e;
    --st-border-color: #3d414d;
    --st-primary-color: #3398aa;
  }
}
body { margin: 0; background: var(--st-background-color); color: var(--st-text-color); }
main { max-width: 1160px; margin: 0 auto; padding: 16px; }
h1 { margin: 0 0 12px; font: 600 20px/1.3 var(--st-font); overflow-wrap: anywhere; }
"""

_PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$css</style>
</head>
<body>
<main>
<h1 dir="auto">$title</h1>
<div id="player"></div>
</main>
<script type="application/json" id="data">$data</script>
<script type="module">$js</script>
</body>
</html>
""")


def export_page(data: Mapping[str, Any], title: str) -> str:
    """The merge player with its data as one HTML page that needs nothing else, not even a network.

    Args:
        data: The payload of `merge_player`.
        title: The heading of the page; any text.

    Returns:
        The page. Its content security policy allows this script and this style sheet by their hashes, and
        nothing else.
    """
    css = f"{_PAGE_CSS}{component_css('player/merge_player')}"
    js = component_js("player/exported_page")
    policy = (
        f"default-src 'none'; script-src '{_digest(js)}'; style-src '{_digest(css)}'; "
        "img-src blob:; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.substitute(policy=policy, title=html.escape(title), css=css, js=js, data=_script_json(data))


def _script_json(data: Mapping[str, Any]) -> str:
    # ASCII only, and no "<": neither </script> nor <!-- can end the block, whatever the text holds.
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
