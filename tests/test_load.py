"""The measurement of many sessions also counts answers that are late or missing."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from benchmarks import visitor
from benchmarks.load import waits_of
from benchmarks.visitor import ANSWER_SECONDS, Record, Visitor


@asynccontextmanager
async def no_server(*_: object, **__: object) -> AsyncIterator[None]:
    yield None


def test_an_answer_that_does_not_come_counts_as_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_answer(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(visitor, "connect", no_server)
    monkeypatch.setattr(Visitor, "_ask", no_answer)
    record = Record()
    asyncio.run(Visitor(1, record, random.Random(1)).stay(60))
    # The first page load, and a change every 5 to 15 seconds.
    assert 1 + 3 <= record.expected <= 1 + 11
    assert waits_of(record) == [ANSWER_SECONDS] * record.expected
    assert record.errors == ["no answer in time"]
