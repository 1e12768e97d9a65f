"""How hypothesis works here, and the program as it is installed."""

import gc
import math
import os
import sys
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import build_native
from bpe_core.sandbox.safe_split import split_safely
from tests.installed import Installed, install
from tests.ways import BOTH, in_language

settings.register_profile(
    "ci",
    # Enough for the small alphabets that the strategies draw from, and the suite stays quick.
    max_examples=50,
    # A busy machine is not a bug: no example fails for its time.
    deadline=None,
    # Fixtures of one test set what holds for all of its examples.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    # A failure prints the line that plays it again on any machine.
    print_blob=True,
)
settings.load_profile("ci")

# Each file is compiled once, for all test processes and for the programs that tests start; where the environment
# forbids that, as containers do, every one of them would compile the whole project again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Where there is a compiler, the C file is tested as it stands now.
build_native.build_if_older()

# Needs a package that the tests do not.
collect_ignore = ["build_icons.py"]


def pytest_xdist_auto_num_workers() -> int:
    """Two test processes more than processors (`-n auto`), for a browser test waits for some of its time.

    Each collects all tests and has a browser, a server and vocabularies of its own: that costs some fifteen seconds
    of a processor and two gigabytes.
    """
    room = _memory_in_gigabytes() // 2
    return int(max(2, min(8, (os.cpu_count() or 1) + 2, room)))


def _memory_in_gigabytes() -> float:
    if not hasattr(os, "sysconf"):  # Windows, where no browser is driven
        return math.inf
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def pytest_collection(session: pytest.Session) -> None:
    """Look for no garbage while tests are collected: all that is imported stays."""
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for garbage again, but not among what the collection left."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let half of the test processes begin with tests in a browser: they wait, and the others work.

    Each process begins with an equal part of the list, and when it has done that, takes over from the end of what
    another has left. So the others start no browser and no server, or late.
    """
    processes = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    browser = [file for file in files if file[0].path.parent.name == "browser"]
    others = [test for file in files if file not in browser for test in file]
    with_browser = max(1, processes // 2)
    part = len(items) // processes
    items.clear()
    for process in range(with_browser):
        begun = [test for file in browser[process::with_browser] for test in file]
        room = max(0, part - len(begun))
        items += [*begun, *others[:room]]
        del others[:room]
    items += others


@pytest.fixture(params=BOTH)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test twice, in C and in plain Python; a file asks for it by `pytestmark = BOTH_WAYS`."""
    in_language(request.param, monkeypatch)
    return str(request.param)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program with the app, as its users have it; built and installed once for all test processes of a run."""
    return install(_common(tmp_path_factory) / "installed", extra="app")


@pytest.fixture(scope="session")
def engine_alone(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program without the app."""
    return install(_common(tmp_path_factory) / "installed")


def _common(tmp_path_factory: pytest.TempPathFactory) -> Path:
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(autouse=True)
def patient_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a custom pattern an hour where a test does not say how long: on a busy machine its turn comes late."""
    monkeypatch.setitem(split_safely.__kwdefaults__, "wall_seconds", 3_600.0)
