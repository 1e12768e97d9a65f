"""Reading an invalid `tokenizer.json` or `.bpe.json` gives a sentence that names the key."""

import json
from typing import Any

import pytest
import tokenizers

from bpe_core import Tokenizer
from bpe_core.formats import read, write
from bpe_core.formats.checks import MAX_SPECIAL
from tests.wrong_files import FILES, NO_ID, sentence_about


def changed(format_name: str, path: str, value: Any) -> dict[str, bytes]:
    (file, data), *_ = FILES[format_name].items()
    content = json.loads(data)
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = content
    for step in way:
        place = place[step]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return {file: json.dumps(content).encode()}


SPLIT = "pre_tokenizer/pretokenizers/0"
GLYPHS = "pre_tokenizer/pretokenizers/1"
PATTERN = f"{SPLIT}/pattern/Regex"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("model", None, "key model: expected the model of a tokenizer.json, or a vocab.json together with its merges, found null."),
        ("model/type", ["BPE"], "key model.type: expected 'BPE', found a list of 1."),
        ("version", "1.1", "key version: expected '1.0', found '1.1'."),
        ("model/dropout", False, "key model.dropout: expected null, found false."),
        ("model/ignore_merges", "yes", "key model.ignore_merges: expected true or false, found 'yes'."),
        ("normalizer", {"type": "Strip"}, "key normalizer.strip_left: expected true or false, found null."),
        ("model/vocab", [], "key model.vocab: expected an object, found a list of 0."),
        ("model/vocab/<|endoftext|>", -1, f"model.vocab, key '<|endoftext|>': {NO_ID}-1."),
        ("model/vocab/lo", 2**32, f"model.vocab, key 'lo': {NO_ID}4294967296."),
        ("model/vocab/lo", True, f"model.vocab, key 'lo': {NO_ID}true."),
        ("model/vocab/lo", ..., "model.merges[0]: expected tokens of model.vocab, found 'lo', which is not one."),
        ("model/merges", ..., "key model.merges: expected a list, found null."),
        ("model/merges/1", "low", "model.merges[1]: expected a merge, which is two tokens, found 'low'."),
        ("model/merges/1", ["l", 1], "model.merges[1]: expected a merge, which is two tokens, found a list of 2."),
        ("model/merges/1", ["lo", "w"], "model.merges[1]: expected a merge, which is two tokens, found a list of 2."),
        ("added_tokens", {}, "key added_tokens: expected a list, found an object of 0."),
        ("added_tokens/0/lstrip", 0, "added_tokens[0].lstrip: expected true or false, found 0."),
        ("added_tokens/0/special", ..., "added_tokens[0].special: expected true or false, found null."),
        ("added_tokens/0/content", "\ud800", "added_tokens[0].content: expected text, found '\\ud800', which contains an unpaired surrogate."),
        (f"{GLYPHS}/use_regex", None, "key pre_tokenizer.use_regex: expected true or false, found null."),
        (f"{GLYPHS}/trim_offsets", ..., "key pre_tokenizer.trim_offsets: expected true or false, found null."),
        (f"{SPLIT}/invert", ..., "key pre_tokenizer.invert: expected true or false, found null."),
        (f"{SPLIT}/pattern", {"Regex": " ", "String": " "}, "key pre_tokenizer.pattern: expected String or Regex, found a list of 2."),
    ],
)  # fmt: skip
def test_a_wrong_tokenizer_json_which_hugging_face_refuses_too(path: str, value: Any, sentence: str) -> None:
    files = changed("huggingface", path, value)
    assert sentence_about(files) == f"tokenizer.json, {sentence}"
    with pytest.raises(Exception, match=" at line 1 column "):
        tokenizers.Tokenizer.from_str(files["tokenizer.json"].decode())


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("model/dropout", 0.5, "its model drops merges at random (dropout)"),
        ("normalizer", {}, "its normalizer null is unknown"),
        (PATTERN, "[a", "The construct '[' at position 0 of the pattern "),
    ],
)
def test_a_tokenizer_json_that_cannot_be_opened(path: str, value: Any, problem: str) -> None:
    sentence = sentence_about(changed("huggingface", path, value))
    assert sentence.startswith(f"tokenizer.json cannot be opened: {problem}")


def test_many_added_tokens_of_two_kinds() -> None:
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip"), False) | {"special": True}
    tokens = ["<|endoftext|>", *(f"{number:04}{'x' * 200}"[:200] for number in range(MAX_SPECIAL - 1))]
    added = [
        {"id": 260 + number, "content": token, "normalized": number % 2 == 0} | flags
        for number, token in enumerate(tokens)
    ]
    assert len(read(changed("huggingface", "added_tokens", added)).special_tokens) == MAX_SPECIAL


