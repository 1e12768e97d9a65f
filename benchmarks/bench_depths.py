"""How smoothly the token strip moves a text of 10 KB from one depth to the next.

    python -m benchmarks.bench_depths

Opens a strip in headless Chromium and chooses every depth in turn, with the processor at its speed and four times
slower: a phone. `start` is the time until the first frame, in milliseconds; `frames` are those per second of the
movement, and `longest` is the longest time between two of them. The other figures mean little on a busy machine.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from benchmarks.texts import english
from bpe_core import load_published
from explorer_ui.parts.token_row.strip.token_strip import strip_data
from explorer_ui.words.course import DEPTHS
from tests.browser.chromium import launch
from tests.browser.component_pages import html_around

SLOWER = (1, 4)
SIZE = 10_000

CHOOSE = """async (depth) => {
    const button = [...document.querySelectorAll(".depths button")].find((one) => one.textContent === depth);
    const frame = () => new Promise(requestAnimationFrame);
    const began = performance.now();
    button.click();
    const times = [await frame()];
    const first = performance.now();
    while (document.querySelector("canvas.moving")) times.push(await frame());
    const between = times.slice(1).map((time, at) => time - times[at]);
    return [first - began, 1000 / (times.at(-1) - times[0]) * between.length, Math.max(...between)];
}"""


def main() -> None:
    """Print the table."""
    tokenizer = load_published("cl100k_base")
    chunks = list(tokenizer.iter_chunks(english(SIZE)))
    ids = [token_id for chunk in chunks for token_id in chunk]
    starts = [sum(map(len, chunks[:at])) for at in range(len(chunks))]
    data = strip_data(ids, tokenizer.vocab, chunk_starts=starts, height=420)
    print(f"{'to':12}{'slower':>8}{'start ms':>10}{'frames/s':>10}{'longest ms':>12}")
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        path = Path(folder) / "strip.html"
        path.write_text(html_around("parts/token_row/strip/token_strip", data), "utf-8")
        page.goto(path.as_uri())
        page.locator(".tok").first.wait_for()
        session = page.context.new_cdp_session(page)
        for slower in SLOWER:
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            for depth in (*DEPTHS[::-1][1:], *DEPTHS[1:]):
                start, frames, longest = page.evaluate(CHOOSE, depth.capitalize())
                print(f"{depth:12}{slower:8}{start:10.0f}{frames:10.0f}{longest:12.0f}")
        browser.close()


if __name__ == "__main__":
    main()
