"""Decoding gives Hugging Face's text: every decoder of a `tokenizer.json`, alone and in sequences."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models

from bpe_core import BpeError, UnknownIdError
from bpe_core import Tokenizer as BpeTokenizer
from bpe_core.formats import read_huggingface
from bpe_core.pipeline.aligned_text import MAX_WRITTEN
from bpe_core.pipeline.decoders import NotFollowed, Replace, decode_tokens
from tests.format_samples import added_token, as_content, learn

BYTES = [f"<0x{byte:02X}>" for byte in (0x0A, 0x20, 0x61, 0x80, 0xA0, 0xBD, 0xC3, 0xA9, 0xE4, 0xF0, 0xFF)]
TOKENS = [
    *"abHĠÃ©ĊÿĀ", "Ġa", "é", "你", "x y", "\u00a0", "▁", "▁▁", "▁a", "a▁b", "▁▁a▁", "low</w>", "</w>", "a</w>b</w>c",
    "##er", "##", ".", " .", "'", " ' ", "n't", "do not", " do not 's", "'ve", "h|", "|", "<pad>", "a<pad>b", " ", "  ", " a ",
    "aaba", "xxax", "<0xé>", "<0x 1>", "<0x1_>", "<0x+A>", "<0x+a>", "<0xc3>", "<0x٣٣>", "<0x000>", *BYTES,
]  # fmt: skip
ADDED = [
    AddedToken("<s>", special=True),
    AddedToken("</s>", special=True, normalized=True),
    AddedToken("Ġz", special=True),
    AddedToken("tool", special=False),
    AddedToken("low</w>▁", special=False),
    AddedToken("ö", special=False),
]
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
STEPS = [
    BYTE_LEVEL,
    *({"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": True} for scheme in ("always", "first", "never")),
    {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True},
    {"type": "Metaspace", "replacement": "a"},
    {"type": "BPEDecoder", "suffix": "</w>"},
    {"type": "BPEDecoder", "suffix": ""},
    {"type": "Fuse"},
    {"type": "ByteFallback"},
    *({"type": "Strip", "content": content, "start": start, "stop": 0} for content in " a▁" for start in (0, 1, 2)),
    {"type": "Strip", "content": " ", "start": 0, "stop": 1},
    {"type": "Strip", "content": "a", "start": 1, "stop": 1},
    *({"type": "Replace", "pattern": {"String": string}, "content": content} for string in ("▁", "</w>", "a", "") for content in (" ", "", "$1-", "▁a")),
    *({"type": "Replace", "pattern": {"Regex": regex}, "content": "-$1"} for regex in ("(a)(b)", "x*", "(?<=a)b", "(?=a)", "▁+", r"\s", r"\p{L}+")),
    *({"type": "WordPiece", "prefix": prefix, "cleanup": cleans} for prefix in ("##", "", "a") for cleans in (True, False)),
    {"type": "Sequence", "decoders": []},
]  # fmt: skip
LLAMA = [
    {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
    {"type": "ByteFallback"},
    {"type": "Fuse"},
    {"type": "Strip", "content": " ", "start": 1, "stop": 0},
]


def both(decoder: object, tokens: Sequence[str] = TOKENS) -> tuple[BpeTokenizer, Tokenizer]:
    """The library's tokenizer and ours, from a file with this decoder; the model is never byte-level."""
    peer = Tokenizer(models.BPE({token: id_ for id_, token in enumerate(tokens)}, []))
    for token in ADDED:
        (peer.add_special_tokens if token.special else peer.add_tokens)([token])
    content = json.dumps(json.loads(peer.to_str()) | {"decoder": decoder})
    ours = read_huggingface(content.encode())
    assert not ours.steps.is_empty
    return ours, Tokenizer.from_str(content)


IDS = st.lists(st.integers(0, len(TOKENS) + len(ADDED) - 1), max_size=12)


@pytest.mark.parametrize(
    "decoder", [None, *STEPS], ids=lambda decoder: json.dumps(decoder, ensure_ascii=False)
)
def test_each_decoder_gives_the_text_of_the_library(decoder):
    ours, peer = both(decoder)
    every = list(range(peer.get_vocab_size()))
    alone = [ids for id_ in every for ids in ([id_], [id_, 0, id_])]
    for ids in ([], *alone, every, every[::-1], every[::3]):
        assert_same_text_of(ours, peer, ids)


