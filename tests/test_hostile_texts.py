"""Long texts in which a search could begin at every character and run on to the end: it would take minutes."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from bpe_core.chat.conversation import read_conversation
from bpe_core.formats.tables import as_cell
from bpe_core.lessons.metrics import count_words
from bpe_core.lessons.quiz.misconceptions import _per_word
from bpe_core.lessons.tokens.decoding import two_lists
from bpe_core.lessons.train.merge_lists import read_merges
from bpe_core.lessons.train.word_counts import read_word_counts
from bpe_core.types import BpeError

N = 400_000
SPACES = " " * N
TEXTS = {
    "spaces": f"a{SPACES}b",
    "an open bracket": f"[{SPACES}x",
    "an open brace": f"{{{SPACES}x",
    "two lists of ids": f"[1, 2]{SPACES}3",
    "lists of ids on two lines": f"1 2{SPACES}3\n4 5",
    "one letter": "a" * N,
    "open quotes": '"\\' * (N // 2),
    "fences": "```\n" * (N // 4),
    "line ends": "\n" * N + "x",
}
READERS: dict[str, Callable[[str], object]] = {
    "conversation": read_conversation,
    "lists of ids": two_lists,
    "counted words": read_word_counts,
    "merges": read_merges,
    "sentences": lambda text: _per_word(text, Random(1)),
    "words": count_words,
    "cell of a table": as_cell,
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_long_text_is_read_in_linear_time(read: Callable[[str], object], text: str) -> None:
    with suppress(BpeError):
        read(text)
