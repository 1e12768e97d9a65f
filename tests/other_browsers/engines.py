"""Firefox and WebKit (Safari's engine) from Debian, driven by the standard web protocols.

Firefox supports WebDriver BiDi on a websocket, WebKit's driver the older WebDriver over HTTP; five commands
of each are enough, so this file sends them itself.
"""

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from driver import IDLE, free_port
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

SIZE = (1280, 900)
START_SECONDS = 60
KEYS = {
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
}
# Only the app is requested over the network.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:1",
}


# Debian's packages, and the names of their programs; any of them is enough.
PROGRAMS = {
    "firefox-esr": ("firefox-esr", "firefox"),
    "webkit2gtk-driver": ("WebKitWebDriver",),
    "xvfb": ("Xvfb",),
}


class BrowserMissingError(Exception):
    """A browser to test is not installed."""


class Engine(ABC):
    """A browser with one page."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to an address and wait until it has loaded."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Set the size of the window, in CSS pixels."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, which must be valid in JSON."""

    @abstractmethod
    def act(self, *devices: dict[str, Any]) -> None:
        """Move the mouse and press keys, in the format of WebDriver's "perform actions"."""

    def press(self, key: str) -> None:
        """Press and release a key by its name."""
        value = KEYS[key]
        actions = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def click(self, x: int, y: int) -> None:
        """Click at a position in the window, in CSS pixels."""
        actions: list[dict[str, Any]] = [{"type": "pointerMove", "x": x, "y": y, "duration": 0}]
        actions += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.act({"type": "pointer", "id": "mouse", "actions": actions})

    def wait_for(self, expression: str, *, seconds: float = 60) -> None:
        """Wait until a JavaScript expression is true.

        Raises:
            TimeoutError: it did not become so.
        """
        deadline = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > deadline:
                raise TimeoutError(f"not true within {seconds} s: {expression}")
            time.sleep(0.05)

    def wait_for_run(self) -> None:
        """Wait until the app has finished what the last action requested."""
        self.evaluate("window.idleSince = undefined")
        self.wait_for(f"({IDLE})()")


class Firefox(Engine):
    """Firefox over WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._last = 0
        self._call("session.new", capabilities={})
        self._page = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self.resize(*SIZE)

    def _call(self, method: str, **params: Any) -> Any:
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        # Events may arrive between a request and its response, even without a subscription.
        while (answer := json.loads(self._socket.recv(timeout=120))).get("id") != self._last:
            pass
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def open(self, url: str) -> None:
        self._call("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._call("browsingContext.setViewport", context=self._page, viewport=viewport)

    def evaluate(self, expression: str) -> Any:
        answer = self._call(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._page},
            awaitPromise=False,
        )
        if answer["type"] == "exception":
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"].get("value", "null"))

    def act(self, *devices: dict[str, Any]) -> None:
        self._call("input.performActions", context=self._page, actions=devices)


class WebKit(Engine):
    """WebKitGTK's MiniBrowser over WebDriver."""

    def __init__(self, driver: str) -> None:
        self._session = driver
        self._session += "/session/" + self._call("session", capabilities={})["sessionId"]
        self.resize(*SIZE)

    def _call(self, command: str, **body: Any) -> Any:
        request = urllib.request.Request(f"{self._session}/{command}", json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{command}: {error.read().decode(errors='replace')[:2000]}") from error

    def open(self, url: str) -> None:
        self._call("url", url=url)

    def resize(self, width: int, height: int) -> None:
        self._call("window/rect", width=width, height=height)

    def evaluate(self, expression: str) -> Any:
        answer = self._call("execute/sync", script=f"return JSON.stringify({expression})", args=[])
        return json.loads(answer or "null")

    def act(self, *devices: dict[str, Any]) -> None:
        self._call("actions", actions=devices)


@contextmanager
def firefox() -> Iterator[Engine]:
    """A headless Firefox in a fresh profile, until the block ends."""
    port = free_port()
    with TemporaryDirectory() as profile:
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()
        ]
        (Path(profile) / "user.js").write_text("".join(lines), "utf-8")
        options = ["--headless", "--no-remote", "--profile", profile, f"--remote-debugging-port={port}"]
        with running([find("firefox-esr"), *options]):
            address = f"ws://127.0.0.1:{port}/session"
            with started(lambda: connect(address, max_size=None)) as socket:
                yield Firefox(socket)


@contextmanager
def webkit() -> Iterator[Engine]:
    """A WebKitGTK on a virtual screen, until the block ends."""
    port = free_port()
    # xvfb-run would find a free display itself, but leave its processes behind when it is ended.
    screen = [find("xvfb"), "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with running(screen, stdout=subprocess.PIPE) as display:
        assert display.stdout is not None
        number = display.stdout.readline().decode().strip()
        driver = [find("webkit2gtk-driver"), f"--port={port}"]
        with running(driver, env={**os.environ, "DISPLAY": f":{number}"}):
            address = f"http://127.0.0.1:{port}"
            started(lambda: urllib.request.urlopen(f"{address}/status", timeout=5)).close()
            yield WebKit(address)


ENGINES = {"Firefox": firefox, "WebKit": webkit}


def find(package: str) -> str:
    """Path of the program that a package installs.

    Raises:
        BrowserMissingError: there is none; names all packages that are missing.
    """
    found = {one: next(filter(None, map(shutil.which, names)), None) for one, names in PROGRAMS.items()}
    if path := found[package]:
        return path
    missing = " ".join(one for one, path in found.items() if not path)
    raise BrowserMissingError(f"Browsers are missing. On Debian and Ubuntu: apt install {missing}")


@contextmanager
def running(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **{**quiet, **options})
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def started(connect_to: Callable[[], Any]) -> Any:
    """Connect to a program that may still be starting."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return connect_to()
        except (OSError, WebSocketException):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
