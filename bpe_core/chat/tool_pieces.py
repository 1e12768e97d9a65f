"""What each piece of a written tool definition is: its name, its description, the prose of its parameters, or the rest."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

Part: TypeAlias = Literal[
    "", "default", "role", "content", "reasoning", "call", "name", "description", "parameters", "json"
]
"""What a stretch of a rendered request is of its message or tool; "" for text of the template."""

_PROSE = ('"description"', '"title"')
_COMMENT = re.compile(r"( *// ?)(.*?)(\n?)", re.DOTALL)


def json_pieces(pieces: Iterable[str]) -> Iterator[tuple[Part, str]]:
    r"""Yield each piece that `json.JSONEncoder.iterencode` makes of a tool definition, with what it is.

    >>> import json
    >>> tool = {"function": {"name": "f", "parameters": {"description": "x"}}}
    >>> written = [*json_pieces(json.JSONEncoder().iterencode(tool))]
    >>> [piece for piece in written if piece[0] != "json"]
    [('name', 'f'), ('parameters', 'x')]
    """
    depth, key, before = 0, "", ""
    for piece in pieces:
        depth += (piece == "{") - (piece == "}")
        part = _part_of(key, depth) if before == ": " and piece[0] == '"' else "json"
        if part == "json":
            yield part, piece
        else:
            yield "json", piece[0]
            yield part, piece[1:-1]
            yield "json", piece[-1]
        key, before = before, piece


def _part_of(key: str, depth: int) -> Part:
    if depth == 2 and key == '"name"':
        return "name"
    if key in _PROSE:
        return "description" if depth == 2 else "parameters"
    return "json"


def typescript_pieces(pieces: Iterable[str]) -> Iterator[tuple[Part, str]]:
    r"""Yield each piece of a tool's type, as `tool_as_typescript` makes them, with what it is.

    >>> written = [*typescript_pieces(["// Now.\n", "type ", "weather", " = (", ") => any;\n"])]
    >>> [piece for piece in written if piece[0] != "json"]
    [('description', 'Now.'), ('name', 'weather')]
    """
    before, prose = "", "description"
    for piece in pieces:
        found = _COMMENT.fullmatch(piece)
        if before == "type " and prose == "description":
            yield "name", piece
            prose = "parameters"
        elif found:
            yield "json", found[1]
            yield ("description" if prose == "description" else "parameters"), found[2]
            yield "json", found[3]
        else:
            yield "json", piece
        before = piece
