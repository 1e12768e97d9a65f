"""How long a visitor waits after changing the text or the page, measured in headless Chromium against a local server.

    python -m benchmarks app

All times are in milliseconds, from the key press, click or upload until the new tokens are on the screen. On
the Tokens page with cl100k_base: a key at the end of 1 and 10 KB, which the browser handles alone (the
benchmark fails if it sends a message to the server), and a new text of 100 KB and 1 MB, which the server
handles. On Train: a key at the end of 1 KB, counted from the end of the debounce delay. Then a change of place until its
picture is there, and from the press until the question of the new page is painted: within a place, and to another one.
"""

import statistics
import time

from playwright.sync_api import FilePayload, Page, sync_playwright

from benchmarks.measure import machine
from benchmarks.texts import english
from explorer_ui.words.course import page_of
from tests.browser.chromium import launch
from tests.browser.driver import Server, open_page, serve, text_box, wait_for_run

ROUNDS = 7
TYPED = 500_000  # a longer text is uploaded, since a browser is slow to show so much text in a box
CHANGES = {"a new text, 100 KB": (100_000, 400), "1 MB": (999_000, 900)}
KEYS = {"a key, 1 KB": 1_000, "a key, 10 KB": 10_000}
KEY_TARGET = 60
QUESTIONS = {"question, within a place": ("Seam", "Ways"), "question, another place": ("Seam", "Lives")}
SWITCH_TARGET = 300
REST_TARGET = 300
REST = 300  # the debounce delay: milliseconds after the last key at which text_box.js sends the text

# Scrolls the end of the text into view, types a character there as the keyboard would, and ends when the next
# frame is painted.
PRESSED = """(character) => new Promise((done) => {
    const hosts = [...document.querySelectorAll("*")].filter((host) => host.shadowRoot);
    const find = (selector) => hosts.map((host) => host.shadowRoot.querySelector(selector)).find(Boolean);
    const box = find(".bpe-text-box textarea");
    const figure = find('[data-figure="Characters"]');
    const before = figure.textContent;
    requestAnimationFrame(() => setTimeout(() => {
        const begun = performance.now();
        box.focus();
        document.execCommand("insertText", false, character);
        if (figure.textContent === before) throw new Error("the browser did not follow");
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
    }));
})"""
# The same on Train, until the player reports that it has the new text.
RESTED = """(character) => new Promise((done) => {
    const hosts = [...document.querySelectorAll("*")].filter((host) => host.shadowRoot);
    const find = (selector) => hosts.map((host) => host.shadowRoot.querySelector(selector)).find(Boolean);
    const box = find(".bpe-text-box textarea");
    const before = find(".bpe-player .past").textContent;
    box.focus();
    document.execCommand("insertText", false, character);
    const begun = performance.now();
    const look = () => {
        if (find(".bpe-player .past").textContent === before) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
    };
    look();
})"""
QUESTIONED = """([name, question]) => new Promise((done) => {
    const begun = performance.now();
    document.querySelector(`.st-key-navigation [data-page="${name}"]`).click();
    const look = () => {
        const asked = document.querySelector(".asked");
        if (asked?.dataset.next !== question && !asked?.textContent.includes(question)) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
    };
    look();
})"""
PAINTED = "new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))"


def main() -> None:
    """Print the table."""
    print(machine(), end="\n\n")
    print(f"{'':24}{'median ms':>12}{'slowest':>12}{'target':>12}")
    with serve() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        sent: list[float] = []

        def count(_: object) -> None:
            sent.append(time.perf_counter())

        page.on("websocket", lambda socket: socket.on("framesent", count))
        open_page(page, server, "Tokens", tokenizer="cl100k_base")
        for name, size in KEYS.items():
            _print(name, _keys(page, size, sent), KEY_TARGET)
        for name, (size, target) in CHANGES.items():
            _print(name, [_change(page, size, number) for number in range(ROUNDS)], target)
        _print("Train, 1 KB, after the hand rested", _rests(page, server), REST_TARGET)
        _print("change of place", _switches(page, server), SWITCH_TARGET)
        for name, pages in QUESTIONS.items():
            open_page(page, server, pages[0], tokenizer="cl100k_base")
            _print(name, _questions(page, pages), SWITCH_TARGET)
        browser.close()


def _change(page: Page, size: int, number: int) -> float:
    # The first token is the number of the round, which shows when the new text has arrived.
    text = f"{number} {english(size + 100 * number)[100 * number :]}"
    if size < TYPED:
        box = text_box(page)
        box.fill(text)
        begun = time.perf_counter()
        box.press("Control+Enter")
    else:
        begun = time.perf_counter()
        file: FilePayload = {"name": "text.txt", "mimeType": "text/plain", "buffer": text.encode()}
        page.locator('.bpe-text-box input[type="file"]').set_input_files(file)
    page.wait_for_function(
        "(number) => { for (const host of document.querySelectorAll('*')) {"
        " const first = host.shadowRoot?.querySelector('.bpe-strip .tok');"
        " if (first && first.textContent === number) return true; } return false; }",
        arg=str(number),
        polling="raf",
    )
    page.evaluate(PAINTED)
    waited = time.perf_counter() - begun
    page.wait_for_timeout(500)
    return 1000 * waited


def _keys(page: Page, size: int, sent: list[float]) -> list[float]:
    text_box(page).fill(english(size))
    page.wait_for_timeout(2_000)
    times = []
    for number in range(4 * ROUNDS):
        messages = len(sent)
        times.append(float(page.evaluate(PRESSED, "a new word "[number % 11])))
        if len(sent) > messages:
            raise RuntimeError("a key press was sent to the server before the debounce delay had ended")
        page.wait_for_timeout(100 if number % 4 else 1_500)  # a longer pause now and then
    return times


def _rests(page: Page, server: Server) -> list[float]:
    open_page(page, server, "Train", text=english(1_000))
    page.get_by_role("button", name="Edit the text").click()
    times = []
    for character in "the quick fox":
        page.wait_for_timeout(1_000)
        times.append(page.evaluate(RESTED, character) - REST)
    return times[1:]


def _switches(page: Page, server: Server) -> list[float]:
    open_page(page, server, "Tokens", tokenizer="cl100k_base")
    times = []
    for number in range(2 * ROUNDS):
        name, mark = ("Train", ".bpe-player .tok") if number % 2 == 0 else ("Tokens", ".bpe-strip .tok")
        begun = time.perf_counter()
        page.get_by_role("link", name=name, exact=True).click()
        page.locator(mark).first.wait_for()
        page.evaluate(PAINTED)
        times.append(1000 * (time.perf_counter() - begun))
        page.wait_for_timeout(800)
    return times


def _questions(page: Page, names: tuple[str, str]) -> list[float]:
    """From the press on the tab of a page until its question is painted, to each of two pages in turns."""
    times = []
    for name in names * ROUNDS:
        wait_for_run(page)
        page.wait_for_timeout(REST)
        times.append(page.evaluate(QUESTIONED, [name, page_of(name).question]))
    return times[2:]


def _print(name: str, times: list[float], target: int) -> None:
    print(f"{name:24}{statistics.median(times):12.0f}{max(times):12.0f}{target:12,}")


if __name__ == "__main__":
    main()
