"""Every command, run in an empty folder, against tiktoken and Hugging Face; and the installed program."""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
import tiktoken.model
import tokenizers

from bpe_core import RECIPES, SecondStage, Tokenizer, count_request, load_published, train
from bpe_core.fast import split
from bpe_core.tokenizer import files
from explorer_ui.command_line import encode, main
from explorer_ui.command_line.trace import rows
from explorer_ui.command_line.writing import with_progress
from tests.apps import open_app, words
from tests.commands import printed, start
from tests.installed import Installed, environment
from tests.operations import peak_of
from tests.peers import tiktoken_encoding

ROOT = Path(__file__).parents[1]
TEXT = "Hello, wörld! 你好 🙂\r\n\ttokenization   ends"
STORY = "low lower<|e|>lowest <|s|> low\n" * 9
COMMANDS = (
    "app", "encode", "decode", "split", "train", "compare", "models", "trace", "page", "site", "completion",
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---- the commands


@pytest.mark.parametrize("model", ["gpt2", "gpt-4", "gpt-4o"])
def test_encode_prints_the_ids_of_tiktoken_and_decode_gives_the_bytes_back(model: str) -> None:
    ids = tiktoken_encoding(tiktoken.model.encoding_name_for_model(model)).encode(TEXT)
    assert printed("encode", "--model", model, "--ids", TEXT) == " ".join(map(str, ids)) + "\n"
    assert printed("decode", "--model", model, *map(str, ids)) == TEXT
    if model == "gpt-4o":  # text and ids can also be read from stdin
        assert printed("encode", "--model", model, "--count", stdin=TEXT.encode()) == f"{len(ids)}\n"
        ids_as_text = printed("encode", "--model", model, "--ids", stdin=TEXT.encode())
        assert printed("decode", "--model", model, stdin=ids_as_text.encode()) == TEXT
        assert printed("decode", "--model", model, stdin=json.dumps(ids).encode()) == TEXT


# What else the commands print is in docs/prompt.md, which test_docs runs.
def test_special_tokens_are_refused_and_parts_of_characters_are_shown_as_bytes() -> None:
    assert "tokens  'Hello' b'\\xe4\\xbd' b'\\xa0'\n" in printed("encode", "--model", "gpt2", "Hello你")
    text = "a<|endoftext|>"
    assert "--special ordinary or --special special" in printed("encode", "--model", "gpt2", text, status=1)
    assert printed("encode", "--model", "gpt2", "--ids", "--special", "ordinary", text).startswith("64 27 91")


def test_train_lifts_boundaries_as_the_engine_does() -> None:
    text = "she says: by the way it is by the way. " * 9
    Path("a.txt").write_text(text, "utf-8")
    stage = ("--lift", "all", "--lift-after", "12", "--keep-colons", "--max-words", "3")
    asked = ("train", "a.txt", "--merges", "40", *stage)
    printed(*asked, "--out", "mine.bpe.json")
    recipe = replace(
        RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=12, keeps_colons=True, max_words=3)
    )
    expected = train([text], recipe=recipe, num_merges=40)
    ids = expected.ids_at(len(expected.merges))
    assert printed("encode", "--tokenizer", "mine.bpe.json", "--ids", text) == " ".join(map(str, ids)) + "\n"
    tokens = {expected.vocab[token_id] for token_id in ids}
    assert max(len(token.split()) for token in tokens) == 3
    traced = printed("trace", "--tokenizer", "mine.bpe.json", "by the way. by")
    assert len(traced.splitlines()) == 2 + len(
        Tokenizer.from_history(expected).trace("by the way. by").applied
    )
    refused = printed(*asked, "--out", "tokenizer.json", status=2)
    assert "cannot express that its first 12 merges never cross chunk boundaries" in refused
    printed(*asked, "--one-pass", "--out", "tokenizer.json")
    peer = tokenizers.Tokenizer.from_file("tokenizer.json")
    one_pass = Tokenizer.from_history(expected).in_one_pass()
    assert peer.encode(text).ids == one_pass.encode_ordinary(text)


