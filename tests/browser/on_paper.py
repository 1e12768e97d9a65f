"""A page of the app in print: dark on white, within the margins, without controls."""

from collections.abc import Iterator

from driver import wait_for_run
from playwright.sync_api import Page

A4_WIDTH = 794  # CSS pixels

# Finds, on a printed sheet and also within components, texts that extend over the edge of the sheet or of an
# element that clips them, and controls. Selected options, and controls whose text is information, do not
# count as controls.
ON_THE_SHEET = """() => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    const seen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && node.getBoundingClientRect().width > 1;
    const cut = [];
    for (const root of roots) {
        const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            if (!parent || !texts.currentNode.data.trim() || parent.closest("style, .unseen, svg") || !seen(parent)) continue;
            const range = document.createRange();
            range.selectNodeContents(texts.currentNode);
            const box = range.getBoundingClientRect();
            if (box.width < 2) continue;
            const hiding = [];
            for (let node = parent; node; node = node.parentElement)
                if (getComputedStyle(node).overflowX !== "visible" && !node.matches(".tok, .cell")) hiding.push(node.getBoundingClientRect());
            const right = Math.min(innerWidth, ...hiding.map((edge) => edge.right));
            const left = Math.max(0, ...hiding.map((edge) => edge.left));
            if (box.right > right + 2 || box.left < left - 2) cut.push(texts.currentNode.data.trim().slice(0, 40));
        }
    }
    const says = ".pair, .word, .row, .node, .option, [aria-checked=true], [aria-selected=true], [aria-pressed=true], " +
        "[role=combobox]";
    const controls = roots.flatMap((root) => [...root.querySelectorAll(
        "button, select, textarea, input, summary, [role=slider], [role=radio]")])
        .filter((node) => !node.matches(says) && seen(node)).map((node) => node.ariaLabel || node.textContent);
    return { cut, controls };
}"""
LIGHT = """() => [document.body, ...document.querySelectorAll(".st-key-question strong")].map((node, text) =>
    getComputedStyle(node)[text ? "color" : "backgroundColor"])"""


def wrong_on_paper(page: Page) -> Iterator[str]:
    """Yield what is wrong when a page in the dark theme is printed on A4; the screen's styles return afterwards, not its size."""
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size({"width": A4_WIDTH, "height": 1123})
    wait_for_run(page)
    found = page.evaluate(ON_THE_SHEET)
    yield from (f"cut off on paper: {text}" for text in found["cut"])
    yield from (f"a control on paper: {label}" for label in found["controls"])
    # A block that keeps the height it has for scrolling would be printed over what follows.
    blocks = page.locator('.stVerticalBlock > [data-testid="stLayoutWrapper"]')
    if fixed := blocks.evaluate_all(
        "nodes => nodes.filter(n => /px/.test(getComputedStyle(n).flexBasis)).length"
    ):
        yield f"{fixed} blocks have a fixed height on paper"
    if (width := page.evaluate("document.documentElement.scrollWidth")) > A4_WIDTH:
        yield f"{width} px wide on paper"
    paper, *questions = page.evaluate(LIGHT)
    if paper != "rgb(255, 255, 255)" or not set(questions) <= {"rgb(0, 0, 0)"}:
        yield f"not dark on white on paper: {paper}, {questions}"
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
