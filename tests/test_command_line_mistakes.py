"""Every argument on the command line is used as given, or leads to an error that says why; none is ignored."""

import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import get_args

import pytest
import tiktoken.model

import bpe_core.version
from bpe_core import PUBLISHED, SPLIT_PATTERNS, Tokenizer, train
from bpe_core.formats import FORMATS, write
from bpe_core.types import FormatName
from tests.commands import PROGRAM, ROOT, printed, run_checkout, start
from tests.format_samples import by_tiktoken
from tests.peers import tiktoken_encoding
from tests.wrong_files import FILES

CODE = "def foo(self):\n    return 'IT', 1234567\n"
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("code.txt").write_text(CODE * 9, "utf-8")
    Path("folder").mkdir()
    Path("tokenizer.json").write_bytes(FILES["huggingface"]["tokenizer.json"])


# ---- a file without a split pattern


def test_train_says_which_pattern_to_pass_and_it_must_be_passed() -> None:
    trained = start("train", "code.txt", "--merges", "40", "--recipe", "gpt4", "--out", "mine.tiktoken")
    *option, pattern = trained.err.split()[-2:]
    assert (option, pattern) == (["--split-pattern"], "cl100k_base")
    refused = printed("encode", "--tokenizer", "mine.tiktoken", CODE, status=2)
    assert "pass --split-pattern with gpt2, cl100k_base" in refused
    file = ("--tokenizer", "mine.tiktoken", "--split-pattern")
    ids = printed("encode", *file, pattern, "--ids", CODE).split()
    learned = Tokenizer.from_history(train(CODE * 9, recipe="gpt4", num_merges=40))
    assert [int(word) for word in ids] == by_tiktoken(learned).encode(CODE) == learned.encode(CODE)
    assert ids == printed("encode", *file, SPLIT_PATTERNS[pattern], "--ids", CODE).split()
    assert ids != printed("encode", *file, "none", "--ids", CODE).split()


def test_train_names_the_special_tokens_that_a_file_loses() -> None:
    special = ("--special-tokens", "<s>", "--special-tokens", "STOP")
    ids = {"<s>": 256, "STOP": 257}
    assert get_args(FormatName) == tuple(FORMATS)
    for name, format_ in FORMATS.items():
        if name != "minbpe":  # whose ids are those of the merges
            given = ("train", "code.txt", *special, "--merges", "9", "--format", name, "--out", name)
            said = start(*given).err
            paths = [Path(name)] if Path(name).is_file() else [*Path(name).iterdir()]
            pattern = {} if format_.keeps_pattern else {"split_pattern": "gpt2"}
            kept = Tokenizer.from_file(*paths, **pattern).special_tokens
            assert ("lacks the special tokens:" in said) == (kept != ids)
            for token, id_ in ids.items():
                assert (f"{token!r} with id {id_}" in said) == (token not in kept)


def test_compare_passes_the_pattern_to_the_files_that_need_it() -> None:
    for out in ("mine.tiktoken", "tokenizer.json"):
        printed("train", "code.txt", "--merges", "40", "--recipe", "gpt4", "--quiet", "--out", out)
    files = shlex.split("--tokenizer mine.tiktoken --tokenizer tokenizer.json --split-pattern cl100k_base")
    rows = json.loads(printed("compare", "--json", *files, CODE))
    assert rows[0]["tokens"] == rows[1]["tokens"] > 0


def test_the_pattern_of_a_training_of_ones_own_is_quoted_for_a_shell() -> None:
    stage = ("--lift", "all", "--lift-after", "3", "--one-pass", "--merges", "9")
    said = start("train", "code.txt", *stage, "--out", "mine.tiktoken").err
    unquote = ["/bin/sh", "-c", f"printf %s {said.rpartition('--split-pattern ')[2]}"]
    one_pass = subprocess.run(unquote, capture_output=True, check=True, text=True).stdout
    printed("encode", "--tokenizer", "mine.tiktoken", "--split-pattern", one_pass, CODE)


