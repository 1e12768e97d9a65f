"""Simulates a visitor of the app: a session that speaks the protocol of Streamlit's frontend."""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from explorer_ui.parts.say.failures import BUG

THINK = 10.0
ANSWER_SECONDS = 60.0
PAGES = ("train", "tokens", "train", "chunks", "bytes", "train")
DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
WORDS = (Path(__file__).parent.parent / "sample_texts" / "prose.txt").read_text("utf-8").split()


@dataclass
class Record:
    """Measurements of some sessions: seconds per answer, by what was requested, and the errors.

    `expected` is the number of answers that there would have been without any delay.
    """

    waits: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    received: int = 0
    expected: int = 0


class Visitor:
    """One session: a websocket, and what a browser remembers of the current page."""

    patience = ANSWER_SECONDS

    def __init__(self, port: int, record: Record, rng: random.Random) -> None:
        self._port = port
        self._record = record
        self._rng = rng
        self._known_messages: dict[str, ForwardMsg] = {}
        self._page = "train"
        self._query = ""
        self._page_hash = ""
        self._ids: dict[str, str] = {}
        self._values: dict[str, WidgetState] = {}
        self._player: dict[str, object] = {}
        self._box: dict[str, Any] = {}
        self._player_fragment = ""

    async def stay(self, seconds: float) -> None:
        """Connect, change something about every ten seconds, and leave; a change waits for the previous answer."""
        due = self._begin_of_changes(seconds)
        self._record.expected += 1 + len(due)
        end = time.monotonic() + seconds
        try:
            async with self._connected() as server:
                await self._ask(server, "first sight")
                for left in due:
                    await asyncio.sleep(end - left - time.monotonic())
                    if time.monotonic() > end:
                        return
                    await self._change(server)
        except TimeoutError:
            self._record.errors.append("no answer in time")
        except (OSError, RuntimeError, ConnectionClosed) as error:
            self._record.errors.append(f"{type(error).__name__}: {error}")

    async def paste(self, text: str) -> None:
        """Connect, paste a text, and leave."""
        async with self._connected() as server:
            await self._ask(server, "first sight")
            self._say(text)
            await self._ask(server, "text")

    def _connected(self) -> connect:
        address = f"ws://127.0.0.1:{self._port}/_stcore/stream"
        return connect(
            address, subprotocols=["streamlit"], max_size=2**25, compression=None, ping_interval=None
        )

    def _begin_of_changes(self, left: float) -> list[float]:
        # How many seconds before the end of the stay each change begins.
        begins = []
        while (left := left - self._rng.uniform(0.5, 1.5) * THINK) > 0:
            begins.append(left)
        return begins

    async def _change(self, server: ClientConnection) -> None:
        choices = ["text", "text", "page"]
        if self._page == "train":
            choices += ["merges", "step", "step"]
        what = self._rng.choice(choices)
        if what == "text":
            self._say(" ".join(self._rng.choices(WORDS, k=180))[:1000])
        elif what == "merges":
            self._set("num_merges", double_value=float(self._rng.randint(20, 300)))
        elif what == "page":
            self._page = self._rng.choice([page for page in PAGES if page != self._page])
            self._page_hash = ""
            self._values.clear()
        else:
            place = {
                "data_id": self._player["data_id"],
                "step": self._rng.randint(0, 20),
                "selected": None,
            }
            self._set("player", json_value=json.dumps({"place": place}))
        shown = self._player.get("data_id")
        await self._ask(server, what, fragment=self._player_fragment if what == "step" else "")
        if what == "text" and self._page == "train" and self._player.get("data_id") == shown:
            self._record.errors.append("a new text did not reach the player")

    def _say(self, text: str) -> None:
        """Type a text into the box, as the frontend reports it."""
        said = {
            "serial": self._box["heard"] + 1,
            "revision": self._box["revision"],
            "act": "typed",
            "text": text,
        }
        self._set(
            "text", json_trigger_value=json.dumps([{"event": "said", "value": said}], ensure_ascii=False)
        )

    def _set(self, key: str, **value: object) -> None:
        self._values[key] = WidgetState(id=self._ids[key], **value)  # type: ignore[arg-type]

    async def _ask(self, server: ClientConnection, what: str, *, fragment: str = "") -> None:
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash = self._page_hash
        rerun.page_name = "" if self._page_hash else self._page
        rerun.query_string = self._query
        rerun.fragment_id = fragment
        rerun.cached_message_hashes.extend(self._known_messages)
        rerun.context_info.timezone = "UTC"
        rerun.context_info.locale = "en-GB"
        rerun.widget_states.widgets.extend(self._values.values())
        begun = time.perf_counter()
        await server.send(message.SerializeToString())
        async with asyncio.timeout(self.patience):
            while not await self._take(server):
                pass
        self._record.waits.setdefault(what, []).append(time.perf_counter() - begun)

    async def _take(self, server: ClientConnection) -> bool:
        """Receive one message; returns whether it ends the run."""
        data = await server.recv(decode=False)
        self._record.received += len(data)
        message = ForwardMsg.FromString(data)
        if message.HasField("ref_hash"):
            # If the browser has a message already, the server sends only its hash.
            message = self._known_messages[message.ref_hash]
        elif message.metadata.cacheable and message.hash:
            self._known_messages[message.hash] = message
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self._page_hash = message.navigation.page_script_hash
        elif kind == "delta":
            self._look_at(message.delta)
        elif kind == "script_finished":
            if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                raise RuntimeError("a page does not compile")
            return message.script_finished in DONE
        return False

    def _look_at(self, delta: Delta) -> None:
        element = delta.new_element
        if element.HasField("exception"):
            self._record.errors.append(f"exception: {element.exception.message}")
        elif element.HasField("alert") and BUG in element.alert.body:
            self._record.errors.append("a part of a page failed")
        elif element.HasField("bidi_component") and element.bidi_component.component_name.endswith(
            "text_box"
        ):
            # Triggers are events, not state, and are sent with a separate id.
            self._ids["text"] = _make_trigger_id(element.bidi_component.id, "events")
            self._box = json.loads(element.bidi_component.json or element.bidi_component.mixed.json)
        elif element.HasField("number_input") and element.number_input.label.startswith("Merges"):
            self._ids["num_merges"] = element.number_input.id
        elif element.HasField("bidi_component") and element.bidi_component.component_name.endswith("player"):
            self._ids["player"] = element.bidi_component.id
            self._player_fragment = delta.fragment_id
            self._player = json.loads(element.bidi_component.json or element.bidi_component.mixed.json)