def test_train_takes_special_tokens_the_rule_of_the_course_and_what_to_start_from() -> None:
    Path("corpus.txt").write_text(STORY, "utf-8")
    special = train(STORY, num_merges=9, tie_break="highest-bytes", special_tokens=["<|e|>", "<|s|>"])
    once = train(STORY, start_from=load_published("gpt2"), num_merges=3)
    twice = train(STORY, start_from=Tokenizer.from_history(once), num_merges=3)
    for given, out, expected in (
        ("--merges 9 --tie-break highest-bytes --special-tokens '<|e|>' --special-tokens '<|s|>'", "tokenizer.json", special),
        ("--vocab-size 260", "c.bpe.json", train(STORY, num_merges=4)),
        ("--merges 3 --start-from gpt-2", "a.bpe.json", once),
        ("--merges 3 --start-from a.bpe.json", "b.bpe.json", twice),
    ):  # fmt: skip
        printed("train", "corpus.txt", *shlex.split(given), "--quiet", "--out", out)
        ids = Tokenizer.from_file(out).encode(STORY, allowed_special="all")
        assert ids == expected.ids_at(len(expected.merges))


def test_compare_each_has_a_row_for_each_text() -> None:
    heading, *rows = (line.split() for line in printed("compare", TEXT).splitlines())
    assert heading[-2:] == ["median", "95%"]
    assert [row[0] for row in rows] == ["gpt2", "gpt-4", "gpt-4o"]
    texts = {"a.txt": TEXT, "b.txt": "low"}
    for name, text in texts.items():
        Path(name).write_bytes(text.encode())
    Path("c.jsonl").write_text('{"text": "low low"}\n{"text": ""}\n')
    command = ("compare", "--each", "--model", "gpt2", "--model", "gpt-4o", "--file")
    by_tiktoken = [tiktoken_encoding(one) for one in ("gpt2", "o200k_base")]
    counts = {name: [len(one.encode(text)) for one in by_tiktoken] for name, text in texts.items()}
    counts["total"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    heading, *rows = (line.split() for line in printed(*command, *texts).splitlines())
    assert heading == ["gpt2", "gpt-4o", "file"]
    assert {file: list(map(int, numbers)) for *numbers, file in rows} == counts
    Path("total").write_text("low")
    twice = [line.split()[::2] for line in printed(*command, "total", "b.txt", "total").splitlines()]
    assert twice == [["gpt2", "file"], ["1", "total"], ["1", "b.txt"], ["1", "total"], ["3", "total"]]
    figures = json.loads(printed(*command, *texts, "c.jsonl", "--json", "--price", "gpt-4o=3"))
    found = [(row["file"], row["tokenizer"], row["tokens"]) for row in figures]
    (of_gpt2, of_gpt4o), names = counts["a.txt"], ("gpt2", "gpt-4o")
    assert found[:3] == [("a.txt", names[0], of_gpt2), ("a.txt", names[1], of_gpt4o), ("b.txt", names[0], 1)]
    assert found[4::2] == [("c.jsonl:1", "gpt2", 2), ("c.jsonl:2", "gpt2", 0)]
    assert [row["price"] for row in figures[:2]] == [None, pytest.approx(of_gpt4o * 3e-6)]
    assert printed(*command, *texts, "--csv").startswith("\ufefffile,tokenizer,tokens,")


def test_processes_count_and_train_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PART", 1000)
    for number in range(3):
        Path(f"{number}.txt").write_text(TEXT * 100 * number, "utf-8")
    Path("3.txt").write_text(TEXT * 100, "utf-16")
    # Nowhere may a part end, and the next ones are empty.
    Path("4.txt").write_text("ab" * 2000)
    names = [f"{number}.txt" for number in (2, 0, 4, 3, 1, 2)]
    counted = printed("encode", "--count", "--file", *names)
    assert counted.splitlines()[-1].endswith("total")
    assert (
        printed("encode", "--count", *names) == printed("encode", "--count", "--jobs", "2", *names) == counted
    )
    assert printed("encode", "--count", "--jobs", "2", "--file", *names) == counted
    for jobs in ("1", "2"):
        printed("train", *names, "--merges", "40", "--jobs", jobs, "--out", f"{jobs}.bpe.json", "--quiet")
    first, second = (Tokenizer.from_file(f"{jobs}.bpe.json") for jobs in (1, 2))
    assert first.merges == second.merges
    # With this special token no file is read in parts.
    printed(
        "train", *names, "--merges", "40", "--special-tokens", "<a b>", "--out", "special.bpe.json", "--quiet"
    )
    command = ("encode", "--count", "--tokenizer", "special.bpe.json", "--file", *names)
    assert printed(*command, "--jobs", "2") == printed(*command)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe has no name on Windows")
def test_processes_do_not_read_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo("pipe")
    with ThreadPoolExecutor() as pool:
        pool.submit(Path("pipe").write_text, "low lower")
        assert printed("encode", "--count", "--model", "gpt2", "--jobs", "2", "--file", "pipe") == "2\n"


def test_a_terminal_shows_one_line_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", shown)
    assert list(with_progress(range(400), 400, "parts")) == list(range(400))
    assert shown.getvalue().count("\r") == 101
    assert shown.getvalue().endswith("\r400 of 400 parts \r\x1b[K")


@pytest.mark.parametrize(("letters", "end"), [(21, "x"), (22, "x…")])
def test_an_ellipsis_stands_for_what_is_left_out_of_a_trace(letters: int, end: str) -> None:
    tokenizer = Tokenizer.from_history(train("low", recipe="gpt2", num_merges=0))
    shown = [*rows(tokenizer, tokenizer.trace("x" * letters), coloured=False)][1]
    assert shown.endswith(f"|{end}")


def test_the_help_names_the_variable_that_turns_colours_off() -> None:
    assert "auto: in a terminal, unless NO_COLOR is set" in printed("trace", "--help")


def test_a_control_sequence_in_the_text_does_not_reach_the_terminal() -> None:
    coloured = printed("trace", "--color", "always", "--model", "gpt2", "low\x1b[2J")
    assert set(re.findall(r"\x1b\[[0-9;]*.", coloured)) == {"\x1b[1;30;46m", "\x1b[0m", "\x1b[2m"}
    assert "\x1b" not in printed("trace", "--model", "gpt2", "low\x1b[2J")


def test_page_writes_one_file_that_asks_for_no_other() -> None:
    Path("text.txt").write_text("low lower </script> lowest", "utf-8")
    printed("page", "text.txt", "--merges", "4", "--title", "Week <3>", "--out", "lesson.html")
    printed("page", "text.txt", "--model", "gpt2", "--out", "encoded.html")
    printed("page", "text.txt", "--merges", "20000", "--out", "longest.html")
    for name in ("lesson.html", "encoded.html"):
        page = Path(name).read_text("utf-8")
        assert "default-src 'none'" in page
        assert page.count("</script>") == 2
        assert not re.search(r"(src|href)=[\"']?http", page)
    lesson = Path("lesson.html").read_text("utf-8")
    assert "<title>Week &lt;3&gt;</title>" in lesson
    (data,) = re.findall(r'id="data">(.*?)</script>', lesson)
    assert len(json.loads(data)["merges"]) == 4 * 5


# ---- the code that loads what was saved, and shell completion

DIGITS = "It's 1234567 lower; the LOWEST don't!"


@pytest.mark.parametrize("pattern", ["cl100k_base", r"\w+|\W", "none"])
def test_the_snippet_loads_in_another_library_what_gives_the_ids_that_encode_prints(pattern: str) -> None:
    for name, texts in (("a.jsonl", [DIGITS * 9]), ("b.jsonl", ["low low", "lowest"])):
        Path(name).write_text("\n".join(json.dumps({"q": text}) for text in texts), "utf-8")
    learned = ("--split-pattern", pattern, "--merges", "40", "--quiet", "--snippet", "--out")
    asked = ("train", "a.jsonl", "b.jsonl", "--field", "q", *learned)
    names: dict[str, object] = {}
    exec(printed(*asked, "it's.tiktoken"), names)  # noqa: S102 - it is the code that is tested
    ids = names["encoding"].encode(DIGITS)  # type: ignore[attr-defined]
    given = ("encode", "--ids", "--split-pattern", pattern, "--tokenizer", "it's.tiktoken", DIGITS)
    assert printed(*given).split() == list(map(str, ids))
    assert len(ids) < len(DIGITS)
    code = printed(*asked, "tokenizer.json")
    assert code.endswith("PreTrainedTokenizerFast(tokenizer_file='tokenizer.json')\n")
    assert tokenizers.Tokenizer.from_file("tokenizer.json").encode(DIGITS).ids == ids
    assert printed(*asked, "a.model", status=2)


def test_what_is_saved_in_the_app_comes_with_its_snippet() -> None:
    shown = words(open_app("Save", text=DIGITS, recipe="gpt4", num_merges=5))
    assert "with open('tokenizer.tiktoken', " in shown
    assert "PreTrainedTokenizerFast(tokenizer_file='tokenizer.json')" in shown


@pytest.mark.parametrize(
    ("shell", "option"), [("bash", " --max-tokens"), ("zsh", " --max-tokens"), ("fish", " -l max-tokens")]
)
def test_a_shell_has_a_script_with_every_option(shell: str, option: str) -> None:
    assert option in printed("completion", shell)


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
def test_a_line_is_printed_in_blocks(monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]) -> None:
    in_one = printed("encode", "--model", "gpt2", *options, "你好 low " * 9)
    if "--json" in options:
        assert in_one == json.dumps(json.loads(in_one)) + "\n"
    for block in (1, 4, 25):
        monkeypatch.setattr(encode, "_BLOCK", block)
        assert printed("encode", "--model", "gpt2", *options, "你好 low " * 9) == in_one


