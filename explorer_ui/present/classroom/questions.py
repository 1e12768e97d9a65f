"""A question to a class, of one of four kinds: options, the gaps of a word, a game of merges, or a test of 14 questions.

A kind checks what a phone sends, which may be anything, turns it into one integer, and counts it.
"""

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from bpe_core.lessons.quiz.gain import Answers, movements, normalized_gain, share_right
from bpe_core.lessons.quiz.misconceptions import LESSON_KINDS, version_of
from bpe_core.pairs import merge_pair
from bpe_core.types import Pair

MAX_PROMPT = 400
"""The longest question, in characters."""

MAX_OPTIONS = 12
"""The maximum number of options of a question."""

MAX_OPTION = 200
"""The longest option, in characters."""

MAX_SECONDS_TO_ANSWER = 600
"""The longest time to answer a question, in seconds."""

MAX_GAPS = 60
"""The maximum number of gaps of a word in which a class places token boundaries."""

MAX_GAME = 1_000
"""The longest text of a game, in base units; a chunk that repeats counts once."""

MAX_GAME_MERGES = 10
"""The maximum number of merges of one follower in a game."""

MAX_WORD = 40
"""The longest word by which a person is found again after the lesson, in characters."""

MAX_ANSWERS = 1_200
"""The maximum number of different answers that are kept of one question, or sheets of a test: as many as may answer at once."""

_MAX_ID = 1 << 32


class ClassError(ValueError):
    """A request to a class is invalid; the message is a sentence for the sender."""


class AnsweredError(ClassError):
    """A follower has already answered: an answer that is sent again had arrived."""


class StrangerError(ClassError):
    """The class does not know this follower, or no longer."""


class Kind(Protocol):
    """What an answer is, and how answers are counted."""

    def take(self, answer: object, before: int | None) -> int:
        """Count the answer of a follower who has given `before` (None: nothing yet), and return it as an integer.

        Raises:
            ClassError: the answer is invalid, or cannot be changed.
        """

    def read(self, answer: object) -> list[int]:
        """Return the right answer as the teacher sends it; raises ClassError if it is invalid."""

    def shown(self) -> dict[str, Any]:
        """Return what everybody sees from the beginning."""

    def live(self) -> dict[str, Any]:
        """Return what the teacher sees while the question is open: no counts, which would influence the others."""
        return {}

    def result(self, answer: list[int], /) -> dict[str, Any]:
        """Return what everybody sees after the right answer is revealed."""


class Options(Kind):
    """Options to choose from: texts, or pairs of ids. `counts` has a number for each."""

    def __init__(self, options: list[str | list[int]]) -> None:
        self.options, self.counts = options, [0] * len(options)

    def take(self, answer: object, before: int | None) -> int:
        """Count the index of an option."""
        index = integer(answer, below=len(self.options), what="answer")
        _only_once(before)
        self.counts[index] += 1
        return index

    def read(self, answer: object) -> list[int]:
        """Return the indices of the right options: none if the teacher does not say which they are."""
        return _indices(answer, below=len(self.options))

    def shown(self) -> dict[str, Any]:
        """Return the options."""
        return {"options": self.options}

    def result(self, _answer: list[int], /) -> dict[str, Any]:
        """Return the counts."""
        return {"counts": self.counts}


class Gaps(Kind):
    """The gaps of a word, in some of which a follower places token boundaries.

    An answer is a bit for each gap. `counts` has for each gap the number of followers who placed one there.

    >>> word = Gaps(4)
    >>> word.take([0, 2], None), word.take([2], None)
    (5, 4)
    >>> word.result([2])
    {'counts': [1, 0, 2, 0], 'found': [0, 0, 0, 1, 1]}
    """

    def __init__(self, gaps: int) -> None:
        self.counts, self._answers = [0] * gaps, Counter[int]()

    def take(self, answer: object, before: int | None) -> int:
        """Count the gaps in which a follower placed a boundary."""
        gaps = self.read(answer)
        _only_once(before)
        bits = _bits(gaps)
        _room_for(bits, self._answers)
        for gap in gaps:
            self.counts[gap] += 1
        self._answers[bits] += 1
        return bits

    def read(self, answer: object) -> list[int]:
        """Return the gaps at which the tokenizer has a boundary."""
        return _indices(answer, below=len(self.counts))

    def shown(self) -> dict[str, Any]:
        """Return the number of gaps."""
        return {"options": [], "gaps": len(self.counts)}

    def result(self, answer: list[int]) -> dict[str, Any]:
        """Return the counts, and in `found` how many followers have 0, 1, 2, ... gaps right."""
        found = [0] * (len(self.counts) + 1)
        for bits, times in self._answers.items():
            found[len(self.counts) - (bits ^ _bits(answer)).bit_count()] += times
        return {"counts": self.counts, "found": found}


