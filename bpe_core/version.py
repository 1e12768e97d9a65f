"""The version of the engine, which is that of the distribution it is part of."""

import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_DISTRIBUTION = "bpe-explorer"


def find_version() -> str:
    """Return the version of the installed distribution; of a checkout that was never installed, that of its project file.

    >>> find_version()[0].isdigit()
    True
    """
    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        with (Path(__file__).parents[1] / "pyproject.toml").open("rb") as file:
            return f"{tomllib.load(file)['project']['version']} (from a checkout)"


VERSION = find_version()
"""What `bpe_core.__version__` is."""
