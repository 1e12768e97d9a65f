"""`bpe-explorer request`: what each part of a request costs."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bpe_core.chat.conversation import BYTE_ORDER_MARK, jsonl_lines
from bpe_core.chat.count_request import RequestCount, count_request
from bpe_core.chat.model_names import find_model
from bpe_core.formats import table_csv
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import TooManyTokensError
from explorer_ui.command_line.reading import naming, published_tokenizer, read_text, tokenizer_of
from explorer_ui.command_line.writing import say, say_bytes, say_json

_SHOWN = 60  # characters of a repeat


def run(options: Namespace) -> None:
    """Print what a request is, its tokens, and on request its parts and repeats; a total for JSON Lines."""
    counts = counts_of(options.request, counted_with(options))
    if options.csv:
        rows = [
            ({"request": number} if len(counts) > 1 else {}) | row
            for number, count in enumerate(counts, 1)
            for row in count.rows()
        ]
        say_bytes(table_csv(tuple(rows[0]), iter(rows)))
    for count in counts:
        if options.json:
            say_json(_as_json(count, options))
        elif not options.csv:
            _print(count, options)
    if len(counts) > 1 and not (options.json or options.csv):
        say(f"total   {sum(count.tokens for count in counts)} in {len(counts)} requests")
    most = max(count.tokens for count in counts)
    if options.at_most is not None and most > options.at_most:
        raise TooManyTokensError(f"{most} tokens, more than --at-most {options.at_most}")


def counts_of(path: Path, model: str | Tokenizer | None) -> list[RequestCount]:
    """Count the requests in a file: each line of JSON Lines, or the whole; an error names the file and its line."""
    text = read_text(path)
    counts = []
    with naming(path):
        for line in jsonl_lines(text):
            try:
                counts.append(count_request(line, model))
            except BpeError as error:
                # The same line has the same error, so the first is the one that was counted.
                number = [row.removeprefix(BYTE_ORDER_MARK) for row in text.split("\n")].index(line) + 1
                raise BpeError(f"line {number}: {error}") from error
        return counts or [count_request(text, model)]


def counted_with(options: Namespace) -> str | Tokenizer | None:
    """Return what a request is counted with: a file, the name of a model, or None for the model that it names.

    Raises `UsageError` for a model without a published vocabulary, which is only a note if the request names it.

    >>> counted_with(Namespace(tokenizer=None, split_pattern=None, model="gpt2"))
    'gpt2'
    """
    if options.tokenizer or options.split_pattern is not None:
        return tokenizer_of(options)
    model: str | None = options.model
    if model is not None and find_model(model).said:
        published_tokenizer(model)
    return model


def _as_json(count: RequestCount, options: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {
        "tokens": count.tokens,
        "read_as": count.read_as,
        "model": count.model,
        "tokenizer": count.tokenizer.name,
        "template": count.template,
        "notes": count.notes,
        "left_out": count.left_out,
        "images": count.images,
        "not_counted": [*map(asdict, count.not_counted)],
    }
    if options.parts:
        found["parts"] = [*count.rows()]
    if options.repeats:
        found["repeats"] = [*_repeat_rows(count)]
    return found


def _repeat_rows(count: RequestCount) -> Iterator[dict[str, Any]]:
    for repeat in count.repeats:
        places = [count.path_at(start) for start in repeat.starts]
        yield {
            "count": len(repeat.starts),
            "tokens": repeat.length,
            "total": repeat.total,
            "in": [" / ".join(part.name for part in path) for path in places],
            "text": count.text_of(repeat),
        }


def _print(count: RequestCount, options: Namespace) -> None:
    say(f"tokens  {count.tokens}")
    say(f"read    {_line(count.read_as)}")
    say(f"with    {count.tokenizer.name}, chat template {count.template}")
    for note in count.notes:
        say(f"note    {_line(note)}")
    for one in count.not_counted:
        say(f"not counted ({_EFFECTS[one.effect]}): {_line(str(one))}")
    for left in count.left_out:
        say(f"not in the template: {_line(left)}")
    if count.images:
        say(f"not counted (more tokens): {count.images} images")
    if options.parts:
        say(f"{'tokens':>8}  {'share':>6}  {'earlier':>8}  part")
        for row in count.rows():
            name = "  " * row["depth"] + row["part"].rpartition(" / ")[2]
            say(f"{row['tokens']:>8}  {row['share']:>6.1%}  {row['seen earlier']:>8}  {_line(name)}")
    if options.repeats:
        say(f"{'total':>8}  {'times':>6}  {'tokens':>8}  repeated text")
        for row in _repeat_rows(count):
            text = row["text"]
            shown = repr(text[:_SHOWN])[1:-1] + "..." * (len(text) > _SHOWN)
            say(f"{row['total']:>8}  {row['count']:>6}  {row['tokens']:>8}  {shown}")


_EFFECTS = {"more": "more tokens", "nothing": "no tokens", "unknown": "unknown"}


def _line(text: str) -> str:
    """Return a text on one line, without characters that a terminal would interpret."""
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
