"""`bpe-explorer page`: the player with a text, as one web page."""

from argparse import Namespace

from bpe_core.training import train
from bpe_core.types import BpeError
from bpe_core.whole_files import write_files
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.reading import PIPE, read_text, recipe_of, tokenizer_of
from explorer_ui.command_line.writing import check_out, shown
from explorer_ui.parts.player.payload import StageData, encoding_data, player_data
from explorer_ui.present.take_along.export_page import export_page
from explorer_ui.visit.limits import MAX_ENCODE, MAX_MERGES, MAX_TEXT

DEFAULT_MERGES = 100

_OF_TRAINING = (
    "merges",
    "recipe",
    "tie_break",
    "special_tokens",
    "lift",
    "lift_after",
    "keep_colons",
    "max_words",
)


def check_options(options: Namespace, *, encodes: bool) -> None:
    """Raise `UsageError` for training options together with a tokenizer, and for --split-pattern without one."""
    given = [name for name in _OF_TRAINING if getattr(options, name) not in (None, False, 0, [])]
    if options.merges == 0:
        given.append("merges")
    if encodes and given:
        raise UsageError(
            f"--{given[0].replace('_', '-')} is for training; it does not go with --model or --tokenizer"
        )
    if options.split_pattern is not None and not encodes:
        raise UsageError("--split-pattern goes with --tokenizer")


def run(options: Namespace) -> None:
    """Train on the text, or encode it with the given tokenizer, and write the page."""
    encodes = options.model or options.tokenizer
    check_options(options, encodes=bool(encodes))
    check_out(options.out, [options.file, *(options.tokenizer or ())])
    text = read_text(options.file)
    merges = DEFAULT_MERGES if options.merges is None else options.merges
    most = MAX_ENCODE if encodes else MAX_TEXT
    if len(text) > most:
        raise BpeError(f"the text has {len(text):,} characters; the limit of a page is {most:,}")
    if merges > MAX_MERGES:
        raise UsageError(f"--merges must be at most {MAX_MERGES:,}, got {merges}")
    data: StageData
    if encodes:
        data = encoding_data(tokenizer_of(options), text)
    else:
        data = player_data(
            train(text, recipe=recipe_of(options), num_merges=merges, tie_break=options.tie_break)
        )
    title = options.title or ("Byte-pair encoding" if options.file == PIPE else shown(options.file.stem))
    write_files({options.out: export_page(data, title).encode("utf-8")})
