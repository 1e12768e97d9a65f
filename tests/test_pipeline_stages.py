"""The pages show a tokenizer's steps as Hugging Face tokenizers performs them, step by step."""

import json
from bisect import bisect_right
from itertools import accumulate

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.tokenizer_files import HARD
from bpe_core import load_published
from bpe_core.formats import read_huggingface
from bpe_core.in_parts import finished
from bpe_core.lessons.tokens.pipeline_stages import changed_ranges, changes, fallbacks, passes
from bpe_core.lessons.tokens.token_boundaries import cut_in_parts, starts_in_text
from tests.peers import tokenizer_json

TEXTS = st.text(
    st.one_of(st.sampled_from("aé ́̈Aſﬁ각ᄀ㋿12円 ▁\n.'"), st.characters(exclude_categories=["Cs"]))
)

BYTE_TOKENS = [f"<0x{byte:02X}>" for byte in range(256)]


def character_json(**of_the_model):
    """A small tokenizer.json with SentencePiece's steps."""
    vocab = {
        token: id_
        for id_, token in enumerate(["<unk>", *BYTE_TOKENS, "▁", "l", "o", "w", "lo", "low", "▁low"])
    }
    model = {"type": "BPE", "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True} | of_the_model
    return {
        "version": "1.0",
        "added_tokens": [{"id": 0, "content": "<unk>", "special": True, "normalized": False}
                         | dict.fromkeys(("single_word", "lstrip", "rstrip"), False)],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
        ]},
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": None,
        "model": model | {"vocab": vocab, "merges": ["l o", "lo w", "▁ low"]},
    }  # fmt: skip


def pair(content):
    data = json.dumps(content)
    return read_huggingface(data.encode()), tokenizers.Tokenizer.from_str(data)


def replaced(text, found):
    """The text after the changes."""
    parts, done = [], 0
    for change in found:
        assert text[change.start : change.start + len(change.before)] == change.before != change.after
        parts += [text[done : change.start], change.after]
        done = change.start + len(change.before)
    return "".join([*parts, text[done:]])


@given(text=TEXTS)
def test_a_text_with_its_changes_is_the_normalized_one(text):
    nfc = tokenizers.normalizers.NFC()
    assert replaced(text, changes(load_published("qwen2.5"), text)) == nfc.normalize_str(text)
    ours, theirs = pair(character_json())
    assert replaced(text, changes(ours, text)) == theirs.normalizer.normalize_str(text)


def suffixed():
    """A tokenizer whose words end in </w>, and which drops the spaces between them."""
    peer = tokenizers.Tokenizer(
        tokenizers.models.BPE(
            {"<unk>": 0, "l": 1, "o": 2, "w</w>": 3, "lo": 4, "w": 5, "o</w>": 6},
            [("l", "o")],
            unk_token="<unk>",  # noqa: S106 - a string of the vocabulary
            end_of_word_suffix="</w>",
        )
    )
    peer.normalizer = tokenizers.normalizers.Lowercase()
    peer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    return read_huggingface(peer.to_str().encode())


CHANGING = {
    "qwen3": lambda: load_published("qwen3"),
    "gpt2": lambda: load_published("gpt2"),
    "▁": lambda: pair(character_json())[0],
    "unknown": lambda: pair(character_json(byte_fallback=False))[0],
    "</w>": suffixed,
}


@given(text=TEXTS | st.text("low LOW\n"), name=st.sampled_from(list(CHANGING)), special=st.booleans())
def test_the_changed_ranges_are_all_that_differs_between_the_tokens_and_the_text(text, name, special):
    tokenizer = CHANGING[name]()
    text += "<|endoftext|>́é" if special and name == "qwen3" else ""
    ids = tokenizer.encode(text, allowed_special="all" if special else (), disallowed_special=())
    data, given_bytes = b"".join(tokenizer.decode_tokens_bytes(ids)), text.encode()
    for most in (20_000, 2):
        rebuilt, done, before = b"", 0, -1
        found = changed_ranges(tokenizer, text, data, special=special, most=most).tolist()
        assert len(found) <= most
        for first, end, first_given, end_given in found:
            assert first > before  # in order, and they do not touch
            assert first < end or first_given < end_given
            rebuilt += given_bytes[done:first_given] + data[first:end]
            done, before = end_given, end
        assert rebuilt + given_bytes[done:] == data
    if name == "gpt2" or data == given_bytes:
        assert not found


