"""How hypothesis works here, and the program as it is installed."""

import os

import pytest
from hypothesis import HealthCheck, settings

import build_native
from tests.installed import Installed, install

settings.register_profile(
    "ci",
    # Enough for the small alphabets that the strategies draw from, and the suite stays quick.
    max_examples=50,
    # A busy machine is not a bug: no example fails for its time.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # A failure prints the line that plays it again on any machine.
    print_blob=True,
)
settings.load_profile("ci")

# Where there is a compiler, the C file is tested as it stands now.
build_native.build_if_older()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The program as its users have it; built and installed once for all test processes of a run."""
    own = tmp_path_factory.getbasetemp()
    return install((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "installed")
