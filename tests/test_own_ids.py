"""Ids that a tokenizer would not produce, compared with encoding their text again."""

import random
from typing import Any

import pytest

from bpe_core import BpeError, Tokenizer, load_published
from bpe_core.lessons.tokens import own_ids
from bpe_core.lessons.tokens.own_ids import FalsePair, other_ids
from bpe_core.tokenizer.merging import apply_by_lowest_rank
from explorer_ui.visit.samples import sample_text
from tests.format_samples import learn
from tests.peers import tiktoken_encoding
from tests.sampling import SAMPLED, dice

OF_TIKTOKEN = ("gpt2", "cl100k_base", "o200k_base", "p50k_base")
NAMES = (*OF_TIKTOKEN, "trained", "bytes", "qwen3", "deepseek_v3", "tekken")


def tokenizer_of(name: str) -> Tokenizer:
    recipe = {"trained": "gpt4", "bytes": "bytes"}.get(name)
    return learn(sample_text("prose")[:6_000], recipe, 400) if recipe else load_published(name)


def cut_anyhow(tokenizer: Tokenizer, text: str, rng: random.Random) -> list[int]:
    """Ids of random tokens that spell a text; most often those that the tokenizer gives."""
    known = tokenizer.id_of_bytes
    ids: list[int] = []
    for chunk in tokenizer.encode_chunks(text, disallowed_special=()):
        if rng.random() < 0.8:
            ids += chunk
            continue
        rest = b"".join(tokenizer.decode_tokens_bytes(chunk))
        while rest:
            starts = [rest[:size] for size in range(1, min(len(rest), 12) + 1)]
            token = rng.choice([start for start in starts if start in known])
            ids.append(known[token])
            rest = rest.removeprefix(token)
    assert b"".join(tokenizer.decode_tokens_bytes(ids)) == text.encode()
    return ids


def check(tokenizer: Tokenizer, ids: list[int], own: list[int]) -> bool:
    """Replace the ids that differ with the reported ones, and compare; return whether any ids differ."""
    mended, done = [], 0
    for found in other_ids(tokenizer, ids):
        assert done <= found.first < found.end
        # No longer than it must be: it begins and ends with ids that differ.
        here = tuple(ids[found.first : found.end])
        assert here[:1] != found.own[:1]
        assert here[-1:] != found.own[-1:]
        # The pair is among the ids, and its merge joins bytes across the boundary between the two.
        assert found.first <= found.pair.left < found.end
        if found.pair.merge:
            tokens = tokenizer.decode_tokens_bytes(ids[found.pair.left : found.pair.left + 2])
            left, right = tokenizer.decode_tokens_bytes(found.pair.merge.pair)
            assert tokens[0].endswith(left)
            assert tokens[1].startswith(right)
        mended += [*ids[done : found.first], *found.own]
        done = found.end
    mended += ids[done:]
    assert mended == own
    return ids != own


@SAMPLED
@pytest.mark.parametrize("name", NAMES)
def test_random_segmentations_agree_with_encoding_again(name: str) -> None:
    tokenizer, rng = tokenizer_of(name), dice(4)
    peer = tiktoken_encoding(name) if name in OF_TIKTOKEN else tokenizer
    sources = [sample_text(source) for source in ("prose", "code python", "japanese", "numbers")]
    others = 0
    for _ in range(60):
        source = rng.choice(sources)
        start = rng.randrange(max(len(source) - 80, 1))
        text = source[start : start + 80]
        others += check(tokenizer, cut_anyhow(tokenizer, text, rng), peer.encode_ordinary(text))
    assert others > (5 if name == "bytes" else 20)


BYTES = {bytes([byte]): byte for byte in range(256)}


def test_tokens_that_cross_chunk_boundaries() -> None:
    ranks = BYTES | {b"a ": 256, b" b": 257, b" bc": 258, b"bc": 259}
    (found,) = other_ids(Tokenizer.from_ranks(ranks, split_pattern="gpt2"), [99, 256, 259])
    assert (found.first, found.end, found.own, found.pair) == (1, 3, (97, 258), FalsePair(1, None))


def test_a_chunk_that_is_looked_up_whole_is_that_token() -> None:
    # No two tokens merge to xyz, so only the table shows that the chunk is one token.
    tokenizer = Tokenizer.from_ranks(BYTES | {b"xyz": 256}, split_pattern="gpt2")
    assert list(other_ids(tokenizer, [256])) == []
    (found,) = other_ids(tokenizer, [*b"xyz"])
    assert (found.own, found.pair.merge) == ((256,), None)
    (found,) = other_ids(tokenizer, [*b"a", 256])  # no merge makes 256 within a longer chunk
    assert found.own == (*b"xyz",)


def test_special_tokens_are_themselves_and_part_the_text() -> None:
    tokenizer = load_published("gpt2")
    end = tokenizer.eot_token
    assert list(other_ids(tokenizer, [220, end, *tokenizer.encode("a b")])) == []
    (found,) = other_ids(tokenizer, [end, 220, 64])
    assert (found.first, found.end, found.own) == (1, 3, (257,))


@pytest.mark.parametrize(("name", "ids"), [("gpt2", [8582, 234]), ("qwen3", [128])])
def test_bytes_that_are_not_a_text_have_no_ids(name: str, ids: list[int]) -> None:
    with pytest.raises(BpeError, match="not valid UTF-8"):
        list(other_ids(load_published(name), ids))
    assert list(other_ids(load_published(name), [])) == []


def test_the_work_grows_with_the_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = load_published("gpt2")
    ids = tokenizer.encode(sample_text("prose")[:8_000])
    merged: list[int] = []

    def counted(ids: list[int], *rest: Any) -> Any:
        merged.append(len(ids))
        return apply_by_lowest_rank(ids, *rest)

    monkeypatch.setattr(own_ids, "apply_by_lowest_rank", counted)
    monkeypatch.setattr(Tokenizer, "encode", None)  # the tokenizer's own ids are not encoded again
    assert list(other_ids(tokenizer, ids)) == []
    assert sum(merged) <= 4 * sum(map(len, tokenizer.decode_tokens_bytes(ids)))
