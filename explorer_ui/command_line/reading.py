"""Reads the texts and the tokenizers of a command."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bpe_core.formats import NOT_GIVEN, NeedsPatternError, NotGiven, detect, read
from bpe_core.lessons.several_texts import DEFAULT_FIELD, is_jsonl, text_of_bytes, texts_of_jsonl
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.published.models import UnknownModelError, tokenizer_for_model
from bpe_core.recipes import RECIPES, Recipe
from bpe_core.tokenizer import Tokenizer
from bpe_core.training.special_parts import with_special_tokens
from bpe_core.types import BpeError, SecondStage
from explorer_ui.command_line.arguments import DEFAULT_RECIPE, NO_PATTERN, UsageError
from explorer_ui.command_line.writing import shown

PIPE = Path("-")


def texts_of(options: Namespace) -> Iterator[tuple[str, str]]:
    """Return the texts of a command: its argument, its --files, or stdin; each with its name, if there are several.

    A file is read when its turn comes. Raises `UsageError` if there is no text, and `BpeError` if one is not
    valid UTF-8.

    >>> list(texts_of(Namespace(text="low", file=None)))
    [('', 'low')]
    """
    if options.text not in (None, str(PIPE)):
        return iter([("", options.text)])
    paths = options.file or [PIPE]
    names = [*map(shown, paths)] if len(paths) > 1 else [""]
    return zip(names, map(read_text, checked(paths)), strict=True)


def checked(paths: Sequence[Path]) -> Sequence[Path]:
    """Return the paths; raises `UsageError` if stdin is among them twice, since it can be read only once."""
    if paths.count(PIPE) > 1:
        raise UsageError("stdin can be read only once, and - was given twice")
    return paths


@contextmanager
def naming(name: str | Path) -> Iterator[None]:
    """Name the file in an error about what it contains; a text without a name, "", is not named.

    >>> with naming("a.json"):
    ...     raise BpeError("Message 2 in this JSON has no role.")
    Traceback (most recent call last):
    ...
    bpe_core.types.BpeError: a.json: Message 2 in this JSON has no role.
    """
    try:
        yield
    except BpeError as error:
        # An error of reading names the file already.
        if str(error).startswith(str(name)):
            raise
        raise BpeError(f"{name}: {error}") from error


def named_texts(paths: Sequence[Path], field: str | None) -> Iterator[tuple[str, str]]:
    """Yield the texts of files, each with its name: that of the file, and in JSON Lines, where each line is one, its number.

    A file is JSON Lines if its name says so, or if `field`, the field that holds the text, is given. Raises
    what `read_text` raises, and `BpeError` for a line without a text in this field.
    """
    for path in checked(paths):
        text, name = read_text(path), shown(path)
        if field is None and not is_jsonl(path.name):
            yield name, text
        else:
            texts = texts_of_jsonl(text, field or DEFAULT_FIELD, name=str(path))
            yield from ((f"{name}:{number}", one) for number, one in enumerate(texts, 1))


def read_text(path: Path) -> str:
    """Return the text of a file unchanged, including its line ends; `-` is stdin.

    Raises `OSError` if it cannot be read, and `BpeError` if it is neither UTF-8 nor UTF-16 with a byte order mark.
    """
    data = read_pipe() if path == PIPE else path.read_bytes()
    return text_of_bytes(data, name="stdin" if path == PIPE else str(path))


def read_pipe() -> bytes:
    """Return all of stdin; raises `UsageError` if it is a terminal, or closed."""
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError("no input: pass it as an argument, with --file, or on stdin")
    return sys.stdin.buffer.read()


def tokenizer_of(options: Namespace) -> Tokenizer:
    """Return the tokenizer of a command: from its files, or a published one.

    >>> tokenizer_of(Namespace(tokenizer=None, model="gpt2", split_pattern=None)).name
    'gpt2'
    """
    if options.tokenizer:
        (tokenizer,) = read_tokenizers([options.tokenizer], options.split_pattern)
        return tokenizer
    if options.split_pattern is not None:
        raise UsageError("--split-pattern goes with --tokenizer: a published tokenizer has its own")
    return published_tokenizer(options.model)


def published_tokenizer(model: str) -> Tokenizer:
    """Return the tokenizer that --model names; raises `UsageError` for an unknown name.

    >>> published_tokenizer("gpt-2").name
    'gpt2'
    """
    try:
        return tokenizer_for_model(model)
    except UnknownModelError as error:
        raise UsageError(str(error)) from error


def read_tokenizers(groups: Sequence[Sequence[Path]], split_pattern: str | None) -> Iterator[Tokenizer]:
    """Yield the tokenizer of each group of one or two files, with --split-pattern if the files have no pattern.

    Raises `OSError`, `FormatError` for invalid files, and `UsageError` for two files with the same name, for
    a missing pattern, and for a pattern that no file needs.
    """
    opened = [{shown(path.name): path.read_bytes() for path in paths} for paths in groups]
    for paths, files in zip(groups, opened, strict=True):
        if len(files) < len(paths):
            raise UsageError(
                f"--tokenizer was given two files with the same name: {', '.join(map(str, paths))}"
            )
    lacks = [not detect(files)[0].keeps_pattern for files in opened]
    if split_pattern is not None and not any(lacks):
        raise UsageError(
            "--split-pattern is only for a file that does not contain a pattern, and each of these files contains one"
        )
    pattern = None if split_pattern == NO_PATTERN else split_pattern
    for files, needs in zip(opened, lacks, strict=True):
        given: str | NotGiven | None = pattern if split_pattern is not None and needs else NOT_GIVEN
        try:
            yield read(files, split_pattern=given)
        except NeedsPatternError as error:
            raise UsageError(
                f"{error.file} does not contain the split pattern that it was trained with, and any other "
                f"gives wrong ids: pass --split-pattern with {', '.join(SPLIT_PATTERNS)}, {NO_PATTERN} or a "
                "regular expression"
            ) from error


def recipe_of(options: Namespace) -> Recipe:
    """Return the named recipe with the requested special tokens and second stage; raises `UsageError`.

    >>> stage = Namespace(special_tokens=[], lift="all", lift_after=9, keep_colons=True, max_words=4)
    >>> recipe_of(Namespace(recipe="gpt2", split_pattern=None, **vars(stage))).second_stage.after
    9
    """
    recipe = RECIPES[options.recipe or DEFAULT_RECIPE]
    if options.split_pattern is not None:
        recipe = replace(
            recipe, split_pattern=None if options.split_pattern == NO_PATTERN else options.split_pattern
        )
    try:
        recipe = with_special_tokens(recipe, options.special_tokens)
    except BpeError as error:
        raise UsageError(f"--special-tokens: {error}") from error
    if options.lift is None:
        if options.lift_after or options.keep_colons or options.max_words or getattr(options, "one_pass", 0):
            raise UsageError("--lift-after, --keep-colons, --max-words and --one-pass need --lift")
        return recipe
    stage = SecondStage(
        lifts=options.lift,
        after=options.lift_after,
        keeps_colons=options.keep_colons,
        max_words=options.max_words,
    )
    return replace(recipe, second_stage=stage)
