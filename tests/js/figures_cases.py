"""Writes cases for `figures.test.js`: the data of components for random texts, and the figures of their sentences.

The figures are counted by Python, most of them by encoding or training again. A figure is written as on the page;
a word is given where a sentence depends on a comparison.
"""

import json
import logging
import random
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache
from itertools import accumulate, groupby, islice, pairwise
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
PROSE = "low lower lowest newer newest the lowest of the low and the newest of the new wide world by "
# Letters of one byte, and no digits: every figure of a sentence is a count.
ALPHABETS = ["ab ", "low ernsti", "the of "]


def main() -> None:
    """Write the cases to stdout."""
    logging.disable(logging.WARNING)  # of Streamlit, which no page runs here
    dice = random.Random(11)
    trained = Tokenizer.from_history(train(PROSE, recipe="gpt2", num_merges=40))
    cases: list[Case] = []
    for _ in range(10):
        text = (
            "".join(dice.choices(dice.choice([*ALPHABETS, PROSE.split(" ")]), k=dice.randrange(2, 30))) + "e"
        )
        for tokenizer in (trained, load_published("gpt2")):
            cases += _seam(tokenizer, text)
            cases += _strip(tokenizer, text)
            cases += _prompt(tokenizer, text)
            cases += _ways(tokenizer, text)
        cases += _growth(text)
        cases += _doubling(text)
        cases += _training(text)
        cases += _lives(text)
        cases += _parity(text, PROSE[: dice.randrange(5, 60)])
        cases += _tables(dice)
    # Here byte-pair encoding, the fewest tokens and the longest match differ, which is rare.
    for text in ("eorrheidnrdotrisirs", "eheidtlluhdtslladis"):
        cases += _ways(load_published("gpt2"), text)
    cases += _lives("".join(random.Random(5).choices("etaoin shr", k=400)), 90)
    cases += _first_merges()
    groups = [[*group] for _, group in groupby(cases, key=lambda case: (case["what"], id(case["data"])))]
    json.dump(
        [
            {
                "what": group[0]["what"],
                "data": group[0]["data"],
                "asks": [{key: case.get(key) for key in ("at", "figures", "word")} for case in group],
            }
            for group in groups
        ],
        sys.stdout,
    )


def _count(number: float) -> str:
    return f"{number:,}"


def _fixed(number: float, digits: int) -> str:
    """Round as JavaScript's toFixed."""
    return str(Decimal(number).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))


@cache
def _tokens(tokenizer: Tokenizer) -> frozenset[bytes]:
    special = tokenizer.special_tokens.values()
    return frozenset(token for id_, token in tokenizer.vocab.items() if id_ not in special)


def _seam(tokenizer: Tokenizer, text: str) -> Iterator[Case]:
    data = seam_data(tokenizer, text, name="it")
    whole = tokenizer.encode_ordinary(text)
    changes = []
    for at in range(1, len(text)):
        left, right = (tokenizer.encode_ordinary(half) for half in (text[:at], text[at:]))
        changes.append(left + right != whole)
        apart = len(left) + len(right)
        verdict = "costs" if apart > len(whole) else "saves" if apart < len(whole) else ""
        verdict = verdict or ("different ones" if changes[-1] else "changes nothing")
        figures = [len(left), len(right), apart, len(whole)]
        figures += [abs(apart - len(whole))] if apart != len(whole) else []
        yield {"what": "seam", "data": data, "at": at, "figures": [*map(_count, figures)], "word": verdict}
    before = [change for change, letter in zip(changes, text[1:], strict=True) if letter == " "]
    after = [change for change, letter in zip(changes, text, strict=False) if letter == " "]
    kinds = [changes, before, after] if before else [changes]
    figures = [number for kind in kinds for number in (sum(kind), len(kind))]
    yield {"what": "seams", "data": data, "figures": [*map(_count, figures)]}


