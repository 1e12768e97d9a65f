"""The program as its users have it: a wheel, built from the source archive, in an environment of its own.

To spare time and the network, what the app requires is not downloaded again: the environment sees the packages of
the one that runs the tests, through a .pth file. Of this project it sees the wheel alone; it lies outside the
checkout, and so does the folder that the program is run from.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).parents[1]
# What is not part of the sources: environments, what tools leave behind, and what an earlier build left.
BESIDE = (".git", ".venv*", "node_modules", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", "*.so")


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel: its programs, the wheel, and an empty folder to work in."""

    bin: Path
    wheel: Path
    folder: Path

    def run(self, *arguments: str, given: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
        """Run `bpe-explorer` in the empty folder; `given` comes through the pipe, `more` is environment."""
        command = [str(self.bin / "bpe-explorer"), *arguments]
        return subprocess.run(
            command, cwd=self.folder, input=given, capture_output=True, check=False, env=environment() | more
        )


def environment() -> dict[str, str]:
    """The environment of the tests, without what would lead a program to the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE"))}
    return kept | {"PYTHONSAFEPATH": "1"}


def install(folder: Path) -> Installed:
    """Build and install into `folder`, once for all test processes."""
    programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            wheel = build(folder)
            env = folder / "env"
            venv.create(env, with_pip=False, symlinks=os.name != "nt")
            pip = [
                sys.executable,
                "-m",
                "pip",
                "--python",
                str(env),
                "--disable-pip-version-check",
                "--quiet",
            ]
            subprocess.run([*pip, "install", "--no-index", "--no-deps", str(wheel)], cwd=folder, check=True)
            (site_packages(env) / "of_the_tests.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
            (folder / "empty").mkdir()
    return Installed(programs, next(folder.glob("*.whl")), folder / "empty")


def build(folder: Path) -> Path:
    """Make the source archive of a copy of the checkout, and of the archive alone the wheel."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*BESIDE))
    archive = "from setuptools.build_meta import build_sdist; build_sdist('..')"
    subprocess.run([sys.executable, "-c", archive], cwd=copy, check=True, capture_output=True)
    shutil.rmtree(copy)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel"]
    (source,) = folder.glob("*.tar.gz")
    subprocess.run(
        [*pip, "--no-index", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", str(source)],
        cwd=folder,
        check=True,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def site_packages(env: Path) -> Path:
    """The folder of an environment that holds its packages."""
    scheme = {"base": str(env), "platbase": str(env)}
    return Path(sysconfig.get_path("purelib", "nt" if os.name == "nt" else "posix_prefix", scheme))
