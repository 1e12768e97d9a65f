"""The program as users install it: a wheel, built from the source archive, in its own environment.

The packages that the wheel requires are not downloaded: the environment has links to only these packages in
the environment that runs the tests. The environment and the folder in which the program runs are outside the
checkout.
"""

import importlib.metadata
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
BESIDE = (
    ".git", ".venv*", "node_modules", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", "*.so", "*.pyd",
)  # fmt: skip


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel: its programs, the wheel, and an empty folder to work in."""

    bin: Path
    wheel: Path
    folder: Path

    def run(self, *arguments: str, given: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
        """Run `bpe-explorer` in the empty folder; `given` is stdin, `more` is added to the environment."""
        command = [str(self.bin / "bpe-explorer"), *arguments]
        return subprocess.run(
            command, cwd=self.folder, input=given, capture_output=True, check=False, env=environment() | more
        )


def environment() -> dict[str, str]:
    """The environment variables of the tests, without those that could lead a program to the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE"))}
    return kept | {"PYTHONSAFEPATH": "1"}


def install(folder: Path, *, extra: str = "") -> Installed:
    """Build and install into `folder`, once for all test processes; an environment for each extra."""
    env = folder / f"env-{extra}"
    programs = env / ("Scripts" if os.name == "nt" else "bin")
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            wheel_of(source_archive(folder), folder)
            (folder / "empty").mkdir()
        (wheel,) = folder.glob("*.whl")
        if not env.exists():
            venv.create(env, with_pip=False, symlinks=os.name != "nt")
            pip("--python", str(env), "install", "--no-index", "--no-deps", str(wheel), folder=folder)
            scheme = {"base": str(env), "platbase": str(env)}
            site = sysconfig.get_path("purelib", "nt" if os.name == "nt" else "posix_prefix", scheme)
            lend_requirements(Path(site), extra)
    return Installed(programs, wheel, folder / "empty")


def source_archive(folder: Path) -> Path:
    """Make the source archive of a copy of the checkout."""
    copy = folder / "copy"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*BESIDE))
    archive = "from setuptools.build_meta import build_sdist; build_sdist('..')"
    subprocess.run([sys.executable, "-c", archive], cwd=copy, check=True, capture_output=True)
    shutil.rmtree(copy)
    (source,) = folder.glob("*.tar.gz")
    return source


def wheel_of(source: Path, folder: Path) -> Path:
    """Make the wheel from the archive only, in a folder that pip chooses."""
    options = ("--no-index", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}")
    # The date of the files in a wheel, which is otherwise the time of the build.
    pip("wheel", *options, str(source), folder=folder, SOURCE_DATE_EPOCH="1700000000")
    (wheel,) = folder.glob("*.whl")
    return wheel


def pip(*arguments: str, folder: Path, **more: str) -> None:
    """Run the tests' pip; `more` is added to the environment."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, env=os.environ | more)


def lend_requirements(site: Path, extra: str) -> None:
    """Put the requirements of the wheel, with this extra, and all their requirements into an environment."""
    (own,) = importlib.metadata.distributions(name="bpe-explorer", path=[str(site)])
    waiting, known = [(own, extra)], set()
    while waiting:
        distribution, extra = waiting.pop()
        for requirement in map(Requirement, distribution.requires or []):
            if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
                for wanted in {(requirement.name, one) for one in requirement.extras or {""}} - known:
                    known.add(wanted)
                    lent = importlib.metadata.distribution(requirement.name)
                    lend(lent, site)
                    waiting.append((lent, wanted[1]))


def lend(distribution: importlib.metadata.Distribution, site: Path) -> None:
    """Put a package into an environment, by links to its files, or copies if links are not allowed."""
    for name in {file.parts[0] for file in distribution.files or []} - {"..", "__pycache__"}:
        source, target = Path(str(distribution.locate_file(name))), site / name
        if target.exists():
            continue
        if os.name != "nt":
            target.symlink_to(source)
        elif source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copyfile(source, target)
