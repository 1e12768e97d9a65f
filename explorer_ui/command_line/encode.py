"""`bpe-explorer encode`: text to ids."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bpe_core.lessons.several_texts import is_wide
from bpe_core.tokenizer import SpecialTokenError, Tokenizer
from bpe_core.tokenizer.decoding import bytes_of_ids, whole_characters
from bpe_core.tokenizer.files import AHEAD, encode_part, in_order, parts_to_encode
from bpe_core.tokenizer.special_tokens import SpecialPolicy
from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.reading import PIPE, naming, read_text, texts_of, tokenizer_of
from explorer_ui.command_line.writing import (
    lossy,
    quoted,
    say,
    say_joined,
    say_json_in_blocks,
    shown,
    with_progress,
)

_BLOCK = 10_000  # tokens
_START = 1 << 16  # bytes


def run(options: Namespace) -> None:
    """Encode each text and print the ids, the tokens and their number, or only one of these, as requested."""
    _tell_text_from_files(options)
    if options.split_characters and options.max_tokens is None:
        raise UsageError("--split-characters goes with --max-tokens")
    if options.jobs > 1 and not (options.count and options.file and options.max_tokens is None):
        raise UsageError("--jobs goes with --count and files, without --max-tokens")
    tokenizer = tokenizer_of(options)
    if options.jobs > 1:
        counts = _counted(tokenizer, options)
    else:
        counts = [_print(tokenizer, text, options, name) for name, text in texts_of(options)]
    if options.count and len(counts) > 1:
        say(f"{sum(counts)} total")


def _tell_text_from_files(options: Namespace) -> None:
    """Set `text`, or `file` for several arguments: with --count they are files, as for `wc`; one is a text."""
    options.text = None
    if len(options.texts) > 1:
        if not options.count:
            raise UsageError(
                "only --count takes several arguments, which are files: quote a text, or pass --file"
            )
        options.file = [*map(Path, options.texts)]
    elif options.texts:
        (options.text,) = options.texts
        # A text may be longer than a path can be, which Path.is_file does not take.
        if options.count and os.path.isfile(options.text):  # noqa: PTH113
            sys.stderr.write(
                f"{options.text!r} is counted as a text; for the file of this name, pass --file\n"
            )


def _counted(tokenizer: Tokenizer, options: Namespace) -> list[int]:
    """Print and return the number of tokens of each file; processes read those in UTF-8, large ones in parts."""
    if PIPE in options.file:
        raise UsageError("--jobs needs files: stdin cannot be read by several processes")
    counts = {str(path): 0 for path in options.file}
    policy, in_parts = policy_of(options.special), []
    with ProcessPoolExecutor(options.jobs) as pool:
        for path in counts:
            if _is_read_whole(path):
                with naming(path), special_tokens_told():
                    counts[path] = len(tokenizer.encode_to_numpy(read_text(Path(path)), **policy))
            else:
                in_parts.append(path)
        parts = [*parts_to_encode(tokenizer, in_parts)]
        encoded = in_order(partial(encode_part, tokenizer, policy), parts, pool, AHEAD)
        for part in with_progress(parts, len(parts), "parts of files"):
            with naming(part.path), special_tokens_told():
                counts[part.path] += len(next(encoded))
    for path in options.file:
        say(f"{counts[str(path)]} {shown(path) if len(options.file) > 1 else ''}".rstrip())
    return [counts[str(path)] for path in options.file]


def _is_read_whole(path: str) -> bool:
    """Return whether a file cannot be read in parts: it is a pipe, or in UTF-16, which `read_text` decodes or refuses."""
    # A pipe, which can be read only once, or made while it is read, as in /proc.
    if not Path(path).stat().st_size:
        return True
    with Path(path).open("rb") as file:
        return is_wide(file.read(_START))


def _print(tokenizer: Tokenizer, text: str, options: Namespace, name: str) -> int:
    """Print the result for one text, with the name of its file if there are several; return the number of tokens."""
    with naming(name), special_tokens_told():
        every = tokenizer.encode_to_numpy(text, **policy_of(options.special))
    ids = every if options.max_tokens is None else every[: _fitting(tokenizer, every, options)]
    rest = every[len(ids) :]
    if options.count:
        say(f"{len(ids)} {name}".rstrip())
    elif options.ids:
        say_joined("", (map(str, block) for block in _blocks(ids)))
    elif options.json:
        say_json_in_blocks(
            ({"file": name} if name else {})
            | {
                "tokenizer": tokenizer.name,
                "count": len(ids),
                "ids": _blocks(ids),
                "tokens": (list(map(lossy, tokens)) for tokens in _tokens(tokenizer, ids)),
                "bytes": ([token.hex() for token in tokens] for tokens in _tokens(tokenizer, ids)),
            }
            | ({} if options.max_tokens is None else {"rest": _text_of_rest(tokenizer, text, ids, rest)})
        )
    else:
        if name:
            say(f"file    {name}")
        say_joined("ids     ", (map(str, block) for block in _blocks(ids)))
        shown = (map(quoted, tokens) for tokens in _tokens(tokenizer, ids))
        beyond = (map(quoted, tokens) for tokens in _tokens(tokenizer, rest))
        say_joined("tokens  ", chain(shown, [["|"]] if len(rest) else [], beyond))
        say(f"count   {len(ids)}" + (f" of {len(every)}" if len(rest) else ""))
    return len(ids)


def _blocks(ids: npt.NDArray[np.uint32]) -> Iterator[list[int]]:
    return (ids[start : start + _BLOCK].tolist() for start in range(0, len(ids), _BLOCK))


def _tokens(tokenizer: Tokenizer, ids: npt.NDArray[np.uint32]) -> Iterator[list[bytes]]:
    return map(tokenizer.decode_tokens_bytes, _blocks(ids))


def _text_of_rest(
    tokenizer: Tokenizer, text: str, ids: npt.NDArray[np.uint32], rest: npt.NDArray[np.uint32]
) -> str | None:
    """Return the part of a text whose ids are the `rest`; None if the tokenizer cannot tell."""
    if not len(ids) or not len(rest):
        return text if len(rest) else ""
    data, beyond = text.encode(), tokenizer.decode_bytes(rest.tolist())
    # Mostly the ids decode to the text; positions take much more memory.
    if tokenizer.decode_bytes(ids.tolist()) + beyond == data:
        return lossy(beyond)
    try:
        starts = tokenizer.offsets([*ids.tolist(), *rest.tolist()], unit="bytes", text=text)
    except BpeError:
        return None
    return lossy(data[starts[len(ids)][0] :])


def _fitting(tokenizer: Tokenizer, ids: npt.NDArray[np.uint32], options: Namespace) -> int:
    count = min(options.max_tokens, len(ids))
    first = ids[: count + 1].tolist()
    return (
        count if options.split_characters else whole_characters(bytes_of_ids(first, tokenizer.vocab), count)
    )


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
