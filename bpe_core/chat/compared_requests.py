"""Where two requests, or two lists of ids, first differ: how much of one a server can reuse for the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bpe_core.chat.count_request import RequestCount
from bpe_core.pairs import common_beginning
from bpe_core.tokenizer import Tokenizer

_AROUND = 8  # tokens


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two lists of ids first differ.

    Their first `kept` ids are the same, which a server that caches prefixes reuses. `part` names the part of the second
    request in which they differ, from the largest to the smallest, or of the first one if the second ends there.
    """

    kept: int
    tokens: tuple[int, int]
    part: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether there is no difference."""
        return self.tokens == (self.kept, self.kept)


def difference_of_ids(one: Sequence[int], other: Sequence[int]) -> Difference:
    """Return where two lists of ids first differ.

    >>> difference_of_ids([9906, 11, 1917, 0], [9906, 11, 1918, 0])
    Difference(kept=2, tokens=(4, 4), part=())
    """
    return Difference(common_beginning(one, other), (len(one), len(other)))


def difference_of_requests(one: RequestCount, other: RequestCount) -> Difference:
    """Return where two requests first differ, and in which part.

    >>> from bpe_core import count_request
    >>> told = {"model": "qwen3", "messages": [{"role": "user", "content": "Hello, world"}]}
    >>> again = {"model": "qwen3", "messages": [{"role": "user", "content": "Hello, you"}]}
    >>> difference_of_requests(count_request(told), count_request(again))
    Difference(kept=5, tokens=(11, 11), part=('1 user', 'Content'))
    """
    found = difference_of_ids(one.ids, other.ids)
    if found.is_same:
        return found
    broken = other if found.kept < len(other.ids) else one
    return Difference(found.kept, found.tokens, tuple(part.name for part in broken.path_at(found.kept)))


def sides(
    tokenizer: Tokenizer, one: Sequence[int], other: Sequence[int], kept: int, write: Callable[[bytes], str]
) -> list[str]:
    """Return a line for each of two lists of ids: the last few tokens before they differ, a bar, and the first few after it.

    >>> from bpe_core import load_published
    >>> sides(load_published("gpt2"), [15496, 11, 995], [15496, 11, 345], 2, repr)
    ["- b'Hello' b',' | b' world'", "+ b'Hello' b',' | b' you'"]
    """
    lines = []
    for sign, ids in zip("-+", (one, other), strict=True):
        parts = ids[max(kept - _AROUND, 0) : kept], ids[kept : kept + _AROUND]
        before, after = (" ".join(map(write, tokenizer.decode_tokens_bytes(part))) for part in parts)
        lines.append(f"{sign} {before} | {after}".rstrip())
    return lines
