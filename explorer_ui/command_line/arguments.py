"""The program's commands and options, and its help."""

import argparse
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, get_args

import bpe_core
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

_FILE: dict[str, Any] = {"type": Path, "metavar": "FILE"}

_MODELS = "a published vocabulary or a model of OpenAI's, such as qwen3 or gpt-4o; `models` lists them"


class UsageError(BpeError):
    """The command line is invalid: the exit status is 2."""


class _Once(argparse._StoreAction):  # noqa: SLF001 - the action of an option without `action`
    """Stores the value of an option, and refuses a second one, which would otherwise be used in place of the first."""

    def __call__(self, parser: Any, options: Any, values: Any, option: str | None = None) -> None:
        if option:
            given = options.__dict__.setdefault("_given", set())
            if self.dest in given:
                raise argparse.ArgumentError(self, "given twice; only one value is used")
            given.add(self.dest)
        super().__call__(parser, options, values, option)


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
    for add in (_app, _encode, _decode, _split, _train, _compare, _models, _trace, _page, _site, _completion):
        add(commands)
    return whole


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
    if re.fullmatch(r"\w+", pattern) and pattern not in (*SPLIT_PATTERNS, NO_PATTERN):
        known = f"{', '.join(SPLIT_PATTERNS)}, {NO_PATTERN} or a regular expression"
        raise argparse.ArgumentTypeError(f"it must be {known}, not {pattern!r}")
    return pattern


