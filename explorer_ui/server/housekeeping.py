"""Frees memory while the app runs: ended sessions, unused files, free pages."""

import asyncio
import ctypes
import gc
import logging
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace

import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import Runtime

from bpe_core.sandbox.safe_split import limit_slots
from explorer_ui.cache.bounded import CACHE
from explorer_ui.cache.memory import memory_limit
from explorer_ui.server.downloads import keep_downloads
from explorer_ui.server.log import RepeatLimit
from explorer_ui.server.slow_readers import bound_what_waits
from explorer_ui.server.uploads import drop_unused
from explorer_ui.server.whole_callbacks import finish_callbacks

_LOG = logging.getLogger("bpe_explorer")

EVERY_SECONDS = 30
SWITCH_SECONDS = 0.0005
"""How long Python lets one thread compute while others wait; a tenth of its default.

A page sends some 70 messages, and while another visitor's page computes, each of them waits that long.
"""


@asynccontextmanager
async def housekeeping(_app: st.App) -> AsyncIterator[None]:
    """Set the limits of this process, how it runs callbacks and what it keeps, and free memory regularly while the app runs."""
    sys.setswitchinterval(SWITCH_SECONDS)
    limit_slots(memory_limit() // 2)
    bound_what_waits()
    finish_callbacks()
    keep_downloads(Runtime.instance().media_file_mgr)
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
        with _on_its_own():
            await forget_those_who_left()
        with _on_its_own():
            unused = drop_unused(unused)
        with _on_its_own():
            CACHE.drop_unused()
        with _on_its_own():
            await asyncio.to_thread(give_memory_back)


@contextmanager
def _on_its_own() -> Iterator[None]:
    """Log an error of one duty, so that the others are done all the same, and this one is tried again."""
    try:
        yield
    except Exception:  # noqa: BLE001 - logged
        _LOG.exception("Memory could not be freed")


async def forget_those_who_left() -> None:
    """End the sessions whose visitors left `server.disconnectedSessionTTL` seconds ago.

    Streamlit itself does so only when somebody else leaves; listing its sessions skips these, and keeps them.
    """
    runtime = Runtime.instance()
    kept = runtime._session_mgr._session_storage._cache  # type: ignore[attr-defined]  # noqa: SLF001
    expired = kept.expire()
    for _, left in expired:
        left.session.shutdown()
    if expired:
        # Streamlit's loop holds the last session and message that it sent until it sends another: one to nobody.
        sent = asyncio.Event()
        nobody = SimpleNamespace(write_forward_msg=lambda _: sent.set(), client_context=None)
        session_id = runtime.connect_session(client=nobody, user_info={})
        try:
            runtime.handle_backmsg(session_id, BackMsg(set_run_on_save=False))
            await asyncio.wait_for(sent.wait(), EVERY_SECONDS)
        finally:
            runtime.close_session(session_id)


def give_memory_back() -> None:
    """Collect reference cycles, such as those of an ended session, and return free memory to the system."""
    gc.collect()
    if sys.platform == "linux":
        # glibc keeps freed memory unless malloc_trim is called; musl has no such function, and does not need
        # it.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
