"""Fourteen questions whose wrong answers are what people most often believe about tokens.

Each kind of question is made from a text and a `random.Random`: the same seed gives the same question. Every option
is computed by the engine, and every wrong option carries the belief that leads to it. `version_of` makes all fourteen
from one of two texts: two parallel versions, to be asked before and after a lesson.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from random import Random
from typing import TypeAlias, TypeVar

import regex

from bpe_core.lessons.tokens.single_words import RankedMerge
from bpe_core.pretokenization import pretokenize
from bpe_core.published import load_published
from bpe_core.tokenizer import Tokenizer
from bpe_core.training.core import train

Shown: TypeAlias = str | int | tuple[bytes, ...] | RankedMerge
"""What a question shows: words or ids, a number, tokens, or a learned merge."""

TEXTS = (
    "The harbourmaster counted unbelievable numbers of strawberries, newspapers and cobblestones on the bargeman's "
    "boat. Her granddaughter remembered every breadbasket, wheelbarrow and lighthouse by name. A thunderstorm rattled "
    "the shutters, but the watchmaker slept through it. Tomorrow the fishermen will remeasure the sandbanks. "
    "Butterflies and grasshoppers overwinter in the gatekeeper's hedgerow.",
    "A beekeeper sold raspberries, earthenware and firewood at the marketplace. The schoolmaster underestimated the "
    "snowstorm and overslept in the farmhouse. Seamstresses embroidered tablecloths while the stonemason repaired "
    "the aqueduct. Yesterday the shepherdess rediscovered a waterwheel. Dragonflies and woodpeckers outnumber the "
    "blacksmith's goldfinches.",
)
"""The texts of the two versions."""

_SENTENCES = (
    {
        "Hindi": ("The bread is warm in the morning.", "सुबह रोटी गर्म होती है।"),
        "Greek": ("The child reads by the window.", "Το παιδί διαβάζει δίπλα στο παράθυρο."),
    },
    {
        "Russian": ("The old house is by the river.", "Старый дом стоит у реки."),
        "Greek": ("The boat leaves in the evening.", "Το καράβι φεύγει το βράδυ."),
    },
)
_SPECIAL = ("<|endoftext|>", "<|fim_prefix|>")
_READ = 4_000
# No part of a longer word: next to another letter, a mark, a digit, a soft hyphen, or within a contraction.
_BEGINS, _ENDS = r"(?<![\p{L}\p{M}\p{N}\p{Cf}'’])", r"(?![\p{L}\p{M}\p{N}\p{Cf}]|['’](?!s\b)\p{L})"
_WORD = regex.compile(rf"{_BEGINS}[a-z]{{4,16}}{_ENDS}")
_WORDS = regex.compile(rf"{_BEGINS}[a-z]+(?: [a-z]+){{3}}{_ENDS}")
_LISTED, _FEW = 6, 12
_EARLY = (5_000, 2_000, 10_000)
_TRIES = 200


@dataclass(frozen=True, slots=True)
class LessonQuestion:
    """A question; `beliefs` has for each of three or four options what leads to it, and "" for the right one."""

    kind: str
    prompt: str
    subject: tuple[Shown, ...]
    options: tuple[Shown, ...]
    beliefs: tuple[str, ...]
    answer: int
    reason: str


One = TypeVar("One")
Maker: TypeAlias = Callable[[str, Random], LessonQuestion | None]


@cache
def version_of(version: int) -> tuple[LessonQuestion, ...]:
    """Return the fourteen questions of version 0 or 1, in the order of `LESSON_KINDS`.

    >>> first, second = version_of(0), version_of(1)
    >>> [question.kind for question in first] == [question.kind for question in second] == list(LESSON_KINDS)
    True
    """
    seeds = {kind: Random(f"{kind} {version}d") for kind in LESSON_KINDS}  # noqa: S311 - not used for security
    made = (lesson_question(kind, TEXTS[version], rng) for kind, rng in seeds.items())
    return tuple(question for question in made if question)


def lesson_question(kind: str, text: str, rng: Random) -> LessonQuestion | None:
    """Return a question of a kind about a text; None if the text allows none, which each of `TEXTS` does.

    >>> question = lesson_question("space", "every boat", Random(1))
    >>> question.options[question.answer], question.beliefs[question.answer]
    ((b'every', b' boat'), '')
    """
    if len(text) > _READ:  # up to the end of a word
        text = text[: next((at for at in range(_READ, 0, -1) if text[at].isspace()), _READ)]
    return replace(own, kind=kind) if (own := LESSON_KINDS[kind][1](text, rng)) else None


def _question(
    rng: Random,
    prompt: str,
    subject: Sequence[Shown],
    *,
    right: Shown,
    wrong: Mapping[str, Shown],
    reason: str,
) -> LessonQuestion | None:
    """Return a question with its options shuffled; None if fewer than two wrong ones differ from all others."""
    options = {right: ""}
    for belief, option in wrong.items():
        options.setdefault(option, belief)
    if len(options) < 3:
        return None
    shuffled = list(options)
    rng.shuffle(shuffled)
    beliefs = tuple(options[option] for option in shuffled)
    return LessonQuestion("", prompt, tuple(subject), tuple(shuffled), beliefs, beliefs.index(""), reason)


def _first(candidates: Iterable[One], make: Callable[[One], LessonQuestion | None]) -> LessonQuestion | None:
    return next((question for one in candidates if (question := make(one))), None)


def _words(text: str, rng: Random, *, least: int = 4) -> list[str]:
    words = [word for word in dict.fromkeys(_WORD.findall(text)) if len(word) >= least]
    return rng.sample(words, len(words))[:_TRIES]


def _side(text: str, rng: Random) -> int:
    return TEXTS.index(text) if text in TEXTS else rng.randrange(len(TEXTS))


def _gpt4() -> Tokenizer:
    return load_published("cl100k_base")


def _tokens(tokenizer: Tokenizer, text: str) -> tuple[bytes, ...]:
    return tuple(tokenizer.vocab[token_id] for token_id in tokenizer.encode_ordinary(text))


def _ids(tokenizer: Tokenizer, *texts: str) -> str:
    return ", ".join(str(token_id) for text in texts for token_id in tokenizer.encode_ordinary(text))


def _letters(text: str) -> tuple[bytes, ...]:
    return tuple(letter.encode() for letter in text)


def _greedy(tokenizer: Tokenizer, data: bytes, *, from_left: bool = True) -> tuple[bytes, ...]:
    """Return the longest tokens that fit, one after the other."""
    known, found = tokenizer.id_of_bytes, []
    while data:
        cuts = range(len(data), 0, -1)
        token = next(part for cut in cuts if (part := data[:cut] if from_left else data[-cut:]) in known)
        data = data[len(token) :] if from_left else data[: -len(token)]
        found.append(token)
    return tuple(found if from_left else found[::-1])


def _longest_match(text: str, rng: Random) -> LessonQuestion | None:
    gpt4 = _gpt4()

    def make(word: str) -> LessonQuestion | None:
        right, data = _tokens(gpt4, word), word.encode()
        from_left = _greedy(gpt4, data)
        if right == from_left:
            return None
        return _question(
            rng,
            "How does GPT-4's tokenizer split this word at the beginning of a text?",
            (word,),
            right=right,
            wrong={
                "the longest token that fits is taken first": from_left,
                "the longest token is taken from the end": _greedy(gpt4, data, from_left=False),
                "a rare word falls into letters": _letters(word),
            },
            reason="Merges are applied by rank. A longer token loses if an earlier merge has used one of its letters.",
        )

    return _first(_words(text, rng, least=6), make)


def _counting(text: str, rng: Random) -> LessonQuestion | None:
    gpt2 = load_published("gpt2")

    def make(word: str) -> LessonQuestion | None:
        # One chunk: of several, the encoder finishes the first before the second, whatever their ranks.
        pairs = list(pairwise(gpt2.trace(word).base_ids.tolist()))
        ranks = {pair: rank for pair in pairs if (rank := gpt2.rules.rank_of(*pair)) is not None}
        listed = sorted(ranks, key=lambda pair: ranks[pair])[:_LISTED]
        if not listed or pairs.count(listed[0]) > 1:
            return None
        shown = {(left, right): (gpt2.vocab[left], gpt2.vocab[right]) for left, right in listed}
        return _question(
            rng,
            "GPT-2 learned these merges, with these ranks. Which is applied first to this word?",
            (word, *(RankedMerge(ranks[pair], *shown[pair]) for pair in listed)),
            right=shown[listed[0]],
            wrong={
                "the pairs of the word are counted": shown[max(listed, key=pairs.count)],
                "the word is merged from the left": shown[min(listed, key=pairs.index)],
                "the last merge learned goes first": shown[listed[-1]],
            },
            reason="Encoding counts nothing: of the merges that apply, the one with the lowest rank goes first.",
        )

    # Counting the pairs leads to an answer of its own only if one of them occurs twice.
    words = _words(text, rng)
    words[:_FEW] = sorted(words[:_FEW], key=lambda word: len(set(pairwise(word))) == len(word) - 1)
    return _first(words, make)


def _ties(text: str, rng: Random) -> LessonQuestion | None:
    words = _words(text, rng)

    def make(new: str) -> LessonQuestion | None:
        chunks = [list(chunk.text.encode()) for chunk in pretokenize(new, "gpt2")]
        counts = Counter(pair for chunk in chunks for pair in pairwise(chunk))
        most = max(counts.values())
        tied = [pair for pair, count in counts.items() if count == most]
        first = train(new, recipe="gpt2", num_merges=1).merges[0].pair
        if len(tied) < 3 or first == min(tied):
            return None
        return _question(
            rng,
            "Several pairs of this text are tied for the highest count. Which one is merged first, if ties are broken by first "
            "occurrence?",
            (new,),
            right=(bytes(first[:1]), bytes(first[1:])),
            wrong={
                "the tied pair that appears last is merged": (bytes(tied[-1][:1]), bytes(tied[-1][1:])),
                "the tied pair with the smallest bytes is merged": (
                    bytes(min(tied)[:1]),
                    bytes(min(tied)[1:]),
                ),
                "tied pairs are merged in one step": "all of them in one step",
            },
            reason="One merge is learned per step: of the tied pairs, the one that comes first in the text.",
        )

    return _first((f"{one} {other} {one} {other}" for one, other in pairwise(words)), make)


def _space(text: str, rng: Random) -> LessonQuestion | None:
    gpt4 = _gpt4()
    known = gpt4.id_of_bytes

    def make(both: str) -> LessonQuestion | None:
        first, second = both.split()
        one, two = first.encode(), second.encode()
        right = _tokens(gpt4, both)
        if right != (one, b" " + two):
            return None
        return _question(
            rng,
            "How does GPT-4's tokenizer split these two words?",
            (both,),
            right=right,
            wrong={
                "a space is a token of its own": (one, b" ", two),
                "a space belongs to the word before it": (one + b" ", two),
                "spaces are thrown away": (one, two),
            },
            reason="A space belongs to the word after it: that word has another token at the beginning of a text.",
        )

    single = [word for word in _words(text, rng) if word.encode() in known]
    return _first((f"{one} {other}" for one, other in pairwise(single)), make)


def _decoding(text: str, rng: Random) -> LessonQuestion | None:
    gpt4 = _gpt4()

    def make(word: str) -> LessonQuestion | None:
        middle = len(word) // 2
        given, right = _ids(gpt4, word[:middle], word[middle:]), _ids(gpt4, word)
        if given == right:
            return None
        return _question(
            rng,
            f"GPT-4's ids {given} are decoded to this word. Which ids does encoding it give?",
            (word,),
            right=right,
            wrong={
                "encoding gives the ids back that were decoded": given,
                "a word has the same ids after a space": _ids(gpt4, f" {word}"),
                "a decoded text is encoded letter by letter": _ids(gpt4, *word),
            },
            reason="Many sequences of ids decode to the same text; encoding gives one of them, whatever was decoded.",
        )

    return _first(_words(text, rng), make)


def _overlaps(text: str, rng: Random) -> LessonQuestion | None:
    letters = sorted(set("".join(_WORD.findall(text)))) or ["a"]
    letter, size = rng.choice(letters), rng.choice((5, 7, 9))
    history = train(letter * size, recipe="bytes", num_merges=1)
    return _question(
        rng,
        f"The pair {letter} + {letter} is merged everywhere in this text. How many tokens are left?",
        (letter * size,),
        right=len(history.tokens_at(1)[1]),
        wrong={
            "each occurrence that was counted is merged": size - (size - 1),
            "a letter that is left over disappears": size // 2,
            "equal letters are not merged": size,
        },
        reason=f"The pair occurs {size - 1} times, but the occurrences overlap: {size // 2} are replaced, and a letter is left.",
    )


def _inside(text: str, rng: Random) -> LessonQuestion | None:
    gpt4 = _gpt4()

    def make(word: str) -> LessonQuestion | None:
        right = _ids(gpt4, f" {word}")
        if "," in right:
            return None
        middle = len(word) // 2
        return _question(
            rng,
            "What does GPT-4 receive for this word within a sentence, after a space?",
            (word,),
            right=right,
            wrong={
                "a model sees the letters of a word": _ids(gpt4, " ", *word),
                "a model sees the bytes of a word": ", ".join(map(str, f" {word}".encode())),
                "a model sees the parts of a word": _ids(gpt4, f" {word[:middle]}", word[middle:]),
            },
            reason="The word is one token, so the model receives one number, which says nothing about the letters.",
        )

    return _first(_words(text, rng), make)


def _numbers(_text: str, rng: Random) -> LessonQuestion | None:
    digits = rng.choice((4, 5, 7, 8))
    number = str(rng.randrange(10 ** (digits - 1), 10**digits))
    rest = len(number) % 3
    starts = [0, *range(rest, len(number), 3), len(number)]
    return _question(
        rng,
        "How does GPT-4's tokenizer split this number?",
        (number,),
        right=_tokens(_gpt4(), number),
        wrong={
            "digits are grouped from the right": tuple(number[a:b].encode() for a, b in pairwise(starts)),
            "each digit is a token": _letters(number),
            "a number is one token": (number.encode(),),
        },
        reason="Its split pattern takes at most three digits, beginning at the left.",
    )


def _per_word(text: str, rng: Random) -> LessonQuestion | None:
    parts = (found.strip() for found in re.split(r"(?<=[.!?])\s|\n", text))
    sentences = [part for part in parts if part[-1:] in {".", "!", "?"}]

    def make(sentence: str) -> LessonQuestion | None:
        words, marks = len(sentence.split()), len(regex.findall(r"\p{P}", sentence))
        right = len(_gpt4().encode_ordinary(sentence))
        if not 4 <= words <= 14 or right in {words, words + marks}:
            return None
        return _question(
            rng,
            "How many tokens does this sentence have in GPT-4?",
            (sentence,),
            right=right,
            wrong={
                "a word is a token": words,
                "a word or a punctuation mark is a token": words + marks,
                "a character is a token": len(sentence),
            },
            reason="A frequent word is one token, a rare one several. Punctuation usually has a token of its own.",
        )

    return _first(rng.sample(sentences, len(sentences))[:_TRIES], make)


def _more_merges(text: str, rng: Random) -> LessonQuestion | None:
    gpt2 = load_published("gpt2")

    def make(early_and_word: tuple[int, str]) -> LessonQuestion | None:
        most, word = early_and_word
        data = word.encode()
        # In a published table the ranks begin with those of the 256 bytes.
        closed = {merge.gap for merge in gpt2.trace(word).applied if merge.rank < 256 + most}
        cuts = [at for at in range(len(data) + 1) if at - 1 not in closed]
        early = tuple(data[a:b] for a, b in pairwise(cuts))
        right = _tokens(gpt2, word)
        others = (_greedy(gpt2, data), _greedy(gpt2, data, from_left=False))
        other = next(
            (tokens for tokens in others if not set(accumulate(map(len, tokens))) <= set(cuts)), None
        )
        if other is None or len(right) == 1 or right == early:
            return None
        return _question(
            rng,
            f"With the first {most:,} merges of GPT-2 the word is split like this. How with all 50,000?",
            (early,),
            right=right,
            wrong={
                "more merges split a word in other places": other,
                "later merges leave a word as it is": early,
                "a large vocabulary has every word": (data,),
            },
            reason="The first merges are the same, and later ones only join tokens that are there: no boundary is new.",
        )

    words = _words(text, rng, least=6)
    return _first([(most, word) for most in _EARLY for word in words], make)


def _languages(text: str, rng: Random) -> LessonQuestion | None:
    gpt2 = load_published("gpt2")
    sentences = _SENTENCES[_side(text, rng)]
    language = rng.choice(sorted(sentences))
    english, foreign = sentences[language]
    counted = len(gpt2.encode_ordinary(english))
    by_bytes = round(counted * len(foreign.encode()) / len(english.encode()))
    return _question(
        rng,
        f"In GPT-2 the English sentence has {counted} tokens. How many has the same one in {language}?",
        (english, foreign),
        right=len(gpt2.encode_ordinary(foreign)),
        wrong={
            "a language costs what its bytes cost": by_bytes,
            "the same meaning has the same number of tokens": counted,
            "a character is a token": len(foreign),
        },
        reason="GPT-2 learned few merges of this script: each letter takes one or two tokens, which costs more than its bytes alone.",
    )


def _special(text: str, rng: Random) -> LessonQuestion | None:
    gpt4, name = _gpt4(), _SPECIAL[_side(text, rng)]
    short = [word for word in _words(text, rng) if word.encode() in gpt4.id_of_bytes]
    before, after = [*short, "stop"][0], " here"
    typed = f"{before} {name}{after}"
    spaced = _tokens(gpt4, f"{before} ")
    return _question(
        rng,
        "A user types this. The server encodes it as ordinary text. What does GPT-4 receive?",
        (typed,),
        right=_tokens(gpt4, typed),
        wrong={
            "whoever types a special token sends it": (*spaced, name.encode(), *_tokens(gpt4, after)),
            "a special token is removed": _tokens(gpt4, before + after),
            "a special token falls into characters": (*spaced, *_letters(name), *_tokens(gpt4, after)),
        },
        reason="Encoded as ordinary text, it is letters and marks like any other; only the server can insert the special token.",
    )


def _prompt_end(text: str, rng: Random) -> LessonQuestion | None:
    gpt4 = _gpt4()

    def make(start: str) -> LessonQuestion | None:
        prompt, following = start.rsplit(" ", 1)
        last = prompt.split()[-1].encode()
        ended, whole, more = _tokens(gpt4, f"{prompt} "), _tokens(gpt4, start), _tokens(gpt4, following)
        if ended[-2:] != (b" " + last, b" ") or whole[-1] != b" " + following.encode():
            return None
        return _question(
            rng,
            f"A prompt ends with a space: “{prompt} ”. Then “{following}” is generated. Which are the last tokens?",
            (),
            right=(*ended[-2:], *more),
            wrong={
                "a prompt has the tokens of the whole text": whole[-2:],
                "a space joins the word before it": (b" " + last + b" ", *more),
                "a space at the end is dropped": (b" " + last, *more),
            },
            reason="The prompt was encoded before the next word was known: its space is a token, and the word follows without one.",
        )

    starts = list(dict.fromkeys(_WORDS.findall(text, overlapped=True)))
    return _first(rng.sample(starts, len(starts))[:_TRIES], make)


def _halves(text: str, rng: Random) -> LessonQuestion | None:
    gpt4 = _gpt4()

    def make(word: str) -> LessonQuestion | None:
        for cut in rng.sample(range(2, len(word) - 1), len(word) - 3):
            one, two, right = (len(gpt4.encode_ordinary(part)) for part in (word[:cut], word[cut:], word))
            if right in {one + two, 1}:
                continue
            question = _question(
                rng,
                f"Tokens in GPT-4: “{word[:cut]}” alone {one}, “{word[cut:]}” alone {two}. How many has the whole word?",
                (word,),
                right=right,
                wrong={
                    "the tokens of two halves add up": one + two,
                    "one token is saved where halves meet": one + two - 1,
                    "a word is a token": 1,
                },
                reason="Merges cross the place where the halves meet, so the whole is encoded again.",
            )
            if question:
                return question
        return None

    return _first(_words(text, rng, least=6), make)


LESSON_KINDS: dict[str, tuple[str, Maker]] = {
    "longest": ("longest match", _longest_match),
    "counting": ("which merge is applied first", _counting),
    "ties": ("ties", _ties),
    "space": ("where a space belongs", _space),
    "decoding": ("ids after decoding", _decoding),
    "overlaps": ("pairs that overlap", _overlaps),
    "inside": ("letters inside a token", _inside),
    "numbers": ("numbers", _numbers),
    "per_word": ("tokens and words", _per_word),
    "more_merges": ("more merges", _more_merges),
    "languages": ("the cost of a language", _languages),
    "special": ("special tokens in a message", _special),
    "prompt_end": ("where a prompt ends", _prompt_end),
    "halves": ("two halves", _halves),
}
"""The kinds of question by their names in links: the label of each, and the function that makes one or returns None."""

BY_HAND = "hand"
"""The kind without options to choose from: token boundaries are placed by hand."""

TWICE = "twice"
"""In place of a kind: all fourteen at once, before and after a lesson."""

QUESTION_KINDS = {
    **{kind: label for kind, (label, _) in LESSON_KINDS.items()},
    BY_HAND: "place the token boundaries",
}
"""The labels of all kinds of question, in the order in which they are asked."""
