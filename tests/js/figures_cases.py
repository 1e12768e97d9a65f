"""Cases for `figures.test.js`: the data of components for random texts, and the figures of their sentences.

The figures are counted by Python, most of them by encoding or training again. A figure is written as on the page;
a word is given where a sentence depends on a comparison.
"""

import random
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from itertools import accumulate, islice, pairwise, takewhile
from typing import Any

from bpe_core import Tokenizer, load_published, reference, train
from bpe_core.alphabets import base_ids
from bpe_core.in_parts import finished
from bpe_core.lessons.tokens.ways import chunks_of
from bpe_core.lessons.train.first_merges import counted_pairs
from bpe_core.lessons.vocabulary.growth import growth_in_parts
from bpe_core.lessons.vocabulary.lives import lives
from bpe_core.training.parity import ParityTraining
from explorer_ui.parts.player.payload import player_data
from explorer_ui.parts.token_row.strip.token_strip import strip_data
from explorer_ui.places.tokens.other_splits.other_splits import ways_data
from explorer_ui.places.tokens.prompt_end.prompt_end import prompt_data
from explorer_ui.places.tokens.two_halves.two_halves import seam_data
from explorer_ui.places.train.several_languages.several_languages import parity_data
from explorer_ui.places.vocabulary.smaller_or_larger.smaller_or_larger import GrowingVocabulary, growth_data
from explorer_ui.places.vocabulary.unused_tokens.unused_tokens import PERCENT, lives_data

Case = dict[str, Any]
Ask = tuple[str, Case, Case]
PROSE = "low lower lowest newer newest the lowest of the low and the newest of the new wide world by "
# Letters of one byte, and no digits: every figure of a sentence is a count.
ALPHABETS = ["ab ", "low ernsti", "the of "]


def cases() -> list[Case]:
    """Return what each sentence is about, its data, and the figures at each place that is asked for."""
    asked: dict[tuple[str, int], Case] = {}
    for what, data, ask in _random_cases(random.Random(11)):
        asked.setdefault((what, id(data)), {"what": what, "data": data, "asks": []})["asks"].append(ask)
    return [*asked.values()]


def _random_cases(dice: random.Random) -> Iterator[Ask]:
    trained = Tokenizer.from_history(train(PROSE, recipe="gpt2", num_merges=40))
    for _ in range(10):
        units = dice.choice([*ALPHABETS, PROSE.split(" ")])
        text = "".join(dice.choices(units, k=dice.randrange(2, 30))) + "e"
        for tokenizer in (trained, load_published("gpt2")):
            yield from _seam(tokenizer, text)
            yield from _strip(tokenizer, text)
            yield from _prompt(tokenizer, text)
            yield from _ways(tokenizer, text)
        yield from _growth(text)
        yield from _doubling(text)
        yield from _training(text)
        yield from _lives(text)
        yield from _parity(text, PROSE[: dice.randrange(5, 60)])
        yield from _tables(dice)
    # Here byte-pair encoding, the fewest tokens and the longest match differ, which is rare.
    for text in ("eorrheidnrdotrisirs", "eheidtlluhdtslladis"):
        yield from _ways(load_published("gpt2"), text)
    yield from _lives("".join(random.Random(5).choices("etaoin shr", k=400)), 90)
    yield from _first_merges()


def _ask(what: str, data: Case, *figures: float | str, at: Any = None, word: str | None = None) -> Ask:
    written = [figure if isinstance(figure, str) else f"{figure:,}" for figure in figures]
    return what, data, {"at": at, "figures": written, "word": word}


