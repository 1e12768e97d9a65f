"""Tokenizer files and texts made to cost time and memory: the work for them is limited, and so are the messages."""

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random
from threading import Event, Lock, Thread
from unittest.mock import Mock

import pytest
from streamlit.testing.v1 import AppTest

from benchmarks.hostile_files import FILES
from bpe_core import BpeError
from bpe_core.chat.conversation import read_conversation
from bpe_core.formats import FormatError, checks, huggingface_pipeline, read, sentencepiece
from bpe_core.formats.checks import Part
from bpe_core.formats.huggingface_pipeline import read_decoders
from bpe_core.formats.tables import as_cell
from bpe_core.lessons.metrics import count_words
from bpe_core.lessons.quiz.misconceptions import _per_word
from bpe_core.lessons.tokens.decoding import two_lists
from bpe_core.lessons.train.merge_lists import read_merges
from bpe_core.lessons.train.word_counts import read_word_counts
from bpe_core.pipeline import added_tokens, aligned_text
from bpe_core.pipeline.normalizers import NormalForm
from bpe_core.tokenizer import sentencepiece as pieces
from bpe_core.types import MAX_ERROR
from explorer_ui.cache.bounded import CACHE
from explorer_ui.tokenizers import leaving, tokenizer_files
from tests.apps import PATIENCE, open_app, words
from tests.format_samples import added_token
from tests.operations import calls_of
from tests.wrong_files import FILES as OF_EACH_FORMAT

TOO_MANY = "too many or too long for the pipeline"
BPE = {"type": "BPE", "vocab": {"a": 0}, "merges": []}


def read_app(name: str, data: bytes) -> object:
    return read({name: data}, max_bytes=40_000_000, own_patterns=False)


def tokenizer_json(**keys: object) -> bytes:
    return json.dumps({"version": "1.0", "model": BPE} | keys).encode()


