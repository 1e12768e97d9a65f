"""The teacher's own screen during a lecture: what it shows, and which of its buttons are pressed."""

import asyncio
from collections.abc import Mapping
from typing import Any, Literal, TypeGuard, get_args

Press = Literal["on", "back", "next", "previous"]
"""A key of the remote control (on, back), or another scene (next, previous)."""

MAX_SHOWN = 20_000
"""The largest message from the projector's page, in bytes: a scene's notes and its place in the lecture."""

MAX_WAIT = 20.0
"""How long a request of the projector's page waits for a press, in seconds."""


class Desk:
    """What the projector's page has sent about its scene, and the last press on the teacher's own screen.

    >>> desk = Desk()
    >>> desk.show({"at": 2, "notes": "Ask them."}, elapsed=60, now=1_000.0)
    >>> desk.seen(now=1_005.0)
    {'at': 2, 'notes': 'Ask them.', 'elapsed': 65}
    >>> desk.press("on", at=2)
    >>> asyncio.run(desk.after(0))
    {'number': 1, 'press': 'on', 'at': 2}
    """

    def __init__(self) -> None:
        self._shown: Mapping[str, Any] = {}
        self._began = 0.0
        self._number = 0
        self._last: dict[str, Any] = {}
        self._waiting: asyncio.Future[None] | None = None

    def show(self, scene: Mapping[str, Any], *, elapsed: int, now: float) -> None:
        """Replace what the screen shows; `elapsed` are the seconds since the lecture began."""
        self._shown, self._began = dict(scene), now - elapsed

    def seen(self, *, now: float) -> dict[str, Any] | None:
        """Return what the screen shows, or None if no lecture has begun."""
        return {**self._shown, "elapsed": int(now - self._began)} if self._shown else None

    def press(self, press: Press, *, at: int) -> None:
        """Forward a press to the projector's page; `at` is the scene shown at that moment, so that no scene is skipped."""
        self._number += 1
        self._last = {"number": self._number, "press": press, "at": at}
        self.let_go()

    async def after(self, heard: int | None, *, seconds: float = MAX_WAIT) -> dict[str, Any]:
        """Return the next press after number `heard`, or only the last number when the time is up.

        Without `heard` only a press from now on counts. If another page asks in the meantime, this request
        gets {"elsewhere": True}; otherwise both windows would react to a press.
        """
        heard = self._number if heard is None else min(heard, self._number)
        self.let_go()
        if self._number <= heard:
            waiting = self._waiting = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(seconds):
                    await waiting
            except TimeoutError:
                return {"number": self._number}
            if self._waiting is not waiting:
                return {"elsewhere": True}
            self._waiting = None
        # When the server ends, requests are let go without a press.
        return self._last if self._number > heard else {"number": self._number}

    def let_go(self) -> None:
        """End the waiting request, if there is one."""
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)


def is_press(value: object) -> TypeGuard[Press]:
    """Return whether a value is one of the presses.

    >>> is_press("next"), is_press("reveal"), is_press(["on"])
    (True, False, False)
    """
    return isinstance(value, str) and value in get_args(Press)
