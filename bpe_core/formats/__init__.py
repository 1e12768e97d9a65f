"""Reads and writes tokenizer files, with one module per format.

Functions take and return the bytes of files; only `paths` opens files. `FORMATS` says what each format can
represent, and `detect` finds the format of given files.

>>> from bpe_core import Tokenizer, train
>>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
>>> files = write(tokenizer, "huggingface")
>>> list(files), read(files).encode("slow")
(['tokenizer.json'], [115, 257])
"""

from codecs import BOM_UTF8
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from bpe_core.formats.checks import MAX_FILE, FormatError, cannot_hold, check_special_mapping, shown, wrong
from bpe_core.formats.format import Format, ReadFormat, Sure
from bpe_core.formats.gpt2 import GPT2, read_gpt2, write_gpt2
from bpe_core.formats.huggingface import HUGGINGFACE, read_huggingface, write_huggingface
from bpe_core.formats.huggingface_file import write_with_pipeline
from bpe_core.formats.minbpe import MINBPE, read_minbpe, write_minbpe
from bpe_core.formats.own_json import OWN, read_own, write_own
from bpe_core.formats.sentencepiece import SENTENCEPIECE
from bpe_core.formats.split_patterns import NOT_GIVEN, NeedsPatternError, NotGiven
from bpe_core.formats.tables import merges_csv, merges_json, table_csv, table_jsonl, tokens_csv, tokens_json
from bpe_core.formats.tekken import TEKKEN, read_tekken
from bpe_core.formats.tiktoken_ranks import TIKTOKEN, read_tiktoken, write_tiktoken
from bpe_core.tokenizer import Tokenizer

__all__ = [
    "FORMATS",
    "LISTED_FOR_PEOPLE",
    "MAX_FILE",
    "NOT_GIVEN",
    "ONLY_READ",
    "Format",
    "FormatError",
    "NeedsPatternError",
    "NotGiven",
    "ReadFormat",
    "Sure",
    "detect",
    "merges_csv",
    "merges_json",
    "read",
    "read_gpt2",
    "read_huggingface",
    "read_minbpe",
    "read_own",
    "read_tekken",
    "read_tiktoken",
    "table_csv",
    "table_jsonl",
    "tokens_csv",
    "tokens_json",
    "write",
    "write_gpt2",
    "write_huggingface",
    "write_minbpe",
    "write_own",
    "write_tiktoken",
]


FORMATS: Mapping[str, Format] = {one.name: one for one in (OWN, HUGGINGFACE, TIKTOKEN, GPT2, MINBPE)}
"""The formats by name: own, huggingface, tiktoken, gpt2, minbpe.

>>> [name for name, format_ in FORMATS.items() if not format_.keeps_pattern]
['tiktoken', 'gpt2']
"""

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"

ONLY_READ: tuple[ReadFormat, ...] = (TEKKEN, SENTENCEPIECE)
"""The formats that can be read but not written; a SentencePiece model only if it is BPE."""

LISTED_FOR_PEOPLE = ".vocab"
"""The suffix of the list of tokens that minbpe and SentencePiece write next to a `.model`, which nothing reads."""


def write(tokenizer: Tokenizer, format_name: str) -> dict[str, bytes]:
    """Return the files of a tokenizer in a format, by name.

    Raises `FormatError` if the format cannot represent the tokenizer, or if no format has this name.

    >>> from bpe_core import load_published
    >>> list(write(load_published("gpt2"), "gpt2"))
    ['encoder.json', 'vocab.bpe']
    """
    if format_name not in FORMATS:
        raise FormatError(
            f"Unknown format {format_name!r}; the formats that can be written are {', '.join(FORMATS)}."
        )
    if tokenizer.steps.units is not None:
        if not tokenizer.rest_of_file:
            raise cannot_hold(
                FORMATS[format_name].title, "it merges by scores, which no list of merges can express"
            )
        if format_name != HUGGINGFACE.name:
            raise cannot_hold(
                FORMATS[format_name].title, "it has pipeline steps that only a tokenizer.json can express"
            )
        return {"tokenizer.json": write_with_pipeline(tokenizer)}
    return FORMATS[format_name].write(tokenizer)