class Game:
    """A few merges by hand: how many tokens are left after them? A follower may try as often as they like.

    Args:
        rows: The distinct chunks of the text: how often each occurs, and its base ids.
        merges: The number of merges that a follower may make.
        first_id: The id of a follower's first merge; the next ones count up from it.

    >>> game = Game([(1, [97, 97, 97, 98, 97, 97, 98])], merges=2, first_id=256)
    >>> game.take([[97, 97], [256, 97]], None), game.take([[97, 98], [97, 256]], None)
    (4, 3)
    >>> game.result([4])
    {'tokens': [[3, 1], [4, 1]], 'winner': [[97, 98], [97, 256]]}
    """

    def __init__(self, rows: list[tuple[int, list[int]]], *, merges: int, first_id: int) -> None:
        self._rows, self.merges, self._first_id = rows, merges, first_id
        self._tokens = Counter[int]()
        self._best: tuple[int, list[Pair]] | None = None

    def take(self, answer: object, before: int | None) -> int:
        """Count the tokens that a follower's merges leave, if they are fewer than before."""
        pairs = self._pairs(answer)
        tokens = self._tokens_after(pairs)
        if before is not None and before <= tokens:
            return before
        _room_for(tokens, self._tokens)
        self._tokens[tokens] += 1
        if before is not None:
            self._tokens -= Counter([before])  # also drops a number that nobody has any more
        if self._best is None or tokens < self._best[0]:
            self._best = tokens, pairs
        return tokens

    def read(self, answer: object) -> list[int]:
        """Return the number of tokens that the merge rule leaves, in a list."""
        return _indices(answer, below=sum(times * len(ids) for times, ids in self._rows) + 1)[:1]

    def shown(self) -> dict[str, Any]:
        """Return the number of merges; the class already sees the text."""
        return {"options": [], "merges": self.merges}

    def live(self) -> dict[str, Any]:
        """Return how many followers have how many tokens, the fewest first."""
        return {"tokens": [list(counted) for counted in sorted(self._tokens.items())]}

    def result(self, _answer: list[int], /) -> dict[str, Any]:
        """Return what `live` returns, and the merges of the first follower with the fewest tokens."""
        return {**self.live(), "winner": [list(pair) for pair in self._best[1]] if self._best else []}

    def _pairs(self, answer: object) -> list[Pair]:
        if not isinstance(answer, list) or not 0 < len(answer) <= self.merges:
            raise ClassError(f"An answer must have 1 to {self.merges} merges.")
        pairs = []
        for pair in answer:
            if not isinstance(pair, list) or len(pair) != 2:
                raise ClassError("A merge must be a pair of ids.")
            left, right = (integer(id_, below=_MAX_ID, what="id") for id_ in pair)
            pairs.append((left, right))
        return pairs

    def _tokens_after(self, pairs: list[Pair]) -> int:
        # The phone sends only merges; the server counts the tokens that are left.
        now = [ids for _, ids in self._rows]
        for new_id, pair in enumerate(pairs, start=self._first_id):
            before, now = now, [merge_pair(ids, pair, new_id) for ids in now]
            if sum(map(len, now)) == sum(map(len, before)):
                raise ClassError("A pair of these merges does not occur in the text.")
        return sum(times * len(ids) for (times, _), ids in zip(self._rows, now, strict=True))


