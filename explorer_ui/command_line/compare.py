"""`bpe-explorer compare`: one text under several tokenizers."""

from argparse import Namespace

from bpe_core.published.models import tokenizer_for_model
from bpe_core.tokenizer import Tokenizer
from explorer_ui.command_line.reading import read_tokenizer, text_of
from explorer_ui.command_line.writing import quoted, say, say_json

_UNASKED = ("gpt2", "gpt-4", "gpt-4o")


def run(options: Namespace) -> None:
    """Print a row per tokenizer: how many tokens the text has, and how many bytes there are in one."""
    text = text_of(options)
    named = options.model or ([] if options.tokenizer else _UNASKED)
    tokenizers = [(name, tokenizer_for_model(name)) for name in named]
    tokenizers += [(path.name, read_tokenizer([path])) for path in options.tokenizer or ()]
    rows = [(name, tokenizer, tokenizer.encode_ordinary(text)) for name, tokenizer in tokenizers]
    size = len(text.encode("utf-8", "replace"))
    if options.json:
        say_json(
            [
                {
                    "tokenizer": name,
                    "tokens": len(ids),
                    "bytes": size,
                    "bytes_per_token": _per_token(size, ids),
                }
                for name, _tokenizer, ids in rows
            ]
        )
        return
    width = max(len("tokenizer"), *(len(name) for name, _tokenizer, _ids in rows))
    say(f"{'tokenizer':{width}}  {'tokens':>9}  {'bytes/token':>11}")
    for name, tokenizer, ids in rows:
        per_token = _per_token(size, ids)
        say(f"{name:{width}}  {len(ids):>9,}  {'' if per_token is None else f'{per_token:.2f}':>11}")
        if options.show:
            say(f"  {_shown(tokenizer, ids)}")


def _per_token(size: int, ids: list[int]) -> float | None:
    return round(size / len(ids), 4) if ids else None


def _shown(tokenizer: Tokenizer, ids: list[int]) -> str:
    return " ".join(map(quoted, tokenizer.decode_tokens_bytes(ids)))
