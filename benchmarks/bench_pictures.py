"""How long Growth, Ways, Prompt and Lives take to draw a step: 1 KB with every vocabulary, and 100 KB.

    python -m benchmarks.bench_pictures

Each picture is opened as its exported page in headless Chromium, with data computed here. `made` is the time
to compute and pack the data, once per text, and `KB` the size of the data that is sent. A step is a new
slider position (Growth, Ways, Lives) or another row (Prompt): `script` is the time in the picture's own code,
`frame` the time until the browser has drawn it. Times are in milliseconds.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from benchmarks.texts import english
from bpe_core import PUBLISHED, Tokenizer, TrainingHistory, load_published, train
from bpe_core.in_parts import finished
from bpe_core.lessons.vocabulary.growth import growth_in_parts
from explorer_ui.places.tokens.other_splits.other_splits import MAX_CHUNKS, ways_data
from explorer_ui.places.tokens.prompt_end.prompt_end import prompt_data
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import GrowingVocabulary, growth_data
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import lives_data
from explorer_ui.present.take_along.export_page import export_picture
from tests.browser.chromium import launch

COMPONENTS = {
    "Growth": "places/vocabulary/smaller_or_larger/growth",
    "Ways": "places/tokens/other_splits/ways",
    "Prompt": "places/tokens/prompt_end/prompt",
    "Lives": "places/vocabulary/unused_tokens/lives",
}
STEPS = 40
MERGES = 2_000

STEP = """async ({ selector, act, value }) => {
    const node = document.querySelector("bpe-picture").shadowRoot.querySelector(selector);
    const began = performance.now();
    if (act === "slide") {
        node.value = value;
        node.dispatchEvent(new Event("input", { bubbles: true }));
    } else node.dispatchEvent(new KeyboardEvent("keydown", { key: value, bubbles: true, composed: true }));
    const script = performance.now() - began;
    await new Promise((done) => { const { port1, port2 } = new MessageChannel();
        port1.onmessage = done; requestAnimationFrame(() => port2.postMessage(0)); });
    return { script, frame: performance.now() - began };
}"""


class Case(NamedTuple):
    """A picture, its text, its tokenizer, and the function that computes its data."""

    name: str
    text: str
    whose: str
    make: Callable[[], Mapping[str, object]]


def main() -> None:
    """Print the table."""
    print(f"{'picture':8}{'text':8}{'vocabulary':20}{'made':>8}{'KB':>7}{'script ms':>18}{'frame ms':>18}")
    print(f"{'':51}" + f"{'median':>10}{'95%':>8}" * 2)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        for case in _cases():
            began = time.perf_counter()
            data = case.make()
            made = 1000 * (time.perf_counter() - began)
            path = Path(folder) / "picture.html"
            path.write_text(export_picture(COMPONENTS[case.name], data), "utf-8")
            page.goto(path.as_uri())
            page.wait_for_selector(f".bpe.{case.name.lower()} :is(.picture-box, .curve) svg")
            _print(
                case, made, len(str(data)) / 1000, [page.evaluate(STEP, step) for step in _steps(case.name)]
            )
        browser.close()


def _cases() -> Iterator[Case]:
    small, large = english(1_000), english(100_000)
    for name in PUBLISHED:
        tokenizer = load_published(name)
        tokenizer.encode_ordinary(small)
        yield Case("Growth", "1 KB", name, partial(_growth, [tokenizer], small))
        yield Case("Ways", "1 KB", name, partial(_ways, tokenizer, small))
        yield Case("Prompt", "1 KB", name, partial(_prompt, tokenizer, small))
    for size, text in (("1 KB", small), ("100 KB", large)):
        history = train(text, recipe="gpt2", num_merges=MERGES)
        yield Case("Lives", size, "trained", partial(_lives, history))
        yield Case("Growth", size, "trained", partial(_growth, [Tokenizer.from_history(history)], text))
    four = [load_published(name) for name in ("gpt2", "cl100k_base", "o200k_base", "qwen3")]
    for tokenizer in four:
        yield Case("Growth", "100 KB", tokenizer.name, partial(_growth, [tokenizer], large))
    yield Case("Growth", "100 KB", "these four at once", partial(_growth, four, large))


def _growth(tokenizers: Sequence[Tokenizer], text: str) -> Mapping[str, object]:
    vocabularies = [
        GrowingVocabulary(one.name, one.name, finished(growth_in_parts(one, text)), {}) for one in tokenizers
    ]
    data = growth_data(text, vocabularies, first_language="English")
    return {**data, "size": 256, "shown": 0}


def _lives(history: TrainingHistory) -> Mapping[str, object]:
    return {**lives_data(history), "threshold": 90}


def _prompt(tokenizer: Tokenizer, text: str) -> Mapping[str, object]:
    return {**prompt_data(tokenizer, text, name=tokenizer.name), "end": 1, "length": 1}


def _ways(tokenizer: Tokenizer, text: str) -> Mapping[str, object]:
    words = [tokenizer.trace(word) for word in dict.fromkeys(text.split())][:MAX_CHUNKS]
    return {**ways_data(tokenizer, words, name=tokenizer.name), "chunk": None, "dropout": 10}


def _steps(name: str) -> list[dict[str, object]]:
    rng = random.Random(1)
    if name == "Prompt":
        return [{"selector": ".picture-box", "act": "press", "value": "ArrowUp"} for _ in range(STEPS // 2)]
    least, most = {"Growth": (0, 10_000), "Ways": (0, 100), "Lives": (50, 100)}[name]
    selector = "input[type=range]"
    return [{"selector": selector, "act": "slide", "value": rng.randint(least, most)} for _ in range(STEPS)]


def _print(case: Case, made: float, kilobytes: float, times: list[dict[str, float]]) -> None:
    cells = []
    for what in ("script", "frame"):
        values = sorted(time[what] for time in times)
        cells.append(f"{statistics.median(values):10.1f}{values[int(0.95 * (len(values) - 1))]:8.1f}")
    print(f"{case.name:8}{case.text:8}{case.whose:20}{made:8.0f}{kilobytes:7.0f}" + "".join(cells))


if __name__ == "__main__":
    main()
