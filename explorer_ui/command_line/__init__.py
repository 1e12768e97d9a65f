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
from importlib import import_module
from io import TextIOWrapper

from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import PROGRAM, UsageError, parser

FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130
INSTALL_APP = 'pip install "bpe-explorer[app]"'


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status: 0 done, 1 failed, 2 usage error, 130 interrupted.

    >>> main(["encode", "--model", "gpt2", "--ids", "slow lower"])
    38246 2793
    0
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = parser().parse_args(given or ["app"])
    try:
        import_module(f"explorer_ui.command_line.{options.command}").run(options)
        sys.stdout.flush()
    except ModuleNotFoundError as error:
        return _failed(f"the app needs {error.name}, which is not installed: {INSTALL_APP}")
    except BrokenPipeError:
        # The reader has closed the pipe (`| head`). The remaining output is discarded, including what Python
        # flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        return _failed(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except BpeError as error:
        return _failed(str(error), status=WRONG_USAGE if isinstance(error, UsageError) else FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _failed(reason: str, *, status: int = FAILED) -> int:
    sys.stderr.write(f"{PROGRAM}: error: {reason}\n")
    return status
