"""Runs the tests of the C file with the compiler's sanitizers: every access out of bounds is an error.

    python -m tests.sanitize [arguments of pytest]
    python -m tests.sanitize fuzz 20000

The engine and its tests are copied to build/sanitize, and the C file is built there, so that allocations can
be made to fail. If the compiler has no sanitizers, it says so and succeeds.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import build_native

ROOT = Path(__file__).parents[1]
COPY = ROOT / "build" / "sanitize"
TESTS = [
    "test_native.py",
    "test_fast_split.py",
    "test_fast_encode.py",
    "test_incremental.py",
    "test_fuzz_native.py",
]
OPTIONS = [
    *("-O1", "-g", "-fno-omit-frame-pointer", "-include", str(ROOT / "tests" / "failing_allocations.h")),
    *("-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
]


def main(arguments: list[str]) -> int:
    """Copy, build and run; return pytest's exit status, or 0 if the compiler has no sanitizers."""
    library = build_native.build(COPY / "bpe_core" / "fast" / build_native.TARGET.name, *OPTIONS)
    runtime = build_native.file_of_compiler("libasan.so")
    if library is None or library.returncode or runtime is None:
        print("Not run: there is no compiler here that has sanitizers.")  # noqa: T201
        return 0
    for name in ("bpe_core", "tests", "sample_texts"):
        ignored = shutil.ignore_patterns("*.so", "__pycache__", "browser", "js")
        shutil.copytree(ROOT / name, COPY / name, dirs_exist_ok=True, ignore=ignored)
    for name in ("pyproject.toml", "build_native.py"):
        shutil.copy2(ROOT / name, COPY / name)
    environment = os.environ | {
        "LD_PRELOAD": runtime,
        # Leaks are not checked, since Python never frees much of its own memory.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONDONTWRITEBYTECODE": "1",
        # Plain Python accesses no memory of its own; where C is compared with it, both still run.
        "TESTS_IN_C_ALONE": "1",
    }
    run = ["pytest", "-q", "-p", "no:cacheprovider", *(arguments or [f"tests/{name}" for name in TESTS])]
    if arguments[:1] == ["fuzz"]:
        run = ["tests.test_fuzz_native", *arguments[1:]]
    command = [sys.executable, "-m", *run]
    return subprocess.run(command, cwd=COPY, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
