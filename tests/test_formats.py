"""What is written, the peers load, and give our ids; what they write, we load, and give theirs."""

import base64
import csv
import io
import json
import re
from dataclasses import MISSING, fields, replace
from itertools import product
from pathlib import Path

import pytest
import regex
import tiktoken
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from strategies import TEXTS
from tokenizers import decoders, models, pre_tokenizers, trainers

from bpe_core import RECIPES, SPLIT_PATTERNS, Recipe, Tokenizer, load_published, reference, train
from bpe_core.formats import (
    FORMATS,
    FormatError,
    detect,
    merges_csv,
    merges_json,
    read,
    read_gpt2,
    read_huggingface,
    read_minbpe,
    tokens_csv,
    tokens_json,
    write,
)
from bpe_core.formats.split_patterns import _SAME_CUTS
from bpe_core.formats.tables import as_cell
from bpe_core.pretokenization import split

BYTE_LEVEL = ("bytes", "gpt2", "gpt4", "gpt4o")
PUBLISHED = ("gpt2", "cl100k_base", "o200k_base")
SAMPLES = sorted((Path(__file__).parents[1] / "sample_texts").rglob("*.txt"))
STRINGS = (
    "",
    "a",
    "aaaaaaa",
    "low lower lowest newest widest",
    "  two  spaces\n\n\tand tabs \r\n",
    "I'll, WE'LL, 'ſx, naïve café, 1234567",
    "你好，世界 🙂👩🏽‍🚀 e\u0301 \u0601\u200d",
    "\x00\x1f\x7f\x85\u2028",
    "<|endoftext|>",
)
LEARNED_FROM = (
    "low lower lowest, newest widest; 12345 = I'll be naïve. 你好你好 🙂🙂\n\n  aaaa aaaa abab " * 3
)
IDENTITY = {byte: byte for byte in range(256)}


def sample_strings() -> list[str]:
    return [*STRINGS, *(path.read_text("utf-8") for path in SAMPLES)]


def learn(text: str = LEARNED_FROM, recipe: str | Recipe = "gpt2", num_merges: int = 60) -> Tokenizer:
    return Tokenizer.from_history(train(text, recipe=recipe, num_merges=num_merges))


def to_be_read(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if not name.endswith(".vocab")}


def by_tiktoken(tokenizer: Tokenizer) -> tiktoken.Encoding:
    lines = write(tokenizer, "tiktoken")["tokenizer.tiktoken"].splitlines()
    pattern = tokenizer.recipe.split_pattern
    return tiktoken.Encoding(
        "ours",
        # tiktoken cannot go without a cut: this is one chunk, whatever the text.
        pat_str=r"(?s:.+)" if pattern is None else SPLIT_PATTERNS[pattern],
        mergeable_ranks={base64.b64decode(token): int(rank) for token, rank in map(bytes.split, lines)},
        special_tokens=dict(tokenizer.special_tokens),
    )


def by_hugging_face(tokenizer: Tokenizer) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_str(write(tokenizer, "huggingface")["tokenizer.json"].decode("utf-8"))


# ---- what we write, the peers load


@pytest.mark.parametrize("recipe", BYTE_LEVEL)
def test_the_peers_load_what_was_trained_and_give_its_ids(recipe: str) -> None:
    texts = sample_strings()
    tokenizer = learn("\n".join(texts)[:60_000], recipe, 400).with_special_tokens("<|endoftext|>", "[a b]")
    theirs, face = by_tiktoken(tokenizer), by_hugging_face(tokenizer)
    for text in texts:
        ids = tokenizer.encode_ordinary(text)
        assert theirs.encode_ordinary(text) == ids
        special = tokenizer.encode(f"{text}<|endoftext|>[a b] {text}", allowed_special="all")
        assert theirs.encode(f"{text}<|endoftext|>[a b] {text}", allowed_special="all") == special
        assert face.encode(f"{text}<|endoftext|>[a b] {text}").ids == special
        assert face.decode(special, skip_special_tokens=False) == tokenizer.decode(special)


@pytest.mark.parametrize("name", PUBLISHED)
def test_hugging_face_loads_the_published_and_gives_their_ids(name: str) -> None:
    tokenizer = load_published(name)
    face = by_hugging_face(tokenizer)
    for text in sample_strings():
        assert face.encode(text).ids == tokenizer.encode(text, allowed_special="all")


