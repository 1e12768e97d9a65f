"""SentencePiece's BPE models, compared with SentencePiece itself; other kinds are rejected by name."""

import gc
import io
import json
import random
import struct
import weakref
from base64 import b64encode
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BpeError
from bpe_core.formats import FORMATS, FormatError, detect, read, write
from bpe_core.formats.sentencepiece import fields
from bpe_core.lessons.tokens.single_words import hardest_word
from bpe_core.lessons.tokens.ways import token_arcs
from bpe_core.tokenizer.sentencepiece import merge_by_score
from tests.sampling import IN_TURNS

SAMPLE = "\n".join(
    (Path(__file__).parents[1] / "sample_texts" / name).read_text("utf-8")
    for name in ("prose.txt", "arabic.txt")
)


def field(number, value):
    """A field of a protocol buffer, for numbers up to 127 and lengths up to 16,383."""
    if isinstance(value, int):
        return bytes([number << 3, value])
    length = [len(value)] if len(value) < 128 else [len(value) & 127 | 128, len(value) >> 7]
    return bytes([number << 3 | 2, *length]) + value


def spm_piece(text, score=0.0, kind=1):
    return field(1, field(1, text.encode()) + b"\x15" + struct.pack("<f", score) + field(3, kind))


UNK = spm_piece("<unk>", kind=2)
BPE = field(2, field(3, 2))
IDENTITY = field(1, b"identity")
SPM_BPE = BPE + field(3, IDENTITY + field(3, 0) + field(4, 0))


def found_always(text):
    return spm_piece(text, kind=4)


def opened(data):
    return read({"tokenizer.model": data})


SPM_TEXTS = [
    "", " ", "   ", "a", "  the  lowest of   the low  ", "\tnew\n newest\u00a0x\u3000y ", "▁the ▁▁ ▁",
    "<s>low</s><unk><0x41>", "<sep><sep>low<sep> <sepp>low er<lower>", "naïve 雨 🙂🙂 x🙂y",
    "aaaaaaaaa aaaa aaa", "\x00\u2028\ufeff", "الرحمن שלום",
    "ﬁx ﬁ ① e\u0301\u0323 ｶﾞ 각 \u00a8 a\u200bb \u200b c ＡＢ½",
]  # fmt: skip


@cache
def model_bytes(options):
    model = io.BytesIO()
    sentences = f"{SAMPLE}\nlow lower lowest newer newest\naaaa aaa aaaaaa <sep> lower\n雨が降る 雨"
    always = {"model_type": "bpe", "vocab_size": 500, "hard_vocab_limit": False, "minloglevel": 9}
    always["normalization_rule_name"] = "identity"
    trainer = pytest.importorskip("sentencepiece").SentencePieceTrainer
    lines = iter(sentences.split("\n") * 3)
    trainer.train(sentence_iterator=lines, model_writer=model, **always | json.loads(options))
    return model.getvalue()


def trained_by_sentencepiece(**options):
    """A tokenizer read from a small model, and SentencePiece's processor for it."""
    data = model_bytes(json.dumps(options))
    return opened(data), pytest.importorskip("sentencepiece").SentencePieceProcessor(model_proto=data)


def test_the_ways_to_split_a_text_are_not_counted_over_the_tokens_of_pieces():
    # Their traces have no base units, so the only way would be the tokenizer's own.
    tokenizer, _ = trained_by_sentencepiece(remove_extra_whitespaces=False)
    with pytest.raises(BpeError, match="the ways to split a text are not counted"):
        token_arcs(tokenizer, tokenizer.trace("the lowest"))
    found = hardest_word(tokenizer, "the lowest")
    of_text = tokenizer.encode_ordinary("the lowest")
    assert found == (" lowest", len(of_text) - len(tokenizer.encode_ordinary("the")), None)


# Those that makers give to a model.
NAMES = ("tokenizer.model", "tokenizer.model.v1", "mistral_instruct_tokenizer_241114.model.v7m1")
IN_BYTES = {"byte_fallback": True, "vocab_size": 700}
SPACES_STAY = {"remove_extra_whitespaces": False}


