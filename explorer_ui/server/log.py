"""Keeps the log short and readable, whatever visitors send and however often."""

import logging
import time
import traceback
from collections.abc import Callable
from threading import Lock

MAX_REPEATS = 5
"""How often the same message is logged in a minute."""

MAX_LINE = 500
"""The longest message that is logged, in characters; the middle of a longer one is left out."""

MAX_TRACEBACK = 8_000
"""The longest traceback, in characters."""

_SECONDS = 60.0
_FORMATTER = logging.Formatter()


class RepeatLimit(logging.Filter):
    """A filter that drops a message after it was logged `MAX_REPEATS` times in a minute.

    Two messages are the same if the same line of code logs them, for an error that the same line raised: the
    text they quote does not count, so a visitor cannot create new ones. A warning is logged without its
    traceback, which Streamlit adds to warnings about a damaged message.

    Args:
        clock: A monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = Lock()
        # For each location in the code (there are few): when its minute began, and how often it has logged
        # since.
        self._logged: dict[tuple[object, ...], tuple[float, int]] = {}

    def attach(self) -> None:
        """Add the filter to every logger: Streamlit gives each of its own a handler, so there is no common one."""
        for logger in [logging.root, *logging.root.manager.loggerDict.values()]:
            if isinstance(logger, logging.Logger):
                logger.addFilter(self)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a message is logged; a long one is shortened."""
        count = self._count(_place_of(record))
        if count > MAX_REPEATS:
            return False
        message = _shortened(record.getMessage(), most=MAX_LINE)
        if count == MAX_REPEATS:
            message += f" (Logged {MAX_REPEATS} times in a minute; further repeats are left out until the minute is over.)"
        record.msg, record.args = message, None
        if record.levelno < logging.ERROR:
            record.exc_info = None
        if record.exc_info:
            record.exc_text = _shortened(_FORMATTER.formatException(record.exc_info), most=MAX_TRACEBACK)
        return True

    def _count(self, place: tuple[object, ...]) -> int:
        now = self._clock()
        with self._lock:
            began, count = self._logged.get(place, (now, 0))
            if now - began >= _SECONDS:
                began, count = now, 0
            self._logged[place] = began, count + 1
        return count + 1


def _place_of(record: logging.LogRecord) -> tuple[object, ...]:
    place = (record.pathname, record.lineno)
    if not record.exc_info or record.exc_info[2] is None:
        return place
    kind, _, raised_in = record.exc_info
    *_, (frame, line) = traceback.walk_tb(raised_in)
    return (*place, kind, frame.f_code.co_filename, line)


def _shortened(text: str, *, most: int) -> str:
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} [{len(text) - 2 * half:,} characters are left out] {text[-half:]}"
