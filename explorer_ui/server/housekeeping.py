"""Memory is given back while the app runs: sessions that are over, files that nobody uses, free pages."""

import asyncio
import ctypes
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from streamlit.runtime import Runtime

from bpe_core.sandbox.safe_split import limit_slots
from explorer_ui.cache.bounded import CACHE
from explorer_ui.cache.memory import memory_limit
from explorer_ui.server.log import RepeatLimit
from explorer_ui.server.slow_readers import bound_what_waits
from explorer_ui.server.uploads import drop_unused

EVERY_SECONDS = 30
SWITCH_SECONDS = 0.0005
"""How long Python lets one thread compute while others wait; a tenth of its default.

A page hands over some 70 messages, and where another visitor's page computes, each of them waits that long.
"""


@asynccontextmanager
async def housekeeping(_app: st.App) -> AsyncIterator[None]:
    """Set the bounds of this process, and keep house for as long as the app runs."""
    sys.setswitchinterval(SWITCH_SECONDS)
    limit_slots(memory_limit() // 2)
    bound_what_waits()
    # What was imported stays for ever: the collector need not look at it each time.
    gc.collect()
    gc.freeze()
    task = asyncio.create_task(_keep_house())
    try:
        yield
    finally:
        task.cancel()


async def _keep_house() -> None:
    unused: set[str] = set()
    limit = RepeatLimit()
    while True:
        # Again and again: a module that is imported later brings its own logger.
        limit.attach()
        await asyncio.sleep(EVERY_SECONDS)
        # To list the sessions is what ends those whose time is over: Streamlit looks at no clock by itself.
        Runtime.instance()._session_mgr.list_sessions()  # noqa: SLF001
        unused = drop_unused(unused)
        CACHE.drop_unused()
        await asyncio.to_thread(give_memory_back)


def give_memory_back() -> None:
    """Collect what hangs together in circles, as a session that is over does, and return free memory."""
    gc.collect()
    if sys.platform == "linux":
        # glibc keeps what was freed unless it is asked; musl has no such call, and no need of it.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
