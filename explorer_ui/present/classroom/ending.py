"""Reacts to a shutdown signal, since open connections would keep the server from ending."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType


def when_told_to_end(act: Callable[[], None]) -> None:
    """Call `act` in the running loop when the process gets SIGTERM or SIGINT, before the server acts on it.

    A server waits for open connections before it ends, and event streams only end when the app closes them;
    the shutdown hook of an application comes after that wait. Outside the main thread nothing happens (a
    test's server has no signals).
    """
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)
        if callable(before):
            signal.signal(number, _first(act, before, loop))


def _first(
    act: Callable[[], None],
    then: Callable[[int, FrameType | None], object],
    loop: asyncio.AbstractEventLoop,
) -> Callable[[int, FrameType | None], None]:
    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(act)
        then(number, frame)

    return handle
