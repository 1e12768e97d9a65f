"""axe-core finds no serious or critical violation on any page, in either theme."""

from importlib.resources import files

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page, expect

from explorer_ui.frame.course import PAGES

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_a_page_has_no_serious_violation(page: Page, server: Server, name: str) -> None:
    page.emulate_media(color_scheme="light")
    open_page(page, server, "" if name == "Start" else name)
    page.evaluate(AXE)
    assert not serious_violations(page, "{resultTypes: ['violations']}")
    page.emulate_media(color_scheme="dark")
    expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", "dark")
    wait_for_run(page)
    # The theme changes nothing but colours.
    assert not serious_violations(
        page, "{resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block']}"
    )


def serious_violations(page: Page, options: str) -> list[str]:
    """Return what is wrong, where, and how to mend it, a line each."""
    found = page.evaluate(f"axe.run({options})")
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
