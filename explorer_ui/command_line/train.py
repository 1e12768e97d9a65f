"""`bpe-explorer train`: trains a tokenizer on texts."""

import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from bpe_core import alphabets
from bpe_core.formats import FORMATS, FormatError, write
from bpe_core.formats.paths import format_of_name, in_folder, placed
from bpe_core.formats.snippets import SNIPPETS, snippet
from bpe_core.recipes import Recipe
from bpe_core.tokenizer import Tokenizer
from bpe_core.training import Training, iter_merges
from bpe_core.training.special_parts import without_special
from bpe_core.whole_files import write_files
from explorer_ui.command_line.arguments import NO_PATTERN, UsageError
from explorer_ui.command_line.reading import (
    named_texts,
    naming,
    published_tokenizer,
    read_tokenizers,
    recipe_of,
)
from explorer_ui.command_line.writing import check_out, make_folder, say, shown, with_progress
from explorer_ui.visit.words import counted

_UNKNOWN_WORD = "qzxjvkwqyj"
"""A text with a pair to merge, whatever training continues from."""


def run(options: Namespace) -> None:
    """Train on the files, text by text, and write the tokenizer in the requested format."""
    recipe = recipe_of(options)
    start = _start_from(options)
    how: dict[str, Any] = {"recipe": recipe, "tie_break": options.tie_break}
    if start is not None:
        how = {"start_from": start, "tie_break": options.tie_break}
    try:
        format_name = options.format or format_of_name(options.out.name)
        # A recipe that the format cannot represent is rejected now, not after an hour.
        tried = write(_trial(options, how), format_name)
    except FormatError as error:
        raise UsageError(f"--out: {error} Choose another format with --format.") from error
    if options.snippet and format_name not in SNIPPETS:
        raise UsageError(f"--snippet is for {' and '.join(SNIPPETS)}, not for {format_name}")
    paths = placed(options.out, tried, format_name)
    read = [*options.files, *([Path(options.start_from)] if options.start_from else ())]
    check_out(options.out, read, in_folder=in_folder(format_name), files=paths)
    if len(paths) < len(tried):
        raise UsageError(
            f"--out: {options.out.suffix} is the extension of a second file of this format; choose another name"
        )
    # An iterator: only one text at a time is in memory, and only its counted chunks are kept. With a second
    # stage, chunks have neighbours, so all texts are kept whole.
    texts = _read(options, recipe)
    if options.jobs > 1 and (start or recipe.second_stage):
        raise UsageError("--jobs goes with neither --start-from nor --lift")
    with ProcessPoolExecutor(options.jobs) if options.jobs > 1 else nullcontext() as pool:
        training = iter_merges(
            list(texts) if recipe.second_stage else texts,
            **how,
            min_count=options.min_count,
            executor=pool,
        )
    wanted = _wanted(options, len(training.base.vocab))
    learned = learn(training, wanted=wanted, quiet=options.quiet)
    history = training.history()
    tokenizer = Tokenizer.from_history(history, name=shown(options.out.name.partition(".")[0]) or "trained")
    written = tokenizer.in_one_pass() if options.one_pass else tokenizer
    files = write(written, format_name)
    if in_folder(format_name):
        make_folder(options.out)
    write_files(placed(options.out, files, format_name))
    if options.snippet:
        say(snippet(written, format_name, shown(options.out)))
    if not options.quiet:
        ended = "" if learned == wanted else f" of {wanted:,} ({history.stopped.replace('-', ' ')})"
        sys.stderr.write(
            f"{counted(learned, 'merge')} learned{ended}, {counted(written.vocab_size, 'token')}: {options.out}\n"
        )
        lost = [
            f"{token!r} with id {id_}"
            for token, id_ in written.special_tokens.items()
            if not FORMATS[format_name].keeps_special(token)
        ]
        if lost:
            sys.stderr.write(f"A tokenizer read from the file lacks the special tokens: {', '.join(lost)}\n")
        if not FORMATS[format_name].keeps_pattern:
            pattern = shlex.quote(written.recipe.split_pattern or NO_PATTERN)
            sys.stderr.write(
                f"The file does not contain the split pattern; to read it, pass --split-pattern {pattern}\n"
            )


def learn(training: Training, *, wanted: int, quiet: bool) -> int:
    """Learn up to `wanted` merges, showing the progress in a terminal; return how many were learned.

    >>> learn(iter_merges("low lower", recipe="gpt2"), wanted=2, quiet=True)
    2
    """
    return sum(1 for _ in with_progress(islice(training, wanted), wanted, "merges", quiet=quiet))


def _read(options: Namespace, recipe: Recipe) -> Iterator[str]:
    """Yield the texts of the files; an error in one names its file, whose name is gone when the text is counted."""
    for name, text in named_texts(options.files, options.field):
        if recipe.alphabet == "word-marker":  # the only one that refuses a text
            with naming(name):
                for part in without_special(text, recipe.special_tokens):
                    alphabets.written(part, recipe.alphabet)
        yield text


def _start_from(options: Namespace) -> Tokenizer | None:
    """Return the tokenizer that training continues from.

    Raises `UsageError` for options that this tokenizer already determines.
    """
    if options.start_from is None:
        return None
    for name in ("recipe", "special_tokens", "lift"):
        if getattr(options, name):
            raise UsageError(
                f"--{name.replace('_', '-')} does not go with --start-from: the vocabulary has its own split "
                "pattern and special tokens"
            )
    path = Path(options.start_from)
    if not path.exists():
        if options.split_pattern is not None:
            raise UsageError("--split-pattern does not go with a published vocabulary, which has its own")
        return published_tokenizer(options.start_from)
    (tokenizer,) = read_tokenizers([[path]], options.split_pattern)
    return tokenizer


def _trial(options: Namespace, how: dict[str, Any]) -> Tokenizer:
    """Return a tokenizer with a merge and with the second stage, if the one that is trained has these."""
    training = iter_merges(_UNKNOWN_WORD, **how)
    asked = options.merges if options.vocab_size is None else options.vocab_size - len(training.base.vocab)
    learn(training, wanted=int(asked > 0), quiet=True)
    tokenizer = Tokenizer.from_history(training.history())
    stage = training.recipe.second_stage
    if stage and asked > stage.after:
        # As after that many merges; the format does not depend on which they are.
        tokenizer = replace(tokenizer, recipe=replace(tokenizer.recipe, second_stage=stage))
    return tokenizer.in_one_pass() if options.one_pass else tokenizer


def _wanted(options: Namespace, least: int) -> int:
    if options.vocab_size is None:
        return int(options.merges)
    if options.vocab_size < least:
        raise UsageError(f"--vocab-size must be at least {least}, got {options.vocab_size}")
    return int(options.vocab_size) - least