@given(text=TEXTS, sample=TEXTS, recipe=st.sampled_from(BYTE_LEVEL), num_merges=st.integers(0, 40))
def test_what_is_learned_from_a_text_means_the_same_by_pairs_and_by_bytes(
    text: str, sample: str, recipe: str, num_merges: int
) -> None:
    tokenizer = learn(text, recipe, num_merges)
    assert by_tiktoken(tokenizer).encode_ordinary(sample + text) == tokenizer.encode(sample + text)
    assert by_hugging_face(tokenizer).encode(sample + text).ids == tokenizer.encode(sample + text)


# ---- and back


@pytest.mark.parametrize(("recipe", "format_name"), list(product(BYTE_LEVEL, FORMATS)))
def test_a_byte_level_tokenizer_comes_back_from_every_format(recipe: str, format_name: str) -> None:
    tokenizer = learn(recipe=recipe).with_special_tokens("<|endoftext|>")
    back = read(
        to_be_read(write(tokenizer, format_name)),
        split_pattern=tokenizer.recipe.split_pattern,
        special_tokens=tokenizer.special_tokens,
    )
    assert back.vocab == tokenizer.vocab
    assert back.special_tokens == tokenizer.special_tokens
    assert back.recipe.split_pattern == tokenizer.recipe.split_pattern
    for text in STRINGS:
        ids = tokenizer.encode(text, allowed_special="all")
        assert back.encode(text, allowed_special="all") == ids
    assert write(back, format_name) == write(tokenizer, format_name) or format_name == "own"


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("gpt2", "own"),
        ("gpt2", "huggingface"),
        ("gpt2", "tiktoken"),
        ("gpt2", "gpt2"),
        ("cl100k_base", "huggingface"),
        ("o200k_base", "tiktoken"),
    ],
)
def test_a_published_tokenizer_comes_back(name: str, format_name: str) -> None:
    tokenizer = load_published(name)
    files = write(tokenizer, format_name)
    back = read(files, split_pattern=name, special_tokens=tokenizer.special_tokens)
    assert back.vocab == tokenizer.vocab
    assert back.special_tokens == tokenizer.special_tokens
    assert format_name != "tiktoken" or back.rules.recovered_merges is tokenizer.rules.recovered_merges
    for text in STRINGS:
        assert back.encode(text, allowed_special="all") == tokenizer.encode(text, allowed_special="all")


@given(text=TEXTS, sample=TEXTS, recipe=st.sampled_from(list(RECIPES)), num_merges=st.integers(0, 30))
def test_every_recipe_comes_back_from_our_json(text: str, sample: str, recipe: str, num_merges: int) -> None:
    tokenizer = learn(text + sample, recipe, num_merges)
    back = read(write(tokenizer, "own"))
    assert (back.name, back.recipe, back.merges) == (tokenizer.name, tokenizer.recipe, tokenizer.merges)
    assert back.base.id_of_unit == tokenizer.base.id_of_unit
    assert (back.vocab, back.special_tokens) == (tokenizer.vocab, tokenizer.special_tokens)
    assert back.encode_ordinary(sample) == tokenizer.encode_ordinary(sample)
    assert write(back, "own") == write(tokenizer, "own")


def test_a_merge_that_makes_a_token_that_is_there_comes_back_from_our_json() -> None:
    recipe = replace(RECIPES["hf-course"], special_tokens=("ab",))
    tokenizer = learn("ab ab abab", recipe, 3)
    assert tokenizer.special_tokens["ab"] in [new_id for _, new_id in tokenizer.merges]
    assert read(write(tokenizer, "own")).merges == tokenizer.merges


