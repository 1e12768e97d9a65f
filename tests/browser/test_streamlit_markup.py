"""Streamlit's markup still has what the app leans on; where not, the failure says what is lost."""

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page

from explorer_ui.frame.markup import HOOKS


@pytest.mark.parametrize("name", sorted({hook.page for hook in HOOKS}))
def test_every_hook_is_there(page: Page, server: Server, name: str) -> None:
    open_page(page, server, "" if name == "Start" else name)
    gone = []
    for hook in HOOKS:
        if hook.page != name:
            continue
        if hook.hovered:
            page.locator(hook.hovered).first.hover()
        if hook.pressed:
            page.get_by_role("button", name=hook.pressed).click()
            wait_for_run(page)
        if not page.locator(hook.selector).count():
            gone.append(
                f"Streamlit's markup no longer has {hook.selector}, so this is lost: {hook.lost}. "
                "Find what it is called now; change explorer_ui/frame/markup.py and what uses it."
            )
    assert not gone, "\n".join(gone)
