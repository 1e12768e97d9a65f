"""Encoding and decoding with a trained tokenizer."""

import pickle
from dataclasses import replace

import pytest
import tokenizers
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import (
    BOUNDARY,
    OPEN,
    RECIPES,
    BpeError,
    Pair,
    Recipe,
    SpecialTokenError,
    Tokenizer,
    UnknownCharacterError,
    load_published,
    train,
)
from bpe_core.alphabets import base_ids
from bpe_core.formats import read, write
from bpe_core.pipeline.steps import Pipeline
from bpe_core.pretokenization import split
from bpe_core.tokenizer import MergeRules
from bpe_core.tokenizer.preparation import Preparation
from bpe_core.types import AlphabetName
from explorer_ui.visit.samples import sample_text
from tests.format_samples import learn
from tests.peers import tiktoken_encoding
from tests.test_merging import TEXTBOOK, replayed
from tests.ways import BOTH_WAYS

pytestmark = BOTH_WAYS

recipes = st.sampled_from(list(RECIPES.values()))


def by_the_textbook(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return the ids of a text, each word with the textbook's merging; one that was learned whole is looked up first."""
    recipe = tokenizer.recipe
    rules: dict[Pair, tuple[int, int]] = {}
    for rank, (pair, new_id) in enumerate(tokenizer.merges):
        rules.setdefault(pair, (rank, new_id))
    words = {tokenizer.vocab[new_id].decode("utf-8", "replace"): new_id for _, new_id in tokenizer.merges}
    marked = text[:1] + text[1:].replace(" ", "Ġ") if recipe.alphabet == "word-marker" else text
    cut = r"[\r\n]|Ġ?[^Ġ\r\n ]+|Ġ| " if recipe.alphabet == "word-marker" else recipe.split_pattern
    expected = []
    for chunk in split(marked, cut):
        base = base_ids(chunk, tokenizer.base).tolist()
        whole = words.get(chunk.replace("Ġ", " ")) if len(base) > 1 else None
        if recipe.encode_order == "passes" and whole is not None:
            expected.append(whole)
        else:
            expected += TEXTBOOK[recipe.encode_order](base, rules)
    return expected


@given(text=TEXTS, sample=TEXTS, recipe=recipes, num_merges=st.integers(0, 25))
def test_a_text_is_encoded_as_the_textbook_says_and_decoded_again(text, sample, recipe, num_merges):
    tokenizer = learn(text + sample, recipe, num_merges)
    expected = by_the_textbook(tokenizer, sample)
    assert tokenizer.encode_ordinary(sample) == expected
    assert tokenizer.decode(expected) == sample
    trace = tokenizer.trace(sample)
    assert trace.ids == expected
    assert replayed(trace.base_ids.tolist(), trace.applied) == expected
    closed = [gap for gap, number in enumerate(trace.closed_at) if number not in (OPEN, BOUNDARY)]
    assert sorted(merge.gap for merge in trace.applied) == closed
    assert all(trace.closed_at[merge.gap] == number for number, merge in enumerate(trace.applied))
    assert all(tokenizer.merges[merge.rank] == (merge.pair, merge.new_id) for merge in trace.applied)
    assert len(trace.base_ids) - len(closed) == len(trace.ids)


@pytest.mark.parametrize(
    ("recipe", "trained_on", "text"),
    [
        # Words that the passes would merge otherwise than they were learned.
        (RECIPES["word-marker"], "ébébb ébébb bbb bbb éb", "ébébb éb bbb ébb"),
        (RECIPES["word-marker"], sample_text("prose")[:20_000], sample_text("prose")[:20_000]),
        # The bytes of "Ã©" are not those of "é".
        (replace(RECIPES["bytes"], encode_order="passes"), "é é", "Ã©"),
    ],
)
def test_a_word_that_was_learned_whole_is_looked_up_before_the_passes(
    recipe: Recipe, trained_on: str, text: str
) -> None:
    tokenizer = learn(trained_on, recipe, 100)
    expected = by_the_textbook(tokenizer, text)
    assert tokenizer.encode_ordinary(text) == tokenizer.trace(text).ids == expected


@pytest.mark.parametrize(
    ("trained_on", "recipe", "text", "message", "position"),
    [
        ("abc abc", "characters", "abc x", r"'x' \(U\+0078\) at position 4 is not in", 4),
        ("abc abc", "characters", "ab<s>aQ", "at position 6", 6),
        ("abc", "hf-course", "abé", "'é' .* at position 2", 2),
    ],
)
def test_an_unknown_character_is_named_with_its_place_in_the_whole_text(
    trained_on: str, recipe: str, text: str, message: str, position: int
) -> None:
    tokenizer = learn(trained_on, recipe).with_special_tokens("<s>")
    for encode in (tokenizer.encode, tokenizer.encode_chunks):
        with pytest.raises(UnknownCharacterError, match=message) as error:
            encode(text, allowed_special="all")
        assert error.value.position == position
    with pytest.raises(UnknownCharacterError, match=r"'Ġ' \(U\+0120\) at position 1 marks a space"):
        train("aĠ", recipe="word-marker", num_merges=1)
    recipe = replace(RECIPES["word-marker"], special_tokens=("<s>",))
    with pytest.raises(UnknownCharacterError, match=r"at position 5 marks a space"):
        train("a<s>bĠ", recipe=recipe, num_merges=1)


def test_special_tokens_are_refused_unless_the_caller_says_otherwise() -> None:
    tokenizer = learn("ab ab", "hf-course").with_special_tokens("<|end|>", "<|end|>er")
    longer = tokenizer.special_tokens["<|end|>er"]
    with pytest.raises(
        SpecialTokenError, match=r"'<\|endoftext\|>' at position 3.*allowed_special.*disallowed_"
    ):
        tokenizer.encode("ab <|endoftext|>")
    assert tokenizer.encode("ab<|end|>er", allowed_special="all")[-1] == longer
    assert tokenizer.encode("ab<|end|>er", allowed_special={"<|end|>er"}, disallowed_special=())[-1] == longer
    for wrong in ("", "<|end|>", "\ud800"):
        with pytest.raises(BpeError, match="cannot be added"):
            tokenizer.with_special_tokens(wrong)
    byte_level = learn("ab ab").with_special_tokens("<|end|>")
    assert byte_level.special_tokens["<|end|>"] == len(byte_level.vocab) - 1


def test_a_lone_surrogate_becomes_the_replacement_character_and_an_id_that_is_not_there_has_no_rule() -> None:
    gpt2 = load_published("gpt2")
    assert gpt2.rank_of(999_999, 1) is learn("low low").rank_of(999_999, 1) is None
    assert [gpt2.encode_single_token("\ud800")] == gpt2.encode("\ud800") == gpt2.encode("\ufffd")
    assert train("a\udc00", recipe="bytes", num_merges=1).text == "a\ufffd"


@pytest.mark.parametrize(
    "settings",
    [
        *({}, {"num_merges": 1, "vocab_size": 300}, {"vocab_size": 255}, {"num_merges": -1}),
        *({"num_merges": 2.5}, {"vocab_size": float("nan")}, {"num_merges": 1, "tie_break": "random"}),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, int]) -> None:
    with pytest.raises(BpeError):
        train("ab", recipe="gpt2", **settings)
    with pytest.raises(BpeError, match="Unknown recipe 'x'"):
        train("ab", recipe="x", num_merges=1)


def test_a_token_thousands_of_merges_deep_is_traced() -> None:
    # Every merge adds one letter: x, xa, xab ... So the tree of the last token is as deep as the token is
    # long.
    word = "".join(chr(0x4E00 + number) for number in range(3000))
    history = train(f"{word} {word}", recipe="word-marker", num_merges=2999)
    tokenizer = Tokenizer.from_history(history)
    assert len(tokenizer.trace(word).applied) == 2999
    assert tokenizer.decode(tokenizer.encode(word)) == word


def test_a_special_token_that_is_allowed_and_refused_by_name_is_refused_as_tiktoken_does() -> None:
    end, other = "<|endoftext|>", "<|fim_prefix|>"
    text = f"a{end} b{other}<|endofprompt|"
    ours, theirs = load_published("cl100k_base"), tiktoken_encoding("cl100k_base")
    for allowed in ({end}, {other}, "all", set()):
        for refused in ({end}, {other}, "all", set(), {"<|unknown|>"}):
            options = {"allowed_special": allowed, "disallowed_special": refused}
            try:
                expected = theirs.encode(text, **options)
            except ValueError:
                with pytest.raises(SpecialTokenError):
                    ours.encode(text, **options)
            else:
                assert ours.encode(text, **options) == expected


@pytest.mark.parametrize("alphabet", ["bytes", "byte-glyphs"])
def test_passes_over_bytes_count_bytes(alphabet: AlphabetName) -> None:
    recipe = replace(RECIPES["bytes"], alphabet=alphabet, encode_order="passes")
    tokenizer = learn("é é", recipe, 3)
    for one in (tokenizer, read(write(tokenizer, "own"))):
        assert one.trace("é é").ids == one.encode("é é") == tokenizer.encode("é é")
    assert tokenizer.decode(tokenizer.encode("é é")) == "é é"


def test_texts_may_come_from_anything_that_gives_them_once() -> None:
    merges = train(["low low", "lower"], num_merges=3).merges
    assert train((text for text in ("low low", "lower")), num_merges=10**30).merges[:3] == merges
    for no_texts in (b"low low", [b"low low"], ["low", None]):
        with pytest.raises(BpeError, match="must be a str"):
            train(no_texts, num_merges=1)


@pytest.mark.parametrize("text", [" a", "  a a", [" a", " a b"]])
def test_the_space_that_begins_a_text_is_part_of_no_word(text: str | list[str]) -> None:
    # The source of the recipe drops a leading space before training, so no merge may contain it.
    history = train(text, recipe="word-marker", num_merges=3)
    assert all(ord(" ") not in merge.pair for merge in history.merges)
    tokenizer = Tokenizer.from_history(history)
    for sample in ("b a", " a", "a a  a", "a"):
        if set(sample) <= {*map(chr, tokenizer.base.id_of_unit), " "}:
            trace = tokenizer.trace(sample)
            assert replayed(trace.base_ids.tolist(), trace.applied) == trace.ids == tokenizer.encode(sample)


def test_a_word_of_the_marker_is_not_one_of_the_space_and_of_two_merges_that_make_it_the_later_is_taken() -> (
    None
):
    def by_hand(text: str, *merges: tuple[Pair, int]) -> Tokenizer:
        learned = learn(text, "word-marker", 0)
        return replace(learned, rules=MergeRules(merges, learned.base))

    # The first merge joins the space that begins a text with "a"; "Ġa" is a different word.
    space_and_a = by_hand("b a", ((32, 97), 258))
    marker = space_and_a.base.id_of_unit[ord("Ġ")]
    assert space_and_a.encode("b a") == space_and_a.trace("b a").ids == [98, marker, 97]
    assert space_and_a.trace("b a").applied == ()
    a, b, c = map(ord, "abc")
    twice = by_hand("abc", ((a, b), 258), ((b, c), 259), ((258, c), 260), ((a, 259), 261))
    assert twice.encode("abc") == twice.trace("abc").ids == [261]


def test_what_travels_of_a_tokenizer_holds_nothing_of_the_texts_it_met() -> None:
    tokenizer = learn("low lower lowest")
    before = len(pickle.dumps(tokenizer))
    tokenizer.encode("secret " * 5000)
    tokenizer.trace("secret")
    assert b"secret" not in pickle.dumps(tokenizer)
    assert len(pickle.dumps(tokenizer)) == before


def test_bytes_of_several_tokens_are_those_of_the_smallest_id_that_is_not_special() -> None:
    tokenizer = load_published("gpt_neox")
    expected: dict[bytes, int] = {}
    for token_id, token in sorted(tokenizer.vocab.items()):
        if not tokenizer.is_special_token(token_id):
            expected.setdefault(token, token_id)
    assert dict(tokenizer.id_of_bytes) == expected


def test_special_tokens_are_not_listed_for_a_text_in_which_none_is_allowed() -> None:
    class Unlisted(dict):
        items = None

    special = Unlisted({f"<{number}>": number for number in range(1_000)})
    ready = Preparation("mine", Pipeline(), special)
    for without in (special, special.keys()):
        assert [part.text for part in ready.parts("a<7>b", without=without)] == ["a<7>b"]


@given(text=TEXTS.filter(bool), sample=TEXTS, num_merges=st.integers(0, 25))
def test_an_unknown_character_is_one_token_as_in_hugging_face(text, sample, num_merges):
    learned = learn(text, "characters", num_merges)
    tokenizer = learned.with_special_tokens("[UNK]")
    strings = {id_: token.decode() for id_, token in tokenizer.vocab.items()}
    assume(len(set(strings.values())) == len(strings))  # a vocabulary file names each token by its string
    merges = [(strings[left], strings[right]) for (left, right), _ in tokenizer.merges]
    peer = tokenizers.Tokenizer(
        tokenizers.models.BPE({string: id_ for id_, string in strings.items()}, merges, unk_token="[UNK]")  # noqa: S106 - no password
    )
    for given_text in (text, sample, f"{sample}{text}"):
        ids = tokenizer.encode_ordinary(given_text)
        assert ids == peer.encode(given_text).ids
        assert [id_ for chunk in tokenizer.encode_chunks(given_text) for id_ in chunk] == ids
        trace = tokenizer.trace(given_text)
        assert trace.ids == ids
        assert (trace.base_ids == tokenizer.unknown_id).sum() == sum(
            one not in set(text) for one in given_text
        )
    assert tokenizer.encode_ordinary(text) == learned.encode_ordinary(text)
    back = read(write(tokenizer, "own"))
    assert back.encode_ordinary(sample) == tokenizer.encode_ordinary(sample)


def test_the_courses_example_has_the_courses_tokens() -> None:
    words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    tokenizer = learn(words, "characters", 3).with_special_tokens("[UNK]")
    tokens = tokenizer.decode_tokens_bytes(tokenizer.encode("mug bug"))
    assert tokens == [b"[UNK]", b"ug", b"[UNK]", b"b", b"ug"]
    assert tokenizer.decode(tokenizer.encode("thug")) == "[UNK]hug"
    for other in ("bytes", "word-marker"):
        assert learn("hug pug", other, 3).with_special_tokens("[UNK]").unknown_id is None
