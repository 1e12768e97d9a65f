"""`bpe-explorer split`: splits a text into chunks of a limited number of tokens."""

from argparse import Namespace
from collections.abc import Iterator

from bpe_core.formats import table_csv
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.token_chunks import TokenChunk
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.encode import policy_of, special_tokens_told
from explorer_ui.command_line.reading import naming, texts_of, tokenizer_of
from explorer_ui.command_line.writing import say_bytes, say_json


def run(options: Namespace) -> None:
    """Print each chunk with its position in tokens, and how many tokens it has in the text and when encoded separately."""
    if options.overlap >= options.max_tokens:
        raise UsageError(f"--overlap must be less than --max-tokens, got {options.overlap}")
    tokenizer = tokenizer_of(options)
    rows: Iterator[dict[str, int | str]] = (
        {**({"file": name} if name else {}), **chunk.row()}
        for name, text in texts_of(options)
        for chunk in _chunks(tokenizer, name, text, options)
    )
    if options.csv:
        columns = TokenChunk(0, 0, b"", 0, splits_character=False).row()
        say_bytes(table_csv((*["file"] * (len(options.file or []) > 1), *columns), rows))
        return
    for row in rows:
        say_json(row)


def _chunks(tokenizer: Tokenizer, name: str, text: str, options: Namespace) -> Iterator[TokenChunk]:
    with naming(name), special_tokens_told():
        yield from tokenizer.split_by_tokens(
            text,
            options.max_tokens,
            overlap=options.overlap,
            split_characters=options.split_characters,
            **policy_of(options.special),
        )
