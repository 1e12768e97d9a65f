"""Results of Python's reference for the tests in Node, each with the message that the player is sent."""

import json
import random
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

from bpe_core import RECIPES, Tokenizer, TrainingHistory, reference, train
from bpe_core.alphabets import BYTE_GLYPHS, base_ids, counts_bytes, written
from bpe_core.formats import read_huggingface
from bpe_core.lessons.train.continued import every_step
from bpe_core.lessons.train.second_stage import merges_across
from bpe_core.reference import Step
from bpe_core.types import AlphabetName, BoundaryKind, SecondStage, TieBreak
from explorer_ui.parts.player.payload import encoding_data, player_data
from explorer_ui.visit.words import readable
from tests.textbook import by_hand, fewest_tokens, textbook, textbook_in_stages

PROSE = "low lower lowest, newer newest\nthe lowest of the low"
MIXED = "שלום low עולם\nlow שלום low\nسَلام 12 سَلام"
SPECIAL = "<e>low né<e><e>né low<e>"
FAMILY = "👩‍👩‍👧 👩‍👩‍👧 🇩🇪🇩🇪 e\u0301e\u0301 \u200b"

TRAININGS = [
    # text, recipe, tie rule, most merges
    ("aaabdaaabac", "bytes", "first-seen", 3),
    ("aaaaaaa", "bytes", "first-seen", 9),
    ("aaabaab", "bytes", "first-seen", 2),
    ("aaaa aaaaa aa", "gpt2", "first-seen", 9),
    ("abcabdcdab dcba", "bytes", "lowest-pair", 9),
    ("!a! b!a b a", "bytes", "lowest-glyphs", 9),
    *((PROSE, name, "highest-bytes", 15) for name in RECIPES),
    ("", "bytes", "first-seen", 5),
    ("", "characters", "first-seen", 5),
    ("a", "bytes", "first-seen", 5),
    ("🙂", "characters", "first-seen", 5),
    *((text, name, "first-seen", 12) for text in (PROSE, MIXED, FAMILY) for name in RECIPES),
    ("naïve ïé éï Ïï€ €", "bytes", "lowest-pair", 4),  # half characters
    *(("l·l l·l", name, "first-seen", 2) for name in ("characters", "hf-course")),  # a character like a sign
]
SAYING = "she says: by the way, she says: by the way it is by the way. she says: it is by the way"
IN_STAGES: list[tuple[str, str, BoundaryKind, int, int]] = [
    # text, recipe, which boundaries are lifted, after which step, most merges
    ("by the way, by the way. by the way", "gpt2", "blanks", 3, 14),
    ("by the way, by the way. by the way", "gpt2", "punctuation", 40, 60),
    ("12 12 12 12 12 991299 991299", "gpt4", "all", 1, 12),
    *((text, "gpt4o", kind, 5, 20) for text in (PROSE, MIXED, FAMILY) for kind in get_args(BoundaryKind)),
    (PROSE, "hf-course", "all", 0, 20),
]
_ALPHABETS = ["ab", "ab c'1\n", "aé你🙂\u0301 \u200d\n👩🏽", "aש1 ل-"]
# Bytes that never begin a character, one too many, half a pair of surrogates, too long a form, above the last one.
_BROKEN = [
    b"\xc0", b"\xf5", b"\xff", b"\x80", b"\xed\xa0\x80", b"\xe0\x80\x80", b"\xf0\x82\x82\xac", b"\xf4\x90\x80\x80",
]  # fmt: skip
COUNTED = [
    {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5},
    {"aaa": 3, "aaaa": 2, "é": 9},
    {"שלום": 2, "לום": 7},
]
CONTINUED: list[tuple[str, list[str]]] = [
    ("new lowest lowest lower newest", []),
    ("<e>lower low<e>low né lowest\n", ["<e>"]),
    ("the", []),
    ("xyz xyz", []),
]
BESTS = [
    # alphabet, most units, how many texts, recipes
    ("ab", 14, 25, ["bytes", "gpt2", "hf-course"]),
    ("aab c", 16, 25, ["bytes", "gpt2", "hf-course", "characters"]),
    ("abé", 10, 10, ["bytes", "characters"]),
]
HARD_ENCODINGS = ["", "a", "aaaa", PROSE, MIXED, FAMILY]


