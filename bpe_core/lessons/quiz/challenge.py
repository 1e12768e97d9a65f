"""Questions with one right answer, made from a text and checked by the engine itself.

Every function that makes a question takes a `random.Random`: the same seed gives the same question. The
function returns None if the material allows no question. A question contains what is needed to answer it: a
text short enough for counting pairs, or the merges that apply. As far as the material allows, guessing does
not help: wrong ways to split a word consist of tokens too, the right number is the lowest option as often as
the highest, and in half of the questions the longer of two texts takes fewer tokens.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from random import Random
from typing import Protocol, TypeVar

import regex

from bpe_core.history import TrainingHistory
from bpe_core.lessons.tokens.single_words import WorkedWord, worked_word
from bpe_core.patterns import BRANCHES
from bpe_core.pretokenization import pretokenize
from bpe_core.recipes import Recipe
from bpe_core.tokenizer import Tokenizer
from bpe_core.training.core import train
from bpe_core.types import BpeError, Chunk, Pair
from bpe_core.unicode16 import as_unicode16

_OPTIONS = 4
_LEADERS = 12
_TRIES = 40
_EASY_TOKENS = 8
_MOST_WORD_BYTES = 24
_MOST_EXCERPT_BYTES = 84  # with the candidate pairs marked, such an excerpt fits on a phone
_CLEARLY_MORE = 1.25
_CONTEXT = 24
_LEAST_PASSAGE = 12
_MOST_PASSAGE = 120
Option = TypeVar("Option")


@dataclass(frozen=True, slots=True)
class NextPair:
    """Which pair does training on `text` merge after `step` merges? There is exactly one most frequent pair.

    `history` is the training on that text only, and `counts` has the number of occurrences of each option at
    that step.
    """

    text: str
    history: TrainingHistory = field(repr=False, compare=False)
    step: int
    options: tuple[Pair, ...]
    counts: tuple[int, ...]
    answer: int


@dataclass(frozen=True, slots=True)
class WordCut:
    """How is a word tokenized as a text of its own, including the space before it if it has one?

    Each option is the word as a sequence of tokens of the same tokenizer.
    """

    work: WorkedWord
    options: tuple[tuple[bytes, ...], ...]
    answer: int


@dataclass(frozen=True, slots=True)
class HandCut:
    """Where are the token boundaries of a word? There are no options: bit i of the answer is set if gap i is a boundary."""

    work: WorkedWord
    answer: int
    options: tuple[()] = ()


@dataclass(frozen=True, slots=True)
class TokenCost:
    """How many tokens does a word have? The options are in increasing order."""

    work: WorkedWord
    options: tuple[int, ...]
    answer: int


@dataclass(frozen=True, slots=True)
class DearerText:
    """Which of two texts takes more tokens? One of them takes at least a quarter more."""

    options: tuple[str, str]
    costs: tuple[int, int]
    answer: int


@dataclass(frozen=True, slots=True)
class ChunkBranch:
    """Which branch of a published pattern matches `chunk`, which is between `before` and `after`?

    The options are indices of branches, in increasing order; `matches` says for each whether that branch would
    match at the start of the chunk if it were tried first.
    """

    split_pattern: str
    before: str
    chunk: Chunk
    after: str
    options: tuple[int, ...]
    matches: tuple[bool, ...]
    answer: int


class Question(Protocol):
    """What all questions have in common."""

    @property
    def options(self) -> Sequence[object]:
        """The answers to choose from."""

    @property
    def answer(self) -> int:
        """The index of the right option; for `HandCut`, the token boundaries as bits."""


def next_pair(text: str, recipe: Recipe | str, rng: Random) -> NextPair | None:
    """Ask for the next merge of a training on an excerpt of a text; the other options are frequent pairs too.

    >>> question = next_pair("hug hug pug pun", "gpt2", Random(1))
    >>> question.text, question.counts[question.answer] == max(question.counts)
    ('hug hug pug pun', True)
    """
    for _ in range(_TRIES if text.strip() else 0):
        excerpt = _excerpt(text, rng)
        try:
            history = train(excerpt, recipe=recipe, num_merges=len(excerpt), min_count=2)
        except BpeError:
            return None
        counted = [history.pair_counts_at(step) for step in range(len(history.merges))]
        steps = [step for step, counts in enumerate(counted) if _has_one_best(list(counts.values()))]
        if steps:
            step = rng.choice(steps)
            best, *others = list(counted[step])[:_LEADERS]
            wrong = rng.sample(others, min(len(others), _OPTIONS - 1))
            options, answer = _shuffled(best, wrong, rng)
            counts = tuple(counted[step][pair] for pair in options)
            return NextPair(excerpt, history, step, options, counts, answer)
    return None


def _excerpt(text: str, rng: Random) -> str:
    """Return a text if it is short enough, otherwise consecutive words of it."""
    if len(text.encode("utf-8")) <= _MOST_EXCERPT_BYTES:
        return text
    starts = [found.start() for found in _WORD_START.finditer(text)] or [0]
    part = text[rng.choice(starts) :].encode("utf-8")[:_MOST_EXCERPT_BYTES].decode("utf-8", "ignore")
    end = max(part.rfind(" "), part.rfind("\n"))
    return part[:end] if end > _MOST_EXCERPT_BYTES // 4 else part


def _has_one_best(counts: Sequence[int]) -> bool:
    return len(counts) > 1 and counts[0] > max(counts[1], 1)


def word_cut(tokenizer: Tokenizer, words: Sequence[str], rng: Random) -> WordCut | None:
    """Ask how a word is tokenized; every wrong option consists of tokens of the same tokenizer.

    Prefers words that have another tokenization with equally few tokens, so that counting the tokens does not
    give the answer away; then words with few tokens.

    >>> from bpe_core import load_published
    >>> question = word_cut(load_published("gpt2"), ["strawberry"], Random(1))
    >>> question.options[question.answer]
    (b'st', b'raw', b'berry')
    """
    known = tokenizer.id_of_bytes
    best: tuple[tuple[bool, int], WordCut] | None = None
    # Prepare all words before choosing one, so that a seed always gives the same question.
    for work in list(_worked(tokenizer, words, rng)):
        right = work.tokens
        wrong = _other_cuts(b"".join(right), right, known, rng)
        if not wrong:
            continue
        options, answer = _shuffled(right, wrong, rng)
        flaws = (min(map(len, wrong)) > len(right), max(len(right) - _EASY_TOKENS, 0))
        if best is None or flaws < best[0]:
            best = flaws, WordCut(work, options, answer)
        if flaws == (False, 0):
            break
    return best and best[1]


def hand_cut(tokenizer: Tokenizer, words: Sequence[str], rng: Random) -> HandCut | None:
    """Ask for the token boundaries of a word, preferably of a word with several tokens.

    >>> from bpe_core import load_published
    >>> question = hand_cut(load_published("gpt2"), ["strawberry"], Random(1))
    >>> question.work.tokens, f"{question.answer:b}"
    ((b'st', b'raw', b'berry'), '10010')
    """
    works = _worked(tokenizer, words, rng)
    first = next(works, None)
    if first is None:
        return None
    work = next((work for work in chain([first], works) if len(work.tokens) > 1), first)
    return HandCut(work, sum(1 << gap for gap, by in enumerate(work.closed_by) if by is None))


def token_cost(tokenizer: Tokenizer, words: Sequence[str], rng: Random) -> TokenCost | None:
    """Ask how many tokens a word has; the right number is at a random position among four consecutive numbers.

    >>> from bpe_core import load_published
    >>> question = token_cost(load_published("gpt2"), ["strawberry"], Random(1))
    >>> question.options[question.answer], question.options
    (3, (2, 3, 4, 5))
    """
    works = list(_worked(tokenizer, words, rng))
    if not works:
        return None
    cost = rng.choice(sorted({len(work.tokens) for work in works}))
    least = cost - rng.randrange(min(cost, _OPTIONS))
    work = next(work for work in works if len(work.tokens) == cost)
    return TokenCost(work, tuple(range(least, least + _OPTIONS)), cost - least)


def _worked(tokenizer: Tokenizer, words: Sequence[str], rng: Random) -> Iterator[WorkedWord]:
    tried = rng.sample(words, min(len(words), _TRIES))
    return (work for word in tried if (work := worked_word(tokenizer, word, rng)))


def dearer_text(tokenizer: Tokenizer, texts: Sequence[str], rng: Random) -> DearerText | None:
    """Ask which of two texts takes more tokens; one of them takes at least a quarter more.

    In half of the questions the text with more characters takes fewer tokens, if there are two such texts.
    """
    shorter_is_dearer = rng.random() < 0.5
    second_best = None
    for _ in range(_TRIES if len(texts) > 1 else 0):
        first, second = rng.sample(texts, 2)
        costs = [len(_encoded(tokenizer, text) or ()) for text in (first, second)]
        if not min(costs) or max(costs) < _CLEARLY_MORE * min(costs):
            continue
        question = DearerText((first, second), (costs[0], costs[1]), int(costs[1] > costs[0]))
        if ((len(first) < len(second)) == (costs[0] > costs[1])) == shorter_is_dearer:
            return question
        second_best = second_best or question
    return second_best


def chunk_branch(split_pattern: str, text: str, rng: Random) -> ChunkBranch | None:
    """Ask which branch of a published pattern matches a chunk; rare branches are asked for as often as common ones.

    >>> question = chunk_branch("gpt2", "I'm 42!", Random(2))
    >>> question.options[question.answer] == question.chunk.branch
    True
    """
    chunks = pretokenize(text, split_pattern)
    if not chunks:
        return None
    branch = rng.choice(sorted({chunk.branch for chunk in chunks}))
    chunk = rng.choice([chunk for chunk in chunks if chunk.branch == branch])
    branches = BRANCHES[split_pattern]
    options = tuple(
        sorted([branch, *rng.sample([n for n in range(len(branches)) if n != branch], _OPTIONS - 1)])
    )
    seen = as_unicode16(text)
    end = chunk.start + len(chunk.text)
    return ChunkBranch(
        split_pattern,
        before=text[max(chunk.start - _CONTEXT, 0) : chunk.start],
        chunk=chunk,
        after=text[end : end + _CONTEXT],
        options=options,
        matches=tuple(bool(regex.match(branches[n].pattern, seen, pos=chunk.start)) for n in options),
        answer=options.index(branch),
    )


def passages(text: str) -> list[str]:
    r"""Return the distinct sentences and lines of a text, of 12 to 120 characters each.

    Longer sentences and lines are divided, between words if possible. If all are too short, the beginning of
    the text is the only passage.

    >>> passages("One line, quite short.\nAnother. And a third sentence!")
    ['One line, quite short.', 'And a third sentence!']
    """
    found = [part for sentence in _SENTENCE.findall(text) for part in _parts(sentence.strip())]
    long_enough = [passage for passage in dict.fromkeys(found) if len(passage) >= _LEAST_PASSAGE]
    return long_enough or _parts(text.strip())[:1]


def words(text: str) -> list[str]:
    """Return the distinct words of a text, of 3 to 16 letters, each with the space before it.

    In a script that writes no spaces between words, and in a text with only long words, parts of 2 to 4
    letters are used instead.

    >>> words("To be, or not to be: 42 questions"), words("雨が降るので傘を持って行く")
    ([' not', ' questions'], ['雨が降る', 'ので傘を', '持って行'])
    """
    found = [word for word in _WORD.findall(text) if len(word.encode("utf-8")) <= _MOST_WORD_BYTES]
    return list(dict.fromkeys([*found, *_UNSPACED.findall(text)] or _SYLLABLES.findall(text)))


_WORD_START = regex.compile(r"(?<!\S)\S")
_SENTENCE = regex.compile(r"[^\n.!?。！？؟।]+[.!?。！？؟।]*")
_NO_SPACES = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = regex.compile(
    rf"(?V1) ?(?<![\p{{L}}\p{{M}}])[\p{{L}}--[{_NO_SPACES}]][\p{{L}}\p{{M}}--[{_NO_SPACES}]]{{2,15}}(?![\p{{L}}\p{{M}}])"
)
_UNSPACED = regex.compile(rf"(?V1)[[{_NO_SPACES}]&&\p{{L}}][{_NO_SPACES}]{{1,3}}")
_SYLLABLES = regex.compile(r"\p{L}[\p{L}\p{M}]{1,3}")


def _parts(text: str) -> list[str]:
    parts = []
    while len(text) > _MOST_PASSAGE:
        space = text.rfind(" ", _MOST_PASSAGE // 2, _MOST_PASSAGE + 1)
        end = _MOST_PASSAGE if space < 0 else space
        parts.append(text[:end])
        text = text[end:].lstrip()
    return [*parts, text] if text else parts


def _encoded(tokenizer: Tokenizer, text: str) -> list[int] | None:
    # A tokenizer of characters cannot encode every text; a text that it cannot encode gives no question.
    try:
        return tokenizer.encode_ordinary(text)
    except BpeError:
        return None


def _other_cuts(
    data: bytes, right: tuple[bytes, ...], known: Collection[bytes], rng: Random
) -> list[tuple[bytes, ...]]:
    cut_into = _random_cut(data, known, len(right) + 1, rng)
    found: dict[tuple[bytes, ...], None] = {}
    for tokens in rng.choices((len(right) - 1, len(right), len(right) + 1), (2, 3, 1), k=_TRIES):
        cut = cut_into(tokens)
        if cut is not None and cut != right:
            found[cut] = None
    return list(found)[: _OPTIONS - 1]


def _random_cut(
    data: bytes, known: Collection[bytes], most: int, rng: Random
) -> Callable[[int], tuple[bytes, ...] | None]:
    # ways[tokens][start] counts the ways to split data[start:] into that many known tokens. If each next token
    # is chosen with a probability proportional to the ways to continue after it, all splits are equally likely.
    size = len(data)
    ends = [[end for end in range(start + 1, size + 1) if data[start:end] in known] for start in range(size)]
    ways = [[0] * size + [1]]
    for _ in range(most):
        ways.append([sum(ways[-1][end] for end in ends[start]) for start in range(size)] + [0])

    def cut(tokens: int) -> tuple[bytes, ...] | None:
        if not ways[tokens][0]:
            return None
        places = [0]
        for left in range(tokens - 1, -1, -1):
            on = ends[places[-1]]
            places += rng.choices(on, [ways[left][end] for end in on])
        return tuple(data[start:end] for start, end in pairwise(places))

    return cut


def _shuffled(right: Option, wrong: Sequence[Option], rng: Random) -> tuple[tuple[Option, ...], int]:
    options = [right, *wrong]
    rng.shuffle(options)
    return tuple(options), options.index(right)
