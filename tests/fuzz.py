"""Repeats the tests of properties, and of random tokenizer files, with new seeds: every failure is printed with its seed.

    python -m tests.fuzz [minutes]

`make test` tries some fifty examples of each property; here new ones are tried, for an hour without `minutes`. Tests that
are marked as sampled take part: FUZZ_SEED repeats a round of theirs.
"""

import os
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
        print(f"Round {rounds}: FUZZ_SEED={seed} --hypothesis-seed={seed}", flush=True)  # noqa: T201
        options = ["-q", "-n", "auto", "-m", "hypothesis or sampled", f"--hypothesis-seed={seed}"]
        environment = os.environ | {"FUZZ_SEED": str(seed)}
        for each in (["pytest", *options, "tests"], ["tests.test_fuzz_huggingface", "1000", str(seed)]):
            if status := subprocess.run(
                [sys.executable, "-m", *each], env=environment, check=False
            ).returncode:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
