"""Tokenizer files, a module per format: each is written from a `Tokenizer` and read into one.

All functions are pure: bytes in, a tokenizer out, and the other way round; opening files is the caller's
business. `FORMATS` says of each format what it can hold, `detect` which one some files are in.

>>> from bpe_core import Tokenizer, train
>>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
>>> files = write(tokenizer, "huggingface")
>>> list(files), read(files).encode("slow")
(['tokenizer.json'], [115, 257])
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from bpe_core.formats.checks import MAX_FILE, FormatError, shown, wrong
from bpe_core.formats.gpt2 import read_gpt2, write_gpt2
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.formats.minbpe import read_minbpe, write_minbpe
from bpe_core.formats.own_json import FORMAT, read_own, write_own
from bpe_core.formats.tables import merges_csv, merges_json, tokens_csv, tokens_json
from bpe_core.formats.tiktoken_ranks import read_tiktoken, write_tiktoken
from bpe_core.tokenizer import Tokenizer

__all__ = [
    "FORMATS",
    "MAX_FILE",
    "Format",
    "FormatError",
    "detect",
    "merges_csv",
    "merges_json",
    "read",
    "read_gpt2",
    "read_huggingface",
    "read_minbpe",
    "read_own",
    "read_tiktoken",
    "tokens_csv",
    "tokens_json",
    "write",
    "write_gpt2",
    "write_huggingface",
    "write_minbpe",
    "write_own",
    "write_tiktoken",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A file format: how its files are called, and what it cannot hold.

    `suffixes` are the ends of its file names, one for each file that is read. `keeps_special` and
    `keeps_pattern` say whether special tokens and the split pattern are in the files; what is not, the
    reader must be told. `note` says what a person should know before saving. `write` returns the files by
    name.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    mime: str
    keeps_special: bool
    keeps_pattern: bool
    note: str
    write: Callable[[Tokenizer], dict[str, bytes]]


FORMATS: Mapping[str, Format] = {
    format_.name: format_
    for format_ in (
        Format(
            name="own",
            title="This project's JSON",
            suffixes=(".bpe.json",),
            mime="application/json",
            keeps_special=True,
            keeps_pattern=True,
            note="Holds every recipe, with nothing lost. Only this project reads it.",
            write=write_own,
        ),
        Format(
            name="huggingface",
            title="Hugging Face tokenizer.json",
            suffixes=(".json",),
            mime="application/json",
            keeps_special=True,
            keeps_pattern=True,
            note=(
                "For byte-level recipes. Hugging Face tokenizers loads it and gives the same ids; a split "
                "pattern of one's own may mean something else to its regular expressions."
            ),
            write=write_huggingface,
        ),
        Format(
            name="tiktoken",
            title="tiktoken ranks (.tiktoken)",
            suffixes=(".tiktoken",),
            mime="text/plain",
            keeps_special=False,
            keeps_pattern=False,
            note=(
                "For byte-level recipes. Holds the tokens and their ranks alone: special tokens and the split "
                "pattern are left out, and tiktoken must be given them beside the file."
            ),
            write=write_tiktoken,
        ),
        Format(
            name="gpt2",
            title="GPT-2's encoder.json and vocab.bpe",
            suffixes=(".json", ".bpe"),
            mime="application/json",
            keeps_special=True,
            keeps_pattern=False,
            note=(
                "For byte-level recipes. Two files; Hugging Face calls them vocab.json and merges.txt. The "
                "split pattern is left out. Special tokens are in the vocabulary but not marked: when it is "
                "read, those between angle or square brackets are taken for special."
            ),
            write=write_gpt2,
        ),
        Format(
            name="minbpe",
            title="minbpe's .model",
            suffixes=(".model",),
            mime="text/plain",
            keeps_special=True,
            keeps_pattern=True,
            note=(
                "For tokenizers whose first 256 ids are the bytes in order, as those trained here. minbpe goes "
                "on with the split pattern that it was made with, whatever the file says. The .vocab beside it "
                "is for people to read."
            ),
            write=write_minbpe,
        ),
    )
}
"""The formats by name: own, huggingface, tiktoken, gpt2, minbpe.