def cases() -> dict[str, Any]:
    """Return the cases."""
    dice = random.Random(7)
    trainings = list(TRAININGS)
    for _ in range(60):
        text = "".join(dice.choices(dice.choice(_ALPHABETS), k=dice.randrange(30)))
        ties = [*get_args(TieBreak)]
        trainings.append((text, dice.choice([*RECIPES]), dice.choice(ties), dice.randrange(12)))
    return {
        "trainings": [
            *(_training(*each) for each in trainings),
            *(_training(SPECIAL, name, "highest-bytes", 9, ["<e>"]) for name in RECIPES),
            *(_in_stages(*each) for each in IN_STAGES),
            *(
                _in_stages(SAYING, "gpt2", kind, 9, 40, max_words=words)
                for kind in get_args(BoundaryKind)
                for words in (1, 2, 4)
            ),
        ],
        "freeHands": [_free_hand(dice, *each) for each in trainings],
        "bests": [_best(dice, *each) for each in BESTS for _ in range(each[2])],
        "hardest": [
            {"name": text, "data": player_data(train(text, recipe=recipe, num_merges=3, min_count=1))}
            for text, recipe in _hardest(dice)
        ],
        "counted": [_counted(words, recipe) for words in COUNTED for recipe in ("characters", "gpt2")],
        "continued": [_continued(*each, recipe) for each in CONTINUED for recipe in ("bytes", "gpt2")],
        "encodings": [_encoding(text, name) for text in HARD_ENCODINGS for name in RECIPES]
        + [_encoding_with_fallback(text) for text in HARD_ENCODINGS],
        "lateLift": _late_lift(),
        "parts": [_parts(dice) for _ in range(300)],
        "readable": [_readable(dice) for _ in range(300)],
        "glyphs": BYTE_GLYPHS,
        "letters": {"ltr": _letters("L"), "rtl": _letters("R", "AL")},
    }


def _pairs(counts: Mapping[tuple[int, int], int]) -> list[list[int]]:
    return [[*pair, count] for pair, count in counts.items()]


def _counted(words: dict[str, int], recipe: str) -> dict[str, Any]:
    history = train(words, recipe=recipe, num_merges=5)
    chunks = [base_ids(word, history.base).tolist() for word, count in words.items() for _ in range(count)]
    steps = reference.train(chunks, first_new_id=len(history.base.vocab), num_merges=5)
    told = [{"tokens": sum(map(len, step.chunks)), "pairs": _pairs(step.pair_counts)} for step in steps]
    return {"name": f"{[*words]} by {recipe}", "data": player_data(history), "steps": told}


def _continued(text: str, special_tokens: list[str], recipe: str) -> dict[str, Any]:
    """Return a training that continues from one on other words, with the pairs at each step, most frequent first."""
    before = Tokenizer.from_history(train(PROSE, recipe=recipe, num_merges=15, special_tokens=special_tokens))
    history = train(text, start_from=before, num_merges=6)
    whole, earlier = every_step(history)
    told = [
        {"tokens": len(whole.ids_at(step)), "pairs": _pairs(whole.pair_counts_at(step))}
        for step in range(len(whole.merges) + 1)
    ]
    name = f"{text[:20]!r} by {recipe}"
    return {"name": name, "data": player_data(history), "earlier": earlier, "steps": told}


def _training(
    text: str, recipe: str, tie_break: Any, most: int, special_tokens: Sequence[str] = ()
) -> dict[str, Any]:
    how = {"recipe": recipe, "tie_break": tie_break, "special_tokens": special_tokens}
    history = train(text, num_merges=most, min_count=1, **how)
    name = f"{text[:20]!r} by {recipe}, {tie_break}"
    return _case(name, history, textbook(history, most, 1))


