"""A program that imports tiktoken works when it imports this package in its place."""

import inspect
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import tiktoken
import tiktoken.load
import tiktoken.model
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_core
from bpe_core import BpeError, Tokenizer, load_published, train
from bpe_core.formats import FormatError
from bpe_core.load import load_tiktoken_bpe
from bpe_core.published.models import VOCABULARIES
from bpe_core.tables import TABLES
from tests.peers import OF_TIKTOKEN, published_by_tiktoken, read_by_hugging_face, tiktoken_encoding, written
from tests.sampling import IN_TURNS

TEXTS = ["hello world", "naïve 🥖 नमस्ते\n\n  1234 It's", "<|endoftext|>"]
LEARNED = Tokenizer.from_history(train("low lower lowest " * 9, recipe="gpt2", num_merges=9))


def public(owner: Any) -> dict[str, Callable[..., object]]:
    """The functions and classes of a module, or the methods of a class, that are not private."""
    found = {name: value for name, value in vars(owner).items() if not name.startswith("_")}
    return {name: value for name, value in found.items() if callable(value)}


def accepts(ours: Callable[..., object], theirs: Callable[..., object]) -> None:
    """Check that ours can be called as theirs: all by keyword, and by position what theirs takes by position."""
    parameters = list(inspect.signature(theirs).parameters.values())
    signature = inspect.signature(ours)
    signature.bind(**{one.name: 0 for one in parameters})
    required = [one for one in parameters if one.default is one.empty]
    by_position = [one for one in required if one.kind is one.POSITIONAL_OR_KEYWORD]
    signature.bind(*by_position, **{one.name: 0 for one in required if one not in by_position})


def test_every_call_of_tiktoken_can_be_made_here() -> None:
    functions = public(tiktoken)
    assert functions.keys() == {
        "Encoding", "encoding_for_model", "encoding_name_for_model", "get_encoding", "list_encoding_names",
    }  # fmt: skip
    for name, function in functions.items():
        accepts(getattr(bpe_core, name), function)
    methods = public(tiktoken.Encoding)
    assert len(methods) > 15
    for name, method in methods.items():
        accepts(getattr(Tokenizer, name), method)
    for name in vars(tiktoken.Encoding):
        if not name.startswith("_") and name not in methods:
            assert hasattr(load_published("gpt2"), name), name


def test_names_of_models() -> None:
    assert dict(VOCABULARIES) == tiktoken.model.MODEL_TO_ENCODING
    beginnings = [f"{name}x" for name in tiktoken.model.MODEL_PREFIX_TO_ENCODING]
    for model in [*tiktoken.model.MODEL_TO_ENCODING, *beginnings]:
        name = tiktoken.model.encoding_name_for_model(model)
        assert bpe_core.encoding_name_for_model(model) == name
        assert bpe_core.encoding_for_model(model) is bpe_core.get_encoding(name) is load_published(name)
    assert {*OF_TIKTOKEN} <= {*bpe_core.list_encoding_names()}


def test_an_unknown_name_is_the_same_kind_of_error() -> None:
    for module in (tiktoken, bpe_core):
        for call in (module.encoding_for_model, module.encoding_name_for_model):
            with pytest.raises(KeyError, match="GTP-4"):
                call("GTP-4")
        with pytest.raises(ValueError, match="o300k_base"):
            module.get_encoding("o300k_base")
    for one in (tiktoken_encoding("gpt2"), load_published("gpt2")):
        # Programs look for these words, to explain the error in their own.
        with pytest.raises(ValueError, match="disallowed special token '<|endoftext|>'".replace("|", r"\|")):
            one.encode(TEXTS[2])
    with pytest.raises(bpe_core.UnknownModelError) as error:
        bpe_core.encoding_for_model("GTP-4")
    assert isinstance(error.value, BpeError)
    # A KeyError alone would be printed with quotes around the sentence.
    assert str(error.value).startswith("No vocabulary is known for the model 'GTP-4'. Did you mean 'gpt-4'?")