def test_a_pattern_of_ones_own_travels() -> None:
    recipe = Recipe(name="own", title="Own", alphabet="bytes", split_pattern=r"[a-z]+|\s", source="a test")
    tokenizer = learn("ab ab abab 12", recipe, 3)
    face = by_hugging_face(tokenizer)
    for format_name in ("own", "huggingface", "minbpe"):
        back = read(to_be_read(write(tokenizer, format_name)))
        assert back.recipe.split_pattern == recipe.split_pattern
        if format_name != "huggingface":
            with pytest.raises(FormatError, match=r"expected the split pattern of gpt2, .*found the pattern"):
                read(to_be_read(write(tokenizer, format_name)), own_patterns=False)
    # There a pattern that is plainly quick is taken from anybody.
    back = read(write(tokenizer, "huggingface"), own_patterns=False)
    assert back.encode("abab 12!! ab") == tokenizer.encode("abab 12!! ab")
    assert face.encode("abab 12!! ab").ids == tokenizer.encode("abab 12!! ab")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [("(?=l)", "slow low"), ("(?<=[a-z])(?=[A-Z])", "aLow"), ("", "low"), ("x*", "low"), (r"\b", "low low")],
)
def test_a_match_of_no_character_cuts_in_hugging_face_and_is_read_but_not_written(
    pattern: str, text: str
) -> None:
    cut = pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    assert len(cut.pre_tokenize_str(text)) > len(split(text, pattern))
    tokenizer = own_recipe(pattern)
    with pytest.raises(FormatError, match="its split pattern can match no character"):
        write(tokenizer, "huggingface")
    content = json.loads(write(own_recipe("[a-z]+"), "huggingface")["tokenizer.json"])
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


# ---- what the peers write


def hugging_face_trained(pre_tokenizer: object, *, special: list[str]) -> tokenizers.Tokenizer:
    trained = tokenizers.Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizer
    trained.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=special,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    trained.train_from_iterator(sample_strings(), trainer)
    return trained


def cut_by(pattern: str) -> object:
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(tokenizers.Regex(SPLIT_PATTERNS[pattern]), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


@pytest.mark.parametrize(
    ("pre_tokenizer", "split_pattern"),
    [
        (pre_tokenizers.ByteLevel(add_prefix_space=False), "gpt2"),
        (cut_by("cl100k_base"), "cl100k_base"),
        (cut_by("o200k_base"), "o200k_base"),
    ],
)
def test_what_hugging_face_trains_we_load_and_give_its_ids(
    pre_tokenizer: object, split_pattern: str, tmp_path: Path
) -> None:
    trained = hugging_face_trained(pre_tokenizer, special=["<|endoftext|>", "[PAD]"])
    vocab, merges = trained.model.save(str(tmp_path))
    from_pair = read_gpt2(
        Path(vocab).read_bytes(),
        Path(merges).read_bytes(),
        names=("vocab.json", "merges.txt"),
        split_pattern=split_pattern,
    )
    from_json = read_huggingface(trained.to_str().encode("utf-8"))
    assert from_json.recipe.split_pattern == split_pattern
    # A file of theirs from before the merges became lists of two.
    older = json.loads(trained.to_str())
    older["model"]["merges"] = [" ".join(merge) for merge in older["model"]["merges"]]
    from_older = read_huggingface(json.dumps(older).encode("utf-8"))
    for text in sample_strings():
        ids = trained.encode(text).ids
        for ours in (from_pair, from_json, from_older):
            assert ours.encode(text, allowed_special="all") == ids
            assert ours.decode(ids) == text
    assert from_json.special_tokens == from_pair.special_tokens == {"<|endoftext|>": 0, "[PAD]": 1}
    assert by_tiktoken(from_json).encode(text, allowed_special="all") == ids


def test_a_file_without_a_cut_and_one_that_removes_what_does_not_match() -> None:
    content = json.loads(write(learn(recipe="gpt4"), "huggingface")["tokenizer.json"])
    content["pre_tokenizer"]["pretokenizers"][0] |= {"behavior": "Removed", "invert": True}
    text = json.dumps(content)
    ours, theirs = read_huggingface(text.encode()), tokenizers.Tokenizer.from_str(text)
    assert all(ours.encode_ordinary(sample) == theirs.encode(sample).ids for sample in STRINGS)
    content["pre_tokenizer"] = content["pre_tokenizer"]["pretokenizers"][1]
    ours = read_huggingface(json.dumps(content).encode())
    theirs = tokenizers.Tokenizer.from_str(json.dumps(content))
    assert ours.recipe.split_pattern is None
    assert all(ours.encode_ordinary(sample) == theirs.encode(sample).ids for sample in STRINGS)


def with_added(*added: tuple[str, int, bool], **in_vocab: int) -> str:
    """Return a `tokenizer.json` of theirs with added tokens (text, id, normalized)."""
    content = json.loads(write(learn("low low", num_merges=2), "huggingface")["tokenizer.json"])
    content["model"]["vocab"] |= in_vocab
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "special"), False)
    content["added_tokens"] = [
        {"id": id_, "content": token, "normalized": normalized} | flags for token, id_, normalized in added
    ]
    return json.dumps(content)


