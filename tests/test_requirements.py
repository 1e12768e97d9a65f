"""The lock files list every requirement with the hashes of its files, and no private address."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
APP, DEV = "requirements.lock", "requirements-dev.lock"


def required(name: str) -> list[Requirement]:
    """The lines of a requirements file and of the files that it includes."""
    found = []
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if line.startswith("-r "):
            found += required(line.removeprefix("-r "))
        elif line and not line.startswith("#"):
            found.append(Requirement(line.partition(" #")[0]))
    return found


def locked(name: str) -> dict[str, dict[str, int]]:
    """The versions of each package in a lock file (one, or one per range of Python versions), and their hashes."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    # The lines of a package are "name==1.2 ; marker \", and below it "    --hash=sha256:... \".
    for entry in re.split(r"\n(?=\S)", (ROOT / name).read_text("utf-8")):
        if not entry.startswith("#"):
            pin = Requirement(entry.partition("\\")[0])
            (version,) = pin.specifier
            assert version.operator == "=="
            found[canonicalize_name(pin.name)][version.version] = entry.count("--hash=sha256:")
    return found


@pytest.mark.parametrize(("name", "lock"), [("requirements.txt", APP), ("requirements-dev.txt", DEV)])
def test_every_requirement_is_locked_within_its_bounds(name: str, lock: str) -> None:
    pins = locked(lock)
    for line in required(name):
        versions = pins.get(canonicalize_name(line.name), {})
        assert versions, f"{line} is not in {lock}: run make lock"
        assert all(version in line.specifier for version in versions), (
            f"{lock} is not of {line}: run make lock"
        )


@pytest.mark.parametrize("lock", [APP, DEV])
def test_every_file_is_named_by_its_hash_and_none_by_an_address(lock: str) -> None:
    assert all(count > 0 for versions in locked(lock).values() for count in versions.values())
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    assert "index" not in text.partition("\n\n")[0]


def test_the_tests_run_with_the_versions_that_the_app_runs_with() -> None:
    pins = locked(DEV)
    assert {name: {*pins[name]} for name in locked(APP)} == {name: {*of} for name, of in locked(APP).items()}
