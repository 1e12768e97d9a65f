"""A text at every vocabulary size, compared with tiktoken with a truncated table and with training."""

import unicodedata
from collections.abc import Mapping
from pathlib import Path

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st
from in_one_go import growth, steps_under
from strategies import TEXTS
from tokenizers import AddedToken, models, normalizers, pre_tokenizers
from tokenizers import Tokenizer as Peer

from bpe_core import BOUNDARY, BYTE_GLYPHS, OPEN, RECIPES, BpeError, Tokenizer, load_published, train
from bpe_core.formats import read_huggingface
from bpe_core.tables import mergeable_ranks
from tests.peers import published_by_tiktoken
from tests.sampling import IN_TURNS

SAMPLES = Path(__file__).parents[1] / "sample_texts"


def tiktoken_cut_off(ranks: Mapping[bytes, int], size: int, pattern: str) -> tiktoken.Encoding:
    left = {token: rank for token, rank in ranks.items() if rank < size}
    return tiktoken.Encoding("cut off", pat_str=pattern, mergeable_ranks=left, special_tokens={})


@pytest.mark.parametrize("name", ["qwen2.5", "deepseek_v3", "gpt_neox"])
def test_a_tokenizer_with_steps_grows_over_what_it_merges(name):
    text = "Cafe\u0301, 12345 strawberries."
    tokenizer = load_published(name)
    grown = growth(tokenizer, text)
    assert grown.history.ids_at(len(grown.history.merges)) == tokenizer.encode_ordinary(text)
    normalized = unicodedata.normalize("NFC", text) if name != "deepseek_v3" else text
    assert grown.history.text == normalized


@IN_TURNS
@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_every_size_is_tiktoken_with_the_table_cut_off(name):
    texts = [path.read_text("utf-8")[:5000] for path in sorted(SAMPLES.glob("*.txt"))]
    texts += ["aaaa abab aaaaaaa", "e\u0301 👩🏽\u200d🙂\u0301 é你", "======a=== ab'1\n"]
    texts.append("\n".join(path.read_text("utf-8") for path in SAMPLES.glob("parallel/*.txt")))
    whole = [growth(load_published(name), text) for text in texts]
    for size in (256, 300, 1000, 5000, 40_000, 200_000):
        theirs = tiktoken_cut_off(mergeable_ranks(name), size, published_by_tiktoken(name)["pat_str"])
        for text, grown in zip(texts, whole, strict=True):
            steps = steps_under(grown, size)
            expected = theirs.encode_ordinary(text)
            assert grown.history.ids_at(steps) == expected
            assert grown.history.token_counts()[steps] == len(expected)


def test_a_token_that_two_merges_make_counts_once():
    merges = [((97, 98), 256), ((98, 99), 257), ((256, 99), 258), ((97, 257), 258), ((258, 258), 259)]
    same = {byte: byte for byte in range(256)}
    grown = growth(Tokenizer.from_merges(merges, id_of_byte=same, split_pattern=None), "abcabc")
    assert grown.sizes.tolist() == [256, 257, 259, 260]
    assert grown.last_size == 260


@given(text=TEXTS, num_merges=st.integers(0, 30), recipe=st.sampled_from(sorted(RECIPES)))
def test_a_training_grown_over_its_own_text_is_the_training(text, num_merges, recipe):
    history = train(text, recipe=recipe, num_merges=num_merges)
    tokenizer = Tokenizer.from_history(history)
    if tokenizer.recipe.encode_order == "passes":
        with pytest.raises(BpeError, match="regardless of their rank"):
            growth(tokenizer, text)
        return
    grown = growth(tokenizer, text).history
    rank_of_step = {OPEN: OPEN, BOUNDARY: BOUNDARY} | {
        step: merge.rank for step, merge in enumerate(grown.merges)
    }
    assert [rank_of_step[step] for step in grown.closed_at.tolist()] == history.closed_at.tolist()
    assert grown.merges == history.merges


def test_a_lower_rank_that_is_made_of_a_higher_waits_for_it():
    # abc (256) is made of ab (257) and c: a vocabulary of 257 tokens has no ab, so it never makes abc.
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256, b"ab": 257}
    tokenizer = Tokenizer.from_ranks(ranks, split_pattern=None)
    for text in ("xabc", "abcabc ab c", "ab c"):
        grown = growth(tokenizer, text)
        for size in (256, 257, 258):
            theirs = tiktoken_cut_off(ranks, size, r"(?s:.+)")
            assert grown.history.ids_at(steps_under(grown, size)) == theirs.encode_ordinary(text)
    assert growth(tokenizer, "xabc").sizes.tolist() == [256, 258, 258]


