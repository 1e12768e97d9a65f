"""A self-contained web page: one style sheet, one script, and a content security policy that allows only these two."""

from __future__ import annotations

import base64
import hashlib
import html
from string import Template

from explorer_ui.browser.files import read_css

_CSS = f"""{read_css("browser/look")}{read_css("browser/theme")}
:root {{ color-scheme: light dark; }}
body {{ margin: 0; background: var(--st-background-color); color: var(--st-text-color); }}
main {{ max-width: 1160px; margin: 0 auto; padding: 16px; }}
h1 {{ margin: 0 0 12px; font: 600 20px/1.3 var(--st-font); overflow-wrap: anywhere; }}
p, summary {{ margin: 0 0 8px; font: 16px/1.5 var(--st-font); overflow-wrap: anywhere; }}
section {{ margin: 20px 0 0; break-inside: avoid; }}
summary {{ cursor: pointer; }}
[typed] ~ section {{ display: none; }} /* the questions below a picture are about its own text */
@page {{ margin: 16mm; }}
.on-paper main {{ width: 178mm; padding: 0; }}
@media print {{
  :root {{ color-scheme: light; }}
  * {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
  p, summary {{ margin-bottom: 4px; font-size: 14px; }}
  details:not([open]) {{ display: none; }}
}}
"""

_PAGE = Template("""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
$head
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$css</style>
</head>
<body>
<main>
$body
</main>
<script type="module">$js</script>
</body>
</html>
""")


def standalone_page(title: str, *, body: str, css: str, js: str, head: str = "") -> str:
    """Return a page with its style sheet and its script inlined.

    Args:
        title: The name of the page; any text.
        body: Its content, as markup: text written by others must be escaped.
        css: Its style sheet, after the styles of all such pages.
        js: Its script, a module without imports.
        head: Additional markup for the head.
    """
    return _PAGE.substitute(title=html.escape(title), head=head, css=_CSS + css, js=js, body=body)


def policy_for(*, css: str, js: str, more: str, scripts: str = "") -> str:
    """Return the content security policy of such a page: this script, this style sheet, and what `more` adds.

    `scripts` are the sources of further scripts.

    >>> policy_for(css="", js="", more="img-src blob:").split("; ")[-1]
    'img-src blob:'
    """
    return (
        f"default-src 'none'; script-src '{_digest(js)}'{scripts and ' '}{scripts}; style-src '{_digest(_CSS + css)}'; "
        f"base-uri 'none'; form-action 'none'; {more}"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
