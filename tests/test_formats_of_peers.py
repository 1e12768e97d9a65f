"""Files of Hugging Face tokenizers, Mistral's tekken.json and Meta's tokenizer.model are read and give the same ids."""

import base64
import json
from pathlib import Path

import pytest
import tiktoken
import tokenizers
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import decoders, models, pre_tokenizers, trainers

from bpe_core import BYTE_GLYPHS, SPLIT_PATTERNS, load_published
from bpe_core.formats import FormatError, detect, read, read_gpt2, read_huggingface, write
from bpe_core.formats.checks import Part
from bpe_core.formats.huggingface_pipeline import read_scheme
from bpe_core.tables import TABLES, mergeable_ranks
from tests.format_samples import STRINGS, added_token, as_content, by_tiktoken, learn, sample_strings
from tests.peers import written


def in_bytes(model: models.BPE, *cuts: object) -> tokenizers.Tokenizer:
    peer = tokenizers.Tokenizer(model)
    as_bytes = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not cuts)
    peer.pre_tokenizer = pre_tokenizers.Sequence([*cuts, as_bytes]) if cuts else as_bytes
    peer.decoder = decoders.ByteLevel()
    return peer


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k_base", "o200k_base"])
def test_what_hugging_face_trains_we_load_and_give_its_ids(pattern: str, tmp_path: Path) -> None:
    cut = pre_tokenizers.Split(tokenizers.Regex(SPLIT_PATTERNS[pattern]), "isolated")
    cuts = [] if pattern == "gpt2" else [cut]
    trained = in_bytes(models.BPE(), *cuts)
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=["<|endoftext|>", "[PAD]"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    trained.train_from_iterator(sample_strings(), trainer)
    pair = [Path(path).read_bytes() for path in trained.model.save(str(tmp_path))]
    from_pair = read_gpt2(*pair, names=("vocab.json", "merges.txt"), split_pattern=pattern)
    from_json = read_huggingface(trained.to_str().encode())
    assert from_json.recipe.split_pattern == pattern
    # An older file, in which a merge is a string instead of a list.
    older = json.loads(trained.to_str())
    older["model"]["merges"] = [" ".join(merge) for merge in older["model"]["merges"]]
    from_older = read_huggingface(json.dumps(older).encode())
    for text in sample_strings():
        ids = trained.encode(text).ids
        for ours in (from_pair, from_json, from_older):
            assert ours.encode(text, allowed_special="all") == ids
            assert ours.decode(ids) == text
    assert from_json.special_tokens == from_pair.special_tokens == {"<|endoftext|>": 0, "[PAD]": 1}
    assert by_tiktoken(from_json).encode(text, allowed_special="all") == ids


@pytest.mark.parametrize("scheme", ["always", "first", "never", "other", None])
@pytest.mark.parametrize("add", [{}, {"add_prefix_space": True}, {"add_prefix_space": False}])
def test_a_metaspace_is_read_as_the_library_reads_it(add: dict[str, bool], scheme: str | None) -> None:
    # A file of the library's first years, which it opens no more.
    if add == {"add_prefix_space": False} and scheme is None:
        assert read_scheme(Part(add, "tokenizer.json")) == "never"
        return
    step = {"type": "Metaspace", "replacement": "▁", **add} | ({"prepend_scheme": scheme} if scheme else {})
    content = json.loads(tokenizers.Tokenizer(models.BPE()).to_str()) | {"pre_tokenizer": step}
    try:
        written_again = json.loads(tokenizers.Tokenizer.from_str(json.dumps(content)).to_str())
    except Exception:  # noqa: BLE001 - the library raises a bare one
        with pytest.raises(FormatError):
            read_scheme(Part(step, "tokenizer.json"))
    else:
        assert read_scheme(Part(step, "tokenizer.json")) == written_again["pre_tokenizer"]["prepend_scheme"]


def with_added(*added: tuple[str, int], **in_vocab: int) -> str:
    """Return a `tokenizer.json` of that library with added tokens and more tokens in its vocabulary."""
    content = as_content(learn("low low", num_merges=2), added_tokens=[added_token(*one) for one in added])
    content["model"]["vocab"] |= in_vocab
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
    text = with_added(*wanted.items(), **in_vocab)
    theirs = tokenizers.Tokenizer.from_str(text)
    assert {token: theirs.token_to_id(token) for token in wanted} == given
    ours = read_huggingface(text.encode())
    assert {token: ours.encode(token, allowed_special="all")[0] for token in wanted} == given
    assert all(ours.decode([id_]) == token for token, id_ in given.items())


def test_a_file_of_the_first_years_names_no_type() -> None:
    content = json.loads(with_added())
    del content["model"]["type"], content["version"]
    file = json.dumps(content)
    assert (
        read_huggingface(file.encode()).encode("slow")
        == tokenizers.Tokenizer.from_str(file).encode("slow").ids
    )


@pytest.mark.parametrize(
    "entries",
    [
        {"madeupword0000": 300, "madeupword0001": 301, "<mask>": 302, "<s>": 303},
        {"": 300, "<|endoftext|>": 301},
        {"low": 300, "Ġxyz": 301},
    ],
    ids=["RoBERTa and OPT", "Whisper", "a token of two others"],
)
def test_entries_that_no_merge_makes_are_read_as_by_hugging_face(entries: dict[str, int]) -> None:
    vocab = {glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)} | {"lo": 256, "Ġlo": 257} | entries
    peer = in_bytes(models.BPE(vocab, [("l", "o"), ("Ġ", "lo")]))
    merges = b"#version: 0.2\nl o\n\xc4\xa0 lo\n"
    ours = read({"vocab.json": json.dumps(vocab).encode(), "merges.txt": merges}, split_pattern="gpt2")
    text = "low lo xyz madeupword0000 é"
    assert ours.encode(text) == peer.encode(text).ids
    for token_id in vocab.values():
        assert ours.decode([token_id]) == peer.decode([token_id], skip_special_tokens=False)
    assert set(ours.special_tokens) == {token for token in entries if token.startswith("<")}
    (written,) = write(ours, "huggingface").values()
    assert read({"tokenizer.json": written}).vocab == ours.vocab
    assert tokenizers.Tokenizer.from_buffer(written).encode(text).ids == ours.encode(text)
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
    vocab, merges = map(Path, trained.save_model(str(tmp_path)))
    kept = {
        token: id_ for token, id_ in json.loads(vocab.read_text("utf-8")).items() if not {*lacking} & {*token}
    }
    vocab.write_text(json.dumps(kept), "utf-8")
    lines = merges.read_text("utf-8").split("\n")
    merges.write_text("\n".join(line for line in lines if not {*lacking} & {*line}), "utf-8")
    peer = tokenizers.ByteLevelBPETokenizer(str(vocab), str(merges))
    ours = read({path.name: path.read_bytes() for path in (vocab, merges)}, split_pattern="gpt2")
    for text in [*STRINGS, "a b", "é \u0100", "\x00", "  ", *lacking]:
        ids = ours.encode_ordinary(text)
        assert ids == peer.encode(text, add_special_tokens=False).ids, text
        assert ours.decode(ids) == peer.decode(ids)
    again = read(write(ours, "huggingface"))
    assert again.encode_ordinary("a b é") == ours.encode_ordinary("a b é")
    assert {*ours.special_tokens} == {*special}


