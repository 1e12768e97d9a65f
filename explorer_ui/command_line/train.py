"""`bpe-explorer train`: a tokenizer from texts."""

import sys
from argparse import Namespace
from pathlib import Path

from tqdm import tqdm

from bpe_core.formats import FORMATS, write
from bpe_core.formats.checks import FormatError
from bpe_core.tokenizer import Tokenizer
from bpe_core.training import Training, iter_merges
from bpe_core.types import BpeError
from explorer_ui.command_line.reading import read_text, recipe_of
from explorer_ui.command_line.writing import make_folder, save


def run(options: Namespace) -> None:
    """Train on the files, text by text, and write the tokenizer in the format that is asked for."""
    format_name = options.format or format_of(options.out)
    recipe = recipe_of(options)
    # An iterator: one text at a time is in memory, and of it only its counted chunks are kept. But where walls
    # fall, chunks have neighbours, and all texts are kept whole.
    texts = map(read_text, options.files)
    training = iter_merges(
        list(texts) if recipe.walls_fall else texts,
        recipe=recipe,
        tie_break=options.tie_break,
        min_count=options.min_count,
    )
    learned = learn(training, wanted=_wanted(options, len(training.base.vocab)), quiet=options.quiet)
    tokenizer = Tokenizer.from_history(
        training.history(), name=options.out.name.partition(".")[0] or "trained"
    )
    files = write(tokenizer.in_one_pass() if options.one_pass else tokenizer, format_name)
    in_folder = len(FORMATS[format_name].suffixes) > 1
    if in_folder:
        make_folder(options.out)
    for name, data in files.items():
        # minbpe's .vocab, which is only to look at, stands beside the .model that was named.
        beside = (
            options.out if name.endswith(options.out.suffix) else options.out.with_suffix(Path(name).suffix)
        )
        save(options.out / name if in_folder else beside, data)
    if not options.quiet:
        sys.stderr.write(f"{learned:,} merges learned, {tokenizer.vocab_size:,} ids: {options.out}\n")


def learn(training: Training, *, wanted: int, quiet: bool) -> int:
    """Learn up to `wanted` merges, with a bar where a terminal shows it; return how many were learned.

    >>> learn(iter_merges("low lower", recipe="gpt2"), wanted=2, quiet=True)
    2
    """
    learned = 0
    # disable=None: none where the errors go into a file.
    with tqdm(total=wanted, unit=" merges", disable=True if quiet else None, leave=False) as bar:
        while learned < wanted and next(training, None) is not None:
            learned += 1
            bar.update()
    return learned


def format_of(path: Path) -> str:
    """Return the name of the format in which a file of this name would be read; raises `FormatError`.

    >>> format_of(Path("tokenizer.json")), format_of(Path("mine.tiktoken")), format_of(Path("mine.bpe.json"))
    ('huggingface', 'tiktoken', 'own')
    """
    fitting = [one for one in FORMATS.values() if len(one.suffixes) == 1 and path.name.endswith(one.suffixes)]
    if not fitting:
        raise FormatError(f"{path.name!r} says no format: name it with --format")
    return max(fitting, key=lambda one: len(one.suffixes[0])).name


def _wanted(options: Namespace, least: int) -> int:
    name, number = (
        ("--merges", options.merges) if options.vocab_size is None else ("--vocab-size", options.vocab_size)
    )
    wanted = int(number) - (least if name == "--vocab-size" else 0)
    if wanted < 0:
        raise BpeError(f"{name} is {number}; it must be {least if name == '--vocab-size' else 0} at least")
    return wanted
