"""The page of a follower: one for all classes, which asks for the rest itself."""

import gzip
from dataclasses import dataclass

from explorer_ui.cache.bounded import cached
from explorer_ui.components.files import component_css, component_js
from explorer_ui.components.standalone_page import policy_for, standalone_page

_BODY = '<div id="class"><noscript>A class needs JavaScript.</noscript></div>'


@dataclass(frozen=True)
class Page:
    """A page as it is sent: packed with gzip, and the policy for its script and its style sheet."""

    packed: bytes
    policy: str


@cached
def follower_page() -> Page:
    """Return the page, packed once for all phones."""
    css = component_css("player/merge_player", "follower/follower_page") or ""
    js = component_js("follower/follower_page")
    page = standalone_page("Class · BPE explorer", body=_BODY, css=css, js=js)
    policy = policy_for(
        css=css, js=js, more="connect-src 'self'; img-src blob: data:; frame-ancestors 'none'"
    )
    return Page(packed=gzip.compress(page.encode(), 9, mtime=0), policy=policy)