@pytest.mark.parametrize("name", OF_TIKTOKEN)
def test_an_encoding_made_from_the_arguments_of_tiktoken(name: str) -> None:
    arguments = published_by_tiktoken(name)
    ours, theirs = bpe_core.Encoding(**arguments), tiktoken_encoding(name)
    # A known pattern has the fast splitter. tiktoken's of cl100k_base gives the same ids, but other chunks.
    assert (ours.recipe.split_pattern in bpe_core.SPLIT_PATTERNS) == (name != "cl100k_base")
    for text in TEXTS:
        assert ours.encode(text, allowed_special="all") == theirs.encode(text, allowed_special="all")
    assert (ours.name, ours.n_vocab) == (name, theirs.n_vocab)


def test_a_rank_file_is_read_as_tiktoken_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "cl100k_base.tiktoken"
    path.write_bytes(written("cl100k_base", "tokenizer.tiktoken") + b"\n")
    digest = sha256(path.read_bytes()).hexdigest()
    ranks = load_tiktoken_bpe(str(path), expected_hash=digest)
    assert ranks == tiktoken.load.load_tiktoken_bpe(str(path), expected_hash=digest)
    # As in Llama 3's tokenizer.py.
    pattern = tiktoken_encoding("cl100k_base")._pat_str
    made = bpe_core.Encoding(name=path.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    assert made.encode_ordinary(TEXTS[1]) == tiktoken_encoding("cl100k_base").encode_ordinary(TEXTS[1])
    with pytest.raises(ValueError, match="expected hash"):
        load_tiktoken_bpe(path, expected_hash="0")
    path.write_bytes(b"YQ== 0\nYg==\n")
    message = "line 2: expected a token in Base64 and its rank, found 'Yg=='"
    with pytest.raises(FormatError, match=message) as error:
        load_tiktoken_bpe(path)
    assert isinstance(error.value, ValueError)
    # The files of Whisper end in a token that is only padding.
    path = tmp_path / "whisper.tiktoken"
    path.write_bytes(b"YQ== 0\n= 1\n")
    assert load_tiktoken_bpe(path) == tiktoken.load.load_tiktoken_bpe(str(path)) == {b"a": 0, b"": 1}


def both(name: str, **arguments: Any) -> tuple[Tokenizer, tiktoken.Encoding]:
    return bpe_core.Encoding(name, **arguments), tiktoken.Encoding(name, **arguments)


def test_a_published_encoding_with_more_special_tokens() -> None:
    for base in (tiktoken_encoding("cl100k_base"), bpe_core.get_encoding("cl100k_base")):
        special = {**base._special_tokens, "<|im_start|>": 100264}
        options = {"mergeable_ranks": base._mergeable_ranks, "special_tokens": special}
        ours, theirs = both("cl100k_im", pat_str=base._pat_str, **options)
        for text in (*TEXTS, "a<|im_start|>user\n "):
            assert ours.encode(text, allowed_special="all") == theirs.encode(text, allowed_special="all")
        # A known pattern has the fast splitter.
        assert (ours.recipe.split_pattern == "cl100k_base") == isinstance(base, Tokenizer)


def test_an_encoding_is_a_tokenizer() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"lo": 256}
    arguments: dict[str, Any] = {
        "pat_str": "o+|[^o]+",
        "mergeable_ranks": ranks,
        "special_tokens": {"<e>": 300},
    }
    ours, theirs = both("mine", **arguments)
    for text in ("low<e>", "lloo", ""):
        assert ours.encode(text, allowed_special="all") == theirs.encode(text, allowed_special="all")
    assert type(ours) is Tokenizer
    for tokenizer in (ours, LEARNED, load_published("qwen3")):
        assert isinstance(tokenizer, bpe_core.Encoding)
    assert not isinstance(arguments, bpe_core.Encoding)
    assert bpe_core.Encoding("mine", **arguments, explicit_n_vocab=258) == ours
    with pytest.raises(BpeError, match="explicit_n_vocab is 257, but mine has 258 tokens"):
        bpe_core.Encoding("mine", **arguments, explicit_n_vocab=257)


