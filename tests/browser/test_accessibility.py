"""axe-core finds no serious or critical violation on any page, in either theme."""

from collections.abc import Callable
from importlib.resources import files

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page

from explorer_ui.course import PAGES

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_a_page_has_no_serious_violation(
    new_page: Callable[..., Page], server: Server, name: str, theme: str
) -> None:
    page = new_page(color_scheme=theme)
    open_page(page, server, "" if name == "Start" else name)
    wait_for_run(page)
    page.evaluate(AXE)
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    serious = [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
    assert not serious, "\n".join(serious)
