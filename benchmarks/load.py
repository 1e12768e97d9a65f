"""A class at the app: N sessions that each change something every ten seconds, and how long they wait.

    python -m benchmarks.load                     1, 10, 50, 100 and 200 sessions, a minute each
    python -m benchmarks.load 10 50 --seconds 30
    python -m benchmarks.load --soak 60           ten sessions that come and go for an hour
    python -m benchmarks.load 50 --class 1000     fifty sessions beside a class of a thousand

Each session speaks the protocol of Streamlit's browser side over a websocket of its own, to a server that is
started here for each number of sessions, on 127.0.0.1 alone. It pastes a kilobyte of text that no other
session has, asks for another number of merges, steps in the player, goes to another page; in turns, as a
visitor would. Waiting is counted from the change to the end of the run that it asked for. Visitors and server
share the machine, so the load of making them counts against the server. Memory is read from /proc: Linux only.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.load_class import class_beside, tell_class
from benchmarks.measure import machine, milliseconds

ROOT = Path(__file__).parent.parent
SERIES = (1, 10, 50, 100, 200)
MOST_SESSIONS = 500
MOST_MINUTES = 120
THINK = 10.0
ANSWER_SECONDS = 60.0
SOAK_SESSIONS = 10
SOAK_STAY = 60.0
PAGES = ("train", "tokens", "train", "chunks", "bytes", "train")
DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
WORDS = (ROOT / "sample_texts" / "prose.txt").read_text("utf-8").split()


@dataclass
class Record:
    """What was measured of some sessions: seconds of each answer by what was asked for, and what went wrong."""

    waits: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    received: int = 0


class Visitor:
    """One session: a websocket, and what a browser remembers of the page that it shows."""

    def __init__(self, port: int, record: Record, rng: random.Random) -> None:
        self._port = port
        self._record = record
        self._rng = rng
        self._known_messages: dict[str, ForwardMsg] = {}
        self._page = "train"
        self._page_hash = ""
        self._ids: dict[str, str] = {}
        self._values: dict[str, WidgetState] = {}
        self._player: dict[str, object] = {}
        self._player_fragment = ""

    async def stay(self, seconds: float) -> None:
        """Come, change something every ten seconds or so, and go."""
        end = time.monotonic() + seconds
        address = f"ws://127.0.0.1:{self._port}/_stcore/stream"
        try:
            async with connect(
                address, subprotocols=["streamlit"], max_size=2**25, compression=None, ping_interval=None
            ) as server:
                await self._ask(server, "first sight")
                while True:
                    pause = self._rng.uniform(0.5, 1.5) * THINK
                    if time.monotonic() + pause > end:
                        return
                    await asyncio.sleep(pause)
                    await self._change(server)
        except TimeoutError:
            self._record.errors.append("no answer in time")
        except (OSError, RuntimeError, ConnectionClosed) as error:
            self._record.errors.append(f"{type(error).__name__}: {error}")

    async def _change(self, server: ClientConnection) -> None:
        choices = ["text", "text", "page"]
        if self._page == "train":
            choices += ["merges", "step", "step"]
        what = self._rng.choice(choices)
        if what == "text":
            words = self._rng.choices(WORDS, k=180)
            self._set("text", string_value=" ".join(words)[:1000])
        elif what == "merges":
            self._set("num_merges", double_value=float(self._rng.randint(20, 300)))
        elif what == "page":
            self._page = self._rng.choice([page for page in PAGES if page != self._page])
            self._page_hash = ""
            self._values.clear()
        else:
            place = {
                "history_id": self._player["history_id"],
                "step": self._rng.randint(0, 20),
                "selected": None,
            }
            self._set("player", json_value=json.dumps({"place": place}))
        shown = self._player.get("history_id")
        await self._ask(server, what, fragment=self._player_fragment if what == "step" else "")
        if what == "text" and self._page == "train" and self._player.get("history_id") == shown:
            self._record.errors.append("a new text did not reach the player")

    def _set(self, key: str, **value: object) -> None:
        self._values[key] = WidgetState(id=self._ids[key], **value)  # type: ignore[arg-type]

    async def _ask(self, server: ClientConnection, what: str, *, fragment: str = "") -> None:
        message = BackMsg()
        rerun = message.rerun_script
        rerun.page_script_hash = self._page_hash
        rerun.page_name = "" if self._page_hash else self._page
        rerun.fragment_id = fragment
        rerun.cached_message_hashes.extend(self._known_messages)
        rerun.context_info.timezone = "UTC"
        rerun.context_info.locale = "en-GB"
        rerun.widget_states.widgets.extend(self._values.values())
        begun = time.perf_counter()
        await server.send(message.SerializeToString())
        async with asyncio.timeout(ANSWER_SECONDS):
            while not await self._take(server):
                pass
        self._record.waits.setdefault(what, []).append(time.perf_counter() - begun)

    async def _take(self, server: ClientConnection) -> bool:
        """Take one message; return whether it ends the run."""
        data = await server.recv(decode=False)
        self._record.received += len(data)
        message = ForwardMsg.FromString(data)
        if message.HasField("ref_hash"):
            # The server sends what a browser has already by its name alone.
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
        elif element.HasField("alert") and "mistake of the app" in element.alert.body:
            self._record.errors.append("a part of a page failed")
        elif element.HasField("text_area") and element.text_area.label == "Your text":
            self._ids["text"] = element.text_area.id
        elif element.HasField("number_input") and element.number_input.label.startswith("Merges"):
            self._ids["num_merges"] = element.number_input.id
        elif element.HasField("bidi_component") and element.bidi_component.component_name.endswith("player"):
            self._ids["player"] = element.bidi_component.id
            self._player_fragment = delta.fragment_id
            self._player = json.loads(element.bidi_component.json or element.bidi_component.mixed.json)


@contextmanager
def serve() -> Iterator[tuple[int, int]]:
    """Run the app on a free port of 127.0.0.1 until the block ends; gives the port and the process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    command += ["--server.address=127.0.0.1", f"--server.port={port}"]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        try:
            for _ in range(300):
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5):
                        break
                except OSError:
                    if process.poll() is not None:
                        break
                    time.sleep(0.1)
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def megabytes(pid: int) -> float:
    """Return the resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def changes(record: Record) -> list[float]:
    """Return the waits for all changes; the first sight of a page is not one."""
    return [wait for what, waits in record.waits.items() if what != "first sight" for wait in waits]


def tell_errors(record: Record) -> None:
    """Print what went wrong, each kind once."""
    for error in sorted(set(record.errors))[:5]:
        print(f"    {record.errors.count(error)} times: {error}")


async def visit(port: int, sessions: int, seconds: float) -> Record:
    """Let that many sessions come within five seconds and stay for so many."""
    record = Record()
    rng = random.Random(sessions)

    async def one(number: int) -> None:
        await asyncio.sleep(5 * number / sessions)
        await Visitor(port, record, random.Random(rng.random())).stay(seconds)

    await asyncio.gather(*(one(number) for number in range(sessions)))
    return record


def series(numbers: list[int], seconds: float) -> None:
    """Print a row for each number of sessions, each with a server of its own."""
    print("| sessions | answers | median ms | 95% ms | slowest ms | first sight ms | server CPU ms per answer "
          "| KB per answer | errors | memory MB | MB per session |")  # fmt: skip
    print("|---" * 11 + "|")
    details = {}
    for number in numbers:
        with serve() as (port, pid):
            # The first session pays for the imports.
            asyncio.run(visit(port, 1, 1))
            memory, used = megabytes(pid), cpu_seconds(pid)
            record = asyncio.run(visit(port, number, seconds))
            grown, used = megabytes(pid), cpu_seconds(pid) - used
        waits = changes(record)
        answers = sum(map(len, record.waits.values()))
        print(
            f"| {number} | {len(waits)} | {milliseconds(waits, 50)} | {milliseconds(waits, 95)} "
            f"| {max(waits, default=0) * 1000:.0f} | {milliseconds(record.waits.get('first sight', []), 50)} "
            f"| {used / max(answers, 1) * 1000:.0f} | {record.received / max(answers, 1) / 1000:.0f} "
            f"| {len(record.errors)} | {grown:.0f} | {(grown - memory) / number:.2f} |",
            flush=True,
        )
        tell_errors(record)
        details[number] = record
    print("\nMedian and 95% in ms, by what was changed:\n")
    for number, record in details.items():
        parts = (
            f"{what} {milliseconds(waits, 50)} / {milliseconds(waits, 95)}"
            for what, waits in sorted(record.waits.items())
        )
        print(f"{number} sessions: " + "; ".join(parts))


async def classes(port: int, pid: int, followers: int, sessions: int, seconds: float) -> None:
    """Print the delays in a class, those of the visitors beside it, and what both took of the server."""
    await visit(port, 1, 1)
    memory, used, begun = megabytes(pid), cpu_seconds(pid), time.monotonic()
    record, visitors = await class_beside(port, followers, visit(port, sessions, seconds))
    took = time.monotonic() - begun
    tell_class(record, followers)
    waits = changes(visitors)
    print(
        f"\n{sessions} visitors beside: {len(waits)} answers, median {milliseconds(waits, 50)} ms, "
        f"95% {milliseconds(waits, 95)} ms, {len(visitors.errors)} errors. Server: "
        f"{(cpu_seconds(pid) - used) / took:.0%} of a processor over {took:.0f} s, "
        f"{memory:.0f} MB before, {megabytes(pid):.0f} MB after."
    )
    tell_errors(visitors)


async def soak(port: int, pid: int, minutes: float) -> None:
    """Print the memory of the server each minute while sessions come, stay a minute, and go."""
    end = time.monotonic() + 60 * minutes
    record = Record()
    came = 0

    async def chair(number: int) -> None:
        nonlocal came
        await asyncio.sleep(SOAK_STAY * number / SOAK_SESSIONS)
        while (left := end - time.monotonic()) > THINK:
            came += 1
            await Visitor(port, record, random.Random(came)).stay(min(SOAK_STAY, left))
            await asyncio.sleep(0.1)

    async def watch() -> None:
        minute = 0
        while True:
            waits = changes(record)
            print(
                f"| {minute} | {came} | {len(waits)} | {milliseconds(waits, 50)} | {milliseconds(waits, 95)} "
                f"| {len(record.errors)} | {megabytes(pid):.0f} |",
                flush=True,
            )
            record.waits.clear()
            await asyncio.sleep(60)
            minute += 1

    print("| minute | sessions so far | answers in it | median ms | 95% ms | errors so far | memory MB |")
    print("|---" * 7 + "|")
    watching = asyncio.create_task(watch())
    await asyncio.gather(*(chair(number) for number in range(SOAK_SESSIONS)))
    watching.cancel()
    tell_errors(record)


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sessions", nargs="*", type=int, default=list(SERIES))
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each number of sessions stays")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="sessions that come and go instead")
    parser.add_argument("--class", type=int, metavar="FOLLOWERS", dest="followers", help="a class beside")
    options = parser.parse_args()
    if not all(1 <= number <= MOST_SESSIONS for number in options.sessions):
        parser.error(f"from 1 to {MOST_SESSIONS} sessions")
    if not (0 < options.seconds <= 60 * MOST_MINUTES and (options.soak or 0) <= MOST_MINUTES):
        parser.error(f"at most {MOST_MINUTES} minutes")
    print(f"\n{machine()}; load of the machine before: {os.getloadavg()[0]:.1f}\n")
    if options.followers:
        with serve() as (port, pid):
            asyncio.run(classes(port, pid, options.followers, options.sessions[0], options.seconds))
    elif options.soak:
        with serve() as (port, pid):
            asyncio.run(soak(port, pid, options.soak))
    else:
        series(options.sessions, options.seconds)


if __name__ == "__main__":
    main()
