"""The pages show a tokenizer's steps as Hugging Face tokenizers performs them, step by step."""

import copy
import json
from bisect import bisect_right
from dataclasses import replace
from functools import cache
from itertools import accumulate, chain

import pytest
import tokenizers
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.tokenizer_files import HARD
from bpe_core import Tokenizer, load_published, train
from bpe_core.formats import read_huggingface
from bpe_core.in_parts import finished
from bpe_core.lessons.tokens import pipeline_stages
from bpe_core.lessons.tokens.pipeline_stages import changed_ranges, changes, fallbacks, passes
from bpe_core.lessons.tokens.token_boundaries import cut_in_parts, starts_in_text
from bpe_core.pipeline.normalizers import Lowercase
from bpe_core.pipeline.steps import Pipeline
from bpe_core.recipes import RECIPES
from tests.format_samples import added_token
from tests.peers import read_by_hugging_face, tokenizer_json, trained_in_bytes

TEXTS = st.text(
    st.one_of(st.sampled_from("aé ́̈Aſﬁ각ᄀ㋿12円 ▁\n.'"), st.characters(exclude_categories=["Cs"]))
)


def character_json(**of_the_model):
    """A small tokenizer.json with SentencePiece's steps."""
    tokens = ["<unk>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", "l", "o", "w", "lo", "low", "▁low"]
    model = {"type": "BPE", "unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True} | of_the_model
    model |= {"vocab": {token: id_ for id_, token in enumerate(tokens)}, "merges": ["l o", "lo w", "▁ low"]}
    space = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    return {
        "version": "1.0",
        "added_tokens": [added_token("<unk>", 0, special=True)],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, space]},
        "model": model,
    }


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
    model = {
        "type": "BPE",
        "vocab": {"<unk>": 0, "l": 1, "o": 2, "w</w>": 3, "lo": 4, "w": 5, "o</w>": 6},
        "merges": ["l o"],
        "unk_token": "<unk>",
        "end_of_word_suffix": "</w>",
    }
    steps = {"normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "WhitespaceSplit"}}
    return pair({"version": "1.0", "added_tokens": [], "model": model, **steps})[0]


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


def test_what_is_equal_at_both_ends_are_whole_characters():
    for begins, ends in (("", ""), ("x", ""), ("", "y"), ("é", "é")):
        for one, other in (("é", "è"), ("é", "©"), ("你", "佀"), ("a", "b")):
            ranges = [(0, 0, len(begins.encode()))] * bool(begins)
            data, given = (f"{begins}{each}{ends}".encode() for each in (one, other))
            if size := len(ends.encode()):
                ranges.append((len(data) - size, len(given) - size, size))
            assert pipeline_stages._common_ends(data, given) == ranges


def test_a_change_is_no_longer_than_it_must_be():
    text = "naïve cafe\u0301, a\u030a."
    two = (load_published("qwen3"), text, "naïve café, å.".encode())
    assert changed_ranges(*two).tolist() == [[10, 12, 10, 13], [14, 16, 15, 18]]
    assert changed_ranges(*two, most=1).tolist() == [[10, 16, 10, 18]]  # the last one contains the rest
    marked = changed_ranges(CHANGING["▁"](), "low é low", " low é low".encode())
    assert marked.tolist() == [[0, 1, 0, 0]]
    assert changed_ranges(CHANGING["▁"](), "lo▁w lo", b" lo w lo").tolist() == [[0, 1, 0, 0], [3, 4, 2, 5]]
    assert changed_ranges(load_published("qwen3"), "e\u0301▁e\u0301", "é▁é".encode()).tolist() == [
        [0, 2, 0, 3],
        [5, 7, 6, 9],
    ]
    assert changed_ranges(suffixed(), "low LO", b"low lo ").tolist() == [[4, 7, 4, 6]]
    found = [
        (change.start, change.before, change.after) for change in changes(load_published("qwen2.5"), text)
    ]
    assert found == [(9, "e\u0301", "é"), (13, "a\u030a", "å")]


@pytest.mark.parametrize("name", ["deepseek_v3", "qwen2.5", "gpt_neox"])
def test_each_pass_cuts_where_the_library_does(name):
    steps = tokenizer_json(name)["pre_tokenizer"]
    steps = steps.get("pretokenizers", [steps])
    empty = json.loads(tokenizers.Tokenizer(tokenizers.models.BPE()).to_str())
    parts = ({"type": "Sequence", "pretokenizers": steps[:number]} for number in range(1, len(steps) + 1))
    theirs = [
        tokenizers.Tokenizer.from_str(json.dumps(empty | {"pre_tokenizer": part})).pre_tokenizer
        for part in parts
    ]
    for text in HARD:
        normalized = replaced(text, changes(load_published(name), text))
        if not normalized or any(token in text for token in ("<|", "<s>", "<mask>", "   ", "\n\n")):
            continue
        for one, pre_tokenizer in zip(passes(load_published(name), text), theirs, strict=False):
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
    assert fallbacks(load_published("gpt_neox"), "é 🥖") == []  # bytes lack nothing


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3"])
def test_tokens_begin_in_the_text_where_the_library_says(name):
    ours, theirs = load_published(name), copy.deepcopy(read_by_hugging_face(name))
    theirs.post_processor = tokenizers.processors.Sequence([])
    for text in (*HARD, "Cafe\u0301 a\u030ax e\u0301e\u0301 각 done"):
        if any(token in text for token in ours.special_tokens):
            continue
        ends = list(accumulate(len(character.encode()) for character in text))
        begin = finished(starts_in_text(ours, text, ours.encode_chunks(text, disallowed_special=())))
        starts = [start for start, _ in theirs.encode(text, add_special_tokens=False).offsets]
        assert [bisect_right(ends, start) for start in begin] == starts


@cache
def with_added(normalizer):
    """A tokenizer with a normalizer, and added tokens that a text can spell in several ways."""
    steps = {"lower": tokenizers.normalizers.Lowercase(), "NFC": tokenizers.normalizers.NFC()}
    peer = trained_in_bytes(["the cat says hello, the end"], 270, normalizer=steps[normalizer])
    tokens = [tokenizers.AddedToken(content) for content in ("Hello", "e\u0301e\u0301")]
    peer.add_tokens([*tokens, tokenizers.AddedToken("cat", lstrip=True, rstrip=True)])
    return read_huggingface(peer.to_str().encode()), peer


WITH_ADDED = st.lists(
    st.sampled_from(
        ["Hello", "hello", "HELLO", "éé", "e\u0301e\u0301", "CAT", "cat", "the", " ", "  ", "é", "A", "ĐÄ"]
    )
).map("".join)


@pytest.mark.parametrize("normalizer", ["lower", "NFC"])
@example(text="hello the Hello cat")
@example(text="éééééé")
@given(text=WITH_ADDED)
def test_added_tokens_in_another_spelling_begin_where_the_library_says(normalizer, text):
    ours, theirs = with_added(normalizer)
    encoded = theirs.encode(text)
    chunks = ours.encode_chunks(text, disallowed_special=())
    assert list(chain.from_iterable(chunks)) == encoded.ids
    ends = list(accumulate(len(character.encode()) for character in text))
    begin = finished(starts_in_text(ours, text, chunks))
    assert [bisect_right(ends, start) for start in begin] == [start for start, _ in encoded.offsets]
    assert b"".join(finished(cut_in_parts(ours, text)).tokens) == text.encode()


def test_the_string_of_an_added_token_is_kept_where_it_was_found():
    ours, _ = with_added("lower")
    # The first token is CAT in the text, and the string of the token is in the text again, for the second one.
    text = "CAT  cat CAT"
    data = b"".join(ours.decode_tokens_bytes(ours.encode(text)))
    assert data == b"catcatcat"
    assert changed_ranges(ours, text, data).tolist() == [[0, 3, 0, 5], [6, 9, 8, 12]]


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3", "gpt_neox"])
@given(text=TEXTS)
def test_tokens_of_a_changed_text_are_set_beside_the_text_that_was_given(name, text):
    cut = finished(cut_in_parts(load_published(name), text))
    assert b"".join(cut.tokens) == text.encode()
    assert all(cut.tokens)
    assert list(cut.ids) == load_published(name).encode_ordinary(text)


def test_unknown_characters_of_a_recipe_with_steps_begin_where_they_are():
    recipe = replace(RECIPES["characters"], name="lower", steps=Pipeline(normalizers=(Lowercase(),)))
    history = train("hug pug hug", recipe=recipe, num_merges=2)
    tokenizer = Tokenizer.from_history(history).with_special_tokens("[UNK]")
    assert finished(cut_in_parts(tokenizer, "tyHugé")).tokens == [b"t", b"y", b"Hug", "é".encode()]


def test_tokens_that_begin_with_a_sign_for_a_space_are_set_beside_the_text():
    marked = finished(cut_in_parts(CHANGING["▁"](), "low lowé"))
    assert marked.tokens == [b"low", b" low", b"\xc3", b"\xa9"]