class Papers:
    """The answers to the tests of one class, before and after the lesson, each under a digest of the person's own word.

    The secret of the digests is lost with the class, and nobody can find the words without it.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(16)
        self.sheets: tuple[dict[bytes, Answers], dict[bytes, Answers]] = ({}, {})

    def digest_of(self, word: str) -> bytes:
        """Return the digest of a word, however it is capitalized or spaced."""
        same = "".join(word.casefold().split())
        return hashlib.blake2b(same.encode("utf-8", "replace"), key=self._secret, digest_size=16).digest()


class Test(Kind):
    """Fourteen questions at once, in version 0 before the lesson and in version 1 after it.

    An answer is {"word": ..., "answers": [...]}: a word by which the same person is found again, and options.

    >>> papers = Papers()
    >>> sheet = {"word": "Zebra", "answers": [question.answer for question in version_of(1)]}
    >>> papers.sheets[0][papers.digest_of(" zebra ")] = [0] * 14
    >>> test = Test(1, papers)
    >>> test.take(sheet, None)
    0
    >>> report = test.result([])["report"]
    >>> report["gain"]["pairs"], report["moved"][0]["learned"]
    (1, 1)
    """

    def __init__(self, version: int, papers: Papers) -> None:
        self.version, self._papers = version, papers
        self._report: dict[str, Any] | None = None

    def take(self, answer: object, before: int | None) -> int:
        """Keep the answers of a follower under the digest of their word, the first time it is used."""
        if not isinstance(answer, dict) or answer.keys() != {"word", "answers"}:
            raise ClassError("An answer must have a word and answers.")
        word, answers = answer["word"], answer["answers"]
        if not isinstance(word, str) or not 0 < len(word.strip()) <= MAX_WORD:
            raise ClassError(f"The word must have 1 to {MAX_WORD} characters.")
        questions = version_of(self.version)
        if not isinstance(answers, list) or len(answers) != len(questions):
            raise ClassError(f"The test has {len(questions)} questions.")
        chosen = [
            integer(option, below=len(question.options), what="answer")
            for option, question in zip(answers, questions, strict=True)
        ]
        _only_once(before)
        sheets = self._papers.sheets[self.version]
        digest = self._papers.digest_of(word)
        _room_for(digest, sheets)
        if sheets.setdefault(digest, chosen) is not chosen:
            raise ClassError(
                "This word has been used. If it was you, your answers are counted; otherwise choose another one."
            )
        return 0

    def read(self, answer: object) -> list[int]:
        """Return nothing: the server knows the right answers."""
        return _indices(answer, below=1)

    def shown(self) -> dict[str, Any]:
        """Return which test it is; the class already has its cards."""
        return {"options": [], "test": self.version}

    def result(self, _answer: list[int], /) -> dict[str, Any]:
        """Return how many answered; after the lesson also the gain and what moved, and then forget all sheets."""
        first, second = self._papers.sheets
        if self._report is None and self.version == 0:
            self._report = {"sheets": len(first)}
        elif self._report is None:
            both = [word for word in first if word in second]
            before, after = ([sheets[word] for word in both] for sheets in (first, second))
            shares = [
                (share_right(one, 0), share_right(two, 1)) for one, two in zip(before, after, strict=True)
            ]
            moved = [{**asdict(one), "label": LESSON_KINDS[one.kind][0]} for one in movements(before, after)]
            self._report = {"sheets": len(second), "gain": asdict(normalized_gain(shares)), "moved": moved}
            first.clear()
            second.clear()
        return {"report": self._report}


@dataclass
class Question:
    """A question, the same for everybody; `answered` has each follower's answer, and `result` is empty, until the right one is revealed."""

    number: int
    prompt: str
    kind: Kind
    until: float | None = None
    answered: dict[str, int] = field(default_factory=dict)
    num_answers: int = 0
    answer: list[int] | None = None
    result: dict[str, Any] = field(default_factory=dict)
    reason: str | None = None

    def take(self, voter: str, answer: object) -> None:
        """Count an answer; raises ClassError if it is invalid, or cannot be changed."""
        before = self.answered.get(voter)
        self.answered[voter] = self.kind.take(answer, before)
        self.num_answers += before is None

    def reveal(self, right: list[int] | None, *, followers: int) -> None:
        """Count once what everybody sees from now on, and forget who answered what; without the right answer, only what was chosen."""
        answer = right or []
        present = self.result.get("present", max(followers, self.num_answers))
        self.answer, self.answered = answer, {}
        self.result = {**self.kind.result(answer), "present": present}
        if right is None and "found" in self.result:
            # How many answered, which the boundaries that they placed do not say.
            self.result["people"] = sum(self.result.pop("found"))

    def shown(self) -> dict[str, Any]:
        """Return what everybody sees: the counts once the answer is revealed, and the reason once it is given."""
        seen = {"number": self.number, "prompt": self.prompt, **self.kind.shown()}
        if self.until is not None:
            seen["until"] = self.until
        if self.answer is not None:
            seen |= {"answer": self.answer, **self.result}
        return seen if self.reason is None else seen | {"reason": self.reason}