@pytest.mark.parametrize(
    "options",
    [
        {},
        IN_BYTES,
        SPACES_STAY,
        {"add_dummy_prefix": False, **SPACES_STAY, **IN_BYTES},
        {"user_defined_symbols": ["<sep>", "<lower>", "low er"], "control_symbols": ["<ctl>"]},
        {"split_by_whitespace": False, "character_coverage": 0.98},
        {"normalization_rule_name": "nmt_nfkc"},
        {"normalization_rule_name": "nmt_nfkc", **SPACES_STAY},
        {"normalization_rule_name": "nmt_nfkc_cf", **IN_BYTES},
        {"normalization_rule_name": "nfkc", **SPACES_STAY, "user_defined_symbols": ["ﬁx", "<sep>"]},
        {"allow_whitespace_only_pieces": True, **SPACES_STAY, "split_digits": True},
    ],
    ids=lambda options: " ".join(options) or "as it is",
)
def test_a_sentencepiece_model_gives_the_ids_of_sentencepiece(options):
    tokenizer, peer = trained_by_sentencepiece(**options)
    assert tokenizer.vocab_size == peer.vocab_size()
    dice = random.Random(5)
    pieces = ["low", "er", " ", "  ", "a", "aa", "<sep>", "<lower>", "▁", "雨", "🙂", "é", "12", "\n", "<s>"]
    texts = [*SPM_TEXTS, *SAMPLE.split("\n")]
    texts += ["".join(dice.choices(pieces, k=dice.randrange(20))) for _ in range(400)]
    # The usual tables delete control characters, so that nothing is left of the first of these.
    texts += ["\x01", "\x7f\x02", "\x01 low", "\x01\n", " \x01", "low\x01"]
    for text in texts:
        ids = tokenizer.encode_ordinary(text)
        assert ids == peer.encode(text), text
        assert tokenizer.decode(ids) == peer.decode(ids)
    assert tokenizer.encode("low<s>", allowed_special="all")[-1] == peer.piece_to_id("<s>")


@IN_TURNS
@pytest.mark.parametrize("drops_more", [True, False])
@pytest.mark.parametrize("dummy", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"byte_fallback": True},
        {"user_defined_symbols": ["▁▁", "▁<sep>"], "unk_surface": "?"},
        {"unk_piece": "▁<unk>▁"},
        {"unk_piece": " <unk>", "byte_fallback": True, "unk_surface": "▁"},
    ],
)
def test_any_ids_give_the_text_of_sentencepiece(options, dummy, drops_more):
    spaces = {"add_dummy_prefix": dummy, "remove_extra_whitespaces": drops_more}
    tokenizer, peer = trained_by_sentencepiece(**spaces, **options)
    dice = random.Random(3)
    marked = [token_id for token_id in range(peer.vocab_size()) if peer.id_to_piece(token_id).startswith("▁")]
    for _ in range(500):
        ids = dice.choices(marked, k=3) + dice.choices(range(300), k=dice.randrange(8))
        dice.shuffle(ids)
        ids.append(peer.unk_id())
        assert tokenizer.decode(ids) == peer.decode(ids)
        stream = tokenizer.stream_decoder()
        assert "".join(stream.feed(token_id) for token_id in ids) + stream.finish() == peer.decode(ids)
    assert tokenizer.decode([]) == peer.decode([]) == ""


@pytest.mark.parametrize("ids", [{"pad_id": 0, "bos_id": 1, "eos_id": 2, "unk_id": 3}, {"unk_id": 0}])
@pytest.mark.parametrize("first", ["", "a", "<start of a text>", "x" * 23, "x" * 119, "x" * 130, "x" * 250])
def test_a_model_is_known_whatever_its_first_piece(ids, first):
    # The length of the first piece can be a byte of white space: 0C for <s>.
    named = {next(iter(ids)).removesuffix("id") + "piece": first} if first else {}
    _, peer = trained_by_sentencepiece(**ids, **named)
    for name in NAMES:
        assert read({name: peer.serialized_model_proto()}).encode("the lowest") == peer.encode("the lowest")


@pytest.mark.parametrize("before", ["", "\n", "\n\n\n", " \t\n", "\n\x0c\n\r\n", "\n\x20\n"])
def test_a_text_that_begins_with_white_space_is_not_taken_for_a_model(before):
    ranks = "".join(f"{b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256))
    for text, format_name in (("minbpe v1\n\n0\n108 111\n", "minbpe"), (ranks, "tiktoken")):
        assert detect({"tokenizer.model": (before + text).encode()})[0].name == format_name


@cache
def with_table(rule):
    symbols = ["<sep>", "ﬁ", "①②"]
    return trained_by_sentencepiece(normalization_rule_name=rule, user_defined_symbols=symbols)


@given(
    text=st.text(
        st.sampled_from("lowe \u00a8\u2003\u3000\u200b\u00adﬁ①Ⅷe\u0301\u0323각각ｶﾞ㋿ßÀ\t\n<sep>")
        | st.characters(exclude_categories=["Cs"])
    )
)
def test_a_table_of_characters_is_looked_up_as_sentencepiece_does(text):
    for rule in ("nmt_nfkc", "nfkc_cf"):
        tokenizer, peer = with_table(rule)
        assert tokenizer.encode_ordinary(text) == peer.encode(text)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        # Models of other kinds are named.
        *(
            (UNK * 3 + field(2, trained) + field(3, IDENTITY), f"found a SentencePiece model, {kind}")
            for trained, kind in (
                (field(3, 1), "Unigram"),
                (b"", "Unigram"),
                (field(4, 100) + field(3, 3), "WordLevel"),
                (field(3, 4), "single characters"),
            )
        ),
        (UNK * 2 + SPM_BPE, "twice"),
        (UNK + spm_piece("a") * 2 + SPM_BPE, "twice"),
        (UNK + spm_piece("") + SPM_BPE, "empty"),
        (spm_piece("abcdefgh") + SPM_BPE, "exactly one piece for unknown"),
        (UNK + spm_piece("a", float("nan")) + SPM_BPE, "a score is not a number"),
        (UNK + spm_piece("a", kind=5) + SPM_BPE, "marked as unused"),
        (UNK + spm_piece("<0x41>", kind=6) + SPM_BPE, "one piece for each of the 256"),
        (UNK + field(2, field(3, 2) + b"\x98\x02\x01"), "falls back to bytes but has no pieces"),
        (UNK + field(2, field(3, 2) + b"\xc0\x01\x01"), "treat_whitespace_as_suffix"),
        (UNK + field(2, field(3, 2)) + field(3, field(5, 0)), "escape_whitespaces"),
        (UNK + SPM_BPE + field(5, field(2, b"x")), "changes decoded text with a table"),
        (UNK + SPM_BPE + field(3, field(2, b"no table")), "not a valid SentencePiece table"),
        (UNK + b"\x0a\x00" * 400_001 + SPM_BPE, "400,000 pieces at most"),
        (UNK + SPM_BPE + b"\x20\x00" * 5_000_000, "expected 8 MB at most, found 10 MB"),
        (UNK + found_always("a" * 257) + SPM_BPE, "more than 256 characters"),
        (
            UNK + b"".join(found_always("a" * size + "b") for size in range(1, 66)) + SPM_BPE,
            "more than 64 different lengths",
        ),
    ],
)
def test_what_stands_in_the_way_of_a_sentencepiece_model_is_named(data, problem):
    with pytest.raises(FormatError, match=problem):
        opened(data)


