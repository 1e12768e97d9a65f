"""The program `bpe-explorer`: starts the app, or runs the engine on the command line.

    arguments.py the options, and the help
    reading.py      where a text and a tokenizer come from; writing.py: where results go
    app.py, encode.py, ...    one command each, with `run(options)`

A command is loaded when it is used: the help needs neither numpy nor regex, and only `app` needs the extra
`app`.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper, UnsupportedOperation
from pathlib import Path

from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import PROGRAM, TooManyTokensError, UsageError, parser

FAILED, WRONG_USAGE, TOO_MANY_TOKENS, INTERRUPTED = 1, 2, 3, 130
INSTALL_APP = "in a checkout of this project, run pip install '.[app]'"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status: 0 done, 1 failed, 2 usage error, 3 too many tokens, 130 interrupted.

    >>> main(["encode", "--model", "gpt2", "--ids", "slow lower"])
    38246 2793
    0
    """
    _prepare_streams()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        try:
            options = parser().parse_args(given or ["app"])
            import_module(f"explorer_ui.command_line.{options.command}").run(options)
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        return _failed(f"the app needs {error.name}, which is not installed: {INSTALL_APP}")
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`). The remaining output is discarded, including what Python
        # flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        closed = "stdout is closed" if isinstance(error, UnsupportedOperation) else str(error)
        return _failed(f"{error.filename}: {error.strerror}" if error.filename else closed)
    except BpeError as error:
        of_kind = {UsageError: WRONG_USAGE, TooManyTokensError: TOO_MANY_TOKENS}
        return _failed(str(error), status=of_kind.get(type(error), FAILED))
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _prepare_streams() -> None:
    # A stream that was closed by the caller is None. Writing to stdout must then fail: the output would be lost.
    sys.stdout = sys.stdout or Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - until the end
    sys.stderr = sys.stderr or Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")


def _failed(reason: str, *, status: int = FAILED) -> int:
    with suppress(BrokenPipeError):
        sys.stderr.write(f"{PROGRAM}: error: {reason}\n")
    return status