# ---- the bytes of an argument


@pytest.mark.skipif(os.name == "nt", reason="arguments are Unicode there")
@pytest.mark.parametrize("locale", [{}, C_LOCALE])
def test_an_argument_is_utf8_in_any_locale_or_an_error(locale: dict[str, str]) -> None:
    def run(*given: str | bytes) -> subprocess.CompletedProcess[bytes]:
        return run_checkout([*PROGRAM, *given], env=locale)

    done = run("encode", "--ids", "你好 caf\u00e9".encode())
    assert [int(word) for word in done.stdout.split()] == tiktoken_encoding("o200k_base").encode("你好 café")
    for given in (["encode"], ["page", "code.txt", "--out", "p.html", "--title"]):
        done = run(*given, b"caf\xe9")
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"is not valid UTF-8" in done.stderr
    # Several arguments are names of files, in any encoding, and of any tokenizer.
    both = (b"caf\xe9.txt", "caf\u00e9.txt".encode())
    for name in both:
        Path(os.fsdecode(name)).write_text("low", "utf-8")
    assert run("encode", "--count", "--file", both[0]).stdout == b"1\n"
    for jobs in ("1", "2"):
        said = "1 caf\\xe9.txt\n1 caf\u00e9.txt\n2 total\n".encode()
        assert run("encode", "--count", *both, "--jobs", jobs).stdout == said
    files = (b"t\xe9.json", "t\u00e9.json".encode())
    for name in files:
        assert not run("train", *both, "--format", "own", "--merges", "1", "--out", name).returncode
    compared = ("compare", "--tokenizer", files[0], "--tokenizer", files[1], "--csv")
    done = run(*compared, "--price", b"t\xe9.json=2", "low")
    rows = csv.DictReader(done.stdout.decode("utf-8-sig").splitlines())
    assert [(row["tokenizer"], row["price"]) for row in rows] == [
        ("t\\xe9.json", "4e-06"),
        ("t\u00e9.json", ""),
    ]


# ---- mistakes that are reported before any work