def refusal(name: str, data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        read_app(name, data)
    return str(caught.value)


def refused(**keys: object) -> str:
    return refusal("tokenizer.json", tokenizer_json(**keys))


@pytest.mark.parametrize(
    ("key", "kind", "inner"),
    [("pre_tokenizer", "Split", "pretokenizers"), ("normalizer", "Replace", "normalizers")],
)
def test_steps_are_counted_before_one_is_made(key, kind, inner, monkeypatch):
    made = Counter()
    monkeypatch.setattr(huggingface_pipeline, "compiled", lambda pattern: made.update([pattern]))
    step = {"type": kind, "content": "", "invert": False}
    steps = [step | {"pattern": {"Regex": f"low{number}"}} for number in range(6_000)]
    # Also sequences of sequences, none of which is long by itself.
    nested = [{"type": "Sequence", inner: steps[at : at + 16]} for at in range(0, 160, 16)]
    for listed, found in ((steps, "6,000"), (nested, "160")):
        assert f"16 steps at most, found {found}" in refused(**{key: {"type": "Sequence", inner: listed}})
        assert not made
    read_app("tokenizer.json", tokenizer_json(**{key: {"type": "Sequence", inner: steps[:16]}}))
    assert len(made) == 16


def test_of_many_decoders_a_few_are_looked_at():
    part = {"type": "Sequence", "decoders": [{}] * 100_000}
    (step,), calls = calls_of(
        lambda: read_decoders(Part(part, "tokenizer.json", "key decoder"), own_patterns=False)
    )
    assert calls < 500
    with pytest.raises(BpeError, match="more than 16 steps"):
        step.decode(["a"])


def test_the_first_five_problems_are_named_and_the_others_counted():
    unknown = [{"type": f"Nonesuch{number}"} for number in range(16)]
    sentence = refused(
        normalizer={"type": "Sequence", "normalizers": unknown},
        pre_tokenizer={"type": "Sequence", "pretokenizers": unknown},
    )
    assert sentence.count("is unknown") == 5
    assert sentence.endswith("'Nonesuch4' is unknown; and 27 more.")


def test_what_is_of_a_strange_type_is_described_and_not_quoted():
    for kind in (["x"] * 100_000, {"x": "y" * 1_000_000}, "x" * 1_000_000, None, 7):
        assert len(refused(normalizer={"type": kind})) < 200
    for token in ([], {}, 7, ["a"]):
        sentence = refused(model=BPE | {"unk_token": token}, normalizer={"type": "NFC"})
        assert "key model.unk_token: expected a token of model.vocab" in sentence


def test_no_error_is_long_whatever_it_quotes():
    assert len(str(BpeError("low" * 1_000_000))) == MAX_ERROR
    assert len(refusal("a" * 1_000_000 + ".json", b"{")) == MAX_ERROR
    assert str(BpeError("low")) == "low"


def test_no_sentence_that_is_drawn_is_long():
    script = "from explorer_ui.parts.say.verbatim import show_verbatim\nshow_verbatim('low ' * 1_000_000)"
    (told,) = AppTest.from_string(script, default_timeout=PATIENCE).run().text
    assert len(told.value) == MAX_ERROR


@pytest.mark.parametrize(
    ("item", "around", "words"),
    [
        (b"{}", b"[]", "300,000 objects at most, found 300,"),
        (b"[]", b"[]", "800,000 lists at most, found 800,"),
        (b'{"a":0}', b"[]", "300,000 objects at most"),
        (b"0", b"[]", "1,600,000 values at most, found 1,600,"),
        (b'"a":0', b"{}", "800,000 keys at most"),
    ],
)
def test_what_a_json_holds_is_counted_before_it_is_parsed(item, around, words, monkeypatch):
    monkeypatch.setattr(checks.json, "loads", lambda *_, **__: pytest.fail("parsed"))
    count = int(words.split()[0].replace(",", ""))
    items = b",".join([item] * (count + 5))
    data = b'{"model":{"type":"BPE"},"x":' + around[:1] + items + around[1:] + b"}"
    assert words in refusal("tokenizer.json", data)


@pytest.mark.parametrize("normalizer", [None, {"type": "NFC"}])
def test_tokens_merges_and_added_tokens_are_counted_first(normalizer, monkeypatch):
    monkeypatch.setattr("bpe_core.formats.huggingface_file.MAX_TOKENS", 10)
    many = {f"{number}": number for number in range(11)}
    for model, what in (({"vocab": many}, "tokens"), ({"merges": ["a b"] * 11}, "merges")):
        assert f"10 {what} at most, found 11" in refused(normalizer=normalizer, model=BPE | model)
    added = [{"id": 0, "content": "<a>"}] * 70_001
    expected = "70,000 added tokens at most, found 70,001"
    assert expected in refused(normalizer=normalizer, added_tokens=added)


def test_added_tokens_go_through_few_steps_in_all(monkeypatch):
    monkeypatch.setattr(added_tokens, "MAX_WRITTEN", aligned_text.MAX_WRITTEN // 10)
    applied = Counter()
    apply = NormalForm.apply
    monkeypatch.setattr(NormalForm, "apply", lambda self, piece: applied.update(["it"]) or apply(self, piece))
    steps = {"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "NFC"}] * 8}
    tokens = [added_token(f"ộ{number}", 0, normalized=True) for number in range(2_000)]
    assert TOO_MANY in refused(normalizer=steps, added_tokens=tokens)
    assert applied["it"] <= 3_000
    # What a step drops counts too.
    steps = {"type": "Strip", "strip_left": True, "strip_right": False}
    tokens = [added_token(" " * 900 + str(number), 0, normalized=True) for number in range(1_000)]
    assert TOO_MANY in refused(normalizer=steps, added_tokens=tokens)


EMPTY_LINES = b"\n" * 700_000


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.tiktoken", b"AA== 0\n" + EMPTY_LINES, "600,000 lines at most, found 700,"),
        ("a.model", b"minbpe v1\n\n0\n" + EMPTY_LINES, "600,000 lines at most, found 700,"),
        ("vocab.bpe", b"#version: 0.2\n" + EMPTY_LINES, "600,000 lines at most"),
        ("a.tiktoken", b"AA== 0\n" + b" " * 20_000_000, "16 MB at most, found 19 MB"),
        ("a.tiktoken", b"AA== 0\n" + b"A " * 1_000_000, "line 2: expected a token in Base64 and its rank"),
        ("a.model", b"minbpe v1\n\n500000\n" + b"a 300\n" * 500_000, "2,000 special tokens at most, found 500,000"),
        # Nor is a token decoded that is too long.
        ("a.tiktoken", b"AAAA" * 3_000_000 + b" 0\n", "a token of 65536 bytes at most, found one of 8999998"),
    ],
    ids=["ranks", "minbpe", "merges", "bytes", "words", "special tokens", "a long token"],
)  # fmt: skip
def test_lines_are_counted_before_one_is_read(name, data, words):
    def ask():
        with pytest.raises(FormatError, match=words):
            read({name: data} | ({"encoder.json": b"{}"} if name == "vocab.bpe" else {}))

    assert calls_of(ask)[1] < 1_000


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("name", "x" * 1_001, "1,000 characters at most, found 1,001"),
        ("title", "x" * 1_001, "1,000 characters at most, found 1,001"),
        ("special_tokens", [*map(str, range(2_001))], "2,000 special tokens at most, found 2,001"),
        ("normalizers", ["lowercase"] * 1_000, "16 steps at most, found 1,000"),
    ],
)
def test_what_a_recipe_says_is_short(key, value, words):
    content = json.loads(OF_EACH_FORMAT["own"]["tokenizer.bpe.json"])
    content["recipe"][key] = value
    assert words in refusal("a.bpe.json", json.dumps(content).encode())


