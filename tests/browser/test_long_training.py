"""A long training shows its progress, can be stopped, leaves the server free for others, and ends with its visitor."""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from driver import open_page, serve, text_box, wait_for_run
from player_words import tells, upcoming
from playwright.sync_api import Page, expect


def train_on_noise(page: Page, *, seed: int) -> None:
    """Upload half a megabyte of noise, in which no chunk repeats, and return while training runs.

    Each time it is another text, since a cached history is not trained again.
    """
    text = "".join(Random(seed).choices("etaoin shrdlucmfwypvbgkjqxz\n", k=500_000))
    page.locator('.bpe-text-box input[type="file"]').set_input_files(
        {"name": "noise.txt", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.get_by_text("Training: merge")).to_be_visible()


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def test_a_training_keeps_no_other_visitor_waiting_can_be_stopped_and_ends_with_its_own(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without the C file: with it, even the longest training ends before anyone can stop it.
    monkeypatch.setenv("BPE_CORE_PURE", "1")
    other, busy = new_page(), new_page()
    with serve() as server:
        open_page(other, server, "Train")
        open_page(busy, server, "Train", recipe="bytes", num_merges=20_000)
        # On a busy machine, the training can end while the other page is being drawn; then the test tries again.
        for attempt in range(1, 6):
            train_on_noise(busy, seed=attempt)
            box = text_box(other)
            box.fill("hug pug " * attempt)
            box.press("Control+Enter")
            expect(upcoming(other)).to_have_text(tells("Next:", 2 * attempt))
            if busy.get_by_text("Training: merge").is_visible():
                break
        else:
            pytest.fail("no answer came while the training ran")
        busy.get_by_role("button", name="Stop here").click()
        wait_for_run(busy)
        total = busy.locator(".bpe-player .total").inner_text()
        learned = int(total.removeprefix("/").strip().replace(",", ""))
        assert 0 < learned < 20_000
        expect(busy.get_by_text("noise.txt · 500,000 characters")).to_be_visible()
        train_on_noise(busy, seed=10)
        for page in (busy, other):
            page.goto("about:blank")
        if not Path("/proc/self/stat").exists():
            return  # processor time is read from there
        # A run that continued would use all available CPU time.
        for _ in range(60):
            used = cpu_seconds(server.pid)
            time.sleep(0.5)
            if cpu_seconds(server.pid) - used < 0.05:
                return
        pytest.fail("the server still works for a visitor who has gone")
