"""A run sends one message for each element and container, and sending them takes half of its time."""

from unittest.mock import patch

import pytest
from streamlit.testing.v1 import local_script_runner
from streamlit.testing.v1.element_tree import parse_tree_from_messages

from tests.apps import open_app


@pytest.mark.parametrize(("file", "most"), [("Start", 39), ("Train", 39), ("Tokens", 30)])
def test_a_page_sends_few_messages(file: str, most: int) -> None:
    counted: list[int] = []

    def count(messages: list) -> object:
        counted.append(sum(message.WhichOneof("type") == "delta" for message in messages))
        return parse_tree_from_messages(messages)

    with patch.object(local_script_runner, "parse_tree_from_messages", count):
        open_app(file)
    assert counted[-1] <= most
