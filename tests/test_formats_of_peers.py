"""This project reads the files of Hugging Face tokenizers and gives the same ids."""

import json
from itertools import product
from pathlib import Path

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import decoders, models, pre_tokenizers, trainers

from bpe_core import BYTE_GLYPHS, SPLIT_PATTERNS
from bpe_core.formats import FormatError, read, read_gpt2, read_huggingface, write
from tests.format_samples import STRINGS, by_tiktoken, learn, sample_strings


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
    # An older file, in which a merge is a string instead of a list.
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
    """Return a `tokenizer.json` of that library with added tokens (text, id, normalized)."""
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


def test_a_file_of_the_first_years_names_no_type() -> None:
    content = json.loads(with_added())
    del content["model"]["type"], content["version"]
    ours = read_huggingface(json.dumps(content).encode())
    assert ours.encode("slow") == tokenizers.Tokenizer.from_str(json.dumps(content)).encode("slow").ids


# ---- entries that no merge makes


@pytest.mark.parametrize(
    "entries",
    [
        {"madeupword0000": 300, "madeupword0001": 301, "<mask>": 302, "<s>": 303},
        {"": 300, "<|endoftext|>": 301},
        {"low": 300, "Ġxyz": 301},
    ],
    ids=["RoBERTa and OPT", "Whisper", "a token of two others"],
)
def test_entries_that_no_merge_makes_are_read_as_by_hugging_face(
    entries: dict[str, int], tmp_path: Path
) -> None:
    vocab = {glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)} | {"lo": 256, "Ġlo": 257} | entries
    files = {"vocab.json": json.dumps(vocab).encode(), "merges.txt": "#version: 0.2\nl o\nĠ lo\n".encode()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    peer = tokenizers.Tokenizer(models.BPE.from_file(*(str(tmp_path / name) for name in files)))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = decoders.ByteLevel()
    ours = read(files, split_pattern="gpt2")
    text = "low lo xyz madeupword0000 é"
    assert ours.encode(text) == peer.encode(text).ids
    for token_id in vocab.values():
        assert ours.decode([token_id]) == peer.decode([token_id], skip_special_tokens=False)
    assert set(ours.special_tokens) == {token for token in entries if token.startswith("<")}
    (written,) = write(ours, "huggingface").values()
    assert read({"tokenizer.json": written}).vocab == ours.vocab
    assert tokenizers.Tokenizer.from_str(written.decode()).encode(text).ids == ours.encode(text)
    with pytest.raises(FormatError, match="cannot represent"):
        write(ours, "tiktoken")


@pytest.mark.parametrize("special", [[], ["<s>", "<pad>"]])
@pytest.mark.parametrize("lacking", ["Ġ", "éĀ"])
def test_a_pair_without_all_bytes_gives_the_ids_of_hugging_face(
    lacking: str, special: list[str], tmp_path: Path
) -> None:
    trained = tokenizers.ByteLevelBPETokenizer()
    corpus = [text for text in sample_strings() if text.isascii()]
    trained.train_from_iterator(corpus, vocab_size=400, special_tokens=special, show_progress=False)
    for path in trained.save_model(str(tmp_path)):
        if path.endswith("merges.txt"):
            merges = [
                line for line in Path(path).read_text("utf-8").split("\n") if not set(lacking) & set(line)
            ]
            Path(path).write_text("\n".join(merges), "utf-8")
    vocab = json.loads((tmp_path / "vocab.json").read_text("utf-8"))
    kept = {token: id_ for token, id_ in vocab.items() if not set(lacking) & set(token)}
    (tmp_path / "vocab.json").write_text(json.dumps(kept), "utf-8")
    files = {name: (tmp_path / name).read_bytes() for name in ("vocab.json", "merges.txt")}
    peer = tokenizers.ByteLevelBPETokenizer(*(str(tmp_path / name) for name in files))
    ours = read(files, split_pattern="gpt2")
    for text in [*STRINGS, "a b", "é \u0100", "\x00", "  ", *lacking]:
        assert ours.encode_ordinary(text) == peer.encode(text, add_special_tokens=False).ids, text
        ids = ours.encode_ordinary(text)
        assert ours.decode(ids) == peer.decode(ids)
    (written,) = write(ours, "huggingface").values()
    assert read({"tokenizer.json": written}).encode_ordinary("a b é") == ours.encode_ordinary("a b é")
    assert {*ours.special_tokens} == {*special}


@pytest.mark.parametrize("changes", [{}, {"version": 5}, {"model": 7}, {"model": 7, "version": 9_641}])
def test_a_vocabulary_alone_is_told_that_its_merges_are_missing(changes: dict[str, int]) -> None:
    vocab = {glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)} | changes
    with pytest.raises(
        FormatError, match=r"vocab.json, key model: .* or a vocab.json together with its merges"
    ):
        read({"vocab.json": json.dumps(vocab).encode()})


def test_a_speech_model_with_a_token_for_each_sound_is_read() -> None:
    peer = tokenizers.Tokenizer(models.BPE({glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)}, []))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.decoder = decoders.ByteLevel()
    sounds = [f"<|s_{number}|>" for number in range(65_536)]
    peer.add_special_tokens(sounds)
    ours = read({"tokenizer.json": peer.to_str().encode()})
    text = "say <|s_1|><|s_65535|><|s_12|s_7|> <|s_65536|>"
    assert ours.encode(text, allowed_special="all") == peer.encode(text).ids
    assert ours.encode_ordinary("say") == peer.encode("say").ids


def test_a_git_lfs_pointer_is_named() -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9085657\n"
    for files in ({"tokenizer.json": pointer}, {"vocab.json": b"{}", "merges.txt": pointer}):
        with pytest.raises(FormatError, match=r"(tokenizer.json|merges.txt): expected .*Git LFS pointer"):
            read(files)