OUT = "--merges 1 --out tokenizer.json"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("train gone.txt --merges 9 --out gone/t.json", "the folder 'gone' does not exist"),
        ("train gone.txt --merges 9 --out t.xyz", "Cannot tell a format from the name 't.xyz'"),
        ("train gone.txt --merges 9 --format own --out folder", "is a folder, not a file"),
        ("train code.txt --merges 9 --format gpt2 --out code.txt", "is a file, not a folder"),
        ("train code.txt --merges 9 --format own --out code.txt", "is also an input file"),
        ("page code.txt --out code.txt", "'code.txt' is also an input file"),
        ("train m.vocab --merges 2 --out m.model", "'m.vocab' is also an input file"),
        ("train folder/vocab.bpe --merges 2 --format gpt2 --out folder", f"{os.sep}vocab.bpe' is also an input file"),
        ("train code.txt --merges 3 --start-from t.json --out t.json", "'t.json' is also an input file"),
        ("page code.txt --tokenizer t.json --out t.json", "'t.json' is also an input file"),
        ("train gone.txt --merges 9 --format minbpe --out t.vocab", "choose another name"),
        ('train gone.txt --merges 9 --special-tokens "<s>" --out t.model', "it gives merge 0 the id 256, not 257"),
        ("train gone.txt --vocab-size 260 --lift blanks --lift-after 3 --out t.json", "its first 3 merges never cross chunk boundaries"),
        ("train code.txt --merges -5 --out t.json", "a whole number of at least 0, not '-5'"),
        ("train code.txt --merges ٣ --out t.json", "a whole number of at least 0, not '٣'"),
        ("train code.txt --merges 3 --min-count 0 --out t.json", "of at least 1, not '0'"),
        ("train code.txt --vocab-size 100 --out t.json", "--vocab-size must be at least 256, got 100"),
        ("train code.txt --merges 3 --lift-after 9 --out t.json", "need --lift"),
        ("train code.txt --merges 3 --keep-colons --out t.json", "need --lift"),
        ("train code.txt --merges 3 --max-words 2 --out t.json", "need --lift"),
        ("decode eleven", "'eleven' is not a token id"),
        ("encode --model gpt2 --split-pattern gpt2 low", "goes with --tokenizer"),
        ("encode --tokenizer t.tiktoken --split-pattern gpt4 low", "Unknown split pattern 'gpt4'"),
        ("encode --tokenizer t.tiktoken --split-pattern '(' low", "not a valid regular expression: missing )"),
        ("train code.txt --merges 3 --out t.json --split-pattern '('", "not a valid regular expression: missing )"),
        ("compare --split-pattern gpt2 low", "goes with --tokenizer"),
        ("page code.txt --model gpt2 --tokenizer t.json --out p.html", "not allowed with"),
        ("page code.txt --model gpt2 --merges 5 --out p.html", "--merges is for training"),
        ("page code.txt --split-pattern gpt2 --out p.html", "goes with --tokenizer"),
        ("train gone.txt --merges 9 --recipe characters --out t.tiktoken", "A .tiktoken file cannot represent this tokenizer"),
        ("encode --tokenizer tokenizer.json --split-pattern gpt2 low", "only for a file that does not contain a pattern"),
        ("encode --tokenizer tokenizer.json --tokenizer folder/tokenizer.json low", "two files with the same name"),
        ("nonsense", "invalid choice"),
        ("Encod x", ". Did you mean 'encode'?"),
        ("train code.txt --recipe gpt-2 --merges 1 --out t.json", "Did you mean 'gpt2'?"),
        ("app --port 70000", "'70000' is not a port"),
        ("encode --model", "expected one argument"),
        ("train code.txt --out t.json", "one of the arguments --merges --vocab-size is required"),
        ("page code.txt --merges 20001 --out lesson.html", "20,000"),
        (f"train code.txt {OUT} --start-from gpt2 --recipe gpt2", "--recipe does not go with --start-from"),
        (f"train code.txt {OUT} --start-from gpt2 --special-tokens '<e>'", "--special-tokens does not go with"),
        (f"train code.txt {OUT} --start-from gtp2", "gtp2"),
        (f"train code.txt {OUT} --special-tokens ''", "--special-tokens"),
        # What would be ignored.
        ("encode --model gpt2 --model gpt-4 a", "argument --model: given twice"),
        ("encode --max-tokens 1 --max-tokens 2 a", "argument --max-tokens: given twice"),
        (f"train code.txt {OUT} --merges 2", "argument --merges: given twice"),
        (f"train code.txt {OUT} --lift all --lift blanks", "given twice"),
        ("compare --field a text", "--field is for JSON Lines"),
        ("encode --split-characters a", "--split-characters goes with --max-tokens"),
        ("encode a --file code.txt", "not allowed with argument"),
        ("encode a --jobs 2", "--jobs goes with --count and files"),
        ("encode a b", "only --count takes several arguments, which are files"),
        ("encode --count --file - --jobs 2", "--jobs needs files"),
        (f"train code.txt {OUT} --jobs 2 --start-from gpt2", "--jobs goes with neither"),
        ("compare --each --show a", "not allowed with argument"),
        ("compare --model gpt2 --price 1 --price 2 a", "--price was given 2 times for 1 tokenizers"),
        ("compare --model gpt2 --price gpt-4=2 a", "--price: 'gpt-4' is none of the tokenizers: gpt2"),
        ("compare --model gpt2 --price gpt2=1 --price gpt2=3 a", "--price: 'gpt2' is given twice"),
        ("compare --model gpt2 --price gpt2=2 --price 3 a", "--price 3 has no name, though another"),
    ],
)  # fmt: skip
def test_a_usage_error_is_told_before_any_work(given: str, said: str) -> None:
    for name in ("folder/tokenizer.json", "folder/vocab.bpe", "m.vocab", "t.json"):
        shutil.copy("tokenizer.json", name)

    def contents() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}

    before = contents()
    assert said in printed(*shlex.split(given), status=2)
    assert contents() == before


