"""Frees memory while the app runs: ended sessions, unused files, free pages."""

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
from explorer_ui.server.whole_callbacks import finish_callbacks

EVERY_SECONDS = 30
SWITCH_SECONDS = 0.0005
"""How long Python lets one thread compute while others wait; a tenth of its default.

A page sends some 70 messages, and while another visitor's page computes, each of them waits that long.
"""


@asynccontextmanager
async def housekeeping(_app: st.App) -> AsyncIterator[None]:
    """Set the limits of this process and how it runs callbacks, and free memory regularly while the app runs."""
    sys.setswitchinterval(SWITCH_SECONDS)
    limit_slots(memory_limit() // 2)
    bound_what_waits()
    finish_callbacks()
    # Imported objects are never freed: the garbage collector need not scan them each time.
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
        # Repeated, since a module that is imported later creates its own logger.
        limit.attach()
        await asyncio.sleep(EVERY_SECONDS)
        # Listing the sessions ends those that have expired: Streamlit does not check on its own.
        Runtime.instance()._session_mgr.list_sessions()  # noqa: SLF001
        unused = drop_unused(unused)
        CACHE.drop_unused()
        await asyncio.to_thread(give_memory_back)


def give_memory_back() -> None:
    """Collect reference cycles, such as those of an ended session, and return free memory to the system."""
    gc.collect()
    if sys.platform == "linux":
        # glibc keeps freed memory unless malloc_trim is called; musl has no such function, and does not need
        # it.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
