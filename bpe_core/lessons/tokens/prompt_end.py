"""The end of a prompt: what the last tokens are while somebody types, and which of them may still change.

Every prefix of a text has its own tokenization. Typing another character can replace tokens, not only add
them. The tokens of GPT-2 while `lower` is typed:

    l
    lo
    low
    low|e
    lower       the token boundary after `low` is gone
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, product
from typing import NamedTuple
from weakref import WeakKeyDictionary

from bpe_core.lessons.tokens.ways import ids_of_bytes
from bpe_core.lessons.vocabulary.vocabulary import whole_text
from bpe_core.pairs import common_beginning
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import UnknownCharacterError

MAX_ENCODED = 2_000_000
"""The maximum number of bytes encoded to find what may still change, for all continuations of a prompt together."""

_LEAST_ENCODED = 100
"""The minimum number of bytes that a text counts for, since encoding a shorter text takes as long."""

_LAST_CHUNKS = 2
"""How many chunks at the end of a text may change when more is typed, with any published pattern.

`I|'l` becomes one chunk when another l is typed (GPT-4o), and `\n| ` when another line end is typed (GPT-4).
"""


_EVERY_CLASS = ("a", "A", "\u01c5", "\u02b0", "字", "\u0301", "1", "\n", " ", "\u3000", ".", "/")
"""A character of each class that the published patterns distinguish, because each may move an earlier chunk boundary."""

_ENDINGS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


class Prefix(NamedTuple):
    """The tokens of a prefix of a text: the first `kept` tokens of the previous prefix, then `new_ids`.

    The previous prefix is one character shorter; `taken_back` is how many of its tokens were replaced.
    """

    kept: int
    taken_back: int
    new_ids: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How stable the end of a prompt is: of its `num_tokens` tokens, the last `unsettled` may still change.

    `example` is a text that changes that many tokens if typed next; "" if none is known. With `at_least`,
    more tokens may change, because not all continuations were tried, or because it is unknown how far back a
    custom split pattern or a pipeline looks.
    """

    num_tokens: int
    unsettled: int
    example: str
    at_least: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """A prompt without its last token: the `kept` ids, the `removed` id, and the ids that could replace it.

    `candidates` has the ids, ascending, of all tokens that begin with the bytes of the removed token, including
    that token. A model that may choose any of them is not affected by where the prompt ended.
    """

    kept: list[int]
    removed: int
    candidates: list[int]


def prefix_cuts(tokenizer: Tokenizer, text: str, *, last: int | None = None) -> Iterator[Prefix]:
    """Yield the tokens of every prefix of a text, or only of the `last` longest prefixes, the shortest first.

    Each prefix is encoded separately, which takes some 0.1 seconds for a text of 1,000 characters. Special
    tokens are ordinary text.

    >>> from bpe_core import load_published
    >>> gpt2 = load_published("gpt2")
    >>> [(row.taken_back, gpt2.decode(row.new_ids)) for row in prefix_cuts(gpt2, "lower")]
    [(0, 'l'), (1, 'lo'), (1, 'low'), (0, 'e'), (2, 'lower')]
    """
    first = 1 if last is None else max(len(text) - last, 0) + 1
    before = tokenizer.encode_ordinary(text[: first - 1])
    for end in range(first, len(text) + 1):
        ids = tokenizer.encode_ordinary(text[:end])
        kept = common_beginning(before, ids)
        yield Prefix(kept, len(before) - kept, ids[kept:])
        before = ids


def ending(tokenizer: Tokenizer, text: str) -> Ending:
    """Return how many tokens at the end of a text may still change when more is typed, as found by `iter_endings`.

    >>> from bpe_core import load_published
    >>> ending(load_published("gpt2"), "so low")
    Ending(num_tokens=2, unsettled=1, example='er', at_least=False)
    """
    return deque(iter_endings(tokenizer, text), maxlen=1).pop()


