"""Which tokens of a vocabulary can result from encoding a text, and which never do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import regex

from bpe_core.in_parts import InParts
from bpe_core.lessons.vocabulary.vocabulary import KINDS, TokenTable, whole_text
from bpe_core.pretokenization import split
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.reachable import reachable_ranks
from bpe_core.types import BpeError, UnknownCharacterError


@dataclass(frozen=True, slots=True)
class Reachable:
    """The ids of all tokens except special tokens, grouped by whether encoding can produce them.

    `alone`: the token's own text is encoded as that token. `inside`: only a longer text produces the token; an
    example is given. `not_found`: no text that was tried produces the token. `never`: no text can produce it,
    for the reason given. `not_tried`: the budget ran out, because the vocabulary has very long tokens.
    """

    alone: tuple[int, ...]
    inside: dict[int, str]
    not_found: tuple[int, ...]
    never: dict[int, str]
    not_tried: tuple[int, ...]


_BEFORE = ("", "a", "A", "字", "#", "1", " ", "\n", ")", ";", "/")
_AFTER = ("", "a", "A", "字", "#", "1", " ", "\n", "s", "S", "LL", "D", "/")
_BLOCK = 1_000  # tokens
_MAX_TRIALS = 30_000
_MAX_TRIED = 600_000
"""The maximum number of characters encoded to find out which tokens can be reached."""

_NO_UTF8 = "no text in UTF-8 contains these bytes"
_NO_MERGES = "merging its own bytes gives other tokens"

# What can come before and after part of a character to complete it.
_HEADS = (
    *(bytes([lead]) for lead in range(0xC2, 0xF5)),
    *(bytes(pair) for pair in product(range(0xE1, 0xF0), range(0x80, 0xC0, 5))),
    *(bytes((0xF0, second)) for second in range(0x90, 0xC0, 5)),
    *(bytes((0xF0, second, 0x9F)) for second in range(0x90, 0xC0, 5)),
)
_TAILS = (
    *(bytes([last]) for last in range(0x80, 0xC0)),
    *(bytes(pair) for pair in product(range(0x80, 0xC0), (0x80, 0x9A, 0xB4))),
    *(bytes(three) for three in product(range(0x80, 0xC0, 5), (0x80, 0x9F), (0x80, 0xBF))),
)
_PART_OF_UTF8 = regex.compile(
    rb"[\x80-\xbf]{0,3}(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]"
    rb"|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}"
    rb"|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})*"
    rb"(?:[\xc2-\xf4]|\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]|\xf0[\x90-\xbf][\x80-\xbf]?"
    rb"|[\xf1-\xf3][\x80-\xbf]{1,2}|\xf4[\x80-\x8f][\x80-\xbf]?)?"
)


@dataclass(slots=True)
class _Work:
    """The remaining budget: how many texts may still be encoded, and how many characters in total."""

    texts: int = _MAX_TRIALS
    characters: int = _MAX_TRIED

    def take(self, text: str, *, texts: int) -> bool:
        """Deduct `texts` texts and the characters of this one; returns False and deducts nothing if too little is left."""
        if texts > self.texts or len(text) > self.characters:
            return False
        self.texts -= texts
        self.characters -= len(text)
        return True


def reachable_in_parts(tokenizer: Tokenizer, table: TokenTable) -> InParts[Reachable]:
    """Find which tokens a tokenizer can produce, one block of tokens after another.

    A token is tried with its own text, then inside slightly longer texts, within a budget; incomplete
    characters are completed in many ways. `never` is proved: either the bytes do not occur in UTF-8, or a list
    of merges, applied by lowest rank, turns them into other tokens. The same would happen within any text,
    since the merges inside a token do not depend on the text around it. Raises `BpeError` for a tokenizer
    that changes a text before merging, for which this proof does not hold.

    >>> from bpe_core import train
    >>> from bpe_core.in_parts import finished
    >>> from bpe_core.lessons.vocabulary.vocabulary import token_table
    >>> tokenizer = Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=3))
    >>> found = finished(reachable_in_parts(tokenizer, token_table(tokenizer)))
    >>> [f"{token_id:X}" for token_id in found.never]
    ['C0', 'C1', 'F5', 'F6', 'F7', 'F8', 'F9', 'FA', 'FB', 'FC', 'FD', 'FE', 'FF']
    """
    if not tokenizer.steps.is_empty:
        raise BpeError(
            "This tokenizer does more to a text than split and merge, so its unreachable tokens cannot be "
            "listed here."
        )
    is_remade = _remaking(tokenizer, table)
    alone: list[int] = []
    inside: dict[int, str] = {}
    not_found: list[int] = []
    never: dict[int, str] = {}
    not_tried: list[int] = []
    special = table.kinds == KINDS.index("special")
    work = _Work()
    for number, row in enumerate(np.flatnonzero(~special).tolist(), 1):
        if number % _BLOCK == 0:
            yield number
        token_id, token = int(table.token_ids[row]), table.token_bytes[row]
        text = whole_text(token)
        if text is None:
            reachable: bool | None = False
        elif is_remade is None:
            reachable = _encodes_to(tokenizer, text, [token_id]) if work.take(text, texts=0) else None
        else:
            # If a chunk is the token, only a chunk boundary inside it can prevent that; looking for one is
            # twenty times as fast as encoding.
            reachable = is_remade(row) and len(split(text, tokenizer.recipe.split_pattern)) == 1
        if reachable:
            alone.append(token_id)
        elif not _PART_OF_UTF8.fullmatch(token):
            never[token_id] = _NO_UTF8
        elif reachable is None:
            not_tried.append(token_id)
        elif is_remade is not None and tokenizer.mergeable_ranks is None and not is_remade(row):
            never[token_id] = _NO_MERGES
        elif (witness := _find_witness(tokenizer, token_id, token, work)) is not None:
            inside[token_id] = witness
        else:
            not_found.append(token_id)
    return Reachable(tuple(alone), inside, tuple(not_found), never, tuple(not_tried))


def _remaking(tokenizer: Tokenizer, table: TokenTable) -> Callable[[int], bool] | None:
    """Return a function that says, without merging, whether a chunk with the base units of a row is its token; None if unknown."""
    if tokenizer.mergeable_ranks is not None:
        # A whole chunk is looked up in a rank table before anything is merged.
        return lambda _: True
    recipe, merges = tokenizer.recipe, tokenizer.merges
    new_ids = tokenizer.rules.new_ids
    is_plain = recipe.alphabet in ("bytes", "characters")
    if recipe.encode_order != "lowest-rank" or recipe.second_stage or not is_plain:
        return None
    if not len({pair for pair, _ in merges}) == len(set(new_ids)) == len(merges):
        return None
    reachable = dict(zip(new_ids, reachable_ranks(merges), strict=True))
    return lambda row: reachable.get(int(table.token_ids[row]), True)


def _encodes_to(tokenizer: Tokenizer, text: str, ids: list[int]) -> bool:
    try:
        return tokenizer.encode_ordinary(text) == ids
    except UnknownCharacterError:
        return False


def _find_witness(tokenizer: Tokenizer, token_id: int, token: bytes, work: _Work) -> str | None:
    for text in _texts_around(token):
        if not work.take(text, texts=1):
            return None
        try:
            if token_id in tokenizer.encode_ordinary(text):
                return text
        except UnknownCharacterError:
            continue
    return None


def _texts_around(token: bytes) -> Iterator[str]:
    if (text := whole_text(token)) is not None:
        yield from (before + text + after for before, after in product(_BEFORE, _AFTER))
        return
    heads = _HEADS if 0x80 <= token[0] < 0xC0 else (b"",)
    # If no head makes the token valid UTF-8, its last character is incomplete and needs a tail.
    for head in heads:
        if (text := whole_text(head + token)) is not None:
            yield text
            continue
        for tail in _TAILS:
            if (text := whole_text(head + token + tail)) is not None:
                yield text
