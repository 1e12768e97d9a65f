"""A class using the app: N sessions that each change something every ten seconds, and how long they wait.

    python -m benchmarks.load                     1, 10, 50, 100 and 200 sessions, a minute each
    python -m benchmarks.load 10 50 --seconds 30
    python -m benchmarks.load 200 --processes 2   spread over two processes
    python -m benchmarks.load 50 --class 1000     fifty sessions and a class of a thousand
    python -m benchmarks.load --soak 60           ten sessions at a time, coming and going for an hour
    python -m benchmarks.load --soak 60 --hostile and three hostile ones
    python -m benchmarks.load 50 --rounds 4       the memory after fifty sessions with 50 KB of text each, four times

For each number of sessions, a new server is started on 127.0.0.1. Each session speaks the protocol of
Streamlit's frontend over its own websocket. In turn it pastes a kilobyte of text that no other session has,
changes the number of merges, steps in the player, and goes to another page. The wait is counted from a change
to the end of the run that it caused; the first page load counts too. An answer that did not come, or was not
requested because the previous one was late, counts as a minute, so that a slow server does not look better by
answering less often. The simulated visitors slow down the server, since both run on the same machine. Memory
is read from /proc: Linux only.
"""

import argparse
import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from benchmarks.hostile_visitors import HOSTILE_VISITORS, keep_doing_harm
from benchmarks.load_class import class_and_visitors, tell_class
from benchmarks.measure import machine, milliseconds
from benchmarks.visitor import ANSWER_SECONDS, THINK, WORDS, Record, Visitor

ROOT = Path(__file__).parent.parent
SERIES = (1, 10, 50, 100, 200)
MOST_SESSIONS = 500
MOST_MINUTES = 120
SOAK_SESSIONS = 10
SOAK_STAY = 60.0
PASTED = 50_000
DROPPED = 165.0  # seconds after which a session that has left is dropped: Streamlit's 120, and `housekeeping`


@contextmanager
def serve() -> Iterator[tuple[int, int]]:
    """Run the app on a free port of 127.0.0.1 until the block ends; yields the port and the process id."""
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


def waits_of(record: Record) -> list[float]:
    """Return the waits for all answers, including the first page load.

    >>> waits_of(Record(waits={"first sight": [0.2], "text": [0.1]}, expected=3))
    [0.2, 0.1, 60.0]
    """
    came = [wait for waits in record.waits.values() for wait in waits]
    return came + [ANSWER_SECONDS] * (record.expected - len(came))


def tell_errors(record: Record) -> None:
    """Print the errors, each kind once."""
    for error in sorted(set(record.errors))[:5]:
        print(f"    {record.errors.count(error)} times: {error}")


async def visit(ports: Sequence[int], sessions: int, seconds: float) -> Record:
    """Let sessions connect within five seconds, to each of these ports in turn, and stay for `seconds`."""
    record = Record()
    rng = random.Random(sessions)

    async def one(number: int) -> None:
        await asyncio.sleep(5 * number / sessions)
        await Visitor(ports[number % len(ports)], record, random.Random(rng.random())).stay(seconds)

    await asyncio.gather(*(one(number) for number in range(sessions)))
    return record


