"""`bpe-explorer train` with special tokens, with the tie-break rule of the course, and from a vocabulary."""

import shlex
from pathlib import Path

import pytest

from bpe_core import Tokenizer, load_published, train
from explorer_ui.command_line import main

STORY = "low lower<|e|>lowest <|s|> low\n" * 9


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "corpus.txt"
    path.write_text(STORY, encoding="utf-8")
    return path


@pytest.mark.usefixtures("corpus")
def test_special_tokens_and_the_rule_of_the_course() -> None:
    arguments = ["train", "corpus.txt", "--merges", "9", "--tie-break", "highest-bytes", "--quiet"]
    special = ["--special-tokens", "<|e|>", "--special-tokens", "<|s|>"]
    assert main([*arguments, *special, "--out", "tokenizer.json"]) == 0
    expected = train(STORY, num_merges=9, tie_break="highest-bytes", special_tokens=["<|e|>", "<|s|>"])
    ids = Tokenizer.from_file("tokenizer.json").encode(STORY, allowed_special="all")
    assert ids == expected.ids_at(len(expected.merges))


@pytest.mark.usefixtures("corpus")
def test_training_continues_from_a_model_and_from_a_file() -> None:
    once = train(STORY, start_from=load_published("gpt2"), num_merges=3)
    assert main(shlex.split("train corpus.txt --start-from gpt-2 --merges 3 --quiet --out a.bpe.json")) == 0
    first = Tokenizer.from_file("a.bpe.json")
    assert first.encode(STORY) == once.ids_at(len(once.merges))
    assert (
        main(shlex.split("train corpus.txt --start-from a.bpe.json --merges 3 --quiet --out b.bpe.json")) == 0
    )
    twice = train(STORY, start_from=Tokenizer.from_history(once), num_merges=3)
    assert Tokenizer.from_file("b.bpe.json").encode(STORY) == twice.ids_at(len(twice.merges))


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--start-from", "gpt2", "--recipe", "gpt2"], "--recipe does not go with --start-from"),
        (["--start-from", "gpt2", "--special-tokens", "<e>"], "--special-tokens does not go with"),
        (["--start-from", "gtp2"], "gtp2"),
        (["--special-tokens", ""], "--special-tokens"),
    ],
)
def test_a_mistake_is_told(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "corpus.txt", "--merges", "3", "--out", "a.json", *options]) in (1, 2)
    assert said in capsys.readouterr().err
