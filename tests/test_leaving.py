"""A computation that its page goes through item by item ends when the visitor leaves."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx

import explorer_ui.components.prompt.prompt as prompt_component
from explorer_ui.work import leaving, training_runs
from tests.apps import open_app

ONE_LETTER = "a" * 1_000_000
LEAVES_AT = 3


def leaving_at(items: Iterator[object], done: list[int]) -> Iterator[object]:
    """Pass items on; the visitor leaves when there have been `LEAVES_AT`, and they are counted to the end."""
    yield from leaving.while_wanted(counted(items, done))


def counted(items: Iterator[object], done: list[int]) -> Iterator[object]:
    for item in items:
        done[0] += 1
        if done[0] == LEAVES_AT:
            context = get_script_run_ctx()
            assert context is not None
            context.script_requests.request_stop()
        yield item


@pytest.mark.parametrize(
    ("page", "module", "state"),
    [
        ("prompt", prompt_component, {"tokenizer": "o200k_base", "text": ONE_LETTER}),
        ("train", training_runs, {"text": "".join(map(chr, range(0x4E00, 0x4F00))) * 2, "recipe": "bytes"}),
    ],
)
def test_no_step_is_done_for_a_visitor_who_has_left(page, module, state):
    done = [0]
    with patch.object(module, "while_wanted", lambda items: leaving_at(items, done)):
        open_app(f"pages/{page}.py", **state)
    assert done == [LEAVES_AT]
