"""The image has the app, run by an unprivileged user: deploy/Dockerfile, run without a container engine.

Each stage has an empty folder as its root. COPY copies only files that Dockerfile.dockerignore does not exclude. RUN uses
a shell in the stage's folder and this machine's Python. The command is started by an unprivileged user if the tests run
as root, and HEALTHCHECK checks it. Only an engine could test the base images, and that a stage sees nothing outside its
folder.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
import venv
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from tests.browser.driver import free_port

ROOT = Path(__file__).parents[1]
NOBODY = 65534
START_SECONDS = 180
IGNORED = [
    line
    for line in (ROOT / "deploy" / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    if line[:1] not in ("", "#")
]


@dataclass
class Stage:
    """A stage of the image: the folder that is its root, and the values that its instructions have set."""

    root: Path
    tools: Path
    workdir: str = "/"
    env: dict[str, str] = field(default_factory=dict)
    user: str = "root"
    commands: dict[str, list[str]] = field(default_factory=dict)

    def at(self, path: str) -> Path:
        """The location of a path of the image on this machine."""
        return self.root / PurePosixPath(self.workdir, path).relative_to("/")

    def started(self, name: str, port: int) -> dict[str, Any]:
        """How to start CMD or HEALTHCHECK as the image does, on another port."""
        path = f"{self.tools}:/usr/local/bin:/usr/bin:/bin"
        program, *words = (word.replace("8501", str(port)) for word in self.commands[name])
        env = {"PATH": path, "HOME": "/nonexistent"} | self.env
        return {
            "args": [shutil.which(program, path=path) or program, *words],
            "env": env,
            "cwd": self.at("."),
        }


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: the name and the rest of the line, with continued lines joined."""
    text = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    joined = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", "")
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def context() -> list[Path]:
    """The files that Dockerfile.dockerignore does not exclude, as paths from the root of the checkout."""
    kept = {ROOT / line[1:].partition("/")[0] for line in IGNORED if line.startswith("!")}
    files = (path for one in kept for path in (one.rglob("*") if one.is_dir() else [one]) if path.is_file())
    return sorted(path for one in files if not is_ignored(path := one.relative_to(ROOT)))


def is_ignored(path: Path) -> bool:
    """Whether the last rule that matches a path or a folder above it excludes the path."""
    out = False
    for rule in IGNORED:
        pattern = re.escape(rule.lstrip("!")).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
        if any(re.fullmatch(pattern, one.as_posix()) for one in (path, *path.parents)):
            out = not rule.startswith("!")
    return out


def build(folder: Path) -> Stage:
    """Run the instructions, each stage in its own folder; returns the last stage."""
    stages: dict[str, Stage] = {}
    tools = programs(folder / "tools")
    stage = Stage(folder, tools)
    for name, rest in instructions():
        if name == "FROM":
            stage = Stage(folder / f"stage{len(stages)}", tools)
            stage.root.mkdir()
            stages[rest.partition(" AS ")[2] or str(len(stages))] = stage
        elif name == "WORKDIR":
            stage.workdir = rest
            stage.at(".").mkdir(parents=True, exist_ok=True)
        elif name == "ENV":
            stage.env |= dict(pair.split("=", 1) for pair in shlex.split(rest))
        elif name == "COPY":
            copy(stage, stages, shlex.split(rest))
        elif name == "RUN":
            stage.commands[name] = ["/bin/sh", "-ec", rest]
            subprocess.run(**stage.started(name, 8501), check=True)
        elif name == "USER":
            stage.user = rest
        elif name in ("HEALTHCHECK", "CMD"):
            stage.commands[name] = json.loads(rest[rest.index("[") :])
        else:
            assert name == "EXPOSE"
    return stage