@pytest.mark.parametrize(
    ("format_name", "name"),
    [("tiktoken", "mine.tiktoken"), ("minbpe", "mine.model"), ("own", "mine.bpe.json"), ("huggingface", "mine.json")],
)  # fmt: skip
def test_a_format_is_that_of_the_name_or_the_one_that_is_given(format_name: str, name: str) -> None:
    learned = Tokenizer.from_history(train(CODE * 9, recipe="gpt2", num_merges=3), name="mine")
    first = next(iter(write(learned, format_name).values()))
    for out, given in (
        (name, ()),
        ("mine.txt", ("--format", format_name)),
        ("mine", ("--format", format_name)),
    ):
        printed("train", "code.txt", "--merges", "3", "--quiet", *given, "--out", out)
        assert Path(out).read_bytes() == first


def test_fewer_merges_than_asked_for_are_told() -> None:
    Path("short.txt").write_text("low", "utf-8")
    said = start("train", "short.txt", "--merges", "500", "--out", "tokenizer.json").err
    assert "2 merges learned of 500 (no pair left), 258 tokens" in said


# ---- a tokenizer that refuses a text, and the version


def save_own(name: str) -> None:
    """Save a tokenizer of the characters of "low"."""
    learned = train("low", recipe="characters", num_merges=1)
    Tokenizer.from_history(learned).save(name, format_name="own")


def test_compare_prints_the_others_where_one_refuses() -> None:
    text = "low lower"
    Path("long.txt").write_text(text, "utf-8")
    save_own("own.json")
    compared = ("--tokenizer", "own.json", "--model", "gpt2")
    said = start("compare", "--json", *compared, "--file", "long.txt")
    (row,) = json.loads(said.out)
    assert (row["tokenizer"], row["tokens"]) == ("gpt2", len(tiktoken_encoding("gpt2").encode(text)))
    assert "not encoded by own.json: long.txt: The character ' '" in said.err
    assert row["times_the_first"] is None
    assert start("compare", "--tokenizer", "own.json", "--file", "long.txt")[:2] == (1, "")
    Path("short.txt").write_text("low", "utf-8")
    each = ("compare", "--each", *compared, "--file", "long.txt", "short.txt")
    lines = "own.json gpt2 file\n- 2 long.txt\n2 1 short.txt\n- 3 total"
    assert [line.split() for line in start(*each).out.splitlines()] == [*map(str.split, lines.split("\n"))]
    status, out, _ = start(*each, "--json")
    assert (status, [row["times_the_first"] for row in json.loads(out)]) == (1, [None, 1, 0.5])


