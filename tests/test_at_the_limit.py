"""What is exactly at a limit is accepted, and one more is not; test_limits.py does the same with whole pages."""

import asyncio
import base64
from collections.abc import Callable
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from bpe_core import RECIPES, load_published, train, types
from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.chat.chat import SeenMessage
from bpe_core.formats import (
    checks,
    huggingface,
    huggingface_file,
    huggingface_pipeline,
    sentencepiece,
    vocabularies,
)
from bpe_core.formats.checks import Part
from bpe_core.in_parts import finished
from bpe_core.lessons.quiz import by_hand
from bpe_core.lessons.tokens import decoding, seams, single_words, ways
from bpe_core.lessons.train import mistakes, word_counts
from bpe_core.lessons.vocabulary import removed_merges
from bpe_core.pipeline import added_tokens, charsmap, decoders, linear, normalizers
from bpe_core.pipeline.added_tokens import AddedToken
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.sandbox import safe_split
from bpe_core.tokenizer import RankTable, Tokenizer
from explorer_ui.parts.text_box import text_box
from explorer_ui.places.chat import seen_messages
from explorer_ui.places.compare.prices import prices
from explorer_ui.places.tokens.text_to_ids import ids
from explorer_ui.places.vocabulary.find_a_token import vocabulary
from explorer_ui.present.classroom import questions
from explorer_ui.present.classroom import state as class_state
from explorer_ui.present.lecture import own_lecture, steps
from explorer_ui.server import downloads, requests, uploads
from explorer_ui.visit import links
from explorer_ui.words import scripts
from tests.charsmaps import charsmap as table_of

GLYPHS = dict(zip(BYTE_GLYPHS, range(256), strict=True))
GPT2 = load_published("gpt2")
BYTES = Tokenizer.from_history(train("a", recipe="bytes", num_merges=0))
# Without token 256, one of 4 bytes has to be merged again, and without token 257 one of 5.
RANKS = Tokenizer.from_table(
    RankTable({bytes([byte]): byte for byte in range(256)} | {b"ab": 256, b"xy": 257, b"abcd": 258, b"xyzzz": 259}),
    split_pattern="(?s:.+)", special_tokens={}, name="ranks",
)  # fmt: skip


def part(value: object) -> Part:
    return Part(value, "tokenizer.json", "key normalizer")


def nested(depth: int) -> dict[str, Any]:
    step: dict[str, Any] = {"type": "Fuse"}
    for _ in range(depth):
        step = {"type": "Sequence", "decoders": [step]}
    return step


def characters(table: dict[str, str]) -> charsmap.CharsMap:
    return charsmap.CharsMap(base64.b64encode(table_of(table)).decode())


def replaced_by(table: dict[str, str], text: str) -> str:
    return characters(table).apply(AlignedText.of(text)).text


def tried(text: str) -> tuple[str, ...]:
    return finished(mistakes.explain(text, RECIPES["bytes"], [(b"x", b"y")], agrees=0)).tried


def becomes(content: str) -> normalizers.Replace:
    return normalizers.Replace("a", content)


def piece(text: str, kind: int = sentencepiece._NORMAL) -> sentencepiece._Entry:
    return sentencepiece._Entry(text, 0.0, kind)


def read_glyphs(more: dict[str, object]) -> object:
    return vocabularies.read_glyph_vocab(GLYPHS | more, "vocab.json")


def added_lengths(number: int) -> bool:
    lengths = vocabularies.AddedLengths()
    for size in range(number):
        lengths.check("a" * (size + 1), "f", "")
    return True


def special(number: int) -> list[AddedToken]:
    return [AddedToken(content="a" * (size + 1), token_id=size, special=True) for size in range(number)]


def has_decoders(listed: list[dict[str, Any]]) -> bool:
    read = huggingface_pipeline.read_decoders(
        part({"type": "Sequence", "decoders": listed}), own_patterns=True
    )
    return not any(isinstance(step, decoders.NotFollowed) for step in read)


def problems(*pieces: sentencepiece._Entry) -> list[str]:
    return [*sentencepiece._problems_of_pieces([piece("?", sentencepiece._UNKNOWN), *pieces], {2: {}})]


def defined(number: int) -> list[sentencepiece._Entry]:
    return [piece("a" * (size + 1), sentencepiece._USER_DEFINED) for size in range(number)]


def answered(word: str) -> int:
    answers = [question.answer for question in questions.version_of(1)]
    return questions.Test(1, questions.Papers()).take({"word": word, "answers": answers}, None)


def notes_of(lecture: str) -> list[str]:
    scenes, problems = own_lecture.read_lecture(lecture, host="h")
    return [] if problems else [scene.words for scene in scenes]