@pytest.mark.parametrize("pattern", ["gpt2", "gp"])
def test_a_bare_word_as_the_pattern_matches_its_letters(pattern: str) -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"gp": 256, b"2t": 257}
    ours, theirs = both("mine", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    assert ours.encode("gpgp") == theirs.encode("gpgp") or pattern == "gpt2"
    assert ours.recipe.split_pattern == f"(?:{pattern})"


def test_no_caller_can_change_the_vocabulary() -> None:
    for tokenizer in (LEARNED, load_published("gpt2"), load_published("qwen3")):
        before = tokenizer.decode([64, 65])
        with pytest.raises(TypeError):
            tokenizer.vocab[64] = b"x"  # type: ignore[index]
        tokenizer.get_vocab().clear()
        assert tokenizer.decode([64, 65]) == before
        assert len(tokenizer.get_vocab()) == tokenizer.vocab_size


# ---- the habits of Hugging Face's users


@IN_TURNS
@pytest.mark.parametrize("name", ["gpt2", "o200k_base", "qwen3", "deepseek_v4", "gpt_neox"])
def test_tokens_as_hugging_face_writes_them(name: str) -> None:
    ours, theirs = load_published(name), read_by_hugging_face(name)
    assert ours.get_vocab() == theirs.get_vocab(with_added_tokens=True)
    assert len(ours) == theirs.get_vocab_size()
    for token_id in (0, 300, len(ours) - 1, ours.n_vocab + 5):
        assert ours.id_to_token(token_id) == theirs.id_to_token(token_id)
    for token in ("Ġthe", "<|endoftext|>", " the"):
        assert ours.token_to_id(token) == theirs.token_to_id(token)


def test_tokens_of_characters_are_written_as_they_are() -> None:
    learned = Tokenizer.from_history(train("é é a", recipe="characters", num_merges=1))
    for token_id, token in learned.vocab.items():
        assert learned.id_to_token(token_id) == token.decode()
        assert learned.token_to_id(token.decode()) == token_id


def test_calling_a_tokenizer() -> None:
    gpt2 = load_published("gpt2")
    assert gpt2("hello") == {"input_ids": gpt2.encode("hello")}
    batch = gpt2.encode_batch(TEXTS, disallowed_special=())
    assert gpt2(TEXTS, disallowed_special=()) == {"input_ids": batch}
    with pytest.raises(bpe_core.SpecialTokenError):
        gpt2(TEXTS)
    # One without tokens is true.
    empty = Tokenizer.from_history(train("", recipe="characters", num_merges=0))
    assert (bool(empty), len(empty)) == (True, 0)


# ---- each call returns what tiktoken returns, for every published table

END = "<|endoftext|>"
HARD = [
    "",
    "hello world",
    "naïve 🥖🇫🇷 नमस्ते",
    "a\n\n  b\t",
    "1234 It's",
    "x" * 300,
    "\ud83d",
    " \u3000 é ",
    "\x7f\x80\u07ff\u0800\uffff\U00010000",
]
BROKEN = ["hello", "a \n", "नम", "caf\u00e9 \u00a0"]

ONE_OF_A_KIND = pytest.mark.parametrize("name", ["gpt2", "o200k_harmony", "tekken"], scope="module")


# In one module the tests of a name run one after another, since each loads tiktoken's encoding.
@pytest.mark.parametrize("name", TABLES, scope="module")
def test_its_figures_names_of_tokens_and_kinds_of_errors(name: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    for attribute in ("n_vocab", "max_token_value", "special_tokens_set"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert ours.token_byte_values() == theirs.token_byte_values()
    for token_id in (0, 255, 256, 5000, *theirs._special_tokens.values()):
        assert ours.is_special_token(token_id) == theirs.is_special_token(token_id)
    assert ours.encode_single_token(" the") == theirs.encode_single_token(" the")
    if END in theirs.special_tokens_set:
        assert ours.eot_token == theirs.eot_token
    for one in (ours, theirs):
        with pytest.raises(KeyError):
            one.encode_single_token("no token is spelled so")
        with pytest.raises(KeyError):
            one.decode_single_token_bytes(one.n_vocab + 7)
        with pytest.raises(UnicodeDecodeError):
            one.decode(one.encode("🥖")[:1], "strict")
        with pytest.raises(ValueError, match="special token"):
            one.encode_batch([min(one.special_tokens_set)])
        if END not in one.special_tokens_set:
            with pytest.raises(KeyError):
                one.eot_token  # noqa: B018


@ONE_OF_A_KIND
def test_batches(name: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    for num_threads in (1, 3):
        batch = ours.encode_batch(HARD, num_threads=num_threads)
        assert batch == theirs.encode_batch(HARD, num_threads=num_threads)
        assert ours.decode_batch(batch, num_threads=num_threads) == theirs.decode_batch(batch)
        assert ours.decode_bytes_batch(batch, num_threads=num_threads) == theirs.decode_bytes_batch(batch)
    spelled = [min(theirs.special_tokens_set), "a"]
    assert ours.encode_ordinary_batch(spelled) == theirs.encode_ordinary_batch(spelled)
    for option in ({"allowed_special": "all"}, {"disallowed_special": ()}):
        assert ours.encode_batch(spelled, **option) == theirs.encode_batch(spelled, **option)


@IN_TURNS
@ONE_OF_A_KIND
@pytest.mark.parametrize("text", [*BROKEN, " ", "\n", "\n\n", "x \t \n "])
def test_unstable_tokens(name: str, text: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    stable, completions = ours.encode_with_unstable(text)
    expected, expected_completions = theirs.encode_with_unstable(text)
    assert stable == expected
    assert completions == sorted(map(list, expected_completions))
    end = f"{text}{min(theirs.special_tokens_set)}"
    stable = theirs.encode(end, allowed_special="all")
    assert ours.encode_with_unstable(end, allowed_special="all") == (stable, [])


@ONE_OF_A_KIND
@settings(max_examples=25)
@given(text=st.text(max_size=30), max_tokens=st.integers(0, 40))
def test_truncation_never_cuts_a_character(name: str, text: str, max_tokens: int) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    ids = theirs.encode_ordinary(text)
    fitting = ids[:max_tokens]
    assert ours.truncate(text, max_tokens, disallowed_special=(), split_characters=True) == fitting
    while True:
        try:
            theirs.decode_bytes(fitting).decode("utf-8")
            break
        except UnicodeDecodeError:
            fitting = fitting[:-1]
    assert ours.truncate(text, max_tokens, disallowed_special=()) == fitting


@ONE_OF_A_KIND
@settings(max_examples=25)
@given(text=st.text(max_size=30))
def test_offsets_and_streams(name: str, text: str) -> None:
    ours, theirs = load_published(name), tiktoken_encoding(name)
    ids = theirs.encode_ordinary(text)
    assert ours.decode_with_offsets(ids) == theirs.decode_with_offsets(ids)
    assert [start for start, _ in ours.offsets(ids)] == theirs.decode_with_offsets(ids)[1]
    encoded = theirs.decode_bytes(ids)
    spans = ours.offsets(ids, unit="bytes")
    assert [encoded[start:end] for start, end in spans] == theirs.decode_tokens_bytes(ids)
    index_of_byte = [index for index, character in enumerate(encoded.decode()) for _ in character.encode()]
    assert ours.offsets(ids) == [(index_of_byte[start], index_of_byte[end - 1] + 1) for start, end in spans]
    stream, came = ours.stream_decoder(), ""
    for count, token_id in enumerate(ids, start=1):
        came += stream.feed(token_id)
        # All complete characters so far, and no part of the next one.
        assert came == theirs.decode_bytes(ids[:count]).decode("utf-8", "ignore")
    assert came + stream.finish() == theirs.decode(ids)
