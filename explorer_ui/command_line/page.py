"""`bpe-explorer page`: the player with a text, as one web page."""

from argparse import Namespace

from bpe_core.training import train
from bpe_core.types import BpeError
from explorer_ui.command_line.reading import PIPE, read_text, recipe_of, tokenizer_of
from explorer_ui.command_line.writing import save
from explorer_ui.components.export_page import export_page
from explorer_ui.components.player.payload import StageData, encoding_data, player_data
from explorer_ui.frame.limits import MAX_ENCODE, MAX_MERGES, MAX_TEXT


def run(options: Namespace) -> None:
    """Train on the text, or encode it with the tokenizer that is named, and write the page."""
    text = read_text(options.file)
    encodes = options.model or options.tokenizer
    most = MAX_ENCODE if encodes else MAX_TEXT
    if len(text) > most:
        raise BpeError(f"the text has {len(text):,} characters; the page shows up to {most:,}")
    if options.merges > MAX_MERGES:
        raise BpeError(f"--merges is {options.merges}; the page shows up to {MAX_MERGES:,}")
    data: StageData
    if encodes:
        data = encoding_data(tokenizer_of(options), text)
    else:
        data = player_data(
            train(text, recipe=recipe_of(options), num_merges=options.merges, tie_break=options.tie_break)
        )
    title = options.title or ("Byte-pair encoding" if options.file == PIPE else options.file.stem)
    save(options.out, export_page(data, title).encode("utf-8"))