def test_the_bytes_of_a_token_are_those_that_the_library_decodes_it_to():
    _, peer = both({"type": "ByteFallback"})
    content = json.loads(peer.to_str())
    content["model"]["byte_fallback"] = True
    ours = read_huggingface(json.dumps(content).encode())
    for id_, token in enumerate(TOKENS):
        if token.startswith("<0x"):
            assert ours.vocab[id_].decode("utf-8", "replace") == peer.decode([id_])


def assert_same_text_of(ours: BpeTokenizer, peer: Tokenizer, ids: list[int]) -> None:
    for skips in (False, True):
        try:
            expected = peer.decode(ids, skip_special_tokens=skips)
        except BaseException as error:  # noqa: BLE001 - what the library raises is of no importable type
            # `Strip` removes the same character from both ends: the library panics, this project returns
            # nothing.
            assert type(error).__name__ == "PanicException"  # noqa: PT017
            continue
        assert ours.decode(ids, skip_special=skips) == expected


def assert_streams_what_it_decodes(ours: BpeTokenizer, ids: Sequence[int], sizes: Sequence[int]) -> None:
    stream, came, rest = ours.stream_decoder(), "", list(ids)
    for size in sizes:
        came += stream.feed(*rest[:size])
        rest = rest[size:]
        assert ours.decode(ids).startswith(came)
    assert came + stream.feed(*rest) + stream.finish() == ours.decode(ids)
    assert stream.finish() == ""


OF_MODELS = st.sampled_from([LLAMA, LLAMA[:3], [{"type": "ByteFallback"}], [STEPS[5]]])


