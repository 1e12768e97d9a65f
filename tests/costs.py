"""What the tests cost: at the end of a run, the CPU time of each group of files.

A run of all tests in a browser, or of all others, fails if a group takes more than twice its share, so that the suite
stays as quick as it is.
The CPU time is that of the test process and its descendants: its browser is included, the server of all processes is
not.
"""

import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

# CPU seconds of each group on the machine on which they were measured last, of the cases of a day and of every case; only
# their proportions count. The first group whose part of a path a file's path contains is the file's.
OF_A_DAY = {
    "tests/browser/test_every_page": 33,
    "tests/browser/test_class": 52,
    "tests/browser/": 285,
    "test_pages": 38,
    "test_pipeline": 10,
    "tests/": 222,
}
OF_EVERY_CASE = {
    "tests/browser/test_every_page": 109,
    "tests/browser/test_class": 50,
    "tests/browser/": 301,
    "test_pages": 48,
    "test_pipeline": 15,
    "tests/": 311,
}

CPU = "CPU seconds"
_BEFORE = pytest.StashKey[float]()
_UNTIL = pytest.StashKey[str]()
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Costs:
    """Measures each test where it runs, and adds up where the run is reported."""

    def __init__(self, *, is_whole: bool, every_case: bool) -> None:
        self.is_whole = is_whole
        self.expected = OF_EVERY_CASE if every_case else OF_A_DAY
        self.groups: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, bool, bool]:
        """Note the CPU time before a test, and when its share ends."""
        # At the end of the last test of a process, its browser ends, whose whole time would count as that test's.
        item.stash[_UNTIL] = "call" if nextitem is None else "teardown"
        item.stash[_BEFORE] = cpu_seconds_of(item)
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Append to a report of a test what it took."""
        report = yield
        if call.when == item.stash[_UNTIL]:
            # A browser that has ended takes its time with it.
            report.user_properties.append((CPU, max(0.0, cpu_seconds_of(item) - item.stash[_BEFORE])))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test to its group."""
        for name, value in report.user_properties:
            if name == CPU and (group := group_of(report.nodeid)):
                self.groups[group] += value

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Write what each group took."""
        if not self.is_whole:
            return
        terminalreporter.section("what the tests cost")
        for group, seconds in self.groups.most_common():
            terminalreporter.line(f"{seconds:6.0f} s of CPU time ({self.expected[group]} expected)  {group}")
        for line in doubled(self.groups, self.expected):
            terminalreporter.line(line, red=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail a whole run in which a group has become expensive."""
        is_reported_here = self.is_whole and "PYTEST_XDIST_WORKER" not in os.environ
        if is_reported_here and exitstatus == pytest.ExitCode.OK and doubled(self.groups, self.expected):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def doubled(groups: Counter[str], all_expected: dict[str, int]) -> list[str]:
    """A sentence for each group that took more than twice what is expected, on a machine as fast as this one.

    How fast a machine is, and how busy, all other groups together tell.

    >>> twice = {name: 2 * seconds for name, seconds in OF_A_DAY.items()}
    >>> doubled(Counter(twice), OF_A_DAY)
    []
    >>> doubled(Counter(twice | {"test_pages": 5 * OF_A_DAY["test_pages"]}), OF_A_DAY)
    ['test_pages took 2.5 times its expected CPU time on this machine']
    >>> doubled(Counter(), OF_A_DAY)
    []
    """
    sentences = []
    for group, seconds in groups.items():
        others = groups.total() - seconds
        expected = sum(all_expected[other] for other in groups.keys() - {group})
        if others and (times := seconds / all_expected[group] * expected / others) > 2:
            sentences.append(f"{group} took {times:.1f} times its expected CPU time on this machine")
    return sentences


def group_of(name: str) -> str | None:
    """The group of a test by its name; None for doctests.

    >>> group_of("tests/browser/test_class_game.py::test_phones_play_against_bpe")
    'tests/browser/test_class'
    """
    return next((group for group in OF_A_DAY if group in name.partition("::")[0]), None)


def cpu_seconds_of(item: pytest.Item) -> float:
    """The CPU time of this process and its ended children; in a browser test, of all its descendants too."""
    own = sum(os.times()[:4])
    if item.path.parent.name != "browser":
        return own
    parents, used = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # From the third field on: those before are a number and a name that may contain anything.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)] = int(fields[1])
        used[int(folder.name)] = sum(map(int, fields[11:15])) / _TICKS
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return own + sum(used[pid] for pid in family & used.keys() - {os.getpid()})
