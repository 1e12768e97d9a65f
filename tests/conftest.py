"""The settings of hypothesis, and the installed program."""

import ctypes
import gc
import logging
import os
import sys
from collections.abc import Generator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import build_native
from bpe_core import published, tables
from bpe_core.published import with_pipeline
from bpe_core.sandbox.safe_split import split_safely
from tests.costs import Costs
from tests.installed import Installed, install
from tests.sampling import cases_of_today
from tests.ways import BOTH, in_language

settings.register_profile(
    "ci",
    # Enough for the small alphabets of the strategies, and still fast.
    max_examples=50,
    # No example fails because it is slow, since the machine may be busy.
    deadline=None,
    # The fixtures of a test apply to all of its examples.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    # A failure prints the line that reproduces it on any machine.
    print_blob=True,
)
settings.load_profile("ci")

# Each file is compiled once, for all test processes and for the programs that tests start; if the environment
# forbids that, as in containers, every process would compile the whole project again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The seed of the day, the same for all test processes even if they start around midnight.
os.environ.setdefault("SEED", str(datetime.now(UTC).toordinal()))

# A whole run on one's own machine is short: tests of many similar cases have their turns. CI has time for all of them.
EVERY_CASE = os.environ.get("EVERY_CASE", "0") != "0"

# If there is a compiler, the current C file is tested.
build_native.build_if_older()

# Above this, a test process gives up the tokenizers of other libraries after a file. One that drives a browser gives up
# all vocabularies, since the browser, its driver and a server need memory too; to load them again takes time.
MOST_MEGABYTES, MOST_WITH_A_BROWSER = 1_200, 250

# Not collected, since it imports a package that the tests do not need.
collect_ignore = ["build_icons.py"]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of test processes for `-n auto`: the processors, and two more for tests in browsers, which wait.

    Each process has its own browser and vocabularies, which take up to two gigabytes.
    """
    wanted = min(8, (os.cpu_count() or 1) + 2 * (config.args == ["tests/browser"]))
    if hasattr(os, "sysconf"):  # not on Windows, where no browser is driven
        wanted = min(wanted, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**31)
    return max(2, wanted)


def pytest_configure(config: pytest.Config) -> None:
    """Measure what the tests cost, and report it for a run of all tests in a browser or of all others."""
    if _is_whole(config) and config.option.durations is None:
        config.option.durations = 20
    config.pluginmanager.register(Costs(is_whole=_is_whole(config), every_case=EVERY_CASE))


def pytest_report_header(config: pytest.Config) -> str:
    """Tell the seed of the day, with which another run tests the same."""
    turns = ", a share of the cases that take turns: EVERY_CASE=1 tests all"
    return f"SEED={os.environ['SEED']}{turns * (_is_whole(config) and not EVERY_CASE)}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out of a whole run the cases whose turn is another day."""
    if _is_whole(config) and not EVERY_CASE:
        kept = dict.fromkeys(cases_of_today(items, int(os.environ["SEED"])))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


def _is_whole(config: pytest.Config) -> bool:
    """Whether all tests in a browser run, or all others."""
    return config.args in (config.getini("testpaths"), ["tests/browser"]) and not config.option.keyword


def pytest_collection(session: pytest.Session) -> None:
    """Switch garbage collection off while tests are collected, since all that they import stays."""
    gc.disable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Switch garbage collection on again, except for the objects that exist by now."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None]:
    """After the last test of a file, give up what only its tests share, and vocabularies if memory is short."""
    yield
    if nextitem and nextitem.path == item.path:
        return
    drives = item.path.parent.name == "browser"
    is_short = _resident_megabytes() > (MOST_WITH_A_BROWSER if drives else MOST_MEGABYTES)
    for module in (getattr(item, "module", None), sys.modules.get("tests.peers") if is_short else None):
        for value in vars(module).values() if module else ():
            if getattr(value, "__module__", "") == module.__name__ and hasattr(value, "cache_clear"):
                value.cache_clear()
    if is_short:
        if drives:
            _give_up_vocabularies()
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)


def _give_up_vocabularies() -> None:
    published._LOADED.clear()
    sys.modules["explorer_ui.cache.bounded"].CACHE.clear()  # the tests of the engine alone have no app
    for kept in (tables._ranks, tables.read_merges, with_pipeline._learned):
        kept.cache_clear()


def _resident_megabytes() -> float:
    """How much memory this process has; 0 where that cannot be read, or could not be given back."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20 if hasattr(ctypes.CDLL(None), "malloc_trim") else 0


@pytest.fixture
def anyio_backend() -> str:
    """The event loop of the tests that are coroutines."""
    return "asyncio"


@pytest.fixture(params=BOTH)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test twice, in C and in plain Python; a file requests it with `pytestmark = BOTH_WAYS`."""
    in_language(request.param, monkeypatch)
    return str(request.param)


@pytest.fixture(scope="session")
def common_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what is built and installed once for all test processes of a run."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "installed"


@pytest.fixture(scope="session")
def installed(common_folder: Path) -> Installed:
    """The program with the app, as users install it."""
    return install(common_folder, extra="app")


@pytest.fixture(scope="session")
def engine_alone(common_folder: Path) -> Installed:
    """The program without the app."""
    return install(common_folder)


class _Failures(logging.Handler):
    """Keeps the errors of parts of a page, which a page shows in their places and is otherwise complete."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.errors: list[BaseException | None] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.errors.append(record.exc_info[1] if record.exc_info else None)


FAILURES = _Failures()
logging.getLogger("bpe_explorer").addHandler(FAILURES)


@pytest.fixture(autouse=True)
def no_part_of_a_page_fails(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test in which a part of a page failed, unless it looks at the log itself."""
    FAILURES.errors.clear()
    yield
    if "caplog" not in request.fixturenames:
        assert FAILURES.errors == []


@pytest.fixture(autouse=True)
def patient_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give custom patterns an hour unless a test sets a limit, since on a busy machine they start late."""
    monkeypatch.setitem(split_safely.__kwdefaults__, "wall_seconds", 3_600.0)
