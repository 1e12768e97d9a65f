"""Files and requests on the command line: JSON Lines, the code that loads what was saved, shell completion, long texts, and request bodies."""

import csv
import json
import os
import shutil
import subprocess
import tracemalloc
from pathlib import Path

import pytest
import tokenizers

from bpe_core import Tokenizer, count_request, train
from bpe_core.fast import split
from explorer_ui.command_line import encode, main
from tests.apps import open_app, words
from tests.commands import printed, start

TEXT = "It's 1234567 lower; the LOWEST don't!"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("pattern", ["cl100k_base", r"\w+|\W", "none"])
def test_the_snippet_gives_tiktoken_the_ids_that_encode_prints(pattern: str) -> None:
    Path("a.txt").write_text(TEXT * 9, "utf-8")
    Path("b.jsonl").write_text("\n".join(json.dumps({"q": text}) for text in ["low low", "lowest"]), "utf-8")
    Path("a.jsonl").write_text(json.dumps({"q": TEXT * 9}), "utf-8")
    asked = ("--split-pattern", pattern, "--merges", "40", "--quiet")
    code = printed(
        "train", "a.jsonl", "b.jsonl", "--field", "q", *asked, "--out", "it's.tiktoken", "--snippet"
    )
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - it is the code that is tested
    ids = names["encoding"].encode(TEXT)  # type: ignore[attr-defined]
    given = ("encode", "--ids", "--split-pattern", pattern, "--tokenizer", "it's.tiktoken", TEXT)
    assert printed(*given).split() == list(map(str, ids))
    assert len(ids) < len(TEXT)


def test_the_snippet_for_transformers_names_a_file_that_its_library_loads() -> None:
    Path("a.txt").write_text(TEXT * 9, "utf-8")
    code = printed(
        "train", "a.txt", "--merges", "9", "--quiet", "--out", "tokenizer.json", "--snippet",
        "--split-pattern", r"\w+|\W",
    )  # fmt: skip
    assert code.endswith("PreTrainedTokenizerFast(tokenizer_file='tokenizer.json')\n")
    ids = tokenizers.Tokenizer.from_file("tokenizer.json").encode(TEXT).ids
    assert printed("encode", "--ids", "--tokenizer", "tokenizer.json", TEXT).split() == list(map(str, ids))
    history = train(TEXT * 9, recipe="gpt2", num_merges=9)
    assert ids != Tokenizer.from_history(history).encode(TEXT)
    assert start("train", "a.txt", "--merges", "1", "--out", "a.model", "--snippet").status == 2


def test_what_is_saved_in_the_app_comes_with_its_snippet() -> None:
    shown = words(open_app("Save", text=TEXT, recipe="gpt4", num_merges=5))
    assert "with open('tokenizer.tiktoken', " in shown
    assert "PreTrainedTokenizerFast(tokenizer_file='tokenizer.json')" in shown


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_has_a_script_with_every_option(shell: str) -> None:
    script = printed("completion", shell)
    assert "--max-tokens" in script or "-l max-tokens" in script


@pytest.mark.parametrize(
    ("words", "completed"),
    [("tr", "train trace"), ("split --over", "--overlap"), ("train --split", "--split-pattern")],
)
def test_bash_completes_commands_and_options(words: str, completed: str) -> None:
    bash = shutil.which("bash") or pytest.skip("bash is not installed")
    asked = f"COMP_WORDS=(x {words}); COMP_CWORD={len(words.split())}; _bpe_explorer; echo ${{COMPREPLY[@]}}"
    script = f"{printed('completion', 'bash')}\n{asked}"
    done = subprocess.run([bash, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{completed}\n"


@pytest.mark.parametrize(("text", "says"), [("The answer is: ", True), ("a\n", False)])
def test_a_prompt_that_ends_in_a_space_is_told_so(text: str, says: bool) -> None:
    app = open_app("Prompt", text=text, tokenizer="gpt2")
    assert ("Your prompt ends in a space; remove it." in words(app)) is says


# ---- long texts


@pytest.mark.parametrize("options", [("--json",), ("--json", "--max-tokens", "25"), ("--ids",), ()])
def test_what_is_printed_in_blocks_is_one_line(
    monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    in_one = printed("encode", "--model", "gpt2", *options, "你好 low " * 9)
    if "--json" in options:
        assert in_one == json.dumps(json.loads(in_one)) + "\n"
    for block in (1, 4, 25):
        monkeypatch.setattr(encode, "_BLOCK", block)
        assert printed("encode", "--model", "gpt2", *options, "你好 low " * 9) == in_one


@pytest.mark.parametrize("command", ["encode --json", "encode --ids", "encode --count", "compare --json"])
def test_the_memory_of_a_command_is_a_few_times_that_of_the_text(
    monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    text = "low lower lowest, 12\n" * 15_000
    Path("a.txt").write_text(text, "utf-8")
    monkeypatch.setattr(split, "_BLOCK", 10_000)
    given = [*command.split(), "--model", "gpt2"]
    main([*given, "low"])
    with Path(os.devnull).open("w") as nowhere:
        monkeypatch.setattr("sys.stdout", nowhere)
        tracemalloc.start()
        try:
            assert main([*given, "--file", "a.txt"]) == 0
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    # The text twice, and room for an id per byte, of which only the part that is used takes memory.
    assert peak < 7 * len(text) + 1_000_000


def test_each_file_is_read_when_its_turn_comes() -> None:
    Path("a.txt").write_text("low lower", "utf-8")
    files = ("--file", "a.txt", "--file", "lacking.txt")
    said = start("encode", "--count", "--model", "gpt2", *files)
    assert said.status == 1
    assert said.out == "2 a.txt\n"
    assert "lacking.txt" in said.err


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
    assert f"tokens  {count_request(BODY).tokens}\n" in out
    assert "not counted (more tokens): response_format" in out
    assert "\x1b" not in out
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
    assert "part    2 user / Content" in printed("diff", file, other)
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
