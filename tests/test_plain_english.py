"""What people read is plain English: the tests find phrases that were hard to read, and name better ones."""

import ast
import inspect
import io
import json
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from explorer_ui.visit.settings import DEFAULT_TEXT, SETTINGS

ROOT = Path(__file__).parents[1]

NOTEBOOK = "docs/bpe_in_ten_cells.ipynb"
FOLDERS = (".", ".github", "benchmarks", "bpe_core/published", "docs", "docs/space", "paper", "sample_texts")
FILES = [NOTEBOOK, *(f"{folder}/{path.name}" for folder in FOLDERS for path in (ROOT / folder).glob("*.md"))]

SOURCES = [
    *(ROOT / name for name in ("app.py", "build_native.py", "tests/js/eslint.config.js", "setup.py")),
    *sorted(
        path
        for folder in ("benchmarks", "bpe_core", "explorer_ui", "pages")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js", ".css", ".c")
    ),
]
"""Their strings and comments are checked: labels, help, errors, docstrings."""

NOT_OURS = {DEFAULT_TEXT, *SETTINGS["chunks_tab"].form.earlier, "lone surrogates", "mistake of the app"}
"""A text to tokenize, names in links of earlier versions, and what only benchmarks read."""

# A pattern, ignoring case; a phrase as it was; a better one.
PHRASES = [
    # Words of another English, or none.
    (r"\bbeside\b", "the curve beside the text", "next to, compared with"),
    (r"\banew\b", "it is computed anew", "again"),
    (r"\bdear(er|est)?\b", "shorter and dearer", "expensive"),
    (r"\b(is|are) the most\b(?=[.,;:]| that\b| there\b)", "10,000 is the most.", "the limit is 10,000"),
    (r"\btelephones?\b", "a telephone opens a class", "phone"),
    (r"\bsimply\b", "simply paste a text", "leave it out"),
    (r"\bone's own\b", "a pattern of one's own", "your own, custom"),
    (r"(?<!there )\b(is|are) no (?!(longer|more|\w+er than)\b)", "that is no model", "is not a valid ..."),
    (r"\b(?<!as )stands?\b(?! for\b)", "the pair stands in the text", "occurs, appears, is"),
    (r"\bfor ever\b", "a pattern that takes for ever", "indefinitely, too long"),
    (r"\bhis\b", "after his last sign", "their, the teacher's"),
    (r"\bholes?\b", "reporting a hole", "vulnerability"),
    (r"\b(passed over|met before)\b", "a word that was met before", "skipped; seen before"),
    (r"\bmust be \S+ at least\b|\b\d at least\b", "it must be 0 at least", "must be at least 0"),
    # Figures of speech.
    (r"\bthis machine alone\b|\bits own machine\b", "this machine alone", "listens on localhost only"),
    (r"\btime that grows with\b", "a time that grows with the text", "linear time"),
    (r"\bknown here\b", "what is not known here", "unsupported, unknown"),
    (r"\bspells? (a )?special\b", "this text spells special tokens", "contains"),
    (r"\blike that\b", "no token is like that", "no tokens match"),
    (r"\bhalf a character\b|\blone surrogates?\b", "held half a character", "unpaired surrogate"),
    (r"\bmistakes? of (the app|ours)\b", "a mistake of the app", "a bug in the app"),
    (r"\bnot reached\b", "the class is not reached", "can't reach"),
    (r"\bno UTF-8\b", "what came is no UTF-8", "is not valid UTF-8"),
    (r"\bsaid wrongly\b", "it was said wrongly", "usage error"),
    (r"\bwithout rights\b", "a user without rights", "an unprivileged user"),
    (r"\bnothing that is typed\b", "nothing that is typed is kept", "your text is discarded"),
    (
        r"\bthan it need be\b|\bin good time\b|\bwithout measure\b",
        "without measure",
        "too large; in linear time",
    ),
    (r"[a-z]!(?=\s|$)", "Right!", "no exclamation mark"),
    # One name for one thing.
    (r"\btrained here\b", "the tokenizer trained here", "your tokenizer"),
    (r"\b(rule|rules) (makes?|of (lower )?rank)\b|\bno rule\b", "the rule of rank 3 makes it", "merge"),
    (r"\b(be|is|are) cut\b(?! off\b)", "the text is cut", "split"),
    (r"\b(in the|same) cut\b|\bcuts (this|the) text\b", "in the cut", "split, tokens"),
    (r"\bthe rule takes\b|\brule for (equal|ties)\b", "the rule takes this", "the tie-break rule picks this"),
    (r"\btaken? (back|away|along)\b|\btake it away\b", "2 taken back", "2 replaced; export; save"),
    (r"\bas it was\b", "Your text is as it was.", "was left unchanged"),
    (r"\bnot ours\b|\bnobody sent\b|\bby hand of\b", "not ours to give", "the license does not allow it"),
    (r"\bfell through\b|\bfall through\b", "characters that fell through", "unmatched characters"),
    (r"\bwould do\b", "3 tokens would do", "the fewest possible: 3"),
    (r"\bis read whole\b|\bread whole\b", "could not be read whole", "part of it could not be read"),
    (r"\buncover\b(?! it and)(?!\")", "Uncover or put away", "reveal or close"),
]


