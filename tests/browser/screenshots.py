"""Take pictures of the app, as a visitor sees it.

The pictures of the README, into docs/:

    python tests/browser/screenshots.py

Any page, in both themes and at both widths, to look at:

    python tests/browser/screenshots.py --page Train --query recipe=gpt2 --all --out /tmp/shots

Pixel for pixel beside another checkout, for a change that should change nothing to see:

    git worktree add ../before main
    python tests/browser/screenshots.py --compare ../before --all --whole --out /tmp/shots
"""

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import chromium
from driver import ROOT, Server, open_page, serve, wait_for_run, watch_errors
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(ROOT))  # run as a script, and the app is a folder above

from explorer_ui.frame.links import text_to_query

THEMES = ("light", "dark")
SIZES = ((1280, 800), (390, 844))


@dataclass(frozen=True)
class Shot:
    """One picture: file name without ending, page, settings in the link, what to do before the picture."""

    name: str
    page: str
    query: dict[str, str] = field(default_factory=dict)
    act: Callable[[Page], None] | None = None


def step_forward(page: Page) -> None:
    """Show the Train page in the middle of its work."""
    number = page.get_by_label("Step number")
    number.fill("14")
    number.press("Enter")


def choose_a_token(page: Page) -> None:
    """Show how one token was made."""
    page.locator(".bpe-strip .tok").nth(6).click()


SHOTS = (
    Shot(name="start", page=""),
    Shot(name="bytes", page="Bytes", query={"text": text_to_query("Café 你好 👩‍👩‍👧 नमस्ते")}),
    Shot(name="chunks", page="Chunks"),
    Shot(name="train", page="Train", act=step_forward),
    Shot(name="tokens", page="Tokens", query={"tokenizer": "cl100k_base"}, act=choose_a_token),
    Shot(name="encode", page="Encode", query={"tokenizer": "gpt2"}),
    Shot(name="decode", page="Decode"),
    Shot(name="vocabulary", page="Vocabulary", query={"tokenizer": "gpt2"}),
    Shot(name="compare", page="Compare"),
    Shot(name="challenge", page="Challenge"),
)
"""The pictures of the README."""


def take(
    browser: Browser,
    server: Server,
    shot: Shot,
    path: Path,
    *,
    theme: str,
    size: tuple[int, int],
    whole: bool,
) -> list[str]:
    """Write one picture; returns what went wrong in the page meanwhile."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    page = context.new_page()
    errors: list[str] = []
    watch_errors(page, errors)
    open_page(page, server, shot.page, **shot.query)
    if shot.act:
        shot.act(page)
        wait_for_run(page)
    if whole:
        # Streamlit scrolls inside the window, so the window is made as high as the page.
        content = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
        page.set_viewport_size({"width": width, "height": max(height, content)})
    # Charts are drawn after the run has ended.
    page.wait_for_timeout(1000)
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, animations="disabled")
    context.close()
    return errors


def compare(before: Path, after: Path, difference: Path) -> str:
    """Say in how many pixels two pictures differ, and where; write a picture of it, white on black."""
    pictures = [Image.open(path).convert("RGB") for path in (before, after)]
    if pictures[0].size != pictures[1].size:
        return "{}x{} became {}x{}".format(*pictures[0].size, *pictures[1].size)
    red, green, blue = ImageChops.difference(*pictures).split()
    # Chromium rounds the edges of rounded boxes by one or two in 255 differently from start to start.
    changed = ImageChops.lighter(ImageChops.lighter(red, green), blue).point(lambda v: 255 if v > 2 else 0)
    box = changed.getbbox()
    if box is None:
        return "same"
    difference.parent.mkdir(parents=True, exist_ok=True)
    changed.save(difference)
    return f"{changed.histogram()[255]} pixels differ, all within {box} (left, top, right, bottom)"


def main() -> None:
    """Read the command line, start the app, take the pictures."""
    parser = argparse.ArgumentParser(description="Take pictures of the app.")
    parser.add_argument("--page", action="append", help="a page by its name; '' is the landing page")
    parser.add_argument(
        "--query", action="append", default=[], metavar="NAME=VALUE", help="a setting in the link"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "docs", help="folder to write to (default: docs)")
    parser.add_argument("--all", action="store_true", help="both themes, laptop and telephone")
    parser.add_argument("--whole", action="store_true", help="the whole height of the page, not one screen")
    parser.add_argument("--script", default="app.py", help="the Streamlit script to run (default: app.py)")
    parser.add_argument("--compare", type=Path, metavar="FOLDER", help="another checkout, to compare with")
    options = parser.parse_args()

    query = dict(pair.split("=", 1) for pair in options.query)
    shots: tuple[Shot, ...] = SHOTS
    if options.page is not None:
        shots = tuple(Shot(name=page.lower() or "start", page=page, query=query) for page in options.page)
    looks = list(product(THEMES, SIZES)) if options.all else [(THEMES[0], SIZES[0])]
    roots = {"": ROOT} if options.compare is None else {"before": options.compare.resolve(), "after": ROOT}
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(serve(options.script, root=root)) for name, root in roots.items()
        }
        browser = chromium.launch(stack.enter_context(sync_playwright()))
        for shot, (theme, size) in product(shots, looks):
            file = f"{shot.name}-{theme}-{size[0]}.png" if options.all else f"{shot.name}.png"
            for folder, server in servers.items():
                path = options.out / folder / file
                errors = take(browser, server, shot, path, theme=theme, size=size, whole=options.whole)
                print(path, *errors, sep="\n  ")
            if options.compare is not None:
                print(f"  {compare(*(options.out / name / file for name in ('before', 'after', 'changed')))}")
        browser.close()


if __name__ == "__main__":
    main()