def _in_stages(
    text: str, name: str, kind: BoundaryKind, step: int, most: int, *, max_words: int | None = None
) -> dict[str, Any]:
    stage = SecondStage(lifts=kind, after=step, keeps_colons=max_words is not None, max_words=max_words)
    recipe = replace(RECIPES[name], second_stage=stage)
    history = train(text, recipe=recipe, num_merges=most)
    title = f"{text[:20]!r} by {name}, {kind} lifted after {step}, {max_words} words"
    return _case(title, history, textbook_in_stages(history, recipe, most, 1))


def _case(name: str, history: TrainingHistory, steps: list[Step]) -> dict[str, Any]:
    units = dict.fromkeys(history.base.vocab, 1)  # how many base units each token has
    merges = [step.merge for step in steps if step.merge]
    for merge in merges:
        units[merge.new_id] = sum(units[part] for part in merge.pair)
    return {
        "name": name,
        "data": player_data(history),
        "across": list(merges_across(history)),
        "merges": [[*merge.pair, merge.new_id] for merge in merges],
        # A special token is one unit.
        "directions": _directions(history.text.replace("<e>", "."), history.recipe.alphabet),
        "steps": [
            {
                "tokens": [[units[id_], id_] for chunk in step.chunks for id_ in chunk],
                "pairs": _pairs(step.pair_counts),
                "gaps": _gaps(step.chunks, step.merge.pair, units) if step.merge else [],
            }
            for step in steps
        ],
    }


def _free_hand(dice: random.Random, text: str, recipe: str, tie_break: Any, most: int) -> dict[str, Any]:
    """Return merges in random order, and the ids after each."""
    history = train(text, recipe=recipe, tie_break=tie_break, num_merges=most, min_count=1)
    steps = by_hand(history, dice.choice, most)
    merges = [step.merge for step in steps if step.merge]
    return {
        "name": f"{text[:20]!r} by {recipe}",
        "data": player_data(history),
        "merges": [[*merge.pair, merge.new_id, merge.count, merge.replaced] for merge in merges],
        "ids": [[id_ for chunk in step.chunks for id_ in chunk] for step in steps],
    }


def _best(dice: random.Random, alphabet: str, most: int, _: int, recipes: list[str]) -> dict[str, Any]:
    """Return a training, and the fewest tokens possible after 0, 1, 2 and 3 merges."""
    text = "".join(dice.choices(alphabet, k=dice.randrange(most + 1)))
    recipe = dice.choice(recipes)
    history = train(text, recipe=recipe, num_merges=dice.randrange(4), min_count=1)
    fewest = [fewest_tokens(history, merges) for merges in range(4)]
    return {"name": f"{text!r} by {recipe}", "data": player_data(history), "fewest": fewest}


def _hardest(dice: random.Random) -> list[tuple[str, str]]:
    """Return texts of 40 base units with many pairs of nearly equal counts, and one of more than 100."""
    texts = ["".join(dice.choices(letters, k=40)) for letters in ("ab", "abc", "abcdefgh", "ab c") * 3]
    return [(text, recipe) for text in texts for recipe in ("bytes", "hf-course")] + [("ab" * 51, "bytes")]


def _gaps(chunks: list[list[int]], pair: tuple[int, int], units: dict[int, int]) -> list[int]:
    """Return the gaps of the text at which a pair occurs, including overlapping occurrences."""
    gaps = []
    end = 0
    for chunk in chunks:
        ends = [end := end + units[id_] for id_ in chunk]
        gaps += [at - 1 for at, met in zip(ends, pairwise(chunk), strict=False) if met == pair]
    return gaps


def _encoding(text: str, recipe: str) -> dict[str, Any]:
    tokenizer = Tokenizer.from_history(train(text + PROSE, recipe=recipe, num_merges=40))
    return _encoded(f"{text[:20]!r} by {recipe}", tokenizer, text)


def _encoded(name: str, tokenizer: Tokenizer, text: str) -> dict[str, Any]:
    return {"name": name, "data": encoding_data(tokenizer, text), "ids": tokenizer.encode_ordinary(text)}


