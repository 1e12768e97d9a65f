"""Runs `bpe-explorer` in this process, which has numpy and the vocabularies already, or from this checkout in another one."""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from explorer_ui.command_line import main

ROOT = Path(__file__).parents[1]
PROGRAM = [sys.executable, "-c", "import sys; from explorer_ui.command_line import main; sys.exit(main())"]


class Done(NamedTuple):
    status: int
    out: str
    err: str


def start(*given: str | Path, stdin: bytes = b"") -> Done:
    """Run the program in this process."""
    with pytest.MonkeyPatch.context() as patch:
        streams = {
            name: TextIOWrapper(BytesIO(held), "utf-8")
            for name, held in (("stdin", stdin), ("stdout", b""), ("stderr", b""))
        }
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        try:
            status = main([str(one) for one in given])
        except SystemExit as ending:
            status = int(ending.code or 0)
    for stream in streams.values():
        stream.flush()
    out, err = (streams[name].buffer.getvalue().decode("utf-8") for name in ("stdout", "stderr"))
    return Done(status, out, err)


def printed(*given: str | Path, status: int = 0, stdin: bytes = b"") -> str:
    """The program's output, or the last line of its error message if it must fail."""
    done = start(*given, stdin=stdin)
    assert done.status == status, done.err
    return done.err.strip().splitlines()[-1] if status else done.out


def run_checkout(command: list[Any], **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run a command in another process, in which Python finds this checkout."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
    return subprocess.run(command, env=environment, capture_output=True, check=False, **options)
