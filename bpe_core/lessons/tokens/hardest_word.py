"""The word of a text that takes the most tokens, and the fewest tokens that the vocabulary allows for it."""

from itertools import chain
from typing import NamedTuple

import regex

from bpe_core.lessons.tokens.ways import fewest_tokens, token_arcs
from bpe_core.pipeline.added_tokens import StringFinder
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError

MAX_READ = 20_000
"""How many characters of a text are searched for words."""

MAX_WORD = 40
"""The maximum length of a word, in characters; longer words are skipped."""

_MOST_WORDS = 1_000
_WORD = regex.compile(r" ?\p{L}[\p{L}\p{M}]*")


class HardestWord(NamedTuple):
    """A word, its number of tokens, and the smallest number in any tokenization, None if that cannot be computed."""

    word: str
    tokens: int
    fewest: int | None


def hardest_word(tokenizer: Tokenizer, text: str, *, special: bool = False) -> HardestWord | None:
    """Return the word with the most tokens, the first if there are several; None if each word is one token.

    A word is a run of letters with the space before it. Only the first `MAX_READ` characters of a text are
    searched, and at most 1,000 distinct words. With `special`, special tokens in the text are encoded as their
    ids, so they contain no words.

    >>> from bpe_core import load_published
    >>> hardest_word(load_published("gpt2"), "newspaperman and others")
    HardestWord(word='newspaperman', tokens=4, fewest=3)
    """
    if special and tokenizer.special_tokens:
        bounds = [0, *chain.from_iterable(StringFinder(tokenizer.special_tokens).matches(text)), len(text)]
        text = "\n".join(text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True))
    words = dict.fromkeys(found[0] for found in _WORD.finditer(text[:MAX_READ]) if len(found[0]) <= MAX_WORD)
    counts = {word: len(tokenizer.encode_ordinary(word)) for word in list(words)[:_MOST_WORDS]}
    hardest = max(counts, key=counts.__getitem__, default=None)
    if hardest is None or counts[hardest] < 2:
        return None
    return HardestWord(hardest.strip(), counts[hardest], _fewest(tokenizer, hardest))


def _fewest(tokenizer: Tokenizer, word: str) -> int | None:
    encoding = tokenizer.trace(word)
    try:
        return len(fewest_tokens(token_arcs(tokenizer, encoding), len(encoding.base_ids)))
    except BpeError:
        return None
