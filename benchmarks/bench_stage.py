"""How long a step of the merge player takes to paint: 1 KB, 100 KB and 1 MB of text, 2,000 merges.

    python -m benchmarks.bench_stage

Opens the exported page in headless Chromium and jumps to random steps, then steps forward one by one. Times
are in milliseconds: `script` is the time in the player's own code, `frame` the time until the browser has
drawn the step. For a text of more than 250,000 units, pairs are counted only after a debounce delay; `table`
is the time for that.
"""

import random
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.texts import english
from bpe_core import train
from explorer_ui.parts.player.payload import player_data
from explorer_ui.present.take_along.export_page import export_page
from tests.browser.chromium import launch

SIZES = {"1 KB": 1_000, "100 KB": 100_000, "1 MB": 1_000_000}
MERGES = 2_000
JUMPS = 40

GO = """async (step) => {
    const root = document.querySelector("bpe-player").shadowRoot.querySelector(".bpe-player"), box = root.querySelector(".number");
    const began = performance.now();
    box.value = step;
    box.dispatchEvent(new Event("change"));
    while (+root.dataset.painted !== step) await new Promise(requestAnimationFrame);
    await new Promise((done) => { const { port1, port2 } = new MessageChannel();
        port1.onmessage = done; requestAnimationFrame(() => port2.postMessage(0)); });
    const frame = performance.now() - began, script = +root.dataset.paintMs;
    while (+root.dataset.counted !== step) await new Promise((done) => setTimeout(done, 5));
    return { script, frame, table: +root.dataset.countMs };
}"""


def main() -> None:
    """Print the table."""
    print(f"{'text':8}{'':10}{'script ms':>20}{'frame ms':>20}{'table ms':>20}")
    print(f"{'':18}" + f"{'median':>12}{'95%':>8}" * 3)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        for name, size in SIZES.items():
            history = train(english(size), recipe="gpt2", num_merges=MERGES)
            path = Path(folder) / "stage.html"
            path.write_text(export_page(player_data(history), name), "utf-8")
            page.goto(path.as_uri())
            page.wait_for_selector("[data-counted='0']")
            last = len(history.merges)
            steps = random.Random(1).sample(range(1, last), min(JUMPS, last - 1))
            _print(name, "jump", page, steps)
            _print("", "forward", page, list(range(last // 3, last // 3 + JUMPS)))
        browser.close()


def _print(name: str, kind: str, page: Page, steps: list[int]) -> None:
    times = [page.evaluate(GO, step) for step in steps]
    cells = []
    for what in ("script", "frame", "table"):
        values = sorted(time[what] for time in times)
        cells.append(f"{statistics.median(values):12.1f}{values[int(0.95 * (len(values) - 1))]:8.1f}")
    print(f"{name:8}{kind:10}" + "".join(cells))


if __name__ == "__main__":
    main()
