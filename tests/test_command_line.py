"""Every command, run in an empty folder, against tiktoken and Hugging Face; and the installed program."""

import csv
import json
import re
import shlex
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from subprocess import PIPE, CompletedProcess, Popen

import pytest
import tiktoken.model
import tokenizers

from bpe_core import RECIPES, BpeError, SecondStage, Tokenizer, tokenizer_for_model, train
from bpe_core.tokenizer import files
from explorer_ui.command_line import main
from explorer_ui.command_line.writing import with_progress
from tests.installed import Installed, environment
from tests.peers import tiktoken_encoding

ROOT = Path(__file__).parents[1]
TEXT = "Hello, wörld! 你好 🙂\r\n\ttokenization   ends"
COMMANDS = (
    "app", "encode", "decode", "split", "train", "compare", "models", "trace", "page", "site", "completion",
)  # fmt: skip

Run = Callable[..., str]
Fail = Callable[..., CompletedProcess[bytes]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the program in this process, in the test's own folder, and returns its output; it must succeed."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str, given: bytes = b"") -> str:
        done = run_here(arguments, given)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode("utf-8")

    return go


@pytest.fixture
def fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Runs the program in this process, in the test's own folder; it must fail."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str, given: bytes = b"") -> CompletedProcess[bytes]:
        done = run_here(arguments, given)
        assert done.returncode != 0
        return done

    return go


def run_here(arguments: Sequence[str], given: bytes) -> CompletedProcess[bytes]:
    """Run the program in this process, which has numpy and the vocabularies already."""
    with pytest.MonkeyPatch.context() as patch:
        stdin, stdout, stderr = (TextIOWrapper(BytesIO(held), "utf-8") for held in (given, b"", b""))
        for name, stream in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
            patch.setattr(sys, name, stream)
        status = status_of(list(arguments))
    for stream in (stdout, stderr):
        stream.flush()
    return CompletedProcess(
        arguments,
        status,
        *(stream.buffer.getvalue() for stream in (stdout, stderr)),  # type: ignore[attr-defined]
    )


def in_folder(installed: Installed, folder: Path) -> Installed:
    return Installed(installed.bin, installed.wheel, folder)


# ---- the wheel


def test_the_wheel_holds_every_file_that_the_app_reads(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as wheel:
        held = set(wheel.namelist())
    packages = [ROOT / "bpe_core", ROOT / "explorer_ui"]
    read = {".py", ".css", ".zlib", ".js", ".woff2"}
    every = (path for one in packages for path in one.rglob("*") if path.suffix in read)
    wanted = {path.relative_to(ROOT).as_posix() for path in every}
    shipped = [ROOT / "app.py", ROOT / ".streamlit" / "config.toml", *(ROOT / "pages").glob("*.py")]
    shipped += (ROOT / "sample_texts").rglob("*.txt")
    wanted |= {f"explorer_ui/installed/{path.relative_to(ROOT).as_posix()}" for path in shipped}
    assert wanted <= held
    assert not [name for name in held if name.startswith(("tests/", "benchmarks/", "pages/"))]


# ---- the commands


@pytest.mark.parametrize("model", ["gpt2", "gpt-4", "gpt-4o"])
def test_encode_prints_the_ids_of_tiktoken_and_decode_gives_the_bytes_back(run: Run, model: str) -> None:
    ids = tiktoken_encoding(tiktoken.model.encoding_name_for_model(model)).encode(TEXT)
    assert run("encode", "--model", model, "--ids", TEXT) == " ".join(map(str, ids)) + "\n"
    assert run("decode", "--model", model, *map(str, ids)) == TEXT
    if model == "gpt-4o":  # text and ids can also be read from stdin
        assert run("encode", "--model", model, "--count", given=TEXT.encode()) == f"{len(ids)}\n"
        printed = run("encode", "--model", model, "--ids", given=TEXT.encode())
        assert run("decode", "--model", model, given=printed.encode()) == TEXT
        assert run("decode", "--model", model, given=json.dumps(ids).encode()) == TEXT


def test_decode_leaves_special_tokens_out_where_it_is_told_to(run: Run) -> None:
    ids = ("505", "50256", "11545")
    assert run("decode", "--model", "gpt2", *ids) == "one<|endoftext|>two"
    assert run("decode", "--model", "gpt2", "--skip-special", *ids) == "onetwo"


def test_encode_says_ids_tokens_and_count(run: Run) -> None:
    assert run("encode", "--model", "gpt2", "Hello你") == (
        "ids     15496 19526 254\ntokens  'Hello' b'\\xe4\\xbd' b'\\xa0'\ncount   3\n"
    )
    assert json.loads(run("encode", "--model", "gpt2", "--json", "Hello你")) == {
        "tokenizer": "gpt2",
        "count": 3,
        "ids": [15496, 19526, 254],
        "tokens": ["Hello", "\ufffd", "\ufffd"],
        "bytes": ["48656c6c6f", "e4bd", "a0"],
    }


def test_special_tokens_are_refused_unless_one_says_what_they_are(run: Run, fail: Fail) -> None:
    text = "a<|endoftext|>"
    refused = fail("encode", "--model", "gpt2", text)
    assert refused.returncode == 1
    assert b"--special ordinary or --special special" in refused.stderr
    assert run("encode", "--model", "gpt2", "--ids", "--special", "special", text) == "64 50256\n"
    assert run("encode", "--model", "gpt2", "--ids", "--special", "ordinary", text).startswith("64 27 91")


@pytest.mark.parametrize("name", ["mine.tiktoken", "mine.model", "mine.bpe.json", "tokenizer.json"])
def test_train_writes_each_format_and_encode_reads_it(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text("low lower lowest", "utf-8")
    run("train", "a.txt", "--vocab-size", "259", "--out", name, "--quiet")
    pattern = ("--split-pattern", "gpt2") if name.endswith(".tiktoken") else ()
    assert run("encode", "--tokenizer", name, *pattern, "--ids", "slow") == "115 257\n"


def test_train_lifts_boundaries_as_the_engine_does(run: Run, fail: Fail, tmp_path: Path) -> None:
    text = "she says: by the way it is by the way. " * 9
    (tmp_path / "a.txt").write_text(text, "utf-8")
    stage = ("--lift", "all", "--lift-after", "12", "--keep-colons", "--max-words", "3")
    asked = ("train", "a.txt", "--merges", "40", *stage)
    run(*asked, "--out", "mine.bpe.json")
    recipe = replace(
        RECIPES["gpt2"], second_stage=SecondStage(lifts="all", after=12, keeps_colons=True, max_words=3)
    )
    expected = train([text], recipe=recipe, num_merges=40)
    ids = expected.ids_at(len(expected.merges))
    assert run("encode", "--tokenizer", "mine.bpe.json", "--ids", text) == " ".join(map(str, ids)) + "\n"
    tokens = {expected.vocab[token_id] for token_id in ids}
    assert max(len(token.split()) for token in tokens) == 3
    traced = run("trace", "--tokenizer", "mine.bpe.json", "by the way. by")
    assert len(traced.splitlines()) == 2 + len(
        Tokenizer.from_history(expected).trace("by the way. by").applied
    )
    refused = fail(*asked, "--out", "tokenizer.json")
    assert b"cannot express that its first 12 merges never cross chunk boundaries" in refused.stderr
    run(*asked, "--one-pass", "--out", "tokenizer.json")
    peer = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    one_pass = Tokenizer.from_history(expected).in_one_pass()
    assert peer.encode(text).ids == one_pass.encode_ordinary(text)
    refused = fail("train", "a.txt", "--merges", "9", "--max-words", "4", "--out", "mine.bpe.json")
    assert b"--max-words and --one-pass need --lift" in refused.stderr


def test_train_writes_gpt2s_two_files_into_a_folder(run: Run, tmp_path: Path) -> None:
    run("train", "-", "--merges", "2", "--format", "gpt2", "--out", "both", given=b"low lower lowest")
    files = ("--tokenizer", "both/encoder.json", "--tokenizer", "both/vocab.bpe", "--split-pattern", "gpt2")
    assert run("encode", *files, "--count", "slow") == "2\n"
    assert sorted(path.name for path in (tmp_path / "both").iterdir()) == ["encoder.json", "vocab.bpe"]


def test_compare_counts_as_tiktoken_does(run: Run) -> None:
    rows = json.loads(run("compare", "--json", "--model", "gpt2", "--model", "gpt-4o-mini", TEXT))
    assert [row["tokenizer"] for row in rows] == ["gpt2", "gpt-4o-mini"]
    for row, name in zip(rows, ("gpt2", "o200k_base"), strict=True):
        assert row["tokens"] == len(tiktoken_encoding(name).encode(TEXT))
        assert row["bytes"] == len(TEXT.encode())
    table = run("compare", TEXT).splitlines()
    assert list(csv.reader(table[:1], delimiter=" ", skipinitialspace=True)) == [
        ["tokenizer", "tokens", "bytes/token", "tokens/word", "ratio", "median", "95%"]
    ]
    assert [line.split()[0] for line in table[1:]] == ["gpt2", "gpt-4", "gpt-4o"]


def test_compare_each_has_a_row_for_each_text(run: Run, tmp_path: Path) -> None:
    texts = {"a.txt": TEXT, "b.txt": "low"}
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
    (tmp_path / "c.jsonl").write_text('{"text": "low low"}\n{"text": ""}\n')
    command = ("compare", "--each", "--model", "gpt2", "--model", "gpt-4o", "--file", *texts)
    counts = {
        name: [len(tiktoken_encoding(one).encode(text)) for one in ("gpt2", "o200k_base")]
        for name, text in texts.items()
    }
    counts["total"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    heading, *rows = (line.split() for line in run(*command).splitlines())
    assert heading == ["gpt2", "gpt-4o", "file"]
    assert {file: list(map(int, numbers)) for *numbers, file in rows} == counts
    (tmp_path / "total").write_text("low")
    twice = [
        line.split()[::2] for line in run(*command[:6], "--file", "total", "b.txt", "total").splitlines()
    ]
    assert twice == [["gpt2", "file"], ["1", "total"], ["1", "b.txt"], ["1", "total"], ["3", "total"]]
    figures = json.loads(run(*command, "c.jsonl", "--json", "--price", "gpt-4o=3"))
    found = [(row["file"], row["tokenizer"], row["tokens"]) for row in figures]
    assert found[:3] == [
        ("a.txt", "gpt2", counts["a.txt"][0]),
        ("a.txt", "gpt-4o", counts["a.txt"][1]),
        ("b.txt", "gpt2", 1),
    ]
    assert found[4::2] == [("c.jsonl:1", "gpt2", 2), ("c.jsonl:2", "gpt2", 0)]
    assert [row["price"] for row in figures[:2]] == [None, pytest.approx(counts["a.txt"][1] * 3e-6)]
    assert run(*command, "--csv").splitlines()[0].startswith("\ufefffile,tokenizer,tokens,")


def test_processes_count_and_train_as_one_does(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PART", 1000)
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(TEXT * 100 * number, "utf-8")
    (tmp_path / "3.txt").write_text(TEXT * 100, "utf-16")
    names = [f"{number}.txt" for number in (2, 0, 3, 1, 2)]
    counted = run("encode", "--count", "--file", *names)
    assert counted.splitlines()[-1].endswith("total")
    assert run("encode", "--count", *names) == run("encode", "--count", "--jobs", "2", *names) == counted
    assert run("encode", "--count", "--jobs", "2", "--file", *names) == counted
    for jobs in ("1", "2"):
        run("train", *names, "--merges", "40", "--jobs", jobs, "--out", f"{jobs}.bpe.json", "--quiet")
    first, second = (Tokenizer.from_file(tmp_path / f"{jobs}.bpe.json") for jobs in (1, 2))
    assert first.merges == second.merges


def test_a_terminal_shows_one_line_of_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", shown)
    assert list(with_progress(range(400), 400, "parts")) == list(range(400))
    assert shown.getvalue().count("\r") == 101
    assert shown.getvalue().endswith("\r400 of 400 parts \r\x1b[K")


def test_trace_shows_the_merges_of_the_worked_example(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("aaabdaaabac", "utf-8")
    run("train", "a.txt", "--recipe", "bytes", "--merges", "3", "--out", "t.model")
    shown = run("trace", "--tokenizer", "t.model", "aaab").splitlines()
    assert [line.split()[-1] for line in shown] == ["tokens", "a|a|a|b", "[aa]|a|b", "[aaa]|b", "[aaab]"]
    # A control sequence in the text does not reach the terminal.
    coloured = run("trace", "--color", "always", "--model", "gpt2", "low\x1b[2J")
    assert set(re.findall(r"\x1b\[[0-9;]*.", coloured)) == {"\x1b[1;30;46m", "\x1b[0m", "\x1b[2m"}
    assert "\x1b" not in run("trace", "--model", "gpt2", "low\x1b[2J")


def test_page_writes_one_file_that_asks_for_no_other(run: Run, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("low lower </script> lowest", "utf-8")
    run("page", "text.txt", "--merges", "4", "--title", "Week <3>", "--out", "lesson.html")
    run("page", "text.txt", "--model", "gpt2", "--out", "encoded.html")
    for name in ("lesson.html", "encoded.html"):
        page = (tmp_path / name).read_text("utf-8")
        assert "default-src 'none'" in page
        assert page.count("</script>") == 2
        assert not re.search(r"(src|href)=[\"']?http", page)
    lesson = (tmp_path / "lesson.html").read_text("utf-8")
    assert "<title>Week &lt;3&gt;</title>" in lesson
    (data,) = re.findall(r'id="data">(.*?)</script>', lesson)
    assert len(json.loads(data)["merges"]) == 4 * 5


# ---- usage errors


@pytest.fixture
def two_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a text, and others that are not valid UTF-8."""
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_bytes(b"low lower")
    Path("latin.txt").write_bytes(b"caf\xe9")
    Path("wide.txt").write_bytes("Привет low".encode("utf-16-le"))
    Path("wider.txt").write_bytes("low".encode("utf-32"))
    Path("half.txt").write_bytes("\ufeff🙂".encode("utf-16-le")[:-1])


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ("nonsense", 2, "invalid choice"),
        ("Encod x", 2, ". Did you mean 'encode'?"),
        ("compare --model QWEN-3 x", 2, "'QWEN-3'. Did you mean 'qwen3'?"),
        ("encode --model llama x", 2, "'llama'. Known are gpt2, r50k_base, "),
        ("train a.txt --recipe gpt-2 --merges 1 --out t.json", 2, "Did you mean 'gpt2'?"),
        ("app --port 70000", 2, "'70000' is not a port"),
        ("encode --model", 2, "expected one argument"),
        ("train a.txt --out t.json", 2, "one of the arguments --merges --vocab-size is required"),
        ("encode --model gtp-4 x", 2, "'gtp-4'. Did you mean 'gpt-4'?"),
        ("encode --file gone.txt", 1, "gone.txt: No such file or directory"),
        ("encode --file latin.txt", 1, "latin.txt is not valid UTF-8: byte 0xe9 at offset 3"),
        ("encode --file wide.txt", 1, "wide.txt looks like UTF-16 without a byte order mark"),
        ("encode --file wider.txt", 1, "wider.txt is UTF-32"),
        (
            "encode --count --jobs 2 --file wide.txt",
            1,
            "wide.txt looks like UTF-16 without a byte order mark",
        ),
        ("encode --count --jobs 2 --file a.txt wider.txt", 1, "wider.txt is UTF-32"),
        ("encode --file half.txt", 1, "half.txt is not valid UTF-16: byte 0x3d at offset 2"),
        ("decode --model gpt2 99999", 1, "99999"),
        ("train latin.txt --merges 3 --out tokenizer.json", 1, "latin.txt is not valid UTF-8"),
        ("page a.txt --merges 20001 --out lesson.html", 2, "20,000"),
    ],
)
@pytest.mark.usefixtures("two_texts")
def test_a_mistake_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: str, status: int, said: str
) -> None:
    assert status_of(shlex.split(arguments)) == status
    printed = capsys.readouterr()
    *usage, last = printed.err.strip().splitlines()
    assert said in last
    assert "error: " in last
    # argparse prints the usage with its errors; the command prints its own errors alone.
    assert status == 2 or not usage
    assert not printed.out


def status_of(arguments: list[str]) -> int:
    """Run the program in this process, which is faster than starting one; returns the exit status."""
    try:
        return main(arguments)
    except SystemExit as ending:
        return int(ending.code or 0)


def test_a_reader_that_has_enough_is_no_error_to_tell(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_bytes(b"low lower lowest " * 20_000)
    command = [str(installed.bin / "bpe-explorer"), "trace", "--model", "gpt2", "--file", "long.txt"]
    with Popen(command, cwd=tmp_path, stdout=PIPE, stderr=PIPE, env=environment()) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.readline().split() == [b"rank", b"id", b"tokens"]
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples_of_the_command(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert status_of(["--help"]) == 0
    assert f"  {command} " in capsys.readouterr().out.replace("\n", " ")
    assert status_of([command, "--help"]) == 0
    examples = capsys.readouterr().out.partition("examples:\n")[2].splitlines()
    assert examples
    assert all("bpe-explorer " + command in line for line in examples)


def test_the_installed_program_reads_and_writes_bytes(installed: Installed, tmp_path: Path) -> None:
    program = in_folder(installed, tmp_path)
    assert re.fullmatch(rb"bpe-explorer \d+\.\d+\.\d+\r?\n", program.run("--version").stdout)
    printed = program.run("encode", "--ids", given=TEXT.encode())
    assert printed.stdout.split() == [b"%d" % one for one in tiktoken_encoding("o200k_base").encode(TEXT)]
    assert program.run("decode", given=printed.stdout).stdout == TEXT.encode()
    refused = program.run("encode", "--model", "gpt2", "a<|endoftext|>")
    assert refused.returncode == 1
    assert b"--special ordinary or --special special" in refused.stderr
    assert refused.stderr.count(b"Traceback") == 0


# ---- the engine alone


def test_all_but_the_app_runs_without_the_extra(engine_alone: Installed, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"low lower lowest")
    program = in_folder(engine_alone, tmp_path)
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


@pytest.mark.parametrize("arguments", [[], ["app"], ["app", "--no-browser"]])
def test_without_the_extra_one_is_told_what_installs_the_app(
    engine_alone: Installed, arguments: list[str]
) -> None:
    done = engine_alone.run(*arguments)
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "bpe-explorer: error: the app needs streamlit, which is not installed: "
        "in a checkout of this project, run pip install '.[app]'\n"
    )


# ---- models by name


@pytest.mark.parametrize("name", ["", "gpt", "gpt-oss", "text-davinci-004", "claude-2"])
def test_a_model_of_no_vocabulary_that_is_here_is_told(name: str) -> None:
    with pytest.raises(BpeError, match="No vocabulary is known for the model"):
        tokenizer_for_model(name)