def iter_endings(tokenizer: Tokenizer, text: str) -> Iterator[Ending]:
    r"""Try one continuation of a text after another and yield what is known so far; the last result is complete.

    A token can change for two reasons. The next character may move a chunk boundary, so one character of each
    class is tried. Or a longer token may cover the end of the text and what is typed next. Such a token begins
    with the last bytes of the text, so every token that does is tried if it could change more than is known so
    far. At most `MAX_ENCODED` bytes are encoded; if more would be needed, `at_least` stays set. The results
    hold for tokenizers that merge by rank.

    >>> from bpe_core import load_published
    >>> found = list(iter_endings(load_published("gpt2"), "Hello.\n\n"))
    >>> found[0].at_least, found[-1]
    (True, Ending(num_tokens=3, unsettled=1, example='a', at_least=False))
    """
    ids = tokenizer.encode_ordinary(text)
    known = tokenizer.steps.is_empty and tokenizer.recipe.split_pattern in {None, *SPLIT_PATTERNS}
    chunks = tokenizer.encode_chunks(text, disallowed_special=())[-_LAST_CHUNKS:]
    tail_ids = [token_id for chunk in chunks for token_id in chunk]
    tail = b"".join(tokenizer.decode_tokens_bytes(tail_ids))
    if not known and tail[:1] == b" " and tokenizer.encode_ordinary(tail.decode("utf-8")) != tail_ids:
        tail = tail[1:]  # the pipeline inserted this space, and will insert it again
    settled, left = len(tail_ids), MAX_ENCODED
    found = Ending(num_tokens=len(ids), unsettled=0, example="", at_least=True)
    for start, continuations in _continuations(tokenizer, tail):
        # Whichever token begins at `start`, the tokens before it are those of the text up to `start`.
        before = whole_text(tail[:start]) if settled < len(tail_ids) else None
        left -= start if before else 0
        if left < 0:
            return
        kept = common_beginning(tail_ids, tokenizer.encode_ordinary(before)) if before else 0
        yield found
        for more in continuations:
            if kept >= settled:
                break
            left -= max(len(tail) + len(more), _LEAST_ENCODED)
            if left < 0:
                return
            try:
                longer = tokenizer.encode_ordinary(tail.decode("utf-8") + more)
            except UnknownCharacterError:
                continue  # the alphabet has only what occurred in training
            common = common_beginning(tail_ids, longer)
            if common < settled:
                settled = common
                found = replace(found, unsettled=len(tail_ids) - settled, example=more)
            yield found
    yield replace(found, at_least=not known)


def heal(tokenizer: Tokenizer, text: str) -> Healing | None:
    """Remove the last token of a text and list its possible replacements (token healing); None for an empty text.

    Source: the guidance library of Lundberg and Ribeiro, 2023, which lets the model choose the replacement.

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
    """Return the longer tokens that begin with some bytes, in the order in which they were learned."""
    if tokenizer not in _SORTED:
        known = ids_of_bytes(tokenizer)
        _SORTED[tokenizer] = (known, sorted(known))
    known, tokens = _SORTED[tokenizer]
    first = end = bisect_right(tokens, beginning)
    while end < len(tokens) and tokens[end].startswith(beginning):
        end += 1
    return sorted(tokens[first:end], key=known.__getitem__)


_SORTED: WeakKeyDictionary[Tokenizer, tuple[Mapping[bytes, int], list[bytes]]] = WeakKeyDictionary()


def _continuations(tokenizer: Tokenizer, tail: bytes) -> Iterator[tuple[int, Iterator[str]]]:
    """Yield groups of texts that may be typed next, each group with the first byte at which it can change a token."""
    yield 0, _with_endings(tail, _EVERY_CLASS)
    for start in range(len(tail)):
        tokens = _tokens_that_go_on(tokenizer, tail[start:])
        texts = (_as_text(token[len(tail) - start :]) for token in tokens)
        if tokens:
            yield start, _with_endings(tail, (text for text in texts if text is not None))


def _with_endings(tail: bytes, continuations: Iterable[str]) -> Iterator[str]:
    """Yield the continuations; where one ends inside an ending such as 'll, also yield it with the rest of the ending."""
    last = tail[-2:].decode("utf-8", "ignore")
    for more in chain([""], continuations):
        if more:
            yield more
        begun = (last + more)[-2:].lower()
        for ending in _ENDINGS:
            for length in range(1, len(ending)):
                if begun.endswith(ending[:length]):
                    yield more + ending[length:]


def _as_text(some_bytes: bytes) -> str | None:
    r"""Return bytes as text, with the last character completed if necessary; None if no text contains them.

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