@pytest.mark.parametrize("kind", ["7.8 MB of unknown fields", "a part of 7.8 MB", "a piece of 7.8 MB"])
def test_the_fields_of_a_model_are_counted_those_of_its_parts_too(kind, monkeypatch):
    monkeypatch.setattr(sentencepiece, "MAX_FIELDS", 1_000)
    (make,) = (make for name, make in FILES.items() if name.startswith(f"SentencePiece: {kind}"))
    name, data = make()
    sentence, calls = calls_of(lambda: refusal(name, data))
    assert "1,000 fields at most" in sentence
    assert calls < 50_000


def test_a_model_is_opened_without_joining_its_pieces(monkeypatch):
    join = Mock(wraps=pieces.merge_by_score)
    monkeypatch.setattr(pieces, "merge_by_score", join)
    tokenizer = read_app(*FILES["SentencePiece: 7,600 pieces of 253 characters"]())
    longest = max(tokenizer.vocab, key=lambda token_id: len(tokenizer.vocab[token_id]))
    assert tokenizer.rank_of_token(longest) is not None
    join.assert_not_called()
    # If the parts of one piece are requested, only that piece is merged.
    tokenizer.parts(longest)
    (call,) = join.call_args_list
    assert call.args[0] == tokenizer.vocab[longest].decode()


def test_of_a_part_that_comes_again_the_last_is_read(monkeypatch):
    fields = Mock(wraps=sentencepiece.fields)
    monkeypatch.setattr(sentencepiece, "fields", fields)
    name, data = FILES["SentencePiece: 390,000 pieces"]()
    start = data[: data.index(b"aa") - 4]
    read_app(name, start + b"\x2a\x00" * 1_000)
    # The file, its only piece, and the three parts.
    assert fields.call_count == 5


def page_for_files(monkeypatch):
    """What reads files in the app from now on, and a page on which one can be opened."""
    CACHE.clear()
    reader = Mock(wraps=read)
    monkeypatch.setattr(tokenizer_files, "read", reader)
    return reader, open_app("Tokens").selectbox(key="tokenizer").select("file").run()


def test_a_refused_file_is_read_once(monkeypatch):
    reader, app = page_for_files(monkeypatch)
    app.file_uploader(key="tokenizer_upload").upload("a.tiktoken", b"AA== 0\n\xff", "text/plain").run()
    for _ in range(2):
        assert "expected text in UTF-8" in words(app)
        app.run()
    assert reader.call_count == 1


class Turn:
    """A lock that reports when something waits for it."""

    def __init__(self) -> None:
        self.lock, self.waited_for = Lock(), Event()

    def acquire(self, timeout: float = -1) -> bool:
        taken = self.lock.acquire(blocking=False)
        if not taken:
            self.waited_for.set()
        return taken or self.lock.acquire(timeout=timeout)

    def release(self) -> None:
        self.lock.release()


def test_large_files_are_read_one_after_another(monkeypatch):
    turn = Turn()
    monkeypatch.setattr(leaving, "_TURN", turn)
    reader, app = page_for_files(monkeypatch)
    turn.acquire()  # another visitor reads a large file
    app.file_uploader(key="tokenizer_upload").upload("small.tiktoken", b"AA== 0\n\xff", "text/plain").run()
    assert reader.call_count == 1
    upload = app.file_uploader(key="tokenizer_upload")
    upload.upload("large.tiktoken", b"AA== 0\n" + b"\xff" * tokenizer_files.LARGE, "text/plain")
    run = Thread(target=app.run)
    run.start()
    turn.waited_for.wait()
    assert reader.call_count == 1
    turn.release()
    run.join()
    assert reader.call_count == 2
    assert turn.acquire(timeout=0)  # released, although the file was refused


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