def test_a_changed_range_is_no_longer_than_it_must_be():
    two = (load_published("qwen3"), "naïve cafe\u0301, a\u030a.", "naïve café, å.".encode())
    assert changed_ranges(*two).tolist() == [[10, 12, 10, 13], [14, 16, 15, 18]]
    assert changed_ranges(*two, most=1).tolist() == [[10, 16, 10, 18]]  # the last one contains the rest
    marked, text = CHANGING["▁"](), "low é low"
    assert changed_ranges(marked, text, " low é low".encode()).tolist() == [[0, 1, 0, 0]]
    words = suffixed()
    assert changed_ranges(words, "low LO", b"low lo ").tolist() == [[4, 7, 4, 6]]


def test_a_change_is_no_longer_than_it_must_be():
    found = changes(load_published("qwen2.5"), "naïve cafe\u0301, a\u030a.")
    assert [(change.start, change.before, change.after) for change in found] == [
        (9, "e\u0301", "é"),
        (13, "a\u030a", "å"),
    ]


@pytest.mark.parametrize("name", ["deepseek_v3", "qwen2.5", "gpt_neox"])
def test_each_pass_cuts_where_the_library_does(name):
    steps = tokenizer_json(name)["pre_tokenizer"]
    steps = steps.get("pretokenizers", [steps])
    for text in HARD:
        normalized = replaced(text, changes(load_published(name), text))
        if not normalized or any(token in text for token in ("<|", "<s>", "<mask>", "   ", "\n\n")):
            continue
        for number, one in enumerate(passes(load_published(name), text), 1):
            part = {"type": "Sequence", "pretokenizers": steps[:number]}
            whole = tokenizers.Tokenizer(tokenizers.models.BPE())
            whole = json.loads(whole.to_str()) | {"pre_tokenizer": part}
            pre_tokenizer = tokenizers.Tokenizer.from_str(json.dumps(whole)).pre_tokenizer
            spans = [span for _, span in pre_tokenizer.pre_tokenize_str(normalized)]
            assert list(one.parts) == [normalized[start:end] for start, end in spans]


def test_what_a_pass_cuts_off_is_marked_once():
    taken = passes(load_published("deepseek_v3"), "I paid 1234円 in 京都")
    assert [[one.parts[index] for index in one.new] for one in taken] == [
        ["123", "4", "円 in 京都"],
        [" in ", "京都"],
        [" paid", " ", " "],
        [],
    ]


@pytest.mark.parametrize(
    ("of_the_model", "expected"),
    [
        ({}, [("é", ("<0xC3>", "<0xA9>"), 2), ("x", ("<0x78>",), 1)]),
        ({"byte_fallback": False}, [("é", ("<unk>",), 2), ("x", ("<unk>",), 1)]),
        ({"byte_fallback": False, "unk_token": None}, [("é", (), 2), ("x", (), 1)]),
    ],
)
def test_what_falls_back_is_told_as_the_library_encodes_it(of_the_model, expected):
    ours, theirs = pair(character_json(**of_the_model))
    found = fallbacks(ours, "low éx é")
    assert [(one.character, one.tokens, one.count) for one in found] == expected
    for one in found:
        tokens = theirs.encode("low" + one.character, add_special_tokens=False).tokens
        assert tokens == ["▁low", *one.tokens]


def test_bytes_lack_nothing():
    assert fallbacks(load_published("gpt_neox"), "é 🥖") == []


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3"])
def test_tokens_begin_in_the_text_where_the_library_says(name):
    content = tokenizer_json(name)
    content["post_processor"] = None
    theirs = tokenizers.Tokenizer.from_str(json.dumps(content))
    ours = load_published(name)
    for text in (*HARD, "Cafe\u0301 a\u030ax e\u0301e\u0301 각 done"):
        if any(token in text for token in ours.special_tokens):
            continue
        ends = list(accumulate(len(character.encode()) for character in text))
        starts = [
            bisect_right(ends, start)
            for start in finished(starts_in_text(ours, text, ours.encode_chunks(text, disallowed_special=())))
        ]
        assert starts == [start for start, _ in theirs.encode(text, add_special_tokens=False).offsets]


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3", "gpt_neox"])
@given(text=TEXTS)
def test_tokens_of_a_changed_text_are_set_beside_the_text_that_was_given(name, text):
    cut = finished(cut_in_parts(load_published(name), text))
    assert b"".join(cut.tokens) == text.encode()
    assert all(cut.tokens)
    assert list(cut.ids) == load_published(name).encode_ordinary(text)


def test_tokens_that_begin_with_a_sign_for_a_space_are_set_beside_the_text():
    ours, _ = pair(character_json())
    assert finished(cut_in_parts(ours, "low lowé")).tokens == [b"low", b" low", b"\xc3", b"\xa9"]
