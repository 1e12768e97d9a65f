"""Half a character in a text box becomes U+FFFD before it is sent, as tiktoken would read it."""

from explorer_ui.components.answers import read_again
from explorer_ui.components.assets import component

_mount = component("paste_guard/paste_guard")


def paste_guard() -> bool:
    """Watch all text boxes of the page; say whether something was replaced since the page was opened."""
    answer = _mount(key="paste_guard", default={"replaced": False}, on_replaced_change=read_again)
    return bool(answer.get("replaced"))