@pytest.mark.parametrize(
    ("in_vocab", "wanted", "given"),
    [
        ({}, {"<a>": 258, "<b>": 259}, {"<a>": 258, "<b>": 259}),
        ({}, {"<a>": 259, "<b>": 258}, {"<a>": 258, "<b>": 259}),
        ({}, {"<a>": 300, "<b>": 301}, {"<a>": 258, "<b>": 259}),
        ({"<a>": 5000}, {"<a>": 5000, "<b>": 5001}, {"<a>": 5000, "<b>": 259}),
        ({"<a>": 5000}, {"<b>": 259, "<a>": 5000, "<c>": 260}, {"<b>": 259, "<a>": 5000, "<c>": 260}),
        ({"<a>": 5000}, {"<a>": 7}, {"<a>": 5000}),
    ],
)
def test_ids_of_added_tokens_are_those_that_hugging_face_gives(
    in_vocab: dict[str, int], wanted: dict[str, int], given: dict[str, int]
) -> None:
    text = with_added(*((token, id_, False) for token, id_ in wanted.items()), **in_vocab)
    theirs = tokenizers.Tokenizer.from_str(text)
    assert {token: theirs.token_to_id(token) for token in wanted} == given
    ours = read_huggingface(text.encode())
    assert {token: ours.encode(token, allowed_special="all")[0] for token in wanted} == given
    assert all(ours.decode([id_]) == token for token, id_ in given.items())


@given(
    st.lists(
        st.tuples(st.text("ab<", min_size=2, max_size=4), st.booleans()),
        max_size=5,
        unique_by=lambda pair: pair[0],
    )
)
def test_added_tokens_of_two_kinds_are_found_as_hugging_face_does(added: list[tuple[str, bool]]) -> None:
    text = with_added(*((token, 258 + number, kind) for number, (token, kind) in enumerate(added)))
    try:
        ours = read_huggingface(text.encode())
    except FormatError:
        return
    theirs = tokenizers.Tokenizer.from_str(text)
    for sample in map("".join, product("ab<", repeat=6)):
        assert ours.encode(sample, allowed_special="all") == theirs.encode(sample).ids


def test_added_tokens_of_two_kinds_that_overlap() -> None:
    text = with_added(("ab<", 258, True), ("<pad>", 259, False))
    assert tokenizers.Tokenizer.from_str(text).encode("ab<pad>").ids == [97, 98, 259]
    assert read_huggingface(text.encode()).encode("ab<pad>", allowed_special="all") == [97, 98, 259]
    # As in GPT-NeoX: runs of spaces are of the one kind, and <|endoftext|> of the other.
    runs = [(" " * length, 257 + length, True) for length in range(2, 24)]
    text = with_added(("<|endoftext|>", 258, False), *runs)
    ours, theirs = read_huggingface(text.encode()), tokenizers.Tokenizer.from_str(text)
    for sample in ("low  low     <|endoftext|>    low", " " * 60):
        assert ours.encode(sample, allowed_special="all") == theirs.encode(sample).ids


def test_a_file_of_the_first_years_names_no_type() -> None:
    content = json.loads(with_added())
    del content["model"]["type"], content["version"]
    ours = read_huggingface(json.dumps(content).encode())
    assert ours.encode("slow") == tokenizers.Tokenizer.from_str(json.dumps(content)).encode("slow").ids


def test_ignore_merges_is_read_where_it_makes_no_difference() -> None:
    content = json.loads(write(learn(), "huggingface")["tokenizer.json"])
    content["model"]["ignore_merges"] = True
    ours = read_huggingface(json.dumps(content).encode())
    theirs = tokenizers.Tokenizer.from_str(json.dumps(content))
    assert all(ours.encode_ordinary(sample) == theirs.encode(sample).ids for sample in STRINGS)


# ---- the formats themselves


