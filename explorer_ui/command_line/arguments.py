"""The program's commands and options, and its help."""

import argparse
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, get_args

import bpe_core
from bpe_core.on_demand import member
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.recipes import RECIPES
from bpe_core.suggestions import did_you_mean
from bpe_core.types import BoundaryKind, BpeError, FormatName, TieBreak

PROGRAM = "bpe-explorer"

DEFAULT_RECIPE = "gpt2"
"""The default of --recipe."""

NO_PATTERN = "none"
"""The value of --split-pattern for a text that is one chunk."""

DEFAULT_MODEL = "gpt-4o"


class UsageError(BpeError):
    """The command line is invalid: the exit status is 2."""


class TooManyTokensError(BpeError):
    """A request has more tokens than --at-most: the exit status is 3."""


class _Once(argparse._StoreAction):  # noqa: SLF001 - the action of an option without `action`
    """Stores the value of an option, and refuses a second one, which would otherwise be used in place of the first."""

    def __call__(self, parser: Any, options: Any, values: Any, option: str | None = None) -> None:
        if option:
            given = options.__dict__.setdefault("_given", set())
            if self.dest in given:
                raise argparse.ArgumentError(self, "given twice; only one value is used")
            given.add(self.dest)
        super().__call__(parser, options, values, option)


class _TextOrFiles(_Once):
    """Stores one argument as a text; several are names of files, which stay as they are passed."""

    def __call__(self, parser: Any, options: Any, values: Any, option: str | None = None) -> None:
        try:
            super().__call__(parser, options, [*map(_text, values)] if len(values) == 1 else values, option)
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, str(error)) from None


class _Parser(argparse.ArgumentParser):
    """Suggests the choice that is closest to a mistyped one, and refuses an option that is given twice."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.register("action", None, _Once)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = [*map(str, action.choices or ())]
        if choices and value not in choices:
            meant = did_you_mean(value, choices)
            raise argparse.ArgumentError(
                action, f"invalid choice: {value!r}; choose from {', '.join(choices)}.{meant}"
            )


class _ShowVersion(argparse.Action):
    """Looks up the version only on request, because the lookup takes as long as the rest of the help."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: Any) -> NoReturn:
        sys.stdout.write(f"{PROGRAM} {bpe_core.__version__}\n")
        parser.exit()


def _text(argument: str) -> str:
    """Return an argument as text, decoded as UTF-8: in other locales Python passes its bytes escaped."""
    try:
        argument.encode("utf-8")
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode("utf-8")
        except UnicodeError:
            raise argparse.ArgumentTypeError(
                f"{argument!r} is not valid UTF-8; a text in another encoding must be converted first"
            ) from None
    return argument


def _pattern(argument: str) -> str:
    pattern = _text(argument)
    try:
        member("bpe_core.pretokenization:check_split_pattern")(None if pattern == NO_PATTERN else pattern)
    except BpeError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return pattern