@pytest.mark.parametrize("command", ["encode --json", "encode --ids", "encode --count", "compare --json"])
def test_memory_is_a_few_times_that_of_the_text(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    text = "low lower lowest, 12\n" * 15_000
    Path("a.txt").write_text(text, "utf-8")
    monkeypatch.setattr(split, "_BLOCK", 10_000)
    given = [*command.split(), "--model", "gpt2"]
    main([*given, "low"])
    with Path(os.devnull).open("w") as nowhere:
        monkeypatch.setattr("sys.stdout", nowhere)
        status, peak = peak_of(lambda: main([*given, "--file", "a.txt"]))
    assert status == 0
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
    assert "request" not in rows[0]


@pytest.mark.parametrize(("room", "status"), [(-1, 3), (0, 0), (1, 0)])
def test_a_request_that_does_not_fit_has_a_status_of_its_own(file, room, status):
    most = count_request(BODY).tokens + room
    assert start("request", file, "--at-most", str(most)).status == status


def test_each_line_of_a_log_is_a_request(tmp_path):
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join([json.dumps(BODY)] * 3), "utf-8")
    assert f"total   {3 * count_request(BODY).tokens} in 3 requests" in printed("request", log)
    log.write_text("\n".join([json.dumps(BODY)] * 2), "utf-8")
    rows = [*csv.DictReader(printed("request", log, "--csv").removeprefix("\ufeff").splitlines())]
    assert {row["request"] for row in rows} == {"1", "2"}


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
    for written in ("9906,11,1918,0,", "[[9906, 11, 1918, 0]]"):
        other.write_text(written, "utf-8")
        assert json.loads(printed("diff", "--json", "--model", "gpt-4", file, other)) == found
    for typo in ("[9906, 11, 1918, 0", "9906 11 19180000000000", "[9906, 11], [1918, 0]"):
        other.write_text(typo, "utf-8")
        said = start("diff", file, other)
        assert (said.status, said.out) == (1, "")
        assert str(other) in said.err
        assert "is not a token id" in said.err
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