def test_minbpe_and_what_it_writes_for_people() -> None:
    tokenizer = learn("low low \x00\x1b\n", "gpt2", 2).with_special_tokens("<|endoftext|>")
    files = write(tokenizer, "minbpe")
    assert files["tokenizer.model"].decode().split("\n") == [
        "minbpe v1",
        SPLIT_PATTERNS["gpt2"],
        "1",
        "<|endoftext|> 258",
        "108 111",
        "256 119",
        "",
    ]
    lines = files["tokenizer.vocab"].decode("utf-8").split("\n")
    assert lines[0] == "[\\u0000] 0"
    assert lines[10] == "[\\u000a] 10"
    assert lines[27] == "[\\u001b] 27"
    assert lines[0x80] == "[�] 128"
    assert lines[256:] == ["[l][o] -> [lo] 256", "[lo][w] -> [low] 257", "[<|endoftext|>] 258", ""]


def test_a_minbpe_file_means_what_minbpe_does() -> None:
    # Two paths to the same bytes, which minbpe's loop keeps apart: 257 is a|bb, 259 is ab|b.
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
    encoder, merges = write(tokenizer, "gpt2").values()
    without_version = merges.split(b"\n", 1)[1]
    for variant in (
        merges.replace(b"\n", b"\r\n"),
        without_version,
        b"\xef\xbb\xbf" + merges,
        merges.strip(),
    ):
        assert read_gpt2(encoder, variant).vocab == tokenizer.vocab
    for format_name in ("minbpe", "tiktoken"):
        (name, data), *_ = write(tokenizer, format_name).items()
        for variant in (data.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + data, data.rstrip(b"\n")):
            assert read({name: variant}).vocab == tokenizer.vocab


def test_gaps_in_ids_are_fine_where_ids_are_written_as_in_tiktoken_and_hugging_face() -> None:
    tokenizer = Tokenizer.from_merges(
        [((97, 98), 1000), ((1000, 99), 2**31 - 1)],
        id_of_byte=IDENTITY,
        split_pattern="gpt2",
        special_tokens={"<|x|>": 5000},
    )
    text = "abc ab<|x|>abc"
    ids = tokenizer.encode(text, allowed_special="all")
    assert ids == [2**31 - 1, 32, 1000, 5000, 2**31 - 1]
    assert by_hugging_face(tokenizer).encode(text).ids == ids
    assert by_tiktoken(tokenizer).encode(text, allowed_special="all") == ids
    for format_name in ("own", "huggingface", "gpt2", "tiktoken"):
        back = read(write(tokenizer, format_name), special_tokens={"<|x|>": 5000})
        assert back.encode(text, allowed_special="all") == ids
        assert back.trace(text.replace("<|x|>", "")).ids == tokenizer.encode_ordinary("abc ababc")


def test_the_order_of_files_and_their_names_do_not_matter() -> None:
    tokenizer = learn(num_merges=3)
    encoder, merges = write(tokenizer, "gpt2").values()
    assert detect({"merges.txt": merges, "vocab.json": encoder})[1] == ("vocab.json", "merges.txt")
    assert read({"merges.txt": merges, "vocab.json": encoder}).vocab == tokenizer.vocab
    for format_name, name in [("own", "a.json"), ("minbpe", "a.txt"), ("huggingface", "a.txt")]:
        data = next(iter(write(tokenizer, format_name).values()))
        assert detect({name: data})[0].name == format_name
        assert read({name: data}).vocab == tokenizer.vocab


def test_special_tokens_of_an_encoder_json_can_be_named() -> None:
    tokenizer = learn(num_merges=3).with_special_tokens("STOP")
    encoder, merges = write(tokenizer, "gpt2").values()
    assert read_gpt2(encoder, merges, special_tokens=["STOP"]).special_tokens == {"STOP": 259}
    assert read(write(tokenizer, "gpt2"), special_tokens={"STOP": 259}).special_tokens == {"STOP": 259}
    with pytest.raises(FormatError, match="'STOP', id 259"):
        read_gpt2(encoder, merges)
    with pytest.raises(FormatError, match="key 'GO': expected the id of a special token, found no such key"):
        read_gpt2(encoder, merges, special_tokens=["GO", "STOP"])


def test_every_format_says_what_it_loses() -> None:
    for format_ in FORMATS.values():
        assert format_.note.endswith(".")
        tokenizer = learn(recipe="gpt4", num_merges=3).with_special_tokens("<|endoftext|>")
        back = read(to_be_read(format_.write(tokenizer)), split_pattern="o200k_base")
        assert (back.special_tokens == tokenizer.special_tokens) == (format_.name != "tiktoken")
        assert (back.recipe.split_pattern == "cl100k_base") == format_.keeps_pattern


