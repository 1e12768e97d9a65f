"""Finds a Chromium to drive, or installs one."""

import getpass
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from filelock import FileLock
from playwright.sync_api import Browser, Playwright

# The shell opens a page in six sevenths of the CPU time: it has no window to draw.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    # Containers, in which these tests mostly run, do not allow Chromium's own sandbox.
    "--no-sandbox",
    "--disable-gpu",
    # Optimizing code is not worth it for pages that exist so briefly, with processors busy with other tests.
    # So small a space for new objects takes a fifth less memory, and no more time.
    "--js-flags=--no-opt --no-maglev --max-semi-space-size=4",
    # Two processes less for each browser: together they take a third less memory.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    # QUIC is not needed, since only the app is requested over the network.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LOCK = Path(tempfile.gettempdir()) / f"bpe-explorer-chromium-{getpass.getuser()}.lock"


class ChromiumMissingError(Exception):
    """No Chromium was found or could be installed."""


def launch(playwright: Playwright) -> Browser:
    """Start a headless Chromium, installing one first if there is none."""
    return playwright.chromium.launch(executable_path=find_or_install(playwright), args=list(FLAGS))


def find_or_install(playwright: Playwright) -> str:
    """Path of a Chromium that runs.

    Raises:
        ChromiumMissingError: there is none, and installing one failed in every way.
    """
    # Test processes run in parallel: the first one installs, the others wait and find it.
    with FileLock(LOCK):
        _install_the_shell()
        if found := find(playwright):
            return found
        failures = []
        for command in installers():
            result = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
            if found := find(playwright):
                return found
            last_lines = (result.stdout + result.stderr).strip().splitlines()[-3:]
            failures += [f"{' '.join(command)} (exit status {result.returncode})", *last_lines]
    raise ChromiumMissingError(
        "The browser tests need Chromium, and there is none here. Install it (apt install chromium, or "
        "python -m playwright install --with-deps chromium), or put the path of one into the environment "
        "variable CHROMIUM. These were tried:\n  " + "\n    ".join(failures)
    )


def _install_the_shell() -> None:
    """In a container of Debian, which is there for the tests, install the shell next to another Chromium."""
    if os.environ.get("CHROMIUM") or shutil.which(SHELL) or not (_is_root() and shutil.which("apt-get")):
        return
    # Without a network it fails at once, and the other one is used.
    patience = "-o Acquire::Retries=0 -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10"
    command = f"apt-get {patience} install --yes --no-install-recommends {SHELL}"
    subprocess.run(command.split(), capture_output=True, timeout=900, check=False)


def find(playwright: Playwright) -> str | None:
    """Path of the first Chromium that runs: $CHROMIUM, one on the PATH, Playwright's own."""
    if named := os.environ.get("CHROMIUM"):
        # If the Chromium that $CHROMIUM names does not run, that is an error; no other is tried.
        if not runs(named):
            raise ChromiumMissingError(
                f"The environment variable CHROMIUM names {named}, which does not run."
            )
        return named
    candidates = [*map(shutil.which, NAMES), playwright.chromium.executable_path]
    return next((path for path in candidates if path and runs(path)), None)


def runs(path: str) -> bool:
    """Whether the program starts; on some systems `chromium-browser` only says how to install one."""
    try:
        result = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def installers() -> list[list[str]]:
    """Commands that may install a Chromium, best first."""
    playwright = [sys.executable, "-m", "playwright"]
    install = [*playwright, "install", "chromium"]
    commands = [[*install, "--with-deps"], install] if _is_root() else [install]
    if shutil.which("apt-get") and (_is_root() or shutil.which("sudo")):
        # sudo -n fails immediately if it would have to ask for a password.
        elevate = [] if _is_root() else ["sudo", "-n"]
        if elevate:
            commands.append([*elevate, *playwright, "install-deps", "chromium"])
        package = [*elevate, "apt-get", "install", "--yes", "chromium"]
        # Where there is no package of the shell, the browser alone.
        commands += [[*elevate, "apt-get", "update"], [*package, SHELL], package]
    return commands


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
