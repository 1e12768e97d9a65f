"""The page of a follower, and other pages that are the same for all classes and fetch their data themselves."""

import gzip
from dataclasses import dataclass

from explorer_ui.browser.files import component_css, component_js
from explorer_ui.browser.standalone_page import policy_for, standalone_page
from explorer_ui.cache.bounded import cached

_BODY = '<div id="class"><noscript>A class needs JavaScript.</noscript></div>'
_POLICY = "connect-src 'self'; img-src blob: data:; frame-ancestors 'none'"


@dataclass(frozen=True)
class Page:
    """A page as it is sent: its content, packed with gzip, and its content security policy."""

    packed: bytes
    policy: str


@cached
def packed_page(title: str, *components: str) -> Page:
    """Return the page of the last of these components, with the style sheets of all; packed once for all phones."""
    css, js = component_css(*components) or "", component_js(components[-1])
    page = standalone_page(f"{title} · BPE explorer", body=_BODY, css=css, js=js)
    return Page(
        packed=gzip.compress(page.encode(), 9, mtime=0), policy=policy_for(css=css, js=js, more=_POLICY)
    )