def _late_lift() -> dict[str, Any]:
    """Encode a text in which boundaries are lifted only after more steps than half of a uint16."""
    text = "😀😁😂🤣😃😄😅😆😉 " * 1_000
    recipe = replace(RECIPES["gpt4o"], second_stage=SecondStage(lifts="blanks", after=60))
    tokenizer = Tokenizer.from_history(train(text[:500], recipe=recipe, num_merges=120, min_count=2))
    return _encoded("late", tokenizer, text)


def _encoding_with_fallback(text: str) -> dict[str, Any]:
    """Encode as Llama does: characters, and bytes for those that the vocabulary lacks."""
    strings = [f"<0x{byte:02X}>" for byte in range(256)] + ["▁", "a", "é", "▁a", "aa"]
    vocab = {string: 7 + number for number, string in enumerate(strings)}
    model = {"type": "BPE", "vocab": vocab, "merges": [["▁", "a"], ["a", "a"]], "byte_fallback": True}
    spaces = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    tokenizer = read_huggingface(json.dumps({"normalizer": spaces, "model": model}).encode())
    return _encoded(f"{text[:20]!r} with fallback", tokenizer, text)


def _directions(text: str, alphabet: AlphabetName) -> str:
    """Return r or l, the direction, for each base unit of a letter or number, and a dot for all others."""
    per_character = [
        "." if unicodedata.category(char)[0] not in "LN" else _reads(char) for char in written(text, alphabet)
    ]
    if not counts_bytes(alphabet):
        return "".join(per_character)
    return "".join(reads * len(char.encode()) for char, reads in zip(text, per_character, strict=True))


def _reads(char: str) -> str:
    return "r" if unicodedata.bidirectional(char) in ("R", "AL") else "l"


def _letters(*kinds: str) -> list[int]:
    """Return the letters of modern scripts that read in one of these directions, without modifier letters."""
    blocks = [
        (0x41, 0x250),
        (0x370, 0x530),
        (0x5D0, 0x7EB),
        (0x900, 0xDFF),
        (0x4E00, 0x4E80),
        (0x1E900, 0x1E944),
    ]
    points = [point for block in blocks for point in range(*block)]
    letters = [point for point in points if unicodedata.category(chr(point)) in ("Lu", "Ll", "Lo")]
    return [point for point in letters if unicodedata.bidirectional(chr(point)) in kinds]


def _parts(dice: random.Random) -> dict[str, Any]:
    """Return random bytes, including incomplete characters, and the kind of each byte."""
    chars = [
        "a", "~", "é", "€", "🙂", "ש", "\u0301", " ", "\n", "\t", "\r", "\0", "\x7f", "\u00a0", "\u2028", "\ue000",
    ]  # fmt: skip
    text = bytearray("".join(dice.choices(chars, k=dice.randrange(12))).encode())
    for _ in range(dice.randrange(3)):
        if text:
            del text[dice.randrange(len(text))]
    for _ in range(dice.randrange(2)):
        at = dice.randrange(len(text) + 1)
        text[at:at] = dice.choice(_BROKEN)
    kinds = []
    for char in text.decode("utf-8", "surrogateescape"):
        if "\udc80" <= char <= "\udcff":
            kinds.append("hex")
            continue
        unseen = unicodedata.category(char) in ("Cc", "Cf", "Co", "Zl", "Zp", "Zs")
        kind = "white" if char in " \t\n\r" else "label" if unseen else "text"
        kinds += [kind] * len(char.encode())
    return {"bytes": list(text), "kinds": kinds}


def _readable(dice: random.Random) -> tuple[str, str]:
    """Return a text of emoji and of what is invisible elsewhere, and how it is shown in tables."""
    england = "\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    units = [*"a1👩❤👍🏴🏽🇩🇪\ufe0f\u20e3", *["\u200d"] * 4, "\ufe0e", "\U000e0100", england, england[:3]]
    text = "".join(dice.choices(units, k=dice.randrange(12)))
    return text, readable(text.encode())