def kept(size: int) -> set[str]:
    files = downloads.AskedFiles()
    files.add("a", size)
    return files.ids()


def heard(message: bytes) -> str:
    async def receive() -> dict[str, Any]:
        return {"type": "websocket.receive", "bytes": message}

    answer: str = asyncio.run(requests._within_message(receive)())["type"]
    return answer


def fits(size: int, whole: int = 0) -> bool:
    with patch.object(uploads, "_files", lambda: MemoryUploadedFileManager("/upload")):
        return uploads.UploadLimits(no_app)._refusal("mine", size, whole=whole) is None


async def no_app(*_: object) -> None: ...


def given(name: str, data: bytes) -> object:
    file: Any = SimpleNamespace(name=name, getvalue=lambda: data)
    return prices._texts_of([file], "a")


def seen(content: str) -> str:
    with patch.object(seen_messages, "_mount") as mount:
        seen_messages.show_seen([SeenMessage(role="user", content=content, start=0)], key="seen")
    drawn: str = mount.call_args.kwargs["data"]["seen"][0]["content"]
    return drawn


# The module and the name of a limit, the value that it has here (None: its own), and what says whether a size is
# within it, by an answer or without an error.
Row = tuple[ModuleType, str, int | None, Callable[[int], object]]
ROWS: list[Row] = [
    (types, "MAX_ERROR", 9, lambda size: types.shortened("a" * size) == "a" * size),
    (checks, "MAX_DIGITS", None, lambda size: checks.read_json(b'{"a": %s}' % (b"1" * size), "f", 999)),
    (checks, "MAX_ID", None, lambda size: part(size).id()),
    (vocabularies, "MAX_ID", None, lambda size: read_glyphs({"ab": size})),
    (vocabularies, "MAX_TOKEN", None, lambda size: read_glyphs({"a" * size: 300})),
    (vocabularies, "MAX_VOCAB", 300, lambda size: read_glyphs({"a" * (size - 256): 300})),
    (vocabularies, "MAX_TOKEN", None, lambda size: vocabularies.check_length(size, 0, "f", "") is None),
    (vocabularies, "MAX_VOCAB", None, lambda size: vocabularies.check_length(0, size, "f", "") is None),
    (vocabularies, "MAX_ADDED_LENGTHS", 3, added_lengths),
    (huggingface_file, "MAX_ID", None, lambda size: huggingface_file._vocabulary(part({"a": size}))),
    (huggingface_file, "MAX_TOKEN", None, lambda size: huggingface_file._vocabulary(part({"a" * size: 1}))),
    (huggingface, "MAX_SPECIAL", 3, lambda size: huggingface._are_special(special(size), {})),
    (huggingface_pipeline, "MAX_STEPS", 3, lambda size: has_decoders([{"type": "Fuse"}] * size)),
    (huggingface_pipeline, "_MAX_DEPTH", 3, lambda size: has_decoders([nested(size - 1)])),
    (
        sentencepiece,
        "MAX_FIELDS",
        3,
        lambda size: [*sentencepiece._counter_of_fields("f")(b"\x08\x01" * size)],
    ),
    (sentencepiece, "_MOST_CHARACTERS", 9, lambda size: not problems(piece("a" * (size - 1)))),
    (sentencepiece, "_LONGEST_PIECE", 9, lambda size: not problems(piece("a" * size))),
    (sentencepiece, "MAX_ADDED_LENGTHS", 3, lambda size: not problems(*defined(size))),
    (
        added_tokens,
        "MAX_WRITTEN",
        110,
        lambda size: added_tokens.finders(
            [AddedToken(content="a", token_id=0, normalized=True)], [becomes("b" * (size - 101))]
        ),
    ),
    (normalizers, "MAX_WRITTEN", 9, lambda size: becomes("b" * size).apply(AlignedText.of("a"))),
    (charsmap, "MAX_WRITTEN", 9, lambda size: replaced_by({"b": "c" * size}, "b")),
    (charsmap, "MAX_NEW", None, lambda size: replaced_by({"b": "c" * size}, "b")),
    (charsmap, "MAX_TABLE", 1368, lambda size: characters({"b": "c" * (3 * size - 4103)})),
    (charsmap, "MAX_KEY", 9, lambda size: characters({"b" * 20: "c"}).longest("b" * size, 0) is None),
    (decoders, "MAX_WRITTEN", 9, lambda size: decoders.Replace("b", "c" * (size + 1)).decode(["b"])),
    (
        decoders,
        "MAX_WRITTEN",
        9,
        lambda size: decoders.Replace("b", "c" * (size + 1), is_regex=True).decode(["b"]),
    ),
    (decoders, "MAX_WRITTEN", 9, lambda size: decoders._each(["b"], lambda token: token * (size + 1))),
    (linear, "_MOST_WAYS", None, lambda size: linear.is_linear(f"a{{1,{size}}}b")),
    (
        linear,
        "_MOST_WAYS",
        None,
        lambda size: linear.is_linear(("a{1,8}b{1,8}c", "a{1,13}b{1,5}c")[size - 64]),
    ),
    (linear, "_MOST_WAYS", None, lambda size: linear.is_linear(f"a{{{size},}}")),
    (safe_split, "MAX_PATTERN", None, lambda size: safe_split._too_long("", "a" * size, 9) is None),
    (
        by_hand,
        "_MOST_WORD_BYTES",
        None,
        lambda size: (word := "a" * (size - 24) + 12 * "я") in by_hand.words(word),
    ),
    (decoding, "MAX_IDS_TEXT", None, lambda size: decoding.parse_ids("1" + " " * (size - 1), most=1)),
    (seams, "MAX_SEAMS", 9, lambda size: next(seams.iter_seams(GPT2, "a" * size))),
    (single_words, "_MOST_UNITS", None, lambda size: single_words.worked_word(GPT2, "a" * size, Random(1))),
    (
        single_words,
        "MAX_READ",
        30,
        lambda size: single_words.hardest_word(GPT2, " " * (size - 12) + "newspaperman"),
    ),
    (
        single_words,
        "MAX_WORD",
        12,
        lambda size: single_words.hardest_word(GPT2, "newspaperman"[-size:].rjust(size, "n")),
    ),
    (ways, "MAX_ARCS", 5, lambda size: ways.token_arcs(BYTES, BYTES.trace("a" * size))),
    (ways, "_MAX_LOOKED_AT", 35, lambda size: ways.token_arcs(BYTES, BYTES.trace("a" * (size - 30)))),
    (mistakes, "_MOST_WORK", 9, lambda size: "overlaps" in tried("a" * size)),
    (word_counts, "MOST_UNITS", 9, lambda size: word_counts._check({"a": size}) is None),
    (prices, "MAX_TEXTS", 3, lambda size: given("a.jsonl", b'{"a": "b"}\n' * size)),
    (prices, "MAX_TEXT", 9, lambda size: given("a.txt", b"a" * size)),
    (ids, "MAX_DECODED", 9, lambda size: ids._tokens_within_limit(GPT2, [64] * size)),
    (text_box, "MAX_EDITED", 9, lambda size: not [*text_box._remarks("f", "a" * size, {})]),
    (seen_messages, "MAX_CHARACTERS", 9, lambda size: seen("a" * size) == "a" * size),
    (questions, "MAX_WORD", None, lambda size: answered("a" * size) == 0),
    (vocabulary, "_MAX_INSTEAD", 4, lambda size: vocabulary._instead(GPT2, {4: 262, 5: 5003}[size])),
    (class_state, "MAX_PROMPT", None, lambda size: class_state._reason("a" * size)),
    (own_lecture, "MAX_LECTURE", 40, lambda size: notes_of("https://h/train\nA".ljust(size)) == ["A"]),
    (own_lecture, "MAX_SCENES", 3, lambda size: notes_of("https://h/train\nA\n" * size) == ["A"] * size),
    (
        steps,
        "MAX_ENCODE",
        9,
        lambda size: steps.most_steps("Encode", {"tokenizer": "gpt2", "encode_text": "a" * size}),
    ),
    (downloads, "MAX_KEPT", None, kept),
    (requests, "MAX_MESSAGE", 9, lambda size: heard(b"a" * size) == "websocket.receive"),
    (uploads, "MAX_FILE", None, lambda size: fits(0, whole=size + uploads._FRAMING)),
    (uploads, "MAX_SESSION_UPLOADS", None, fits),
    (links, "MAX_TEXT", 9, lambda size: links.query_to_text("a" * size)),
    (scripts, "_MOST_LETTERS", None, lambda size: scripts.word_of("a" * size) == "a" * size),
    (removed_merges, "MAX_REMADE", 4, lambda size: removed_merges.without_merges(RANKS, [252 + size])),
]


def is_within(of: Callable[[int], object], size: int) -> bool:
    try:
        return bool(of(size))
    except ValueError:
        return False


@pytest.mark.parametrize(
    ("module", "name", "most", "of"), ROWS, ids=[f"{row[0].__name__}.{row[1]}" for row in ROWS]
)
def test_what_is_at_a_limit_is_within_it(
    module: ModuleType,
    name: str,
    most: int | None,
    of: Callable[[int], object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if most is not None:
        monkeypatch.setattr(module, name, most)
    limit = getattr(module, name)
    assert (is_within(of, limit), is_within(of, limit + 1)) == (True, False)