def series(numbers: list[int], seconds: float, *, processes: int) -> None:
    """Print a row for each number of sessions, each measured on fresh servers in `processes` processes."""
    print("| sessions | answers expected | received | median ms | 95% ms | slowest ms | first sight ms | server CPU ms per answer "
          "| KB per answer | errors | memory MB | MB per session |")  # fmt: skip
    print("|---" * 12 + "|")
    details = {}
    for number in numbers:
        with ExitStack() as stack:
            ports, pids = zip(*(stack.enter_context(serve()) for _ in range(processes)), strict=True)
            # One unmeasured session for each server, so that its imports are done.
            asyncio.run(visit(ports, processes, 1))
            memory, used = sum(map(megabytes, pids)), sum(map(cpu_seconds, pids))
            record = asyncio.run(visit(ports, number, seconds))
            grown, used = sum(map(megabytes, pids)), sum(map(cpu_seconds, pids)) - used
        waits = waits_of(record)
        answers = sum(map(len, record.waits.values()))
        print(
            f"| {number} | {record.expected} | {answers} | {milliseconds(waits, 50)} | {milliseconds(waits, 95)} "
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
    """Print the delays in a class, those of other visitors at the same time, and the server's CPU and memory."""
    await visit([port], 1, 1)
    memory, used, begun = megabytes(pid), cpu_seconds(pid), time.monotonic()
    record, visitors = await class_and_visitors(port, followers, visit([port], sessions, seconds))
    took = time.monotonic() - begun
    tell_class(record, followers)
    waits = waits_of(visitors)
    print(
        f"\n{sessions} visitors meanwhile: {len(waits)} answers expected, median {milliseconds(waits, 50)} ms, "
        f"95% {milliseconds(waits, 95)} ms, {len(visitors.errors)} errors. Server: "
        f"{(cpu_seconds(pid) - used) / took:.0%} of a processor over {took:.0f} s, "
        f"{memory:.0f} MB before, {megabytes(pid):.0f} MB after."
    )
    tell_errors(visitors)


async def soak(port: int, pid: int, minutes: float, *, hostile: int) -> None:
    """Print the memory of the server each minute while sessions connect, stay a minute, and leave.

    `hostile` is the number of hostile sessions among them.
    """
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
            # How many answers to expect within a minute is unknown, so the answers received and errors are
            # printed.
            waits = [wait for waits in record.waits.values() for wait in waits]
            print(
                f"| {minute} | {came} | {len(waits)} | {milliseconds(waits, 50)} | {milliseconds(waits, 95)} "
                f"| {len(record.errors)} | {megabytes(pid):.0f} |",
                flush=True,
            )
            record.waits.clear()
            await asyncio.sleep(60)
            minute += 1

    print(
        "| minute | sessions so far | answers this minute | median ms | 95% ms | errors so far | memory MB |"
    )
    print("|---" * 7 + "|")
    watching = asyncio.create_task(watch())
    harm: dict[str, int] = {}
    harming = [asyncio.create_task(keep_doing_harm(port, number, harm)) for number in range(hostile)]
    await asyncio.gather(*(chair(number) for number in range(SOAK_SESSIONS)))
    for task in (watching, *harming):
        task.cancel()
    if hostile:
        print(
            f"\n{hostile} hostile visitors at a time: "
            + "; ".join(f"{what}, {n} times" for what, n in harm.items())
        )
    tell_errors(record)


async def rounds(port: int, pid: int, sessions: int, times: int) -> None:
    """Print the memory of the server when sessions have pasted a long text, and when it has dropped them.

    Each round has the same texts, so that the shared cache is full after the first.
    """
    print("| round | errors | memory MB | after the sessions MB |")
    print("|---" * 4 + "|")
    for number in range(1, times + 1):
        record = Record()

        async def one(seed: int, record: Record = record) -> None:
            await asyncio.sleep(0.3 * seed)
            rng = random.Random(seed)
            await Visitor(port, record, rng).paste(" ".join(rng.choices(WORDS, k=PASTED))[:PASTED])

        await asyncio.gather(*map(one, range(sessions)))
        most = megabytes(pid)
        await asyncio.sleep(DROPPED)
        print(f"| {number} | {len(record.errors)} | {most:.0f} | {megabytes(pid):.0f} |", flush=True)
        tell_errors(record)


def main() -> None:
    """Read the command line and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sessions", nargs="*", type=int, default=list(SERIES))
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each number of sessions stays")
    parser.add_argument("--processes", type=int, default=1, help="how many servers share the sessions")
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="sessions that come and go instead")
    parser.add_argument(
        "--hostile",
        nargs="?",
        type=int,
        const=HOSTILE_VISITORS,
        default=0,
        help="with --soak: so many hostile visitors among them (3)",
    )
    parser.add_argument("--rounds", type=int, help="how often sessions paste a long text and leave")
    parser.add_argument(
        "--class", type=int, metavar="FOLLOWERS", dest="followers", help="a class at the same time"
    )
    options = parser.parse_args()
    if not all(1 <= number <= MOST_SESSIONS for number in options.sessions):
        parser.error(f"from 1 to {MOST_SESSIONS} sessions")
    if not (0 < options.seconds <= 60 * MOST_MINUTES and (options.soak or 0) <= MOST_MINUTES):
        parser.error(f"at most {MOST_MINUTES} minutes")
    print(f"\n{machine()}; load of the machine before: {os.getloadavg()[0]:.1f}\n")
    if options.followers:
        with serve() as (port, pid):
            asyncio.run(classes(port, pid, options.followers, options.sessions[0], options.seconds))
    elif options.rounds:
        with serve() as (port, pid):
            asyncio.run(rounds(port, pid, options.sessions[0], options.rounds))
    elif options.soak:
        with serve() as (port, pid):
            asyncio.run(soak(port, pid, options.soak, hostile=options.hostile))
    else:
        series(options.sessions, options.seconds, processes=options.processes)


if __name__ == "__main__":
    main()