@settings(max_examples=200)
@given(
    OF_MODELS
    | st.lists(st.sampled_from(STEPS), max_size=5)
    | st.tuples(st.sampled_from(STEPS), st.just(BYTE_LEVEL)),
    IDS,
    st.lists(st.integers(0, 3), max_size=12),
    st.sampled_from(["replace", "ignore"]),
)
@example([BYTE_LEVEL, {"type": "Replace", "pattern": {"String": ""}, "content": " "}], [], [], "replace")
@example(LLAMA, [*map(TOKENS.index, ("▁a", "<0xE4>", "<0xBD>", "<0xA0>", "<0xE4>", "▁"))], [], "replace")
@example(LLAMA, [*map(TOKENS.index, ("<0x61>", "<0xC3>", "b"))], [1, 1, 1], "replace")
@example([{"type": "Fuse"}, BYTE_LEVEL], [TOKENS.index("Ã")], [1], "replace")
# Spaces alone are dropped at the beginning of a text only.
@example(
    [{"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 2, "stop": 0}],
    [*[TOKENS.index(" ")] * 5, TOKENS.index("b")],
    [1] * 6,
    "replace",
)
@example([{"type": "BPEDecoder", "suffix": ""}], [0, 0], [], "replace")
@example([{"type": "BPEDecoder", "suffix": "</w>"}], [TOKENS.index("a</w>b</w>c"), 0], [1], "replace")
def test_sequences_of_decoders_give_the_text_of_the_library_at_once_and_as_a_stream(
    decoders, ids, sizes, errors
):
    ours, peer = both({"type": "Sequence", "decoders": decoders})
    assert_same_text_of(ours, peer, ids)
    # Where the first or the last token is treated differently, and where several become one; where the last step
    # makes bytes, a stream holds back an incomplete character.
    assert_streams_what_it_decodes(ours, ids, sizes)
    assert_streams_what_it_decodes(ours, ids, [1] * 12)
    stream = ours.stream_decoder(errors=errors)
    came = "".join(stream.feed(id_) for id_ in ids)
    assert came + stream.finish() == ours.decode(ids, errors)


def test_a_stream_returns_words_as_they_come_and_stays_usable_after_an_error():
    ours, _ = both({"type": "Sequence", "decoders": LLAMA})
    stream, word = ours.stream_decoder(), TOKENS.index("▁a")
    assert [stream.feed(word), stream.feed(word)] == ["a", " a"]
    with pytest.raises(UnknownIdError):
        stream.feed(999)
    assert stream.feed(word) == " a"
    ours, _ = both({"type": "Sequence", "decoders": [LLAMA[0], BYTE_LEVEL]})
    stream, letter = ours.stream_decoder(errors="strict"), TOKENS.index("a")
    assert stream.feed(letter, TOKENS.index("Ã")) == "a"
    with pytest.raises(UnicodeDecodeError):
        stream.finish()
    assert stream.feed(letter) + stream.finish() == "a"
    with pytest.raises(UnknownIdError, match="id 999 at position 1"):
        ours.decode([0, 999])


NORMALIZED = [
    ({"type": "Lowercase"}, "AB"),
    ({"type": "NFKC"}, "ﬁ"),
    ({"type": "Prepend", "prepend": "▁"}, "AB"),
    ({"type": "Replace", "pattern": {"String": " "}, "content": "▁"}, "a b"),
]


@pytest.mark.parametrize(
    "changes",
    [
        *({"decoder": decoder} for decoder in (None, {"type": "Fuse"}, {"type": "Sequence", "decoders": [BYTE_LEVEL, STEPS[-9]]})),
        {"added_tokens": [added_token("<é>", 257, special=True), added_token("<你>", 258, special=True)]},
        # One that is not special is never left out.
        {"added_tokens": [added_token("<end>", 257, special=True), added_token("tool", 258)]},
        # One that is found in normalized text becomes its normalized string.
        *(
            {"normalizer": normalizer, "added_tokens": [added_token(content, 257, special=special, normalized=True)], "decoder": None}
            for normalizer, content in NORMALIZED
            for special in (False, True)
        ),
    ],
    ids=lambda changes: json.dumps(changes, ensure_ascii=False)[:90],
)  # fmt: skip
def test_a_byte_level_file_gives_the_text_of_the_library(changes):
    # From the file of a training with some keys changed.
    content = as_content(learn("so low", num_merges=1), **changes)
    ours, peer = read_huggingface(json.dumps(content).encode()), Tokenizer.from_str(json.dumps(content))
    text = "so low, a<é><你> a<end>tool b"
    ids = peer.encode(text, add_special_tokens=False).ids
    assert ours.encode(text, allowed_special="all") == ids
    ids_of_added = [one["id"] for one in changes.get("added_tokens", ())]
    for each in (ids, [97, *ids_of_added, 98], [*range(256)]):
        assert_same_text_of(ours, peer, each)


@pytest.mark.parametrize(
    ("decoder", "words"),
    [
        ({"type": "Cyrillic"}, "'Cyrillic' is unknown"),
        ("ByteLevel", "'ByteLevel' is unknown"),
        ({"type": "WordPiece", "prefix": "##"}, "WordPiece is invalid"),
        ({"type": "CTC", "pad_token": "<pad>"}, "'CTC' is unknown"),
        ({"type": "Strip", "content": "ab", "start": 1, "stop": 0}, "expected one character"),
        ({"type": "Replace", "pattern": {"Glob": "a"}, "content": ""}, "Replace is invalid"),
        ({"type": "Replace", "pattern": {"Regex": "(a+)+b"}, "content": ""}, "may take very long on some text"),
        ({"type": "Sequence", "decoders": [BYTE_LEVEL] * 17}, "more than 16 steps"),
        ({"type": "Sequence", "decoders": [BYTE_LEVEL, {"type": "Sequence"}]}, "'Sequence' is unknown"),
    ],
)  # fmt: skip
def test_a_decoder_that_cannot_be_followed_says_so_where_a_text_is_asked_for(decoder, words):
    data = json.dumps(json.loads(both(BYTE_LEVEL)[1].to_str()) | {"decoder": decoder}).encode()
    ours = read_huggingface(data, own_patterns=False)
    assert not ours.steps.is_empty
    assert any(isinstance(step, NotFollowed) for step in ours.steps.decoders)
    ids = ours.encode("Ha")
    assert ours.decode_tokens_bytes(ids) == [b"H", b"a"]
    with pytest.raises(BpeError, match=words):
        ours.decode(ids)


def test_what_a_decoder_makes_is_bounded():
    doubles = Replace("a", "a" * 256)
    for tokens in (["a" * MAX_WRITTEN], ["a"] * MAX_WRITTEN, [f"{number}a" * 1_000 for number in range(100)]):
        with pytest.raises(BpeError, match="more than 3,000,000 characters"):
            decode_tokens([doubles, Replace("", "b")], tokens)
    assert decode_tokens([Replace("a", "b")], ["a" * (MAX_WRITTEN + 1)]) == ["b" * (MAX_WRITTEN + 1)]
