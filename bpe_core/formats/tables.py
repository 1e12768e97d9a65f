"""Exports tables as CSV or JSON: the merges of a training, and the tokens of a text.

The CSV is for spreadsheets: UTF-8 with a byte order mark, so that Excel decodes it correctly; lines end in
CRLF. A spreadsheet would evaluate a cell that begins with = + - @ as a formula, so such text gets a leading
apostrophe, which marks plain text in spreadsheets. The column of bytes, in hex, always has the exact token.
In the JSON nothing is added. In both formats, bytes that are not valid UTF-8 are written as U+FFFD.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import regex

from bpe_core.history import TrainingHistory
from bpe_core.tokenizer import Tokenizer

# The start of a formula, at the start of the text or after a character that a program may use as separator.
_FORMULA = regex.compile(r"((?:^|[;|\t\r\n])[ \"']*)([=+\-@\uff1d\uff0b\uff0d\uff20])")
_LOST_AT_THE_START = ("\t", "\r", "\n")

Row: TypeAlias = Mapping[str, int | float | str | None]

_MERGE_COLUMNS = (
    "rank",
    "left_id",
    "left_text",
    "right_id",
    "right_text",
    "new_id",
    "new_text",
    "new_bytes",
    "count",
    "replaced",
)
_TOKEN_COLUMNS = ("position", "id", "text", "bytes")


def merges_csv(history: TrainingHistory) -> bytes:
    r"""Return the merges of a training, one row each, in the order of their ranks.

    >>> from bpe_core import train
    >>> merges_csv(train("1=1=1", recipe="bytes", num_merges=1)).splitlines()[1]
    b"0,49,1,61,'=,256,1=,0x313d,2,2"
    """
    return table_csv(_MERGE_COLUMNS, _merge_rows(history))


def merges_json(history: TrainingHistory) -> bytes:
    """Return the merges of a training as a JSON list of objects with the columns of the CSV."""
    return _json(_merge_rows(history))


def tokens_csv(tokenizer: Tokenizer, ids: Sequence[int]) -> bytes:
    """Return tokens, one row each; raises `UnknownIdError` for an unknown id."""
    return table_csv(_TOKEN_COLUMNS, _token_rows(tokenizer, ids))


def tokens_json(tokenizer: Tokenizer, ids: Sequence[int]) -> bytes:
    """Return tokens as a JSON list of objects with the columns of the CSV.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2))
    >>> json.loads(tokens_json(tokenizer, tokenizer.encode("low")))
    [{'position': 0, 'id': 257, 'text': 'low', 'bytes': '0x6c6f77'}]
    """
    return _json(_token_rows(tokenizer, ids))


def as_cell(text: str) -> str:
    """Return a text as a spreadsheet cell that is never read as a formula, whatever the separator.

    A program may split the file at semicolons or tabs, even within quotes, and some programs read full-width
    signs (＝ ＋ － ＠) as operators. So an apostrophe, which marks plain text, is inserted before every sign
    that could begin a formula.

    >>> as_cell("=SUM(A1)"), as_cell("a=b"), as_cell("x;=1+2")
    ("'=SUM(A1)", 'a=b', "x;'=1+2")
    """
    return _FORMULA.sub(r"\1'\2", f"'{text}" if text.startswith(_LOST_AT_THE_START) else text)


def _merge_rows(history: TrainingHistory) -> list[Row]:
    return [
        {
            "rank": merge.rank,
            "left_id": merge.pair[0],
            "left_text": _text(history.vocab[merge.pair[0]]),
            "right_id": merge.pair[1],
            "right_text": _text(history.vocab[merge.pair[1]]),
            "new_id": merge.new_id,
            "new_text": _text(history.vocab[merge.new_id]),
            "new_bytes": f"0x{history.vocab[merge.new_id].hex()}",
            "count": merge.count,
            "replaced": merge.replaced,
        }
        for merge in history.merges
    ]


def _token_rows(tokenizer: Tokenizer, ids: Sequence[int]) -> list[Row]:
    tokens = tokenizer.decode_tokens_bytes(ids)
    return [
        {"position": position, "id": id_, "text": _text(token), "bytes": f"0x{token.hex()}"}
        for position, (id_, token) in enumerate(zip(ids, tokens, strict=True))
    ]


def _text(token: bytes) -> str:
    return token.decode("utf-8", "replace")


def table_csv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    r"""Return rows as CSV for a spreadsheet, without any formulas; None is an empty cell.

    >>> table_csv(["file", "tokens"], [{"file": "=1+1", "tokens": None}]).decode("utf-8-sig")
    "file,tokens\r\n'=1+1,\r\n"
    """
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns)
    writer.writeheader()
    for row in rows:
        writer.writerow(
            {key: as_cell(value) if isinstance(value, str) else value for key, value in row.items()}
        )
    # A question to a class may contain an unpaired surrogate.
    return out.getvalue().encode("utf-8-sig", "replace")


def table_jsonl(rows: Iterable[Row]) -> bytes:
    """Return rows as JSON Lines.

    >>> table_jsonl([{"id": 1}, {"id": 2}]).splitlines()
    [b'{"id": 1}', b'{"id": 2}']
    """
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode("utf-8")


def _json(rows: Sequence[Any]) -> bytes:
    return json.dumps(rows, ensure_ascii=False, indent=1).encode("utf-8")
