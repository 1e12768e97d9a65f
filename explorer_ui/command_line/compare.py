"""`bpe-explorer compare`: one text under several tokenizers."""

import sys
from argparse import Namespace

from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.reading import published_tokenizer, read_tokenizers, text_of
from explorer_ui.command_line.writing import quoted, say, say_json

_UNASKED = ("gpt2", "gpt-4", "gpt-4o")


class SomeRefusedError(BpeError):
    """Some of the tokenizers cannot encode the text; what the others did is printed."""


def run(options: Namespace) -> None:
    """Print a row per tokenizer: how many tokens the text has, and how many bytes there are in one.

    Raises `SomeRefusedError` after the rows where a tokenizer refused the text.
    """
    text = text_of(options)
    paths = options.tokenizer or []
    if options.split_pattern is not None and not paths:
        raise UsageError("--split-pattern goes with --tokenizer: a published tokenizer has its own")
    named = options.model or ([] if paths else _UNASKED)
    tokenizers = [(name, published_tokenizer(name)) for name in named]
    files = read_tokenizers([[path] for path in paths], options.split_pattern)
    tokenizers += [(str(path), tokenizer) for path, tokenizer in zip(paths, files, strict=True)]
    rows: list[tuple[str, Tokenizer, list[int]]] = []
    refused: list[str] = []
    for name, tokenizer in tokenizers:
        try:
            rows.append((name, tokenizer, tokenizer.encode_ordinary(text)))
        except BpeError as error:
            refused.append(f"{name}: {error}")
    size = len(text.encode("utf-8"))
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
    elif rows:
        width = max(len("tokenizer"), *(len(name) for name, _tokenizer, _ids in rows))
        say(f"{'tokenizer':{width}}  {'tokens':>9}  {'bytes/token':>11}")
        for name, tokenizer, ids in rows:
            per_token = _per_token(size, ids)
            say(f"{name:{width}}  {len(ids):>9,}  {'' if per_token is None else f'{per_token:.2f}':>11}")
            if options.show:
                say(f"  {_shown(tokenizer, ids)}")
    if refused:
        sys.stdout.flush()
        raise SomeRefusedError("not encoded by " + "; ".join(refused))


def _per_token(size: int, ids: list[int]) -> float | None:
    return round(size / len(ids), 4) if ids else None


def _shown(tokenizer: Tokenizer, ids: list[int]) -> str:
    return " ".join(map(quoted, tokenizer.decode_tokens_bytes(ids)))
