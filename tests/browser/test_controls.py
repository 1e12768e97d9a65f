"""The first screen of a place has few controls: a strip of tabs, of depths or of chips is one of them."""

import pytest
from driver import Server, open_page, wait_for_run
from playwright.sync_api import Page

# What can be pressed, chosen or typed into; what Tab does not reach by itself is a part of something that it reaches.
CONTROLS = """strips => {
    const found = new Set();
    const within = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.shadowRoot) within(node.shadowRoot);
            if (!node.matches("a[href], button, input, select, textarea, summary, [tabindex='0'][role]")) continue;
            if (node.matches("[tabindex='-1'], :disabled, [aria-disabled=true]") || !node.checkVisibility()) continue;
            const { top, bottom, left, width, height } = node.getBoundingClientRect();
            if (top >= innerHeight || bottom <= 0 || left >= innerWidth || width < 2 || height < 2) continue;
            found.add(node.closest(strips) ?? node);
        }
    };
    within(document);
    return [...found].map((node) => node.ariaLabel || node.textContent.trim().slice(0, 30));
}"""
STRIPS = "nav, [role=tablist], [role=radiogroup], .tries, .one-of"


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("", 15),
        ("Tokens", 22),
        ("Train", 25),
        *((name, 22) for name in ("By hand", "Save", "Homework", "Pieces", "Tokenizer file")),
    ],
)
def test_the_first_screen_has_few_controls(page: Page, server: Server, name: str, most: int) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, server, name)
    wait_for_run(page)
    found = page.evaluate(CONTROLS, STRIPS)
    assert len(found) <= most, found