def detect(files: Mapping[str, bytes]) -> tuple[ReadFormat, tuple[str, ...]]:
    """Return the format of given files, and their names in the order in which the format reads them.

    File names and first bytes decide. The `.vocab` next to a `.model` is for people and is left out. Raises
    `FormatError` if the format cannot be determined, and `TypeError` if `files` is not a mapping.

    >>> detect({"merges.txt": b"#version: 0.2", "vocab.json": b'{"!": 0}'})[1]
    ('vocab.json', 'merges.txt')
    """
    wrong_types = (
        [files]
        if not isinstance(files, Mapping)
        else [data for data in files.values() if not isinstance(data, bytes)]
    )
    if wrong_types:
        kind = type(wrong_types[0]).__name__
        raise TypeError(f"files must map file names to their contents, which are bytes, not {kind}")
    if pointer := next((name for name, data in files.items() if data.startswith(_LFS_POINTER)), None):
        found = "a Git LFS pointer, which only names the file; fetch the file with `git lfs pull`"
        raise wrong(pointer, "", expected="a tokenizer", found=found)
    names = tuple(sorted(files, key=lambda name: PurePath(name).suffix.lower() != ".json"))
    suffixes = [PurePath(name).suffix.lower() for name in names]
    if sorted(suffixes) == [".model", LISTED_FOR_PEOPLE]:
        names = tuple(name for name in names if not name.lower().endswith(LISTED_FOR_PEOPLE))
    if len(names) == 2 and suffixes[0] == ".json" and suffixes[1] in (".bpe", ".txt"):
        return GPT2, names
    if len(names) != 1:
        listed = ", ".join(map(shown, names[:4])) or "A tokenizer"
        found = f"{len(names)} files" if names else "no file"
        raise wrong(listed, "", expected="one file, or encoder.json with vocab.bpe", found=found)
    start = files[names[0]][:4096].removeprefix(BOM_UTF8)
    surest = max((*FORMATS.values(), *ONLY_READ), key=lambda one: one.matches(names[0].lower(), start))
    if surest.matches(names[0].lower(), start) is Sure.NOT:
        if suffixes == [LISTED_FOR_PEOPLE]:
            found = "a .vocab, which lists the tokens for people to read"
            raise wrong(names[0], "", expected="the .model next to it", found=found)
        endings = ", ".join(one.files for one in (*FORMATS.values(), *ONLY_READ))
        raise wrong(names[0], "", expected=f"a tokenizer file ({endings})", found="none of these")
    if len(surest.suffixes) > 1:
        expected = "its other half, encoder.json or vocab.json, next to it"
        raise wrong(names[0], "", expected=expected, found="it alone")
    return surest, names


def read(
    files: Mapping[str, bytes],
    *,
    split_pattern: str | NotGiven | None = NOT_GIVEN,
    special_tokens: Mapping[str, int] | None = None,
    max_bytes: int = MAX_FILE,
    own_patterns: bool = True,
) -> Tokenizer:
    r"""Read a tokenizer from files, name -> content, of any supported format.

    `split_pattern` is for a format whose files do not contain it (`keeps_pattern` is False): a name in
    `SPLIT_PATTERNS`, a regular expression, or None if a text is one chunk; optional for a published rank
    table. `special_tokens`, token -> id, is optional and for the same formats; for GPT-2's two files it says
    which tokens are special. With `own_patterns=False`, a pattern in a file is rejected if it could take
    exponential time: it must be published or, in a `tokenizer.json`, provably take linear time. Everything is
    checked before anything is built. Raises `FormatError` for invalid files, and for an option whose value is
    in the files; `NeedsPatternError` if the pattern must be given.

    >>> read({"tokenizer.model": b"minbpe v1\n\n0\n108 111\n"}).encode("lo")
    [256]
    """
    check_special_mapping(special_tokens)
    format_, names = detect(files)
    given: dict[str, object] = {} if split_pattern is NOT_GIVEN else {"split_pattern": split_pattern}
    given |= {"special_tokens": special_tokens} if special_tokens else {}
    for option, value in given.items() if format_.keeps_pattern else ():
        expected = f"no {option}, since the file contains its own"
        # None is not the same as leaving the option out.
        found = "None, which means that the text is not split" if value is None else "one"
        raise wrong(names[0], option.replace("_", " ").rstrip("s"), expected=expected, found=found)
    options: dict[str, Any] = {"own_patterns": own_patterns}
    if not format_.keeps_pattern:
        options = {"split_pattern": split_pattern, "special_tokens": special_tokens}
    named: dict[str, Any] = {"name": names[0]} if len(names) == 1 else {"names": names}
    return format_.read(*(files[name] for name in names), **named, **options, max_bytes=max_bytes)
