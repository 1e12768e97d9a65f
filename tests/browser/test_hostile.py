"""Text is data: on every page what strangers paste is shown as typed, and nothing of it runs or is fetched."""

import pytest
from driver import Server, open_page, text_box, wait_for_run
from playwright.sync_api import Page, Request

from explorer_ui.frame.course import PAGES

HOSTILE = "\n".join(
    [
        "<script>window.hacked = 1</script>",
        "<img src=x onerror='window.hacked = 2'>",
        "<iframe srcdoc='<script>parent.hacked = 3</script>'></iframe>",
        "<svg onload=window.hacked=4><style>body{display:none}</style><base href=//evil.example>",
        "</script></textarea></style><meta http-equiv=refresh content=0;url=//evil.example>",
        "[a link](javascript:window.hacked=5) ![a picture](http://evil.example/a.png) <http://evil.example>",
        "$\\href{http://evil.example}{x}$ $$x^2$$ :red[red] :material/home: :smile: `code` **bold** # title",
        "\"quotes\" 'quotes' &amp; &lt;b&gt; \\u0041 %s {0} {{x}} ${y}",
        "=cmd|'/c calc'!A1 @SUM(1) +1 -1",
        "right \u202eto left\u202c, zero\u200bwidth, \u2066isolate\u2069, a\u0300\u0301\u0302\u0303\u0304\u0305 مرحبا",
        "control \x01\x1b[31m \x7f and a tab\tand <|endoftext|>",
    ]
)

MADE = """() => {
    const seen = [];
    const walk = (root) => {
        for (const node of root.querySelectorAll("*")) {
            if (node.matches('a[href*="evil"], a[href^="javascript"], img[src*="evil"], img[src="x"], iframe, base, '
                + 'meta[http-equiv=refresh], svg[onload], [onerror], .katex')) seen.push(node.outerHTML.slice(0, 200));
            if (node.shadowRoot) walk(node.shadowRoot);
        }
    };
    walk(document);
    return seen;
}"""


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_a_page_shows_hostile_text_and_runs_none_of_it(page: Page, server: Server, name: str) -> None:
    outside: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((server.url, server.url.replace("http", "ws"), "data:", "blob:")):
            outside.append(request.url)

    page.on("request", note)
    open_page(page, server, "" if name == "Start" else name)
    before = page.evaluate(MADE)
    box = text_box(page)
    box.fill(HOSTILE)
    box.press("Control+Enter")
    wait_for_run(page)
    # Tables, tabs and closed parts of the page draw text too.
    for button in page.get_by_test_id("stMain").get_by_role("tab").all():
        button.click()
    wait_for_run(page)
    assert page.evaluate("window.hacked") is None
    assert page.evaluate(MADE) == before
    assert not outside
    assert box.input_value() == HOSTILE
    assert page.get_by_test_id("stException").count() == 0
