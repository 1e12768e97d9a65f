"""The version of the engine, which is the version of the installed distribution."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_DISTRIBUTION = "bpe-explorer"


def find_version() -> str:
    """Return the version of the installed distribution, or that in `pyproject.toml` if it is not installed.

    >>> find_version()[0].isdigit()
    True
    """
    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
            return f"{tomllib.load(file)['project']['version']} (from a checkout)"


VERSION = find_version()
"""The value of `bpe_core.__version__`."""
