"""`bpe-explorer diff`: where two requests, or two lists of ids, first differ."""

import re
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bpe_core.chat.compared_requests import Difference, difference_of_ids, difference_of_requests, sides
from bpe_core.chat.count_request import count_request
from bpe_core.chat.model_names import INSTEAD
from bpe_core.tokenizer import Tokenizer
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.decode import ids_of
from explorer_ui.command_line.reading import checked, naming, published_tokenizer, read_text
from explorer_ui.command_line.request import counted_with
from explorer_ui.command_line.writing import quoted, say, say_json

_IDS = re.compile(r"[\s\[\],]*[0-9][\s\[\],0-9]*")


def run(options: Namespace) -> None:
    """Print how many tokens two requests have in common at the beginning, and in which part they first differ."""
    paths = checked([options.one, options.other])
    one, other = map(read_text, paths)
    model = counted_with(options)
    if _IDS.fullmatch(one) and _IDS.fullmatch(other):
        tokenizer = model if isinstance(model, Tokenizer) else published_tokenizer(model or INSTEAD)
        ids: tuple[Sequence[int], Sequence[int]] = _ids(paths[0], one), _ids(paths[1], other)
        found = difference_of_ids(*ids)
        if not options.json:
            for path, listed in zip(paths, ids, strict=True):
                # Before anything is printed, and with the position in the whole list.
                with naming(path):
                    tokenizer.decode_tokens_bytes(listed)
    else:
        with naming(paths[0]):
            count = count_request(one, model)
        with naming(paths[1]):
            counts = count, count_request(other, model)
        if counts[0].tokenizer.name != counts[1].tokenizer.name:
            raise UsageError("the requests name models with different tokenizers: pass --model")
        tokenizer, ids = counts[0].tokenizer, (counts[0].ids, counts[1].ids)
        found = difference_of_requests(*counts)
    if options.json:
        say_json({"kept": found.kept, "tokens": found.tokens, "part": found.part})
    else:
        _print(tokenizer, ids, found)


def _ids(path: Path, text: str) -> list[int]:
    with naming(path):
        return ids_of([text])


def _print(tokenizer: Tokenizer, ids: tuple[Sequence[int], Sequence[int]], found: Difference) -> None:
    say(f"common  {found.kept} of {found.tokens[0]} and {found.tokens[1]} tokens")
    if found.is_same:
        say("The two are the same.")
        return
    if found.part:
        say(f"part    {' / '.join(found.part)}")
    for line in sides(tokenizer, *ids, found.kept, quoted):
        say(line)