# ---- what a format cannot hold


def with_merges(*merges: tuple[tuple[int, int], int], **options: object) -> Tokenizer:
    return Tokenizer.from_merges(merges, id_of_byte=IDENTITY, **({"split_pattern": None} | options))


def own_recipe(pattern: str) -> Tokenizer:
    return with_merges(split_pattern=pattern)


A, B, C, SPACE = b"abc "
SAME_BYTES = with_merges(((A, B), 256), ((B, C), 257), ((256, C), 258), ((A, 257), 259))
UNREACHED = with_merges(((B, C), 256), ((A, B), 257), ((257, C), 258))


@pytest.mark.parametrize(
    ("tokenizer", "formats", "sentence"),
    [
        (
            learn(recipe="characters"),
            "huggingface tiktoken gpt2 minbpe",
            "'Characters, not cut' works otherwise",
        ),
        (learn(recipe="hf-course"), "huggingface tiktoken gpt2 minbpe", "course' works otherwise"),
        (learn("a b", "word-marker"), "huggingface tiktoken gpt2 minbpe", "word marker' works otherwise"),
        (SAME_BYTES, "huggingface tiktoken gpt2", "the ids 258 and 259 both spell 'abc'"),
        (UNREACHED, "tiktoken", "its merge 2 joins 'ab' | 'c', but the earlier merges make 'a' | 'bc'"),
        (with_merges(((A, B), 257), ((B, C), 256)), "tiktoken", "id 256 is made after id 257"),
        (with_merges(((A, B), 257)), "minbpe", "it gives merge 0 the id 256, not 257"),
        (load_published("gpt2"), "minbpe", "byte 0x00 has the id 188"),
        (own_recipe("a\n|b"), "minbpe", "its split pattern begins or ends with white space, or has several"),
        (own_recipe(" ?a "), "minbpe", "its split pattern begins or ends with white space"),
        (own_recipe("a{1,3}+|b"), "huggingface", "read '{1,3}+' in the split pattern as two repetitions"),
        (with_merges(special_tokens={"a b": 300}), "minbpe", "the special token 'a b' holds white space"),
        (
            with_merges(((A, B), 256), special_tokens={"ab": 300}),
            "huggingface gpt2",
            "it would write the special token 'ab' as another token",
        ),
        (
            Tokenizer.from_ranks(
                {bytes([byte]): byte for byte in range(256)} | {b"abc": 256}, split_pattern=None
            ),
            "huggingface gpt2 minbpe",
            "no merge of two lower ranks makes 'abc', id 256",
        ),
    ],
)
def test_what_a_format_cannot_hold_is_refused_in_a_sentence(
    tokenizer: Tokenizer, formats: str, sentence: str
) -> None:
    for format_name in formats.split():
        with pytest.raises(FormatError) as raised:
            write(tokenizer, format_name)
        assert sentence in str(raised.value)
        assert " cannot hold this tokenizer: " in str(raised.value)
    assert read(write(tokenizer, "own")).vocab == tokenizer.vocab


def test_tiktoken_would_give_other_ids_where_it_is_refused() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"bc": 256, b"ab": 257, b"abc": 258}
    theirs = tiktoken.Encoding("x", pat_str="(?s:.+)", mergeable_ranks=ranks, special_tokens={})
    assert theirs.encode_ordinary("xabc") == [120, 258]
    assert UNREACHED.encode("xabc") == [120, 97, 256]
    # Hugging Face goes by pairs, as we do.
    assert by_hugging_face(UNREACHED).encode("xabc").ids == [120, 97, 256]


@given(
    pairs=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=9),
    text=st.text(alphabet="abc", max_size=20),
)
def test_merges_written_by_hand_are_written_as_ranks_only_if_ranks_mean_the_same(
    pairs: list[tuple[int, int]], text: str
) -> None:
    # Ids 0, 1, 2 stand for a, b, c; 3 and on for what the merges before made.
    ids = [A, B, C, *range(256, 300)]
    merges: dict[tuple[int, int], int] = {}
    for left, right in pairs:
        if max(left, right) < 3 + len(merges):
            merges.setdefault((ids[left], ids[right]), 256 + len(merges))
    tokenizer = with_merges(*merges.items())
    try:
        theirs = by_tiktoken(tokenizer)
    except FormatError:
        return
    assert theirs.encode_ordinary(text) == tokenizer.encode(text)