MISTAKEN = {
    "low": b"low",
    "end": b"a<|endoftext|>",
    "rare": "𐍈".encode(),
    "marked": "Ġ".encode(),
    "latin": b"caf\xe9",
    "wide": "a<|endoftext|>".encode("utf-16"),
    "bare": "Привет low".encode("utf-16-le"),
    "wider": "low".encode("utf-32"),
    "half": "\ufeff🙂".encode("utf-16-le")[:-1],
}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("encode --file gone.txt", "gone.txt: No such file or directory"),
        ("encode --file latin.txt", "latin.txt is not valid UTF-8: byte 0xe9 at offset 3"),
        ("encode --file bare.txt", "bare.txt looks like UTF-16 without a byte order mark"),
        ("encode --file wider.txt", "wider.txt is UTF-32"),
        ("encode --count --jobs 2 --file bare.txt", "bare.txt looks like UTF-16 without a byte order mark"),
        ("encode --count --jobs 2 --file low.txt wider.txt", "wider.txt is UTF-32"),
        ("encode --file half.txt", "half.txt is not valid UTF-16: byte 0x3d at offset 2"),
        ("train latin.txt --merges 3 --out tokenizer.json", "latin.txt is not valid UTF-8"),
        ("decode --model gpt2 99999", "The id 99999"),
        ("encode --tokenizer code.txt low", "code.txt: expected a tokenizer file"),
        ("encode --count --file low.txt end.txt", "end.txt: "),
        ("encode --count --jobs 2 --file low.txt end.txt", "end.txt: "),
        ("encode --count --jobs 2 --file low.txt wide.txt", "wide.txt: "),
        ("encode --ids --file low.txt end.txt", "end.txt: "),
        ("split --max-tokens 9 --file low.txt end.txt", "end.txt: "),
        ("split --max-tokens 9 --csv --file low.txt end.txt", "end.txt: "),
        ("split --max-tokens 1 --file low.txt rare.txt", "rare.txt: "),
        ("trace --tokenizer own.json --file low.txt rare.txt", "rare.txt: "),
        ("train low.txt marked.txt --recipe word-marker --merges 1 --out t.json --format own", "marked.txt: "),
        ("train low.txt marked.txt --recipe word-marker --merges 1 --out t.json --format own --jobs 2", "marked.txt: "),
        # The only file is not named.
        ("encode --file end.txt", ""),
        ("split --max-tokens 9 --file end.txt", ""),
    ],
)  # fmt: skip
def test_an_error_is_told_in_one_line_that_names_its_file_once(given: str, said: str) -> None:
    for name, content in MISTAKEN.items():
        Path(f"{name}.txt").write_bytes(content)
    save_own("own.json")
    done = start(*given.split())
    assert (done.status, done.out.count("error")) == (1, 0)
    assert done.err.startswith(f"bpe-explorer: error: {said}")
    assert len(done.err.splitlines()) == 1
    assert done.err.count(".txt") == said.count(".txt")


def test_a_checkout_that_is_not_installed_knows_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise bpe_core.version.PackageNotFoundError(name)

    monkeypatch.setattr(bpe_core.version, "version", absent)
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert bpe_core.version.find_version() == f"{told} (from a checkout)"
    assert printed("--version") == f"bpe-explorer {bpe_core.__version__}\n"


@pytest.mark.parametrize("given", [["--version"], ["--help"], ["train", "--help"]])
def test_the_help_and_the_version_need_no_numpy(given: list[str]) -> None:
    program = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*{'numpy', 'regex', 'streamlit'} & set(sys.modules), file=sys.stderr))\n"
        "from explorer_ui.command_line import main; sys.exit(main())"
    )
    done = run_checkout([sys.executable, "-c", program, *given], text=True)
    assert done.stdout.startswith(("bpe-explorer ", "usage: "))
    assert done.stderr == "\n"


def test_models_lists_every_vocabulary_with_the_models_of_tiktoken() -> None:
    listed = json.loads(printed("models", "--json"))
    assert tuple(listed) == PUBLISHED
    assert {model: name for name, models in listed.items() for model in models} == {
        model: name for model, name in tiktoken.model.MODEL_TO_ENCODING.items() if name in PUBLISHED
    }
    lines = printed("models").splitlines()
    assert {line.split()[0]: line.split()[1:] for line in lines} == listed


def test_where_nothing_can_be_written_is_told_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    given = ("train", "gone.txt", "--merges", "9", "--out", "t.json")
    assert "--out: no permission to write 't.json'" in printed(*given, status=2)


# ---- nothing that is given is dropped


