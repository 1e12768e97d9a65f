"""What a browser receives: the bytes and names of files, which do not depend on the load of the machine."""

from driver import Server, open_page, tab, wait_for_run
from playwright.sync_api import Page, expect

MOST_FOR_START = 750_000  # a text in the link adds 165,000, for the merges of GPT-2
MOST_FOR_A_PAGE = 300_000


def watched(page: Page) -> dict[str, int]:
    """The bytes of each file that the page receives over the network, not from its cache."""
    received: dict[str, int] = {}
    address: dict[str, str] = {}
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")  # other tests use this profile too
    session.on(
        "Network.requestWillBeSent",
        lambda event: address.update({event["requestId"]: event["request"]["url"].rpartition("/")[2]}),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: received.update(
            {address.get(event["requestId"], event["requestId"]): event["encodedDataLength"]}
        ),
    )
    return received


def test_start_and_tokens_load_little_and_nothing_that_they_do_not_show(page: Page, server: Server) -> None:
    received = watched(page)
    open_page(page, server)
    assert 300_000 < sum(received.values()) < MOST_FOR_START
    # The icons are in the document, and the text uses system fonts.
    assert not [name for name in received if name.endswith((".woff2", ".ttf"))]
    # The page requests exactly the components that the document names, each once.
    modules = [name for name in received if name.startswith(("merge_player.", "token_strip.", "text_box."))]
    assert len(modules) == 3
    received.clear()
    tab(page, "Tokens").dispatch_event("click")
    expect(page.locator(".st-key-tokens_strip .bpe-strip")).to_be_visible()
    wait_for_run(page)
    # What the encoder needs, which is in files of its own, is as large as the vocabulary.
    scripts = {name: size for name, size in received.items() if name.endswith((".js", ".css"))}
    assert 0 < sum(scripts.values()) < MOST_FOR_A_PAGE
    # No highlighter, and no tables before one is shown.
    assert not [name for name in received if name.startswith(("StreamlitSyntaxHighlighter", "DataFrame"))]
