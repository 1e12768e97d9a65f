"""A visitor's input is never run, unpickled or written to disk: the code contains no call that could do so."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_imports_one_way import (
    ENGINE_FILES,
    EXPLORER_UI_FILES,
    JAVASCRIPT_FILES,
    PAGE_FILES,
    ROOT,
    imported,
)

# A script that makes a data file of the engine (build_*.py) is run by hand, and is not part of the app.
FILES = [
    path for path in [*PAGE_FILES, *EXPLORER_UI_FILES, *ENGINE_FILES] if not path.name.startswith("build_")
]
RUNNING = {"eval", "exec", "compile", "__import__", "breakpoint"}
MODULES = {
    "pickle", "marshal", "shelve", "dill", "joblib", "ctypes", "socket", "http", "requests", "tempfile",
}  # fmt: skip
WRITING = {
    "write_text", "write_bytes", "mkdir", "unlink", "rename", "touch", "symlink_to", "rmtree", "to_csv", "save",
    "system", "popen", "Popen", "remove", "makedirs",
}  # fmt: skip
# The command line writes the files that its user names; no code that serves visitors uses it.
THE_ONE_THAT_WRITES = ROOT / "explorer_ui" / "command_line" / "writing.py"
# `Tokenizer.save` calls these; no page does.
SAVING = [ROOT / "bpe_core" / "formats" / "paths.py", ROOT / "bpe_core" / "whole_files.py"]
# This module draws markup only from texts of the course, not from anything that a visitor typed.
THOSE_WITH_MARKUP = [ROOT / "explorer_ui" / "parts" / "say" / name for name in ("lists.py", "question.py")]


def forbidden_in(path: Path) -> Iterator[str]:
    """Yield the imports and calls of a file that could run, unpickle or write a visitor's input."""
    # Calls into C: the engine's own file, and the allocator, which returns free memory. Also the look-up of
    # this computer's own address, which uses no input and sends nothing.
    allowed = {"native.py": {"ctypes"}, "housekeeping.py": {"ctypes"}, "network.py": {"socket"}}
    yield from imported(path) & MODULES - allowed.get(path.name, set())
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func)
        options = {keyword.arg: keyword.value for keyword in call.keywords}
        modes = [ast.unparse(mode) for mode in call.args[1:]]
        opens = name == "open" or name.endswith(".open")
        writes = isinstance(call.func, ast.Attribute) and call.func.attr in WRITING
        if (
            name in RUNNING
            or (writes and path not in (THE_ONE_THAT_WRITES, *SAVING))
            or {"unsafe_allow_html", "shell"} & options.keys()
            or ("allow_pickle" in options and ast.unparse(options["allow_pickle"]) != "False")
            or (name.endswith(".html") and path not in THOSE_WITH_MARKUP)
            or (opens and any("w" in mode or "a" in mode for mode in modes))
        ):
            yield f"line {call.lineno}: {ast.unparse(call)}"


def test_no_call_runs_unpickles_or_writes() -> None:
    found = {path.relative_to(ROOT).as_posix(): list(forbidden_in(path)) for path in FILES}
    assert FILES
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_nothing_that_serves_a_visitor_knows_of_the_command_line() -> None:
    apart = THE_ONE_THAT_WRITES.parent
    writes = re.compile(r"\.save\(|write_path|formats\.paths|whole_files")
    saving = [path for path in FILES if writes.search(path.read_text("utf-8"))]
    assert {path.name for path in saving if path.parent != apart} == {"core.py", "paths.py"}
    knowing = [path for path in FILES if "command_line" in path.read_text("utf-8") and path.parent != apart]
    assert not knowing


def test_one_file_alone_starts_a_process_and_it_is_our_own_program() -> None:
    assert [path.name for path in FILES if "subprocess" in imported(path)] == ["safe_split.py"]


def modules_with(way: str) -> set[str]:
    """The names of the JavaScript files that contain this."""
    return {path.name for path in JAVASCRIPT_FILES if way in path.read_text("utf-8")}


def test_javascript_makes_no_elements_of_text() -> None:
    assert {"merge_player.js", "dom.js"} <= {path.name for path in JAVASCRIPT_FILES}
    for way in (
        "innerHTML", "outerHTML", "setHTML", "DOMParser", "createContextualFragment", "srcdoc", "insertAdjacentHTML",
        "document.write", "eval(", "new Function", "XMLHttpRequest",
    ):  # fmt: skip
        assert not modules_with(way)


def test_only_a_few_modules_ask_the_server() -> None:
    # A class, the encoder's tables, an element's file, the static site's own files, and whether the server is there.
    asking = {"requests.js", "encoder.js", "element.js", "service_worker.js", "arrival.js"}
    assert modules_with("fetch(") == asking
    assert modules_with("EventSource(") == {"following.js"}