@pytest.mark.parametrize("changes", [{}, {"version": 5}, {"model": 7}, {"model": 7, "version": 9_641}])
def test_a_vocabulary_alone_is_told_that_its_merges_are_missing(changes: dict[str, int]) -> None:
    vocab = {glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)} | changes
    with pytest.raises(
        FormatError, match=r"vocab.json, key model: .* or a vocab.json together with its merges"
    ):
        read({"vocab.json": json.dumps(vocab).encode()})


def test_a_speech_model_with_a_token_for_each_sound_is_read() -> None:
    peer = in_bytes(models.BPE({glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)}, []))
    peer.add_special_tokens([f"<|s_{number}|>" for number in range(65_536)])
    ours = read({"tokenizer.json": peer.to_str().encode()})
    text = "say <|s_1|><|s_65535|><|s_12|s_7|> <|s_65536|>"
    assert ours.encode(text, allowed_special="all") == peer.encode(text).ids
    assert ours.encode_ordinary("say") == peer.encode("say").ids


def test_a_git_lfs_pointer_is_named() -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9085657\n"
    for files in ({"tokenizer.json": pointer}, {"vocab.json": b"{}", "merges.txt": pointer}):
        with pytest.raises(FormatError, match=r"(tokenizer.json|merges.txt): expected .*Git LFS pointer"):
            read(files)


TEXTS = st.text(st.one_of(st.sampled_from("aAß é1२12 \n/.!?'字🙂"), st.characters(exclude_categories=["Cs"])))


def tekken_file(tokens, *, reserved, size=None, special=None):
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(tokens)
    ]
    config = {
        "pattern": SPLIT_PATTERNS["tekken"],
        "num_vocab_tokens": len(vocab),
        "default_vocab_size": size or len(vocab) + reserved,
        "default_num_special_tokens": reserved,
        "version": "v3",
    }
    return {"config": config, "vocab": vocab} | (
        {"special_tokens": tekken_special(special)} if special else {}
    )


def tekken_special(tokens):
    return [{"rank": rank, "token_str": token, "is_control": True} for rank, token in enumerate(tokens)]


def read_content(content):
    return read({"tekken.json": json.dumps(content).encode()}, own_patterns=False)


@pytest.fixture(scope="module")
def small():
    """A small file: 5 special tokens, then the tokens of a training; its size excludes the last four of these."""
    tokens = list(learn("the theme of the thesis is there", "bytes", 20).vocab.values())
    content = tekken_file(tokens, reserved=5, size=len(tokens) + 5 - 4, special=["<unk>", "<s>", "[INST]"])
    return content, tokens[:-4]


