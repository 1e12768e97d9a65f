"""The notebook runs from top to bottom, and its views are pages that request nothing else."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from bpe_core import BpeError, Tokenizer, load_published, train
from explorer_ui.notebook import show
from tests.peers import tiktoken_encoding

ROOT = Path(__file__).parents[1]
NOTEBOOK = json.loads((ROOT / "docs" / "bpe_in_ten_cells.ipynb").read_text("utf-8"))
CELLS = ["".join(cell["source"]) for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """IPython as in a notebook, without the sockets of a kernel."""
    running = InteractiveShell.instance()
    yield running
    InteractiveShell.clear_instance()


def data_of(page: str) -> dict[str, Any]:
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    found: dict[str, Any] = json.loads(data)
    return found


def test_the_notebook_runs_from_top_to_bottom(shell: InteractiveShell) -> None:
    results, framed = [], []
    for at, cell in enumerate(CELLS):
        done = shell.run_cell(cell)
        done.raise_error()
        results.append(done.result)
        if "<iframe" in shell.display_formatter.format(done.result)[0].get("text/html", ""):
            framed.append(at)
    assert len(results) == 10
    # The cells that show the training, the trace and GPT-4o's view.
    assert framed == [4, 8, 9]
    assert results[1] == list("café".encode())
    ids, decoded = results[7]
    assert decoded == "slower and lowest"
    assert len(ids) < len(decoded)


def test_it_is_committed_without_results() -> None:
    for cell in NOTEBOOK["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_a_history_is_written_again_once_the_extension_is_gone(shell: InteractiveShell) -> None:
    shell.run_cell("%load_ext explorer_ui.notebook")
    history = train("low lower", recipe="gpt2", num_merges=1)
    assert "text/html" in shell.display_formatter.format(history)[0]
    shell.run_cell("%unload_ext explorer_ui.notebook")
    assert "text/html" not in shell.display_formatter.format(history)[0]


def test_a_view_is_a_sealed_frame_whatever_the_text_holds() -> None:
    text = "</script><!--\"'&lt; \x00 \ud800 \u2028"
    frame = show(train(text, recipe="bytes", num_merges=2))._repr_html_()
    sandbox = 'sandbox="allow-scripts allow-downloads" allow="clipboard-write"'
    assert frame.startswith(f'<iframe {sandbox} srcdoc="')
    (srcdoc,) = re.findall(r'srcdoc="([^"]*)"', frame)
    page = html.unescape(srcdoc)
    assert "default-src 'none'" in page
    assert len(data_of(page)["merges"]) == 2 * 5


def test_the_strip_has_the_ids_of_tiktoken() -> None:
    text = "Hello, wörld<|endoftext|> 你好"
    data = data_of(show(load_published("cl100k_base"), text).page)
    ids = tiktoken_encoding("cl100k_base").encode(text, disallowed_special=())
    assert [row[0] for row in data["tokens"]] == sorted(set(ids))


def test_what_cannot_be_shown_is_told() -> None:
    tokenizer = Tokenizer.from_history(train("low lower", recipe="gpt2", num_merges=2))
    with pytest.raises(BpeError, match="needs a text"):
        show(tokenizer)
    with pytest.raises(BpeError, match="another tokenizer"):
        show(load_published("gpt2"), tokenizer.trace("lower"))
