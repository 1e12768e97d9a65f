"""Where the texts and the tokenizers of a command come from."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bpe_core.formats import read
from bpe_core.published.models import tokenizer_for_model
from bpe_core.recipes import RECIPES
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError, Recipe

PIPE = Path("-")


class NoTextError(BpeError):
    """There is no text to work on."""


def text_of(options: Namespace) -> str:
    """Return the text of a command: what was written there, its --file, or what comes through the pipe.

    Raises `NoTextError` where there is none, and `BpeError` where it is no UTF-8.

    >>> text_of(Namespace(text="low", file=None))
    'low'
    """
    if options.text is not None:
        # What the shell handed over that is no UTF-8 came as lone surrogates; the engine writes U+FFFD for them.
        return str(options.text)
    return read_text(options.file or PIPE)


def read_text(path: Path) -> str:
    """Return the text of a file as it is, line ends included; `-` is the pipe.

    Raises `OSError` where it cannot be read, and `BpeError` where it is no UTF-8.
    """
    try:
        return (read_pipe() if path == PIPE else path.read_bytes()).decode("utf-8")
    except UnicodeDecodeError as error:
        name = "What came through the pipe" if path == PIPE else path
        raise BpeError(
            f"{name} is no UTF-8: byte {error.start} is 0x{error.object[error.start]:02x}."
        ) from error


def read_pipe() -> bytes:
    """Return what comes through the pipe; raises `NoTextError` where a keyboard is instead."""
    if sys.stdin.isatty():
        raise NoTextError("nothing to read: write it after the command, name a --file, or pipe it in")
    return sys.stdin.buffer.read()


def tokenizer_of(options: Namespace) -> Tokenizer:
    """Return the tokenizer of a command: from its files, or a published one.

    >>> tokenizer_of(Namespace(tokenizer=None, model="gpt2")).name
    'gpt2'
    """
    return read_tokenizer(options.tokenizer) if options.tokenizer else tokenizer_for_model(options.model)


def read_tokenizer(paths: Sequence[Path]) -> Tokenizer:
    """Return the tokenizer of one file or two; raises `OSError`, and `FormatError` for what they hold."""
    return read({path.name: path.read_bytes() for path in paths})


def recipe_of(options: Namespace) -> Recipe:
    """Return the recipe that is named, with the walls that fall as they are asked for; raises `BpeError`.

    >>> recipe_of(Namespace(recipe="gpt2", walls_fall="all", walls_fall_at=9, keep_colon_walls=True, most_words=4)).walls_fall
    'all'
    """
    if options.walls_fall is None and (
        options.walls_fall_at or options.keep_colon_walls or options.most_words
    ):
        raise BpeError("Say which walls fall, with --walls-fall, before what becomes of them.")
    return replace(
        RECIPES[options.recipe],
        walls_fall=options.walls_fall,
        walls_fall_at=options.walls_fall_at,
        keeps_colon_walls=options.keep_colon_walls,
        most_words=options.most_words,
    )
