"""`bpe-explorer compare`: compares tokenizers on texts."""

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from bpe_core.alphabets import IntArray, replace_lone_surrogates
from bpe_core.fast.split import block_spans
from bpe_core.formats import table_csv
from bpe_core.in_parts import finished
from bpe_core.lessons.compare.text_costs import CostTally, MeasuredText, TextCosts
from bpe_core.lessons.tokens.segmentations import cut_positions
from bpe_core.lessons.tokens.token_boundaries import Places, starts_in_text
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.reading import PIPE, named_texts, published_tokenizer, read_tokenizers
from explorer_ui.command_line.writing import quoted, say, say_bytes, say_json, shown

_Row: TypeAlias = Mapping[str, int | float | str | None]

_UNASKED = ("gpt2", "gpt-4", "gpt-4o")
_SHOWN = {
    "tokens": ("tokens", ",d"),
    "bytes per token": ("bytes/token", ".2f"),
    "tokens per word": ("tokens/word", ".2f"),
    "times the first": ("ratio", ".2f"),
    "share of context": ("of context", ".1%"),
    "price": ("price", ".6f"),
    "median": ("median", ",d"),
    "95%": ("95%", ",d"),
}
"""The columns in a terminal, each with its heading and number format; the CSV has more."""


class SomeRefusedError(BpeError):
    """Some of the tokenizers cannot encode the texts; the results of the others are printed."""


def run(options: Namespace) -> None:
    """Print a row per tokenizer: how many tokens the texts have, what they cost, and how they are distributed.

    With --each, the rows are those of each text. Raises `SomeRefusedError` after the rows if a tokenizer could
    not encode a text.
    """
    if options.text in (None, str(PIPE)):
        named = list(named_texts(options.file or [PIPE], options.field))
    elif options.field is not None:
        raise UsageError("--field is for JSON Lines, from --file or stdin, not for a text as an argument")
    else:
        named = [("", options.text)]
    tokenizers = _tokenizers(options)
    price_of, first = _prices(options, tokenizers), next(iter(tokenizers))
    of_each: list[list[_Row]] = []
    refused: dict[str, str] = {}
    costs: dict[str, TextCosts] = {}
    for name, texts in [(one[0], [one]) for one in named] if options.each else [("", named)]:
        costs, reasons = _costs(tokenizers, texts)
        refused = reasons | refused
        file = {"file": name} if options.each else {}
        of_each.append(
            [
                {
                    **file,
                    **cost.row(one, first=costs.get(first), window=options.window, price=price_of[one]),
                }
                for one, cost in costs.items()
            ]
        )
    rows = [row for rows_of_text in of_each for row in rows_of_text]
    if options.json:
        say_json([{name.replace(" ", "_"): _rounded(value) for name, value in row.items()} for row in rows])
    elif rows and options.csv:
        say_bytes(table_csv(tuple(rows[0]), rows))
    elif rows and options.each:
        _print_each(of_each, tokenizers)
    elif rows:
        _print(rows, costs, tokenizers, [text for _, text in named] if options.show else [])
    if refused:
        sys.stdout.flush()
        raise SomeRefusedError("not encoded by " + "; ".join(f"{one}: {why}" for one, why in refused.items()))


def _prices(options: Namespace, tokenizers: Iterable[str]) -> dict[str, float | None]:
    """Return the price for each tokenizer: the one with its name, or the one at its place."""
    names = list(tokenizers)
    given = [(name and shown(name), price) for name, price in options.price or [(None, None)]]
    if any(name for name, _ in given):
        for name, price in given:
            if name is None:
                raise UsageError(f"--price {price:g} has no name, though another price has one")
            if name not in names:
                raise UsageError(f"--price: {name!r} is none of the tokenizers: {', '.join(names)}")
        if twice := [name for name, count in Counter(name for name, _ in given).items() if count > 1]:
            raise UsageError(f"--price: {twice[0]!r} is given twice; only one value is used")
        return dict.fromkeys(names) | dict(given)
    if len(given) not in (1, len(names)):
        raise UsageError(f"--price was given {len(given)} times for {len(names)} tokenizers")
    prices = [price for _, price in given]
    return dict(zip(names, prices * (len(names) if len(prices) == 1 else 1), strict=True))


def _tokenizers(options: Namespace) -> dict[str, Tokenizer]:
    compared: Sequence[str | Path] = options.compared or _UNASKED
    paths = [one for one in compared if isinstance(one, Path)]
    if options.split_pattern is not None and not paths:
        raise UsageError("--split-pattern goes with --tokenizer: a published tokenizer has its own")
    files = read_tokenizers([[path] for path in paths], options.split_pattern)
    return {
        shown(one) if isinstance(one, Path) else one: next(files)
        if isinstance(one, Path)
        else published_tokenizer(one)
        for one in dict.fromkeys(compared)
    }


