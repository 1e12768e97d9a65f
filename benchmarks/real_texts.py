"""Real texts to measure on, always the same for the same installed packages.

English and code come with Python and with the app's dependencies. Text in many scripts comes from the
translations in Django and Wagtail, which `make bench` installs; nothing else in them is used.
"""

import ast
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from pydoc_data import topics

CACHE = Path(__file__).parent.parent / "build" / "benchmarks"
STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))
DOCUMENTED = ("numpy", "pandas", "streamlit", "narwhals", "huggingface_hub", "hypothesis", "IPython", "mypy")
TRANSLATED = ("wagtail", "django")


def prose(num_bytes: int) -> str:
    """Return English: Python's reference manual (0.5 MB), then docstrings of libraries, each once (10 MB)."""
    return _first("prose", num_bytes)


def code(num_bytes: int) -> str:
    """Return Python code: the standard library without its tests (12 MB)."""
    return _first("code", num_bytes)


def translations(num_bytes: int) -> str:
    """Return the messages of two programs in 99 languages, a few messages of each language in turn (5 MB)."""
    return _first("translations", num_bytes)


@cache
def _whole(name: str) -> bytes:
    """Return the whole text of a kind; it is cached in build/, since parsing libraries is slow."""
    kept = CACHE / f"{name}.txt"
    if not kept.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(PARTS[name]()), "utf-8")
    return kept.read_bytes()


def _first(name: str, num_bytes: int) -> str:
    whole = _whole(name)
    if len(whole) < num_bytes:
        raise ValueError(f"there are {len(whole)} bytes of {name}, and {num_bytes} are asked for")
    return whole[:num_bytes].decode("utf-8", "ignore")


def _modules() -> Iterator[Path]:
    for path in sorted(STANDARD_LIBRARY.rglob("*.py")):
        if not {"site-packages", "test", "tests", "idle_test"} & set(path.parts):
            yield path


def _code() -> Iterator[str]:
    return (path.read_text("utf-8", "ignore") for path in _modules())


def _prose() -> Iterator[str]:
    yield from ("\n".join(topics.topics.values()), "\n")
    paths = list(_modules())
    for name in DOCUMENTED:
        found = _folder(name)
        paths += [path for path in sorted(found.rglob("*.py")) if "tests" not in path.parts]
    yield from dict.fromkeys(_docstrings(paths))


def _docstrings(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the docstrings of modules, their classes and functions, each with an empty line after it."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8", "ignore"))):
            if isinstance(node, kinds) and (docstring := ast.get_docstring(node)):
                yield docstring + "\n\n"


def _translations() -> Iterator[str]:
    # In reverse order, since Django's first catalogue begins with the names of all languages.
    catalogues = [
        path for name in TRANSLATED for path in sorted(_folder(name).rglob("LC_MESSAGES/*.po"), reverse=True)
    ]
    languages: dict[str, list[str]] = {}
    for path in catalogues:
        languages.setdefault(path.parts[-3], []).extend(_messages(path.read_text("utf-8")))
    parts = [
        [
            "\n".join(dict.fromkeys(messages[start : start + 20])) + "\n"
            for start in range(0, len(messages), 20)
        ]
        for messages in languages.values()
    ]
    for turn in zip_longest(*parts, fillvalue=""):
        yield from turn


def _messages(catalogue: str) -> Iterator[str]:
    r"""Yield the translations in a gettext catalogue.

    >>> list(_messages('msgid "yes"\nmsgstr ""\n"ja"\n"wohl"\n\nmsgid "no"\nmsgstr ""'))
    ['jawohl']
    """
    for entry in catalogue.split("\n\n"):
        said, begun = "", False
        for line in entry.splitlines():
            if line.startswith("msgstr"):
                begun = True
                line = line.partition(" ")[2]  # noqa: PLW2901 - the rest of the line is handled like the following lines
            if begun and line.startswith('"'):
                said += ast.literal_eval(line)
        if said and '\nmsgid ""\nmsgstr' not in f"\n{entry}":  # the header of the file
            yield said


def _folder(name: str) -> Path:
    found = find_spec(name)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"{name} is not installed: make bench installs what it reads")
    return Path(found.origin).parent


PARTS = {"prose": _prose, "code": _code, "translations": _translations}
