"""`bpe-explorer decode`: ids to text."""

import sys
from argparse import Namespace
from collections.abc import Sequence

from bpe_core.types import BpeError
from explorer_ui.command_line.reading import read_pipe, tokenizer_of
from explorer_ui.command_line.writing import lossy, say_json


def run(options: Namespace) -> None:
    """Decode ids and print the text: its very bytes, so that what went in comes out."""
    # A list of JSON is as good as ids with spaces between them.
    words = options.ids or [read_pipe().decode("utf-8", "replace").strip().strip("[]")]
    data = tokenizer_of(options).decode_bytes(ids_of(words), skip_special=options.skip_special)
    if options.json:
        say_json({"text": lossy(data), "bytes": data.hex()})
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data + (b"\n" if sys.stdout.isatty() else b""))
    sys.stdout.buffer.flush()


def ids_of(words: Sequence[str]) -> list[int]:
    """Return the ids that were written; raises `BpeError` for a word that is none.

    >>> ids_of(["15496", "11,995"])
    [15496, 11, 995]
    """
    found: list[int] = []
    for word in ",".join(words).replace(",", " ").split():
        if not (word.isascii() and word.isdigit()) or len(word) > 10:
            raise BpeError(f"{word[:40]!r} is no token id")
        found.append(int(word))
    return found
