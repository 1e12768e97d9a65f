"""Functions that the benchmarks share: interleaved runs, tables, and the name of the machine."""

import gc
import os
import platform
import statistics
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

README = Path(__file__).parent / "README.md"
KEEP = "--keep"


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
    """Run each contestant once per round, in turn, and return the median of its CPU seconds (all threads).

    The runs are interleaved, so that other load on the machine affects all contestants alike. Contestants
    named in `once` run only in the first round.
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


def tell(part: str, table: Iterable[str], *, keep: bool) -> None:
    """Print the lines of a table as they come; with `keep`, also write the table into README.md.

    There it replaces the text between the lines `<!-- part -->` and `<!-- end -->`.
    """
    lines = []
    print(f"\n{part}\n")
    for line in table:
        print(line, flush=True)
        lines.append(line)
    if keep:
        load = os.getloadavg()[0]
        said = f"{machine()}; {datetime.now(UTC):%d %B %Y}, load {load:.1f} at the end."
        text = README.read_text("utf-8")
        before, begin, rest = text.partition(f"<!-- {part} -->\n")
        _, end, after = rest.partition("<!-- end -->")
        if not end:
            raise ValueError(f"README.md has no place for {part}")
        table_and_source = "\n".join([*lines, "", said, ""])
        README.write_text(f"{before}{begin}\n{table_and_source}\n{end}{after}", "utf-8")


def milliseconds(waits: list[float], percent: int) -> str:
    """Return a percentile of waits as text.

    >>> milliseconds([0.010, 0.020, 0.030], 50)
    '20'
    """
    if len(waits) < 2:
        return f"{waits[0] * 1000:.0f}" if waits else "-"
    return f"{statistics.quantiles(waits, n=100, method='inclusive')[percent - 1] * 1000:.0f}"