>>> [name for name, format_ in FORMATS.items() if not format_.keeps_pattern]
['tiktoken', 'gpt2']
"""


def write(tokenizer: Tokenizer, format_name: str) -> dict[str, bytes]:
    """Return the files of a tokenizer in a format, by name; raises `FormatError` if it cannot hold it."""
    return FORMATS[format_name].write(tokenizer)


def detect(files: Mapping[str, bytes]) -> tuple[Format, tuple[str, ...]]:
    """Say which format some files are in, by their names and first bytes, and in which order it reads them.

    Raises `FormatError` where that cannot be told.

    >>> detect({"merges.txt": b"#version: 0.2", "vocab.json": b'{"!": 0}'})[1]
    ('vocab.json', 'merges.txt')
    """
    names = sorted(files, key=lambda name: PurePath(name).suffix.lower() != ".json")
    suffixes = [PurePath(name).suffix.lower() for name in names]
    listed = ", ".join(map(shown, names[:4])) or "no file"
    if len(names) == 2 and suffixes[0] == ".json" and suffixes[1] in (".bpe", ".txt"):
        return FORMATS["gpt2"], tuple(names)
    if len(names) != 1:
        raise wrong("The upload", "", expected="one file, or encoder.json with vocab.bpe", found=listed)
    start = files[names[0]][:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"minbpe"):
        return FORMATS["minbpe"], tuple(names)
    if start.startswith(b"#version") or suffixes[0] == ".bpe":
        raise wrong(
            names[0], "", expected="its other half, encoder.json or vocab.json, beside it", found="it alone"
        )
    if start.startswith(b"{") or suffixes[0] == ".json":
        if f'"{FORMAT}"'.encode() in start or names[0].lower().endswith(".bpe.json"):
            return FORMATS["own"], tuple(names)
        return FORMATS["huggingface"], tuple(names)
    for name in ("minbpe", "tiktoken"):
        if suffixes[0] in FORMATS[name].suffixes:
            return FORMATS[name], tuple(names)
    endings = ".model, .tiktoken, .json, or encoder.json with vocab.bpe"
    raise wrong("The upload", "", expected=f"a tokenizer file, {endings}", found=listed)


def read(
    files: Mapping[str, bytes],
    *,
    split_pattern: str | None = "gpt2",
    special_tokens: Mapping[str, int] | None = None,
    max_bytes: int = MAX_FILE,
    own_patterns: bool = True,
) -> Tokenizer:
    """Read a tokenizer from files, name -> content, in whichever format they are.

    `split_pattern` counts only where the format does not keep it, as `special_tokens` does; GPT-2's two
    files hold the special tokens unmarked, so there it says which they are, with the ids that they have. With
    `own_patterns=False` a file may only ask for a published pattern: any other could run for ever on some
    text. Nothing is built before all is checked: raises `FormatError`, one sentence, for files that are
    wrong.
    """
    format_, names = detect(files)
    data = files[names[0]]
    match format_.name:
        case "gpt2":
            return read_gpt2(
                data,
                files[names[1]],
                names=(names[0], names[1]),
                max_bytes=max_bytes,
                split_pattern=split_pattern,
                special_tokens=special_tokens,
            )
        case "tiktoken":
            return read_tiktoken(
                data,
                name=names[0],
                max_bytes=max_bytes,
                split_pattern=split_pattern,
                special_tokens=special_tokens,
            )
        case "minbpe":
            reader = read_minbpe
        case "huggingface":
            reader = read_huggingface
        case _:
            reader = read_own
    return reader(data, name=names[0], max_bytes=max_bytes, own_patterns=own_patterns)