def _strip(tokenizer: Tokenizer, text: str) -> Iterator[Case]:
    ids = tokenizer.encode_ordinary(text)
    uses = Counter(ids)
    data = strip_data(ids, tokenizer.vocab)
    for at, token_id in enumerate(ids):
        figures = [str(token_id), _count(at + 1), _count(len(ids)), _count(uses[token_id])]
        yield {"what": "card", "data": data, "at": at, "figures": figures}
    yield {"what": "bar", "data": data, "figures": [_count(len(ids)), _count(len(uses))]}
    chunks = tokenizer.encode_chunks(text, disallowed_special=())
    starts = [0, *accumulate(map(len, chunks))]
    data = strip_data(ids, tokenizer.vocab, chunk_starts=starts[:-1])
    byte = 0
    for number, chunk in enumerate(chunks, 1):
        size = sum(len(tokenizer.vocab[token_id]) for token_id in chunk)
        yield {
            "what": "chunk",
            "data": data,
            "at": byte,
            "figures": [*map(_count, (size, number, len(chunks)))],
        }
        byte += size


def _prompt(tokenizer: Tokenizer, text: str) -> Iterator[Case]:
    data = prompt_data(tokenizer, text, name="it")
    before: list[int] = []
    first = len(text) - len(data["rows"])
    for row in range(-1, len(data["rows"])):
        ids = tokenizer.encode_ordinary(text[: first + row + 1])
        kept = next(
            (at for at, (one, other) in enumerate(zip(before, ids, strict=False)) if one != other), None
        )
        kept = min(len(before), len(ids)) if kept is None else kept
        if row >= 0:
            figures = [len(ids)] + [len(before) - kept] * (len(before) > kept)
            yield {"what": "typed", "data": data, "at": row, "figures": [*map(_count, figures)]}
        before = ids
    last = tokenizer.vocab[before[-1]]
    longer = [token for token in _tokens(tokenizer) if token.startswith(last) and token != last]
    figures = [len(before) - 1] + [len(longer)] * bool(longer)
    yield {"what": "healed", "data": data, "figures": [*map(_count, figures)]}
    figures = [len(before)] + [data["unsettled"]] * (data["unsettled"] > 1)
    yield {"what": "prompt", "data": data, "figures": [*map(_count, figures)]}


def _ways(tokenizer: Tokenizer, text: str) -> Iterator[Case]:
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
        figures = [count] + [fewest[-1]] * (fewest[-1] < count) + [greedy]
        yield {
            "what": "ways",
            "data": {**data, "words": [word]},
            "figures": [_count(ways[-1])] + ([*map(_count, figures)] if count > 1 else []),
        }


def _growth(text: str) -> Iterator[Case]:
    tokenizers = _of_every_size("gpt2")
    whole = tokenizers[max(tokenizers)]
    languages = {"English": finished(growth_in_parts(whole, PROSE[:20]))}
    languages["other"] = finished(growth_in_parts(whole, text))
    grown = GrowingVocabulary("it", "it", languages["other"], languages)
    data = growth_data(text, [grown], first_language="English")
    counts = {number: len(one.encode_ordinary(text)) for number, one in tokenizers.items()}
    num_bytes = len(text)
    for at, tokens in counts.items():
        cost = [_count(tokens), _count(num_bytes) if tokens == 1 else _fixed(num_bytes / tokens, 2)]
        figures = [_count(at), *cost]
        steps = [number for number in range(257, at + 1) if counts[number] < counts[number - 1]]
        if steps:
            id_ = str(steps[-1] - 1)
            figures += [_count(steps[-1]), id_, _count(counts[steps[-1] - 1] - counts[steps[-1]])]
        yield {"what": "growth", "data": data, "at": at, "figures": figures}
    for at, tokenizer in tokenizers.items():
        english, other = (len(tokenizer.encode_ordinary(one)) for one in (PROSE[:20], text))
        figures = [_count(other), _fixed(other / english, 1)]
        yield {"what": "languages", "data": data, "at": at, "figures": figures}


