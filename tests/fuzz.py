"""Repeats the tests of properties, and of random tokenizer files, with new seeds: every failure is printed with its seed.

    python -m tests.fuzz [minutes]

`make test` tries some fifty examples of each property; here new ones are tried, for an hour without `minutes`.
"""

import secrets
import subprocess
import sys
import time


def main(arguments: list[str]) -> int:
    """Run until the time is over; return pytest's exit status at the first failure, and 0 if there is none."""
    end = time.monotonic() + 60 * float(arguments[0] if arguments else 60)
    rounds = 0
    while time.monotonic() < end:
        seed, rounds = secrets.randbelow(2**32), rounds + 1
        print(f"Round {rounds}: --hypothesis-seed={seed}", flush=True)  # noqa: T201
        command = [sys.executable, "-m", "pytest", "-q", "-m", "hypothesis", f"--hypothesis-seed={seed}"]
        files = [sys.executable, "-m", "tests.test_fuzz_huggingface", "1000", str(seed)]
        for each in ([*command, "-n", "auto", "tests"], files):
            if status := subprocess.run(each, check=False).returncode:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