def test_ignore_merges_that_would_make_a_difference() -> None:
    # abc is made of ab and c, but its bytes become a | bc.
    merges = [((98, 99), 256), ((97, 98), 257), ((257, 99), 258)]
    tokenizer = Tokenizer.from_merges(
        merges, id_of_byte={byte: byte for byte in range(256)}, split_pattern=None
    )
    content = json.loads(write(tokenizer, "huggingface")["tokenizer.json"])
    content["model"]["ignore_merges"] = True
    data = json.dumps(content).encode()
    assert read({"tokenizer.json": data}).encode("abc") == [258]
    assert tokenizers.Tokenizer.from_str(data.decode()).encode("abc").ids == [258]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("model/end_of_word_suffix", "</w>"),
        ("normalizer", {"type": "NFC"}),
        ("model/vocab/a", ...),
        ("model/merges/0", "lo w"),
        ("added_tokens/0/lstrip", True),
        ("added_tokens/0/content", ""),
        ("added_tokens/0/id", 7),
        (f"{PATTERN[: PATTERN.rindex('/')]}", {"String": "o"}),
        ("pre_tokenizer", None),
        (f"{SPLIT}", {"type": "Digits", "individual_digits": True}),
        (f"{GLYPHS}/add_prefix_space", True),
        (f"{GLYPHS}/use_regex", True),
        (f"{SPLIT}/behavior", "Removed"),
        (PATTERN, r"\p{N}{1,3}+"),
    ],
)
def test_what_does_more_than_merge_bytes_is_read_with_its_steps(path: str, value: object) -> None:
    (data,) = changed("huggingface", path, value).values()
    peer = tokenizers.Tokenizer.from_str(data.decode())
    for text in ("low lower lowest", "  Low 2024\n", "a<|endoftext|> é"):
        expected = peer.encode(text, add_special_tokens=False).ids
        assert read({"tokenizer.json": data}).encode(text, allowed_special="all") == expected


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("format", "x", "key format: expected 'bpe-explorer', found 'x'."),
        ("version", 2, "key version: expected 1, found 2."),
        ("version", True, "key version: expected 1, found true."),
        ("name", None, "key name: expected a string, found null."),
        ("recipe", [], "key recipe: expected an object, found a list of 0."),
        (
            "recipe/title",
            ...,
            "key recipe: expected the keys alphabet, encode_order, keeps_colon_walls, most_words, name, "
            "same_string_same_token, "
            "source, special_tokens, specials_first, split_pattern, tie_break, title, walls_fall, walls_fall_at, "
            "found 'title' missing.",
        ),
        ("recipe/alphabet", "words", "key recipe.alphabet: expected 'bytes' or 'byte-glyphs' or 'characters' or 'word-marker', found 'words'."),
        ("recipe/specials_first", 1, "key recipe.specials_first: expected true or false, found 1."),
        ("recipe/special_tokens", [""], "key recipe.special_tokens: expected each special token once, found an empty one."),
        ("recipe/special_tokens", ["<x>", "<x>"], "key recipe.special_tokens: expected each special token once, found one of them twice."),
        ("recipe/split_pattern", 7, "key recipe.split_pattern: expected a string, found 7."),
        ("merges", ..., "expected either the key merges or the key ranks, found neither."),
        ("ranks", {}, "expected either the key merges or the key ranks, found both."),
        ("base", {}, "key base: expected a list, found an object of 0."),
        ("base/0", [0], "base[0]: expected a base unit and its id, found a list of 1."),
        ("base/0", [0, -1], f"base[0]: {NO_ID}-1."),
        ("base/0", [256, 0], "base[0]: expected a byte from 0 to 255, found 256."),
        ("base/1", [1, 0], "base[1]: expected each base unit and each id once, found 1 with the id 0, one of them used before."),
        ("base/255", ..., "key base: expected all 256 bytes, found none of 0xFF."),
        ("special_tokens", {"": 900}, "special_tokens, key '': expected a special token, found an empty one."),
        ("special_tokens", {"<x>": 1.5}, f"special_tokens, key '<x>': {NO_ID}1.5."),
        ("special_tokens", {"<x>": 97}, "special_tokens, key '<x>': expected an unused id for the special token '<x>', found 97, which another token has."),
        ("special_tokens", {"<x>": 256}, "merges[0]: expected a new id for 'lo', found 256, the id of '<x>'."),
        ("merges/0", [108, 111], "merges[0]: expected a left id, a right id and a new id, found a list of 2."),
        ("merges/0", [108, 111, 1.0], f"merges[0]: {NO_ID}1.0."),
        ("merges/0", [108, 111, 97], "merges[0]: expected a new id for 'lo', found 97, the id of 'a'."),
        ("merges/0", [257, 111, 256], "merges[0]: expected ids of base units or of earlier merges, found 257, which is neither."),
        ("merges/1", [108, 111, 300], "merges[1]: expected each merge once, found 108, 111 again."),
    ],
)  # fmt: skip
def test_a_wrong_file_of_ours(path: str, value: Any, sentence: str) -> None:
    message = sentence_about(changed("own", path, value))
    assert message.removeprefix("tokenizer.bpe.json").lstrip(",: ") == sentence


def test_a_wrong_table_of_ranks_of_ours() -> None:
    tokenizer = Tokenizer.from_ranks(
        {bytes([byte]): byte for byte in range(256)} | {b"ab": 256},
        split_pattern=None,
        special_tokens={"<x>": 300},
    )
    content = json.loads(write(tokenizer, "own")["tokenizer.bpe.json"])

    def about(**keys: object) -> str:
        return sentence_about({"t.bpe.json": json.dumps(content | keys).encode()})

    ranks = content["ranks"]
    assert about(ranks=ranks | {"a": 98}) == (
        "t.bpe.json, ranks, key 'b': expected an unused id, found 98, the id of 'a'."
    )
    assert about(ranks=ranks | {"a": 500}) == (
        "t.bpe.json, key ranks: expected the id that base gives, 97, found 500 for byte 0x61."
    )
    assert about(ranks=ranks | {"ab": 300}) == (
        "t.bpe.json, key ranks: expected an unused id for 'ab', found 300, which a special token has."
    )
    assert about(recipe=content["recipe"] | {"alphabet": "characters"}) == (
        "t.bpe.json, key ranks: expected merges, which may be missing only in byte-level BPE by lowest rank, found ranks."
    )
