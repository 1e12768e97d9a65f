"""`bpe-explorer decode`: ids to text."""

import sys
from argparse import Namespace
from collections.abc import Sequence

from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.reading import PIPE, read_text, tokenizer_of
from explorer_ui.command_line.writing import lossy, say_json


def run(options: Namespace) -> None:
    """Decode ids and print the exact bytes of the text, so that encoding and decoding is lossless."""
    words = [read_text(PIPE)] if options.ids in ([], [str(PIPE)]) else options.ids
    data = tokenizer_of(options).decode_bytes(ids_of(words), skip_special=options.skip_special)
    if options.json:
        say_json({"text": lossy(data), "bytes": data.hex()})
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data + (b"\n" if sys.stdout.isatty() else b""))
    sys.stdout.buffer.flush()


def ids_of(words: Sequence[str]) -> list[int]:
    """Return the ids in one or more words, also of a JSON list; raises `UsageError` for what is not an id.

    >>> ids_of(["15496", "11,995"]), ids_of(["[15496,", "11]"])
    ([15496, 11, 995], [15496, 11])
    """
    found: list[int] = []
    written = " ".join(words).strip()
    for _level in range(2):  # a list, or a batch of one
        if written.startswith("[") and written.endswith("]"):
            written = written[1:-1].strip()
    for word in written.replace(",", " ").split():
        if not (word.isascii() and word.isdigit()) or len(word) > 10:
            raise UsageError(f"{word[:40]!r} is not a token id")
        found.append(int(word))
    return found
