"""Other libraries load our files and give the same ids; reading the files gives the same tokenizer."""

import json
import re
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest
import regex
import tokenizers
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import TEXTS
from tokenizers import pre_tokenizers

from bpe_core import RECIPES, SPLIT_PATTERNS, Tokenizer, load_published, reference, train
from bpe_core.formats import (
    FORMATS,
    FormatError,
    detect,
    read,
    read_gpt2,
    read_huggingface,
    read_minbpe,
    write,
)
from bpe_core.formats.split_patterns import _SAME_CUTS
from bpe_core.pretokenization import split
from bpe_core.tokenizer.special_tokens import SpecialTokenError
from tests.format_samples import (
    STRINGS,
    added_token,
    as_content,
    by_tiktoken,
    learn,
    read_back,
    sample_strings,
)
from tests.sampling import IN_TURNS

BYTE_LEVEL = ("bytes", "gpt2", "gpt4", "gpt4o")
IDENTITY = {byte: byte for byte in range(256)}


def by_hugging_face(tokenizer: Tokenizer) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_buffer(write(tokenizer, "huggingface")["tokenizer.json"])


@pytest.mark.parametrize("recipe", BYTE_LEVEL)
def test_the_peers_load_what_was_trained_and_give_its_ids(recipe: str) -> None:
    texts = sample_strings()
    tokenizer = learn("\n".join(texts)[:60_000], recipe, 400).with_special_tokens("<|endoftext|>", "[a b]")
    theirs, face = by_tiktoken(tokenizer), by_hugging_face(tokenizer)
    for text in texts:
        assert theirs.encode_ordinary(text) == tokenizer.encode_ordinary(text)
        marked = f"{text}<|endoftext|>[a b] {text}"
        ids = tokenizer.encode(marked, allowed_special="all")
        assert theirs.encode(marked, allowed_special="all") == ids
        assert face.encode(marked).ids == ids
        assert face.decode(ids, skip_special_tokens=False) == tokenizer.decode(ids)


@pytest.mark.parametrize("token", ["<new>", "<known>"])
@pytest.mark.parametrize("flags", [{}, {"lstrip": True, "normalized": True}])
@pytest.mark.parametrize("gap", [0, 10])
def test_a_special_token_added_to_a_tokenizer_with_steps_is_the_one_of_hugging_face(
    gap: int, flags: dict[str, bool], token: str
) -> None:
    trained = learn()
    added = [added_token("<known>", trained.vocab_size + gap, **flags)]
    content = as_content(trained, normalizer={"type": "NFC"}, added_tokens=added)
    if gap:
        # The library takes such an id only from the vocabulary.
        content["model"]["vocab"]["<known>"] = trained.vocab_size + gap
    file = json.dumps(content).encode()
    peer = tokenizers.Tokenizer.from_buffer(file)
    peer.add_special_tokens([token])
    ours = read({"tokenizer.json": file}).with_special_tokens(token)
    text = f"a {token} b"
    ids = peer.encode(text).ids
    assert by_hugging_face(ours).encode(text).ids == ids
    for tokenizer in (ours, read(write(ours, "huggingface"))):
        assert not tokenizer.steps.is_empty
        known = tokenizer.special_tokens[token]
        assert known == tokenizer.encode_single_token(token) == peer.token_to_id(token)
        assert tokenizer.vocab_size == peer.get_vocab_size()
        assert tokenizer.encode(text, allowed_special="all") == ids
        with pytest.raises(SpecialTokenError):
            tokenizer.encode(text)
    for refused in ("low", "<début>"):
        with pytest.raises(FormatError, match=f"special token '{refused}'"):
            write(ours.with_special_tokens(refused), "huggingface")


@IN_TURNS
@pytest.mark.parametrize(
    ("recipe", "format_name"),
    [*product(BYTE_LEVEL, FORMATS), *(("published", name) for name in FORMATS if name != "minbpe")],
)
def test_a_byte_level_tokenizer_comes_back_from_every_format(recipe: str, format_name: str) -> None:
    if recipe == "published":
        tokenizer = load_published("gpt2")
    else:
        tokenizer = learn(recipe=recipe).with_special_tokens("<|endoftext|>")
    files = write(tokenizer, format_name)
    pattern = tokenizer.recipe.split_pattern
    back = read_back(files, split_pattern=pattern, special_tokens=tokenizer.special_tokens)
    assert back.vocab == tokenizer.vocab
    assert back.special_tokens == tokenizer.special_tokens
    assert back.recipe.split_pattern == pattern
    for text in STRINGS:
        ids = tokenizer.encode(text, allowed_special="all")
        assert back.encode(text, allowed_special="all") == ids
    if recipe != "published":
        assert write(back, format_name) == files or format_name == "own"
    elif format_name == "tiktoken":
        assert back.rules.recovered_merges is tokenizer.rules.recovered_merges


