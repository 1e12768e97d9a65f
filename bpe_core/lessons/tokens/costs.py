"""Why a text has so many tokens: how many of them each kind of text, each script and each line takes."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
import regex

from bpe_core.alphabets import IntArray
from bpe_core.lessons.vocabulary.vocabulary import KINDS, SCRIPTS, text_columns
from bpe_core.tokenizer import Tokenizer

CostBy: TypeAlias = Literal["kind", "script", "line"]

_HEXADECIMAL = regex.compile(rb"\b(?=[0-9a-fA-F]*[0-9])(?=[0-9a-fA-F]*[a-fA-F])[0-9a-fA-F]{6,}\b")


class Cost(NamedTuple):
    """What takes `tokens` tokens and `characters` characters; its longest run is from the token `start` to `end`."""

    name: str
    tokens: int
    characters: int
    start: int
    end: int


def costs_by(tokenizer: Tokenizer, ids: Sequence[int] | IntArray, by: CostBy) -> list[Cost]:
    r"""Return what the tokens of a text are spent on, the most expensive first.

    A token belongs to the line of its first byte. Its kind is one of `KINDS`, or "hexadecimal" inside a run of six or
    more such digits with letters among them; white space before a word belongs to the word.

    >>> from bpe_core import load_published
    >>> tokenizer = load_published("gpt2")
    >>> ids = tokenizer.encode_ordinary("cat 9f3a7c21\n\nsat")
    >>> [(cost.name, cost.tokens) for cost in costs_by(tokenizer, ids, "kind")]
    [('hexadecimal', 7), ('word', 2), ('white space', 2)]
    >>> [(cost.name, cost.tokens) for cost in costs_by(tokenizer, ids, "line")]
    [('1', 9), ('2', 1), ('3', 1)]
    """
    distinct, inverse = np.unique(np.asarray(ids, np.int64), return_inverse=True)
    tokens = tuple(tokenizer.vocab[token_id] for token_id in distinct.tolist())
    each = [tokens[at] for at in inverse.tolist()]
    if not each:
        return []
    data = np.frombuffer(b"".join(each), np.uint8)
    starts = np.cumsum([0, *map(len, each)])
    if by == "line":
        labels = np.append(0, np.cumsum(data == 0x0A))[starts[:-1]]
        names = [str(number) for number in range(1, int(labels[-1]) + 2)]
    else:
        _, scripts, kinds = text_columns(tokens)
        labels = (scripts if by == "script" else kinds)[inverse].astype(np.int64)
        names = [*(SCRIPTS if by == "script" else KINDS), "hexadecimal"]
    if by == "kind":
        inside = np.zeros(len(data) + 1, np.bool_)
        for found in _HEXADECIMAL.finditer(data.tobytes()):
            inside[found.start() : found.end()] = True
        labels[inside[starts[1:] - 1]] = len(KINDS)  # by the last byte, since a space may come first
    characters = np.append(0, np.cumsum((data & 0xC0) != 0x80))
    of_label = np.bincount(labels, np.diff(characters[starts]), len(names))
    begins = np.flatnonzero(np.diff(labels, prepend=-1))
    ends = np.append(begins[1:], len(labels))
    longest = {int(labels[begins[at]]): at for at in np.argsort(ends - begins, kind="stable").tolist()}
    sizes = np.bincount(labels, minlength=len(names))
    return [
        Cost(
            names[one],
            int(sizes[one]),
            int(of_label[one]),
            int(begins[longest[one]]),
            int(ends[longest[one]]),
        )
        for one in np.argsort(-sizes, kind="stable").tolist()
        if sizes[one]
    ]