@given(text=TEXTS)
def test_a_tekken_file_gives_the_ids_of_tiktoken_after_the_special_ones(small, text):
    # As in mistral-common: tiktoken with the ranks, and every id increased by the number of special tokens.
    content, tokens = small
    ranks, pattern = {token: rank for rank, token in enumerate(tokens)}, SPLIT_PATTERNS["tekken"]
    theirs = tiktoken.Encoding("t", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    assert read_content(content).encode_ordinary(text) == [5 + id_ for id_ in theirs.encode_ordinary(text)]


def test_special_tokens_of_a_tekken_file_are_filled_up(small):
    content, _ = small
    ours = read_content(content)
    named = ["<unk>", "<s>", "[INST]", "<SPECIAL_3>", "<SPECIAL_4>"]
    assert ours.special_tokens == {token: id_ for id_, token in enumerate(named)}
    assert ours.encode("<s>the", allowed_special="all")[0] == 1
    every = ["<unk>", "<s>", "[INST]", "[A]", "[B]"]
    assert [*read_content(content | {"special_tokens": tekken_special(every)}).special_tokens] == every


def test_a_tekken_file_without_special_tokens_means_the_fixed_list():
    published = load_published("tekken")
    content = tekken_file(mergeable_ranks("tekken"), reserved=1000)
    ours = read_content(content)
    assert ours.special_tokens == TABLES["tekken"].special_tokens
    assert ours.mergeable_ranks == published.mergeable_ranks
    assert ours.rules.known_pairs is published.rules.known_pairs


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"vocab": None}, "key vocab: expected a list"),
        ({"config": None}, "key config: expected"),
        ({"config": {"pattern": "(a+)+b"}}, "key config.pattern: expected the split pattern of gpt2"),
        ({"config": {"default_num_special_tokens": 10**9}}, "expected 2,000 special tokens at most, found 1,000,000,000"),
        ({"config": {"default_vocab_size": 9999}}, "expected 5 special tokens, and at most as many others as vocab has"),
        ({"config": {"default_vocab_size": 2}}, "expected 5 special tokens, and at most as many others as vocab has"),
        ({"config": {"default_vocab_size": 100}}, "none for 0x5F"),
        ({"special_tokens": [{"rank": 1, "token_str": "a"}]}, r"special_tokens\[0\].rank: expected 0"),
        ({"special_tokens": [{"rank": n, "token_str": "a"} for n in range(2)]}, "2, 1 different"),
        ({"first": [{"rank": 7, "token_bytes": "AA=="}]}, r"vocab\[0\].rank: expected 0, found 7"),
        ({"first": [{"rank": 0, "token_bytes": "AQ=="}]}, r"vocab\[1\]: expected each token once"),
        ({"first": [{"rank": 0, "token_bytes": "A"}]}, r"vocab\[0\]: expected a token in Base64"),
        ({"first": [{"rank": 0}]}, r"vocab\[0\].token_bytes: expected"),
        ({"first": [3]}, r"vocab\[0\]: expected"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_tekken_file_is_named(small, change, message):
    content, _ = small
    first = change.get("first", content["vocab"][:1])
    merged = content | {"vocab": [*first, *content["vocab"][1:]]}
    for key, value in change.items():
        if key != "first":
            merged[key] = content[key] | value if isinstance(value, dict) else value
    with pytest.raises(FormatError, match=message):
        read_content(merged)


@pytest.mark.parametrize("name", ["tokenizer.model", "Tokenizer.MODEL", "ranks.txt", "ranks"])
def test_ranks_are_told_under_any_name(name):
    learned = learn()
    (file,) = write(learned, "tiktoken").values()
    assert detect({name: file})[0].name == "tiktoken"
    assert read({name: file}, split_pattern="gpt2").encode("lower") == learned.encode("lower")


def test_ranks_with_a_gap_for_a_special_token_are_read():
    file = written("p50k_base", "tokenizer.tiktoken")
    assert b" 50256\n" not in file
    tokenizer = read({"p50k.tiktoken": file}, special_tokens={"<|endoftext|>": 50256})
    text = "def f():\n        return 1<|endoftext|>"
    ids = load_published("p50k_base").encode(text, allowed_special="all")
    assert tokenizer.encode(text, allowed_special="all") == ids
    assert ids[-1] == 50256 < max(ids)


def test_a_token_of_no_bytes_is_in_no_text_and_its_id_stays_unused():
    """Whisper's multilingual table ends in an empty token, written as a single equals sign."""
    file = written("gpt2", "tokenizer.tiktoken").rstrip(b"\n") + b"\n= 50256\n"
    tokenizer = read({"multilingual.tiktoken": file}, special_tokens={"<|endoftext|>": 50257})
    ranks = {base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file.splitlines())}
    assert ranks[b""] == 50256
    theirs = tiktoken.Encoding("x", pat_str=SPLIT_PATTERNS["gpt2"], mergeable_ranks=ranks, special_tokens={})
    assert tokenizer.encode("Hello  wörld\n") == theirs.encode("Hello  wörld\n")
    assert 50256 not in tokenizer.vocab
    for more, special, words in (
        (b"", {"<|endoftext|>": 50256}, "50256"),
        (b"= 50258\n", None, "each token once"),
    ):
        with pytest.raises(FormatError, match=words):
            read({"multilingual.tiktoken": file + more}, special_tokens=special)