def _fixed(number: float, digits: int) -> str:
    """Round as JavaScript's toFixed."""
    return str(Decimal(number).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


@cache
def _tokens(tokenizer: Tokenizer) -> frozenset[bytes]:
    special = tokenizer.special_tokens.values()
    return frozenset(token for id_, token in tokenizer.vocab.items() if id_ not in special)


def _seam(tokenizer: Tokenizer, text: str) -> Iterator[Ask]:
    data = seam_data(tokenizer, text, name="it")
    whole = tokenizer.encode_ordinary(text)
    changes = []
    for at in range(1, len(text)):
        left, right = (tokenizer.encode_ordinary(half) for half in (text[:at], text[at:]))
        changes.append(left + right != whole)
        apart = len(left) + len(right)
        verdict = "costs" if apart > len(whole) else "saves" if apart < len(whole) else ""
        verdict = verdict or ("different ones" if changes[-1] else "changes nothing")
        gained = [abs(apart - len(whole))] if apart != len(whole) else []
        yield _ask("seam", data, len(left), len(right), apart, len(whole), *gained, at=at, word=verdict)
    before = [change for change, letter in zip(changes, text[1:], strict=True) if letter == " "]
    after = [change for change, letter in zip(changes, text, strict=False) if letter == " "]
    kinds = [changes, before, after] if before else [changes]
    yield _ask("seams", data, *(number for kind in kinds for number in (sum(kind), len(kind))))


def _strip(tokenizer: Tokenizer, text: str) -> Iterator[Ask]:
    ids = tokenizer.encode_ordinary(text)
    uses = Counter(ids)
    data = strip_data(ids, tokenizer.vocab)
    for at, token_id in enumerate(ids):
        yield _ask("card", data, str(token_id), at + 1, len(ids), uses[token_id], at=at)
    yield _ask("bar", data, len(ids), len(uses))
    chunks = tokenizer.encode_chunks(text, disallowed_special=())
    starts = [0, *accumulate(map(len, chunks))]
    data = strip_data(ids, tokenizer.vocab, chunk_starts=starts[:-1])
    byte = 0
    for number, chunk in enumerate(chunks, 1):
        size = sum(len(tokenizer.vocab[token_id]) for token_id in chunk)
        yield _ask("chunk", data, size, number, len(chunks), at=byte)
        byte += size


def _prompt(tokenizer: Tokenizer, text: str) -> Iterator[Ask]:
    data = prompt_data(tokenizer, text, name="it")
    first = len(text) - len(data["rows"])
    before = tokenizer.encode_ordinary(text[:first])
    for row in range(len(data["rows"])):
        ids = tokenizer.encode_ordinary(text[: first + row + 1])
        kept = takewhile(lambda both: both[0] == both[1], zip(before, ids, strict=False))
        taken_back = len(before) - len([*kept])
        yield _ask("typed", data, len(ids), *[taken_back] * (taken_back > 0), at=row)
        before = ids
    last = tokenizer.vocab[before[-1]]
    longer = [token for token in _tokens(tokenizer) if token.startswith(last) and token != last]
    yield _ask("healed", data, len(before) - 1, *[len(longer)] * bool(longer))
    yield _ask("prompt", data, len(before), *[data["unsettled"]] * (data["unsettled"] > 1))


def _ways(tokenizer: Tokenizer, text: str) -> Iterator[Ask]:
    trace = tokenizer.trace(text)
    chunks = [chunk for chunk in chunks_of(tokenizer, trace, longest=24) if len(chunk.base_ids) > 1]
    data = ways_data(tokenizer, chunks, trace, name="it")
    for word, chunk in zip(data["words"], chunks, strict=True):
        spelled = b"".join(tokenizer.decode_tokens_bytes(chunk.ids))
        tokens = _tokens(tokenizer)
        fewest, ways = [0], [1]
        for end in range(1, len(spelled) + 1):
            starts = [start for start in range(end) if spelled[start:end] in tokens]
            fewest.append(1 + min(fewest[start] for start in starts))
            ways.append(sum(ways[start] for start in starts))
        greedy = at = 0
        while at < len(spelled):
            at = max(end for end in range(at + 1, len(spelled) + 1) if spelled[at:end] in tokens)
            greedy += 1
        count = len(chunk.ids)
        counts = [count, *[fewest[-1]] * (fewest[-1] < count), greedy] if count > 1 else []
        yield _ask("ways", {**data, "words": [word]}, ways[-1], *counts)


def _growth(text: str) -> Iterator[Ask]:
    tokenizers = _of_every_size("gpt2")
    whole = tokenizers[max(tokenizers)]
    texts = {"English": PROSE[:20], "other": text}
    languages = {name: finished(growth_in_parts(whole, one)) for name, one in texts.items()}
    grown = GrowingVocabulary("it", "it", languages["other"], languages)
    data = growth_data(text, [grown], first_language="English")
    counts = {number: len(one.encode_ordinary(text)) for number, one in tokenizers.items()}
    for at, tokens in counts.items():
        figures = [at, tokens, len(text) if tokens == 1 else _fixed(len(text) / tokens, 2)]
        steps = [number for number in range(257, at + 1) if counts[number] < counts[number - 1]]
        if steps:
            figures += [steps[-1], str(steps[-1] - 1), counts[steps[-1] - 1] - counts[steps[-1]]]
        yield _ask("growth", data, *figures, at=at)
        english = len(tokenizers[at].encode_ordinary(texts["English"]))
        yield _ask("languages", data, tokens, _fixed(tokens / english, 1), at=at)


def _doubling(text: str) -> Iterator[Ask]:
    tokenizers = _of_every_size("characters")
    least, *_, last = tokenizers
    grown = GrowingVocabulary("it", "it", finished(growth_in_parts(tokenizers[last], text)), {})
    data = growth_data(text, [grown], first_language="English")
    counts = {number: len(one.encode_ordinary(text)) for number, one in tokenizers.items()}
    saved = {size: 1 - counts[2 * size] / counts[size] for size in range(least, last // 2 + 1)}
    percent = {
        size: [f"{max(1, int(1_000 * part + 1e-9 + 0.5 * (part >= 0.05))) / 10:g}"] if part else []
        for size, part in saved.items()
    }
    flat = next((size for size in saved if max(saved[one] for one in saved if one >= size) < 0.05), None)
    end = [flat, "5"] if flat else percent[last // 2]
    for at in range(least, last + 1):
        figures = [2 * at, *percent[at]] if at in saved else [last]
        yield _ask("doubling", data, *figures, *end, at=at)


@cache
def _of_every_size(recipe: str) -> dict[int, Tokenizer]:
    number = len(train(PROSE, recipe=recipe, num_merges=40).merges)
    histories = [train(PROSE, recipe=recipe, num_merges=most) for most in range(number + 1)]
    return {len(history.vocab): Tokenizer.from_history(history) for history in histories}


def _training(text: str) -> Iterator[Ask]:
    history = train(text, recipe="bytes", num_merges=6)
    steps = [*reference.train([base_ids(text, history.base).tolist()], first_new_id=256, num_merges=6)]
    data = player_data(history)
    counts = [sum(map(len, step.chunks)) for step in steps][: len(history.merges) + 1]
    for at, tokens in enumerate(counts):
        figures: list[float | str] = [tokens]
        if at:
            merge = history.merges[at - 1]
            counted = steps[at - 1].pair_counts[merge.pair]
            replaced = counts[at - 1] - tokens
            figures = [str(merge.new_id), replaced, *[counted] * (counted != replaced)]
            figures += [counts[at - 1], tokens]
        if at == len(history.merges):
            yield _ask("training", data, *figures, at=at)
            if at:
                yield _ask("shrunk", data, len(text), tokens, _fixed(len(text) / tokens, 2), at=at)
            continue
        pairs = steps[at].pair_counts
        yield _ask("training", data, *figures, pairs[history.merges[at].pair], at=at)
        most = max(pairs.values())
        tied = [*pairs.values()].count(most)
        yield _ask("pairs", data, len(pairs), *[tied - 1, most] * (tied > 1), at=at)


def _lives(text: str, num_merges: int = 12) -> Iterator[Ask]:
    history = train(text * 2, recipe="bytes", num_merges=num_merges)
    if not history.merges:
        return
    data, found = lives_data(history), lives(history)
    ids = [history.ids_at(step) for step in range(len(history.merges) + 1)]
    learned = dict.fromkeys(merge.new_id for merge in history.merges)
    unused = sum(id_ not in ids[-1] for id_ in learned)
    figures = [*[unused] * bool(unused), len(learned)]
    if len(data["bands"]) < len(learned):
        ended = sum(band["id"] not in ids[-1] for band in data["bands"])
        figures += [ended, len(data["bands"]) - ended]
    yield _ask("lives", data, *figures)
    for percent in (PERCENT[0], 90):
        dropped = len(found.dropped_at(percent / 100))
        yield _ask("dropped", data, *[dropped, len(learned)] * bool(dropped), at=percent)
    for at, band in enumerate(data["bands"]):
        uses = [step.count(band["id"]) for step in ids]
        born = next(step for step, number in enumerate(uses) if number)
        yield _ask("life", data, born, max(uses), *[uses[-1]] * bool(uses[-1]), at=at)
        lost = [Fraction(one - other, one or 1) for one, other in pairwise(uses)]
        worst = [1 + lost.index(max(lost)), int(100 * max(lost))] if max(lost) > 0 else []
        yield _ask("swallowed", data, *worst, at=at)


def _parity(*texts: str) -> Iterator[Ask]:
    training = ParityTraining([*texts], recipe="gpt2")
    deque(islice(training, 8), maxlen=0)
    by_parity = training.history()
    by_count = train([*texts], recipe="gpt2", num_merges=8)
    named = dict(zip(("one", "other"), texts, strict=True))
    data = parity_data(named, by_parity, training.chosen_by, by_count, per_byte=False)
    for at in range(len(by_parity.merges) + 1):
        figures: list[float | str] = []
        for history in (by_parity, by_count):
            counts = _of_texts(history, min(at, len(history.merges)), texts)
            figures += [sum(counts), _fixed(max(counts) / (min(counts) or 1), 2)]
        yield _ask("parity", data, *figures, at=at)
    for at, chosen in enumerate(training.chosen_by[: len(by_parity.merges)], 1):
        before, after = (_of_texts(by_parity, step, texts) for step in (at - 1, at))
        yield _ask("chosen", data, before[chosen] - after[chosen], sum(before) - sum(after), at=at)


def _of_texts(history: Any, step: int, texts: tuple[str, ...]) -> list[int]:
    """Return how many tokens each text has at a step."""
    ids = iter(history.ids_at(step))
    counts = []
    for text in texts:
        left, count = len(text.encode()), 0
        while left > 0:
            left -= len(history.vocab[next(ids)])
            count += 1
        counts.append(count)
    return counts


def _tables(dice: random.Random) -> Iterator[Ask]:
    reasons = [["a", "a"], ["b", "b"], ["c", "c"]]
    first = [dice.randrange(1, 900) for _ in range(3)]
    other = [dice.randrange(900) for _ in range(3)]
    for english in (first, [0, 0, 7]):
        languages = [["English", english], ["x", other]]
        data = {"reasons": reasons, "languages": languages, "chosen": "x", "said": "", "tokens": []}
        for reason in range(-1, 3):
            figures: list[float | str] = []
            shown = [sum(counts) if reason < 0 else counts[reason] for counts in (english, other)]
            for number in shown:
                figures += [number, *[_fixed(number / (shown[0] or 1), 1)] * bool(shown[0])]
            yield _ask("costs", data, *figures, at=reason)


def _first_merges() -> Iterator[Ask]:
    words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    data = {"steps": [asdict(step) for step in counted_pairs(words, 5)]}
    parts = {word: [*word] for word in words}
    for at, step in enumerate(data["steps"]):
        counts: Counter[tuple[str, str]] = Counter()
        for word, count in words.items():
            for pair in pairwise(parts[word]):
                counts[pair] += count
        pairs = [*map(tuple, step["pairs"])]
        best = pairs[step["answer"]]
        for index, pair in enumerate(pairs):
            figures = [counts[pair], *[counts[best]] * (pair != best)]
            yield _ask("first merges", data, *figures, at=[at, index])
        for tokens in parts.values():
            for place in range(len(tokens) - 1, 0, -1):
                if tokens[place - 1 : place + 1] == [*best]:
                    tokens[place - 1 : place + 1] = ["".join(best)]
