"""Runs deploy/Dockerfile without a container engine: each stage has an empty folder as its root.

COPY copies only files that Dockerfile.dockerignore does not exclude. RUN uses a shell in the stage's folder and this
machine's Python. The command is started by an unprivileged user if the tests run as root, and HEALTHCHECK
checks it. Only an engine could test the base images, and that a stage sees nothing outside its folder.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
NOBODY = 65534
START_SECONDS = 180


@dataclass
class Stage:
    """A stage of the image: the folder that is its root, and the values that its instructions have set."""

    root: Path
    workdir: str = "/"
    env: dict[str, str] = field(default_factory=dict)
    user: str | None = None
    healthcheck: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)

    def at(self, path: str) -> Path:
        """The location of a path of the image on this machine."""
        return self.root / PurePosixPath(self.workdir, path).relative_to("/")


def instructions(text: str) -> list[tuple[str, str]]:
    r"""The instructions of a Dockerfile: the name and the rest of the line, with continued lines joined.

    >>> instructions("# a\nFROM x AS y\nRUN a \\\n    b\n")
    [('FROM', 'x AS y'), ('RUN', 'a     b')]
    """
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    joined = lines.replace("\\\n", "")
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in joined.splitlines() if line)]


def context() -> list[Path]:
    """The files that Dockerfile.dockerignore does not exclude, as paths from the root of the checkout."""
    written = (ROOT / "deploy" / "Dockerfile.dockerignore").read_text("utf-8")
    rules = [line for line in written.splitlines() if line[:1] not in ("", "#")]
    kept = {ROOT / line[1:].partition("/")[0] for line in rules if line.startswith("!")}
    files = (path for one in kept for path in (one.rglob("*") if one.is_dir() else [one]) if path.is_file())
    return sorted(path for one in files if not ignored(path := one.relative_to(ROOT), rules))


def ignored(path: Path, rules: list[str]) -> bool:
    """Whether the last rule that matches a path or a folder above it excludes the path.

    >>> rules = ["*", "!a", "**/*.so"]
    >>> ignored(Path("b"), rules), ignored(Path("a/b.py"), rules), ignored(Path("a/b/c.so"), rules)
    (True, False, True)
    """
    out = False
    for rule in rules:
        pattern = re.escape(rule.lstrip("!")).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
        if any(re.fullmatch(pattern, one.as_posix()) for one in (path, *path.parents)):
            out = not rule.startswith("!")
    return out


def build(folder: Path) -> Stage:
    """Run the instructions up to the command, each stage in its own folder; returns the last stage.

    Raises `CalledProcessError` if a RUN fails, and `ValueError` for an unsupported instruction.
    """
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    tools = programs(folder / "tools")
    for name, rest in instructions((ROOT / "deploy" / "Dockerfile").read_text("utf-8")):
        if name == "FROM":
            stage = Stage(folder / f"stage{len(stages)}")
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
            env = environment(stage, tools)
            subprocess.run(["/bin/sh", "-ec", rest], cwd=stage.at("."), env=env, check=True)
        elif name == "USER":
            stage.user = rest
        elif name == "HEALTHCHECK":
            stage.healthcheck = json.loads(rest[rest.index("[") :])
        elif name == "CMD":
            stage.command = json.loads(rest)
        elif name != "EXPOSE":
            raise ValueError(f"The instruction {name} is not known here.")
    return stage


def copy(stage: Stage, stages: dict[str, Stage], words: list[str]) -> None:
    """Copy files that Dockerfile.dockerignore does not exclude, or files of another stage."""
    *sources, target = [word for word in words if not word.startswith("--")]
    other = next((stages[word.removeprefix("--from=")] for word in words if word.startswith("--from=")), None)
    for source in sources:
        if other:
            shutil.copytree(other.root / source.lstrip("/"), stage.at(target), dirs_exist_ok=True)
            continue
        found = [path for path in context() if path.is_relative_to(source)]
        if not found:
            raise ValueError(f"COPY finds no {source}.")
        for path in found:
            # Of a folder, the contents are copied; a file keeps its name if the target ends in a slash or a dot.
            keeps_name = not (ROOT / source).is_dir() and target[-1] in "/."
            into = f"{target}/{source}" if keeps_name else target
            end = stage.at(into) / path.relative_to(source) if path != Path(source) else stage.at(into)
            end.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, end)


def programs(folder: Path) -> Path:
    """Make a substitute for the base image: its own Python with these packages, a `pip`, and a `useradd`."""
    venv.create(folder, with_pip=False)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    lent = folder / "lib" / version / "site-packages" / "of_the_tests.pth"
    lent.write_text(sysconfig.get_path("purelib"), "utf-8")
    # This pip accepts the Dockerfile's arguments, and fails if the lock file is missing.
    script(folder / "bin" / "pip", 'for file; do :; done; test -f "$file"')
    script(folder / "bin" / "useradd", "true")
    return folder / "bin"


def script(path: Path, line: str) -> None:
    """Write a program of one line."""
    path.write_text(f"#!/bin/sh\n{line}\n", "utf-8")
    path.chmod(0o755)


def environment(stage: Stage, tools: Path) -> dict[str, str]:
    """The environment of the image's programs: the variables of ENV, and this machine's compiler, if any."""
    return {"PATH": f"{tools}:/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent"} | stage.env


@contextmanager
def running(stage: Stage, folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start the command as the image does, on another port, until the block ends."""
    command = [word.replace("8501", str(port)) for word in stage.command]
    without_rights = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if nobody_can_run(folder) else {}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command_of(stage, folder, command),
            cwd=stage.at("."),
            env=environment(stage, folder / "tools" / "bin"),
            stdout=log,
            stderr=subprocess.STDOUT,
            **without_rights,  # type: ignore[arg-type]
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=180)


def command_of(stage: Stage, folder: Path, command: list[str]) -> list[str]:
    """A command with the path of its program in the image."""
    found = shutil.which(command[0], path=environment(stage, folder / "tools" / "bin")["PATH"])
    return [found or command[0], *command[1:]]


def nobody_can_run(folder: Path) -> bool:
    """Whether there is an unprivileged user who can read the packages (unlike a checkout in /root)."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    python = [str(folder / "tools" / "bin" / "python"), "-c", "import streamlit"]
    return subprocess.run(python, user=NOBODY, group=NOBODY, check=False, capture_output=True).returncode == 0


def healthy(stage: Stage, folder: Path, port: int) -> bool:
    """Run the health check until it passes or the time is over."""
    command = command_of(stage, folder, [word.replace("8501", str(port)) for word in stage.healthcheck])
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        env = environment(stage, folder / "tools" / "bin")
        if subprocess.run(command, env=env, check=False, capture_output=True).returncode == 0:
            return True
        time.sleep(0.2)
    return False
