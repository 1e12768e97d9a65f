"""What the benchmarks share: interleaved runs, peak memory, and the name of the machine."""

import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any


def machine() -> str:
    """Name the processor, the system, and the versions of Python and numpy.

    >>> "Python" in machine()
    True
    """
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.processor() or platform.machine()
    return (
        f"{processor}, {os.cpu_count()} cores; {platform.system()}; "
        f"Python {platform.python_version()}, numpy {version('numpy')}"
    )


def cpu_seconds(
    contestants: Mapping[str, Callable[[], object]], *, rounds: int, once: Collection[str] = ()
) -> dict[str, float]:
    """Run each contestant once a round, in turn, and return the median of its CPU seconds, all threads'.

    Interleaved, so that a spell of other work on the machine falls on all alike. Those named in `once`
    run in the first round only.
    """
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(rounds):
        for name, run in contestants.items():
            if turn and name in once:
                continue
            gc.collect()
            begun = time.process_time()
            run()
            times[name].append(time.process_time() - begun)
    return {name: statistics.median(seconds) for name, seconds in times.items()}


def peak_megabytes(run: Callable[..., object], *arguments: Any) -> float:
    """Return the peak memory of a fresh process that runs a function and what it has to import, in MB.

    Read from /proc, so on Linux only.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_peak_after, run, arguments).result()


def _peak_after(run: Callable[..., object], arguments: tuple[Any, ...]) -> float:
    run(*arguments)
    # `getrusage` would answer with the peak of the process that started this one, if that was higher.
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return float("nan")


def milliseconds(waits: list[float], percent: int) -> str:
    """Return a percentile of waits as it is printed.

    >>> milliseconds([0.010, 0.020, 0.030], 50)
    '20'
    """
    if len(waits) < 2:
        return f"{waits[0] * 1000:.0f}" if waits else "-"
    return f"{statistics.quantiles(waits, n=100, method='inclusive')[percent - 1] * 1000:.0f}"
