"""`bpe-explorer request` and `diff`: counts, parts, repeats, exit status, and where two requests differ."""

import csv
import json

import pytest

from bpe_core import count_request
from tests.commands import printed, start

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


def test_a_request_is_counted_with_the_model_that_it_names(file):
    out = printed("request", file, "--parts", "--repeats")
    count = count_request(BODY)
    assert f"tokens  {count.tokens}\n" in out
    assert "with    o200k_base, chat template ChatML" in out
    assert "not counted (more tokens): response_format" in out
    assert "\x1b" not in out
    found = json.loads(printed("request", file, "--json", "--model", "qwen3"))
    assert (found["tokens"], found["tokenizer"]) == (count_request(BODY, "qwen3").tokens, "qwen3")


def test_the_parts_as_a_table_add_up(file):
    rows = [*csv.DictReader(printed("request", file, "--csv").removeprefix("\ufeff").splitlines())]
    assert sum(int(row["tokens"]) for row in rows if row["depth"] == "0") == count_request(BODY).tokens


@pytest.mark.parametrize(("most", "status"), [(0, 3), (10_000, 0)])
def test_a_request_that_does_not_fit_has_a_status_of_its_own(file, most, status):
    assert start("request", file, "--at-most", str(most)).status == status


def test_each_line_of_a_log_is_a_request(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join([json.dumps(BODY)] * 3), "utf-8")
    assert f"total   {3 * count_request(BODY).tokens} in 3 requests" in printed("request", log)


def test_two_requests_are_compared(file, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(file.read_text("utf-8").replace("warm", "cold"), "utf-8")
    out = printed("diff", file, other)
    for line in ("part    2 user / Content", "' it' | ' warm'", "' it' | ' cold'"):
        assert line in out
    # The longer one names the part, also if it is the first.
    answered = {**BODY, "messages": [*BODY["messages"], {"role": "assistant", "content": "Yes."}]}
    other.write_text(json.dumps(answered), "utf-8")
    assert f"part    {len(BODY['messages']) + 1} assistant / Content" in printed("diff", other, file)
    assert "The two are the same." in printed("diff", file, file)


def test_two_lists_of_ids_are_compared(file, tmp_path):
    other = tmp_path / "other.json"
    file.write_text("[9906, 11, 1917, 0]", "utf-8")
    other.write_text("9906 11 1918 0", "utf-8")
    found = json.loads(printed("diff", "--json", "--model", "gpt-4", file, other))
    assert found == {"kept": 2, "tokens": [4, 4], "part": []}
    other.write_text("9906 11 999999999", "utf-8")
    said = start("diff", file, other)
    assert (said.status, said.out) == (1, "")
    assert f"{other}: The id 999999999 at position 2 is not in the vocabulary." in said.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"messages": [{"role": "user", "content" "a"}]}', "This looks like messages in JSON"),
        ('{"messages": [{"role": "user", "content": "a"}, {"content": "b"}]}', "Message 2 in this JSON has no role."),
    ],
)  # fmt: skip
def test_an_error_in_a_log_names_the_line_of_the_file(tmp_path, line, said):
    log = tmp_path / "log.jsonl"
    log.write_text(f"\ufeff{json.dumps(BODY)}\n\n{json.dumps(BODY)}\n\ufeff{line}\n{line}\n", "utf-8")
    assert f"log.jsonl: line 4: {said}" in printed("request", log, status=1)


def test_wrong_input_is_an_error_with_a_sentence(file):
    file.write_text('{"messages": [{"content": 3}]}', "utf-8")
    right = file.with_name("right.json")
    right.write_text(json.dumps(BODY), "utf-8")
    for given in (("request", file), ("diff", right, file), ("diff", file, right)):
        assert f"{file}: Message 1 in this JSON has no role" in printed(*given, status=1)
    assert start("diff", "-", "-").status == 2
