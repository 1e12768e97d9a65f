"""A long training shows its progress, can be stopped, leaves the server free for others, and ends with its visitor."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from driver import Server, open_page, serve, text_box, wait_for_run
from player_words import tells, upcoming
from playwright.sync_api import Page, expect


def start_long_training(page: Page, server: Server, *, seed: int) -> None:
    """Upload a megabyte of noise, in which no chunk repeats, and return while training runs.

    Each test has its own text, since a cached history is not trained again.
    """
    open_page(page, server, "Train", recipe="bytes", num_merges=20_000)
    text = "".join(Random(seed).choices("etaoin shrdlucmfwypvbgkjqxz\n", k=1_000_000))
    page.locator('.bpe-text-box input[type="file"]').set_input_files(
        {"name": "noise.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.get_by_text("Training: merge")).to_be_visible()


@pytest.fixture(scope="module")
def plain_server() -> Iterator[Server]:
    """The app without the C file, since with it even the longest training ends before anyone can stop it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BPE_CORE_PURE", "1")
        with serve() as running:
            yield running


def test_a_training_can_be_stopped_and_what_it_learned_stays(page: Page, plain_server: Server) -> None:
    start_long_training(page, plain_server, seed=2)
    page.get_by_role("button", name="Stop here").click()
    wait_for_run(page)
    total = page.locator(".bpe-player .total").inner_text()
    learned = int(total.removeprefix("/").strip().replace(",", ""))
    assert 0 < learned < 20_000
    expect(page.get_by_text("noise.txt · 1,000,000 characters")).to_be_visible()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read from /proc")
def test_a_second_visitor_is_answered_meanwhile_and_a_training_that_nobody_waits_for_ends(
    new_page: Callable[..., Page], plain_server: Server
) -> None:
    other, busy = new_page(), new_page()
    open_page(other, plain_server, "Train")
    # On a busy machine, the training can end while the other page is being drawn; then the test tries again.
    for attempt in range(1, 6):
        start_long_training(busy, plain_server, seed=10 + attempt)
        box = text_box(other)
        box.fill("hug pug " * attempt)
        box.press("Control+Enter")
        expect(upcoming(other)).to_have_text(tells("Next:", 2 * attempt))
        if busy.get_by_text("Training: merge").is_visible():
            break
    else:
        pytest.fail("no answer came while the training ran")
    busy.context.close()
    # A run that continued would use all available CPU time.
    for _ in range(60):
        used = cpu_seconds(plain_server.pid)
        time.sleep(0.5)
        if cpu_seconds(plain_server.pid) - used < 0.05:
            return
    pytest.fail("the server still works for a visitor who has gone")