def written(file: str) -> str:
    """The text of a page, or of a notebook's text cells."""
    text = (ROOT / file).read_text("utf-8")
    if file != NOTEBOOK:
        return text
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def prose(markdown: str) -> str:
    r"""A page without its blocks of code, its code in backticks and its links' addresses, each paragraph one line.

    >>> prose("One `of one's own`\nline.\n\n    code\n\n[a link](beside.md)\n")
    'One line.\n\n\n\n[a link]()'
    """
    without_blocks = re.sub(r"^```[\s\S]*?^```$|^    .*$", "", markdown, flags=re.MULTILINE)
    without_code = re.sub(r"`[^`]*`", "", without_blocks)
    return re.sub(r"(?<=\S) *\n *(?=\S)", " ", re.sub(r"(?<=\]\()[^)]*", "", without_code)).strip()


def test_a_pattern_finds_its_phrase_and_not_the_better_one() -> None:
    for pattern, before, better in PHRASES:
        assert re.search(pattern, before, re.IGNORECASE), before
        assert not re.search(pattern, better, re.IGNORECASE), better


def old_phrases(where: str, text: str) -> list[str]:
    """The old phrases found in a text, each with its place and the better phrase."""
    return [
        f"{where}: {text[max(0, match.start() - 60) : match.end() + 60]!r} (better than {before!r}: {better})"
        for pattern, before, better in PHRASES
        if (match := re.search(pattern, text, re.IGNORECASE))
    ]


def test_an_old_phrase_is_on_no_page() -> None:
    lines = ((file, line) for file in FILES for line in prose(written(file)).splitlines())
    assert not [told for file, line in lines for told in old_phrases(file, line)]


def sentences(source: str, suffix: str) -> tuple[str, ...]:
    """The strings of two words or more in a source, and its comments, without code in backticks and doctests."""
    if suffix == ".py":
        found = [*_strings(ast.parse(source)), *_comments_of_python(source)]
    else:
        string = r"\"(?:\\.|[^\"\n\\])*\"|'(?:\\.|[^'\n\\])*'|`(?:\\.|[^`\\])*`"
        tokens = re.findall(rf"{string}|/\*[\s\S]*?\*/|(?://[^\n]*\n\s*)+", source)
        found = [re.sub(r"(?m)^\s*(?://|/?\*+(?!/))", "", one.strip("`'\"")) for one in tokens]
    without_doctests = (re.sub(r"(?m)^ *>>>[\s\S]*?(?=^\s*$|\Z)", "", one) for one in found)
    paragraphs = (line for text in without_doctests for line in prose(text).splitlines())
    return tuple(one for one in paragraphs if re.search(r"[a-z] [a-z]", one))


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text not in NOT_OURS:
                yield inspect.cleandoc(text)


def _comments_of_python(source: str) -> Iterator[str]:
    block = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            block += token.string.lstrip("#") + "\n"
        elif token.type not in (tokenize.NL, tokenize.NEWLINE):
            yield block
            block = ""


def test_strings_and_comments_are_found_and_code_is_not() -> None:
    python = '''"""One\nline.\n\n    >>> "a doctest"\n"""\n\nx = "a string"  # Two\n# lines, `code` too.\n'''
    script = '/** One more.\n * @param {string} x Two. */\nconst y = "// a string"; // Three\n// lines.\n'
    for source, suffix, expected in (
        (python, ".py", ["One line.", "a string", "Two lines, too."]),
        (script, ".js", ["One more. @param {string} x Two. */", "a string", "Three lines."]),
    ):
        assert [" ".join(one.split()) for one in sentences(source, suffix)] == expected


def test_an_old_phrase_is_in_no_string_or_comment() -> None:
    told = ((path, "\n".join(sentences(path.read_text("utf-8"), path.suffix))) for path in SOURCES)
    assert not [
        found for path, text in told for found in old_phrases(path.relative_to(ROOT).as_posix(), text)
    ]