def copy(stage: Stage, stages: dict[str, Stage], words: list[str]) -> None:
    """Copy files that Dockerfile.dockerignore does not exclude, or a folder of another stage."""
    *sources, target = [word for word in words if not word.startswith("--")]
    for option in set(words) - {*sources, target}:
        other = stages[option.removeprefix("--from=")]
        shutil.copytree(other.root / sources.pop().lstrip("/"), stage.at(target), dirs_exist_ok=True)
    for source in sources:
        found = [path for path in context() if path.is_relative_to(source)]
        assert found, source
        for path in found:
            # Of a folder, the contents are copied; a file keeps its name if the target ends in a slash or a dot.
            keeps_name = not (ROOT / source).is_dir() and target[-1] in "/."
            into = stage.at(f"{target}/{source}" if keeps_name else target)
            end = into / path.relative_to(source) if path != Path(source) else into
            end.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, end)


def programs(folder: Path) -> Path:
    """Make a substitute for the base image: its own Python with these packages, a `pip`, and a `useradd`."""
    venv.create(folder, with_pip=False)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    lent = folder / "lib" / version / "site-packages" / "of_the_tests.pth"
    lent.write_text(sysconfig.get_path("purelib"), "utf-8")
    # This pip accepts the Dockerfile's arguments, and fails if the lock file is missing.
    for name, line in (("pip", 'for file; do :; done; test -f "$file"'), ("useradd", "true")):
        program = folder / "bin" / name
        program.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
        program.chmod(0o755)
    return folder / "bin"


def without_rights(stage: Stage) -> dict[str, Any]:
    """The unprivileged user, if there is one who can read the packages (unlike those of a checkout in /root)."""
    user: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    if os.geteuid() != 0:
        return {}
    python = [str(stage.tools / "python"), "-c", "import streamlit"]
    return user if subprocess.run(python, **user, check=False, capture_output=True).returncode == 0 else {}


def is_healthy(stage: Stage, port: int) -> bool:
    """Run the health check until it passes or the time is over."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        check = stage.started("HEALTHCHECK", port)
        if subprocess.run(**check, check=False, capture_output=True).returncode == 0:
            return True
        time.sleep(0.2)
    return False


def test_what_is_installed_is_what_was_tested_and_other_machines_are_answered() -> None:
    given = instructions()
    (install,) = [rest.split() for _, rest in given if rest.startswith("pip install")]
    assert install[-3:] == ["--require-hashes", "--requirement", "requirements.lock"]
    # 127.0.0.1 within a container cannot be reached from outside.
    assert '"--server.address=0.0.0.0",' in dict(given)["CMD"]
    # All that is not named is excluded.
    assert IGNORED[0] == "*"


@pytest.mark.skipif(os.name == "nt", reason="the steps are those of a shell")
def test_after_its_steps_the_app_runs_from_an_empty_root() -> None:
    # A folder that an unprivileged user can read, unlike those of pytest.
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        check_image(build(Path(name)), Path(name, "log"))


def check_image(image: Stage, log: Path) -> None:
    app = image.root / "app"
    assert image.user == "explorer"
    assert {path.name for path in image.root.iterdir()} == {"app"}
    # Only the named files of the checkout were copied and compiled.
    assert {path.name for path in app.iterdir()} - {"__pycache__"} == {
        "app.py", "LICENSE", "requirements.lock", ".streamlit", "bpe_core", "explorer_ui", "pages", "sample_texts",
    }  # fmt: skip
    assert list(app.rglob("__pycache__"))
    assert {path for path in context() if path.suffix == ".py"} - {Path("build_native.py")} == {
        path.relative_to(app) for path in app.rglob("*.py")
    }
    before = set(app.rglob("*"))
    port, user = free_port(), without_rights(image)
    with log.open("wb") as out:
        process = subprocess.Popen(**image.started("CMD", port), **user, stdout=out, stderr=subprocess.STDOUT)
    try:
        assert is_healthy(image, port), log.read_text("utf-8", "replace")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=180) as answer:
            assert answer.status == 200
        if user and Path("/proc").is_dir():
            assert Path(f"/proc/{process.pid}").stat().st_uid == NOBODY
    finally:
        process.terminate()
        process.wait(timeout=180)
    assert set(app.rglob("*")) == before