def _whole(least: int) -> Callable[[str], int]:
    """Return a parser for integers of at least this value."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"it must be a whole number of at least {least}, not {text!r}")
        return int(text)

    return read


def _price(text: str) -> tuple[str | None, float]:
    """Return the tokenizer that a price is for, None if only its place says so, and the price."""
    name, _, price = text.rpartition("=")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", price):
        raise argparse.ArgumentTypeError(f"it must be a price such as 2.50 or gpt-4o=2.50, not {text!r}")
    return name or None, float(price)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: it must be from 1 to 65535")
    return int(text)


_Add = Callable[[Any], object]
"""Adds options to a command, or to a group of options that exclude each other."""


def _option(*names: str, **how: Any) -> _Add:
    return lambda command: command.add_argument(*names, **how)


def _flag(name: str, does: str, **how: Any) -> _Add:
    return _option(name, action="store_true", help=does, **how)


def _number(name: str, least: int, does: str, **how: Any) -> _Add:
    return _option(name, type=_whole(least), metavar="N", help=does, **how)


def _file(name: str, does: str, **how: Any) -> _Add:
    return _option(name, type=Path, metavar="FILE", help=does, **how)


def _one_of(*options: _Add, required: bool = False) -> _Add:
    def add(command: Any) -> None:
        group = command.add_mutually_exclusive_group(required=required)
        for option in options:
            option(group)

    return add


_MODELS = "a published vocabulary or a model of OpenAI's, such as qwen3 or gpt-4o; `models` lists them"
_PATTERNS = f"{', '.join(SPLIT_PATTERNS)}, {NO_PATTERN} or a regular expression"

_JSON = _flag("--json", "print one line of JSON")
_FILES = _file("--file", "texts in UTF-8; - is stdin; can be repeated", action="extend", nargs="+")
_TEXT = _one_of(
    _option("text", nargs="?", type=_text, help="the text (default: read from stdin; - is stdin too)"), _FILES
)
_FIELD = _option(
    "--field",
    type=_text,
    metavar="NAME",
    help="read JSON Lines, with the text in this field; a .jsonl file is always read this way (default field: text)",
)
_SPLIT_PATTERN = _option(
    "--split-pattern",
    type=_pattern,
    metavar="PATTERN",
    help="how to split texts if the tokenizer file does not contain a pattern (a .tiktoken, or encoder.json with "
    f"vocab.bpe, other than a published one): {_PATTERNS}",
)
_TOKENIZER = (
    _one_of(
        _option("--model", default=DEFAULT_MODEL, help=f"{_MODELS} (default: %(default)s)"),
        _file(
            "--tokenizer",
            "a tokenizer file instead: tokenizer.json, NAME.tiktoken, NAME.model; repeat the option for encoder.json "
            "and vocab.bpe",
            action="append",
        ),
    ),
    _SPLIT_PATTERN,
)
_COUNTED_WITH = (
    _one_of(
        _option("--model", help=f"{_MODELS} (default: the model that the request names, or {DEFAULT_MODEL})"),
        _file("--tokenizer", "a tokenizer file instead; can be repeated, as for encode", action="append"),
    ),
    _SPLIT_PATTERN,
)
_SPECIAL = _option(
    "--special",
    choices=("refuse", "ordinary", "special"),
    default="refuse",
    help="how to handle special tokens in the text: as an error, ordinary text, or special tokens (default: %(default)s)",
)
_JOBS = _number("--jobs", 1, "how many processes read and count files (default: %(default)s)", default=1)
_SPLIT_CHARACTERS = _flag(
    "--split-characters", "with --max-tokens: use all N tokens, even if that splits a character"
)
_RECIPE = (
    _option("--recipe", choices=tuple(RECIPES), help=f"how to split and count (default: {DEFAULT_RECIPE})"),
    _option("--tie-break", choices=get_args(TieBreak), help="the tie-break rule (default: the recipe's)"),
    _option(
        "--special-tokens",
        action="append",
        type=_text,
        default=[],
        metavar="TOKEN",
        help="a special token, which splits the text before anything else; can be repeated",
    ),
    _option(
        "--lift",
        choices=get_args(BoundaryKind),
        help="which chunk boundaries to lift after a number of merges (--lift-after), as in SuperBPE",
    ),
    _number(
        "--lift-after",
        0,
        "lift the boundaries after N merges, or earlier if no pair is left within chunks (default: %(default)s)",
        default=0,
    ),
    _flag("--keep-colons", "with --lift: keep the boundaries between a colon and a space"),
    _number("--max-words", 1, "with --lift: the maximum number of words in a token"),
)


class _Command(NamedTuple):
    """A command: what it does, examples of its use, and its options."""

    does: str
    examples: tuple[str, ...]
    options: tuple[_Add, ...]


_COMMANDS = {
    "app": _Command(
        "open the app in the browser (the same as no command)",
        (
            f"{PROGRAM} app --port 8600",
            f"{PROGRAM} app --class                           # phones in the network can follow a class",
            f"{PROGRAM} app --no-browser --address 0.0.0.0    # a server for other machines too",
        ),
        (
            _option("--port", type=_port, help="the port to listen on (default: 8501, or the next free)"),
            _one_of(
                _option(
                    "--address",
                    default="127.0.0.1",
                    help="the address to listen on (default: localhost only)",
                ),
                _flag(
                    "--class",
                    "listen on all addresses, so that phones in the network can follow a class",
                    dest="for_class",
                ),
            ),
            _flag("--no-browser", "start only the server"),
        ),
    ),
    "encode": _Command(
        "text to ids",
        (
            f'{PROGRAM} encode "Hello, world"',
            f"{PROGRAM} encode --count < prompt.txt",
            f"{PROGRAM} encode --count *.txt --jobs 4   # each, and the total",
            f'{PROGRAM} encode --model gpt2 --json "Hello" | python -m json.tool',
            f"{PROGRAM} encode --tokenizer tokenizer.json --file prompt.txt",
        ),
        (
            _one_of(
                _option(
                    "texts",
                    metavar="text",
                    nargs="*",
                    default=[],
                    action=_TextOrFiles,
                    help="the text, or with --count two or more files (default: read from stdin; - is stdin too)",
                ),
                _FILES,
            ),
            *_TOKENIZER,
            _SPECIAL,
            _number("--max-tokens", 0, "keep at most the first N tokens, without splitting a character"),
            _SPLIT_CHARACTERS,
            _JOBS,
            _one_of(
                _flag("--ids", "print only the ids, as decode reads them"),
                _flag("--count", "print only the number of tokens"),
                _JSON,
            ),
        ),
    ),
    "decode": _Command(
        "ids to text",
        (f"{PROGRAM} decode --model gpt2 15496 11 995", f'{PROGRAM} encode --ids "Hello" | {PROGRAM} decode'),
        (
            _option(
                "ids",
                nargs="*",
                metavar="ID",
                help="token ids, also as a JSON list (default: read from stdin)",
            ),
            _flag("--skip-special", "leave special tokens out of the text"),
            *_TOKENIZER,
            _JSON,
        ),
    ),
    "split": _Command(
        "split a text into chunks of at most N tokens, as JSON Lines",
        (f"{PROGRAM} split --max-tokens 512 --overlap 64 --file article.txt > chunks.jsonl",),
        (
            _TEXT,
            *_TOKENIZER,
            _SPECIAL,
            _number("--max-tokens", 1, "maximum number of tokens per chunk", required=True),
            _number(
                "--overlap",
                0,
                "the maximum number of tokens that a chunk repeats from the previous chunk (default: %(default)s)",
                default=0,
            ),
            _SPLIT_CHARACTERS,
            _flag("--csv", "print a table for a spreadsheet instead"),
        ),
    ),
    "request": _Command(
        "count a request to a model: its tokens, part by part",
        (
            f"{PROGRAM} request body.json",
            f"{PROGRAM} request --parts --repeats --model qwen3 tools.json",
            f"{PROGRAM} request --at-most 8000 body.json || echo too long",
        ),
        (
            _file("request", "a request as JSON, or any text; each line of JSON Lines is one; - is stdin"),
            *_COUNTED_WITH,
            _number("--at-most", 0, "exit with status 3 if a request has more than N tokens"),
            _flag("--parts", "print the tokens of each part, and how many of them occurred earlier"),
            _flag("--repeats", "print the texts of at least 20 tokens that occur more than once"),
            _one_of(_JSON, _flag("--csv", "print the parts as a table for a spreadsheet")),
        ),
    ),
    "diff": _Command(
        "where two requests, or two lists of ids, first differ",
        (f"{PROGRAM} diff monday.json tuesday.json", f"{PROGRAM} diff --model gpt2 ids.txt other-ids.txt"),
        (
            _file("one", "a request as JSON, a text, or ids; - is stdin"),
            _file("other", "the same of the other"),
            *_COUNTED_WITH,
            _JSON,
        ),
    ),
    "train": _Command(
        "learn a tokenizer from texts",
        (
            f"{PROGRAM} train corpus.txt --merges 1000 --out tokenizer.json",
            f"{PROGRAM} train a.txt b.txt --vocab-size 4096 --recipe gpt4 --out mine.tiktoken",
            f"{PROGRAM} train a.txt --merges 1000 --lift blanks --lift-after 900 --out super.bpe.json",
            f"{PROGRAM} train code.py --start-from gpt2 --merges 100 --out longer/tokenizer.json",
        ),
        (
            _file("files", "texts in UTF-8; - is stdin", nargs="+"),
            _FIELD,
            _option(
                "--split-pattern",
                type=_pattern,
                metavar="PATTERN",
                help=f"how to split texts, instead of the recipe's pattern: {_PATTERNS}",
            ),
            _one_of(
                _number("--merges", 0, "how many merges to learn"),
                _number("--vocab-size", 0, "the vocabulary size"),
                required=True,
            ),
            _option(
                "--start-from",
                metavar="MODEL|FILE",
                help="continue from the tokens of a published vocabulary or a tokenizer file: old ids stay, new ids follow",
            ),
            *_RECIPE,
            _JOBS,
            _number("--min-count", 1, "stop when no pair occurs at least N times", default=1),
            _file(
                "--out",
                "tokenizer.json (Hugging Face), NAME.tiktoken, NAME.model (minbpe), NAME.bpe.json (this project), or "
                "with --format gpt2 a folder for encoder.json and vocab.bpe",
                required=True,
            ),
            _option(
                "--format",
                choices=get_args(FormatName),
                help="the format, if the file name does not determine it",
            ),
            _flag(
                "--one-pass",
                "with --lift: write a tokenizer that encodes without the lifted boundaries, as other formats require",
            ),
            _flag("--snippet", "print the Python code that loads the file with tiktoken or transformers"),
            _flag("--quiet", "no progress bar and no summary"),
        ),
    ),
    "compare": _Command(
        "compare tokenizers on texts",
        (
            f'{PROGRAM} compare "The quick brown fox"',
            f"{PROGRAM} compare --model gpt2 --model gpt-4o --tokenizer tokenizer.json --file prompt.txt",
            f"{PROGRAM} compare --each --file data.json data.yaml data.csv",
            f"{PROGRAM} compare --file a.txt b.jsonl --field content --csv > costs.csv",
        ),
        (
            _TEXT,
            _FIELD,
            # Of one list, so that the table has their order, and each price belongs to its tokenizer.
            _option(
                "--model",
                dest="compared",
                action="append",
                help=f"a tokenizer to compare: {_MODELS}; can be repeated",
            ),
            _file("--tokenizer", "a tokenizer file to compare", dest="compared", action="append"),
            _SPLIT_PATTERN,
            _number("--window", 1, "a context window, in tokens"),
            _option(
                "--price",
                action="append",
                type=_price,
                metavar="[NAME=]P",
                help="the price of a million tokens; repeat it to give each tokenizer its own, as gpt-4o=2.50 or in the "
                "order of the table",
            ),
            _one_of(
                _flag("--show", "also print the tokens from each tokenizer"),
                _flag("--each", "a row for each text, with its tokens; with --csv or --json all its figures"),
            ),
            _one_of(_flag("--csv", "print a table for a spreadsheet, with all figures"), _JSON),
        ),
    ),
    "models": _Command(
        "the published vocabularies, and the models that use each",
        (f"{PROGRAM} models", f"{PROGRAM} models --json | python -m json.tool"),
        (_JSON,),
    ),
    "trace": _Command(
        "how a text is encoded, merge by merge",
        (f'{PROGRAM} trace --model gpt2 "slowest"', f'{PROGRAM} trace --color always "slowest" | less -R'),
        (
            _TEXT,
            *_TOKENIZER,
            _option(
                "--color",
                choices=("auto", "always", "never"),
                default="auto",
                help="auto: in a terminal, unless NO_COLOR is set",
            ),
        ),
    ),
    "page": _Command(
        "the player with a text, as one web page that needs no network",
        (
            f"{PROGRAM} page text.txt --out lesson.html",
            f"{PROGRAM} page text.txt --merges 200 --recipe bytes --title 'Week 3' --out lesson.html",
            f"{PROGRAM} page text.txt --model gpt2 --out encoded.html   # how GPT-2 encodes it",
        ),
        (
            _file("file", "a text in UTF-8; - is stdin"),
            _file("--out", "the page to write", required=True),
            _option("--title", type=_text, help="the heading (default: the name of the file)"),
            _number("--merges", 0, "how many merges (default: 100)"),
            *_RECIPE,
            _one_of(
                _option("--model", help=f"show how a published tokenizer encodes the text: {_MODELS}"),
                _file("--tokenizer", "the same, for a tokenizer file", action="append"),
            ),
            _SPLIT_PATTERN,
        ),
    ),
    "site": _Command(
        "the edition without a server, as a folder of static files",
        (f"{PROGRAM} site public            # for any web server, or open public/index.html",),
        (
            _option(
                "folder",
                type=Path,
                metavar="FOLDER",
                help="a new or empty folder, or one with an earlier site",
            ),
        ),
    ),
    "completion": _Command(
        "the script with which a shell completes commands and options",
        (
            f'eval "$({PROGRAM} completion bash)"      # in ~/.bashrc',
            f'eval "$({PROGRAM} completion zsh)"       # in ~/.zshrc, after compinit',
            f"{PROGRAM} completion fish | source     # in ~/.config/fish/config.fish",
        ),
        (_option("shell", choices=("bash", "zsh", "fish")),),
    ),
}


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole program; its result has `command` and the options of that command.

    >>> parser().parse_args(["encode", "Hello"]).model
    'gpt-4o'
    """
    whole = _Parser(
        prog=PROGRAM,
        description="Watch byte-pair encoding happen to any text. Without a command the app opens in the browser.",
        epilog=_examples(
            f"{PROGRAM}                                       # the app",
            f'{PROGRAM} encode --model gpt-4o "Hello, world"  # ids, tokens and their number',
            f"{PROGRAM} encode --help                         # the same for one command",
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and end")
    commands = whole.add_subparsers(dest="command", metavar="command", required=True)
    for name, (does, examples, options) in _COMMANDS.items():
        command = commands.add_parser(
            name,
            help=does,
            description=f"{does[0].upper()}{does[1:]}.",
            epilog=_examples(*examples),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        for option in options:
            option(command)
    return whole


def _examples(*lines: str) -> str:
    return "\n".join(("examples:", *(f"  {line}" for line in lines)))