def test_every_file_is_read() -> None:
    texts = {"a.txt": "one two", "b.txt": "three", "c.txt": ""}
    for name, text in texts.items():
        Path(name).write_text(text, "utf-8")
    files = [part for name in texts for part in ("--file", name)]
    ids = {name: tiktoken_encoding("o200k_base").encode(text) for name, text in texts.items()}
    counted = printed("encode", "--count", *files)
    assert counted.splitlines() == ["2 a.txt", "1 b.txt", "0 c.txt", "3 total"]
    listed = printed("encode", "--ids", *files).splitlines()
    assert listed == [" ".join(map(str, one)) for one in ids.values()]
    rows = [json.loads(line) for line in printed("encode", "--json", *files).splitlines()]
    assert {row["file"]: row["ids"] for row in rows} == ids
    chunks = printed("split", "--max-tokens", "1", *files)
    rows = [json.loads(line) for line in chunks.splitlines()]
    assert [(row["file"], row["text"]) for row in rows] == [
        ("a.txt", "one"),
        ("a.txt", " two"),
        ("b.txt", "three"),
    ]
    table = printed("split", "--max-tokens", "9", "--csv", *files).splitlines()
    assert table[1:] == ["a.txt,0,2,2,2,one two", "b.txt,0,1,1,1,three"]
    assert printed("trace", *files).count("file    ") == 3
    assert "file    a.txt\nids " in printed("encode", *files)
    # One file is printed as a text is.
    for command in (["encode"], ["encode", "--count"], ["encode", "--json"], ["trace"]):
        assert printed(*command, "--file", "b.txt") == printed(*command, "three")


def test_a_dash_is_stdin_once() -> None:
    for given in (["encode", "--count", "-"], ["encode", "--count", "--file", "-"], ["encode", "--count"]):
        assert printed(*given, stdin=b"one two") == "2\n"
    for given in (["compare", "--json", "-"], ["compare", "--json", "--file", "-"]):
        assert json.loads(printed(*given, stdin=b"one two"))[0]["tokens"] == 2
    assert printed("decode", "--model", "gpt2", "-", stdin=b"[15496, 11]") == "Hello,"
    twice = ("--file", "-", "--file", "-")
    for given in (["encode", *twice], ["compare", *twice], ["train", "-", "-", *OUT.split()]):
        assert "stdin can be read only once" in printed(*given, stdin=b"one two", status=2)


def test_each_price_belongs_to_the_tokenizer_at_its_place() -> None:
    compared = ("compare", "--json", "--tokenizer", "tokenizer.json", "--model", "gpt2", CODE)
    for prices, expected in (("1 1000", [1e-6, 1e-3]), ("gpt2=3 tokenizer.json=2", [2e-6, 3e-6])):
        given = [part for price in prices.split() for part in ("--price", price)]
        rows = json.loads(printed(*compared, *given))
        assert [row["tokenizer"] for row in rows] == ["tokenizer.json", "gpt2"]
        assert [row["price"] / row["tokens"] for row in rows] == pytest.approx(expected)


def test_ids_are_read_as_they_are_printed_by_others() -> None:
    for ids in (
        ["15496", "11"],
        ["15496,", "11"],
        ["[15496,11]"],
        ["[15496,", "11]"],
        [" [ 15496 , 11 ] "],
        ["[[15496, 11]]"],
    ):
        assert printed("decode", "--model", "gpt2", *ids) == "Hello,"
    for ids in (["[1"], ["1]"], ["[[1]"], ["[[1], [2]]"], ["[[[1]]]"], ["[1]", "[2]"], ["1.5"]):
        assert "is not a token id" in printed("decode", *ids, status=2)
    said = "stdin is not valid UTF-8: byte 0xff at offset 6"
    assert said in printed("decode", stdin=b"15496 \xff", status=1)


@pytest.mark.skipif(os.name == "nt", reason="a shell's redirections")
@pytest.mark.parametrize(
    ("given", "closed", "status", "sentence"),
    [
        ("encode --count", "<&-", 2, "no input"),
        ("encode hi", ">&-", 1, "stdout is closed"),
        ("encode --count --file code.txt", "<&- >&-", 1, "stdout is closed"),
        ("encode --nope", "2>&-", 2, ""),
        ("encode", "<&- >&- 2>&-", 2, ""),
        ("train code.txt --merges 1 --out tokenizer.json", "<&- >&- 2>&-", 0, ""),
        ("encode hi", ">/dev/full", 1, "No space left"),
        ("encode --help", "| true", 0, ""),
    ],
)
def test_a_closed_stream_is_one_sentence(given: str, closed: str, status: int, sentence: str) -> None:
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("there is no full device")
    program = " ".join(map(shlex.quote, PROGRAM))
    command = ["/bin/sh", "-c", f"{program} {given} {closed}"]
    done = run_checkout(command, stdin=subprocess.DEVNULL, text=True)
    assert (done.returncode, done.stdout) == (status, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) <= 2
    assert not any(sign in done.stderr for sign in ("Traceback", "Exception ignored"))