@given(text=TEXTS, sample=TEXTS, recipe=st.sampled_from(list(RECIPES)), num_merges=st.integers(0, 30))
def test_every_recipe_comes_back_from_our_json(text: str, sample: str, recipe: str, num_merges: int) -> None:
    tokenizer = learn(text + sample, recipe, num_merges)
    back = read(write(tokenizer, "own"))
    assert (back.name, back.recipe, back.merges) == (tokenizer.name, tokenizer.recipe, tokenizer.merges)
    assert back.base.id_of_unit == tokenizer.base.id_of_unit
    assert (back.vocab, back.special_tokens) == (tokenizer.vocab, tokenizer.special_tokens)
    assert back.encode_ordinary(sample) == tokenizer.encode_ordinary(sample)
    assert write(back, "own") == write(tokenizer, "own")


def test_a_pattern_of_ones_own_is_refused_where_it_must_be_known_or_quick() -> None:
    tokenizer = own_recipe(r"[a-z]+|\s")
    for format_name in ("own", "minbpe"):
        with pytest.raises(FormatError, match=r"expected the split pattern of gpt2, .*found the pattern"):
            read_back(write(tokenizer, format_name), own_patterns=False)
    # In a tokenizer.json, a pattern that provably takes linear time is always accepted.
    back = read(write(tokenizer, "huggingface"), own_patterns=False)
    assert back.encode("abab 12!! ab") == tokenizer.encode("abab 12!! ab")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("(?<=[a-z])(?=[A-Z])", "aLow"), ("", "low"), ("x*", "low"), (r"\b", "low low")],
)
def test_a_match_of_no_character_cuts_in_hugging_face_and_is_read_but_not_written(
    pattern: str, text: str
) -> None:
    cut = pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    assert len(cut.pre_tokenize_str(text)) > len(split(text, pattern))
    tokenizer = own_recipe(pattern)
    with pytest.raises(FormatError, match="its split pattern can match an empty string"):
        write(tokenizer, "huggingface")
    content = as_content(own_recipe("[a-z]+"))
    content["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = pattern
    data = json.dumps(content)
    assert (
        read_huggingface(data.encode()).encode(text) == tokenizers.Tokenizer.from_str(data).encode(text).ids
    )


def test_a_pattern_that_reads_like_the_name_of_one_is_still_a_pattern() -> None:
    back = read_minbpe(b"minbpe v1\ngpt2\n0\n")
    assert split("my gpt2!", back.recipe.split_pattern) == ["my ", "gpt2", "!"]


@pytest.mark.parametrize("pattern", _SAME_CUTS)
@given(text=st.text(alphabet="ab 'sSlLvVeERrfF1\r\n\t.!é你ſ\u0301\u00a0/", max_size=25))
def test_other_spellings_of_a_published_pattern_cut_alike(pattern: str, text: str) -> None:
    assert regex.findall(pattern, text) == split(text, _SAME_CUTS[pattern])


def test_minbpe_and_what_it_writes_for_people() -> None:
    tokenizer = learn("low low \x00\x1b\n", "gpt2", 2).with_special_tokens("<|endoftext|>")
    files = write(tokenizer, "minbpe")
    assert files["tokenizer.model"].decode() == (
        f"minbpe v1\n{SPLIT_PATTERNS['gpt2']}\n1\n<|endoftext|> 258\n108 111\n256 119\n"
    )
    invisible = write(learn("\u200b" * 9, "bytes", 2), "minbpe")["tokenizer.vocab"].decode()
    assert "-> [\\u200b] 257\n" in invisible
    lines = files["tokenizer.vocab"].decode("utf-8").split("\n")
    of_bytes = [lines[byte] for byte in (0, 10, 27, 0x80)]
    assert of_bytes == ["[\\u0000] 0", "[\\u000a] 10", "[\\u001b] 27", "[�] 128"]
    assert lines[256:] == ["[l][o] -> [lo] 256", "[lo][w] -> [low] 257", "[<|endoftext|>] 258", ""]


def test_the_list_of_tokens_next_to_a_model_is_not_read() -> None:
    tokenizer = learn("low low", "gpt2", 2)
    files = write(tokenizer, "minbpe")
    assert [*files] == ["tokenizer.model", "tokenizer.vocab"]
    assert read(files).merges == tokenizer.merges
    # In any order, and whatever it contains: sentencepiece writes one too.
    for name in ("tokenizer.vocab", "b.VOCAB"):
        assert read({name: b"\xff", "a.model": files["tokenizer.model"]}).merges == tokenizer.merges
    with pytest.raises(FormatError, match=r"b\.vocab: expected the \.model next to it"):
        read({"b.vocab": files["tokenizer.vocab"]})


def test_a_minbpe_file_means_what_minbpe_does() -> None:
    # Two merges make the same bytes, which minbpe's loop distinguishes: 257 is a|bb, 259 is ab|b.
    merges = [((98, 98), 256), ((97, 256), 257), ((97, 98), 258), ((258, 98), 259)]
    lines = [f"{left} {right}" for (left, right), _ in merges]
    tokenizer = read_minbpe("\n".join(["minbpe v1", "", "0", *lines]).encode())
    assert tokenizer.merges == tuple(merges)
    rules = {pair: (rank, new_id) for rank, (pair, new_id) in enumerate(merges)}
    for length in range(1, 8):
        for text in map("".join, product("ab", repeat=length)):
            assert tokenizer.encode(text) == reference.encode_by_rank(list(text.encode()), rules)


def test_line_ends_version_lines_and_byte_order_marks_are_fine() -> None:
    tokenizer = learn(num_merges=5)
    for format_name, name in (
        ("gpt2", "vocab.bpe"),
        ("minbpe", "tokenizer.model"),
        ("tiktoken", "tokenizer.tiktoken"),
    ):
        files = write(tokenizer, format_name)
        data = files[name]
        variants = [data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data, data.rstrip(b"\n")]
        if format_name == "gpt2":
            variants.append(data.split(b"\n", 1)[1])  # without the version
        for variant in variants:
            assert read_back(files | {name: variant}).vocab == tokenizer.vocab


def test_a_merge_that_reads_like_a_version_is_a_merge():
    recipe = replace(RECIPES["gpt2"], split_pattern=None)
    tokenizer = Tokenizer.from_history(train("#versions #versions #versionx", recipe=recipe, num_merges=9))
    files = write(tokenizer, "gpt2")
    assert b"\n#version s\n" in files["vocab.bpe"]
    assert read_back(files, split_pattern=None).merges == tokenizer.merges


def test_gaps_in_ids_are_fine_where_ids_are_written_as_in_tiktoken_and_hugging_face() -> None:
    special = {"<|x|>": 5000}
    merges = (((A, B), 1000), ((1000, C), 2**31 - 1))
    tokenizer = with_merges(*merges, split_pattern="gpt2", special_tokens=special)
    text = "abc ab<|x|>abc"
    ids = tokenizer.encode(text, allowed_special="all")
    assert ids == [2**31 - 1, 32, 1000, 5000, 2**31 - 1]
    assert by_hugging_face(tokenizer).encode(text).ids == ids
    assert by_tiktoken(tokenizer).encode(text, allowed_special="all") == ids
    for format_name in ("own", "huggingface", "gpt2", "tiktoken"):
        back = read_back(write(tokenizer, format_name), special_tokens=special)
        assert back.encode(text, allowed_special="all") == ids
        assert back.trace(text.replace("<|x|>", "")).ids == tokenizer.encode_ordinary("abc ababc")


def test_the_order_of_files_and_their_names_do_not_matter() -> None:
    tokenizer = learn(num_merges=3)
    encoder, merges = write(tokenizer, "gpt2").values()
    assert detect({"merges.txt": merges, "vocab.json": encoder})[1] == ("vocab.json", "merges.txt")
    assert read_back({"merges.txt": merges, "vocab.json": encoder}).vocab == tokenizer.vocab
    for format_name, name in [("own", "a.json"), ("minbpe", "a.txt"), ("huggingface", "a.txt")]:
        data = next(iter(write(tokenizer, format_name).values()))
        assert detect({name: data})[0].name == format_name
        assert read_back({name: data}).vocab == tokenizer.vocab


def test_special_tokens_of_an_encoder_json_can_be_named() -> None:
    tokenizer = learn(num_merges=3).with_special_tokens("STOP")
    files = write(tokenizer, "gpt2")
    named = [
        read_gpt2(*files.values(), split_pattern="gpt2", special_tokens=["STOP"]),
        read_back(files, special_tokens={"STOP": 259}),
    ]
    assert [one.special_tokens for one in named] == [{"STOP": 259}] * 2
    unnamed = read_back(files)
    assert not unnamed.special_tokens
    assert unnamed.encode("STOP") == tokenizer.encode_ordinary("STOP")
    assert unnamed.decode([259]) == "STOP"
    with pytest.raises(FormatError, match="key 'GO': expected the id of a special token, found no such key"):
        read_gpt2(*files.values(), split_pattern="gpt2", special_tokens=["GO", "STOP"])


def with_merges(*merges: tuple[tuple[int, int], int], **options: object) -> Tokenizer:
    return Tokenizer.from_merges(merges, id_of_byte=IDENTITY, **({"split_pattern": None} | options))


def own_recipe(pattern: str) -> Tokenizer:
    return with_merges(split_pattern=pattern)


A, B, C = b"abc"
SAME_BYTES = with_merges(((A, B), 256), ((B, C), 257), ((256, C), 258), ((A, 257), 259))
UNREACHED = with_merges(((B, C), 256), ((A, B), 257), ((257, C), 258))
UNMADE = Tokenizer.from_ranks(
    {bytes([byte]): byte for byte in range(256)} | {b"abc": 256}, split_pattern=None
)


@pytest.mark.parametrize(
    ("tokenizer", "formats", "sentence"),
    [
        (learn(recipe="characters"), "huggingface tiktoken gpt2 minbpe", "unlike the recipe 'Characters, not split'"),
        (learn(recipe="hf-course"), "huggingface tiktoken gpt2 minbpe", "unlike the recipe 'Byte glyphs"),
        (learn("a b", "word-marker"), "huggingface tiktoken gpt2 minbpe", "unlike the recipe 'Characters, with a word marker'"),
        (SAME_BYTES, "huggingface tiktoken gpt2", "the ids 258 and 259 both spell 'abc'"),
        (UNREACHED, "tiktoken", "its merge 2 joins 'ab' | 'c', but the earlier merges make 'a' | 'bc'"),
        (with_merges(((A, B), 257), ((B, C), 256)), "tiktoken", "id 256 is learned after id 257"),
        (with_merges(((A, B), 257)), "minbpe", "it gives merge 0 the id 256, not 257"),
        (load_published("gpt2"), "minbpe", "byte 0x00 has the id 188"),
        (own_recipe("a\n|b"), "minbpe", "its split pattern begins or ends with white space, or has several"),
        (own_recipe(" ?a "), "minbpe", "its split pattern begins or ends with white space"),
        (own_recipe(r"(a)\1|b"), "huggingface", r"its regular expressions cannot express '(a)\\1|b'"),
        (own_recipe(r"(?<!a$)b"), "huggingface", "its regular expressions cannot express"),
        *(
            (with_merges(special_tokens={f"a{blank}b": 300}), "minbpe", "contains white space")
            for blank in " \t\n\xa0\u2003"
        ),
        (with_merges(((A, B), 256), special_tokens={"ab": 300}), "huggingface gpt2", "the special token 'ab' would be written as another token"),
        (with_merges(special_tokens={"a b": 300}), "gpt2", "the special token 'a b' is neither in angle or square brackets nor in byte glyphs"),
        (with_merges(special_tokens={"<début>": 300}), "huggingface gpt2", "its decoder would read the special token '<début>' as byte glyphs"),
        (with_merges(special_tokens={"«fin»": 300}), "huggingface gpt2", "read the special token '«fin»'"),
        (UNMADE, "huggingface gpt2 minbpe", "no merge of two tokens of lower rank makes 'abc', id 256"),
    ],
)  # fmt: skip
def test_what_a_format_cannot_hold_is_refused_in_a_sentence(
    tokenizer: Tokenizer, formats: str, sentence: str
) -> None:
    for format_name in formats.split():
        message = f" cannot represent this tokenizer: .*{re.escape(sentence)}"
        with pytest.raises(FormatError, match=message):
            write(tokenizer, format_name)
    assert read(write(tokenizer, "own")).vocab == tokenizer.vocab


@given(
    pairs=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=9),
    text=st.text(alphabet="abc", max_size=20),
)
@example(pairs=[(1, 2), (0, 1), (4, 2)], text="xabc")
def test_merges_written_by_hand_mean_the_same_to_the_peers_or_are_refused(
    pairs: list[tuple[int, int]], text: str
) -> None:
    # In `pairs`, 0, 1, 2 mean a, b, c; the numbers from 3 on mean the tokens of earlier merges.
    ids = [A, B, C, *range(256, 300)]
    merges: dict[tuple[int, int], int] = {}
    for left, right in pairs:
        if max(left, right) < 3 + len(merges):
            merges.setdefault((ids[left], ids[right]), 256 + len(merges))
    tokenizer = with_merges(*merges.items())
    expected = tokenizer.encode(text)
    with suppress(FormatError):
        assert by_tiktoken(tokenizer).encode_ordinary(text) == expected
    # Hugging Face merges by pairs, also what is refused as ranks, but has no two tokens of the same bytes.
    with suppress(FormatError):
        assert by_hugging_face(tokenizer).encode(text).ids == expected
