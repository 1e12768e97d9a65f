"""Functions for tests of a class in the browser: the pages of teacher and students, and what they do."""

import gzip
import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from driver import Server, open_page, share, watch_errors
from playwright.sync_api import Page, expect
from profiles import Profiles

# Without motion, a step takes half the processor time; where it matters what is seen in between, a test asks for it.
CALM = {"reduced_motion": "reduce"}
MOVING = {"reduced_motion": "no-preference"}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True} | CALM
LAPTOP = {"viewport": {"width": 1280, "height": 900}} | CALM


@contextmanager
def visitor(profiles: Profiles, errors: list[str], **kind: object) -> Iterator[Page]:
    """A browser for one person."""
    profile = profiles.lend(**kind)
    # A page that is open when its first route is set sends requests past it for a while, and Playwright never tells of
    # them: with a route from the beginning, those that a test sets later work at once.
    profile.page.route("**/none", lambda route: route.fallback())
    watch_errors(profile.page, errors)
    yield profile.page
    profiles.take_back(profile)


def open_class(page: Page) -> str:
    """Open a class on the page's player; return its code."""
    share(page, "Open a class")
    expect(page.get_by_role("img", name="QR code of the class")).to_be_visible()
    code = page.locator(".class-name .code")
    expect(code).to_have_text(re.compile(r"^[A-Z]{6}$"))
    return code.inner_text()


@contextmanager
def lesson(
    profiles: Profiles,
    server: Server,
    name: str = "Train",
    *,
    student: dict[str, Any] = PHONE,
    motion: dict[str, str] = CALM,
    expected: str = "",
    **query: str | int,
) -> Iterator[tuple[Page, Page, str]]:
    """A teacher's laptop with a page, a student's phone that follows it, and the code of their class.

    At the end, no page may have logged an error, except one that contains what is `expected`.
    """
    errors: list[str] = []
    with (
        visitor(profiles, errors, **LAPTOP | motion) as teacher,
        visitor(profiles, errors, **student | motion) as follower,
    ):
        open_page(teacher, server, name, **query)
        code = open_class(teacher)
        join(follower, server, code)
        if name == "Train":
            see_step(follower, int(query.get("step", 0)))
        yield teacher, follower, code
    unexpected = [error for error in errors if not expected or expected not in error]
    assert not unexpected, unexpected


def join(page: Page, server: Server, code: str) -> None:
    """Type the code, as a student whose phone has no camera does."""
    page.goto(f"{server.url}/class")
    page.get_by_label("Class code").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".follower-head .code")).to_have_text(code)


class Follower:
    """A follower without a browser: it sends what a phone sends, and hears what a phone hears."""

    def __init__(self, server: Server, code: str) -> None:
        self._class = f"{server.url}/class/{code}"
        self._ticket = self._ask("join", {})["ticket"]
        # As long as this is open, the follower counts as present.
        self._events = urllib.request.urlopen(f"{self._class}/events?ticket={self._ticket}", timeout=60)
        data = next(line for line in iter(self._events.readline, b"") if line.startswith(b"data:"))
        self._voter = json.loads(data[5:])["voter"]

    def _ask(self, path: str, message: object = None) -> Any:
        body = None if message is None else json.dumps(message).encode()
        with urllib.request.urlopen(f"{self._class}/{path}", body, timeout=60) as answer:
            data = answer.read()
            packed = answer.headers.get("Content-Encoding") == "gzip"
        return json.loads(gzip.decompress(data) if packed else data)

    def now(self) -> Any:
        """What the class shows."""
        return self._ask(f"now?ticket={self._ticket}&voter={self._voter}")

    def scene(self) -> Any:
        """What is drawn on every phone."""
        return self._ask(f"scene/{self.now()['scene']}?ticket={self._ticket}")

    def answer(self, option: object) -> None:
        """Touch an option of the open question, or send the answers to a test."""
        vote = {"voter": self._voter, "question": self.now()["question"]["number"], "option": option}
        self._ask(f"vote?ticket={self._ticket}", vote)

    def leave(self) -> None:
        """Close the page."""
        self._events.close()


def see_step(page: Page, step: int) -> None:
    """Wait until a student's screen shows the step."""
    expect(page.locator(".status")).to_have_text(f"Following the teacher: step {step}.")
    expect(page.locator(f".bpe-player[data-painted='{step}']")).to_be_visible()


def press(page: Page, *names: str) -> None:
    """Press buttons of the teacher's panel, one after the other."""
    for name in names:
        page.locator(".class-panel").get_by_role("button", name=name).click()


def answer_first(student: Page, teacher: Page, *, told: str) -> None:
    """Touch the first option, and wait until the teacher is told."""
    student.locator(".option").first.click()
    expect(teacher.locator(".class-strip .count")).to_have_text(f"{told} have answered")


def end_class(page: Page) -> None:
    """End the class, which takes two presses."""
    press(page, "End the class", "Press again to end it for everyone")
    expect(page.locator(".class-panel")).to_be_hidden()
