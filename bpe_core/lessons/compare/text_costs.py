"""How many tokens a tokenizer needs for a text or a corpus, and how well it splits words and numbers.

Sources: Rust et al. 2021, "How Good is Your Tokenizer?" (words continued in a second token); Zouhar et al. 2023,
"Tokenization and the Noiseless Channel" (Rényi efficiency); Singh and Strouse 2024, "Tokenization counts" (digits).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import regex

from bpe_core.alphabets import IntArray, replace_lone_surrogates
from bpe_core.lessons.metrics import WORD_PATTERN, WordCount, count_words

RENYI_ORDER = 2.5
"""The order of the entropy that predicts translation quality best in Zouhar et al. 2023."""

_WORD = regex.compile(WORD_PATTERN)
_NUMBER = regex.compile(r"[0-9]{2,}")
_LINE = regex.compile(r"[^\n]*\S[^\n]*")
_NONE = np.zeros(0, np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class MeasuredText:
    """What is known about a text before it is tokenized; positions are in bytes of UTF-8, int32.

    Tokens are counted per unit, which is a nonblank line or the whole text; `units` are the starts of units.
    `words` and `numbers` have one row (start, end) for each word or number.
    """

    size: int
    word_count: WordCount
    units: IntArray
    words: IntArray
    numbers: IntArray

    @classmethod
    def of(cls, text: str, *, by_line: bool, continues: bool = False) -> "MeasuredText":
        r"""Measure a text; unpaired surrogates count as U+FFFD.

        With `continues`, it is a further block of a text (see `fast.split.block_spans`), and its first unit
        continues the last one of the block before it.

        >>> measured = MeasuredText.of("é 42\n\nlow", by_line=True)
        >>> measured.size, measured.units.tolist(), measured.numbers.tolist()
        (10, [0, 7], [[3, 5]])
        """
        text = replace_lone_surrogates(text)
        points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        widths = 1 + (points >= 0x80) + (points >= 0x800) + (points >= 0x10000)
        byte_of = np.concatenate(([0], np.cumsum(widths, dtype=np.int64)))

        def places(pattern: "regex.Pattern[str]") -> IntArray:
            flat = np.fromiter(
                (place for found in pattern.finditer(text) for place in found.span()), np.int64
            )
            return byte_of[flat].astype(np.int32).reshape(-1, 2)

        whole = np.zeros(int(bool(text.strip())), np.int32)
        units = places(_LINE)[:, 0] if by_line else whole
        if continues:
            units = np.union1d(np.zeros(1, np.int32), units)
        return cls(
            int(byte_of[-1]),
            count_words(text),
            units,
            places(_WORD),
            places(_NUMBER),
        )


@dataclass(frozen=True, slots=True)
class TextCosts:
    """The figures of one tokenizer on texts; a figure is None if it cannot be computed.

    `median` and `most` are the median and the 95th percentile of the tokens per unit (a line or a text). `used`
    is how many tokens of the vocabulary occur. `whole_words` is the share of words without a token boundary
    inside, `digits` the share of numbers of two or more digits in which each digit is a separate token, and
    `thousands` the share of numbers of four or more digits that are divided into groups of three from the
    right. These three need the token boundaries.
    """

    tokens: int
    size: int
    units: int
    vocab_size: int
    bytes_per_token: float | None
    tokens_per_word: float | None
    median: int | None
    most: int | None
    used: int
    whole_words: float | None
    renyi_efficiency: float | None
    digits: float | None
    thousands: float | None

    def row(
        self, name: str, *, first: "TextCosts | None", window: int | None = None, price: float | None = None
    ) -> Mapping[str, int | float | str | None]:
        """Return the figures by the names of their columns, compared with those of the `first` tokenizer in a table.

        It is None if that tokenizer cannot encode the text. `window` is the context size in tokens, `price` the price of
        a million tokens.
        """
        return {
            "tokenizer": name,
            "tokens": self.tokens,
            "bytes": self.size,
            "bytes per token": self.bytes_per_token,
            "tokens per word": self.tokens_per_word,
            "times the first": self.tokens / first.tokens if first and first.tokens else None,
            "share of context": self.tokens / window if window else None,
            "price": None if price is None else self.tokens * price / 1_000_000,
            "vocabulary size": self.vocab_size,
            "median": self.median,
            "95%": self.most,
            "vocabulary used": self.used / self.vocab_size if self.vocab_size else None,
            "words in one token": self.whole_words,
            "Renyi efficiency": self.renyi_efficiency,
            "numbers in single digits": self.digits,
            "numbers in groups of three": self.thousands,
        }


class CostTally:
    """Adds up the figures of one tokenizer, a text at a time.

    >>> tally = CostTally(vocab_size=4)
    >>> tally.add(MeasuredText.of("low low 12", by_line=False), [0, 1, 0, 1, 2, 3], np.array([2, 4, 6, 8, 9]))
    >>> costs = tally.costs()
    >>> costs.tokens, costs.tokens_per_word, costs.used, costs.whole_words, costs.digits
    (6, 2.0, 4, 0.0, 1.0)
    """

    def __init__(self, vocab_size: int) -> None:
        self._vocab_size = vocab_size
        self._size = 0
        self._word_count = WordCount()
        self._counts: Counter[int] = Counter()
        self._units: list[IntArray] = []
        self._aligned = True
        # One row (numerator, denominator) for each of the shares `whole_words`, `digits` and `thousands`.
        self._divided = np.zeros((3, 2), np.int64)

    def add(
        self,
        text: MeasuredText,
        ids: Sequence[int] | npt.NDArray[np.uint32],
        boundaries: IntArray | npt.NDArray[np.float64] | None,
        *,
        continues: bool = False,
    ) -> None:
        """Add a text with its ids, and the bytes at which all tokens except the first begin, None if unknown.

        A token may begin half a byte after another one: inside a character that a normalizer changed. With `continues`,
        it is a further block of the text that was added before it.
        """
        self._size += text.size
        self._word_count = self._word_count.plus(text.word_count)
        found, times = np.unique(np.asarray(ids, np.int64), return_counts=True)
        self._counts.update(dict(zip(found.tolist(), times.tolist(), strict=True)))
        if boundaries is None:
            self._aligned = False
        row = _NONE
        if len(text.units) == 1:
            row = np.array([len(ids)], np.int32)
        elif boundaries is not None and len(text.units):
            starts = np.concatenate(([0], boundaries))[: len(ids)]
            unit = np.maximum(np.searchsorted(text.units, starts, "right") - 1, 0)
            row = np.bincount(unit, minlength=len(text.units)).astype(np.int32)
        if continues and len(row) and self._units:
            self._units[-1][-1] += row[0]
            row = row[1:]
        if len(row):
            self._units.append(row)
        if boundaries is not None:
            self._divided += _divided(text, np.asarray(boundaries))

    def costs(self) -> TextCosts:
        """Return the figures of all texts that were added."""
        tokens = self._counts.total()
        units = np.concatenate(self._units or [_NONE])
        words, digits, thousands = (
            float(good / every) if every and self._aligned else None for good, every in self._divided
        )
        # The smallest token count that at least half, or 95%, of the units do not exceed.
        median, most = (
            int(np.quantile(units, share, method="inverted_cdf")) if len(units) else None
            for share in (0.5, 0.95)
        )
        has_words = self._word_count.has_words
        return TextCosts(
            tokens=tokens,
            size=self._size,
            units=len(units),
            vocab_size=self._vocab_size,
            bytes_per_token=self._size / tokens if tokens else None,
            tokens_per_word=tokens / self._word_count.words if has_words else None,
            median=median,
            most=most,
            used=len(self._counts),
            whole_words=words if has_words else None,
            renyi_efficiency=renyi_efficiency(self._counts, self._vocab_size),
            digits=digits,
            thousands=thousands,
        )


def renyi_efficiency(counts: Mapping[int, int], vocab_size: int) -> float | None:
    """Return the Rényi entropy of order 2.5 of the tokens of a corpus, as a share of the largest possible entropy.

    The entropy is largest if all tokens of the vocabulary occur equally often. None if there are no tokens, or
    only one in the vocabulary. Source: Zouhar et al. 2023, who count unused tokens in the vocabulary too.

    >>> renyi_efficiency({7: 5, 8: 5}, 2), renyi_efficiency({7: 10}, 2)
    (1.0, 0.0)
    """
    if not counts or vocab_size < 2:
        return None
    shares = np.fromiter(counts.values(), np.float64) / sum(counts.values())
    entropy = np.log(np.sum(shares**RENYI_ORDER)) / (1 - RENYI_ORDER)
    return float(abs(entropy) / np.log(vocab_size))


def _divided(text: MeasuredText, boundaries: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the numerators and denominators of the shares `whole_words`, `digits` and `thousands`.

    For example, 12345 in groups of three from the right has one boundary inside, three digits before its end.
    """

    def inside(spans: IntArray) -> npt.NDArray[np.intp]:
        before = np.searchsorted(boundaries, spans[:, 0], "right")
        return np.searchsorted(boundaries, spans[:, 1], "left") - before

    lengths = text.numbers[:, 1] - text.numbers[:, 0]
    within = inside(text.numbers)
    large = np.flatnonzero(lengths >= 4)
    groups = (lengths[large] - 1) // 3
    # Every position at which a group of three begins: in 1234567, these are 3 and 6 digits before the end.
    owner = np.repeat(np.arange(len(large)), groups)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(groups) - groups, groups) + 1
    is_cut = np.isin(text.numbers[large, 1][owner] - 3 * number, boundaries)
    cut = np.bincount(owner[is_cut], minlength=len(large))
    return np.array(
        [
            (np.count_nonzero(inside(text.words) == 0), len(text.words)),
            (np.count_nonzero(within == lengths - 1), len(lengths)),
            (np.count_nonzero((cut == groups) & (within[large] == groups)), len(large)),
        ],
        np.int64,
    )