def question_of(value: object, papers: Papers, *, number: int, now: float) -> Question | None:
    """Return the question that a teacher asks, or None, which removes the previous one.

    Args:
        value: An object with a prompt; one of options, a number of gaps, a game or the version of a test; and
            optionally a time limit in seconds.
        papers: The answers to the tests of this class.
        number: The number of the question.
        now: The time.

    Raises:
        ClassError: it is invalid, or exceeds a limit.
    """
    if value is None:
        return None
    kinds: dict[str, Callable[[object], Kind]] = {
        "options": _options,
        "gaps": _gaps,
        "game": _game,
        "test": lambda version: Test(integer(version, below=2, what="version"), papers),
    }
    named = value.keys() & kinds.keys() if isinstance(value, dict) else set()
    if not isinstance(value, dict) or len(named) != 1 or value.keys() - {"seconds", *named} != {"prompt"}:
        raise ClassError(
            "A question must have a prompt and one of options, gaps, a game or a test; the only other key allowed is seconds."
        )
    prompt, kind = value["prompt"], named.pop()
    if not isinstance(prompt, str) or not 0 < len(prompt) <= MAX_PROMPT:
        raise ClassError(f"A question must have 1 to {MAX_PROMPT} characters.")
    seconds = integer(value.get("seconds", 0), below=MAX_SECONDS_TO_ANSWER + 1, what="time")
    return Question(number, prompt, kinds[kind](value[kind]), until=now + seconds if seconds else None)


def _options(value: object) -> Options:
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_OPTIONS:
        raise ClassError(f"A question must have 2 to {MAX_OPTIONS} options.")
    return Options(list(map(_option, value)))


def _option(value: object) -> str | list[int]:
    if isinstance(value, str) and len(value) <= MAX_OPTION:
        return value
    if isinstance(value, list) and len(value) == 2:
        return [integer(id_, below=_MAX_ID, what="id") for id_ in value]
    raise ClassError("An option must be a short text or a pair of ids.")


def _gaps(value: object) -> Gaps:
    return Gaps(integer(value, below=MAX_GAPS + 1, what="number of gaps", least=1))


def _game(value: object) -> Game:
    if not isinstance(value, Mapping) or value.keys() != {"rows", "merges", "first_id"}:
        raise ClassError("A game must have rows, a number of merges, and the first new id.")
    rows = value["rows"]
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
        raise ClassError("The text of a game must be rows, each with a number and ids.")
    ids_of = [ids for _, ids in rows]
    if not all(isinstance(ids, list) and ids for ids in ids_of) or not 0 < sum(map(len, ids_of)) <= MAX_GAME:
        raise ClassError(f"The text of a game must have 1 to {MAX_GAME:,} base units. Use a shorter text.")
    first_id = integer(value["first_id"], below=_MAX_ID, what="id")
    merges = integer(value["merges"], below=MAX_GAME_MERGES + 1, what="number of merges", least=1)
    # The ids of the text are less than those of the merges, so that no id has two meanings.
    return Game(
        [
            (
                integer(times, below=_MAX_ID, what="number", least=1),
                [integer(id_, below=first_id, what="id") for id_ in ids],
            )
            for times, ids in rows
        ],
        merges=merges,
        first_id=first_id,
    )


def integer(value: object, *, below: int, what: str, least: int = 0) -> int:
    """Return an integer from `least` to `below` (exclusive); raises ClassError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value < below:
        raise ClassError(f"The {what} is not a whole number from {least} to {below - 1:,}.")
    return value


def _indices(value: object, *, below: int) -> list[int]:
    if not isinstance(value, list) or len(value) > below:
        raise ClassError("An answer must be a list of numbers.")
    indices = [integer(index, below=below, what="option") for index in value]
    if len(set(indices)) < len(indices):
        raise ClassError("An answer must not repeat a number.")
    return indices


def _bits(gaps: list[int]) -> int:
    return sum(1 << gap for gap in gaps)


def _room_for(answer: object, kept: Mapping[Any, object]) -> None:
    if answer not in kept and len(kept) >= MAX_ANSWERS:
        raise ClassError("The class has no room for more answers to this question.")


def _only_once(before: int | None) -> None:
    if before is not None:
        raise AnsweredError("You have already answered.")