# ---- the help, and the installed program


def test_a_reader_that_has_enough_is_no_error_to_tell(installed: Installed, tmp_path: Path) -> None:
    Path("long.txt").write_bytes(b"low lower lowest " * 20_000)
    command = [str(installed.bin / "bpe-explorer"), "trace", "--model", "gpt2", "--file", "long.txt"]
    with Popen(command, cwd=tmp_path, stdout=PIPE, stderr=PIPE, env=environment()) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline().split() == [b"rank", b"id", b"tokens"]
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_of_the_command(command: str) -> None:
    assert f"  {command} " in printed("--help").replace("\n", " ")
    examples = printed(command, "--help").partition("examples:\n")[2].splitlines()
    assert examples
    assert all("bpe-explorer " + command in line for line in examples)


def test_the_installed_program_reads_and_writes_bytes(installed: Installed, tmp_path: Path) -> None:
    program = replace(installed, folder=tmp_path)
    assert re.fullmatch(rb"bpe-explorer \d+\.\d+\.\d+\r?\n", program.run("--version").stdout)
    done = program.run("encode", "--ids", given=TEXT.encode())
    assert done.stdout.split() == [b"%d" % one for one in tiktoken_encoding("o200k_base").encode(TEXT)]
    assert program.run("decode", given=done.stdout).stdout == TEXT.encode()


# ---- the engine alone


def test_all_but_the_app_runs_without_the_extra(engine_alone: Installed, tmp_path: Path) -> None:
    Path("a.txt").write_bytes(b"low lower lowest")
    program = replace(engine_alone, folder=tmp_path)
    for arguments in (
        "encode --ids --model gpt2 slow",
        "decode --model gpt2 15496",
        "compare --model gpt2 slow",
        "trace --model gpt2 slow",
        "train a.txt --merges 2 --out tokenizer.json",
        "page a.txt --out lesson.html",
    ):
        done = program.run(*shlex.split(arguments))
        assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("arguments", [[], ["app", "--no-browser"]])
def test_without_the_extra_it_is_named(engine_alone: Installed, arguments: list[str]) -> None:
    done = engine_alone.run(*arguments)
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "bpe-explorer: error: the app needs streamlit, which is not installed: "
        "in a checkout of this project, run pip install '.[app]'\n"
    )