# A missing character becomes bytes; a text is one chunk, in which merges apply in any order of their ranks.
FALLS_BACK = ("low lower lowest", "é low", "世界 slower 世", "aaaa abab aabb baba", "", "wow  owl")


@given(order=st.randoms(use_true_random=False), text=st.text("abelorsw 世é", max_size=40), cut=st.booleans())
def test_every_size_of_a_tokenizer_of_characters_is_the_library_with_its_merges_cut_off(order, text, cut):
    pieces = [
        "lo", "low", "er", "ow", "wo", "lowe", "we", "lower", "▁l", "▁low", "ab", "ba", "aba", "aa", "aaaa", "bb", "es", "▁w", "slow",
    ]  # fmt: skip
    vocab = {f"<0x{byte:02X}>": byte for byte in range(256)} | {
        sign: 256 + at for at, sign in enumerate("abelorsw▁t")
    }
    vocab |= {piece: 300 + at for at, piece in enumerate(pieces)}
    merges = [
        (piece[:at], piece[at:])
        for piece in pieces
        for at in range(1, len(piece))
        if {piece[:at], piece[at:]} <= vocab.keys()
    ]
    order.shuffle(merges)

    def peer(merges):
        made = Peer(models.BPE(vocab, merges, byte_fallback=True))
        made.normalizer = normalizers.Replace(" ", "▁")
        if cut:
            made.pre_tokenizer = pre_tokenizers.Metaspace("▁", "never")
        return made

    tokenizer = read_huggingface(peer(merges).to_str().encode())
    cut_off = [peer(merges[:rules]) for rules in range(len(merges) + 1)]
    made = ["".join(merge) for merge in merges]
    for one in (text, *FALLS_BACK):
        grown = growth(tokenizer, one)
        assert grown.history.text == one
        assert grown.history.ids_at(len(grown.history.merges)) == tokenizer.encode(one)
        # The size of a vocabulary is 256 bytes, ten characters, and the tokens of its merges.
        for rules, theirs in enumerate(cut_off):
            if rules < len(merges) and made[rules] in made[:rules]:
                continue
            steps = steps_under(grown, 266 + len(set(made[:rules])))
            assert grown.history.ids_at(steps) == theirs.encode(one).ids


def test_what_no_merge_makes_and_what_the_alphabet_lacks_is_told():
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abcd": 256}
    with pytest.raises(BpeError, match="no merge makes it"):
        growth(Tokenizer.from_ranks(ranks, split_pattern=None), "abcd")
    peer = Peer(models.BPE({"a": 0, "b": 1, "ab": 2, "<unk>": 3}, [("a", "b")], unk_token="<unk>"))  # noqa: S106 - a token of a vocabulary
    for kept in (peer, Peer(models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]))):
        tokenizer = read_huggingface(kept.to_str().encode())
        assert growth(tokenizer, "aba").history.ids_at(1) == [2, 0]
        with pytest.raises(BpeError, match="lacks a character"):
            growth(tokenizer, "abc")


def test_words_that_end_inside_a_character_are_refused() -> None:
    vocab = {glyph: id_ for id_, glyph in enumerate([*BYTE_GLYPHS, *(f"{one}</w>" for one in BYTE_GLYPHS)])}
    peer = Peer(models.BPE(vocab, [], end_of_word_suffix="</w>"))
    peer.normalizer, peer.pre_tokenizer = normalizers.ByteLevel(), pre_tokenizers.Whitespace()
    tokenizer = read_huggingface(peer.to_str().encode())
    assert tokenizer.encode("größer") == peer.encode("größer").ids
    assert growth(tokenizer, "grosser").history.ids_at(0) == peer.encode("grosser").ids
    with pytest.raises(BpeError, match="ends a word inside a character"):
        growth(tokenizer, "größer")


def test_an_added_token_that_a_merge_makes_is_counted_once() -> None:
    vocab = {glyph: id_ for id_, glyph in enumerate(BYTE_GLYPHS)} | {"lo": 256, "<s>": 257}
    peer = Peer(models.BPE(vocab, [("l", "o")]))
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    peer.add_tokens([AddedToken(token, normalized=False) for token in ("lo", "<s>")])
    tokenizer = read_huggingface(peer.to_str().encode())
    assert growth(tokenizer, "x").sizes.tolist() == [256]
