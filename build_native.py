"""Build the C file of the engine where a compiler is found, and say nothing where none is.

It is a help, not a need: without it plain Python does the same work. CC names another compiler.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent / "bpe_core" / "fast" / "_native.c"
# As Python looks for it.
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
    """Compile the C file; None where there is no compiler."""
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
        # In one step: whoever has loaded the old file, or loads one right now, has a whole one.
        unfinished.replace(target)
    unfinished.unlink(missing_ok=True)
    return done


def build_if_older() -> None:
    """Compile it into the package, unless it was since it was changed."""
    if not TARGET.exists() or TARGET.stat().st_mtime < SOURCE.stat().st_mtime:
        build(TARGET)


if __name__ == "__main__":
    build_if_older()
