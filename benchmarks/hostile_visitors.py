"""Hostile visitors for `python -m benchmarks.load --soak 60 --hostile`.

Each visitor does one harmful thing, disconnects without closing the connection, and comes back as a new
session.
"""

import asyncio
import random

from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.visitor import WORDS, Record, Visitor

HOSTILE_VISITORS = 3
MEGABYTE = 1_000_000


class HostileVisitor(Visitor):
    """One session that requests as much work as it can."""

    async def do_harm(self) -> str:
        """Connect, do one thing, and disconnect; returns what was done."""
        harms = {
            "a megabyte of its own, all merges": self._train_a_megabyte,
            "a megabyte of one letter": self._train_one_letter,
            "tokens that grow without end": self._train_a_chain,
            "a text over the limit": self._send_too_much,
            "values of wrong types": self._send_nonsense,
        }
        name = self._rng.choice(list(harms))
        try:
            async with connect(
                f"ws://127.0.0.1:{self._port}/_stcore/stream",
                subprotocols=["streamlit"],  # type: ignore[list-item]
                max_size=2**25,
                compression=None,
                ping_interval=None,
            ) as server:
                await self._ask(server, "first sight")
                await harms[name](server)
        except (TimeoutError, OSError, RuntimeError, ConnectionClosed) as error:
            self._record.errors.append(f"{type(error).__name__}: {error}")
        return name

    async def _train_a_megabyte(self, server: ClientConnection) -> None:
        words = self._rng.choices(WORDS, k=200_000)
        self._rng.shuffle(words)
        self._say(" ".join(words)[:MEGABYTE])
        self._set("num_merges", double_value=20_000.0)
        await self._ask_and_leave(server)

    async def _train_one_letter(self, server: ClientConnection) -> None:
        self._say(self._rng.choice("abcdefgh") * MEGABYTE)
        await self._ask_and_leave(server)

    async def _train_a_chain(self, server: ClientConnection) -> None:
        first = self._rng.randint(0x4E00, 0x8000)
        self._say("".join(map(chr, range(first, first + 10_000))) * 2)
        self._set("num_merges", double_value=20_000.0)
        await self._ask_and_leave(server)

    async def _send_too_much(self, server: ClientConnection) -> None:
        self._say("x" * 15 * MEGABYTE)
        await self._ask(server, "too much")

    async def _send_nonsense(self, server: ClientConnection) -> None:
        for value in ({"double_value": float("nan")}, {"string_value": "7"}, {"json_value": "[[["}):
            self._values["num_merges"] = WidgetState(id=self._ids["num_merges"], **value)
            await self._ask(server, "nonsense")

    async def _ask_and_leave(self, server: ClientConnection) -> None:
        try:
            async with asyncio.timeout(self._rng.uniform(1, 15)):
                await self._ask(server, "harm")
        except TimeoutError:
            pass


async def keep_doing_harm(port: int, number: int, done: dict[str, int]) -> None:
    """Connect as one hostile visitor after another until cancelled; counts what was done in `done`."""
    rng = random.Random(f"hostile {number}")
    while True:
        name = await HostileVisitor(port, Record(), rng).do_harm()
        done[name] = done.get(name, 0) + 1
        await asyncio.sleep(rng.uniform(0, 5))
