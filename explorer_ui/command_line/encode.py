"""`bpe-explorer encode`: text to ids."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bpe_core.tokenizer import SpecialTokenError, Tokenizer
from bpe_core.tokenizer.decoding import bytes_of_ids, whole_characters
from bpe_core.tokenizer.special_tokens import SpecialPolicy
from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.reading import texts_of, tokenizer_of
from explorer_ui.command_line.writing import lossy, quoted, say, say_json


def run(options: Namespace) -> None:
    """Encode each text and print the ids, the tokens and their number, or only one of these, as requested."""
    if options.split_characters and options.max_tokens is None:
        raise UsageError("--split-characters goes with --max-tokens")
    tokenizer = tokenizer_of(options)
    counts = [_print(tokenizer, text, options, name) for name, text in texts_of(options)]
    if options.count and len(counts) > 1:
        say(f"{sum(counts)} total")


def _print(tokenizer: Tokenizer, text: str, options: Namespace, name: str) -> int:
    """Print the result for one text, with the name of its file if there are several; return the number of tokens."""
    every = encoded(tokenizer, text, options.special)
    ids = every if options.max_tokens is None else every[: _fitting(tokenizer, every, options)]
    rest = every[len(ids) :]
    if options.count:
        say(f"{len(ids)} {name}".rstrip())
    elif options.ids:
        say(" ".join(map(str, ids)))
    else:
        tokens = tokenizer.decode_tokens_bytes(ids)
        if options.json:
            say_json(
                ({"file": name} if name else {})
                | {
                    "tokenizer": tokenizer.name,
                    "count": len(ids),
                    "ids": ids,
                    "tokens": [lossy(token) for token in tokens],
                    "bytes": [token.hex() for token in tokens],
                }
                | ({} if options.max_tokens is None else {"rest": lossy(tokenizer.decode_bytes(rest))})
            )
        else:
            if name:
                say(f"file    {name}")
            say(f"ids     {' '.join(map(str, ids))}")
            beyond = ["|", *map(quoted, tokenizer.decode_tokens_bytes(rest))] if rest else []
            say(f"tokens  {' '.join([*map(quoted, tokens), *beyond])}")
            say(f"count   {len(ids)}" + (f" of {len(every)}" if rest else ""))
    return len(ids)


def _fitting(tokenizer: Tokenizer, ids: Sequence[int], options: Namespace) -> int:
    count = min(options.max_tokens, len(ids))
    return count if options.split_characters else whole_characters(bytes_of_ids(ids, tokenizer.vocab), count)


def encoded(tokenizer: Tokenizer, text: str, special: str) -> list[int]:
    """Return the ids of a text; `special` is the policy for special tokens in it: refuse, ordinary, or special.

    >>> from bpe_core.published import load_published
    >>> encoded(load_published("gpt2"), "<|endoftext|>", "special")
    [50256]
    """
    with special_tokens_told():
        return tokenizer.encode(text, **policy_of(special))


def policy_of(special: str) -> SpecialPolicy:
    """Return the options of `Tokenizer.encode` for a policy: refuse, ordinary, or special."""
    if special == "ordinary":
        return {"disallowed_special": ()}
    return {"allowed_special": "all" if special == "special" else frozenset()}


@contextmanager
def special_tokens_told() -> Iterator[None]:
    """Raise an error that names the options of the command instead of those of the library."""
    try:
        yield
    except SpecialTokenError as error:
        raise BpeError(
            f"the text contains the special token {error.token!r} at position {error.position}: pass "
            "--special ordinary or --special special"
        ) from error