def _costs(
    tokenizers: Mapping[str, Tokenizer], texts: Sequence[tuple[str, str]]
) -> tuple[dict[str, TextCosts], dict[str, str]]:
    """Return what the texts cost with each tokenizer that encodes all of them, and why each other one does not."""
    tallies = {name: CostTally(tokenizer.vocab_size) for name, tokenizer in tokenizers.items()}
    refused: dict[str, str] = {}
    several = len(texts) > 1
    # In blocks, of which only one is measured at a time, if that changes no figure.
    in_blocks = all(tokenizer.may_be_cut for tokenizer in tokenizers.values())
    for file, text in texts:
        for start, end in block_spans(text) if in_blocks and text else [(0, len(text))]:
            block, continues = text[start:end], start > 0
            measured = MeasuredText.of(block, by_line=not several, continues=continues)
            for name in list(tallies):
                try:
                    ids = tokenizers[name].encode_to_numpy(block, disallowed_special=())
                except BpeError as error:
                    refused[name] = f"{file}: {error}" if file else str(error)
                    del tallies[name]
                else:
                    boundaries = _boundaries(tokenizers[name], block, ids.tolist())
                    tallies[name].add(measured, ids, boundaries, continues=continues)
    return {name: tally.costs() for name, tally in tallies.items()}, refused


def _boundaries(tokenizer: Tokenizer, text: str, ids: Sequence[int]) -> IntArray | Places | None:
    """Return the bytes of a text at which its tokens except the first begin; None if unknown."""
    tokens = tokenizer.decode_tokens_bytes(ids)
    if b"".join(tokens) == replace_lone_surrogates(text).encode("utf-8"):
        return cut_positions(tokens)
    try:
        starts = finished(starts_in_text(tokenizer, text, tokenizer.iter_chunks(text, disallowed_special=())))
    except BpeError:
        return None
    return starts[1:]


def _print(
    rows: Sequence[_Row],
    costs: Mapping[str, TextCosts],
    tokenizers: Mapping[str, Tokenizer],
    shown: Sequence[str],
) -> None:
    several = any(cost.units > 1 for cost in costs.values())
    shown_columns = {
        column: how
        for column, how in _SHOWN.items()
        if any(row[column] is not None for row in rows)
        and (several or column not in ("median", "95%"))
        and (len(rows) > 1 or column != "times the first")
    }
    width = max(len("tokenizer"), *(len(str(row["tokenizer"])) for row in rows))
    say("  ".join([f"{'tokenizer':{width}}", *(f"{heading:>11}" for heading, _ in shown_columns.values())]))
    for row in rows:
        cells = [
            "" if row[column] is None else format(row[column], form)
            for column, (_, form) in shown_columns.items()
        ]
        say("  ".join([f"{row['tokenizer']!s:{width}}", *(f"{cell:>11}" for cell in cells)]))
        for text in shown:
            tokenizer = tokenizers[str(row["tokenizer"])]
            say(f"  {' '.join(map(quoted, tokenizer.decode_tokens_bytes(tokenizer.encode_ordinary(text))))}")


def _print_each(of_each: Iterable[Sequence[_Row]], names: Iterable[str]) -> None:
    """Print the tokens of each text, as `wc` does: a column for each tokenizer, and the total of those that took all."""
    # By place, since a file may be given twice, or have the name `total`.
    table: list[tuple[str, dict[str, int]]] = []
    for rows in filter(None, of_each):
        tokens_of = {str(row["tokenizer"]): int(row["tokens"] or 0) for row in rows}
        table.append((str(rows[0]["file"]), tokens_of))
    if len(table) > 1:
        took_all = [name for name in names if all(name in tokens_of for _, tokens_of in table)]
        table.append(("total", {name: sum(tokens_of[name] for _, tokens_of in table) for name in took_all}))
    widths = {name: max(len(name), 11) for name in names}
    say("  ".join(f"{name:>{width}}" for name, width in widths.items()) + "  file")
    for file, tokens_of in table:
        cells = (f"{tokens_of.get(name, '-'):>{width}}" for name, width in widths.items())
        say(f"{'  '.join(cells)}  {file}".rstrip())


def _rounded(value: float | str | None) -> int | float | str | None:
    return float(f"{value:.6g}") if isinstance(value, float) else value
