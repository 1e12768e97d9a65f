"""Writes the types of messages, and Python's cases for all tests in Node: `python -m tests.js.cases FOLDER`.

One process instead of five, since each would load the app first.
"""

import sys
from contextlib import redirect_stdout
from pathlib import Path

from tests.js import depths_cases, figures_cases, messages, reference_cases, splits_cases

if __name__ == "__main__":
    messages.write()
    for module in (depths_cases, figures_cases, reference_cases, splits_cases):
        name = module.__name__.rpartition(".")[2]
        with (Path(sys.argv[1]) / f"{name}.json").open("w", encoding="utf-8") as file, redirect_stdout(file):
            module.main()
