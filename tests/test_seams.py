"""Seams of random texts, compared with tiktoken and with complete traces of both halves."""

import random
from functools import cache, partial
from itertools import accumulate, pairwise

import pytest
import tokenizers
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe_core import BpeError, Tokenizer, load_published, train
from bpe_core.formats import read
from bpe_core.lessons.tokens.seams import MAX_SEAMS, Seam, iter_seams, segmented
from bpe_core.lessons.tokens.segmentations import Segmentation, closed_gaps, compare, merges_by_byte
from explorer_ui.visit.samples import sample_text
from tests.format_samples import learn
from tests.peers import like_llama, tiktoken_encoding, trained_in_bytes
from tests.sampling import IN_TURNS

NAMES = ("gpt2", "cl100k_base", "o200k_base", "p50k_base")
PIECES = [
    *"aeinrst'. \n\t", "  ", " the", "ing", "HAV", "ING", "123", "\r\n", "é", "🥖", "字", "नम", "e\u0301", "://", "'ll", "    ",
]  # fmt: skip


def texts(seed: int, count: int, *, length: int) -> list[str]:
    """Random texts, composed of parts that tokenizers treat differently, and passages of prose and code."""
    dice = random.Random(seed)
    sources = [sample_text(name) for name in ("prose", "code python", "whitespace", "japanese")]
    found = []
    for _ in range(count // 2):
        found.append("".join(dice.choices(PIECES, k=length // 2)))
        source = dice.choice(sources)
        start = dice.randrange(max(len(source) - length, 1))
        found.append(source[start : start + length])
    return found


def naive(seam: Seam, together: list[int], tokens: dict[int, bytes]) -> list[int]:
    """The ids of the halves: those of the whole text, changed where the seam reports differences."""
    ends = [0, *accumulate(len(tokens[token_id]) for token_id in together)]
    parts = [
        (start, [token_id])
        for (start, end), token_id in zip(pairwise(ends), together, strict=True)
        if not any(one.start <= start and end <= one.end for one in seam.stretches)
    ]
    parts += [(one.start, [*one.ids]) for one in seam.stretches]
    return [token_id for _, ids in sorted(parts) for token_id in ids]


OWN = {"trained": "gpt4", "bytes": "bytes"}
PROSE = sample_text("prose")[:4_000]


@IN_TURNS
@pytest.mark.parametrize("name", [*NAMES, *OWN, "qwen3", "deepseek_v3", "tekken"])
def test_the_tokens_of_both_halves_are_those_of_encoding_them(name: str) -> None:
    tokenizer = learn(PROSE, OWN[name], 300) if name in OWN else load_published(name)
    encode = cache(tiktoken_encoding(name).encode_ordinary if name in NAMES else tokenizer.encode_ordinary)
    dice, differ = random.Random(name), 0
    short = [text[: dice.randint(2, 3)] for text in texts(4, 300, length=4)]
    for text in [*texts(1, 8, length=60), *short]:
        together = encode(text)
        if tokenizer.decode(together) != text:
            continue  # Qwen's normalizer composes e and its accent
        for seam in iter_seams(tokenizer, text):
            left, right = encode(text[: seam.at]), encode(text[seam.at :])
            assert (seam.left, seam.right) == (len(left), len(right))
            if all(one.ids for one in seam.stretches):
                assert naive(seam, together, tokenizer.vocab) == left + right
                assert bool(seam.stretches) == (left + right != together)
            differ += bool(seam.stretches)
    assert differ > 100


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "trained"])
def test_the_merge_that_closes_a_gap_is_that_of_tracing_the_halves_whole(name: str) -> None:
    tokenizer = learn(PROSE, "gpt2", 300) if name == "trained" else load_published(name)
    named = 0
    for text in texts(3, 8, length=40):
        data = text.encode()
        for seam in iter_seams(tokenizer, text):
            halves = [tokenizer.trace(half) for half in (text[: seam.at], text[seam.at :])]
            whole = tokenizer.trace(text)
            for gap in seam.closed:
                trace, start = (
                    (whole, 0) if gap.row else (halves[gap.at > seam.byte], seam.byte * (gap.at > seam.byte))
                )
                merge = trace.applied[trace.closed_at[gap.at - start - 1]]
                assert gap.rank == merge.rank
                if gap.left is not None and gap.right is not None:
                    left, right = data[gap.at - gap.left : gap.at], data[gap.at : gap.at + gap.right]
                    assert [left, right] == tokenizer.decode_tokens_bytes(merge.pair)
                named += 1
    assert named > 100


def test_so_it_is_if_the_pattern_looks_beyond_what_differs() -> None:
    r"""The half `cdyx` begins with the chunk `cd`, but `cd` alone does not: no `x` follows."""
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"cd": 256}
    tokenizer = Tokenizer.from_ranks(ranks, split_pattern=r"(?<!b)cd(?=.*x)|.")
    seam = next(iter_seams(tokenizer, "bcdyx"))
    assert [(one.start, one.end, one.ids) for one in seam.stretches] == [(1, 3, (256,))]
    assert [(gap.at, gap.row, gap.rank, gap.left, gap.right) for gap in seam.closed] == [(2, 0, 256, 1, 1)]


def test_a_tokenizer_that_changes_the_text_is_aligned_with_the_text_as_it_was_given() -> None:
    qwen, text = load_published("qwen3"), "cafe\u0301 au lait"
    seams = list(iter_seams(qwen, text))
    within = seams[3]  # between e and its accent: together they are one character
    assert within.stretches
    assert all(gap.rank is None for seam in seams for gap in seam.closed)
    # Bytes of the text that was given, in which the accent takes two, and of which "é" is one character in a token.
    assert segmented(qwen, text)[0].boundaries.tolist() == [2, 6, 9, 12]
    assert not seams[4].stretches
    for seam in seams:
        assert seam.left == len(qwen.encode_ordinary(text[: seam.at]))


def stripping() -> Tokenizer:
    """A tokenizer that drops white space at the ends of a text, and the spaces around words."""
    steps = tokenizers.normalizers.Sequence(
        [tokenizers.normalizers.Strip(), tokenizers.normalizers.NFKC(), tokenizers.normalizers.Lowercase()]
    )
    cut = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=True)
    peer = trained_in_bytes(["the cat says hello, the end é ﬁ"] * 3, 280, normalizer=steps, cut=cut)
    return read({"tokenizer.json": peer.to_str().encode()})


