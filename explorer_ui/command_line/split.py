"""`bpe-explorer split`: splits a text into chunks of a limited number of tokens."""

from argparse import Namespace

from bpe_core.formats import table_csv
from bpe_core.tokenizer.token_chunks import TokenChunk, token_chunks
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.encode import encoded
from explorer_ui.command_line.reading import text_of, tokenizer_of
from explorer_ui.command_line.writing import say_bytes, say_json


def run(options: Namespace) -> None:
    """Print each chunk with its position in tokens, and how many tokens it has in the text and when encoded separately."""
    if options.overlap >= options.max_tokens:
        raise UsageError(f"--overlap must be less than --max-tokens, got {options.overlap}")
    tokenizer = tokenizer_of(options)
    text = text_of(options)
    ids = encoded(tokenizer, text, options.special)
    tokenizer.check_decodes_to(text, ids)
    chunks = token_chunks(
        ids,
        options.max_tokens,
        overlap=options.overlap,
        split_characters=options.split_characters,
        vocab=tokenizer.vocab,
        decode=tokenizer.decode_bytes,
        encode=lambda text: encoded(tokenizer, text, options.special),
    )
    if options.csv:
        say_bytes(table_csv(tuple(TokenChunk(0, 0, b"", 0).row()), map(TokenChunk.row, chunks)))
        return
    for chunk in chunks:
        say_json(chunk.row())
