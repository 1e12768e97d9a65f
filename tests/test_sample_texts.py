"""The sample texts contain what the lessons need."""

import ast
import json
import unicodedata
from pathlib import Path

import pytest
import regex

FOLDER = Path(__file__).parent.parent / "sample_texts"
NAMES = [path.relative_to(FOLDER).as_posix() for path in sorted(FOLDER.rglob("*.txt"))]

LANGUAGES = {
    "Latin": "english spanish french german turkish swahili", "Cyrillic": "russian ukrainian", "Greek": "greek",
    "Arabic": "arabic", "Hebrew": "hebrew", "Devanagari": "hindi", "Bengali": "bengali", "Thai": "thai",
    "Han": "chinese", "Hangul": "korean",
}  # fmt: skip
JAPANESE = {"Han", "Hiragana", "Katakana"}
SCRIPTS = {
    f"parallel/{one}.txt": {script} for script, languages in LANGUAGES.items() for one in languages.split()
}
SCRIPTS |= {"parallel/japanese.txt": JAPANESE, "japanese.txt": JAPANESE, "arabic.txt": {"Arabic"}}
ALL_SCRIPTS = set().union(*SCRIPTS.values())


def read(name: str) -> str:
    return (FOLDER / name).read_bytes().decode("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_is_utf8_text_without_mark_or_title(name: str) -> None:
    text = read(name)
    assert text.strip()
    assert not regex.search(r"\ufffd|^\ufeff|\A(#|//|/\*|<!--)", text)
    assert name == "whitespace.txt" or ("\r" not in text and text.endswith("\n"))


def test_readme_has_a_row_for_each_file_and_no_other() -> None:
    rows = regex.findall(r"^\| `([^`]+)` \|", read("README.md"), flags=regex.MULTILINE)
    assert sorted(rows) == sorted(NAMES)
    assert "Written for this project." in read("README.md")
    assert {name for name in NAMES if "/" in name} == {name for name in SCRIPTS if "/" in name}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_text_of_a_language_is_in_its_script_and_of_its_size(name: str) -> None:
    text = read(name)
    found = {script for script in ALL_SCRIPTS if regex.search(rf"(?=\p{{L}})\p{{Script={script}}}", text)}
    assert found == SCRIPTS[name]
    if "/" not in name:
        assert 1_400 <= len(text.encode()) <= 2_500
        return
    assert text.count("\n") == 1
    assert unicodedata.is_normalized("NFC", text)
    # Thai marks the end of a sentence only by a space, so it is not counted here.
    assert "thai" in name or len(regex.findall(r"[.。।]", text)) == 4


def test_prose_is_long_and_does_not_repeat_itself() -> None:
    text = read("prose.txt")
    assert 20_000 <= len(text.encode()) <= 25_000
    words = regex.findall(r"\p{L}+", text.lower())
    eights = [tuple(words[start : start + 8]) for start in range(len(words) - 7)]
    assert len(set(eights)) > 0.99 * len(eights)


@pytest.mark.parametrize(
    ("name", "patterns"),
    [
        ("blackboard.txt", ["aaabdaaabac\n", "aab aab aac\n", "low lower lowest newer", "\naaaa\n"]),
        ("blackboard.txt", ["banana\n", "hug pug pun bun hugs\n", "the cat sat on the mat\n"]),
        ("emoji.txt", ["👨\u200d👩\u200d👧\u200d👦", "\u00e9", "e\u0301", "\ufe0f\u20e3"]),
        # Flags, skin tones, a conjunct, and a letter with three marks.
        ("emoji.txt", [r"[\U0001f1e6-\U0001f1ff]{2}", r"[\U0001f3fb-\U0001f3ff]", r"\p{L}\p{M}{3}"]),
        ("emoji.txt", [r"\p{Script=Devanagari}\u094d\p{Script=Devanagari}"]),
        ("whitespace.txt", ["\t", "   ", " \n", "\t\n", "\r\n", r"[^\r]\n", "\n\n\n"]),
        ("whitespace.txt", [*"\u00a0\u3000\u200b\u2028"]),
        ("code_mixed.txt", ["\n\t\t\t", "<script>", "</script>", "#!/bin/sh"]),
        ("code_python.txt", [r"\n {20}\S", r"\nclass "]),
        ("dna.txt", [r"^[ACGT]{3000}\n$", r"([ACGT]{2,6})\1{8}", r"([ACGT]{30}).*\1"]),
        ("strawberry.txt", ["strawberry", " strawberry", '" the"', "127", "677", "12345", " \n"]),
        ("special_tokens.txt", [r"<\|endoftext\|>"]),
    ],
)
def test_a_text_has_what_its_lesson_shows(name: str, patterns: list[str]) -> None:
    assert [pattern for pattern in patterns if not regex.search(pattern, read(name))] == []


def test_code_is_code() -> None:
    assert ast.parse(read("code_python.txt")).body
    assert json.loads(read("code_mixed.txt").split("\n\n")[0])
