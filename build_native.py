"""Build the engine's C file if there is a compiler; without one, do nothing.

It is optional: plain Python does the same work. Set CC to use another compiler.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent / "bpe_core" / "fast" / "_native.c"
# The file name that Python's import system looks for.
TARGET = SOURCE.with_suffix(".pyd" if os.name == "nt" else ".abi3.so")
WARNINGS = ["-Wall", "-Wextra"]


def _compiler() -> str | None:
    return shutil.which(os.environ.get("CC") or "cc") or shutil.which("gcc") or shutil.which("clang")


def file_of_compiler(name: str) -> str | None:
    """Return the path of a file that comes with the compiler, or None."""
    compiler = _compiler()
    command = [compiler or "", f"-print-file-name={name}"]
    path = (
        subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        if compiler
        else ""
    )
    return path if Path(path).is_absolute() else None


def build(target: Path, *options: str) -> subprocess.CompletedProcess[bytes] | None:
    """Compile the C file; returns None if there is no compiler."""
    compiler = _compiler()
    if compiler is None:
        return None
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_suffix(f".{os.getpid()}")
    linking = ["-dynamiclib"] if sys.platform == "darwin" else ["-shared"]
    if os.name != "nt":
        linking.append("-fPIC")
    command = [compiler, "-std=c11", "-O2", *WARNINGS, *options, *linking]
    done = subprocess.run([*command, str(SOURCE), "-o", str(unfinished)], capture_output=True, check=False)
    if done.returncode == 0:
        # Replaced atomically: a process that has loaded the old file, or loads one now, sees a complete file.
        unfinished.replace(target)
    unfinished.unlink(missing_ok=True)
    return done


def build_if_older() -> None:
    """Compile the C file if its compiled form in the package is missing or older."""
    if not TARGET.exists() or TARGET.stat().st_mtime < SOURCE.stat().st_mtime:
        build(TARGET)


if __name__ == "__main__":
    build_if_older()
