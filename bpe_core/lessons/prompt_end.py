"""The end of a prompt: what the last tokens are while one types, and which of them may still change.

Every prefix of a text has a cut of its own, and a longer prefix does not only add to it: it takes tokens
back. GPT-2, while `lower` is typed:

    l
    lo
    low
    low|e
    lower       the cut behind `low` is gone
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, product, takewhile
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bpe_core.lessons.ways import ids_of_bytes
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.stepped import SteppedTokenizer

_TRIES = 5000
_LAST_CHUNKS = 2
"""So many chunks at the end of a text may be cut otherwise when more is typed, by any published pattern.

`I|'l` becomes one chunk when another l comes (GPT-4o), `\n| ` when another line end does (GPT-4).
"""


class Prefix(NamedTuple):
    """The cut of a prefix of a text: `kept` tokens of the prefix one character shorter, then `new_ids`.

    `taken_back` is how many tokens of the shorter prefix are gone.
    """

    kept: int
    taken_back: int
    new_ids: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How firm the end of a prompt is: `num_tokens` tokens, of which the last `unsettled` may still change.

    `example` is a text that, typed next, changes so many; "" where none is known. With `at_least` more may
    change than were found: the pattern is one's own, or several steps prepare the text, and nobody knows how
    far back those look.
    """

    num_tokens: int
    unsettled: int
    example: str
    at_least: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """A prompt one token shorter: `kept` ids, the `removed` one, and those that begin with its bytes.

    `candidates` holds the ids, ascending, of all tokens that begin with the bytes of the removed one, itself
    among them: a model that may choose any of them chooses as if the prompt had not ended there.
    """

    kept: list[int]
    removed: int
    candidates: list[int]


def prefix_cuts(tokenizer: Tokenizer, text: str, *, last: int | None = None) -> Iterator[Prefix]:
    """Yield the cut of every prefix of a text, or of the `last` so many, one character after the other.

    Each is encoded by itself: some 0.1 seconds for all of 1,000 characters. Special tokens are ordinary text.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> [(row.taken_back, gpt2.decode(row.new_ids)) for row in prefix_cuts(gpt2, "lower")]
    [(0, 'l'), (1, 'lo'), (1, 'low'), (0, 'e'), (2, 'lower')]
    """
    first = 1 if last is None else max(len(text) - last, 0) + 1
    before = tokenizer.encode_ordinary(text[: first - 1])
    for end in range(first, len(text) + 1):
        ids = tokenizer.encode_ordinary(text[:end])
        kept = _common(before, ids)
        yield Prefix(kept, len(before) - kept, ids[kept:])
        before = ids


def ending(tokenizer: Tokenizer, text: str) -> Ending:
    """Say how many tokens at the end of a text may still change, whatever is typed next.

    Only a token that reaches beyond the end can take others back. It begins somewhere in the last chunks, so
    its first bytes are the last of the text; each such token of the vocabulary is tried until one for its
    beginning is found to come. (After `_TRIES` that do not come it is taken to be able to: the number may be
    too high, never too low.) For tokenizers that merge by rank.

    >>> from bpe_core import load_published
    >>> ending(load_published("gpt2"), "so low")
    Ending(num_tokens=2, unsettled=1, example='er', at_least=False)
    """
    ids = tokenizer.encode_ordinary(text)
    known = not isinstance(tokenizer, SteppedTokenizer)
    known = known and tokenizer.recipe.split_pattern in {None, *SPLIT_PATTERNS}
    chunks = tokenizer.encode_chunks(text, disallowed_special=())[-_LAST_CHUNKS:]
    tail_ids = [token_id for chunk in chunks for token_id in chunk]
    tail = b"".join(tokenizer.decode_tokens_bytes(tail_ids))
    if not known and tail[:1] == b" " and tokenizer.encode_ordinary(tail.decode("utf-8")) != tail_ids:
        tail = tail[1:]  # a step put the space there, and will again
    settled, example = len(tail_ids), ""
    for start in range(len(tail)):
        for tried, token in enumerate(_tokens_that_go_on(tokenizer, tail[start:])):
            if tried == _TRIES:
                if known:
                    return Ending(num_tokens=len(ids), unsettled=len(tail_ids), example="")
                break
            more = _as_text(token[len(tail) - start :])
            if more is None:
                continue
            after = tokenizer.encode_ordinary(tail.decode("utf-8") + more)
            if not _stands_at(tokenizer, after, start, token):
                continue
            common = _common(tail_ids, after)
            if common < settled:
                settled, example = common, more
            break
    return Ending(num_tokens=len(ids), unsettled=len(tail_ids) - settled, example=example, at_least=not known)


def heal(tokenizer: Tokenizer, text: str) -> Healing | None:
    """Take the last token of a text back and list what may stand in its stead: token healing; None for no text.

    Source: the guidance library of Lundberg and Ribeiro, 2023, which then lets the model choose.

    >>> from bpe_core import load_published
    >>> healing = heal(load_published("gpt2"), "http:")
    >>> healing.kept, healing.removed, len(healing.candidates)
    ([4023], 25, 16)
    """
    ids = tokenizer.encode_ordinary(text)
    if not ids:
        return None
    removed = tokenizer.vocab[ids[-1]]
    known = ids_of_bytes(tokenizer)
    longer = (known[token] for token in _tokens_that_go_on(tokenizer, removed))
    return Healing(kept=ids[:-1], removed=ids[-1], candidates=sorted({ids[-1], *longer}))


def _tokens_that_go_on(tokenizer: Tokenizer, beginning: bytes) -> list[bytes]:
    """Return the tokens that begin with some bytes and are longer, those learned first leading."""
    if tokenizer not in _SORTED:
        known = ids_of_bytes(tokenizer)
        _SORTED[tokenizer] = (known, sorted(known))
    known, tokens = _SORTED[tokenizer]
    first = bisect_right(tokens, beginning)
    found = takewhile(lambda token: token.startswith(beginning), islice(tokens, first, None))
    return sorted(found, key=known.__getitem__)


_SORTED: WeakKeyDictionary[Tokenizer, tuple[Mapping[bytes, int], list[bytes]]] = WeakKeyDictionary()


def _as_text(some_bytes: bytes) -> str | None:
    r"""Return bytes as text, the last character made whole where it is not; None for what no text holds.

    >>> _as_text(b"s."), _as_text("é".encode()[:1]), _as_text(b"\xff")
    ('s.', 'À', None)
    """
    for length in range(4):
        for further in product((0x80, 0x90, 0xA0, 0xBF), repeat=length):
            try:
                return (some_bytes + bytes(further)).decode("utf-8")
            except UnicodeDecodeError:
                continue
    return None


def _stands_at(tokenizer: Tokenizer, ids: Sequence[int], start: int, token: bytes) -> bool:
    ends = [0, *accumulate(len(tokenizer.rules.vocab[token_id]) for token_id in ids)]
    return start in ends and ends[ends.index(start) + 1] == start + len(token)


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many elements two rows begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
