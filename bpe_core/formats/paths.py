"""Reads tokenizer files from disk and writes them to disk."""

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from bpe_core.formats import FORMATS, FormatError, read, write
from bpe_core.formats.split_patterns import NOT_GIVEN, NotGiven
from bpe_core.tokenizer import Tokenizer
from bpe_core.whole_files import write_files


def read_paths(
    *paths: str | PathLike[str],
    split_pattern: str | NotGiven | None = NOT_GIVEN,
    special_tokens: Mapping[str, int] | None = None,
) -> Tokenizer:
    """Read a tokenizer from its one or two files; raises `OSError`, and what `formats.read` raises."""
    files = {Path(path).name: Path(path).read_bytes() for path in paths}
    if len(files) < len(paths):
        raise FormatError(f"Two of the files have the same name: {', '.join(map(str, paths))}.")
    return read(files, split_pattern=split_pattern, special_tokens=special_tokens)


def write_path(tokenizer: Tokenizer, path: str | PathLike[str], *, format_name: str | None = None) -> None:
    """Write a tokenizer to a file, or to a folder if the format has several files; overwrites existing files.

    Raises `OSError`, and `FormatError` if the name does not imply a format, or the format cannot represent
    the tokenizer.
    """
    format_name = format_name or format_of_name(Path(path).name)
    files = placed(Path(path), write(tokenizer, format_name), format_name)
    next(iter(files)).parent.mkdir(exist_ok=True)
    write_files(files)


def format_of_name(name: str) -> str:
    """Return the name of the format in which a file with this name would be read; raises `FormatError`.

    >>> format_of_name("tokenizer.json"), format_of_name("mine.tiktoken"), format_of_name("mine.bpe.json")
    ('huggingface', 'tiktoken', 'own')
    """
    fitting = [one for one in FORMATS.values() if len(one.suffixes) == 1 and name.endswith(one.suffixes)]
    if not fitting:
        endings = ", ".join(one.suffixes[0] for one in FORMATS.values() if len(one.suffixes) == 1)
        raise FormatError(f"Cannot tell a format from the name {name!r}: it must end in {endings}.")
    return max(fitting, key=lambda one: len(one.suffixes[0])).name


def in_folder(format_name: str) -> bool:
    """Return whether a path names a folder for the format's files, rather than one file.

    >>> in_folder("gpt2"), in_folder("tiktoken")
    (True, False)
    """
    return len(FORMATS[format_name].suffixes) > 1


def placed(path: Path, files: Mapping[str, bytes], format_name: str) -> dict[Path, bytes]:
    """Return the path of each file of a format: in the folder `path`, or `path` and paths next to it.

    >>> [*map(str, placed(Path("a.model"), {"tokenizer.model": b"", "tokenizer.vocab": b""}, "minbpe"))]
    ['a.model', 'a.vocab']
    """
    if in_folder(format_name):
        return {path / name: data for name, data in files.items()}
    return {
        path.with_suffix(Path(name).suffix) if number else path: data
        for number, (name, data) in enumerate(files.items())
    }
