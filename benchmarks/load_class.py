"""A class that uses the app: a teacher who steps and asks, N followers who listen and answer, other visitors.

    python -m benchmarks.load --class 1000

A follower is the connection of a browser's EventSource. An answer is a request on its own connection;
answers are spread over the time that people take. The delay of a step is the time from the teacher's request
until a follower has read it, the delay of an answer the time from its request until the server has confirmed
it. All run on the same machine as the server, but the visitors in another process than the class, so that
their work does not delay the followers.
"""

import asyncio
import json
import random
import secrets
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from benchmarks.measure import milliseconds
from explorer_ui.present.classroom.codes import code_of, ticket_of

STEPS = 30
STEP_EVERY = 0.6
QUESTIONS = 3
THINK = 10.0
PER_ADDRESS = 500
WARM = 6.0


@dataclass
class ClassRecord:
    """Seconds until each follower saw each step, and until each answer was counted."""

    steps: list[float] = field(default_factory=list)
    votes: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Crowd:
    """The followers of one class, connecting from several local addresses."""

    def __init__(self, port: int, record: ClassRecord) -> None:
        self.port, self.record = port, record
        self.key = secrets.token_hex(32)
        self.place, self.ticket = f"/class/{code_of(self.key)}", ticket_of(self.key)
        self.voters: list[str] = []
        self.told: dict[int, float] = {}

    async def request(self, path: str, message: object, *, number: int = 0, key: bool = False) -> Any:
        """Send one request on its own connection; returns the response."""
        body = json.dumps(message).encode()
        reader, writer = await self._connect(number)
        bearer = f"Authorization: Bearer {self.key}\r\n" if key else ""
        writer.write(
            f"POST {self.place}/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{bearer}Connection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        answer = await reader.read()
        writer.close()
        head, _, data = answer.partition(b"\r\n\r\n")
        status = head.partition(b"\r\n")[0].decode()
        if " 200 " not in status:
            raise RuntimeError(f"{path}: {status} {data[:100].decode()}")
        return json.loads(data)

    async def _connect(self, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        address = (f"127.0.0.{2 + number // PER_ADDRESS}", 0)
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=address)

    async def follow(self, number: int) -> None:
        """Listen until the class ends."""
        reader, writer = await self._connect(number)
        writer.write(
            f"GET {self.place}/events?ticket={self.ticket} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        )
        name = "message"
        while line := await reader.readline():
            if line.startswith(b"event:"):
                name = line[6:].strip().decode()
            elif line.startswith(b"data:") and name == "voter":
                self.voters.append(json.loads(line[5:])["voter"])
            elif line.startswith(b"data:") and name == "over":
                break
            elif line.startswith(b"data:") and name == "message":
                step = json.loads(line[5:])["step"]
                if step in self.told:
                    self.record.steps.append(time.perf_counter() - self.told[step])
            elif not line.strip():
                name = "message"
        writer.close()

    async def vote(self, number: int, voter: str, question: int) -> None:
        """Answer after a delay."""
        await asyncio.sleep(random.uniform(0, THINK))
        begun = time.perf_counter()
        try:
            message = {"voter": voter, "question": question, "option": random.randrange(4)}
            await self.request(f"vote?ticket={self.ticket}", message, number=number)
            self.record.votes.append(time.perf_counter() - begun)
        except (OSError, RuntimeError) as error:
            self.record.errors.append(str(error))


async def lesson(port: int, followers: int) -> ClassRecord:
    """Run a lesson of several steps and questions."""
    record = ClassRecord()
    crowd = Crowd(port, record)
    await crowd.request("open", {}, key=True)
    listening = []
    for number in range(followers):
        listening.append(asyncio.create_task(crowd.follow(number)))
        if number % 50 == 49:
            await asyncio.sleep(0.2)
    while len(crowd.voters) < followers:
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM)
    for step in range(1, STEPS + 1):
        crowd.told = {step: time.perf_counter()}
        await crowd.request("tell", {"step": step}, key=True)
        await asyncio.sleep(STEP_EVERY)
    crowd.told = {}
    for _ in range(QUESTIONS):
        question = {"prompt": "Which pair is merged next?", "options": ["a", "b", "c", "d"]}
        await crowd.request("tell", {"question": question}, key=True)
        number = await _number(crowd)
        await asyncio.gather(*(crowd.vote(place, voter, number) for place, voter in enumerate(crowd.voters)))
        tally = await crowd.request("tally", {}, key=True)
        if tally["answered"] != followers:
            record.errors.append(f"{tally['answered']} of {followers} answers counted")
    await crowd.request("close", {}, key=True)
    await asyncio.gather(*listening)
    if len(record.steps) != followers * STEPS:
        record.errors.append(f"{len(record.steps)} of {followers * STEPS} steps arrived")
    return record


async def _number(crowd: Crowd) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", crowd.port)
    path = f"{crowd.place}/now?ticket={crowd.ticket}&voter={crowd.voters[0]}"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    number: int = json.loads(answer.partition(b"\r\n\r\n")[2])["question"]["number"]
    return number


def _hold(port: int, followers: int) -> ClassRecord:
    return asyncio.run(lesson(port, followers))


async def class_and_visitors(port: int, followers: int, visitors: Any) -> tuple[ClassRecord, Any]:
    """Run the lesson in its own process while `visitors`, a coroutine, runs here."""
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        held = loop.run_in_executor(pool, _hold, port, followers)
        seen = await visitors
        return await held, seen


def tell_class(record: ClassRecord, followers: int) -> None:
    """Print the delays."""
    print(f"| {followers} followers | number | median ms | 95% ms | slowest ms |")
    print("|---" * 5 + "|")
    for what, waits in (("a step reaches a follower", record.steps), ("an answer is counted", record.votes)):
        print(
            f"| {what} | {len(waits)} | {milliseconds(waits, 50)} | {milliseconds(waits, 95)} "
            f"| {max(waits, default=0) * 1000:.0f} |"
        )
    for error in sorted(set(record.errors))[:5]:
        print(f"    {record.errors.count(error)} times: {error}")
