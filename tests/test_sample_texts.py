"""The sample texts contain what the lessons need."""

import ast
import json
import unicodedata
from pathlib import Path

import pytest
import regex

FOLDER = Path(__file__).parent.parent / "sample_texts"
FILES = sorted(FOLDER.rglob("*.txt"))
NAMES = [path.relative_to(FOLDER).as_posix() for path in FILES]
PARALLEL = sorted((FOLDER / "parallel").glob("*.txt"))

SCRIPTS = {
    "english": {"Latin"},
    "spanish": {"Latin"},
    "french": {"Latin"},
    "german": {"Latin"},
    "turkish": {"Latin"},
    "swahili": {"Latin"},
    "russian": {"Cyrillic"},
    "ukrainian": {"Cyrillic"},
    "greek": {"Greek"},
    "arabic": {"Arabic"},
    "hebrew": {"Hebrew"},
    "hindi": {"Devanagari"},
    "bengali": {"Bengali"},
    "thai": {"Thai"},
    "chinese": {"Han"},
    "japanese": {"Han", "Hiragana", "Katakana"},
    "korean": {"Hangul"},
}
ALL_SCRIPTS = set().union(*SCRIPTS.values())


def read(name: str) -> str:
    return (FOLDER / name).read_bytes().decode("utf-8")


def scripts_of(text: str) -> set[str]:
    return {script for script in ALL_SCRIPTS if regex.search(rf"(?=\p{{L}})\p{{Script={script}}}", text)}


@pytest.mark.parametrize("name", NAMES)
def test_is_utf8_text_without_mark_or_title(name):
    text = read(name)
    assert text.strip()
    assert not text.startswith("\ufeff")
    assert "\ufffd" not in text
    assert not regex.match(r"#|//|/\*|<!--", text)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "whitespace.txt"])
def test_lines_end_in_lf_and_the_last_is_ended(name):
    text = read(name)
    assert "\r" not in text
    assert text.endswith("\n")


def test_readme_has_a_row_for_each_file_and_no_other():
    rows = regex.findall(r"^\| `([^`]+)` \|", read("README.md"), flags=regex.MULTILINE)
    assert sorted(rows) == sorted(NAMES)
    assert "Written for this project." in read("README.md")


def test_prose_is_long_and_does_not_repeat_itself():
    text = read("prose.txt")
    assert 20_000 <= len(text.encode()) <= 25_000
    paragraphs = [line for line in text.split("\n") if line and line != "* * *"]
    assert len(set(paragraphs)) == len(paragraphs)
    words = regex.findall(r"\p{L}+", text.lower())
    eights = [tuple(words[start : start + 8]) for start in range(len(words) - 7)]
    assert len(set(eights)) > 0.99 * len(eights)


def test_parallel_covers_the_languages_and_scripts():
    assert {path.stem for path in PARALLEL} == set(SCRIPTS)
    assert len(SCRIPTS) >= 14
    assert len(ALL_SCRIPTS) >= 8


@pytest.mark.parametrize("path", PARALLEL, ids=lambda path: path.stem)
def test_parallel_paragraph_is_in_its_script_composed_and_on_one_line(path):
    text = path.read_bytes().decode("utf-8")
    assert scripts_of(text) == SCRIPTS[path.stem]
    assert text.count("\n") == 1
    assert unicodedata.is_normalized("NFC", text)


@pytest.mark.parametrize(
    "path", [path for path in PARALLEL if path.stem != "thai"], ids=lambda path: path.stem
)
def test_parallel_paragraph_has_four_sentences(path):
    # Thai marks the end of a sentence only by a space, so it is not counted here.
    assert len(regex.findall(r"[.。।]", path.read_bytes().decode("utf-8"))) == 4


def test_blackboard_has_the_worked_examples():
    lines = read("blackboard.txt").splitlines()
    assert {
        "aaabdaaabac",
        "aab aab aac",
        "hug pug pun bun hugs",
        "low lower lowest newer wider",
        "aaaa",
        "banana",
        "the cat sat on the mat",
    } <= set(lines)


def test_emoji_has_joiners_marks_flags_tones_and_both_forms_of_e_acute():
    text = read("emoji.txt")
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    assert family in text
    assert len(family.encode()) == 25
    assert regex.fullmatch(r"\X", family)
    assert {"\u00e9", "e\u0301"} <= set(regex.findall(r"\X", text))
    assert regex.search(r"[\U0001f1e6-\U0001f1ff]{2}", text)
    assert regex.search(r"[\U0001f3fb-\U0001f3ff]", text)
    assert "\ufe0f\u20e3" in text
    assert regex.search(r"\p{Script=Devanagari}\u094d\p{Script=Devanagari}", text)
    assert regex.search(r"\p{L}\p{M}{3}", text)


def test_dna_is_one_line_of_four_letters_with_long_repeats():
    text = read("dna.txt")
    assert regex.fullmatch(r"[ACGT]{3000}\n", text)
    assert regex.search(r"([ACGT]{2,6})\1{8}", text)
    thirties = [text[start : start + 30] for start in range(2971)]
    assert len(set(thirties)) < len(thirties)


def test_whitespace_has_what_it_names():
    text = read("whitespace.txt")
    for piece in ("\t", "   ", " \n", "\t\n", "\r\n", "\n\n\n", "\u00a0", "\u3000", "\u200b", "\u2028"):
        assert piece in text
    assert regex.search(r"[^\r]\n", text)


def test_code_is_code():
    tree = ast.parse(read("code_python.txt"))
    assert any(isinstance(node, ast.ClassDef) for node in ast.walk(tree))
    assert regex.search(r"^ {20}\S", read("code_python.txt"), flags=regex.MULTILINE)
    mixed = read("code_mixed.txt")
    assert json.loads(mixed.split("\n\n")[0])
    for piece in ("\n\t\t\t", "<script>", "</script>", "#!/bin/sh"):
        assert piece in mixed


def test_puzzles_are_set():
    text = read("strawberry.txt")
    for piece in ("strawberry", " strawberry", '" the"', "127", "677", "12345", " \n"):
        assert piece in text
    assert "<|endoftext|>" in read("special_tokens.txt")


@pytest.mark.parametrize(
    ("name", "scripts"), [("japanese.txt", SCRIPTS["japanese"]), ("arabic.txt", {"Arabic"})]
)
def test_course_texts_are_long_enough_and_in_their_script(name, scripts):
    text = read(name)
    assert 1_400 <= len(text.encode()) <= 2_500
    assert scripts_of(text) == scripts
