"""Exported tables contain the right values, and no spreadsheet finds a formula in them."""

import csv
import io
import json
import re

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import train
from bpe_core.formats import merges_csv, merges_json, table_csv, tokens_csv, tokens_json
from bpe_core.formats.tables import as_cell
from tests.format_samples import learn


def test_tables_of_merges() -> None:
    history = train("=1=1=1, 你你你", recipe="bytes", num_merges=4)
    rows = list(csv.DictReader(io.StringIO(merges_csv(history).decode("utf-8-sig"), newline="")))
    objects = json.loads(merges_json(history))
    assert len(rows) == len(objects) == 4
    for row, found, merge in zip(rows, objects, history.merges, strict=True):
        assert found["rank"] == merge.rank == int(row["rank"])
        assert (found["left_id"], found["right_id"]) == merge.pair
        assert (found["new_id"], found["count"], found["replaced"]) == (
            merge.new_id,
            merge.count,
            merge.replaced,
        )
        assert bytes.fromhex(row["new_bytes"][2:]) == history.vocab[merge.new_id]
        assert found["new_text"] == history.vocab[merge.new_id].decode("utf-8", "replace")
    assert (objects[0]["new_text"], rows[0]["new_text"]) == ("=1", "'=1")


@given(text=st.text(alphabet="=+-@＝＋－＠\t\r\n'\",; |a1", max_size=20))
def test_no_cell_is_a_formula_wherever_a_spreadsheet_cuts(text: str) -> None:
    """Programs that split at semicolons or tabs ignore quotes that begin later in a cell."""
    cell = as_cell(text)
    for separators in (";", "\t", "|", ";\t|"):
        for piece in re.split(f"[{separators}\r\n]", cell):
            assert not piece.lstrip(' "').startswith(tuple("=+-@＝＋－＠"))
    # Only apostrophes were added.
    assert cell.replace("'", "") == text.replace("'", "")


def test_a_lone_surrogate_is_no_error() -> None:
    assert table_csv(["name"], [{"name": "a\ud800b"}]).decode("utf-8-sig") == "name\r\na\ufffdb\r\n"


@given(text=st.text(alphabet="=+-@\t\r\n'\",;a1é你\x00\ufeff", max_size=20))
def test_no_cell_of_a_table_is_a_formula(text: str) -> None:
    tokenizer = learn(text, "gpt4", 10)
    ids = tokenizer.encode(text)
    table = tokens_csv(tokenizer, ids)
    assert table.startswith(b"\xef\xbb\xbfposition,id,text,bytes\r\n")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline="")))
    assert not any(
        cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in rows for cell in row.values()
    )
    assert [int(row["id"]) for row in rows] == ids
    assert b"".join(bytes.fromhex(row["bytes"][2:]) for row in rows).decode() == text
    assert [found["id"] for found in json.loads(tokens_json(tokenizer, ids))] == ids