# ---- models of other makers


OF_OTHERS = (
    "phi-4", "llama-3", "mistral-large", "gemini-2.5-pro", "grok-4", "gemma-3", "kimi-k2", "glm-4.5", "codestral-latest",
    "t5-base", "meta-llama/Llama-3-8B",
)  # fmt: skip


@pytest.mark.parametrize(
    ("model", "words"),
    [
        *((model, "") for model in OF_OTHERS),
        ("claude-opus-4", "Anthropic does not publish"),
        ("deepseek-chat", "of this family here are deepseek_v3, deepseek_v4."),
        ("qwen-max", "of this family here are qwen2.5, qwen3."),
        ("Qwen/Qwen3-8B", "Did you mean 'qwen3'?"),
        ("deepseek-ai/DeepSeek-V3-0324", "Did you mean 'deepseek_v3'?"),
        ("EleutherAI/gpt-neox-20b", "Did you mean 'gpt_neox'?"),
        ("GTP-4", "Did you mean 'gpt-4'?"),
        ("gpt-4.5", "Did you mean 'gpt-4.1'?"),
        ("o5", "Known are gpt2, "),
        ("", "No vocabulary is known for the model ''"),
        ("gpt-oss", "No vocabulary is known for the model 'gpt-oss'"),
    ],
)
def test_an_unknown_model_is_told_what_there_is(model: str, words: str) -> None:
    refused = printed("encode", "--model", model, "a", status=2)
    assert words in refused
    assert model not in OF_OTHERS or "Did you mean" not in refused
    assert len(refused) < 320


def test_an_unknown_model_of_a_request_is_a_usage_error_unless_the_request_names_it(tmp_path: Path) -> None:
    body = tmp_path / "body.json"
    body.write_text('{"model": "qwem3", "messages": [{"role": "user", "content": "Hi"}]}', "utf-8")
    assert "note    No vocabulary is known for the model 'qwem3'" in printed("request", body)
    for given in (["request", body], ["diff", body, body]):
        for model in ("qwem3", "claude-opus-4", "meta-llama/Llama-3.1-8B", ""):
            refused = printed(*given, "--model", model, status=2)
            assert refused == printed("encode", "--model", model, "a", status=2)
    # A model that is found by its family, which `encode` does not take.
    assert "with    qwen3" in printed("request", body, "--model", "Qwen/Qwen3-8B")


# ---- installing


def test_an_older_python_is_named_by_pip() -> None:
    # The build reads this file first, with any Python; what it requires is in pyproject.toml.
    code = "import sys; sys.modules['tomllib'] = None; import setup; print(repr(setup.description()))"
    fake = "import setuptools; setuptools.setup = lambda **_: None; "
    done = run_checkout([sys.executable, "-c", fake + code], cwd=ROOT, text=True)
    assert done.stdout == "''\n", done.stderr


def test_nothing_says_to_install_by_a_name_that_belongs_to_nobody() -> None:
    folders = ("bpe_core", "explorer_ui", "pages", "docs", "benchmarks", ".")
    files = [path for folder in folders for path in (ROOT / folder).glob("*" if folder == "." else "**/*")]
    read = [path for path in files if path.suffix in (".py", ".md", ".toml", ".js", ".ipynb", ".cff")]
    assert len(read) > 300
    by_name = re.compile(r"(pip|pipx|uvx?) (install |tool install |run )?[\"']?bpe-explorer")
    assert [path for path in read if by_name.search(path.read_text("utf-8"))] == []