def test_pieces_that_are_tried_at_every_character_are_few():
    pieces = [found_always("a" * size + "b") for size in range(1, 65)]
    tokenizer = opened(UNK + b"".join(pieces) + SPM_BPE)
    # Trying all added tokens at each of a million characters would take ten seconds.
    with pytest.raises(BpeError, match="characters at a time"):
        tokenizer.encode("a" * 1_000_000)
    # What finds the pieces goes with the tokenizer.
    (pre_tokenizer,) = tokenizer.steps.pre_tokenizers
    gone = weakref.ref(pre_tokenizer._finder)
    del tokenizer, pre_tokenizer
    gc.collect()
    assert gone() is None


def test_a_million_signs_for_a_space_are_gone_through_once():
    tokenizer = opened(UNK + spm_piece("a") + BPE + field(3, IDENTITY))
    assert tokenizer.encode("▁" * 500_000 + "a") == tokenizer.encode("a" + "▁" * 500_000) == [0, 1]


def test_a_token_is_shown_as_what_it_is_made_of_and_written_in_no_format():
    tokenizer, _ = trained_by_sentencepiece()
    learned = [token_id for token_id, token in tokenizer.vocab.items() if len(token.decode()) > 1][3:]
    made = [token_id for token_id in learned if tokenizer.parts(token_id)]
    assert len(made) > 0.9 * len(learned)
    for token_id in made:
        left, right = tokenizer.parts(token_id)
        assert tokenizer.vocab[left] + tokenizer.vocab[right] == tokenizer.vocab[token_id]
        assert tokenizer.rank_of(left, right) == tokenizer.rank_of_token(token_id)
    ranks = [tokenizer.rank_of_token(token_id) for token_id in learned]
    # SentencePiece lists its pieces by score.
    assert ranks == sorted(ranks)
    for name in FORMATS:
        with pytest.raises(FormatError, match="cannot represent"):
            write(tokenizer, name)


def test_of_equal_scores_the_leftmost_pair_is_joined_whatever_it_makes():
    pieces = [spm_piece("a", -9), spm_piece("aa", -1), spm_piece("aaaa", -1), spm_piece("aaa", -2)]
    tokenizer = opened(UNK + b"".join(pieces) + SPM_BPE)
    cut = [tokenizer.decode_tokens_bytes(tokenizer.encode("a" * size)) for size in (3, 6, 7)]
    assert cut == [[b"aaa"], [b"aaaa", b"aa"], [b"aaaa", b"aaa"]]


@given(
    text=st.text("ab", max_size=12),
    order=st.dictionaries(st.text("ab", min_size=2, max_size=4), st.integers(0, 3)),
)
def test_pieces_are_joined_as_a_plain_loop_joins_them(text, order):
    now = list(text)
    while offers := [(order[a + b], i) for i, (a, b) in enumerate(pairwise(now)) if a + b in order]:
        _, index = min(offers)
        now[index : index + 2] = [now[index] + now[index + 1]]
    assert merge_by_score(text, order) == now


@pytest.mark.parametrize("data", [b"\xff" * 11, b"\x0a\xff", b"\x0b", b"\x80"])
def test_what_is_no_protocol_buffer_is_told(data):
    with pytest.raises(ValueError, match="not a protocol buffer"):
        list(fields(data))
