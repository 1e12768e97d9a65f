"""Writes the types of messages, and Python's cases for all tests in Node: `python -m tests.js.cases FOLDER`.

One process instead of five, since each would load the app first.
"""

import json
import logging
import sys
from pathlib import Path

from tests.js import depths_cases, figures_cases, messages, reference_cases, splits_cases

if __name__ == "__main__":
    logging.disable(logging.WARNING)  # of Streamlit, which no page runs here
    messages.write()
    for module in (depths_cases, figures_cases, reference_cases, splits_cases):
        name = module.__name__.rpartition(".")[2]
        (Path(sys.argv[1]) / f"{name}.json").write_text(json.dumps(module.cases()), "utf-8")