def _doubling(text: str) -> Iterator[Case]:
    tokenizers = _of_every_size("characters")
    least, *_, last = tokenizers
    grown = GrowingVocabulary("it", "it", finished(growth_in_parts(tokenizers[last], text)), {})
    data = growth_data(text, [grown], first_language="English")
    counts = {number: len(one.encode_ordinary(text)) for number, one in tokenizers.items()}
    saved = {size: 1 - counts[2 * size] / counts[size] for size in range(least, last // 2 + 1)}
    percent = {
        size: [f"{max(1, int(1_000 * part + 1e-9)) / 10:g}"] if part else [] for size, part in saved.items()
    }
    flat = next((size for size in saved if max(saved[one] for one in saved if one >= size) < 0.05), None)
    end = [_count(flat), "5"] if flat else percent[last // 2]
    for at in range(least, last + 1):
        figures = [_count(2 * at), *percent[at]] if at in saved else [_count(last)]
        yield {"what": "doubling", "data": data, "at": at, "figures": figures + end}


@cache
def _of_every_size(recipe: str) -> dict[int, Tokenizer]:
    number = len(train(PROSE, recipe=recipe, num_merges=40).merges)
    histories = [train(PROSE, recipe=recipe, num_merges=most) for most in range(number + 1)]
    return {len(history.vocab): Tokenizer.from_history(history) for history in histories}


def _training(text: str) -> Iterator[Case]:
    history = train(text, recipe="bytes", num_merges=6)
    steps = [*reference.train([base_ids(text, history.base).tolist()], first_new_id=256, num_merges=6)]
    data = player_data(history)
    counts = [sum(map(len, step.chunks)) for step in steps][: len(history.merges) + 1]
    for at, tokens in enumerate(counts):
        if at:
            merge = history.merges[at - 1]
            counted = [steps[at - 1].pair_counts[merge.pair]]
            replaced = counts[at - 1] - tokens
            figures = [str(merge.new_id), *map(_count, [replaced] + counted * (counted != [replaced]))]
            figures += [_count(counts[at - 1]), _count(tokens)]
        else:
            figures = [_count(tokens)]
        if at < len(history.merges):
            figures.append(_count(steps[at].pair_counts[history.merges[at].pair]))
        yield {"what": "training", "data": data, "at": at, "figures": figures}
        if at == len(history.merges) and at:
            shrunk = [_count(len(text)), _count(tokens), _fixed(len(text) / tokens, 2)]
            yield {"what": "shrunk", "data": data, "at": at, "figures": shrunk}
        if at < len(history.merges):
            pairs = steps[at].pair_counts
            tied = [*pairs.values()].count(max(pairs.values()))
            figures = [_count(len(pairs))] + [_count(tied - 1), _count(max(pairs.values()))] * (tied > 1)
            yield {"what": "pairs", "data": data, "at": at, "figures": figures}


def _lives(text: str, num_merges: int = 12) -> Iterator[Case]:
    history = train(text * 2, recipe="bytes", num_merges=num_merges)
    if not history.merges:
        return
    data, found = lives_data(history), lives(history)
    ids = [history.ids_at(step) for step in range(len(history.merges) + 1)]
    learned = dict.fromkeys(merge.new_id for merge in history.merges)
    unused = sum(id_ not in ids[-1] for id_ in learned)
    figures = [*[_count(unused)] * bool(unused), _count(len(learned))]
    if len(data["bands"]) < len(learned):
        ended = sum(band["id"] not in ids[-1] for band in data["bands"])
        figures += [_count(ended), _count(len(data["bands"]) - ended)]
    yield {"what": "lives", "data": data, "figures": figures}
    for percent in (PERCENT[0], 90):
        dropped = len(found.dropped_at(percent / 100))
        figures = [_count(dropped), _count(len(learned))] if dropped else []
        yield {"what": "dropped", "data": data, "at": percent, "figures": figures}
    for at, band in enumerate(data["bands"]):
        uses = [step.count(band["id"]) for step in ids]
        born = next(step for step, number in enumerate(uses) if number)
        figures = [_count(born), _count(max(uses)), *[_count(uses[-1])] * bool(uses[-1])]
        yield {"what": "life", "data": data, "at": at, "figures": figures}
        lost = [Fraction(one - other, one or 1) for one, other in pairwise(uses)]
        figures = [_count(1 + lost.index(max(lost))), str(int(100 * max(lost)))] if max(lost) > 0 else []
        yield {"what": "swallowed", "data": data, "at": at, "figures": figures}


def _parity(*texts: str) -> Iterator[Case]:
    named = {"one": texts[0], "other": texts[1]}
    training = ParityTraining([*named.values()], recipe="gpt2")
    deque(islice(training, 8), maxlen=0)
    by_parity = training.history()
    by_count = train([*named.values()], recipe="gpt2", num_merges=8)
    data = parity_data(named, by_parity, training.chosen_by, by_count, per_byte=False)
    for at in range(len(by_parity.merges) + 1):
        figures = []
        for history in (by_parity, by_count):
            ids = history.ids_at(min(at, len(history.merges)))
            counts = _of_texts(history, ids, [*named.values()])
            figures += [_count(sum(counts)), _fixed(max(counts) / (min(counts) or 1), 2)]
        yield {"what": "parity", "data": data, "at": at, "figures": figures}
    for at, chosen in enumerate(training.chosen_by[: len(by_parity.merges)], 1):
        before, after = (
            _of_texts(by_parity, by_parity.ids_at(step), [*named.values()]) for step in (at - 1, at)
        )
        figures = [_count(before[chosen] - after[chosen]), _count(sum(before) - sum(after))]
        yield {"what": "chosen", "data": data, "at": at, "figures": figures}


def _of_texts(history: Any, ids: list[int], texts: list[str]) -> list[int]:
    counts, at = [], 0
    for text in texts:
        left, begin = len(text.encode()), at
        while left > 0:
            left -= len(history.vocab[ids[at]])
            at += 1
        counts.append(at - begin)
    return counts


def _tables(dice: random.Random) -> Iterator[Case]:
    costs = [
        ["English", [dice.randrange(1, 900) for _ in range(3)]],
        ["x", [dice.randrange(900) for _ in range(3)]],
    ]
    reasons = [["a", "a"], ["b", "b"], ["c", "c"]]
    for english in (costs[0][1], [0, 0, 7]):
        costs[0][1] = english
        data = {"reasons": reasons, "languages": costs, "chosen": "x", "said": "", "tokens": []}
        for reason in range(-1, 3):
            shown = [sum(counts) if reason < 0 else counts[reason] for _, counts in costs]
            times = [[_fixed(number / shown[0], 1)] if shown[0] else [] for number in shown]
            figures = [
                one
                for number, as_many in zip(shown, times, strict=True)
                for one in (_count(number), *as_many)
            ]
            yield {"what": "costs", "data": json.loads(json.dumps(data)), "at": reason, "figures": figures}


def _first_merges() -> Iterator[Case]:
    words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    steps = [asdict(step) for step in counted_pairs(words, 5)]
    parts = {word: [*word] for word in words}
    for at, step in enumerate(steps):
        counts: Counter[tuple[str, str]] = Counter()
        for word, count in words.items():
            for pair in pairwise(parts[word]):
                counts[pair] += count
        for index, pair in enumerate(map(tuple, step["pairs"])):
            best = tuple(step["pairs"][step["answer"]])
            totals = [counts[pair]] if index == step["answer"] else [counts[pair], counts[best]]
            yield {
                "what": "first merges",
                "data": {"steps": steps},
                "at": [at, index],
                "figures": [*map(_count, totals)],
            }
        left, right = step["pairs"][step["answer"]]
        for tokens in parts.values():
            for place in range(len(tokens) - 1, 0, -1):
                if tokens[place - 1 : place + 1] == [left, right]:
                    tokens[place - 1 : place + 1] = [left + right]


if __name__ == "__main__":
    main()
