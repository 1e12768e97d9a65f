"""Writes the results of a command, and tokens as a terminal shows them."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from explorer_ui.command_line.arguments import UsageError

_Item = TypeVar("_Item")


def say(line: str) -> None:
    """Print a line; whatever is in it, the output is UTF-8."""
    sys.stdout.write(f"{line}\n")


def say_joined(start: str, blocks: Iterable[Iterable[str]]) -> None:
    """Print a line of many words, block by block, so that it is never in memory as a whole."""
    sys.stdout.write(start)
    for number, words in enumerate(blocks):
        sys.stdout.write(" " * (number > 0) + " ".join(words))
    say("")


def say_json(value: Any) -> None:
    """Print a value as one line of JSON, in ASCII, which is safe in any encoding."""
    say(json.dumps(value))


def say_json_in_blocks(value: Mapping[str, Any]) -> None:
    """Print a mapping as `say_json` does; an iterator of nonempty lists in it is one list, printed block by block.

    >>> say_json_in_blocks({"ids": iter([[1, 2], [3]]), "count": 3})
    {"ids": [1, 2, 3], "count": 3}
    """
    for number, (name, item) in enumerate(value.items()):
        sys.stdout.write(f"{', ' if number else '{'}{json.dumps(name)}: ")
        if not isinstance(item, Iterator):
            sys.stdout.write(json.dumps(item))
            continue
        sys.stdout.write("[")
        for at, block in enumerate(item):
            sys.stdout.write(", " * (at > 0) + json.dumps(block)[1:-1])
        sys.stdout.write("]")
    say("}")


def with_progress(items: Iterable[_Item], total: int, unit: str, *, quiet: bool = False) -> Iterator[_Item]:
    """Yield items, and show in a terminal how many of the `total` there have been, unless `quiet`.

    >>> list(with_progress("abc", 3, "letters", quiet=True))
    ['a', 'b', 'c']
    """
    shown = sys.stderr.isatty() and not quiet
    for number, item in enumerate(items, 1):
        yield item
        if shown and number * 100 // total > (number - 1) * 100 // total:
            sys.stderr.write(f"\r{number:,} of {total:,} {unit} ")
            sys.stderr.flush()
    if shown:
        sys.stderr.write("\r\x1b[K")  # clears the line for further output


def say_bytes(data: bytes) -> None:
    """Print the content of a file unchanged."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def check_out(
    out: Path, read: Sequence[Path], *, in_folder: bool = False, files: Iterable[Path] = ()
) -> None:
    """Raise `UsageError` before any work if the result could not be written, or would overwrite an input file.

    `files` are the paths of all its files, in the folder `out` or next to it.

    >>> check_out(Path("tokenizer.json"), [Path("corpus.txt")])
    """
    if not out.parent.is_dir():
        raise UsageError(f"--out: the folder {str(out.parent)!r} does not exist")
    for path in dict.fromkeys([out, *files]):
        is_folder = in_folder and path == out
        if path.exists() and path.is_dir() != is_folder:
            raise UsageError(
                f"--out: {str(path)!r} is {'a file, not a folder' if is_folder else 'a folder, not a file'}"
            )
        # A folder that does not exist yet is made in the nearest one that does.
        nearest = next(place for place in (path, *path.parents) if place.exists())
        if not os.access(nearest, os.W_OK):
            raise UsageError(f"--out: no permission to write {str(path)!r}")
        if path.exists() and any(one.exists() and path.samefile(one) for one in read):
            raise UsageError(f"--out: {str(path)!r} is also an input file")


def make_folder(path: Path) -> None:
    """Make the requested folder, if it does not exist; raises `OSError`."""
    path.mkdir(exist_ok=True)


def quoted(token: bytes) -> str:
    r"""Return a token as Python would write it: its text if it is valid UTF-8, otherwise its bytes.

    It contains no control characters that a terminal would interpret.

    >>> quoted(b" low"), quoted(b"\x1b[2J"), quoted("你".encode()[:2])
    ("' low'", "'\\x1b[2J'", "b'\\xe4\\xbd'")
    """
    try:
        return repr(token.decode("utf-8"))
    except UnicodeDecodeError:
        return repr(token)


def bare(token: bytes) -> str:
    r"""Return a token as `quoted` does, without the quotes.

    >>> print(bare(b" low"), bare(b"'"), bare("你".encode()[:2]), sep="|")
     low|'|\xe4\xbd
    """
    return quoted(token).removeprefix("b")[1:-1]


def shown(path: str | Path) -> str:
    """Return a path as text, with escapes for bytes that are not valid UTF-8, so that no two paths look the same.

    >>> shown(Path("a.txt"))
    'a.txt'
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def lossy(token: bytes) -> str:
    r"""Return the text of a token, with U+FFFD for bytes that are not valid UTF-8.

    >>> lossy(b"\xe4")
    '\ufffd'
    """
    return token.decode("utf-8", "replace")