def marking() -> Tokenizer:
    tokens = ["<unk>", *(f"<0x{byte:02X}>" for byte in range(256)), *"▁thecat\u0301", "he", "the", "▁the"]
    vocab = {token: number for number, token in enumerate(dict.fromkeys(tokens))}
    peer = like_llama(vocab, [("h", "e"), ("t", "he"), ("▁", "the")])
    return read({"tokenizer.json": peer.to_str().encode()})


def unknowing() -> Tokenizer:
    history = train("hug the cat hug the", recipe="characters", num_merges=4)
    return Tokenizer.from_history(history).with_special_tokens("[UNK]")


CHANGING = {
    **{name: partial(load_published, name) for name in ("qwen3", "qwen2.5", "gpt_neox", "deepseek_v3")},
    **{made.__name__: cache(made) for made in (stripping, marking, unknowing)},
}


@IN_TURNS
@pytest.mark.parametrize("name", CHANGING)
@example(text="בית \ufb2aלום")
@example(text="की \u095bमीन")
@example(text="  the")
@settings(max_examples=60)
@given(text=st.text("the cat ECAתש\ufb2aक\u093c\u095b\u0304\u0301é\u1e17ﬁ½\n▁", min_size=2, max_size=12))
def test_tokens_of_a_changed_text_add_up_if_the_ids_are_the_same(name: str, text: str) -> None:
    tokenizer = CHANGING[name]()
    together, size = tokenizer.encode_ordinary(text), len(text.encode())
    for seam in iter_seams(tokenizer, text):
        left, right = (tokenizer.encode_ordinary(half) for half in (text[: seam.at], text[seam.at :]))
        assert (seam.left, seam.right) == (len(left), len(right))
        assert bool(seam.stretches) == (left + right != together)
        assert all(0 <= one.start < one.end <= size for one in seam.stretches)


def test_nothing_is_said_to_be_equal_that_has_other_ids() -> None:
    """Together the space and the first letter are one token, though the normalizer changed the letter."""
    for text, at in (("בית \ufb2aלום", 4), ("की \u095bमीन", 3)):
        seams = list(iter_seams(load_published("qwen3"), text))
        assert seams[at - 1].at == at
        assert seams[at - 1].stretches


def test_a_text_over_the_limit_is_refused() -> None:
    with pytest.raises(BpeError, match="1,001 characters"):
        next(iter_seams(load_published("gpt2"), "a" * (MAX_SEAMS + 1)))
    assert list(iter_seams(load_published("gpt2"), "a")) == []


def test_a_gap_in_a_chunk_that_was_looked_up_whole_has_no_parts() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)} | {b"abc": 256}
    tokenizer = Tokenizer.from_ranks(ranks, split_pattern=None)
    both = compare([Segmentation.of(tokenizer, [97, 98, 99]), Segmentation.of(tokenizer, [256])], 3)
    merges = [{}, merges_by_byte(tokenizer, tokenizer.trace("abc"))]
    first, second = closed_gaps(both, b"abc", merges, tokenizer.vocab)
    assert (first.at, first.row, second.at, second.row) == (1, 1, 2, 1)
    assert (second.left, second.right) == (None, None)
