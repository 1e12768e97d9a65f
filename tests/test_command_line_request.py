"""`bpe-explorer request` and `diff`: counts, parts, repeats, exit status, and where two requests differ."""

import csv
import json

import pytest

from bpe_core import count_request
from explorer_ui.command_line import main

BODY = {
    "model": "gpt-4o",
    "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Is it warm?\x1b[2J"}],
    "tools": [{"type": "function", "function": {"name": "weather", "description": "Now. " * 30}}],
    "response_format": {"type": "json_schema"},
}  # fmt: skip


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "body.json"
    path.write_text(json.dumps(BODY), "utf-8")
    return path


def test_a_request_is_counted_with_the_model_that_it_names(file, capsys):
    assert main(["request", str(file), "--parts", "--repeats"]) == 0
    out = capsys.readouterr().out
    count = count_request(BODY)
    assert f"tokens  {count.tokens}\n" in out
    assert "with    o200k_base, chat template ChatML" in out
    assert "not counted (more tokens): response_format" in out
    assert "\x1b" not in out
    assert main(["request", str(file), "--json", "--model", "qwen3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tokens"] == count_request(BODY, "qwen3").tokens
    assert found["tokenizer"] == "qwen3"


def test_the_parts_as_a_table_add_up(file, capsysbinary):
    assert main(["request", str(file), "--csv"]) == 0
    rows = [*csv.DictReader(capsysbinary.readouterr().out.decode("utf-8-sig").splitlines())]
    assert sum(int(row["tokens"]) for row in rows if row["depth"] == "0") == count_request(BODY).tokens


@pytest.mark.parametrize(("most", "status"), [(0, 3), (10_000, 0)])
def test_a_request_that_does_not_fit_has_a_status_of_its_own(file, most, status):
    assert main(["request", str(file), "--at-most", str(most)]) == status


def test_each_line_of_a_log_is_a_request(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join([json.dumps(BODY)] * 3), "utf-8")
    assert main(["request", str(log)]) == 0
    assert f"total   {3 * count_request(BODY).tokens} in 3 requests" in capsys.readouterr().out


def test_two_requests_and_two_lists_of_ids_are_compared(file, tmp_path, capsys):
    other = tmp_path / "other.json"
    other.write_text(file.read_text("utf-8").replace("warm", "cold"), "utf-8")
    assert main(["diff", str(file), str(other)]) == 0
    out = capsys.readouterr().out
    assert "part    2 user / Content" in out
    assert "' it' | ' warm'" in out
    assert "' it' | ' cold'" in out
    # The longer one names the part, also if it is the first.
    answered = {**BODY, "messages": [*BODY["messages"], {"role": "assistant", "content": "Yes."}]}
    other.write_text(json.dumps(answered), "utf-8")
    assert main(["diff", str(other), str(file)]) == 0
    assert f"part    {len(BODY['messages']) + 1} assistant / Content" in capsys.readouterr().out
    for path, ids in ((file, "[9906, 11, 1917, 0]"), (other, "9906 11 1918 0")):
        path.write_text(ids, "utf-8")
    assert main(["diff", "--json", "--model", "gpt-4", str(file), str(other)]) == 0
    assert json.loads(capsys.readouterr().out) == {"kept": 2, "tokens": [4, 4], "part": []}
    other.write_text("9906 11 999999999", "utf-8")
    assert main(["diff", str(file), str(other)]) == 1
    said = capsys.readouterr()
    assert not said.out
    assert f"{other}: The id 999999999 at position 2 is not in the vocabulary." in said.err
    assert main(["diff", str(file), str(file)]) == 0
    assert "The two are the same." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"messages": [{"role": "user", "content" "a"}]}', "This looks like messages in JSON"),
        (
            '{"messages": [{"role": "user", "content": "a"}, {"content": "b"}]}',
            "Message 2 in this JSON has no role.",
        ),
    ],
)
def test_an_error_in_a_log_names_the_line_of_the_file(tmp_path, capsys, line, said):
    log = tmp_path / "log.jsonl"
    log.write_text(f"\ufeff{json.dumps(BODY)}\n\n{json.dumps(BODY)}\n\ufeff{line}\n{line}\n", "utf-8")
    assert main(["request", str(log)]) == 1
    assert f"log.jsonl: line 4: {said}" in capsys.readouterr().err


def test_wrong_input_is_an_error_with_a_sentence(file, capsys):
    file.write_text('{"messages": [{"content": 3}]}', "utf-8")
    assert main(["request", str(file)]) == 1
    assert f"{file}: Message 1 in this JSON has no role" in capsys.readouterr().err
    right = file.with_name("right.json")
    right.write_text(json.dumps(BODY), "utf-8")
    for two in ((right, file), (file, right)):
        assert main(["diff", *map(str, two)]) == 1
        assert f"{file}: Message 1 in this JSON has no role" in capsys.readouterr().err
    assert main(["diff", "-", "-"]) == 2