def _whole(least: int) -> Callable[[str], int]:
    """Return a parser for integers of at least this value."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text) or int(text) < least:
            raise argparse.ArgumentTypeError(f"it must be a whole number of at least {least}, not {text!r}")
        return int(text)

    return read


def _price(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise argparse.ArgumentTypeError(f"it must be a price such as 2.50, not {text!r}")
    return float(text)


def _app(commands: Any) -> None:
    command = _command(
        commands,
        "app",
        "open the app in the browser (the same as no command)",
        f"{PROGRAM} app --port 8600",
        f"{PROGRAM} app --class                           # phones in the network can follow a class",
        f"{PROGRAM} app --no-browser --address 0.0.0.0    # a server for other machines too",
    )
    command.add_argument("--port", type=_port, help="the port to listen on (default: 8501, or the next free)")
    listens = command.add_mutually_exclusive_group()
    listens.add_argument(
        "--address", default="127.0.0.1", help="the address to listen on (default: localhost only)"
    )
    listens.add_argument(
        "--class",
        dest="for_class",
        action="store_true",
        help="listen on all addresses, so that phones in the network can follow a class",
    )
    command.add_argument("--no-browser", action="store_true", help="start only the server")


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: it must be from 1 to 65535")
    return int(text)


def _encode(commands: Any) -> None:
    command = _command(
        commands,
        "encode",
        "text to ids",
        f'{PROGRAM} encode "Hello, world"',
        f"{PROGRAM} encode --count < prompt.txt",
        f"{PROGRAM} encode --count --file a.txt --file b.txt   # each, and the total",
        f'{PROGRAM} encode --model gpt2 --json "Hello" | python -m json.tool',
        f"{PROGRAM} encode --tokenizer tokenizer.json --file prompt.txt",
    )
    _add_text(command)
    _add_tokenizer(command)
    _add_special(command)
    command.add_argument(
        "--max-tokens",
        type=_whole(0),
        metavar="N",
        help="keep at most the first N tokens, without splitting a character",
    )
    _add_split_characters(command)
    only = command.add_mutually_exclusive_group()
    only.add_argument("--ids", action="store_true", help="print only the ids, as decode reads them")
    only.add_argument("--count", action="store_true", help="print only the number of tokens")
    _add_json(only)


def _split(commands: Any) -> None:
    command = _command(
        commands,
        "split",
        "split a text into chunks of at most N tokens, as JSON Lines",
        f"{PROGRAM} split --max-tokens 512 --overlap 64 --file article.txt > chunks.jsonl",
    )
    _add_text(command)
    _add_tokenizer(command)
    _add_special(command)
    command.add_argument(
        "--max-tokens", type=_whole(1), required=True, metavar="N", help="maximum number of tokens per chunk"
    )
    command.add_argument(
        "--overlap",
        type=_whole(0),
        default=0,
        metavar="N",
        help="the maximum number of tokens that a chunk repeats from the previous chunk (default: %(default)s)",
    )
    _add_split_characters(command)
    command.add_argument("--csv", action="store_true", help="print a table for a spreadsheet instead")


def _add_split_characters(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--split-characters",
        action="store_true",
        help="with --max-tokens: use all N tokens, even if that splits a character",
    )


def _add_special(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--special",
        choices=("refuse", "ordinary", "special"),
        default="refuse",
        help="how to handle special tokens in the text: as an error, ordinary text, or special tokens (default: %(default)s)",
    )


def _decode(commands: Any) -> None:
    command = _command(
        commands,
        "decode",
        "ids to text",
        f"{PROGRAM} decode --model gpt2 15496 11 995",
        f'{PROGRAM} encode --ids "Hello" | {PROGRAM} decode',
    )
    command.add_argument(
        "ids", nargs="*", metavar="ID", help="token ids, also as a JSON list (default: read from stdin)"
    )
    command.add_argument("--skip-special", action="store_true", help="leave special tokens out of the text")
    _add_tokenizer(command)
    _add_json(command)


def _train(commands: Any) -> None:
    command = _command(
        commands,
        "train",
        "learn a tokenizer from texts",
        f"{PROGRAM} train corpus.txt --merges 1000 --out tokenizer.json",
        f"{PROGRAM} train a.txt b.txt --vocab-size 4096 --recipe gpt4 --out mine.tiktoken",
        f"{PROGRAM} train a.txt --merges 1000 --lift blanks --lift-after 900 --out super.bpe.json",
        f"{PROGRAM} train code.py --start-from gpt2 --merges 100 --out longer/tokenizer.json",
    )
    command.add_argument("files", nargs="+", **_FILE, help="texts in UTF-8; - is stdin")
    _add_field(command)
    command.add_argument(
        "--split-pattern",
        type=_pattern,
        metavar="PATTERN",
        help=f"how to split texts, instead of the recipe's pattern: {', '.join(SPLIT_PATTERNS)}, {NO_PATTERN} or a regular expression",
    )
    size = command.add_mutually_exclusive_group(required=True)
    size.add_argument("--merges", type=_whole(0), metavar="N", help="how many merges to learn")
    size.add_argument("--vocab-size", type=_whole(0), metavar="N", help="the vocabulary size")
    command.add_argument(
        "--start-from",
        metavar="MODEL|FILE",
        help="continue from the tokens of a published vocabulary or a tokenizer file: old ids stay, new ids follow",
    )
    _add_recipe(command)
    command.add_argument(
        "--min-count",
        type=_whole(1),
        default=1,
        metavar="N",
        help="stop when no pair occurs at least N times",
    )
    command.add_argument(
        "--out",
        required=True,
        **_FILE,
        help="tokenizer.json (Hugging Face), NAME.tiktoken, NAME.model (minbpe), NAME.bpe.json (this project), "
        "or with --format gpt2 a folder for encoder.json and vocab.bpe",
    )
    command.add_argument(
        "--format", choices=get_args(FormatName), help="the format, if the file name does not determine it"
    )
    command.add_argument(
        "--one-pass",
        action="store_true",
        help="with --lift: write a tokenizer that encodes without the lifted boundaries, as other formats require",
    )
    command.add_argument(
        "--snippet",
        action="store_true",
        help="print the Python code that loads the file with tiktoken or transformers",
    )
    command.add_argument("--quiet", action="store_true", help="no progress bar and no summary")


def _compare(commands: Any) -> None:
    command = _command(
        commands,
        "compare",
        "compare tokenizers on texts",
        f'{PROGRAM} compare "The quick brown fox"',
        f"{PROGRAM} compare --model gpt2 --model gpt-4o --tokenizer tokenizer.json --file prompt.txt",
        f"{PROGRAM} compare --file a.txt --file b.jsonl --field content --csv > costs.csv",
    )
    _add_text(command)
    _add_field(command)
    # Of one list, so that the table has their order, and each price belongs to its tokenizer.
    command.add_argument(
        "--model",
        dest="compared",
        action="append",
        help=f"a tokenizer to compare: {_MODELS}; can be repeated",
    )
    command.add_argument(
        "--tokenizer", dest="compared", action="append", **_FILE, help="a tokenizer file to compare"
    )
    _add_split_pattern(command)
    command.add_argument("--window", type=_whole(1), metavar="N", help="a context window, in tokens")
    command.add_argument(
        "--price",
        action="append",
        type=_price,
        metavar="P",
        help="the price of a million tokens; repeat it to give each tokenizer its own, in the order of the table",
    )
    command.add_argument("--show", action="store_true", help="also print the tokens from each tokenizer")
    only = command.add_mutually_exclusive_group()
    only.add_argument("--csv", action="store_true", help="print a table for a spreadsheet, with all figures")
    _add_json(only)


def _completion(commands: Any) -> None:
    command = _command(
        commands,
        "completion",
        "the script with which a shell completes commands and options",
        f'eval "$({PROGRAM} completion bash)"      # in ~/.bashrc',
        f'eval "$({PROGRAM} completion zsh)"       # in ~/.zshrc, after compinit',
        f"{PROGRAM} completion fish | source     # in ~/.config/fish/config.fish",
    )
    command.add_argument("shell", choices=("bash", "zsh", "fish"))


def _models(commands: Any) -> None:
    command = _command(
        commands,
        "models",
        "the published vocabularies, and the models that use each",
        f"{PROGRAM} models",
        f"{PROGRAM} models --json | python -m json.tool",
    )
    _add_json(command)


def _trace(commands: Any) -> None:
    command = _command(
        commands,
        "trace",
        "how a text is encoded, merge by merge",
        f'{PROGRAM} trace --model gpt2 "slowest"',
        f'{PROGRAM} trace --color always "slowest" | less -R',
    )
    _add_text(command)
    _add_tokenizer(command)
    command.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: in a terminal, unless NO_COLOR is set",
    )


def _page(commands: Any) -> None:
    command = _command(
        commands,
        "page",
        "the player with a text, as one web page that needs no network",
        f"{PROGRAM} page text.txt --out lesson.html",
        f"{PROGRAM} page text.txt --merges 200 --recipe bytes --title 'Week 3' --out lesson.html",
        f"{PROGRAM} page text.txt --model gpt2 --out encoded.html   # how GPT-2 encodes it",
    )
    command.add_argument("file", **_FILE, help="a text in UTF-8; - is stdin")
    command.add_argument("--out", required=True, **_FILE, help="the page to write")
    command.add_argument("--title", type=_text, help="the heading (default: the name of the file)")
    command.add_argument("--merges", type=_whole(0), metavar="N", help="how many merges (default: 100)")
    _add_recipe(command)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--model", help=f"show how a published tokenizer encodes the text: {_MODELS}")
    which.add_argument("--tokenizer", action="append", **_FILE, help="the same, for a tokenizer file")
    _add_split_pattern(command)


def _site(commands: Any) -> None:
    command = _command(
        commands,
        "site",
        "the edition without a server, as a folder of static files",
        f"{PROGRAM} site public            # for any web server, or open public/index.html",
    )
    command.add_argument(
        "folder", type=Path, metavar="FOLDER", help="a new or empty folder, or one with an earlier site"
    )


def _command(commands: Any, name: str, does: str, *examples: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}.",
        epilog=_examples(*examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return command


def _examples(*lines: str) -> str:
    return "\n".join(("examples:", *(f"  {line}" for line in lines)))


def _add_text(command: argparse.ArgumentParser) -> None:
    where = command.add_mutually_exclusive_group()
    where.add_argument(
        "text", nargs="?", type=_text, help="the text (default: read from stdin; - is stdin too)"
    )
    where.add_argument(
        "--file", action="append", **_FILE, help="a text in UTF-8; - is stdin; can be repeated"
    )


def _add_field(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--field",
        type=_text,
        metavar="NAME",
        help="read JSON Lines, with the text in this field; a .jsonl file is always read this way (default field: text)",
    )


def _add_tokenizer(command: argparse.ArgumentParser) -> None:
    which = command.add_mutually_exclusive_group()
    which.add_argument("--model", default=DEFAULT_MODEL, help=f"{_MODELS} (default: %(default)s)")
    which.add_argument(
        "--tokenizer",
        action="append",
        **_FILE,
        help="a tokenizer file instead: tokenizer.json, NAME.tiktoken, NAME.model; repeat the option for encoder.json and vocab.bpe",
    )
    _add_split_pattern(command)


def _add_split_pattern(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--split-pattern",
        type=_pattern,
        metavar="PATTERN",
        help=f"how to split texts if the tokenizer file does not contain a pattern (a .tiktoken, or encoder.json with vocab.bpe, other than a published one): {', '.join(SPLIT_PATTERNS)}, {NO_PATTERN} or a regular expression",
    )


def _add_recipe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--recipe", choices=tuple(RECIPES), help=f"how to split and count (default: {DEFAULT_RECIPE})"
    )
    command.add_argument(
        "--tie-break",
        choices=get_args(TieBreak),
        help="the tie-break rule (default: the recipe's)",
    )
    command.add_argument(
        "--special-tokens",
        action="append",
        type=_text,
        default=[],
        metavar="TOKEN",
        help="a special token, which splits the text before anything else; can be repeated",
    )
    command.add_argument(
        "--lift",
        choices=get_args(BoundaryKind),
        help="which chunk boundaries to lift after a number of merges (--lift-after), as in SuperBPE",
    )
    command.add_argument(
        "--lift-after",
        type=_whole(0),
        default=0,
        metavar="N",
        help="lift the boundaries after N merges, or earlier if no pair is left within chunks (default: %(default)s)",
    )
    command.add_argument(
        "--keep-colons",
        action="store_true",
        help="with --lift: keep the boundaries between a colon and a space",
    )
    command.add_argument(
        "--max-words",
        type=_whole(1),
        metavar="N",
        help="with --lift: the maximum number of words in a token",
    )


def _add_json(command: Any) -> None:
    command.add_argument("--json", action="store_true", help="print one line of JSON")