# ---- tables


def test_tables_of_merges() -> None:
    history = train("=1=1=1, 你你你", recipe="bytes", num_merges=4)
    rows = list(csv.DictReader(io.StringIO(merges_csv(history).decode("utf-8-sig"), newline="")))
    objects = json.loads(merges_json(history))
    assert len(rows) == len(objects) == 4
    for row, found, merge in zip(rows, objects, history.merges, strict=True):
        assert found["rank"] == merge.rank == int(row["rank"])
        assert (found["left_id"], found["right_id"]) == merge.pair
        assert (found["new_id"], found["count"], found["replaced"]) == (
            merge.new_id,
            merge.count,
            merge.replaced,
        )
        assert bytes.fromhex(row["new_bytes"][2:]) == history.vocab[merge.new_id]
        assert found["new_text"] == history.vocab[merge.new_id].decode("utf-8", "replace")
    assert (objects[0]["new_text"], rows[0]["new_text"]) == ("=1", "'=1")


@given(text=st.text(alphabet="=+-@＝＋－＠\t\r\n'\",; |a1", max_size=20))
def test_no_cell_is_a_formula_wherever_a_spreadsheet_cuts(text: str) -> None:
    """Programs ask at what to cut; those told to cut at semicolons or tabs mind no quotes that begin later."""
    cell = as_cell(text)
    for separators in (";", "\t", "|", ";\t|"):
        for piece in re.split(f"[{separators}\r\n]", cell):
            assert not piece.lstrip(' "').startswith(tuple("=+-@＝＋－＠"))
    # Nothing but apostrophes was added.
    assert cell.replace("'", "") == text.replace("'", "")


@given(text=st.text(alphabet="=+-@\t\r\n'\",;a1é你\x00\ufeff", max_size=20))
def test_no_cell_of_a_table_is_a_formula(text: str) -> None:
    tokenizer = learn(text, "gpt4", 10)
    ids = tokenizer.encode(text)
    table = tokens_csv(tokenizer, ids)
    assert table.startswith(b"\xef\xbb\xbfposition,id,text,bytes\r\n")
    rows = list(csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline="")))
    assert not any(
        cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for row in rows for cell in row.values()
    )
    assert [int(row["id"]) for row in rows] == ids
    assert b"".join(bytes.fromhex(row["bytes"][2:]) for row in rows).decode() == text
    assert [found["id"] for found in json.loads(tokens_json(tokenizer, ids))] == ids


def test_a_file_saved_before_a_field_of_the_recipe_existed_means_its_default() -> None:
    recipe = replace(RECIPES["gpt2"], special_tokens=("<|x|>",))
    tokenizer = Tokenizer.from_history(train("low lower lowest", recipe=recipe, num_merges=4))
    content = json.loads(write(tokenizer, "own")["tokenizer.bpe.json"])
    for field in fields(Recipe):
        if field.default is not MISSING and getattr(recipe, field.name) == field.default:
            del content["recipe"][field.name]
    assert "normalizers" not in content["recipe"]
    back = read({"tokenizer.bpe.json": json.dumps(content).encode()})
    assert (back.recipe, back.encode("slow")) == (tokenizer.recipe, tokenizer.encode("slow"))


def test_a_recipe_that_normalizes_is_one_constant() -> None:
    recipe = replace(RECIPES["gpt2"], name="gpt2-lowercase", normalizers=("lowercase",))
    tokenizer = Tokenizer.from_history(train("LOW Lower lowest", recipe=recipe, num_merges=4))
    plain = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=4))
    text = "LOW lower NEWEST "
    for sample in (text, text * 1000):
        assert tokenizer.encode(sample) == plain.encode(sample.lower())
        assert tokenizer.encode_chunks(sample) == plain.encode_chunks(sample.lower())
    assert tokenizer.trace(text).joins == plain.trace(text.lower()).joins
    assert read(write(tokenizer, "own")).encode(text) == tokenizer.encode(text)
    for name in FORMATS:
        if name != "own":
            with pytest.raises(FormatError, match="changes a text before it is cut: lowercase"):
                write(tokenizer, name)
